import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type BasisFigure, basisFigure, WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import {
  type MatchDecision,
  type PlacedDecisions,
  placeDecisions,
  withApart,
} from '#renderer/reconciliation/matching/model/decisions.ts';
import { MAX_DAYS_APART } from '#renderer/reconciliation/matching/model/delays.ts';
import {
  identitiesInSteps,
  linePlaces,
  type ScopeOf,
} from '#renderer/reconciliation/matching/model/line-identity.ts';
import { matchCases } from '#renderer/reconciliation/matching/model/match-cases.ts';
import { amountOf, type MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import type { SpokenFor } from '#renderer/reconciliation/matching/model/match-results.ts';
import {
  type MatchedCases,
  type MatchOrder,
  type NearPair,
  pushTo,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { eachInSteps, mapInSteps, ROWS_A_STEP, stretchesOf, type Task } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, rescale } from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS, type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import { type ChosenKey, findByKey, keysOf, numbersOf, ordersByKey } from './key-hits.ts';
import { findNear } from './near-orders.ts';
import { type OrderFigures, orderFigures, ordersByAccount } from './order-figures.ts';
import { spokenFor } from './spoken-for.ts';

export type MatchOptions = {
  /** The statement's accounts; null: found out by its orders. */
  readonly accounts: readonly { readonly canal: string; readonly cuenta: string }[] | null;
  readonly tolerance: { readonly absolute: Decimal; readonly percent: Decimal };
  readonly decisions: readonly MatchDecision[];
  /** Absent: all that the sale left. */
  readonly held?: BasisFigure;
  /** Whose each line is, as decisions name it; absent: nobody knows. */
  readonly scopeOf?: ScopeOf;
  /** Digits after the point that the amounts of cases have at least. */
  readonly leastScale?: number;
};

/** A statement held against the rows, at a revision. */
export type StatementMatch = MatchedCases & {
  readonly revision: number;
  /** Amounts of cases and suggestions are whole units of 10^-scale. */
  readonly scale: number;
  readonly key: ChosenKey;
  readonly facts: readonly SpokenFor[];
  readonly lines: readonly MatchLine[];
  /** Of each line what is held against the orders; null: it could not be read. */
  readonly amounts: readonly (Decimal | null)[];
  readonly orders: readonly MatchOrder[];
  /** Of each of `orders` its number in the store. */
  readonly numbers: readonly number[];
  /** Of each of `orders` a number for its channel and account. */
  readonly accounts: readonly number[];
  /** Decisions about these lines and orders: those that hold, and those that fell. */
  readonly decided: PlacedDecisions;
};

export function* matchStatement(
  store: ColumnStore,
  lines: readonly MatchLine[],
  options: MatchOptions,
): Task<StatementMatch> {
  const { revision } = store;
  const keys = yield* keysOf(lines);
  yield;
  const { key, hits } = yield* findByKey(store, keys, options.accounts);
  yield;
  const byKey = yield* ordersByKey(hits);
  yield;
  const { part, terms } = options.held ?? ALL_THAT_IS_LEFT;
  const amounts = yield* mapInSteps(lines, (line) => amountOf(line, part));
  const { settlements, places } = yield* namedBy(lines, amounts);
  const least = Math.max(options.leastScale ?? 0, places, decimalPlaces(options.tolerance.absolute));
  const figures = yield* orderFigures(store, settlements, least, terms);
  const nets = yield* mapInSteps(amounts, (net) =>
    net === null ? 0n : rescale(fromDecimal(net), figures.scale).units,
  );
  const keyOfLine = yield* numbersOf(keys, key, byKey);
  const found = yield* mapInSteps(keyOfLine, (place) => byKey.get(place));
  const accounts = yield* accountsOf(figures, options, { keys: keys.texts, keyOfLine, found, nets });
  const isOfStatement = new Set(accounts);
  const isOwn = (order: number) => isOfStatement.has(figures.account[order] ?? -1);
  const links = yield* mapInSteps(found, (orders) =>
    orders === undefined || orders.every(isOwn) ? orders : orders.filter(isOwn),
  );
  const isHeld = new Uint8Array(store.orders.orderCount);
  for (const orders of links) for (const order of orders ?? []) isHeld[order] = 1;
  yield;
  const sought = {
    store,
    figures,
    lines,
    settlements,
    nets,
    keys: keys.texts,
    keyOfLine,
    found,
    links,
    key,
    options,
  };
  const first = yield* hold(sought, accounts, isHeld);
  const { facts, picked, matched, decided } =
    accounts.length > 0 || options.accounts !== null ? first : yield* matchByRounds(sought, first);
  return {
    ...matched,
    revision,
    scale: figures.scale,
    key,
    facts,
    lines,
    amounts,
    orders: picked.orders,
    numbers: picked.numbers,
    accounts: picked.accounts,
    decided: withApart(decided, matched.cases),
  };
}

/** The settlements that lines name, and the most decimal places that their amounts have. */
function* namedBy(
  lines: readonly MatchLine[],
  amounts: readonly (Decimal | null)[],
): Task<{ readonly settlements: readonly string[]; readonly places: number }> {
  // By its number, as the first line writes it.
  const named = new Map<string, string>();
  let places = 0;
  yield* eachInSteps(lines, ({ settlement }, at) => {
    const number = numberValue(settlement);
    if (settlement !== null && number !== null && !named.has(number)) named.set(number, settlement);
    places = Math.max(places, decimalPlaces(amounts[at] ?? null));
  });
  return { settlements: [...named.values()], places };
}

const ALL_THAT_IS_LEFT = basisFigure(WHOLE, 'Rentabilidad Marketplace');

type Sought = {
  readonly store: ColumnStore;
  readonly figures: OrderFigures;
  readonly lines: readonly MatchLine[];
  readonly settlements: readonly string[];
  readonly nets: readonly bigint[];
  readonly key: ChosenKey;
  /** Distinct numbers of the lines, and of each line the place of its own; -1: none. */
  readonly keys: readonly string[];
  readonly keyOfLine: Int32Array;
  /** Of each line the orders of its number, in all accounts and in those of the statement. */
  readonly found: readonly (readonly number[] | undefined)[];
  readonly links: readonly (readonly number[] | undefined)[];
  readonly options: MatchOptions;
};
type MatchRound = {
  readonly facts: readonly SpokenFor[];
  readonly picked: Picked;
  readonly matched: MatchedCases;
  readonly decided: PlacedDecisions;
};

/** The lines against the orders of some accounts, of which the statement holds those that are marked. */
function* hold(sought: Sought, accounts: readonly number[], isHeld: Uint8Array): Task<MatchRound> {
  const { store, figures, lines, settlements, nets, key, keyOfLine, links, options } = sought;
  const { facts, isExpected } = yield* spokenFor(figures, accounts, settlements, isHeld);
  yield;
  const picked = createPicked(store, figures, settlements, isExpected);
  const placed = yield* mapInSteps(links, (orders) => orders?.map(picked.place));
  yield* eachInSteps(yield* marked(isExpected), picked.place);
  yield* eachInSteps(yield* marked(isHeld), picked.place);
  yield;
  const isOfStatement = new Set(accounts);
  const isOwn = (order: number) => isOfStatement.has(figures.account[order] ?? -1);
  const hasNumber = (line: number) => (keyOfLine[line] ?? -1) >= 0;
  const days = Int32Array.from(
    yield* mapInSteps(lines, ({ released, date }) => dayOf((released ?? date)?.day)),
  );
  if (lines.some((_, at) => !hasNumber(at)))
    yield* pickByDays(figures, isOfStatement, days, hasNumber, picked.place);
  const near = yield* nearPairs(sought, isOwn, picked.place);
  const said = yield* decided(sought, picked);
  yield;
  const matched = yield* matchCases({
    lines,
    nets,
    days,
    orders: picked.orders,
    links: placed,
    hasNumber,
    isPackage: key.column === 'Nro. Paquete',
    near,
    tolerance: toleranceOf(options, figures.scale),
    decisions: said.holding.map(({ placed: own }) => own),
  });
  return { facts, picked, matched, decided: said };
}

/** The orders that are marked, ascending. */
function* marked(orders: Uint8Array): Task<readonly number[]> {
  const found: number[] = [];
  for (const { from, to } of stretchesOf(orders.length)) {
    for (let order = from; order < to; order += 1) if (orders[order] === 1) found.push(order);
    yield;
  }
  return found;
}

/** An account is one that a statement without numbers is of where it holds so many of its orders. */
const MIN_HELD = 3;

const MAX_ROUNDS = 3;
/** Of the orders that a round goes by, the share that it finds again at least. */
const MOST_FOUND = 0.9;

/**
 * Where no number tells what a statement is of, amounts do: what they matched says which accounts and days it speaks for, and
 * that again what else is matched. A round that loses more than a few of what was found is none.
 */
function* matchByRounds(sought: Sought, first: MatchRound): Task<MatchRound> {
  const { store, figures } = sought;
  let best = first;
  let before = -1;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isHeld = new Uint8Array(store.orders.orderCount);
    const held = new Uint32Array(figures.accounts.length);
    let all = 0;
    yield* eachInSteps(best.matched.cases, ({ lines, orders }) => {
      if (lines.length === 0) return;
      for (const place of orders) {
        const order = best.picked.numbers[place] ?? 0;
        isHeld[order] = 1;
        all += 1;
        const account = figures.account[order] ?? 0;
        held[account] = (held[account] ?? 0) + 1;
      }
    });
    const accounts = [...held.keys()].filter((account) => (held[account] ?? 0) >= MIN_HELD);
    if (accounts.length === 0 || all === before) break;
    before = all;
    const next = yield* hold(sought, accounts, isHeld);
    // The orders of these alone may be too few to be sure by: what was found is not said to be missing then.
    const found = accounts.reduce((sum, account) => sum + (held[account] ?? 0), 0);
    if (ordersMatched(next) < found * MOST_FOUND) break;
    best = next;
  }
  return best;
}

