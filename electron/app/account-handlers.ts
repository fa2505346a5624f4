import type { AccountsState, AppCalls, AppEvents } from '#shared/contract/app.ts';
import { type BackupAccount, demoBeganAt } from '#shared/contract/backups.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import { readBaseUrl } from '#shared/domain/base-url.ts';
import type { AccountBook, KnownAccount } from '../accounts/account-book.ts';
import type { ActiveAccount } from './active-account.ts';
import type { Demo } from './demo-company.ts';

/** The address is neither https nor this machine's, or no address at all. */
const BAD_BASE_URL = 'bad-base-url';
/** The backup is of no account that can be opened here. */
const BAD_BACKUP = 'bad-backup';

export type AppEventListener = <K extends keyof AppEvents & string>(name: K, payload: AppEvents[K]) => void;

/**
 * The base address that a text says, as it is kept.
 * @throws RpcError where it is none
 */
export function baseUrlOf(text: string): string {
  const reading = readBaseUrl(text);
  if (!reading.ok) throw new RpcError(BAD_BASE_URL, `This is no address for a data API: ${reading.problem}.`);
  return reading.baseUrl;
}

/** The parts of the app that calls about accounts work on. */
export type Accounts = {
  readonly book: AccountBook;
  readonly active: ActiveAccount;
  readonly demo: Demo;
  readonly emit: AppEventListener;
  readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>;
  readonly periodMs: (account: KnownAccount) => number;
};

async function reopen({ book, active, emit }: Accounts): Promise<void> {
  await active.reopen();
  emit('accounts', book.state());
  emit('syncStatus', active.status());
}

/** Keys came out of the vault: the account that is open goes on with its own. */
export async function takeKeys(accounts: Accounts, ids: readonly string[]): Promise<void> {
  const { book, emit } = accounts;
  if (ids.some((id) => id === book.active()?.id)) await reopen(accounts);
  else emit('accounts', book.state());
}

/** Standby is over, and these accounts have keys since: the account that is open is read by itself from now on. */
export async function beginByItself(accounts: Accounts, ids: readonly string[]): Promise<void> {
  const { book, active } = accounts;
  await takeKeys(accounts, ids);
  // One that was opened anew for its key has begun.
  if (!ids.some((id) => id === book.active()?.id)) active.engine()?.beginByItself();
}

/** Takes what the keyring gives now. Not in turn while it waits for its user: everything else would wait too. */
async function openKeys(accounts: Accounts): Promise<AccountsState> {
  const { book, inTurn } = accounts;
  const ids = await book.openKeys();
  await inTurn(() => takeKeys(accounts, ids));
  return book.state();
}

/** Opens the account that is active in the book. */
export async function openActive(accounts: Accounts): Promise<void> {
  const { book, demo } = accounts;
  // A demo that cannot start must not keep the app from starting: its engine says that something is missing.
  if (book.active()?.kind === 'demo') await demo.open().catch(() => undefined);
  await reopen(accounts);
}

/** The page's calls about accounts. */
export function accountHandlers(accounts: Accounts) {
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
    confirmAddress: async ({ accountId, baseUrl }) => {
      await change(async () => {
        await book.confirmAddress(accountId, baseUrl);
        return book.active()?.id === accountId ? 'reopen' : 'keep';
      });
      return openKeys(accounts);
    },
    deleteKey: ({ accountId }) =>
      change(async () => {
        await book.deleteKey(accountId);
        return book.active()?.id === accountId ? 'reopen' : 'keep';
      }),
    openKeys: () => openKeys(accounts),
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
      throw new RpcError(BAD_BACKUP, 'This backup is of no demo company that can be started.');
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
