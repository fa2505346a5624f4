import { useEffect, useMemo } from 'react';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  detailOf,
  placeOf,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { wholeMonths } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useWalked } from './use-walked.ts';
import { rememberedPlace, stepBack, walkedTo } from './walked.ts';

/**
 * The place that the address names, or where one was; and the ways from it to others. `detail`: of the screen's own address,
 * which may not be the page's: it stays where it is while one is led elsewhere.
 */
export function usePlace(detail: string | null) {
  const { address, go, replace } = useNavigation();
  const { period } = useSelection().selection;
  const [walked, remember] = useWalked();
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
