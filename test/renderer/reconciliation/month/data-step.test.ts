import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import {
  checkData,
  dataPart,
  isRunningMonth,
  knownDay,
} from '#renderer/reconciliation/month/model/data-step.ts';
import { reasonsOf } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';

/** Whether all of a month is here, at rest and counted, for whatever is known of it. */

const MONTH = '2026-10' as Month;
const TODAY = '2026-11-20' as LocalDate;

const control = (there: number): ControlTotal => ({
  range: MONTH,
  scope: 'everything',
  from: '2026-10-01T00:00:00.000' as LocalDateTime,
  to: '2026-11-01T00:00:00.000' as LocalDateTime,
  there,
  here: 12,
  agrees: there === 12,
  checkedAt: '2026-11-19T10:00:00.000Z' as UtcInstant,
  correlationId: 'c-1',
});

const WHOLE: MonthCoverage = {
  month: MONTH,
  rows: 12,
  orders: 9,
  lastReadAt: '2026-11-19T10:00:00.000Z' as UtcInstant,
  reach: 'live',
  partial: false,
  rereadDue: false,
  reread: null,
  ordersToVerify: 0,
  unsettled: false,
  held: null,
  controls: { everything: control(12), dashboard: null },
  search: null,
};
const OVER = '2026-11-19T10:00:00.000Z' as UtcInstant;

const some = <K extends keyof MonthCoverage>(name: K, ...values: readonly MonthCoverage[K][]) =>
  ({ [name]: fc.constantFrom(WHOLE[name], ...values) }) as {
    readonly [each in K]: fc.Arbitrary<MonthCoverage[K]>;
  };

const anyMonth: fc.Arbitrary<MonthCoverage> = fc
  .record({
    ...some('reach', 'queued', 'blind', 'outside'),
    ...some('partial', true),
    ...some('lastReadAt', null),
    ...some('rereadDue', true),
    ...some('reread', 'asked' as never),
    ...some('ordersToVerify', 3),
    ...some('unsettled', true),
    ...some('held', { month: MONTH, rowsMissing: 2, ordersMissing: 1, emptied: [] } as never),
    ...some(
      'controls',
      { everything: null, dashboard: null },
      { everything: control(15), dashboard: null },
      { everything: control(12), dashboard: control(11) },
    ),
  })
  .map((one) => ({ ...WHOLE, ...one }));
const known = fc.record({
  knownUntil: fc.constantFrom(OVER, null, '2026-10-23T09:00:00.000Z' as UtcInstant),
  damage: fc.constantFrom<Damage | null>(null, null, {
    foundAtMs: 1,
    rowsLost: 2,
    from: '2026-10-05T00:00:00.000' as LocalDateTime,
    to: '2026-10-06T00:00:00.000' as LocalDateTime,
  } as Damage),
});

describe('the data of a month', () => {
  test('are done exactly where they are complete, at rest and counted', () => {
    fc.assert(
      fc.property(anyMonth, known, (month, of) => {
        const isRunning = isRunningMonth(MONTH, of.knownUntil, TODAY);
        const { reason } = dataPart(month, of, { isRunning, held: [] });
        const { complete, unchanged, counted } = checkData(month, of);
        const isDone = complete === true && unchanged === true && counted === true;
        expect(reasonsOf('data').get(reason)?.state === 'done', reason).toBe(isDone);
      }),
      { numRuns: 1_000 },
    );
  });

  const cases: readonly (readonly [string, Partial<MonthCoverage>, number])[] = [
    ['agrees', {}, 0],
    ['held', { held: { month: MONTH, rowsMissing: 2, ordersMissing: 1, emptied: [] } as never }, 2],
    ['differs', { controls: { everything: control(15), dashboard: null } }, 3],
    // More are here than the source counts.
    ['differs', { controls: { everything: control(8), dashboard: null } }, 4],
    ['unread', { reach: 'queued' }, 0],
    ['unread', { lastReadAt: null, reach: 'outside' }, 0],
    ['partial', { partial: true, reach: 'outside' }, 0],
    ['to-verify', { ordersToVerify: 4 }, 4],
    ['to-reread', { reread: 'asked' as never }, 0],
    ['to-reread', { unsettled: true }, 0],
    ['to-reread', { reach: 'blind', rereadDue: true }, 0],
    ['not-counted', { controls: { everything: null, dashboard: null } }, 0],
  ];
  test.each(cases)('say «%s» of %j', (reason, over, count) => {
    const part = dataPart(
      { ...WHOLE, ...over },
      { knownUntil: OVER, damage: null },
      { isRunning: false, held: [] },
    );
    expect([part.reason, part.count, part.of, part.amount]).toEqual([reason, count, 12, null]);
  });

  test('run, were lost or are held, the gravest of what holds; what they come to is of all that is held', () => {
    const of = (over: Partial<MonthCoverage>, isRunning: boolean, damage: Damage | null = null) =>
      dataPart({ ...WHOLE, ...over }, { knownUntil: null, damage }, { isRunning, held: ['a', 'b'] });
    expect(of({}, true).reason).toBe('running');
    expect(of({}, false).reason).toBe('lost');
    expect(of({ partial: true }, true).reason).toBe('running');
    expect(of({ partial: true }, false).reason).toBe('partial');
    expect(of({ ordersToVerify: 3 }, true)).toMatchObject({ reason: 'running', count: 0 });
    const held = { month: MONTH, rowsMissing: 2, ordersMissing: 1, emptied: [] } as never;
    const differs = { everything: control(15), dashboard: null };
    expect(of({ held, controls: differs }, true)).toMatchObject({ reason: 'held', count: 2 });
    expect(of({ controls: differs }, true)).toMatchObject({ reason: 'differs', count: 3 });
    const whole = (...all: readonly string[]) =>
      dataPart(WHOLE, { knownUntil: OVER, damage: null }, { isRunning: false, held: all }).whole;
    expect(new Set([whole('a', 'b'), whole('a'), whole('a', 'c'), whole()]).size).toBe(4);
  });

  test('are another figure where rows come or the difference moves', () => {
    const evidenceOf = (over: Partial<MonthCoverage>) =>
      dataPart({ ...WHOLE, ...over }, { knownUntil: OVER, damage: null }, { isRunning: false, held: [] })
        .evidence;
    const all = [
      {},
      { rows: 13 },
      { orders: 10 },
      { controls: { everything: control(15), dashboard: null } },
      { controls: { everything: control(9), dashboard: null } },
    ];
    expect(new Set(all.map(evidenceOf)).size).toBe(all.length);
  });

  test('run until the month is over everywhere, by the clock of the source', () => {
    const until = (instant: string | null) =>
      isRunningMonth(MONTH, instant as UtcInstant | null, '2026-11-01' as LocalDate);
    expect(until('2026-11-01T11:59:59.000Z')).toBe(true);
    expect(until('2026-11-01T12:00:00.000Z')).toBe(false);
    expect(until(null)).toBe(false);
    expect(isRunningMonth(MONTH, null, '2026-10-31' as LocalDate)).toBe(true);
    expect(knownDay('2026-10-24T11:00:00.000Z' as UtcInstant)).toBe('2026-10-23');
    expect(knownDay(null)).toBeNull();
  });
});
