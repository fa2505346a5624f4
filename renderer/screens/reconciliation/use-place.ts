import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  detailOf,
  placeOf,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { wholeMonths } from '#renderer/features/period/period.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';
import { rememberedPlace, stepBack, type Walked, walkedTo } from './walked.ts';

const walkedSchema = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .transform((month) => month as Month)
    .nullable(),
  step: z.enum(STEP_IDS as readonly [MonthStepId, ...MonthStepId[]]).nullable(),
  detail: z.string(),
});
const NOWHERE: Walked | null = null;

/** The place that the address names, or where one was; and the ways from it to others. */
export function usePlace() {
  const { address, go, replace } = useNavigation();
  const detail = address.screen === 'reconciliation' ? address.detail : null;
  const { period } = useSelection().selection;
  const [walked, remember] = useScreenState('reconciliation.place', walkedSchema.nullable(), NOWHERE);
  const whole = period === null ? null : wholeMonths(period);
  const chosen = whole !== null && whole.first === whole.last ? whole.first : null;
  const place = useMemo(() => placeOf(detail, rememberedPlace(walked, chosen)), [detail, walked, chosen]);
  const own = detailOf(place);
  useEffect(() => {
    if (address.screen === 'reconciliation' && address.detail === null) replace('reconciliation', own);
  }, [address, own, replace]);
  useEffect(() => {
    const next = walkedTo(walked, placeOf(own, { at: 'months' }));
    if (next !== walked) remember(next);
  }, [own, walked, remember]);
  return {
    place,
    /** The month in view: that of the place, else the one that was walked last, or is chosen elsewhere. */
    month: place.at === 'month' ? place.month : (walked?.month ?? chosen),
    /** The step that one came from; null: no month was walked. */
    back: stepBack(walked),
    go: (next: ReconciliationPlace) => go('reconciliation', detailOf(next)),
    replace: (next: ReconciliationPlace) => replace('reconciliation', detailOf(next)),
  };
}
