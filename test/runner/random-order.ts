import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

/** In which order the tests run: as they are written or, in CI and where somebody asks for it, at random. */

const SEEDS = 2 ** 31;

/**
 * The seed of a random order; null: as they are written. `--seed N` is the order of that seed. In CI each run has another,
 * so that a test that leans on those before it is found. Throws where the seed is none.
 */
export function seedOfOrder(
  args: readonly string[],
  { isInCi, random = Math.random }: { readonly isInCi: boolean; readonly random?: () => number },
): number | null {
  const { seed } = parseArgs({ args: [...args], options: { seed: { type: 'string' } } }).values;
  if (seed === undefined) return isInCi ? Math.floor(random() * SEEDS) : null;
  const number = Number(seed);
  if (!/^\d+$/.test(seed) || number >= SEEDS)
    throw new Error('--seed takes a whole number: npm test -- --seed 7');
  return number;
}

/** What Vitest is told of it. */
export const orderOptions = (seed: number | null): readonly string[] =>
  seed === null ? [] : ['--sequence.shuffle.tests', `--sequence.seed=${seed}`];

/** Items in an order that the seed and their names alone make. */
export function inRandomOrder<Item>(
  items: readonly Item[],
  seed: number,
  nameOf: (item: Item) => string,
): Item[] {
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}
