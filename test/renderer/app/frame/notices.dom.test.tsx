import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Notices } from '#renderer/app/frame/notices.tsx';
import { PrintHead } from '#renderer/app/frame/print-head.tsx';
import { Rail } from '#renderer/app/frame/rail.tsx';
import { SelectionNews } from '#renderer/app/frame/selection-news.tsx';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { UpdateStep } from '#shared/contract/updates.ts';
import type { Month } from '#shared/domain/dates.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { InAccount, openPage, type PageSetting, READ_UNTIL } from '#test/renderer/dom/page.tsx';
import {
  account,
  activity,
  DAY,
  failure,
  held,
  instant,
  MINUTE,
  month,
  run,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The parts of the frame by themselves: the notice that stands, in words; the rail; what is said aloud; paper's head. */

const now = () => Date.now();
const resting = (part: Partial<SyncStatus> = {}) =>
  status({ lastRun: run({ endedAtMs: now() }), knownUntil: instant(now()), ...part });

const notices = (setting: PageSetting, at = '#panel') =>
  openPage({ at, ...setting }, () => (
    <InAccount>
      <Notices />
    </InAccount>
  ));
const notice = () => screen.queryByTestId('notice');
const said = () => notice()?.textContent ?? '';
const action = () => screen.queryByTestId('notice-action');

describe('the notice', () => {
  const OUTAGE = { kind: 'silent', sinceMs: now() - 5 * MINUTE, tried: 2, tries: 8 } as const;

  test.each([
    [
      'back-off',
      resting({ state: 'waiting', waiting: { reason: 'back-off', untilMs: null } }),
      text('notice.back-off', { time: text('wait.soon') }),
      text('notice.detail'),
    ],
    [
      'loading',
      resting({
        historyComplete: false,
        progress: { monthsDone: 3, monthsTotal: 24, rowsRead: 9, secondsLeft: null } as never,
      }),
      text('notice.loading', { count: 24, done: '3', total: '24' }),
      text('notice.detail'),
    ],
    ['paused', resting({ state: 'paused' }), text('notice.paused'), text('sync.resume')],
    [
      'paused',
      resting({ state: 'paused', historyComplete: false }),
      text('notice.paused-loading'),
      text('sync.resume'),
    ],
    ['stale', resting({ lastRun: run({ endedAtMs: now() - 2 * DAY }) }), 'hace 2 d', text('notice.read-now')],
  ] as const)('%s says what it is about, and has one way on: %#', async (name, of, words, way) => {
    const { user, asked } = await notices({ status: of });
    expect([notice()?.dataset.notice, notice()?.getAttribute('role'), action()?.textContent]).toEqual([
      name,
      'status',
      way,
    ]);
    expect(said()).toContain(words);
    await user.click(screen.getByTestId('notice-action'));
    const isLed = way === text('notice.detail');
    expect([window.location.hash, asked.map(({ call }) => call)]).toEqual(
      isLed ? ['#sync', []] : ['#panel', ['syncNow']],
    );
  });

  test('of a service that is silent says since when; once it was given up, the server’s words and another try', async () => {
    const { view } = await notices({ status: resting({ state: 'running', outage: OUTAGE }) });
    expect([notice()?.dataset.notice, notice()?.getAttribute('role'), action()?.textContent]).toEqual([
      'outage',
      'status',
      text('notice.detail'),
    ]);
    expect(said()).toContain(text('notice.outage-note'));
    expect(said()).not.toContain(text('connect.said'));
    view.unmount();
    const given = resting({
      state: 'error',
      outage: OUTAGE,
      failure: failure('unreachable', 'ECONNREFUSED'),
    });
    const { user, asked } = await notices({ status: given });
    expect([notice()?.getAttribute('role'), action()?.textContent]).toEqual(['alert', text('sync.retry')]);
    expect(said()).toContain(`${text('connect.said')} ECONNREFUSED`);
    await user.click(screen.getByTestId('notice-action'));
    expect(asked.map(({ call }) => call)).toEqual(['syncNow']);
  });

  test('of a key that is no longer taken is an alarm, with the server’s words; of one that is gone a question', async () => {
    const rejected = resting({ state: 'error', failure: failure('unauthorized', 'bad key') });
    const { view } = await notices({ status: rejected });
    expect(notice()?.getAttribute('role')).toBe('alert');
    expect(said()).toContain(`${text('failure.unauthorized')} ${text('failure.unauthorized-do')}`);
    expect(said()).toContain('bad key');
    view.unmount();
    const accounts = {
      accounts: [account({ hasKey: false, key: null })],
      activeId: 'a',
      keyStorage: 'keyring',
    } as const;
    await notices({ status: resting(), accounts });
    expect(notice()?.getAttribute('role')).toBe('status');
    expect(said()).toContain(
      `${text('notice.key')} ${text('account.key-storage-keyring')} ${text('notice.key-note')}`,
    );
  });

  test('of rows lost to damage is an alarm that leads to the sync', async () => {
    const damage = { foundAtMs: now(), rowsLost: 5, from: null, to: null, outsidePlan: false };
    const { user } = await notices({ status: resting(), facts: { damage } });
    expect([notice()?.dataset.notice, notice()?.getAttribute('role')]).toEqual(['damage', 'alert']);
    expect(said()).toContain(text('damage.what'));
    await user.click(screen.getByTestId('notice-action'));
    expect(window.location.hash).toBe('#sync');
  });

  test('of rows that wait names up to three months, and leads nowhere from their own', async () => {
    const months = ['2025-01', '2025-02', '2025-03', '2025-04'].map((name) =>
      month({ month: name as Month, held: held(3) }),
    );
    const coverage = {
      revision: 1,
      knownUntil: null,
      months,
      controls: { everything: null, dashboard: null },
      search: null,
      undatedRows: 0,
      outOfRangeRows: 0,
    };
    const setting = { status: resting({ rowsHeld: 12 }), dataReplies: { readCoverage: () => coverage } };
    const { user } = await notices(setting);
    await waitFor(() => expect(said()).toContain('ene 2025, feb 2025, mar 2025, …'));
    expect(said()).toContain('12 filas');
    expect(said()).not.toContain('abr 2025');
    await user.click(screen.getByTestId('notice-action'));
    expect([window.location.hash, action()]).toEqual(['#sync/2025-01', null]);
  });

  test('of a newer version can be put aside while it does not go on; its next step is news again', async () => {
    const step = (of: UpdateStep) => ({
      isOn: true,
      obstacle: null,
      hasReleases: false,
      askedAtMs: null,
      step: of,
    });
    const { user, asked, report } = await notices({
      status: resting(),
      replies: { readUpdates: () => step({ kind: 'found', version: '9.1' }) as never },
    });
    await screen.findByTestId('notice');
    expect([said().includes(text('updates.found', { version: '9.1' })), action()?.textContent]).toEqual([
      true,
      text('updates.later'),
    ]);
    await user.click(screen.getByTestId('update-action'));
    expect(asked).toEqual([{ call: 'askUpdates', input: { action: 'download' } }]);
    await user.click(screen.getByTestId('notice-action'));
    expect(notice()).toBeNull();
    act(() => report('updates', step({ kind: 'downloading', version: '9.1', percent: 40 }) as never));
    expect(said()).toContain(text('updates.downloading', { version: '9.1', percent: '40' }));
    expect([action(), screen.getByTestId('update-action').dataset.value]).toEqual([null, 'cancel']);
    act(() => report('updates', step({ kind: 'ready', version: '9.1' }) as never));
    expect([
      said().includes(text('updates.ready', { version: '9.1' })),
      screen.getByTestId('update-action').dataset.value,
    ]).toEqual([true, 'install']);
    act(() => report('syncStatus', resting({ state: 'running' })));
    expect([
      said().includes(text('updates.ready-reading', { version: '9.1' })),
      screen.queryByTestId('update-action'),
    ]).toEqual([true, null]);
    act(() => report('updates', step({ kind: 'failed', version: '9.1', why: 'unsigned' }) as never));
    act(() => report('syncStatus', resting()));
    expect(screen.getByTestId('update-action').textContent).toBe(text('updates.check'));
    act(() => report('updates', { ...step({ kind: 'found', version: '9.2' }), isOn: false } as never));
    expect(notice()).toBeNull();
  });
});

describe('the rail', () => {
  const rail = (setting: PageSetting = {}, onConnect = () => {}) =>
    openPage({ at: '#orders', status: resting(), ...setting }, () => (
      <InAccount>
        <Rail onConnect={onConnect} />
      </InAccount>
    ));
  const foot = () => screen.getByTestId('sync-status');

  test('has every screen with its key, one stop of Tab, and up and down from one to the next', async () => {
    const { user } = await rail();
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.dataset.testid)).toEqual(SCREEN_IDS.map((id) => `nav-${id}`));
    expect(links.map((link) => link.title)).toEqual(
      SCREEN_IDS.map((id, at) => `${text(`nav.${id}`)} (Ctrl+${at + 1})`),
    );
    const here = screen.getByTestId('nav-orders');
    expect(links.filter((link) => link.tabIndex === 0)).toEqual([here]);
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([here]);
    act(() => here.focus());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByTestId('nav-profitability'));
    await user.keyboard('{Control>}{ArrowDown}{/Control}');
    expect(document.activeElement).toBe(screen.getByTestId('nav-profitability'));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(links.at(-1));
  });

  test('names the account and its initials, and offers the others, the demo company and another one', async () => {
    let connects = 0;
    const accounts = {
      accounts: [
        account({ name: 'lumbre hogar chile', currencies: { main: 'CLP', own: [] } }),
        account({ id: 'b', name: 'Otra' }),
      ],
      activeId: 'a',
      keyStorage: 'memory',
    } as const;
    const { user, asked } = await rail({ accounts }, () => {
      connects += 1;
    });
    const menu = screen.getByTestId('account-menu');
    expect([menu.querySelector('b')?.textContent, menu.querySelector('small')?.textContent]).toEqual([
      'LH',
      'CLP · Pro',
    ]);
    await user.keyboard('{Control>}{Shift>}a{/Shift}{/Control}');
    const choices = await screen.findAllByTestId('account-choice');
    expect(
      choices.map((each) => [each.dataset.value, each.getAttribute('aria-checked'), each.textContent]),
    ).toEqual([
      ['a', 'true', 'lumbre hogar chileapi.example · Pro'],
      ['b', 'false', 'Otraapi.example · Pro'],
    ]);
    await user.click(screen.getByRole('menuitem', { name: text('first.demo-open') }));
    expect(asked).toEqual([{ call: 'openDemo', input: null }]);
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: text('account.connect') }));
    expect(connects).toBe(1);
    await user.click(menu);
    expect((await screen.findByTestId('account-edit')).textContent).toBe(
      text('account.edit', { name: 'lumbre hogar chile' }),
    );
  });

  test('has no second demo company', async () => {
    const accounts = { accounts: [account({ kind: 'demo' })], activeId: 'a', keyStorage: 'memory' } as const;
    const { user } = await rail({ accounts });
    await user.click(screen.getByTestId('account-menu'));
    await screen.findByTestId('account-edit');
    expect(screen.queryByRole('menuitem', { name: text('first.demo-open') })).toBeNull();
  });

  test('says at its foot how the sync is, how far a load has come, and what is known up to', async () => {
    const loading = resting({
      state: 'running',
      activity: activity(),
      historyComplete: false,
      knownUntil: null,
      progress: { monthsDone: 6, monthsTotal: 24, rowsRead: 9, secondsLeft: 90, share: 0.254 } as never,
    });
    const { report, connect, user, asked } = await rail();
    expect([foot().dataset.state, foot().dataset.connected, foot().dataset.outage, foot().title]).toEqual([
      'idle',
      'true',
      'false',
      text('rail.idle'),
    ]);
    const link = within(foot()).getAllByRole('button')[0];
    expect(link?.title).toMatch(new RegExp(`^${text('sync.open')}\n${text('copy.known')} .* UTC$`));
    expect(link?.textContent).toContain(text('rail.idle'));
    act(() => report('syncStatus', loading));
    expect(document.documentElement.dataset.sync).toBe('running');
    expect([foot().title, link?.title]).toEqual([text('rail.history'), text('sync.open')]);
    expect(link?.textContent).toMatch(/\d+\s?%/);
    expect(link?.textContent).toContain('2 min');
    const outage = { kind: 'silent', sinceMs: now(), tried: 2, tries: 8 } as const;
    act(() =>
      report(
        'syncStatus',
        resting({ state: 'waiting', outage, waiting: { reason: 'back-off', untilMs: null } }),
      ),
    );
    expect([foot().dataset.outage, link?.title.split('\n')[0] === foot().title]).toEqual(['true', true]);
    act(() => connect('disconnected'));
    expect([foot().title, foot().dataset.connected, foot().dataset.outage]).toEqual([
      text('rail.disconnected'),
      'false',
      'false',
    ]);
    expect(link?.textContent).toContain(text('rail.disconnected-detail'));
    act(() => connect('connected'));
    await user.click(link as HTMLElement);
    expect(window.location.hash).toBe('#sync');
    await user.click(screen.getByTestId('sync-now'));
    expect(asked.map(({ call }) => call)).toEqual(['syncNow']);
  });

  test('holds the figures still and lets them go, and says while amounts are covered', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ hidesAmounts: true }));
    const { user, session } = await rail();
    const toggle = () => screen.getByTestId('freeze-toggle');
    expect(toggle().getAttribute('aria-label') ?? toggle().title).toContain(text('revision.freeze-all'));
    await user.click(toggle());
    await waitFor(() => expect(toggle().getAttribute('aria-pressed')).toBe('true'));
    expect(session.frozen.get()).not.toBeNull();
    await user.click(toggle());
    await waitFor(() => expect(session.frozen.get()).toBeNull());
    await user.click(screen.getByTestId('amounts-covered'));
    expect(screen.queryByTestId('amounts-covered')).toBeNull();
    expect(screen.getByTestId('settings-open').title).toBe(`${text('settings.name')} (Ctrl+,)`);
  });

  test('counts channels and open exceptions in a quiet moment', async () => {
    const rows = [{ Canal: 'Uno' }, { Canal: 'Dos' }, { Canal: '' }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await rail({ rows });
    const small = () => screen.getByTestId('account-menu').querySelector('small')?.textContent;
    expect([small(), screen.queryByTestId('nav-reconciliation-count')]).toEqual(['Pro', null]);
    await act(() => vi.advanceTimersByTimeAsync(2500));
    vi.useRealTimers();
    await waitFor(() => expect(small()).toBe('2 canales · Pro'));
    const count = await screen.findByTestId('nav-reconciliation-count');
    expect(count.textContent).toBe(count.dataset.value === '0' ? '' : count.dataset.value);
    expect(count.title).toBe(text('exception.open-count', { count: Number(count.dataset.value) }));
  });
});

