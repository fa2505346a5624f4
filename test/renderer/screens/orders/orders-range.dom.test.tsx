import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { InAccount, openPage, type Row } from '../../dom/page.tsx';

/** What is said of the cells of Órdenes that are chosen. */

const ROWS: readonly Row[] = Array.from({ length: 3 }, (_, at) => ({
  Canal: 'Plaza',
  Cuenta: 'una',
  Orden: `P-${at}`,
  'Tipo de Dato': 'Regular',
  'Fecha de compra': `2026-10-0${at + 1}T10:00:00.000`,
  Ventas: '10.25',
}));

function cell(row: number, column: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`);
  if (found === null) throw new Error(`There is no ${column} in row ${row}.`);
  return found;
}

test('a lone column bears the name that its head has, in the language that is read', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1092);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  writeStored('cuadra.preferences', { language: 'en' });
  await openPage({ rows: ROWS }, () => (
    <InAccount>
      <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
    </InAccount>
  ));
  await waitFor(() => expect(document.querySelectorAll('[data-read=true]')).toHaveLength(3));
  fireEvent.mouseDown(cell(0, 'Ventas'));
  fireEvent.mouseDown(cell(2, 'Ventas'), { shiftKey: true });
  expect((await screen.findByTestId('range-cells')).textContent).toBe('Sales, 3 cells');
  expect(screen.getByTestId('range-sum').dataset.value).toBe('30.75');
});

test('where a search was found is said in one line, and a press on a column that is not shown shows it', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1092);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const rows = ROWS.map((row, at) => ({ ...row, 'SKU Producto': `P-${at}` }));
  // A column of another copy is chosen too, and stays so.
  writeStored('cuadra.screens.a', { orders: { columns: ['Orden', 'Canal', 'Nada'], grouping: 'orders' } });
  const { user, questions } = await openPage({ rows }, () => (
    <InAccount>
      <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
    </InAccount>
  ));
  await waitFor(() => expect(document.querySelectorAll('[data-read=true]')).toHaveLength(3));
  const asked = () => questions.filter((each) => each === 'readTableRows').length;
  const before = asked();
  await user.click(screen.getByRole('searchbox'));
  await user.paste('p-1');
  await user.keyboard('{Enter}');
  const hits = await screen.findByTestId('hit-columns');
  expect(asked()).toBe(before + 1);
  expect(hits.textContent).toBe('Está en Orden, SKU Producto');
  expect(hits.title).toBe('Está en Orden, SKU Producto');
  await user.click(screen.getByRole('button', { name: 'Mostrar SKU Producto' }));
  expect(hits.textContent).toBe('Está en Orden, SKU Producto');
  expect(screen.queryByRole('button', { name: 'Mostrar SKU Producto' })).toBeNull();
  await waitFor(() => expect(cell(0, 'SKU Producto').textContent).toBe('P-1'));
  expect(JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '').orders.columns).toEqual([
    ...['Orden', 'Canal', 'Nada', 'SKU Producto'],
  ]);
});

test('where a search was found is told of the first lines, however far one scrolls', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1092);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  // The first hundred, which were bought last, hold it in their product, the others in their SKU.
  const rows = Array.from({ length: 150 }, (_, at) => ({
    ...{ Canal: 'Plaza', Cuenta: 'una', Orden: `P-${at}`, 'Tipo de Dato': 'Regular', Ventas: '1' },
    'Fecha de compra': `2026-10-01T10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000`,
    ...(at < 50 ? { 'SKU Producto': 'luz', Producto: '' } : { 'SKU Producto': '', Producto: 'Luz' }),
  }));
  const { user, commit } = await openPage({ rows }, () => (
    <InAccount>
      <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
    </InAccount>
  ));
  await user.click(screen.getByRole('searchbox'));
  // As it is typed: the space behind it is none of what is sought.
  await user.paste('luz ');
  const told = async () => (await screen.findByTestId('hit-columns')).dataset.value;
  expect(await told()).toBe('Producto');
  fireEvent.keyDown(document.querySelector('[role=grid]') as HTMLElement, { key: 'End', ctrlKey: true });
  await waitFor(() => expect(cell(149, 'Orden').textContent).toBe('P-0'));
  expect(await told()).toBe('Producto');
  // Of a commit the lines on the screen are read first.
  act(() => commit([{ ...(rows[149] as Row), Orden: 'P-150' }]));
  await waitFor(() =>
    expect(document.querySelector('[data-part=foot]')?.textContent).toContain('151 órdenes'),
  );
  await waitFor(async () => expect(await told()).toBe('Producto'));
});
