import type { AnswerRows, QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { driftOfTotal } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { createClosings } from '#renderer/reconciliation/closing/worker/closings.ts';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { payoutsByMonth } from '#renderer/reconciliation/month/model/bank-step.ts';
import type { MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import type {
  MonthPage,
  MonthQuery,
  MonthsPage,
  MonthsQuery,
} from '#renderer/reconciliation/month/model/months-page.ts';
import { type StatementBook, statementBook } from '#renderer/reconciliation/month/model/statement-step.ts';
import { NO_PARTS } from '#renderer/reconciliation/month/model/walk.ts';
import type { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import { accountsOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { type AccountsScope, EVERYTHING } from '#shared/domain/selection.ts';
import type { ByMonth } from './by-month.ts';
import { type CasesOfMonth, casesByMonth } from './month-cases.ts';
import { type CostsOfMonth, costsByMonth, type RowsOfMonth, rowsByMonth } from './month-rows.ts';
import { type MonthBooks, type WalkedMonth, walkMonth } from './walk-month.ts';

/** The months of an open copy, walked: over what the tools before this one make of rows, statements and closes. */

type Dependencies = {
  readonly ledger: LedgerWithStatements & {
    readonly damage: () => Damage | null;
  };
  readonly rows: () => QueriedRows;
  readonly answer: AnswerRows;
  readonly chain: Pick<ReturnType<typeof createPayouts>, 'casesOfOrders' | 'readPayouts'>;
  readonly closings: Pick<ReturnType<typeof createClosings>, 'readCloses'>;
};

/**
 * Walks months by what is kept of rows, costs and cases, each read again when it moved. Long, for its questions share
 * what is kept.
 */
export function createMonths({ ledger, rows, answer, chain, closings }: Dependencies) {
  const { statements, annotations } = ledger;
  const lastRows = rememberLast<ByMonth<RowsOfMonth>>();
  const lastBare = rememberLast<ByMonth<CostsOfMonth>>();
  const lastFilled = rememberLast<ByMonth<CostsOfMonth>>();
  const lastCases = rememberLast<ByMonth<CasesOfMonth>>();

  const stamp = () => {
    const { revision, numbering } = rows().store;
    return [revision, numbering];
  };

  const rowsOfMonths = () =>
    lastRows(JSON.stringify(stamp()), () => answer(undefined, ({ store }) => rowsByMonth(store)));

  const bareCosts = () =>
    lastBare(JSON.stringify(stamp()), () => answer(undefined, ({ store }) => costsByMonth(store)));

  /** With own costs where they count; the source's own figures where there are none. */
  function filledCosts({ scope, currency, countsOwnCosts }: MonthsQuery): Promise<ByMonth<CostsOfMonth>> {
    if (!countsOwnCosts) return bareCosts();
    const selection = { ...EVERYTHING, scope, ownCosts: { currency } };
    if (rows().overlaid(selection) === null) return bareCosts();
    const key = JSON.stringify([stamp(), annotations.revision(), currency, scope]);
    return lastFilled(key, () =>
      answer(undefined, (asked) => asked.over(selection, ({ store }) => costsByMonth(store))),
    );
  }

  async function casesOfMonths(tolerance: Tolerance, book: StatementBook): Promise<ByMonth<CasesOfMonth>> {
    for (;;) {
      // Of what the cases are made of: more may come in, and be said, meanwhile.
      const ofStatements = [statements.revision(), annotations.revision()];
      const { filesOf, numbering, ...cases } = await chain.casesOfOrders();
      const key = JSON.stringify([...ofStatements, stamp(), tolerance]);
      const found = await lastCases(key, () =>
        answer(undefined, ({ store }) => {
          const accountOf = (each: (typeof cases.alone)[number]) => {
            const file = filesOf(each.kind, each.case.lines[0] ?? -1);
            const [only, ...others] = file === undefined ? [] : accountsOfStatement(file);
            return only === undefined || others.length > 0 ? null : only;
          };
          return casesByMonth(store, { ...cases, accountOf, lastDayOf: book.lastDay }, tolerance);
        }),
      );
      // Orders are told by their numbers: where those changed meanwhile it is read anew.
      if (numbering === rows().store.numbering) return found;
    }
  }

  async function booksOf(query: MonthsQuery): Promise<MonthBooks> {
    const book = statementBook(statements.list(), query.today);
    const [ofRows, bare, filled, cases, payouts] = await Promise.all([
      rowsOfMonths(),
      bareCosts(),
      filledCosts(query),
      casesOfMonths(query.tolerance, book),
      chain.readPayouts({ scope: query.scope, day: query.today, tolerance: query.payoutTolerance }),
    ]);
    return {
      rows: ofRows,
      bareCosts: bare,
      costs: filled,
      cases,
      payouts: payoutsByMonth(payouts.payouts),
      statements: book,
      waivers: annotations.of('month-waiver'),
      signOffs: annotations.of('month-sign-off'),
    };
  }

  async function walkAll(query: MonthsQuery): Promise<readonly WalkedMonth[]> {
    const books = await booksOf(query);
    const coverage = await ledger.reads.coverage();
    const { months: closes } = await closings.readCloses();
    const closeOf = new Map(closes.map((each) => [each.month, each]));
    const known = { knownUntil: coverage.knownUntil, damage: ledger.damage() };
    return coverage.months
      .filter(({ month, rows: count }) => count > 0 || closeOf.has(month))
      .map((month: MonthCoverage) =>
        walkMonth(books, {
          ...query,
          coverage: month,
          known,
          close: closeFacts(closeOf.get(month.month), query.scope),
        }),
      );
  }

  return {
    async readMonths(query: MonthsQuery): Promise<MonthsPage> {
      const walked = await walkAll(query);
      return { revision: rows().store.revision, months: walked.map(({ walk }) => walk) };
    },

    async readMonth({ month, ...query }: MonthQuery): Promise<MonthPage> {
      const found = (await walkAll(query)).find(({ walk }) => walk.month === month);
      return {
        revision: rows().store.revision,
        walk: found?.walk ?? null,
        parts: found?.parts ?? NO_PARTS,
        gone: found?.gone ?? {},
        differences: found?.differences ?? [],
      };
    },
  };
}

/** How a month is closed, of the accounts of a scope. Pure. */
export function closeFacts(close: CloseOfMonth | undefined, scope: AccountsScope | null): MonthWalk['close'] {
  if (close === undefined || close.state === 'open') return { state: 'open', drift: null, by: null };
  const last = close.close.log.findLast(({ what }) => what === 'closed');
  return {
    state: close.state === 'drifted' ? 'drifted' : 'closed',
    drift: driftOfTotal(close.close.figures, close.now, scope),
    by: last === undefined ? null : { owner: last.owner, reviewer: last.reviewer ?? '', atMs: last.atMs },
  };
}

type MonthsOfCopy = { readonly months: ReturnType<typeof createMonths> };

/** All months with what their steps come to. */
export const readMonths = question('readMonths', {
  freshness: 'commits-and-metadata',
  answer: ({ months }: MonthsOfCopy, { slot: _, ...query }: MonthsQuery & InSlot) => months.readMonths(query),
});

/** One month, each of its steps by account. */
export const readMonth = question('readMonth', {
  freshness: 'commits-and-metadata',
  answer: ({ months }: MonthsOfCopy, { slot: _, ...query }: MonthQuery & InSlot) => months.readMonth(query),
});
