import { partition } from 'es-toolkit/array';
import type { ChangesAnswer } from '#renderer/data/engine/changes/change-query.ts';
import type { EvidenceContent } from '#renderer/data/files/evidence/evidence.ts';
import {
  type ChangesQuery,
  type ColumnDifference,
  EVERY_CHANGE,
  justAfter,
  type OrderDifference,
} from '#renderer/data/model/changes.ts';
import type { CheckedOrder, CheckedOrders } from '#renderer/data/model/export-check.ts';
import { dayOf, type UtcInstant } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The orders that changed after a reading, as far as they may concern a selection: by the change log. */

/** Those that are told with what they hold. */
const MAX_LISTED = 500;

type Answers = {
  readonly changes: (query: ChangesQuery) => Promise<ChangesAnswer>;
  /** Canal, Cuenta and Orden of the orders of a selection. */
  readonly ordersOf: (selection: Selection) => Promise<readonly (readonly Cell[])[]>;
};

export async function ordersSince(
  content: EvidenceContent,
  readUntil: UtcInstant,
  { changes, ordersOf }: Answers,
): Promise<CheckedOrders> {
  const asked: ChangesQuery = { ...EVERY_CHANGE, since: justAfter(readUntil) };
  if (content.kind === 'changes') {
    const { month, canal, scope } = content.query;
    const answer = await changes({ ...asked, month, canal, scope });
    const lines = answer.lines(0, MAX_LISTED).map((line) => checkedOrder(line, null));
    return { by: 'log', counts: answer.counts, lines };
  }
  const selection = content.kind === 'rows' ? content.query.selection : content.selection;
  const answer = await changes({ ...asked, scope: selection.scope });
  const all = answer.lines(0, answer.total);
  const selected = await selectedAmong(selection, all, ordersOf);
  const isSelected = ({ Canal, Cuenta, Orden }: OrderDifference) =>
    selected.has(keyOf([Canal, Cuenta, Orden]));
  const [within, beside] = partition(all, isSelected);
  const lines = [...within, ...beside.filter((line) => mayHaveBeenOf(selection, line))];
  const counts = { new: 0, changed: 0, removed: 0 };
  for (const { kind } of lines) counts[kind] += 1;
  const listed = lines.slice(0, MAX_LISTED).map((line) => checkedOrder(line, isSelected(line)));
  return { by: 'log', counts, lines: listed };
}

/**
 * Whether an order that is not selected by now may have been: as far as what cannot change tells, when it was bought
 * and whose it is.
 */
function mayHaveBeenOf({ period, periodColumn, filters }: Selection, line: OrderDifference): boolean {
  const { purchase, kind } = line;
  // A new one was not there.
  if (kind === 'new') return false;
  if (period !== null && periodColumn === 'Fecha de compra' && purchase !== null) {
    const day = dayOf(purchase);
    if (day < period.from || day > period.to) return false;
  }
  return filters.every(
    ({ column, values }) =>
      (column !== 'Canal' && column !== 'Cuenta' && column !== 'Orden') || values.includes(line[column]),
  );
}

const keyOf = (cells: readonly Cell[]): string => JSON.stringify(cells.map((cell) => cell ?? ''));

async function selectedAmong(
  selection: Selection,
  lines: readonly OrderDifference[],
  ordersOf: Answers['ordersOf'],
): Promise<ReadonlySet<string>> {
  // Orders are asked for by number, of those alone that the selection's own filter names.
  const [named, others] = partition(selection.filters, ({ column }) => column === 'Orden');
  const values = [...new Set(lines.map(({ Orden }) => Orden))].filter((number) =>
    named.every((filter) => filter.values.includes(number)),
  );
  if (values.length === 0) return new Set();
  const orders = await ordersOf({ ...selection, filters: [...others, { column: 'Orden', values }] });
  return new Set(orders.map(keyOf));
}

function checkedOrder(line: OrderDifference, isSelected: boolean | null): CheckedOrder {
  const { Canal, Cuenta, Orden, kind, before, after, values } = line;
  const columns: ColumnDifference[] = [];
  const put = (column: string, was: readonly Cell[], is: readonly Cell[]): void => {
    if (was.join('\n') !== is.join('\n')) columns.push({ column, before: was, after: is });
  };
  if (before !== null && after !== null) {
    put('Estado de Orden', before.states, after.states);
    put('Estado de Pago', before.payments, after.payments);
    for (const column of new Set([...Object.keys(before.amounts), ...Object.keys(after.amounts)]))
      put(column, [before.amounts[column] ?? null], [after.amounts[column] ?? null]);
    columns.push(...(values ?? []));
  }
  return { Canal, Cuenta, Orden, kind, isSelected, columns };
}
