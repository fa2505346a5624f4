import { describe, expect, it } from 'vitest';
import { afterPurchaseWindow, finishHistory } from '#electron/sync/plan/checkpoints.ts';
import { learnStored, NO_DENSITY } from '#electron/sync/plan/density.ts';
import type { PlanFacts } from '#electron/sync/plan/history.ts';
import { queueOf } from '#electron/sync/plan/queue.ts';
import { beginHistory } from '#electron/sync/plan/reach.ts';
import { addRereads } from '#electron/sync/plan/rereads.ts';
import { instantFromMs, type LocalDate, type Month } from '#shared/domain/dates.ts';
import { monthRange } from '#shared/domain/purchase-ranges.ts';

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const AT = instantFromMs(NOW);
const EARLIEST = '2025-01-01' as LocalDate;
const month = (text: string) => monthRange(text as Month);

const plan: PlanFacts = {
  earliest: EARLIEST,
  serverNowMs: NOW,
  authoritativeUntil: null,
  skip: [],
  cuts: [],
  density: learnStored(
    NO_DENSITY,
    ['2025-02', '2025-09', '2026-03'].map((name) => ({ range: month(name), rows: 2_400 })),
  ),
  size: { maxPages: 10, pageRows: 1000, hasTwins: false },
};
const begun = beginHistory({ earliest: EARLIEST, notice: null }, NOW, 600_000);
const { target } = begun.history;
if (target === null) throw new Error('No target.');
const loaded = finishHistory(
  afterPurchaseWindow(begun, { field: 'purchase_date', ...target }, { readAt: AT }),
  AT,
);
const facts = { checkpoint: loaded, plan, readsChanges: true, verificationRanges: 0 };
const kinds = (of: Parameters<typeof queueOf>[0]) => queueOf(of).map(({ kind, reason }) => reason ?? kind);

describe('what comes next', () => {
  it('is told in the order of the work, each with what it is about', () => {
    let rereads = addRereads([], [month('2025-02')], 'scheduled', AT);
    rereads = addRereads(rereads, [month('2025-09')], 'absence', AT);
    rereads = addRereads(rereads, [month('2026-03')], 'requested', AT);
    const queue = queueOf({ ...facts, checkpoint: { ...loaded, rereads }, verificationRanges: 7 });
    expect(queue.map(({ kind, reason, requests }) => [kind, reason, requests])).toEqual([
      ['reread', 'requested', 3],
      ['changes', null, null],
      ['reread', 'absence', 3],
      ['verification', null, 7],
      ['reread', 'scheduled', 3],
      ['control', null, 2],
    ]);
    expect(queue[0]).toMatchObject(month('2026-03'));
  });

  it('ends with what waits for all else: second readings, and what is searched for', () => {
    const { from, to } = month('2025-09');
    const search = {
      range: '2025-09' as Month,
      scope: 'everything' as const,
      difference: 1,
      countedAt: AT,
      left: [{ from, to, there: 9, here: 8 }],
      isOver: false,
    };
    const checkpoint = {
      ...loaded,
      rereads: addRereads([], [month('2025-02')], 'difference', AT),
      readOnce: [month('2026-03')],
      searches: [search, { ...search, range: 'all' as const }, { ...search, isOver: true }],
    };
    expect(
      queueOf({ ...facts, checkpoint }).map(({ kind, reason, from: begins, requests }) => [
        kind,
        reason,
        begins?.slice(0, 7),
        requests,
      ]),
    ).toEqual([
      ['changes', null, undefined, null],
      ['reread', 'confirmation', '2026-03', 3],
      ['control', null, undefined, 2],
      ['control', 'difference', '2025-09', null],
      ['control', 'difference', '2025-09', null],
      ['reread', 'difference', '2025-02', 3],
    ]);
  });

  it('names the next months of a load one by one and the rest together, and never grows long', () => {
    const queue = queueOf({ ...facts, checkpoint: begun, readsChanges: false });
    expect(queue.map(({ from, to }) => [from?.slice(0, 10), to?.slice(0, 10)])).toEqual([
      ['2026-05-01', '2026-05-22'],
      ['2026-04-01', '2026-05-01'],
      ['2026-03-01', '2026-04-01'],
      ['2025-01-01', '2026-03-01'],
      [undefined, undefined],
    ]);
    const reasons = ['requested', 'absence', 'scheduled'] as const;
    const rereads = reasons.flatMap((reason, year) =>
      [1, 2, 3, 4, 5, 6].map((index) => ({ ...month(`202${3 + year}-0${index}`), reason, askedAt: AT })),
    );
    const long = queueOf({
      ...facts,
      plan: { ...plan, earliest: '2023-01-01' as LocalDate },
      checkpoint: { ...begun, rereads },
    });
    expect(long).toHaveLength(10);
  });

  it('says nothing of requests where nothing is known of the rows', () => {
    const queue = queueOf({ ...facts, checkpoint: begun, plan: { ...plan, density: NO_DENSITY } });
    expect(queue.find(({ kind }) => kind === 'history')?.requests).toBeNull();
    expect(kinds(facts)).toEqual(['changes', 'control']);
  });

  it('names the whole range of a month, and how many pages it takes, at least one a window', () => {
    const days = (from: string, to: string) =>
      ({ from: `${from}T00:00:00.000`, to: `${to}T00:00:00.000` }) as ReturnType<typeof month>;
    const rereads = addRereads(
      [],
      [days('2026-03-02', '2026-03-03'), days('2026-03-20', '2026-03-25')],
      'difference',
      AT,
    );
    const queue = queueOf({ ...facts, checkpoint: { ...loaded, rereads } });
    expect(queue.map(({ kind }) => kind)).toEqual(['changes', 'control', 'reread']);
    expect(queue.at(-1)).toMatchObject({
      kind: 'reread',
      reason: 'difference',
      ...days('2026-03-02', '2026-03-25'),
      // A day and five days of a month of 2,400 rows: less than a page each.
      requests: 2,
    });
    // Nothing is known of the month before: then no number is made up.
    const unknown = addRereads([], [month('2025-06')], 'requested', AT);
    expect(queueOf({ ...facts, checkpoint: { ...loaded, rereads: unknown } })[0]).toMatchObject({
      requests: null,
    });
  });

  it('leaves out what cannot be read now, and what nobody asked for', () => {
    const nothing = { ...facts, readsChanges: false };
    expect(kinds(nothing)).toEqual(['control']);
    const rereads = addRereads([], [month('2024-06')], 'requested', AT);
    expect(kinds({ ...nothing, checkpoint: { ...loaded, rereads } })).toEqual(['control']);
    expect(kinds({ ...nothing, verificationRanges: 1 })).toEqual(['verification', 'control']);
  });
});
