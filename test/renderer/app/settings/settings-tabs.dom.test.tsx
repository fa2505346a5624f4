import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { AccountsTab } from '#renderer/app/settings/accounts-tab.tsx';
import { AssistantsSetting } from '#renderer/app/settings/assistants-setting.tsx';
import { DesktopTab } from '#renderer/app/settings/desktop-tab.tsx';
import { ExportsTab } from '#renderer/app/settings/exports-tab.tsx';
import { AppearanceTab, FormatsTab, PrivacyTab } from '#renderer/app/settings/preferences-tabs.tsx';
import { RuntimeLicences } from '#renderer/app/settings/runtime-licences.tsx';
import { SettingsDialog } from '#renderer/app/settings/settings-dialog.tsx';
import { SupportSection } from '#renderer/app/settings/support-section.tsx';
import { UpdatesSetting } from '#renderer/app/settings/updates-setting.tsx';
import type { Account, AccountsState } from '#shared/contract/app.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account, MINUTE } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The tabs of the settings, each by itself. */

const draw = (tab: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => <InAccount>{tab}</InAccount>);
const accountsOf = (...accounts: readonly Account[]): AccountsState => ({
  accounts,
  activeId: accounts[0]?.id ?? null,
  keyStorage: 'memory',
});
const group = (name: string) => screen.getByRole('group', { name });
const chosenIn = (name: string) =>
  within(group(name))
    .getAllByRole('button')
    .filter((each) => each.getAttribute('aria-pressed') === 'true')
    .map((each) => each.textContent);
const optionsIn = (name: string) =>
  within(group(name))
    .getAllByRole('button')
    .map((each) => each.textContent);
const choose = (name: string, option: string) =>
  fireEvent.click(within(group(name)).getByRole('button', { name: option }));
const stored = () =>
  JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}') as { [key: string]: unknown };

describe('formats', () => {
  test('are chosen by what they look like, in the language of the page', async () => {
    const { user } = await draw(<FormatsTab />);
    expect(optionsIn(text('settings.negatives'))).toEqual(['−1.234', '(1.234)']);
    expect(chosenIn(text('settings.negatives'))).toEqual(['−1.234']);
    expect(optionsIn(text('settings.decimals'))).toEqual(
      ['auto', 'two', 'none'].map((how) => text(`settings.decimals-${how}` as 'settings.decimals-auto')),
    );
    // In Spanish columns are called as the API spells them: there is nothing to choose.
    expect(screen.queryByRole('group', { name: text('settings.column-names') })).toBeNull();
    const example = screen.getByRole('region', { name: text('settings.example') });
    expect([...example.querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
      '−1.234.567,50',
      '68,4 %',
      '31-10-2026 14:24',
    ]);
    choose(text('settings.decimals'), text('settings.decimals-none'));
    expect(screen.getByTestId('settings-example-amount').textContent).toBe('−1.234.568');
    expect(screen.getByTestId('settings-example-amount').dataset.value).toBe('-1234567.5');
    await user.click(screen.getByTestId('settings-locale'));
    expect((await screen.findAllByRole('menuitemradio')).map((each) => each.textContent)).toEqual([
      text('settings.locale-auto'),
      expect.stringContaining('1.234,5 · 31-10-2026'),
      ...Array(4).fill(expect.stringMatching(/ · 1.234.5 · /)),
    ]);
  });

  test('in another language columns may be called as the API spells them', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ language: 'en' }));
    await draw(<FormatsTab />);
    const [name] = screen
      .getAllByRole('group')
      .map((each) => each.getAttribute('aria-label') ?? '')
      .filter((each) => /column/i.test(each));
    expect(optionsIn(name ?? '')).toHaveLength(2);
    fireEvent.click(within(group(name ?? '')).getAllByRole('button')[1] as HTMLElement);
    expect(stored()).toMatchObject({ columnNames: 'api' });
  });
});

