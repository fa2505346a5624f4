import { describe, expect, it } from 'vitest';
import { type TableLine, tableOf } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { findOffice, recalculate, rewrite } from './office.ts';
import { PLAIN_PLAN, writeWorkbook } from './workbook-file.ts';

/**
 * A workbook in LibreOffice, which computes every formula anew. The values written beside the formulas are wrong on
 * purpose: what comes back can only be computed.
 */

const office = findOffice();
const WRONG = '123456789';
const TEXTS = [
  '=1+1',
  '+SUM(1)',
  '-1',
  '@x',
  '＝1',
  '007',
  '1e5',
  'dos\nlíneas',
  'a;b,c"d',
  '_x0041_',
  ' x ',
  '<&>',
  ']]>',
  "'=1",
  '\u202e=1',
  '👩‍👩‍👧 שלום',
  '2026-02-30',
  '\u200b@x',
  '00012',
];

/** Cents as an amount, in digits. */
const amount = (cents: number) => (cents / 100).toFixed(2);

function groupedTable() {
  const lines: TableLine[] = [];
  let [sales, profit] = [0, 0];
  for (let group = 0; group < 40; group += 1) {
    const subtotal = { value: WRONG, formula: { kind: 'subtotal', below: 3 } } as const;
    const rate = { value: WRONG, formula: { kind: 'rate', part: 2, base: 1, baseLine: null } } as const;
    lines.push({ cells: [`Grupo ${group}`, subtotal, subtotal, rate], isStrong: true });
    for (let part = 0; part < 3; part += 1) {
      const [own, left] = [group * 1_017 + part * 33 - 500, group * 101 - part * 7];
      sales += own;
      profit += left;
      lines.push({
        cells: [TEXTS[(group + part) % TEXTS.length] ?? '', amount(own), amount(left), rate],
        depth: 1,
      });
    }
  }
  const table = tableOf({
    name: 'Rentabilidad',
    keyColumns: 1,
    columns: [
      { name: 'Canal', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: WRONG } },
      { name: 'Rentabilidad Total', kind: 'money', total: { kind: 'sum', value: WRONG } },
      {
        name: '% Rentabilidad Total',
        kind: 'percent',
        total: { kind: 'rate', value: WRONG, part: 2, base: 1 },
      },
    ],
    lines,
  });
  return { table, lines, sales, profit };
}

