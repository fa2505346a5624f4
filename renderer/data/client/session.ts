import type { RestoreSummary } from '#renderer/data/model/backups.ts';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerConnection, LedgerFacts, Opening } from '#renderer/data/model/ledger.ts';
import type { Freshness } from '#renderer/data/questions/question.ts';
import { pageClock } from '#renderer/data/scheduling/scheduler.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import type { AccountsState, AppBridge, Connection, SyncStatus } from '#shared/contract/app.ts';
import type { BackupReason } from '#shared/contract/backups.ts';
import type { HostInfo } from '#shared/contract/host-info.ts';
import { type Caller, type Calls, type Channel, createCaller, listenToEvents } from '#shared/contract/rpc.ts';
import { pullStreams, type StreamCalls } from '#shared/contract/streams.ts';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { takeAccountSettings } from './account-settings.ts';
import { type Restore, requireBackup, runBackup } from './backup-run.ts';
import type { CopyCaller, DataPuller, DataReader, DataWriter } from './data-calls.ts';

/** A value that changes and can be listened to; it is replaced, never mutated. */
export type Store<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
};

type WritableStore<T> = Store<T> & { readonly set: (value: T) => void };

/** A store holding `initial`. Listeners hear only of values that are not the same object. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export type DataClient = {
  /** Asks of the open copy. */
  readonly call: DataReader;
  readonly write: DataWriter;
  readonly pull: DataPuller;
  /** Opens and closes copies. */
  readonly copy: CopyCaller;
  /** The freshness of a question, by its name. */
  readonly freshnessOf: (question: string) => Freshness;
  /** Sends the next message with these objects in its transfer list (a ledger port goes with `open`). */
  readonly transferWithNext: (transfer: readonly Transferable[]) => void;
  readonly listen: (
    listeners: { readonly [K in keyof DataEvents]?: (payload: DataEvents[K]) => void },
  ) => void;
};

export function createDataClient(worker: Worker): DataClient {
  let transfer: readonly Transferable[] = [];
  const channel: Channel = {
    send: (message) => {
      const list = [...transfer];
      transfer = [];
      worker.postMessage(message, list);
    },
    onMessage: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
    // A worker lives as long as its page.
    onClose: () => {},
    close: () => {},
  };
  // The worker knows the names; which calls there are is said by their types.
  const caller = createCaller<Calls>(channel);
  let freshness: DataEvents['questions'] = {};
  listenToEvents<DataEvents>(
    channel,
    {
      questions: (freshnessByName) => {
        freshness = freshnessByName;
      },
    },
    null,
  );
  return {
    call: caller as unknown as DataReader,
    write: caller as unknown as DataWriter,
    pull: pullStreams(caller as unknown as Caller<StreamCalls>),
    copy: caller as unknown as CopyCaller,
    freshnessOf: (question) => freshness[question] ?? 'commits-and-metadata',
    transferWithNext: (list) => {
      transfer = list;
    },
    listen: (listeners) => {
      listenToEvents<DataEvents>(channel, listeners, null);
    },
  };
}

/** During a load, figures are drawn anew at most so often. */
const FIGURES_EVERY_MS = 1000;
/** Time for the screens to ask for the figures of a new revision. */
const QUESTION_DELAY_MS = 30;
/** How far the rows have come is told at most so often. */
const ROWS_TOLD_EVERY_MS = 500;
/** A database that keeps going away is opened again at most so often. */
const REOPEN_EVERY_MS = 2000;

export type OpeningProgress = DataEvents['opening'];

/** A line to the main process for the data worker, with the port that must travel with it, if any. */
export type OpenedConnection = {
  readonly line: LedgerConnection;
  readonly transfer: readonly Transferable[];
};

/** The local copy of the active account, as the screens know it. */
export type LedgerView =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening'; readonly accountId: string; readonly progress: OpeningProgress | null }
  | { readonly kind: 'open'; readonly accountId: string; readonly facts: LedgerFacts }
  /** An earlier version wrote it, and the backup that comes before its migration is being written; or could not be. */
  | { readonly kind: 'outdated'; readonly accountId: string; readonly failed: string | null }
  /** Another page had it first; or took it over while it was open here. */
  | { readonly kind: 'elsewhere'; readonly accountId: string; readonly takenOver: boolean }
  | (Extract<Opening, { readonly kind: 'failed' }> & { readonly accountId: string });

/** When the database of an account went away under the page, on this machine's clock. */
export type LostCopy = { readonly accountId: string; readonly atMs: number };

