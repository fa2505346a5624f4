import type { DryRun, Met, Plan } from './trial-files.ts';

/** Which test meets which mutants, and what came of it. */

/** Tests that take longer meet no mutant: each would take as long. */
const SLOW_MS = 4000;

export type Planned = {
  readonly plan: Plan;
  /** Sums of each file's tests. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** Tests that meet no mutant, with the reason. */
  readonly leftOut: readonly string[];
};

export function planOf(runs: readonly DryRun[]): Planned {
  const plan: Record<string, (readonly [string, number])[]> = {};
  const timesMs: Record<string, number> = {};
  const leftOut: string[] = [];
  for (const { key, file, ms, hits, failure } of runs) {
    timesMs[file] = (timesMs[file] ?? 0) + ms;
    const reason = failure ?? (ms > SLOW_MS ? `takes ${Math.round(ms)} ms` : null);
    if (reason === null) plan[key] = Object.entries(hits);
    else leftOut.push(`${key}: ${reason}`);
  }
  return { plan, timesMs, leftOut };
}

/** What a test still has to meet: none that another one killed, none that it met before the process was begun anew. */
export function stillToMeet(
  plan: Plan,
  key: string,
  met: readonly Met[],
): readonly (readonly [string, number])[] {
  const over = new Set(met.filter((one) => one.outcome === 'killed' || one.key === key).map(({ id }) => id));
  return (plan[key] ?? []).filter(([id]) => !over.has(id));
}

/** What came of a mutant; `Ignored`: it ran only while no test did. */
export type TrialOutcome = 'Killed' | 'Survived' | 'NoCoverage' | 'Ignored';

export function outcomeOf(
  id: string,
  {
    plan,
    met,
    runOutside,
  }: { readonly plan: Plan; readonly met: readonly Met[]; readonly runOutside: ReadonlySet<string> },
): TrialOutcome {
  if (met.some((one) => one.id === id && one.outcome === 'killed')) return 'Killed';
  if (Object.values(plan).some((meets) => meets.some(([each]) => each === id))) return 'Survived';
  return runOutside.has(id) ? 'Ignored' : 'NoCoverage';
}
