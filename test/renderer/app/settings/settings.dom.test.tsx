import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { withoutRows } from '#renderer/app/settings/accounts-tab.tsx';
import { SettingsDialog } from '#renderer/app/settings/settings-dialog.tsx';
import type { SettingsTab } from '#renderer/app/settings/settings-tabs.ts';
import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { useRowPx } from '#renderer/ui/grid/row-height.tsx';
import type { Account, AccountsState } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { UPDATE_OBSTACLES, type Updates } from '#shared/contract/updates.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

function Settings(props: { readonly begin: SettingsTab; readonly onClose: () => void }) {
  const [tab, setTab] = useState(props.begin);
  return <SettingsDialog tab={tab} onTab={setTab} onClose={props.onClose} onConnect={() => {}} />;
}

const settings = (begin: SettingsTab, setting: PageSetting = {}, onClose = () => {}) =>
  openPage(setting, () => (
    <InAccount>
      <Settings begin={begin} onClose={onClose} />
    </InAccount>
  ));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('the key of an account', () => {
  const replace = text('account.key-replace');

  test('is replaced, forgotten by the page at once, and read with', async () => {
    const { user, asked } = await settings('accounts', { replies: { giveKey: () => ONE_ACCOUNT } });
    expect(button(replace).disabled).toBe(true);
    await user.click(field(text('connect.key')));
    await user.paste('  new-key ');
    await user.click(button(replace));
    expect(await screen.findByText(text('account.key-given'))).toBeTruthy();
    expect(asked).toEqual([
      { call: 'giveKey', input: { accountId: 'a', key: 'new-key' } },
      { call: 'syncNow', input: null },
    ]);
    expect(field(text('connect.key')).value).toBe('');
    expect(document.body.innerHTML).not.toContain('new-key');
  });

  test('of another account of the list is refused in words, and stays to be mended', async () => {
    const { user, asked } = await settings('accounts', {
      replies: {
        giveKey: () => {
          throw new RpcError('key-of-other-account', 'internal words');
        },
      },
    });
    await user.click(field(text('connect.key')));
    await user.paste('theirs');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text('failure.key-of-other-account'))).toBeTruthy();
    expect(field(text('connect.key')).value).toBe('theirs');
    expect(screen.queryByText(text('account.key-given'))).toBeNull();
    expect(asked.map(({ call }) => call)).toEqual(['giveKey']);
  });

  const kept = (key: Account['key'], keyStorage: AccountsState['keyStorage']): AccountsState => ({
    accounts: [account({ hasKey: key !== null && key.ending !== null, key })],
    activeId: 'a',
    keyStorage,
  });
  const shown = () => screen.getByTestId('account-key').textContent;

  test('is told by its end and by where it is kept', async () => {
    await settings('accounts', { accounts: kept({ ending: '8046', keeping: 'keyring' }, 'keyring') });
    const ending = text('account.key-ending', { ending: '8046' });
    expect(shown()).toBe(`${text('account.key-in-keyring')} · ${ending}`);
  });

  test('is deleted once that is confirmed', async () => {
    const accounts = kept({ ending: '8046', keeping: 'keyring' }, 'keyring');
    const { user, asked } = await settings('accounts', {
      accounts,
      replies: { deleteKey: () => kept(null, 'keyring') },
    });
    const opener = () => button(text('account.key-delete'));
    await user.click(opener());
    expect(asked).toEqual([]);
    // By the keyboard alone, which never loses its place.
    expect(document.activeElement).toBe(button(text('common.cancel')));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(opener());
    await user.keyboard('{Enter}');
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(button(text('account.key-delete-do')));
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text('account.key-deleted'))).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByTestId('give-key'));
    expect(asked).toEqual([{ call: 'deleteKey', input: { accountId: 'a' } }]);
  });

  test('that cannot be taken off the disk is said to be there still', async () => {
    const { user } = await settings('accounts', {
      accounts: kept({ ending: '8046', keeping: 'keyring' }, 'keyring'),
      replies: {
        deleteKey: () => {
          throw new RpcError('failed', 'EACCES');
        },
      },
    });
    await user.click(button(text('account.key-delete')));
    await user.click(button(text('account.key-delete-do')));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText(text('account.key-deleted'))).toBeNull();
  });

  test('is kept without a keyring only where the user says so, who can take it back', async () => {
    const { user, asked } = await settings('accounts', {
      accounts: kept({ ending: '8046', keeping: 'memory' }, 'no-keyring'),
      replies: {
        allowUnprotectedKeys: () => kept({ ending: '8046', keeping: 'unprotected' }, 'unprotected'),
      },
    });
    expect(screen.getByText(text('account.key-allow-note'))).toBeTruthy();
    await user.click(button(text('account.key-allow')));
    expect(asked).toEqual([{ call: 'allowUnprotectedKeys', input: { allowed: true } }]);
  });

  test('that a keyring does not give is asked of it once more', async () => {
    const { user, asked } = await settings('accounts', {
      accounts: kept({ ending: null, keeping: 'keyring' }, 'locked'),
      replies: { openKeys: () => kept({ ending: '8046', keeping: 'keyring' }, 'keyring') },
    });
    expect(shown()).toBe(text('account.key-locked'));
    await user.click(button(text('account.key-try-keyring')));
    expect(asked).toEqual([{ call: 'openKeys', input: null }]);
  });

  test('that is gone after a restart is said to be gone', async () => {
    const accounts: AccountsState = {
      accounts: [account({ hasKey: false, key: null })],
      activeId: 'a',
      keyStorage: 'memory',
    };
    await settings('accounts', { accounts });
    expect(screen.getByText(text('settings.account-key-gone'))).toBeTruthy();
    expect(button(text('notice.key-give'))).toBeTruthy();
  });
});

