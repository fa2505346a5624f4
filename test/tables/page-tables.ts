import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { anomaliesTable } from '#renderer/reconciliation/anomalies/screen/odd-orders.tsx';
import { claimsTable } from '#renderer/reconciliation/claims/screen/claim-columns.tsx';
import { adjustmentTable } from '#renderer/reconciliation/closing/screen/adjustment-messages.ts';
import { closeSheets } from '#renderer/reconciliation/closing/screen/close-sheets.ts';
import { closeTables } from '#renderer/reconciliation/closing/screen/close-tables.ts';
import { driftTable } from '#renderer/reconciliation/closing/screen/drift-table.tsx';
import { missingCostsTable } from '#renderer/reconciliation/costs/screen/missing-costs-section.tsx';
import { exceptionsTable } from '#renderer/reconciliation/findings/screen/queue-columns.tsx';
import { matchesTable } from '#renderer/reconciliation/matching/screen/matches-table.tsx';
import { missingStatementsTable } from '#renderer/reconciliation/parts/missing-statements-file.ts';
import { bankLinesTable } from '#renderer/reconciliation/payouts/screen/bank-lines.tsx';
import { forecastTable } from '#renderer/reconciliation/payouts/screen/forecast-accounts.tsx';
import { scoreTable } from '#renderer/reconciliation/payouts/screen/forecast-scores.tsx';
import { payoutsTable } from '#renderer/reconciliation/payouts/screen/payout-lines.tsx';
import { settlementsTable } from '#renderer/reconciliation/payouts/screen/settlement-lines.tsx';
import { receivablesTable } from '#renderer/reconciliation/receivables/screen/receivable-columns.tsx';
import { taxesTable } from '#renderer/reconciliation/taxes/screen/tax-columns.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import type { LaidOut } from './laid-out.ts';

/** The tables that the page lays out, each of raw input in which no two values of a line are alike. */

const RECONCILIATION = 'renderer/reconciliation';
/** What is given has what the table reads, and no more. */
const raw = (value: unknown): never => value as never;
/** A time by this machine's clock, whatever its zone; and as a file has it. */
const here = (year: number, month: number, ...rest: readonly [number, number, number, number]): number =>
  new Date(year, month - 1, ...rest).getTime();
const localTime = (...parts: readonly [number, ...number[]]): string => {
  const [year, month, day, hour, minute, second] = parts.map((each) => String(each).padStart(2, '0'));
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
};
const SETTLEMENTS = [
  {
    ...{ settlement: '77', canal: 'Falabella', cuenta: 'Norte', rows: 9, orders: 8 },
    ...{ ventas: '1000.01', rentabilidad: '310.02', firstPurchase: '2026-01-02' },
    ...{ lastPurchase: '2026-02-03', firstPayment: '2026-03-04', lastPayment: '2026-04-05' },
    ...{ months: ['2026-01', '2026-02'], paidRows: 5, pendingRows: 4, owed: '120.03', oldestPendingDays: 33 },
  },
  {
    ...{ settlement: '', canal: 'Ripley', cuenta: 'Sur', rows: 7, orders: 6 },
    ...{ ventas: '20.40', rentabilidad: '-3.50', firstPurchase: null, lastPurchase: null },
    ...{ firstPayment: '2026-05-06', lastPayment: '2026-06-07', months: [], paidRows: 3, pendingRows: 2 },
    ...{ owed: '-1.25', oldestPendingDays: null },
  },
];

const settlements: LaidOut = {
  source: `${RECONCILIATION}/payouts/screen/settlement-lines.tsx`,
  of: 'settlements',
  table: () => settlementsTable(raw(SETTLEMENTS), { text, formats }),
  name: 'Liquidaciones',
  columns: [
    ['N° de Liquidación', '77', ''],
    ['Canal', 'Falabella', 'Ripley'],
    ['Cuenta', 'Norte', 'Sur'],
    ['Filas', '9', '7', '=16'],
    ['Órdenes', '8', '6'],
    ['Ventas', '1000.01', '20.40', '=1020.41'],
    ['Rentabilidad Marketplace', '310.02', '-3.50', '=306.52'],
    ['Primera compra', '2026-01-02', null],
    ['Última compra', '2026-02-03', null],
    ['Primer pago', '2026-03-04', '2026-05-06'],
    ['Último pago', '2026-04-05', '2026-06-07'],
    ['Meses', '2026-01 2026-02', ''],
    ['Filas pagadas', '5', '3', '=8'],
    ['Filas pendientes', '4', '2', '=6'],
    ['Días del pendiente más antiguo', '33', null],
    ['Por cobrar', '120.03', '-1.25', '=118.78'],
  ],
};

const DEPOSITS = [
  {
    ...{ file: 'banco.csv', line: 12, day: '2026-03-09', description: 'ABONO 1', document: '7001' },
    amount: '70.10',
  },
  {
    ...{ file: 'otro.ofx', line: 34, day: '2026-03-10', description: 'ABONO 2', document: '7002' },
    amount: '19.80',
  },
];

