import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import { openLedger } from '#renderer/data/storage/ledger.ts';
import {
  closedMonthsOf,
  type LedgerWithCloses,
} from '#renderer/reconciliation/closing/worker/closed-months.ts';
import {
  type LedgerWithStatements,
  openStatements,
} from '#renderer/reconciliation/statements/worker/statement-store.ts';

/** An account's ledger with what the tools of reconciliation keep beside its rows. */
export type AccountLedger = LedgerWithStatements & LedgerWithCloses;

/** Opens the ledger as openLedger does, and fails as it does. */
export async function openAccountLedger(...asked: Parameters<typeof openLedger>): Promise<AccountLedger> {
  const ledger = await openLedger(...asked);
  try {
    return { ...ledger, statements: await openStatements(ledger), closedMonths: closedMonthsOf(ledger) };
  } catch (error) {
    ledger.close();
    throw asLedgerFailure(error);
  }
}
