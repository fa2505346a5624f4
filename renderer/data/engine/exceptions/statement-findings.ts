import type { ImportedStatement } from '#renderer/data/api/statements.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  keyOfOrder,
  type MatchOptions,
  matchStatement,
  type StatementMatch,
} from '#renderer/data/engine/matching/match-statement.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { eachInSteps } from '#shared/base/steps.ts';
import { dayOfNumber, type LocalDate, startOfDay } from '#shared/domain/dates.ts';
import { add, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { evidenceOf, type Finding, type StatementReason } from '#shared/domain/finding.ts';
import { identitiesInSteps, type MatchLine } from '#shared/domain/matching/match-line.ts';
import { type MatchCase, sizeOf } from '#shared/domain/matching/match-work.ts';
import { NO_DAY } from '#shared/domain/matching/universe.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';
import { createEvidence } from './evidence.ts';

/** What of imported statements does not square, and what nobody has said anything of: neither decided nor explained. */

/** Of a case: what is over tolerance, or on one side alone. */
const CASE_REASONS = ['different', 'only-here', 'only-there'] as const satisfies readonly StatementReason[];
type CaseReason = (typeof CASE_REASONS)[number];

export type OpenCase = {
  readonly reason: CaseReason;
  /** Its lines and orders by content, and by how much it is off: the same case of two files is one. */
  readonly content: string;
  /** Without its sign. */
  readonly amount: Scaled;
  readonly lines: number;
  readonly orders: number;
  readonly rows: number;
  /** Of the purchases or, where no order is known, of the lines; null: none is told. */
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
};

/** What a statement held against the rows leaves open. */
export type OpenCases = {
  /** That the statement is of; none: it names no order that is here. */
  readonly accounts: readonly SellerAccount[];
  readonly cases: readonly OpenCase[];
};

const reasonOf = ({ state, by, isExplained }: MatchCase): CaseReason | null =>
  by === 'decision' || isExplained ? null : (CASE_REASONS.find((reason) => reason === state) ?? null);

export function* openCases(
  store: ColumnStore,
  lines: readonly MatchLine[],
  options: Pick<MatchOptions, 'tolerance' | 'decisions'>,
): CooperativeTask<OpenCases> {
  const match = yield* matchStatement(store, lines, { accounts: null, ...options });
  const accounts = match.facts.map(({ canal, cuenta }) => ({ Canal: canal, Cuenta: cuenta }));
  const open = match.cases.flatMap((each) => {
    const reason = reasonOf(each);
    return reason === null ? [] : [{ each, reason }];
  });
  if (open.length === 0) return { accounts, cases: [] };
  yield;
  const identities = yield* identitiesInSteps(lines);
  const cases: OpenCase[] = [];
  yield* eachInSteps(open, ({ each, reason }) => {
    cases.push({ reason, ...toldOf(store, match, each, identities) });
  });
  return { accounts, cases };
}

function toldOf(
  store: ColumnStore,
  { lines, orders, numbers, scale }: StatementMatch,
  each: MatchCase,
  identities: readonly string[],
): Omit<OpenCase, 'reason'> {
  const keys = each.orders.map((order) => keyOfOrder(store, numbers[order] ?? 0));
  const names = each.lines.map((line) => identities[line] ?? '');
  const bought = each.orders.flatMap((order) => {
    const day = orders[order]?.purchased ?? NO_DAY;
    return day === NO_DAY ? [] : [dayOfNumber(day)];
  });
  const told = each.lines.flatMap((line) => (lines[line]?.date ?? lines[line]?.released)?.day ?? []);
  const days = (bought.length > 0 ? bought : told).toSorted();
  return {
    content: JSON.stringify([keys.toSorted(), names.toSorted(), String(each.difference), scale]),
    amount: { units: sizeOf(each.difference), scale },
    lines: each.lines.length,
    orders: each.orders.length,
    rows: keys.reduce((rows, key) => rows + store.rowsOfOrder(key).length, 0),
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
  };
}

/** A statement with what it leaves open; `damaged`: what is stored of it cannot be read. Null: it is held against no orders. */
export type LookedAt = {
  readonly statement: ImportedStatement;
  readonly open: OpenCases | 'damaged' | null;
};

/**
 * Of each statement at most one finding for each reason; of a case that several files have, the earliest one's.
 * @param all the earliest first
 */
export function statementFindings(all: readonly LookedAt[], scope: AccountsScope | null): readonly Finding[] {
  const known = new Set<string>();
  return all.flatMap(({ statement, open }) => {
    const found: Finding[] = [];
    if (open === 'damaged') found.push(ofFile(statement, 'damaged'));
    if (statement.proof.state === 'fails') found.push(ofFile(statement, 'proof'));
    if (open === null || open === 'damaged') return found;
    const { accounts } = open;
    const isInView = accounts.length === 0 || accounts.some((account) => inScope(scope, account));
    if (!isInView) return [];
    const cases = open.cases.filter(({ content }) => !known.has(content));
    for (const { content } of cases) known.add(content);
    for (const reason of CASE_REASONS) {
      const own = cases.filter((each) => each.reason === reason);
      if (own.length > 0) found.push(ofCases(statement, reason, own));
    }
    return found;
  });
}

const headOf = ({ name, digest }: ImportedStatement, reason: StatementReason) => ({
  kind: 'statement-difference',
  subject: { statement: digest, reason },
  name,
  affects: SCOPES,
});

function ofFile(statement: ImportedStatement, reason: 'proof' | 'damaged'): Finding {
  const { proof, lines, days } = statement;
  return {
    ...headOf(statement, reason),
    evidence: evidenceOf([reason, proof.gap]),
    rows: lines,
    orders: 0,
    amount: reason === 'proof' ? toDecimal(unsigned(fromDecimal(proof.gap))) : null,
    firstPurchase: days === null ? null : startOfDay(days.from),
    lastPurchase: days === null ? null : startOfDay(days.to),
  };
}

function ofCases(statement: ImportedStatement, reason: CaseReason, cases: readonly OpenCase[]): Finding {
  const evidence = createEvidence();
  for (const { content } of cases) evidence.add(content);
  const days = cases.flatMap(({ first, last }) => [first ?? [], last ?? []].flat()).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const count = (of: 'lines' | 'orders' | 'rows') => cases.reduce((sum, each) => sum + each[of], 0);
  return {
    ...headOf(statement, reason),
    evidence: evidence.value(),
    rows: reason === 'only-there' ? count('lines') : count('rows'),
    orders: count('orders'),
    amount: toDecimal(cases.reduce((sum, { amount }) => add(sum, amount), ZERO)),
    firstPurchase: first === undefined ? null : startOfDay(first),
    lastPurchase: last === undefined ? null : startOfDay(last),
  };
}

const unsigned = ({ units, scale }: Scaled): Scaled => ({ units: sizeOf(units), scale });
