import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type Basis,
  basisFigure,
  isSameBasis,
  WHOLE,
} from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchDecision, PlacedDecisions } from '#renderer/reconciliation/matching/model/decisions.ts';
import { amountOf, type MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { pushTo } from '#renderer/reconciliation/matching/model/match-work.ts';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import {
  accountsOfStatement,
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { decimalPlaces, type MatchOptions, matchStatement, type StatementMatch } from './match-statement.ts';
import { scaleOfTerms } from './order-figures.ts';

/**
 * Statements of several accounts held against the rows: each against its own, so that the account that the user named for
 * one counts, and a number that two accounts have is looked for in the right one.
 */

/** Lines of some statements, and of each line the place of its statement. */
export type LinesOfStatements = {
  readonly statements: readonly StatementOwner[];
  readonly lines: readonly MatchLine[];
  readonly of: { readonly [line: number]: number };
};

type GroupOptions = Omit<MatchOptions, 'accounts' | 'scopeOf' | 'leastScale' | 'held'> & {
  /** The basis of each statement; absent: all that the sale left, or what it cost. */
  readonly basisOf?: (statement: StatementOwner) => Basis;
};

export function* matchGroups(
  store: ColumnStore,
  { statements, lines, of }: LinesOfStatements,
  { basisOf = () => WHOLE, ...options }: GroupOptions,
): Task<StatementMatch> {
  const figure = matchedFigure(statements.map(({ kind }) => kind));
  const heldBy = (basis: Basis) => basisFigure(basis, figure);
  const scopes = statements.map(scopeOfStatement);
  const scopeAt = (line: number): string => scopes[of[line] ?? 0] ?? '';
  const [first = NO_GROUP, ...others] = groupsOf(statements, basisOf);
  if (others.length === 0) {
    return yield* matchStatement(store, lines, {
      ...options,
      held: heldBy(first.basis),
      accounts: first.accounts,
      scopeOf: scopeAt,
    });
  }
  const all = [first, ...others];
  let leastScale = decimalPlaces(options.tolerance.absolute);
  for (const { basis } of all) {
    const { part, terms } = heldBy(basis);
    yield* eachInSteps(lines, (line) => {
      leastScale = Math.max(leastScale, decimalPlaces(amountOf(line, part)));
    });
    leastScale = scaleOfTerms(store, terms, leastScale).scale;
  }
  const parts: Part[] = [];
  for (const group of all) {
    const isOwn = new Set(group.statements);
    const places: number[] = [];
    yield* eachInSteps(lines, (_, at) => {
      if (isOwn.has(of[at] ?? 0)) places.push(at);
    });
    const match = yield* matchStatement(
      store,
      places.map((at) => lines[at] as MatchLine),
      {
        ...options,
        held: heldBy(group.basis),
        accounts: group.accounts,
        leastScale,
        scopeOf: (at) => scopeAt(places[at] ?? 0),
      },
    );
    parts.push({ match, places });
    yield;
  }
  return joined(parts, lines);
}

type Group = {
  readonly accounts: MatchOptions['accounts'];
  readonly basis: Basis;
  readonly statements: readonly number[];
};
const NO_GROUP: Group = { accounts: null, basis: WHOLE, statements: [] };

/** One group where nobody named an account and all are held against the same; else those of each account and figure. */
function groupsOf(
  statements: readonly StatementOwner[],
  basisOf: (statement: StatementOwner) => Basis,
): readonly Group[] {
  const bases = statements.map(basisOf);
  const [first = WHOLE] = bases;
  const areApart =
    statements.some(({ account }) => account != null) || bases.some((basis) => !isSameBasis(basis, first));
  const groups = new Map<string, number[]>();
  for (const [at, statement] of statements.entries()) {
    const { part, apart } = bases[at] ?? WHOLE;
    const accounts = areApart ? accountsOfStatement(statement) : [];
    pushTo(groups, JSON.stringify([accounts, { part, apart: apart.toSorted() }]), at);
  }
  return [...groups].map(([key, own]) => {
    const [accounts, basis] = JSON.parse(key) as [NonNullable<MatchOptions['accounts']>, Basis];
    return { accounts: accounts.length === 0 ? null : accounts, basis, statements: own };
  });
}

/** `places`: of each of its lines the place among all. */
type Part = { readonly match: StatementMatch; readonly places: readonly number[] };

/** Long, for every list of an answer is joined alike. */
function joined(parts: readonly Part[], lines: readonly MatchLine[]): StatementMatch {
  const [{ match: first }] = parts as readonly [Part, ...Part[]];
  const held = new Set(
    parts.flatMap(({ match }) =>
      match.cases.flatMap((each) =>
        each.lines.length === 0 ? [] : each.orders.map((order) => match.numbers[order]),
      ),
    ),
  );
  const orders: StatementMatch['orders'][number][] = [];
  const amounts: (Decimal | null)[] = lines.map(() => null);
  const numbers: number[] = [];
  const accounts: number[] = [];
  const shifted = parts.map(({ match, places }) => {
    const base = orders.length;
    const sides = <T extends { readonly lines: readonly number[]; readonly orders: readonly number[] }>(
      each: T,
    ): T => ({
      ...each,
      lines: each.lines.map((line) => places[line] ?? 0),
      orders: each.orders.map((order) => base + order),
    });
    for (const [at, amount] of match.amounts.entries()) amounts[places[at] ?? 0] = amount;
    orders.push(...match.orders);
    numbers.push(...match.numbers);
    accounts.push(...match.accounts);
    // An order in another account's statement is not missing here; one that several lack is missing once.
    const cases = match.cases.filter((each) => {
      if (each.lines.length > 0) return true;
      const isNew = each.orders.some((order) => !held.has(match.numbers[order]));
      for (const order of each.orders) held.add(match.numbers[order]);
      return isNew;
    });
    return {
      cases: cases.map(sides),
      suggestions: match.suggestions.map(sides),
      outside: match.outside.map((each) => ({ ...each, lines: each.lines.map((line) => places[line] ?? 0) })),
      ledgerMovements: match.ledgerMovements.map((order) => base + order),
      holding: match.decided.holding.map((each) => ({ ...each, placed: sides(each.placed) })),
      fallen: match.decided.fallen.map(sides),
    };
  });
  return {
    ...first,
    lines,
    amounts,
    orders,
    numbers,
    accounts,
    facts: parts.flatMap(({ match }) => match.facts),
    cases: shifted.flatMap(({ cases }) => cases),
    suggestions: shifted.flatMap(({ suggestions }) => suggestions),
    outside: outsideOf(shifted.flatMap(({ outside }) => outside)),
    ledgerMovements: shifted.flatMap(({ ledgerMovements }) => ledgerMovements),
    decided: decidedOf(shifted),
  };
}

function outsideOf(all: StatementMatch['outside']): StatementMatch['outside'] {
  const byReason = new Map<string, StatementMatch['outside'][number]>();
  for (const each of all) {
    const known = byReason.get(each.reason);
    byReason.set(
      each.reason,
      known === undefined
        ? each
        : { ...known, lines: [...known.lines, ...each.lines], sum: known.sum + each.sum },
    );
  }
  return [...byReason.values()];
}

/** A decision that holds for one account's lines has not fallen for another's. */
function decidedOf(parts: readonly PlacedDecisions[]): PlacedDecisions {
  const holding = parts.flatMap((part) => part.holding);
  const kept = new Set<MatchDecision>(holding.map(({ decision }) => decision));
  const fallen = parts.flatMap((part) => part.fallen);
  return {
    holding,
    fallen: fallen.filter(({ decision }) => {
      const isFirst = !kept.has(decision);
      kept.add(decision);
      return isFirst;
    }),
  };
}
