import type { IntakeAnswer, IntakeAsk, IntakeStep } from '#renderer/data/api/intake.ts';
import type { Puller } from './data-calls.ts';
import { endedWork } from './ended-work.ts';

export type IntakeProgress = Extract<IntakeStep, { readonly kind: 'running' }>;
type IntakeEnd<A extends IntakeAsk['kind']> =
  | Extract<IntakeStep, { readonly kind: 'refused' }>
  | { readonly kind: 'done'; readonly answer: Extract<IntakeAnswer, { readonly kind: A }> };

/** Reads a table file for what is wanted of it, step by step; null where it was cancelled, which ends the step in hand. */
export async function runIntake<A extends IntakeAsk>(
  data: Pick<Puller, 'startIntake' | 'readIntake' | 'endIntake'>,
  file: Blob,
  ask: A,
  progress: (step: IntakeProgress) => void,
  signal: AbortSignal,
): Promise<IntakeEnd<A['kind']> | null> {
  const { intakeId } = await data.startIntake({ file, ask });
  return endedWork(
    async () => {
      for (;;) {
        if (signal.aborted) return null;
        const step = await data.readIntake({ intakeId });
        if (signal.aborted) return null;
        // The answer is of the kind that was asked for.
        if (step.kind !== 'running') return step as IntakeEnd<A['kind']>;
        progress(step);
      }
    },
    () => data.endIntake({ intakeId }),
    signal,
  );
}
