import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHead, unheld } from '#renderer/data/model/spreadsheet.ts';
import { statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { orderTsv } from '#renderer/features/order-details/order-data.ts';
import { NO_FIGURES } from '#renderer/screens/profitability/figures/figures.ts';
import { measuresInView } from '#renderer/screens/profitability/figures/measures.ts';
import { figureColumns } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { type PivotLine, pivotTable } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { historyTable } from '#renderer/screens/sync/history/history-file.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { csvValues } from '#test/renderer/data/engine/csv-values.ts';
import { csvText } from '#test/renderer/data/model/csv-text.ts';

/**
 * Hostile texts in everything the app gives to a spreadsheet. Read under any separator a spreadsheet may take, in both
 * ways spreadsheets treat a quote in the middle of a field, no field begins a formula.
 */

const RUNS = { seed: 12_006, numRuns: 1_000 };
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * A reader of RFC 4180 that forgives as spreadsheets do. `anywhere`: a quote opens wherever it stands; else only at
 * the beginning of a field, and what follows a closing quote is taken as it is.
 */
function read(text: string, separator: string, anywhere: boolean): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  let isFresh = true;
  const end = () => {
    records.at(-1)?.push(field);
    field = '';
    isFresh = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] as string;
    if (isQuoted) {
      if (one !== '"') field += one;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
      continue;
    }
    if (one === '"' && (isFresh || anywhere)) isQuoted = true;
    else if (one === separator) {
      end();
      continue;
    } else if (one === '\n' || one === '\r') {
      if (one === '\r' && text[at + 1] === '\n') at += 1;
      end();
      records.push([]);
      continue;
    } else field += one;
    isFresh = false;
  }
  end();
  return records;
}

/**
 * `="2000012345678901"`: of one text that holds nothing but figures, and letters of a month or a truth. Where its quotes are
 * taken for characters they are `=""…""`, which no spreadsheet can compute.
 */
const HELD = /^=(?:"[\p{L}\d.,:/%$€() +-]*"(?=$|[,;\t])|""[\p{L}\d.(][\p{L}\d.,:/%$€() +-]*(?:""|$))/u;

/**
 * Begins as a formula does, after what spreadsheets pass over; a plain number of ours, whole or cut at its sign, is none, nor
 * is a text that is held as one. Behind that, where separators are mistaken, stands one that is no operator there.
 */
function isFormula(field: string): boolean {
  const seen = field.replace(/^[\s\uFEFF\u200B"]+/u, '');
  return /^[=+\-@＝＋－＠]/.test(seen) && !HELD.test(seen) && !/^-\d+([.,]\d+)*(?=$|[,;\t])/.test(seen);
}

function expectHarmless(file: string): void {
  for (const separator of SEPARATORS) {
    for (const anywhere of [false, true]) {
      const formulas = read(file, separator, anywhere).flat().filter(isFormula);
      expect(formulas, JSON.stringify([separator, anywhere, file])).toEqual([]);
    }
  }
}

const hostile = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        ',',
        ';',
        '\t',
        '\r',
        '\n',
        '"',
        "'",
        ' ',
        '\u00a0',
        '\uFEFF',
        'x',
        '1',
        '.',
      ),
      maxLength: 12,
    }),
  },
  fc.constantFrom(
    'x,=1+1',
    "=cmd|' /C calc'!A0",
    'x;@SUM(A1)',
    'x\n=1+1',
    '＝1+1',
    ' =1+1',
    '"=1+1',
    'a",=1+1,"',
    '-1+cmd',
    '+1',
    '1,5',
    '-5',
  ),
);
const decimal = fc.constantFrom('-1234.50', '0', '7', '-3', '0.000001', '12345678901234567890.10');
const format = fc.constantFrom(
  { separator: ',', decimalSign: '.' } as const,
  { separator: ';', decimalSign: ',' } as const,
);
const cell = fc.oneof({ weight: 3, arbitrary: hostile }, decimal, fc.constant(null));

