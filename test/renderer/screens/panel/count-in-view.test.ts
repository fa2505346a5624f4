import { expect, test } from 'vitest';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { countInView } from '#renderer/screens/panel/count-in-view.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import { control, month } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** Which count of the source stands beside the figures in view, and which month it leads to. */

const counted = (of: string, here: number, until: string): MonthCoverage =>
  month({
    month: of as Month,
    controls: {
      everything: control(9, here, { to: `${until}T23:59:59.000` as LocalDateTime }),
      dashboard: null,
    },
  });
const FEBRUARY = counted('2025-02', 8, '2025-02-28');
const MARCH = counted('2025-03', 9, '2025-03-31');
const BEGUN = counted('2025-03', 9, '2025-03-30');
const UNCOUNTED = month({ month: '2025-03' as Month });
const all = (here: number) => control(100, here, { range: 'all' });

type Case = readonly [
  string,
  readonly MonthCoverage[],
  ControlTotal | null,
  readonly [string, string] | null,
  readonly [here: number, month: string | null, isWhole: boolean, leadsTo: string | null] | null,
];

const ONLY_MARCH = ['2025-03-01', '2025-03-31'] as const;

test.each<Case>([
  ['a month counted to its end', [FEBRUARY, MARCH], all(99), ONLY_MARCH, [9, '2025-03', true, '2025-03']],
  ['a month whose last day is not over', [BEGUN], all(99), ONLY_MARCH, [9, '2025-03', false, '2025-03']],
  ['a month that nobody counted', [FEBRUARY, UNCOUNTED], all(99), ONLY_MARCH, [99, null, false, '2025-02']],
  ['a month that is not there', [FEBRUARY], all(100), ONLY_MARCH, [100, null, false, null]],
  ['two months', [FEBRUARY, MARCH], all(99), ['2025-02-01', '2025-03-31'], [99, null, false, '2025-02']],
  ['a part of a month', [MARCH], all(100), ['2025-03-01', '2025-03-30'], [100, null, false, null]],
  ['all there is', [FEBRUARY, MARCH], all(99), null, [99, null, false, '2025-02']],
  ['all of it agrees though a month does not', [FEBRUARY], all(100), null, [100, null, false, null]],
  ['all of it differs and no month is known to', [MARCH], all(99), null, [99, null, false, null]],
  ['a month alone, all never counted', [MARCH], null, ONLY_MARCH, [9, '2025-03', true, '2025-03']],
  ['nothing in view was counted', [UNCOUNTED], null, ONLY_MARCH, null],
  ['a month out of view was', [MARCH], null, null, null],
])('%s', (_, months, everything, days, expected) => {
  const period = days === null ? null : { from: days[0] as LocalDate, to: days[1] as LocalDate };
  const found = countInView({ months, controls: { everything, dashboard: null } }, period);
  expect(found && [found.control.here, found.month, found.isWhole, found.leadsTo]).toEqual(expected);
});

test('it is compared until the last second that was asked for', () => {
  const until = (to: string) =>
    countInView(
      {
        months: [],
        controls: { everything: control(1, 1, { to: to as LocalDateTime }), dashboard: null },
      },
      null,
    )?.until;
  expect(until('2025-04-01T00:00:00.000')).toBe('2025-03-31T23:59:59.000');
  expect(until('2025-03-20T10:30:00.000')).toBe('2025-03-20T10:30:00.000');
});
