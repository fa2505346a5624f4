import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';

/** The one account of the bench, opened as the data worker opens it. */

export const ACCOUNT = 'bench';

export function openAccount(): Promise<Ledger> {
  return openLedger(ACCOUNT, {
    onCommitted: () => {},
    onMetadataChanged: () => {},
    onOwnershipLost: () => {},
    onLedgerLost: () => {},
  });
}
