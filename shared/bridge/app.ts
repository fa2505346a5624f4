import { z } from 'zod';
import type { WindowPurpose } from '#shared/bridge/ledger.ts';
import type { Checks } from '#shared/bridge/rpc.ts';
import type { LocalDate, UtcInstant } from '#shared/dates.ts';

/** What the page may ask of the main process, and what it is told. The key crosses inward once, never outward. */

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

export type Account = {
  readonly id: string;
  readonly kind: 'demo' | 'api';
  readonly name: string;
  readonly baseUrl: string;
  readonly plan: Plan;
  /** False after a restart until the key is given again: what was read stays readable. */
  readonly hasKey: boolean;
};

export type AccountsState = { readonly accounts: readonly Account[]; readonly activeId: string | null };

/** What a key check found. `words` are the server's own, as they came. */
export type KeyCheck =
  | { readonly kind: 'accepted'; readonly earliest: LocalDate; readonly words: string | null }
  | {
      readonly kind: 'rejected';
      readonly reason:
        | 'unauthorized'
        | 'forbidden'
        | 'rate-limited'
        | 'unreachable'
        | 'not-the-api'
        | 'server-error'
        | 'refused';
      readonly words: string | null;
    };

/** Why nothing is being asked at this moment. `untilMs` is epoch milliseconds on the main process's clock. */
export type Waiting = {
  readonly reason: 'minute-limit' | 'day-limit' | 'back-off' | 'ledger';
  readonly untilMs: number | null;
};

export type SyncFailureCode =
  | 'unauthorized'
  | 'forbidden'
  | 'bad-request'
  | 'rate-limited'
  | 'unreachable'
  | 'timed-out'
  | 'server-error'
  | 'bad-answer'
  | 'key-missing'
  | 'ledger'
  | 'unsettled'
  | 'internal';

export type SyncFailure = {
  readonly code: SyncFailureCode;
  /** The server's words, as they came; null when it said nothing. */
  readonly words: string | null;
  readonly status: number | null;
  readonly atMs: number;
};

export type SyncActivity = {
  readonly purpose: WindowPurpose;
  /** The window's own bounds, as text of its axis (no zone for purchases, Z for updates). */
  readonly from: string;
  readonly to: string;
  readonly page: number;
  /** Null until the first page has told. */
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

export type SyncRun = {
  readonly finishedAtMs: number;
  readonly purpose: 'history' | 'changes';
  readonly requests: number;
  readonly rowsRead: number;
  readonly ordersNew: number;
  readonly ordersChanged: number;
};

export type SyncStatus = {
  readonly accountId: string | null;
  /** waiting: for the limiter or a back-off. paused: by the user. error: see `failure`; syncNow tries again. */
  readonly state: 'idle' | 'running' | 'waiting' | 'paused' | 'error';
  readonly activity: SyncActivity | null;
  readonly waiting: Waiting | null;
  readonly progress: SyncProgress | null;
  readonly lastRun: SyncRun | null;
  readonly failure: SyncFailure | null;
  /** Changes are known up to this instant of the server's clock. */
  readonly knownUntil: UtcInstant | null;
  /** True once the whole target of the historical load has been read. */
  readonly historyComplete: boolean;
  /** What the server said when it allowed less history than the plan promises. */
  readonly earliestNotice: string | null;
  readonly ordersToVerify: number;
  /** Purchase ranges whose pages kept disagreeing; tried again with every sync. */
  readonly unsettledWindows: number;
  readonly requests: {
    readonly lastMinute: number;
    readonly perMinute: number;
    readonly lastDay: number;
    readonly perDay: number;
  };
};

export type HostInfo = {
  readonly host: 'desktop' | 'browser';
  readonly version: string;
};

/** What became of an export: written to a file the user chose, or ready at an address of the host. */
export type ExportEnd =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'download'; readonly url: string };

const accountId = z.object({ accountId: z.string().min(1) });
const keySchema = z.string().trim().min(1).max(500);
const connectSchema = z.object({
  baseUrl: z.string().min(1).max(2000),
  plan: z.enum(PLANS),
  key: keySchema,
  name: z.string().trim().max(120),
});
export type Connect = z.infer<typeof connectSchema>;

export type AppCalls = {
  readonly readHostInfo: { readonly input: null; readonly output: HostInfo };
  readonly readAccounts: { readonly input: null; readonly output: AccountsState };
  readonly readSyncStatus: { readonly input: null; readonly output: SyncStatus };
  /** One real request with the key; nothing is stored. */
  readonly checkKey: { readonly input: Omit<Connect, 'name'>; readonly output: KeyCheck };
  readonly connectAccount: { readonly input: Connect; readonly output: AccountsState };
  readonly openDemo: { readonly input: null; readonly output: AccountsState };
  readonly giveKey: {
    readonly input: { readonly accountId: string; readonly key: string };
    readonly output: AccountsState;
  };
  readonly activateAccount: {
    readonly input: { readonly accountId: string };
    readonly output: AccountsState;
  };
  /** Reads the changes now; also resumes a paused or failed sync. */
  readonly syncNow: { readonly input: null; readonly output: null };
  readonly pauseSync: { readonly input: null; readonly output: null };
  /** Null: the user cancelled the choice of a file. */
  readonly openExport: {
    readonly input: { readonly fileName: string };
    readonly output: { readonly exportId: string } | null;
  };
  readonly writeExport: {
    readonly input: { readonly exportId: string; readonly text: string };
    readonly output: null;
  };
  readonly closeExport: { readonly input: { readonly exportId: string }; readonly output: ExportEnd };
  readonly cancelExport: { readonly input: { readonly exportId: string }; readonly output: null };
};

export const appChecks: Checks<AppCalls> = {
  readHostInfo: z.null(),
  readAccounts: z.null(),
  readSyncStatus: z.null(),
  checkKey: connectSchema.omit({ name: true }),
  connectAccount: connectSchema,
  openDemo: z.null(),
  giveKey: accountId.extend({ key: keySchema }),
  activateAccount: accountId,
  syncNow: z.null(),
  pauseSync: z.null(),
  openExport: z.object({ fileName: z.string().min(1).max(200) }),
  writeExport: z.object({ exportId: z.string().min(1), text: z.string() }),
  closeExport: z.object({ exportId: z.string().min(1) }),
  cancelExport: z.object({ exportId: z.string().min(1) }),
};

export const APP_CALL_NAMES = Object.keys(appChecks) as readonly (keyof AppCalls)[];

export type AppEvents = {
  readonly syncStatus: SyncStatus;
  readonly accounts: AccountsState;
};
export const APP_EVENT_NAMES = ['syncStatus', 'accounts'] as const satisfies readonly (keyof AppEvents)[];

/** What the page holds: one function a call, and one way to listen. Preload and WebSocket both give it. */
export type AppBridge = {
  readonly call: {
    readonly [K in keyof AppCalls]: (input: AppCalls[K]['input']) => Promise<AppCalls[K]['output']>;
  };
  /** Listens to an event; returns the way to stop. */
  readonly on: <K extends keyof AppEvents>(event: K, listener: (payload: AppEvents[K]) => void) => () => void;
  /** True while the main process answers. */
  readonly onConnection: (listener: (connected: boolean) => void) => () => void;
};
