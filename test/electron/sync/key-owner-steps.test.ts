import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataQuery } from '#electron/api/client.ts';
import { ApiError } from '#electron/api/failure.ts';
import { rangesReadWhole, verifyKeyOwner } from '#electron/sync/run/verify-key-owner.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { checkpointOf, local, NOW, scriptedRun, utc } from './scripted-run.ts';

/** Whether a key is of the account's company: what it is asked, and what is made of its answers. */

const APRIL = { from: local('2026-04-01T00:00'), to: local('2026-05-01T00:00') };
const MARCH = { from: local('2026-03-01T00:00'), to: local('2026-04-01T00:00') };
const NEWEST = { from: local('2026-04-20T10:00'), to: local('2026-04-28T10:00'), storedRows: 300 };
const readAll: Partial<Checkpoint> = {
  reads: [
    { ...MARCH, readAt: NOW },
    { ...APRIL, readAt: NOW },
  ].map((each, at) => (at === 0 ? { ...each, to: local('2026-03-20T00:00') } : each)),
};

type World = {
  readonly checkpoint?: Partial<Checkpoint> | null;
  readonly rows?: number;
  readonly isProven?: boolean;
  /** What the ledger has of the ranges that it is asked for, in turn. */
  readonly newest?: readonly (object | null)[];
  /** Orders that have come with each page, and how many of them are known. */
  readonly counted?: readonly (readonly [orders: number, known: number])[];
  readonly pages?: number;
  readonly refusals?: readonly (string | Error)[];
};

async function verified(world: World) {
  const {
    checkpoint = readAll,
    rows = 900,
    isProven = false,
    newest = [NEWEST],
    counted = [[20, 20]],
  } = world;
  const made = scriptedRun({ checkpoint: checkpoint ?? {} });
  const queries: DataQuery[] = [];
  const asked: LocalRange[] = [];
  const counts: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }[] = [];
  const [newestLeft, countsLeft, refusals] = [[...newest], [...counted], [...(world.refusals ?? [])]];
  let proofs = 0;
  made.staged.push({ windowId: 'a' }, { windowId: 'b' });
  const wide = [...BASE_COLUMN_KEYS.map(() => 'x'), 'more'];
  const run = {
    ...made.run,
    ...{ isKeyProven: () => isProven, state: () => ({ rows }), hasBegun: () => checkpoint !== null },
    checkpoint: () => {
      if (checkpoint === null) throw new Error('The load has not begun.');
      return made.run.checkpoint();
    },
    onKeyProven: () => {
      proofs += 1;
    },
    ledger: {
      readNewestRange: async (range: LocalRange) => {
        asked.push(range);
        return newestLeft.shift() ?? null;
      },
      countKnownOrders: async (input: (typeof counts)[number]) => {
        counts.push({ ...input, rows: [...input.rows] });
        const [orders, known] = countsLeft.shift() ?? [0, 0];
        return { orders, known };
      },
    },
    fetchPage: async (query: DataQuery) => {
      queries.push(query);
      const refusal = refusals.shift();
      if (refusal instanceof Error) throw refusal;
      if (refusal !== undefined) {
        const words = { words: refusal, detail: null, retryAfterMs: null, serverDate: null };
        throw new ApiError({ kind: 'bad-request', status: 400, ...words });
      }
      return { page: { meta: { totalPages: world.pages ?? 1 }, table: { rows: [wide] } }, serverDate: NOW };
    },
  };
  const end = await verifyKeyOwner(run as never).then(
    () => 'believed',
    (error: Error & { readonly code?: string }) => error.code ?? error.message,
  );
  return { end, queries, asked, counts, said: made.said, proofs: () => proofs, checkpoint: made.checkpoint };
}

