import { z } from 'zod';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { type AppStreams, streamInputs } from './app-streams.ts';
import { accountIdSchema, type BackupFile, backupAccountSchema } from './backups.ts';
import type { RereadReason } from './checkpoint.ts';
import { controlRangeSchema } from './control-total.ts';
import { type AccountCurrencies, accountCurrenciesSchema } from './currencies.ts';
import type { HostInfo } from './host-info.ts';
import { languageSchema } from './languages.ts';
import { type OpenedOutputs, openedInputs } from './opened.ts';
import { pageErrorSchema } from './page-errors.ts';
import { type AskedOutputs, askedInputs } from './program-questions.ts';
import type { Checks, Frozen } from './rpc.ts';
import type { RunEntry, SyncFailure, WindowPurpose } from './run-log.ts';
import {
  availableCommandsSchema,
  movedMonthsSchema,
  type PageCommand,
  type ShellSettings,
  shellChangeSchema,
} from './shell.ts';
import type { Puller, StreamCalls } from './streams.ts';
import { type Updates, updateActionSchema } from './updates.ts';
import { monthSchema } from './wire-dates.ts';

/** Calls of the page to the main process, and its events. The key crosses inward once, never outward. */

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

export type Account = {
  readonly id: string;
  readonly kind: 'demo' | 'api';
  readonly name: string;
  readonly baseUrl: string;
  /** False: the address came from a file; no key is taken for it or sent there before the user confirms it. */
  readonly isAddressConfirmed: boolean;
  readonly plan: Plan;
  /** False until the key is given, again after a restart where it is not kept: what was read stays readable. */
  readonly hasKey: boolean;
  /** All that is told of the key; null: there is none, or it is the demo's. */
  readonly key: AccountKey | null;
  /** Minutes between two readings of changes while the app is open; one of SYNC_PERIODS_MINUTES. */
  readonly syncEveryMinutes: number;
  readonly currencies: AccountCurrencies;
};

/**
 * Where a key is while Cuadra is closed: encrypted by the system's keyring, in a file that nothing but its permissions
 * protects, or nowhere (it is given again after a start).
 */
export type KeyKeeping = 'keyring' | 'unprotected' | 'memory';
export type AccountKey = {
  /** Its last characters, at most four; null: it is kept, and cannot be read at the moment. */
  readonly ending: string | null;
  readonly keeping: KeyKeeping;
};

/** The storage that a host has for keys; the last three only where it has a place for them. */
export type KeyStorage =
  /** Nothing: they live as long as the process. */
  | 'memory'
  | 'keyring'
  /** The keyring gives nothing at the moment. */
  | 'locked'
  /** The system has none: keys are kept only if the user agrees to keep them unprotected. */
  | 'no-keyring'
  /** The user agreed. */
  | 'unprotected';

/** Every quarter of an hour to daily. */
export const SYNC_PERIODS_MINUTES = [15, 30, 60, 120, 240, 720, 1440] as const;
export const DEFAULT_SYNC_PERIOD_MINUTES = 60;

export type AccountsState = {
  readonly accounts: readonly Account[];
  readonly activeId: string | null;
  readonly keyStorage: KeyStorage;
};

export type KeyCheck =
  | {
      readonly kind: 'accepted';
      /** From this day on the key may ask; null where the server has not named it and its time is not sure (rule 15). */
      readonly earliest: LocalDate | null;
      readonly words: string | null;
    }
  | {
      readonly kind: 'rejected';
      readonly reason:
        | 'unauthorized'
        /** It holds characters that no request can carry: nothing was asked. */
        | 'unfit-key'
        | 'forbidden'
        | 'rate-limited'
        | 'unreachable'
        | 'not-the-api'
        | 'server-error'
        | 'refused'
        /** The host was given too many addresses in the last minutes: nothing was asked. */
        | 'too-many-addresses'
        /** An account from a file names this address, which nobody confirmed: nothing was asked. */
        | 'unconfirmed-address';
      readonly words: string | null;
    };

/** Why nothing is being asked at this moment. `untilMs` is epoch milliseconds on the main process's clock. */
export type Waiting = {
  readonly reason: 'minute-limit' | 'day-limit' | 'back-off' | 'ledger';
  readonly untilMs: number | null;
};

