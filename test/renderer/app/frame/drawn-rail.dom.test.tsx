import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PrintHead } from '#renderer/app/frame/print-head.tsx';
import { Rail } from '#renderer/app/frame/rail.tsx';
import { SelectionNews } from '#renderer/app/frame/selection-news.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account, failure, NOW, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The rail over a sync that goes on, what is said aloud meanwhile, and the margins of paper. */

const SETTLE_MS = 500;
afterEach(() => void vi.useRealTimers());
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));

const held: { change: (action: SelectionAction) => void } = { change: () => {} };
function Chooser() {
  held.change = useSelection().change;
  return null;
}
const choose = (action: SelectionAction) => act(() => held.change(action));
const aloud = () => screen.getByTestId('live-region').textContent;

async function rail(setting: PageSetting = {}) {
  const page = await openPage({ at: '#orders', status: status(), ...setting }, () => (
    <InAccount>
      <Rail onConnect={() => {}} />
    </InAccount>
  ));
  return { ...page, tell: (part: Partial<SyncStatus>) => act(() => page.report('syncStatus', status(part))) };
}
const foot = () => screen.getByTestId('sync-status');

describe('the rail', () => {
  test('says aloud how the sync comes to rest, once each, and nothing of what one begins with', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const { tell } = await rail();
    const heard: (string | null)[] = [];
    for (const part of [
      {},
      { state: 'running' },
      {},
      { state: 'paused' },
      { state: 'running' },
      { state: 'error', failure: failure('storage-full') },
      {},
    ] as const) {
      tell(part);
      const state = 'state' in part ? part.state : 'idle';
      await waitFor(() => expect(document.documentElement.dataset.sync).toBe(state));
      await act(() => vi.advanceTimersByTimeAsync(SETTLE_MS + 10));
      heard.push(aloud());
    }
    const [idle, paused, stopped] = ['rail.idle', 'rail.paused', 'rail.error'].map((id) =>
      text(id as 'rail.idle'),
    );
    expect(heard).toEqual(['', '', '', paused, paused, stopped, idle]);
  });

  test('never says that a load is whole before it is, and shows how far it is', async () => {
    const { tell } = await rail();
    const progress = {
      rowsRead: 1,
      pagesRead: 1999,
      pagesLeft: 1,
      monthsDone: 2,
      monthsTotal: 12,
      secondsLeft: null,
    };
    tell({ state: 'running', historyComplete: false, progress });
    expect(foot().textContent).toContain('99 %');
    expect(foot().querySelector('i')?.style.width).toBe('99.95%');
    tell({ state: 'running', progress });
    expect([foot().textContent?.includes('%'), foot().querySelector('i')]).toEqual([false, null]);
  });

  test('knows of no outage while the program does not answer, and says which of both it is', async () => {
    const outage = { kind: 'silent', sinceMs: NOW, tried: 2, tries: 8 } as const;
    const { tell, connect } = await rail();
    tell({ state: 'running', outage });
    const title = text('outage.silent', { since: '11:32' });
    expect([foot().dataset.outage, foot().textContent?.includes(title)]).toEqual(['true', true]);
    for (const connection of ['disconnected', 'shut-out'] as const) {
      act(() => connect(connection));
      expect(foot().dataset.outage).toBe('false');
      expect([foot().title, foot().querySelector('button')?.textContent]).toEqual([
        text('rail.disconnected'),
        text('rail.disconnected') + text(`rail.${connection}-detail`),
      ]);
    }
  });

  test('opens the settings of accounts for the one that is open, and shows two letters of a name at most', async () => {
    const of = (name: string) =>
      ({ accounts: [account({ name })], activeId: 'a', keyStorage: 'memory' }) as const;
    const initials: (string | null | undefined)[] = [];
    for (const name of ['lumbre', 'uno dos  tres']) {
      const { view } = await rail({ accounts: of(name) });
      initials.push(screen.getByTestId('account-menu').querySelector('b')?.textContent);
      view.unmount();
    }
    expect(initials).toEqual(['L', 'UD']);
    const { user } = await rail();
    await user.click(screen.getByTestId('account-menu'));
    await user.click(await screen.findByTestId('account-edit'));
    const tab = await screen.findByTestId('settings-tab-accounts');
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });

  test('a demo company that is not open is no second one', async () => {
    const accounts = {
      accounts: [account(), account({ id: 'd', kind: 'demo' })],
      activeId: 'a',
      keyStorage: 'memory',
    } as const;
    const { user } = await rail({ accounts });
    await user.click(screen.getByTestId('account-menu'));
    await screen.findByTestId('account-edit');
    expect(screen.queryByRole('menuitem', { name: text('first.demo-open') })).toBeNull();
  });

  test('goes from screen to screen by up and down alone, and leaves them to whoever holds another key', async () => {
    await rail();
    const here = screen.getByTestId('nav-orders');
    act(() => here.focus());
    for (const held of ['ctrlKey', 'altKey', 'metaKey'])
      expect(fireEvent.keyDown(here, { key: 'ArrowDown', [held]: true })).toBe(true);
    expect(document.activeElement).toBe(here);
    expect(fireEvent.keyDown(here, { key: 'ArrowUp' })).toBe(false);
    expect(document.activeElement).toBe(screen.getByTestId('nav-panel'));
    expect(fireEvent.keyDown(screen.getByTestId('nav-panel'), { key: 'Enter' })).toBe(true);
  });

  test('holds figures still only where a copy is open, one press at a time', async () => {
    const closed = await rail({ opening: () => ({ kind: 'owned-elsewhere' }) });
    expect(screen.queryByTestId('freeze-toggle')).toBeNull();
    closed.view.unmount();
    await rail();
    const toggle = screen.getByTestId<HTMLButtonElement>('freeze-toggle');
    fireEvent.click(toggle);
    expect([toggle.disabled, toggle.getAttribute('aria-pressed')]).toEqual([true, 'false']);
    await waitFor(() =>
      expect([toggle.disabled, toggle.getAttribute('aria-pressed')]).toEqual([false, 'true']),
    );
  });

  test('counts what is open of the exceptions, and only channels that have a name, once one has looked for a while', async () => {
    const tally = (count: number) => ({ open: { count }, dismissed: { count: 50 } });
    let groups: readonly unknown[] = [
      { tallies: tally(1200), due: 30 },
      { tallies: tally(4), due: 0 },
    ];
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const { commit, questions } = await rail({
      rows: [{ Canal: '' }],
      dataReplies: { readExceptions: () => ({ exceptions: [], groups }) as never },
    });
    await act(() => vi.advanceTimersByTimeAsync(2400));
    expect(questions.filter((question) => /readExceptions|readValues/.test(question))).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    const count = await screen.findByTestId('nav-reconciliation-count');
    const read = () => [count.textContent, count.dataset.value, count.title];
    expect(read()).toEqual(['1.234', '1234', text('exception.open-count', { count: 1234 })]);
    expect(screen.getByTestId('account-menu').querySelector('small')?.textContent).toBe('Pro');
    groups = [];
    act(() => commit([]));
    await waitFor(() => expect(read()).toEqual(['', '0', text('exception.open-count', { count: 0 })]));
  });
});

