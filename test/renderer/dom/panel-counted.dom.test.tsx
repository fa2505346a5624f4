import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** What counts in the Panel's figures though it was cancelled or returned. */

const sale = (order: string, status: string, Ventas: string, more: Row = {}): Row => ({
  Canal: 'Austral',
  Cuenta: 'Norte',
  Orden: order,
  'Fecha de compra': `2026-10-0${order.slice(-1)}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  'Estado de Orden': status,
  'SKU Producto': 'SILLA',
  Producto: 'Silla de camping',
  Unidades: '1',
  Ventas,
  'Rentabilidad Total': '1',
  ...more,
});
const ROWS = [
  sale('N-1', 'Regular', '100.50'),
  sale('N-2', 'Cancelada', '40.25'),
  sale('N-3', 'Cancelada', '9.75'),
  sale('N-3', 'Cancelada', '0.25'),
  sale('N-4', 'Devuelta', '30.10', { Unidades: '3', Canal: 'Plaza', Cuenta: 'Sur' }),
  sale('N-5', 'En revisión', '7.00', { Unidades: '2' }),
];

const panel = (rows: readonly Row[] = ROWS) =>
  openPage({ rows }, () => (
    <InAccount>
      <PanelScreen />
      <SelectionProbe />
    </InAccount>
  ));
const dataOf = (testId: string) => ({ ...screen.getByTestId(testId).dataset });

beforeEach(() => localStorage.clear());

describe('under Ventas', () => {
  test('stands what of it was cancelled and returned, with its orders, rows and exact sums', async () => {
    const { user } = await panel();
    await waitFor(() => expect(dataOf('counted-cancelled')).toMatchObject({ value: '50.25', rows: '3' }));
    expect(dataOf('counted-returned')).toMatchObject({ value: '30.10', rows: '1' });
    expect(screen.getByTestId('counted-cancelled').textContent).toBe('2 canceladas');
    const line = screen.getByTestId('counted-cancelled').closest('p');
    expect(line?.textContent).toMatch(/^incluye 2 canceladas y 1 devuelta: 80,35 · Dejar fuera$/);
    expect(line?.querySelector('data')?.dataset.value).toBe('80.35');
    await user.click(screen.getByTestId('counted-returned'));
    expect(probedSelection().filters).toEqual([{ column: 'Estado de Orden', values: ['Devuelta'] }]);
  });

  test('orders that bring no sales are said to, in words', async () => {
    await panel([sale('N-1', 'Regular', '100.50'), sale('N-2', 'Cancelada', '0')]);
    const line = (await screen.findByTestId('counted-cancelled')).closest('p');
    expect(line?.textContent).toBe('incluye 1 cancelada, que suma 0,00 · Dejar fuera');
  });

  test('one press leaves it out, and nothing else; then nothing is said of it', async () => {
    const { user } = await panel();
    await user.click(await screen.findByTestId('counted-leave-out'));
    const [filter] = probedSelection().filters;
    expect(filter?.column).toBe('Estado de Orden');
    expect([...(filter?.values ?? [])].toSorted()).toEqual(['En revisión', 'Regular']);
    await waitFor(() => expect(screen.queryByTestId('counted-cancelled')).toBeNull());
    expect(screen.getByTestId('total-ventas').dataset.value).toBe('107.50');
    expect(screen.queryByTestId('returns')).toBeNull();
  });

  test('nothing is said where all of it holds', async () => {
    await panel(ROWS.filter((row) => row['Estado de Orden'] === 'Regular'));
    await waitFor(() => expect(screen.getByTestId('total-ventas').dataset.value).toBe('100.50'));
    expect(screen.queryByTestId('counted-leave-out')).toBeNull();
  });
});

test('returns are a rate, with the channels and products that most came back of', async () => {
  await panel();
  const line = await screen.findByTestId('returns');
  // Three of nine units; all of them of the one product.
  const figures = [...line.querySelectorAll('data')].map(({ dataset }) => dataset.value);
  expect(figures).toEqual(['33.333333', '33.333333']);
  expect(line.textContent).toContain('Silla de camping');
  const rate = (channel: string) =>
    document
      .querySelector(`[data-channel="${channel}"]`)
      ?.querySelector<HTMLElement>('[data-column="returns"] data, [data-figure=points]')?.dataset.value;
  expect(rate('Plaza')).toBe('100.000000');
  expect(rate('Austral')).toBe('0.000000');
});

test('in Órdenes such an order bears its status beside its number', async () => {
  const sizes = [
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1092),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400),
  ];
  onTestFinished(() => {
    for (const size of sizes) size.mockRestore();
  });
  await openPage({ rows: ROWS }, () => (
    <InAccount>
      <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
    </InAccount>
  ));
  const chips = () =>
    [...document.querySelectorAll('[data-column="Orden"]')].map((cell) => cell.textContent ?? '').toSorted();
  await waitFor(() => expect(chips().some((words) => words.includes('N-4'))).toBe(true));
  expect(chips()).toEqual(expect.arrayContaining(['N-1', 'N-5', 'canc.N-2', 'canc.N-3', 'dev.N-4']));
});
