import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { StoredSettings } from './backups.ts';

/** How a local copy is opened, and what it holds. */

/** How the worker reaches the main process: its own WebSocket, or a port that comes with the opening call. */
export type LedgerConnection =
  | { readonly kind: 'socket'; readonly url: string; readonly secret: string }
  /** The MessagePort follows in the same message's transfer list. */
  | { readonly kind: 'port' };

export type Opening =
  | {
      readonly kind: 'open';
      readonly facts: LedgerFacts;
      /**
       * Settings that a restored backup brought for the page, which takes them over and says so (`forgetSettings`);
       * null: none.
       */
      readonly settings?: StoredSettings | null;
    }
  /** An earlier version wrote it: it is opened with `migrates`, once a backup of it is written. */
  | { readonly kind: 'outdated' }
  /** Another page of this app owns the ledger; `takeOver` opens it here and closes it there. */
  | { readonly kind: 'owned-elsewhere' }
  /** `detail` is for the log and the curious; the screen says what to do. */
  | {
      readonly kind: 'failed';
      /** `memory`: there is no room in memory for the rows; what is stored is whole. */
      readonly reason: 'newer-schema' | 'corrupt' | 'storage' | 'memory';
      readonly detail: string;
    };

/** Facts of the local copy, whatever the selection. */
export type LedgerFacts = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
  readonly lastUpdate: UtcInstant | null;
  /** Columns that any row carries: those of the catalogue first, then those it does not know. */
  readonly columns: readonly string[];
  readonly unknownColumns: readonly string[];
  /** The last reading that these rows hold, by the server's clock; null before the first. */
  readonly readUntil: UtcInstant | null;
  /** Some channel holds more than one account. */
  readonly hasSeveralAccounts: boolean;
  /** Null when all stored bytes are whole. */
  readonly damage: Damage | null;
  /** While rows are still on their way into memory: figures are of kept sums, not yet held against these. */
  readonly rowsOpening?: RowsOpening | null;
};

/** How many rows have come into memory, of how many. */
export type RowsOpening = { readonly rowsRead: number; readonly rows: number };

/** Rows lost to damaged storage. Until their purchases have been read again the figures lack them, and say so. */
export type Damage = {
  /** Epoch milliseconds of this machine. */
  readonly foundAtMs: number;
  /** Null where not even their number is known. */
  readonly rowsLost: number | null;
  /** Purchases among which rows were lost, [from, to); null: anywhere. */
  readonly from: LocalDateTime | null;
  readonly to: LocalDateTime | null;
  /** Part of it lies before what the plan lets us ask for: it cannot be read again. */
  readonly outsidePlan: boolean;
};
