import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SERVICE_LIMITS } from '#electron/api/slots.ts';
import {
  accountHandlers,
  baseUrlOf,
  beginByItself,
  openActive,
  takeKeys,
} from '#electron/app/account-handlers.ts';
import { createAppParts, limitsAtPace } from '#electron/app/app-parts.ts';
import { DEFAULT_SYNC_PERIOD_MINUTES } from '#shared/contract/app.ts';

/** Whether the account that is open is opened anew, and what the page is told. */

function accounts(activeId: string | null, kind = 'own', demoFails = false) {
  const seen: string[] = [];
  const parts = {
    book: { active: () => (activeId === null ? null : { id: activeId, kind }), state: () => 'state' },
    active: {
      reopen: async () => void seen.push('reopened'),
      status: () => 'status',
      engine: () => ({ beginByItself: () => void seen.push('begun') }),
    },
    demo: {
      open: async () => {
        seen.push('demo');
        if (demoFails) throw new Error('no demo today');
      },
    },
    emit: (event: string, payload: string) => void seen.push(`${event} ${payload}`),
  };
  return { parts: parts as never, seen };
}
const REOPENED = ['reopened', 'accounts state', 'syncStatus status'];

it('keys that came are taken by the account that is open, where one of them is its own', async () => {
  const taken = async (activeId: string | null, ids: readonly string[]) => {
    const { parts, seen } = accounts(activeId);
    await takeKeys(parts, ids);
    return seen;
  };
  expect(await taken('a', ['b', 'a'])).toEqual(REOPENED);
  expect(await taken('a', ['b', 'c'])).toEqual(['accounts state']);
  expect(await taken('a', [])).toEqual(['accounts state']);
  expect(await taken(null, ['a'])).toEqual(['accounts state']);
});

it('the account that is open is begun once standby is over, and not twice where its key has just come', async () => {
  const begun = async (ids: readonly string[]) => {
    const { parts, seen } = accounts('a');
    await beginByItself(parts, ids);
    return seen;
  };
  expect(await begun(['a', 'b'])).toEqual(REOPENED);
  expect(await begun(['b'])).toEqual(['accounts state', 'begun']);
  expect(await begun([])).toEqual(['accounts state', 'begun']);
});

it('the demo company is started where it is the active account, and no failure of it keeps the app from starting', async () => {
  const opened = async (kind: string, demoFails = false) => {
    const { parts, seen } = accounts('a', kind, demoFails);
    await openActive(parts);
    return seen;
  };
  expect(await opened('own')).toEqual(REOPENED);
  expect(await opened('demo')).toEqual(['demo', ...REOPENED]);
  expect(await opened('demo', true)).toEqual(['demo', ...REOPENED]);
});

it('an address that is none is refused with what is wrong with it', () => {
  expect(() => baseUrlOf('http://datos.test')).toThrow('This is no address for a data API: insecure.');
  expect(baseUrlOf('https://datos.test/')).toBe('https://datos.test');
});

it('the demo company is asked three times a minute, unless its user says how often', () => {
  const { periodMs } = createAppParts({
    ...{ profileDirectory: 'nowhere', requestsPerMinute: null },
    fetch: () => Promise.reject(new Error('unasked')),
  });
  const every = (kind: string, syncEveryMinutes: number) => periodMs({ kind, syncEveryMinutes } as never);
  expect(every('demo', DEFAULT_SYNC_PERIOD_MINUTES)).toBe(20_000);
  expect(every('own', DEFAULT_SYNC_PERIOD_MINUTES)).toBe(DEFAULT_SYNC_PERIOD_MINUTES * 60_000);
  expect(every('demo', DEFAULT_SYNC_PERIOD_MINUTES + 1)).toBe((DEFAULT_SYNC_PERIOD_MINUTES + 1) * 60_000);
});

it('the limit of a day keeps its proportion to that of a minute', () => {
  expect(limitsAtPace(SERVICE_LIMITS.perMinute)).toEqual(SERVICE_LIMITS);
  expect(limitsAtPace(600)).toEqual({ perMinute: 600, perDay: 864_000 });
  expect(limitsAtPace(0.0001)).toEqual({ perMinute: 0.0001, perDay: 0 });
});

