import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountsTab } from '#renderer/app/settings/accounts-tab.tsx';
import type { Account, AccountsState } from '#shared/contract/app.ts';
import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, buttonsOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is done in the settings of an account: of which one it is, over what was said of it since, and what fails. */

// A list of three hundred currencies is long in drawing.
beforeEach(() => void vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([]));

const tab = (setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <AccountsTab onConnect={() => {}} />
    </InAccount>
  ));
const of = (...accounts: readonly Account[]): AccountsState => ({
  accounts,
  activeId: 'a',
  keyStorage: 'keyring',
});
const click = (part: Element) => act(async () => void fireEvent.click(part));
const type = (field: string, value: string) =>
  fireEvent.change(screen.getByTestId(field), { target: { value } });
const settings = () => screen.getByTestId('account-settings');
const fails = (code: string) => () => {
  throw new RpcError(code, 'x');
};

describe('what is set', () => {
  const other = account({ id: 'b', name: 'Otra Casa', key: { ending: '8046', keeping: 'keyring' } });

  test('is of the account that one looks at, whatever is set', async () => {
    const { asked, user } = await tab({ accounts: of(account(), other) });
    await click(screen.getAllByTestId('settings-account')[1] as Element);
    expect(screen.getByTestId('account-name')).toHaveProperty('maxLength', 120);
    type('account-name', 'Casa Nueva');
    await act(async () => void fireEvent.blur(screen.getByTestId('account-name')));
    await click(buttonOf('Free'));
    await click(screen.getByTestId('account-plan-save'));
    await user.click(screen.getByTestId('account-schedule'));
    await click(await choiceOf('cada 15 min'));
    await user.click(screen.getByTestId('currency-default'));
    await click((await screen.findAllByRole('option'))[1] as Element);
    await click(screen.getByTestId('account-key-delete'));
    await click(screen.getByTestId('account-key-delete-do'));
    expect(asked).toEqual([
      ...[{ name: 'Casa Nueva' }, { plan: 'free' }, { syncEveryMinutes: 15 }].map((part) => ({
        ...{ call: 'updateAccount', input: { accountId: 'b', ...part } },
      })),
      { call: 'updateAccount', input: { accountId: 'b', currencies: { main: 'CLP', own: [] } } },
      { call: 'deleteKey', input: { accountId: 'b' } },
    ]);
  });

  test('and cannot be is told in that account’s settings once, until something else can', async () => {
    let isFull = true;
    const { user } = await tab({
      replies: {
        updateAccount: () => (isFull ? fails('setting-disk-full')() : of(account())),
      },
    });
    const every = async (name: string) => {
      await user.click(screen.getByTestId('account-schedule'));
      await click(await choiceOf(name));
      return [...settings().querySelectorAll('[role=alert]')].map((each) => each.textContent);
    };
    expect(await every('cada 15 min')).toEqual([text('failure.setting-disk-full')]);
    isFull = false;
    expect(await every('cada día')).toEqual([]);
  });

  test('of a plan is sent once at a time, and is no other plan once it is the account’s', async () => {
    const { report } = await tab({ replies: { updateAccount: () => new Promise(() => {}) } });
    await click(buttonOf('Free'));
    const save = screen.getByTestId<HTMLButtonElement>('account-plan-save');
    expect([save.disabled, save.textContent]).toEqual([false, text('settings.plan-change')]);
    await click(save);
    expect(save.disabled).toBe(true);
    act(() => report('accounts', of(account({ plan: 'free' }))));
    expect(screen.queryByTestId('account-plan-save')).toBeNull();
    expect(settings().textContent).toContain(text('account.plan-free'));
    await click(buttonOf('Pro'));
    expect(settings().textContent).toContain(text('account.plan-to-pro'));
  });

  test('is of the one that is open once that which was looked at is gone, and of the first where none is', async () => {
    const shown = () => settings().getAttribute('aria-label');
    const { report } = await tab({ accounts: of(other, account()) });
    await click(screen.getAllByTestId('settings-account')[0] as Element);
    expect(shown()).toBe('Otra Casa');
    act(() => report('accounts', of(account({ id: 'c', name: 'Tercera' }), account())));
    expect(shown()).toBe('Lumbre Hogar');
    act(() =>
      report('accounts', { ...of(account({ id: 'c', name: 'Tercera' }), account()), activeId: null }),
    );
    expect(shown()).toBe('Tercera');
    // None is open: each can be.
    expect(buttonsOf(`${text('settings.account-open')}: Tercera`)).toHaveLength(1);
    act(() => report('accounts', { ...of(), activeId: null }));
    expect(screen.queryByTestId('account-settings')).toBeNull();
    expect(screen.getByTestId('row-memory')).toBeTruthy();
  });

  test('a press that opens an account, or the demo company, may fail: nothing is lost by it', async () => {
    const { asked } = await tab({
      accounts: of(account(), other),
      replies: { activateAccount: fails('unknown-account'), openDemo: fails('unknown-account') },
    });
    await click(buttonOf(`${text('settings.account-open')}: Otra Casa`));
    await click(buttonOf(text('first.demo-open')));
    expect(asked).toEqual([
      { call: 'activateAccount', input: { accountId: 'b' } },
      { call: 'openDemo', input: null },
    ]);
    expect(settings().getAttribute('aria-label')).toBe('Lumbre Hogar');
  });
});

