import { screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { OrderPanel } from '#renderer/features/order-details/order-panel.tsx';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import { StatementScreen } from '#renderer/screens/profitability/income-statement/statement-screen.tsx';
import { PivotScreen } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import { INITIAL_VIEW } from '#renderer/screens/profitability/state/view-state.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import {
  SPEC_INCOME_COLUMNS,
  SPEC_SECTION_COLUMNS,
  SPEC_SECTION_NAMES,
  specCostOf,
} from '#test/renderer/features/columns/spec-sections.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type Row } from './page.tsx';

/**
 * One name, one figure: every line of every screen, read by its name and its exact value over one selection. Two places
 * with one name say one figure, and it is what the rows come to when this test adds them up itself.
 */

const MONEY = COLUMNS.filter(isSummable).map(({ key }) => key);
const KINDS = ['Orden', 'Publicación', 'Marketplace', 'Orden', 'Marketplace'];

/** Amounts that no two columns share, with cents, a refund here and there; the account's movements sell nothing. */
const ROWS: readonly Row[] = KINDS.map((kind, row) => ({
  Canal: row === 3 ? 'Dos' : 'Uno',
  Cuenta: 'Tienda',
  Orden: 'O-1',
  'Tipo de Dato': kind,
  'SKU Producto': kind === 'Marketplace' ? '' : `SKU-${row}`,
  Producto: kind === 'Marketplace' ? '' : `Producto ${row}`,
  'Fecha de compra': `2026-10-0${row + 1}T10:00:00.000`,
  ...Object.fromEntries(
    MONEY.map((key, at) => {
      const sells = kind !== 'Marketplace' || !['Ventas', 'Unidades', 'Costo de Producto'].includes(key);
      const cents = sells ? (row + 2) * (at + 3) * 37 + row * row * 11 : 0;
      return [
        key,
        key === 'Unidades'
          ? String(cents)
          : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      ];
    }),
  ),
}));

const centsOf = (value: string): bigint => {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  expect(fraction.replace(/0+$/, '').length).toBeLessThanOrEqual(2);
  const size = BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
  return value.startsWith('-') ? -size : size;
};

function sums(rows: readonly Row[]): { readonly [key: string]: bigint } {
  return Object.fromEntries(
    MONEY.map((key) => [key, rows.reduce((sum, row) => sum + centsOf(row[key] ?? '0'), 0n)]),
  );
}
const ALL = sums(ROWS);
const ACCOUNT = sums(ROWS.filter((row) => row['Tipo de Dato'] === 'Marketplace'));

/** What each name stands for. A section whose own column takes income off is named otherwise. */
const EXPECTED = new Map<string, bigint>([
  ...Object.entries(ALL),
  ...SPEC_SECTION_NAMES.flatMap((section): [string, bigint][] => {
    const name = text(`section.${section}`);
    const hasIncome = section === 'shipping' || section === 'other';
    return [
      [hasIncome ? `${name}, antes de ingresos` : name, specCostOf(ALL, section)],
      [`${section}: ${text('panel.account-charges')}`, specCostOf(ACCOUNT, section)],
    ];
  }),
]);

const RATES = COLUMNS.filter(({ kind }) => kind === 'percent').map(({ key }) => key);

type Read = { readonly place: string; readonly name: string; readonly value: string };

const valueIn = (element: Element | null | undefined): string =>
  element?.getAttribute('data-value') ??
  element?.querySelector('[data-value]')?.getAttribute('data-value') ??
  '';

function place(name: string): HTMLElement {
  return screen.getByRole('region', { name });
}

const TOTAL_IDS: { readonly [id: string]: string } = {
  'total-ventas': 'Ventas',
  'total-unidades': 'Unidades',
  'total-rentabilidad-marketplace': 'Rentabilidad Marketplace',
  'total-rentabilidad-comercial': 'Rentabilidad Comercial',
  'total-rentabilidad-total': 'Rentabilidad Total',
};

function totalsIn(where: string): Read[] {
  return Object.entries(TOTAL_IDS).flatMap(([id, name]) =>
    within(place(where))
      .queryAllByTestId(id)
      .map((element) => ({ place: `${where} totals`, name, value: valueIn(element) })),
  );
}

