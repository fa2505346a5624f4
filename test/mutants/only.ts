import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folders and files whose tests alone run, told to the processes that read the configuration: with test files named to
 * Stryker itself, what runs as a module is loaded would not get its mutants (stryker-mutator/stryker-js/issues/6209).
 */
export const ONLY_VARIABLE = 'CUADRA_MUTANTS_ONLY';

/** Set where what runs as a module is loaded gets no mutants: then what one test file has loaded may serve the next. */
export const QUICK_VARIABLE = 'CUADRA_MUTANTS_QUICK';

const ROOT = new URL('../..', import.meta.url);

/** Patterns of all tests outside of them; none where none is named. */
export function besideOnly(): readonly string[] {
  const named = process.env[ONLY_VARIABLE];
  return named === undefined ? [] : besides(named.split(','), '');
}

function besides(kept: readonly string[], folder: string): readonly string[] {
  return readdirSync(fileURLToPath(new URL(folder, ROOT))).flatMap((name) => {
    const path = `${folder}${name}`;
    if (kept.includes(path)) return [];
    const within = `${path}/`;
    if (kept.some((one) => one.startsWith(within))) return besides(kept, within);
    return [path, `${within}**`];
  });
}

/** Those of some paths of the project that are neither folder nor file. */
export function notThere(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))));
}
