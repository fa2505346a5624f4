import { expect, test } from 'vitest';
import {
  isNegativeFormat,
  isPercentFormat,
  numberStyle,
} from '#renderer/data/files/intake/workbook-styles.ts';
import { type MadeCell, workbookOf } from './made-files.ts';
import { readFile } from './read-through.ts';

/** A number that its format shows as negative, and that is not: no sign of it is taken without a question. */

const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
const FORMAT = /formatCode="&quot;día[^"]*"/;

async function readIn(format: string, amount: string) {
  const rows = ['1000', amount].map((number, at): MadeCell[] => [
    `1${at + 3}/03/2026`,
    'Venta',
    `R${at}`,
    { number, style: at === 0 ? 0 : 3 },
    'Confirmado',
  ]);
  const escaped = format.replaceAll('"', '&quot;');
  const found = await readFile(
    workbookOf({
      sheets: [{ name: 'Cuenta', rows: [HEADER, ...rows] }],
      rewrite: (_, xml) => xml.replace(FORMAT, () => `formatCode="${escaped}"`),
    }),
  );
  if ('reason' in found) throw new Error(found.reason);
  const { lines, notUnderstood } = found.reading;
  return {
    nets: lines.map(({ net }) => net),
    doubts: notUnderstood.map(({ line, text, why }) => [line, text, why]),
  };
}

test.each(['"-"#,##0.00', '\\-#,##0.00', '-#,##0.00', '\\(#,##0.00\\)', '#,##0.00-', '[Red]#,##0.00'])(
  'shown by %j',
  async (format) => {
    expect(await readIn(format, '250.5')).toEqual({
      nets: ['1000', null],
      doubts: [[3, '−250.5 (250.5)', 'amount']],
    });
    expect((await readIn(format, '-250.5')).doubts).toEqual([]);
  },
);

test.each([
  '#,##0.00',
  '#,##0.00;[Red]-#,##0.00',
  '_-* #,##0.00_-;-* #,##0.00_-',
  '_(* #,##0_);_(* (#,##0)',
  '[$$-340A]#,##0',
  '0.00E-00',
  '[Red][<0]#,##0',
  '#,##0\\ "(neto)"',
  '"(USD)" 0',
])('a format as %j shows numbers as they are', (format) => {
  expect(isNegativeFormat(format)).toBe(false);
});

test('the formats without a code that show a day are those of the standard, the first and last of each row too', () => {
  const dates = Array.from({ length: 70 }, (_, id) => id).filter((id) => numberStyle(id, undefined).isDate);
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  expect(dates).toEqual([...from(14, 22), ...from(27, 36), ...from(45, 47), ...from(50, 58)]);
});

test('a format shows percent where its sign is none of its words', () => {
  expect(['0%', '0.0 %', '#,##0.00%;[Red]-0%', '0.0\\ %'].map(isPercentFormat)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['0', '0"%"', '0\\%', '0;0%', '0%%', '[%]0'].map(isPercentFormat)).toEqual(Array(6).fill(false));
  expect([9, 10].map((id) => numberStyle(id, undefined).isPercent)).toEqual([true, true]);
  expect([1, 2, 11].map((id) => numberStyle(id, undefined).isPercent)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
