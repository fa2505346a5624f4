import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRef, type RefObject, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#renderer/data/client/session.ts';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { RailFoldProvider, useRailFold } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { OrdersGrid } from '#renderer/screens/orders/orders-grid.tsx';
import { useCellStyle } from '#renderer/screens/orders/orders-table.tsx';
import ui from '#renderer/ui/controls.module.css';
import gridStyles from '#renderer/ui/grid/grid.module.css';
import { NATURAL_LAYOUT } from '#renderer/ui/grid/use-column-table.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { buttonOf, grid } from '#test/renderer/dom/shown.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/**
 * The table of orders over lines that a test gives and moves: more than can be copied, orders that are opened while others are
 * open beside it, answers that come late or not at all.
 */

const MOST = 20_000;
const SHOWN = ['Orden', 'Canal', 'Ventas'];
const COLUMNS = [...SHOWN, 'Cuenta', 'Estado de Orden'];
const ROWS = { selection: EVERYTHING, grouping: 'orders', sort: null, columns: COLUMNS } as const;
const QUERY = { rows: ROWS, totalColumns: [] } as const;

const line = (order: string, rows = 1): TableRow => ({
  ...{ id: `id ${order}`, cells: [order, 'Plaza', '2', 'una', 'Regular'], rows, unreadable: [], mixed: [] },
  productCostMissing: false,
});
/** Lines 0 to 59 are on hand, of as many as there are. */
const view = (lines: readonly TableRow[], more: Partial<TableRowsView> = {}): TableRowsView =>
  ({
    ...{ query: QUERY, revision: 1, total: lines.length, pages: new Map([[0, lines]]), stale: false },
    ...{ head: { rows: 9, orders: 7, sums: {}, unreadable: {}, rowsWithoutProductCost: 0, revision: 1 } },
    ...{ error: null, ...more },
  }) as unknown as TableRowsView;
const numbered = (count: number, rowsOf: (at: number) => number = () => 1) =>
  Array.from({ length: count }, (_, at) => line(`P-${at}`, rowsOf(at)));
const UNREAD = { query: null, pages: new Map(), total: 0, head: null } as const;