describe('an account', () => {
  const other = account({ id: 'b', name: 'Otra Casa' });
  const two: AccountsState = { accounts: [account(), other], activeId: 'a', keyStorage: 'memory' };

  test('is removed once its name is typed, with its copy and what was remembered of it alone', async () => {
    const page = await settings('accounts', {
      accounts: two,
      replies: { removeAccount: () => ({ accounts: [other], activeId: 'b', keyStorage: 'memory' }) },
    });
    localStorage.setItem('cuadra.views.a', '[]');
    localStorage.setItem('cuadra.views.b', '[]');
    const { user, asked } = page;
    await user.click(button(text('remove.open', { name: 'Lumbre Hogar' })));
    const remove = button(text('remove.do'));
    const name = field(text('remove.confirm', { name: 'Lumbre Hogar' }));
    expect(document.activeElement).toBe(name);
    expect(remove.disabled).toBe(true);
    await user.type(name, 'lumbre hogar{Enter}');
    expect(remove.disabled).toBe(true);
    expect(asked).toEqual([]);
    await user.clear(name);
    await user.paste(' Lumbre Hogar ');
    await user.click(remove);
    await waitFor(() => expect(page.copiesDeleted).toEqual(['a']));
    expect(asked).toEqual([{ call: 'removeAccount', input: { accountId: 'a' } }]);
    await waitFor(() => expect(localStorage.getItem('cuadra.views.a')).toBeNull());
    expect(localStorage.getItem('cuadra.views.b')).toBe('[]');
  });

  test('is not removed by whoever thinks better of it', async () => {
    const { user, asked } = await settings('accounts');
    await user.click(button(text('remove.open', { name: 'Lumbre Hogar' })));
    await user.click(button(text('common.cancel')));
    expect(screen.queryByRole('button', { name: text('remove.do') })).toBeNull();
    expect(asked).toEqual([]);
  });

  test('whose copy cannot be deleted says so', async () => {
    const { user } = await settings('accounts', {
      accounts: { accounts: two.accounts, activeId: 'b', keyStorage: 'memory' },
      refusesDeletion: 'the disk is gone',
      replies: {
        removeAccount: () => ({ accounts: [account(), other], activeId: 'b', keyStorage: 'memory' }),
      },
    });
    await user.click(button(text('remove.open', { name: 'Otra Casa' })));
    await user.click(field(text('remove.confirm', { name: 'Otra Casa' })));
    await user.paste('Otra Casa');
    await user.click(button(text('remove.do')));
    const words = text('remove.failed', {
      detail: text('failure.unforeseen', { detail: 'the disk is gone' }),
    });
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  test('whose backup fails is removed without one only where that is asked once more', async () => {
    const page = await settings('accounts', {
      accounts: two,
      dataStreams: {
        backUp: async function* () {
          yield { kind: 'begun', rows: 12, isWhole: true };
          return null;
        },
      },
      mainStreams: {
        // biome-ignore lint/correctness/useYield: it cannot even begin.
        backup: async function* () {
          throw new Error('disk full');
        },
      },
      replies: { removeAccount: () => ({ accounts: [other], activeId: 'b', keyStorage: 'memory' }) },
    });
    const { user, asked } = page;
    const removed = () => asked.filter(({ call }) => call === 'removeAccount');
    await user.click(button(text('remove.open', { name: 'Lumbre Hogar' })));
    await user.click(field(text('remove.confirm', { name: 'Lumbre Hogar' })));
    await user.paste('Lumbre Hogar');
    await user.click(button(text('remove.do')));
    const without = await screen.findByRole('button', { name: text('remove.without') });
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
      text('remove.unsaved'),
      expect.stringContaining('disk full'),
    ]);
    expect([removed(), page.copiesDeleted]).toEqual([[], []]);
    await user.click(without);
    await waitFor(() => expect(page.copiesDeleted).toEqual(['a']));
    expect(removed()).toEqual([{ call: 'removeAccount', input: { accountId: 'a' } }]);
  });

  test('takes another plan only when that is confirmed, and says what it means', async () => {
    const { user, asked } = await settings('accounts', { replies: { updateAccount: () => ONE_ACCOUNT } });
    expect(screen.queryByRole('button', { name: text('settings.plan-change') })).toBeNull();
    await user.click(button('Free'));
    expect(screen.getByText(text('account.plan-to-free'))).toBeTruthy();
    expect(asked).toEqual([]);
    await user.click(button(text('settings.plan-change')));
    expect(asked).toEqual([{ call: 'updateAccount', input: { accountId: 'a', plan: 'free' } }]);
  });

  test('takes a name with Enter, not one that is the same', async () => {
    const { user, asked } = await settings('accounts', { replies: { updateAccount: () => ONE_ACCOUNT } });
    const name = field(text('connect.name'));
    await user.click(name);
    await user.tab();
    expect(asked).toEqual([]);
    await user.clear(name);
    await user.paste(' Casa Nueva ');
    await user.keyboard('{Enter}');
    expect(asked).toEqual([{ call: 'updateAccount', input: { accountId: 'a', name: 'Casa Nueva' } }]);
  });

  test('that is looked at is not opened by it', async () => {
    const { user, asked } = await settings('accounts', { accounts: two });
    await user.click(screen.getByRole('button', { name: /^Otra Casa/ }));
    expect(screen.getByRole('region', { name: 'Otra Casa' })).toBeTruthy();
    expect(asked).toEqual([]);
    await user.click(button(`${text('settings.account-open')}: Otra Casa`));
    expect(asked).toEqual([{ call: 'activateAccount', input: { accountId: 'b' } }]);
  });
});

