import { expect, test } from 'vitest';
import { cellText, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { BankDeposit, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { bankLinesTable } from '#renderer/reconciliation/payouts/screen/bank-lines.tsx';
import { nameOneCurrency } from '#renderer/reconciliation/payouts/screen/currency-column.ts';
import { payoutsTable } from '#renderer/reconciliation/payouts/screen/payout-lines.tsx';
import { settlementsTable } from '#renderer/reconciliation/payouts/screen/settlement-lines.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** Payouts, bank lines and settlements as files have them: each cell, and what is added up. */

const D = (value: string) => value as Decimal;
const day = (value: string | null) => value as LocalDate;
const told = ({ name, keyColumns, columns, lines }: WholeTable) => ({
  ...{ name, keyColumns, names: columns.map((column) => column.name).join(' | ') },
  totals: columns.flatMap((column) =>
    column.total === null ? [] : [`${column.name} ${column.total.value}`],
  ),
  lines: lines.map(({ cells }) => cells.map((cell) => cellText(cell) ?? 'null').join(' | ')),
});

const deposit = (identity: string, amount: string, parts: Partial<BankDeposit> = {}): BankDeposit => ({
  ...{ identity, statementId: 's', file: 'banco.csv', bank: 'bci', line: 12, day: day('2026-09-22') },
  ...{ description: `ABONO ${identity}`, document: `N${identity}`, words: 'abono', amount: D(amount) },
  ...{ currency: 'CLP', isExplained: false },
  ...parts,
});
const payout = (settlement: string | null, amount: string, parts: Partial<PayoutView> = {}): PayoutView => ({
  ...{ key: `k-${settlement}`, source: 'statement', kind: 'ripley', settlement, currency: 'CLP' },
  ...{ amount: D(amount), retained: D('0'), day: day('2026-09-20'), isDated: true, lines: 3, unread: 0 },
  ...{ statementIds: ['s0'], accounts: [{ canal: 'A', cuenta: '1' }], state: 'missing', why: null },
  ...{ window: null, came: null, difference: null, differences: [], by: null, isExplained: false },
  ...{ deposits: [], together: [], suggestions: [], fallen: [] },
  ...parts,
});

test('a payout has its bank lines in its own line, each thing of them once; unlike amounts are not added', () => {
  const [own, dollars] = [
    payout('L1', '80.10', {
      ...{ state: 'different', why: 'fee', came: D('79.00'), difference: D('-1.10'), by: 'settlement' },
      accounts: [
        { canal: 'A', cuenta: '1' },
        { canal: 'B', cuenta: '2' },
      ],
      deposits: [
        deposit('d2', '70', { line: 14, day: null }),
        deposit('d1', '9', { description: 'ABONO d2', document: '', file: 'otro.csv' }),
        deposit('d3', '0', { day: day('2026-09-21'), line: 13 }),
      ],
    }),
    payout(null, '5.50', { currency: 'USD', day: null, state: 'waiting', why: 'no-bank', isExplained: true }),
  ];
  const words = { text, formats, nameOf: (key: string) => `name of ${key}` };
  const first =
    'A · 1; B · 2 | Ripley · L1 | 2026-09-20 | 80.10 | Llegó otro monto | 2026-09-22 2026-09-21 | ABONO d2; ABONO d3 | Nd2; Nd3 | 79.00 | -1.10 | por su número · la diferencia parece una comisión del banco o de quien paga | banco.csv; otro.csv | 14 12 13';
  expect(told(payoutsTable([own, payout('L2', '1.00')], words))).toEqual({
    ...{ name: text('chain.title'), keyColumns: 1, totals: ['Pagado 81.10'] },
    names:
      'Cuenta | Pago | Fecha de pago | Pagado | En el banco | Llegó el | Lo que dice el banco | N.º de documento | Llegó | Diferencia | Cómo y por qué | Archivo | Línea',
    lines: [first, 'A · 1 | Ripley · L2 | 2026-09-20 | 1.00 | No llegó |  |  |  | null | null |  |  | '],
  });
  const unlike = told(payoutsTable([own, dollars], words));
  expect(unlike.totals).toEqual([]);
  expect(unlike.lines).toEqual([
    first.replace('80.10 |', '80.10 | CLP |'),
    `A · 1 | Ripley · retiro | null | 5.50 | USD | En espera |  |  |  | null | null | ${text('chain.why-no-bank')} · Explicado |  | `,
  ]);
});

test('bank lines are added up where they are of one currency', () => {
  const lines = [
    deposit('d1', '-4', { isExplained: true, day: null }),
    deposit('d2', '9', { description: '' }),
  ];
  expect(told(bankLinesTable(lines, text))).toEqual({
    ...{ name: text('chain.unexplained'), keyColumns: 1, totals: ['Llegó 5'] },
    names: 'Fecha | Lo que dice el banco | N.º de documento | Llegó | Archivo | Línea',
    lines: ['null | ABONO d1 | Nd1 | -4 | banco.csv | 12', '2026-09-22 |  | Nd2 | 9 | banco.csv | 12'],
  });
  const unlike = [...lines, deposit('d3', '1', { currency: '' })];
  expect(told(bankLinesTable(unlike, text, 'Otras'))).toMatchObject({
    ...{ name: 'Otras', totals: [] },
    lines: [
      'null | ABONO d1 | Nd1 | -4 | CLP | banco.csv | 12',
      '2026-09-22 |  | Nd2 | 9 | CLP | banco.csv | 12',
      `2026-09-22 | ABONO d3 | Nd3 | 1 | ${text('match.no-currency')} | banco.csv | 12`,
    ],
  });
});

test('what names no currency stands in the view of the one that is named', () => {
  const of = (...currencies: readonly string[]) =>
    nameOneCurrency(currencies.map((currency) => ({ currency })));
  expect([of(), of(''), of('CLP', '', 'CLP'), of('CLP', 'USD'), of('', 'USD')]).toEqual([
    ...[true, true, true, false, true],
  ]);
});

test('settlements are added up but for their orders and ages, which they may share', () => {
  const settlement = (name: string, parts: Partial<Settlement> = {}): Settlement => ({
    ...{ settlement: name, canal: 'A', cuenta: '1', rows: 3, orders: 2, ventas: D('100.00') },
    ...{ rentabilidad: D('80.00'), firstPurchase: day('2026-08-30'), lastPurchase: day('2026-09-02') },
    ...{ firstPayment: day('2026-09-10'), lastPayment: day('2026-09-11'), paidRows: 2, pendingRows: 1 },
    ...{ months: ['2026-08', '2026-09'] as Month[], owed: D('7.50'), oldestPendingDays: 19 },
    ...parts,
  });
  const none = { firstPayment: null, lastPayment: null, oldestPendingDays: null, months: [] };
  const rows = [settlement('L1'), settlement('', { ...none, cuenta: '2', rows: 4, owed: D('-1.25') })];
  expect(told(settlementsTable(rows, { text, formats }))).toEqual({
    ...{ name: text('settlement.title'), keyColumns: 1 },
    names:
      'N° de Liquidación | Canal | Cuenta | Filas | Órdenes | Ventas | Rentabilidad Marketplace | Primera compra | Última compra | Primer pago | Último pago | Meses | Filas pagadas | Filas pendientes | Días del pendiente más antiguo | Por cobrar',
    totals: [
      ...['Filas 7', 'Ventas 200.00', 'Rentabilidad Marketplace 160.00', 'Filas pagadas 4'],
      ...['Filas pendientes 2', 'Por cobrar 6.25'],
    ],
    lines: [
      'L1 | A | 1 | 3 | 2 | 100.00 | 80.00 | 2026-08-30 | 2026-09-02 | 2026-09-10 | 2026-09-11 | 2026-08 2026-09 | 2 | 1 | 19 | 7.50',
      ' | A | 2 | 4 | 2 | 100.00 | 80.00 | 2026-08-30 | 2026-09-02 | null | null |  | 2 | 1 | null | -1.25',
    ],
  });
});