const payouts: LaidOut = {
  source: `${RECONCILIATION}/payouts/screen/payout-lines.tsx`,
  of: 'payouts',
  table: () =>
    payoutsTable(
      raw([
        {
          ...{ key: 'a', kind: null, settlement: '4001', accounts: [{ canal: 'Paris', cuenta: 'Norte' }] },
          ...{ day: '2026-03-08' },
          ...{
            amount: '100.00',
            state: 'different',
            deposits: DEPOSITS,
            came: '89.90',
            difference: '-10.10',
          },
          ...{ why: null, by: 'amount', window: null, together: [{ key: 'b' }], unread: 0 },
          ...{ isExplained: true, fallen: [] },
        },
        {
          ...{
            key: 'b',
            kind: null,
            settlement: null,
            accounts: [],
            day: null,
            amount: '5.05',
            state: 'waiting',
          },
          ...{ deposits: [], came: null, difference: null, why: null, by: null, window: null, together: [] },
          ...{ unread: 0, isExplained: false, fallen: [] },
        },
      ]),
      { text, formats, nameOf: (key) => `pago ${key}` },
    ),
  name: 'Del pago al banco',
  columns: [
    ['Cuenta', 'Paris · Norte', ''],
    ['Pago', 'Paris · 4001 (según tus filas)', ' · retiro (según tus filas)'],
    ['Fecha de pago', '2026-03-08', null],
    ['Pagado', '100.00', '5.05', '=105.05'],
    ['En el banco', 'Llegó otro monto', 'En espera'],
    ['Llegó el', '2026-03-09 2026-03-10', ''],
    ['Lo que dice el banco', 'ABONO 1; ABONO 2', ''],
    ['N.º de documento', '7001; 7002', ''],
    ['Llegó', '89.90', null],
    ['Diferencia', '-10.10', null],
    ['Cómo y por qué', 'por monto y fecha · llegó junto con pago b · Explicado', ''],
    ['Archivo', 'banco.csv; otro.ofx', ''],
    ['Línea', '12 34', ''],
  ],
};

const bankLines: LaidOut = {
  source: `${RECONCILIATION}/payouts/screen/bank-lines.tsx`,
  of: 'bank lines without a payout',
  table: () => bankLinesTable(raw(DEPOSITS), text),
  name: 'Abonos del banco sin pago',
  columns: [
    ['Fecha', '2026-03-09', '2026-03-10'],
    ['Lo que dice el banco', 'ABONO 1', 'ABONO 2'],
    ['N.º de documento', '7001', '7002'],
    ['Llegó', '70.10', '19.80', '=89.90'],
    ['Archivo', 'banco.csv', 'otro.ofx'],
    ['Línea', '12', '34'],
  ],
};

const PERIODS = [
  { kind: 'week', from: '2026-11-18', to: '2026-11-22' },
  { kind: 'week', from: '2026-11-23', to: '2026-11-29' },
  { kind: 'month', from: '2026-11-18', to: '2026-11-30' },
];
const RELEASES = {
  revision: 1,
  periods: PERIODS,
  months: ['2026-09', '2026-10'],
  scores: [
    { forecast: '61.00', came: '62.50', since: '63.00' },
    { forecast: null, came: '64.00', since: '65.00' },
  ],
  accounts: [
    {
      ...{ canal: 'Dafiti', cuenta: 'Uno', pending: '900.10', untold: '0.20', later: '41.30', never: '2.40' },
      amounts: [
        { amount: '10.01', range: { low: '9.02', high: '11.03' } },
        { amount: '20.04', range: { low: '18.07', high: '22.08' } },
        { amount: '30.05', range: { low: '28.06', high: '33.07' } },
      ],
      ...{ half: 10, most: 25, learnt: { rows: 118, days: 90 } },
      scores: [
        { forecast: '50.00', came: '40.00', since: '7.00' },
        { forecast: '-8.00', came: '8.50', since: '3.00' },
      ],
    },
    {
      ...{ canal: 'Linio', cuenta: 'Dos', pending: '44.44', untold: '55.55', later: '66.66', never: '77.77' },
      ...{ amounts: null, half: null, most: null, learnt: { rows: 3, days: 2 } },
      scores: [{ forecast: null, came: '12.00', since: '13.00' }],
    },
  ],
};

const forecast: LaidOut = {
  source: `${RECONCILIATION}/payouts/screen/forecast-accounts.tsx`,
  of: 'releases',
  table: () => forecastTable(raw(RELEASES), text, (day) => `<${day}>`),
  name: 'Pagos previstos',
  columns: [
    ['Canal', 'Dafiti', 'Linio'],
    ['Cuenta', 'Uno', 'Dos'],
    ['Por cobrar', '900.10', '44.44', '=944.54'],
    ['<2026-11-18> – <2026-11-22>', '10.01', null, '=10.01'],
    ['<2026-11-18> – <2026-11-22> · como mínimo', '9.02', null],
    ['<2026-11-18> – <2026-11-22> · como máximo', '11.03', null],
    ['<2026-11-23> – <2026-11-29>', '20.04', null, '=20.04'],
    ['<2026-11-23> – <2026-11-29> · como mínimo', '18.07', null],
    ['<2026-11-23> – <2026-11-29> · como máximo', '22.08', null],
    ['Hasta el <2026-11-30>', '30.05', null, '=30.05'],
    ['Hasta el <2026-11-30> · como mínimo', '28.06', null],
    ['Hasta el <2026-11-30> · como máximo', '33.07', null],
    ['Después del <2026-11-29>', '41.30', null, '=41.30'],
    ['No se espera', '2.40', null, '=2.40'],
    ['Sin previsión', '0.20', '55.55', '=55.75'],
    ['La mitad, en días', '10', null],
    ['9 de cada 10, en días', '25', null],
    ['Filas pagadas de las que se aprende', '118', '3'],
  ],
};

