import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowDigest } from '#renderer/data/files/evidence/row-digest.ts';
import { canonicalTableCell } from '#renderer/data/files/xlsx/cells.ts';
import { type Table, type TableLine, tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { randomCases } from '#test/random-cases.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { readWorkbook, writeWorkbook } from './workbook-file.ts';

/** The hash of the rows, computed anew by who knows nothing but the sentence on the sheet. */

const COLUMNS: WholeTable['columns'] = [
  { name: 'Orden', kind: 'text', total: null },
  { name: 'Fecha de compra', kind: 'local-datetime', total: null },
  { name: 'Ventas', kind: 'money', total: null },
];
const figure = fc
  .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, scale]) => (units / 10 ** scale).toFixed(scale));
const moment = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, -1));
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('=1', '_x0041_', '"', '\\', '\n', 'ñ😀', '007'),
);
const cells = fc.record({ text, moment, figure: fc.option(figure) });
const lineOf = (each: { text: string; moment: string; figure: string | null }): TableLine => ({
  cells: [each.text, each.moment, each.figure],
});

/** With sums over the figures, as tables of rows have them. */
function tableWith(lines: readonly TableLine[], columns = COLUMNS): Table {
  const cents = lines.reduce(
    (sum, line) => sum + BigInt(Math.round(Number(line.cells[2] ?? 0) * 10_000)),
    0n,
  );
  const magnitude = (cents < 0n ? -cents : cents).toString().padStart(5, '0');
  const value = `${cents < 0n ? '-' : ''}${magnitude.slice(0, -4)}.${magnitude.slice(-4)}`;
  const summed = columns.map((column) =>
    column.name === 'Ventas' ? { ...column, total: { kind: 'sum' as const, value } } : column,
  );
  return tableOf({ name: 'Filas', columns: summed, keyColumns: 1, lines });
}

type Read = Awaited<ReturnType<typeof readWorkbook>>;
const evidenceOf = (sheets: Read) =>
  new Map(sheets.find(({ name }) => name === 'Evidencia')?.rows.map(([name, value]) => [name, value]));

/** What the sheet says of the hash, done by hand. */
function digestByHand(headings: readonly unknown[], rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown): unknown => {
    // The reader cuts what is left of a millisecond.
    if (value instanceof Date) return Math.round(value.getTime() / 10) * 10;
    return value === undefined || value === '' ? null : value;
  };
  const lines = [headings, ...rows.map((row) => headings.map((_, at) => cell(row[at])))];
  const total = lines.reduce(
    (sum, line) => sum + BigInt(`0x${createHash('sha256').update(JSON.stringify(line)).digest('hex')}`),
    0n,
  );
  return (total % 2n ** 256n).toString(16).padStart(64, '0');
}

const digestOf = (table: Table): string => {
  const digest = createRowDigest(table.columns.map(({ name }) => name));
  for (const { cells: own } of table.read(0, table.lineCount))
    digest.addRow(table.columns.map(({ kind }, at) => canonicalTableCell(kind, own[at] ?? null)));
  return digest.hex();
};

describe('the hash of the rows', () => {
  it('is what anybody computes from the workbook by the sentence on its sheet', async () => {
    // Hundredths of a second: the reader keeps no more of a date for sure.
    const whole = cells.map((each) => lineOf({ ...each, moment: `${each.moment.slice(0, 21)}00` }));
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { maxLength: 20 }), async (lines) => {
        const sheets = await readWorkbook(await writeWorkbook(tableWith(lines), CHECKED_PLAN));
        const [headings = [], ...rows] = sheets[0]?.rows.slice(2) ?? [];
        const padded = Array.from({ length: lines.length }, (_, at) => rows[at] ?? []);
        expect(evidenceOf(sheets).get('Huella de las filas (SHA-256)')).toBe(digestByHand(headings, padded));
      }),
      { numRuns: randomCases(6) },
    );
  });

  it('is the same in any order, on any number of sheets, and of tables as of workbooks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells.map(lineOf), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 4, max: 9 }),
        fc.infiniteStream(fc.nat()),
        async (lines, sheetRows, random) => {
          const shuffled = lines
            .map((line) => ({ line, at: random.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ line }) => line);
          const sheets = await readWorkbook(
            await writeWorkbook(tableWith(shuffled), { ...CHECKED_PLAN, sheetRows }),
          );
          const hash = evidenceOf(sheets).get('Huella de las filas (SHA-256)');
          expect(hash).toBe(digestOf(tableWith(lines)));
        },
      ),
      { numRuns: randomCases(6) },
    );
  });

  it('is another for any other cell, for a row more or less, and for a row that is there twice', () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 8 }), fc.nat(), cells, (lines, place, other) => {
        const at = place % lines.length;
        const of = (these: typeof lines) => digestOf(tableWith(these.map(lineOf)));
        const before = of(lines);
        expect(of([...lines, other])).not.toBe(before);
        expect(of(lines.toSpliced(at, 1))).not.toBe(before);
        for (const key of ['text', 'moment', 'figure'] as const) {
          const [was, is] = [lines[at]?.[key] ?? null, other[key]];
          const isSame =
            was === is || (key === 'figure' && was !== null && is !== null && Number(was) === Number(is));
          if (isSame) continue;
          const changed = lines.map((line, index) => (index === at ? { ...line, [key]: is } : line));
          expect(of(changed)).not.toBe(before);
        }
      }),
    );
  });

  it('adds up as one number of 256 bits, however many rows there are', () => {
    const digest = createRowDigest(['a']);
    let sum = BigInt(`0x${createHash('sha256').update('["a"]').digest('hex')}`);
    for (let row = 0; row < 3000; row += 1) {
      digest.addRow([String(row)]);
      sum += BigInt(`0x${createHash('sha256').update(`[${row}]`).digest('hex')}`);
    }
    expect(BigInt(`0x${digest.hex()}`)).toBe(sum % 2n ** 256n);
  });
});