it('a key whose requests are used up is told from a service that does not answer', async () => {
  const profileDirectory = await mkdtemp(join(tmpdir(), 'cuadra-key-'));
  onTestFinished(() => rm(profileDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const { checkKey } = createAppParts({
    ...{ profileDirectory, requestsPerMinute: null },
    fetch: () => Promise.reject(new Error('no network')),
  });
  const asked = { baseUrl: 'https://datos.test', plan: 'pro', key: 'k-1' } as const;
  expect(await checkKey(asked)).toEqual({ kind: 'rejected', reason: 'unreachable', words: null });
  const within = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => within.mockRestore());
  expect(await checkKey(asked)).toEqual({ kind: 'rejected', reason: 'rate-limited', words: null });
  expect(within).toHaveBeenCalledWith(75_000);
});

describe('after a call about accounts', () => {
  /** `a` is open; `d` is the demo company. */
  function host(openId = 'a') {
    const seen: string[] = [];
    const known = new Map([
      ['a', { id: 'a', kind: 'own', plan: 'pro', syncEveryMinutes: 60 }],
      ['b', { id: 'b', kind: 'own', plan: 'pro', syncEveryMinutes: 60 }],
      ['d', { id: 'd', kind: 'demo', plan: 'pro', syncEveryMinutes: 60 }],
    ]);
    const say =
      (what: string) =>
      async (...values: readonly unknown[]) =>
        void seen.push([what, ...values.filter((value) => typeof value !== 'object')].join(' '));
    const book = {
      state: () => 'state',
      active: () => known.get(openId) ?? null,
      find: (id: string) => known.get(id),
      ...Object.fromEntries(
        ['connect', 'giveKey', 'confirmAddress', 'deleteKey', 'allowUnprotectedKeys', 'activate'].map(
          (name) => [name, say(name)],
        ),
      ),
      ...{ resolveKey: say('resolveKey'), openKeys: async () => [] },
      restore: async ({ baseUrl, kind }: { readonly baseUrl: string; readonly kind: string }, id: string) =>
        void seen.push(`restore ${kind} ${baseUrl} into ${id}`),
      demoBeganAtMs: () => 5,
      update: async (id: string, change: object) => {
        if ('currencies' in change) seen.push(`update ${id} ${JSON.stringify(change)}`);
        const account = known.get(id);
        if (account !== undefined) known.set(id, { ...account, ...change });
      },
      remove: async (id: string) => void known.delete(id),
    };
    const active = {
      reopen: say('reopened'),
      status: () => 'status',
      isOpen: (id: string) => id === openId,
      engine: () => ({ setPeriod: (ms: number) => void seen.push(`every ${ms}`) }),
      forget: (id: string) => void seen.push(`forgot ${id}`),
      forgetPause: (id: string) => void seen.push(`pause of ${id} forgotten`),
    };
    const handlers = accountHandlers({
      ...{ book, active, demo: { open: say('demo opened'), stop: say('demo stopped') } },
      emit: (event: string) => void seen.push(event),
      inTurn: (step: () => Promise<unknown>) => step(),
      periodMs: ({ syncEveryMinutes }: { readonly syncEveryMinutes: number }) => syncEveryMinutes * 60_000,
    } as never);
    return { handlers, seen };
  }
  type Handlers = ReturnType<typeof host>['handlers'];
  const REOPENED_TOO = ['reopened', 'accounts', 'syncStatus'];
  const DEMO = { kind: 'demo', currencies: ['CLP'], syncEveryMinutes: 15, name: 'n' };
  const DEMO_SAID = JSON.stringify({ currencies: ['CLP'], syncEveryMinutes: 15 });

  it.each<[string, (handlers: Handlers) => unknown, readonly string[], openId?: string]>([
    [
      'one that is connected is opened',
      (of) => of.connectAccount({ baseUrl: 'https://x.test/', plan: 'pro', key: 'k', name: 'n' } as never),
      ['connect', ...REOPENED_TOO],
    ],
    ['what the keyring gives is told', (of) => of.openKeys(), ['accounts']],
    ['the demo company is opened', (of) => of.openDemo(), ['demo opened', ...REOPENED_TOO]],
    [
      'the open one goes on with its key',
      (of) => of.giveKey({ accountId: 'a', key: 'k' }),
      ['giveKey a k', 'pause of a forgotten', ...REOPENED_TOO],
    ],
    [
      'one keeps its key for later where none is open',
      (of) => of.giveKey({ accountId: 'b', key: 'k' }),
      ['giveKey b k', 'pause of b forgotten', 'accounts'],
      'none',
    ],
    [
      'another keeps its key for later',
      (of) => of.giveKey({ accountId: 'b', key: 'k' }),
      ['giveKey b k', 'pause of b forgotten', 'accounts'],
    ],
    [
      'the open one has no key any more',
      (of) => of.deleteKey({ accountId: 'a' }),
      ['deleteKey a', ...REOPENED_TOO],
    ],
    ['another has no key any more', (of) => of.deleteKey({ accountId: 'b' }), ['deleteKey b', 'accounts']],
    [
      'one has no key any more where none is open',
      (of) => of.deleteKey({ accountId: 'b' }),
      ['deleteKey b', 'accounts'],
      'none',
    ],
    [
      'one that nobody knows is left to the book',
      (of) => of.activateAccount({ accountId: 'nobody' }),
      ['activate nobody', ...REOPENED_TOO],
    ],
    [
      'the open one has its address confirmed',
      (of) => of.confirmAddress({ accountId: 'a', baseUrl: 'https://x.test' }),
      ['confirmAddress a https://x.test', ...REOPENED_TOO, 'accounts'],
    ],
    [
      'another has its address confirmed',
      (of) => of.confirmAddress({ accountId: 'b', baseUrl: 'https://x.test' }),
      ['confirmAddress b https://x.test', 'accounts', 'accounts'],
    ],
    [
      'keys may lie unprotected',
      (of) => of.allowUnprotectedKeys({ allowed: true }),
      ['allowUnprotectedKeys true', 'accounts'],
    ],
    ['another is opened', (of) => of.activateAccount({ accountId: 'b' }), ['activate b', ...REOPENED_TOO]],
    ['the demo company is', (of) => of.activateAccount({ accountId: 'd' }), ['demo opened', ...REOPENED_TOO]],
    [
      'the open one of another plan begins anew',
      (of) => of.updateAccount({ accountId: 'a', plan: 'basic' } as never),
      REOPENED_TOO,
    ],
    [
      'the open one is read as often as it says now',
      (of) => of.updateAccount({ accountId: 'a', syncEveryMinutes: 30 } as never),
      ['every 1800000', 'accounts'],
    ],
    [
      'another changes nothing of what is read',
      (of) => of.updateAccount({ accountId: 'b', plan: 'basic', syncEveryMinutes: 30 } as never),
      ['accounts'],
    ],
    [
      'the open one that is removed makes room',
      (of) => of.removeAccount({ accountId: 'a' }),
      [...REOPENED_TOO, 'forgot a'],
    ],
    [
      'another that is removed is forgotten',
      (of) => of.removeAccount({ accountId: 'b' }),
      ['accounts', 'forgot b'],
    ],
    [
      'the demo company that is removed is stopped',
      (of) => of.removeAccount({ accountId: 'd' }),
      ['accounts', 'forgot d', 'demo stopped'],
    ],
    [
      'a key that is another account’s is decided on',
      (of) => of.resolveKey({ accountId: 'b', decision: 'same' } as never),
      ['resolveKey b same', ...REOPENED_TOO],
    ],
    [
      'the same demo company that is restored keeps its world',
      (of) => of.restoreAccount({ account: DEMO, intoId: 'demo-5' } as never),
      ['demo opened 5', `update demo-5 ${DEMO_SAID}`, ...REOPENED_TOO],
    ],
    [
      'another demo company that is restored takes its place',
      (of) => of.restoreAccount({ account: DEMO, intoId: 'demo-6' } as never),
      ['demo stopped', 'demo opened 6', `update demo-6 ${DEMO_SAID}`, ...REOPENED_TOO],
    ],
    [
      'one that is restored is opened',
      (of) =>
        of.restoreAccount({ account: { kind: 'own', baseUrl: 'https://x.test/' }, intoId: 'b' } as never),
      ['restore own https://x.test into b', ...REOPENED_TOO],
    ],
  ])('%s', async (_name, call, told, openId) => {
    const { handlers, seen } = host(openId);
    await call(handlers);
    expect(seen).toEqual(told);
  });
});

it('a backup of no demo company that can be started is refused', async () => {
  const { restoreAccount } = accountHandlers({ inTurn: (step: () => unknown) => step() } as never);
  const asked = restoreAccount({ account: { kind: 'demo' }, intoId: 'a' } as never) as Promise<unknown>;
  await expect(asked).rejects.toMatchObject({ code: 'bad-backup' });
});