test('looks are chosen at once and remembered; how it moves is the system’s', async () => {
  await draw(<AppearanceTab />);
  const settings = ['theme', 'rail', 'rows', 'text-size'].map((each) =>
    text(`settings.${each}` as 'settings.theme'),
  );
  expect(settings.map((name) => optionsIn(name).length)).toEqual([3, 2, 2, 3]);
  expect(settings.map(chosenIn)).toEqual([
    [text('settings.theme-system')],
    [text('settings.rail-auto')],
    [text('settings.rows-dense')],
    ['100 %'],
  ]);
  choose(settings[0] ?? '', text('settings.theme-light'));
  choose(settings[1] ?? '', text('settings.rail-mini'));
  choose(settings[2] ?? '', text('settings.rows-comfortable'));
  choose(settings[3] ?? '', '115 %');
  expect(stored()).toMatchObject({ theme: 'light', rail: 'mini', rows: 'comfortable', textSize: '115' });
  expect(screen.getByText(text('settings.motion-full'))).toBeTruthy();
});

test.each([
  ['browser', 'keyring', 'settings.stored-rows-browser'],
  ['desktop', 'no-keyring', 'settings.stored-rows-desktop'],
] as const)('privacy covers amounts, and says what is stored where: %s', async (host, keyStorage, rows) => {
  await draw(
    <PrivacyTab>
      <p>within</p>
    </PrivacyTab>,
    {
      replies: { readHostInfo: () => ({ host, version: '1' }) },
      accounts: { ...accountsOf(account()), keyStorage },
    },
  );
  expect([chosenIn(text('settings.hide')), screen.getByText('within') !== null]).toEqual([
    [text('settings.hide-no')],
    true,
  ]);
  choose(text('settings.hide'), text('settings.hide-yes'));
  expect([stored().hidesAmounts, chosenIn(text('settings.hide'))]).toEqual([
    true,
    [text('settings.hide-yes')],
  ]);
  choose(text('settings.hide'), text('settings.hide-no'));
  expect(stored().hidesAmounts).toBe(false);
  const where = new Map(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(where.get(text('settings.stored-key'))).toBe(text(`account.key-storage-${keyStorage}`));
  expect(where.get(text('settings.stored-rows'))).toBe(text(rows));
  expect(where.get(text('settings.stored-views'))).toBe(text('settings.stored-views-where'));
});

describe('accounts', () => {
  const NAMED = account({ currencies: { main: 'CLP', own: [{ Canal: 'Ida', Cuenta: 'z', code: 'USD' }] } });
  const rows = [
    { Canal: 'Uno', Cuenta: 'x', Ventas: '1' },
    { Canal: 'Uno', Cuenta: 'x', Ventas: '1' },
    { Canal: '', Cuenta: '', Ventas: '1' },
  ];

  test('each account of a channel has its rows and its currency, those without rows too', async () => {
    // A list of three hundred is long in drawing.
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([]);
    const { user, asked } = await draw(<AccountsTab onConnect={() => {}} />, {
      accounts: accountsOf(NAMED),
      rows,
    });
    const table = within(screen.getByRole('region', { name: text('settings.currencies') })).getByRole(
      'table',
    );
    const lines = () =>
      [...table.querySelectorAll('tbody tr')].map((line) =>
        [...line.children].map((cell) => cell.textContent),
      );
    await waitFor(() => expect(lines()).toHaveLength(3));
    const blank = text('settings.currency-blank');
    expect(lines().toSorted()).toEqual(
      [
        ['Uno', 'x', '2', 'CLP'],
        [blank, blank, '1', 'CLP'],
        ['Ida', 'z', '0', 'USD'],
      ].toSorted(),
    );
    await user.click(screen.getByTestId('currency-Uno-x'));
    await user.click(
      (await screen.findAllByRole('option')).find((each) =>
        each.textContent?.startsWith('ARS'),
      ) as HTMLElement,
    );
    expect(asked).toEqual([
      {
        call: 'updateAccount',
        input: {
          accountId: 'a',
          currencies: {
            main: 'CLP',
            own: [...NAMED.currencies.own, { Canal: 'Uno', Cuenta: 'x', code: 'ARS' }],
          },
        },
      },
    ]);
    // Undone it has none of its own again.
    await user.keyboard('{Escape}');
    act(() => (document.activeElement as HTMLElement | null)?.blur());
    // While some are another currency’s, having no name is no choice.
    await user.click(screen.getByTestId('currency-default'));
    expect((await screen.findAllByRole('option'))[0]?.textContent).toMatch(/^CLP/);
  });

  test('a currency is undone over what was said elsewhere since, which stays; not where that was of it', async () => {
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([]);
    const { user, asked, report } = await draw(<AccountsTab onConnect={() => {}} />, {
      accounts: accountsOf(NAMED),
      rows,
    });
    const saidOf = (at: number) => (asked.at(at)?.input as { currencies: unknown } | undefined)?.currencies;
    const told = (codes: { readonly [canal: string]: string }) =>
      act(() =>
        report(
          'accounts',
          accountsOf(
            account({
              currencies: {
                main: 'CLP',
                own: Object.entries(codes).map(([Canal, code]) => ({
                  ...{ Canal, Cuenta: Canal === 'Ida' ? 'z' : 'x', code },
                })),
              },
            }),
          ),
        ),
      );
    const sayArs = async () => {
      await user.click(await screen.findByTestId('currency-Uno-x'));
      const options = await screen.findAllByRole('option');
      await user.click(options.find((each) => each.textContent?.startsWith('ARS')) as HTMLElement);
    };
    const undo = async () => {
      act(() => (document.activeElement as HTMLElement | null)?.blur());
      await user.keyboard('{Control>}z{/Control}');
    };
    await sayArs();
    told({ Ida: 'EUR', Uno: 'ARS' });
    await undo();
    expect([asked.length, saidOf(-1)]).toEqual([
      2,
      { main: 'CLP', own: [{ Canal: 'Ida', Cuenta: 'z', code: 'EUR' }] },
    ]);
    told({ Ida: 'EUR' });
    await sayArs();
    told({ Ida: 'EUR', Uno: 'USD' });
    await undo();
    expect(asked.length).toBe(3);
    const label = text('undo.currency-set', { account: 'Uno · x' });
    expect(screen.getByTestId('undo-line').textContent).toContain(text('undo.changed-since', { label }));
  });

  test('the currency of all comes first; of another account its channels are seen once it is open', async () => {
    const { view } = await draw(<AccountsTab onConnect={() => {}} />, {
      accounts: accountsOf(account()),
      rows,
    });
    expect(screen.getByText(text('settings.currency-first'))).toBeTruthy();
    expect(screen.getByTestId('currency-default').textContent).toBe(text('settings.currency-none'));
    view.unmount();
    const two = accountsOf(account(), account({ id: 'b', name: 'Otra', currencies: NAMED.currencies }));
    const { user } = await draw(<AccountsTab onConnect={() => {}} />, { accounts: two, rows });
    const [, other] = screen.getAllByTestId('settings-account');
    await user.click(other as HTMLElement);
    expect(screen.getByText(text('settings.currency-elsewhere'))).toBeTruthy();
    expect(
      screen
        .getAllByTestId('settings-account')
        .map((each) => [each.getAttribute('aria-pressed'), each.textContent]),
    ).toEqual([
      ['false', `Lumbre Hogarapi.example · Pro${text('settings.account-is-open')}`],
      ['true', 'Otraapi.example · Pro'],
    ]);
  });

  test('of the demo company only what can be set of it is there; one of one’s own has address, plan and key', async () => {
    const { view } = await draw(<AccountsTab onConnect={() => {}} />, {
      accounts: accountsOf(account({ kind: 'demo' })),
    });
    expect(['account-name', 'account-plan', 'account-key'].map((id) => screen.queryByTestId(id))).toEqual([
      null,
      null,
      null,
    ]);
    expect(screen.queryByRole('button', { name: text('first.demo-open') })).toBeNull();
    expect(screen.getByTestId('account-schedule')).toBeTruthy();
    expect(screen.getByText(new RegExp(text('remove.lost-demo').slice(0, 30)))).toBeTruthy();
    view.unmount();
    let connects = 0;
    const { user, asked } = await draw(
      <AccountsTab
        onConnect={() => {
          connects += 1;
        }}
      />,
    );
    expect(screen.getByText('https://api.example/data')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: text('first.demo-open') }));
    await user.click(screen.getByRole('button', { name: text('account.connect') }));
    expect([asked.map(({ call }) => call), connects]).toEqual([['openDemo'], 1]);
    await user.click(screen.getByTestId('account-schedule'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'cada 15 min' }));
    expect(asked.at(-1)).toEqual({ call: 'updateAccount', input: { accountId: 'a', syncEveryMinutes: 15 } });
  });
});

