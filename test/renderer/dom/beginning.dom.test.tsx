import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import { NavigationProvider, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';

/** What an account begins with, and what of it is there again when it is opened the next time. */

const row = (purchase: string) => ({
  Canal: 'Austral',
  'Fecha de compra': `${purchase}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  Ventas: '100',
});
const ROWS = ['2026-09-05', '2026-10-05', '2026-11-20'].map(row);
const read = (name: string, more = {}) =>
  month({ month: name as Month, rows: 1, lastReadAt: '2026-11-22T10:00:00.000Z' as UtcInstant, ...more });
const MONTHS = ['2026-09', '2026-10', '2026-11'].map((name) => read(name));
const at = (time: string) => `${time}.000Z` as UtcInstant;

const page = (setting: PageSetting = {}) =>
  openPage({ rows: ROWS, months: MONTHS, knownUntil: at('2026-11-22T10:00:00'), ...setting }, () => (
    <InAccount>
      <PeriodControl />
      <SearchField />
      <FilterBar />
      <ViewsMenu />
      <SelectionProbe />
    </InAccount>
  ));
/** The page closed and opened again, perhaps later. */
const again = (setting: PageSetting = {}) => {
  cleanup();
  return page(setting);
};

const span = (from: string, to: string) => ({ from, to });
const SEPTEMBER = span('2026-09-01', '2026-09-30');
const OCTOBER = span('2026-10-01', '2026-10-31');
const NOVEMBER = span('2026-11-01', '2026-11-30');
const periodIs = (period: ReturnType<typeof span> | null) =>
  waitFor(() => expect(probedSelection().period).toEqual(period));
const shown = () => screen.getByTestId('period').textContent;
const choose = async ({ user }: Awaited<ReturnType<typeof page>>, testId: string) => {
  await user.click(screen.getByTestId('period'));
  await user.click(await screen.findByTestId(testId));
};
const stored = () =>
  JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}') as { [part: string]: unknown };
const store = (parts: object) => localStorage.setItem('cuadra.screens.a', JSON.stringify(parts));

describe('a new account', () => {
  test('begins with the last complete month, by its name', async () => {
    await page();
    await periodIs(OCTOBER);
    expect(shown()).toContain(text('period.month-before'));
    expect(screen.getByTestId('views-menu').dataset.value).toBe('last-close');
    expect(screen.getByTestId('views-menu').dataset.changed).toBe('false');
    // Nobody did anything: there is nothing to undo, and nothing is remembered.
    expect(stored().selection).toBeUndefined();
  });

  test('shows everything while no month is complete, and moves once to the first that is', async () => {
    const months = [...MONTHS];
    months[1] = read('2026-10', { reach: 'queued' });
    months[0] = read('2026-09', { reach: 'queued' });
    const { commit } = await page({ months });
    expect(probedSelection()).toEqual(EVERYTHING);
    months[1] = read('2026-10');
    act(() => commit());
    await periodIs(OCTOBER);
  });

  test('takes no screen away when it moves: a file that is being looked through stays', async () => {
    const months = [read('2026-10', { reach: 'queued' })];
    const settled: boolean[] = [];
    function Recorder() {
      settled.push(useSelection().isSettled);
      return null;
    }
    const { commit } = await openPage({ rows: ROWS, months, knownUntil: at('2026-11-22T10:00:00') }, () => (
      <InAccount>
        <Recorder />
        <SelectionProbe />
      </InAccount>
    ));
    await waitFor(() => expect(settled.at(-1)).toBe(true));
    const before = settled.length;
    months[0] = read('2026-10');
    act(() => commit());
    await periodIs(OCTOBER);
    expect(settled.length).toBeGreaterThan(before);
    expect(settled.slice(before)).not.toContain(false);
  });

  test('whoever chose something meanwhile keeps it, whatever becomes complete', async () => {
    const months = [read('2026-10', { reach: 'queued' })];
    const one = await page({ months });
    await one.user.click(screen.getByTestId('period'));
    (await screen.findByTestId('period-all')).focus();
    await one.user.keyboard('{ArrowUp}');
    expect(document.activeElement).not.toBe(screen.getByTestId('period-all'));
    await one.user.keyboard('{ArrowDown}{Enter}');
    months[0] = read('2026-10');
    act(() => one.commit());
    act(() => one.commit());
    expect(probedSelection().period).toBeNull();
    await again();
    expect(probedSelection().period).toBeNull();
  });

  test('the days do not move under the reader: another month is the next opening’s', async () => {
    const months = [...MONTHS];
    const one = await page({ months });
    await periodIs(OCTOBER);
    months.push(read('2026-12'));
    act(() => one.commit());
    expect(probedSelection().period).toEqual(OCTOBER);
    await again({ knownUntil: at('2026-12-05T10:00:00') });
    await periodIs(NOVEMBER);
  });
});

describe('an account that is opened again', () => {
  test('has its filters, its search and its preset', async () => {
    const one = await page();
    await periodIs(OCTOBER);
    await one.user.click(screen.getByTestId('preset-dashboard'));
    await one.user.type(screen.getByRole('searchbox'), 'abc');
    await waitFor(() => expect(probedSelection().search).toBe('abc'));
    const before = probedSelection();
    await again();
    await periodIs(OCTOBER);
    expect(probedSelection()).toEqual(before);
    expect(before.dashboardPreset).toBe(true);
  });

  test('a period with a name moves with the calendar, days that were chosen stay', async () => {
    const one = await page();
    await choose(one, 'period-quarter-before');
    expect(probedSelection().period).toEqual(span('2026-07-01', '2026-09-30'));
    await again({ rows: [...ROWS, row('2027-01-04')] });
    await periodIs(span('2026-10-01', '2026-12-31'));
    expect(screen.getByTestId('period').dataset.meaning).toBe('quarter-before');
    const two = await again();
    await periodIs(span('2026-07-01', '2026-09-30'));
    await two.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const fixed = span('2026-10-01', '2026-12-31');
    expect(probedSelection().period).toEqual(fixed);
    await again({ rows: [...ROWS, row('2027-04-04')] });
    expect(probedSelection().period).toEqual(fixed);
    expect(screen.getByTestId('period').dataset.meaning).toBe('days');
  });

  test('Ctrl+Z gives the days back with what they were meant as', async () => {
    const one = await page();
    await periodIs(OCTOBER);
    await one.user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(probedSelection().period).toEqual(SEPTEMBER);
    await one.user.keyboard('{Control>}z{/Control}');
    expect(probedSelection().period).toEqual(OCTOBER);
    await again({ knownUntil: at('2026-12-05T10:00:00') });
    await periodIs(NOVEMBER);
  });

  test('what is remembered and cannot be read is the default; what else can be is kept', async () => {
    store({ selection: 'x', 'panel.trend': { measure: 'rate', isTable: true } });
    await page();
    await periodIs(OCTOBER);
    expect(stored()['panel.trend']).toEqual({ measure: 'rate', isTable: true });
    store({
      selection: { period: { kind: 'preset', preset: 'of-next-year' }, rows: { ...ALL_ROWS, search: 'q' } },
    });
    await again();
    await periodIs(OCTOBER);
    expect(probedSelection().search).toBe('q');
    store({ selection: { period: { kind: 'days', ...SEPTEMBER }, rows: { filters: 'all' } } });
    await again();
    expect(probedSelection()).toEqual({ ...EVERYTHING, period: SEPTEMBER });
  });
});

describe('the list of views', () => {
  test('has those of the other screens, by screen; one that is pressed goes there', async () => {
    const one = await page();
    await periodIs(OCTOBER);
    await one.user.click(screen.getByTestId('views-menu'));
    const orders = await screen.findByRole('group', {
      name: text('views.of-screen', { screen: text('nav.orders') }),
    });
    await one.user.click(within(orders).getByTestId('view-losses'));
    await waitFor(() => expect(probedSelection().numberFilters).toHaveLength(1));
    expect(window.location.hash).toBe('#orders');
    expect(screen.getByTestId('views-menu').dataset.value).toBe('losses');
    expect(probedSelection().period).toEqual(OCTOBER);
    // On its own screen it stands among the first; those of the panel are elsewhere then.
    await one.user.click(screen.getByTestId('views-menu'));
    const panel = await screen.findByRole('group', {
      name: text('views.of-screen', { screen: text('nav.panel') }),
    });
    expect(
      within(panel)
        .getAllByRole('menuitemradio')
        .map(({ dataset }) => dataset.testid),
    ).toEqual(['view-this-month']);
  });
});

describe('the screen one was on', () => {
  const Where = () => {
    const { address, go } = useNavigation();
    return (
      <button type="button" onClick={() => go('orders', 'Ventas')}>
        {`${address.screen} ${address.detail ?? ''}`}
      </button>
    );
  };
  const open = (accountId: string, isSwitched = false) =>
    openPage({}, () => (
      <ScreenStateProvider accountId={accountId}>
        <NavigationProvider isSwitched={isSwitched}>
          <Where />
        </NavigationProvider>
      </ScreenStateProvider>
    ));
  const where = () => screen.getByRole('button').textContent?.trim();

  test('is there again where the address names none, and is each account’s own', async () => {
    const one = await open('a');
    expect(where()).toBe('panel');
    await one.user.click(screen.getByRole('button'));
    expect(where()).toBe('orders Ventas');
    cleanup();
    // A reload: the address says it all.
    await open('a');
    expect(where()).toBe('orders Ventas');
    cleanup();
    // Another account has not been anywhere, and the address is not its own.
    await open('b', true);
    expect(where()).toBe('panel');
    expect(window.location.hash).toBe('#panel');
    cleanup();
    window.location.hash = '#sync';
    await open('a', true);
    expect(where()).toBe('orders');
    expect(window.location.hash).toBe('#orders');
    cleanup();
    window.location.hash = '';
    store({ screen: 'nowhere' });
    await open('a');
    expect(where()).toBe('panel');
  });
});