const scores: LaidOut = {
  source: `${RECONCILIATION}/payouts/screen/forecast-scores.tsx`,
  of: 'what was foretold and what came',
  table: () => scoreTable(raw(RELEASES), text),
  name: 'Lo previsto y lo que llegó',
  columns: [
    ['Mes', '2026-09', '2026-09', '2026-09', '2026-10', '2026-10'],
    ['Canal', 'Dafiti', 'Linio', 'Todas las cuentas', 'Dafiti', 'Todas las cuentas'],
    ['Cuenta', 'Uno', 'Dos', '', 'Uno', ''],
    ['Previsto', '50.00', null, '61.00', '-8.00', null],
    ['Llegó', '40.00', '12.00', '62.50', '8.50', '64.00'],
    ['Diferencia', '-10.00', null, '1.50', '16.50', null],
    ['%', '-20.000000', null, '2.459016', '206.250000', null],
    ['Además, de compras del mes', '7.00', '13.00', '63.00', '3.00', '65.00'],
  ],
};

const missingCosts: LaidOut = {
  source: `${RECONCILIATION}/costs/screen/missing-costs-section.tsx`,
  of: 'SKUs without cost',
  table: () =>
    missingCostsTable(
      raw({
        ...{ ventas: '61.61', estimate: '8.08', rows: 23 },
        lines: [
          {
            ...{ sku: 'S-1', product: 'Mesa', rows: 12, units: '15', ventas: '40.40', comercial: '20.20' },
            ...{ total: '10.10', estimate: '5.05', basis: 'sku' },
          },
          {
            ...{ sku: 'S-2', product: null, rows: 11, units: null, ventas: '21.21', comercial: null },
            ...{ total: null, estimate: null, basis: null },
          },
        ],
      }),
      text,
    ),
  name: 'Costos sin cargar',
  columns: [
    ['SKU Producto', 'S-1', 'S-2'],
    ['Producto', 'Mesa', null],
    ['Filas', '12', '11', '=23'],
    ['Unidades', '15', null],
    ['Ventas', '40.40', '21.21', '=61.61'],
    ['Rentabilidad Comercial', '20.20', null],
    ['Rentabilidad Total', '10.10', null],
    ['Costo estimado', '5.05', null, '=8.08'],
    ['Base de la estimación', 'estimado con las otras filas del SKU', 'sin nada con que estimarlo'],
  ],
};

const matches: LaidOut = {
  source: `${RECONCILIATION}/matching/screen/matches-table.tsx`,
  of: 'matches with statements',
  table: () =>
    matchesTable(
      raw({
        cases: [
          {
            ...{ state: 'different', by: null, isOfAnotherPeriod: false, isExplained: true, fallen: [] },
            ...{
              statementAmount: '90.00',
              ledgerAmount: '100.50',
              difference: '-10.50',
              amounts: [{ currency: 'CLP' }],
            },
            lines: [
              { line: 7, settlement: '55', date: { day: '2026-04-01' }, released: { day: '2026-04-09' } },
              { line: 9, settlement: null, date: { day: '2026-04-02' }, released: null },
            ],
            orders: [
              {
                ...{
                  Orden: 'O-1',
                  Canal: 'Paris',
                  Cuenta: 'Este',
                  purchased: '2026-03-01',
                  paid: '2026-03-20',
                },
                ...{ settlements: ['56'], correlationIds: ['c1', 'c2'] },
              },
              {
                ...{ Orden: 'O-2', Canal: 'Paris', Cuenta: 'Oeste', purchased: '2026-03-02', paid: null },
                ...{ settlements: [], correlationIds: ['c2'] },
              },
            ],
            suggestions: [{ why: 'several-orders' }],
          },
          {
            ...{ state: 'only-there', by: null, isOfAnotherPeriod: false, isExplained: false, fallen: [] },
            ...{
              statementAmount: '3.25',
              ledgerAmount: '0.00',
              difference: '3.75',
              amounts: [{ currency: 'CLP' }],
            },
            lines: [
              {
                ...{ line: 11, settlement: '', date: null, released: null, order: null, suborder: 'B-9' },
                ...{ reference: 'R', operation: 'P' },
              },
            ],
            ...{ orders: [], suggestions: [] },
          },
        ],
      }),
      { text, formats },
    ),
  name: 'Cruce con extractos',
  columns: [
    ['Estado', 'Distinto', 'Solo en el extracto'],
    ['Orden', 'O-1 O-2', 'B-9'],
    ['Canal', 'Paris', ''],
    ['Cuenta', 'Este Oeste', ''],
    ['Extracto', '90.00', '3.25', '=93.25'],
    ['Tus órdenes', '100.50', '0.00', '=100.50'],
    ['Diferencia', '-10.50', '3.75', '=-6.75'],
    ['Fecha de compra', '2026-03-01 2026-03-02', ''],
    ['Fecha de Pago', '2026-03-20', ''],
    ['N° de Liquidación', '55 56', ''],
    ['Fecha en el extracto', '2026-04-09 2026-04-02', ''],
    ['Líneas del archivo', '7 9', '11'],
    ['Cómo', 'Explicado', ''],
    ['Moneda', 'CLP', 'CLP'],
    ['Sugerencias', 'varias órdenes tienen ese número', ''],
    ['correlation_id', 'c1 c2', ''],
  ],
};