describe('no text becomes a formula, under any separator', () => {
  it('in a file of rows, known columns and unknown ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 4 }),
        hostile,
        format,
        (rows, unknown, signs) => {
          const columns = ['Ventas', 'Producto', 'Rentabilidad Total', unknown];
          const write = (cells: readonly (string | null)[]) => csvValues(columns, [cells], signs);
          expectHarmless(csvHead(columns, signs).slice(1) + rows.map((row) => write(row)).join(''));
        },
      ),
      RUNS,
    );
  });

  it('in the pivot’s file', () => {
    const columns = figureColumns({
      measures: measuresInView(['sum:Ventas'], null),
      isCompared: false,
      bands: null,
      rest: null,
    });
    const figures = { ...NO_FIGURES, rows: 1, sums: { Ventas: '-10.50' as Decimal } };
    const line: PivotLine = {
      key: '=x',
      kind: 'group',
      depth: 0,
      first: null,
      second: null,
      leftOut: 0,
      caption: null,
      pair: { now: figures, before: null },
      across: null,
      acrossRest: null,
      isOpen: null,
    };
    fc.assert(
      fc.property(
        fc.tuple(hostile, hostile, hostile, hostile),
        format,
        ([first, second, caption, name], signs) => {
          const model = { lines: [{ ...line, caption }], total: line, bands: [], bandsLeftOut: 0 };
          const words = {
            first: name,
            second: 'SKU',
            caption: 'x',
            firstOf: () => first,
            secondOf: () => second,
            nameOf: () => name,
          };
          expectHarmless(csvText(pivotTable('x', model, columns, words, true), signs));
        },
      ),
      RUNS,
    );
  });

  it('in the statement’s file', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, format, (heading, name, line, signs) => {
        const sums = new Proxy({}, { get: () => '-10.50', has: () => true }) as never;
        const totals = { sums, ventasWithProductCost: '-1.00' } as never;
        const column = { id: 'x', kind: 'group', value: name, totals, less: null, leftOut: 0, name } as const;
        const words = {
          ...{ section: heading, line: heading, level: heading, sign: heading, coverage: heading },
          ...{ sectionOf: () => line, nameOf: () => line, signOf: () => name },
        };
        const facts = [{ name: heading, value: name }];
        expectHarmless(csvText(statementTable('x', words, [column, column], facts), signs));
      }),
      { ...RUNS, numRuns: randomCases(120) },
    );
  });

  it('in the file of the sync’s history', () => {
    const text = (() => 'x') as never;
    const run = {
      runId: 'r',
      trigger: 'user',
      purpose: 'changes',
      startedAtMs: 0,
      endedAtMs: null,
      outcome: 'failed',
      requests: 1,
      retries: 0,
      notices: 0,
    };
    fc.assert(
      fc.property(hostile, hostile, format, (words, id, signs) => {
        const failure = { code: 'server-error', words, status: 500, atMs: 0 };
        const window = {
          startedAtMs: 0,
          kind: 'window',
          field: 'updated_at',
          from: id,
          to: id,
          requests: 1,
          readings: 1,
          pages: 1,
          rows: 1,
          ordersNew: 0,
          ordersChanged: 0,
          rowsRemoved: 0,
          rowsHeld: 0,
          tookMs: 1,
          outcome: 'committed',
          detail: words,
          correlationIds: [id, words],
        };
        const history = [{ run: { ...run, failure }, windows: [window] }] as never;
        expectHarmless(csvText(historyTable(history, text), signs));
      }),
      { ...RUNS, numRuns: 500 },
    );
  });

  it('on the clipboard, in columns of amounts too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 3 }),
        hostile,
        (rows, unknown) => {
          fc.pre(!['Ventas', 'Producto'].includes(unknown));
          const lines = rows.map((cells, at) => ({
            id: `r${at}`,
            rows: 1,
            cells,
            unreadable: [],
            mixed: [],
            productCostMissing: false,
          }));
          const columns = ['Ventas', 'Producto', unknown];
          for (const [decimal, group] of [
            ['.', ','],
            [',', '.'],
          ] as const)
            expectHarmless(orderTsv({ columns, lines }, [unknown], { decimal, group }));
        },
      ),
      RUNS,
    );
  });
});

describe('what is no threat stays as it is', () => {
  it('numbers are numbers and plain texts are themselves, read under the file’s own separator', () => {
    const plain = fc
      .string({
        unit: fc.constantFrom('a', 'ñ', ' ', '"', ',', ';', '\n', '1', '%'),
        minLength: 1,
      })
      .filter((text) => !text.startsWith('\n'));
    fc.assert(
      fc.property(fc.array(fc.tuple(decimal, plain), { minLength: 1 }), format, (rows, signs) => {
        const write = (cells: readonly (string | null)[]) =>
          csvValues(['Ventas', 'Producto'], [cells], signs);
        const file = rows.map((row) => write(row)).join('');
        const expected = rows.map(([number, text]) => [number.replace('.', signs.decimalSign), text]);
        for (const anywhere of [false, true])
          expect(
            read(file, signs.separator, anywhere)
              .slice(0, -1)
              .map(([number, text = '']) => [number, unheld(text)]),
          ).toEqual(expected);
        for (const [at, line] of rows.entries()) {
          // Not between quotes: some spreadsheets take what is quoted for text.
          expect(file).toContain(`${line[0].replace('.', signs.decimalSign)}${signs.separator}"`);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  it('a text only gains apostrophes, or is held whole, at its beginning or before what would begin a formula', () => {
    fc.assert(
      fc.property(hostile, format, (text, signs) => {
        const file = csvValues(['Producto'], [[text]], signs);
        const [[field = ''] = []] = read(file, signs.separator, false);
        // The whole text in a formula of its own.
        if (field === `="${text}"`) return;
        const gained = field.length - text.length;
        expect(gained).toBeLessThanOrEqual((text.match(/[=+\-@＝＋－＠]/g) ?? []).length + 1);
        // Without them it is the text again: each stands where the texts part.
        let at = 0;
        for (const one of field) {
          if (one === text[at]) at += 1;
          else expect(one).toBe("'");
        }
        expect(at).toBe(text.length);
      }),
      RUNS,
    );
  });

  it('a long text is guarded in time that grows with its length', () => {
    for (const piece of ['\n', ' ', '"', ',', '\t"', '=', ',=', '\uFEFF']) {
      const text = piece.repeat(400_000);
      const file = csvValues(['Producto'], [[`${text}=1`]], { separator: ';', decimalSign: ',' });
      expect(file.length).toBeGreaterThan(text.length);
    }
  });
});
