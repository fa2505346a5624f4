import { xor } from 'es-toolkit/array';
import { useCallback, useMemo } from 'react';
import type { ChangesHead, ChangesView } from '#renderer/data/client/change-rows.ts';
import type { OrderDifference } from '#renderer/data/model/changes.ts';
import {
  differenceOf,
  otherColumns,
  transition,
  whatChanged,
} from '#renderer/features/changes/changes-state.ts';
import { sectionShortfall } from '#renderer/features/columns/cells.ts';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { differenceShown, figureText, figureTone } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { add, type Decimal, fromDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import styles from './changes.module.css';

/** The table of changes: columns with their sections, cells, the foot. */

const SIDES = ['before', 'after', 'difference'] as const;
type Side = (typeof SIDES)[number];

export function amountId(column: string, side: Side): string {
  return `${column}:${side}`;
}

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
  if (value === null) return NONE;
  const exact = { value, title: formats.title(value) };
  if (side === 'difference') return { ...differenceShown(value, 'money', places, 1, formats), ...exact };
  const text = figureText(value, 'money', places, formats);
  return { text, tone: figureTone(value, 'money', formats), ...exact };
}

function readAmount(line: OrderDifference, column: string, side: Side): Decimal | null {
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

const NONE: GridCell = { text: '—', tone: 'none' };

function countCell(count: number, tone: GridCell['tone'], formats: Formats): GridCell {
  return { text: formats.count(count), tone, value: String(count) };
}

export function useChangeCells(
  places: number,
  shortDates: boolean,
): (line: object, column: string) => GridCell {
  const text = useText();
  const formats = useFormats();
  return useMemo(
    () => changeCells({ text, formats, places, shortDates }),
    [text, formats, places, shortDates],
  );
}

/** What stands in each cell of a change. */
export function changeCells(style: {
  readonly text: Text;
  readonly formats: Formats;
  readonly places: number;
  readonly shortDates: boolean;
}): (line: object, column: string) => GridCell {
  const { text, formats, places, shortDates } = style;
  const moment = (value: string | null, isShort = false): GridCell =>
    value === null ? NONE : { text: formatMoment(value, formats.dates, isShort), tone: 'soft', title: value };
  return (raw, columnId) => {
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
          marks: [{ text: '', className: classNames(styles.kind, styles[line.kind]) }],
        };
      }
      case 'purchase':
        return moment(line.purchase, shortDates);
      case 'states':
      case 'payments': {
        const shown = transition(line, columnId);
        return { text: shown.text, tone: shown.changed ? 'plain' : 'soft' };
      }
      case 'rows:before':
      case 'rows:after': {
        const figures = columnId === 'rows:before' ? line.before : line.after;
        return figures === null ? NONE : countCell(figures.rows, 'plain', formats);
      }
      case 'read':
        return moment(line.readAt);
      case 'purpose': {
        const title = `${line.windowFrom} – ${line.windowTo}`;
        return { text: text(`kind.${line.purpose}`), tone: 'soft', title };
      }
      case 'changes':
        return countCell(line.changes, 'soft', formats);
      case 'correlation': {
        const [first, ...more] = line.correlationIds;
        if (first === undefined) return NONE;
        const shown = more.length === 0 ? first : `${first} +${more.length}`;
        return { text: shown, tone: 'soft', title: line.correlationIds.join('\n') };
      }
      default:
        return { text: columnId === 'Canal' ? line.Canal : line.Cuenta, tone: 'plain' };
    }
  };
}

type ChangesSums = Pick<ChangesHead, 'sums' | 'rowsBefore' | 'rowsAfter'>;

/** The sums of some lines. */
export function changesSums(lines: readonly OrderDifference[]): ChangesSums {
  const sumOf = (column: string, side: Side): Decimal =>
    toDecimal(
      lines.reduce((sum, line) => {
        const value = readAmount(line, column, side);
        return value === null ? sum : add(sum, fromDecimal(value));
      }, ZERO),
    );
  const rowsOn = (side: 'before' | 'after'): number =>
    lines.reduce((sum, line) => sum + (line[side]?.rows ?? 0), 0);
  return {
    sums: Object.fromEntries(
      AMOUNT_COLUMNS.map((column) => [
        column,
        {
          before: sumOf(column, 'before'),
          after: sumOf(column, 'after'),
          difference: sumOf(column, 'difference'),
        },
      ]),
    ),
    rowsBefore: rowsOn('before'),
    rowsAfter: rowsOn('after'),
  };
}

