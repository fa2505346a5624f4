import { groupBy } from 'es-toolkit/array';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { ratesOfAccount, ratesOfCurrency } from '#renderer/data/model/vat-rates.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { monthFigures } from '#renderer/reconciliation/closing/worker/closings.ts';
import { namedCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { missingInMonth } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { FIRST_ACCOUNT } from '#renderer/reconciliation/statements/model/bank-accounts.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { accountsOfStatement, isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import {
  createStatementLines,
  daysMeet,
  type OwnLines,
} from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { taxesOfLine, untoldVat } from '#renderer/reconciliation/taxes/model/line-taxes.ts';
import {
  figuresOfLines,
  figuresOfRows,
  inOrder,
  type PlacedCharge,
  type PlacedTax,
  TAX_COLUMNS,
  type TaxesPage,
  type TaxesQuery,
  type TaxLinesPage,
  type TaxLinesQuery,
  taxKey,
  untoldOfLines,
} from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { eachInSteps, type Pause, runTask, type Task } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { firstDay, lastDay, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { inScope, type SellerAccount } from '#shared/domain/selection.ts';

/** Taxes of a month over the rows and the imported statements of one open copy. */

type Dependencies = {
  readonly ledger: LedgerWithStatements;
  readonly rows: () => QueriedRows;
  readonly answer: <T>(start: () => Task<T>) => Promise<T>;
  readonly pause: Pause;
};

/** Of a month and of all accounts, as the statements tell them. */
type ToldTaxes = {
  readonly taxes: readonly PlacedTax[];
  readonly charges: readonly PlacedCharge[];
  /** Of each line without a day, whose its statement is. */
  readonly undated: readonly (readonly SellerAccount[])[];
};

export function createTaxes({ ledger, rows, answer, pause }: Dependencies) {
  const { statements } = ledger;
  const { ownLines } = createStatementLines(statements, pause);
  const lastTold = rememberLast<ToldTaxes>();

  const toldIn = (month: Month): Promise<ToldTaxes> =>
    lastTold(`${statements.revision()} ${month}`, async () => {
      const days = { from: firstDay(month), to: lastDay(month) };
      // A statement without days may hold lines without one.
      const wanted = statements.list().filter((each) => each.days === null || daysMeet(each.days, days));
      const told = {
        ...{ taxes: [] as PlacedTax[], charges: [] as PlacedCharge[] },
        undated: [] as (readonly SellerAccount[])[],
      };
      // A bank tells what a marketplace may have told as well: neither line is the other.
      for (const alike of Object.values(groupBy(wanted, (each) => String(isBank(each)))))
        await runTask(gather(await ownLines(alike), month, told), pause);
      return told;
    });

  async function page(query: TaxesQuery): Promise<TaxesPage> {
    const { month, scope, today } = query;
    const told = await toldIn(month);
    const isInView = createView(query);
    const inView = currencyIn(query);
    const columns = TAX_COLUMNS.map(({ column }) => column);
    const accounts = (await answer(() => monthFigures(rows(), month, [], columns))).filter((each) =>
      inScope(scope, each),
    );
    const taxes = told.taxes.filter(({ place }) => isInView(place.accounts));
    const figures = figuresOfLines(taxes.map((each) => withCurrency(each, inView)));
    const ofRows = accounts.flatMap((each) => figuresOfRows(each, each.sums as Sums, query.currency ?? ''));
    const charges = told.charges
      .filter(({ place }) => isInView(place.accounts))
      .map((each) => withCurrency(each, inView))
      .filter(({ place }) => knowsVat(place, ledger.annotations.of('account-vat')));
    return {
      revision: rows().store.revision,
      month,
      figures: inOrder([...figures, ...ofRows]),
      untold: untoldOfLines(charges),
      accounts: accounts.map(({ Canal, Cuenta }) => ({ Canal, Cuenta })),
      withoutStatements: accountsWithout(accounts, statements.list(), { month, scope, today }),
      undated: told.undated.filter(isInView).length,
    };
  }

  async function lines({ key, offset, limit, ...query }: TaxLinesQuery & PageRange): Promise<TaxLinesPage> {
    const { taxes } = await toldIn(query.month);
    const isInView = createView(query);
    const inView = currencyIn(query);
    const found = taxes
      .filter(({ place }) => isInView(place.accounts))
      .map((each) => withCurrency(each, inView))
      .filter(({ place, tax }) => taxKey(place, tax) === key);
    return {
      revision: rows().store.revision,
      total: found.length,
      lines: found.slice(offset, offset + limit).map(({ line }) => line),
    };
  }
  return { page, lines };
}

/** Whether there is VAT where charges were made: by the user's word of one of the accounts, else by the currency. */
const knowsVat = ({ accounts, currency }: PlacedTax['place'], said: Annotations<'account-vat'>): boolean => {
  const ofCountry = ratesOfCurrency(currency === '' ? null : currency);
  return accounts.length === 0
    ? ofCountry.length > 0
    : accounts.some((each) => ratesOfAccount(each, said, ofCountry).length > 0);
};

/** Whether something of these accounts is in view: what is of nobody known always is. */
const createView =
  ({ scope }: Pick<TaxesQuery, 'scope'>) =>
  (accounts: readonly SellerAccount[]): boolean =>
    accounts.length === 0 || accounts.some((each) => inScope(scope, each));

/** What names no currency is in that of the accounts in view; what is of nobody known only where all are in one. */
const currencyIn =
  ({ scope, currency }: Pick<TaxesQuery, 'scope' | 'currency'>) =>
  ({ accounts, currency: own }: PlacedTax['place']): string =>
    own || (accounts.length === 0 && scope !== null ? '' : (currency ?? ''));

const withCurrency = <T extends { readonly place: PlacedTax['place'] }>(
  each: T,
  currencyOf: (place: PlacedTax['place']) => string,
): T => ({ ...each, place: { ...each.place, currency: currencyOf(each.place) } });

function* gather(
  { statements, lines, of }: OwnLines,
  month: Month,
  into: { taxes: PlacedTax[]; charges: PlacedCharge[]; undated: (readonly SellerAccount[])[] },
): Task<void> {
  const owners = statements.map((each) =>
    accountsOfStatement(each).map(({ canal, cuenta }): SellerAccount => ({ Canal: canal, Cuenta: cuenta })),
  );
  yield* eachInSteps(lines, (line, at) => {
    const place = of[at] ?? 0;
    const statement = statements[place];
    if (statement === undefined) return;
    const { kind, name, layout, bankAccount = FIRST_ACCOUNT } = statement;
    const isOfBank = isBank(statement);
    const day = (line.date ?? line.released)?.day ?? null;
    if (day !== null && monthOf(day) !== month) return;
    const found = taxesOfLine(kind, line, isOfBank);
    const charge = untoldVat(kind, line);
    if (day === null) {
      if (found.length > 0) into.undated.push(owners[place] ?? []);
      return;
    }
    const whose = {
      source: kind,
      column: null,
      bank: isOfBank ? { layout, account: bankAccount } : null,
      accounts: owners[place] ?? [],
      currency: namedCurrency(line),
    };
    const { order, settlement, movement } = line;
    const detail = line.taxDetail ?? (isOfBank ? line.description : null);
    for (const { amount, ...tax } of found) {
      into.taxes.push({
        place: whose,
        tax,
        line: {
          ...{ statement: name, line: line.line, day, order, settlement, movement },
          ...{ detail, amount },
        },
      });
    }
    if (charge !== null) into.charges.push({ place: whose, amount: charge });
  });
}

/** Accounts with rows in the month of which no statement touches it, or one is missing by their own rhythm. */
function accountsWithout(
  accounts: readonly SellerAccount[],
  all: readonly ImportedStatement[],
  view: Pick<TaxesQuery, 'month' | 'scope' | 'today'>,
): readonly SellerAccount[] {
  const days = { from: firstDay(view.month), to: lastDay(view.month) };
  const told = new Set(
    all
      .filter((each) => !isBank(each) && each.days !== null && daysMeet(each.days, days))
      .flatMap((each) => accountsOfStatement(each).map(({ canal, cuenta }) => accountKey(canal, cuenta))),
  );
  const late = missingInMonth(all, view).filter(({ months }) => months.length > 0);
  const missing = new Set(late.map(({ canal, cuenta }) => accountKey(canal, cuenta)));
  return accounts
    .map(({ Canal, Cuenta }) => ({ Canal, Cuenta }))
    .filter(({ Canal, Cuenta }) => {
      const key = accountKey(Canal, Cuenta);
      return !told.has(key) || missing.has(key);
    });
}

type Copy = { readonly taxes: ReturnType<typeof createTaxes> };

// Statements count in it, too.
export const readTaxes = question('readTaxes', {
  freshness: 'commits-and-metadata',
  answer: ({ taxes }: Copy, query: TaxesQuery) => taxes.page(query),
});

export const readTaxLines = question('readTaxLines', {
  freshness: 'commits-and-metadata',
  answer: ({ taxes }: Copy, query: TaxLinesQuery & PageRange) => taxes.lines(query),
});
