import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { createCostReading } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { FORMS } from '#test/statements/as-files.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { encoded } from './made-files.ts';
import { readWhole, textsOf } from './read-whole.ts';

/**
 * A delimiter too many or too few, or a stray quote, moves cells under other names: of such a row nothing is read in silence,
 * and no other row is touched by it.
 */

const bytes = (lines: readonly string[]) => encoded(lines.join('\n'), 'utf-8');

async function statementOf(lines: readonly string[]): Promise<StatementReading | string> {
  const file = await readWhole(bytes(lines));
  if (!('sheets' in file)) return `${file.reason} in ${file.line}`;
  return readStatementAtOnce([...file.sheets.values()][0] ?? [], {
    today: '2026-05-01' as LocalDate,
    mappings: new Map(),
  });
}

const recorded = (reading: StatementReading | string) =>
  typeof reading === 'string'
    ? reading
    : {
        lines: reading.lines.map(({ line, net }) => [line, Number(net)]),
        doubts: reading.notUnderstood.map(({ line, why }) => [line, why]),
        holds: reading.proof.holds,
      };

const BANK = 'Fecha;Descripción;Documento;Cargo;Abono;Saldo';
const MOVEMENTS = [
  '21/03/2026;Venta de marzo;11;;1000;1000',
  '22/03/2026;Comisión;12;100;;900',
  '23/03/2026;Venta de abril;13;;600;1500',
  '24/03/2026;Giro;14;250;;1250',
  '25/03/2026;Venta;15;;750;2000',
];
const NETS = [1000, -100, 600, -250, 750];
const withLine = (at: number, line: string): string[] => [BANK, ...MOVEMENTS.toSpliced(at, 1, line)];
const others = (at: number) => NETS.flatMap((net, index) => (index === at ? [] : [[index + 2, net]]));

describe('a cell too many', () => {
  test('by a delimiter within a text is a doubt of its row', async () => {
    const found = await statementOf(withLine(3, '24/03/2026;Pago; factura 12;1;500;;1250'));
    expect(recorded(found)).toEqual({ lines: others(3), doubts: [[5, 'moved-cells']], holds: false });
    expect(typeof found === 'object' && found.notUnderstood[0]?.text).toBe(
      '24/03/2026 · Pago · factura 12 · 1 · 500 · 1250',
    );
  });

  test('that leaves an amount where a number belongs is a doubt of its row', async () => {
    const [, ...lines] = withLine(3, '24/03/2026;Giro;$1.250;250;;1250');
    const found = await statementOf(['Fecha;Movimientos;N° Operación;Cargos;Abonos;Saldos', ...lines]);
    expect(recorded(found)).toMatchObject({ lines: others(3), doubts: [[5, 'moved-cells']] });
  });

  test('that stands empty moves nothing', async () => {
    const found = await statementOf([`${BANK};`, ...MOVEMENTS.map((line) => `${line};;`)]);
    expect(recorded(found)).toMatchObject({ lines: others(-1), doubts: [], holds: true });
  });

  test('in every row is refused, with the first of them', async () => {
    const lines = MOVEMENTS.map((line) => line.replace(';', ';Sucursal;'));
    expect(await statementOf([BANK, ...lines])).toBe('moved-cells in 2');
  });

  test('of most rows by one delimiter is read by another that cuts them as the heading', async () => {
    const tabs = (line: string): string => line.replaceAll(';', '\t');
    const lines = MOVEMENTS.map((line) => tabs(line.replaceAll(/[A-Za-z]+(?=;1)/g, 'A,B,C,D,E,F,G,H')));
    expect(recorded(await statementOf([tabs(BANK), ...lines]))).toMatchObject({
      lines: others(-1),
      doubts: [],
    });
  });

  test('a note beside a spreadsheet’s row is none', () => {
    const number = (text: string) => ({ kind: 'number', text }) as const;
    const reading = readStatementAtOnce(
      [
        { line: 1, cells: BANK.split(';') },
        { line: 2, cells: ['21/03/2026', 'Venta', '1', '', number('500'), number('500'), 'visto'] },
        { line: 3, cells: ['22/03/2026', 'Venta', '1', '', number('500'), number('1000')] },
      ],
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );
    expect(recorded(reading)).toMatchObject({
      lines: [
        [2, 500],
        [3, 500],
      ],
      doubts: [],
    });
  });
});

