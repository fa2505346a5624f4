import type { AppBridge, SyncStatus } from '#shared/contract/app.ts';
import type { ExportEnd } from '#shared/contract/app-streams.ts';
import type { MemoryLedger } from '#test/electron/sync/memory-ledger.ts';
import { type Company, KEYS, PLAN } from './company.ts';

/** A host as a scenario drives it, whichever it is: its process, its page, and what its user answers. */

/** What not every host can do. */
export type Ability = 'keeps-keys' | 'asks-where-to-save' | 'asks-for-folders' | 'prints' | 'has-a-shell';

export type HostUnderTest = {
  /** A folder of this scenario alone; the profile is in it. */
  readonly folder: string;
  readonly profile: string;
  /** Begins the process and shows its page. Rejects with what the user is told where it does not begin. */
  readonly start: () => Promise<Page>;
  /** Ends the process in order, whatever it does; its page goes with it. */
  readonly quit: () => Promise<void>;
  /** The page is loaded anew by its user. */
  readonly reload: () => Promise<Page>;
  /** The page's process dies; resolves with the page that comes in its place. */
  readonly crashPage: () => Promise<Page>;
  /** The folder and name the user gives whenever asked; null: thinks better of it. Where nobody is asked, nothing. */
  readonly answerDialogs: (path: string | null) => void;
  /** A finished export, as it comes to the user. */
  readonly readExport: (end: ExportEnd) => Promise<Uint8Array>;
};

/** The page of a host. Its data worker opens the copy of whichever account is active, as the real one does. */
export type Page = {
  readonly bridge: AppBridge;
  /** Everything that came to it: answers and events, as text. */
  readonly viewOf: () => string;
  /** The first status that passes. */
  readonly untilStatus: (passes: (status: SyncStatus) => boolean) => Promise<SyncStatus>;
  /** The copy of an account, as the page holds it. */
  readonly copyOf: (accountId: string) => MemoryLedger;
};

export type Scenario = {
  readonly name: string;
  /** Without these a host cannot be asked for it. */
  readonly needs: readonly Ability[];
  /** Resolves with what the user has in the end: it must be the same on every host. */
  readonly run: (host: HostUnderTest, company: Company, abilities: ReadonlySet<Ability>) => Promise<unknown>;
};

export type HostKind = {
  readonly name: 'desktop' | 'browser';
  readonly abilities: ReadonlySet<Ability>;
  readonly create: (folder: string) => HostUnderTest;
};

export const isAtRest = ({ state }: SyncStatus): boolean => ['idle', 'error', 'paused'].includes(state);

export const isWhole = ({ state, historyComplete }: SyncStatus): boolean =>
  state === 'idle' && historyComplete;

/** Connects the company with a key; its account's id. */
export async function connect(page: Page, { baseUrl }: Company, key: string = KEYS.first): Promise<string> {
  const { activeId } = await page.bridge.call.connectAccount({ baseUrl, plan: PLAN, key, name: 'Tienda' });
  return activeId ?? '';
}

/** After a start: a host that kept no key is given it again. */
export async function giveKeyAgain(
  page: Page,
  accountId: string,
  abilities: ReadonlySet<Ability>,
): Promise<void> {
  if (!abilities.has('keeps-keys')) await page.bridge.call.giveKey({ accountId, key: KEYS.first });
}
