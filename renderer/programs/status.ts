import { isOfBuyer } from '#renderer/features/columns/cells.ts';
import type { ProgramAnswer, QuestionOf } from '#shared/contract/program-questions.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type AskedCopy, answerWith, requireAccount } from './asked-copy.ts';

/** The account that is open and what its copy holds, column by column of one line. */
export async function answerStatus(asked: QuestionOf<'status'>, copy: AskedCopy): Promise<ProgramAnswer> {
  requireAccount(asked.account, copy);
  const { account, facts } = copy;
  const { revision, rows, orders, firstPurchase, lastPurchase, readUntil } = facts;
  const figures = {
    account: account.name,
    accountId: account.id,
    kind: account.kind,
    currency: account.currencies.main,
    firstPurchase,
    lastPurchase,
    readUntil,
    columns: facts.columns.filter((key) => !(copy.hidesBuyers && isOfBuyer(key))).join(', '),
  };
  const evidence = { selection: EVERYTHING, currency: account.currencies.main, revision, rows, orders };
  return answerWith('status', copy, evidence, {
    columns: [
      ...Object.keys(figures).map((key) => ({ key, kind: 'text' }) as const),
      { key: 'rows', kind: 'count' },
      { key: 'orders', kind: 'count' },
    ],
    rows: [[...Object.values(figures), String(rows), String(orders)]],
  });
}
