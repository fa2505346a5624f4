import { datasetTable } from '#renderer/data/model/dataset-tables.ts';
import type { BankDeposit, PayoutsQuery } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { createPayouts } from './payouts.ts';

/** Tables of payouts for engines, with the bank lines that they came in. */

type Source = {
  readonly chain: Pick<ReturnType<typeof createPayouts>, 'readPayouts'>;
  readonly payoutsQuery: PayoutsQuery;
};

const payouts = datasetTable({
  name: 'cuadra_pagos',
  about: 'Un pago de un canal al banco, con lo que el banco recibió de él.',
  columns: {
    pago: ['key', 'El mismo después de cualquier lectura e importación.'],
    origen: [
      'text',
      'line: una línea de un extracto; statement: una liquidación; rows: sólo las filas hablan de él.',
    ],
    tipo: ['text', 'De qué extracto; nulo: de las filas.'],
    liquidacion: ['text', 'El número de la liquidación.'],
    canal: ['text', 'De una sola cuenta, su canal; nulo: de ninguna o de varias.'],
    cuenta: ['text', 'De una sola cuenta, su nombre.'],
    dia: ['day', 'Cuándo se pagó, o su última línea.'],
    moneda: ['text', 'ISO 4217; vacía: no se nombra.'],
    importe: ['amount', 'Lo que el banco debe recibir.'],
    retenido: ['amount', 'De sus líneas, las retenidas o liberadas: están en el importe.'],
    estado: ['text', 'arrived, different, missing, waiting o beside.'],
    razon: ['text', 'Por qué no llegó todo, por su código.'],
    llego: ['amount', 'Lo que llegó de él y de los que llegaron con él; nulo: nada se encontró.'],
    diferencia: ['amount', 'Lo que llegó menos lo pagado.'],
    explicado: ['text', 'si: alguien dijo qué es.'],
    lineas_banco: ['count', 'Líneas del banco en que llegó.'],
  },
  partBy: null,
  rows: async ({ chain, payoutsQuery }: Source) =>
    (await chain.readPayouts(payoutsQuery)).payouts.map((each) => {
      const [sole, ...others] = each.accounts;
      const account = others.length > 0 ? undefined : sole;
      return {
        pago: each.key,
        origen: each.source,
        tipo: each.kind,
        liquidacion: each.settlement,
        canal: account?.canal ?? null,
        cuenta: account?.cuenta ?? null,
        dia: each.day,
        moneda: each.currency,
        importe: each.amount,
        retenido: each.retained,
        estado: each.state,
        razon: each.why,
        llego: each.came,
        diferencia: each.difference,
        explicado: each.isExplained ? 'si' : 'no',
        lineas_banco: each.deposits.length,
      };
    }),
});

const deposits = datasetTable({
  name: 'cuadra_pagos_banco',
  about: 'Una línea del banco: de cada pago que llegó en ella, o de ninguno.',
  columns: {
    pago: ['key', 'El pago; vacío: ninguno la explica.'],
    deposito: ['key', 'Identidad de la línea.'],
    extracto: ['key', 'El extracto del banco.'],
    linea: ['place', 'La fila del archivo.'],
    archivo: ['text', 'El nombre del archivo.'],
    banco: ['text', 'El banco; nulo: no se sabe.'],
    dia: ['day', 'El día.'],
    descripcion: ['text', 'Las palabras del banco.'],
    documento: ['text', 'Sus números.'],
    importe: ['amount', 'El importe.'],
    moneda: ['text', 'ISO 4217; vacía: no se nombra.'],
    que: ['text', 'payout: de un pago; unexplained: de ninguno; no-channel: se dijo que no es de un canal.'],
    explicado: ['text', 'si: alguien dijo qué es.'],
  },
  partBy: null,
  rows: async ({ chain, payoutsQuery }: Source) => {
    const page = await chain.readPayouts(payoutsQuery);
    return [
      ...page.payouts.flatMap(({ key, deposits: own }) => own.map((each) => lineOf(each, key, 'payout'))),
      ...page.unexplained.listed.map((each) => lineOf(each, '', 'unexplained')),
      ...page.noChannel.listed.map((each) => lineOf(each, '', 'no-channel')),
    ];
  },
});

const lineOf = (deposit: BankDeposit, payout: string, what: string) => ({
  pago: payout,
  deposito: deposit.identity,
  extracto: deposit.statementId,
  linea: deposit.line,
  archivo: deposit.file,
  banco: deposit.bank,
  dia: deposit.day,
  descripcion: deposit.description,
  documento: deposit.document,
  importe: deposit.amount,
  moneda: deposit.currency,
  que: what,
  explicado: deposit.isExplained ? 'si' : 'no',
});

export const PAYOUT_TABLES = [payouts, deposits];
