import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { judgeReadings } from '#renderer/data/storage/commit/judge-window.ts';
import {
  decideMissing,
  monthsToDecide,
  noteMissing,
  type OrderPlan,
} from '#renderer/data/storage/commit/missing-rows.ts';
import { describePendingRemovals, planResolution } from '#renderer/data/storage/commit/pending-removals.ts';
import { planCommit } from '#renderer/data/storage/commit/plan-commit.ts';
import {
  ownRows,
  type PlannedRow,
  plannedRow,
  type ReadWindow,
  rowSource,
  textOf,
} from '#renderer/data/storage/commit/planned-rows.ts';
import { createTally } from '#renderer/data/storage/commit/removal-guard.ts';
import { rowsReplacedByLaterSelves } from '#renderer/data/storage/commit/row-matching.ts';
import { purchaseCounter, storedRowsOf } from '#renderer/data/storage/commit/stored-rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { changes, pagesOf, purchases, type Row, readWindow, row } from './ledger-fixtures.ts';

/** What a commit decides about rows, each decision by itself: over plain rows, without a database. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato'],
  ...['Fecha de compra', 'Fecha de actualización', 'Estado de Orden', 'Ventas'],
];
const SOURCE = rowSource(COLUMNS);
const BELIEVED = believedPurchases(dateSpanAt(null));
const day = (date: number | null, month = '03') =>
  date === null ? null : `2026-${month}-${String(date).padStart(2, '0')}T12:00:00.000`;

/** A row as it is stored at a place, or as it comes where there is none. */
function made(values: Row, stored: number | null = null, note: RowNote = ROW_NOTE.none): PlannedRow {
  const whole = row(values);
  return {
    ...plannedRow(
      SOURCE,
      COLUMNS.map((column) => whole[column] ?? null),
      null,
    ),
    ...{ stored, note },
  };
}
const bought = (date: number | null, values: Row = {}, stored: number | null = null) =>
  made({ 'Fecha de compra': day(date), ...values }, stored);

describe('a row that is missing', () => {
  const notesOf = (missing: readonly (number | null)[], there: readonly (number | null)[]) => {
    const rows = missing.map((date, at) => bought(date, {}, at));
    const others = there.map((date, at) => bought(date, {}, missing.length + at));
    const notes = noteMissing(
      [...others, ...rows],
      new Map(rows.map((each) => [each, { byVerification: false }])),
    );
    return rows.map((each) => (notes.get(each)?.note === ROW_NOTE.moved ? 'moved' : 'gone'));
  };

  test('moved where its item is there at another date, never at its own or without one', () => {
    expect(notesOf([5], [6])).toEqual(['moved']);
    expect(notesOf([5], [4])).toEqual(['moved']);
    expect(notesOf([5], [5])).toEqual(['gone']);
    expect(notesOf([5], [null])).toEqual(['gone']);
    expect(notesOf([null], [5])).toEqual(['moved']);
    expect(notesOf([5], [])).toEqual(['gone']);
  });

  test('takes the earliest other date, the latest row first, and leaves all others to the next', () => {
    // The one that was bought that day finds none, and takes none from the other.
    expect(notesOf([7, 6], [7])).toEqual(['gone', 'moved']);
    expect(notesOf([6, 7], [6])).toEqual(['gone', 'moved']);
    expect(notesOf([7, 5], [5, 6])).toEqual(['moved', 'moved']);
    expect(notesOf([7, 6, 5], [3, 4])).toEqual(['moved', 'moved', 'gone']);
  });

  test('says by whom it was looked for', () => {
    const rows = [bought(1, {}, 1), bought(2, {}, 2)];
    const notes = noteMissing(rows, new Map(rows.map((each, at) => [each, { byVerification: at === 1 }])));
    expect(rows.map((each) => notes.get(each)?.byVerification)).toEqual([false, true]);
    expect(noteMissing(rows, new Map()).size).toBe(0);
  });
});