function inOffice(program: string): void {
  it('computes totals, subtotals and rates that are those of the lines, and keeps every text', async () => {
    const { table, lines, sales, profit } = groupedTable();
    const sheets = recalculate(program, await writeWorkbook(table));
    const [, totals, heading, ...rows] = sheets.get('Rentabilidad') ?? [];
    expect(heading).toEqual(['Canal', 'Ventas', 'Rentabilidad Total', '% Rentabilidad Total']);
    expect(totals?.slice(0, 3).map((cell, at) => (at === 0 ? cell : Number(cell)))).toEqual([
      'Total',
      sales / 100,
      profit / 100,
    ]);
    expect(Number(totals?.[3])).toBeCloseTo((100 * profit) / sales, 9);
    for (const [at, { cells, isStrong = false }] of lines.entries()) {
      const [name, own, left, rate] = rows[at] ?? [];
      expect(name).toBe(cells[0]);
      const below = isStrong ? lines.slice(at + 1, at + 4) : lines.slice(at, at + 1);
      const sums = [1, 2].map((column) =>
        below.reduce((sum, line) => sum + Math.round(Number(line.cells[column]) * 100), 0),
      );
      const [base = 0, part = 0] = sums;
      expect([Number(own), Number(left)]).toEqual([base / 100, part / 100]);
      if (base <= 0) expect(rate).toBe('');
      else expect(Number(rate)).toBeCloseTo((100 * part) / base, 9);
    }
    // The evidence counts no subtotal twice.
    expect(sheets.get('Evidencia')?.find(([name]) => name === 'Ventas')?.[2]).toBe(String(sales / 100));
  });

  it('adds up a group that no sheet could hold over all of its sheets', async () => {
    const below = Array.from({ length: 20 }, (_, at) => ({
      cells: [`o${at}`, amount(at * 7 + 1)],
      depth: 1 as const,
    }));
    const cell = { value: WRONG, formula: { kind: 'subtotal', below: below.length } } as const;
    const table = tableOf({
      name: "Filas d'aquí",
      keyColumns: 1,
      columns: [
        { name: 'Orden', kind: 'text', total: null },
        { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: WRONG } },
      ],
      lines: [{ cells: ['Grupo', cell], depth: 0, isStrong: true }, ...below],
    });
    const sheets = recalculate(program, await writeWorkbook(table, { ...PLAIN_PLAN, sheetRows: 9 }));
    const data = [...sheets].filter(([name]) => name !== 'Evidencia');
    expect(data.length).toBe(4);
    const total = below.reduce((sum, { cells }) => sum + Math.round(Number(cells[1]) * 100), 0) / 100;
    expect(data[0]?.[1][3]?.[0]).toBe('Grupo');
    expect(Number(data[0]?.[1][3]?.[1])).toBeCloseTo(total, 6);
  });

  it('adds up what stands on several sheets', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => ({ cells: [`o${at}`, amount(at * 7 + 1)] }));
    const table = tableOf({
      name: 'Filas',
      keyColumns: 1,
      columns: [
        { name: 'Orden', kind: 'text', total: null },
        { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: WRONG } },
      ],
      lines,
    });
    const sheets = recalculate(program, await writeWorkbook(table, { ...PLAIN_PLAN, sheetRows: 300 }));
    const data = [...sheets].filter(([name]) => name !== 'Evidencia');
    expect(data.length).toBe(4);
    const total = lines.reduce((sum, { cells }) => sum + Math.round(Number(cells[1]) * 100), 0) / 100;
    expect(data.reduce((sum, [, rows]) => sum + Number(rows[1]?.[1]), 0)).toBeCloseTo(total, 6);
    expect(Number(sheets.get('Evidencia')?.find(([name]) => name === 'Ventas')?.[2])).toBeCloseTo(total, 6);
  });

  it('is checked as well where LibreOffice saved it again, and names the order that is another by now', async () => {
    const tableOfOrders = (first: number) => {
      const cents = (at: number) => (at === 0 ? first : at * 1_029 - 7_777);
      const lines = Array.from({ length: 200 }, (_, at) => ({
        cells: [
          `${TEXTS[at % TEXTS.length]} ${at}`,
          new Date(Date.UTC(2026, 0, 1) + at * 7_919_123).toISOString().slice(0, -1),
          amount(cents(at)),
          { value: '1', formula: { kind: 'rate', part: 2, base: 2, baseLine: null } } as const,
        ],
      }));
      const sum = lines.reduce((all, _, at) => all + cents(at), 0);
      return tableOf({
        name: 'Órdenes',
        keyColumns: 1,
        columns: [
          { name: 'Orden', kind: 'text', total: null },
          { name: 'Fecha de compra', kind: 'local-datetime', total: null },
          { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: amount(sum) } },
          { name: '%', kind: 'percent', total: null },
        ],
        lines,
      });
    };
    const table = tableOfOrders(29);
    const saved = rewrite(program, await writeWorkbook(table, CHECKED_PLAN));
    expect(await checkBytes(saved, todayOf(table))).toMatchObject({
      check: { file: { altered: [], rows: 200 }, today: { isSame: true } },
    });
    expect(await checkBytes(saved, todayOf(tableOfOrders(30)))).toMatchObject({
      check: { file: { altered: [] }, today: { isSame: false, orders: { counts: { changed: 1 } } } },
    });
  });
}

if (office !== undefined) describe('a workbook in LibreOffice', () => inOffice(office));
else it('not run: there is no LibreOffice here, and nothing says that there must be', () => {});