/** Sums of lines, under their columns: rows and amounts, before, after and their difference. */
export function changeFoot(
  sums: ChangesSums | null,
  places: number,
  formats: Formats,
  /** The text in place of a sum that is not there (yet). */
  missing = '—',
): (column: string) => GridCell | null {
  return (columnId) => {
    const amount = readAmountId(columnId);
    const isRows = columnId === 'rows:before' || columnId === 'rows:after';
    if (amount === null && !isRows) return null;
    if (sums === null) return { text: missing, tone: 'none' };
    if (amount !== null) {
      const { column, side } = amount;
      const cell = amountCell(sums.sums[column]?.[side] ?? null, side, places, formats);
      return { ...cell, testId: `changes-total-${column}-${side}` };
    }
    const rows = columnId === 'rows:before' ? sums.rowsBefore : sums.rowsAfter;
    return { ...countCell(rows, 'plain', formats), testId: `changes-total-rows-${columnId.slice(5)}` };
  };
}

/** The same of the whole query. */
export function useChangeFoot(head: ChangesHead | null, places: number, missing: string) {
  const formats = useFormats();
  return useMemo(() => changeFoot(head, places, formats, missing), [head, places, formats, missing]);
}

type CellOf = (line: object, column: string) => GridCell;
type FootOf = (column: string) => GridCell | null;

/** Columns of the table of changes, each as wide as what it holds. */
export function useChangeColumns(view: ChangesView, cell: CellOf, foot: FootOf, folded: readonly string[]) {
  const text = useText();
  const widths = useCharWidths();
  return useMemo((): readonly GridColumn[] => {
    const lines = [...view.pages.values()].flat();
    const place = (id: string, label: string, group: string, least: number, most: number): GridColumn => {
      const isAmount = AMOUNT_COLUMNS.includes(group);
      const widest = lines.reduce(
        (width, line) => Math.max(width, widths.regular(cell(line, id).text)),
        Math.max(widths.bold(foot(id)?.text ?? ''), widths.regular(label) * (11 / 12) + 14),
      );
      const extra = id === 'Orden' ? 34 : id === 'change' ? 30 : 15;
      return {
        id,
        label,
        name: isAmount ? `${text.column(group)}: ${label}` : label,
        align: isAmount || group === 'rows' || id === 'changes' ? 'end' : 'start',
        width: Math.ceil(Math.min(most, Math.max(least, widest + extra))),
        group,
        pinned: id === 'Orden' || id === 'change',
        sortable: sortColumnOf(id) !== null,
      };
    };
    return [
      place('Orden', text.column('Orden'), 'order', 120, 210),
      place('change', text('changes.change'), 'order', 96, 170),
      place('purchase', text('order.bought'), 'order', 92, 140),
      place('Canal', text.column('Canal'), 'order', 70, 150),
      ...AMOUNT_COLUMNS.flatMap((column) =>
        SIDES.filter((side) => side === 'difference' || !folded.includes(column)).map((side) =>
          place(amountId(column, side), text(`changes.${side}`), column, 64, 260),
        ),
      ),
      place('states', text.column('Estado de Orden'), 'states', 110, 220),
      place('payments', text.column('Estado de Pago'), 'states', 110, 220),
      place('Cuenta', text.column('Cuenta'), 'states', 70, 150),
      place('rows:before', text('changes.before'), 'rows', 50, 90),
      place('rows:after', text('changes.after'), 'rows', 50, 90),
      place('read', text('changes.read'), 'reading', 120, 140),
      place('purpose', text('history.kind'), 'reading', 90, 120),
      place('changes', text('changes.times'), 'reading', 60, 80),
      place('correlation', text('history.request-id'), 'reading', 110, 290),
    ];
  }, [view.pages, cell, foot, folded, text, widths]);
}

/** The sections they stand in. `folded`: amounts whose before and after are folded away, leaving the difference. */
export function changeGroups(
  folded: readonly string[],
  onFold: (folded: readonly string[]) => void,
  text: Text,
): readonly GridGroup[] {
  const plain = (id: string, label: string): GridGroup => ({
    id,
    label,
    title: label,
    ink: null,
    fold: null,
  });
  const amount = (column: string): GridGroup => {
    const scope = scopeOfResult(column);
    const isFolded = folded.includes(column);
    const fold = {
      folded: isFolded,
      title: text(isFolded ? 'changes.unfold' : 'changes.fold'),
      toggle: () => onFold(xor(folded, [column])),
    };
    if (scope === undefined) return { ...plain(column, text.column(column)), fold };
    const mark = <ScopeMark scope={scope} />;
    return { ...plain(column, text(`scope.${scope}`)), title: text.column(column), mark, fold };
  };
  return [
    plain('pinned', ''),
    plain('order', text('changes.order')),
    ...AMOUNT_COLUMNS.map(amount),
    plain('states', text('section.short.status')),
    plain('rows', text('sync.rows')),
    plain('reading', text('changes.reading')),
  ];
}

/** The width that the name of a scope lacks over columns of a width, px. */
export function useScopeShortfall(): (group: string, width: number) => number {
  const text = useText();
  const widths = useCharWidths();
  return useCallback(
    (group, width) => {
      const scope = scopeOfResult(group);
      return scope === undefined ? 0 : sectionShortfall(`M ${text(`scope.${scope}`)}`, width, widths);
    },
    [text, widths],
  );
}