describe('what is said aloud', () => {
  let choose: (action: SelectionAction) => void = () => {};
  function Chooser() {
    const { change } = useSelection();
    choose = (one) => act(() => change(one));
    return null;
  }
  const rows = [
    { Orden: '1', Canal: 'Uno', 'Tipo de Dato': 'Orden', Ventas: '10.50' },
    { Orden: '2', Canal: 'Dos', 'Tipo de Dato': 'Orden', Ventas: '2' },
  ];
  const heard = () =>
    [...document.querySelectorAll('[aria-live], [role=status]')].map((each) => each.textContent).join('|');

  test('is what a filter left, and what a reading changed; nothing as one begins to look', async () => {
    const accounts = {
      accounts: [account({ currencies: { main: 'CLP', own: [] } })],
      activeId: 'a',
      keyStorage: 'memory',
    } as const;
    const { commit, questions } = await openPage({ rows, accounts, status: resting() }, () => (
      <InAccount>
        <SelectionNews />
        <Chooser />
      </InAccount>
    ));
    await waitFor(() => expect(questions).toContain('readTotals'));
    expect(heard().replaceAll('|', '')).toBe('');
    choose({ type: 'set-filter', column: 'Canal', values: ['Uno'] });
    await waitFor(() => expect(heard()).toContain('1 orden, Ventas'));
    expect(heard()).toContain('CLP');
    expect(heard()).not.toContain(text('news.read', { words: '' }).trim());
    act(() => commit([{ ...rows[0], Orden: '3' } as never]));
    await waitFor(() => expect(heard()).toContain(text('news.read', { words: '2 órdenes, Ventas 21 CLP' })));
  });
});

