import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedRowsOf } from '#renderer/data/storage/commit/stored-rows.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { ControlCount } from '#shared/contract/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { parseDecimal, rescale } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import {
  COLUMNS_SENT,
  changes,
  local,
  purchases,
  type Row,
  row,
  utc,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshAccount, open, read } from '#test/renderer/data/storage/real-ledger.ts';
import { HOSTILE } from '#test/renderer/data/storage/segment/hostile-cells.ts';

/**
 * A ledger that merges its segments, at any time and whichever, beside one that never does: nobody must be able to
 * tell them apart by anything but the numbers of rows.
 */

const MONTHS: readonly Month[] = ['2026-02' as Month, '2026-03' as Month];
const SPANS = [
  ['2026-02-01T00:00:00.000', '2026-03-01T00:00:00.000'],
  ['2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000'],
] as const;
const MEASURES = ['Ventas', 'Costo de Producto', 'Unidades'];

type Item = {
  readonly order: number;
  readonly day: number;
  readonly twins: number;
  readonly ventas: Row[string];
  readonly extra: Row[string];
};
type Event =
  | { readonly kind: 'month'; readonly month: 0 | 1; readonly items: readonly Item[] }
  | { readonly kind: 'changes'; readonly items: readonly Item[] }
  | { readonly kind: 'resolve'; readonly month: 0 | 1; readonly decision: 'remove' | 'keep' }
  /** Which of the segments, by a pattern over their places; null: the plan's own choice. */
  | { readonly kind: 'merge'; readonly pattern: number | null }
  | { readonly kind: 'reopen' };