describe('a key', () => {
  it('that is proven is asked nothing, and one of an empty ledger begins anew', async () => {
    const proven = await verified({ isProven: true });
    expect([proven.end, proven.queries, proven.said, proven.proofs()]).toEqual(['believed', [], [], 0]);
    const history = { startedAt: NOW, target: APRIL, finishedAt: NOW, greatestUpdate: NOW };
    const loaded = {
      ...{ ...readAll, history, partialBefore: APRIL.from, readOnce: [APRIL] },
      changes: { from: NOW, knownUntil: NOW, lastReadAt: NOW },
    };
    const empty = await verified({ rows: 0, checkpoint: loaded });
    expect([empty.end, empty.queries, empty.said, empty.proofs()]).toEqual([
      'believed',
      [],
      ['drop a,b', 'save'],
      1,
    ]);
    expect(empty.checkpoint()).toEqual({
      ...checkpointOf({ readOnce: [APRIL] }),
      history: { startedAt: null, target: null, finishedAt: null, greatestUpdate: null },
    });
    const first = await verified({ rows: 0, checkpoint: null });
    expect([first.end, first.said, first.proofs()]).toEqual(['believed', ['drop a,b'], 1]);
  });

  it('is asked for the newest purchases that were read whole, the latest range first', async () => {
    const { end, asked, queries, counts, proofs } = await verified({ newest: [null, NEWEST] });
    expect([end, proofs()]).toEqual(['believed', 1]);
    expect(asked).toEqual([APRIL, { ...MARCH, to: local('2026-03-20T00:00') }]);
    expect(queries).toEqual([
      {
        ...{ date: 'purchase_date', from: '2026-04-20T10:00:00', to: '2026-04-28T10:00:01' },
        ...{ page: 1, limit: 1_000, withCategories: false },
      },
    ]);
    expect(counts).toEqual([{ columns: BASE_COLUMN_KEYS, rows: [BASE_COLUMN_KEYS.map(() => 'x')] }]);
    for (const world of [{ newest: [null, null] }, { checkpoint: null }, { checkpoint: {} }]) {
      const unknown = await verified(world);
      expect([unknown.end, unknown.queries, unknown.proofs()]).toEqual(['other-company', [], 0]);
    }
  });

  it('is believed by five known orders that are half of what came', async () => {
    const of = async (orders: number, known: number) => (await verified({ counted: [[orders, known]] })).end;
    expect([await of(20, 10), await of(20, 9), await of(5, 5), await of(4, 4)]).toEqual([
      ...['believed', 'other-company', 'believed', 'other-company'],
    ]);
    expect([await of(10, 5), await of(11, 5), await of(0, 0)]).toEqual([
      ...['believed', 'other-company', 'other-company'],
    ]);
  });

  it('is asked for more pages until twenty orders have come, ten pages at most, all of them counted together', async () => {
    const some = Array.from({ length: 12 }, (_, at) => [at + 5, at + 5] as const);
    const all = await verified({ pages: 15, counted: some });
    expect(all.queries.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(all.counts.map(({ rows }) => rows.length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await verified({ pages: 3, counted: some })).queries).toHaveLength(3);
    const enough = await verified({
      pages: 15,
      counted: [
        [19, 19],
        [20, 20],
      ],
    });
    expect([enough.end, enough.queries.length]).toEqual(['believed', 2]);
  });

  it('whose plan reaches less far is asked for what is left, and nothing is believed where nothing is', async () => {
    const words = (day: string) => `The oldest day of your plan is ${day}.`;
    const less = await verified({ refusals: [words('2026-04-24')] });
    expect([less.end, less.queries.map(({ from }) => from)]).toEqual([
      ...['believed', ['2026-04-20T10:00:00', '2026-04-24T00:00:00']],
    ]);
    expect((await verified({ refusals: ['no'] })).end).toContain('bad-request');
    expect((await verified({ refusals: [new Error('broken')] })).end).toBe('broken');
    const short = { ...NEWEST, from: local('2026-04-30T10:00'), to: local('2026-05-01T00:00') };
    const none = await verified({ newest: [short], refusals: [words('2026-05-01')] });
    expect([none.end, none.queries.length]).toEqual(['other-company', 1]);
  });
});

describe('ranges that were read whole', () => {
  const HOUR = 3_600_000;
  const at = (hour: number) => new Date(Date.UTC(2026, 3, 1) + hour * HOUR).toISOString() as UtcInstant;
  const localAt = (hour: number) => at(hour).slice(0, -1) as typeof APRIL.from;

  it('are joined where they touch, up to when no local clock was still to come', () => {
    const read = fc.record({ from: fc.nat(40), long: fc.nat(12), readAt: fc.nat(60) });
    const loaded = fc.option(
      fc.record({ startedAt: fc.nat(60), knownUntil: fc.nat(60), isOver: fc.boolean() }),
      { nil: null },
    );
    fc.assert(
      fc.property(fc.array(read, { maxLength: 5 }), loaded, (reads, load) => {
        const ranges = rangesReadWhole(
          checkpointOf({
            reads: reads.map(({ from, long, readAt }) => ({
              from: localAt(from),
              to: localAt(from + long),
              readAt: at(readAt),
            })),
            history: {
              ...{ target: null, greatestUpdate: null, startedAt: load === null ? null : at(load.startedAt) },
              finishedAt: load?.isOver === true ? at(load.startedAt) : null,
            },
            changes: { from: null, lastReadAt: null, knownUntil: load === null ? null : at(load.knownUntil) },
          }),
        );
        // Twelve hours behind UTC the day is still to come.
        const isWhole = (hour: number) =>
          reads.some(({ from, long, readAt }) => hour >= from && hour < Math.min(from + long, readAt - 12)) ||
          (load?.isOver === true && hour >= load.startedAt - 12 && hour < load.knownUntil - 12);
        const hours = Array.from({ length: 83 }, (_, place) => place - 13);
        const isIn = (hour: number) =>
          ranges.some(({ from, to }) => localAt(hour) >= from && localAt(hour) < to);
        expect(hours.filter(isIn)).toEqual(hours.filter(isWhole));
        for (const [place, { from, to }] of ranges.entries()) {
          expect(from < to).toBe(true);
          const next = ranges[place + 1];
          if (next !== undefined) expect(to < next.from).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(
      rangesReadWhole(
        checkpointOf({
          history: {
            startedAt: utc('2026-04-02T00:00'),
            target: null,
            finishedAt: NOW,
            greatestUpdate: null,
          },
        }),
      ),
    ).toEqual([]);
  });
});
