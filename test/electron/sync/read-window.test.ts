import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataQuery } from '#electron/api/client.ts';
import { ApiError } from '#electron/api/failure.ts';
import { partsFor } from '#electron/sync/plan/history.ts';
import { partsAfter, readForRun } from '#electron/sync/run/read-window.ts';
import { type Budget, createBudget } from '#electron/sync/run/traffic.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { Judgement, StagedPage, StagedWindow } from '#shared/contract/ledger.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, type SyncWindow } from '#shared/domain/window.ts';
import { local, NOW, scriptedRun, utc } from './scripted-run.ts';

/** One window from its first page to its judgement, between a server and a ledger that say what a script has them say. */

const DAY: SyncWindow = {
  field: 'purchase_date',
  from: local('2026-05-01T00:00'),
  to: local('2026-05-02T00:00'),
};
/** It cannot be cut. */
const SECOND: SyncWindow = { ...DAY, to: '2026-05-01T00:00:01.000' as LocalDateTime };
const CHANGES: SyncWindow = {
  field: 'updated_at',
  from: utc('2026-05-19T00:00'),
  to: utc('2026-05-20T00:00'),
};
const REQUEST = { from: '2026-04-30T23:59:59', to: '2026-05-02T00:00:01' };
const PAGE_ROWS = 10;
const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString() as UtcInstant;

/** What the server answers; by default the only page, in a tenth of a second. */
type Answer = {
  readonly pages?: number;
  readonly rows?: number;
  readonly pageSize?: number;
  readonly to?: string;
  /** By the server's clock, after the first moment. */
  readonly atMs?: number;
  readonly tookMs?: number;
  /** By the clock of this machine that may be set, where it is not as long. */
  readonly wallTookMs?: number;
  /** Sent for it, tries that failed among them. */
  readonly requests?: number;
  readonly failure?: Error;
};
type World = {
  readonly window?: SyncWindow;
  readonly purpose?: WindowPurpose;
  readonly answers?: readonly Answer[];
  readonly judgements?: readonly object[];
  readonly staged?: StagedWindow | null;
  readonly maxPages?: number;
  readonly budget?: Budget;
  readonly notBefore?: UtcInstant;
  readonly checkpoint?: Partial<Checkpoint>;
  /** The run is interrupted while this is done. */
  readonly interruptedAt?: string;
};

const SETTLED = { kind: 'settled', ownRows: 1, greatestUpdate: null, verification: [], ordersToVerify: 0 };
const doubted = (doubt: string, kind: Judgement['kind'] = 'read-again') => ({ kind, doubt });

