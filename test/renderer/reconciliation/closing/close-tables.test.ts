import { expect, test } from 'vitest';
import { closeTables } from '#renderer/reconciliation/closing/screen/close-tables.ts';
import { closeWorkbook } from '#renderer/reconciliation/closing/screen/close-workbook.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import type { Month } from '#shared/domain/dates.ts';
import { laidOut } from '#test/renderer/dom/laid-out.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** The tables of a close that tell its figures then and now, its history, and which statements are missing: of what is in view. */

const raw = (value: unknown): never => value as never;
const MOMENTS = [1, 2, 3].map((at) => Date.UTC(2026, 3, at, 4, 5, 6));
const figures = (Cuenta: string, rows: number, ventas: string, total?: string) => ({
  ...{ Canal: 'Uno', Cuenta, rows, orders: 1 },
  sums: { Ventas: ventas, ...(total === undefined ? {} : { 'Rentabilidad Total': total }) },
});
const CLOSE = {
  ...{ month: '2026-03', state: 'drifted' },
  now: [figures('Nueva', 2, '7', '1'), figures('Este', 12, '110.5', '9'), figures('Otra', 5, '40', '40')],
  close: {
    ...{ adjustments: [], ownCosts: [{ currency: null, scope: null }] },
    figures: [figures('Este', 10, '100.00', '12.25'), figures('Fue', 1, '3'), figures('Otra', 4, '50', '50')],
    log: [
      {
        ...{ what: 'closed', owner: 'Ana', note: 'todo visto', atMs: MOMENTS[0], reviewer: 'Luis' },
        ...{ wasRunning: true },
        reasons: [
          { step: 'costs', why: 'llega en enero' },
          { step: 'later', why: 'de otra versión' },
        ],
      },
      {
        ...{ what: 'seen', owner: '', note: '', atMs: MOMENTS[1] },
        drift: [
          { Canal: 'Uno', Cuenta: 'Este', amount: '0.25' },
          { Canal: 'Uno', Cuenta: 'Otra', amount: '4' },
        ],
      },
      { what: 'reopened', owner: 'Sol', note: 'faltaba', atMs: MOMENTS[2] },
    ],
  },
};
const SCOPE = {
  accounts: ['Este', 'Nueva', 'Fue'].map((Cuenta) => ({ Canal: 'Uno', Cuenta })),
  isExcluded: false,
};
const MISSING = [
  { canal: 'Uno', cuenta: 'Este', every: 7, lastDay: '2026-03-14', months: [{ month: '2026-03', count: 2 }] },
];
const given = { datedIn: null, missing: raw(MISSING), zone: 'Aquí' };
const lines = (table: Parameters<typeof laidOut>[0]) =>
  laidOut(table).map((line) =>
    MOMENTS.reduce((said, moment, at) => said.replace(machineLocal(moment), `(${at + 1})`), line),
  );

