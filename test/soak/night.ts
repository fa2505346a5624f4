import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { isWindows } from '#test/runner/systems.ts';
import type { Tally } from './tally.ts';

/** `npm run test:soak -- --hours N`: both models for so long, in a process a core, each round with a seed of its own. */

const HOUR_MS = 3_600_000;
/** A round is a process of its own: what one leaves behind ends with it. */
const ROUND_SECONDS = 600;
/** A process begins and ends in so much beside its histories. */
const MAX_BESIDE_MS = 300_000;

export type Round = {
  readonly model: 'reconciliation' | 'sync';
  readonly seed: number;
  readonly path: string;
  /** Under which name the model takes its seed. */
  readonly seedName: 'CUADRA_RECONCILIATION_SEED' | 'CUADRA_MODEL_SEED';
};

/** The sync's model lives in every fourth round, for it has its nights behind it. Seeds of two rounds are never the same. */
export function roundOf(base: number, shard: number, round: number): Round {
  const seed = base + shard * 1_000 + round;
  return (shard + round) % 4 === 3
    ? { model: 'sync', seed, path: 'test/model/sync-model', seedName: 'CUADRA_MODEL_SEED' }
    : {
        model: 'reconciliation',
        seed,
        path: 'test/model/reconciliation/reconciliation-model',
        seedName: 'CUADRA_RECONCILIATION_SEED',
      };
}

/** What a night came to, as lines; and whether something was found. */
export function summaryOf(
  tallies: readonly Tally[],
  failed: readonly Round[],
): { readonly lines: readonly string[]; readonly isFinding: boolean } {
  const sum = (of: (tally: Tally) => number | undefined): number =>
    tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0);
  const figures = [
    ['histories of the sync', sum((each) => (each.part === 'reconciliation' ? 0 : each.runs))],
    ['histories of reconciliation', sum((each) => (each.part === 'reconciliation' ? each.runs : 0))],
    ['  steps', sum(({ steps }) => steps)],
    ['  imports', sum(({ imports }) => imports)],
    ['  decisions and closes', sum(({ decisions }) => decisions)],
    ['  restores', sum(({ restores }) => restores)],
    ['deaths', sum(({ kills }) => kills)],
    ['faults of storage', sum(({ faults }) => faults)],
    ['lost', sum(({ rowsLost }) => rowsLost)],
    ['doubled', sum(({ rowsDoubled }) => rowsDoubled)],
    ['decisions lost', sum(({ decisionsLost }) => decisionsLost)],
  ] as const;
  const again = failed.map(
    ({ path, seed, seedName }) => `FOUND: live it again by ${seedName}=${seed} npx vitest run ${path}`,
  );
  const noted = tallies.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
  return {
    lines: [
      ...figures.map(([name, value]) => `${name.padEnd(30)} ${String(value).padStart(10)}`),
      ...noted,
      ...again,
    ],
    isFinding: failed.length > 0 || noted.length > 0 || sum(({ runs }) => runs) === 0,
  };
}

/** Lives the night, and says what it came to; true: nothing was found. */
export async function liveNight(options: {
  readonly hours: number;
  readonly shards?: number;
  readonly project: string;
  readonly tally: string;
  readonly say: (text: string) => void;
}): Promise<boolean> {
  const { hours, project, tally, say } = options;
  const shards = options.shards ?? availableParallelism();
  const endsAt = performance.now() + hours * HOUR_MS;
  const base = (Date.now() % 1_000_000) * 1_000;
  const failed: Round[] = [];
  const live = async (shard: number): Promise<void> => {
    for (let round = 0; ; round += 1) {
      const left = Math.floor((endsAt - performance.now()) / 1000);
      if (left <= 0) return;
      const next = roundOf(base, shard, round);
      if (!(await isLived(next, { project, tally, seconds: Math.min(ROUND_SECONDS, left) })))
        failed.push(next);
    }
  };
  say(`${hours} hours in ${shards} processes, seeds from ${base}`);
  await Promise.all(Array.from({ length: shards }, (_, shard) => live(shard)));
  const { lines, isFinding } = summaryOf(readTallies(tally), failed);
  for (const line of lines) say(line);
  return !isFinding;
}

export const readTallies = (file: string): readonly Tally[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Tally)
    : [];

function isLived(
  { path, seed, seedName }: Round,
  { project, tally, seconds }: { readonly project: string; readonly tally: string; readonly seconds: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    const lived = spawn('npx', ['--no-install', 'vitest', 'run', path], {
      cwd: project,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: isWindows,
      timeout: seconds * 1000 + MAX_BESIDE_MS,
      killSignal: 'SIGKILL',
      env: childEnvironment({
        CUADRA_SOAK: '1',
        CUADRA_TALLY: tally,
        CUADRA_MODEL_SECONDS: String(seconds),
        CUADRA_MODEL_RUNS: '10000000',
        CUADRA_RECONCILIATION_RUNS: '10000000',
        [seedName]: String(seed),
      }),
    });
    lived.once('error', () => resolve(false));
    lived.once('close', (code) => resolve(code === 0));
  });
}