describe('a currency', () => {
  const rows = [
    { Canal: 'Uno', Cuenta: 'x', Ventas: '1' },
    { Canal: 'Uno', Cuenta: 'x', Ventas: '2' },
    { Canal: 'Dos', Cuenta: 'y', Ventas: '3' },
  ];
  const IDA = { Canal: 'Ida', Cuenta: 'z', code: 'USD' };
  const UNO = { Canal: 'Uno', Cuenta: 'x', code: 'PEN' };
  const said = (main: string | null, ...own: AccountCurrencies['own']): AccountCurrencies => ({ main, own });
  const stateOf = (currencies: AccountCurrencies) => of(account({ currencies }));
  /** The page of an account whose currencies are what was last written. */
  const open = async (begin: AccountCurrencies, setting: PageSetting = {}) => {
    const page = await tab({ accounts: stateOf(begin), rows, ...setting });
    const { asked, user, report } = page;
    const field = async (name: string) => {
      await user.click(await screen.findByTestId(`currency-${name}`));
      return screen.findAllByRole('option');
    };
    const option = async (name: string, code: string) =>
      (await field(name)).find((each) => each.textContent?.startsWith(code)) as HTMLElement;
    const tell = (currencies: AccountCurrencies) => report('accounts', stateOf(currencies));
    const written = () =>
      asked.map(({ call, input }) => {
        const { accountId, currencies } = input as { accountId: string; currencies: AccountCurrencies };
        expect([call, accountId]).toEqual(['updateAccount', 'a']);
        return currencies;
      });
    const undo = async () => {
      act(() => (document.activeElement as HTMLElement | null)?.blur());
      await user.keyboard('{Control>}z{/Control}');
    };
    return { ...page, option, tell, written, undo };
  };
  const undone = () => screen.getByTestId('undo-line').textContent ?? '';

  test('of one account is said over what another tab says in the same moment', async () => {
    const { option, tell, written } = await open(said('CLP', IDA));
    const ars = await option('Uno-x', 'ARS');
    await act(async () => {
      tell(said('EUR', { ...IDA, code: 'BRL' }));
      fireEvent.click(ars);
    });
    expect(written()).toEqual([
      said('EUR', { ...IDA, code: 'BRL' }, { Canal: 'Uno', Cuenta: 'x', code: 'ARS' }),
    ]);
  });

  test('of all is said over what another tab says of accounts in the same moment', async () => {
    const { option, tell, written } = await open(said('CLP'));
    const usd = await option('default', 'USD');
    await act(async () => {
      tell(said('CLP', UNO));
      fireEvent.click(usd);
    });
    expect(written()).toEqual([said('USD', UNO)]);
  });

  test('of all is undone over what was said of accounts since; not where it was said again', async () => {
    const { option, tell, written, undo } = await open(said('CLP', IDA));
    await click(await option('default', 'USD'));
    act(() => tell(said('USD', IDA, UNO)));
    await undo();
    expect(written()).toEqual([said('USD', IDA), said('CLP', IDA, UNO)]);
    expect(undone()).toContain(text('undo.currency-all'));
    act(() => tell(said('CLP', IDA)));
    await click(await option('default', 'PEN'));
    act(() => tell(said('EUR', IDA)));
    await undo();
    expect(written()).toHaveLength(3);
    expect(undone()).toContain(text('undo.changed-since', { label: text('undo.currency-all') }));
  });

  test('of all can be without a name while it is the only one, and is so again', async () => {
    const { option, tell, written, undo } = await open(said('CLP'));
    await click(await option('default', text('settings.currency-none')));
    act(() => tell(said(null)));
    expect(screen.getByText(text('settings.currency-first'))).toBeTruthy();
    await undo();
    expect(written()).toEqual([said(null), said('CLP')]);
  });

  test('of an account that had one of its own is undone to that one, by the name of the account', async () => {
    const { option, tell, written, undo } = await open(said('CLP', IDA, UNO));
    expect(screen.getByTestId('currency-Ida-z').textContent).toBe('USD');
    await click(await option('Ida-z', 'MXN'));
    act(() => tell(said('CLP', UNO, { ...IDA, code: 'MXN' })));
    await undo();
    expect(written()).toEqual([said('CLP', UNO, { ...IDA, code: 'MXN' }), said('CLP', UNO, IDA)]);
    expect(undone()).toContain(text('undo.currency-set', { account: 'Ida · z' }));
  });

  test('that cannot be written is told beside the currencies, and so is one that cannot be taken back', async () => {
    let isFull = true;
    const { option, undo, written } = await open(said('CLP'), {
      replies: { updateAccount: () => (isFull ? fails('setting-disk-full')() : stateOf(said('CLP'))) },
    });
    const alerts = () =>
      [...document.querySelectorAll('[role=alert]')].map((each) => [
        each.textContent,
        each.closest('section')?.getAttribute('aria-label'),
      ]);
    await click(await option('Uno-x', 'ARS'));
    const told = [text('failure.setting-disk-full'), text('settings.currencies')];
    expect(alerts()).toEqual([told]);
    isFull = false;
    await click(await option('Uno-x', 'PEN'));
    expect([alerts(), written()]).toEqual([[], [said('CLP', { ...UNO, code: 'ARS' }), said('CLP', UNO)]]);
    await undo();
    // It was never written: what is there is nothing of it.
    expect(undone()).toContain(
      text('undo.changed-since', { label: text('undo.currency-set', { account: 'Uno · x' }) }),
    );
  });

  test('of each channel’s account stands in its line, with how many rows that has', async () => {
    await open(said('CLP', IDA, UNO));
    await waitFor(() => expect(screen.queryByTestId('currency-Dos-y')).not.toBeNull());
    const table = settings().querySelector('table') as Element;
    const of = (account: string, code: string, name: string) =>
      `[${code}, ${text('settings.currency-of', { account })}: ${code} · ${name}]{${code}}`;
    expect(readOf(table)).toEqual([
      `Canal | Cuenta | ${text('settings.rows')} | ${text('currency.label')}`,
      `Dos | y | 1 | ${of('Dos · y', 'CLP', 'peso chileno')}`,
      `Uno | x | 2 | ${of('Uno · x', 'PEN', 'sol peruano')}`,
      `Ida | z | 0 | ${of('Ida · z', 'USD', 'dólar estadounidense')}`,
    ]);
  });
});