/** Reads it; what was done, in turn. */
function reading({
  window = DAY,
  purpose = 'history',
  staged = null,
  maxPages = 10,
  checkpoint = {},
  ...world
}: World) {
  const made = scriptedRun({ checkpoint });
  const controller = new AbortController();
  const [answers, judgements] = [[...(world.answers ?? [])], [...(world.judgements ?? [])]];
  let [wallMs, monotonicMs, requests] = [Date.parse(NOW), 5_000, 7];
  const did: string[] = [];
  const queries: DataQuery[] = [];
  const opened: { readonly windowId: string }[] = [];
  const metas: PageMeta[] = [];
  const taken: unknown[] = [];
  const shown: string[] = [];
  const told: string[] = [];
  let rowsRead = 0;
  const does = (what: string) => {
    did.push(what);
    if (what === world.interruptedAt) controller.abort(new Error('interrupted'));
  };
  const run = {
    ...made.run,
    ...{ maxPages, signal: controller.signal },
    clock: { wallMs: () => wallMs, monotonicMs: () => monotonicMs },
    traffic: { requestsMade: () => requests },
    reporter: {
      update: ({ activity }: { readonly activity: { readonly [part: string]: unknown } }) =>
        void shown.push(
          `${activity.purpose} ${activity.from} ${activity.page}/${activity.pages} ${activity.reading}`,
        ),
    },
    progress: {
      beginWindow: ({ from }: SyncWindow) => void told.push(`begin ${from}`),
      askPage: (page: number, pages: number | null) => void told.push(`page ${page}/${pages}`),
      addPage: (rows: number) => void told.push(`rows ${rows}`),
      endWindow: () => void told.push('end'),
    },
    reportProgress: () => void told.push('report'),
    journal: {
      keep: async () => void told.push('keep'),
      add: (counts: { readonly rowsRead: number }) => {
        rowsRead += counts.rowsRead;
      },
    },
    staged: {
      take: async (...asked: readonly unknown[]) => {
        taken.push(asked);
        return staged;
      },
    },
    ledger: {
      openWindow: async (one: { readonly windowId: string }) => {
        opened.push(one);
        does('open');
      },
      stagePage: async ({
        reading: number,
        serverDate,
        page: { meta, correlationId, ...sent },
      }: {
        readonly reading: number;
        readonly serverDate: UtcInstant;
        readonly page: { readonly meta: PageMeta; readonly correlationId: string };
      }): Promise<StagedPage> => {
        metas.push(meta);
        expect(sent).toEqual({ columns: ['A'], rowsJson: '[["1"]]' });
        does(`stage ${number}/${meta.page}`);
        const { page, totalRows, totalPages, count, to } = meta;
        return { reading: number, page, totalRows, totalPages, count, metaTo: to, correlationId, serverDate };
      },
      judgeWindow: async ({ windowId }: { readonly windowId: string }) => {
        expect(windowId).toBe(opened[0]?.windowId ?? staged?.windowId);
        does('judge');
        return judgements.shift() ?? SETTLED;
      },
      dropWindows: async ({ windowIds }: { readonly windowIds: readonly string[] }) =>
        does(`drop ${windowIds.length}`),
    },
    fetchPage: async (query: DataQuery) => {
      queries.push(query);
      const answer = answers.shift() ?? {};
      const { pages = 1, tookMs = 100, rows = pages * PAGE_ROWS } = answer;
      requests += answer.requests ?? 1;
      monotonicMs += tookMs;
      wallMs += answer.wallTookMs ?? tookMs;
      const filter = Object.values(query.filter ?? {}).flat();
      does(['ask', query.page, ...filter].join(' '));
      if (answer.failure !== undefined) throw answer.failure;
      const meta = {
        ...{ page: query.page, pageSize: answer.pageSize ?? 1_000, count: PAGE_ROWS },
        ...{ totalRows: rows, totalPages: pages, to: answer.to ?? '', from: '' },
      };
      const page = { meta, correlationId: `c${queries.length}`, table: { columns: ['A'], rows: [['1']] } };
      return { page, serverDate: later(answer.atMs ?? 0) };
    },
  };
  const { budget, notBefore } = world;
  const end = readForRun(run as never, window, purpose, {
    budget,
    ...(notBefore === undefined ? {} : { notBefore }),
  }).then(
    (result) => result as typeof result & { readonly [part: string]: unknown },
    (error: Error) => ({ kind: `thrown ${error.message}` }) as never,
  );
  const rest = {
    did,
    queries,
    opened,
    metas,
    taken,
    shown,
    told,
    memory: made.memory,
    rowsRead: () => rowsRead,
  };
  return end.then((result) => ({ result, ...rest }));
}

const asksIn = (did: readonly string[]) => did.filter((each) => each.startsWith('ask'));
const pagesOf = (pages: number, more: Answer = {}): readonly Answer[] =>
  Array.from({ length: pages }, () => ({ pages, ...more }));
const numbers = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function stagedPage(page: number, pages: number, more: Partial<StagedPage> = {}): StagedPage {
  return {
    ...{ reading: 1, page, totalRows: pages * PAGE_ROWS, totalPages: pages, count: PAGE_ROWS },
    ...{ metaTo: '', correlationId: `s${page}`, serverDate: NOW, ...more },
  };
}
const left = (pages: readonly StagedPage[], startedAtMs = Date.parse(NOW)): StagedWindow =>
  ({ windowId: 'left', window: DAY, purpose: 'history', startedAtMs, pages }) as never;