describe('the folder of exports', () => {
  const FOLDER = {
    path: '/datos/a',
    state: 'ready',
    canChoose: true,
    dataset: {
      rows: 1200,
      writtenAtMs: Date.now() - MINUTE,
      months: [
        { month: '2026-10', rows: 1000, bytes: 2_000_000, writtenAtMs: Date.now() - MINUTE },
        { month: null, rows: null, bytes: 500_000, writtenAtMs: Date.now() - MINUTE },
      ],
    },
    backups: [],
    scheduled: Array.from({ length: 25 }, (_, at) => ({
      name: `f${at}`,
      bytes: 1000,
      writtenAtMs: Date.now() - MINUTE,
    })),
  };
  const folder = (part: object = {}) =>
    draw(<ExportsTab />, { replies: { readExportFolder: () => ({ ...FOLDER, ...part }) as never } });

  test('says what lies there: rows by month, the first files of each kind, and how many more', async () => {
    const { user, asked } = await folder();
    const dataset = await screen.findByTestId('export-folder-dataset');
    expect([dataset.dataset.value, dataset.textContent]).toEqual([
      '1200',
      expect.stringMatching(/^1\.200 filas en 2 meses, 2\.500 kB; /),
    ]);
    const months = screen.getAllByTestId('export-folder-month');
    expect(months.map((line) => [...line.children].slice(0, 3).map((cell) => cell.textContent))).toEqual([
      ['2026-10', '1.000', '2.000 kB'],
      [text('folder.no-month'), '—', '500 kB'],
    ]);
    const files = screen.getAllByTestId('export-folder-file');
    expect([files.length, files[0]?.dataset.value]).toEqual([20, 'f0']);
    expect(screen.getByText(text('folder.more', { count: 5 }))).toBeTruthy();
    expect(screen.getByText(text('folder.no-backups'))).toBeTruthy();
    const shows = screen.getAllByTestId('export-folder-show');
    expect(shows.map(({ dataset: { value } }) => value)).toEqual(['all', 'dataset', 'scheduled']);
    for (const show of shows) await user.click(show);
    expect(asked.filter(({ call }) => call === 'showExportFolder').map(({ input }) => input)).toEqual(
      ['all', 'dataset', 'scheduled'].map((place) => ({ accountId: 'a', place })),
    );
  });

  test('that is not chosen yet says where backups lie, and has nothing to show', async () => {
    await folder({ path: null, dataset: null, scheduled: [] });
    const path = await screen.findByTestId('export-folder-path');
    expect([path.textContent, path.dataset.value]).toEqual([text('folder.none'), '']);
    expect(screen.getByTestId('export-folder-choose').textContent).toBe(text('folder.choose'));
    expect(screen.getByText(text('folder.own-backups'))).toBeTruthy();
    expect(
      [text('folder.no-dataset'), text('folder.no-scheduled')].map(
        (words) => screen.getByText(words) !== null,
      ),
    ).toEqual([true, true]);
    expect(screen.queryByTestId('export-folder-show')).toBeNull();
    expect(screen.queryByTestId('export-folder-state')).toBeNull();
  });

  test.each([
    ['/perfil/b', [{}], '/perfil/b', null],
    ['/perfil/b', [{}], '/otra', '/perfil/b'],
    ['/perfil/b', [], '/otra', null],
  ])(
    'chosen for the first time, where backups lie in %s (%j): of %s it says that former ones stay in %s',
    async (place, backups, path, former) => {
      const { user } = await draw(<ExportsTab />, {
        replies: {
          readExportFolder: () => ({ ...FOLDER, path: null, scheduled: [], dataset: null }) as never,
          listBackups: () => ({ folder: place, backups }) as never,
          chooseExportFolder: () => ({ ...FOLDER, path, scheduled: [], dataset: null }) as never,
        },
      });
      await user.click(await screen.findByTestId('export-folder-choose'));
      await waitFor(() => expect(screen.getByTestId('export-folder-path').textContent).toBe(path));
      const said = former === null ? '' : text('folder.former', { path: former });
      expect(
        screen.getByTestId('export-folder-path').parentElement?.querySelector('[role=status]')?.textContent,
      ).toBe(said);
    },
  );

  test('where there is no account there is none', async () => {
    await draw(<ExportsTab />, { accounts: { accounts: [], activeId: null, keyStorage: 'memory' } });
    expect(screen.getByText(text('folder.no-account'))).toBeTruthy();
  });

  test('of an account alone what is scheduled is chosen: which file, in which form, and one name for all months', async () => {
    const { user } = await folder();
    await screen.findByTestId('export-folder-dataset');
    expect(screen.queryByTestId('schedule-form')).toBeNull();
    await user.click(screen.getByTestId('schedule-file'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('schedule.last-month') }));
    expect(screen.getByTestId('schedule-form').textContent).toContain(text('export.as-xlsx'));
    const fixed = () => screen.getByTestId('schedule-fixed-name');
    expect(fixed().dataset.value).toBe('false');
    await user.click(within(fixed()).getByRole('checkbox'));
    expect(fixed().dataset.value).toBe('true');
    await user.click(screen.getByTestId('schedule-form'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('export.as-csv') }));
    expect(screen.getByTestId('schedule-form').textContent).toContain(text('export.as-csv'));
    expect(fixed().dataset.value).toBe('true');
    await user.click(screen.getByTestId('schedule-file'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('schedule.no-file') }));
    expect([screen.queryByTestId('schedule-form'), screen.queryByTestId('schedule-fixed-name')]).toEqual([
      null,
      null,
    ]);
    expect(screen.getByTestId('schedule-dataset').dataset.value).toBe('false');
  });
});

