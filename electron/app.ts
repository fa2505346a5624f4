import { readBaseUrl } from '#shared/base-url.ts';
import type {
  AppCalls,
  AppEvents,
  CopyState,
  HostInfo,
  KeyCheck,
  Plan,
  SyncStatus,
} from '#shared/bridge/app.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls } from '#shared/bridge/ledger.ts';
import { BridgeError, CHANNEL_CLOSED, type Channel, type Handlers } from '#shared/bridge/rpc.ts';
import { MINUTE_MS } from '#shared/dates.ts';
import { type KnownAccount, openAccountBook } from './accounts/account-book.ts';
import { createLedgerLines, type Line } from './accounts/ledger-lines.ts';
import type { OpenExportTarget } from './export/export-target.ts';
import { createExports } from './export/exports.ts';
import type { SyncEngine } from './sync/engine.ts';
import { createWishes, type Wishes } from './sync/wishes.ts';

/** The address is neither https nor this machine's, or no address at all. */
export const BAD_BASE_URL = 'bad-base-url';

/** A machine that is to sleep does so within moments: one still awake after this long was not told that it woke. */
const ASLEEP_SOON_MS = MINUTE_MS;

export type RunningDemo = {
  /** Epoch milliseconds at which its world began: the same instant gives the same world after a restart. */
  readonly beganAtMs: number;
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly key: string;
  readonly stop: () => Promise<void>;
};

/** What the app is put together from; see app-parts.ts for the real ones. */
export type AppParts = {
  readonly createEngine: (options: {
    readonly account: KnownAccount;
    readonly readKey: () => string | null;
    readonly isKeyProven: () => boolean;
    readonly onKeyProven: () => void;
    readonly wishes: Wishes;
    readonly onStatus: (status: SyncStatus) => void;
  }) => SyncEngine;
  /** Milliseconds between two readings of an account's changes. */
  readonly periodMs: (account: KnownAccount) => number;
  /** One real request; never rejects for what a server or a network may do. */
  readonly checkKey: (input: { baseUrl: string; plan: Plan; key: string }) => Promise<KeyCheck>;
  /** Null: a world that begins now. */
  readonly startDemo: (beganAtMs: number | null) => Promise<RunningDemo>;
  /** The status while no account is open. */
  readonly idleStatus: () => SyncStatus;
};

export type AppOptions = {
  readonly profileDirectory: string;
  readonly host: HostInfo;
  readonly openExportTarget: OpenExportTarget;
  readonly parts: AppParts;
};

type EventListener = <K extends keyof AppEvents & string>(name: K, payload: AppEvents[K]) => void;

