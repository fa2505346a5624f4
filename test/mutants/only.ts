import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder or file whose tests alone run, told to the processes that read the configuration: with test files named to
 * Stryker itself, what runs as a module is loaded would not get its mutants (stryker-mutator/stryker-js/issues/6209).
 */
export const ONLY_VARIABLE = 'CUADRA_MUTANTS_ONLY';

const ROOT = new URL('../..', import.meta.url);

/** Patterns of all tests outside of it; none where none is named. */
export function besideOnly(): readonly string[] {
  const only = process.env[ONLY_VARIABLE];
  if (only === undefined) return [];
  return only.split('/').flatMap((name, at, names) => {
    const parent = names
      .slice(0, at)
      .map((part) => `${part}/`)
      .join('');
    return readdirSync(fileURLToPath(new URL(parent, ROOT)))
      .filter((other) => other !== name)
      .flatMap((other) => [`${parent}${other}`, `${parent}${other}/**`]);
  });
}
