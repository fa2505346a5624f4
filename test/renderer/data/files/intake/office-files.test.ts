import { expect, it } from 'vitest';
import { findOffice, rewrite } from '#test/renderer/data/files/office.ts';
import { workbookOf } from './made-files.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Workbooks as a whole program writes them, and not only as our tests do. */

const office = findOffice();

if (office === undefined)
  it('not run: there is no LibreOffice here, and nothing says that there must be', () => {});
else {
  for (const as of ['xlsx', 'xls'] as const) {
    it(`what LibreOffice saved as .${as} is read as what it was`, () => {
      return expectRewritten(office, as);
    }, 60_000);
  }
}

async function expectRewritten(program: string, as: 'xlsx' | 'xls'): Promise<void> {
  const made = workbookOf({
    sheets: [
      {
        name: 'Costos',
        firstRow: 4,
        rows: [
          ['SKU', 'Costo', 'Desde', 'Doble'],
          [
            '00123',
            { number: '1234.5', style: 3 },
            { number: '46265', style: 2 },
            { xml: '<c r="@"><f>B5*2</f></c>' },
          ],
          [
            '=A1 & "x"',
            { number: '0.28999999999999998' },
            { number: '46265.5', style: 4 },
            { xml: '<c r="@" t="str"><f>A6</f></c>' },
          ],
          ['1,23457E+15', { number: '1.23457E+15' }, null, { xml: '<c r="@"><f>1/0</f></c>' }],
        ],
      },
      { name: 'Ñandú', rows: [['línea 1\nlínea 2', ' espacios ']] },
    ],
  });
  const found = await readWhole(new Uint8Array(rewrite(program, made, as)));
  expect(textsOf(found, 'Costos')).toEqual([
    [4, 'SKU', 'Costo', 'Desde', 'Doble'],
    [5, '00123', '1234.5', '2026-08-31', '2469'],
    [6, '=A1 & "x"', '0.29', '2026-08-31T12:00:00.000', '=A1 & "x"'],
    [7, '1,23457E+15', '1234570000000000', '', '#DIV/0!'],
  ]);
  expect(textsOf(found, 'Ñandú')).toEqual([[1, 'línea 1\nlínea 2', ' espacios ']]);
}
