import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Frame, FrameSkeleton } from '#renderer/app/frame/frame.tsx';
import { SCREEN_PARTS, ScreenNotLoaded } from '#renderer/app/screens/screens.tsx';
import type { ChangesQuery } from '#renderer/data/model/changes.ts';
import type { AccountsState } from '#shared/contract/app.ts';
import type { Month } from '#shared/domain/dates.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting, READ_UNTIL } from '#test/renderer/dom/page.tsx';
import {
  account,
  control,
  failure,
  held,
  month,
  run,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

// What the frame loads by itself, at once or when idle, is there before a test can end.
beforeAll(async () => {
  await Promise.all([
    import('#renderer/screens/panel/panel-screen.tsx'),
    import('#renderer/screens/orders/orders-screen.tsx'),
    import('#renderer/features/order-details/order-panel.tsx'),
    import('#renderer/screens/profitability/profitability-screen.tsx'),
    import('#renderer/screens/changes/changes-screen.tsx'),
    import('#renderer/screens/sync/sync-screen.tsx'),
    import('#renderer/features/trend/trend-chart.tsx'),
  ]);
}, 60_000);

const frame = (setting: PageSetting = {}, hash = '#sync') => {
  window.location.hash = hash;
  return openPage(setting, () => (
    <InAccount>
      <Frame onConnect={() => {}} />
    </InAccount>
  ));
};
const heading = (id: Parameters<typeof text>[0]) =>
  screen.findByRole('heading', { level: 1, name: text(id) });
const link = (id: Parameters<typeof text>[0]) =>
  within(screen.getByRole('navigation')).getByRole('link', { name: text(id) });
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const notice = () => document.querySelector<HTMLElement>('[data-notice]');

describe('navigation', () => {
  test('goes by its links, tells where one is, and the address tells it too', async () => {
    const { user } = await frame();
    await heading('nav.sync');
    expect(link('nav.sync').getAttribute('aria-current')).toBe('page');
    await user.click(link('nav.changes'));
    await heading('nav.changes');
    expect(link('nav.changes').getAttribute('aria-current')).toBe('page');
    expect(link('nav.sync').getAttribute('aria-current')).toBeNull();
    expect(window.location.hash).toBe('#changes');
    expect(document.title).toBe(`${text('nav.changes')} · Cuadra`);
  });

  test('goes by keys, in the order of the links', async () => {
    const { user } = await frame();
    await heading('nav.sync');
    await user.keyboard('{Control>}5{/Control}');
    await heading('nav.changes');
    await user.keyboard('{Control>}6{/Control}');
    await heading('nav.sync');
  });

  test('a screen gone to by its key has the focus, and F6 goes from part to part and round again', async () => {
    const { user } = await frame();
    await heading('nav.sync');
    link('nav.sync').focus();
    await user.keyboard('{Control>}5{/Control}');
    await heading('nav.changes');
    const focused = () => document.activeElement;
    await waitFor(() => expect(focused()?.matches('main, main [role=grid]')).toBe(true));
    await user.keyboard('{F6}');
    const first = focused();
    const seen = [first];
    for (let steps = 0; steps < 30; steps += 1) {
      await user.keyboard('{F6}');
      if (focused() === first) break;
      expect(seen).not.toContain(focused());
      seen.push(focused());
    }
    expect(focused()).toBe(first);
    for (const part of ['nav', 'main']) {
      expect(seen.some((each) => each?.closest(part) !== null)).toBe(true);
    }
    await user.keyboard('{Shift>}{F6}{/Shift}');
    expect(focused()).toBe(seen.at(-1));
  });

  test('follows the address: Back, or one that was typed', async () => {
    await frame({}, '#changes');
    await heading('nav.changes');
    act(() => {
      window.location.hash = '#sync/2026-03';
      window.dispatchEvent(new Event('hashchange'));
    });
    await heading('nav.sync');
  });
});

const rows = ['A', 'B', 'C'].map((channel, index) => ({
  Canal: channel,
  Cuenta: 'Tienda',
  Orden: `${index}`,
  'Fecha de compra': `2026-0${index + 1}-10T10:00:00`,
  'Tipo de Dato': 'Orden',
  Ventas: `${100 + index}`,
}));

describe('what the screens ask', () => {
  const sum = () => document.querySelector('[data-value="303"]');

  async function panel() {
    const page = await frame({ rows }, '#panel');
    await heading('nav.panel');
    await waitFor(() => expect(sum()).not.toBeNull());
    const count = (call: string) => page.questions.filter((name) => name === call).length;
    return { ...page, count };
  }

  test('is not asked again of who comes back: the figures are there at once', async () => {
    const { user, count } = await panel();
    await user.click(link('nav.profitability'));
    await heading('nav.profitability');
    await waitFor(() => expect(sum()).not.toBeNull());
    const before = count('readGroups');
    await user.click(link('nav.panel'));
    await heading('nav.panel');
    expect(sum()).not.toBeNull();
    await user.click(link('nav.profitability'));
    await heading('nav.profitability');
    expect(sum()).not.toBeNull();
    expect(count('readGroups')).toBe(before);
  });

  test('is asked once more with a commit, and once of what several parts show', async () => {
    const { commit, count } = await panel();
    const before = count('readGroups');
    expect(count('readCoverage')).toBe(1);
    act(commit);
    await waitFor(() => expect(count('readGroups')).toBe(2 * before));
    await waitFor(() => expect(count('readCoverage')).toBe(2));
    expect(count('readGroups')).toBe(2 * before);
  });
});

describe('the notice under the header', () => {
  const idle = () => status({ lastRun: run({ endedAtMs: Date.now() }), knownUntil: null });

  test('is none where all is well', async () => {
    await frame({ status: idle() });
    await heading('nav.sync');
    expect(notice()).toBeNull();
  });

  test('asks for a key that is gone, and reads on with it', async () => {
    const accounts: AccountsState = {
      accounts: [account({ hasKey: false, key: null })],
      activeId: 'a',
      keyStorage: 'memory',
    };
    const { user, asked, report } = await frame({
      accounts,
      status: idle(),
      replies: { giveKey: () => ONE_ACCOUNT },
    });
    await heading('nav.sync');
    const shown = notice();
    if (shown === null) throw new Error('No notice.');
    expect(shown.textContent).toContain(text('notice.key'));
    await user.click(within(shown).getByLabelText(text('connect.key')));
    await user.paste('the-key');
    await user.click(press(text('notice.key-give')));
    await waitFor(() =>
      expect(asked).toEqual([
        { call: 'giveKey', input: { accountId: 'a', key: 'the-key' } },
        { call: 'syncNow', input: null },
      ]),
    );
    act(() => report('accounts', ONE_ACCOUNT));
    await waitFor(() => expect(notice()).toBeNull());
  });

  test('says a failure with the server’s own words on other screens, and tries again', async () => {
    const failed = status({ state: 'error', failure: failure('server-error', 'upstream timed out') });
    const { user, asked } = await frame({ status: failed }, '#changes');
    await heading('nav.changes');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text('failure.server-error'));
    expect(alert.textContent).toContain('upstream timed out');
    await user.click(within(alert).getByRole('button', { name: text('sync.retry') }));
    expect(asked).toEqual([{ call: 'syncNow', input: null }]);
  });

  test('says of a time that cannot be trusted what to do, and nothing that is not translated', async () => {
    const failed = status({ state: 'error', failure: failure('unclear-time') });
    const { user, asked } = await frame({ status: failed }, '#changes');
    await heading('nav.changes');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Las respuestas de la API no traen una hora en la que confiar.');
    expect(alert.textContent).toContain('proxy o una VPN');
    expect(alert.querySelector('q')).toBeNull();
    await user.click(within(alert).getByRole('button', { name: text('sync.retry') }));
    expect(asked).toEqual([{ call: 'syncNow', input: null }]);
  });

  test('says of what could not be read whole how much it is, what is kept, and whom to tell', async () => {
    await frame({ status: { ...idle(), unsettledWindows: 2 } }, '#sync');
    const notice = await screen.findByText('2 rangos que no se pudieron leer enteros');
    expect(notice.dataset.value).toBe('2');
    expect(notice.closest('li')?.title).toMatch(/se conserva.*se reintenta.*soporte de la plataforma/);
  });

  test('of a key of another company has three ways out; one that fails says why', async () => {
    const failed = status({ state: 'error', failure: failure('other-company') });
    const resolveKey = vi
      .fn<NonNullable<NonNullable<PageSetting['replies']>['resolveKey']>>()
      .mockRejectedValueOnce(new Error('not now'))
      .mockResolvedValue(ONE_ACCOUNT);
    const { user, asked } = await frame({ status: failed, replies: { resolveKey } });
    await heading('nav.sync');
    await user.click(press(text('key.own-account')));
    expect(await screen.findByText(/not now/)).toBeTruthy();
    await user.click(press(text('key.forget')));
    await waitFor(() => expect(screen.queryByText(/not now/)).toBeNull());
    expect(asked.map(({ input }) => input)).toEqual([
      { accountId: 'a', decision: 'own-account' },
      { accountId: 'a', decision: 'forget' },
    ]);
    expect(press(text('key.same-company')).disabled).toBe(false);
  });

  test('of a copy that is another one goes once it is read', async () => {
    const { user, asked } = await frame({ status: { ...idle(), copy: 'replaced' } });
    await heading('nav.sync');
    expect(notice()?.dataset.notice).toBe('copy');
    await user.click(press(text('notice.understood')));
    expect(notice()).toBeNull();
    expect(asked).toEqual([]);
  });

  test('of a pause that begins meanwhile resumes, and goes as the sync goes on', async () => {
    const { user, asked, report } = await frame({ status: idle() }, '#changes');
    await heading('nav.changes');
    expect(notice()).toBeNull();
    act(() => report('syncStatus', { ...idle(), state: 'paused' }));
    await user.click(await screen.findByRole('button', { name: text('sync.resume') }));
    expect(asked).toEqual([{ call: 'syncNow', input: null }]);
    act(() => report('syncStatus', { ...idle(), state: 'running' }));
    await waitFor(() => expect(notice()).toBeNull());
  });

  test('leads to the first month whose rows wait for a decision', async () => {
    const { user } = await frame(
      {
        status: { ...idle(), rowsHeld: 7 },
        months: [
          month(),
          month({ month: '2025-02' as Month, held: held(5) }),
          month({ month: '2025-01' as Month, held: held(2) }),
        ],
      },
      '#changes',
    );
    await heading('nav.changes');
    const button = await screen.findByRole('button', { name: text('notice.held-decide') });
    await waitFor(() => expect(notice()?.textContent).toContain('feb 2025, ene 2025'));
    await user.click(button);
    await heading('nav.sync');
    expect(window.location.hash).toBe('#sync/2025-02');
  });

  test('of a difference leads straight to its month, with what mends it, and is gone once it was looked at', async () => {
    const differing = month({
      month: '2025-02' as Month,
      controls: { everything: control(6046, 6043), dashboard: null },
    });
    const { user } = await frame(
      {
        status: { ...idle(), historyComplete: true },
        months: [month({ month: '2025-01' as Month }), differing],
      },
      '#changes',
    );
    await heading('nav.changes');
    const button = await screen.findByRole('button', { name: text('notice.differs-show') });
    expect(notice()?.textContent).toContain('Febrero de 2025');
    expect(notice()?.textContent).toContain('faltan 3');
    await user.click(button);
    await heading('nav.sync');
    const details = await screen.findByTestId('month-details');
    expect(details.dataset.month).toBe('2025-02');
    expect(within(details).getByTestId('find-difference')).toBeTruthy();
    expect(within(details).getByTestId('month-reread')).toBeTruthy();
    expect(notice()).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('month-details')).toBeNull());
    expect(notice()).toBeNull();
    // The screen's own line of counts leads there too.
    await user.click(screen.getByTestId('control-month'));
    expect((await screen.findByTestId('month-details')).dataset.month).toBe('2025-02');
  });

  test('of a service that is down says since when and what comes next, on every screen in the same words', async () => {
    const outage = { kind: 'silent', sinceMs: Date.now() - 60_000, tried: 5, tries: 8 } as const;
    const down = {
      ...idle(),
      state: 'waiting' as const,
      waiting: { reason: 'minute-limit' as const, untilMs: Date.now() + 40 * 60_000 },
      outage,
    };
    const { user, report } = await frame({ status: down }, '#changes');
    await heading('nav.changes');
    const words = /^Sin respuesta desde .*\d\d:\d\d, intento 5 de 8, siguiente .*\d\d:\d\d/;
    expect(notice()?.textContent).toMatch(words);
    const rail = screen.getByTestId('sync-status');
    expect(rail.textContent).toMatch(
      /^Sin respuesta desde .*\d\d:\d\dintento 5 de 8, siguiente .*\d\d:\d\d$/,
    );
    expect(rail.title).toMatch(words);
    await user.click(within(notice() as HTMLElement).getByRole('button'));
    await heading('nav.sync');
    expect(screen.getByTestId('sync-outage').textContent).toMatch(words);
    expect(screen.queryByTestId('sync-waiting')).toBeNull();
    expect(notice()).toBeNull();
    act(() => report('syncStatus', { ...idle(), state: 'running' }));
    await waitFor(() => expect(screen.queryByTestId('sync-outage')).toBeNull());
  });

  test('says that the program does not answer, until it does', async () => {
    const { connect } = await frame({ status: idle() });
    await heading('nav.sync');
    act(() => connect('disconnected'));
    expect(notice()?.dataset.notice).toBe('disconnected');
    expect(screen.getByText(text('rail.disconnected'))).toBeTruthy();
    act(() => connect('connected'));
    await waitFor(() => expect(notice()).toBeNull());
  });
});