const receivables: LaidOut = {
  source: `${RECONCILIATION}/receivables/screen/receivable-columns.tsx`,
  of: 'receivables',
  table: receivablesTable(
    raw({
      lines: [
        {
          ...{ canal: 'Paris', cuenta: 'Este', byStatement: 41, byColumns: 42, term: { days: 12 } },
          figures: {
            ...{ opening: '1.10', sales: '2.20', refunds: '3.30', charges: '4.40', released: '5.50' },
            closing: '6.60',
          },
          ages: {
            ...{ 'not-due': '7.70', 'to-30': '8.80', 'to-60': '9.90', 'to-90': '10.01', 'over-90': '11.02' },
            undated: '12.03',
          },
        },
        {
          ...{ canal: 'Ripley', cuenta: 'Sur', byStatement: 0, byColumns: 7, term: { days: 30 } },
          figures: {
            ...{ opening: '0.01', sales: '0.02', refunds: '0.03', charges: '0.04', released: '0.05' },
            closing: '0.06',
          },
          ages: {
            ...{ 'not-due': '0.07', 'to-30': '0.08', 'to-60': '0.09', 'to-90': '0.10', 'over-90': '0.11' },
            undated: '0.12',
          },
        },
      ],
    }),
    text,
  ),
  name: 'Por cobrar',
  columns: [
    ['Canal', 'Paris', 'Ripley'],
    ['Cuenta', 'Este', 'Sur'],
    ['Apertura', '1.10', '0.01', '=1.11'],
    ['Ventas', '2.20', '0.02', '=2.22'],
    ['Devoluciones', '3.30', '0.03', '=3.33'],
    ['Cobros', '4.40', '0.04', '=4.44'],
    ['Liberado', '5.50', '0.05', '=5.55'],
    ['Cierre', '6.60', '0.06', '=6.66'],
    ['Sin vencer', '7.70', '0.07', '=7.77'],
    ['0–30 días', '8.80', '0.08', '=8.88'],
    ['31–60 días', '9.90', '0.09', '=9.99'],
    ['61–90 días', '10.01', '0.10', '=10.11'],
    ['Más de 90 días', '11.02', '0.11', '=11.13'],
    ['Sin fecha', '12.03', '0.12', '=12.15'],
    ['Filas liberadas según extractos', '41', '0'],
    ['Filas liberadas según sus columnas de pago', '42', '7'],
    ['Paga en (días)', '12', '30'],
  ],
};

const taxes: LaidOut = {
  source: `${RECONCILIATION}/taxes/screen/tax-columns.ts`,
  of: 'taxes',
  table: taxesTable(
    raw({
      month: '2026-10',
      figures: [
        {
          ...{
            source: 'mercado-pago-releases',
            column: null,
            bank: null,
            currency: 'ARS',
            amount: '-12.50',
            lines: 3,
          },
          accounts: [{ Canal: 'Mercado Libre', Cuenta: 'Sur' }],
          ...{ term: 'IIBB', act: 'withheld', authority: 'Córdoba', period: '2026-09' },
        },
        {
          ...{
            source: 'rows',
            column: 'Cobro de Impuestos',
            bank: null,
            currency: '',
            amount: '-4.25',
            lines: null,
          },
          accounts: [],
          ...{ term: null, act: 'untold', authority: null, period: null },
        },
      ],
    }),
    text,
  ),
  name: 'Impuestos y retenciones',
  columns: [
    ['Mes', '2026-10', '2026-10'],
    ['Canal · Cuenta', 'Mercado Libre · Sur', 'Sin cuenta conocida'],
    ['Según', 'Mercado Pago: liberaciones', 'Filas: Cobro de Impuestos'],
    ['Moneda', 'ARS', '—'],
    ['Impuesto', 'IIBB', 'Sin nombre'],
    ['Cómo', 'Retenido', 'No lo dice'],
    ['Autoridad', 'Córdoba', '—'],
    ['Período nombrado', '2026-09', '—'],
    ['Monto', '-12.50', '-4.25'],
    ['Líneas', '3', null],
  ],
};

const exceptions: LaidOut = {
  source: `${RECONCILIATION}/findings/screen/queue-columns.tsx`,
  of: 'the queue',
  table: () =>
    exceptionsTable(
      raw([
        {
          group: {
            head: {
              ...{ kind: 'double-charge', subject: { Canal: 'Paris', Cuenta: 'Este' } },
              affects: ['marketplace', 'total'],
            },
            ...{ account: { Canal: 'Paris', Cuenta: 'Este' }, month: '2026-01' },
          },
          ...{ name: 'A-17', amount: '-8.80', rows: 31, day: '2026-01-05', days: 17, currency: 'PEN' },
          ...{ state: 'accepted', claim: 'R-0002' },
          said: {
            ...{ note: 'lo revisé', owner: 'Ana', atMs: Date.UTC(2026, 2, 3, 4, 5, 6) },
            ...{ reason: 'fee', followUp: '2026-04-01' },
          },
        },
        {
          group: {
            head: { kind: 'undated', subject: { Canal: 'Ripley', Cuenta: 'Sur' }, affects: [] },
            ...{ account: { Canal: 'Ripley', Cuenta: 'Sur' }, month: null },
          },
          ...{ name: '', amount: null, rows: 4, day: null, days: null, currency: '' },
          ...{ state: 'open', claim: null, said: null },
        },
      ]),
      text,
    ),
  name: 'Excepciones',
  columns: [
    ['Excepción', 'Cobros dobles', 'Filas sin fecha de compra'],
    ['Dónde', 'ene 2026 · Paris · Este', 'Ripley · Sur'],
    ['Número', 'A-17', ''],
    ['Afecta', 'Rentabilidad Marketplace, Rentabilidad Total', ''],
    ['Monto', '-8.80', null],
    ['Moneda', 'PEN', ''],
    ['Filas', '31', '4'],
    ['Día', '2026-01-05T00:00:00.000', null],
    ['Días', '17', null],
    ['Estado', 'Aceptada', 'Abierta'],
    ['Razón', 'Comisión', ''],
    ['Nota', 'lo revisé', ''],
    ['Seguir el', '2026-04-01', ''],
    ['Reclamo', 'R-0002', ''],
    ['Responsable', 'Ana', ''],
    ['Fecha del estado', '2026-03-03T04:05:06.000Z', null],
  ],
};

