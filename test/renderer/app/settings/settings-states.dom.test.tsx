import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountsTab } from '#renderer/app/settings/accounts-tab.tsx';
import { ExportsTab } from '#renderer/app/settings/exports-tab.tsx';
import { useSettings } from '#renderer/app/settings/settings-context.tsx';
import ui from '#renderer/ui/controls.module.css';
import type { Account, AccountsState, KeyStorage } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { buttonOf, buttonsOf } from '#test/renderer/dom/shown.ts';
import { account, NOW } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What settings say and offer as one thing comes after the other: keys, names, removals, folders. */

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));

const draw = (drawn: ReactNode, setting: PageSetting = {}) =>
  openPage(setting, () => <InAccount>{drawn}</InAccount>);
const accountsTab = (setting: PageSetting = {}, onConnect = () => {}) =>
  draw(<AccountsTab onConnect={onConnect} />, setting);
const click = (part: Element) => act(async () => void fireEvent.click(part));
const stateOf = (one: Account, keyStorage: KeyStorage = 'memory'): AccountsState => ({
  accounts: [one],
  activeId: one.id,
  keyStorage,
});

describe('a key', () => {
  const of = (ending: string | null, keeping: NonNullable<Account['key']>['keeping']) => ({
    ending,
    keeping,
  });

  test.each([
    ['memory', of('8046', 'memory'), 'good', null, null],
    ['keyring', of('8046', 'keyring'), 'good', null, null],
    ['locked', of(null, 'keyring'), 'caution', 'account.key-try-keyring', { call: 'openKeys', input: null }],
    ['no-keyring', of('8046', 'memory'), 'good', 'account.key-allow', { allowed: true }],
    ['unprotected', of('8046', 'unprotected'), 'caution', 'account.key-disallow', { allowed: false }],
    ['memory', null, 'caution', null, null],
  ] as const)(
    'with %s is told in its tone, with what can be done about it (%j)',
    async (storage, key, tone, press, asks) => {
      const { asked } = await accountsTab({
        accounts: stateOf(account({ hasKey: key !== null, key }), storage),
      });
      const shown = screen.getByTestId('account-key');
      expect([shown.className, shown.dataset.value]).toEqual([ui[tone], key?.keeping ?? 'none']);
      const presses = (
        ['account.key-try-keyring', 'account.key-allow', 'account.key-disallow'] as const
      ).filter((id) => buttonsOf(text(id)).length > 0);
      expect(presses).toEqual(press === null ? [] : [press]);
      expect(buttonsOf(text('account.key-delete'))).toHaveLength(key === null ? 0 : 1);
      if (press === null) return;
      await click(buttonOf(text(press)));
      expect(asked).toEqual(['call' in asks ? asks : { call: 'allowUnprotectedKeys', input: asks }]);
    },
  );

  test('that is given and then one that is refused are told one after the other', async () => {
    let refused = false;
    await accountsTab({
      replies: {
        giveKey: () => {
          if (refused) throw new RpcError('key-of-other-account', 'x');
          return ONE_ACCOUNT;
        },
      },
    });
    const give = async () => {
      const field = screen.getByTestId('give-key');
      fireEvent.change(field, { target: { value: 'new' } });
      await click(buttonOf(text('account.key-replace')));
      const said = [text('account.key-given'), text('failure.key-of-other-account')];
      return said.map((words) => screen.queryByText(words) !== null);
    };
    expect(await give()).toEqual([true, false]);
    refused = true;
    expect(await give()).toEqual([false, true]);
    refused = false;
    expect(await give()).toEqual([true, false]);
  });

  test('that is deleted after another one was refused is said to be deleted; one that cannot be is asked about still', async () => {
    let isLocked = true;
    const { asked } = await accountsTab({
      accounts: stateOf(account({ key: of('8046', 'keyring') }), 'keyring'),
      replies: {
        giveKey: () => {
          throw new RpcError('key-of-other-account', 'x');
        },
        deleteKey: () => {
          if (isLocked) throw new RpcError('setting-locked', 'EBUSY');
          return ONE_ACCOUNT;
        },
      },
    });
    fireEvent.change(screen.getByTestId('give-key'), { target: { value: 'new' } });
    await click(buttonOf(text('account.key-replace')));
    expect(screen.queryByText(text('failure.key-of-other-account'))).not.toBeNull();
    await click(buttonOf(text('account.key-delete')));
    expect(screen.queryByText(text('account.key-delete-ask'))).not.toBeNull();
    await click(screen.getByTestId('account-key-delete-do'));
    expect(screen.queryByText(text('failure.setting-locked'))).not.toBeNull();
    expect(screen.queryByText(text('account.key-deleted'))).toBeNull();
    isLocked = false;
    await click(screen.getByTestId('account-key-delete-do'));
    expect(screen.queryByText(text('account.key-deleted'))).not.toBeNull();
    expect(screen.queryByText(text('failure.key-of-other-account'))).toBeNull();
    expect(screen.queryByText(text('account.key-delete-ask'))).toBeNull();
    expect(asked.map(({ call }) => call)).toEqual(['giveKey', 'deleteKey', 'deleteKey']);
  });

  test.each([
    ['locked', 'openKeys', 'account-key-keyring'],
    ['no-keyring', 'allowUnprotectedKeys', 'account-key-allow'],
    ['unprotected', 'allowUnprotectedKeys', 'account-key-disallow'],
    ['keyring', 'deleteKey', 'account-key-delete-do'],
  ] as const)(
    'of storage %s is changed once at a time (%s), and what fails of it is said',
    async (storage, call, press) => {
      let fail = (_: Error): void => {};
      await accountsTab({
        accounts: stateOf(account({ key: of('8046', 'keyring') }), storage),
        replies: {
          [call]: () =>
            new Promise((_, reject) => {
              fail = reject;
            }),
        },
      });
      if (press === 'account-key-delete-do') await click(screen.getByTestId('account-key-delete'));
      const button = screen.getByTestId<HTMLButtonElement>(press);
      expect(button.disabled).toBe(false);
      await click(button);
      expect([button.disabled, screen.queryByRole('alert')]).toEqual([true, null]);
      await act(async () => fail(new RpcError('setting-disk-full', 'ENOSPC')));
      expect([button.disabled, screen.getByRole('alert').textContent]).toEqual([
        false,
        text('failure.setting-disk-full'),
      ]);
    },
  );
});