describe('an account is removed', () => {
  const NAMES: readonly (readonly [string, Partial<Account>, string])[] = [
    ['by its name', { name: 'Lumbre Hogar' }, 'Lumbre Hogar'],
    ['by its name without the blanks around it', { name: ' Lumbre ' }, 'Lumbre'],
    ['by its address where it has no name', { name: '' }, 'api.example'],
    ['by what the demo company is called', { kind: 'demo', name: 'x' }, text('account.demo')],
  ];

  test.each(NAMES)('%s typed whole, and by nothing else: %j', async (_, part, name) => {
    const { asked } = await tab({ accounts: of(account(part), account({ id: 'b', name: 'Otra' })) });
    await click(screen.getByTestId('account-remove'));
    const form = screen.getByTestId('account-remove-name').closest('form') as HTMLFormElement;
    const removes = () => asked.filter(({ call }) => call === 'removeAccount');
    const wrong = ['', ' ', name.slice(0, -1), name.slice(1), `${name}s`, name.toUpperCase(), 'Otra', 'x'];
    for (const typed of [...wrong, [...name].reverse().join(''), name.replaceAll(/./gu, 'x')]) {
      type('account-remove-name', typed);
      expect([typed, screen.getByTestId<HTMLButtonElement>('account-remove-do').disabled]).toEqual([
        typed,
        true,
      ]);
      // Enter may send a form whose button is off; and it must not load the page anew.
      await act(async () => expect(fireEvent.submit(form)).toBe(false));
    }
    expect(removes()).toEqual([]);
    type('account-remove-name', `  ${name} `);
    await click(screen.getByTestId('account-remove-do'));
    await waitFor(() => expect(removes()).toEqual([{ call: 'removeAccount', input: { accountId: 'a' } }]));
  });

  test('with what the page remembers of it, and only once it is removed; told what failed last', async () => {
    const other = account({ id: 'b', name: 'Otra' });
    const failures = [fails('setting-locked'), fails('setting-disk-full')];
    await tab({
      accounts: of(account(), other),
      replies: { removeAccount: () => failures.shift()?.() ?? of(account()) },
    });
    localStorage.setItem('cuadra.views.a', '[]');
    localStorage.setItem('cuadra.views.b', '[]');
    await click(screen.getAllByTestId('settings-account')[1] as Element);
    await click(screen.getByTestId('account-remove'));
    type('account-remove-name', 'Otra');
    const alerts = async () => {
      await click(screen.getByTestId('account-remove-do'));
      await waitFor(() =>
        expect(screen.queryByTestId('account-remove-do')?.hasAttribute('disabled')).toBeFalsy(),
      );
      return [...document.querySelectorAll('[role=alert]')].map((each) => each.textContent);
    };
    const failed = (code: 'setting-locked' | 'setting-disk-full') => [
      text('remove.failed', { detail: text(`failure.${code}`) }),
    ];
    expect(await alerts()).toEqual(failed('setting-locked'));
    expect(localStorage.getItem('cuadra.views.b')).toBe('[]');
    expect(await alerts()).toEqual(failed('setting-disk-full'));
    expect(await alerts()).toEqual([]);
    expect([localStorage.getItem('cuadra.views.a'), localStorage.getItem('cuadra.views.b')]).toEqual([
      '[]',
      null,
    ]);
  });

  test('without a backup only by the next press: where that fails for another reason, one is tried again', async () => {
    let backups = 0;
    const removals = [fails('setting-locked')];
    const { asked } = await tab({
      dataStreams: {
        backUp: async function* () {
          yield { kind: 'begun', rows: 12, isWhole: true };
          return null;
        },
      },
      mainStreams: {
        // biome-ignore lint/correctness/useYield: it cannot even begin.
        backup: async function* () {
          backups += 1;
          throw new Error('disk full');
        },
      },
      replies: { removeAccount: () => removals.shift()?.() ?? of() },
    });
    await click(screen.getByTestId('account-remove'));
    type('account-remove-name', 'Lumbre Hogar');
    const press = () => screen.getByTestId('account-remove-do');
    const tried = async () => {
      await click(press());
      await waitFor(() => expect(press()).toHaveProperty('disabled', false));
      const alerts = [...document.querySelectorAll('[role=alert]')].map((each) => each.textContent);
      return [
        press().textContent,
        backups,
        asked.filter(({ call }) => call === 'removeAccount').length,
        alerts,
      ];
    };
    const unsaved = [text('remove.unsaved'), expect.stringContaining('disk full')];
    const locked = [text('remove.failed', { detail: text('failure.setting-locked') })];
    expect(await tried()).toEqual([text('remove.without'), 1, 0, unsaved]);
    expect(await tried()).toEqual([text('remove.do'), 1, 1, locked]);
    expect(await tried()).toEqual([text('remove.without'), 2, 1, unsaved]);
  });

  test('by a question that comes into view as it is asked', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    await tab();
    await click(screen.getByTestId('account-remove'));
    expect(scroll.mock.calls).toEqual([[{ block: 'nearest' }]]);
    expect((scroll.mock.contexts[0] as Element).tagName).toBe('FORM');
    const question = screen.getByTestId('account-remove-name').closest('form') as Element;
    expect(readOf(question)).toEqual([
      `${text('remove.confirm', { name: 'Lumbre Hogar' })}{}[${text('remove.do')}, off][${text('common.cancel')}]`,
    ]);
  });
});
