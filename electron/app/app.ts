import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { AppCalls, AppEvents, HostInfo, KeyCheck, Plan, SyncStatus } from '#shared/contract/app.ts';
import { type BackupAccount, demoBeganAt } from '#shared/contract/backups.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import { readBaseUrl } from '#shared/domain/base-url.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import {
  type AccountBook,
  type KnownAccount,
  type NewDemo,
  openAccountBook,
} from '../accounts/account-book.ts';
import { createHeldKeys } from '../accounts/held-keys.ts';
import type { KeyVault } from '../accounts/key-vault.ts';
import { systemClock } from '../api/clock.ts';
import {
  createFolderHandlers,
  createScheduledFiles,
  directoryOf,
  type FolderHost,
  usableFolder,
} from '../export/account-folder.ts';
import { createBackups } from '../export/backups.ts';
import { createDatasetFolders } from '../export/dataset-folder.ts';
import { createExports, type OpenExportTarget, type PrintPage } from '../export/exports.ts';
import { connectBackups } from '../export/page-backups.ts';
import { type ActiveAccount, type CreateEngine, createActiveAccount } from './active-account.ts';
import { NO_SHELL, type ShellHost } from './shell-host.ts';
import { NO_SURROUNDINGS, type Surroundings, surroundingsHandlers } from './surroundings.ts';
import { NO_UPDATES, type UpdatesHost } from './updates.ts';

/** The address is neither https nor this machine's, or no address at all. */
const BAD_BASE_URL = 'bad-base-url';
/** So long the start waits for the system's keyring. */
const KEYRING_PATIENCE_MS = 2000;
/** The page had too many addresses asked in the last minutes; nothing was asked of this one. */
const BAD_BACKUP = 'bad-backup';
const TOO_MANY_ADDRESSES = 'too-many-addresses';

export type RunningDemo = Omit<NewDemo, 'name'> & { readonly stop: () => Promise<void> };

export type AppParts = {
  readonly createEngine: CreateEngine;
  readonly periodMs: (account: KnownAccount) => number;
  /** One real request; never rejects for what a server or a network may do. */
  readonly checkKey: (input: { baseUrl: string; plan: Plan; key: string }) => Promise<KeyCheck>;
  /** Null: a world that begins now. */
  readonly startDemo: (beganAtMs: number | null) => Promise<RunningDemo>;
  readonly idleStatus: () => SyncStatus;
};

export type AppOptions = {
  readonly profileDirectory: string;
  readonly host: HostInfo;
  readonly openExportTarget: OpenExportTarget;
  /** The folders that exports go to by themselves. */
  readonly exportFolders: FolderHost;
  /** Where keys are kept between two runs. */
  readonly keyVault: KeyVault;
  /** Absent: the page has nothing of Cuadra's around it. */
  readonly shell?: ShellHost;
  /** What the system hands to the app; without it, nothing. */
  readonly surroundings?: Surroundings;
  /** Absent: versions of this host come another way. */
  readonly updates?: UpdatesHost;
  readonly parts: AppParts;
};

type EventListener = <K extends keyof AppEvents & string>(name: K, payload: AppEvents[K]) => void;

export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Starts the app: the account that was active last is active again, its sync begins when its ledger calls in. Long, for it puts
 * the app's parts together.
 */