/** Everything the page knows of the main process and of its own data worker. */
export type Session = {
  readonly bridge: AppBridge;
  readonly data: DataClient;
  readonly host: Store<HostInfo | null>;
  readonly accounts: Store<AccountsState | null>;
  readonly status: Store<SyncStatus | null>;
  readonly connection: Store<Connection>;
  readonly ledger: Store<LedgerView>;
  /** That of the figures shown: raised by every commit unless they are frozen; 0 while no ledger is open. */
  readonly revision: Store<number>;
  /** Raised by every commit; 0 while no ledger is open. */
  readonly latest: Store<number>;
  /** The facts of the rows that the figures are held at; null: they follow the commits. */
  readonly frozen: Store<LedgerFacts | null>;
  /** Holds all figures as they are, until `release` or until the copy closes. Rejects where the copy is not open. */
  readonly freeze: () => Promise<void>;
  readonly release: () => Promise<void>;
  /** Raised by everything that is written without being a figure: runs, control totals, checkpoints. */
  readonly notes: Store<number>;
  /** Raised by everything that the user says beside the rows. */
  readonly annotations: Store<number>;
  /** The local copy that went away while it was open (the browser's data cleared or evicted); null: none did. */
  readonly lostCopy: Store<LostCopy | null>;
  readonly forgetLostCopy: () => void;
  /**
   * Backs an account up, then removes it and its local copy. Rejects with BACKUP_FAILED where the backup could not be written
   * and `without` does not say to go on; and where the copy could not be deleted, the account being gone even so.
   */
  readonly removeAccount: (accountId: string, without?: 'without-backup') => Promise<void>;
  /** Opens a copy of an earlier version: after its backup was tried again, or without one. */
  readonly openOutdated: (how: 'after-backup' | 'without-backup') => Promise<void>;
  /** Makes a backup that was read the copy of account `intoId`, which is active afterwards. Rejects where nothing happened. */
  readonly restoreCopy: (restore: Restore, summary: RestoreSummary, intoId: string) => Promise<void>;
  /** Deletes the local copy of an account that is no longer on the list. */
  readonly deleteCopy: (accountId: string) => Promise<unknown>;
  readonly takeOver: () => Promise<void>;
};

/**
 * The local copy of the account that `follow` was told last; one change at a time, for the worker holds one. Long, for its
 * functions share which account that is.
 */