describe('months with missing rows', () => {
  const MONTHS = ['2026-02', '2026-03'] as Month[];
  const drawn = fc.record({
    month: fc.constantFrom('02', '03'),
    /** The first and the last moment of a month are of it. */
    time: fc.constantFrom('01T00:00:00.000', '15T12:00:00.000', '28T23:59:59.999', null),
    canal: fc.constantFrom('Uno', 'Uno', 'Uno', 'Dos'),
    note: fc.constantFrom<RowNote>(0, 0, 1, 2),
    /** What this commit made of it: it came, it is missing as before, or in another way. */
    now: fc.constantFrom<'there' | 'gone' | 'moved' | 'left'>(
      'there',
      'there',
      'there',
      'gone',
      'moved',
      'left',
    ),
    byVerification: fc.boolean(),
  });

  test('go, wait or stay as a naive reading of the rule says', () => {
    const world = fc.record({
      orders: fc.array(fc.array(drawn, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 14 }),
      completes: fc.subarray(MONTHS),
      held: fc.subarray(MONTHS),
    });
    fc.assert(
      fc.property(world, ({ orders, completes, held }) => {
        let place = 0;
        const all = orders.map((rows, at) => {
          const own = rows.map((each) => {
            place += 1;
            const { month, time, canal, note } = each;
            const date = time === null ? null : `2026-${month}-${time}`;
            return {
              ...each,
              month: time === null ? null : `2026-${month}`,
              row: made({ 'Fecha de compra': date, Canal: canal }, place, note),
            };
          });
          const plan: OrderPlan = {
            key: `${at}` as OrderKey,
            before: own.map(({ row: each }) => each),
            after: own.filter(({ now }) => now !== 'left').map(({ row: each }) => each),
            missing: new Map(
              own
                .filter(({ now }) => now === 'gone' || now === 'moved')
                .map(({ row: each, now, byVerification }) => [
                  each,
                  { note: now === 'gone' ? ROW_NOTE.gone : ROW_NOTE.moved, byVerification },
                ]),
            ),
          };
          return { own, plan };
        });
        const rows = all.flatMap(({ own }) => own);
        const plans = all.map(({ plan }) => plan);
        const facts = { orders: plans, completes: new Set(completes), held: new Set(held) };
        const isMissing = ({ now }: { readonly now: string }) => now === 'gone' || now === 'moved';
        const noteNow = ({ now }: { readonly now: string }) =>
          now === 'gone' ? ROW_NOTE.gone : now === 'moved' ? ROW_NOTE.moved : undefined;
        const decides = (month: Month) =>
          completes.includes(month) ||
          rows.some((each) => each.month === month && isMissing(each) && each.byVerification) ||
          (held.includes(month) &&
            rows.some(
              (each) => each.month === month && each.note !== ROW_NOTE.none && each.note !== noteNow(each),
            ));
        expect(new Set(monthsToDecide(facts))).toEqual(new Set(MONTHS.filter(decides)));

        const decision = decideMissing({
          ...facts,
          monthRows: (month) => {
            const tally = createTally();
            for (const each of rows)
              if (each.month === month) tally.add(each.canal, textOf(each.row, 'Cuenta') ?? '', 1);
            return tally;
          },
        });
        const expected = {
          removed: new Set<PlannedRow>(),
          held: new Set(held),
          now: new Set<Month>(),
          rows: 0,
        };
        for (const month of MONTHS.filter(decides)) {
          const there = rows.filter((each) => each.month === month && each.now !== 'left');
          const gone = there.filter(({ now }) => now === 'gone');
          const isEmptied = ['Uno', 'Dos'].some(
            (canal) =>
              gone.some((each) => each.canal === canal) &&
              there.filter((each) => each.canal === canal && !isMissing(each)).length === 0,
          );
          if (gone.length === 0 || (gone.length * 20 <= there.length && !isEmptied)) {
            for (const each of there)
              if (
                isMissing(each) &&
                (each.byVerification || completes.includes(month) || held.includes(month))
              )
                expected.removed.add(each.row);
            expected.held.delete(month);
          } else {
            expected.held.add(month);
            expected.now.add(month);
            expected.rows += gone.length;
          }
        }
        expect(new Set(decision.removed)).toEqual(expected.removed);
        expect([new Set(decision.held), new Set(decision.heldNow), decision.rowsHeld]).toEqual([
          ...[expected.held, expected.now, expected.rows],
        ]);
      }),
      { numRuns: 100 },
    );
  });
});

/** Stored rows with their notes. */
function storeWith(rows: readonly (readonly [Row, RowNote?])[]) {
  const store = storeOf(
    rows.map(([values]) => row(values)),
    1,
    COLUMNS,
  );
  for (const [at, [, note]] of rows.entries()) if (note !== undefined) store.note(at, note);
  store.raiseRevision();
  return store;
}

