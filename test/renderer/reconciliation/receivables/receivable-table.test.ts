import { expect, test } from 'vitest';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import { fedColumn } from '#renderer/reconciliation/receivables/screen/receivable-columns.tsx';
import { RECEIVABLE_TABLE } from '#renderer/reconciliation/receivables/worker/receivable-tables.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

test('the table tells each age of what is owed in its own column', async () => {
  const ages = { 'not-due': '1', 'to-30': '2', 'to-60': '3', 'to-90': '4', 'over-90': '5', undated: '6' };
  const figures = { opening: '7', sales: '8', refunds: '9', charges: '10', released: '11', closing: '12' };
  const line = { canal: 'C', cuenta: 'A', figures, ages, term: { days: 7 } };
  const asked: unknown[] = [];
  const source = {
    receivables: {
      page: async (query: { readonly month: string }) => {
        asked.push(query);
        return { lines: query.month === '2026-01' ? [line, { ...line, cuenta: 'B' }] : [line] };
      },
    },
    ...{ monthsOfRows: ['2026-01', '2025-12'], today: '2026-01-31' },
    currencyOf: ({ Canal, Cuenta }: { readonly [column: string]: string }) => `${Canal}${Cuenta}`,
  };
  if (RECEIVABLE_TABLE.partBy !== null) throw new Error('It has no parts.');
  const rows = await RECEIVABLE_TABLE.rows(source as never);
  const first = {
    ...{ mes: '2026-01', canal: 'C', cuenta: 'A', moneda: 'CA', plazo_dias: 7 },
    ...{ inicial: '7', ventas: '8', reembolsos: '9', cargos: '10', liberado: '11', final: '12' },
    ...{ por_vencer: '1', hasta_30: '2', hasta_60: '3', hasta_90: '4', mas_de_90: '5', sin_fecha: '6' },
  };
  expect(rows.slice(0, rows.length)).toEqual([
    first,
    { ...first, cuenta: 'B', moneda: 'CB' },
    { ...first, mes: '2025-12' },
  ]);
  expect(asked).toEqual(source.monthsOfRows.map((month) => ({ scope: null, month, today: '2026-01-31' })));
});

test('what tells the days of what was released is said with how many rows each tells, or that nothing was', () => {
  const { value } = fedColumn(text);
  const said = (byStatement: number, byColumns: number) =>
    typeof value === 'function' ? value({ byStatement, byColumns } as ReceivableLine) : null;
  expect([said(0, 0), said(1, 0), said(0, 1), said(2, 3)]).toEqual([
    '—',
    '1 fila por extractos',
    '1 fila por sus columnas de pago',
    '2 filas por extractos · 3 filas por sus columnas de pago',
  ]);
});