function followLedger(
  data: DataClient,
  openConnection: () => Promise<OpenedConnection>,
  backUp: (accountId: string) => Promise<void>,
) {
  const ledger = createStore<LedgerView>({ kind: 'none' });
  const revision = createStore(0);
  const latest = createStore(0);
  const frozen = createStore<LedgerFacts | null>(null);
  const lostCopy = createStore<LostCopy | null>(null);
  let openedAtMs = 0;
  let active: string | null = null;
  const inTurn = createSequencer();

  /** No figures are there, and so none that stand still. */
  function clear(): void {
    frozen.set(null);
    latest.set(0);
    revision.set(0);
  }

  function show(accountId: string, opening: Opening): void {
    if (active !== accountId) return;
    if (opening.kind === 'open') {
      latest.set(opening.facts.revision);
      revision.set(opening.facts.revision);
    }
    if (opening.kind === 'owned-elsewhere') ledger.set({ kind: 'elsewhere', accountId, takenOver: false });
    else if (opening.kind === 'outdated') ledger.set({ kind: 'outdated', accountId, failed: null });
    else if (opening.kind === 'failed') ledger.set({ ...opening, accountId });
    else ledger.set({ kind: 'open', accountId, facts: opening.facts });
    // The rows may have come before this was taken in.
    if (opening.kind === 'open' && opening.facts.rowsOpening != null) void showRows();
  }

  async function ask(accountId: string, how: 'open' | 'takeOver', migrates: boolean): Promise<Opening> {
    const opened = await openConnection();
    data.transferWithNext(opened.transfer);
    const opening = await data.copy[how]({ accountId, line: opened.line, migrates });
    if (opening.kind === 'open' && opening.settings != null) {
      takeAccountSettings(accountId, opening.settings);
      await data.copy.forgetSettings({ accountId });
    }
    return opening;
  }

  /** A copy of an earlier version is migrated once its backup is written; where it cannot be, the user is asked. */
  async function migrate(accountId: string, how: 'open' | 'takeOver', withBackup: boolean): Promise<void> {
    show(accountId, { kind: 'outdated' });
    try {
      if (withBackup) await backUp(accountId);
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      if (active === accountId) ledger.set({ kind: 'outdated', accountId, failed });
      return;
    }
    show(accountId, await ask(accountId, how, true));
  }

  async function open(accountId: string, how: 'open' | 'takeOver'): Promise<void> {
    openedAtMs = Date.now();
    try {
      const opening = await ask(accountId, how, false);
      if (opening.kind === 'outdated') await migrate(accountId, how, true);
      else show(accountId, opening);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      show(accountId, { kind: 'failed', reason: 'storage', detail });
    }
  }

  /** What is in memory is of no use any more: the copy is opened anew, and the screens say so meanwhile. */
  function reopen(accountId: string): void {
    clear();
    ledger.set({ kind: 'opening', accountId, progress: null });
    void inTurn(async () => {
      await data.copy.close(null).catch(() => null);
      const wait = openedAtMs + REOPEN_EVERY_MS - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (active === accountId) await open(accountId, 'open');
    });
  }

  function follow(accountId: string | null): void {
    if (accountId === active) return;
    const before = active;
    active = accountId;
    clear();
    ledger.set(accountId === null ? { kind: 'none' } : { kind: 'opening', accountId, progress: null });
    void inTurn(async () => {
      if (before !== null) await data.copy.close(null).catch(() => null);
      if (accountId !== null && active === accountId) await open(accountId, 'open');
    });
  }

  /** Facts of the copy that is open, asked for and shown; null where it was closed meanwhile. */
  async function showFacts(ask: () => Promise<LedgerFacts>): Promise<LedgerFacts | null> {
    const view = ledger.get();
    if (view.kind !== 'open') return null;
    const facts = await ask();
    const now = ledger.get();
    if (now.kind !== 'open' || now.accountId !== view.accountId) return null;
    ledger.set({ ...now, facts });
    return facts;
  }

  /** Facts of a copy that was opened before its rows: where these say something else, all figures are asked for again. */
  async function showRows(): Promise<void> {
    const facts = await showFacts(() => data.copy.readFacts(null)).catch(() => null);
    if (facts === null || frozen.get() !== null) return;
    latest.set(facts.revision);
    revision.set(facts.revision);
  }

  // Whatever tells a fact of the copy is drawn anew each time.
  const rowsComing = createThrottle<OpeningProgress>(pageClock, ROWS_TOLD_EVERY_MS, (rowsOpening) => {
    const now = ledger.get();
    if (now.kind !== 'open' || now.facts.rowsOpening == null) return;
    ledger.set({ ...now, facts: { ...now.facts, rowsOpening } });
  });

  function showCommit(committed: number): void {
    latest.set(committed);
    if (frozen.get() !== null) return;
    revision.set(committed);
    void showFacts(() => data.copy.readFacts(null)).catch(() => null);
  }

  async function freeze(): Promise<void> {
    const facts = await showFacts(() => data.copy.freeze(null));
    if (facts === null) return;
    frozen.set(facts);
    revision.set(facts.revision);
  }

  async function release(): Promise<void> {
    const facts = await showFacts(() => data.copy.release(null));
    if (facts === null) return;
    frozen.set(null);
    revision.set(facts.revision);
    latest.set(facts.revision);
  }

  return {
    ledger,
    revision,
    latest,
    frozen,
    freeze,
    release,
    lostCopy,
    follow,
    showCommit,
    listeners: {
      opening: (progress: OpeningProgress) => {
        const now = ledger.get();
        if (now.kind === 'opening') ledger.set({ ...now, progress });
        else rowsComing.push(progress);
      },
      rowsOpened: () => void showRows(),
      openingFailed: (failed: DataEvents['openingFailed']) => {
        if (active === null) return;
        clear();
        show(active, failed);
      },
      ledgerLost: () => {
        if (active === null || ledger.get().kind !== 'open') return;
        lostCopy.set({ accountId: active, atMs: Date.now() });
        reopen(active);
      },
      rowsLost: () => {
        if (active !== null && ledger.get().kind === 'open') reopen(active);
      },
      ownershipLost: () => {
        frozen.set(null);
        if (active !== null) ledger.set({ kind: 'elsewhere', accountId: active, takenOver: true });
      },
    },
    deleteCopy: (accountId: string) => inTurn(() => data.copy.deleteCopy({ accountId })),
    openOutdated: (how: 'after-backup' | 'without-backup') =>
      inTurn(async () => {
        const view = ledger.get();
        if (view.kind === 'outdated') await migrate(view.accountId, 'open', how === 'after-backup');
      }),
    /** Replaces the copy of an account; where it is the one that is shown it is opened anew, whatever came of it. */
    replaceCopy: (accountId: string, work: () => Promise<unknown>) =>
      inTurn(async () => {
        const isShown = active === accountId;
        if (isShown) {
          clear();
          ledger.set({ kind: 'opening', accountId, progress: null });
          await data.copy.close(null).catch(() => null);
        }
        await work().finally(() => (isShown && active === accountId ? open(accountId, 'open') : null));
      }),
    takeOver: async (): Promise<void> => {
      const accountId = active;
      if (accountId === null) return;
      ledger.set({ kind: 'opening', accountId, progress: null });
      await open(accountId, 'takeOver');
    },
  };
}