const claims: LaidOut = {
  source: `${RECONCILIATION}/claims/screen/claim-columns.tsx`,
  of: 'claims',
  table: () =>
    claimsTable(
      raw([
        {
          claim: {
            ...{ number: 'R-0002', Canal: 'Paris', Cuenta: 'Este', currency: 'PEN', state: 'sent' },
            ...{ deadline: '2026-12-27', lines: [1, 2, 3], claimed: '80.40' },
          },
          recovered: '7.10',
        },
        {
          claim: {
            ...{ number: 'R-0001', Canal: 'Ripley', Cuenta: 'Sur', currency: '', state: 'paid' },
            ...{ deadline: null, lines: [1], claimed: '5.00' },
          },
          recovered: '5.00',
        },
      ]),
      text,
    ),
  name: 'Reclamos',
  columns: [
    ['Reclamo', 'R-0002', 'R-0001'],
    ['Canal', 'Paris', 'Ripley'],
    ['Cuenta', 'Este', 'Sur'],
    ['Casos', '3', '1'],
    ['Hasta', '2026-12-27', ''],
    ['Estado', 'Enviado', 'Pagado'],
    ['Reclamado', '80.40', '5.00'],
    ['Recuperado', '7.10', '5.00'],
    ['Moneda', 'PEN', ''],
  ],
};

const LINES = [
  {
    ...{ Canal: 'Paris', Cuenta: 'Este' },
    causes: [
      { cause: 'source', sums: { marketplace: '1.10', comercial: '2.20', total: '3.30' } },
      { cause: 'reread', sums: { marketplace: '-4.40', comercial: '5.50', total: '6.60' } },
    ],
  },
];

const adjustment: LaidOut = {
  source: `${RECONCILIATION}/closing/screen/adjustment-messages.ts`,
  of: 'the adjustment of a closed month',
  table: () =>
    adjustmentTable(
      raw({
        lines: LINES,
        taken: [
          {
            ...{ datedIn: '2026-12', owner: 'Luz', atMs: here(2026, 12, 3, 10, 20, 30) },
            lines: [
              {
                ...{ Canal: 'Ripley', Cuenta: 'Sur' },
                causes: [
                  { cause: 'own-cost', sums: { marketplace: '0.07', comercial: '0.80', total: '-9.00' } },
                ],
              },
            ],
          },
        ],
      }),
      { datedIn: raw('2027-01'), zone: 'Aquí' },
      text,
    ),
  name: 'Ajuste',
  columns: [
    ['Estado', 'Tomado', 'Propuesto', 'Propuesto'],
    ['Con fecha', '2026-12', '2027-01', '2027-01'],
    ['Canal', 'Ripley', 'Paris', 'Paris'],
    ['Cuenta', 'Sur', 'Este', 'Este'],
    ['Causa', 'Cambió un costo propio', 'La fuente cambió la orden', 'Se encontró al releer'],
    ['Rentabilidad Marketplace', '0.07', '1.10', '-4.40', '=-3.23'],
    ['Rentabilidad Comercial', '0.80', '2.20', '5.50', '=8.50'],
    ['Rentabilidad Total', '-9.00', '3.30', '6.60', '=0.90'],
    ['Quién', 'Luz', '', ''],
    ['Cuándo (Aquí)', localTime(2026, 12, 3, 10, 20, 30), null, null],
  ],
};

const sumsOf = (first: number, step = 1): { readonly [column: string]: string } => ({
  Ventas: `${first + step}.10`,
  'Costo de Producto': `${first + 2 * step}.20`,
  'Rentabilidad Marketplace': `${first + 3 * step}.30`,
  'Rentabilidad Comercial': `${first + 4 * step}.40`,
  'Rentabilidad Total': `${first + 5 * step}.50`,
});
const DRIFT = {
  orders: [
    {
      key: JSON.stringify(['Paris', 'Este', 'O-7']),
      before: { rows: 1, sums: sumsOf(100), own: null },
      after: { rows: 2, sums: sumsOf(200), own: null },
      // Not what the two come to: a cell of its own, read from nowhere else.
      differences: sumsOf(300),
      parts: [{ cause: 'source' }, { cause: 'product-cost' }],
      correlationIds: ['k1', 'k2'],
    },
    {
      key: JSON.stringify(['Ripley', 'Sur', 'O-8']),
      before: null,
      after: {
        ...{ rows: 2, sums: sumsOf(400) },
        own: {
          ...{ 'Costo de Producto': '1000.00', 'Rentabilidad Comercial': '-1000.00' },
          'Rentabilidad Total': '-1000.00',
        },
      },
      ...{ differences: sumsOf(500), parts: [{ cause: 'first' }], correlationIds: [] },
    },
  ],
};