test('sellers’ accounts that have a currency of their own are listed without rows too, each once', () => {
  const [one, two, other] = [
    { Canal: 'A', Cuenta: '1' },
    { Canal: 'A', Cuenta: '2' },
    { Canal: 'B', Cuenta: '1' },
  ];
  const own = [one, two, other].map((each) => ({ ...each, code: 'USD' }));
  expect(withoutRows([{ ...one, rows: 7 }], { main: 'CLP', own })).toEqual([
    { ...one, rows: 7 },
    { ...two, rows: 0 },
    { ...other, rows: 0 },
  ]);
});

describe('formats', () => {
  const amount = () => within(screen.getByRole('region', { name: text('settings.example') }));
  const stored = () => JSON.parse(localStorage.getItem('cuadra.preferences') ?? 'null') as object | null;

  test('apply at once to the example, and are remembered', async () => {
    const { user } = await settings('formats');
    expect(amount().getByText(/^.1\.234\.567,50?$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: new RegExp(`^${text('settings.locale')}: `) }));
    const american = new RegExp(text('settings.locale-en-US'));
    await user.click(await screen.findByRole('menuitemradio', { name: american }));
    expect(amount().getByText(/^.1,234,567\.50?$/)).toBeTruthy();
    const negatives = screen.getByRole('group', { name: text('settings.negatives') });
    await user.click(within(negatives).getByRole('button', { name: /^\(/ }));
    expect(amount().getByText(/^\(1,234,567\.50?\)$/)).toBeTruthy();
    await user.click(button(text('settings.decimals-none')));
    expect(amount().getByText(/^\(1,234,568\)$/)).toBeTruthy();
    expect(stored()).toMatchObject({ locale: 'en-US', negatives: 'parentheses', decimals: 'none' });
  });

  test('follow the language until they are chosen themselves', async () => {
    const { user } = await settings('formats');
    await user.click(button('English'));
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeTruthy();
    expect(screen.getByText(/^.1,234,567\.50?$/)).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
    expect(stored()).toMatchObject({ language: 'en', locale: 'auto' });
  });
});

