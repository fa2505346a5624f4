import { describe, expect, test } from 'vitest';
import { PAYOUT_TABLES } from '#renderer/reconciliation/payouts/worker/payout-tables.ts';
import { named, rowsOf } from '#test/renderer/data/worker/rows-of-table.ts';

/** Each cell comes from its own figure: every figure here is its name, and no two are alike. */

describe('payouts for engines', () => {
  const deposit = {
    ...named('identity statementId line file bank day description document amount currency'),
    isExplained: false,
  };
  const payout = {
    ...named('key source kind settlement day currency amount retained state why came difference'),
    ...{
      isExplained: true,
      accounts: [named('canal cuenta')],
      deposits: [deposit, { ...deposit, identity: 'other' }],
    },
  };
  const page = {
    payouts: [
      payout,
      {
        ...payout,
        key: 'b',
        accounts: [named('canal cuenta'), { canal: 'canal', cuenta: 'other' }],
        deposits: [],
        isExplained: false,
      },
      { ...payout, key: 'c', accounts: [], deposits: [] },
    ],
    unexplained: { listed: [{ ...deposit, isExplained: true }] },
    noChannel: { listed: [deposit] },
  };
  const readPayouts = async (query: unknown) => {
    expect(query).toBe('asked');
    return page;
  };
  const source = { chain: { readPayouts }, payoutsQuery: 'asked' };

  test('are of a single account, or of none', async () => {
    const row = {
      ...{
        pago: 'key',
        origen: 'source',
        tipo: 'kind',
        liquidacion: 'settlement',
        canal: 'canal',
        cuenta: 'cuenta',
      },
      ...{
        dia: 'day',
        moneda: 'currency',
        importe: 'amount',
        retenido: 'retained',
        estado: 'state',
        razon: 'why',
      },
      ...{ llego: 'came', diferencia: 'difference', explicado: 'si', lineas_banco: 2 },
    };
    const alone = { canal: null, cuenta: null, lineas_banco: 0 };
    expect(await rowsOf(PAYOUT_TABLES, 'cuadra_pagos', source)).toEqual([
      row,
      { ...row, ...alone, pago: 'b', explicado: 'no' },
      { ...row, ...alone, pago: 'c' },
    ]);
  });

  test('have the bank lines that they came in, and those of none', async () => {
    const row = {
      ...{
        pago: 'key',
        deposito: 'identity',
        extracto: 'statementId',
        linea: 'line',
        archivo: 'file',
        banco: 'bank',
      },
      ...{
        dia: 'day',
        descripcion: 'description',
        documento: 'document',
        importe: 'amount',
        moneda: 'currency',
      },
      ...{ que: 'payout', explicado: 'no' },
    };
    expect(await rowsOf(PAYOUT_TABLES, 'cuadra_pagos_banco', source)).toEqual([
      row,
      { ...row, deposito: 'other' },
      { ...row, pago: '', que: 'unexplained', explicado: 'si' },
      { ...row, pago: '', que: 'no-channel' },
    ]);
  });
});