describe('a cell that was taken out of a sheet or put into it', () => {
  const HEAD = ['Fecha', 'Monto', 'Liquidación', 'Pedido', 'SKU', 'Entrega'];
  const day = (at: number) => ({ kind: 'date', text: `2026-03-0${at}` }) as const;
  const amount = (at: number) => ({ kind: 'number', text: `${at}000` }) as const;
  const whole = [1, 2, 3, 4, 5, 6].map((at): readonly FileCell[] => [
    day(at),
    amount(at),
    `LQ-400${at}`,
    `500000${at}`,
    `SKU-62${at}`,
    day(at + 1),
  ]);
  const mappings = new Map([
    [
      headerFingerprint(HEAD),
      {
        ...NO_MAPPING,
        fields: { date: 'Fecha', amount: 'Monto', settlement: 'Liquidación', order: 'Pedido', sku: 'SKU' },
      } satisfies StatementMapping,
    ],
  ]);
  const read = (rows: readonly (readonly FileCell[])[]) =>
    readStatementAtOnce(
      [HEAD, ...rows].map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings },
    );
  const doubtsOf = (rows: readonly (readonly FileCell[])[]) =>
    read(rows).notUnderstood.map(({ line, why }) => [line, why]);

  test('is a doubt of the row whose numbers look as the next column’s', () => {
    expect(doubtsOf(whole)).toEqual([]);
    expect(doubtsOf(whole.with(3, (whole[3] ?? []).toSpliced(2, 1)))).toEqual([[5, 'moved-cells']]);
    expect(doubtsOf(whole.with(3, (whole[3] ?? []).toSpliced(2, 0, '')))).toEqual([[5, 'moved-cells']]);
  });

  test('is a doubt of the row whose number stands in the empty column beside it', () => {
    const rows = whole.map((cells) => cells.with(4, ''));
    expect(doubtsOf(rows)).toEqual([]);
    expect(doubtsOf(rows.with(3, (rows[3] ?? []).toSpliced(3, 0, '').toSpliced(5, 1)))).toEqual([
      [5, 'moved-cells'],
    ]);
    const asNumber = { kind: 'number', text: '5000004' } as const;
    expect(doubtsOf(rows.with(3, (rows[3] ?? []).with(3, '').with(4, asNumber)))).toEqual([
      [5, 'moved-cells'],
    ]);
    expect(doubtsOf(rows.with(3, (rows[3] ?? []).with(3, '')))).toEqual([]);
  });

  test('is a doubt of the row with a figure where others have their number, held as text', () => {
    const header = ['Fecha', 'Monto', 'Saldo', 'Pedido', 'Caja'];
    const rows = [1, 2, 3, 4].map((at): readonly FileCell[] => [
      day(at),
      amount(at),
      { kind: 'number', text: `543085${at}` },
      `9000000000${at}`,
      '',
    ]);
    const fields = { date: 'Fecha', amount: 'Monto', order: 'Pedido' };
    const doubts = (cells: readonly (readonly FileCell[])[]) =>
      readStatementAtOnce(
        [header, ...cells].map((each, at) => ({ line: at + 1, cells: each })),
        {
          today: '2026-05-01' as LocalDate,
          mappings: new Map([[headerFingerprint(header), { ...NO_MAPPING, fields }]]),
        },
      ).notUnderstood.map(({ line, why }) => [line, why]);
    expect(doubts(rows)).toEqual([]);
    const moved = [day(3), amount(3), '', '5430853', '90000000003'];
    expect(doubts(rows.with(2, moved))).toEqual([[4, 'moved-cells']]);
  });

  test('is a doubt of the one row of a few that lacks its balance', () => {
    const bank = [
      ['FECHA', 'DESCRIPCIÓN', 'CARGO', 'ABONO', 'SALDO'],
      ['15/01/2026', 'Pago', '', '169,206.00', '5,169,206.00'],
      ['30/01/2026', 'Pago', '', '259,831.00', '5,429,037.00'],
      ['14/02/2026', 'Pago', '', '162,930.00', '5,591,967.00'],
    ];
    const doubts = (last: readonly string[]) =>
      readStatementAtOnce(
        [...bank, last].map((cells, at) => ({ line: at + 1, cells })),
        { today: '2026-05-01' as LocalDate, mappings: new Map() },
      ).notUnderstood.map(({ line, why }) => [line, why]);
    expect(doubts(['01/03/2026', 'Devolución', '', '5,571,091.00'])).toEqual([[5, 'moved-cells']]);
    expect(doubts(['01/03/2026', 'Devolución', '-20,876.00', '', '5,571,091.00'])).toEqual([]);
  });

  test('leaves alone the row that has only a number of another kind', () => {
    expect(doubtsOf(whole.with(3, (whole[3] ?? []).with(2, '77')))).toEqual([]);
    expect(doubtsOf(whole.with(3, (whole[3] ?? []).with(2, '5000004')))).toEqual([]);
    expect(doubtsOf(whole.with(3, (whole[3] ?? []).with(2, '')))).toEqual([]);
  });
});

