import type { OrderDifference, OrderFigures } from '#renderer/data/api.ts';
import { describeMonth, type PeriodMessages } from '#renderer/features/period/period.ts';
import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import { type DateStyle, formatDay } from '#renderer/ui/date-format.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { AMOUNT_COLUMNS, type ChangesRows, differenceOf, KINDS, type Span } from './changes-state.ts';

/** What became of an order, in words. Pure. */

const KIND_WORDS: { readonly [kind in OrderDifference['kind']]: MessageId } = {
  new: 'changes.kind-new',
  changed: 'changes.kind-changed',
  removed: 'changes.kind-removed',
};

function joined(values: readonly string[]): string {
  return values.length === 0 ? '—' : values.join(', ');
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** «Informado → Pagado»; one side alone where nothing changed or there is only one. */
export function transition(
  difference: Pick<OrderDifference, 'before' | 'after'>,
  part: 'states' | 'payments',
): { readonly text: string; readonly changed: boolean } {
  const { before, after } = difference;
  if (before === null || after === null)
    return { text: joined((after ?? before)?.[part] ?? []), changed: false };
  return sameValues(before[part], after[part])
    ? { text: joined(after[part]), changed: false }
    : { text: `${joined(before[part])} → ${joined(after[part])}`, changed: true };
}

/** Columns of amounts that are not the same before and after, in the order they are given. */
export function changedAmounts(
  before: OrderFigures | null,
  after: OrderFigures | null,
  columns: readonly string[],
): readonly string[] {
  return columns.filter((column) => !isZero(differenceOf(before, after, column) ?? '0'));
}

/** What the log tells with its values; rates change with their amounts. */
const TOLD: ReadonlySet<string> = new Set([...AMOUNT_COLUMNS, 'Estado de Orden', 'Estado de Pago']);

/** The columns that differed and whose values the log does not keep; none where it is not known which. */
export function otherColumns({ columns }: Pick<OrderDifference, 'columns'>): readonly string[] {
  return (columns ?? []).filter((column) => !TOLD.has(column) && findColumn(column)?.kind !== 'percent');
}

/** What changed of an order, in a few words: «estado, pago, montos», «filas: 2 → 3», «Estado de Despacho +2». */
export function whatChanged(difference: OrderDifference, columns: readonly string[], text: Text): string {
  const { before, after, kind } = difference;
  if (before === null || after === null) return text(KIND_WORDS[kind]);
  const parts = [
    transition(difference, 'states').changed ? text('changes.part-state') : '',
    transition(difference, 'payments').changed ? text('changes.part-payment') : '',
    changedAmounts(before, after, columns).length > 0 ? text('changes.part-amounts') : '',
    before.rows === after.rows ? '' : text('changes.part-rows', { before: before.rows, after: after.rows }),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(', ');
  const [first, ...more] = otherColumns(difference);
  if (first === undefined) return text('changes.part-other');
  return more.length === 0 ? first : `${first} +${more.length}`;
}

function spanMessage(span: Span, lastRun: string | null, text: Text, dates: DateStyle): string {
  switch (span.kind) {
    case 'last':
      return lastRun === null ? text('changes.span-last') : `${text('changes.span-last')} (${lastRun})`;
    case 'since':
      return text('print.changes-since', { day: formatDay(span.day, dates) });
    case 'all':
      return text('print.changes-all');
    case 'run':
      return text('changes.of-run');
  }
}

/** Which changes are listed, part by part, as paper says it. `lastRun`: when the last sync ended, in words. */
export function questionMessage(
  rows: ChangesRows,
  lastRun: string | null,
  text: Text,
  dates: DateStyle,
  words: PeriodMessages,
): readonly string[] {
  return [
    spanMessage(rows.span, lastRun, text, dates),
    ...(rows.month === null ? [] : [text('changes.month-of', { month: describeMonth(rows.month, words) })]),
    ...(rows.kinds.length === KINDS.length
      ? []
      : [rows.kinds.map((kind) => text(`changes.kinds-${kind}`)).join(', ')]),
    ...(rows.canal === null ? [] : [`Canal: ${rows.canal === '' ? text('filter.blank') : rows.canal}`]),
    ...(rows.onlyDifferent ? [text('changes.only-different')] : []),
    ...(rows.search === '' ? [] : [text('print.search', { text: rows.search })]),
  ];
}
