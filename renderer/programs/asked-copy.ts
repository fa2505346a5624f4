import type { DataReader } from '#renderer/data/client/data-calls.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import { isOfBuyer } from '#renderer/features/columns/cells.ts';
import { codesOf, scopeOf } from '#renderer/features/currency/currency.tsx';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import type { Account } from '#shared/contract/app.ts';
import {
  type AskedSelection,
  type AskedView,
  PROGRAM_CONTRACT_VERSION,
  type ProgramAnswer,
  type ProgramEvidence,
  type ProgramFailureCode,
  ProgramRefusal,
  type ProgramTable,
} from '#shared/contract/program-questions.ts';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';

/** The open copy that programs ask, and what their words mean in it. */
export type AskedCopy = {
  readonly account: Account;
  readonly accounts: readonly Account[];
  /** The app's version. */
  readonly app: string;
  readonly facts: LedgerFacts;
  /** Nothing of who bought may be told, nor be looked for. */
  readonly hidesBuyers: boolean;
  readonly call: DataReader;
};

/** The rows that are meant, with the name of their currency; null: it has none. */
export type AskedRows = { readonly selection: Selection; readonly currency: string | null };

/** Why there is no answer: ends the question. */
export function refuse(code: ProgramFailureCode, detail = ''): never {
  throw new ProgramRefusal(code, detail);
}

/** The column that a person means: as it is spelled, or without regard to case and accents. */
export function columnNamed(word: string, { facts, hidesBuyers }: AskedCopy): string {
  const { columns } = facts;
  const found = columns.find((key) => key === word) ?? columns.find((key) => fold(key) === fold(word));
  if (found === undefined) return refuse('unknown-column', word);
  return hidesBuyers && isOfBuyer(found) ? refuse('buyers-hidden', found) : found;
}

/** Throws where another account is meant than the one that is open: only its copy can be asked. */
export function requireAccount(word: string | undefined, { account, accounts }: AskedCopy): void {
  if (word === undefined) return;
  const isMeant = ({ id, name }: Account): boolean => word === id || fold(word) === fold(name);
  if (isMeant(account)) return;
  if (accounts.some(isMeant)) refuse('other-account-open', account.name);
  refuse('unknown-account', accounts.map(({ name }) => name).join(', '));
}

/** All rows of the account and currency that are meant. Throws where they are not of this copy, or there are none yet. */
export function viewAsked(asked: AskedView, copy: AskedCopy): AskedRows {
  const { account, facts } = copy;
  requireAccount(asked.account, copy);
  if (facts.rows === 0) refuse('no-rows-yet', account.name);
  const codes = codesOf(account.currencies);
  const wanted = asked.currency?.toUpperCase();
  if (wanted !== undefined && !codes.includes(wanted)) refuse('unknown-currency', codes.join(', '));
  const currency = wanted ?? account.currencies.main;
  const selection: Selection = {
    ...EVERYTHING,
    scope: scopeOf(account.currencies, currency),
    ownCosts: asked.ownCosts === true ? { currency } : null,
  };
  return { selection, currency };
}

/** The selection of a question, as the screens have it. Throws where a name is not of this copy. */
export function rowsAsked(asked: AskedSelection, copy: AskedCopy): AskedRows {
  const { facts, hidesBuyers } = copy;
  // It looks into the buyers' names, too.
  if (hidesBuyers && (asked.search ?? '') !== '') refuse('buyers-hidden', 'search');
  const { selection: whole, currency } = viewAsked(asked, copy);
  const selection: Selection = {
    ...whole,
    period: periodAsked(asked, facts),
    periodColumn: asked.periodColumn ?? EVERYTHING.periodColumn,
    filters: filtersAsked(asked.filters ?? [], copy),
    dashboardPreset: asked.dashboard ?? false,
    search: asked.search ?? '',
  };
  return { selection, currency };
}

function periodAsked({ period, periodColumn }: AskedSelection, facts: LedgerFacts): Period | null {
  if (period === undefined) return null;
  if (!('month' in period)) return period;
  // Payments come months after the last purchase, and no fact tells of them.
  if ((periodColumn ?? 'Fecha de compra') === 'Fecha de compra') requireMonth(period.month, facts);
  return monthsPeriod(period.month, 1);
}

/** Throws where no row was bought in a month. */
export function requireMonth(month: Month, { firstPurchase, lastPurchase }: LedgerFacts): void {
  if (firstPurchase === null || lastPurchase === null) return;
  const [first, last] = [monthOf(firstPurchase), monthOf(lastPurchase)];
  if (month < first || month > last) refuse('unknown-month', `${first} – ${last}`);
}

/** Conditions of one column are one condition. */
function filtersAsked(filters: NonNullable<AskedSelection['filters']>, copy: AskedCopy) {
  const values = new Map<string, string[]>();
  for (const { column, values: more } of filters) {
    const key = columnNamed(column, copy);
    values.set(key, [...(values.get(key) ?? []), ...more]);
  }
  return [...values]
    .map(([column, all]) => ({ column, values: [...new Set(all)].sort(compareTexts) }))
    .sort((one, other) => compareTexts(one.column, other.column));
}

/** An answer with what it rests on: unless said, all its lines, no sum of them, and the copy as it was when it was asked. */
export function answerWith(
  ask: string,
  { account, app, facts }: AskedCopy,
  of: Pick<ProgramEvidence, 'selection' | 'currency' | 'revision' | 'rows' | 'orders'> &
    Partial<Pick<ProgramEvidence, 'readUntil'>>,
  table: Pick<ProgramTable, 'columns' | 'rows'> & Partial<ProgramTable>,
): ProgramAnswer {
  return {
    version: PROGRAM_CONTRACT_VERSION,
    ask,
    evidence: {
      account: { id: account.id, name: account.name },
      app,
      readUntil: facts.readUntil,
      ...of,
    },
    table: { total: null, leftOut: 0, ...table },
  };
}
