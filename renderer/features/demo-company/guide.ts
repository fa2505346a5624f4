import { useMemo } from 'react';
import { z } from 'zod';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { demoBeganAt } from '#shared/contract/backups.ts';
import { lastMonthOver, type Month } from '#shared/domain/dates.ts';
import { useDemoAccount } from './demo-company.tsx';

/** The guided first close of the demo company: the steps of the month in which its things are wrong. */

/** `offered`: nothing was said of it yet. `left`: skipped, or come to its end. */
const guideSchema = z.object({
  state: z.enum(['offered', 'walked', 'left']),
  step: z.enum(STEP_IDS as readonly [MonthStepId, ...MonthStepId[]]),
});
export type GuideState = z.infer<typeof guideSchema>;
const FIRST: MonthStepId = 'data';
const OFFERED: GuideState = { state: 'offered', step: FIRST };

/** Kept by account. Null: the account in use is not the demo company's. */
export function useGuide() {
  const account = useDemoAccount();
  const { go } = useNavigation();
  const [{ state, step }, set] = useScreenState('reconciliation.guide', guideSchema, OFFERED);
  const month = useMemo(() => (account === null ? null : storyMonth(account)), [account]);
  if (month === null) return null;
  const goTo = (next: MonthStepId): void => {
    set({ state: 'walked', step: next });
    go('reconciliation', detailOf(partPlace(next, month)));
  };
  return {
    state,
    month,
    /** Where it goes on. */
    step,
    goTo,
    /** The step that it leads to from one of its month's; null: it is not walked, or that is the last. */
    after: (at: MonthStepId | null): MonthStepId | null =>
      state !== 'walked' || at === null ? null : (STEP_IDS[STEP_IDS.indexOf(at) + 1] ?? null),
    start: () => goTo(FIRST),
    /** Where it was left, or from its beginning. */
    resume: () => goTo(step),
    /** It is there, without being led there. */
    reach: (next: MonthStepId) => set({ state: 'walked', step: next }),
    leave: () => set({ state: 'left', step }),
  };
}

/** The last month that was over when the company began. Null: no demo company's account. */
export function storyMonth(accountId: string): Month | null {
  const beganAtMs = demoBeganAt(accountId);
  return beganAtMs === null ? null : lastMonthOver(beganAtMs);
}
