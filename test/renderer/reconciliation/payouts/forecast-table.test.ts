import { expect, test } from 'vitest';
import { cellText, type TableLine, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import { forecastTable } from '#renderer/reconciliation/payouts/screen/forecast-accounts.tsx';
import { scoreTable } from '#renderer/reconciliation/payouts/screen/forecast-scores.tsx';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { dayOf, moneyOf, type Sold } from './naive-forecast.ts';

const TODAY = '2026-11-18' as LocalDate;

const daily = (from: string, delay: number, canal: string) => {
  const count = dayOf(TODAY) - dayOf(from) + 1;
  const sales = Array.from({ length: count }, (_, at): Sold => {
    const came = dayOf(from) + at + delay;
    return { kind: 0, bought: dayOf(from) + at, came: came <= dayOf(TODAY) ? came : null, cents: 1_000 };
  });
  return moneyOf(sales, { canal, cuenta: '1' });
};
const PAGE = {
  revision: 1,
  ...atOnce(
    forecastReport(
      {
        scale: 2,
        accounts: [daily('2025-08-01', 10, 'A'), daily('2026-08-20', 4, 'B'), daily('2026-11-10', 4, 'C')],
      },
      { today: TODAY, from: TODAY },
    ),
  ),
};

const named = ({ columns }: WholeTable, line: TableLine | undefined) =>
  Object.fromEntries(columns.map(({ name }, at) => [name, cellText(line?.cells[at])]));
const centsOf = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100);

test('what comes leaves as a line an account, whose columns add up to what is pending', () => {
  const table = forecastTable(PAGE, text, (day) => day);
  expect(table.lines.map(({ cells }) => cells[0])).toEqual(['A', 'B', 'C']);
  const [first, , young] = table.lines.map((line) => named(table, line));
  expect(first).toMatchObject({
    'Por cobrar': '100.00',
    '2026-11-18 – 2026-11-22': '40.00',
    '2026-11-23 – 2026-11-29': '60.00',
    'Hasta el 2026-11-30': '100.00',
    'Hasta el 2026-11-30 · como mínimo': '100.00',
    'Hasta el 2026-11-30 · como máximo': '100.00',
    'Después del 2026-12-27': '0.00',
    'No se espera': '0.00',
    'Sin previsión': '0.00',
    'La mitad, en días': '10',
  });
  expect(young).toMatchObject({
    'Por cobrar': '40.00',
    'Sin previsión': '40.00',
    'No se espera': null,
    'Hasta el 2026-11-30': null,
    'La mitad, en días': null,
  });
  for (const [at, { total }] of table.columns.entries()) {
    if (total === null) continue;
    const sum = table.lines.reduce((all, { cells }) => all + centsOf(cellText(cells[at])), 0);
    expect(centsOf(total.value)).toBe(sum);
  }
  for (const { cells } of table.lines) expect(cells).toHaveLength(table.columns.length);
});

test('forecasts and what came leave by month and account, and all of a month below them', () => {
  const table = scoreTable(PAGE, text);
  const october = table.lines.filter(({ cells }) => cells[0] === '2026-10').map((line) => named(table, line));
  expect(october).toMatchObject([
    { Canal: 'A', Previsto: '100.00', Llegó: '100.00', Diferencia: '0.00', '%': '0.000000' },
    // Too young on that morning: 42 days.
    { Canal: 'B', Previsto: null, Llegó: '40.00', Diferencia: null, '%': null },
    { Canal: 'C', Previsto: null, Llegó: '0.00' },
    {
      Canal: 'Todas las cuentas',
      Previsto: '100.00',
      Llegó: '100.00',
      'Además, de compras del mes': '210.00',
    },
  ]);
  const [line] = table.lines;
  expect(line?.cells[5]).toMatchObject({ formula: { kind: 'difference', column: 4, less: 3 } });
  expect(line?.cells[6]).toMatchObject({ formula: { kind: 'change', part: 5, base: 3 } });
  for (const { cells } of table.lines) expect(cells).toHaveLength(table.columns.length);
});