/** The service does not give what it is asked for, and tries go on. */
export type Outage = {
  /** silent: no answer comes. failing: its own errors, or answers that cannot be used. */
  readonly kind: 'silent' | 'failing';
  /** When the first of the tries failed, over requests and runs, epoch milliseconds of this machine. */
  readonly sinceMs: number;
  /** Tries of the present request that have failed, and how many a run makes of one. */
  readonly tried: number;
  readonly tries: number;
};

export type SyncActivity = {
  /** `control`: its rows are only counted. */
  readonly purpose: WindowPurpose | 'control';
  /** The window's own bounds, as text of its axis (no zone for purchases, Z for updates). */
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly pages: number | null;
  /** 2 and more: read again because pages disagreed. */
  readonly reading: number;
};

export type SyncProgress = {
  readonly rowsRead: number;
  readonly pagesRead: number;
  readonly monthsDone: number;
  readonly monthsTotal: number;
  /** Pages still expected, from the pages of the months read so far; null until there is something to go by. */
  readonly pagesLeft: number | null;
  /** At the limiter's pace; null until there is something to go by. */
  readonly secondsLeft: number | null;
};

/** The sync's next requests, in this order. */
export type QueueItem = {
  readonly kind: 'changes' | 'history' | 'reread' | 'verification' | 'control';
  /** Epoch milliseconds of this machine at which it begins; null: it follows what runs now. */
  readonly atMs: number | null;
  /** Purchases it is about, where it is about purchases: [from, to). */
  readonly from: LocalDateTime | null;
  readonly to: LocalDateTime | null;
  readonly reason: RereadReason | null;
  /** Requests it is expected to take; null when nobody can say. */
  readonly requests: number | null;
};

/** The requests of a key, as its limiter remembers them. Times are epoch milliseconds of this machine. */
export type RequestUsage = {
  readonly lastMinute: number;
  readonly perMinute: number;
  readonly lastDay: number;
  readonly perDay: number;
  /** When the requests of the last minute were answered, ascending; those in flight are not among them. */
  readonly recentAtMs: readonly number[];
  /** When the next request fits; null: now. */
  readonly nextFreeAtMs: number | null;
  /** Requests of the last 24 hours, hour by hour, the hour that runs now last. */
  readonly byHour: readonly number[];
};

/** The main process's view of the local copy that called in. */
export type CopyState =
  /** The one this account was read into. */
  | 'known'
  /** A first copy. */
  | 'new'
  /** Another one than before: the former was lost, or belongs to another browser. It is read anew. */
  | 'replaced';

export type SyncStatus = {
  readonly accountId: string | null;
  /** waiting: for the limiter or a back-off. paused: by the user. error: see `failure`; syncNow tries again. */
  readonly state: 'idle' | 'running' | 'waiting' | 'paused' | 'error';
  readonly activity: SyncActivity | null;
  readonly waiting: Waiting | null;
  /** Null from the first answer on that says something. */
  readonly outage: Outage | null;
  readonly progress: SyncProgress | null;
  /** The run that goes on, or the last one that ended in this process. */
  readonly run: RunEntry | null;
  /** The last run that ended well, in this process. */
  readonly lastRun: RunEntry | null;
  readonly failure: SyncFailure | null;
  /** When the schedule begins the next run by itself (epoch ms of this machine); null: it will not. */
  readonly nextRunAtMs: number | null;
  readonly queue: readonly QueueItem[];
  readonly copy: CopyState;
  /** Changes are known up to this instant of the server's clock. */
  readonly knownUntil: UtcInstant | null;
  readonly historyComplete: boolean;
  /** The server's words when it allowed less history than the plan promises. */
  readonly earliestNotice: string | null;
  readonly ordersToVerify: number;
  /** Purchase ranges whose pages kept disagreeing; tried again with every sync. */
  readonly unsettledWindows: number;
  /** Rows that the source no longer gives and that stay until the user says (rule 11). */
  readonly rowsHeld: number;
  readonly requests: RequestUsage;
};

/** A file that lies in the folder for exports. Times are epoch milliseconds of this machine. */
export type ListedFile = { readonly name: string; readonly bytes: number; readonly writtenAtMs: number };

