import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { type Country, countryOfCurrency, type JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { command, question } from '#renderer/data/questions/question.ts';
import type { LedgerWithCloses } from '#renderer/reconciliation/closing/worker/closed-months.ts';
import { NOT_CLOSED } from '#renderer/reconciliation/closing/worker/closings.ts';
import { proposedEntries } from '#renderer/reconciliation/journals/model/difference.ts';
import { type JournalEntry, resultEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import {
  evidenceOfProposal,
  type JournalExport,
  type JournalPage,
  type JournalPosting,
  type JournalQuery,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { movementEntries } from '#renderer/reconciliation/journals/model/movements.ts';
import { entryNumber, postingKey } from '#renderer/reconciliation/journals/model/numbered.ts';
import { ruleBook, settingKey } from '#renderer/reconciliation/journals/model/rules.ts';
import type { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import { add, type Decimal, subtract, toShortestDecimal, ZERO } from '#shared/domain/decimal.ts';
import { amountIn, type Sums } from '#shared/domain/profitability.ts';
import { inScope } from '#shared/domain/selection.ts';
import { resultsOfMonth } from './result-rows.ts';

type Dependencies = {
  readonly ledger: LedgerWithCloses;
  /** The newest rows, whether figures are frozen or not: what is booked is what there is. */
  readonly rows: QueriedRows;
  readonly chain: Pick<ReturnType<typeof createPayouts>, 'readPayouts'>;
  readonly answer: <T>(start: () => Task<T>) => Promise<T>;
  readonly nowMs: () => number;
};

/** The journals of months, over one open copy. */
export function createJournals(dependencies: Dependencies) {
  const inTurn = createSequencer();
  return {
    readJournal: (query: JournalQuery) => readPage(dependencies, query),
    // One after another: two presses give one number.
    exportJournal: (asked: JournalExport) => inTurn(() => writeExport(dependencies, asked)),
  };
}

type View = Pick<JournalQuery, 'month' | 'scope' | 'currency'>;

/**
 * The entries of an export that are of a view: of its accounts, or of none and in its currency. What was exported while the
 * currency had no name is the main one's.
 */
const entriesInView = ({ entries, currency }: JournalPosting, view: View): JournalPosting['entries'] =>
  entries.filter((entry) =>
    entry.Canal === '' && entry.Cuenta === '' && currency !== null
      ? currency === view.currency
      : inScope(view.scope, entry),
  );

/** What was exported of a month, as far as it is of a view, the first first. */
function postingsOf({ ledger }: Dependencies, view: View): readonly JournalPosting[] {
  return [...ledger.annotations.of('journal-posting').values()]
    .filter((each) => each.month === view.month && entriesInView(each, view).length > 0)
    .toSorted((one, other) => one.posting - other.posting);
}

/** Keys of what stands in the books by exports of other views: of the same bank line, say, which names no currency. */
function writtenElsewhere({ ledger }: Dependencies, { day, ...view }: JournalQuery): ReadonlySet<string> {
  const posted = [...ledger.annotations.of('journal-posting').values()]
    .filter(({ month }) => month === view.month)
    .flatMap((each) => {
      const own = new Set(entriesInView(each, view));
      return each.entries.filter((entry) => !own.has(entry));
    });
  // What was taken back there stands there no more: it would be no difference to nothing.
  const standing = proposedEntries({ posted, closed: [], now: [], day });
  return new Set(standing.map(({ key }) => key));
}

type Setting = { readonly by: JournalGrouping; readonly country: Country | null };

/** How entries are made: as the month's first export was, else as the user says, else as the currency lets expect. */
function settingOf(
  { ledger }: Dependencies,
  currency: string | null,
  [first]: readonly JournalPosting[],
): Setting {
  const said = ledger.annotations.of('journal-setting').get(settingKey(currency));
  return {
    by: first?.by ?? said?.by ?? 'account',
    country: said === undefined ? countryOfCurrency(currency) : said.country,
  };
}

async function readPage(dependencies: Dependencies, query: JournalQuery): Promise<JournalPage> {
  const { ledger, rows, chain, answer } = dependencies;
  const { month, scope, currency, day, tolerance } = query;
  const close = closeOf(dependencies, month);
  const postings = postingsOf(dependencies, query);
  const { by, country } = settingOf(dependencies, currency, postings);
  const book = ruleBook(ledger.annotations.of('journal-rule').values(), country);
  const payouts = await chain.readPayouts({ scope, day, tolerance });
  const { entries, undated, otherCurrency } = movementEntries(payouts, { month, currency, book });
  const ownCosts = close?.ownCosts ?? query.ownCosts;
  const results = await answer(() => resultsOfMonth(rows, { month, scope, ownCosts, by }));
  // What a close kept is by account alone.
  const kept = by === 'account' ? (close?.results ?? []) : [];
  const closed = kept
    .filter((account) => inScope(scope, account))
    .map((own) => resultEntry({ month, settlement: null, ...own, sums: own.sums as Sums }, book));
  const elsewhere = writtenElsewhere(dependencies, query);
  const movements = entries.filter(({ key }) => !elsewhere.has(key));
  const now: readonly JournalEntry[] = [...results.map((each) => resultEntry(each, book)), ...movements];
  const posted = postings.flatMap((each) => entriesInView(each, query));
  const proposed = proposedEntries({ posted, closed, now, day });
  return {
    revision: ledger.store.revision,
    isClosed: close !== null,
    isOfClose: closed.length > 0,
    by,
    country,
    proposed,
    evidence: evidenceOfProposal(proposed),
    postings,
    beyond: beyondEntries(results.map(({ sums }) => sums)),
    leftOut: { undated, otherCurrency },
  };
}

function closeOf({ ledger }: Dependencies, month: Month): Annotation<'month-close'> | null {
  const close = ledger.annotations.of('month-close').get(month);
  return close === undefined || close.state !== 'closed' ? null : close;
}

/** Rentabilidad Total less what of it is booked: what the marketplace owes less what was sold has cost. */
function beyondEntries(all: readonly Sums[]): Decimal {
  const beyond = all.reduce((sum, sums) => {
    const booked = subtract(amountIn(sums, 'Rentabilidad Marketplace'), amountIn(sums, 'Costo de Producto'));
    return add(sum, subtract(amountIn(sums, 'Rentabilidad Total'), booked));
  }, ZERO);
  return toShortestDecimal(beyond);
}

/**
 * Gives numbers to what is proposed, once, and keeps it as it is; or notes that what has its numbers was written once more.
 * Fails with NOT_CLOSED where the month is open, with OUTDATED where something else is proposed by now.
 */
async function writeExport(
  dependencies: Dependencies,
  { form, owner, evidence, posting, ...query }: JournalExport,
): Promise<JournalPosting> {
  const { ledger, nowMs } = dependencies;
  const { month, currency } = query;
  const close = closeOf(dependencies, month);
  const written = { form, owner, atMs: nowMs() };
  const put = async (value: JournalPosting): Promise<JournalPosting> => {
    const puts = [{ key: postingKey(value), value }];
    await ledger.annotate({ kind: 'journal-posting', puts, deletes: [] });
    return value;
  };
  if (posting !== null) {
    const known = ledger.annotations.of('journal-posting').get(postingKey({ month, posting }));
    if (known === undefined) throw new RpcError(OUTDATED, 'This export is not there any more.');
    return put({ ...known, exports: [...known.exports, written] });
  }
  if (close === null) throw new RpcError(NOT_CLOSED, `${month} is not closed.`);
  const page = await readPage(dependencies, query);
  if (page.proposed.length === 0 || page.evidence !== evidence) {
    throw new RpcError(OUTDATED, 'Other entries are proposed by now.');
  }
  const all = [...ledger.annotations.of('journal-posting').values()].filter((each) => each.month === month);
  const next = { month, posting: all.reduce((most, each) => Math.max(most, each.posting), 0) + 1 };
  return put({
    ...next,
    by: page.by,
    currency,
    country: page.country,
    snapshot: close.snapshot,
    entries: page.proposed.map((entry, at) => ({ ...entry, number: entryNumber(next, at) })),
    exports: [written],
  });
}

type JournalsOfCopy = { readonly journals: ReturnType<typeof createJournals> };

// Statements, closes and rules count in it, too.
export const readJournal = question('readJournal', {
  freshness: 'commits-and-metadata',
  answer: ({ journals }: JournalsOfCopy, query: JournalQuery) => journals.readJournal(query),
});

export const exportJournal = command('exportJournal', ({ journals }: JournalsOfCopy, asked: JournalExport) =>
  journals.exportJournal(asked),
);
