import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPages, createTableRowsSource, type TableRowsQuery } from '#renderer/data/client/table-rows.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** Which pages of a long list are asked for, when, in which slot, and which of them stay in memory. */

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

type Answer = { readonly query: string; readonly page: number; readonly isAhead: boolean };

/** A list of so many lines, whose pages come at once, or when told to. */
function list(total: number) {
  const state = { revision: 1, isHeld: false };
  const asked: Answer[] = [];
  const wholes: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const pageAt = (query: string, page: number, revision: number) => ({
    ...{ revision, total },
    lines: Array.from({ length: Math.max(0, Math.min(100, total - page * 100)) }, (_, at) => ({
      text: `${query}${revision} ${page * 100 + at}`,
    })),
  });
  const source = createPages<string, { readonly text: string }, string>({
    readPage: async (query, page, isAhead) => {
      asked.push({ query, page, isAhead });
      const { revision } = state;
      if (state.isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return pageAt(query, page, revision);
    },
    readWhole: async (query, pages) => {
      wholes.push(pages);
      const { revision } = state;
      return { head: `${query}${revision}`, pages: pages.map((page) => pageAt(query, page, revision)) };
    },
  });
  const held = () => [...source.store.get().pages.keys()].toSorted((one, other) => one - other);
  return {
    state,
    asked,
    wholes,
    waiting,
    source,
    held,
    pagesAsked: () => asked.splice(0).map((a) => a.page),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('pages are read where they are seen, then 40 lines around; of more than 40 those farthest from the middle go', async () => {
  const TOTAL = 120 * 100;
  // Near the places where another page begins to be wanted.
  const line = fc
    .tuple(fc.nat(115), fc.constantFrom(0, 1, 39, 40, 41, 50, 58, 59, 60, 61, 99))
    .map(([page, at]) => page * 100 + at);
  const look = fc.record({ first: line, lines: fc.oneof(fc.nat(40), fc.nat(1200)) });
  await fc.assert(
    fc.asyncProperty(fc.array(look, { minLength: 10, maxLength: 14 }), async (looks) => {
      const { source, held, asked } = list(TOTAL);
      source.ask('q');
      await settle();
      let known = [0];
      for (const { first, lines } of looks) {
        const last = Math.min(TOTAL - 1, first + lines);
        // Nothing is pulled: what is jumped to is read at once.
        vi.advanceTimersByTime(1000);
        asked.length = 0;
        source.show(first, last);
        await settle();
        const seen: number[] = [];
        for (let page = Math.trunc(first / 100); page * 100 <= last; page += 1) seen.push(page);
        const around = [last + 40, Math.max(0, first - 40)].map((at) => Math.trunc(at / 100));
        const middle = Math.trunc((first + last) / 200);
        const expected: Answer[] = [];
        for (const page of new Set([...seen, ...around])) {
          if (known.includes(page) || page * 100 >= TOTAL) continue;
          expected.push({ query: 'q', page, isAhead: !seen.includes(page) });
          known.push(page);
          const farthest = Math.max(...known.map((each) => Math.abs(each - middle)));
          const goes = known.findLast((each) => Math.abs(each - middle) === farthest);
          if (known.length > 40) known = known.filter((each) => each !== goes);
        }
        expect(asked).toEqual(expected);
        expect(held()).toEqual(known.toSorted((one, other) => one - other));
      }
      for (const [page, lines] of source.store.get().pages)
        expect([lines.length, lines[7]?.text]).toEqual([100, `q1 ${page * 100 + 7}`]);
    }),
    { numRuns: 8 },
  );
});

test('two pages are read at a time, what is seen first; each that came makes room for one more', async () => {
  const { state, source, waiting, pagesAsked } = list(10_000);
  source.ask('q');
  await settle();
  state.isHeld = true;
  source.show(150, 450);
  const steps = [pagesAsked()];
  for (let at = 0; at < 4; at += 1) {
    waiting.shift()?.();
    await settle();
    steps.push(pagesAsked());
  }
  expect(steps).toEqual([[1, 2], [3], [4], [], []]);
});

test('a page that comes late is of its own question and revision, or it is nobody’s', async () => {
  const { state, source, waiting, held, asked, pagesAsked } = list(10_000);
  source.ask('q');
  await settle();
  state.isHeld = true;
  source.show(120, 130);
  source.ask('p');
  await settle();
  waiting.shift()?.();
  await settle();
  expect([held(), source.store.get().head]).toEqual([[1], 'p1']);
  expect(source.store.get().pages.get(1)?.[0]?.text).toBe('p1 100');
  source.show(250, 259);
  state.revision = 2;
  source.refresh();
  await settle();
  expect(held()).toEqual([2]);
  source.show(150, 159);
  state.revision = 3;
  source.refresh();
  await settle();
  expect([held(), source.store.get().revision]).toEqual([[1], 3]);
  asked.length = 0;
  state.isHeld = false;
  for (const go of waiting.splice(0)) go();
  await settle();
  for (const lines of source.store.get().pages.values()) expect(lines[0]?.text).toMatch(/^p3 /);
  // Nor is anything read anew because of it.
  expect([source.store.get().stale, pagesAsked()]).toEqual([false, []]);
});

test('a page that is on its way is asked for again where the rows are newer, and not where they are the same', async () => {
  const { state, source, waiting, pagesAsked, held } = list(10_000);
  source.ask('q');
  await settle();
  state.isHeld = true;
  source.show(20, 70);
  source.show(21, 71);
  expect(pagesAsked()).toEqual([1]);
  state.revision = 2;
  source.refresh();
  await settle();
  expect(pagesAsked()).toEqual([1]);
  for (const go of waiting.splice(0)) go();
  await settle();
  expect([held(), source.store.get().pages.get(1)?.[0]?.text]).toEqual([[0, 1], 'q2 100']);
});

test('where nothing is in view, the page that would be is read', async () => {
  const { source, wholes, held } = list(1000);
  source.show(300, 299);
  source.ask('q');
  await settle();
  expect([wholes, held(), source.store.get().total]).toEqual([[[3]], [2, 3], 1000]);
});

test('what is in view already is not asked for again, where it could not be read either', async () => {
  const asked: number[] = [];
  const source = createPages<string, never, null>({
    readPage: async (_, page) => {
      asked.push(page);
      throw new Error('no');
    },
    readWhole: async () => ({ head: null, pages: [{ revision: 1, total: 900, lines: [] }] }),
  });
  source.ask('q');
  await settle();
  source.show(350, 355);
  await settle();
  source.show(350, 355);
  await settle();
  expect(asked).toEqual([3]);
  source.show(350, 356);
  await settle();
  expect(asked).toEqual([3, 3]);
});

describe('a bar that is pulled', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  const pulled = async () => {
    const { source, asked, pagesAsked } = list(100_000);
    source.ask('q');
    await vi.advanceTimersByTimeAsync(1000);
    source.show(1050, 1055);
    await vi.advanceTimersByTimeAsync(10);
    // A jump is read at once; the next one so soon is a pull.
    expect(pagesAsked()).toEqual([10]);
    source.show(5050, 5055);
    await vi.advanceTimersByTimeAsync(49);
    expect(asked).toEqual([]);
    return { source, pagesAsked };
  };

  test('is read where it has rested', async () => {
    const { pagesAsked } = await pulled();
    await vi.advanceTimersByTimeAsync(1);
    expect(pagesAsked()).toEqual([50]);
  });

  test('rests from its last pull on', async () => {
    const { source, pagesAsked } = await pulled();
    source.show(7050, 7055);
    await vi.advanceTimersByTimeAsync(49);
    expect(pagesAsked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(pagesAsked()).toEqual([70]);
  });

  test('rests while some lines stay in view, and is over with a jump', async () => {
    const { source, pagesAsked } = await pulled();
    source.show(5054, 5059);
    await vi.advanceTimersByTimeAsync(0);
    expect(pagesAsked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(pagesAsked()).toEqual([50]);
    source.show(8050, 8055);
    await vi.advanceTimersByTimeAsync(10);
    // Time passes and its timer is late: the page is busy.
    vi.spyOn(performance, 'now').mockReturnValue(1e9);
    source.show(9050, 9055);
    expect(pagesAsked()).toEqual([90]);
    vi.restoreAllMocks();
  });
});

test('a table is asked for with all of its question, a whole view in slots of its own, what follows in none', async () => {
  const asked: object[] = [];
  const reader = {
    readTotals: async (input: object) => {
      asked.push(input);
      return { revision: 1 } as never;
    },
    readTableRows: async (input: { readonly offset: number } & InSlot) => {
      asked.push(input);
      return { revision: 1, total: 900, offset: input.offset, lines: [] };
    },
  };
  const query = (column: string): TableRowsQuery => ({
    rows: {
      ...{ selection: { ...EVERYTHING, search: column }, grouping: 'orders', columns: [column] },
      sort: { column, direction: 'descending' },
    },
    totalColumns: [column, 'Ventas'],
  });
  const slotsOf = async (source: ReturnType<typeof createTableRowsSource>, column: string) => {
    source.show(150, 250);
    source.ask(query(column));
    await settle();
    const { rows, totalColumns } = query(column);
    const slots = asked.splice(0).map((each) => (each as { readonly slot?: string }).slot ?? 'none');
    const [totals, first, second, ...others] = slots;
    return { rows, totalColumns, totals, first, second, others };
  };
  const one = createTableRowsSource(reader);
  const ofOne = await slotsOf(one, 'Canal');
  expect(new Set([ofOne.totals, ofOne.first, ofOne.second]).size).toBe(3);
  expect(ofOne.others).toEqual([]);
  expect(await slotsOf(one, 'Orden')).toMatchObject({
    ...ofOne,
    rows: {},
    totalColumns: ['Orden', 'Ventas'],
  });
  const other = await slotsOf(createTableRowsSource(reader), 'Canal');
  expect([ofOne.totals, ofOne.first, ofOne.second]).not.toContain(other.totals);
  expect([ofOne.first, ofOne.second]).not.toContain(other.first);
  const { rows } = query('Orden');
  one.show(240, 270);
  await settle();
  await one.readRange(500, 505, true);
  await one.readRange(600, 605);
  expect(asked).toEqual([
    { ...rows, offset: 300, limit: 100, isAhead: true },
    { ...rows, offset: 500, limit: 100, isAhead: true },
    { ...rows, offset: 600, limit: 100, isAhead: false },
  ]);
});
