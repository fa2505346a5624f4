import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import type { Sums } from '#shared/domain/profitability.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';
import { readOf } from './reading.ts';

/** The ways from a section's charges to its own column, beside one figure or for all of the selection. */

beforeEach(() => localStorage.clear());
const ROW = {
  ...{ Canal: 'Uno', 'Fecha de compra': '2026-10-05T10:00:00.000', Ventas: '100' },
  ...{
    'Cobro de Envío': '60',
    'Reembolso de envío': '10',
    'Ingreso por Envío Flex': '5',
    'Costo Envío': '40',
  },
  ...{ 'Cobro de Comisiones': '8', 'Costo de Comisiones': '8' },
};
const read = (part: Element) => readOf(part).map((line) => line.replace(/\s/gu, ' '));

test('of sums at hand are of the section alone, and lead nowhere; without any it says so', async () => {
  await openPage({ rows: [ROW] }, () => (
    <InAccount>
      <SectionBridges
        section="shipping"
        sums={{ 'Cobro de Envío': '7', 'Costo Envío': '6' } as unknown as Sums}
        places={1}
      />
      <SectionBridges section="commissions" sums={{ Ventas: '7' } as unknown as Sums} places={1} />
    </InAccount>
  ));
  const opened = async (id: string) => {
    const press = screen.getByTestId(id);
    fireEvent.click(press);
    const found = read(await screen.findByRole('dialog'));
    fireEvent.click(press);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return [press.title, ...found];
  };
  expect(await opened('bridge-shipping')).toEqual([
    'Envío: de cobros a costo neto',
    'Envío',
    '+ | Cobro de Envíobruto | 7,0',
    '= | Envío, antes de ingresosneto de reembolsos, en el resultado | 7,0',
    '− | Sin explicarentre las partes y la columna | 1,0',
    '= | Costo Envíoneto, columna de la API | 6,0',
    'Bruto: lo cobrado. El resultado descuenta reembolsos y cuenta los ingresos una vez, en Ingreso Total. La columna de la API descuenta ambos.',
  ]);
  expect(await opened('bridge-commissions')).toEqual([
    'Comisiones: de cobros a costo neto',
    'Estas filas no traen columnas de costos.',
  ]);
});

test('of the selection are those of every section that has figures; a column leads to its orders', async () => {
  await openPage({ rows: [ROW] }, () => (
    <InAccount>
      <SectionBridges places={0} />
      <SelectionProbe />
    </InAccount>
  ));
  fireEvent.click(screen.getByTestId('bridges'));
  const dialog = await screen.findByRole('dialog');
  const column = await within(dialog).findByText('Reembolso de envío');
  expect(read(dialog)).toEqual([
    'Comisiones',
    '+ | [Cobro de Comisiones, Ver las órdenes]bruto | 8',
    '= | Comisionesneto de reembolsos, en el resultado | 8',
    '= | [Costo de Comisiones, Ver las órdenes]neto, columna de la API | 8',
    'Envío',
    '+ | [Cobro de Envío, Ver las órdenes]bruto | 60',
    '− | [Reembolso de envío, Ver las órdenes]reembolso | 10',
    '= | Envío, antes de ingresosneto de reembolsos, en el resultado | 50',
    '− | [Ingreso por Envío Flex, Ver las órdenes]ingreso, en Ingreso Total | 5',
    '− | Sin explicarentre las partes y la columna | 5',
    '= | [Costo Envío, Ver las órdenes]neto, columna de la API | 40',
    'Bruto: lo cobrado. El resultado descuenta reembolsos y cuenta los ingresos una vez, en Ingreso Total. La columna de la API descuenta ambos.',
  ]);
  expect(
    [...dialog.querySelectorAll('[data-testid^="bridge-"]')].map(
      (each) => `${each.getAttribute('data-testid')} ${each.getAttribute('data-value')}`,
    ),
  ).toEqual([
    'bridge-commissions-Cobro de Comisiones 8',
    'bridge-commissions-net 8',
    'bridge-commissions-Costo de Comisiones 8',
    'bridge-shipping-Cobro de Envío 60',
    'bridge-shipping-Reembolso de envío 10',
    'bridge-shipping-net 50',
    'bridge-shipping-Ingreso por Envío Flex 5',
    'bridge-shipping-rest 5',
    'bridge-shipping-Costo Envío 40',
  ]);
  fireEvent.click(column);
  expect([decodeURIComponent(window.location.hash), String(probedSelection().filters.length)]).toEqual([
    '#orders/Reembolso de envío',
    '0',
  ]);
});