function readPanel(): Read[] {
  const steps = [...place('panel').querySelectorAll<HTMLElement>('[data-step]')].map((row) => ({
    place: 'panel waterfall',
    name: row.querySelector('td:nth-child(2) button')?.textContent ?? '',
    value: valueIn(row.querySelector('[data-figure=money]')),
  }));
  const account = [...place('panel').querySelectorAll<HTMLElement>('[data-account-charges]')].map((row) => ({
    place: 'panel account charges',
    name: `${row.dataset.accountCharges}: ${row.querySelector('button')?.textContent}`,
    value: valueIn(row.querySelector('[data-figure=money]')),
  }));
  const channels = [
    ...(place('panel').querySelector('tfoot tr')?.querySelectorAll('[data-figure=money]') ?? []),
  ].map((figure, at) => ({
    place: 'panel channels',
    name: ['Ventas', 'Rentabilidad Total'][at] ?? '',
    value: valueIn(figure),
  }));
  const trend = screen.getByTestId('trend-table');
  const heads = [...trend.querySelectorAll('thead th')];
  const months = [...trend.querySelectorAll('tbody tr td')].flatMap((cell, at) => {
    const head = heads[at + 1];
    const name = at === 0 ? 'Ventas' : (head?.getAttribute('title') ?? '');
    return cell.querySelector('[data-figure=money]') === null
      ? []
      : [{ place: 'trend', name, value: valueIn(cell) }];
  });
  return [...steps, ...account, ...channels, ...months];
}

function readStatement(): Read[] {
  return [...place('statement').querySelectorAll<HTMLElement>('[data-testid^="line-"]')].map((cell) => {
    const line = cell.closest('[data-line]');
    const name = line?.querySelector('[role=rowheader]')?.textContent ?? '';
    return { place: 'statement', name: name.replace(/^[+−=]?[MCT]?(?=\p{Lu})/u, ''), value: valueIn(cell) };
  });
}

/** The row of totals of a table: by the full name of each column. */
function readFoot(where: string): Read[] {
  const grid = within(place(where)).getByRole('grid');
  const heads = [
    ...grid.querySelectorAll<HTMLElement>(':is([data-zone=strip], [data-zone=end]) [data-header]'),
  ];
  const cells = [
    ...grid.querySelectorAll<HTMLElement>(
      '[data-part=foot] :is([data-zone=strip], [data-zone=end]) [role=gridcell]',
    ),
  ];
  expect(cells.length).toBe(heads.length);
  return cells.map((cell, at) => ({
    place: `${where} foot`,
    name: heads[at]?.title ?? '',
    value: valueIn(cell),
  }));
}

const NOTES = (['gross', 'refunds', 'all'] as const).map((note) => ` (${text(`columns.net-${note}`)})`);
/** A title is its column's key, and whether it is net or gross. */
function withoutNote(title: string): string {
  const note = NOTES.find((each) => title.endsWith(each));
  return note === undefined ? title : title.slice(0, -note.length);
}

function readPivot(): Read[] {
  const grid = within(place('pivot')).getByRole('grid');
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-row]')];
  const total = rows.find((row) => row.textContent?.startsWith(text('pivot.total')));
  const foot = total ?? grid.querySelector<HTMLElement>('[data-part=foot]');
  const heads = [...grid.querySelectorAll<HTMLElement>('[data-zone=strip] [data-header]')];
  const cells = [...(foot?.querySelectorAll<HTMLElement>('[data-zone=strip] [role=gridcell]') ?? [])];
  return cells.map((cell, at) => ({
    place: 'pivot',
    name: withoutNote(heads[at]?.title ?? ''),
    value: valueIn(cell),
  }));
}

function readOrder(): Read[] {
  const facts = [...place('order').querySelectorAll('dl > div')].map((fact) => ({
    place: 'order',
    name: fact.querySelector('dt')?.firstChild?.textContent ?? '',
    value: valueIn(fact.querySelector('dd [data-figure]')),
  }));
  const checks = within(place('order'))
    .queryAllByTestId('check')
    .map((check) => ({
      place: 'order results',
      name: check.dataset.value ?? '',
      value: valueIn(check.querySelector('[data-figure]')),
    }));
  return [...facts, ...checks];
}

const linesOf = (read: readonly Read[], name: string) => read.filter((each) => each.place === name).length;

/** Percent with six places, half away from zero; both are positive here. */
function rateOf(key: string): bigint {
  const part = ALL[PARTS[key] ?? key.slice(2)] ?? 0n;
  const sales = ALL.Ventas ?? 1n;
  return (2n * part * 100n * 10n ** 6n + sales) / (2n * sales);
}
const PARTS: { readonly [rate: string]: string } = {
  '% Costo de Publicidad': 'Costos por publicidad',
  '% Costo Producto': 'Costo de Producto',
};

