import type { Coverage } from '#renderer/data/model/coverage.ts';
import { comparedUntil, differingMonth } from '#renderer/features/coverage/coverage-state.ts';
import { wholeMonths } from '#renderer/features/period/period.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { dayOf, type LocalDateTime, lastDay, type Month } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';

/** Which of the source's own counts stands beside the figures in view. Pure. */

export type CountInView = {
  readonly control: ControlTotal;
  readonly until: LocalDateTime;
  /** The month it is of; null: of all there is. */
  readonly month: Month | null;
  /** It is of every day of its month: of the present one only the days that are over are compared. */
  readonly isWhole: boolean;
  /** The month to look into, also where all there is differs. */
  readonly leadsTo: Month | null;
};

/** The count of the month in view, else of all that can be compared; null where nothing was counted. */
export function countInView(
  { months, controls }: Pick<Coverage, 'months' | 'controls'>,
  period: Period | null,
): CountInView | null {
  const inView = period === null ? null : wholeMonths(period);
  const only = months.find(({ month }) => month === inView?.first && month === inView.last);
  if (only?.controls.everything != null) {
    const { month } = only;
    const control = only.controls.everything;
    const until = comparedUntil(control);
    return { control, until, month, isWhole: dayOf(until) >= lastDay(month), leadsTo: month };
  }
  const control = controls.everything;
  if (control === null) return null;
  const leadsTo = control.agrees ? null : (differingMonth(months)?.month ?? null);
  return { control, until: comparedUntil(control), month: null, isWhole: false, leadsTo };
}