const drift: LaidOut = {
  source: `${RECONCILIATION}/closing/screen/drift-table.tsx`,
  of: 'what moved since a close',
  table: () => driftTable(raw(DRIFT), text),
  name: 'Cambio desde el cierre',
  columns: [
    ['Canal', 'Paris', 'Ripley'],
    ['Cuenta', 'Este', 'Sur'],
    ['Orden', 'O-7', 'O-8'],
    ['Causa', 'La fuente cambió la orden · Llegó o cambió el costo de producto', 'Se leyó por primera vez'],
    ['Ventas · Al cierre', '101.10', null],
    ['Ventas · Ahora', '201.10', '401.10'],
    ['Ventas · Diferencia', '301.10', '501.10'],
    ['Costo de Producto · Al cierre', '102.20', null],
    // With own costs of 1,000 counted: more of this one, less of what is left after it.
    ['Costo de Producto · Ahora', '202.20', '1402.20'],
    ['Costo de Producto · Diferencia', '302.20', '502.20'],
    ['Rentabilidad Marketplace · Al cierre', '103.30', null],
    ['Rentabilidad Marketplace · Ahora', '203.30', '403.30'],
    ['Rentabilidad Marketplace · Diferencia', '303.30', '503.30'],
    ['Rentabilidad Comercial · Al cierre', '104.40', null],
    ['Rentabilidad Comercial · Ahora', '204.40', '-595.60'],
    ['Rentabilidad Comercial · Diferencia', '304.40', '504.40'],
    ['Rentabilidad Total · Al cierre', '105.50', null],
    ['Rentabilidad Total · Ahora', '205.50', '-594.50'],
    ['Rentabilidad Total · Diferencia', '305.50', '505.50'],
    ['correlation_id', 'k1 k2', ''],
  ],
};

/** In another currency than the one in view: of no line and no sum. */
const ELSEWHERE = { Canal: 'Paris', Cuenta: 'Dólares' };
const CLOSE = {
  month: '2026-10',
  state: 'drifted',
  now: [
    { ...ELSEWHERE, rows: 7, sums: sumsOf(900) },
    { Canal: 'Paris', Cuenta: 'Este', rows: 61, sums: sumsOf(700, 11) },
    { Canal: 'Nuevo', Cuenta: 'Otra', rows: 62, sums: sumsOf(800) },
  ],
  close: {
    figures: [
      { Canal: 'Paris', Cuenta: 'Este', rows: 59, sums: sumsOf(600) },
      { ...ELSEWHERE, rows: 5, sums: sumsOf(300) },
    ],
    ownCosts: [],
    adjustments: [],
    log: [
      {
        ...{ what: 'closed', owner: 'Eva', reviewer: 'Luz', note: 'todo visto', wasRunning: true },
        atMs: here(2026, 11, 2, 3, 4, 5),
        reasons: [
          { step: 'costs', reason: 'missing', count: 3, amount: '9.25', why: 'llega en enero' },
          { step: 'bank', reason: 'missing', count: 4, amount: '-8.50', why: 'feriado' },
        ],
      },
      {
        ...{ what: 'seen', owner: '', note: '', atMs: here(2026, 11, 3, 4, 5, 6) },
        drift: [
          { Canal: 'Paris', Cuenta: 'Este', amount: '-7.75' },
          { Canal: 'Nuevo', Cuenta: 'Otra', amount: '2.25' },
          { ...ELSEWHERE, amount: '100' },
        ],
      },
    ],
  },
};
const closeTable = (at: number): WholeTable => {
  const table = closeTables(
    raw(CLOSE),
    null,
    { scope: { accounts: [ELSEWHERE], isExcluded: true }, datedIn: null, missing: [], zone: 'Aquí' },
    text,
  )[at];
  if (table === undefined) throw new Error('No table there.');
  return table;
};

const closeFigures: LaidOut = {
  source: `${RECONCILIATION}/closing/screen/close-tables.ts`,
  of: 'the figures of a close',
  table: () => closeTable(0),
  name: 'Cierre de meses',
  columns: [
    ['Canal', 'Paris', 'Nuevo'],
    ['Cuenta', 'Este', 'Otra'],
    ['Filas · Al cierre', '59', '0', '=59'],
    ['Filas · Ahora', '61', '62', '=123'],
    ['Ventas · Al cierre', '601.10', null, '=601.10'],
    ['Ventas · Ahora', '711.10', '801.10', '=1512.20'],
    ['Ventas · Diferencia', '110.00', '801.10', '=911.10'],
    ['Costo de Producto · Al cierre', '602.20', null, '=602.20'],
    ['Costo de Producto · Ahora', '722.20', '802.20', '=1524.40'],
    ['Costo de Producto · Diferencia', '120.00', '802.20', '=922.20'],
    ['Rentabilidad Marketplace · Al cierre', '603.30', null, '=603.30'],
    ['Rentabilidad Marketplace · Ahora', '733.30', '803.30', '=1536.60'],
    ['Rentabilidad Marketplace · Diferencia', '130.00', '803.30', '=933.30'],
    ['Rentabilidad Comercial · Al cierre', '604.40', null, '=604.40'],
    ['Rentabilidad Comercial · Ahora', '744.40', '804.40', '=1548.80'],
    ['Rentabilidad Comercial · Diferencia', '140.00', '804.40', '=944.40'],
    ['Rentabilidad Total · Al cierre', '605.50', null, '=605.50'],
    ['Rentabilidad Total · Ahora', '755.50', '805.50', '=1561.00'],
    ['Rentabilidad Total · Diferencia', '150.00', '805.50', '=955.50'],
  ],
};

const closeLog: LaidOut = {
  source: `${RECONCILIATION}/closing/screen/close-tables.ts`,
  of: 'the history of a close',
  table: () => closeTable(1),
  name: 'Historial del mes',
  columns: [
    ['Qué', 'Cerrado', 'Cambios vistos'],
    ['Quién', 'Eva', ''],
    ['Revisa', 'Luz', ''],
    ['Cuándo (Aquí)', localTime(2026, 11, 2, 3, 4, 5), localTime(2026, 11, 3, 4, 5, 6)],
    ['Nota', 'todo visto · antes de que terminara el mes', ''],
    ['Razón', 'Costos: llega en enero; Banco y por cobrar: feriado', ''],
    ['Diferencia vista', null, '-5.50'],
  ],
};

