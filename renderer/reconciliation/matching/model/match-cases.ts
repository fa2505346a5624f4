import { eachInSteps, ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
import { namedCurrency } from './line-currency.ts';
import { matchByAmount } from './match-by-amount.ts';
import { type OutsideReason, outsideReason } from './match-line.ts';
import { matchParts } from './match-parts.ts';
import {
  createWork,
  type MatchedCases,
  type MatchInput,
  type OutsideLines,
  pushTo,
  type Suggestion,
  type Work,
} from './match-work.ts';
import { suggestPartners } from './plausible-partners.ts';
import { nameRepeated } from './repeated-lines.ts';

const NO_CURRENCY = { currency: null };

/**
 * Statement against orders. What an order's number says comes first; amounts and dates decide only about lines without one,
 * and only where nothing else would do and chance does not explain it. All else is a suggestion, with its reason.
 */

export function* matchCases(input: MatchInput): Task<MatchedCases> {
  const work = createWork({ ...input, currencyOf: (at) => namedCurrency(input.lines[at] ?? NO_CURRENCY) });
  work.applyDecisions();
  yield;
  const outside = yield* takeOutside(input, work);
  yield* matchByNumber(input, work);
  yield;
  const byAmount = yield* matchByAmount(input, work);
  const inParts = yield* matchParts(input, work);
  const { cases } = work;
  const onlyHere: number[] = [];
  const ledgerMovements: number[] = [];
  yield* eachInSteps(input.orders, ({ isExpected, isMovement, amount }, at) => {
    if (!isExpected || work.isOrderTaken[at] === 1) return;
    if (isMovement) ledgerMovements.push(at);
    // Nothing is owed of an order that comes to nothing.
    else if (amount !== 0n) onlyHere.push(at);
  });
  yield* eachInSteps(onlyHere, (order) => work.add([], [order], null));
  yield* eachInSteps(yield* leftLines(input, work), (lines) => work.add(lines, [], null));
  const suggestions = [
    ...nearSuggestions(input, work),
    ...byAmount.suggestions,
    ...inParts,
    ...(yield* nameRepeated(input, work)),
  ];
  const suggested = new Set(suggestions.flatMap((each) => each.lines));
  const partners = yield* suggestPartners(input, work, { ...byAmount, suggested });
  return { cases, suggestions: [...suggestions, ...partners], outside, ledgerMovements };
}

function* takeOutside({ lines, nets, links }: MatchInput, work: Work): Task<readonly OutsideLines[]> {
  const byReason = new Map<OutsideReason, number[]>();
  yield* eachInSteps(lines, (line, at) => {
    if (work.isLineTaken[at] === 1) return;
    const reason = outsideReason(line);
    // A line of an order is that order's, whatever its movement is called.
    if (reason === null || (reason !== 'unreadable' && (links[at]?.length ?? 0) > 0)) return;
    work.isLineTaken[at] = 1;
    pushTo(byReason, reason, at);
  });
  return [...byReason].map(([reason, own]) => ({
    reason,
    lines: own,
    sum: own.reduce((sum, line) => sum + (nets[line] ?? 0n), 0n),
  }));
}

/** Lines of one order together; those of a package with all its orders. */
function* matchByNumber(input: MatchInput, work: Work): Task<void> {
  const { orders, links, isPackage } = input;
  const groups = createGroups(isPackage ? orders.length : 0);
  const linesOf = new Map<number, number[]>();
  const unsure = new Map<string, { readonly lines: number[]; readonly orders: readonly number[] }>();
  yield* eachInSteps(links, (linked = [], at) => {
    if (work.isLineTaken[at] === 1 || linked.length === 0) return;
    const isFree = (order: number) => work.isOrderTaken[order] === 0 && !work.areDismissed(at, order);
    const open = linked.every(isFree) ? linked : linked.filter(isFree);
    const [first] = open;
    if (first === undefined) return;
    if (open.length === 1 || isPackage) {
      if (isPackage) for (const other of open) groups.join(first, other);
      pushTo(linesOf, first, at);
    } else {
      const key = open.join();
      const same = unsure.get(key) ?? { lines: [], orders: open };
      same.lines.push(at);
      unsure.set(key, same);
    }
  });
  if (isPackage) yield* addPackages(linesOf, groups, orders.length, work);
  else yield* eachInSteps(linesOf, ([order, own]) => work.add(own, [order], 'order'));
  yield* eachInSteps(unsure.values(), ({ lines: own, orders: meant }) => {
    const statementAmount = work.statementAmountOf(own);
    // Another line may have named one of them by itself since.
    const candidates = meant.filter((order) => work.isOrderTaken[order] === 0);
    const equal = candidates.filter((order) => orders[order]?.amount === statementAmount);
    const [only] = equal;
    if (equal.length === 1 && only !== undefined) work.add(own, [only], 'order');
    else {
      matchEqualOnes(own, candidates, input, work);
      const left = own.filter((line) => work.isLineTaken[line] === 0);
      for (const order of candidates) {
        if (left.length === 0 || work.isOrderTaken[order] === 1) continue;
        const remains = work.statementAmountOf(left) - work.amountOf(order);
        work.suggestions.push({ lines: left, orders: [order], remains, why: 'several-orders' });
      }
    }
  });
}

/** Lines of packages with all orders of theirs. */
function* addPackages(
  linesOf: ReadonlyMap<number, readonly number[]>,
  groups: ReturnType<typeof createGroups>,
  orderCount: number,
  work: Work,
): Task<void> {
  const joined = new Map<number, { readonly lines: number[]; readonly orders: number[] }>();
  yield* eachInSteps(linesOf, ([order, own]) => {
    const root = groups.rootOf(order);
    const group = joined.get(root) ?? { lines: [], orders: [] };
    joined.set(root, group);
    for (const line of own) group.lines.push(line);
  });
  for (let order = 0; order < orderCount; order += 1) {
    if (order % ROWS_A_STEP === 0) yield;
    joined.get(groups.rootOf(order))?.orders.push(order);
  }
  yield* eachInSteps(joined.values(), (group) =>
    work.add(
      group.lines.sort((a, b) => a - b),
      group.orders,
      'order',
    ),
  );
}

/** Of several orders of one number, those that one line alone comes to. */
function matchEqualOnes(
  lines: readonly number[],
  candidates: readonly number[],
  { nets }: MatchInput,
  work: Work,
): void {
  const ordersOf = new Map<bigint, number[]>();
  for (const order of candidates) pushTo(ordersOf, work.amountOf(order), order);
  const times = new Map<bigint, number>();
  for (const line of lines) times.set(nets[line] ?? 0n, (times.get(nets[line] ?? 0n) ?? 0) + 1);
  for (const line of lines) {
    const net = nets[line] ?? 0n;
    const equal = ordersOf.get(net) ?? [];
    const [only] = equal;
    const isAlone = times.get(net) === 1;
    if (only !== undefined && equal.length === 1 && isAlone && !work.areDismissed(line, only)) {
      work.add([line], [only], 'order');
    }
  }
}

/** Sets that are joined; each is named by one of its members. */
export function createGroups(size: number) {
  const parents = Int32Array.from({ length: size }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  return {
    rootOf,
    join: (left: number, right: number): void => {
      parents[rootOf(right)] = rootOf(left);
    },
  };
}

/** Cases on the statement's side alone: the lines of one number together, each line without a number by itself. */
function* leftLines({ lines, hasNumber }: MatchInput, work: Work): Task<readonly (readonly number[])[]> {
  const byNumber = new Map<string, number[]>();
  yield* eachInSteps(lines, ({ order, suborder, reference }, at) => {
    if (work.isLineTaken[at] === 1) return;
    const key = hasNumber(at) ? JSON.stringify([order ?? suborder ?? reference]) : String(at);
    pushTo(byNumber, key, at);
  });
  return [...byNumber.values()];
}

function nearSuggestions({ near, nets }: MatchInput, work: Work): readonly Suggestion[] {
  const open = near.filter(({ line, order }) => work.isOpen(line) && !work.areDismissed(line, order));
  return [
    ...work.suggestions,
    ...open.map(({ line, order, ...reason }): Suggestion => {
      const remains = (nets[line] ?? 0n) - work.amountOf(order);
      return { lines: [line], orders: [order], remains, ...reason };
    }),
  ];
}
