import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { CurrencySwitch } from '#renderer/features/currency/currency.tsx';
import { MonthGrid } from '#renderer/features/selection/period/month-grid.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import {
  HeldSelection,
  onlyWith,
  useOpenOrders,
  useSelection,
} from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The control of the period and its parts, each by itself; what the totals beside it say. */

const span = (from: string, to: string) => ({ from, to }) as Period;
const row = (purchase: string, paid: string): Row => ({
  'Fecha de compra': purchase === '' ? '' : `${purchase}T10:00:00.000`,
  'Fecha de Pago': paid === '' ? '' : `${paid}T10:00:00.000`,
  Ventas: '1',
});

let choose: (action: SelectionAction) => void = () => {};
function Chooser() {
  const { change } = useSelection();
  choose = (action) => act(() => change(action));
  return null;
}

const control = (rows: readonly Row[]) =>
  openPage({ rows }, () => (
    <InAccount>
      <PeriodControl />
      <SelectionProbe />
      <Chooser />
    </InAccount>
  ));
const opened = async ({ user }: Awaited<ReturnType<typeof control>>) => {
  // One that is still closing would open again as it was.
  await waitFor(() => expect(screen.queryByTestId('period-menu')).toBeNull());
  await user.keyboard('{Control>}d{/Control}');
  return screen.findByTestId('period-menu');
};

