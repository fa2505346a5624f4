import type { CopyState, SyncStatus } from '#shared/contract/app.ts';
import { type LedgerCalls, ledgerReplyChecks } from '#shared/contract/ledger.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { AccountBook, KnownAccount } from '../accounts/account-book.ts';
import { createLedgerConnections, type LedgerConnection } from '../accounts/ledger-connections.ts';
import { NO_STANDBY, type Standby } from '../desktop/standby.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { createPendingCommands, type PendingCommands } from '../sync/run/sync-commands.ts';

/** The account that is open: brings its sync's engine and the connection of its ledger together; one engine at a time. */
export type ActiveAccount = ReturnType<typeof createActiveAccount>;

export type CreateEngine = (options: {
  readonly account: KnownAccount;
  readonly readKey: () => string | null;
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
  readonly commands: PendingCommands;
  readonly onStatus: (status: SyncStatus) => void;
  readonly isAskedOnly: () => boolean;
}) => SyncEngine;

type Open = { readonly account: KnownAccount; readonly engine: SyncEngine };

/** The state that outlives an account's engine: that the user paused it, and the commands it had not applied. */
type Inheritance = { isPaused: boolean; readonly commands: PendingCommands };

type ActiveAccountOptions = {
  readonly book: AccountBook;
  readonly createEngine: CreateEngine;
  readonly idleStatus: () => SyncStatus;
  readonly onStatus: (status: SyncStatus) => void;
  /** On standby nothing is read but what is asked for. */
  readonly standby?: Standby;
};

/** One function on purpose: all of it moves the one account that is open. */
export function createActiveAccount(options: ActiveAccountOptions) {
  const { book, onStatus } = options;
  let open: Open | null = null;
  const inheritances = createInheritances();
  const copyStateOf = createCopyStates(book);
  const connections = createLedgerConnections<LedgerCalls>(ledgerReplyChecks, {
    isKnown: (accountId) => book.find(accountId) !== undefined,
    onConnection: (accountId, connection) => {
      if (open?.account.id === accountId) attach(open, connection, copyStateOf);
    },
    onConnectionLost: (accountId, epoch) => {
      if (open?.account.id === accountId) open.engine.detachLedger(epoch);
    },
  });
  const sleep = createSleepTimer(
    () => open?.engine.pause('sleep'),
    () => open?.engine.wake(),
  );

  async function close(): Promise<void> {
    const before = open;
    open = null;
    await before?.engine.stop();
  }

  return {
    /** Opens the book's active account anew: its engine is stopped before the next one starts. */
    reopen: async (): Promise<void> => {
      await close();
      const account = book.active();
      if (account === null) return;
      const engine = startEngine(options, account, inheritances.of(account.id), (status) => {
        if (open?.engine === engine) onStatus(status);
      });
      open = { account, engine };
      const connection = connections.current(account.id);
      if (connection !== undefined) attach(open, connection, copyStateOf);
    },
    isOpen: (accountId: string) => open?.account.id === accountId,
    status: (): SyncStatus => open?.engine.status() ?? options.idleStatus(),
    /** The engine, for what needs no more of the user than was asked before; null: no account is open. */
    engine: () => open?.engine ?? null,
    /** Throws CHANNEL_CLOSED when no account is open. */
    needEngine: (): SyncEngine => {
      if (open === null) throw new RpcError(CHANNEL_CLOSED, 'No account is open.');
      return open.engine;
    },
    /** The user wants something of the sync: it is not paused any more. */
    command: (act: (engine: SyncEngine) => void): null => {
      if (open === null) return null;
      inheritances.setPaused(open.account.id, false);
      act(open.engine);
      return null;
    },
    /** The user pauses: it stays so when the account is opened again. */
    pause: (): null => {
      if (open !== null) inheritances.setPaused(open.account.id, true);
      open?.engine.pause();
      return null;
    },
    forgetPause: (accountId: string): void => inheritances.setPaused(accountId, false),
    /** The account is gone: nothing of it outlives its engine. */
    forget: inheritances.forget,
    /** Takes a data worker's connection: its first message must be a valid ledger-hello for an account of ours. */
    attachLedgerChannel: connections.attach,
    /** The machine goes to sleep: nothing is asked until `resume`, which reads what changed. */
    suspend: sleep.begin,
    resume: sleep.end,
    stop: async (): Promise<void> => {
      sleep.stop();
      connections.closeAll();
      await close();
    },
  };
}

function attach(
  { account, engine }: Open,
  { caller, epoch, ledgerId }: LedgerConnection<LedgerCalls>,
  copyStateOf: CopyStateOf,
): void {
  engine.attachLedger(caller, epoch, copyStateOf(account.id, ledgerId));
}

/** An engine has one key and one plan to its end: another key, or another plan, is another engine's. */
function startEngine(
  { book, createEngine, standby = NO_STANDBY }: ActiveAccountOptions,
  account: KnownAccount,
  { isPaused, commands }: Inheritance,
  onStatus: (status: SyncStatus) => void,
): SyncEngine {
  const { id } = account;
  const key = book.key(id);
  let isProven = key !== null && book.isKeyProven(id, key);
  const engine = createEngine({
    account,
    readKey: () => key,
    isKeyProven: () => isProven,
    onKeyProven: () => {
      isProven = true;
      // Not written: the key is asked to prove itself once more after a restart.
      if (key !== null) book.verifyKeyOwner(id, key).catch(() => undefined);
    },
    commands,
    onStatus,
    isAskedOnly: standby.isOn,
  });
  if (isPaused) engine.pause();
  return engine;
}

function createInheritances() {
  const byAccount = new Map<string, Inheritance>();
  function of(accountId: string): Inheritance {
    const found = byAccount.get(accountId) ?? { isPaused: false, commands: createPendingCommands() };
    byAccount.set(accountId, found);
    return found;
  }
  return {
    of,
    setPaused: (accountId: string, isPaused: boolean): void => {
      of(accountId).isPaused = isPaused;
    },
    forget: (accountId: string): void => {
      byAccount.delete(accountId);
    },
  };
}

/** The state given to a local copy when it first called in: a later call of the same one changes nothing. */
type CopyStateOf = (accountId: string, ledgerId: string) => CopyState;

function createCopyStates(book: AccountBook): CopyStateOf {
  const states = new Map<string, CopyState>();
  return (accountId, ledgerId) => {
    const state = states.get(ledgerId) ?? book.noteCopy(accountId, ledgerId);
    states.set(ledgerId, state);
    return state;
  };
}

/** A machine that is to sleep does so within moments: one still awake after this long was not told that it woke. */
const ASLEEP_SOON_MS = MINUTE_MS;

function createSleepTimer(onSleep: () => void, onWake: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const end = () => {
    stop();
    onWake();
  };
  const begin = () => {
    onSleep();
    stop();
    timer = setTimeout(end, ASLEEP_SOON_MS);
    timer.unref();
  };
  return { begin, end, stop };
}
