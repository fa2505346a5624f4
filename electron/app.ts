import { readBaseUrl } from '#shared/base-url.ts';
import type { AppCalls, AppEvents, HostInfo, KeyCheck, Plan, SyncStatus } from '#shared/bridge/app.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls } from '#shared/bridge/ledger.ts';
import { BridgeError, type Channel, type Handlers } from '#shared/bridge/rpc.ts';
import { type KnownAccount, openAccountBook } from './accounts/account-book.ts';
import { createLedgerLines } from './accounts/ledger-lines.ts';
import type { OpenExportTarget } from './export/export-target.ts';
import { createExports } from './export/exports.ts';
import type { SyncEngine } from './sync/engine.ts';

/** The address is neither https nor this machine's, or no address at all. */
export const BAD_BASE_URL = 'bad-base-url';

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
    readonly onStatus: (status: SyncStatus) => void;
  }) => SyncEngine;
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
  /** The machine goes to sleep: nothing is asked until `resume`. A sync that the user paused stays paused. */
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

const DEMO_NAME = 'Demo';

/** Starts the app: the account that was active last is active again, its sync begins when its ledger calls in. */
export async function createApp(options: AppOptions): Promise<App> {
  const { parts } = options;
  const book = await openAccountBook(options.profileDirectory);
  const exports = createExports(options.openExportTarget);
  const listeners = new Set<EventListener>();
  let demo: Promise<RunningDemo> | null = null;
  let pausedBySleep = false;
  let open: { readonly account: KnownAccount; readonly engine: SyncEngine } | null = null;

  const emit: EventListener = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };

  const lines = createLedgerLines<LedgerCalls>(LEDGER_CALL_NAMES, {
    isKnown: (accountId) => book.find(accountId) !== undefined,
    onLine: (accountId, caller, epoch) => {
      if (open?.account.id === accountId) open.engine.attachLedger(caller, epoch);
    },
    onLineLost: (accountId, epoch) => {
      if (open?.account.id === accountId) open.engine.detachLedger(epoch);
    },
  });

  /** Switches happen one after the other: an engine is stopped before the next one starts. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function openActive(): Promise<void> {
    const before = open;
    open = null;
    await before?.engine.stop();
    const account = book.active();
    if (account !== null) {
      const engine = parts.createEngine({
        account,
        readKey: () => book.key(account.id),
        onStatus: (status) => {
          if (open?.engine === engine) emit('syncStatus', status);
        },
      });
      open = { account, engine };
      const line = lines.current(account.id);
      if (line !== undefined) engine.attachLedger(line.caller, line.epoch);
    }
    emit('accounts', book.state());
    emit('syncStatus', status());
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
    syncNow: () => {
      open?.engine.syncNow();
      return null;
    },
    pauseSync: () => {
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
      const state = status().state;
      pausedBySleep = state === 'running' || state === 'waiting';
      if (pausedBySleep) open?.engine.pause();
    },
    resume: () => {
      if (pausedBySleep) open?.engine.syncNow();
      pausedBySleep = false;
    },
    stop: () =>
      inTurn(async () => {
        lines.closeAll();
        const before = open;
        open = null;
        await before?.engine.stop();
        await exports.stop();
        await (await demo?.catch(() => undefined))?.stop();
      }),
  };
}
