import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createStore } from '#renderer/data/client/session.ts';
import { SessionProvider } from '#renderer/data/client/session-context.tsx';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { useOpenedOrders } from '#renderer/screens/orders/opened-orders.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** Orders that are opened, as the table is answered anew under them: never two states at a time. */

const COLUMNS = ['Orden', 'Canal', 'Cuenta'];
const ROWS = { selection: EVERYTHING, grouping: 'orders', sort: null, columns: COLUMNS } as const;
const line = (order: string, rows: number): TableRow => ({
  ...{ id: `id ${order}`, cells: [order, 'Uno', 'x'], rows, unreadable: [], mixed: [] },
  productCostMissing: false,
});
const view = (revision: number, lines: readonly TableRow[], query = { rows: ROWS, totalColumns: [] }) =>
  ({
    ...{ query, revision, total: lines.length, pages: new Map([[0, lines]]) },
    ...{ stale: false, error: null, head: null },
  }) as unknown as TableRowsView;

function opened(first: TableRowsView) {
  const asked: string[] = [];
  const waiting: {
    readonly lineId: string;
    readonly give: (revision: number) => void;
    readonly fail: () => void;
  }[] = [];
  const readOrderRows = ({ lineId }: { readonly lineId: string }) =>
    new Promise((resolve, reject) => {
      asked.push(lineId);
      const of = (revision: number) => [1, 2, 3].map((at) => line(`${lineId} ${at} of ${revision}`, 1));
      waiting.push({
        lineId,
        give: (revision) => resolve({ revision, lines: of(revision) }),
        fail: () => reject(new Error('It is gone.')),
      });
    });
  const revision = createStore(1);
  const session = {
    ...{
      revision,
      latest: revision,
      notes: revision,
      annotations: revision,
      ledger: createStore({ kind: 'none' }),
    },
    data: { call: { readOrderRows }, freshnessOf: () => 'commits' },
  } as never;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SessionProvider session={session}>{children}</SessionProvider>
  );
  const { result, rerender } = renderHook(({ latest }) => useOpenedOrders(latest), {
    initialProps: { latest: first },
    wrapper,
  });
  const settle = (act_: () => void) =>
    act(async () => {
      act_();
      await Promise.resolve();
    });
  return {
    asked,
    now: () => result.current,
    toggle: (row: number) => act(() => result.current.tree.toggle(row)),
    show: (latest: TableRowsView) => act(() => rerender({ latest })),
    /** What is awaited comes, of a revision. */
    come: (revision: number) => settle(() => waiting.splice(0).map(({ give }) => give(revision))),
    fail: () => settle(() => waiting.splice(0).map(({ fail }) => fail())),
    orders: () =>
      Array.from({ length: result.current.places.rowCount }, (_, row) => {
        const found = result.current.lineOf(row);
        return found === undefined ? '…' : found.cells[0];
      }),
  };
}
const A = line('A', 2);
const LINES = [A, line('B', 1), line('C', 3), line('D', 1)];

test('each opened order has its own rows under it, as they come; closed, the others keep theirs', async () => {
  const table = opened(view(1, LINES));
  expect([table.orders(), table.now().linesKey]).toEqual([['A', 'B', 'C', 'D'], '4|0']);
  // An order of one row holds nothing to be opened.
  expect([0, 1, 2, 3].map((row) => table.now().tree.stateOf(row))).toEqual(['closed', null, 'closed', null]);
  table.toggle(2);
  expect(table.orders()).toEqual(['A', 'B', 'C', '…', '…', '…', 'D']);
  await table.come(1);
  const ofC = ['id C 1 of 1', 'id C 2 of 1', 'id C 3 of 1'];
  expect(table.orders()).toEqual(['A', 'B', 'C', ...ofC, 'D']);
  table.toggle(0);
  expect(table.orders()).toEqual(['A', '…', '…', 'B', 'C', ...ofC, 'D']);
  await table.come(1);
  expect(table.orders()).toEqual(['A', 'id A 1 of 1', 'id A 2 of 1', 'B', 'C', ...ofC, 'D']);
  expect(table.asked).toEqual(['id C', 'id A']);
  const { tree, isItem, lineOf, linesKey } = table.now();
  expect(Array.from({ length: 9 }, (_, row) => tree.stateOf(row))).toEqual([
    ...['open', 'item', 'item', null, 'open', 'item', 'item', 'item', null],
  ]);
  expect([1, 2, 5, 7].map((row) => tree.holderOf(row))).toEqual([0, 0, 4, 4]);
  expect([0, 1, 4, 7].map((row) => isItem(lineOf(row) ?? {}))).toEqual([false, true, false, true]);
  // By hand lines were opened: a range that names places stays what it was.
  expect(linesKey).toBe('4|0');
  table.toggle(0);
  expect(table.orders()).toEqual(['A', 'B', 'C', ...ofC, 'D']);
  // A press on a row within changes nothing.
  table.toggle(3);
  expect(table.orders()).toHaveLength(7);
  table.toggle(2);
  expect([table.orders(), table.asked.length]).toEqual([['A', 'B', 'C', 'D'], 2]);
});