async function orders(first: TableRowsView, asked: { readonly order?: string } = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const store = createStore(first);
  /** What is read for somebody who waits: lines for paper are read ahead. */
  const read = vi.fn(
    async (from: number, to: number): Promise<readonly TableRow[] | null> =>
      Array.from({ length: to - from + 1 }, (_, at) => line(`L-${from + at}`)),
  );
  const readRange = async (from: number, to: number, isAhead?: boolean) =>
    isAhead === true ? [] : read(from, to);
  const source = { store, readRange, ask: vi.fn(), refresh: vi.fn(), show: vi.fn() };
  const choose = vi.fn();
  const columnIds = createRef() as RefObject<readonly string[]>;
  const chosen = {
    ...{ chosen: new Set([...SHOWN, 'Nada']), shown: SHOWN, unknown: [], choose },
    keys: { date: 'Fecha de compra', hasSeveralAccounts: false },
    held: { layout: NATURAL_LAYOUT, change: vi.fn(), undo: null, remember: vi.fn() },
  } as const;
  let search: (words: string) => void = () => {};
  function Search() {
    const { change } = useSelection();
    search = (words) => act(() => change({ type: 'search', text: words }));
    return null;
  }
  const page = await openPage(
    {
      rows: [{ Canal: 'Plaza', Cuenta: 'una', Orden: 'P-0', 'Fecha de compra': '2026-10-01T10:00:00.000' }],
      dataReplies: {
        readOrderRows: ({ lineId }) => ({
          ...{ revision: store.get().revision, total: 2, offset: 0 },
          lines: [1, 2].map((at) => ({ ...line(lineId.replace('id ', '')), id: `${lineId} ${at}` })),
        }),
      },
    },
    () => (
      <InAccount>
        <RailFoldProvider>
          <OrdersGrid
            source={source as never}
            chosen={chosen}
            sort={null}
            onSort={() => {}}
            order={asked.order ?? null}
            pointAt={null}
            columnIds={columnIds}
          />
          <Search />
          <Rail />
        </RailFoldProvider>
      </InAccount>
    ),
  );
  return {
    ...{ ...page, ...source, read, choose, columnIds },
    search: (words: string) => search(words),
    answer: (next: TableRowsView) => act(() => store.set(next)),
  };
}
/** Whether the rail gives its room to an order that is open. */
function Rail() {
  return <output aria-label="rail">{String(useRailFold())}</output>;
}
const isRailFolded = () => screen.getByLabelText('rail').textContent === 'true';
const cell = (row: number, column: string) =>
  document.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`) as HTMLElement;
const press = (row: number, column: string, held: object = {}) => {
  fireEvent.mouseDown(cell(row, column), { clientX: 60, ...held });
  fireEvent.mouseUp(cell(row, column));
};
const key = (name: string, held: object = {}) => fireEvent.keyDown(grid(), { key: name, ...held });
const beside = () => screen.queryByTestId('order-panel')?.dataset.value ?? null;
const openRow = () => {
  const row = document.querySelector<HTMLElement>(`[data-row].${gridStyles.open}`)?.dataset.row;
  return row === undefined ? null : Number(row);
};
const openFrom = async (row: number, order: string) => {
  fireEvent.click(cell(row, 'Orden'), { clientX: 60 });
  await waitFor(() => expect(beside()).toBe(order));
};
/** The first order's two rows under it: all others stand two rows below their lines. */
const openFirst = async () => {
  press(0, 'Orden');
  key(' ');
  await waitFor(() => expect(cell(1, 'Orden').textContent).toBe('P-0'));
  await waitFor(() => expect(cell(3, 'Orden').textContent).toBe('P-1'));
};

beforeAll(async () => {
  await import('#renderer/features/order-details/order-panel.tsx');
  await import('#renderer/ui/grid/grid-menu.tsx');
}, 60_000);
beforeEach(() => localStorage.clear());

describe('a copy', () => {
  const last = MOST + 4;

  test('has as many rows as can be read from its first one on, and says where these are a part', async () => {
    const { read } = await orders(view(numbered(60), { total: last + 1 }));
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const copied = async (from: number) => {
      key('Home', { ctrlKey: true });
      press(from, 'Ventas');
      key('End', { ctrlKey: true, shiftKey: true });
      key('c', { ctrlKey: true });
      const said = await screen.findByTestId('copied');
      const lines = written.mock.calls.splice(0)[0]?.[0].split('\r\n') ?? [];
      return [said.textContent, said.className, lines.length, read.mock.calls.splice(0)[0]];
    };
    const part = text('range.copied-part', { shown: '20.000' });
    const whole = text('range.copied-whole', { shown: '20.000' });
    expect(await copied(4)).toEqual([part, ui.warning, MOST, [4, MOST + 3]]);
    // One row less and it is all there is.
    expect(await copied(5)).toEqual([whole, ui.faint, MOST, [5, last]]);
  });

  test('that a commit came in between of has failed, and nothing is on the clipboard; another range has been copied nowhere', async () => {
    const { read } = await orders(view(numbered(60), { total: 70 }));
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    read.mockResolvedValueOnce(null);
    press(2, 'Canal');
    press(4, 'Ventas', { shiftKey: true });
    key('c', { ctrlKey: true });
    const said = await screen.findByTestId('copied');
    expect([said.textContent, said.className]).toEqual([text('range.copied-failed'), ui.warning]);
    expect(written).not.toHaveBeenCalled();
    press(5, 'Ventas', { shiftKey: true });
    expect(screen.queryByTestId('copied')).toBeNull();
    key('c', { ctrlKey: true, altKey: true });
    await waitFor(() => expect(written).toHaveBeenCalledTimes(1));
    expect(written.mock.calls[0]?.[0].split('\r\n')).toEqual([
      'Canal\tVentas',
      ...['Plaza\t2', 'Plaza\t2', 'Plaza\t2', 'Plaza\t2'],
    ]);
    expect(read.mock.calls).toEqual([
      [2, 4],
      [2, 5],
    ]);
  });
});

describe('the order that was asked for by its number', () => {
  test('is opened once it is the first line, once', async () => {
    const { answer } = await orders(view([], UNREAD), { order: 'P-0' });
    expect([beside(), isRailFolded()]).toEqual([null, false]);
    answer(view([line('otra'), line('P-0')]));
    expect(beside()).toBeNull();
    answer(view([line(' P-0 '), line('otra')]));
    await waitFor(() => expect([beside(), isRailFolded()]).toEqual(['P-0', true]));
    key('Escape');
    expect([beside(), isRailFolded()]).toEqual([null, false]);
    answer(view([line('P-0'), line('más')]));
    await waitFor(() => expect(cell(1, 'Orden').textContent).toBe('más'));
    expect(beside()).toBeNull();
  });

  test('nobody asked for is none, not even one without a number', async () => {
    await orders(view([line(''), line('P-1')]));
    await waitFor(() => expect(cell(1, 'Orden').textContent).toBe('P-1'));
    expect(beside()).toBeNull();
  });
});

describe('an order beside the table', () => {
  test('is that of the row also where orders above it are opened; the keys lead from order to order', async () => {
    const { show } = await orders(view(numbered(30, (at) => (at === 0 ? 2 : 1))));
    await openFirst();
    show.mockClear();
    await openFrom(4, 'P-2');
    expect(openRow()).toBe(4);
    // Lines are read by their own numbers.
    expect(show.mock.calls.at(-1)).toEqual([0, 10]);
    press(4, 'Canal');
    key('ArrowUp');
    await waitFor(() => expect([beside(), openRow()]).toEqual(['P-1', 3]));
    key('ArrowUp');
    // An order's rows are of it: its own row is the open one.
    await waitFor(() => expect([beside(), openRow()]).toEqual(['P-0', 0]));
    key('ArrowUp');
    key('ArrowUp');
    expect([beside(), openRow()]).toEqual(['P-0', 0]);
    // What is chosen besides leads nowhere.
    key('ArrowDown', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    expect(beside()).toBe('P-0');
    key('Escape');
    expect([beside(), openRow()]).toEqual([null, null]);
    key('Escape');
    key('Enter');
    expect(beside()).toBeNull();
  });

  test('gives way to the next and the one before, each brought into view where it is not', async () => {
    const { user } = await orders(view(numbered(30, (at) => (at === 0 ? 2 : 1))));
    await openFirst();
    await openFrom(10, 'P-8');
    const step = async (name: 'order.next' | 'order.previous', order: string) => {
      await user.click(buttonOf(text(name), screen.getByTestId('order-panel')));
      await waitFor(() => expect(beside()).toBe(order));
      return [openRow(), grid().scrollTop];
    };
    // Eleven rows and a bit are seen: row 11 is the first that is cut.
    expect(await step('order.next', 'P-9')).toEqual([11, 12 * 28 - 320]);
    expect(await step('order.next', 'P-10')).toEqual([12, 13 * 28 - 320]);
    expect(await step('order.previous', 'P-9')).toEqual([11, 13 * 28 - 320]);
  });

  test('is found where a commit moved it, and led on from there; where it is not on hand, from where it was', async () => {
    const { user, answer } = await orders(view(numbered(9)));
    await openFrom(2, 'P-2');
    const moved = ['P-5', 'P-6', 'P-7', 'P-9', 'P-2', 'P-8'].map((order) => line(order));
    answer(view(moved, { revision: 2 }));
    await waitFor(() => expect(openRow()).toBe(4));
    expect(beside()).toBe('P-2');
    const step = (name: 'order.next' | 'order.previous') =>
      user.click(buttonOf(text(name), screen.getByTestId('order-panel')));
    await step('order.next');
    await waitFor(() => expect([beside(), openRow()]).toEqual(['P-8', 5]));
    answer(view(numbered(9).slice(0, 7), { revision: 3 }));
    await waitFor(() => expect(openRow()).toBeNull());
    expect(beside()).toBe('P-8');
    await step('order.previous');
    await waitFor(() => expect([beside(), openRow()]).toEqual(['P-4', 4]));
  });
});

test('what is not read yet, cannot be, is of before or is none is each shown as such', async () => {
  const { answer, refresh, search, user } = await orders(view([], { ...UNREAD, stale: true }));
  search('nada');
  const state = () => {
    const body = document.querySelector<HTMLElement>('[data-part=body]');
    return [
      document.querySelector(`.${gridStyles.loading}`) !== null,
      document.querySelector(`.${gridStyles.empty}`)?.textContent ?? null,
      body?.dataset.stale,
      screen.queryByTestId('query-failure') !== null,
      document.querySelector<HTMLElement>('[data-revision]')?.dataset.stale ?? null,
    ];
  };
  expect(state()).toEqual([true, '', 'false', false, null]);
  answer(view([], { ...UNREAD, error: new Error('It fell.') }));
  expect(state()).toEqual([false, '', 'false', true, null]);
  await user.click(buttonOf(text('sync.retry')));
  expect(refresh).toHaveBeenCalledTimes(1);
  answer(view(numbered(3), { stale: true }));
  expect(state()).toEqual([false, null, 'true', false, 'true']);
  answer(view(numbered(3)));
  expect(state()).toEqual([false, null, 'false', false, 'false']);
  expect(document.querySelector('[data-part=foot] [role=rowheader]')?.textContent).toBe(
    `${text('orders.total-filter')} 7 órdenes`,
  );
  answer(view([]));
  await waitFor(() => expect(state()[1]).not.toBe(''));
  expect(state()[0]).toBe(false);
});

test('a column is hidden from all that were chosen, also those that are not here', async () => {
  const { choose, columnIds, user } = await orders(view(numbered(3)));
  expect(columnIds.current).toEqual(SHOWN);
  fireEvent.contextMenu(document.querySelector('[data-header=Canal]') as HTMLElement);
  await user.click(await screen.findByText(text('column.hide')));
  expect(choose.mock.calls).toEqual([[['Orden', 'Ventas', 'Nada']]]);
});

test('days of one year leave it out, of what is selected or else of all there is; amounts have the places of their sums', async () => {
  const held: { change: ReturnType<typeof useSelection>['change']; show: (of: TableRowsView) => void } = {
    ...{ change: () => {}, show: () => {} },
  };
  function Style() {
    const [shown, show] = useState(view([], { head: null }));
    Object.assign(held, { change: useSelection().change, show });
    const { shortDates, moneyPlaces } = useCellStyle(shown);
    return <output aria-label="style">{`${shortDates} ${moneyPlaces}`}</output>;
  }
  const told = () => screen.getByLabelText('style').textContent;
  const openWith = (firstPurchase: string, lastPurchase: string) =>
    openPage({ facts: { firstPurchase, lastPurchase } as never }, () => (
      <InAccount>
        <Style />
      </InAccount>
    ));
  const { view: drawn } = await openWith('2026-01-05T00:00:00.000', '2026-10-30T00:00:00.000');
  expect(told()).toBe('true 0');
  drawn.unmount();
  await openWith('2025-12-31T00:00:00.000', '2026-10-30T00:00:00.000');
  const during = (from: string, to: string) => {
    act(() => held.change({ type: 'set-period', period: { from, to } as never }));
    return told();
  };
  expect(told()).toBe('false 0');
  expect(during('2026-01-01', '2026-12-31')).toBe('true 0');
  expect(during('2025-12-31', '2026-01-01')).toBe('false 0');
  const summed = (sums: object) => {
    act(() => held.show(view([], { head: { sums } as never })));
    return told();
  };
  expect([summed({ Ventas: '1', Unidades: '2.00' }), summed({ Ventas: '1', Unidades: '0.5' })]).toEqual([
    ...['false 0', 'false 2'],
  ]);
});
