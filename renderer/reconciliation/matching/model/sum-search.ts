import type { Task } from '#shared/base/tasks.ts';
import { type Block, isFree, type Judging, MAX_CHANCE, near } from './blocks.ts';
import { isTimely } from './delays.ts';
import { contentOf } from './match-line.ts';
import { type Suggestion, sizeOf } from './match-work.ts';
import { type Claim, createRivals, isOneOrTwo } from './rivals.ts';
import { type ExactSubset, findExactSubset, MAX_CANDIDATES } from './subset-sums.ts';
import { NO_DAY } from './universe.ts';

/** Limit of all searches of a statement: sixty among as many candidates as can be, each a good part of a second. */
const MAX_WORK = 60 * 2 ** (MAX_CANDIDATES / 2);

export type SumSearch = ReturnType<typeof createSumSearch>;

/** Places of orders, and those among which they were found. */
type Found = ExactSubset & { readonly among: readonly number[] };

/** Ways in which orders come to a line, of which each is told. */
const MAX_WAYS = 3;

/**
 * Orders that add up to a line: those near it; where none do, all that the statement should hold and nothing came of, one of
 * them near it. What is sure is taken, and leaves the other lines fewer to choose from. Long, for its
 * parts share what was searched already.
 */
export function createSumSearch(judging: Judging, searched: readonly number[]) {
  const { work, lines: candidateLines, orders, nets, days, delays, rarity, sums } = judging;
  let left = MAX_WORK;
  const kept = new Map<string, Found | null>();
  const search = (target: bigint, candidates: readonly number[]): Found | null => {
    const cost = 2 ** (candidates.length / 2);
    if (candidates.length < 2 || candidates.length > MAX_CANDIDATES || left < cost) return null;
    left -= cost;
    const found = findExactSubset(candidates.map(work.amountOf), target);
    if (found === null) return null;
    const placesOf = (members: readonly number[]) => members.map((at) => candidates[at] ?? -1);
    return { ...found, members: placesOf(found.members), ways: found.ways.map(placesOf), among: candidates };
  };
  const among = (line: number, candidates: readonly number[]): Found | null => {
    const target = nets[line] ?? 0n;
    const key = `${target} ${candidates.join()}`;
    const known = kept.get(key);
    const found = known === undefined ? search(target, candidates) : known;
    kept.set(key, found);
    return found;
  };
  /** Among those that are due too, where so few combinations of them are possible that one that fits is hardly chance. */
  const amongAll = (line: number, due: readonly number[], around: readonly number[]): Found | null => {
    const all = [...new Set([...due.filter((order) => isFree(work, line, order)), ...around])];
    if (due.length === 0 || all.length > MAX_CANDIDATES) return null;
    const reach = Number(all.reduce((sum, order) => sum + sizeOf(work.amountOf(order)), 0n));
    if (2 ** all.length / (reach + 1) > MAX_CHANCE) return null;
    return among(
      line,
      all.sort((a, b) => a - b),
    );
  };
  const openLines = ({ lines }: Block) => lines.filter((line) => work.isLineTaken[line] === 0);
  const free = (): readonly number[] =>
    [...orders.keys()].filter((order) => work.isOrderTaken[order] === 0 && work.amountOf(order) !== 0n);
  /** None where they are too many to be searched. */
  const dueOf = (block: Block): readonly number[] => {
    const due: number[] = [];
    for (const order of block.orders) {
      if (work.isOrderTaken[order] === 1 || orders[order]?.isExpected !== true) continue;
      if (due.push(order) > MAX_CANDIDATES) return [];
    }
    return due;
  };
  const find = (line: number, block: Block, due: readonly number[]): Found | null => {
    const around = near(judging, line, block);
    const closely = among(line, around);
    const widely = amongAll(line, due, around);
    if (closely === null) return widely?.members.some((at) => around.includes(at)) === true ? widely : null;
    // Others that are further off do as well, and not by chance: nearness alone decides nothing.
    const hasRivals = widely !== null && widely.found > closely.found && widely.byChance <= MAX_CHANCE;
    return hasRivals ? widely : closely;
  };
  const contents = new Map<number, string>();
  const contentAt = (at: number): string => {
    const line = candidateLines[at];
    const content = contents.get(at) ?? (line === undefined ? '' : contentOf(line));
    contents.set(at, content);
    return content;
  };
  /** Of lines that say the same and one of which has its orders the others may well be there once too often. */
  const repeatedOf = ({ lines }: Block): ReadonlySet<number> => {
    const taken = new Set<string>();
    for (const line of lines) if (work.isLineTaken[line] === 1) taken.add(contentAt(line));
    return new Set(taken.size === 0 ? [] : lines.filter((line) => taken.has(contentAt(line))));
  };
  const mayBe = (line: number, order: number): boolean => {
    const known = orders[order];
    return known !== undefined && isTimely(delays, days[line] ?? NO_DAY, known) && isFree(work, line, order);
  };
  /**
   * Each order of a sum by itself: whether it is of an amount that many are of, whether others could stand in its place, from
   * whatever settlement, and whether other lines come to it, one alone or two together.
   */
  const isDoubtful = (line: number, members: readonly number[], open: readonly number[]): boolean => {
    const lines = open.filter((own) => contentAt(own) !== contentAt(line));
    const others = free().filter((order) => !members.includes(order) && mayBe(line, order));
    return (
      sums.ofOne(nets[line] ?? 0n) > MAX_CHANCE ||
      members.some((order) => {
        const amount = work.amountOf(order);
        const own = lines.filter((other) => mayBe(other, order));
        return (
          sums.ofOne(amount) > MAX_CHANCE ||
          isOneOrTwo(amount, others.map(work.amountOf)) ||
          isOneOrTwo(
            amount,
            own.map((other) => nets[other] ?? 0n),
          )
        );
      })
    );
  };
  const judged = new Map<string, number>();
  const chanceOf = (line: number, { members, among: all, byChance }: Found): number => {
    const target = nets[line] ?? 0n;
    const roughly = Math.max(byChance, rarity.ofSome(target, all.length, members));
    if (roughly > MAX_CHANCE) return roughly;
    const key = `${target} ${all.join()}`;
    const known = judged.get(key);
    const chance =
      known ?? Math.max(roughly, sums.ofSome(target, all.map(work.amountOf), members.map(work.amountOf)));
    judged.set(key, chance);
    return chance;
  };
  return {
    *matchSums(block: Block): Task<void> {
      const open = openLines(block);
      const due = dueOf(block);
      const repeated = repeatedOf(block);
      const left = searched.filter((line) => work.isLineTaken[line] === 0).length;
      const claims: (Claim & { readonly found: Found })[] = [];
      const claimed = new Set<string>();
      for (const line of open) {
        yield;
        const found = repeated.has(line) ? null : find(line, block, due);
        // Of lines that say the same one is enough: the others are there once too often.
        if (found === null || claimed.has(contentAt(line))) continue;
        claimed.add(contentAt(line));
        claims.push({ of: line, ways: found.ways, found, chance: () => chanceOf(line, found) });
      }
      const isAlone = createRivals(claims);
      for (const claim of claims) {
        const { of: line, found } = claim;
        // Each line of the statement may be of no order here, and would be one more to meet something by chance.
        const isSure =
          found.found === 1 &&
          found.members.length > 1 &&
          rarity.ofAnyTwo() <= MAX_CHANCE &&
          claim.chance() <= MAX_CHANCE / left &&
          isAlone(claim) &&
          !isDoubtful(line, found.members, open);
        if (isSure) work.add([line], found.members, 'subset');
      }
    },
    /** Whether others than one order come to a line, by more than chance. */
    hasOtherWays(line: number, block: Block, due: readonly number[]): boolean {
      const found = find(line, block, due);
      return found !== null && found.found > 1 && found.byChance <= MAX_CHANCE;
    },
    dueOf,
    *suggested(block: Block): Task<readonly Suggestion[]> {
      const due = dueOf(block);
      const suggestions: Suggestion[] = [];
      for (const line of openLines(block)) {
        yield;
        const found = find(line, block, due);
        if (found === null || found.members.length < 2) continue;
        const byChance = chanceOf(line, found);
        for (const members of found.ways.slice(0, MAX_WAYS)) {
          const why = { why: 'adds-up', found: found.found, byChance } as const;
          suggestions.push({ lines: [line], orders: members, remains: 0n, ...why });
        }
      }
      return suggestions;
    },
  };
}