const ordersMatched = ({ matched }: MatchRound): number =>
  matched.cases.reduce((sum, { lines, orders }) => (lines.length === 0 ? sum : sum + orders.length), 0);

/** Digits after the point, as it is written. */
export const decimalPlaces = (text: Decimal | null): number => {
  const dot = text?.indexOf('.') ?? -1;
  return text === null || dot < 0 ? 0 : text.length - dot - 1;
};

const dayOf = (day: LocalDate | undefined): number => (day === undefined ? NO_DAY : dayNumber(day));

const toleranceOf = ({ tolerance }: MatchOptions, scale: number) => ({
  absolute: rescale(fromDecimal(tolerance.absolute), scale).units,
  percent: fromDecimal(tolerance.percent),
});

/** An account that fewer of the lines lead to must agree in amounts, or have numbers too long to be the same by chance. */
const MIN_SHARE = 0.2;
/** Lines expected to lead to an account by chance, at most. */
const MAX_BY_CHANCE = 0.01;

type Numbered = {
  readonly keys: readonly string[];
  readonly keyOfLine: Int32Array;
  readonly found: readonly (readonly number[] | undefined)[];
  readonly nets: readonly bigint[];
};

/** Places of the accounts that the statement is of. */
function* accountsOf(
  { accounts, account, whole }: OrderFigures,
  options: MatchOptions,
  { keys, keyOfLine, found, nets }: Numbered,
): Task<readonly number[]> {
  if (options.accounts !== null) {
    const wanted = new Set(options.accounts.map(({ canal, cuenta }) => accountKey(canal, cuenta)));
    return [...accounts.keys()].filter((at) =>
      wanted.has(JSON.stringify([accounts[at]?.canal, accounts[at]?.cuenta])),
    );
  }
  const hits = new Uint32Array(accounts.length);
  const agree = new Uint32Array(accounts.length);
  const leastDigits = new Uint32Array(accounts.length).fill(99);
  const linesOf = new Uint32Array(account.length);
  yield* eachInSteps(found, (orders) => {
    for (const order of orders ?? []) linesOf[order] = (linesOf[order] ?? 0) + 1;
  });
  // A line agrees by itself, or an order's lines together: two accounts may have one number.
  const ofOrder = new Map<number, bigint>();
  let all = 0;
  yield* eachInSteps(found, (orders, at) => {
    if (orders === undefined) return;
    all += 1;
    const digits = (keys[keyOfLine[at] ?? -1] ?? '').replace(/\D/g, '').length;
    for (const order of orders) {
      const own = account[order] ?? 0;
      hits[own] = (hits[own] ?? 0) + 1;
      leastDigits[own] = Math.min(leastDigits[own] ?? 0, digits);
      if (whole.of(order) === nets[at]) agree[own] = (agree[own] ?? 0) + 1;
      if ((linesOf[order] ?? 0) > 1) ofOrder.set(order, (ofOrder.get(order) ?? 0n) + (nets[at] ?? 0n));
    }
  });
  yield* eachInSteps(ofOrder, ([order, statementAmount]) => {
    const own = account[order] ?? 0;
    if (whole.of(order) === statementAmount) agree[own] = (agree[own] ?? 0) + (linesOf[order] ?? 0);
  });
  const orderCounts = yield* ordersByAccount({ account, accounts });
  return [...accounts.keys()].filter((at) => {
    const [hit = 0, agreed = 0, count = 0, digits = 0] = [hits, agree, orderCounts, leastDigits].map(
      (each) => each[at],
    );
    const byChance = (all * count) / 10 ** digits;
    return hit > 0 && (hit >= all * MIN_SHARE || agreed * 2 >= hit || byChance <= MAX_BY_CHANCE);
  });
}

