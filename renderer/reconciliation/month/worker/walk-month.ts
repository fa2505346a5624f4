import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import {
  currencyNames,
  sumsByCurrency,
  UNNAMED_CURRENCY,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import { type AccountPayouts, bankPart } from '#renderer/reconciliation/month/model/bank-step.ts';
import { dataPart, isRunningMonth, knownDay } from '#renderer/reconciliation/month/model/data-step.ts';
import {
  type AccountDifferences,
  differencePart,
  type GatheredCases,
} from '#renderer/reconciliation/month/model/difference-step.ts';
import type { FoundPart } from '#renderer/reconciliation/month/model/found-part.ts';
import {
  type AccountName,
  type MonthWalk,
  type StepPart,
  type StepParts,
  WAIVABLE_STEPS,
  type WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthPage, MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import { costsPart, rowsPart } from '#renderer/reconciliation/month/model/row-steps.ts';
import { goneSignOffs } from '#renderer/reconciliation/month/model/sign-offs.ts';
import { type StatementBook, statementPart } from '#renderer/reconciliation/month/model/statement-step.ts';
import {
  saidPart,
  signersOfParts,
  sortedParts,
  stepOf,
  walkOf,
} from '#renderer/reconciliation/month/model/walk.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import {
  type Decimal,
  differenceBetween,
  fromDecimal,
  toDecimal,
  toShortestDecimal,
} from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import type { ByMonth } from './by-month.ts';
import type { CasesOfMonth } from './month-cases.ts';
import type { CostsOfMonth, RowsOfMonth } from './month-rows.ts';

/** One month of what is known of all, in the accounts of a scope. Pure. */

/** What the months are made of. */
export type MonthBooks = {
  readonly rows: ByMonth<RowsOfMonth>;
  /** Without own costs, and as they are counted. */
  readonly bareCosts: ByMonth<CostsOfMonth>;
  readonly costs: ByMonth<CostsOfMonth>;
  readonly cases: ByMonth<CasesOfMonth>;
  /** Of the accounts of the scope. */
  readonly payouts: ReadonlyMap<Month, readonly AccountPayouts[]>;
  readonly statements: StatementBook;
  readonly waivers: Annotations<'month-waiver'>;
  readonly signOffs: Annotations<'month-sign-off'>;
};

type Asked = Pick<MonthsQuery, 'scope' | 'today'> & {
  readonly coverage: MonthCoverage;
  readonly known: Pick<Coverage, 'knownUntil'> & { readonly damage: Damage | null };
  readonly close: MonthWalk['close'];
};

export type WalkedMonth = {
  readonly walk: MonthWalk;
  readonly parts: StepParts;
  readonly gone: MonthPage['gone'];
  readonly differences: readonly AccountDifferences[];
};

/** One month from its books to its steps. Long, for a step is told beside those that it rests on. */
export function walkMonth(books: MonthBooks, { scope, today, coverage, known, close }: Asked): WalkedMonth {
  const { month } = coverage;
  const isRunning = isRunningMonth(month, known.knownUntil, today);
  const said = <Id extends WaivableStep>(
    step: Id,
    found: readonly FoundPart<Id>[],
  ): readonly StepPart<Id>[] =>
    sortedParts(found.map((part) => saidPart(month, step, part, books.waivers, books.signOffs)));
  const ofRows = inView(books.rows, month, scope);
  const bare = new Map(inView(books.bareCosts, month, scope).map((each) => [keyOf(each.account), each]));
  const costs = inView(books.costs, month, scope);
  const cases = inView(books.cases, month, scope);
  const differences = cases.map(({ account, orders, cases: count, open, explained }) => ({
    account,
    orders,
    cases: count,
    open: viewOf(open),
    explained: viewOf(explained),
  }));
  const wholeOf = new Map(
    cases.map(({ account, amount, told }) => [
      keyOf(account),
      evidenceOf([toShortestDecimal(amount), toShortestDecimal(told)]),
    ]),
  );
  const sold = cases.flatMap((each) =>
    each.account === null || each.orders === 0 ? [] : [{ ...each, account: each.account }],
  );
  const statements = said(
    'statements',
    sold.map((each) => statementPart(month, each, books.statements, isRunning)),
  );
  const statementOf = new Map(statements.map((part) => [keyOf(part.account), part]));
  const payouts: readonly AccountPayouts[] = books.payouts.get(month) ?? [];
  const parts: StepParts = {
    data: said('data', [dataPart(coverage, known, { isRunning, held: heldOf(books.rows, month) })]),
    rows: said('rows', ofRows.map(rowsPart)),
    costs: said(
      'costs',
      costs.map((each) =>
        costsPart({
          ...each,
          isFilled: (bare.get(keyOf(each.account))?.missing.size ?? 0) > each.missing.size,
        }),
      ),
    ),
    statements,
    differences: said(
      'differences',
      differences.map((each) =>
        differencePart({
          ...each,
          whole: wholeOf.get(keyOf(each.account)) ?? '',
          statement: statementOf.get(keyOf(each.account)) ?? null,
        }),
      ),
    ),
    bank: said('bank', bankParts(payouts, statements)),
  };
  const missing = costs.filter((each) =>
    parts.costs.some(({ account, state }) => state === 'open' && keyOf(account) === keyOf(each.account)),
  );
  const goneOf = (step: WaivableStep) =>
    goneSignOffs(books.signOffs, { month, step, parts: parts[step] }, ({ canal, cuenta }) =>
      inScope(scope, { Canal: canal, Cuenta: cuenta }),
    );
  const steps = [
    stepOf('data', parts.data, {}, goneOf('data')),
    stepOf('rows', parts.rows, {}, goneOf('rows')),
    stepOf(
      'costs',
      parts.costs,
      {
        count: union(missing.map((each) => each.missing)),
        of: union(costs.map(({ skus }) => skus)),
        rows: missing.reduce((sum, each) => sum + each.rows, 0),
      },
      goneOf('costs'),
    ),
    stepOf('statements', parts.statements, {}, goneOf('statements')),
    stepOf('differences', parts.differences, {}, goneOf('differences')),
    stepOf('bank', parts.bank, {}, goneOf('bank')),
  ];
  const facts = {
    month,
    rows: ofRows.reduce((sum, { rows }) => sum + rows, 0),
    close,
    isRunning,
    knownUntil: knownDay(known.knownUntil),
    signers: signersOfParts(Object.values(parts).flat()),
  };
  const gone = Object.fromEntries(WAIVABLE_STEPS.map((step) => [step, goneOf(step).map(({ key }) => key)]));
  return { walk: walkOf(facts, steps), parts, gone, differences };
}

/** What a month comes to in each account, whichever is in view: rows are read of all. */
const heldOf = (byMonth: MonthBooks['rows'], month: Month): readonly string[] =>
  [...(byMonth.get(month)?.values() ?? [])]
    .map(({ account, rows, amounts }) => JSON.stringify([keyOf(account), rows, ...amounts.map(plainText)]))
    .toSorted();

/** However many digits the others have. */
const plainText = (amount: Decimal): string => toShortestDecimal(fromDecimal(amount));

const keyOf = (account: AccountName | null): string =>
  account === null ? '' : accountKey(account.canal, account.cuenta);

/** What is of no account in particular is of all. */
const inView = <T>(byMonth: ByMonth<T>, month: MonthCoverage['month'], scope: AccountsScope | null) =>
  [...(byMonth.get(month)?.values() ?? [])].filter(
    ({ account }) => account === null || inScope(scope, { Canal: account.canal, Cuenta: account.cuenta }),
  );

const union = (sets: readonly ReadonlySet<string>[]): number =>
  new Set(sets.flatMap((each) => [...each])).size;

function viewOf({ cases, sums, evidence }: CasesOfMonth['open']): GatheredCases {
  const nameOf = currencyNames(sums.keys());
  const byCurrency = [...sums].map(([code, sum]) => ({ currency: nameOf(code), sum }));
  const [here, ...others] = sumsByCurrency(
    byCurrency.map(({ currency, sum }) => ({ currency, amount: toDecimal(sum.ledgerAmount) })),
  );
  const [there] = sumsByCurrency(
    byCurrency.map(({ currency, sum }) => ({ currency, amount: toDecimal(sum.statementAmount) })),
  );
  const isOne = here !== undefined && there !== undefined && others.length === 0;
  return {
    cases,
    currency: here?.currency ?? UNNAMED_CURRENCY,
    ledgerAmount: isOne ? here.sum : null,
    statementAmount: isOne ? there.sum : null,
    difference: isOne ? differenceBetween(here.sum, there.sum) : null,
    evidence: evidence.value(),
  };
}

/** Where nothing was paid out: that is not known as long as statements are missed. */
function bankParts(
  payouts: readonly AccountPayouts[],
  statements: readonly StepPart<'statements'>[],
): readonly FoundPart<'bank'>[] {
  if (payouts.length > 0) return payouts.map(bankPart);
  const nothing = bankPart({ account: null, payouts: [] });
  const missed = statements.filter(({ state }) => state === 'open' || state === 'blocked');
  if (missed.length === 0) return [nothing];
  const reason = missed.some(({ state }) => state === 'open') ? 'no-statement' : 'running';
  return [{ ...nothing, reason, count: missed.length }];
}