describe('the user’s word on a month', () => {
  const MARCH = '2026-03' as Month;
  const store = storeWith([
    [{ Orden: 'A', 'Fecha de compra': '2026-03-01T00:00:00.000' }, ROW_NOTE.gone],
    [{ Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-03-20T00:00:00.000' }],
    [{ Orden: 'B', 'Fecha de compra': '2026-03-31T23:59:59.999' }, ROW_NOTE.moved],
    [{ Orden: 'B', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-04-01T00:00:00.000' }, ROW_NOTE.gone],
    [{ Orden: 'C', 'Fecha de compra': '2026-02-28T23:59:59.999' }, ROW_NOTE.gone],
    [{ Orden: 'D', 'Fecha de compra': null }, ROW_NOTE.gone],
    [
      { Orden: 'A', 'Nro. suborden': 'S-3', 'Fecha de compra': '2026-03-02T00:00:00.000', Cuenta: 'Otra' },
      ROW_NOTE.gone,
    ],
  ]);
  const held = new Set(['2026-02', '2026-03'] as Month[]);
  const plan = (decision: 'remove' | 'keep') => planResolution(storedRowsOf(store), MARCH, decision, held);

  test('takes out exactly the noted rows of it, with what their orders are without them', () => {
    const { remove, notes, changes: told, ...rest } = plan('remove');
    expect([[...remove].sort(), notes]).toEqual([[0, 2, 6], []]);
    expect(
      told
        .map(({ order, before, after }) => [
          JSON.parse(order)[2],
          JSON.parse(order)[1],
          before?.rows,
          after?.rows,
        ])
        .sort(),
    ).toEqual([
      ['A', 'Otra', 1, undefined],
      ['A', 'Principal', 2, 1],
      ['B', 'Principal', 2, 1],
    ]);
    expect(rest).toEqual({
      ...{ insert: { columns: [], rows: [] }, collected: null, beside: [] },
      ...{ held: new Set(['2026-02']), heldNow: new Set() },
    });
  });

  test('or lets them stay, no longer noted', () => {
    const { remove, notes, changes: told, held: left } = plan('keep');
    expect([remove, told, [...left]]).toEqual([[], [], ['2026-02']]);
    expect(notes.map((each) => each.row).sort()).toEqual([0, 2, 6]);
    expect(new Set(notes.map(({ note }) => note))).toEqual(new Set([ROW_NOTE.none]));
  });

  test('is asked about what is gone of the month, of how many rows and orders', () => {
    const readAt = '2026-04-02T00:00:00.000Z' as never;
    const months = ['2026-01', '2026-02', '2026-03'] as Month[];
    expect(
      describePendingRemovals(
        store,
        months.map((month) => ({ month, readAt })),
      ),
    ).toEqual([
      {
        ...{ month: '2026-02', rowsMissing: 1, rows: 1, ordersMissing: 1, readAt },
        emptied: [{ Canal: 'Mercado Uno', Cuenta: null }],
      },
      {
        ...{ month: '2026-03', rowsMissing: 2, rows: 4, ordersMissing: 2, readAt },
        emptied: [{ Canal: 'Mercado Uno', Cuenta: 'Otra' }],
      },
    ]);
  });
});

describe('rows of a window', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 2, 10) + ms).toISOString();
  const windows = [purchases(at(0).slice(0, -1), at(10).slice(0, -1)), changes(at(0), at(10))];
  const of = (window: (typeof windows)[number], dates: readonly (number | string | null)[]): ReadWindow => {
    const column = window.field === 'purchase_date' ? 'Fecha de compra' : 'Fecha de actualización';
    const text = (date: number | string | null) =>
      typeof date !== 'number' ? date : window.field === 'purchase_date' ? at(date).slice(0, -1) : at(date);
    const rows = dates.map((date, place) => row({ Orden: `O-${place}`, [column]: text(date) }));
    return readWindow(pagesOf('w', window, rows, { pages: 1, columns: COLUMNS }), window, '');
  };

  test('are those of its dates, its end left out, and all whose date nobody can read', () => {
    const date = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom('ayer', '', null));
    fc.assert(
      fc.property(fc.constantFrom(...windows), fc.array(date, { maxLength: 8 }), (window, dates) => {
        const read = of(window, dates);
        const own = ownRows(read).map((each) => textOf(each, 'Orden'));
        const expected = dates.flatMap((each, place) =>
          typeof each === 'number' && (each < 0 || each >= 10) ? [] : [`O-${place}`],
        );
        expect(own).toEqual(expected);
        // Judged first and committed after that they are the same rows, and of another window others.
        expect(ownRows({ ...read })).toBe(ownRows(read));
        const narrower = {
          ...read.window,
          to: window.field === 'purchase_date' ? at(5).slice(0, -1) : at(5),
        };
        const fewer = ownRows({ ...read, window: narrower as never }).map((each) => textOf(each, 'Orden'));
        expect(fewer).toEqual(
          expected.filter((name) => {
            const each = dates[Number(name.slice(2))] ?? null;
            return typeof each !== 'number' || each < 5;
          }),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('tell the latest update of those that are its own, and how many they are', () => {
    const judged = (dates: readonly (number | string | null)[]) => {
      const read = of(windows[1] as never, dates);
      const store = storeWith([[{ Orden: 'Z' }]]);
      return atOnce(
        judgeReadings(read, [[], read.pages], {
          ...{ stored: storedRowsOf(store), countRows: purchaseCounter(store), checkpoint: null },
        }),
      );
    };
    expect(judged([3, 'ayer', 9, 1, 10, -1])).toEqual({
      ...{ kind: 'settled', ownRows: 4, greatestUpdate: at(9), verification: [], ordersToVerify: 0 },
    });
    expect(judged([null, 'ayer'])).toMatchObject({ ownRows: 2, greatestUpdate: null });
  });

  test('of changes say which orders are to be read again, by the purchases that they have; of purchases none do', () => {
    const store = storeWith([
      [{ Orden: 'A', 'Fecha de compra': day(3) }],
      [{ Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': day(4) }],
      [{ Orden: 'B', 'Fecha de compra': day(5) }],
      [{ Orden: 'C', 'Fecha de compra': null }],
    ]);
    const judged = (window: (typeof windows)[number], rows: readonly Row[]) => {
      const read = readWindow(
        pagesOf(
          'w',
          window,
          rows.map((each) => row(each)),
          { pages: 1, columns: COLUMNS },
        ),
        window,
        '',
      );
      return atOnce(
        judgeReadings(read, [read.pages], {
          ...{ stored: storedRowsOf(store), countRows: purchaseCounter(store), checkpoint: null },
        }),
      );
    };
    const updated = { 'Fecha de actualización': at(1) };
    const came = [
      { ...updated, Orden: 'A', 'Fecha de compra': day(7) },
      { ...updated, Orden: 'B', 'Fecha de compra': day(5), Ventas: '2' },
      { ...updated, Orden: 'C', 'Nro. suborden': 'S-9', 'Fecha de compra': null },
    ];
    const verification = [7, 4, 3].map((date) => (day(date) ?? '').slice(0, 10));
    const judgement = judged(changes(at(0), at(10)), came);
    expect(judgement).toMatchObject({ kind: 'settled', ordersToVerify: 1 });
    const ranges = judgement.kind === 'settled' ? judgement.verification : [];
    expect([ranges.at(0)?.to.slice(0, 10), ranges.at(-1)?.from.slice(0, 10)]).toEqual([
      ...[verification[0], verification[2]],
    ]);
    const all = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
    expect(judged(all, came)).toMatchObject({ ownRows: 3, verification: [], ordersToVerify: 0 });
  });
});

describe('an undated row', () => {
  const KEY = JSON.stringify(['Mercado Uno', 'Principal', 'O-1']) as OrderKey;
  const BLANK = (name: string) => JSON.stringify(Array(10).fill(name)) as OrderKey;
  const undated = (values: Row = {}, stored = 1) => bought(null, values, stored);
  const replaced = (
    ...turns: readonly (readonly [OrderKey, readonly PlannedRow[], readonly PlannedRow[]])[]
  ) =>
    rowsReplacedByLaterSelves(
      turns.map(([key, before, came]) => ({ key, before, there: [...before, ...came] })),
      BELIEVED,
    );

  test('is replaced by a row of its item that came with a date, no older, and only where that is one more', () => {
    const was = undated();
    expect([...replaced([KEY, [was], [bought(3)]])]).toEqual([was]);
    expect(replaced([KEY, [was], []]).size).toBe(0);
    expect(replaced([KEY, [was], [bought(3, { 'SKU Producto': 'SKU-2' })]]).size).toBe(0);
    const older = { 'Fecha de actualización': '2026-03-10T14:59:59.999Z' };
    expect(replaced([KEY, [was], [bought(3, older)]]).size).toBe(0);
    expect(replaced([KEY, [undated({ 'Fecha de actualización': null })], [bought(3, older)]]).size).toBe(1);
    expect(replaced([KEY, [was], [bought(3, { 'Fecha de actualización': null })]]).size).toBe(1);
    // A row of the item that only moved to another date is no more than there was.
    const moved = bought(2, {}, 2);
    const there = [was, bought(3)];
    const turn = (before: readonly PlannedRow[]) =>
      rowsReplacedByLaterSelves([{ key: KEY, before, there }], BELIEVED).size;
    expect([turn([was, moved]), turn([was]), turn([was, { ...moved, note: ROW_NOTE.gone }])]).toEqual([
      0, 1, 1,
    ]);
    // A far date is as good as none; a row that just came is no stored one.
    const far = made({ 'Fecha de compra': '9999-12-31T23:59:59.999' }, 1);
    expect(replaced([KEY, [far], [bought(3)]]).size).toBe(1);
    expect(replaced([KEY, [], [bought(null), bought(3)]]).size).toBe(0);
  });

  test('of several goes where its later self says the same, else by what they hold and never by their place', () => {
    const [cheap, dear] = [undated({ Ventas: '1.00' }, 1), undated({ Ventas: '2.00' }, 2)];
    for (const before of [
      [cheap, dear],
      [dear, cheap],
    ]) {
      expect([...replaced([KEY, before, [bought(3, { Ventas: '2.00' })]])]).toEqual([dear]);
      expect([...replaced([KEY, before, [bought(3, { Ventas: '1.00' })]])]).toEqual([cheap]);
      expect([...replaced([KEY, before, [bought(3, { Ventas: '5.00' })]])]).toEqual([cheap]);
      expect(replaced([KEY, before, [bought(3), bought(4)]]).size).toBe(2);
    }
  });

  test('without an order is replaced by one that is the same in all but its date, whatever its group', () => {
    const was = undated();
    expect([...replaced([BLANK('a'), [was], []], [BLANK('b'), [], [bought(3)]])]).toEqual([was]);
    expect(replaced([BLANK('a'), [was], []], [BLANK('b'), [], [bought(3, { Ventas: '1.00' })]]).size).toBe(0);
    // Orders with a number are each by themselves.
    const other = JSON.stringify(['Mercado Uno', 'Principal', 'O-2']) as OrderKey;
    expect(replaced([KEY, [was], []], [other, [], [bought(3)]]).size).toBe(0);
    expect(replaced([BLANK('a'), [was], []], [KEY, [], [bought(3)]]).size).toBe(0);
  });
});

describe('a commit', () => {
  const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
  const UPDATES = changes('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z');
  type Request = Parameters<typeof planCommit>[0];
  function planned(
    stored: readonly (readonly [Row, RowNote?])[],
    came: readonly Row[],
    { window = MARCH, ...more }: Partial<Request> & { readonly window?: typeof MARCH } = {},
  ) {
    const main = readWindow(
      pagesOf(
        'w',
        window,
        came.map((each) => row(each)),
        { pages: 1, columns: COLUMNS },
      ),
      window,
      '2026-04-01T00:00:01',
    );
    const request: Request = {
      ...{ main, verifiedBy: [], stored: storedRowsOf(storeWith(stored)), queue: new Map() },
      ...{
        knownUntil: null,
        believed: BELIEVED,
        completes: [],
        held: new Set(),
        isNews: () => true,
        ...more,
      },
    };
    return atOnce(planCommit(request));
  }
  const order = (name: string) => JSON.stringify(['Mercado Uno', 'Principal', name]) as OrderKey;
  const of = (Orden: string, date: number | null, more: Row = {}): Row => ({
    Orden,
    'Fecha de compra': day(date),
    ...more,
  });

  test('tells how many orders are new, changed and as they were, and what of them is written', () => {
    const plan = planned(
      [[of('A', 1)], [of('B', 2)], [of('B', 2, { 'Nro. suborden': 'S-2' })]],
      [
        of('A', 1),
        of('B', 2, { Ventas: '7.00' }),
        of('B', 2, { 'Nro. suborden': 'S-2' }),
        of('C', 3),
        of('C', 4),
      ],
    );
    expect(plan.result).toEqual({
      ...{ rowsAdded: 3, rowsRemoved: 1, rowsHeld: 0, ordersNew: 1, ordersChanged: 1, ordersUnchanged: 1 },
      ordersQueued: 0,
    });
    expect([plan.remove, plan.beside, plan.notes, plan.insert.rows.length]).toEqual([[1], [2], [], 3]);
    expect(plan.changes.map((each) => each.order)).toEqual([order('B'), order('C')]);
  });

  test('of a load says of new orders only what is news, of those it changes always', () => {
    const asked: number[] = [];
    const isNews = (ms: number) => {
      asked.push(ms);
      return ms === Date.parse(`${day(4)}Z`);
    };
    const { changes: told } = planned(
      [[of('A', 1)]],
      [of('A', 1, { Ventas: '7.00' }), of('B', 3), of('C', 6), of('C', 4), of('D', null)],
      { isNews },
    );
    expect(told.map((each) => each.order)).toEqual([order('A'), order('C')]);
    // One without a date is as old as the window.
    expect(asked.sort()).toEqual([
      Date.UTC(2026, 2, 1),
      ...[3, 4].map((date) => Date.parse(`${day(date)}Z`)),
    ]);
    const reread = readWindow(
      pagesOf('w', MARCH, [row(of('B', 3))], { pages: 1, columns: COLUMNS }),
      MARCH,
      '',
      'reread',
    );
    expect(planned([], [], { main: reread, isNews: () => false }).changes).toHaveLength(1);
  });

  test('queues the orders it is unsure of by the purchases that nobody spoke for, and takes out what was read', () => {
    const ms = (date: number) => Date.parse(`${day(date)}Z`);
    const came = [of('A', 7, { 'Fecha de actualización': '2026-03-10T15:00:00.000Z' })];
    const stored = [[of('A', 3)], [of('A', 4, { 'Nro. suborden': 'S-2' })]] as const;
    const { queue, result, remove } = planned(stored, came, { window: UPDATES });
    expect([[...(queue.get(order('A')) ?? [])].sort(), result.ordersQueued]).toEqual([[3, 4, 7].map(ms), 1]);
    expect(remove).toEqual([]);
    const first = purchases('2026-03-01T00:00:00.000', day(4) ?? '');
    const verified = readWindow(
      pagesOf('v', first, [], { pages: 1, columns: COLUMNS }),
      first,
      '',
      'verification',
    );
    const before = new Map([
      [order('Z'), new Set([ms(1), ms(20)])],
      [order('Y'), new Set([ms(2)])],
    ]);
    const after = planned(stored, came, { window: UPDATES, verifiedBy: [verified], queue: before });
    expect([...after.queue].map(([key, open]) => [key, [...open].sort()])).toEqual([
      [order('Z'), [ms(20)]],
      [order('A'), [ms(4), ms(7)]],
    ]);
    expect(after.result.ordersQueued).toBe(2);
    // It came, and what the reading of its first purchase did not bring is gone.
    expect([after.remove, after.result.rowsAdded]).toEqual([[0], 1]);
  });

  test('notes what a reading did not bring, and takes the note off what it brought', () => {
    const plan = planned(
      [[of('A', 1)], [of('B', 2), ROW_NOTE.gone], [of('C', 3), ROW_NOTE.gone], [of('D', 4), ROW_NOTE.moved]],
      [of('B', 2), ...Array.from({ length: 3 }, (_, at) => of(`N-${at}`, 9))],
    );
    expect([...plan.notes].sort((a, b) => a.row - b.row)).toEqual([
      { row: 0, note: ROW_NOTE.gone },
      { row: 1, note: ROW_NOTE.none },
      { row: 3, note: ROW_NOTE.gone },
    ]);
    expect([plan.remove, plan.result.ordersUnchanged, plan.result.ordersNew]).toEqual([[], 4, 3]);
    // One that is missing in a month that was not read stays so.
    const elsewhere: Row = { Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': day(2, '02') };
    const other = planned([[of('A', 1)], [elsewhere, ROW_NOTE.gone]], [of('A', 1)]);
    expect([other.notes, other.remove, other.result.ordersUnchanged]).toEqual([[], [], 1]);
    // What only moved to another date is no later self of a row without one.
    const moved = planned([[of('A', null)], [of('A', 1)]], [of('A', 5)]);
    expect([moved.remove, moved.notes]).toEqual([[], [{ row: 1, note: ROW_NOTE.moved }]]);
    expect(planned([[of('A', null)]], [of('A', 5)]).remove).toEqual([0]);
    // An order in the queue is replaced altogether.
    const queued = planned([[of('A', 1)]], [of('B', 2)], { queue: new Map([[order('A'), new Set([1])]]) });
    expect([queued.remove, queued.notes]).toEqual([[0], []]);
    // What took it away is known by the answers that did not bring it.
    expect(queued.changes.find((each) => each.order === order('A'))?.correlationIds).toEqual(['w-1-1']);
  });
});