/** What both hosts start and serve. */
export type App = {
  /** Inputs are checked by whoever serves them (appChecks). */
  readonly handlers: Handlers<AppCalls>;
  readonly onEvent: (listener: EventListener) => () => void;
  /** A data worker's line: its first message must be a valid ledger-hello for an account of ours. */
  readonly attachLedgerLine: (channel: Channel) => void;
  /** The machine goes to sleep: nothing is asked until `resume`, which reads what changed. What the user paused stays so. */
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

const DEMO_NAME = 'Demo';

type Open = { readonly account: KnownAccount; readonly engine: SyncEngine };

/** Starts the app: the account that was active last is active again, its sync begins when its ledger calls in. */
export async function createApp(options: AppOptions): Promise<App> {
  const { parts } = options;
  const book = await openAccountBook(options.profileDirectory);
  const exports = createExports(options.openExportTarget);
  const listeners = new Set<EventListener>();
  let demo: Promise<RunningDemo> | null = null;
  let open: Open | null = null;
  let waking: NodeJS.Timeout | undefined;
  /** What outlives an engine: that the user paused it, and what was asked for and not come to yet, by account. */
  const paused = new Set<string>();
  const wishes = new Map<string, Wishes>();

  const emit: EventListener = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };

  const lines = createLedgerLines<LedgerCalls>(LEDGER_CALL_NAMES, {
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

  /** Switches happen one after the other: an engine is stopped before the next one starts. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** An engine has one key and one plan to its end: another key, or another plan, is another engine's. */
  function createEngine(account: KnownAccount): SyncEngine {
    const { id } = account;
    const key = book.key(id);
    let isProven = key !== null && book.isKeyProven(id, key);
    const wished = wishes.get(id) ?? createWishes();
    wishes.set(id, wished);
    const engine = parts.createEngine({
      account,
      readKey: () => key,
      isKeyProven: () => isProven,
      onKeyProven: () => {
        isProven = true;
        // Not written: the key is asked to prove itself once more after a restart.
        if (key !== null) book.proveKey(id, key).catch(() => undefined);
      },
      wishes: wished,
      onStatus: (status) => {
        if (open?.engine === engine) emit('syncStatus', status);
      },
    });
    if (paused.has(id)) engine.pause();
    return engine;
  }

  async function openActive(): Promise<void> {
    const before = open;
    open = null;
    await before?.engine.stop();
    const account = book.active();
    if (account !== null) {
      open = { account, engine: createEngine(account) };
      const line = lines.current(account.id);
      if (line !== undefined) attach(open, line);
    }
    emit('accounts', book.state());
    emit('syncStatus', status());
  }

  /** The user wants something of the sync: it is not paused any more. */
  function wish(act: (engine: SyncEngine) => void): null {
    if (open === null) return null;
    paused.delete(open.account.id);
    act(open.engine);
    return null;
  }

  function wake(): void {
    clearTimeout(waking);
    open?.engine.wake();
  }

  function status(): SyncStatus {
    return open?.engine.status() ?? parts.idleStatus();
  }

  /** The demo company: its service runs in this process from the first time it is opened. */
  async function openDemo(): Promise<void> {
    demo ??= parts.startDemo(book.demoBeganAtMs());
    let running: RunningDemo;
    try {
      running = await demo;
    } catch (error) {
      demo = null;
      throw error;
    }
    const { beganAtMs, baseUrl, plan, key } = running;
    await book.openDemo({ beganAtMs, name: DEMO_NAME, baseUrl, plan, key });
  }

  function baseUrlOf(text: string): string {
    const reading = readBaseUrl(text);
    if (!reading.ok)
      throw new BridgeError(BAD_BASE_URL, `This is no address for a data API: ${reading.problem}.`);
    return reading.baseUrl;
  }

  const handlers: Handlers<AppCalls> = {
    readHostInfo: () => options.host,
    readAccounts: () => book.state(),
    readSyncStatus: status,
    checkKey: ({ baseUrl, plan, key }) => parts.checkKey({ baseUrl: baseUrlOf(baseUrl), plan, key }),
    connectAccount: ({ baseUrl, plan, key, name }) =>
      inTurn(async () => {
        await book.connect({ baseUrl: baseUrlOf(baseUrl), plan, key, name });
        await openActive();
        return book.state();
      }),
    openDemo: () =>
      inTurn(async () => {
        await openDemo();
        await openActive();
        return book.state();
      }),
    giveKey: ({ accountId, key }) =>
      inTurn(async () => {
        await book.giveKey(accountId, key);
        paused.delete(accountId);
        if (book.active()?.id === accountId) await openActive();
        else emit('accounts', book.state());
        return book.state();
      }),
    activateAccount: ({ accountId }) =>
      inTurn(async () => {
        if (book.find(accountId)?.kind === 'demo') await openDemo();
        else await book.activate(accountId);
        await openActive();
        return book.state();
      }),
    updateAccount: ({ accountId, ...change }) =>
      inTurn(async () => {
        const before = book.find(accountId);
        await book.update(accountId, change);
        const after = book.find(accountId);
        const isOpen = open?.account.id === accountId;
        // Another plan reaches another history: the sync begins anew and finds what it has to read (rule 9).
        if (isOpen && after !== undefined && before?.plan !== after.plan) await openActive();
        else {
          if (isOpen && after !== undefined) open?.engine.setPeriod(parts.periodMs(after));
          emit('accounts', book.state());
        }
        return book.state();
      }),
    resolveKey: ({ accountId, decision }) =>
      inTurn(async () => {
        await book.resolveKey(accountId, decision);
        await openActive();
        return book.state();
      }),
    rereadMonths: ({ months }) => wish((engine) => engine.rereadMonths(months)),
    cancelRereads: ({ months }) => {
      open?.engine.cancelRereads(months);
      return null;
    },
    checkMonths: ({ months }) => wish((engine) => engine.checkMonths(months)),
    resolveMissing: (decision) => {
      if (open === null) throw new BridgeError(CHANNEL_CLOSED, 'No account is open.');
      return open.engine.resolveMissing(decision);
    },
    syncNow: () => wish((engine) => engine.syncNow()),
    pauseSync: () => {
      if (open !== null) paused.add(open.account.id);
      open?.engine.pause();
      return null;
    },
    ...exports.handlers,
  };

  await inTurn(async () => {
    // A demo that cannot start must not keep the app from starting: its engine says that something is missing.
    if (book.active()?.kind === 'demo') await openDemo().catch(() => undefined);
    await openActive();
  });

  return {
    handlers,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attachLedgerLine: lines.attach,
    suspend: () => {
      open?.engine.pause('sleep');
      clearTimeout(waking);
      waking = setTimeout(wake, ASLEEP_SOON_MS);
      waking.unref();
    },
    resume: wake,
    stop: () =>
      inTurn(async () => {
        clearTimeout(waking);
        lines.closeAll();
        const before = open;
        open = null;
        await before?.engine.stop();
        await exports.stop();
        await book.settled();
        await (await demo?.catch(() => undefined))?.stop();
      }),
  };
}
