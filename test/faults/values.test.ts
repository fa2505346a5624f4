import { afterEach, describe, expect, it, vi } from 'vitest';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { WireRow } from '#test/model/source.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { note } from '#test/soak/tally.ts';
import { createLoad, type Load, type LoadOptions } from './load.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let load: Load;
afterEach(() => load.close());

async function loadWhole(options: LoadOptions): Promise<void> {
  load = await createLoad(options);
  expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
  expect(load.differences()).toEqual({ lost: [], tooMany: [] });
  note({ part: 'faults', faults: 1 });
}

const ventasOf = () => createQueries(load.page().ledger.store).totals(EVERYTHING, ['Ventas']);

/** The same rows get the odd value in every answer. */
const isChosen = (row: WireRow) =>
  (row.Ventas ?? '').endsWith('1.50') || row['Tipo de Dato'] === 'Publicación';

type Dress = NonNullable<LoadOptions['dress']>;
const dresses: readonly (readonly [string, Dress])[] = [
  [
    'unknown columns',
    (row) => ({ ...row, 'Columna Nueva': `n-${row.Orden}`, ...(isChosen(row) ? { Otra: '1.0' } : {}) }),
  ],
  ['columns of the categories that are missing', ({ 'Ingreso Total': _, ...row }) => row],
  [
    'columns that are missing in some rows only',
    ({ 'Rentabilidad Total': total, ...row }) =>
      isChosen(row) ? row : { ...row, 'Rentabilidad Total': total },
  ],
  [
    'null where text belongs',
    (row) => (isChosen(row) ? { ...row, Producto: null, Variante: null, Ventas: null } : row),
  ],
  [
    'numbers where text belongs',
    (row) => ({ ...row, Unidades: 1, Ventas: isChosen(row) ? 12.5 : row.Ventas, 'SKU Producto': 7 }),
  ],
  [
    'true and objects where text belongs',
    (row) => (isChosen(row) ? { ...row, Variante: true, Producto: { es: 'x' } } : row),
  ],
  ['decimals with a comma', (row) => (isChosen(row) ? { ...row, Ventas: '1.234,56' } : row)],
  [
    'decimals of 40 digits',
    (row) => (isChosen(row) ? { ...row, Ventas: '1234567890123456789012345678901234567.890' } : row),
  ],
  [
    'the same value written in several ways',
    (row) => ({ ...row, Ventas: isChosen(row) ? '7' : '7.00', Unidades: isChosen(row) ? '1.0' : '01' }),
  ],
  ['an Orden of blanks', (row) => (isChosen(row) ? { ...row, Orden: '  ' } : row)],
  ['no Orden at all', (row) => ({ ...row, Orden: '' })],
  [
    'the label No Pagado',
    (row) => (row['Estado de Pago'] === 'Informado' ? { ...row, 'Estado de Pago': 'No Pagado' } : row),
  ],
  [
    'labels nobody knows',
    (row) => (isChosen(row) ? { ...row, 'Estado de Pago': 'En disputa', 'Tipo de Dato': 'Bono' } : row),
  ],
  ['a column named like a part of every object', (row) => ({ ...row, constructor: 'x', __proto__x: 'y' })],
  [
    'text of every script, quotes and control characters',
    (row) => ({ ...row, Producto: `«ñ» 🧾 漢字 "x" \\ \u0001\t${row.Producto}` }),
  ],
  [
    'purchase dates nobody can read',
    (row) => (row['Tipo de Dato'] === 'Marketplace' ? { ...row, 'Fecha de Pago': '31/12/2026' } : row),
  ],
];

describe('values come to the ledger to the letter', () => {
  it.each(dresses)('%s', async (_, dress) => {
    await loadWhole({ dress, orders: 15 });
  });

  it('40 digits are added exactly, and what is unreadable is left out of sums and counted', async () => {
    await loadWhole({
      orders: 15,
      dress: (row) => ({
        ...row,
        Ventas: isChosen(row) ? '0.0000000000000000000000000000000000000001' : '1,5',
      }),
    });
    const rows = load.source.rows().filter((row) => (row['Fecha de compra'] ?? '') >= '2026-04-01');
    const chosen = rows.filter(isChosen).length;
    const totals = ventasOf();
    expect(totals.unreadable.Ventas).toBe(rows.length - chosen);
    expect(totals.sums.Ventas).toBe(`0.${String(chosen).padStart(40, '0')}`);
  });
});

describe('a base column that is missing', () => {
  it('makes the answer unusable: said, nothing is written, and it goes on afterwards', async () => {
    load = await createLoad({ orders: 8 });
    load.source.dress = ({ Ventas: _, ...row }) => row;
    const status = await load.sync();
    expect(status).toMatchObject({ state: 'error', failure: { code: 'bad-answer' } });
    expect(status.failure?.detail).toContain('Ventas');
    expect(load.page().ledger.store.liveRows).toBe(0);
    load.source.dress = (row) => row;
    expect(await load.sync()).toMatchObject({ state: 'idle', failure: null });
    expect(load.differences()).toEqual({ lost: [], tooMany: [] });
  });
});

const HOUR_MS = 3_600_000;

describe('our own clock may be wrong', () => {
  for (const [name, wrongMs] of [
    ['a day ahead', 24 * HOUR_MS],
    ['a day behind', -24 * HOUR_MS],
    ['two years behind', -2 * 366 * 24 * HOUR_MS],
  ] as const) {
    it(name, async () => {
      load = await createLoad({ orders: 15 });
      load.setWallError(wrongMs);
      for (let round = 0; round < 2; round += 1) {
        expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
        expect(load.differences()).toEqual({ lost: [], tooMany: [] });
        load.life.happen({ kind: 'change', pick: 3, wholeOrder: true });
        load.life.happen({ kind: 'birth', rowsOfSubOrders: [2, 1] });
        load.life.happen({ kind: 'remove-row', pick: 2 });
        load.advance(2 * HOUR_MS);
      }
      expect(load.source.offences).toEqual([]);
    });
  }

  it('and jump with every request', async () => {
    load = await createLoad({ orders: 20 });
    load.http.misbehave(({ serial }) => {
      load.setWallError((serial % 3) * 24 * HOUR_MS - 24 * HOUR_MS);
      return undefined;
    });
    for (let round = 0; round < 2; round += 1) {
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      expect(load.differences()).toEqual({ lost: [], tooMany: [] });
      load.life.happen({ kind: 'move-purchase', pick: 1, hours: -100, wholeOrder: false });
      load.life.happen({ kind: 'birth', rowsOfSubOrders: [1] });
      load.advance(2 * HOUR_MS);
    }
    expect(load.source.offences).toEqual([]);
  });
});
