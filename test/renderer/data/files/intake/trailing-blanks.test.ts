import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCases } from '#test/random-cases.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { type MadeCell, workbookOf } from './made-files.ts';
import { readFile } from './read-through.ts';

/** Workbooks as people leave them: blanks behind texts, cells and rows that only have a look, sheets that nobody sees. */

const BLANKS = ['', ' ', '   ', '\u00a0', ' \u00a0 '];
const STYLED: MadeCell = { xml: '<c r="@" s="1"/>' };
const pad = fc.record({
  blanks: fc.array(fc.constantFrom(...BLANKS), { minLength: 1, maxLength: 7 }),
  columns: fc.nat({ max: 4 }),
  rows: fc.nat({ max: 30 }),
  isStyled: fc.boolean(),
  hidden: fc.constantFrom(null, 'hidden', 'veryHidden'),
});

async function readingOf(content: Uint8Array<ArrayBuffer>) {
  const found = await readFile(content);
  if ('reason' in found) throw new Error(`Refused: ${found.reason}`);
  const { lines, kind, layout, notUnderstood, proof } = found.reading;
  // What stands in the file is kept as it stands.
  const read = lines.map(({ cells: _, ...line }) => line);
  return { sheet: found.sheet, lines: read, kind, layout, notUnderstood, proof };
}

test('a statement with blanks behind its texts, its rows and its columns is the same statement', async () => {
  const writer = fc.constantFrom(...WRITERS);
  await fc.assert(
    fc.asyncProperty(writer, fc.nat({ max: 999 }), pad, async (write, seed, padding) => {
      const { rows } = write(inventSales({ seed, sales: 8, unit: 100 }));
      const { blanks, columns, hidden, isStyled } = padding;
      const blank: MadeCell = isStyled ? STYLED : (blanks[0] ?? '');
      const width = Math.max(...rows.map((cells) => cells.length));
      const padded = rows.map((cells, at) => [
        ...cells.map((cell, place) =>
          cell === '' ? cell : `${cell}${blanks[(at + place) % blanks.length]}`,
        ),
        ...Array.from({ length: width - cells.length + columns }, () => blank),
      ]);
      const below = Array.from({ length: padding.rows }, () =>
        Array.from({ length: width + columns }, () => blank),
      );
      const other = { name: 'Notas', rows: [...rows, ...rows] };
      const plain = await readingOf(workbookOf({ sheets: [{ name: 'Hoja1', rows }] }));
      const found = await readingOf(
        workbookOf({
          sheets: [
            ...(hidden === null ? [] : [{ ...other, state: hidden }]),
            { name: 'Hoja1', rows: [...padded, ...below] },
          ],
        }),
      );
      expect(found).toEqual(plain);
    }),
    { numRuns: randomCases(30) },
  );
});