/**
 * Keeps what the page shows current. Events may be missed while the line is down: all is read at every connection. Long, for
 * it is a list of short listeners over the same stores.
 */
export function startSession(
  bridge: AppBridge,
  data: DataClient,
  openConnection: () => Promise<OpenedConnection>,
): Session {
  const host = createStore<HostInfo | null>(null);
  const accounts = createStore<AccountsState | null>(null);
  const status = createStore<SyncStatus | null>(null);
  const connection = createStore<Connection>('connected');
  const notes = createStore(0);
  const annotations = createStore(0);
  const backUp = async (accountId: string, reason: BackupReason): Promise<void> => {
    const account = accounts.get()?.accounts.find(({ id }) => id === accountId);
    if (account === undefined) return;
    const order = { account, reason, app: host.get()?.version ?? '' };
    const { signal } = new AbortController();
    await requireBackup(() => runBackup(bridge.pull, data.pull, order, () => {}, signal));
  };
  const { ledger, follow, showCommit, deleteCopy, replaceCopy, listeners, ...copy } = followLedger(
    data,
    openConnection,
    (accountId) => backUp(accountId, 'migration'),
  );

  function showAccounts(next: AccountsState): void {
    accounts.set(next);
    follow(next.activeId);
  }

  async function readAll(): Promise<void> {
    const [info, known, sync] = await Promise.all([
      bridge.call.readHostInfo(null),
      bridge.call.readAccounts(null),
      bridge.call.readSyncStatus(null),
    ]);
    host.set(info);
    status.set(sync);
    showAccounts(known);
  }

  // A run writes itself down every few seconds, and every control: what shows them is read at most so often.
  const noted = createThrottle<null>(pageClock, FIGURES_EVERY_MS, () => notes.set(notes.get() + 1));

  // A load commits several times a second; drawing every figure anew each time would slow the load itself down.
  const commits = createThrottle<number>(pageClock, FIGURES_EVERY_MS, showCommit);

  /** At rest means that the figures are those of the last commit: the state is told after they were asked for. */
  let lastStatus = 0;
  async function showStatus(next: SyncStatus): Promise<void> {
    lastStatus += 1;
    const own = lastStatus;
    if (!isSyncing(next)) {
      commits.flush();
      noted.flush();
      if (ledger.get().kind === 'open') {
        await new Promise((resolve) => setTimeout(resolve, QUESTION_DELAY_MS));
        await data.copy.readFacts(null).catch(() => null);
      }
    }
    if (own === lastStatus) status.set(next);
  }

  data.listen({
    ...listeners,
    committed: (event) => commits.push(event.revision),
    noted: () => noted.push(null),
    annotated: () => annotations.set(annotations.get() + 1),
  });
  bridge.on('accounts', showAccounts);
  bridge.on('syncStatus', (next) => void showStatus(next));
  let wasConnected = false;
  bridge.onConnection((now) => {
    // The first report may be «not yet»: only a line that was lost is worth telling.
    if (now === 'connected' || wasConnected) connection.set(now);
    if (now === 'connected') {
      wasConnected = true;
      void readAll().catch(() => null);
    }
  });

  return {
    bridge,
    data,
    host,
    accounts,
    status,
    connection,
    ledger,
    notes,
    annotations,
    ...copy,
    forgetLostCopy: () => copy.lostCopy.set(null),
    deleteCopy,
    restoreCopy: (restore, { account, settings }, intoId) =>
      replaceCopy(intoId, async () => {
        await restore.next({ kind: 'commit', accountId: intoId });
        takeAccountSettings(intoId, settings);
        await data.copy.forgetSettings({ accountId: intoId });
        showAccounts(await bridge.call.restoreAccount({ account, intoId }));
      }),
    removeAccount: async (accountId, without) => {
      if (without === undefined) await backUp(accountId, 'removal');
      showAccounts(await bridge.call.removeAccount({ accountId }));
      await deleteCopy(accountId);
    },
  };
}
