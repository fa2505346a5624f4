import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { ChangeIndex } from '../analysis/changes/change-index.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import type { Damage } from '../link/data-contract.ts';
import type { LedgerDatabase } from './database.ts';
import type { AccessListeners, LedgerAccess } from './ledger-access.ts';
import type { monthCounter } from './month-rows.ts';

export type LedgerListeners = AccessListeners & {
  /** A commit has become visible. */
  readonly onCommitted: () => void;
  /** Something was written that is no figure: a run, a control, a checkpoint. */
  readonly onNoted: () => void;
};

/** What the parts of an open ledger share. */
export type OpenLedger = {
  readonly database: LedgerDatabase;
  readonly access: LedgerAccess;
  readonly store: ColumnStore;
  readonly listeners: LedgerListeners;
  readonly rowsByMonth: ReturnType<typeof monthCounter>;
  /** As they are stored; nobody but this page writes them. */
  checkpoint: Checkpoint | null;
  damage: Damage | null;
  /** Null until somebody has asked for the change log. */
  changes: ChangeIndex | null;
};