const item: fc.Arbitrary<Item> = fc.record({
  order: fc.integer({ min: 0, max: 9 }),
  day: fc.integer({ min: 1, max: 28 }),
  twins: fc.constantFrom(1, 1, 1, 2),
  ventas: fc.oneof(fc.constantFrom('1.00', '2.50', '0.00', '3'), fc.constantFrom(...HOSTILE)),
  extra: fc.oneof(fc.constant(null), fc.constantFrom(...HOSTILE)),
});
const items = fc.array(item, { maxLength: 12 });
const month = fc.constantFrom(0 as const, 1 as const);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('month' as const), month, items }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('changes' as const), items }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      month,
      decision: fc.constantFrom('remove' as const, 'keep' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      pattern: fc.option(fc.integer({ min: 1, max: 255 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

function rowsOf(items: readonly Item[], monthAt: (item: Item) => 0 | 1): readonly Row[] {
  return items.flatMap((each) => {
    const { order, day, twins, ventas, extra } = each;
    const own = row({
      // Order 0 has no number, and is known by its other columns.
      Orden: order === 0 ? ' ' : `O-${order}`,
      Canal: order % 4 === 3 ? 'Mercado Dos' : 'Mercado Uno',
      'Nro. suborden': `S-${day % 3}`,
      'Fecha de compra': `${MONTHS[monthAt(each)]}-${String(day).padStart(2, '0')}T12:00:00.000`,
      'Fecha de actualización': '2026-04-02T10:00:00.000Z',
      Ventas: ventas,
      'Columna nueva': extra,
    });
    return Array.from({ length: twins }, () => own);
  });
}

let windows = 0;
async function happen(ledger: Ledger, each: Event, windowId: string): Promise<unknown> {
  if (each.kind === 'month') {
    const [from, to] = SPANS[each.month];
    const rows = rowsOf(each.items, () => each.month);
    const commit = { completes: [MONTHS[each.month] as Month] };
    return read(ledger, windowId, purchases(from, to), rows, { pages: 1, commit });
  }
  if (each.kind === 'changes') {
    const window = changes('2026-04-02T00:00:00.000Z', '2026-04-03T00:00:00.000Z');
    const rows = rowsOf(each.items, ({ order }) => (order % 2 === 0 ? 0 : 1));
    return read(ledger, windowId, window, rows, { pages: 1 });
  }
  if (each.kind === 'resolve') {
    return ledger.calls.resolveMissing({
      month: MONTHS[each.month] as Month,
      decision: each.decision,
      decidedAt: utc('2026-04-05T09:00:00.000Z'),
    });
  }
  return null;
}

function control(scope: ControlCount['scope']): ControlCount {
  return {
    range: '2026-03' as Month,
    scope,
    from: local('2026-03-01T00:00:00.000'),
    to: local('2026-03-31T23:59:59.000'),
    there: 5,
    checkedAt: utc('2026-04-02T00:00:00.000Z'),
    correlationId: 'k',
  };
}

/** A sum, however many zeros it ends with: a segment that ended may have had more decimals. */
function plain(sums: { readonly [column: string]: unknown }) {
  return MEASURES.map((column) => plainDecimal(sums[column]));
}

function plainDecimal(value: unknown): string | null {
  const scaled = typeof value === 'string' ? parseDecimal(value) : undefined;
  return scaled === undefined ? null : String(rescale(scaled, 60).units);
}

/** All that anybody can learn of a ledger. */
async function everything({ store, calls, reads }: Ledger): Promise<unknown> {
  const queries = createQueries(store);
  const rows: string[] = [];
  for (const { base, rowCount, isLive } of store.segments) {
    for (let at = 0; at < rowCount; at += 1) {
      if (isLive[at] !== 1) continue;
      const cells = COLUMNS_SENT.map((column) => store.cell(base + at, column));
      rows.push(JSON.stringify([...cells, store.noteOf(base + at)]));
    }
  }
  const totals = queries.totals(EVERYTHING, MEASURES);
  const { revision: _, columns: __, unknownColumns: ___, ...facts } = queries.facts();
  const { revision: ____, ...coverage } = await reads.coverage();
  const stored = storedRowsOf(store);
  const [fromMs, toMs] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 5, 1)];
  const orders = [...stored.ordersBoughtIn({ fromMs, toMs })].sort();
  const query = {
    selection: EVERYTHING,
    grouping: 'orders',
    sort: null,
    columns: ['Orden', 'Canal', 'Ventas'],
  } as const;
  return {
    rows: rows.sort(),
    facts,
    coverage,
    state: await calls.readState(null),
    totals: [totals.rows, totals.orders, plain(totals.sums), totals.unreadable],
    groups: queries
      .groups(EVERYTHING, 'Canal', MEASURES)
      .groups.map(({ value, totals: own }) => [value, own.rows, own.orders, plain(own.sums), own.unreadable])
      .sort(),
    lines: queries
      .lines(query, 0, 1000)
      .lines.map(({ cells: [orden, canal, ventas], rows: count }) =>
        JSON.stringify([orden, canal, plainDecimal(ventas), count]),
      )
      .sort(),
    orders: orders.map((key) => [
      key,
      stored
        .ofOrder(key)
        .map(({ cells, note, source }) =>
          JSON.stringify([
            source.columns
              .map((column, at) => [column, cells.at(at)])
              .filter(([, cell]) => cell !== null)
              .sort(),
            note,
          ]),
        )
        .sort(),
    ]),
    missing: [...stored.ordersMissingIn({ fromMs, toMs })].sort(),
    controls: [
      await calls.recordControl(control('everything')),
      await calls.recordControl(control('dashboard')),
    ],
    changes: (await reads.changes()).size,
  };
}

async function merge(ledger: Ledger, pattern: number | null): Promise<void> {
  const { revision } = ledger.store;
  if (pattern === null) await ledger.merger.mergeOnce();
  else {
    const ids = ledger.store.segments
      .filter(({ retired }) => !retired)
      .map(({ id }) => id)
      .filter((_, at) => ((pattern >>> (at % 8)) & 1) === 1);
    expect(await ledger.merger.mergeOnce({ ids })).toBe(ids.length === 0 ? 'nothing-to-do' : 'merged');
    for (const id of ids) {
      const old = ledger.store.segments.find((each) => each.id === id);
      expect(old).toMatchObject({ retired: true, columns: new Map() });
    }
  }
  expect(ledger.store.revision).toBe(revision);
}

describe('a ledger that merges', () => {
  test('is to its users the ledger that never did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
        const accounts = [freshAccount(), freshAccount()] as const;
        let merging = await open(accounts[0]);
        let plainLedger = await open(accounts[1]);
        for (const each of events) {
          windows += 1;
          if (each.kind === 'merge') await merge(merging, each.pattern);
          else if (each.kind === 'reopen') {
            merging.close();
            plainLedger.close();
            merging = await open(accounts[0]);
            plainLedger = await open(accounts[1]);
          } else {
            const results = await Promise.all([
              happen(merging, each, `w${windows}`),
              happen(plainLedger, each, `w${windows}`),
            ]);
            expect(results[0]).toEqual(results[1]);
          }
          expect(await everything(merging)).toEqual(await everything(plainLedger));
        }
        merging.close();
        const again = await open(accounts[0]);
        expect(again.damage()).toBeNull();
        expect(again.store.segments.some(({ retired }) => retired)).toBe(false);
        expect(await everything(again)).toEqual(await everything(plainLedger));
        again.close();
        plainLedger.close();
      }),
      { numRuns: randomCases(6) },
    );
  }, 120_000);
});
