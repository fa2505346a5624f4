import { expect, test } from 'vitest';
import { isCompleteMonth, lastCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { placesOfCurrency } from '#renderer/data/model/currency-places.ts';
import {
  afterSpan,
  beforeSpan,
  believedPurchases,
  dateSpanAt,
  sideOfSpan,
} from '#renderer/data/model/date-span.ts';
import { EXCEPTION_KINDS, gravityOf, leadsOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import {
  agreesWithSource,
  differingControl,
  isSettledMonth,
  isToReread,
} from '#renderer/data/model/month-readings.ts';
import { shortYearsOf } from '#renderer/data/model/short-years.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';

/** What is known of months and days, at the limits of each. */

const at = (text: string) => text as UtcInstant;
const month = (name: string, over: Partial<MonthCoverage> = {}): MonthCoverage => ({
  ...{ month: name as Month, rows: 5, orders: 4, lastReadAt: at('2026-03-05T00:00:00.000Z'), reach: 'live' },
  ...{ partial: false, rereadDue: false, reread: null, ordersToVerify: 0, unsettled: false, held: null },
  ...{ controls: { everything: null, dashboard: null }, search: null, ...over },
});

test('a month is complete once it is over in the last zone, and was read whole with nothing lost', () => {
  const is = (knownUntil: string | null, over: Partial<MonthCoverage> = {}, damage: Damage | null = null) =>
    isCompleteMonth(month('2026-02', over), {
      knownUntil: knownUntil === null ? null : at(knownUntil),
      damage,
    });
  const known = '2026-03-01T12:00:00.000Z';
  expect([is(known), is('2026-03-01T11:59:59.999Z'), is(null)]).toEqual([true, false, false]);
  const lacking: readonly Partial<MonthCoverage>[] = [
    { lastReadAt: null },
    { reach: 'queued' },
    { partial: true },
  ];
  expect(lacking.map((over) => is(known, over))).toEqual([false, false, false]);
  expect([is(known, { reach: 'blind' }), is(known, { reach: 'outside' })]).toEqual([true, true]);
  const lost = (from: string | null, to: string | null) =>
    is(known, {}, {
      from: from && `${from}T00:00:00.000`,
      to: to && `${to}T00:00:00.000`,
    } as never as Damage);
  expect(lost('2026-02-10', '2026-02-11')).toBe(false);
  expect([lost('2026-01-01', '2026-02-01'), lost('2026-03-01', '2026-03-02')]).toEqual([true, true]);
  expect([lost(null, '2026-02-02'), lost('2026-02-28', null), lost(null, null)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('the last complete month is the latest that has rows', () => {
  const last = (...months: readonly MonthCoverage[]) =>
    lastCompleteMonth({ months, knownUntil: at('2026-05-02T00:00:00.000Z') }, null);
  const [feb, march, april, may] = ['2026-02', '2026-03', '2026-04', '2026-05'].map((name) => month(name));
  if (!feb || !march || !april || !may) throw new Error('No month.');
  expect(last(feb, march, april, may)).toBe('2026-04');
  expect(last(feb, march, { ...april, rows: 0 }, may)).toBe('2026-03');
  expect(last(feb, { ...march, partial: true }, { ...april, rows: 0 })).toBe('2026-02');
  expect([last(may), last()]).toEqual([null, null]);
});

test('a month agrees with its source by both counts that were taken, and is settled where nothing waits', () => {
  const control = (agrees: boolean, scope: ControlTotal['scope']) => ({ agrees, scope }) as ControlTotal;
  const [yes, no] = [control(true, 'everything'), control(false, 'dashboard')];
  const agreed = (everything: ControlTotal | null, dashboard: ControlTotal | null) => [
    agreesWithSource({ everything, dashboard }),
    differingControl({ everything, dashboard })?.scope ?? null,
  ];
  expect(agreed(null, null)).toEqual([null, null]);
  expect([agreed(yes, null), agreed(yes, yes)]).toEqual([
    [true, null],
    [true, null],
  ]);
  expect([agreed(yes, no), agreed(null, no)]).toEqual([
    [false, 'dashboard'],
    [false, 'dashboard'],
  ]);
  expect(agreed(control(false, 'everything'), no)).toEqual([false, 'everything']);
  const cases: readonly (readonly [Partial<MonthCoverage>, isToReread: boolean, isSettled: boolean])[] = [
    [{}, false, true],
    [{ reread: 'requested' }, true, false],
    [{ unsettled: true }, true, false],
    [{ rereadDue: true }, false, true],
    [{ rereadDue: true, reach: 'blind' }, true, false],
    [{ reach: 'blind' }, false, true],
    [{ ordersToVerify: 1 }, false, false],
    [{ held: {} as MonthCoverage['held'] }, false, false],
  ];
  for (const [over, reread, settled] of cases) {
    const each = month('2026-02', over);
    expect([over, isToReread(each), isSettledMonth(each)]).toEqual([over, reread, settled]);
  }
});

test('days are believed from 2000 to the end of next year, purchases to a day after the latest local one', () => {
  const span = (present: string) => dateSpanAt(at(present));
  expect(span('2026-11-28T09:59:59.999Z')).toEqual({
    ...{ from: '2000-01-01', to: '2027-12-31', purchasedUntil: '2026-11-29' },
  });
  expect(span('2026-11-28T10:00:00.000Z').purchasedUntil).toBe('2026-11-30');
  expect(span('2199-12-31T12:00:00.000Z')).toEqual({
    ...{ from: '2000-01-01', to: '2199-12-31', purchasedUntil: '2199-12-31' },
  });
  expect(dateSpanAt(null)).toEqual({
    ...{ from: '2000-01-01', to: '2199-12-31', purchasedUntil: '2199-12-31' },
  });
  const { fromMs, toMs } = believedPurchases(span('2026-11-28T09:00:00.000Z'));
  expect([new Date(fromMs).toISOString(), new Date(toMs).toISOString()]).toEqual([
    ...['2000-01-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
  ]);
  const dates = span('2026-11-28T09:00:00.000Z');
  expect([beforeSpan(dates), afterSpan(dates)].map(sideOfSpan)).toEqual([
    { side: '<', day: '2000-01-01' },
    { side: '>', day: '2027-12-31' },
  ]);
  expect([sideOfSpan('2026-01'), sideOfSpan('=2026-01-01')]).toEqual([null, null]);
});

test('a column of short years has them first only where that alone makes days of about now', () => {
  const of = (...texts: readonly string[]) => atOnce(shortYearsOf(texts, '2026-06-15' as LocalDate));
  expect(of('26/08/15', '26/08/16', '25/12/31')).toBe('first');
  expect(of('27/01/01', '25/01/01', '26/01/01')).toBe('first');
  expect(of('26/08/15', '26/08/16')).toBe('doubtful');
  expect(of('26/08/15', '26/08/15', '26/08/15')).toBe('doubtful');
  expect(of('28/01/31', '26/08/16', '26/08/17')).toBe('last');
  expect([of('26/08/26', '25/08/26', '26/07/26'), of('15/08/2026'), of()]).toEqual(['last', 'last', 'last']);
});

test('money has the places of its currency, and two without a name', () => {
  expect(['CLP', 'USD', 'KWD', 'BRL', null].map(placesOfCurrency)).toEqual([0, 2, 3, 2, 2]);
});

test('what does not square is as grave as its kind, a kind that nobody knows a caution after all others', () => {
  const kinds = EXCEPTION_KINDS.map(({ kind }) => kind);
  expect(kinds.map(rankOf)).toEqual(kinds.map((_, at) => at));
  expect(rankOf('of-tomorrow')).toBe(kinds.length);
  expect(['damage', 'rate', 'margin', 'of-tomorrow'].map(gravityOf)).toEqual([
    'bad',
    'caution',
    'info',
    'caution',
  ]);
  const gravities = kinds.map((kind) => ['bad', 'caution', 'info'].indexOf(gravityOf(kind)));
  expect(gravities).toEqual(gravities.toSorted());
  expect(leadsOf('of-tomorrow')).toEqual([{ to: 'orders' }]);
  expect(leadsOf('rate')).toEqual([{ to: 'section', section: 'rates' }]);
});