export async function createApp(options: AppOptions) {
  const { parts, surroundings = NO_SURROUNDINGS, updates = NO_UPDATES } = options;
  const keys = createHeldKeys(options.keyVault, () => emit('accounts', book.state()));
  const book = await openAccountBook(options.profileDirectory, keys);
  const { exportFolders } = options;
  const isKnown = (id: string): boolean => book.find(id) !== undefined;
  const exports = createExports({
    openTarget: options.openExportTarget,
    openDataset: createDatasetFolders(isKnown, (id, isQuiet) => directoryOf(exportFolders, id, isQuiet)),
    openScheduled: createScheduledFiles(isKnown, exportFolders),
  });
  // Without asking anybody: where no folder was chosen, or it is gone, into the profile.
  const backupDirectory = async (id: string): Promise<string> =>
    (await usableFolder(exportFolders, id)) ?? join(options.profileDirectory, 'exports');
  const backups = connectBackups(createBackups(isKnown, backupDirectory));
  const listeners = new Set<EventListener>();
  const emit: EventListener = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };
  const active = createActiveAccount({
    book,
    createEngine: parts.createEngine,
    idleStatus: parts.idleStatus,
    onStatus: (status) => emit('syncStatus', status),
  });
  const demo = createDemo(parts.startDemo, book);

  /** Switches happen one after the other: an engine is stopped before the next one starts. */
  const inTurn = createSequencer();

  const accounts: Accounts = { book, active, demo, emit, inTurn, periodMs: parts.periodMs };
  const handlers: Handlers<AppCalls> = {
    readHostInfo: () => options.host,
    checkKey: ({ baseUrl, plan, key }) => parts.checkKey({ baseUrl: baseUrlOf(baseUrl), plan, key }),
    ...accountHandlers(accounts),
    ...syncHandlers(active),
    ...createFolderHandlers(isKnown, exportFolders),
    ...shellHandlers(options.shell ?? NO_SHELL, isKnown),
    ...surroundingsHandlers(surroundings),
    readUpdates: updates.read,
    askUpdates: ({ action }) => updates.ask(action),
    ...exports.connect().handlers,
    ...backups.connect().handlers,
  };
  surroundings.openings.onOpened(() => emit('opened', null));
  updates.onChange((told) => emit('updates', told));
  const quota = createOriginQuota(systemClock.monotonicMs);
  // A keyring may wait for its user, who may be away: the app waits a moment only.
  const opened = book.openKeys();
  const inTime = await Promise.race([opened, delay(KEYRING_PATIENCE_MS, null, { ref: false })]);
  await inTurn(() => openActive(accounts));
  if (inTime === null) void opened.then((ids) => inTurn(() => takeKeys(accounts, ids)));

  return {
    /** The host's own calls. Inputs are checked by whoever serves them (appChecks). */
    handlers,
    /** A page's calls, as long as it is there: they can do less than the host's own. */
    connect: (print: PrintPage | null = null) => {
      const page = exports.connect(print);
      const ownBackups = backups.connect();
      return {
        handlers: {
          ...handlers,
          ...page.handlers,
          ...ownBackups.handlers,
          ...withinQuota(quota, handlers),
        },
        end: async () => {
          await Promise.all([page.end(), ownBackups.end()]);
        },
      };
    },
    onEvent: (listener: EventListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: active.status,
    attachLedgerChannel: active.attachLedgerChannel,
    /** The machine goes to sleep: nothing is asked until `resume`, which reads what changed. */
    suspend: active.suspend,
    resume: active.resume,
    stop: () =>
      inTurn(async () => {
        await active.stop();
        await exports.stop();
        await backups.stop();
        await book.settled();
        await demo.stop();
      }),
  };
}

function shellHandlers(shell: ShellHost, isKnown: (accountId: string) => boolean) {
  return {
    readShell: () => shell.read(),
    changeShell: (part) => shell.change(part),
    tellCommands: ({ commands }) => {
      shell.tellCommands(commands);
      return null;
    },
    tellMovedMonths: async ({ accountId, months }) => {
      if (isKnown(accountId)) await shell.tellMovedMonths(accountId, months);
      return null;
    },
    tellLanguage: async ({ language }) => {
      await shell.tellLanguage(language);
      return null;
    },
  } satisfies Partial<Handlers<AppCalls>>;
}

function baseUrlOf(text: string): string {
  const reading = readBaseUrl(text);
  if (!reading.ok)
    throw new BridgeError(BAD_BASE_URL, `This is no address for a data API: ${reading.problem}.`);
  return reading.baseUrl;
}