test('figures of then and now stand by account in view, those that came or went as well, with their sums; history as it went', () => {
  const tables = closeTables(raw(CLOSE), null, { scope: SCOPE, ...given }, text);
  expect(tables.map(lines)).toEqual([
    [
      'Cierre con costos propios, 2',
      'Canal | Cuenta | Filas · Al cierre [count] (11) | Filas · Ahora [count] (14) | Ventas · Al cierre [money] (103.00) | Ventas · Ahora [money] (117.5) | Ventas · Diferencia [money] (14.50) | Costo de Producto · Al cierre [money] (0) | Costo de Producto · Ahora [money] (0) | Costo de Producto · Diferencia [money] (0) | Rentabilidad Marketplace · Al cierre [money] (0) | Rentabilidad Marketplace · Ahora [money] (0) | Rentabilidad Marketplace · Diferencia [money] (0) | Rentabilidad Comercial · Al cierre [money] (0) | Rentabilidad Comercial · Ahora [money] (0) | Rentabilidad Comercial · Diferencia [money] (0) | Rentabilidad Total · Al cierre [money] (12.25) | Rentabilidad Total · Ahora [money] (10) | Rentabilidad Total · Diferencia [money] (-2.25)',
      'Uno | Este | 10 | 12 | 100.00 | 110.5 | 10.50 | — | — | 0 | — | — | 0 | — | — | 0 | 12.25 | 9 | -3.25',
      'Uno | Fue | 1 | 0 | 3 | — | -3 | — | — | 0 | — | — | 0 | — | — | 0 | — | — | 0',
      'Uno | Nueva | 0 | 2 | — | 7 | 7 | — | — | 0 | — | — | 0 | — | — | 0 | — | 1 | 1',
    ],
    [
      'Historial del mes, 0',
      'Qué | Quién | Revisa | Cuándo (Aquí) [local-datetime] | Nota | Razón | Diferencia vista [money]',
      'Cerrado | Ana | Luis | (1) | todo visto · antes de que terminara el mes | Costos: llega en enero; later: de otra versión | —',
      'Cambios vistos |  |  | (2) |  |  | 0.25',
      'Reabierto | Sol |  | (3) | faltaba |  | —',
    ],
    [
      'Extractos que faltan, 2',
      'Canal | Cuenta | Frecuencia (días) [count] | Último día | Faltan de | Extractos que faltan [count] (2)',
      'Uno | Este | 7 | 2026-03-14 | 2026-03 | 2',
    ],
  ]);
  const all = closeTables(
    raw({ ...CLOSE, close: { ...CLOSE.close, ownCosts: [] } }),
    null,
    { scope: null, ...given },
    text,
  );
  expect([lines(all[0] as (typeof all)[number]), lines(all[1] as (typeof all)[number])[3]]).toEqual([
    [
      'Cierre de meses, 2',
      'Canal | Cuenta | Filas · Al cierre [count] (15) | Filas · Ahora [count] (19) | Ventas · Al cierre [money] (153.00) | Ventas · Ahora [money] (157.5) | Ventas · Diferencia [money] (4.50) | Costo de Producto · Al cierre [money] (0) | Costo de Producto · Ahora [money] (0) | Costo de Producto · Diferencia [money] (0) | Rentabilidad Marketplace · Al cierre [money] (0) | Rentabilidad Marketplace · Ahora [money] (0) | Rentabilidad Marketplace · Diferencia [money] (0) | Rentabilidad Comercial · Al cierre [money] (0) | Rentabilidad Comercial · Ahora [money] (0) | Rentabilidad Comercial · Diferencia [money] (0) | Rentabilidad Total · Al cierre [money] (62.25) | Rentabilidad Total · Ahora [money] (50) | Rentabilidad Total · Diferencia [money] (-12.25)',
      'Uno | Este | 10 | 12 | 100.00 | 110.5 | 10.50 | — | — | 0 | — | — | 0 | — | — | 0 | 12.25 | 9 | -3.25',
      'Uno | Fue | 1 | 0 | 3 | — | -3 | — | — | 0 | — | — | 0 | — | — | 0 | — | — | 0',
      'Uno | Otra | 4 | 5 | 50 | 40 | -10 | — | — | 0 | — | — | 0 | — | — | 0 | 50 | 40 | -10',
      'Uno | Nueva | 0 | 2 | — | 7 | 7 | — | — | 0 | — | — | 0 | — | — | 0 | — | 1 | 1',
    ],
    'Cambios vistos |  |  | (2) |  |  | 4.25',
  ]);
});

test('statements that are missing are of the month and of the accounts in view', async () => {
  const statement = (cuenta: string, from: string, to: string) => ({
    ...{ id: `${cuenta}${from}`, digest: from, name: 'x.csv', kind: 'mercado-pago-settlement', layout: null },
    ...{ lines: 1, fresh: 1, nets: [], proof: { state: 'holds', gap: '0' }, importedAtMs: 0, owner: '' },
    accounts: [{ canal: 'Uno', cuenta, orders: 1 }],
    days: { from, to },
  });
  const statements = ['Este', 'Otra'].flatMap((cuenta) => [
    statement(cuenta, '2026-02-01', '2026-02-10'),
    statement(cuenta, '2026-02-11', '2026-02-20'),
    statement(cuenta, '2026-02-21', '2026-02-28'),
  ]);
  const nothing = {
    walk: null,
    cases: [],
    payouts: [],
    lines: [],
    exceptions: [],
    byAccount: [],
    orders: [],
  };
  const call = new Proxy(
    {},
    {
      get: (_, name) => async () =>
        name === 'readStatements' ? statements : name === 'readAnnotations' ? [] : nothing,
    },
  );
  const months = { scope: SCOPE, today: '2026-05-20', tolerance: null, payoutTolerance: null };
  const tables = await closeWorkbook(
    raw(call),
    {
      close: raw(CLOSE),
      datedIn: '2026-06' as Month,
      book: raw({ month: '2026-03', months, exceptions: {} }),
    },
    { text, formats, zone: 'Aquí' },
  );
  expect(laidOut(tables[2] as (typeof tables)[number])).toEqual([
    'Extractos que faltan, 2',
    'Canal | Cuenta | Frecuencia (días) [count] | Último día | Faltan de | Extractos que faltan [count] (3)',
    'Uno | Este | 10 | 2026-02-28 | 2026-03 | 3',
  ]);
});