const WALK = {
  month: '2026-10',
  close: { by: null },
  inTheWay: [],
  knownUntil: null,
  steps: [
    {
      ...{ id: 'data', state: 'done', reason: 'agrees', count: 0, of: 61, rows: 0, amount: null },
      sign: { state: 'by-itself', last: null },
    },
    {
      ...{ id: 'costs', state: 'open', reason: 'missing', count: 2, of: 9, rows: 7, amount: '5.75' },
      sign: {
        state: 'fallen',
        last: { owner: 'Sol', atMs: here(2026, 11, 1, 2, 3, 4), step: { count: 6, amount: '11.25' } },
      },
    },
    {
      id: 'close',
      state: 'open',
      reason: 'ready',
      count: 0,
      of: 6,
      amount: null,
      sign: { state: 'none', last: null },
    },
  ],
};
const caseOf = (orden: string, more: object) => ({
  ...{ by: null, isExplained: false, state: 'different' },
  orders: [{ key: `k-${orden}`, Orden: orden, Canal: `Canal ${orden}`, Cuenta: `Cuenta ${orden}` }],
  amounts: [{ currency: 'CLP' }],
  ...more,
});
const BOOK = {
  walk: WALK,
  cases: [
    caseOf('O-1', {
      statementAmount: '90.10',
      ledgerAmount: '100.30',
      difference: '-10.20',
      isExplained: true,
    }),
    caseOf('O-2', { statementAmount: '0', ledgerAmount: '7.05', difference: '-7.05', state: 'only-here' }),
  ],
  said: new Map([['k-O-1', { note: 'comisión', owner: 'Ida', atMs: here(2026, 11, 4, 5, 6, 7) }]]),
  payouts: [
    {
      ...{ accounts: [{ canal: 'Paris', cuenta: 'Este' }], kind: null, settlement: '118', day: '2026-10-15' },
      ...{ amount: '40.50', currency: 'CLP', state: 'different', isExplained: true, came: '39.25' },
      difference: '-1.25',
      deposits: [{ day: '2026-10-16', description: 'TEF PARIS', file: 'banco.csv' }],
    },
    {
      ...{ accounts: [{ canal: 'Ripley', cuenta: 'Sur' }], kind: null, settlement: '119', day: '2026-10-20' },
      ...{ amount: '60.25', currency: 'CLP', state: 'missing', isExplained: false, came: null },
      ...{ difference: null, deposits: [] },
    },
  ],
  receivables: [
    {
      ...{ canal: 'Paris', cuenta: 'Este' },
      figures: {
        opening: '1.10',
        sales: '2.20',
        refunds: '0.30',
        charges: '0.40',
        released: '1.50',
        closing: '1.20',
      },
      ages: {
        'not-due': '0.05',
        'to-30': '0.10',
        'to-60': '0.20',
        'to-90': '0.30',
        'over-90': '0.45',
        undated: '0.10',
      },
    },
  ],
  exceptions: [
    {
      ...{ isFound: true, state: 'explained' },
      finding: {
        ...{ kind: 'double-charge', subject: { Canal: 'Paris', Cuenta: 'Este' }, orders: 2, amount: '4.75' },
      },
      record: { note: 'pedido', owner: 'Eva', atMs: here(2026, 11, 5, 6, 7, 8) },
    },
    {
      ...{ isFound: false, state: 'open', record: null },
      finding: { kind: 'held', subject: { month: '2026-10' }, orders: 3, amount: '0.50' },
    },
  ],
};
const sheetOfClose = (at: number): WholeTable => {
  const table = closeSheets(raw(CLOSE), raw(BOOK), { text, formats, zone: 'Aquí' })[at];
  if (table === undefined) throw new Error('No table there.');
  return table;
};
const CLOSE_SHEETS = `${RECONCILIATION}/closing/screen/close-sheets.ts`;

