import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { type FiguresAtStart, type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import { openSpillFile } from '#renderer/data/storage/memory/spill-file.ts';

/** The one account of the bench, opened as the data worker opens it. */

export const ACCOUNT = 'bench';

export function openAccount(
  rowMemory: RowMemoryBound = null,
  onCells?: (early: FiguresAtStart) => void,
): Promise<Ledger> {
  const listeners = {
    onCommitted: () => {},
    onMetadataChanged: () => {},
    onOwnershipLost: () => {},
    onLedgerLost: () => {},
  };
  return openLedger(ACCOUNT, listeners, {
    rowMemory: { bound: () => rowMemory, openFile: openSpillFile },
    ...(onCells === undefined ? {} : { onCells }),
  });
}
