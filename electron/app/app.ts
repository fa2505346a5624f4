import { join } from 'node:path';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { AppCalls, KeyCheck, Plan, SyncStatus } from '#shared/contract/app.ts';
import type { HostInfo } from '#shared/contract/host-info.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import { type KnownAccount, openAccountBook } from '../accounts/account-book.ts';
import { createKeyRing } from '../accounts/key-ring.ts';
import type { KeyVault } from '../accounts/key-vault.ts';
import { UNCONFIRMED_ADDRESS } from '../accounts/unconfirmed-addresses.ts';
import { systemClock } from '../api/clock.ts';
import { NO_STANDBY, type Standby } from '../desktop/standby.ts';
import {
  createFolderHandlers,
  createScheduledFiles,
  directoryOf,
  type FolderHost,
  usableFolder,
} from '../export/account-folder.ts';
import { createBackups } from '../export/backups.ts';
import { createDatasetFolders } from '../export/dataset-folder.ts';
import { createPageStreams, type OpenExportTarget, type PrintPage } from '../export/page-streams.ts';
import { createAskedQuestions, PATIENCE, PATIENCE_WITH_WINDOW } from '../programs/asked-questions.ts';
import { createAssistantSetting } from '../programs/assistant-setting.ts';
import {
  type Accounts,
  type AppEventListener,
  accountHandlers,
  baseUrlOf,
  beginByItself,
  openActive,
  takeKeys,
} from './account-handlers.ts';
import { type ActiveAccount, type CreateEngine, createActiveAccount } from './active-account.ts';
import { createDemo, type StartDemo } from './demo-company.ts';
import { createOriginQuota, type OriginQuota } from './origin-quota.ts';
import { NO_SHELL, type ShellHost } from './shell-host.ts';
import { NO_SURROUNDINGS, type Surroundings, surroundingsHandlers } from './surroundings.ts';
import { NO_UPDATES, type UpdatesHost } from './updates.ts';

/** So long the start waits for the system's keyring. */
const KEYRING_PATIENCE_MS = 2000;
/** The page had too many addresses asked in the last minutes; nothing was asked of this one. */
const TOO_MANY_ADDRESSES = 'too-many-addresses';

export type AppParts = {
  readonly createEngine: CreateEngine;
  readonly periodMs: (account: KnownAccount) => number;
  /** One real request; never rejects for what a server or a network may do. */
  readonly checkKey: (input: { baseUrl: string; plan: Plan; key: string }) => Promise<KeyCheck>;
  readonly startDemo: StartDemo;
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
  /** The system's own surroundings; without them, none. */
  readonly surroundings?: Surroundings;
  /** Absent: versions of this host come another way. */
  readonly updates?: UpdatesHost;
  /** Absent: the app runs for its user from the beginning. */
  readonly standby?: Standby;
  readonly parts: AppParts;
};

export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Starts the app: the account that was active last is active again, its sync begins when its ledger calls in. Long, for it puts
 * the app's parts together.
 */