/** The folder that an account's exports, backups and scheduled files go to, and what lies in it. */
export type ExportFolder = {
  /** Null: none was chosen yet. */
  readonly path: string | null;
  /** `gone`: it was chosen and is not there any more. `locked`: nothing can be written there. */
  readonly state: 'none' | 'ready' | 'gone' | 'locked';
  /** Whether this host has dialogs to choose it in, and a way to show it in the system. */
  readonly canChoose: boolean;
  /** The export for engines; null: there is none. */
  readonly dataset: {
    readonly path: string;
    readonly writtenAtMs: number;
    /** Null where the manifest cannot be read. */
    readonly rows: number | null;
    readonly months: readonly (Omit<ListedFile, 'name'> & {
      /** Null: rows without a readable purchase date. */
      readonly month: string | null;
      readonly rows: number | null;
    })[];
  } | null;
  /** Newest first. */
  readonly backups: readonly ListedFile[];
  readonly scheduled: readonly ListedFile[];
};

/** Places of an account's folder that can be shown in the system. */
const FOLDER_PLACES = ['all', 'dataset', 'backups', 'scheduled'] as const;
export type FolderPlace = (typeof FOLDER_PLACES)[number];

const accountId = z.object({ accountId: z.string().min(1) });
const months = z.object({ months: z.array(monthSchema).min(1).max(600) });
const keySchema = z.string().trim().min(1).max(500);
const connectSchema = z.object({
  baseUrl: z.string().min(1).max(2000),
  plan: z.enum(PLANS),
  key: keySchema,
  name: z.string().trim().max(120),
});

/** The input of each call. */
const inputs = {
  readHostInfo: z.null(),
  readAccounts: z.null(),
  readSyncStatus: z.null(),
  /** One real request with the key; nothing is stored. */
  checkKey: connectSchema.omit({ name: true }),
  connectAccount: connectSchema,
  openDemo: z.null(),
  giveKey: accountId.extend({ key: keySchema }),
  /** The user's word that keys of the account go to this address, which came from a file and which they saw. */
  confirmAddress: accountId.extend({ baseUrl: z.string().min(1).max(2000) }),
  /** Forgets an account's key, here and on disk. */
  deleteKey: accountId,
  /** Tries the system's keyring once more. */
  openKeys: z.null(),
  /** Whether keys may be kept where the system cannot protect them; taken back, those are removed. */
  allowUnprotectedKeys: z.object({ allowed: z.boolean() }),
  activateAccount: accountId,
  /** Changes an account's name, plan, schedule or currencies. A larger plan extends the history (rule 9). */
  updateAccount: accountId.extend({
    name: z.string().trim().max(120).optional(),
    plan: z.enum(PLANS).optional(),
    syncEveryMinutes: z
      .number()
      .refine((minutes) => SYNC_PERIODS_MINUTES.some((period) => period === minutes))
      .optional(),
    currencies: accountCurrenciesSchema.optional(),
  }),
  /** Takes an account off the list. Its local copy is the page's to delete; what was asked with its key still counts. */
  removeAccount: accountId,
  /** Decides about a key of unknown orders (failure `other-company`): same company, an account of its own, or forget. */
  resolveKey: accountId.extend({ decision: z.enum(['same-company', 'own-account', 'forget']) }),
  /** Reads months of purchases again, newest first, from the next request on (rule 11). */
  rereadMonths: months,
  /** Takes months off the list of what is to be read again. */
  cancelRereads: months,
  /** Compares the server's count of months with the local copy's (rule 12), with two requests a month. */
  checkMonths: months,
  /** Counts months or everything and searches for differences at once (rule 12), also where a search has failed before. */
  findDifferences: z.object({ ranges: z.array(controlRangeSchema).min(1).max(600) }),
  /** Removes rows of a month that the source no longer gives, or lets them stay. */
  resolveMissing: z.object({ month: monthSchema, decision: z.enum(['remove', 'keep']) }),
  /** Reads the changes now; also resumes a paused or failed sync. */
  syncNow: z.null(),
  pauseSync: z.null(),
  listBackups: accountId,
  /**
   * A backup of `account` is the copy of account `intoId`, which is added where it is not known and becomes the active one.
   * Where it was another's copy, the key has to prove itself anew (rule 14); an address that came with it is to be confirmed.
   */
  restoreAccount: z.object({ account: backupAccountSchema, intoId: accountIdSchema }),
  readExportFolder: accountId,
  /** Asks for another folder in the system's own dialog: what lies in the one before stays there. */
  chooseExportFolder: accountId,
  showExportFolder: accountId.extend({ place: z.enum(FOLDER_PLACES) }),
  /** The language that the page is in: menus, tray and notifications follow it. */
  sendLanguage: z.object({ language: languageSchema }),
  /** The menus' commands that the page can do: a first run has nothing to read or to go to. */
  sendCommands: availableCommandsSchema,
  /** The closed months of an account that moved and that nobody has looked at since: all of them, months alone. */
  sendMovedMonths: accountId.extend({ months: movedMonthsSchema }),
  readShell: z.null(),
  changeShell: shellChangeSchema,
  /** An error that nobody caught in the page or its worker, for the log. */
  reportError: pageErrorSchema,
  readUpdates: z.null(),
  /** Begins a step towards a newer version of the app; `updates` tells how it goes on. */
  askUpdates: updateActionSchema,
  ...openedInputs,
  ...askedInputs,
  ...streamInputs,
};

