import { evidenceOf } from '#renderer/data/model/finding.ts';
import { missingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { accountsOfStatement, isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { SPEAKS_OF_ORDERS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { firstDay, type LocalDate, lastDay, type Month } from '#shared/domain/dates.ts';
import { type Scaled, toDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import { type FoundPart, NOTHING_FOUND } from './found-part.ts';
import type { AccountName, ReasonOf } from './month-steps.ts';

/** The fourth step: each account that sold in the month has statements that speak of its orders, and misses none. */

/** What an account sold in a month. */
export type Sold = {
  readonly account: AccountName;
  readonly orders: number;
  readonly amount: Scaled;
  /** Of them, that statements hold. */
  readonly count: number;
  /** Of them, that the rows say are paid on days that its statements reach, and none speaks of. */
  readonly untold: { readonly orders: number; readonly amount: Scaled };
};

export type StatementBook = {
  /** The last day that statements of the account reach; null: there is none. */
  readonly lastDay: (account: AccountName) => LocalDate | null;
  readonly covers: (account: AccountName, month: Month) => boolean;
  /** How many the account misses in the month by its own rhythm. */
  readonly missed: (account: AccountName, month: Month) => number;
};

type Statement = Parameters<typeof missingStatements>[0][number];

/** All statements, as the months ask for them. */
export function statementBook(
  statements: readonly (Statement & Pick<ImportedStatement, 'kind'>)[],
  today: LocalDate,
): StatementBook {
  const spans = new Map<string, { readonly from: LocalDate; readonly to: LocalDate }[]>();
  for (const statement of statements) {
    if (statement.days === null || isBank(statement) || !SPEAKS_OF_ORDERS.includes(statement.kind)) continue;
    for (const { canal, cuenta } of accountsOfStatement(statement)) {
      const key = accountKey(canal, cuenta);
      spans.set(key, [...(spans.get(key) ?? []), statement.days]);
    }
  }
  const missing = new Map(
    missingStatements(statements, today).map(({ canal, cuenta, months }) => [
      accountKey(canal, cuenta),
      new Map(months.map(({ month, count }) => [month, count])),
    ]),
  );
  return {
    lastDay: ({ canal, cuenta }) =>
      (spans.get(accountKey(canal, cuenta)) ?? []).reduce<LocalDate | null>(
        (last, { to }) => (last === null || to > last ? to : last),
        null,
      ),
    covers: ({ canal, cuenta }, month) =>
      (spans.get(accountKey(canal, cuenta)) ?? []).some(
        ({ from, to }) => from <= lastDay(month) && to >= firstDay(month),
      ),
    missed: ({ canal, cuenta }, month) => missing.get(accountKey(canal, cuenta))?.get(month) ?? 0,
  };
}

export function statementPart(
  month: Month,
  { orders, amount, ...sold }: Sold,
  book: StatementBook,
  isRunning: boolean,
): FoundPart<'statements'> {
  const { account, untold } = sold;
  const reason = reasonOf(month, sold, book, isRunning);
  const isOpen = reason !== 'covered' && reason !== 'nothing';
  const standing = reason === 'gaps' ? untold.amount : amount;
  return {
    ...NOTHING_FOUND,
    account,
    reason,
    count: isOpen ? 1 : 0,
    of: 1,
    amount: isOpen ? toDecimal(standing) : null,
    evidence: evidenceOf([
      `${orders} ${toShortestDecimal(amount)}`,
      `${untold.orders} ${toShortestDecimal(untold.amount)}`,
    ]),
  };
}

/** However many digits the others have. */

function reasonOf(
  month: Month,
  { account, count, untold }: Omit<Sold, 'orders' | 'amount'>,
  book: StatementBook,
  isRunning: boolean,
): ReasonOf<'statements'> {
  // Some are dated when the money came, long after the orders that they are of.
  const isCovered = count > 0 || book.covers(account, month);
  if (isRunning && !isCovered) return 'running';
  if (!isCovered) return 'none';
  return book.missed(account, month) > 0 || untold.orders > 0 ? 'gaps' : 'covered';
}
