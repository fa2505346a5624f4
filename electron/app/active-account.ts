import type { CopyState, SyncStatus } from '#shared/contract/app.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls } from '#shared/contract/ledger.ts';
import { ledgerReplyChecks } from '#shared/contract/ledger-replies.ts';
import { BridgeError, CHANNEL_CLOSED, type Channel } from '#shared/contract/rpc.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { AccountBook, KnownAccount } from '../accounts/account-book.ts';
import { createLedgerConnections, type Line } from '../accounts/ledger-connections.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { createPendingCommands, type PendingCommands } from '../sync/run/sync-commands.ts';

/**
 * The account that is open: its sync's engine and the line of its ledger, brought together; one engine at a time.
 */
export type ActiveAccount = {
  /** Opens the book's active account anew: its engine is stopped before the next one starts. */
  readonly reopen: () => Promise<void>;
  readonly isOpen: (accountId: string) => boolean;
  readonly status: () => SyncStatus;
  /** The engine, for what needs no more of the user than was asked before; null: no account is open. */
  readonly engine: () => SyncEngine | null;
  /** As above. Throws CHANNEL_CLOSED when no account is open. */
  readonly needEngine: () => SyncEngine;
  /** The user wants something of the sync: it is not paused any more. */
  readonly command: (act: (engine: SyncEngine) => void) => null;
  /** The user pauses: it stays so when the account is opened again. */
  readonly pause: () => null;
  readonly forgetPause: (accountId: string) => void;
  /** The account is gone: nothing of it outlives its engine. */
  readonly forget: (accountId: string) => void;
  /** A data worker's line: its first message must be a valid ledger-hello for an account of ours. */
  readonly attachLedgerLine: (channel: Channel) => void;
  /** The machine goes to sleep: nothing is asked until `resume`, which reads what changed. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** Ends for good. */
  readonly stop: () => Promise<void>;
};

/** Makes an account's engine; `app-parts.ts` has the real one. */
export type CreateEngine = (options: {
  readonly account: KnownAccount;
  readonly readKey: () => string | null;
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
  readonly commands: PendingCommands;
  readonly onStatus: (status: SyncStatus) => void;
}) => SyncEngine;

/** A machine that is to sleep does so within moments: one still awake after this long was not told that it woke. */
const ASLEEP_SOON_MS = MINUTE_MS;

type Open = { readonly account: KnownAccount; readonly engine: SyncEngine };

export function createActiveAccount({
  book,
  onStatus,
  ...parts
}: {
  readonly book: AccountBook;
  readonly createEngine: CreateEngine;
  /** The status while no account is open. */
  readonly idleStatus: () => SyncStatus;
  readonly onStatus: (status: SyncStatus) => void;
}): ActiveAccount {
  let open: Open | null = null;
  let waking: NodeJS.Timeout | undefined;
  /** What outlives an engine: that the user paused it, and what was asked for and not come to yet, by account. */
  const paused = new Set<string>();
  const commands = new Map<string, PendingCommands>();

  const lines = createLedgerConnections<LedgerCalls>(LEDGER_CALL_NAMES, ledgerReplyChecks, {
    isKnown: (accountId) => book.find(accountId) !== undefined,
    onLine: (accountId, line) => {
      if (open?.account.id === accountId) attach(open, line);
    },
    onLineLost: (accountId, epoch) => {
      if (open?.account.id === accountId) open.engine.detachLedger(epoch);
    },
  });

  /** What was made of each local copy when it first called in. */
  const copies = new Map<string, CopyState>();
  function attach({ account, engine }: Open, { caller, epoch, ledgerId }: Line<LedgerCalls>): void {
    const copy = copies.get(ledgerId) ?? book.noteCopy(account.id, ledgerId);
    copies.set(ledgerId, copy);
    engine.attachLedger(caller, epoch, copy);
  }

  /** An engine has one key and one plan to its end: another key, or another plan, is another engine's. */
  function createEngine(account: KnownAccount): SyncEngine {
    const { id } = account;
    const key = book.key(id);
    let isProven = key !== null && book.isKeyProven(id, key);
    const pending = commands.get(id) ?? createPendingCommands();
    commands.set(id, pending);
    const engine = parts.createEngine({
      account,
      readKey: () => key,
      isKeyProven: () => isProven,
      onKeyProven: () => {
        isProven = true;
        // Not written: the key is asked to prove itself once more after a restart.
        if (key !== null) book.verifyKeyOwner(id, key).catch(() => undefined);
      },
      commands: pending,
      onStatus: (status) => {
        if (open?.engine === engine) onStatus(status);
      },
    });
    if (paused.has(id)) engine.pause();
    return engine;
  }

  async function close(): Promise<void> {
    const before = open;
    open = null;
    await before?.engine.stop();
  }

  function wake(): void {
    clearTimeout(waking);
    open?.engine.wake();
  }

  return {
    reopen: async () => {
      await close();
      const account = book.active();
      if (account === null) return;
      open = { account, engine: createEngine(account) };
      const line = lines.current(account.id);
      if (line !== undefined) attach(open, line);
    },
    isOpen: (accountId) => open?.account.id === accountId,
    status: () => open?.engine.status() ?? parts.idleStatus(),
    engine: () => open?.engine ?? null,
    needEngine: () => {
      if (open === null) throw new BridgeError(CHANNEL_CLOSED, 'No account is open.');
      return open.engine;
    },
    command: (act) => {
      if (open === null) return null;
      paused.delete(open.account.id);
      act(open.engine);
      return null;
    },
    pause: () => {
      if (open !== null) paused.add(open.account.id);
      open?.engine.pause();
      return null;
    },
    forgetPause: (accountId) => {
      paused.delete(accountId);
    },
    forget: (accountId) => {
      paused.delete(accountId);
      commands.delete(accountId);
    },
    attachLedgerLine: lines.attach,
    suspend: () => {
      open?.engine.pause('sleep');
      clearTimeout(waking);
      waking = setTimeout(wake, ASLEEP_SOON_MS);
      waking.unref();
    },
    resume: wake,
    stop: async () => {
      clearTimeout(waking);
      lines.closeAll();
      await close();
    },
  };
}