describe('the period', () => {
  test('says its days and the name that moves them, and steps from what is shown', async () => {
    const page = await control([row('2026-11-20', '')]);
    const shown = screen.getByTestId('period');
    choose({ type: 'set-period', period: null });
    expect([shown.textContent, shown.title, shown.dataset.meaning]).toEqual([
      text('period.everything'),
      text('period.choose'),
      'all',
    ]);
    await opened(page);
    // Plain keys choose; with Control or Alt they are the page's.
    const everything = screen.getByTestId('period-all');
    fireEvent.keyDown(everything, { key: 'q', ctrlKey: true });
    fireEvent.keyDown(everything, { key: 'q', altKey: true });
    fireEvent.keyDown(everything, { key: 'q', metaKey: true });
    fireEvent.keyDown(screen.getByTestId('period-from'), { key: 'q' });
    expect(probedSelection().period).toBeNull();
    fireEvent.keyDown(everything, { key: 'Q' });
    expect(probedSelection().period).toEqual(span('2026-10-01', '2026-11-20'));
    const name = text('period.quarter');
    expect([shown.textContent, shown.title, shown.dataset.meaning]).toEqual([
      `${name}1 oct – 20 nov 2026`,
      `${text('period.moves', { name })}\n${text('period.choose')}`,
      'quarter',
    ]);
    choose({ type: 'set-period', period: span('2026-10-01', '2026-10-31') });
    expect([shown.textContent, shown.title, shown.dataset.meaning]).toEqual([
      '1–31 oct 2026',
      text('period.choose'),
      'days',
    ]);
    await page.user.click(screen.getByRole('button', { name: text('period.next') }));
    expect(probedSelection().period).toEqual(span('2026-11-01', '2026-11-30'));
  });

  test('offers the names with their days and keys, up and down around the ends, and says up to when they go', async () => {
    const page = await control([row('2026-11-20', '')]);
    choose({ type: 'set-period', period: span('2026-11-01', '2026-11-20') });
    const menu = await opened(page);
    const names = [...menu.querySelectorAll<HTMLElement>('[data-names] button')];
    expect(names.map((each) => each.textContent).slice(0, 4)).toEqual([
      text('period.everything'),
      `${text('period.day')}20 nov 2026T`,
      `${text('period.month')}1–20 nov 2026M`,
      `${text('period.quarter')}1 oct – 20 nov 2026Q`,
    ]);
    const pressed = names.filter((each) => each.getAttribute('aria-pressed') === 'true');
    expect(pressed.map((each) => each.dataset.testid)).toEqual(['period-month']);
    expect(screen.getByTestId('period-month').getAttribute('aria-keyshortcuts')).toBe('M');
    expect(within(menu).getByText(text('period.until-purchase', { day: '20-11-2026' }))).toBeTruthy();
    expect(within(menu).queryByRole('group', { name: text('period.beside') })).toBeNull();
    act(() => names.at(-1)?.focus());
    await page.user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(names[0]);
    await page.user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(names.at(-1));
    await page.user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(names.at(-2));
    // Days that are typed: one alone too, none that end before they begin, and both ends of them.
    const type = (end: 'from' | 'to', day: string) => {
      fireEvent.change(screen.getByTestId(`period-${end}`), { target: { value: day } });
      const isTurned = within(menu).queryByRole('alert') !== null;
      return [isTurned, screen.getByTestId<HTMLButtonElement>('period-apply').disabled];
    };
    expect([
      ...[type('from', '21-11-2026'), type('from', ''), type('from', '19-11-2026')],
      ...[type('to', '31-02-2026'), type('to', '18-11-2026'), type('to', '19-11-2026')],
    ]).toEqual([
      ...[
        [true, true],
        [false, true],
        [false, false],
      ],
      ...[
        [false, true],
        [true, true],
        [false, false],
      ],
    ]);
    await page.user.click(screen.getByTestId('period-apply'));
    expect(probedSelection().period).toEqual(span('2026-11-19', '2026-11-19'));
    expect(screen.queryByTestId('period-menu')).toBeNull();
  });

  test('of payments is of all days that were paid on, ahead of the last purchase too, and counts what it cannot hold', async () => {
    const page = await control([
      row('2026-10-05', '2026-12-09'),
      row('2026-10-06', '2025-03-02'),
      row('2026-10-07', ''),
      row('2026-11-20', '9999-12-31'),
      row('2026-11-20', ''),
    ]);
    const zone = screen.getByTestId('period-zone');
    expect(zone.textContent).toBe(`Fecha de compra${text('zone.local')}`);
    choose({ type: 'set-period-column', column: 'Fecha de Pago' });
    expect([zone.textContent, zone.dataset.column]).toEqual([
      `Fecha de Pago${text('zone.local')}`,
      'Fecha de Pago',
    ]);
    choose({
      type: 'set-dates',
      column: 'Fecha de Pago',
      filter: { column: 'Fecha de Pago', beyond: null },
    });
    let menu = await opened(page);
    await within(menu).findByRole('button', { name: 'dic 2026: 1 fila' });
    // Of all days nothing is left out.
    expect(screen.queryByTestId('period-undated')).toBeNull();
    const years = () =>
      within(menu)
        .getAllByRole('rowheader')
        .map((each) => each.textContent);
    expect(years()).toEqual(['2026', '2025']);
    const days = () =>
      ['from', 'to'].map((end) => screen.getByTestId<HTMLInputElement>(`period-${end}`).value);
    await waitFor(() => expect(days()).toEqual(['02-03-2025', '09-12-2026']));
    const beside = within(menu).getByRole('group', { name: text('period.beside') });
    expect(
      within(beside)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Fecha fuera de rango (> 2199)1 fila', 'Sin fecha2 filas']);
    const pressed = () =>
      ['period-all', 'period-beside->', 'period-beside-none'].map((id) =>
        screen.getByTestId(id).getAttribute('aria-pressed'),
      );
    expect(pressed()).toEqual(['false', 'false', 'true']);
    // Another date begins anew, at its own ends.
    const dates = within(menu).getByRole('group', { name: text('period.column') });
    const reached = () => menu.querySelector<HTMLElement>('[data-month][tabindex="0"]')?.dataset.month;
    act(() => screen.getByTestId('period-month-2026-01').focus());
    expect(reached()).toBe('2026-01');
    await page.user.click(within(dates).getByText('Fecha de compra'));
    await waitFor(() => expect([days(), reached()]).toEqual([['05-10-2026', '20-11-2026'], '2026-11']));
    await page.user.click(within(dates).getByText('Fecha de Pago'));
    await waitFor(() => expect(days()).toEqual(['02-03-2025', '09-12-2026']));
    fireEvent.click(screen.getByTestId('period-apply'));
    expect(probedSelection().period).toEqual(span('2025-03-02', '2026-12-09'));
    choose({ type: 'set-period', period: span('2026-12-01', '2026-12-31') });
    const undated = await screen.findByTestId('period-undated');
    expect([undated.dataset.value, undated.textContent]).toEqual([
      '2',
      text('period.undated-short', { count: 2, shown: '2' }),
    ]);
    choose({ type: 'set-period-column', column: 'Fecha de compra' });
    expect(screen.queryByTestId('period-undated')).toBeNull();
    choose({ type: 'set-period', period: span('2028-01-05', '2028-01-31') });
    menu = await opened(page);
    expect([days(), years()]).toEqual([
      ['05-01-2028', '31-01-2028'],
      ['2028', '2027', '2026'],
    ]);
    fireEvent.click(screen.getByTestId('period-quarter'));
    expect(probedSelection().period).toEqual(span('2026-10-01', '2026-11-20'));
    expect(screen.getByTestId('period').dataset.meaning).toBe('quarter');
  });

  test('of payments begins and ends with those of the currency in view, and of the new one once it is another', async () => {
    const of = (Canal: string, paid: string) => ({ ...row('2026-10-05', paid), Canal });
    const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: '', code: 'USD' }] };
    const page = await openPage(
      {
        rows: [of('A', '2026-12-09'), of('A', '2026-11-02'), of('B', '2024-03-02'), of('B', '2027-01-05')],
        accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
      },
      () => (
        <InAccount>
          <PeriodControl />
          <CurrencySwitch />
          <Chooser />
        </InAccount>
      ),
    );
    choose({ type: 'set-period', period: null });
    choose({ type: 'set-period-column', column: 'Fecha de Pago' });
    await page.user.keyboard('{Control>}d{/Control}');
    const days = () =>
      ['from', 'to'].map((end) => screen.getByTestId<HTMLInputElement>(`period-${end}`).value);
    await screen.findByTestId('period-menu');
    await waitFor(() => expect(days()).toEqual(['02-11-2026', '09-12-2026']));
    await page.user.keyboard('{Escape}');
    await page.user.click(within(screen.getByTestId('currency-switch')).getByText('USD'));
    await page.user.keyboard('{Control>}d{/Control}');
    await screen.findByTestId('period-menu');
    await waitFor(() => expect(days()).toEqual(['02-03-2024', '05-01-2027']));
  });

  test('of a date that no row has says so, and takes no day', async () => {
    const page = await control([row('', '')]);
    const menu = await opened(page);
    expect(within(menu).getByText(text('period.no-dates', { column: 'Fecha de compra' }))).toBeTruthy();
    expect(within(menu).queryByRole('table')).toBeNull();
    expect(screen.getByTestId<HTMLButtonElement>('period-apply').disabled).toBe(true);
    // There is no last purchase to tell a name from, nor a month to step to.
    expect(menu.querySelectorAll('[data-names] [aria-keyshortcuts]')).toHaveLength(0);
    await page.user.keyboard('{Escape}');
    await page.user.click(screen.getByRole('button', { name: text('period.previous') }));
    expect(probedSelection().period).toBeNull();
  });
});