function withinQuota(quota: OriginQuota, handlers: Handlers<AppCalls>) {
  return {
    checkKey: (input) =>
      quota(baseUrlOf(input.baseUrl))
        ? handlers.checkKey(input)
        : { kind: 'rejected', reason: TOO_MANY_ADDRESSES, words: null },
    connectAccount: (input) => {
      if (quota(baseUrlOf(input.baseUrl))) return handlers.connectAccount(input);
      throw new BridgeError(TOO_MANY_ADDRESSES, 'Too many addresses were asked in the last minutes.');
    },
  } satisfies Partial<Handlers<AppCalls>>;
}

/** The demo company: its service runs in this process from the first time it is opened. */
type Demo = ReturnType<typeof createDemo>;

const DEMO_NAME = 'Demo';

function createDemo(startDemo: AppParts['startDemo'], book: AccountBook) {
  let demo: Promise<RunningDemo> | null = null;
  return {
    /** Makes the demo account the book's active one; `beganAtMs`: of another world than the book's. */
    open: async (beganAtMs = book.demoBeganAtMs()): Promise<void> => {
      demo ??= startDemo(beganAtMs);
      let running: RunningDemo;
      try {
        running = await demo;
      } catch (error) {
        demo = null;
        throw error;
      }
      const { stop: _stop, ...account } = running;
      await book.openDemo({ ...account, name: DEMO_NAME });
    },
    stop: async (): Promise<void> => {
      const running = demo;
      demo = null;
      await (await running?.catch(() => undefined))?.stop();
    },
  };
}

type Accounts = {
  readonly book: AccountBook;
  readonly active: ActiveAccount;
  readonly demo: Demo;
  readonly emit: EventListener;
  readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>;
  readonly periodMs: AppParts['periodMs'];
};

async function reopen({ book, active, emit }: Accounts): Promise<void> {
  await active.reopen();
  emit('accounts', book.state());
  emit('syncStatus', active.status());
}

/** Keys came out of the vault: the account that is open goes on with its own. */
async function takeKeys(accounts: Accounts, ids: readonly string[]): Promise<void> {
  const { book, emit } = accounts;
  if (ids.some((id) => id === book.active()?.id)) await reopen(accounts);
  else emit('accounts', book.state());
}

async function openActive(accounts: Accounts): Promise<void> {
  const { book, demo } = accounts;
  // A demo that cannot start must not keep the app from starting: its engine says that something is missing.
  if (book.active()?.kind === 'demo') await demo.open().catch(() => undefined);
  await reopen(accounts);
}

function accountHandlers(accounts: Accounts) {
  const { book, active, demo, emit, inTurn } = accounts;
  /** `step` says whether the active account is another one, or another in itself: then it is opened anew. */
  const change = (step: () => Promise<'reopen' | 'keep'>) =>
    inTurn(async () => {
      if ((await step()) === 'reopen') await reopen(accounts);
      else emit('accounts', book.state());
      return book.state();
    });
  return {
    readAccounts: () => book.state(),
    connectAccount: ({ baseUrl, plan, key, name }) =>
      change(async () => {
        await book.connect({ baseUrl: baseUrlOf(baseUrl), plan, key, name });
        return 'reopen';
      }),
    openDemo: () =>
      change(async () => {
        await demo.open();
        return 'reopen';
      }),
    giveKey: ({ accountId, key }) =>
      change(async () => {
        await book.giveKey(accountId, key);
        active.forgetPause(accountId);
        return book.active()?.id === accountId ? 'reopen' : 'keep';
      }),
    deleteKey: ({ accountId }) =>
      change(async () => {
        await book.deleteKey(accountId);
        return book.active()?.id === accountId ? 'reopen' : 'keep';
      }),
    // Not in turn while the keyring waits for its user: everything else would wait too.
    openKeys: async () => {
      const ids = await book.openKeys();
      await inTurn(() => takeKeys(accounts, ids));
      return book.state();
    },
    allowUnprotectedKeys: ({ allowed }) =>
      change(async () => {
        await book.allowUnprotectedKeys(allowed);
        return 'keep';
      }),
    activateAccount: ({ accountId }) =>
      change(async () => {
        if (book.find(accountId)?.kind === 'demo') await demo.open();
        else await book.activate(accountId);
        return 'reopen';
      }),
    updateAccount: ({ accountId, ...fields }) => change(() => updateAccount(accounts, accountId, fields)),
    removeAccount: ({ accountId }) =>
      inTurn(async () => {
        await removeAccount(accounts, accountId);
        return book.state();
      }),
    restoreAccount: ({ account, intoId }) =>
      change(async () => {
        await restoreAccount(accounts, account, intoId);
        return 'reopen';
      }),
    resolveKey: ({ accountId, decision }) =>
      change(async () => {
        await book.resolveKey(accountId, decision);
        return 'reopen';
      }),
  } satisfies Partial<Handlers<AppCalls>>;
}

