import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useFoundInData } from '#renderer/app/palette/found-in-data.ts';
import type { Command } from '#renderer/app/palette/rank-commands.ts';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** What the palette asks the worker for, word for word, and what it makes of the answers. */

type Found = ReturnType<typeof useFoundInData>;
type Counts = { readonly [column: string]: readonly (readonly [value: string, rows: number])[] };

const answerOf = (counts: Counts, column: string) => {
  const values = (counts[column] ?? []).map(([value, rows]) => ({ value, rows }));
  return { revision: 1, values, found: values.length, all: values.length };
};

async function finding(counts: Counts = {}, setting: PageSetting = {}) {
  const asked: ValuesQuery[] = [];
  const held: {
    found: Found | null;
    type: (typed: string) => void;
    currency: ReturnType<typeof useCurrency> | null;
    selection: ReturnType<typeof useSelection> | null;
  } = { found: null, type: () => {}, currency: null, selection: null };
  function Finding() {
    const [typed, type] = useState('');
    const found = useFoundInData(typed);
    Object.assign(held, { found, type, currency: useCurrency(), selection: useSelection() });
    return null;
  }
  await openPage(
    {
      at: '#panel',
      dataReplies: {
        readValues: (query) => {
          asked.push(query);
          return answerOf(counts, query.column);
        },
      },
      ...setting,
    },
    () => (
      <InAccount>
        <Finding />
        <SelectionProbe />
      </InAccount>
    ),
  );
  const type = async (typed: string) => {
    act(() => held.type(typed));
    await waitFor(() => expect(held.found?.isLooking).toBe(false));
    return held.found as Found;
  };
  return { asked, held, type };
}
const shown = (commands: readonly Command[]) => commands.map(({ label, hint }) => `${label} | ${hint}`);
const run = (commands: readonly Command[], label: string) =>
  act(async () => commands.find((each) => each.label === label)?.run());

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Estado de Orden', 'Estado de Pago'],
  ...['Estado de Despacho', 'Tipo de Dato', 'Marca', 'Categoría'],
];

test('asks of all rows of the accounts in view: in another currency, of others', async () => {
  const currencies = { main: 'CLP', own: [{ Canal: 'Uno', Cuenta: 'US', code: 'USD' }] };
  const row = { Canal: 'Uno', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };
  const { asked, held, type } = await finding(
    {},
    {
      rows: ['P', 'US'].map((Cuenta) => ({ ...row, Cuenta })),
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
    },
  );
  await waitFor(() => expect(probedSelection().scope).not.toBeNull());
  act(() => held.selection?.change({ type: 'set-preset', on: true }));
  await type(' mesa ');
  const queries = () => {
    const selection = { ...EVERYTHING, scope: probedSelection().scope };
    const of = (column: string, slot: string) => ({
      ...{ selection, column, find: 'mesa', limit: 6, slot: `palette-${slot}` },
    });
    return [
      { ...of('Orden', 'orders'), at: 'start' },
      of('SKU Producto', 'products-skus'),
      of('Producto', 'products-names'),
      ...COLUMNS.map((column) => ({ selection, column, limit: 200, slot: `palette-values-${column}` })),
    ];
  };
  expect(asked).toHaveLength(11);
  expect(asked).toEqual(expect.arrayContaining(queries()));
  const first = probedSelection().scope;
  asked.length = 0;
  act(() => held.currency?.choose('USD'));
  await waitFor(() => expect(asked).toHaveLength(11));
  expect(probedSelection().scope).not.toEqual(first);
  expect(asked).toEqual(expect.arrayContaining(queries()));
});

test('offers each with how many rows it has, never one without a name', async () => {
  const { type } = await finding({
    Orden: [
      ['900 ', 1],
      ['  ', 4],
      ['9001', 1234],
    ],
    'SKU Producto': [
      ['', 2],
      ['SKU-900', 2],
    ],
    Producto: [
      ['Otra cosa', 1],
      [' ', 9],
    ],
    Canal: [
      [' ', 3],
      ['Tienda 900', 5],
    ],
    Marca: [
      ['900 grados', 1],
      ['Otra', 1],
    ],
  });
  const { orders, products, values, columns } = await type('900');
  expect([shown(orders), shown(products), shown(values), columns]).toEqual([
    ['Orden 900  | 1 fila', 'Orden 9001 | 1.234 filas'],
    // Found by the worker, whatever it is called.
    ['SKU-900 | SKU Producto · 2 filas', 'Otra cosa | Producto · 1 fila'],
    ['Solo Canal: Tienda 900 | 5 filas', 'Solo Marca: 900 grados | 1 fila'],
    [],
  ]);
  const all = [...orders, ...products, ...values];
  expect(all.every(({ isOfData }) => isOfData)).toBe(true);
  expect(all.map(({ id }) => id)).toEqual([
    ...['order-900 ', 'order-9001', 'product-SKU Producto-SKU-900', 'product-Producto-Otra cosa'],
    ...['value-Canal-Tienda 900', 'value-Marca-900 grados'],
  ]);
  expect(products.map(({ also }) => also)).toEqual([['900'], ['900']]);
});

test('less than three letters find nothing any more', async () => {
  const { type } = await finding({ Orden: [['marca', 1]], Producto: [['x', 1]], Marca: [['marca', 1]] });
  const found = async (typed: string) => {
    const { orders, products, values, columns } = await type(typed);
    return [orders, products, values, columns].map(({ length }) => length > 0);
  };
  const [all, none] = [Array(4).fill(true), Array(4).fill(false)];
  expect([await found('marca'), await found(' ma '), await found('mar')]).toEqual([all, none, all]);
});

test('columns are found by their name and led to, six at most, the best first', async () => {
  const { type } = await finding();
  expect((await type('rentabilidad')).columns).toHaveLength(6);
  const sales = (await type('ventas')).columns;
  expect([sales[0]?.label, sales[0]?.hint, sales[0]?.id]).toEqual(['Columna: Ventas', '', 'column-Ventas']);
  await run(sales, 'Columna: Ventas');
  expect(window.location.hash).toBe('#orders//Ventas');
  expect(probedSelection()).toEqual(EVERYTHING);
});

test('a value or a product is chosen beside what was selected, on the orders', async () => {
  const { type, held } = await finding({ Marca: [['Sol', 1]], Producto: [['Sol de pie', 1]] });
  act(() => held.selection?.change({ type: 'set-filter', column: 'Canal', values: ['Uno'] }));
  const found = await type('sol');
  await run(found.values, 'Solo Marca: Sol');
  await run(found.products, 'Sol de pie');
  expect([window.location.hash, probedSelection().filters]).toEqual([
    '#orders',
    [
      { column: 'Canal', values: ['Uno'] },
      { column: 'Marca', values: ['Sol'] },
      { column: 'Producto', values: ['Sol de pie'] },
    ],
  ]);
});

test('looks for as long as any of its answers is awaited', async () => {
  for (const awaited of ['Orden', 'SKU Producto', 'Categoría']) {
    const ends: (() => void)[] = [];
    const { held } = await finding(
      {},
      {
        dataReplies: {
          readValues: ({ column }) =>
            column === awaited
              ? new Promise((resolve) => ends.push(() => resolve(answerOf({}, column))))
              : answerOf({}, column),
        },
      },
    );
    act(() => held.type('nada'));
    await waitFor(() => expect(ends).toHaveLength(1));
    await act(async () => {});
    expect([awaited, held.found?.isLooking]).toEqual([awaited, true]);
    await act(async () => ends[0]?.());
    await waitFor(() => expect(held.found?.isLooking).toBe(false));
  }
});
