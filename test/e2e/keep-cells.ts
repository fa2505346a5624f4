import { createCubeKeeper } from '#renderer/data/storage/cubes/cube-keeper.ts';
import { openLedger } from '#renderer/data/storage/ledger.ts';

/** Run in a page of the app's origin: keeps the cells of a copy's rows, however few, as the app does of many. */

async function keepCells(accountId: string): Promise<void> {
  const nothing = () => {};
  const ledger = await openLedger(accountId, {
    onCommitted: nothing,
    onMetadataChanged: nothing,
    onOwnershipLost: nothing,
    onLedgerLost: nothing,
  });
  const { database, access } = ledger.storage;
  await createCubeKeeper(database, ledger.store, access, 0).keepOnce({ mostCellsARow: 1 });
  ledger.close();
}

Object.assign(globalThis, { keepCells });