test('text is of the size that was chosen, at once and after a reload, and tables lay out by it', async () => {
  function RowPx() {
    return <output data-testid="row-px">{useRowPx()}</output>;
  }
  const { user } = await openPage({}, () => (
    <InAccount>
      <Settings begin="looks" onClose={() => {}} />
      <RowPx />
    </InAccount>
  ));
  const size = () => [document.documentElement.dataset.textSize, screen.getByTestId('row-px').textContent];
  expect(size()).toEqual(['100', '28']);
  const sizes = within(screen.getByRole('group', { name: text('settings.text-size') }));
  await user.click(sizes.getByRole('button', { name: /^130/ }));
  expect(size()).toEqual(['130', '36']);
  cleanup();
  delete document.documentElement.dataset.textSize;
  await openPage({}, () => (
    <InAccount>
      <RowPx />
    </InAccount>
  ));
  expect(size()).toEqual(['130', '36']);
  localStorage.clear();
});

test('the tabs are gone through with the arrows, and Escape closes', async () => {
  const onClose = vi.fn();
  const { user } = await settings('formats', {}, onClose);
  await user.click(screen.getByRole('tab', { name: text('settings.tab-formats') }));
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('group', { name: text('settings.theme') })).toBeTruthy();
  await user.click(button(text('settings.theme-dark')));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the memory for rows is told to the data worker, and what is on disk alone because of it', async () => {
  const bounds: RowMemoryBound[] = [];
  const { user } = await settings('accounts', {
    boundRows: (bound) => {
      bounds.push(bound);
      const isSmall = bound !== null && bound < 1_000_000_000;
      return {
        bound,
        heldBytes: 480_000_000,
        outBytes: isSmall ? 920_000_000 : 0,
        monthsOut: isSmall ? 7 : 0,
        isKept: true,
      };
    },
  });
  const state = await screen.findByTestId('row-memory-state');
  expect(state.textContent).toBe(text('settings.row-memory-held', { held: '480 MB' }));
  await user.click(screen.getByTestId('settings-row-memory'));
  await user.click(await screen.findByRole('menuitemradio', { name: '500 MB' }));
  await waitFor(() =>
    expect(state.textContent).toBe(
      text('settings.row-memory-out', { held: '480 MB', out: '920 MB', count: 7 }),
    ),
  );
  expect(state.dataset.value).toBe('7');
  expect(bounds).toEqual([1_500_000_000, 500_000_000]);
  await user.click(screen.getByTestId('settings-row-memory'));
  await user.click(await screen.findByRole('menuitemradio', { name: text('settings.row-memory-all') }));
  await waitFor(() => expect(bounds.at(-1)).toBeNull());
  localStorage.clear();
});

test('what is stored names every file of the profile that programs have to do with', async () => {
  await settings('privacy');
  const stored = screen.getByRole('region', { name: text('settings.stored') });
  for (const file of ['accounts.json', 'assistants.json', 'programs.json', 'programs.sock'])
    expect(stored.textContent).toContain(file);
});