describe('the app around the page', () => {
  const SHELL = { closing: 'hide', notifies: true, opensAtLogin: false } as const;

  test('is set as the user says, each setting told by itself', async () => {
    const { asked } = await draw(<DesktopTab />, {
      replies: {
        readShell: () => SHELL as never,
        changeShell: (change) => ({ ...SHELL, ...(change as object) }) as never,
      },
    });
    await screen.findByRole('group', { name: text('settings.closing') });
    expect(
      ['closing', 'login', 'notifies'].map((each) =>
        chosenIn(text(`settings.${each}` as 'settings.closing')),
      ),
    ).toEqual([
      [text('settings.closing-hide')],
      [text('settings.login-no')],
      [text('settings.notifies-yes')],
    ]);
    choose(text('settings.closing'), text('settings.closing-quit'));
    await waitFor(() => expect(chosenIn(text('settings.closing'))).toEqual([text('settings.closing-quit')]));
    choose(text('settings.login'), text('settings.login-yes'));
    choose(text('settings.notifies'), text('settings.notifies-no'));
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(asked.filter(({ call }) => call === 'changeShell').map(({ input }) => input)).toEqual([
      { closing: 'quit' },
      { opensAtLogin: true },
      { notifies: false },
    ]);
  });

  test('takes newer versions where they are asked for, and says how far that is', async () => {
    const updates = (part: object) =>
      ({
        isOn: true,
        obstacle: null,
        hasReleases: true,
        askedAtMs: Date.now() - 2 * MINUTE,
        step: { kind: 'current' },
        ...part,
      }) as never;
    const { view, asked, user } = await draw(<UpdatesSetting />, {
      replies: { readUpdates: () => updates({}) },
    });
    const step = await screen.findByTestId('updates-step');
    expect([step.dataset.value, step.textContent]).toEqual([
      'current',
      `${text('updates.current')} · hace 2 min`,
    ]);
    await user.click(screen.getByTestId('update-action'));
    choose(text('updates.name'), text('updates.off'));
    await waitFor(() =>
      expect(asked.map(({ input }) => input)).toEqual([{ action: 'check' }, { action: 'off' }]),
    );
    view.unmount();
    const off = await draw(<UpdatesSetting />, { replies: { readUpdates: () => updates({ isOn: false }) } });
    await screen.findByRole('group', { name: text('updates.name') });
    expect(screen.queryByTestId('updates-step')).toBeNull();
    off.view.unmount();
    const asking = await draw(<UpdatesSetting />, {
      replies: { readUpdates: () => updates({ step: { kind: 'checking' } }) },
    });
    expect((await screen.findByTestId('updates-step')).textContent).toBe(text('updates.checking'));
    asking.view.unmount();
    const barred = await draw(<UpdatesSetting />, {
      replies: { readUpdates: () => updates({ obstacle: 'unsigned' }) },
    });
    await barred.user.click(await screen.findByRole('button', { name: text('updates.releases') }));
    expect(barred.asked.at(-1)).toEqual({ call: 'askUpdates', input: { action: 'releases' } });
  });

  test('lets assistants ask only as much as is chosen', async () => {
    const { asked } = await draw(<AssistantsSetting />, {
      replies: { readAssistantAccess: () => 'off', changeAssistantAccess: ({ access }) => access },
    });
    await screen.findByRole('group', { name: text('assistants.name') });
    expect(chosenIn(text('assistants.name'))).toEqual([text('assistants.off')]);
    choose(text('assistants.name'), text('assistants.figures'));
    await waitFor(() => expect(chosenIn(text('assistants.name'))).toEqual([text('assistants.figures')]));
    expect(asked.at(-1)).toEqual({ call: 'changeAssistantAccess', input: { access: 'figures' } });
  });

  test('says where nothing failed, and of licences that cannot be opened where they are', async () => {
    const shown = [
      { isShown: false, path: '/x/LICENSE' },
      { isShown: false, path: null },
      { isShown: true, path: null },
    ];
    const setting: PageSetting = {
      replies: {
        readHostInfo: () => ({ host: 'desktop', version: '1' }),
        readSystem: () => ({ platform: 'linux', arch: 'x64', release: '6', versions: {} }) as never,
        showErrorLog: () => ({ isThere: false, path: '/x' }) as never,
        showRuntimeLicence: () => shown.shift() as never,
      },
    };
    const { user } = await draw(
      <>
        <SupportSection />
        <RuntimeLicences />
      </>,
      setting,
    );
    await user.click(await screen.findByTestId('support-errors'));
    await waitFor(() =>
      expect(screen.getByTestId('support-log').textContent).toBe(text('settings.errors-none')),
    );
    const problem = () => screen.getByTestId('licence-problem').textContent;
    for (const words of [
      text('settings.licences-at', { path: '/x/LICENSE' }),
      text('settings.licences-gone'),
      '',
    ]) {
      await user.click(screen.getByTestId('licence-chromium'));
      await waitFor(() => expect(problem()).toBe(words));
    }
  });
});

test.each([
  ['desktop', 'settings.host-desktop', 8],
  ['browser', 'settings.host-browser', 7],
] as const)('which Cuadra it is, where it runs and whose work is in it: %s', async (host, words, tabs) => {
  const chosen: string[] = [];
  const { user } = await draw(
    <SettingsDialog tab="about" onTab={(tab) => chosen.push(tab)} onClose={() => {}} onConnect={() => {}} />,
    { replies: { readHostInfo: () => ({ host, version: '9.8' }) } },
  );
  expect(await screen.findByText(text('settings.version', { version: '9.8' }))).toBeTruthy();
  expect([
    screen.getByText(text(words)) !== null,
    screen.getByText(text('settings.licence-own')) !== null,
  ]).toEqual([true, true]);
  const count = Number(screen.getByTestId('settings-licences').dataset.value);
  expect(count).toBeGreaterThan(5);
  expect(screen.getByTestId('settings-licences').textContent).toBe(text('settings.licences', { count }));
  expect(screen.getAllByRole('tab')).toHaveLength(tabs);
  await user.click(screen.getByTestId('settings-tab-looks'));
  expect(new Set(chosen)).toEqual(new Set(['looks']));
});
