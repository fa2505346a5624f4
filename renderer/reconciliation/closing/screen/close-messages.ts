import type { Text } from '#renderer/i18n/text.tsx';
import type { CloseReason } from '#renderer/reconciliation/closing/model/closes.ts';
import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { stepName } from '#renderer/reconciliation/parts/step-messages.ts';

/** What was said of a close, in words. Pure. */

/** The name of a step; one that a later version wrote keeps its own. */
export function namedStep(step: string, text: Text): string {
  const known = STEP_IDS.find((id): id is MonthStepId => id === step);
  return known === undefined ? step : stepName(known, text);
}

/** A step that stood open when its month was closed, and why. */
export const reasonLine = ({ step, why }: Pick<CloseReason, 'step' | 'why'>, text: Text): string =>
  `${namedStep(step, text)}: ${why}`;
