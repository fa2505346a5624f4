import { describe, expect, test, vi } from 'vitest';
import {
  createTableRowsSource,
  lineAt,
  PAGE_ROWS,
  type TableRowsQuery,
} from '#renderer/data/client/table-rows.ts';
import type { TableRow, TableRowsPage } from '#renderer/data/model/rows.ts';
import { SUPERSEDED } from '#renderer/data/model/slots.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const query: TableRowsQuery = {
  rows: { selection: EVERYTHING, grouping: 'rows', sort: null, columns: ['Orden'] },
  totalColumns: ['Ventas'],
};

/** A worker with `total` lines, each named by its revision and place. */
function worker(total: number) {
  const state = { revision: 1, total, asked: [] as number[], beforeLines: (): void => {} };
  const line = (index: number): TableRow => ({
    id: `${state.revision}-${index}`,
    rows: 1,
    cells: [`r${state.revision} #${index}`],
    unreadable: [],
    mixed: [],
    productCostMissing: false,
  });
  const totals = (): Totals => ({
    revision: state.revision,
    rows: state.total,
    orders: state.total,
    sums: { Ventas: String(state.revision) as Decimal },
    unreadable: {},
    ventasWithProductCost: '0' as Decimal,
    rowsWithoutProductCost: 0,
  });
  return {
    state,
    reader: {
      readTotals: async () => totals(),
      readTableRows: async ({ offset, limit }: { offset: number; limit: number }): Promise<TableRowsPage> => {
        state.beforeLines();
        state.asked.push(offset);
        const count = Math.max(0, Math.min(limit, state.total - offset));
        return {
          revision: state.revision,
          total: state.total,
          offset,
          lines: Array.from({ length: count }, (_, index) => line(offset + index)),
        };
      },
    },
  };
}