describe('an account', () => {
  test('has its new name once its field is left; spaces around the old one are no new one', async () => {
    const { asked } = await accountsTab({
      replies: {
        updateAccount: () => {
          throw new RpcError('setting-disk-full', 'ENOSPC');
        },
      },
    });
    const name = screen.getByTestId('account-name');
    const leave = async (value: string) => {
      fireEvent.change(name, { target: { value } });
      await act(async () => void fireEvent.blur(name));
    };
    await leave('  Lumbre Hogar ');
    expect(asked).toEqual([]);
    await leave(' Casa ');
    expect(asked).toEqual([{ call: 'updateAccount', input: { accountId: 'a', name: 'Casa' } }]);
    expect(screen.getByRole('alert').textContent).toBe(text('failure.setting-disk-full'));
    fireEvent.keyDown(name, { key: 'a' });
    expect(asked).toHaveLength(1);
  });

  test('that is looked at next brings its own name and plan into the fields', async () => {
    const other = account({ id: 'b', name: 'Otra', plan: 'free' });
    await accountsTab({ accounts: { accounts: [other, account()], activeId: 'a', keyStorage: 'memory' } });
    const read = () => [
      screen.getByTestId<HTMLInputElement>('account-name').value,
      screen.getByTestId('account-plan').dataset.value,
    ];
    // The one that is open, wherever it stands in the list.
    expect(read()).toEqual(['Lumbre Hogar', 'pro']);
    fireEvent.change(screen.getByTestId('account-name'), { target: { value: 'typed' } });
    fireEvent.click(screen.getAllByTestId('settings-account')[0] as Element);
    expect(read()).toEqual(['Otra', 'free']);
  });

  test('is asked about once at a time; who thinks better of it is where they were, and nobody is led there before', async () => {
    const { copiesDeleted } = await accountsTab({
      replies: { removeAccount: () => new Promise(() => {}) },
      dataStreams: {
        backUp: async function* () {
          yield { kind: 'begun', rows: 0, isWhole: true };
          return null;
        },
      },
    });
    const opener = () => screen.getByTestId('account-remove');
    expect(document.activeElement).not.toBe(opener());
    await click(opener());
    await click(buttonOf(text('common.cancel')));
    expect(document.activeElement).toBe(opener());
    await click(opener());
    fireEvent.change(screen.getByTestId('account-remove-name'), { target: { value: 'Lumbre Hogar' } });
    const remove = screen.getByTestId<HTMLButtonElement>('account-remove-do');
    expect(remove.disabled).toBe(false);
    await click(remove);
    expect(remove.disabled).toBe(true);
    expect([screen.queryByText(text('remove.unsaved')), copiesDeleted]).toEqual([null, []]);
  });

  test('that cannot be removed for another reason is not said to be without a backup', async () => {
    await accountsTab({
      replies: {
        removeAccount: () => {
          throw new RpcError('setting-locked', 'EBUSY');
        },
      },
    });
    await click(screen.getByTestId('account-remove'));
    fireEvent.change(screen.getByTestId('account-remove-name'), { target: { value: 'Lumbre Hogar' } });
    await click(screen.getByTestId('account-remove-do'));
    const words = text('remove.failed', { detail: text('failure.setting-locked') });
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByTestId('account-remove-do').textContent).toBe(text('remove.do'));
  });

  test('more are connected from here, and the demo company once', async () => {
    const onConnect = vi.fn();
    const { asked, view } = await accountsTab({}, onConnect);
    await click(buttonOf(text('account.connect')));
    await click(buttonOf(text('first.demo-open')));
    expect([onConnect.mock.calls.length, asked]).toEqual([1, [{ call: 'openDemo', input: null }]]);
    view.unmount();
    const accounts = [account(), account({ id: 'd', kind: 'demo' })];
    await accountsTab({ accounts: { accounts, activeId: 'a', keyStorage: 'memory' } });
    expect(buttonsOf(text('first.demo-open'))).toEqual([]);
  });
});