/** The output of each call. */
type Outputs = OpenedOutputs &
  AskedOutputs & {
    readonly [K in keyof StreamCalls]: StreamCalls[K]['output'];
  } & {
    readHostInfo: HostInfo;
    readAccounts: AccountsState;
    readSyncStatus: SyncStatus;
    checkKey: KeyCheck;
    connectAccount: AccountsState;
    openDemo: AccountsState;
    giveKey: AccountsState;
    confirmAddress: AccountsState;
    deleteKey: AccountsState;
    openKeys: AccountsState;
    allowUnprotectedKeys: AccountsState;
    activateAccount: AccountsState;
    updateAccount: AccountsState;
    removeAccount: AccountsState;
    resolveKey: AccountsState;
    rereadMonths: null;
    cancelRereads: null;
    checkMonths: null;
    findDifferences: null;
    resolveMissing: { readonly rowsRemoved: number };
    syncNow: null;
    pauseSync: null;
    /** Newest first. */
    listBackups: { readonly folder: string; readonly backups: readonly BackupFile[] };
    restoreAccount: AccountsState;
    readExportFolder: ExportFolder;
    /** Null: the user changed their mind, or this host has no such dialog. */
    chooseExportFolder: ExportFolder | null;
    showExportFolder: null;
    sendLanguage: null;
    sendCommands: null;
    sendMovedMonths: null;
    /** Null: this host has nothing around the page that could be set. */
    readShell: ShellSettings | null;
    changeShell: ShellSettings;
    reportError: null;
    /** Null: this host does not come by versions of its own. */
    readUpdates: Updates | null;
    askUpdates: Updates | null;
  };

export type AppCalls = {
  readonly [K in keyof typeof inputs]: {
    readonly input: Frozen<z.infer<(typeof inputs)[K]>>;
    readonly output: Outputs[K];
  };
};

export const appChecks: Checks<AppCalls> = inputs;
export const APP_CALL_NAMES = Object.keys(inputs) as readonly (keyof AppCalls)[];

export type AppEvents = {
  readonly syncStatus: SyncStatus;
  readonly accounts: AccountsState;
  /** The user chose it in a menu or in the tray. */
  readonly command: PageCommand;
  /** Something was opened with Cuadra: `takeOpened` says what. */
  readonly opened: null;
  /** A program asked something: `takeAsked` says what. */
  readonly asked: null;
  readonly updates: Updates;
};
export const APP_EVENT_NAMES = [
  'syncStatus',
  'accounts',
  'command',
  'opened',
  'asked',
  'updates',
] as const satisfies readonly (keyof AppEvents)[];

/** The page's side: one function a call, and one way to listen. Preload and WebSocket both give it. */
export type AppBridge = {
  readonly call: {
    readonly [K in keyof AppCalls]: (input: AppCalls[K]['input']) => Promise<AppCalls[K]['output']>;
  };
  /** The streams. */
  readonly pull: Puller<AppStreams>;
  /** Listens to an event; returns the way to stop. */
  readonly on: <K extends keyof AppEvents>(event: K, listener: (payload: AppEvents[K]) => void) => () => void;
  readonly onConnection: (listener: (connection: Connection) => void) => () => void;
};

/** `shut-out`: the host is there, but it was started anew and takes another session secret than this page has. */
export type Connection = 'connected' | 'disconnected' | 'shut-out';