describe('what is said of a selection', () => {
  const rows = [
    { Orden: '1', Canal: 'Uno', 'Tipo de Dato': 'Orden', Ventas: '10.50' },
    { Orden: '2', Canal: 'Dos', 'Tipo de Dato': 'Orden', Ventas: '2' },
  ];
  const REST_MS = 650;
  async function news(setting: PageSetting = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const page = await openPage({ rows, status: status(), ...setting }, () => (
      <InAccount>
        <SelectionNews />
        <Chooser />
      </InAccount>
    ));
    const rest = async () => {
      // The selection rests, is asked about, and what is said of it settles.
      for (let step = 0; step < 3; step += 1) await act(() => vi.advanceTimersByTimeAsync(REST_MS));
      return aloud();
    };
    await rest();
    const tell = (part: Partial<SyncStatus>) => act(() => page.report('syncStatus', status(part)));
    return { ...page, rest, tell };
  }
  const only = (canal: string) => choose({ type: 'set-filter', column: 'Canal', values: [canal] });

  test('holds no amount while these are covered, and no currency that has no name', async () => {
    const { rest } = await news();
    only('Uno');
    expect(await rest()).toBe('1 orden, Ventas 10,50');
    act(() => {
      localStorage.setItem('cuadra.preferences', JSON.stringify({ hidesAmounts: true }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'cuadra.preferences' }));
    });
    only('Dos');
    expect(await rest()).toBe('1 orden');
  });

  test('waits for a reading to end, and then tells it against what was heard before', async () => {
    const { rest, tell, commit } = await news();
    tell({ state: 'waiting' });
    act(() => commit([{ ...rows[0], Orden: '3' } as never]));
    expect(await rest()).toBe('');
    tell({ state: 'running' });
    expect(await rest()).toBe('');
    tell({});
    expect(await rest()).toBe(text('news.read', { words: '3 órdenes, Ventas 23' }));
  });
});