test('on paper stands whose figures they are, of which days and filters, and when it was printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const draw = (isSelection: boolean) =>
    openPage({ status: resting({ knownUntil: READ_UNTIL }) }, () => (
      <InAccount>
        <PrintHead screen="Órdenes" isSelection={isSelection} />
      </InAccount>
    ));
  const { view, user } = await draw(true);
  const lines = () =>
    [...view.container.querySelectorAll('p')].map((line) =>
      [...line.children].map((each) => each.textContent),
    );
  expect(lines()).toEqual([
    ['Lumbre Hogar', expect.stringMatching(/^Impreso \d\d-\d\d-\d{4} \d\d:\d\d con Cuadra$/)],
    [
      'Órdenes',
      expect.stringMatching(new RegExp(`^${text('fact.revision')} .* · ${text('fact.known')} .*UTC$`)),
    ],
    [`${text('period.everything')} · Fecha de compra, ${text('zone.local')}`, text('print.no-filters')],
  ]);
  await user.keyboard('{Control>}p{/Control}');
  expect(print).toHaveBeenCalledOnce();
  view.unmount();
  const other = await draw(false);
  expect(other.view.container.querySelectorAll('p')).toHaveLength(2);
  vi.unstubAllGlobals();
});

test('the sheet of keys names every one, and is closed again', async () => {
  const { user } = await openPage({}, () => (
    <InAccount>
      <PaletteKeys />
    </InAccount>
  ));
  await user.keyboard('?');
  const sheet = await screen.findByTestId('shortcut-sheet');
  const lists = [...sheet.querySelectorAll('section')].map((section) => [
    section.querySelector('h3')?.textContent,
    section.querySelectorAll('dt').length,
  ]);
  expect(lists).toEqual([
    [text('keys.everywhere'), 13],
    [text('keys.period'), 3],
    [text('keys.table'), 16],
  ]);
  const keysOf = (does: string) =>
    [...sheet.querySelectorAll('dl > div')]
      .find((line) => line.querySelector('dd')?.textContent === does)
      ?.querySelector('kbd')?.textContent;
  expect([
    keysOf(text('keys.palette')),
    keysOf(text('keys.screens')),
    keysOf(text('keys.sync')),
    keysOf(text('keys.undo')),
  ]).toEqual(['Ctrl+K', 'Ctrl+1 … 6', 'F5', 'Ctrl+Z']);
  expect(keysOf(text('keys.save-view'))).toBe('Ctrl+Mayús+S');
  await user.click(within(sheet).getByRole('button', { name: text('keys.close-sheet') }));
  await waitFor(() => expect(screen.queryByTestId('shortcut-sheet')).toBeNull());
});
