import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useSendCommands } from '#renderer/app/desktop/send-commands.ts';
import { useSendLanguage } from '#renderer/app/desktop/send-language.ts';
import { useSendMovedMonths } from '#renderer/app/desktop/send-moved-months.ts';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { AccountsState } from '#shared/contract/app.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { openPage } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** What the page tells the desktop app by itself: of what, how often, and that it goes on where nothing arrives. */

const stateOf = (activeId: string | null): AccountsState => ({
  accounts: [account(), account({ id: 'b' })],
  activeId,
  keyStorage: 'memory',
});
const finding = (kind: string, subject: { readonly [part: string]: string }) =>
  ({ finding: { kind, subject } }) as Exception;
const moved = (...months: readonly string[]) => months.map((month) => finding('closed-month', { month }));

type Told = {
  readonly exceptions: readonly Exception[] | null;
  readonly shows: 'account' | 'first-run' | null;
};

async function telling(host: 'desktop' | 'browser' = 'desktop', fails = false) {
  const fail = (): null => {
    if (fails) throw new Error('The app does not answer.');
    return null;
  };
  const held: { set: (told: Partial<Told>) => void; speak: (language: 'en' | 'pt') => void } = {
    ...{ set: () => {}, speak: () => {} },
  };
  function View() {
    const [told, set] = useState<Told>({ exceptions: null, shows: null });
    const { change } = usePreferences();
    useSendMovedMonths(told.exceptions);
    useSendCommands(told.shows);
    useSendLanguage();
    held.set = (next) => set((before) => ({ ...before, ...next }));
    held.speak = (language) => change({ language });
    return null;
  }
  const page = await openPage(
    {
      accounts: stateOf('a'),
      replies: {
        readHostInfo: () => ({ host, version: '1' }),
        ...{ sendMovedMonths: fail, sendCommands: fail, sendLanguage: fail },
      },
    },
    () => <View />,
  );
  const step = async (change: () => void) => {
    const before = page.asked.length;
    await act(async () => change());
    return page.asked.slice(before).map(({ call, input }) => [call, input]);
  };
  return {
    asked: page.asked,
    set: (told: Partial<Told>) => step(() => held.set(told)),
    speak: (language: 'en' | 'pt') => step(() => held.speak(language)),
    open: (activeId: string | null) => step(() => page.report('accounts', stateOf(activeId))),
  };
}
const months = (accountId: string, ...all: readonly string[]) => [
  ['sendMovedMonths', { accountId, months: all }],
];

test('the closed months that moved are told in their order, once, whenever they are others; none any more is news too', async () => {
  const { set, open } = await telling();
  expect(await set({ exceptions: moved('2026-03', '2025-11') })).toEqual(months('a', '2025-11', '2026-03'));
  const others = [finding('coverage', { month: '2026-01' }), finding('closed-month', { account: 'x' })];
  expect(await set({ exceptions: [...moved('2025-11'), ...others, ...moved('2026-03')] })).toEqual([]);
  expect(await set({ exceptions: moved('2026-03') })).toEqual(months('a', '2026-03'));
  expect(await open('b')).toEqual(months('b', '2026-03'));
  // Not known is not none.
  expect(await set({ exceptions: null })).toEqual([]);
  expect(await set({ exceptions: others })).toEqual(months('b'));
  expect(await set({ exceptions: [] })).toEqual([]);
  expect(await open(null)).toEqual([]);
  expect(await set({ exceptions: moved('2026-02') })).toEqual([]);
});

test('what can be done and the language are told once each time they are others', async () => {
  const { set, speak, asked } = await telling();
  expect(asked).toEqual([{ call: 'sendLanguage', input: { language: 'es' } }]);
  expect(await set({ shows: 'first-run' })).toEqual([['sendCommands', { commands: ['undo'] }]]);
  expect(await set({ shows: 'first-run' })).toEqual([]);
  expect(await set({ shows: 'account' })).toEqual([['sendCommands', { commands: PAGE_COMMANDS }]]);
  expect(await speak('pt')).toEqual([['sendLanguage', { language: 'pt' }]]);
  expect(await set({ shows: null })).toEqual([]);
  expect(await speak('en')).toEqual([['sendLanguage', { language: 'en' }]]);
});

test('a browser is told nothing; what does not arrive is no failure of the page', async () => {
  const told: Told = { exceptions: moved('2026-03'), shows: 'account' };
  const browser = await telling('browser');
  expect([await browser.set(told), await browser.speak('en'), browser.asked]).toEqual([[], [], []]);
  // A promise that nobody catches fails the run.
  const deaf = await telling('desktop', true);
  expect((await deaf.set(told)).map(([call]) => call)).toEqual(['sendMovedMonths', 'sendCommands']);
});