describe('a folder of exports', () => {
  const FOLDER = {
    state: 'ready',
    canChoose: true,
    dataset: null,
    backups: [],
    scheduled: [],
    path: '/a',
  } as const;

  test('is read again by a press, after a failure as well, and once an export into it has ended', async () => {
    let read = 0;
    let isGone = true;
    await draw(<ExportsTab />, {
      accounts: {
        accounts: [account(), account({ id: 'b', name: 'Otra' })],
        activeId: 'a',
        keyStorage: 'memory',
      },
      replies: {
        readExportFolder: ({ accountId }) => {
          if (accountId === 'b') return { ...FOLDER, path: '/b' } as never;
          read += 1;
          if (isGone) throw new RpcError('export-folder-gone', 'ENOENT');
          return { ...FOLDER, path: `/a${read}` } as never;
        },
      },
    });
    const own = () => screen.getAllByTestId('export-folder')[0] as HTMLElement;
    const path = () => own().querySelector('[data-testid=export-folder-path]')?.textContent;
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${text('folder.unread')} ${text('export.folder-gone')}`,
    );
    isGone = false;
    await click(buttonOf(text('sync.retry')));
    expect(path()).toBe('/a2');
    await click(buttonOf(text('folder.read-again'), own()));
    expect(path()).toBe('/a3');
    const outcome = { atMs: NOW, runId: null, parts: [] };
    const schedule = { dataset: false, file: null };
    act(() => {
      localStorage.setItem(
        'cuadra.schedule.a',
        JSON.stringify({ isDue: false, outcomes: [outcome], schedule }),
      );
      window.dispatchEvent(new StorageEvent('storage', { key: 'cuadra.schedule.a' }));
    });
    await waitFor(() => expect(path()).toBe('/a4'));
  });

  test('in a browser has its path to be copied, which is said while one is there, and only where it was', async () => {
    await draw(<ExportsTab />, {
      replies: { readExportFolder: () => ({ ...FOLDER, canChoose: false }) as never },
    });
    const press = await screen.findByTestId('export-folder-copy');
    const copy = vi.spyOn(navigator.clipboard, 'writeText');
    const copied = async (isDone: boolean) => {
      copy.mockImplementationOnce(async () => {
        if (!isDone) throw new Error('not allowed');
      });
      await click(press);
      return press.textContent;
    };
    expect(await copied(true)).toBe(text('folder.copied'));
    expect(await copied(false)).toBe(text('folder.copy'));
    expect(await copied(true)).toBe(text('folder.copied'));
    fireEvent.blur(press);
    expect([press.textContent, copy.mock.lastCall]).toEqual([text('folder.copy'), ['/a']]);
  });
});

test('the settings open at formats where nothing else is asked for; amounts are covered over them too', async () => {
  function Opener() {
    const { open } = useSettings();
    useEffect(() => open(), [open]);
    return null;
  }
  await draw(<Opener />);
  const dialog = await screen.findByTestId('settings');
  const formats = within(dialog).getByTestId('settings-tab-formats');
  expect(formats.getAttribute('aria-selected')).toBe('true');
  const covers = () => JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}').hidesAmounts;
  const press = () => fireEvent.keyDown(window, { key: 'H', ctrlKey: true, shiftKey: true });
  press();
  await waitFor(() => expect(covers()).toBe(true));
  press();
  await waitFor(() => expect(covers()).toBe(false));
});
