import { expect, it } from 'vitest';
import { openActive, takeKeys } from '#electron/app/account-handlers.ts';

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