describe('a copy that is open in another window', () => {
  test('shows no figures, and can be taken over', async () => {
    const opened = vi.fn(() => ({ kind: 'owned-elsewhere' as const }));
    const { user } = await frame({ opening: opened }, '#changes');
    await heading('nav.changes');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text('closed.elsewhere'));
    await user.click(press(text('closed.take-over')));
    await waitFor(() => expect(screen.queryByText(text('closed.elsewhere'))).toBeNull());
  });
});

test('F5 and the button of the rail read the changes', async () => {
  const { user, asked } = await frame();
  await heading('nav.sync');
  await user.keyboard('{F5}');
  await user.click(within(screen.getByRole('navigation')).getByRole('button', { name: text('sync.now') }));
  expect(asked).toEqual([
    { call: 'syncNow', input: null },
    { call: 'syncNow', input: null },
  ]);
});

test('another account is opened from the menu, which marks the one that is open', async () => {
  const other = account({ id: 'b', name: 'Otra Casa' });
  const { user, asked } = await frame({
    accounts: { accounts: [account(), other], activeId: 'a', keyStorage: 'memory' },
  });
  await heading('nav.sync');
  await user.keyboard('{Control>}{Shift>}a{/Shift}{/Control}');
  const own = await screen.findByRole('menuitemradio', { name: /^Lumbre Hogar/ });
  expect(own.getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByRole('menuitemradio', { name: /^Otra Casa/ }));
  expect(asked).toEqual([{ call: 'activateAccount', input: { accountId: 'b' } }]);
});