describe('the desktop app around the page', () => {
  const shell = { closing: 'hide', notifies: true, opensAtLogin: false } as const;
  const onDesktop = (part: PageSetting['replies'] = {}): PageSetting => ({
    replies: { readHostInfo: () => ({ host: 'desktop', version: '1' }), readShell: () => shell, ...part },
  });

  test('is set as the user says, and shows what came of it', async () => {
    const { user, asked } = await settings(
      'app',
      onDesktop({ changeShell: (part) => ({ ...shell, ...part }) as typeof shell }),
    );
    const quit = await screen.findByRole('button', { name: text('settings.closing-quit') });
    await user.click(quit);
    await waitFor(() => expect(quit.getAttribute('aria-pressed')).toBe('true'));
    await user.click(button(text('settings.login-yes')));
    await user.click(button(text('settings.notifies-no')));
    expect(asked.filter(({ call }) => call === 'changeShell').map(({ input }) => input)).toEqual([
      { closing: 'quit' },
      { opensAtLogin: true },
      { notifies: false },
    ]);
  });

  test('says where it cannot open at login, and is no tab of the settings in a browser', async () => {
    await settings('app', onDesktop({ readShell: () => ({ ...shell, opensAtLogin: null }) }));
    expect(await screen.findByText(text('settings.login-none'))).toBeTruthy();
    cleanup();
    await settings('formats');
    expect(screen.queryByRole('tab', { name: text('settings.tab-app') })).toBeNull();
  });
});

describe('newer versions', () => {
  const can: Updates = {
    obstacle: null,
    isOn: false,
    step: { kind: 'unasked' },
    askedAtMs: null,
    hasReleases: true,
  };
  const shown = (updates: Updates, status?: PageSetting['status']) =>
    settings('app', {
      ...(status === undefined ? {} : { status }),
      replies: {
        readHostInfo: () => ({ host: 'desktop', version: '1' }),
        readShell: () => ({ closing: 'hide', notifies: true, opensAtLogin: false }),
        readUpdates: () => updates,
      },
    });
  const step = () => screen.getByTestId('updates-step').textContent?.trim();

  test('are asked for where the user turns it on, and go on as they are told', async () => {
    const { user, asked, report } = await shown(can);
    const on = await screen.findByRole('button', { name: text('updates.on') });
    expect(on.getAttribute('aria-pressed')).toBe('false');
    expect(screen.queryByTestId('updates-step')).toBeNull();
    await user.click(on);
    act(() => report('updates', { ...can, isOn: true }));
    await user.click(button(text('updates.check')));
    act(() =>
      report('updates', { ...can, isOn: true, step: { kind: 'downloading', version: '2.0.0', percent: 7 } }),
    );
    expect(step()).toBe(text('updates.downloading', { version: '2.0.0', percent: '7' }));
    await user.click(button(text('updates.cancel')));
    expect(asked.filter(({ call }) => call === 'askUpdates').map(({ input }) => input)).toEqual([
      { action: 'on' },
      { action: 'check' },
      { action: 'cancel' },
    ]);
  });

  test('wait for what is being read', async () => {
    const ready = { ...can, isOn: true, step: { kind: 'ready', version: '2.0.0' } } as const;
    await shown(ready, status({ state: 'running' }));
    await waitFor(() => expect(step()).toBe(text('updates.ready-reading', { version: '2.0.0' })));
    expect(screen.queryByTestId('update-action')).toBeNull();
    cleanup();
    await shown(ready);
    expect(await screen.findByRole('button', { name: text('updates.install') })).toBeTruthy();
  });

  test.each(UPDATE_OBSTACLES)(
    'are no setting where they cannot be had (%s), but a reason and a way',
    async (why) => {
      const { user, asked } = await shown({ ...can, obstacle: why });
      expect(await screen.findByText(text(`updates.obstacle-${why}`))).toBeTruthy();
      expect(screen.queryByRole('button', { name: text('updates.on') })).toBeNull();
      await user.click(button(text('updates.releases')));
      expect(asked.at(-1)).toEqual({ call: 'askUpdates', input: { action: 'releases' } });
    },
  );
});