describe('a window', () => {
  it('is asked for page by page, staged as it comes, and judged once all is there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(DAY, SECOND, CHANGES),
        async (pages, window) => {
          const budget = createBudget(20);
          const { result, did, queries, rowsRead, shown, opened } = await reading({
            ...{ window, budget, answers: pagesOf(pages) },
            checkpoint: { earliest: '2026-05-01' as never },
          });
          expect(did).toEqual([
            ...['ask 1', 'open', 'stage 1/1'],
            ...numbers(pages, 2).flatMap((page) => [`ask ${page}`, `stage 1/${page}`]),
            'judge',
          ]);
          const range =
            window === CHANGES
              ? { from: '2026-05-18T23:59:59', to: '2026-05-20T00:00:01' }
              : // Never before what may be asked for.
                { from: '2026-05-01T00:00:00', to: window === DAY ? REQUEST.to : '2026-05-01T00:00:02' };
          expect(queries).toStrictEqual(
            numbers(pages).map((page) => ({
              date: window.field,
              ...range,
              page,
              limit: 1_000,
              withCategories: true,
            })),
          );
          expect(opened).toEqual([
            {
              ...{ windowId: result.kind === 'settled' && result.windowId, window, purpose: 'history' },
              ...{ requestFrom: range.from, requestTo: range.to, startedAtMs: Date.parse(NOW) + 100 },
            },
          ]);
          expect(result).toMatchObject({
            ...{ kind: 'settled', judgement: SETTLED, firstPageDate: NOW, totalRows: pages * PAGE_ROWS },
            report: {
              ...{ window, purpose: 'history', pages, rows: pages * PAGE_ROWS },
              correlationIds: numbers(pages).map((page) => `c${page}`),
              effort: { startedAtMs: Date.parse(NOW), tookMs: pages * 100, requests: pages, readings: 1 },
            },
          });
          expect([rowsRead(), budget.allows(20 - pages), budget.allows(21 - pages)]).toEqual([
            ...[pages * PAGE_ROWS, true, false],
          ]);
          expect(shown).toEqual([
            `history ${window.from} 1/null 1`,
            ...numbers(pages, 2).map((page) => `history ${window.from} ${page}/${pages} 1`),
            `history ${window.from} ${pages}/${pages} 1`,
          ]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('without a row is read all the same', async () => {
    const { result, did, shown } = await reading({ answers: [{ pages: 0 }] });
    expect(did).toEqual(['ask 1', 'open', 'stage 1/1', 'judge']);
    expect([result.kind, result.totalRows, shown.at(-1)]).toEqual([
      'settled',
      0,
      `history ${DAY.from} 1/0 1`,
    ]);
  });

  it('tells the load how far it is, and that it ends where it brings nothing', async () => {
    const settled = await reading({ answers: pagesOf(2) });
    expect(settled.told).toEqual([
      ...['keep', `begin ${DAY.from}`, 'page 1/null', 'report', 'rows 10'],
      ...['page 2/2', 'report', 'rows 10', 'page 2/2', 'report'],
    ]);
    const again = await reading({ purpose: 'reread', answers: pagesOf(11) });
    expect(again.told).toEqual(['keep', 'page 1/null', 'report', 'end']);
  });

  it('goes on with what an earlier run staged of it: of the last reading what is not there is asked for', async () => {
    const there = fc
      .integer({ min: 1, max: 5 })
      .chain((pages) =>
        fc.tuple(
          fc.constant(pages),
          fc.subarray(numbers(pages), { minLength: 1 }),
          fc.integer({ min: 1, max: 3 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(there, async ([pages, known, number]) => {
        const earlier = number === 1 ? [] : [stagedPage(5, 9, { reading: number - 1 })];
        const staged = left([
          ...earlier,
          ...known.map((page) => stagedPage(page, pages, { reading: number })),
        ]);
        const missing = numbers(pages).filter((page) => !known.includes(page));
        const { result, did, opened } = await reading({ staged, answers: pagesOf(pages) });
        expect(did).toEqual([
          ...missing.flatMap((page) => [`ask ${page}`, `stage ${number}/${page}`]),
          'judge',
        ]);
        expect([opened, result.kind, result.windowId]).toEqual([[], 'settled', 'left']);
        expect(result.report).toMatchObject({
          ...{ windowId: 'left', pages, effort: { readings: number, requests: missing.length } },
        });
      }),
      { numRuns: 60 },
    );
  });

  it('takes up only pages of its own request, of purchases none from before the last changes', async () => {
    const lastReadAt = utc('2026-05-20T11:00');
    const checkpoint = { changes: { from: null, knownUntil: null, lastReadAt } };
    const sinceOf = async (world: World) => (await reading({ checkpoint, ...world })).taken;
    expect(await sinceOf({})).toEqual([[DAY, 'history', REQUEST, lastReadAt]]);
    const notBefore = utc('2026-05-20T11:30');
    expect(await sinceOf({ purpose: 'verification', notBefore })).toEqual([
      [DAY, 'verification', REQUEST, notBefore],
    ]);
    expect((await sinceOf({ window: CHANGES, purpose: 'changes', notBefore }))[0]).toMatchObject({
      1: 'changes',
      3: null,
    });
  });

  it('begins anew where an earlier run was cut off among its parts', async () => {
    const staged = left([stagedPage(1, 2, { reading: 3 }), stagedPage(1, 2, { reading: 4 })]);
    const { did, result } = await reading({ window: SECOND, staged });
    expect(did).toEqual(['drop 1', 'ask 1', 'open', 'stage 1/1', 'judge']);
    expect(result.windowId).not.toBe('left');
    const third = await reading({ window: SECOND, staged: left([stagedPage(1, 1, { reading: 3 })]) });
    expect(third.did).toEqual(['judge']);
  });
});

describe('a window that ends before it is judged', () => {
  it('has more pages than it may, if it can be cut', async () => {
    const { result, did } = await reading({ maxPages: 3, answers: pagesOf(4) });
    expect([result, did]).toEqual([{ kind: 'too-many', totalRows: 40 }, ['ask 1']]);
    expect((await reading({ maxPages: 3, answers: pagesOf(3) })).result.kind).toBe('settled');
    expect((await reading({ maxPages: 3, answers: pagesOf(4), window: SECOND })).result.kind).toBe('settled');
  });

  it('reaches beyond the server’s today', async () => {
    const of = async (to: string, window: SyncWindow = DAY) =>
      (await reading({ window, answers: [{ to }] })).result;
    expect(await of('2026-05-01T23:59:59.999Z')).toEqual({
      kind: 'clipped',
      until: '2026-05-01T23:59:59.999',
    });
    expect(await of('2026-05-02T00:00:00Z')).toMatchObject({ kind: 'settled', effectiveTo: DAY.to });
    expect(await of('soon')).toMatchObject({ kind: 'settled', effectiveTo: null });
    expect(await of('2026-05-01T00:00:00Z', CHANGES)).toMatchObject({ kind: 'settled' });
    const { did, told } = await reading({ answers: [{ to: '2026-05-01' }] });
    expect([did, told.at(-1)]).toEqual([['ask 1'], 'end']);
  });

  it('is too old by either clock of this machine or by the server’s, from its first answer on', async () => {
    const most = MAX_WINDOW_AGE_MS;
    const ways: readonly (readonly [string, (ms: number) => readonly Answer[]])[] = [
      ['one clock', (ms) => [{ pages: 3 }, { pages: 3, tookMs: ms, wallTookMs: 0 }, { pages: 3 }]],
      ['the other', (ms) => [{ pages: 3 }, { pages: 3, tookMs: 0, wallTookMs: ms }, { pages: 3 }]],
      ['the server', (ms) => [{ pages: 3 }, { pages: 3, atMs: ms }, { pages: 3 }]],
    ];
    for (const [name, answers] of ways) {
      const [young, old] = [
        await reading({ answers: answers(most) }),
        await reading({ answers: answers(most + 1) }),
      ];
      expect([name, young.result.kind, asksIn(young.did).length]).toEqual([name, 'settled', 3]);
      expect([name, old.result, old.did.at(-1)]).toEqual([name, { kind: 'too-old' }, 'drop 1']);
      // No page more, and where its own Date says so that page is not staged.
      expect([name, old.did.slice(3, -1)]).toEqual([
        name,
        name === 'the server' ? ['ask 2'] : ['ask 2', 'stage 1/2'],
      ]);
      const second = await reading({ window: SECOND, answers: answers(most + 1) });
      expect([name, second.result.kind]).toEqual([name, 'settled']);
    }
    // The wait before its first answer does it no harm.
    const waited = await reading({
      answers: [
        { pages: 2, tookMs: 2 * most, atMs: 2 * most },
        { pages: 2, atMs: 2 * most },
      ],
    });
    expect(waited.result.kind).toBe('settled');
  });

  it('is as old as what an earlier run staged of it, and no younger than now', async () => {
    const most = MAX_WINDOW_AGE_MS;
    const of = async (startedAtMs: number, tookMs = 100, serverDate: UtcInstant | null = NOW) => {
      const staged = left([stagedPage(1, 3, { serverDate })], startedAtMs);
      const answers = [{ pages: 3, tookMs, atMs: most + 1 }, { pages: 3 }];
      return (await reading({ staged, answers })).result.kind;
    };
    const now = Date.parse(NOW);
    expect(await of(now, 100)).toBe('too-old');
    expect(await of(now, 100, null)).toBe('settled');
    expect([await of(now - most + 100, 100, null), await of(now - most + 99, 100, null)]).toEqual([
      'settled',
      'too-old',
    ]);
    // A clock that was set back makes nothing younger.
    expect([await of(now + most, most, null), await of(now + most, most + 1, null)]).toEqual([
      'settled',
      'too-old',
    ]);
    const staged = left([stagedPage(1, 3, { serverDate: null })], now - most + 100);
    const setBack = { pages: 3, wallTookMs: -3_600_000 };
    const took = async (tookMs: number) =>
      (await reading({ staged, answers: [{ ...setBack, tookMs }, { pages: 3 }] })).result.kind;
    expect([await took(100), await took(101)]).toEqual(['settled', 'too-old']);
  });

  it('spends no request that its budget does not have, and asks for nothing that it could not finish', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(6),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (most, pages, each) => {
          const budget = createBudget(most);
          const { result, did } = await reading({ budget, answers: pagesOf(pages, { requests: each }) });
          const asked = asksIn(did).length;
          // Each answer took `each` requests; before one is asked for, one at least must be left, after the first all others.
          const canBegin = most >= 1 && most >= each + pages - 1;
          let fits = 0;
          while (canBegin && fits < pages && most >= fits * each + 1) fits += 1;
          expect(asked).toBe(most < 1 ? 0 : canBegin ? fits : 1);
          expect(result.kind).toBe(
            asked === pages && (pages > 1 || most >= each) ? 'settled' : 'out-of-budget',
          );
          expect(budget.allows(most - asked * each)).toBe(true);
          expect(budget.allows(most - asked * each + 1)).toBe(false);
          if (result.kind !== 'settled') expect(did.at(-1)).toBe(asked === 0 ? undefined : 'drop 1');
        },
      ),
      { numRuns: 80 },
    );
  });

  it('is broken off by an interruption before anything more is staged or asked for', async () => {
    const of = async (interruptedAt: string) => {
      const { result, did } = await reading({ interruptedAt, answers: pagesOf(2) });
      return [result.kind, did.at(-1)];
    };
    for (const what of ['ask 1', 'stage 1/1', 'ask 2', 'stage 1/2', 'judge'])
      expect(await of(what)).toEqual(['thrown interrupted', what]);
  });

  it('pays for what it asked although the last answer was a failure', async () => {
    const budget = createBudget(5);
    const { result } = await reading({
      budget,
      answers: [{ pages: 2 }, { failure: new Error('broken'), requests: 3 }],
    });
    expect([result.kind, budget.allows(1), budget.allows(2)]).toEqual(['thrown broken', true, false]);
    // What is staged of a reading before is dropped once.
    const again = await reading({ budget: createBudget(1), judgements: [doubted('totals')] });
    expect([again.result.kind, again.did.slice(-2)]).toEqual(['out-of-budget', ['judge', 'drop 1']]);
  });
});

describe('a reading that cannot be believed', () => {
  it('ends with the page that disagrees, and the window after the third', async () => {
    const wrong = [{ pages: 2 }, { pages: 2, rows: 21 }];
    const { result, did } = await reading({ answers: [...wrong, ...wrong, ...wrong] });
    expect(did).toEqual([
      ...[
        'ask 1',
        'open',
        'stage 1/1',
        'ask 2',
        'ask 1',
        'stage 2/1',
        'ask 2',
        'ask 1',
        'stage 3/1',
        'ask 2',
      ],
      'drop 1',
    ]);
    expect(result).toMatchObject({
      kind: 'unsettled',
      doubt: 'totals',
      report: { effort: { readings: 3 }, pages: 1 },
    });
    const second = await reading({ answers: [...wrong, ...pagesOf(2)] });
    expect(second.result).toMatchObject({ kind: 'settled', report: { effort: { readings: 2 }, pages: 2 } });
    // So does one that was staged.
    const staged = left([stagedPage(1, 3), stagedPage(2, 3, { totalRows: 31 })]);
    expect((await reading({ staged })).did).toEqual(['ask 1', 'stage 2/1', 'judge']);
  });

  it('is made again, at most three times, and told with the last doubt', async () => {
    const again = await reading({ judgements: [doubted('rows-missing')] });
    expect(again.did).toEqual(['ask 1', 'open', 'stage 1/1', 'judge', 'ask 1', 'stage 2/1', 'judge']);
    expect(again.result.kind).toBe('settled');
    const never = await reading({
      judgements: ['totals', 'sub-order-dates', 'rows-missing'].map((each) => doubted(each)),
    });
    expect(never.result).toMatchObject({
      kind: 'unsettled',
      doubt: 'rows-missing',
      report: { effort: { readings: 3 } },
    });
    expect([asksIn(never.did).length, never.did.at(-1)]).toEqual([3, 'drop 1']);
    // The ledger may have had enough before.
    const halved = await reading({ judgements: [doubted('rows-missing', 'halve')] });
    expect([halved.result.kind, asksIn(halved.did).length]).toEqual(['unsettled', 1]);
    const old = await reading({
      answers: [{ pages: 2 }, { pages: 2, tookMs: MAX_WINDOW_AGE_MS + 1 }],
      judgements: [doubted('rows-missing')],
    });
    expect([old.result.kind, old.did.slice(-2)]).toEqual(['too-old', ['judge', 'drop 1']]);
    // One that is made again is as old as the first.
    const late = await reading({
      answers: [{}, { pages: 2, tookMs: MAX_WINDOW_AGE_MS + 1 }],
      judgements: [doubted('rows-missing')],
    });
    expect([late.result.kind, asksIn(late.did).length]).toEqual(['too-old', 2]);
  });

  it('makes a window suspect at once that can be cut, if equal rows are why', async () => {
    const { result, did } = await reading({ answers: pagesOf(2), judgements: [doubted('equal-rows')] });
    expect([result, did.at(-1), asksIn(did).length]).toEqual([
      { kind: 'suspect', totalRows: 20 },
      'drop 1',
      2,
    ]);
    // Another doubt of a window that can be cut is read again, and never by parts.
    const dated = await reading({ judgements: numbers(3).map(() => doubted('sub-order-dates')) });
    expect(dated.result).toMatchObject({ kind: 'unsettled', doubt: 'sub-order-dates' });
    expect(asksIn(dated.did)).toHaveLength(3);
  });

  it('of what cannot be cut has its pages cut elsewhere the second time', async () => {
    const limits = async (window: SyncWindow) =>
      (await reading({ window, judgements: [doubted('rows-missing'), doubted('rows-missing')] })).queries.map(
        ({ limit }) => limit,
      );
    expect(await limits(SECOND)).toEqual([1_000, 797, 1_000]);
    expect(await limits(DAY)).toEqual([1_000, 1_000, 1_000]);
  });

  it('says how many rows a page has by its first answer alone', async () => {
    const { memory } = await reading({
      answers: [{ pageSize: 500 }, { pageSize: 300 }],
      judgements: [doubted('totals')],
    });
    expect(memory.pageRows).toBe(500);
  });
});

describe('a window that is settled', () => {
  it('knows of no update younger than its first page shows, however long its pages took', async () => {
    const greatestUpdate = utc('2026-05-20T11:00');
    const judgements = [{ ...SETTLED, greatestUpdate }];
    const of = async (...answers: readonly Answer[]) =>
      (await reading({ answers, judgements })).result.greatestUpdate;
    expect(await of({})).toBe(greatestUpdate);
    expect(await of({ pages: 3, atMs: 2_000 }, { pages: 3, atMs: 1_000 }, { pages: 3, atMs: 6_500 })).toBe(
      '2026-05-20T10:59:54.500Z',
    );
    expect((await reading({ answers: pagesOf(2) })).result.greatestUpdate).toBeNull();
    const undated = left([stagedPage(1, 2, { serverDate: null }), stagedPage(2, 2, { serverDate: null })]);
    expect((await reading({ staged: undated, judgements })).result.greatestUpdate).toBe(greatestUpdate);
  });

  it('is of the server’s time at its first page, or of now where that page had none', async () => {
    const at = async (serverDate: UtcInstant | null) =>
      (await reading({ staged: left([stagedPage(1, 1, { serverDate })]) })).result.firstPageDate;
    expect([await at(utc('2026-05-20T11:55')), await at(null)]).toEqual([utc('2026-05-20T11:55'), NOW]);
  });
});

describe('windows of several pages', () => {
  it('are counted, and how many of them were suspect', async () => {
    const counted = async (world: World) => (await reading(world)).memory.severalPages;
    expect(await counted({ answers: pagesOf(2, { rows: 1_001 }) })).toEqual({ read: 1, suspect: 0 });
    expect(await counted({ answers: [{ rows: 1_000 }] })).toEqual({ read: 0, suspect: 0 });
    expect(await counted({ answers: pagesOf(2), judgements: [doubted('equal-rows')] })).toEqual({
      read: 1,
      suspect: 1,
    });
    expect(await counted({ answers: pagesOf(11, { rows: 10_001 }) })).toEqual({ read: 0, suspect: 0 });
  });

  it('that did not settle are cut in as many parts as their rows ask for, in two at least', () => {
    const size = { maxPages: 10, pageRows: 1_000, hasTwins: false };
    const of = (reading: object, twins = false) => partsAfter(reading as never, { ...size, hasTwins: twins });
    fc.assert(
      fc.property(fc.nat(100_000), fc.boolean(), (totalRows, hasTwins) => {
        const [many, suspect] = [
          of({ kind: 'too-many', totalRows }, hasTwins),
          of({ kind: 'suspect', totalRows }, hasTwins),
        ];
        expect(many).toBe(Math.max(2, partsFor(totalRows, { ...size, hasTwins })));
        expect(suspect).toBe(Math.max(2, partsFor(totalRows, { ...size, hasTwins: true })));
      }),
    );
    expect([
      of({ kind: 'too-old' }),
      of({ kind: 'unsettled' }, true),
      of({ kind: 'suspect', totalRows: 3_000 }),
    ]).toEqual([2, 2, 4]);
  });
});

describe('a second that will not settle', () => {
  const ALIKE = doubted('equal-rows');
  const WHOLE = { pages: 2, rows: 3 };
  /** The whole, the paid, the unpaid, and the whole once more. */
  const PARTS: readonly Answer[] = [WHOLE, { rows: 1 }, { rows: 2 }, WHOLE];
  const thrice = (doubt: object) => [doubt, doubt, doubt];
  const before = pagesOf(6, { pages: 2 });
  const inParts = (world: World) =>
    reading({ window: SECOND, ...world, answers: [...before, ...(world.answers ?? [])] });
  const since = (did: readonly string[]) => did.slice(did.indexOf('judge', did.indexOf('stage 3/2')) + 1);

  it.each(['equal-rows', 'sub-order-dates'])(
    'for %s is read by its parts, as the pages of one more reading',
    async (doubt) => {
      const { result, did, metas, queries } = await inParts({
        judgements: thrice(doubted(doubt)),
        answers: PARTS,
      });
      expect(since(did)).toEqual([
        'ask 1',
        'ask 1 paid',
        'ask 1 unpaid',
        'ask 1',
        'stage 4/1',
        'stage 4/2',
        'judge',
      ]);
      expect(metas.slice(-2)).toMatchObject([
        { page: 1, totalRows: 3, totalPages: 2 },
        { page: 2, totalRows: 3, totalPages: 2 },
      ]);
      expect(result).toMatchObject({
        kind: 'settled',
        totalRows: 3,
        report: { pages: 2, effort: { readings: 4, requests: 10 } },
      });
      expect(queries.at(-1)).toEqual({ ...queries[0], limit: 797, filter: {} });
    },
  );

  it('is read by its parts twice at most, and not again where no part has all rows', async () => {
    const twice = await inParts({
      judgements: [...thrice(ALIKE), ALIKE, doubted('totals')],
      answers: [...PARTS, ...PARTS],
    });
    expect(twice.result).toMatchObject({
      kind: 'unsettled',
      doubt: 'totals',
      report: { effort: { readings: 5 } },
    });
    expect([asksIn(since(twice.did)).length, twice.did.at(-1)]).toEqual([8, 'drop 1']);
    const fifth = await inParts({ judgements: [...thrice(ALIKE), ALIKE], answers: [...PARTS, ...PARTS] });
    expect(fifth.result).toMatchObject({ kind: 'settled', report: { effort: { readings: 5 } } });
    const lacking = await inParts({
      judgements: [...thrice(ALIKE), doubted('rows-missing')],
      answers: PARTS,
    });
    expect(lacking.result).toMatchObject({
      kind: 'unsettled',
      doubt: 'rows-missing',
      report: { effort: { readings: 4 } },
    });
    expect(asksIn(since(lacking.did))).toHaveLength(4);
  });

  it('stays unsettled where its rows change meanwhile or the server knows no filters', async () => {
    const moved = await inParts({
      judgements: thrice(ALIKE),
      answers: [...PARTS.slice(0, -1), { pages: 2, rows: 4 }],
    });
    expect(moved.result).toMatchObject({ kind: 'unsettled', doubt: 'equal-rows' });
    expect(since(moved.did).slice(-2)).toEqual(['ask 1', 'drop 1']);
    const refusal = new ApiError({
      ...{
        kind: 'bad-request',
        status: 400,
        words: null,
        detail: null,
        retryAfterMs: null,
        serverDate: null,
      },
    });
    const refused = await inParts({ judgements: thrice(ALIKE), answers: [WHOLE, { failure: refusal }] });
    expect([refused.result.kind, since(refused.did).at(-1)]).toEqual(['unsettled', 'drop 1']);
    const broken = await inParts({
      judgements: thrice(ALIKE),
      answers: [WHOLE, { failure: new Error('broken') }],
    });
    expect(broken.result.kind).toBe('thrown broken');
  });

  it('is given up where the budget ends among its parts, and never read by parts for another doubt', async () => {
    const ended = await inParts({ judgements: thrice(ALIKE), answers: PARTS, budget: createBudget(8) });
    expect([ended.result, since(ended.did)]).toEqual([
      { kind: 'out-of-budget' },
      ['ask 1', 'ask 1 paid', 'drop 1'],
    ]);
    const exact = await inParts({ judgements: thrice(ALIKE), answers: PARTS, budget: createBudget(10) });
    expect(exact.result.kind).toBe('settled');
    const other = await inParts({ judgements: thrice(doubted('rows-missing')) });
    expect([other.result.kind, since(other.did)]).toEqual(['unsettled', ['drop 1']]);
    // A page that disagrees is no such doubt either.
    const wrong = [{ pages: 2 }, { pages: 2, rows: 21 }];
    const totals = await reading({ window: SECOND, answers: [...wrong, ...wrong, ...wrong] });
    expect([totals.result.kind, totals.did.at(-1)]).toEqual(['unsettled', 'drop 1']);
  });
});