describe('the months', () => {
  const ROWS = new Map([
    ['2026-03', 1],
    ['2026-10', 1200],
    ['2025-12', 2],
  ]);
  const YEARS = ['2026', '2025'].map((year) => ({
    year,
    months: Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}` as Month),
  }));
  const grid = async (period: Period | null, rows: ReadonlyMap<string, number> | null = ROWS) => {
    const chosen: Period[] = [];
    const page = await openPage({}, () => (
      <MonthGrid years={YEARS} period={period} rows={rows} onChoose={(each) => chosen.push(each)} />
    ));
    return { ...page, chosen };
  };
  const month = (name: string) => screen.getByTestId(`period-month-${name}`);
  const reached = () =>
    screen
      .getAllByRole('button')
      .filter((each) => each.tabIndex === 0)
      .map((each) => each.dataset.month);
  const parts = () =>
    screen
      .getAllByRole('button')
      .filter((each) => each.dataset.part !== 'none')
      .map((each) => `${each.dataset.month} ${each.dataset.part}`);

  test('say how many rows they have, which the period takes, and are reached at its end', async () => {
    await grid(span('2025-12-15', '2026-02-28'));
    expect([month('2026-10'), month('2026-03'), month('2026-02')].map((each) => each.title)).toEqual([
      'oct 2026: 1.200 filas',
      'mar 2026: 1 fila',
      'feb 2026: sin filas',
    ]);
    expect(parts().toSorted()).toEqual(['2025-12 some', '2026-01 whole', '2026-02 whole']);
    const pressed = screen
      .getAllByRole('button')
      .filter((each) => each.getAttribute('aria-pressed') === 'true');
    expect(pressed).toHaveLength(3);
    expect(reached()).toEqual(['2026-02']);
    expect(month('2026-03').tabIndex).toBe(-1);
  });

  test('are reached at the newest that has rows, else at the last there is; unread ones say their name alone', async () => {
    const { view } = await grid(null);
    expect(reached()).toEqual(['2026-10']);
    view.unmount();
    await grid(span('2031-01-01', '2031-01-31'), null);
    expect(reached()).toEqual(['2026-12']);
    expect(month('2026-10').title).toBe('oct 2026');
  });

  test('are walked by arrows, stretched with Shift, and chosen by Enter or blank', async () => {
    const { user, chosen } = await grid(null);
    act(() => month('2026-10').focus());
    await user.keyboard('{ArrowDown}{ArrowLeft} ');
    expect(document.activeElement).toBe(month('2025-09'));
    expect(chosen).toEqual([span('2025-09-01', '2025-09-30')]);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(parts().toSorted()).toEqual(['2025-09 whole', '2025-10 whole', '2025-11 whole']);
    await user.keyboard('{Enter}');
    expect(chosen.at(-1)).toEqual(span('2025-09-01', '2025-11-30'));
    await user.keyboard('{Home}');
    expect([document.activeElement, parts()]).toEqual([month('2025-01'), []]);
    // There is no year below; with Control a key is the page's.
    await user.keyboard('{ArrowDown}{Control>}{ArrowRight}{/Control}');
    expect(document.activeElement).toBe(month('2025-01'));
    const before = chosen.length;
    fireEvent.keyDown(month('2025-01'), { key: 'Enter', ctrlKey: true });
    expect(chosen).toHaveLength(before);
    await user.keyboard('{Enter}');
    expect(chosen.at(-1)).toEqual(span('2025-01-01', '2025-01-31'));
  });

  test('are chosen by a press, several by pulling, from the period on with Shift', async () => {
    const { chosen } = await grid(span('2026-03-01', '2026-04-30'));
    let under: Element | null = null;
    const elementFromPoint = vi.fn(() => under);
    Object.defineProperty(document, 'elementFromPoint', { configurable: true, value: elementFromPoint });
    const down = (name: string, more = {}) => {
      under = month(name);
      fireEvent.pointerDown(under, { button: 0, buttons: 1, ...more });
    };
    const move = (name: string | null, buttons = 1) => {
      under = name === null ? document.body : month(name);
      fireEvent.pointerMove(month('2026-01'), { buttons });
    };
    const up = () => fireEvent.pointerUp(month('2026-01'));
    down('2026-05');
    expect(reached()).toEqual(['2026-05']);
    up();
    expect(chosen).toEqual([span('2026-05-01', '2026-05-31')]);
    move('2026-09');
    up();
    expect(chosen).toHaveLength(1);
    down('2026-06');
    move('2026-02');
    expect(parts().toSorted().at(0)).toBe('2026-02 whole');
    move(null);
    move('2026-12', 0);
    up();
    expect(chosen.at(-1)).toEqual(span('2026-02-01', '2026-06-30'));
    down('2026-08', { shiftKey: true });
    up();
    expect(chosen.at(-1)).toEqual(span('2026-03-01', '2026-08-31'));
    down('2026-08', { button: 2 });
    up();
    expect(chosen).toHaveLength(3);
    Reflect.deleteProperty(document, 'elementFromPoint');
    // A press by other means than the pointer, which chose already.
    fireEvent.click(month('2026-01'), { detail: 1 });
    expect(chosen).toHaveLength(3);
    fireEvent.click(month('2026-01'), { detail: 0 });
    expect(chosen.at(-1)).toEqual(span('2026-01-01', '2026-01-31'));
  });
});

describe('the totals of what is selected', () => {
  const totals = (more = {}) =>
    ({
      revision: 7,
      rows: 1200,
      orders: 1,
      sums: { Ventas: '10.50', 'Rentabilidad Marketplace': '5', 'Rentabilidad Total': '-1.25' },
      ...more,
    }) as never;
  const shown = async (of: never | null, setting = {}, stale = false) => {
    const { view } = await openPage(setting, () => (
      <InAccount>
        <SelectionTotals totals={of} places={2} stale={stale} />
      </InAccount>
    ));
    return view.container;
  };
  const values = () =>
    [
      'total-ventas',
      ...['marketplace', 'comercial', 'total'].map((each) => `total-rentabilidad-${each}`),
    ].map((id) => screen.getByTestId(id).getAttribute('data-value'));

  test('are orders, rows, sales and the three results; a column that no row carries has none', async () => {
    const page = await shown(totals());
    expect(page.textContent).toContain('1 orden y 1.200 filas');
    expect(values()).toEqual(['10.50', '5', '', '-1.25']);
    expect(screen.getByTestId('row-count').dataset.value).toBe('1200');
  });

  test('of no rows are 0, unless rows are lost; what is not read yet is no figure', async () => {
    await shown(totals({ rows: 0, orders: 0, sums: {} }));
    expect(values()).toEqual(['0', '0', '0', '0']);
  });

  test('of no rows while some are lost are unknown', async () => {
    const damage = { foundAtMs: 0, rowsLost: 1, from: null, to: null, outsidePlan: false };
    await shown(totals({ rows: 0, orders: 0, sums: {} }), { facts: { damage } });
    expect(values()).toEqual(['', '', '', '']);
  });

  test('are awaited', async () => {
    expect((await shown(null)).textContent).toContain('…');
    expect(screen.queryByTestId('row-count')).toBeNull();
  });
});

test('a mark leads to the orders behind it, sorted by what it sums; undone it leads back', async () => {
  let open: ReturnType<typeof useOpenOrders> = () => {};
  function Marks() {
    open = useOpenOrders();
    return null;
  }
  const { user } = await openPage({ at: '#profitability' }, () => (
    <InAccount>
      <Marks />
      <SelectionProbe />
    </InAccount>
  ));
  act(() => open({ only: [onlyWith('Canal', 'A')], by: 'Ventas' }));
  expect(window.location.hash).toBe('#orders/Ventas');
  expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['A'] }]);
  await user.keyboard('{Control>}z{/Control}');
  expect([window.location.hash, probedSelection()]).toEqual(['#profitability', EVERYTHING]);
});

test('while it is held a screen shows what was selected before', async () => {
  let hold: (isHeld: boolean) => void = () => {};
  function Held() {
    const [isHeld, set] = useState(false);
    hold = (next) => act(() => set(next));
    return (
      <HeldSelection isHeld={isHeld}>
        <SelectionProbe />
      </HeldSelection>
    );
  }
  await openPage({}, () => (
    <InAccount>
      <Held />
      <Chooser />
    </InAccount>
  ));
  choose({ type: 'search', text: 'one' });
  expect(probedSelection().search).toBe('one');
  hold(true);
  choose({ type: 'search', text: 'two' });
  expect(probedSelection().search).toBe('one');
  hold(false);
  expect(probedSelection().search).toBe('two');
});
