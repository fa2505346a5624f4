import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { MonthCoverage } from './coverage.ts';

/** What the readings of a month say of it. Pure. */

/** The first control of a month that differs; null when none does. */
export function differingControl(controls: MonthCoverage['controls']): ControlTotal | null {
  return [controls.everything, controls.dashboard].find((control) => control?.agrees === false) ?? null;
}

/** Whether the source counts as many rows; null where it was never asked. */
export function agreesWithSource(controls: MonthCoverage['controls']): boolean | null {
  const isCounted = controls.everything !== null || controls.dashboard !== null;
  return isCounted ? differingControl(controls) === null : null;
}

/** Whether some of it is to be read again. */
export const isToReread = ({ reread, unsettled, reach, rereadDue }: MonthCoverage): boolean =>
  reread !== null || unsettled || (reach === 'blind' && rereadDue);

/** Whether nothing of a month waits to be read again, to be verified or for the user's word. */
export const isSettledMonth = (month: MonthCoverage): boolean =>
  month.held === null && month.ordersToVerify === 0 && !isToReread(month);
