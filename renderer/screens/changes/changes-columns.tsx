import { useCallback, useMemo } from 'react';
import type { ChangesView } from '#renderer/data/client/change-rows.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/changes/changes-state.ts';
import { sectionShortfall } from '#renderer/features/columns/widths.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import type { GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { amountId, SIDES, type Side } from './changes-table.tsx';

/** Columns of the table of changes, their widths, and the sections they stand in. */

const SIDE_WORDS: { readonly [side in Side]: MessageId } = {
  before: 'changes.before',
  after: 'changes.after',
  difference: 'changes.difference',
};

const SCOPE_OF = new Map<string, Scope>(SCOPES.map((scope) => [SCOPE_COLUMNS[scope].profitability, scope]));

/** `folded`: amounts whose before and after are folded away, leaving the difference. */
export function useChangeColumns(
  view: ChangesView,
  cell: (line: object, column: string) => GridCell,
  foot: (column: string) => GridCell | null,
  folded: readonly string[],
  onFold: (folded: readonly string[]) => void,
): {
  readonly columns: readonly GridColumn[];
  readonly groups: readonly GridGroup[];
  readonly shortfall: (group: string, width: number) => number;
} {
  const text = useText();
  const widths = useCharWidths();
  const columns = useMemo(() => {
    const lines = [...view.pages.values()].flat();
    const place = (
      id: string,
      label: string,
      group: string,
      align: GridColumn['align'],
      bounds: readonly [number, number],
      sortable = false,
      isPinned = false,
    ): GridColumn => {
      const widest = lines.reduce(
        (width, line) => Math.max(width, widths.regular(cell(line, id).text)),
        Math.max(widths.bold(foot(id)?.text ?? ''), widths.regular(label) * (11 / 12) + 14),
      );
      const extra = id === 'Orden' ? 34 : id === 'change' ? 30 : 15;
      return {
        id,
        label,
        name: AMOUNT_COLUMNS.includes(group) ? `${group}: ${label}` : label,
        align,
        width: Math.ceil(Math.min(bounds[1], Math.max(bounds[0], widest + extra))),
        group,
        pinned: isPinned,
        sortable,
      };
    };
    return [
      place('Orden', 'Orden', 'order', 'start', [120, 210], false, true),
      place('change', text('changes.change'), 'order', 'start', [96, 170], false, true),
      place('purchase', text('order.bought'), 'order', 'start', [92, 140]),
      place('Canal', 'Canal', 'order', 'start', [70, 150]),
      ...AMOUNT_COLUMNS.flatMap((column) =>
        SIDES.filter((side) => side === 'difference' || !folded.includes(column)).map((side) =>
          place(
            amountId(column, side),
            text(SIDE_WORDS[side]),
            column,
            'end',
            [64, 260],
            side === 'difference',
          ),
        ),
      ),
      place('states', 'Estado de Orden', 'states', 'start', [110, 220]),
      place('payments', 'Estado de Pago', 'states', 'start', [110, 220]),
      place('Cuenta', 'Cuenta', 'states', 'start', [70, 150]),
      place('rows:before', text('changes.before'), 'rows', 'end', [50, 90]),
      place('rows:after', text('changes.after'), 'rows', 'end', [50, 90]),
      place('read', text('changes.read'), 'reading', 'start', [120, 140]),
      place('purpose', text('history.kind'), 'reading', 'start', [90, 120]),
      place('changes', text('changes.times'), 'reading', 'end', [60, 80]),
      place('correlation', 'correlation_id', 'reading', 'start', [110, 290]),
    ];
  }, [view.pages, cell, foot, folded, text, widths]);
  const plain = (id: string, label: string): GridGroup => ({
    id,
    label,
    title: label,
    ink: null,
    fold: null,
  });
  const groups: readonly GridGroup[] = [
    plain('pinned', ''),
    plain('order', text('changes.order')),
    ...AMOUNT_COLUMNS.map((column): GridGroup => {
      const scope = SCOPE_OF.get(column);
      const isFolded = folded.includes(column);
      return {
        id: column,
        label: scope === undefined ? column : text(`scope.${scope}`),
        title: column,
        ink: null,
        ...(scope === undefined ? {} : { mark: <ScopeMark scope={scope} /> }),
        fold: {
          folded: isFolded,
          title: text(isFolded ? 'changes.unfold' : 'changes.fold'),
          toggle: () => onFold(isFolded ? folded.filter((other) => other !== column) : [...folded, column]),
        },
      };
    }),
    plain('states', text('section.short.status')),
    plain('rows', text('sync.rows')),
    plain('reading', text('changes.reading')),
  ];
  const shortfall = useCallback(
    (group: string, width: number): number => {
      const scope = SCOPE_OF.get(group);
      return scope === undefined ? 0 : sectionShortfall(`M ${text(`scope.${scope}`)}`, width, widths);
    },
    [text, widths],
  );
  return { columns, groups, shortfall };
}
