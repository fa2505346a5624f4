import { describe, expect, it, test } from 'vitest';
import { createMergedScan } from '#renderer/data/files/intake/merged-cells.ts';
import type { IntakeAnswer } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { findOffice, rewriteAll } from '#test/renderer/data/files/office.ts';
import { columnName, workbookOf } from './made-files.ts';
import { record, xlsOf } from './made-xls.ts';
import { readFile } from './read-through.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Cells that a file shows as one over several lines, in every kind of file that can merge them. */

type Cell = string | number;
/** `merged`: from one cell down, so many rows, and perhaps so many columns. */
type Table = {
  readonly rows: readonly (readonly Cell[])[];
  readonly merged: readonly { readonly row: number; readonly column: number; readonly down: number }[];
};

const rowOf = (table: Table, at: number) => table.merged.filter(({ row }) => row === at);
const isCovered = ({ merged }: Table, at: number, column: number): boolean =>
  merged.some((one) => one.column === column && at > one.row && at < one.row + one.down);

const utf8 = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

const asXlsx = ({ rows, merged }: Table) =>
  workbookOf({
    sheets: [
      {
        name: 'Hoja1',
        rows: rows.map((row) =>
          row.map((cell) =>
            cell === '' ? null : typeof cell === 'string' ? cell : { number: String(cell) },
          ),
        ),
        merged: merged.map(
          ({ row, column, down }) => `${columnName(column)}${row + 1}:${columnName(column)}${row + down}`,
        ),
      },
    ],
  });

function asXls({ rows, merged }: Table) {
  const ranges = Buffer.alloc(2 + 8 * merged.length);
  ranges.writeUInt16LE(merged.length, 0);
  for (const [at, { row, column, down }] of merged.entries())
    for (const [place, value] of [row, row + down - 1, column, column].entries())
      ranges.writeUInt16LE(value, 2 + 8 * at + 2 * place);
  const sheet = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
  return xlsOf({ sheets: [{ name: 'Hoja1', rows: sheet, more: [record(0xe5, ranges)] }] });
}

const asHtml = (table: Table) =>
  utf8(
    `<html><table>${table.rows
      .map(
        (row, at) =>
          `<tr>${row
            .map((cell, column) => {
              if (isCovered(table, at, column)) return '';
              const down = rowOf(table, at).find((one) => one.column === column)?.down;
              return `<td${down === undefined ? '' : ` rowspan="${down}"`}>${cell}</td>`;
            })
            .join('')}</tr>`,
      )
      .join('')}</table></html>`,
  );