async function updateAccount(
  { book, active, periodMs }: Accounts,
  accountId: string,
  change: Parameters<AccountBook['update']>[1],
): Promise<'reopen' | 'keep'> {
  const before = book.find(accountId);
  await book.update(accountId, change);
  const after = book.find(accountId);
  if (after === undefined || !active.isOpen(accountId)) return 'keep';
  // Another plan reaches another history: the sync begins anew and finds what it has to read (rule 9).
  if (before?.plan !== after.plan) return 'reopen';
  active.engine()?.setPeriod(periodMs(after));
  return 'keep';
}

/** The base address is the known account's, where there is one: a backup moves nobody to another. */
async function restoreAccount(
  { book, demo }: Accounts,
  account: BackupAccount,
  intoId: string,
): Promise<void> {
  if (account.kind === 'demo') {
    const beganAtMs = demoBeganAt(intoId);
    if (beganAtMs === null)
      throw new BridgeError(BAD_BACKUP, 'This backup is of no demo company that can be started.');
    // There is one demo company at a time: that of another world gives way.
    if (book.demoBeganAtMs() !== beganAtMs) await demo.stop();
    await demo.open(beganAtMs);
    await book.update(intoId, { currencies: account.currencies, syncEveryMinutes: account.syncEveryMinutes });
    return;
  }
  await book.restore({ ...account, baseUrl: baseUrlOf(account.baseUrl) }, intoId);
}

async function removeAccount(accounts: Accounts, accountId: string): Promise<void> {
  const { book, active, demo, emit } = accounts;
  const isDemo = book.find(accountId)?.kind === 'demo';
  const wasOpen = active.isOpen(accountId);
  await book.remove(accountId);
  if (wasOpen) await openActive(accounts);
  else emit('accounts', book.state());
  active.forget(accountId);
  if (isDemo) await demo.stop();
}

function syncHandlers(active: ActiveAccount) {
  return {
    readSyncStatus: active.status,
    rereadMonths: ({ months }) => active.command((engine) => engine.rereadMonths(months)),
    cancelRereads: ({ months }) => {
      active.engine()?.cancelRereads(months);
      return null;
    },
    checkMonths: ({ months }) => active.command((engine) => engine.checkMonths(months)),
    findDifferences: ({ ranges }) => active.command((engine) => engine.findDifferences(ranges)),
    resolveMissing: (decision) => active.needEngine().resolveMissing(decision),
    syncNow: () => active.command((engine) => engine.syncNow()),
    pauseSync: active.pause,
  } satisfies Partial<Handlers<AppCalls>>;
}

/** Origins a page may have the host ask: unbounded, a page that was taken over could scan ports and network. */
const MAX_ORIGINS = 8;
const SPAN_MS = 10 * MINUTE_MS;

/** Whether an address may be asked. One that was asked in the last minutes may be asked again. */
type OriginQuota = (baseUrl: string) => boolean;

/** @param nowMs milliseconds that never jump */
export function createOriginQuota(nowMs: () => number): OriginQuota {
  const firstAskedAt = new Map<string, number>();
  return (baseUrl) => {
    const now = nowMs();
    for (const [origin, at] of firstAskedAt) if (now - at >= SPAN_MS) firstAskedAt.delete(origin);
    const { origin } = new URL(baseUrl);
    if (firstAskedAt.has(origin)) return true;
    if (firstAskedAt.size >= MAX_ORIGINS) return false;
    firstAskedAt.set(origin, now);
    return true;
  };
}