const closeSheetTables: readonly LaidOut[] = [
  {
    source: CLOSE_SHEETS,
    of: 'the steps of a close',
    table: () => sheetOfClose(0),
    name: 'Pasos y razones',
    columns: [
      ['Paso', '1 Datos completos', '3 Costos'],
      ['Estado', 'Igual a la fuente', '2 SKU · 7 filas'],
      ['Monto', null, '5.75'],
      ['Abiertos al cierre', null, '3'],
      ['Monto abierto al cierre', null, '9.25'],
      ['Razón', '', 'llega en enero'],
      ['Firma', 'Automática', 'Cayó: la cifra cambió'],
      ['Quién', '', 'Sol'],
      ['Cuándo (Aquí)', null, localTime(2026, 11, 1, 2, 3, 4)],
      ['Cuenta firmada', null, '6'],
      ['Monto firmado', null, '11.25'],
    ],
  },
  {
    source: CLOSE_SHEETS,
    of: 'the cases of a close',
    table: () => sheetOfClose(1),
    name: 'Casos del mes',
    columns: [
      ['Orden', 'O-1', 'O-2'],
      ['Canal', 'Canal O-1', 'Canal O-2'],
      ['Cuenta', 'Cuenta O-1', 'Cuenta O-2'],
      ['Estado', 'Distinto · Explicado', 'Solo en tus órdenes'],
      ['Extracto', '90.10', '0', '=90.10'],
      ['Tus órdenes', '100.30', '7.05', '=107.35'],
      ['Diferencia', '-10.20', '-7.05', '=-17.25'],
      ['Moneda', 'CLP', 'CLP'],
      ['Nota', 'comisión', ''],
      ['Quién', 'Ida', ''],
      ['Cuándo (Aquí)', localTime(2026, 11, 4, 5, 6, 7), null],
    ],
  },
  {
    source: CLOSE_SHEETS,
    of: 'the bank of a close',
    table: () => sheetOfClose(2),
    name: 'Banco del mes',
    columns: [
      ['Cuenta', 'Paris · Este', 'Ripley · Sur'],
      ['Pago', 'Paris · 118 (según tus filas)', 'Ripley · 119 (según tus filas)'],
      ['Fecha de pago', '2026-10-15', '2026-10-20'],
      ['Pagado', '40.50', '60.25', '=100.75'],
      ['Moneda', 'CLP', 'CLP'],
      ['En el banco', 'Llegó otro monto · Explicado', 'No llegó'],
      ['Llegó el', '2026-10-16', ''],
      ['Lo que dice el banco', 'TEF PARIS', ''],
      ['Llegó', '39.25', null],
      ['Diferencia', '-1.25', null],
      ['Archivo', 'banco.csv', ''],
    ],
  },
  {
    source: CLOSE_SHEETS,
    of: 'the receivables of a close',
    table: () => sheetOfClose(3),
    name: 'Por cobrar del mes',
    columns: [
      ['Canal', 'Paris'],
      ['Cuenta', 'Este'],
      ['Apertura', '1.10', '=1.10'],
      ['Ventas', '2.20', '=2.20'],
      ['Devoluciones', '0.30', '=0.30'],
      ['Cobros', '0.40', '=0.40'],
      ['Liberado', '1.50', '=1.50'],
      ['Cierre', '1.20', '=1.20'],
      ['Vencido', '1.05', '=1.05'],
    ],
  },
  {
    source: CLOSE_SHEETS,
    of: 'the exceptions of a close',
    table: () => sheetOfClose(4),
    name: 'Excepciones del mes',
    columns: [
      ['Excepción', 'Cobros dobles', 'Filas que la API ya no da'],
      ['Dónde', 'Paris · Este', 'oct 2026'],
      ['Órdenes', '2', '3'],
      ['Monto', '4.75', '0.50', '=5.25'],
      ['Estado', 'Explicada', 'Ya no se encuentra'],
      ['Nota', 'pedido', ''],
      ['Quién', 'Eva', ''],
      ['Cuándo (Aquí)', localTime(2026, 11, 5, 6, 7, 8), null],
    ],
  },
];

const anomalies: LaidOut = {
  source: `${RECONCILIATION}/anomalies/screen/odd-orders.tsx`,
  of: 'anomalies',
  table: () =>
    anomaliesTable(
      raw([
        {
          name: 'Cobro doble',
          lines: [
            {
              cells: {
                ...{ Canal: 'Paris', Cuenta: 'Este', Orden: 'O-3', 'Nro. suborden': 'B-3' },
                ...{ 'SKU Producto': 'S-3', 'Fecha de compra': '2026-03-03T03:00:00.000' },
              },
              ...{ rows: 2, amount: '15.75', parts: [], correlationIds: ['m1', 'm2'] },
            },
          ],
        },
        {
          name: 'Venta negativa',
          lines: [
            {
              cells: { Canal: 'Ripley', Orden: 'O-4', 'SKU Producto': 'S-4' },
              ...{ rows: 1, amount: '-9.50', correlationIds: [] },
              parts: [{ reason: 'negative', sale: '-9.50' }],
            },
          ],
        },
      ]),
      text,
    ),
  name: 'Anomalías',
  columns: [
    ['Anomalía', 'Cobro doble', 'Venta negativa'],
    ['Canal', 'Paris', 'Ripley'],
    ['Cuenta', 'Este', null],
    ['Orden', 'O-3', 'O-4'],
    ['Nro. suborden', 'B-3', null],
    ['SKU Producto', 'S-3', 'S-4'],
    ['Fecha de compra', '2026-03-03T03:00:00.000', null],
    ['Filas', '2', '1'],
    ['Monto en juego', '15.75', '-9.50'],
    ['Por qué', '', 'Las Ventas de la orden suman -9.50.'],
    ['correlation_id', 'm1 m2', ''],
  ],
};

const missingStatements: LaidOut = {
  source: `${RECONCILIATION}/parts/missing-statements-file.ts`,
  of: 'the statements that are missing',
  table: () =>
    missingStatementsTable(
      raw([
        {
          ...{ canal: 'Paris', cuenta: 'Este', every: 7, lastDay: '2026-10-20' },
          months: [
            { month: '2026-09', count: 2 },
            { month: '2026-10', count: 1 },
          ],
        },
        { canal: 'Ripley', cuenta: 'Sur', every: 30, lastDay: '2026-10-31', months: [] },
        { canal: 'Dafiti', cuenta: 'Uno', every: null, lastDay: '2026-08-02', months: [] },
      ]),
      text,
    ),
  name: 'Extractos que faltan',
  columns: [
    ['Canal', 'Paris', 'Paris', 'Ripley', 'Dafiti'],
    ['Cuenta', 'Este', 'Este', 'Sur', 'Uno'],
    ['Frecuencia (días)', '7', '7', '30', null],
    ['Último día', '2026-10-20', '2026-10-20', '2026-10-31', '2026-08-02'],
    ['Faltan de', '2026-09', '2026-10', null, null],
    ['Extractos que faltan', '2', '1', '0', null, '=3'],
  ],
};

export const PAGE_TABLES: readonly LaidOut[] = [
  ...[settlements, payouts, bankLines, forecast, scores, missingCosts, matches, receivables, exceptions],
  taxes,
  ...[claims, adjustment, drift, closeFigures, closeLog, ...closeSheetTables, anomalies, missingStatements],
];