describe('a decimal comma where commas delimit', () => {
  const HEAD = 'Fecha,Descripción,Documento,Cargo,Abono,Saldo';
  const WHOLE = [
    '21/03/2026,Venta de marzo,11,,7000,50,7000,50',
    '22/03/2026,Comisión,12,100,25,,6900,25',
    '23/03/2026,Venta de abril,13,,600,00,7500,25',
  ];

  test('in every amount is put together again', async () => {
    expect(recorded(await statementOf([HEAD, ...WHOLE]))).toEqual({
      lines: [
        [2, 7000.5],
        [3, -100.25],
        [4, 600],
      ],
      doubts: [],
      holds: true,
    });
  });

  test('where several ways are left is refused', async () => {
    const found = await statementOf(['Día,Costo,Precio', '1,10,20,30', '2,11,21,31', '3,12,22,32']);
    expect(found).toBe('moved-cells in 2');
  });

  test('in one row is a doubt of it', async () => {
    const plain = MOVEMENTS.map((line) => line.replaceAll(';', ','));
    const found = await statementOf([HEAD, ...plain.toSpliced(1, 1, '22/03/2026,Comisión,12,100,00,,900')]);
    expect(recorded(found)).toMatchObject({ lines: others(1), doubts: [[3, 'moved-cells']] });
  });
});

describe('a cell too few', () => {
  test('by a delimiter that is missing is a doubt of its row', async () => {
    const found = await statementOf(withLine(3, '24/03/2026;Giro 14;;250;1250'));
    expect(recorded(found)).toMatchObject({ lines: others(3), doubts: [[5, 'moved-cells']] });
  });

  test('where a program leaves out what is empty at the end is none', async () => {
    const lines = MOVEMENTS.map((line, at) => (at % 2 === 0 ? line : `${line};visto`));
    const found = await statementOf([`${BANK};Nota`, ...lines]);
    expect(recorded(found)).toMatchObject({ lines: others(-1), doubts: [] });
  });

  test('where Excel left out what is empty in sixteen rows is none, and a row among them is', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => {
      const note = at < 15 ? (at === 3 ? ';visto' : ';') : '';
      return `21/03/2026;Venta;${at};;100;${100 * (at + 1)}${note}`;
    });
    const all = lines.map((_, at) => [at + 2, 100]);
    expect(recorded(await statementOf([`${BANK};Nota`, ...lines]))).toMatchObject({ lines: all, doubts: [] });
    const one = lines.with(30, '21/03/2026;Venta 30;;100;3100');
    expect(recorded(await statementOf([`${BANK};Nota`, ...one]))).toMatchObject({
      lines: all.toSpliced(30, 1),
      doubts: [[32, 'moved-cells']],
    });
  });
});

describe('a stray quote', () => {
  test.each([
    ['at the beginning of a cell', '"Tornillo 5" x'],
    ['within a cell', 'Tubo de 3" x'],
    ['at its end', 'Tubo de 3"'],
    ['twice', '""Tubo"" x'],
  ])('%s is a character', async (_, words) => {
    const file = await readWhole(bytes(withLine(3, `24/03/2026;${words};14;250;;1250`)));
    expect(textsOf(file)).toHaveLength(6);
    expect(textsOf(file)[4]).toEqual([5, '24/03/2026', words, '14', '250', '', '1250']);
  });

  test('that another one closes rows below takes in none of them', async () => {
    const lines = withLine(1, '22/03/2026;"Comisión;12;100;;900').toSpliced(
      4,
      1,
      '24/03/2026;Giro 5";14;250;;1250',
    );
    const found = await statementOf(lines);
    expect(recorded(found)).toMatchObject({ lines: others(-1), doubts: [], holds: true });
  });

  test('of which nobody can tell what it takes in is refused with its line', async () => {
    const lines = withLine(1, '22/03/2026;"Comisión;12;100;900').toSpliced(
      4,
      1,
      '24/03/2026;Giro 5";14;250;;1250',
    );
    expect(await statementOf(lines)).toBe('open-quote in 3');
  });

  test('takes no line of a note in quotes for a row', async () => {
    const found = await statementOf(withLine(1, '22/03/2026;"Comisión;\nde; marzo";12;100;;900'));
    expect(recorded(found)).toMatchObject({ doubts: [], holds: true });
    expect(typeof found === 'object' && found.lines[1]?.description).toBe('Comisión;\nde; marzo');
  });
});

