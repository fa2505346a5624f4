import { describe, expect, test } from 'vitest';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { CLOSE_TABLES } from '#renderer/reconciliation/closing/worker/close-tables.ts';
import { currencyOf, named, rowsOf } from '#test/renderer/data/worker/rows-of-table.ts';

/** Closed months as tables for engines: each cell comes from its own figure, and no two are alike. */

describe('closed months', () => {
  const sums = (by: string) =>
    Object.fromEntries(
      [
        'Ventas',
        'Costo de Producto',
        'Rentabilidad Marketplace',
        'Rentabilidad Comercial',
        'Rentabilidad Total',
      ].map((column, at) => [column, `${by}${at}`]),
    );
  const account = (Cuenta: string, by: number) => ({
    ...{ Canal: 'C', Cuenta, rows: by, orders: by + 1, sums: sums(String(by)) },
  });
  const lines = [
    { Canal: 'C', Cuenta: 'A', causes: [{ cause: 'cause', sums: named('marketplace comercial total') }] },
  ];
  const entry = (what: string, by: string) => ({
    what,
    owner: `owner ${by}`,
    note: `note ${by}`,
    atMs: `at ${by}`,
  });
  const close = {
    readUntil: 'readUntil',
    log: [
      { ...entry('closed', '0'), reviewer: 'reviewer 0' },
      { ...entry('closed', '1'), reviewer: 'reviewer 1' },
      entry('reopened', '2'),
      { ...entry('closed', '3'), reviewer: 'reviewer 3', reasons: ['why'] },
      entry('seen', '4'),
    ],
    figures: [account('A', 10), account('gone', 20)],
    adjustments: [{ ...named('id datedIn owner atMs'), lines }],
  };
  const month = { month: '2026-03', close, now: [account('A', 13), account('new', 40)], state: 'drifted' };
  const empty = { ...close, log: [], figures: [], adjustments: [] };
  const source = () => ({
    closings: {
      readCloses: async () => ({
        months: [month, { month: '2026-04', close: empty, now: [], state: 'open' }],
      }),
      readDrift: async (query: object) => {
        expect(query).toEqual({ month: '2026-03', scope: null, cause: null, offset: 0, limit: 0 });
        return { byAccount: lines };
      },
    },
    currencyOf,
  });
  const rowsIn = (name: string) => rowsOf(CLOSE_TABLES, name, source());

  test('have who closed them last, and how often', async () => {
    expect(await rowsIn('cuadra_cierres')).toEqual([
      {
        ...{
          mes: '2026-03',
          estado: 'drifted',
          leido_hasta: 'readUntil',
          cerrado_en: 'at 3',
          preparo: 'owner 3',
        },
        ...{ reviso: 'reviewer 3', nota: 'note 3', cierres: 3, reaperturas: 1 },
      },
      {
        ...{
          mes: '2026-04',
          estado: 'open',
          leido_hasta: 'readUntil',
          cerrado_en: null,
          preparo: null,
          reviso: null,
        },
        ...{ nota: null, cierres: 0, reaperturas: 0 },
      },
    ]);
  });

  test('have their accounts then and now, and what is now less what was then', async () => {
    const side = (suffix: string, by: number | null) => ({
      ...{ [`filas${suffix}`]: by ?? 0, [`ordenes${suffix}`]: by === null ? 0 : by + 1 },
      ...Object.fromEntries(
        [
          'ventas',
          'costo_producto',
          'rentabilidad_marketplace',
          'rentabilidad_comercial',
          'rentabilidad_total',
        ].map((name, at) => [`${name}${suffix}`, by === null ? null : `${by}${at}`]),
      ),
    });
    const drift = (...by: readonly string[]) =>
      Object.fromEntries(
        ['ventas', 'marketplace', 'comercial', 'total'].map((name, at) => [`deriva_${name}`, by[at]]),
      );
    const row = (cuenta: string) => ({ mes: '2026-03', canal: 'C', cuenta, moneda: `C/${cuenta}` });
    expect(await rowsIn('cuadra_cierres_cuentas')).toEqual([
      { ...row('A'), ...side('', 10), ...side('_hoy', 13), ...drift('30', '30', '30', '30') },
      { ...row('gone'), ...side('', 20), ...side('_hoy', null), ...drift('-200', '-202', '-203', '-204') },
      { ...row('new'), ...side('', null), ...side('_hoy', 40), ...drift('400', '402', '403', '404') },
    ]);
  });

  test('have the causes of what moved while they are closed, and what was taken to other books', async () => {
    const line = {
      ...{ mes: '2026-03', canal: 'C', cuenta: 'A', causa: 'cause', moneda: 'C/A' },
      ...{
        rentabilidad_marketplace: 'marketplace',
        rentabilidad_comercial: 'comercial',
        rentabilidad_total: 'total',
      },
    };
    expect(await rowsIn('cuadra_cierres_causas')).toEqual([line]);
    expect(await rowsIn('cuadra_ajustes')).toEqual([
      { ...line, ajuste: 'id', fechado_en: 'datedIn', quien: 'owner', en: 'atMs' },
    ]);
  });

  test('have the causes of those whose drift was seen too, and leave out what cannot be read any more', async () => {
    const left: unknown[] = [];
    const asked: string[] = [];
    const of = (name: string, state: string) => ({ ...month, month: name, state });
    const months = [of('2026-01', 'seen'), of('2026-02', 'closed'), of('2026-03', 'closed')];
    const rows = await rowsOf(CLOSE_TABLES, 'cuadra_cierres_causas', {
      closings: {
        readCloses: async () => ({ months }),
        readDrift: async ({ month: asks }: { readonly month: string }) => {
          asked.push(asks);
          if (asks === '2026-02') throw new CorruptLedgerError('gone');
          return { byAccount: lines };
        },
      },
      currencyOf,
      leaveOut: (...what: readonly unknown[]) => void left.push(what),
    });
    expect(rows.map(({ mes }) => mes)).toEqual(['2026-01', '2026-03']);
    expect([asked, left]).toEqual([
      ['2026-01', '2026-02', '2026-03'],
      [['cuadra_cierres_causas', '2026-02']],
    ]);
  });

  test('have all that was done with them, in its order', async () => {
    const row = (n: number, que: string, more: object = {}) => ({
      ...{
        mes: '2026-03',
        n,
        que,
        quien: `owner ${n - 1}`,
        reviso: null,
        nota: `note ${n - 1}`,
        en: `at ${n - 1}`,
        motivos: null,
      },
      ...more,
    });
    expect(await rowsIn('cuadra_cierres_bitacora')).toEqual([
      row(1, 'closed', { reviso: 'reviewer 0' }),
      row(2, 'closed', { reviso: 'reviewer 1' }),
      row(3, 'reopened'),
      row(4, 'closed', { reviso: 'reviewer 3', motivos: '["why"]' }),
      row(5, 'seen'),
    ]);
  });
});