describe('the lines of a table', () => {
  test('that were read before are there at once, and asked for again only by another question or a commit', async () => {
    const { state, reader } = worker(1000);
    const before = createTableRowsSource(reader);
    before.ask(query);
    await settle();
    const asked = state.asked.length;
    const source = createTableRowsSource(reader, before.store.get());
    expect(source.store.get()).toBe(before.store.get());
    // The same question in other words.
    source.ask(structuredClone(query));
    await settle();
    expect(state.asked).toHaveLength(asked);
    expect(source.store.get()).toMatchObject({ total: 1000, revision: 1, stale: false });
    source.show(500, 530);
    await settle();
    expect(lineAt(source.store.get(), 510)?.cells).toEqual(['r1 #510']);
    state.revision = 2;
    source.refresh();
    await settle();
    expect(source.store.get()).toMatchObject({ revision: 2, stale: false });
    source.ask({ ...query, totalColumns: [] });
    expect(source.store.get().stale).toBe(true);
    await settle();
    expect(source.store.get().query?.totalColumns).toEqual([]);
  });

  test('come by the page, where they are seen', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    expect(source.store.get()).toMatchObject({ total: 1000, revision: 1, stale: false });
    expect(lineAt(source.store.get(), 5)?.cells).toEqual(['r1 #5']);
    expect(lineAt(source.store.get(), 450)).toBeUndefined();
    source.show(450, 470);
    await settle();
    expect(lineAt(source.store.get(), 450)?.cells).toEqual(['r1 #450']);
    // Lines 430 to 510 lie around the screen: the page after it is read before it is seen.
    expect(state.asked).toEqual([0, 4 * PAGE_ROWS, 5 * PAGE_ROWS]);
  });

  test('while one scrolls, only the newest wanted pages are asked for', async () => {
    const { state, reader } = worker(100_000);
    const answers: (() => void)[] = [];
    const source = createTableRowsSource({
      ...reader,
      readTableRows: async (input) => {
        if (input.slot === undefined) await new Promise<void>((resolve) => answers.push(resolve));
        return reader.readTableRows(input);
      },
    });
    source.ask(query);
    await settle();
    state.asked.length = 0;
    // Line by line past a thousand pages, while the worker is still busy with the first of them.
    for (let first = 60; first <= 99_000; first += 30) source.show(first, first + 35);
    while (answers.length > 0) {
      for (const answer of answers.splice(0)) answer();
      await settle();
    }
    expect(state.asked.length).toBeLessThanOrEqual(4);
    expect(lineAt(source.store.get(), 99_000)).toBeDefined();
    expect(lineAt(source.store.get(), 50_000)).toBeUndefined();
  });

  test('a scroll bar that is pulled reads where it rests, nothing that flies by', async () => {
    const { state, reader } = worker(100_000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    state.asked.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    try {
      for (let first = 1_000; first <= 90_000; first += 1_000) {
        source.show(first, first + 35);
        await vi.advanceTimersByTimeAsync(5);
      }
      await vi.advanceTimersByTimeAsync(60_000);
      expect(lineAt(source.store.get(), 90_000)).toBeDefined();
      expect(lineAt(source.store.get(), 45_000)).toBeUndefined();
      expect(state.asked.length).toBeLessThanOrEqual(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test('lines and totals are always of one revision, also when a commit falls between their answers', async () => {
    const { state, reader } = worker(50);
    let commits = 0;
    state.beforeLines = () => {
      if (commits === 0) state.revision += 1;
      commits += 1;
    };
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    const view = source.store.get();
    expect(view.revision).toBe(2);
    expect(view.head?.revision).toBe(2);
    expect(lineAt(view, 0)?.cells).toEqual(['r2 #0']);
  });

  test('a commit keeps the old view until the visible part of the new one is whole', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    source.show(300, 320);
    await settle();
    await settle();
    state.revision = 2;
    source.refresh();
    expect(source.store.get()).toMatchObject({ revision: 1, stale: true });
    await settle();
    expect(source.store.get()).toMatchObject({ revision: 2, stale: false });
    expect(lineAt(source.store.get(), 310)?.cells).toEqual(['r2 #310']);
    expect(lineAt(source.store.get(), 0)).toBeUndefined();
  });

  test('a commit while the view is being read: it is read once more, and says that it is old until then', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    const seen: unknown[] = [];
    source.store.subscribe(() => {
      const { revision, stale } = source.store.get();
      seen.push([revision, stale]);
    });
    let isFirst = true;
    state.beforeLines = () => {
      if (!isFirst) return;
      isFirst = false;
      source.refresh();
      source.refresh();
    };
    source.ask(query);
    await settle();
    await settle();
    expect(source.store.get()).toMatchObject({ revision: 1, stale: false });
    expect(seen).toEqual([
      [0, true],
      [1, true],
      [1, false],
    ]);
    expect(state.asked).toEqual([0, 0]);
  });

  test('a page of a newer revision is never mixed into the view: the view is read anew', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    state.revision = 2;
    source.show(500, 510);
    await settle();
    await settle();
    const view = source.store.get();
    expect(view.revision).toBe(2);
    expect([...view.pages.values()].flat().every((line) => line.id.startsWith('2-'))).toBe(true);
  });

  test('of questions that follow each other only the last is answered and shown; the view says it is old meanwhile', async () => {
    const { reader } = worker(1000);
    const waiting = new Map<string, { readonly go: () => void; readonly giveUp: () => void }>();
    let answered = 0;
    /** Answers when told to; a newer question of a slot takes the place of the one that waits there. */
    const inSlot = async <T>(slot: string | undefined, answer: () => Promise<T>): Promise<T> => {
      waiting.get(slot ?? '')?.giveUp();
      await new Promise<void>((resolve, reject) => {
        const giveUp = (): void => reject(new RpcError(SUPERSEDED, 'A newer one came.'));
        waiting.set(slot ?? '', { go: resolve, giveUp });
      });
      answered += 1;
      return answer();
    };
    const source = createTableRowsSource({
      readTotals: (input) => inSlot(input.slot, reader.readTotals),
      readTableRows: (input) => inSlot(input.slot, () => reader.readTableRows(input)),
    });
    const sorted = (column: string): TableRowsQuery => ({
      ...query,
      rows: { ...query.rows, sort: { column, direction: 'ascending' } },
    });
    const queries = ['Ventas', 'Canal', 'Orden'].map(sorted);
    for (const one of queries) {
      source.ask(one);
      await settle();
      expect(source.store.get().stale).toBe(true);
    }
    for (const { go } of waiting.values()) go();
    await settle();
    expect(source.store.get()).toMatchObject({ query: queries[2], stale: false, error: null });
    expect(answered).toBe(2);
  });

  test('a range is read where it is missing, and not at all over a commit', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    const lines = await source.readRange(95, 205);
    expect(lines?.map((line) => line.cells[0])).toEqual(
      Array.from({ length: 111 }, (_, index) => `r1 #${95 + index}`),
    );
    state.revision = 2;
    expect(await source.readRange(400, 410)).toBeNull();
  });

  test('a list that ends with a page is asked for none beyond it', async () => {
    const { state, reader } = worker(2 * PAGE_ROWS);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    source.show(150, 199);
    await settle();
    expect(state.asked).toEqual([0, 100]);
    expect(lineAt(source.store.get(), 199)?.id).toBe('1-199');
    expect(lineAt(source.store.get(), 200)).toBeUndefined();
  });

  test('of a long list the pages that are farthest from the screen go', async () => {
    const { reader } = worker(100 * PAGE_ROWS);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    for (let page = 0; page < 50; page += 1) {
      // Some lines stay in view: it is scrolled, not pulled.
      source.show(page * PAGE_ROWS, page * PAGE_ROWS + 120);
      await settle();
    }
    const pages = [...source.store.get().pages.keys()].toSorted((one, other) => one - other);
    expect([pages.length, pages[0], pages.at(-1)]).toEqual([40, 11, 50]);
  });

  test('what nobody sees yet is asked for as such: lines around the screen, and those for later', async () => {
    const { reader } = worker(1000);
    const asked: string[] = [];
    const source = createTableRowsSource({
      ...reader,
      readTableRows: (input) => {
        asked.push(`${input.offset} ${input.isAhead === true}`);
        return reader.readTableRows(input);
      },
    });
    source.ask(query);
    await settle();
    source.show(150, 170);
    await settle();
    await source.readRange(500, 510, true);
    await source.readRange(700, 710);
    expect(asked).toEqual(['0 false', '100 false', '200 true', '500 true', '700 false']);
  });

  test('that say the same after a commit stay the very same lines, of the same question alone', async () => {
    const { state, reader } = worker(300);
    let isOther = false;
    const source = createTableRowsSource({
      readTotals: reader.readTotals,
      readTableRows: async (input) => {
        const page = await reader.readTableRows(input);
        // All but one of them say the same in every revision.
        return {
          ...page,
          lines: page.lines.map((line, at) => {
            const index = input.offset + at;
            return { ...line, id: `${index}`, cells: [isOther && index === 110 ? 'other' : `#${index}`] };
          }),
        };
      },
    });
    source.ask(query);
    await settle();
    source.show(90, 120);
    await settle();
    const before = source.store.get();
    isOther = true;
    state.revision = 2;
    source.refresh();
    await settle();
    const after = source.store.get();
    expect(after.revision).toBe(2);
    const same = [0, 90, 109, 110, 111, 199].map((index) => lineAt(after, index) === lineAt(before, index));
    expect(same).toEqual([true, true, true, false, true, true]);
    expect(lineAt(after, 110)?.cells).toEqual(['other']);
    source.ask({ ...query, totalColumns: [] });
    await settle();
    expect(lineAt(source.store.get(), 90)).not.toBe(lineAt(after, 90));
  });

  test('stay where they cannot be read, and it is said why; asked again they come', async () => {
    const { state, reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    await settle();
    const fail = (message: string) => {
      state.beforeLines = () => {
        throw new Error(message);
      };
    };
    fail('The whole failed.');
    source.refresh();
    await settle();
    expect(source.store.get()).toMatchObject({
      revision: 1,
      stale: true,
      error: new Error('The whole failed.'),
    });
    expect(lineAt(source.store.get(), 5)?.cells).toEqual(['r1 #5']);
    state.beforeLines = () => {};
    source.refresh();
    await settle();
    expect(source.store.get()).toMatchObject({ stale: false, error: null });
    state.asked.length = 0;
    fail('A page failed.');
    source.show(500, 520);
    await settle();
    expect(source.store.get()).toMatchObject({ stale: false, error: new Error('A page failed.') });
    expect(lineAt(source.store.get(), 5)?.cells).toEqual(['r1 #5']);
    // It is not asked for by itself over and over; what is shown next is.
    state.beforeLines = () => {};
    await settle();
    expect(state.asked).toEqual([]);
    source.show(501, 521);
    await settle();
    expect(lineAt(source.store.get(), 510)?.cells).toEqual(['r1 #510']);
  });

  test('of nothing asked are none, however late an answer to what was asked before comes', async () => {
    const { reader } = worker(1000);
    const source = createTableRowsSource(reader);
    source.ask(query);
    source.ask(null);
    await settle();
    expect(source.store.get()).toMatchObject({
      query: null,
      total: 0,
      head: null,
      stale: false,
      error: null,
    });
    expect(await source.readRange(0, 5)).toBeNull();
    source.refresh();
    await settle();
    expect(source.store.get().query).toBeNull();
    source.ask(query);
    await settle();
    expect([source.store.get().total, lineAt(source.store.get(), 0)?.cells]).toEqual([1000, ['r1 #0']]);
    source.ask(null);
    expect(source.store.get().pages.size).toBe(0);
  });

  test('are asked for with their whole question, and totals of the columns that show them', async () => {
    const { reader } = worker(150);
    const asked: unknown[] = [];
    const source = createTableRowsSource({
      readTotals: async ({ slot: _, ...input }) => {
        asked.push(input);
        return reader.readTotals();
      },
      readTableRows: async ({ slot: _, ...input }) => {
        asked.push(input);
        return reader.readTableRows(input);
      },
    });
    const selection = { ...EVERYTHING, search: 'x' };
    const rows = { ...query.rows, selection };
    source.ask({ rows, totalColumns: ['Ventas', 'Unidades'] });
    await settle();
    expect(asked).toEqual([
      { selection, columns: ['Ventas', 'Unidades'] },
      { ...rows, offset: 0, limit: 100 },
    ]);
    source.show(90, 110);
    await settle();
    asked.length = 0;
    // What is there is not read again.
    expect((await source.readRange(0, 149))?.length).toBe(150);
    expect(asked).toEqual([]);
  });
});