test('own costs: a row whose cells moved is no cost', async () => {
  const costs = async (lines: readonly string[]) => {
    const file = await readWhole(bytes(lines));
    if (!('sheets' in file)) return file.reason;
    const reading = createCostReading({ sku: 0, cost: 2, from: null, to: null, note: null }, 1);
    for (const row of [...file.sheets.values()][0] ?? []) reading.add(row);
    const { costs: found, faults, unfilled } = reading.end({ number: null, date: null });
    return [
      found.map(({ sku, cost }) => `${sku} ${cost}`),
      faults.map((each) => [each.line, each.reason]),
      unfilled,
    ];
  };
  const rows = ['A-1,Caja,100', 'A-2,Silla,200', 'A-3,Mesa, 4 sillas,300', 'A-4,Lámpara,400', 'A-5 Taza,500'];
  expect(await costs(['SKU,Producto,Costo', ...rows])).toEqual([
    ['A-1 100', 'A-2 200', 'A-4 400'],
    [
      [4, 'moved-cells'],
      [6, 'moved-cells'],
    ],
    0,
  ]);
});

/** What happens to one row of a file that somebody else wrote; null: it cannot happen to this one. */
type Lie = (cells: readonly string[], delimiter: string, places: readonly number[]) => string | null;
const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
const isText = (cell: string): boolean => /^[A-Za-zÁ-ú][^"]*[A-Za-zÁ-ú]{2}/.test(cell);
const inText =
  (change: (cell: string, delimiter: string) => string): Lie =>
  (cells, delimiter, places) => {
    const at = places.find((place) => isText(cells[place] ?? ''));
    if (at === undefined) return null;
    return cells
      .map((cell, index) => (index === at ? change(cell, delimiter) : quoted(cell, delimiter)))
      .join(delimiter);
  };
/** What people write in: other words in it change nothing else. */
const FREE_TEXT = /desc|detalle|concepto|nombre|producto|t[ií]tulo|product|title|glosa/i;
const LIES: { readonly [name: string]: Lie } = {
  'a delimiter in a text': inText((cell, delimiter) => `${cell}${delimiter} 12`),
  'two of them': inText((cell, delimiter) => `${cell}${delimiter}1${delimiter} 12`),
  'a quote before it': inText((cell) => `"${cell.replaceAll(/[;,\t|]/g, ' ')}`),
  'a quote behind it': inText((cell) => `${cell.replaceAll(/[;,\t|]/g, ' ')}"`),
  'a delimiter that is missing': (cells, delimiter, places) => {
    const [at = 0] = places;
    const texts = cells.map((cell) => quoted(cell, delimiter));
    return [...texts.slice(0, at), `${texts[at]}${texts[at + 1] ?? ''}`, ...texts.slice(at + 2)].join(
      delimiter,
    );
  },
  'text behind quotes': inText((cell) => `"${cell.replaceAll(/[;,\t|]/g, ' ')}" x`),
};

const RUNS = Number(process.env.CUADRA_MOVED ?? randomCases(10));
const WRITTEN = WRITERS.map((write) => write([]).name).filter((name) =>
  (FORMS[name] ?? []).some((form) => 'delimiter' in form),
);

test.each(WRITTEN)('%s: no row is read otherwise than it was meant, whatever cells moved', async (name) => {
  const write = WRITERS[WRITERS.findIndex((each) => each([]).name === name)];
  const form = (FORMS[name] ?? []).find((each) => 'delimiter' in each);
  if (write === undefined || form === undefined || !('delimiter' in form)) throw new RangeError(name);
  const { delimiter } = form;
  const lie = fc.record({ row: fc.nat(), pick: fc.nat(), kind: fc.constantFrom(...Object.keys(LIES)) });
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(lie, { minLength: 1, maxLength: 3 }), async (seed, lies) => {
      const { rows, lines, headerAt, headerRows } = write(inventSales({ seed, sales: 12, unit: 100 }));
      const first = headerAt + headerRows;
      const free = (rows[first - 1] ?? []).flatMap((name, at) => (FREE_TEXT.test(name) ? [at] : []));
      const texts = rows.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter));
      for (const { row, pick, kind } of lies) {
        const at = first + (row % (rows.length - first));
        texts[at] =
          LIES[kind]?.(rows[at] ?? [], delimiter, pick % 2 === 0 ? free : free.toReversed()) ??
          texts[at] ??
          '';
      }
      // Line ends within cells would move the lines that the truth speaks of.
      if (texts.some((text) => text.includes('\n'))) return;
      const found = await statementOf(texts);
      if (typeof found === 'string') return;
      const doubted = new Set(found.notUnderstood.map(({ line }) => line));
      const meant = new Map(lines.map(({ row, net }) => [row, net]));
      const read = new Map(
        found.lines.map(({ line, net }) => [line, net === null ? null : Math.round(Number(net) * 100)]),
      );
      for (const [line, net] of read)
        if (!doubted.has(line)) expect([line, net]).toEqual([line, meant.get(line)]);
      for (const [line, net] of meant) {
        if (found.kind !== 'unknown' && net !== null)
          expect([line, read.has(line) || doubted.has(line)]).toEqual([line, true]);
      }
    }),
    { numRuns: RUNS },
  );
});
