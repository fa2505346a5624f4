import type { Damage } from '#renderer/data/api.ts';
import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { monthCounter } from '#renderer/data/storage/coverage/month-rows.ts';
import type { LedgerDatabase } from '#renderer/data/storage/database/database.ts';
import type { AccessListeners, LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';

export type LedgerListeners = AccessListeners & {
  /** A commit has become visible. */
  readonly onCommitted: () => void;
  /** Something was written that is no figure: a run, a control, a checkpoint. */
  readonly onMetadataChanged: () => void;
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
