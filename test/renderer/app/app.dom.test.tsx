import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mount } from '#renderer/app/app.tsx';
import { SCREEN_PARTS } from '#renderer/app/screens/screens.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { AccountsState } from '#shared/contract/app.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { goTo, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The whole page: what is drawn by which account is open, and what each keeps of its own. */

// What the page loads by itself is there before a test can end.
beforeAll(async () => {
  await Promise.all([
    import('#renderer/app/first-run/first-run.tsx'),
    import('#renderer/app/settings/settings-dialog.tsx'),
    import('#renderer/features/order-details/order-panel.tsx'),
  ]);
}, 60_000);

const after: (() => void)[] = [];
afterEach(() => {
  for (const end of after.splice(0).toReversed()) act(end);
});

const stateOf = (activeId: string | null, ...ids: readonly string[]): AccountsState => ({
  accounts: ids.map((id) => account({ id, name: `Cuenta ${id}` })),
  activeId,
  keyStorage: 'memory',
});

/** Screens are of no matter here: each says its name and what is filtered. */
function drawLittle() {
  for (const [id, part] of Object.entries(SCREEN_PARTS)) {
    vi.spyOn(part, 'draw').mockImplementation((detail) => <Little name={`${id} ${detail ?? ''}`} />);
    vi.spyOn(part, 'load').mockImplementation(async () => null);
  }
}

function Little(props: { readonly name: string }) {
  const { selection, change } = useSelection();
  return (
    <>
      <h1>{props.name.trim()}</h1>
      <input aria-label="typed" defaultValue="" />
      <button type="button" onClick={() => change({ type: 'search', text: 'mesa' })}>
        {`searched: ${selection.search}`}
      </button>
    </>
  );
}

async function open(accounts: AccountsState, setting: PageSetting = {}) {
  drawLittle();
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const failures: unknown[] = [];
  const desktop = { readHostInfo: () => ({ host: 'desktop', version: '1' }) as const };
  const page = await openPage({ accounts, ...setting, replies: { ...desktop, ...setting.replies } }, () => (
    <i />
  ));
  let end = (): void => {};
  await act(async () => {
    end = mount(page.session, (error) => failures.push(error));
  });
  after.push(() => root.remove(), end);
  const sent = (call: string) => page.asked.filter((asked) => asked.call === call).map(({ input }) => input);
  return {
    ...page,
    root,
    failures,
    sent,
    tell: (state: AccountsState) => act(async () => page.report('accounts', state)),
  };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const isFirstRun = () => screen.queryByRole('heading', { level: 1, name: text('first.title') }) !== null;
const back = () => screen.queryByRole('button', { name: text('first.back') });

test('begins with the ways in, without one back, until there is an account; its screen is the one that the address names', async () => {
  const { tell, sent } = await open(stateOf(null), { at: '#changes/2025-01' });
  await heading(text('first.title'));
  expect(back()).toBeNull();
  expect(sent('sendCommands').at(-1)).toEqual({ commands: ['undo'] });
  await tell(stateOf('a', 'a'));
  await heading('changes 2025-01');
  expect(isFirstRun()).toBe(false);
  expect(sent('sendCommands').at(-1)).toEqual({ commands: PAGE_COMMANDS });
});

test('another account is connected from the menu or the settings, and one comes back without', async () => {
  const { user, sent } = await open(stateOf('a', 'a'), { at: '#changes' });
  await heading('changes');
  await user.click(screen.getByTestId('account-menu'));
  await user.click(await screen.findByRole('menuitem', { name: text('account.connect') }));
  await heading(text('first.title'));
  expect(sent('sendCommands').at(-1)).toEqual({ commands: ['undo'] });
  await user.click(back() as HTMLElement);
  await heading('changes');
  expect(sent('sendCommands').at(-1)).toEqual({ commands: PAGE_COMMANDS });
  await user.click(screen.getByTestId('settings-open'));
  await user.click(await screen.findByTestId('settings-tab-accounts'));
  await user.click(
    within(screen.getByTestId('settings')).getByRole('button', { name: text('account.connect') }),
  );
  await heading(text('first.title'));
  expect(screen.queryByTestId('settings')).toBeNull();
  await user.click(back() as HTMLElement);
  await heading('changes');
});

test('each account has its own screen, selection and what was typed; also where there was none between them', async () => {
  const { tell, user } = await open(stateOf('a', 'a', 'b'), { at: '#orders' });
  const both = (id: string | null) => tell(stateOf(id, 'a', 'b'));
  const search = () => screen.getByRole('button', { name: /^searched/ });
  await heading('orders');
  await user.click(search());
  await user.type(screen.getByLabelText('typed'), 'algo');
  const typed = () => screen.getByLabelText<HTMLInputElement>('typed').value;
  expect([search().textContent, typed()]).toEqual(['searched: mesa', 'algo']);
  await both('b');
  await heading('panel');
  expect([search().textContent, typed(), window.location.hash]).toEqual(['searched: ', '', '#panel']);
  act(() => goTo('#changes/x'));
  await heading('changes x');
  await both('a');
  await heading('orders');
  expect([search().textContent, typed()]).toEqual(['searched: mesa', '']);
  await tell(stateOf(null));
  await heading(text('first.title'));
  await tell(stateOf('b', 'b'));
  await heading('changes');
});

test('the desktop app is told the page’s language whenever it is another one, a browser is not; rows are bounded', async () => {
  const { user, sent, questions } = await open(stateOf(null));
  await heading(text('first.title'));
  expect(sent('sendLanguage').at(-1)).toEqual({ language: 'es' });
  const before = sent('sendLanguage').length;
  await user.click(screen.getByRole('button', { name: 'Idioma: Español' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  await waitFor(() => expect(sent('sendLanguage').slice(before)).toEqual([{ language: 'en' }]));
  expect(questions).toContain('boundRows');
});

test('in a browser nothing is told of the language and the menus', async () => {
  const { sent } = await open(stateOf('a', 'a'), {
    at: '#changes',
    replies: { readHostInfo: () => ({ host: 'browser', version: '1' }) },
  });
  await heading('changes');
  expect([sent('sendLanguage'), sent('sendCommands')]).toEqual([[], []]);
});

test('what a screen failed with is reported, and the screen says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new TypeError('no such part');
  const { failures, tell } = await open(stateOf(null), { at: '#changes' });
  const Failing = () => {
    throw error;
  };
  vi.spyOn(SCREEN_PARTS.changes, 'draw').mockImplementation(() => <Failing />);
  await tell(stateOf('a', 'a'));
  await waitFor(() => expect(screen.queryByTestId('screen-failure')).not.toBeNull());
  expect(failures).toContain(error);
});
