import { useCallback, useMemo } from 'react';
import type { OrderDifference } from '#renderer/data/api.ts';
import type { ChangesHead, ChangesView } from '#renderer/data/client/change-rows.ts';
import {
  differenceOf,
  otherColumns,
  transition,
  whatChanged,
} from '#renderer/features/changes/changes-state.ts';
import { sectionShortfall } from '#renderer/features/columns/cells.ts';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { KIND_NAMES } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { figureText, figureTone } from '#renderer/ui/figure-text.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { isNegative, isZero } from '#renderer/ui/number-format.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';

/** What the table of changes shows: columns with their sections, cells, the foot. */

/** An amount is shown three times. */
const SIDES = ['before', 'after', 'difference'] as const;
type Side = (typeof SIDES)[number];

export function amountId(column: string, side: Side): string {
  return `${column}:${side}`;
}

/** The amount and side that a column shows; null for the others. */
function readAmountId(id: string): { readonly column: string; readonly side: Side } | null {
  const [column = '', side] = id.split(':');
  const found = SIDES.find((other) => other === side);
  return found === undefined || !AMOUNT_COLUMNS.includes(column) ? null : { column, side: found };
}

/** The amount that a press on a header sorts by: only differences can be sorted by. */
export function sortColumnOf(columnId: string): string | null {
  const amount = readAmountId(columnId);
  return amount?.side === 'difference' ? amount.column : null;
}

function amountCell(value: string | null, side: Side, places: number, formats: Formats): GridCell {
  if (value === null) return { text: '—', tone: 'none' };
  const zero = isZero(value);
  const gained = side === 'difference' && !zero && !isNegative(value);
  const shown = figureText(value, 'money', places, formats);
  return {
    text: gained ? `+${shown}` : shown,
    tone: gained && !formats.hidesAmounts ? 'positive' : figureTone(value, 'money', formats),
    value,
    title: formats.exact(value),
  };
}

function readAmount(line: OrderDifference, column: string, side: Side): string | null {
  switch (side) {
    case 'before':
      return line.before?.amounts[column] ?? null;
    case 'after':
      return line.after?.amounts[column] ?? null;
    case 'difference':
      return differenceOf(line.before, line.after, column);
  }
}

/** Purchases all lie in one year: it need not be repeated in every line. */
export function inOneYear(view: ChangesView): boolean {
  const years = new Set(
    [...view.pages.values()].flat().flatMap(({ purchase }) => purchase?.slice(0, 4) ?? []),
  );
  return years.size <= 1;
}

export function useChangeCells(
  places: number,
  shortDates: boolean,
): (line: object, column: string) => GridCell {
  const text = useText();
  const formats = useFormats();
  return useCallback(
    (raw, columnId) => {
      const line = raw as OrderDifference;
      const amount = readAmountId(columnId);
      if (amount !== null)
        return amountCell(readAmount(line, amount.column, amount.side), amount.side, places, formats);
      switch (columnId) {
        case 'Orden':
          return line.Orden.trim() === ''
            ? { text: text('order.none'), tone: 'soft', opens: true }
            : { text: line.Orden, tone: 'plain', opens: true };
        case 'change': {
          const others = otherColumns(line);
          return {
            text: whatChanged(line, AMOUNT_COLUMNS, text),
            tone: 'plain',
            ...(others.length === 0 ? {} : { title: others.join('\n') }),
            marks: [{ text: '', className: `kind ${line.kind}` }],
          };
        }
        case 'purchase':
          return line.purchase === null
            ? { text: '—', tone: 'none' }
            : {
                text: formatMoment(line.purchase, formats.dates, shortDates),
                tone: 'soft',
                title: line.purchase,
              };
        case 'states':
        case 'payments': {
          const shown = transition(line, columnId);
          return { text: shown.text, tone: shown.changed ? 'plain' : 'soft' };
        }
        case 'rows:before':
        case 'rows:after': {
          const figures = columnId === 'rows:before' ? line.before : line.after;
          return figures === null
            ? { text: '—', tone: 'none' }
            : { text: formats.count(figures.rows), tone: 'plain', value: String(figures.rows) };
        }
        case 'read':
          return line.readAt === null
            ? { text: '—', tone: 'none' }
            : { text: formatMoment(line.readAt, formats.dates), tone: 'soft', title: line.readAt };
        case 'purpose':
          return {
            text: text(KIND_NAMES[line.purpose]),
            tone: 'soft',
            title: `${line.windowFrom} – ${line.windowTo}`,
          };
        case 'changes':
          return { text: formats.count(line.changes), tone: 'soft', value: String(line.changes) };
        case 'correlation': {
          const [first, ...more] = line.correlationIds;
          return first === undefined
            ? { text: '—', tone: 'none' }
            : {
                text: more.length === 0 ? first : `${first} +${more.length}`,
                tone: 'soft',
                title: line.correlationIds.join('\n'),
              };
        }
        default:
          return { text: columnId === 'Canal' ? line.Canal : line.Cuenta, tone: 'plain' };
      }
    },
    [text, formats, places, shortDates],
  );
}

/** Sums of the whole query: rows and amounts, before, after and their difference. */
export function useChangeFoot(
  head: ChangesHead | null,
  places: number,
  /** What stands for a sum that is not there (yet). */
  missing: string,
): (column: string) => GridCell | null {
  const formats = useFormats();
  return useCallback(
    (columnId) => {
      const amount = readAmountId(columnId);
      if (amount !== null) {
        if (head === null) return { text: missing, tone: 'none' };
        const cell = amountCell(
          head.sums[amount.column]?.[amount.side] ?? null,
          amount.side,
          places,
          formats,
        );
        return { ...cell, testId: `changes-total-${amount.column}-${amount.side}` };
      }
      if (columnId !== 'rows:before' && columnId !== 'rows:after') return null;
      if (head === null) return { text: missing, tone: 'none' };
      const rows = columnId === 'rows:before' ? head.rowsBefore : head.rowsAfter;
      return {
        text: formats.count(rows),
        tone: 'plain',
        value: String(rows),
        testId: `changes-total-rows-${columnId.slice(5)}`,
      };
    },
    [head, places, formats, missing],
  );
}

/** Columns of the table of changes, their widths, and the sections they stand in. */

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
            text(`changes.${side}`),
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
      const scope = scopeOfResult(column);
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
      const scope = scopeOfResult(group);
      return scope === undefined ? 0 : sectionShortfall(`M ${text(`scope.${scope}`)}`, width, widths);
    },
    [text, widths],
  );
  return { columns, groups, shortfall };
}