type Picked = ReturnType<typeof createPicked>;

/** The orders that are matched, in the order in which they are first named. */
function createPicked(
  store: ColumnStore,
  figures: OrderFigures,
  settlements: readonly string[],
  isExpected: Uint8Array,
) {
  const places = new Int32Array(store.orders.orderCount).fill(-1);
  const orders: MatchOrder[] = [];
  const numbers: number[] = [];
  const accounts: number[] = [];
  return {
    orders,
    numbers,
    accounts,
    place: (number: number): number => {
      const known = places[number] ?? -1;
      if (known >= 0) return known;
      const first = figures.settlement[number] ?? -1;
      const own = first < 0 ? [] : [first, ...(figures.more.get(number) ?? [])];
      orders.push({
        amount: figures.whole.of(number),
        settled: figures.settledRows[number] === 3 ? figures.settled.of(number) : null,
        settlements: own.map((at) => settlements[at] ?? ''),
        purchased: figures.purchased[number] ?? NO_DAY,
        paid: figures.paid[number] ?? NO_DAY,
        isMovement: figures.isMovement[number] === 1,
        isExpected: isExpected[number] === 1,
      });
      accounts.push(figures.account[number] ?? -1);
      places[number] = numbers.length;
      return numbers.push(number) - 1;
    },
  };
}