test('the margins of paper tell whose it is and which screen; days and filters only of what is selected', async () => {
  const margins = (isSelection: boolean) => {
    const accounts = {
      accounts: [account({ currencies: { main: 'CLP', own: [] } })],
      activeId: 'a',
      keyStorage: 'memory',
    } as const;
    return openPage({ status: status(), accounts }, () => (
      <InAccount>
        <Chooser />
        <PrintHead screen="Órdenes" isSelection={isSelection} />
      </InAccount>
    ));
  };
  const read = () => {
    fireEvent(window, new Event('beforeprint'));
    const { style } = document.documentElement;
    const said = ['whose', 'days', 'filters', 'revision'].map((place) =>
      style.getPropertyValue(`--page-${place}`).replaceAll('"', ''),
    );
    fireEvent(window, new Event('afterprint'));
    return said;
  };
  const one = await margins(true);
  choose({ type: 'set-filter', column: 'Canal', values: ['Uno'] });
  const [whose, days, filters, revision] = read();
  expect([whose, days]).toEqual([
    'Lumbre Hogar · CLP · Órdenes',
    `${text('period.everything')} · Fecha de compra, ${text('zone.local')}`,
  ]);
  expect(filters).toContain('Uno');
  expect(revision).toMatch(new RegExp(`^${text('fact.revision')} .* · ${text('fact.known')} .*`));
  const drawn = [...one.view.container.querySelectorAll('p span')].map(({ textContent }) => textContent);
  expect(drawn.slice(1)).toEqual([revision, days, filters]);
  one.view.unmount();
  await margins(false);
  expect(read()).toEqual([whose, '', '', revision]);
});

test('without a copy nothing is said of a revision on paper', async () => {
  const { view } = await openPage(
    { status: status({ knownUntil: null }), opening: () => ({ kind: 'owned-elsewhere' }) },
    () => (
      <InAccount>
        <PrintHead screen="Sincronización" isSelection={false} />
      </InAccount>
    ),
  );
  expect([...view.container.querySelectorAll('p')].at(-1)?.textContent).toBe('Sincronización');
});

test('who goes to a screen by a link stays in the rail', async () => {
  function Where() {
    const { address } = useNavigation();
    return <output aria-label="where">{address.screen}</output>;
  }
  await openPage({ at: '#orders', status: status() }, () => (
    <InAccount>
      <Rail onConnect={() => {}} />
      <Where />
    </InAccount>
  ));
  const link = screen.getByTestId('nav-changes');
  act(() => link.focus());
  fireEvent.click(link);
  expect([screen.getByLabelText('where').textContent, document.activeElement]).toEqual(['changes', link]);
});
