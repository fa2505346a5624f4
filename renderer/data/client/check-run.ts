import type { CheckStep } from '#renderer/data/api/export-check.ts';
import type { Puller } from './data-calls.ts';
import { endedWork } from './ended-work.ts';

type CheckEnd = Exclude<CheckStep, { readonly kind: 'running' }>;
export type CheckProgress = Extract<CheckStep, { readonly kind: 'running' }>;

/** Holds a workbook against today's rows, step by step; null where it was cancelled, which ends the step in hand. */
export async function runCheck(
  data: Puller,
  asked: { readonly file: File; readonly anyAccount: boolean },
  progress: (step: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckEnd | null> {
  const { checkId } = await data.startCheck(asked);
  return endedWork(
    async () => {
      for (;;) {
        if (signal.aborted) return null;
        const step = await data.readCheck({ checkId });
        if (signal.aborted) return null;
        if (step.kind !== 'running') return step;
        progress(step);
      }
    },
    () => data.endCheck({ checkId }),
    signal,
  );
}