test('a commit is shown once the rows of the opened orders are of it too, where they stand by then', async () => {
  const table = opened(view(1, LINES));
  table.toggle(0);
  await table.come(1);
  const before = table.orders();
  const next = view(2, [line('N', 1), line('D', 1), line('A', 3), line('B', 1)]);
  table.show(next);
  expect([table.orders(), table.now().view.revision]).toEqual([before, 1]);
  // Rows of a commit after it are of no table that is there: the answer after it is on its way.
  await table.come(3);
  expect([table.orders(), table.now().view.revision]).toEqual([before, 1]);
  const third = view(3, [line('A', 3), line('B', 1)]);
  table.show(third);
  await table.come(3);
  expect(table.orders()).toEqual(['A', 'id A 1 of 3', 'id A 2 of 3', 'id A 3 of 3', 'B']);
  // Its rows are others now: what names places ends.
  expect([table.now().view, table.now().linesKey]).toEqual([third, '2|1']);
  expect(table.now().isItem(table.now().lineOf(1) ?? {})).toBe(true);
  // Of the same answer more lines are there at once, and what is open stays.
  const more = { ...third, pages: new Map([[0, [line('A', 3), line('B', 1)]]]) };
  table.show(more);
  expect([table.now().view === more, table.orders().length, table.now().linesKey]).toEqual([true, 5, '2|1']);
});

test('where its order is gone nothing is open; where rows cannot be read the order is, without them', async () => {
  const table = opened(view(1, LINES));
  table.toggle(0);
  await table.come(1);
  table.show(view(2, LINES));
  await table.fail();
  expect([table.now().view.revision, table.orders()]).toEqual([2, ['A', '…', '…', 'B', 'C', 'D']]);
  // They are asked for once more.
  await waitFor(() => expect(table.asked).toEqual(['id A', 'id A', 'id A']));
  await table.come(2);
  expect(table.orders()).toEqual(['A', 'id A 1 of 2', 'id A 2 of 2', 'B', 'C', 'D']);
  table.show(view(3, [line('B', 1), line('A', 1)]));
  await table.come(3);
  expect(table.orders()).toEqual(['B', 'A']);
  expect([0, 1].map((row) => table.now().tree.stateOf(row))).toEqual([null, null]);
});

test('another question closes all at once; of rows in the place of orders nothing opens', async () => {
  const table = opened(view(1, LINES));
  table.toggle(0);
  await table.come(1);
  const sort = { column: 'Ventas', direction: 'ascending' };
  const sorted = view(1, LINES, { rows: { ...ROWS, sort } as never, totalColumns: [] });
  table.show(sorted);
  expect([table.orders(), table.now().linesKey, table.now().view]).toEqual([
    ['A', 'B', 'C', 'D'],
    '4|1',
    sorted,
  ]);
  table.toggle(2);
  await table.come(1);
  expect(table.orders()).toHaveLength(7);
  table.show(view(1, LINES, { rows: { ...ROWS, grouping: 'rows' } as never, totalColumns: [] }));
  expect([table.orders().length, table.now().tree.stateOf(0), table.now().linesKey]).toEqual([
    4,
    null,
    '4|2',
  ]);
});

test('of two answers that follow each other the later one counts, whichever rows come first', async () => {
  const table = opened(view(1, LINES));
  table.toggle(0);
  await table.come(1);
  table.show(view(2, [A, line('B', 1)]));
  table.show(view(2, [line('B', 1), A], { rows: { ...ROWS }, totalColumns: ['Ventas'] as never }));
  await table.come(2);
  expect(table.orders()).toEqual(['B', 'A', 'id A 1 of 2', 'id A 2 of 2']);
});