describe('a workbook that is checked', () => {
  it('is whole and the same where nothing changed, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cells.map(lineOf), { maxLength: 20 }), async (lines) => {
        const table = tableWith(lines);
        const end = await checkBytes(await writeWorkbook(table, CHECKED_PLAN), todayOf(table));
        expect(end).toMatchObject({
          kind: 'done',
          check: { file: { altered: [], rows: lines.length }, today: { isSame: true } },
        });
      }),
      { numRuns: randomCases(8) },
    );
  });

  it('names exactly the orders that are not what they were', async () => {
    const order = fc.record({ id: fc.integer({ min: 0, max: 30 }), figure });
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { maxLength: 30 }),
        fc.array(fc.tuple(fc.constantFrom('drop', 'change', 'add'), order), { maxLength: 6 }),
        async (orders, edits) => {
          const rowsOf = (these: typeof orders) =>
            tableWith(these.map(({ id, figure: sales }) => ({ cells: [`o${id}`, null, sales] })));
          let now = orders;
          for (const [kind, by] of edits) {
            if (kind === 'add') now = [...now, by];
            if (kind === 'drop') now = now.filter(({ id }) => id !== by.id);
            if (kind === 'change') now = now.map((each) => (each.id === by.id ? by : each));
          }
          const byOrder = (these: typeof orders) => {
            const found = new Map<string, string[]>();
            for (const { id, figure: sales } of these)
              found.set(`o${id}`, [...(found.get(`o${id}`) ?? []), String(Number(sales))].sort());
            return found;
          };
          const [was, is] = [byOrder(orders), byOrder(now)];
          const expected = [...new Set([...was.keys(), ...is.keys()])]
            .filter((id) => was.get(id)?.join() !== is.get(id)?.join())
            .map((id) => [id, !was.has(id) ? 'new' : is.has(id) ? 'changed' : 'removed'].join(' '));
          const end = await checkBytes(
            await writeWorkbook(rowsOf(orders), CHECKED_PLAN),
            todayOf(rowsOf(now)),
          );
          if (end.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(end)}`);
          const recorded = end.check.today?.orders.lines.map(({ Orden, kind }) => `${Orden} ${kind}`);
          expect(recorded?.toSorted()).toEqual(expected.sort());
          expect(end.check.today?.isSame).toBe(expected.length === 0);
        },
      ),
      { numRuns: randomCases(8) },
    );
  });

  it('tells an order’s cells before and after', async () => {
    const before = tableWith([{ cells: ['A', '2026-03-01T10:00:00.000', '10.50'] }]);
    const after = tableWith([{ cells: ['A', '2026-03-02T10:00:00.000', '12'] }]);
    const end = await checkBytes(await writeWorkbook(before, CHECKED_PLAN), todayOf(after));
    expect(end).toMatchObject({
      check: {
        today: {
          measures: [{ column: 'Ventas', before: '10.5000', now: '12.0000', difference: '1.5000' }],
          orders: {
            lines: [
              {
                Orden: 'A',
                columns: [
                  {
                    column: 'Fecha de compra',
                    before: ['2026-03-01T10:00:00.000'],
                    after: ['2026-03-02T10:00:00.000'],
                  },
                  { column: 'Ventas', before: ['10.5'], after: ['12'] },
                ],
              },
            ],
          },
        },
      },
    });
  });
});
