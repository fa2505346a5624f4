import { groupBy } from 'es-toolkit/array';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf, type FindingCase, type StatementReason } from '#renderer/data/model/finding.ts';
import { createEvidence, hashOfText } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { accountOfKey, inOrder, orderCase } from '#renderer/reconciliation/findings/worker/order-case.ts';
import type { Basis } from '#renderer/reconciliation/matching/model/basis.ts';
import { formerIdentities } from '#renderer/reconciliation/matching/model/former-identity.ts';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { identitiesInSteps } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { type MatchCase, pushTo, sizeOf } from '#renderer/reconciliation/matching/model/match-work.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  mayBeOneScope,
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { dayOfNumber, type LocalDate, monthOf, startOfDay } from '#shared/domain/dates.ts';
import { add, fromDecimal, type Scaled, toDecimal, toShortestDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';
import { matchGroups } from './match-groups.ts';
import { keyOfOrder, type MatchOptions, type StatementMatch } from './match-statement.ts';
import { currenciesOf, ownAmounts } from './match-totals.ts';

/** Findings about imported statements that nobody has decided or explained. */

/** Of a case: what is over tolerance, or on one side alone. */
const CASE_REASONS = ['different', 'only-here', 'only-there'] as const satisfies readonly StatementReason[];
type CaseReason = (typeof CASE_REASONS)[number];

export type OpenCase = {
  readonly reason: CaseReason;
  /**
   * Its lines and orders by content, and by how much it is off: the same case of two files is one. Whose the lines are is not
   * in it, for that may become known later.
   */
  readonly content: string;
  /** The same as earlier versions told it; none: nothing was said of the statement. */
  readonly former: readonly string[];
  /** Without its sign, in the currency of its orders. */
  readonly amount: Scaled;
  /** As ISO 4217 has it; "": none is named. */
  readonly currency: string;
  /** It is that of most lines of the statement. */
  readonly isOfMain: boolean;
  readonly lines: number;
  readonly orders: number;
  readonly rows: number;
  /** Of the purchases or, where no order is known, of the lines; null: none is told. */
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
  /** The same whatever its lines and amounts come to: its orders or, where none is known, its lines. */
  readonly id: string;
  /** The numbers of its orders or, where none is known, what its lines name. */
  readonly name: string;
  /** Whose its orders are; null: no order is known. */
  readonly account: SellerAccount | null;
};

/** The open cases of a matched statement. */
export type OpenCases = {
  /** That the statement is of; none: it names no order that is here. */
  readonly accounts: readonly SellerAccount[];
  /** Whose its lines are (`scopeOfStatement`). */
  readonly lineScope: string;
  readonly cases: readonly OpenCase[];
};

const reasonOf = ({ state, by, isExplained }: MatchCase): CaseReason | null =>
  by === 'decision' || isExplained ? null : (CASE_REASONS.find((reason) => reason === state) ?? null);

export type OpenCasesOptions = Pick<MatchOptions, 'tolerance' | 'decisions'> & {
  readonly basis: Basis;
  /** Whose the statement is, as far as it is known. */
  readonly statement: StatementOwner;
  /** Something was said of it, maybe before lines were known by their values. */
  readonly isAccepted: boolean;
};

export function* openCases(
  store: ColumnStore,
  lines: readonly MatchLine[],
  { statement, isAccepted, basis, ...options }: OpenCasesOptions,
): Task<OpenCases> {
  const own = { statements: [statement], lines, of: {} };
  const match = yield* matchGroups(store, own, { ...options, basisOf: () => basis });
  const accounts = match.facts.map(({ canal, cuenta }) => ({ Canal: canal, Cuenta: cuenta }));
  const open = match.cases.flatMap((each) => {
    const reason = reasonOf(each);
    return reason === null ? [] : [{ each, reason }];
  });
  const lineScope = scopeOfStatement(statement);
  if (open.length === 0) return { accounts, lineScope, cases: [] };
  yield;
  const identities = yield* identitiesInSteps(lines);
  const former = isAccepted
    ? {
        byText: yield* formerIdentities(lines),
        ofAccount: yield* identitiesInSteps(lines, () => lineScope),
      }
    : null;
  const cases: OpenCase[] = [];
  yield* eachInSteps(open, ({ each, reason }) => {
    cases.push({ reason, ...findingOf(store, match, each, { identities, former }) });
  });
  return { accounts, lineScope, cases };
}

type Identities = {
  readonly identities: readonly string[];
  /** By the text of their cells, and with whose they are: what lines were known by before. */
  readonly former: { readonly byText: readonly string[]; readonly ofAccount: readonly string[] } | null;
};

function findingOf(
  store: ColumnStore,
  match: StatementMatch,
  each: MatchCase,
  { identities, former }: Identities,
): Omit<OpenCase, 'reason'> {
  const { lines, orders, numbers, scale } = match;
  const keys = each.orders.map((order) => keyOfOrder(store, numbers[order] ?? 0));
  const namesIn = (all: readonly string[]) => each.lines.map((line) => all[line] ?? '').toSorted();
  const difference = toShortestDecimal({ units: each.difference, scale });
  const contentIn = (all: readonly string[]) => JSON.stringify([keys.toSorted(), namesIn(all), difference]);
  const bought = each.orders.flatMap((order) => {
    const day = orders[order]?.purchased ?? NO_DAY;
    return day === NO_DAY ? [] : [dayOfNumber(day)];
  });
  const lineDays = each.lines.flatMap((line) => (lines[line]?.date ?? lines[line]?.released)?.day ?? []);
  const days = (bought.length > 0 ? bought : lineDays).toSorted();
  const own = ownAmounts(match, each);
  return {
    content: contentIn(identities),
    former:
      former === null
        ? []
        : [
            JSON.stringify([keys.toSorted(), namesIn(former.byText), String(each.difference), scale]),
            contentIn(former.ofAccount),
          ],
    amount: { units: sizeOf(own.difference), scale },
    currency: currenciesOf(match)[own.currency] ?? UNNAMED_CURRENCY,
    isOfMain: own.currency === 0,
    lines: each.lines.length,
    orders: each.orders.length,
    rows: keys.reduce((rows, key) => rows + store.rowsOfOrder(key).length, 0),
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    ...nameOf(keys, each, match, identities),
  };
}

function nameOf(
  keys: readonly OrderKey[],
  each: MatchCase,
  { lines }: StatementMatch,
  identities: readonly string[],
): Pick<OpenCase, 'id' | 'name' | 'account'> {
  const [key] = keys;
  if (key !== undefined) {
    const names = [...new Set(keys.map((own) => orderCase(own).name))];
    const id = keys.length === 1 ? orderCase(key).id : hashOfText(JSON.stringify(keys.toSorted()));
    return { id, name: names.join(', '), account: accountOfKey(key) };
  }
  const [line] = each.lines.map((at) => lines[at]);
  return {
    id: hashOfText(JSON.stringify(each.lines.map((at) => identities[at] ?? '').toSorted())),
    name: line?.order ?? line?.suborder ?? line?.reference ?? line?.description ?? '',
    account: null,
  };
}

type StatementFinding = FindingOf<KindIn<'statements'>>;

/** A statement with what it leaves open; `damaged`: what is stored of it cannot be read. Null: it is held against no orders. */
export type LookedAt = {
  readonly statement: ImportedStatement;
  readonly open: OpenCases | 'damaged' | null;
};

/**
 * Of each statement at most one finding for each reason and currency; of a case that several files have, the earliest one's.
 * @param all the earliest first
 */
export function statementFindings(
  all: readonly LookedAt[],
  scope: AccountsScope | null,
): readonly StatementFinding[] {
  const known = new Map<string, string[]>();
  return all.flatMap(({ statement, open }) => {
    const found: StatementFinding[] = [];
    if (open === 'damaged') found.push(ofFile(statement, 'damaged'));
    if (statement.proof.state === 'fails') found.push(ofFile(statement, 'proof'));
    if (open === null || open === 'damaged') return found;
    const { accounts, lineScope } = open;
    const isInView = accounts.length === 0 || accounts.some((account) => inScope(scope, account));
    if (!isInView) return [];
    const cases = open.cases.filter((each) => {
      const whose = scopeOfCase(each, lineScope);
      return !(known.get(each.content) ?? []).some((other) => mayBeOneScope(other, whose));
    });
    for (const each of cases) pushTo(known, each.content, scopeOfCase(each, lineScope));
    for (const reason of CASE_REASONS) {
      const own = cases.filter((each) => each.reason === reason);
      const parts = groupBy(own, ({ currency }) => currency);
      const ofLines = accounts.length === 1 ? (accounts[0] ?? null) : null;
      for (const part of Object.values(parts)) found.push(ofCases(statement, reason, part, ofLines));
    }
    return found;
  });
}

/**
 * Equal lines of two accounts are two cases; where it is not known whose one's are, they may be one. What is here alone has no
 * line: its orders say whose they are, whoever's statements lack them.
 */
const scopeOfCase = ({ lines }: OpenCase, lineScope: string): string => (lines === 0 ? '' : lineScope);

const headOf = ({ name, digest }: ImportedStatement, reason: StatementReason) => ({
  kind: 'statement-difference' as const,
  subject: { statement: digest, reason },
  name,
  affects: SCOPES,
});

function ofFile(statement: ImportedStatement, reason: 'proof' | 'damaged'): StatementFinding {
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

function ofCases(
  statement: ImportedStatement,
  reason: CaseReason,
  cases: readonly OpenCase[],
  /** Whose lines without an order are; null: nobody knows. */
  ofLines: SellerAccount | null,
): StatementFinding {
  const evidenceBy = (textOf: (each: OpenCase) => string | undefined): string => {
    const evidence = createEvidence();
    for (const each of cases) evidence.add(textOf(each) ?? '');
    return evidence.value();
  };
  const [formerly = { former: [] }] = cases;
  const days = cases.flatMap(({ first, last }) => [first ?? [], last ?? []].flat()).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const [{ currency, isOfMain } = { currency: UNNAMED_CURRENCY, isOfMain: true }] = cases;
  const head = headOf(statement, reason);
  const count = (of: 'lines' | 'orders' | 'rows') => cases.reduce((sum, each) => sum + each[of], 0);
  return {
    ...head,
    // A state given before currencies were told apart is kept under the file and the reason alone.
    subject: isOfMain ? head.subject : { ...head.subject, currency },
    ...(currency === UNNAMED_CURRENCY ? {} : { currency }),
    evidence: evidenceBy(({ content }) => content),
    ...(formerly.former.length === 0
      ? {}
      : { formerEvidence: formerly.former.map((_, at) => evidenceBy(({ former }) => former[at])) }),
    rows: reason === 'only-there' ? count('lines') : count('rows'),
    orders: count('orders'),
    amount: toDecimal(cases.reduce((sum, { amount }) => add(sum, amount), ZERO)),
    firstPurchase: first === undefined ? null : startOfDay(first),
    lastPurchase: last === undefined ? null : startOfDay(last),
    cases: inOrder(
      cases.map((each): FindingCase => {
        const account = each.account ?? ofLines;
        return {
          id: each.id,
          name: each.name,
          ...(account === null ? {} : { account }),
          month: each.first === null ? null : monthOf(each.first),
          day: each.first,
          amount: toDecimal(each.amount),
          rows: reason === 'only-there' ? each.lines : each.rows,
          evidence: hashOfText(each.content),
        };
      }),
    ),
  };
}

const unsigned = ({ units, scale }: Scaled): Scaled => ({ units: sizeOf(units), scale });
