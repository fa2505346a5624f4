import { evidenceOf } from '#renderer/data/model/finding.ts';
import { compare, type Decimal, fromDecimal, type Scaled, sum } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { MatchCase } from './match-work.ts';
import type { MatchVerdict, PlacedDecision } from './placed-decision.ts';

/**
 * Decisions of the user about lines and orders. A decision is about a figure: it holds as long as these lines and
 * orders are what they were when it was said. When one of them moves it falls: it settles nothing any more, and is
 * shown as it was said.
 */

/** The figures that something was said of. What the lines came to is in their identities too. */
export type DecidedFigures = {
  /** Of each order (or payout), in the order of the decision: all of it, and what of it the statement's settlements hold. */
  readonly orders: readonly { readonly amount: Decimal; readonly settled: Decimal }[];
  /** The sums of both sides. */
  readonly there: Decimal;
  readonly here: Decimal;
};

/** A decision about some orders and lines: by content, so that it holds after every import and sync. */
export type MatchDecision = {
  /** Under which it is kept. */
  readonly key?: string | undefined;
  readonly verdict: MatchVerdict;
  readonly orders: readonly string[];
  /** Identities of lines (`identitiesOf`). */
  readonly lines: readonly string[];
  /** Null: it was said before decisions kept their figures. */
  readonly said?: DecidedFigures | null | undefined;
  /** Former decisions about the same, the first first. */
  readonly earlier?: readonly EarlierSaying[] | undefined;
};
export type EarlierSaying = Pick<MatchDecision, 'verdict' | 'said'>;

/** The key of a decision: the same for the same orders and lines, in whatever order they come. */
export function decisionKey(orders: readonly OrderKey[], lines: readonly string[]): string {
  return evidenceOf([...orders, ...lines.map((line) => `line ${line}`)]);
}

export const FALLEN_REASONS = [
  /** An amount moved, or an order is not there any more. */
  'moved',
  /** It was said without a figure, and both sides do not agree. */
  'unfigured',
  /** Every figure is what it was, and its lines and orders are no case of their own: others belong to them by now. */
  'apart',
] as const;
export type FallenReason = (typeof FALLEN_REASONS)[number];

/** A decision that settles nothing here. */
export type FallenDecision<D extends MatchDecision = MatchDecision> = {
  readonly decision: D;
  readonly why: FallenReason;
  /** Those of its lines and orders that are here. */
  readonly lines: readonly number[];
  readonly orders: readonly number[];
};

type AppliedDecision<D extends MatchDecision> = { readonly decision: D; readonly placed: PlacedDecision };
export type PlacedDecisions<D extends MatchDecision = MatchDecision> = {
  readonly holding: readonly AppliedDecision<D>[];
  readonly fallen: readonly FallenDecision<D>[];
};

/** Where lines and orders are, and what they come to. */
export type Placing = {
  readonly lineAt: (identity: string) => number | undefined;
  readonly orderAt: (key: string) => number | undefined;
  readonly netOf: (line: number) => Scaled;
  readonly amountsOf: (order: number) => { readonly amount: Scaled; readonly settled: Scaled };
};

/**
 * Decisions that hold here, and those that fell. What another file's lines were decided about waits for them, and is neither.
 * A dismissal hides nothing, and holds whatever its amounts are, for those of its lines and orders that are here.
 */
export function placeDecisions<D extends MatchDecision>(
  decisions: Iterable<D>,
  placing: Placing,
): PlacedDecisions<D> {
  const holding: AppliedDecision<D>[] = [];
  const fallen: FallenDecision<D>[] = [];
  for (const decision of decisions) {
    const { verdict } = decision;
    const lines = decision.lines.flatMap((line) => placing.lineAt(line) ?? []);
    const orders = decision.orders.flatMap((order) => placing.orderAt(order) ?? []);
    const placed = { verdict, lines, orders };
    if (verdict === 'no-match') holding.push({ decision, placed });
    else if (lines.length === decision.lines.length && lines.length + orders.length > 0) {
      const why = fallenOf(decision, placed, placing);
      if (why === null) holding.push({ decision, placed });
      else fallen.push({ decision, why, lines, orders });
    }
  }
  return { holding, fallen };
}

