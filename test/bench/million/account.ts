import { type FiguresAtStart, type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';

/** The one account of the bench, opened as the data worker opens it. */

export const ACCOUNT = 'bench';

export function openAccount(onCells?: (early: FiguresAtStart) => void): Promise<Ledger> {
  const listeners = {
    onCommitted: () => {},
    onMetadataChanged: () => {},
    onOwnershipLost: () => {},
    onLedgerLost: () => {},
  };
  return openLedger(ACCOUNT, listeners, onCells === undefined ? {} : { onCells });
}
