import { expect, test } from 'vitest';
import type { AnomalousOrder, AnomalyPart } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import {
  anomaliesText,
  anomalyWords,
  PLAIN,
  type Writing,
} from '#renderer/reconciliation/anomalies/screen/anomaly-messages.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is odd, in words: every figure of it, written as the place where it is told writes them. */

const decimal = (value: string) => value as Decimal;
const amount = decimal('5.5');
const column = 'Cobro de Envío';
const MARGIN: AnomalyPart = {
  ...{ reason: 'margin', rate: decimal('-80'), usual: decimal('21'), rows: 2, history: 42 },
};
const SAID: readonly (readonly [AnomalyPart, string])[] = [
  [
    { reason: 'repeated', column, amount, times: 3 },
    'Cobro de Envío de 5.5, 3 veces: otra fila de la orden lo repite sin vender nada.',
  ],
  [
    { reason: 'movement', column, amount, times: 3 },
    'Cobro de Envío de 5.5, 3 veces en el mismo movimiento.',
  ],
  [
    { reason: 'settled', amount, settlements: ['L1', 'L2'] },
    'El mismo ítem, con cobros por 5.5, en las liquidaciones L1, L2.',
  ],
  [
    { reason: 'breakdown', amount: decimal('8'), breakdown: decimal('4') },
    'Cobro de Comisiones es 8: el doble de su desglose, 4.',
  ],
  [{ reason: 'unsold', column, amount }, 'Cobro de Envío: 5.5 sin ninguna venta en la orden.'],
  [{ reason: 'negative', sale: decimal('-4') }, 'Las Ventas de la orden suman -4.'],
  [
    { reason: 'kept', column, charged: decimal('8'), refunded: decimal('1') },
    'Cobro de Envío: cobrado 8, reembolsado 1.',
  ],
  [
    { reason: 'refund', refunded: decimal('130'), sale: decimal('100') },
    'Reembolsado 130 por encima de lo cobrado, en una venta de 100.',
  ],
  [MARGIN, 'Margen de -80 % donde el SKU suele dejar 21 % (mediana de 42 ventas); 2 filas así.'],
];

test('each kind of oddity tells its figures', () => {
  for (const [part, said] of SAID) expect(anomalyWords([part], text, PLAIN)).toBe(said);
  const [first, second] = SAID.map(([part]) => part);
  if (first === undefined || second === undefined) throw new Error('There are two of them.');
  expect(anomalyWords([first, second], text, PLAIN)).toBe(`${SAID[0]?.[1]} ${SAID[1]?.[1]}`);
  const marked: Writing = { exact: () => 'monto', figure: () => 'tasa', count: () => 'tantas' };
  expect(anomalyWords([first], text, marked)).toContain('de monto, tantas veces');
  expect(anomalyWords([MARGIN], text, marked)).toContain('de tasa % donde el SKU suele dejar tasa %');
});

test('odd orders as a message are a paragraph each', () => {
  const line = (parts: Partial<AnomalousOrder>): AnomalousOrder => ({
    ...{ key: 'k', evidence: 'e', row: 0, rows: 1, identity: {}, cells: {}, amount, parts: [] },
    correlationIds: [],
    ...parts,
  });
  const [kept] = SAID.filter(([{ reason }]) => reason === 'kept');
  const lines = [
    line({ cells: { Canal: 'Uno' }, parts: kept === undefined ? [] : [kept[0]] }),
    line({ cells: { Orden: 'X' }, amount: decimal('6'), correlationIds: ['a', 'b'] }),
  ];
  const rest = 'Nro. suborden: — · SKU Producto: — · Fecha de compra: —';
  expect(anomaliesText('Título', { total: 4, lines }, text)).toBe(
    [
      'Título\nLas primeras 2 de 4:',
      `Canal: Uno · Cuenta: — · Orden: — · ${rest}\n${kept?.[1]}\nMonto en juego: 5.5\ncorrelation_id: —`,
      `Canal: — · Cuenta: — · Orden: X · ${rest}\n\nMonto en juego: 6\ncorrelation_id: a, b`,
    ].join('\n\n'),
  );
});
