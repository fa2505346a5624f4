import { expect, it } from 'vitest';
import { baseUrlOf, openActive, takeKeys } from '#electron/app/account-handlers.ts';
import { createAppParts } from '#electron/app/app-parts.ts';
import { DEFAULT_SYNC_PERIOD_MINUTES } from '#shared/contract/app.ts';

/** Whether the account that is open is opened anew, and what the page is told. */

function accounts(activeId: string | null, kind = 'own', demoFails = false) {
  const seen: string[] = [];
  const parts = {
    book: { active: () => (activeId === null ? null : { id: activeId, kind }), state: () => 'state' },
    active: { reopen: async () => void seen.push('reopened'), status: () => 'status' },
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
