import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import type { IntakeEnd, IntakeStep } from '#renderer/data/worker/reader/intake.ts';

/** The steps of a reading as the worker's stream gives them: progress as pieces, the last step as its end. */
export async function* asPieces(
  steps: AsyncGenerator<IntakeStep, IntakeStep>,
): AsyncGenerator<IntakeProgress, IntakeEnd> {
  for (;;) {
    const { value } = await steps.next();
    if (value.kind !== 'running') return value;
    yield value;
  }
}