const asXml = (table: Table) =>
  utf8(
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Hoja1"><Table>${table.rows
      .map(
        (row, at) =>
          `<Row>${row
            .map((cell, column) => {
              if (isCovered(table, at, column)) return '';
              const down = rowOf(table, at).find((one) => one.column === column)?.down;
              const type = typeof cell === 'number' ? 'Number' : 'String';
              const tag = `<Cell ss:Index="${column + 1}"${down === undefined ? '' : ` ss:MergeDown="${down - 1}"`}>`;
              return `${tag}<Data ss:Type="${type}">${cell}</Data></Cell>`;
            })
            .join('')}</Row>`,
      )
      .join('')}</Table></Worksheet></Workbook>`,
  );

const WRITERS: readonly (readonly [string, (table: Table) => Uint8Array<ArrayBuffer>])[] = [
  ['xlsx', asXlsx],
  ['xls', asXls],
  ['html', asHtml],
  ['xml', asXml],
];

/** The lines with their numbers and amounts, and the doubts. */
async function read(content: Uint8Array<ArrayBuffer>) {
  const found = await readFile(content);
  if ('reason' in found) return found.reason;
  const { lines, notUnderstood, leftAside, proof } = found.reading;
  return {
    lines: lines.map(({ line, order, operation, date, net }) => [
      line,
      order ?? operation,
      date?.day ?? null,
      net,
    ]),
    doubts: notUnderstood.map(({ line, why }) => [line, why]),
    aside: leftAside.filter(({ why }) => why !== 'header').map(({ line, why }) => [line, why]),
    holds: proof.holds,
  };
}

const HITES = ['ORDEN DE COMPRA', 'TIPO', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'];
const BANK = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];

/** Two movements of one order, and one of another. */
const ORDER_OVER_TWO: Table = {
  rows: [
    HITES,
    ['4001', 'Venta', 1000, 100, 50, 850],
    ['', 'Reembolso', 500, 50, 25, 425],
    ['4002', 'Venta', 200, 20, 10, 170],
  ],
  merged: [{ row: 1, column: 0, down: 2 }],
};

/** A day and a reference over three movements, the second with a reference of its own. */
const DAY_OVER_THREE: Table = {
  rows: [
    BANK,
    ['14/03/2026', 'Pago', 'R1', 1000, 'Confirmado'],
    ['', 'Comisión', '', -100, ''],
    ['', 'Pago', 'R2', 300, ''],
    ['15/03/2026', 'Pago', 'R3', 40, 'Confirmado'],
  ],
  merged: [
    { row: 1, column: 0, down: 3 },
    { row: 1, column: 2, down: 2 },
    { row: 1, column: 4, down: 3 },
  ],
};

/** One payment of two orders, and one of an order of two articles. */
const AMOUNT_OVER_TWO: Table = {
  rows: [
    BANK,
    ['14/03/2026', 'Pago', 'R1', 1000, 'Confirmado'],
    ['14/03/2026', 'Pago', 'R2', '', 'Confirmado'],
    ['15/03/2026', 'Pago', 'R3', 40, 'Confirmado'],
    ['', 'de dos artículos', '', '', ''],
    ['16/03/2026', 'Pago', 'R4', 50, 'Confirmado'],
  ],
  merged: [{ row: 1, column: 3, down: 2 }, ...[0, 2, 3, 4].map((column) => ({ row: 3, column, down: 2 }))],
};

/** The total of a day that the day is merged over as well. */
const TOTAL_WITHIN: Table = {
  rows: [
    BANK,
    ['14/03/2026', 'Pago', 'R1', 1000, 'Confirmado'],
    ['', 'Pago', 'R2', 300, 'Confirmado'],
    ['', 'Suma de los pagos', '', 1300, ''],
    ['15/03/2026', 'Pago', 'R3', 40, 'Confirmado'],
  ],
  merged: [{ row: 1, column: 0, down: 3 }],
};

/** The names of columns over two rows, of which the second is a line. */
const HEADING_OVER_LINE: Table = {
  rows: [
    BANK,
    ['14/03/2026', 'Pago', '', 1000, 'Confirmado'],
    ['15/03/2026', 'Pago', 'R3', 40, 'Confirmado'],
  ],
  merged: [{ row: 0, column: 2, down: 2 }],
};

const READ = {
  orders: {
    lines: [
      [2, '4001', null, '850'],
      [3, '4001', null, '425'],
      [4, '4002', null, '170'],
    ],
    doubts: [],
    aside: [],
    holds: true,
  },
  days: {
    lines: [
      [2, 'R1', '2026-03-14', '1000'],
      [3, 'R1', '2026-03-14', '-100'],
      [4, 'R2', '2026-03-14', '300'],
      [5, 'R3', '2026-03-15', '40'],
    ],
    doubts: [],
    aside: [],
    holds: true,
  },
};

describe.each(WRITERS)('merged cells of a file as %s', (_, write) => {
  it('an order number counts for each of its rows', async () => {
    expect(await read(write(ORDER_OVER_TWO))).toEqual(READ.orders);
  });

  it('so do a day and a text, up to the row that has its own', async () => {
    expect(await read(write(DAY_OVER_THREE))).toEqual(READ.days);
  });

  it('an amount counts once: another number under it is asked about, further words are of its line', async () => {
    expect(await read(write(AMOUNT_OVER_TWO))).toEqual({
      lines: [
        [2, 'R1', '2026-03-14', '1000'],
        [4, 'R3', '2026-03-15', '40'],
        [6, 'R4', '2026-03-16', '50'],
      ],
      doubts: [[3, 'row']],
      aside: [[5, 'package-item']],
      holds: false,
    });
  });

  it('a total is none of the lines that it is of', async () => {
    expect(await read(write(TOTAL_WITHIN))).toEqual({
      lines: [
        [2, 'R1', '2026-03-14', '1000'],
        [3, 'R2', '2026-03-14', '300'],
        [5, 'R3', '2026-03-15', '40'],
      ],
      doubts: [],
      aside: [[4, 'total']],
      holds: true,
    });
  });

  it('a heading is said of no line', async () => {
    const found = await read(write(HEADING_OVER_LINE));
    expect(found).toMatchObject({
      lines: [
        [2, null, '2026-03-14', '1000'],
        [3, 'R3', '2026-03-15', '40'],
      ],
    });
  });

  it('of own costs a SKU and its days count for each row, and a cost for one', async () => {
    const { read: costs } = await readCosts(
      write({
        rows: [
          ['SKU', 'Costo', 'Desde'],
          ['A', 100, '01/03/2026'],
          ['B', 200, ''],
          ['C', 300, ''],
          ['', 310, '16/04/2026'],
          ['D', '', '01/05/2026'],
        ],
        merged: [
          { row: 1, column: 2, down: 3 },
          { row: 3, column: 0, down: 2 },
          { row: 4, column: 1, down: 2 },
        ],
      }),
    );
    // Of C two costs, the former without an end: a contradiction that is told, as it is where nothing is merged.
    expect(costs.costs.map(({ sku, cost, from }) => [sku, cost, from])).toEqual([
      ['A', '100', '2026-03-01'],
      ['B', '200', '2026-03-01'],
    ]);
    expect(costs.faults.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'contradicts'],
      [5, 'contradicts'],
    ]);
    expect(costs.unfilled).toBe(1);
  });
});

async function readCosts(content: Uint8Array<ArrayBuffer>) {
  const sheet = 'facts' in (await readWhole(content)) ? await firstSheet(content) : '';
  const steps = readIntake(
    new Blob([content]),
    {
      kind: 'own-costs',
      sheet,
      headerLine: 1,
      columns: { sku: 0, cost: 1, from: 2, to: null, note: null },
      currency: null,
      said: { number: null, date: null },
    },
    {
      pause: async () => undefined,
      now: () => 0,
      statements: { question: () => ({ today: '2026-11-20' }) } as never,
    },
  );
  for (;;) {
    const { done, value } = await steps.next();
    if (done !== true) continue;
    if (value.kind !== 'done' || value.answer.kind !== 'own-costs') throw new Error(JSON.stringify(value));
    return value.answer satisfies Extract<IntakeAnswer, { kind: 'own-costs' }>;
  }
}

async function firstSheet(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const found = await readWhole(content);
  return 'sheets' in found ? ([...found.sheets.keys()][0] ?? '') : '';
}

test('of the parts of an amount one that is merged counts once too', async () => {
  const [head = [], ...rows] = ORDER_OVER_TWO.rows;
  const feeOfBoth = [
    ['4001', 'Venta', 1000, 150, 50, 850],
    ['', 'Reembolso', 500, '', 25, 425],
    ...rows.slice(2),
  ];
  const merged = [...ORDER_OVER_TWO.merged, { row: 1, column: 3, down: 2 }];
  for (const [, write] of WRITERS) {
    const found = await readFile(write({ rows: [head, ...feeOfBoth], merged }));
    const lines = 'reading' in found ? found.reading.lines : [];
    expect(lines.map(({ order, commission }) => [order, commission])).toEqual([
      ['4001', '-150'],
      ['4001', null],
      ['4002', '-20'],
    ]);
  }
});

describe('of pages', () => {
  const page = (...tables: readonly string[]) =>
    utf8(tables.map((each) => `<table>${each}</table>`).join(''));

  test('nothing spans the end of its table', async () => {
    const rows = [
      ['<td rowspan="9">14/03/2026</td><td>Pago</td><td>R1</td><td>1000</td><td>Confirmado</td>'],
      ['<td>15/03/2026</td><td>Pago</td><td>R2</td><td>40</td><td>Confirmado</td>'],
    ];
    const head = `<tr>${BANK.map((cell) => `<th>${cell}</th>`).join('')}</tr>`;
    const content = page(...rows.map(([row]) => `${head}<tr>${row}</tr>`));
    expect(await read(content)).toMatchObject({
      lines: [
        [2, 'R1', '2026-03-14', '1000'],
        [4, 'R2', '2026-03-15', '40'],
      ],
    });
  });

  test('behind a table within a cell its row goes on', async () => {
    const content = page(
      '<tr><td>a<table><tr><td>x</td></tr></table></td><td>b</td></tr><tr><td>c</td></tr>',
    );
    expect(textsOf(await readWhole(content))).toEqual([
      [1, 'ax', 'b'],
      [2, 'c'],
    ]);
  });
});

describe('of workbooks', () => {
  const tail = (xml: string) =>
    workbookOf({
      sheets: [{ name: 'A', rows: [['a'], [null], ['c']] }],
      rewrite: (_, part) => part.replace('</sheetData>', `</sheetData>${xml}`),
    });
  const mergedOf = async (content: Uint8Array<ArrayBuffer>) => {
    const found = await readWhole(content);
    return 'merged' in found ? found.merged.get('A') : found.reason;
  };

  test('the list is found in whatever pieces it comes, and what is merged across is none', () => {
    const xml =
      '<worksheet><sheetData><row r="1"/></sheetData><mergeCells count="3"><mergeCell ref="A1:D1"/><mergeCell ref="B1:C2"/><mergeCell  x:y="1" ref=\'AA7:AA10\'></mergeCell></mergeCells></worksheet>';
    for (let length = 1; length <= xml.length; length += 1) {
      const scan = createMergedScan('A');
      for (let from = 0; from < xml.length; from += length) scan.add(xml.slice(from, from + length));
      expect(scan.end()).toEqual([
        { column: 1, line: 1, lastLine: 2 },
        { column: 26, line: 7, lastLine: 10 },
      ]);
    }
  });

  test('a range that is none is no workbook', async () => {
    expect(await mergedOf(tail('<mergeCells><mergeCell ref="A1:"/></mergeCells>'))).toBe('unreadable');
  });

  test('letters enough for a few ranges fill no memory', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => [BANK, ['x']][at === 0 ? 0 : 1] ?? []);
    const merged = Array.from({ length: 100 }, (_, at) => `${columnName(at)}1:${columnName(at)}1048576`);
    const found = await readFile(workbookOf({ sheets: [{ name: 'A', rows, merged }] }));
    expect(found).toMatchObject({ reason: 'too-large' });
  });
});

const office = findOffice();

if (office === undefined)
  it('not run: there is no LibreOffice here, and nothing says that there must be', () => {});
else {
  for (const as of ['xlsx', 'xls'] as const) {
    it(`merged cells that LibreOffice saved as .${as} are read as they are`, async () => {
      const [orders, days] = rewriteAll(office, [asXlsx(ORDER_OVER_TWO), asXlsx(DAY_OVER_THREE)], as);
      expect(await read(new Uint8Array(orders ?? []))).toEqual(READ.orders);
      expect(await read(new Uint8Array(days ?? []))).toEqual(READ.days);
    }, 120_000);
  }
}
