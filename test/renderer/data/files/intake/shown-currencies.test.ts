import { expect, test } from 'vitest';
import { type MadeCell, workbookOf } from './made-files.ts';
import { record, u16, type XlsCell, xlsOf } from './made-xls.ts';
import { readFile } from './read-through.ts';

/** The currency that a workbook shows its numbers in is in their formats, and in no cell. */

const HEADER = ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'];
const AMOUNTS = ['1000', '2000', '12.5'];

const FORMAT = /formatCode="&quot;día[^"]*"/;
const workbookIn = (format: string, styles: readonly number[]): Uint8Array<ArrayBuffer> => {
  const rows = AMOUNTS.map((number, at): MadeCell[] => [
    `1${at}/03/2026`,
    'Venta',
    '',
    { number, style: styles[at] ?? 0 },
  ]);
  const escaped = format.replaceAll('"', '&quot;');
  return workbookOf({
    sheets: [{ name: 'Cuenta', rows: [HEADER, ...rows] }],
    rewrite: (_, xml) => xml.replace(FORMAT, () => `formatCode="${escaped}"`),
  });
};

async function readLines(content: Uint8Array<ArrayBuffer>) {
  const found = await readFile(content);
  if ('reason' in found) throw new Error(found.reason);
  const { lines, notUnderstood } = found.reading;
  return {
    lines: lines.map(({ net, currency }) => [net, currency]),
    doubts: notUnderstood.map(({ line, text, why }) => [line, text, why]),
  };
}

test.each(['"US$" #,##0.00', '[$US$-409]#,##0.00', '[$€-40A] #,##0', '#,##0.00\\ [$USD]'])(
  'a cell that is shown with %j among others is a doubt',
  async (format) => {
    expect(await readLines(workbookIn(format, [0, 0, 3]))).toEqual({
      lines: [
        ['1000', null],
        ['2000', null],
      ],
      doubts: [[4, '12.5', 'currency']],
    });
  },
);

test.each(['"$"#,##0.00', '[$$-340A]#,##0', '[$-340A]#,##0.0', '[$CLP] #,##0.0'])(
  'a cell that is shown with %j among pesos is none',
  async (format) => {
    const { lines, doubts } = await readLines(workbookIn(format, [0, 0, 3]));
    expect([lines.length, doubts]).toEqual([3, []]);
  },
);

test('where all are shown in one currency they are of that', async () => {
  const { lines, doubts } = await readLines(workbookIn('"US$" #,##0.00', [3, 3, 3]));
  expect([lines.map(([, currency]) => currency), doubts]).toEqual([['USD', 'USD', 'USD'], []]);
});

test('in an old workbook too', async () => {
  const code = '"US$" #,##0.00';
  // The first style is that of all cells that say no other.
  const globals = [
    record(0x41e, u16(165, code.length), Buffer.from([0]), Buffer.from(code, 'latin1')),
    record(0xe0, u16(0, 165), Buffer.alloc(16)),
  ];
  const rows = AMOUNTS.map((amount, at): XlsCell[] => [`1${at}/03/2026`, 'Venta', '', Number(amount)]);
  const { lines, doubts } = await readLines(
    xlsOf({ globals, sheets: [{ name: 'Cuenta', rows: [HEADER, ...rows] }] }),
  );
  expect([lines.map(([, currency]) => currency), doubts]).toEqual([['USD', 'USD', 'USD'], []]);
});
