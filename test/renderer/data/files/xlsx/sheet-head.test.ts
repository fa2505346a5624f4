import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TableColumn, tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { unzipped } from '#test/renderer/data/files/unzipped.ts';
import { PLAIN_PLAN, readWorkbook, writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** What stands above the lines of a sheet: its title, its totals, and headings that are seen whole. */

const FIGURE = { kind: 'money', total: null } as const;
const tableWith = (columns: WholeTable['columns'], lines: WholeTable['lines'], name = 'Órdenes') =>
  tableOf({ name, keyColumns: 1, columns, lines });

/** Rows of a heading whose words are written one after another, as long as they fit. */
function linesOf(name: string, room: number): number {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.trimStart().length <= room) lines[lines.length - 1] = longer.trimStart();
    else lines.push(word);
  }
  return lines.length;
}

const word = fc.integer({ min: 1, max: 16 }).map((length) => 'x'.repeat(length));
const heading = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));

describe('the headings of a sheet', () => {
  test('are as high as the longest of them is in its column, and each word fits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(heading, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 30 }),
        async (names, digits) => {
          const columns = names.map((name): TableColumn => ({ name, ...FIGURE }));
          const table = tableWith(columns, [{ cells: names.map(() => '7'.repeat(digits) || null) }]);
          const xml = unzipped(await writeWorkbook(table)).get('xl/worksheets/sheet1.xml') ?? '';
          const widths = [...xml.matchAll(/<col min="\d+" max="\d+" width="(\d+)"/g)].map(([, width]) =>
            Number(width),
          );
          expect(widths).toHaveLength(names.length);
          const [, height] = /<row r="2" ht="(\d+)" customHeight="1">/.exec(xml) ?? [];
          // A margin on both sides.
          const lines = names.map((name, at) => linesOf(name, (widths[at] ?? 0) - 2));
          expect(Number(height)).toBe(15 * Math.max(...lines));
          for (const [at, name] of names.entries())
            for (const each of name.split(' ')) expect(each.length).toBeLessThan(widths[at] ?? 0);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the rows above them', () => {
  const columns = [
    { name: 'Orden', kind: 'text', total: null },
    { name: 'Ventas', ...FIGURE },
  ] as const;
  const summed = { kind: 'sum', value: '3.00' } as const;
  const lines = ['1.00', '2.00'].map((value, at) => ({ cells: [`A-${at}`, value] }));

  test('hold what the table is called and what the workbook is of, whichever of them has words', async () => {
    for (const [name, title, expected] of [
      ['Órdenes', 'Marzo', 'Órdenes · Marzo'],
      ['Órdenes', '', 'Órdenes'],
      ['', 'Marzo', 'Marzo'],
    ] as const) {
      const [sheet] = await readWorkbook(
        await writeWorkbook(tableWith(columns, lines, name), { ...PLAIN_PLAN, title }),
      );
      expect(sheet?.rows[0]?.[0]).toBe(expected);
    }
  });

  test('name the totals where the first column has none of its own', async () => {
    const rowsOf = async (first: TableColumn) => {
      const table = tableWith([first, { ...columns[1], total: summed }], lines);
      const [sheet] = await readWorkbook(await writeWorkbook(table));
      return sheet?.rows ?? [];
    };
    const named = await rowsOf(columns[0]);
    expect(named[1]).toEqual(['Total', 3]);
    expect(named[2]).toEqual(['Orden', 'Ventas']);
    const own = await rowsOf({ name: 'Costo', kind: 'money', total: summed });
    expect(own[1]).toEqual([3, 3]);
    const none = await readWorkbook(await writeWorkbook(tableWith(columns, lines)));
    expect(none[0]?.rows[1]).toEqual(['Orden', 'Ventas']);
  });

  test('and the lines are all that a sheet says, but for the foot of a printed page', async () => {
    const table = tableWith([columns[0], { ...columns[1], total: summed }], lines);
    const xml = unzipped(await writeWorkbook(table)).get('xl/worksheets/sheet1.xml') ?? '';
    const withoutValues = xml.replace(/<(t|v|f|oddFooter)\b[^>]*>[^<]*<\/\1>/g, '');
    expect(withoutValues.replace(/<[^>]+>/g, '').trim()).toBe('');
  });

  test('stand on each of the sheets that a table takes, which are numbered where they are several', async () => {
    const many = Array.from({ length: 5 }, (_, at) => ({ cells: [`A-${at}`, '1.00'] }));
    const namesOf = async (sheetRows: number) => {
      const plan = { ...PLAIN_PLAN, sheetRows };
      const sheets = await readWorkbook(await writeWorkbook(tableWith(columns, many), plan));
      return sheets.flatMap(({ name, rows }) =>
        name === 'Evidencia' ? [] : [[name, rows[0]?.[0], rows.length]],
      );
    };
    expect(await namesOf(7)).toEqual([['Órdenes', 'Órdenes · Demo', 7]]);
    expect(await namesOf(4)).toEqual([
      ['Órdenes (1)', 'Órdenes · Demo', 4],
      ['Órdenes (2)', 'Órdenes · Demo', 4],
      ['Órdenes (3)', 'Órdenes · Demo', 3],
    ]);
  });

  test('have no total beside its formula where their sheet holds a part of the lines, and are computed on opening', async () => {
    const table = tableWith([columns[0], { ...columns[1], total: summed }], lines);
    const totalsOf = async (sheetRows: number) => {
      const parts = unzipped(await writeWorkbook(table, { ...PLAIN_PLAN, sheetRows }));
      const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
      return {
        total: /<c r="B2"[^>]*>(.*?)<\/c>/.exec(xml)?.[1],
        isComputed: (parts.get('xl/workbook.xml') ?? '').includes('fullCalcOnLoad="1"'),
      };
    };
    expect(await totalsOf(5)).toEqual({ total: '<f>SUBTOTAL(109,B4:B5)</f><v>3.00</v>', isComputed: false });
    expect(await totalsOf(4)).toEqual({ total: '<f>SUBTOTAL(109,B4:B4)</f><v></v>', isComputed: true });
  });
});
