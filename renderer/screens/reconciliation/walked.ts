import {
  detailOf,
  isStep,
  placeOf,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import type { MonthStepId } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';

/** What is remembered of the walk through a month. Pure. */

/** `month` and `step`: those that tools lead back to; `detail`: the address of the last place. */
export type Walked = {
  readonly month: Month | null;
  readonly step: MonthStepId | null;
  readonly detail: string;
};

/** What is remembered once one is at a place; the same where nothing changes. */
export function walkedTo(before: Walked | null, place: ReconciliationPlace): Walked {
  const month = place.at === 'month' ? place.month : (before?.month ?? null);
  const own = place.at === 'month' && place.part !== null && isStep(place.part) ? place.part : null;
  const isSameMonth = before !== null && before.month === month;
  const step = own ?? (isSameMonth ? before.step : null);
  const detail = detailOf({ ...place, ...(place.at === 'months' ? {} : { item: null }) });
  const isSame = isSameMonth && before.step === step && before.detail === detail;
  return isSame ? before : { month, step, detail };
}

/**
 * Where one is led who names no place: where one was, in the month that is chosen by now (null: none alone is). Who was
 * nowhere yet sees all months.
 */
export function rememberedPlace(walked: Walked | null, chosen: Month | null): ReconciliationPlace {
  if (walked === null) return { at: 'months' };
  const place = placeOf(walked.detail, { at: 'months' });
  return place.at === 'month' && chosen !== null ? { ...place, month: chosen } : place;
}

/** Where tools lead back to: the step that one came from; null where no month was walked. */
export function stepBack(walked: Pick<Walked, 'month' | 'step'> | null): ReconciliationPlace | null {
  if (walked?.month == null) return null;
  return { at: 'month', month: walked.month, part: walked.step, item: null };
}