const MAX_BY_DAYS = 50_000;

/** Orders that lines without a number may be of, by their dates; of no account in particular where none is known. */
function* pickByDays(
  figures: OrderFigures,
  accounts: ReadonlySet<number>,
  days: Int32Array,
  hasNumber: (line: number) => boolean,
  pick: (order: number) => void,
): Task<void> {
  const wanted = new Set<number>();
  for (const [line, day] of days.entries()) {
    if (day === NO_DAY || hasNumber(line)) continue;
    for (let apart = -MAX_DAYS_APART; apart <= MAX_DAYS_APART; apart += 1) wanted.add(day + apart);
  }
  let left = MAX_BY_DAYS;
  for (let order = 0; order < figures.account.length && left > 0; order += 1) {
    if (order % ROWS_A_STEP === 0) yield;
    const account = figures.account[order] ?? -1;
    if (account < 0 || (accounts.size > 0 && !accounts.has(account))) continue;
    const { paid, purchased, settlement } = figures;
    const isNear = wanted.has(paid[order] ?? NO_DAY) || wanted.has(purchased[order] ?? NO_DAY);
    if (!isNear && (settlement[order] ?? -1) < 0) continue;
    pick(order);
    left -= 1;
  }
}

/** Orders that lines may be of whose number is nobody's: nearly that number, or that number in another account. */
function* nearPairs(
  { store, key: { column }, keys, keyOfLine, found, links }: Sought,
  isOwn: (order: number) => boolean,
  place: (order: number) => number,
): Task<readonly NearPair[]> {
  const pairs: NearPair[] = [];
  const linesOf = new Map<number, number[]>();
  yield* eachInSteps(found, (orders, line) => {
    const own = keyOfLine[line] ?? -1;
    if (own < 0 || (links[line]?.length ?? 0) > 0) return;
    for (const order of orders ?? []) pairs.push({ line, order: place(order), why: 'other-account' });
    if (orders === undefined) pushTo(linesOf, own, line);
  });
  const unknown = [...linesOf.keys()];
  const near = yield* findNear(
    store,
    column,
    unknown.map((own) => keys[own] ?? ''),
  );
  for (const { at, order, how } of near) {
    if (!isOwn(order)) continue;
    for (const line of linesOf.get(unknown[at] ?? -1) ?? []) {
      pairs.push({ line, order: place(order), why: 'near-key', how });
    }
  }
  return pairs;
}

function* decided(
  { store, lines, nets, figures: { scale }, options: { decisions, scopeOf } }: Sought,
  { place, orders }: Picked,
): Task<PlacedDecisions> {
  if (decisions.length === 0) return { holding: [], fallen: [] };
  const lineAt = linePlaces(yield* identitiesInSteps(lines, scopeOf));
  yield;
  const isHere = (key: string) => store.rowsOfOrder(key as OrderKey).length > 0;
  const own = decisions.filter(
    (decision) => decision.lines.length === 0 || decision.lines.some((line) => lineAt(line) !== undefined),
  );
  const places = new Map<string, number>();
  for (const key of own.flatMap((decision) => decision.orders)) {
    if (isHere(key)) places.set(key, place(store.orders.find(key as OrderKey)));
  }
  const scaled = (units: bigint) => ({ units, scale });
  return placeDecisions(own, {
    lineAt,
    orderAt: (key) => places.get(key),
    netOf: (line) => scaled(nets[line] ?? 0n),
    amountsOf: (order) => {
      const { amount = 0n, settled = null } = orders[order] ?? {};
      return { amount: scaled(amount), settled: scaled(settled ?? amount) };
    },
  });
}

const readKey = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** The identity of an order of the store. */
export function keyOfOrder(store: ColumnStore, number: number): OrderKey {
  const [row = 0] = store.orders.rowsOf(number);
  return readKey(IDENTITY_COLUMNS.map((column) => store.cell(row, column)));
}
