import { matchCases } from '#renderer/reconciliation/matching/model/match-cases.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import type {
  MatchedCases,
  MatchInput,
  MatchOrder,
  Tolerance,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { centsText, lineOf } from './statement-world.ts';

/** Lines and orders for the pure model of matching, without a store. */

/** The day, counted from 1970-01-01, about which all happens. */
export const DAY = 20_000;
export const EXACT: Tolerance = { absolute: 0n, percent: { units: 0n, scale: 0 } };

export const orderOf = (amount: bigint, parts: Partial<MatchOrder> = {}): MatchOrder => ({
  amount,
  settled: null,
  settlements: [],
  purchased: DAY,
  paid: DAY,
  isMovement: false,
  isExpected: true,
  ...parts,
});

/** A line in cents; `of`: the places of the orders that its number is of, undefined: it has no number. */
export type WrittenLine = {
  readonly net: bigint;
  readonly of?: readonly number[];
  readonly day?: number;
  readonly texts?: Partial<
    Pick<MatchLine, 'order' | 'suborder' | 'reference' | 'operation' | 'settlement' | 'movement'>
  >;
};

export function match(
  orders: readonly MatchOrder[],
  written: readonly WrittenLine[],
  parts: Partial<MatchInput> = {},
): MatchedCases {
  return atOnce(
    matchCases({
      lines: written.map(({ net, texts = {} }, at) => ({
        ...lineOf(centsText(Number(net)), texts),
        line: at + 2,
      })),
      nets: written.map(({ net }) => net),
      days: Int32Array.from(written, ({ day = DAY }) => day),
      orders,
      links: written.map(({ of }) => of),
      hasNumber: (at) => written[at]?.of !== undefined,
      isPackage: false,
      near: [],
      tolerance: EXACT,
      decisions: [],
      ...parts,
    }),
  );
}