function fallenOf(decision: MatchDecision, placed: PlacedDecision, placing: Placing): FallenReason | null {
  if (placed.orders.length < decision.orders.length) return 'moved';
  const sayings = [decision, ...(decision.earlier ?? [])].filter(({ verdict }) => verdict === placed.verdict);
  const figures = sayings.flatMap(({ said }) => said ?? []);
  if (figures.length === 0) return agree(placed, placing) ? null : 'unfigured';
  return figures.some((said) => isOf(said, placed, placing)) ? null : 'moved';
}

function isOf({ orders }: DecidedFigures, placed: PlacedDecision, { amountsOf }: Placing): boolean {
  // An order that no line speaks of is compared with no part of a settlement.
  const isWhole = placed.lines.length === 0;
  return (
    orders.length === placed.orders.length &&
    placed.orders.every((order, at) => {
      const [then, now] = [orders[at], amountsOf(order)];
      return (
        then !== undefined &&
        isSame(now.amount, then.amount) &&
        (isWhole || isSame(now.settled, then.settled))
      );
    })
  );
}

const isSame = (now: Scaled, then: Decimal): boolean => compare(now, fromDecimal(then)) === 0;

/** That two sides belong together needs no figure where they come to the same, to the last digit. */
function agree({ verdict, lines, orders }: PlacedDecision, { netOf, amountsOf }: Placing): boolean {
  if (verdict !== 'match' || lines.length === 0 || orders.length === 0) return false;
  const statementAmount = sum(lines.map(netOf));
  return (['amount', 'settled'] as const).some(
    (part) => compare(statementAmount, sum(orders.map((order) => amountsOf(order)[part]))) === 0,
  );
}

/**
 * After the matching: decisions that hold, and whose lines and orders make no case of their own, are of other cases by now.
 * What no case is about was not said of this statement: it is neither.
 */
export function withApart<D extends MatchDecision>(
  { holding, fallen }: PlacedDecisions<D>,
  cases: readonly Pick<MatchCase, 'lines' | 'orders' | 'isExplained' | 'by'>[],
): PlacedDecisions<D> {
  if (holding.length + fallen.length === 0) return { holding, fallen };
  const named = new Set(
    cases.flatMap(({ lines, orders }) => [...lines.map((at) => `l${at}`), ...orders.map((at) => `o${at}`)]),
  );
  const isNamed = ({ lines, orders }: Pick<PlacedDecision, 'lines' | 'orders'>) =>
    lines.some((at) => named.has(`l${at}`)) || orders.some((at) => named.has(`o${at}`));
  const applied = new Set(
    cases.flatMap((each) => [
      ...(each.isExplained ? [sidesKey('explained', each)] : []),
      ...(each.by === 'decision' ? [sidesKey('match', each)] : []),
    ]),
  );
  const isApplied = ({ placed }: AppliedDecision<D>) =>
    placed.verdict === 'no-match' || applied.has(sidesKey(placed.verdict, placed));
  const apart = holding.filter((each) => !isApplied(each) && isNamed(each.placed));
  return {
    holding: holding.filter(isApplied),
    fallen: [
      ...fallen.filter(isNamed),
      ...apart.map(({ decision, placed: { lines, orders } }) => ({
        decision,
        why: 'apart' as const,
        lines,
        orders,
      })),
    ],
  };
}

const ascending = (places: readonly number[]) => places.toSorted((a, b) => a - b).join();
const sidesKey = (verdict: MatchVerdict, { lines, orders }: Pick<PlacedDecision, 'lines' | 'orders'>) =>
  `${verdict} ${ascending(lines)}|${ascending(orders)}`;