describe('figures that change while one reads', () => {
  const strip = (name: string) => screen.findByTestId(name);
  const one = { ...rows[0], Orden: '9', Ventas: '50.25' };
  const notice = (of: HTMLElement) =>
    [...of.querySelectorAll('[data-column]')].map((each) => [
      each.getAttribute('data-column'),
      each.querySelector('data')?.dataset.value,
    ]);
  const sum = (value: string) => document.querySelector(`main [data-value="${value}"]`);

  const rested = () => screen.findByTestId('figures-rested');

  async function looked(setting: PageSetting = {}) {
    const page = await frame({ rows, ...setting }, '#panel');
    await heading('nav.panel');
    await waitFor(() => expect(sum('303')).not.toBeNull());
    // The selection has rested: what was on the screen then is what changes are told against, unless a load goes on.
    if (setting.status === undefined) await rested();
    return page;
  }

  test('are told with what moved and in how many orders, until one has read it', async () => {
    const { user, commit } = await looked();
    expect(screen.queryByTestId('figures-moved')).toBeNull();
    act(() => commit([one]));
    const moved = await strip('figures-moved');
    expect(notice(moved)).toEqual([['Ventas', '50.25']]);
    expect(moved.textContent).toContain(text('revision.moved', { count: 1, shown: '1' }));
    await user.click(within(moved).getByTestId('figures-moved-read'));
    expect(screen.queryByTestId('figures-moved')).toBeNull();
  });

  test('are no news where a load brought them, though orders changed meanwhile', async () => {
    const { report, commit } = await looked({ status: status({ state: 'running', historyComplete: false }) });
    act(() => commit([one]));
    await waitFor(() => expect(sum('353.25')).not.toBeNull(), { timeout: 3000 });
    expect(screen.queryByTestId('figures-rested')).toBeNull();
    act(() => report('syncStatus', status()));
    await rested();
    expect(screen.queryByTestId('figures-moved')).toBeNull();
    act(() => commit([{ ...one, Orden: '10', Ventas: '1.5' }]));
    expect(notice(await strip('figures-moved'))).toEqual([['Ventas', '1.50']]);
  });

  test('lead to the orders that did it', async () => {
    const { user, commit } = await looked();
    act(() => commit([one]));
    await user.click(await screen.findByTestId('moved-orders'));
    await heading('nav.changes');
    expect(decodeURIComponent(window.location.hash)).toBe(`#changes/after/${READ_UNTIL}/selection`);
  });

  test.each([
    [2, '2', `#changes/after/${READ_UNTIL}/selection`],
    // What the log does not keep may have moved them: then all that changed is told, and listed.
    [0, '16', `#changes/after/${READ_UNTIL}`],
  ])(
    'count the orders of the selection (%s), where the account has others',
    async (selected, shown, list) => {
      const none = {
        lines: [],
        sums: {},
        rowsBefore: 0,
        rowsAfter: 0,
        groups: [],
        canales: [],
        elsewhere: 0,
      };
      const counts = { new: 0, changed: 0, removed: 0 };
      const { user, commit } = await looked({
        dataReplies: {
          readChanges: ({ selection = null }: ChangesQuery) => ({
            ...{ revision: 1, offset: 0, ...none, counts },
            total: selection === null ? 16 : selected,
          }),
        },
      });
      act(() => commit([one]));
      await waitFor(() => expect(screen.getByTestId('changed-orders').dataset.count).toBe(shown));
      await user.click(screen.getByTestId('moved-orders'));
      await heading('nav.changes');
      expect(decodeURIComponent(window.location.hash)).toBe(list);
    },
  );

  test('stand before their rows are there, and a line says how far these have come', async () => {
    await looked({ facts: { rowsOpening: { rowsRead: 1, rows: 3 } }, status: status({ state: 'running' }) });
    const coming = await strip('rows-opening');
    expect(coming.textContent).toContain(text('closed.opening-rows', { read: '1', count: 3, rows: '3' }));
    const pictures = screen.getAllByTestId('save-picture');
    expect(pictures.map((each) => each.hasAttribute('disabled'))).toEqual(pictures.map(() => true));
  });

  test('stand still while they are frozen, and say what they would be', async () => {
    const { user, commit } = await looked();
    await user.click(screen.getByTestId('freeze-toggle'));
    const frozen = await strip('figures-frozen');
    await waitFor(() => expect(frozen.textContent).toContain(text('revision.unmoved')));
    act(() => commit([one]));
    await waitFor(() => expect(notice(frozen)).toEqual([['Ventas', '50.25']]), { timeout: 3000 });
    expect(sum('303')).not.toBeNull();
    expect(sum('353.25')).toBeNull();
    await user.click(screen.getByTestId('release'));
    await waitFor(() => expect(sum('353.25')).not.toBeNull());
    expect(screen.queryByTestId('figures-frozen')).toBeNull();
  });
});

