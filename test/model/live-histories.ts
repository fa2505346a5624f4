import fc from 'fast-check';
import { note } from '#test/soak/tally.ts';
import { history, misdatedHistory } from './history.ts';
import { play } from './play.ts';
import type { Oddity } from './source.ts';
import { Violation } from './violation.ts';

/** The short form lives the same histories every time: what it says depends on the code alone. */
const SHORT_FORM_SEED = 20_261_121;

/**
 * Lives random histories until one of them breaks what the rules promise, which is then shrunk and thrown. The long
 * form gives a number of seconds and a seed of its own (CUADRA_MODEL_SECONDS, CUADRA_MODEL_SEED).
 */
export async function liveHistories(options: {
  readonly part: string;
  readonly runs: number;
}): Promise<void> {
  const seconds = process.env.CUADRA_MODEL_SECONDS;
  const seed = Number(process.env.CUADRA_MODEL_SEED ?? SHORT_FORM_SEED) + options.part.length;
  const oddities = new Map<Oddity, number>();
  const lived = fc.oneof({ weight: 2, arbitrary: history }, { weight: 1, arbitrary: misdatedHistory });
  const details = await fc.check(
    fc.asyncProperty(lived, async (one) => {
      const { oddities: met } = await play(one);
      for (const oddity of met) oddities.set(oddity, (oddities.get(oddity) ?? 0) + 1);
    }),
    {
      numRuns: Number(process.env.CUADRA_MODEL_RUNS ?? options.runs),
      ...(seconds === undefined ? {} : { interruptAfterTimeLimit: Number(seconds) * 1000 }),
      seed,
    },
  );
  const { errorInstance: broken } = details;
  note({
    part: options.part,
    runs: details.numRuns,
    oddities: Object.fromEntries(oddities),
    rowsLost: broken instanceof Violation ? broken.rowsLost : 0,
    rowsDoubled: broken instanceof Violation ? broken.rowsDoubled : 0,
  });
  if (details.failed) {
    throw new Error(
      `${broken instanceof Error ? broken.message : String(broken)}\nseed ${details.seed}, path ${details.counterexamplePath}, after ${details.numRuns} runs and ${details.numShrinks} shrinks:\n${JSON.stringify(details.counterexample, null, 1)}`,
      { cause: broken },
    );
  }
}
