import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import type { ChanceOfSum } from './chance-of-sum.ts';
import { type Delays, isTimely } from './delays.ts';
import type { Sides } from './equal-amounts.ts';
import { type MatchInput, pushTo, type Work } from './match-work.ts';
import type { Rarity } from './rarity.ts';
import { NO_DAY } from './universe.ts';

/** Which orders a line without a number may be of: those of its settlement, or of some days. */

/** Expected hits by chance above which nothing is matched by itself. */
export const MAX_CHANCE = 0.01;

export type Block = {
  /** A settlement; "": none that is known here. */
  readonly settlement: string;
  /** Its orders by the days of their payment and purchase. */
  readonly byDay: ReadonlyMap<number, readonly number[]>;
} & Sides;

/** The context that lines without a number are judged by. */
export type Judging = MatchInput & {
  readonly work: Work;
  readonly rarity: Rarity;
  readonly sums: ChanceOfSum;
  readonly delays: Delays;
};

/** Lines without a number that nothing is held against yet. */
export function* openWithoutNumber({ lines, hasNumber }: MatchInput, work: Work): Task<number[]> {
  const open: number[] = [];
  yield* eachInSteps(lines, (_, at) => {
    if (work.isLineTaken[at] === 0 && !hasNumber(at)) open.push(at);
  });
  return open;
}

/** Lines of one settlement with its orders; the lines of no settlement that is known here with all orders that are left. */
export function* blocksOf(
  { lines, orders }: MatchInput,
  work: Work,
  open: readonly number[],
): Task<readonly Block[]> {
  const left: number[] = [];
  yield* eachInSteps(orders, ({ amount }, at) => {
    if (work.isOrderTaken[at] === 0 && amount !== 0n) left.push(at);
  });
  const bySettlement = new Map<string, number[]>();
  for (const order of left) {
    for (const settlement of orders[order]?.settlements ?? []) {
      pushTo(bySettlement, numberValue(settlement) ?? '', order);
    }
  }
  const linesOf = new Map<string, number[]>();
  for (const line of open) {
    const settlement = numberValue(lines[line]?.settlement) ?? '';
    const block = bySettlement.has(settlement) ? settlement : '';
    pushTo(linesOf, block, line);
  }
  return [...linesOf].map(([settlement, own]) => {
    const others = bySettlement.get(settlement) ?? left;
    const days = new Map<number, number[]>();
    for (const order of others) {
      const { paid = NO_DAY, purchased = NO_DAY } = orders[order] ?? {};
      pushTo(days, paid, order);
      if (purchased !== paid) pushTo(days, purchased, order);
    }
    return { settlement, lines: own, orders: others, byDay: days };
  });
}

/** Orders of a block that are free and may be this line's by their dates. */
export function near({ work, days, orders, delays }: Judging, line: number, block: Block): readonly number[] {
  const day = days[line] ?? NO_DAY;
  const found = new Set<number>(day === NO_DAY ? block.orders : block.byDay.get(NO_DAY));
  if (day !== NO_DAY) {
    for (const [, { from, to }] of delays.spans) {
      for (let apart = from; apart <= to; apart += 1) {
        for (const order of block.byDay.get(day - apart) ?? []) found.add(order);
      }
    }
  }
  const fits = (order: number): boolean => {
    const known = orders[order];
    return known !== undefined && isTimely(delays, day, known) && isFree(work, line, order);
  };
  return [...found].filter(fits).sort((a, b) => a - b);
}

export const isFree = (work: Work, line: number, order: number): boolean =>
  work.isOrderTaken[order] === 0 && !work.areDismissed(line, order);