/** What lies between a made-up total and its made-up parts: two such lines stand on the Panel. */
const UNEXPLAINED = text('panel.unexplained');

function expectAgreed(read: readonly Read[]): void {
  const wrong = read.filter(({ name, value }) => {
    if (name === UNEXPLAINED) return false;
    if (RATES.includes(name)) return BigInt(value.replace('.', '')) !== rateOf(name);
    return EXPECTED.get(name) !== centsOf(value);
  });
  expect(wrong).toEqual([]);
}

const SECTIONS = ['Ingreso Total', ...SPEC_SECTION_NAMES];
const PIVOT = { ...INITIAL_VIEW.pivot, measures: MONEY.map((key) => `sum:${key}`) };

function Screens() {
  const job = useRef(() => null);
  return (
    <>
      <section aria-label="panel">
        <PanelScreen />
      </section>
      <section aria-label="statement">
        <StatementScreen view={{ ...INITIAL_VIEW.statement, open: SECTIONS }} onChange={() => {}} job={job} />
      </section>
      <section aria-label="pivot">
        <PivotScreen view={PIVOT} onChange={() => {}} job={job} />
      </section>
      <section aria-label="orders">
        <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
      </section>
      <section aria-label="order">
        <OrderPanel
          identity={{ order: 'O-1', filters: [{ column: 'Orden', values: ['O-1'] }] } as never}
          moneyPlaces={2}
          onClose={() => {}}
          onStep={() => {}}
        />
      </section>
    </>
  );
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(60_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(3000);
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({
      'panel.trend': { measure: 'sum', isTable: true },
      orders: { columns: ['Orden', ...MONEY, ...RATES], grouping: 'orders' },
    }),
  );
});

test('every line of every screen says what its name says, everywhere the same', async () => {
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <Screens />
    </InAccount>
  ));
  await screen.findByTestId('trend-table');
  await waitFor(() => expect(readFoot('orders').some(({ value }) => value !== '')).toBe(true));
  await waitFor(() => expect(readPivot().length).toBeGreaterThan(0));
  await waitFor(() => expect(readOrder().length).toBeGreaterThan(0));
  await user.click(screen.getByTestId('show-empty'));
  const read: readonly Read[] = [
    ...['panel', 'statement', 'pivot', 'orders'].flatMap(totalsIn),
    ...readPanel(),
    ...readStatement(),
    ...readFoot('orders'),
    ...readPivot(),
    ...readOrder(),
  ].filter(({ value }) => /^-?\d+(\.\d+)?$/.test(value));
  const places = [...new Set(read.map((each) => each.place))];
  // Nothing that a screen shows is left unread: so many lines has each place at least.
  expect(Object.fromEntries(places.map((name) => [name, linesOf(read, name)]))).toEqual({
    'panel totals': 5,
    'statement totals': 4,
    'pivot totals': 4,
    'orders totals': 4,
    'panel waterfall': SPEC_SECTION_NAMES.length + 6,
    'panel account charges': SPEC_SECTION_NAMES.length,
    'panel channels': 2,
    trend: 4,
    statement: SPEC_INCOME_COLUMNS.length + SPEC_SECTION_NAMES.length + SPEC_SECTION_COLUMNS.length + 5,
    'orders foot': MONEY.length + RATES.length,
    pivot: MONEY.length,
    order: MONEY.length + RATES.length,
    'order results': 4,
  });
  expectAgreed(read);
});

test('one press leads from a section of the result to its gross and net figures, and on to their rows', async () => {
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <PanelScreen />
    </InAccount>
  ));
  await user.click(await screen.findByTestId('bridge-shipping'));
  const lines = (): Read[] =>
    [...screen.getByTestId('bridge').querySelectorAll('tr')].map((row) => ({
      place: `bridge ${row.dataset.kind}`,
      name: row.querySelector('td:nth-child(2)')?.firstChild?.textContent ?? '',
      value: valueIn(row),
    }));
  await waitFor(() => expect(lines().length).toBeGreaterThan(3));
  expectAgreed(lines());
  // Each step is reached by those above it, as its sign says.
  let level = 0n;
  for (const row of screen.getByTestId('bridge').querySelectorAll('tr')) {
    const value = centsOf(valueIn(row));
    const sign = row.querySelector('td')?.textContent;
    if (sign === '=') expect(value).toBe(level);
    else level += sign === '+' ? value : -value;
  }
  expect(level).toBe(ALL['Costo Envío']);
  await user.click(within(screen.getByTestId('bridge')).getByRole('button', { name: 'Costo Envío' }));
  expect(window.location.hash).toContain('orders');
});
