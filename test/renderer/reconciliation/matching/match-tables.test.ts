import { describe, expect, test } from 'vitest';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { MATCH_TABLES } from '#renderer/reconciliation/matching/worker/match-tables.ts';

/** Each cell of the tables of matches comes from its own figure: every figure here is its name, and no two are alike. */

const named = (names: string): { [name: string]: unknown } =>
  Object.fromEntries(names.split(' ').map((name) => [name, name]));

async function rowsOf(name: string, source: object): Promise<readonly object[]> {
  const table = MATCH_TABLES.find((each) => each.name === name);
  if (table === undefined || table.partBy !== null) throw new Error(`There is no ${name}.`);
  const rows = await table.rows(source as never);
  const all = rows.slice(0, rows.length);
  for (const row of all) expect(Object.keys(row).sort()).toEqual(Object.keys(table.columns).sort());
  return all;
}

describe('matches', () => {
  const line = named('statementId line order net');
  const order = { Canal: 'C', Cuenta: 'A', Orden: 'O', amount: 'amount', settled: null };
  const one = {
    ...named('state by statementAmount ledgerAmount difference lineCount orderCount'),
    ...{ isExplained: true, amounts: [{ currency: 'CLP' }], lines: [line, { ...line, line: 'second' }] },
    orders: [order, { ...order, settled: 'settled' }],
  };
  const cases = [
    one,
    {
      ...one,
      amounts: [{ currency: 'CLP' }, { currency: 'USD' }],
      isExplained: false,
      lines: [],
      orders: [],
    },
    { ...one, amounts: [], lines: [], orders: [] },
  ];
  const leftOut: (readonly [table: string, what: string])[] = [];
  const source = () => ({
    ledger: {
      statements: {
        list: () => [
          { id: 's', name: 'file s', kind: 'mercado-libre' },
          { id: 'bank', name: 'file bank', kind: 'bank' },
          { id: 'torn', name: 'file torn', kind: 'ripley' },
        ],
      },
    },
    statements: {
      readMatches: async (query: { readonly statementIds: readonly string[] }) => {
        if (query.statementIds[0] === 'torn') throw new CorruptLedgerError('torn');
        expect(query).toMatchObject({
          ...{ statementIds: ['s'], tolerance: 'tolerance', states: [], sort: null, search: '', offset: 0 },
        });
        return { cases };
      },
    },
    tolerance: 'tolerance',
    leaveOut: (table: string, what: string) => void leftOut.push([table, what]),
  });

  test('have the amounts of both sides where they are of one currency', async () => {
    const row = {
      ...{ extracto: 's', cruce: 1, estado: 'state', por: 'by', moneda: 'CLP', alli: 'statementAmount' },
      ...{
        aqui: 'ledgerAmount',
        diferencia: 'difference',
        lineas: 'lineCount',
        ordenes: 'orderCount',
        explicado: 'si',
      },
    };
    const apart = { moneda: null, alli: null, aqui: null, diferencia: null, explicado: 'no' };
    expect(await rowsOf('cuadra_cruces', source())).toEqual([
      row,
      { ...row, ...apart, cruce: 2 },
      { ...row, cruce: 3, moneda: '' },
    ]);
  });

  test('have the lines and orders that they are of', async () => {
    const ofLine = {
      ...{ extracto: 's', cruce: 1, lado: 'linea', n: 1, extracto_linea: 'statementId', linea: 'line' },
      ...{ canal: null, cuenta: null, orden: 'order', importe: 'net' },
    };
    const ofOrder = {
      ...{ extracto: 's', cruce: 1, lado: 'orden', n: 1, extracto_linea: null, linea: null },
      ...{ canal: 'C', cuenta: 'A', orden: 'O', importe: 'amount' },
    };
    expect(await rowsOf('cuadra_cruces_detalle', source())).toEqual([
      ofLine,
      { ...ofLine, n: 2, linea: 'second' },
      ofOrder,
      { ...ofOrder, n: 2, importe: 'settled' },
    ]);
  });

  test('of a statement that cannot be read are left out of both, which is said, and of no bank there are any', async () => {
    leftOut.length = 0;
    const { length } = await rowsOf('cuadra_cruces', source());
    await rowsOf('cuadra_cruces_detalle', source());
    expect([length, leftOut]).toEqual([
      3,
      ['cuadra_cruces', 'cuadra_cruces_detalle'].map((table) => [table, 'file torn']),
    ]);
  });
});
