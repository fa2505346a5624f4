import {
  type ChangesAnswer,
  orderHistory,
  queryChanges,
} from '#renderer/data/engine/changes/change-query.ts';
import { selectedOrders } from '#renderer/data/engine/changes/selected-orders.ts';
import type { AnswerCache } from '#renderer/data/engine/columns/derived.ts';
import type { ChangesPage, ChangesQuery, OrderHistory } from '#renderer/data/model/changes.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** Changes of orders by readings. */

type ChangesOfCopy = {
  readonly ledger: Pick<Ledger, 'reads' | 'store'>;
  readonly changes: AnswerCache<ChangesAnswer>;
};

/** All changes of a query, of which pages are taken. */
export async function changesOf(
  { ledger, changes }: ChangesOfCopy,
  query: ChangesQuery,
): Promise<ChangesAnswer> {
  const index = await ledger.reads.changes();
  const { selection = null } = query;
  const { store } = ledger;
  return changes.of(JSON.stringify(query), () =>
    queryChanges(index, query, selection === null ? null : selectedOrders(store, selection)),
  );
}

export const readChanges = question('readChanges', {
  freshness: 'commits-and-metadata',
  answer: async (
    copy: ChangesOfCopy,
    { offset, limit, ...query }: ChangesQuery & PageRange,
  ): Promise<ChangesPage> => {
    const { lines, ...answer } = await changesOf(copy, query);
    return { revision: copy.ledger.store.revision, ...answer, offset, lines: lines(offset, limit) };
  },
});

/** History of one order, identified by its cells (shared/domain/order-identity.ts). */
export const readOrderHistory = question('readOrderHistory', {
  freshness: 'commits',
  answer: async (
    { ledger }: ChangesOfCopy,
    { identity }: { readonly identity: { readonly [column: string]: Cell } },
  ): Promise<OrderHistory> => {
    const index = await ledger.reads.changes();
    const columns = Object.keys(identity);
    const key = orderKeyReader({ columns })(columns.map((column) => identity[column] ?? null));
    return { revision: ledger.store.revision, changes: orderHistory(index, key) };
  },
});