export async function createApp(options: AppOptions) {
  const { parts, surroundings = NO_SURROUNDINGS, updates = NO_UPDATES, standby = NO_STANDBY } = options;
  const keys = createKeyRing(options.keyVault, () => emit('accounts', book.state()));
  const book = await openAccountBook(options.profileDirectory, keys);
  const demo = createDemo(parts.startDemo, book);
  const { exportFolders } = options;
  const isKnown = (id: string): boolean => book.find(id) !== undefined;
  // Without asking anybody: where no folder was chosen, or it is gone, into the profile.
  const backupDirectory = async (id: string): Promise<string> =>
    (await usableFolder(exportFolders, id)) ?? join(options.profileDirectory, 'exports');
  const backups = createBackups(isKnown, backupDirectory);
  const assistants = createAssistantSetting(options.profileDirectory);
  const patience = options.host.host === 'desktop' ? PATIENCE_WITH_WINDOW : PATIENCE;
  const asked = createAskedQuestions(() => emit('asked', null), assistants.read, patience);
  const openDataset = createDatasetFolders(isKnown, (id, isQuiet) => directoryOf(exportFolders, id, isQuiet));
  const streams = createPageStreams({
    openTarget: options.openExportTarget,
    openScheduled: createScheduledFiles(isKnown, exportFolders),
    openDataset,
    backups,
    readOpened: surroundings.openings.read,
    readAsked: asked.read,
    openAsked: asked.open,
    openAskedDataset: async (id, accountId) => openDataset(accountId, true, await asked.folderOf(id)),
    demoFiles: demo.files,
  });
  const listeners = new Set<AppEventListener>();
  const emit: AppEventListener = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };
  const active = createActiveAccount({
    book,
    createEngine: parts.createEngine,
    idleStatus: parts.idleStatus,
    onStatus: (status) => emit('syncStatus', status),
    standby,
  });

  /** Switches happen one after the other: an engine is stopped before the next one starts. */
  const inTurn = createSequencer();

  /** Takes what the keyring gives. It may wait for its user, who may be away: Cuadra waits a moment, and takes later what comes later. */
  async function openKeys(take: (ids: readonly string[]) => Promise<void>): Promise<void> {
    const opened = book.openKeys();
    const patience = new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), KEYRING_PATIENCE_MS).unref();
    });
    const inTime = await Promise.race([opened, patience]);
    await inTurn(() => take(inTime ?? []));
    if (inTime === null) void opened.then((ids) => inTurn(() => takeKeys(accounts, ids)));
  }

  const accounts: Accounts = { book, active, demo, emit, inTurn, periodMs: parts.periodMs };
  const handlers: Handlers<AppCalls> = {
    readHostInfo: () => options.host,
    checkKey: ({ baseUrl: typed, plan, key }) => {
      const baseUrl = baseUrlOf(typed);
      return book.mayTakeKeys(baseUrl)
        ? parts.checkKey({ baseUrl, plan, key })
        : { kind: 'rejected', reason: UNCONFIRMED_ADDRESS, words: null };
    },
    ...accountHandlers(accounts),
    ...syncHandlers(active),
    syncNow: async () => {
      if (standby.isOn()) await openKeys((ids) => takeKeys(accounts, ids));
      return active.command((engine) => engine.syncNow());
    },
    ...createFolderHandlers(isKnown, exportFolders),
    ...shellHandlers(options.shell ?? NO_SHELL, isKnown),
    ...surroundingsHandlers(surroundings),
    readUpdates: updates.read,
    askUpdates: ({ action }) => updates.ask(action),
    listBackups: ({ accountId }) => backups.list(accountId),
    ...streams.connect().calls,
    // The host itself answers no program.
    takeAsked: () => [],
    answerAsked: () => null,
    readAssistantAccess: assistants.read,
    changeAssistantAccess: async ({ access }) => {
      await assistants.change(access);
      return access;
    },
  };
  surroundings.openings.onOpened(() => emit('opened', null));
  updates.onChange((state) => emit('updates', state));
  const quota = createOriginQuota(systemClock.monotonicMs);
  // A program's question is no reason to ask the user for the keyring: what reads from the source opens it.
  standby.onEnd(() => void openKeys((ids) => beginByItself(accounts, ids)));
  if (standby.isOn()) await inTurn(() => openActive(accounts));
  else await openKeys(() => openActive(accounts));

  return {
    /** The host's own calls. Inputs are checked by whoever serves them (appChecks). */
    handlers,
    /** A page's calls, as long as it is there: they can do less than the host's own. */
    connect: (print: PrintPage | null = null) => {
      const { calls, end } = streams.connect(print);
      const answering = asked.connect();
      return {
        handlers: { ...handlers, ...calls, ...answering.calls, ...withinQuota(quota, handlers) },
        end: () => {
          answering.end();
          return end();
        },
      };
    },
    /** Asks what a program of this user asks: the page that has the copy answers. */
    askPage: asked.ask,
    onEvent: (listener: AppEventListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: active.status,
    /** True while files are being written or read for a page. */
    hasOpenFiles: streams.areOpen,
    attachLedgerChannel: active.attachLedgerChannel,
    /** The machine goes to sleep: nothing is asked until `resume`, which reads what changed. */
    suspend: active.suspend,
    resume: active.resume,
    stop: () =>
      inTurn(async () => {
        asked.stop();
        await active.stop();
        await streams.stop();
        await book.settled();
        await demo.stop();
      }),
  };
}

function shellHandlers(shell: ShellHost, isKnown: (accountId: string) => boolean) {
  return {
    readShell: () => shell.read(),
    changeShell: (part) => shell.change(part),
    sendCommands: ({ commands }) => {
      shell.sendCommands(commands);
      return null;
    },
    sendMovedMonths: async ({ accountId, months }) => {
      if (isKnown(accountId)) await shell.sendMovedMonths(accountId, months);
      return null;
    },
    sendLanguage: async ({ language }) => {
      await shell.sendLanguage(language);
      return null;
    },
  } satisfies Partial<Handlers<AppCalls>>;
}

function withinQuota(quota: OriginQuota, handlers: Handlers<AppCalls>) {
  return {
    checkKey: (input) =>
      quota(baseUrlOf(input.baseUrl))
        ? handlers.checkKey(input)
        : { kind: 'rejected', reason: TOO_MANY_ADDRESSES, words: null },
    connectAccount: (input) => {
      if (quota(baseUrlOf(input.baseUrl))) return handlers.connectAccount(input);
      throw new RpcError(TOO_MANY_ADDRESSES, 'Too many addresses were asked in the last minutes.');
    },
    confirmAddress: (input) => {
      if (quota(baseUrlOf(input.baseUrl))) return handlers.confirmAddress(input);
      throw new RpcError(TOO_MANY_ADDRESSES, 'Too many addresses were asked in the last minutes.');
    },
  } satisfies Partial<Handlers<AppCalls>>;
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
    pauseSync: active.pause,
  } satisfies Partial<Handlers<AppCalls>>;
}