describe('a screen that fails', () => {
  const failure = () => screen.queryByTestId('screen-failure');
  const reload = () => {
    const reloads = vi.fn();
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      hash: '#panel',
      reload: reloads,
    } as never);
    return reloads;
  };
  const failing = (...errors: readonly Error[]) => {
    const left = [...errors];
    // React draws it twice before it says that it failed.
    const Screen = () => {
      const [error] = left;
      if (error !== undefined) throw error;
      return <h1>drawn</h1>;
    };
    vi.spyOn(SCREEN_PARTS.panel, 'draw').mockImplementation(() => <Screen />);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => left.shift();
  };

  test('says so with what support has to know, leaves the rail, and is drawn once more by a press', async () => {
    const mend = failing(new TypeError('no such part'));
    const { user } = await frame({}, '#panel');
    await waitFor(() => expect(failure()).not.toBeNull());
    expect(failure()?.textContent).toContain(text('failure.screen'));
    expect(failure()?.querySelector('q')?.textContent).toBe('TypeError: no such part');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text('nav.panel'));
    expect([screen.getByRole('navigation') !== null, document.title]).toEqual([
      true,
      `${text('nav.panel')} · Cuadra`,
    ]);
    mend();
    await user.click(press(text('failure.screen-retry')));
    expect([screen.getByText('drawn') !== null, failure()]).toEqual([true, null]);
  });

  test('again, or whose program did not come, is had again with the whole page', async () => {
    const cause = new Error('offline');
    failing(new ScreenNotLoaded('The screen was not loaded.', { cause }));
    const { user } = await frame({}, '#panel');
    await waitFor(() => expect(failure()?.querySelector('q')?.textContent).toBe('Error: offline'));
    const reloads = reload();
    await user.click(press(text('failure.screen-retry')));
    expect(reloads).toHaveBeenCalledOnce();
  });
});

test('before anything is known there is a frame without a name', async () => {
  await openPage({}, () => <FrameSkeleton />);
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});
