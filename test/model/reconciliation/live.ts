import fc from 'fast-check';
import { note } from '#test/soak/tally.ts';
import { history } from './history.ts';
import { play } from './play.ts';
import { type Invariant, Violation } from './violation.ts';

/** After so many seconds no further history is begun: one that failed is shrunk as far as it came by then. */
const SHORT_FORM_SECONDS = 90;

/**
 * Lives random histories until one breaks what has to hold, which is then shrunk and thrown. Every run draws others, and
 * says how to draw them again: CUADRA_RECONCILIATION_SEED. The long form gives a number of seconds (CUADRA_MODEL_SECONDS).
 */
export async function liveReconciliation({ runs }: { readonly runs: number }): Promise<void> {
  const longForm = process.env.CUADRA_MODEL_SECONDS;
  const endsAt = performance.now() + Number(longForm ?? SHORT_FORM_SECONDS) * 1000;
  const seed = Number(process.env.CUADRA_RECONCILIATION_SEED ?? Date.now() % 2_000_000_000);
  const sums = { steps: 0, imports: 0, decisions: 0, restores: 0, deaths: 0, faults: 0 };
  const details = await fc.check(
    fc.asyncProperty(history, async (one) => {
      // Between histories, not in the midst of one: that would go on in the time of its own, with nobody to end it.
      if (performance.now() >= endsAt) throw new fc.PreconditionFailure(true);
      const lived = await play(one);
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += lived[name];
    }),
    {
      numRuns: Number(process.env.CUADRA_RECONCILIATION_RUNS ?? runs),
      seed,
      // A long run says what to live again, where it is made short.
      endOnFailure: longForm !== undefined,
    },
  );
  process.stdout.write(
    `reconciliation, seed ${seed}: ${details.numRuns} histories, ${JSON.stringify(sums)}\n`,
  );
  const { errorInstance: broken } = details;
  const invariant = broken instanceof Violation ? broken.invariant : null;
  const isOf = (...of: readonly Invariant[]) => Number(invariant !== null && of.includes(invariant));
  note({
    part: 'reconciliation',
    runs: details.numRuns,
    steps: sums.steps,
    imports: sums.imports,
    decisions: sums.decisions,
    restores: sums.restores,
    kills: sums.deaths,
    faults: sums.faults,
    rowsLost: isOf('rows', 'imports', 'restore', 'all-or-nothing'),
    rowsDoubled: isOf('lines-once', 'bank-lines', 'payouts'),
    decisionsLost: isOf('decisions-kept', 'decisions-alive', 'acceptances', 'closes'),
    ...(details.failed ? { finding: `seed ${seed}: ${String(broken).slice(0, 500)}` } : {}),
  });
  if (details.failed) {
    throw new Error(
      `${broken instanceof Error ? broken.message : String(broken)}\nCUADRA_RECONCILIATION_SEED=${seed}, path ${details.counterexamplePath}, after ${details.numRuns} runs and ${details.numShrinks} shrinks:\n${JSON.stringify(details.counterexample, null, 1)}`,
      { cause: broken },
    );
  }
}
