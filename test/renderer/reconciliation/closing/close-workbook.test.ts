import { expect, test } from 'vitest';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import type { AdjustmentLine } from '#renderer/reconciliation/closing/model/adjustment.ts';
import { adjustmentOf } from '#renderer/reconciliation/closing/screen/adjustment-messages.ts';
import { closeTables } from '#renderer/reconciliation/closing/screen/close-tables.ts';
import { closeWorkbook } from '#renderer/reconciliation/closing/screen/close-workbook.ts';
import { missingNames } from '#renderer/reconciliation/closing/screen/missing-statements.ts';
import type { Month } from '#shared/domain/dates.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** The sheets of a close that moved: of the accounts in view, what was taken of it and what is left. */

const raw = (value: unknown): never => value as never;
const line = (Cuenta: string, ...totals: readonly (readonly [string, string])[]): AdjustmentLine =>
  raw({
    ...{ Canal: 'Uno', Cuenta },
    causes: totals.map(([cause, total]) => ({ cause, sums: { marketplace: '0', comercial: total, total } })),
  });
const entry = (id: string, datedIn: string, owner: string, ...lines: readonly AdjustmentLine[]) => ({
  ...{ id, datedIn, owner, atMs: Date.UTC(2026, 5, 1), lines },
});
const closeWith = (...adjustments: readonly ReturnType<typeof entry>[]) => ({
  ...{ month: '2026-03', state: 'drifted', now: [] },
  close: { figures: [], ownCosts: [], log: [], adjustments },
});
const DRIFT = {
  byAccount: [line('Este', ['source', '7.00'], ['first', '-2.00']), line('Sur', ['source', '50.00'])],
  orders: [],
};
const TAKEN = closeWith(
  entry('a1', '2026-04', 'Ana', line('Este', ['source', '3.00']), line('Sur', ['source', '20.00'])),
  entry('a2', '2026-05', 'Luz', line('Este', ['source', '1.50'])),
  entry('a3', '2026-05', 'Eva', line('Sur', ['source', '5.00'])),
);
const SCOPE = { accounts: [{ Canal: 'Uno', Cuenta: 'Este' }], isExcluded: false };

test('what was taken and what is left is of the accounts in view', () => {
  const { month, lines, taken } = adjustmentOf(raw(TAKEN), raw(DRIFT), SCOPE);
  expect([month, lines, taken.map(({ id, lines: own }) => [id, own.map(({ Cuenta }) => Cuenta)])]).toEqual([
    '2026-03',
    [line('Este', ['source', '2.50'], ['first', '-2.00'])],
    [
      ['a1', ['Este']],
      ['a2', ['Este']],
    ],
  ]);
  expect(adjustmentOf(raw(TAKEN), raw(DRIFT), null).taken.map(({ id }) => id)).toEqual(['a1', 'a2', 'a3']);
});

test('the workbook has a sheet of it where there is any, each line in the month that it counts in', () => {
  const sheets = (close: object, drift: object | null): readonly WholeTable[] =>
    closeTables(
      raw(close),
      raw(drift),
      { scope: SCOPE, datedIn: '2026-06' as Month, missing: [], zone: 'Aquí' },
      text,
    );
  const names = (...of: Parameters<typeof sheets>) => sheets(...of).map(({ name }) => name);
  const [always, moved] = [
    ['Cierre de meses', 'Historial del mes', 'Extractos que faltan'],
    text('closing.drift'),
  ];
  expect(names(closeWith(), null)).toEqual(always);
  expect(names(closeWith(), { byAccount: [], orders: [] })).toEqual([...always, moved]);
  expect(names(closeWith(), DRIFT)).toEqual([...always, 'Ajuste', moved]);
  // All of it was taken.
  const all = closeWith(entry('a1', '2026-04', 'Ana', line('Este', ['source', '7.00'], ['first', '-2.00'])));
  expect(names(all, DRIFT)).toEqual([...always, 'Ajuste', moved]);
  const adjustment = sheets(TAKEN, DRIFT).find(({ name }) => name === 'Ajuste');
  expect(adjustment?.lines.map(({ cells }) => cells.slice(0, 9).map(cellText).join(' | '))).toEqual([
    'Tomado | 2026-04 | Uno | Este | La fuente cambió la orden | 0 | 3.00 | 3.00 | Ana',
    'Tomado | 2026-05 | Uno | Este | La fuente cambió la orden | 0 | 1.50 | 1.50 | Luz',
    'Propuesto | 2026-06 | Uno | Este | La fuente cambió la orden | 0 | 2.50 | 2.50 | ',
    'Propuesto | 2026-06 | Uno | Este | Se leyó por primera vez | 0 | -2.00 | -2.00 | ',
  ]);
  // Together they are the month's drift.
  expect(adjustment?.columns.flatMap(({ total }) => total?.value ?? [])).toEqual(['0', '5.00', '5.00']);
});

test('all of it is asked of the accounts in view', async () => {
  const asked: (readonly [string, unknown])[] = [];
  const answer =
    (name: string, reply: unknown = {}) =>
    async (query: unknown) => {
      asked.push([name, query]);
      return reply;
    };
  const call = {
    ...{ readStatements: answer('statements', []), readAnnotations: answer('annotations', []) },
    ...{ readDrift: answer('drift', DRIFT), readMonth: answer('month', { walk: null }) },
    ...{
      readPayouts: answer('payouts', { payouts: [] }),
      readReceivables: answer('receivables', { lines: [] }),
    },
    readExceptions: answer('exceptions', { exceptions: [] }),
  };
  const months = { scope: SCOPE, today: '2026-05-20', tolerance: null, payoutTolerance: null };
  const book = { month: '2026-03', months, exceptions: { scope: SCOPE } };
  const words = { text, formats, zone: 'Aquí' };
  const sheets = await closeWorkbook(
    raw(call),
    { close: raw(TAKEN), datedIn: '2026-06' as Month, book: raw(book) },
    words,
  );
  expect(sheets.map(({ name }) => name)).toEqual([
    ...['Cierre de meses', 'Historial del mes', 'Extractos que faltan', 'Ajuste', text('closing.drift')],
    ...['Pasos y razones', 'Casos del mes', 'Banco del mes', 'Por cobrar del mes', 'Excepciones del mes'],
  ]);
  expect(new Map(asked).get('drift')).toEqual({
    ...{ month: '2026-03', scope: SCOPE, cause: null, offset: 0, limit: Number.MAX_SAFE_INTEGER },
  });
  const [adjustment] = sheets.filter(({ name }) => name === 'Ajuste');
  expect(adjustment?.lines).toHaveLength(4);
});

test('statements that are missing are named of each account, with how many', () => {
  const missing = (cuenta: string, ...counts: readonly number[]) => ({
    ...{ canal: 'Uno', cuenta },
    months: counts.map((count) => ({ month: '2026-03', count })),
  });
  expect(missingNames(raw([missing('Este', 1), missing('Sur'), missing('', 3)]), text)).toEqual([
    'Uno · Este: falta uno',
    'Uno · (vacío): faltan 3',
  ]);
});
