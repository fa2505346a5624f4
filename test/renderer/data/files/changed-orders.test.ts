import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOrderComparison } from '#renderer/data/files/check/changed-orders.ts';
import { canonicalTableCell } from '#renderer/data/files/xlsx/cells.ts';
import type { SheetKind } from '#renderer/data/model/sheet-table.ts';

/** Orders of a file against today's: which are not what they were, and what of them is told. */

const COLUMNS: readonly (readonly [string, SheetKind])[] = [
  ['Orden', 'text'],
  ['Cuenta', 'text'],
  ['Canal', 'text'],
  ['Ventas', 'money'],
  ['Unidades', 'count'],
  ['Marca', 'text'],
  ['Tasa', 'percent'],
  ['Fecha de compra', 'local-datetime'],
];
type Line = readonly (string | null)[];
const cellsOf = (line: Line): readonly string[] =>
  COLUMNS.map(([, kind], at) => canonicalTableCell(kind, line[at] ?? null));

/** Of any rows the same number for the same text, as the digest gives. */
function hashOf(cells: readonly string[]): number {
  let hash = 7;
  for (const sign of cells.join('|')) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 40;
  return hash;
}

function compared(before: readonly Line[], now: readonly Line[]) {
  const comparison = createOrderComparison(COLUMNS);
  if (comparison === null) throw new Error('The columns name orders.');
  const [was, is] = [before.map(cellsOf), now.map(cellsOf)];
  for (const cells of was) comparison.addBefore(cells, hashOf(cells));
  for (const cells of is) comparison.addNow(cells, hashOf(cells));
  const hasDifference = comparison.hasDifference();
  for (const cells of was) comparison.gather('before', cells);
  for (const cells of is) comparison.gather('now', cells);
  return { hasDifference, ...comparison.end() };
}
const line = (
  Orden: string,
  Ventas: string | null,
  rest: Partial<Record<string, string | null>> = {},
): Line => COLUMNS.map(([name]) => ({ Orden, Cuenta: 'A', Canal: 'Uno', Ventas, ...rest })[name] ?? null);
const recorded = (before: readonly Line[], now: readonly Line[]) =>
  compared(before, now).lines.map(({ Orden, kind, columns }) => [Orden, kind, columns]);

describe('orders of a file against those of today', () => {
  it('are the same in any order, whatever rows there are twice', () => {
    const lines = fc.array(
      fc
        .tuple(fc.constantFrom('1', '2', ''), fc.constantFrom('1.00', '2.50'))
        .map(([orden, sales]) => line(orden, sales)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        lines.chain((some) =>
          fc.tuple(
            fc.constant(some),
            fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
          ),
        ),
        ([before, now]) => {
          const found = compared(before, now);
          expect([found.hasDifference, found.lines]).toEqual([false, []]);
          expect(found.counts).toEqual({ new: 0, changed: 0, removed: 0 });
        },
      ),
    );
  });

  it('are those of a channel and an account: one number of two accounts is two orders', () => {
    const mine = line('7', '1.00');
    const theirs = line('7', '1.00', { Cuenta: 'B' });
    const { counts, lines } = compared([mine], [theirs]);
    expect(counts).toEqual({ new: 1, changed: 0, removed: 1 });
    expect(
      lines.map(({ Canal, Cuenta, Orden, kind, isSelected }) => [Canal, Cuenta, Orden, kind, isSelected]),
    ).toEqual([
      ['Uno', 'A', '7', 'removed', false],
      ['Uno', 'B', '7', 'new', true],
    ]);
    expect(lines.flatMap(({ columns }) => columns)).toEqual([]);
  });

  it('are told by exact sums of amounts and counts, and by the values that occur of anything else', () => {
    const before = [
      line('1', '10.00', { Unidades: '1', Marca: 'x', Tasa: '0.1' }),
      line('1', '0.20', { Unidades: '2', Marca: 'y' }),
    ];
    const now = [
      line('1', '10.10', { Unidades: '3', Marca: 'y', Tasa: '0.2' }),
      line('1', '0.10', { Unidades: null, Marca: null }),
    ];
    expect(recorded(before, now)).toEqual([
      [
        '1',
        'changed',
        [
          // From row to row: the same sum, and another.
          { column: 'Ventas', before: ['10.2'], after: ['10.2'] },
          { column: 'Unidades', before: ['3'], after: ['3'] },
          { column: 'Marca', before: ['x', 'y'], after: ['y', null] },
          { column: 'Tasa', before: ['0.1', null], after: ['0.2', null] },
        ],
      ],
    ]);
    expect(recorded([line('1', 'diez')], [line('1', '10')])).toEqual([
      ['1', 'changed', [{ column: 'Ventas', before: [null, 'diez'], after: ['10'] }]],
    ]);
    const dated = (day: string) => line('1', '1', { 'Fecha de compra': `2026-03-${day}T10:00:00.000` });
    expect(recorded([dated('01')], [dated('02')])).toMatchObject([
      ['1', 'changed', [{ before: ['2026-03-01T10:00:00.000'], after: ['2026-03-02T10:00:00.000'] }]],
    ]);
  });

  it('have the number of their rows first where that is another', () => {
    const row = line('1', '5.00');
    expect(recorded([row, row], [row])).toEqual([
      [
        '1',
        'changed',
        [
          { column: 'Filas', before: ['2'], after: ['1'] },
          { column: 'Ventas', before: ['10'], after: ['5'] },
        ],
      ],
    ]);
  });

  it('are counted all, and told as far as five hundred', () => {
    const before = Array.from({ length: 501 }, (_, at) => line(String(at), '1.00'));
    const now = before.map((_, at) => line(String(at), '1.01'));
    const { counts, lines } = compared(before, now);
    expect(counts).toEqual({ new: 0, changed: 501, removed: 0 });
    expect(lines).toHaveLength(500);
    expect(lines.every(({ columns }) => columns[0]?.after[0] === '1.01')).toBe(true);
  });

  it('of more rows than are held tell rows and sums of all of them, in whatever order they come', () => {
    const rows = Array.from({ length: 250 }, (_, at) =>
      line('', `${at}.10`, { Unidades: '1', Marca: `m${at}` }),
    );
    const changed = rows.with(3, line('', '1003.10', { Unidades: '1', Marca: 'm3' })).toReversed();
    const sum = (250 * 249) / 2 + 25;
    expect(recorded(rows, changed)).toEqual([
      ['', 'changed', [{ column: 'Ventas', before: [String(sum)], after: [String(sum + 1000)] }]],
    ]);
    expect(recorded(rows, rows.slice(0, 240))).toEqual([
      [
        '',
        'changed',
        [
          { column: 'Filas', before: ['250'], after: ['240'] },
          { column: 'Ventas', before: [String(sum)], after: [String((240 * 239) / 2 + 24)] },
          { column: 'Unidades', before: ['250'], after: ['240'] },
        ],
      ],
    ]);
  });

  it('of a hundred rows are told in every column, of one more by sums alone', () => {
    const rows = (count: number, brand: string) =>
      Array.from({ length: count }, (_, at) => line('', '1.00', { Marca: at === 0 ? brand : 'm' }));
    const told = (count: number) =>
      recorded(rows(count, 'x'), rows(count, 'y')).map(([, , columns]) => columns);
    expect(told(100)).toEqual([[{ column: 'Marca', before: ['m', 'x'], after: ['m', 'y'] }]]);
    expect(told(101)).toEqual([[]]);
  });

  it('of more rows than are held have no sum where no row of them all holds a number', () => {
    const rows = (amount: string | null, last: string | null) =>
      Array.from({ length: 150 }, (_, at) => line('', at === 149 ? last : amount));
    const told = (before: readonly ReturnType<typeof line>[], now: typeof before) =>
      recorded(before, now).map(([, , columns]) => columns);
    expect(told(rows(null, null), rows('1.00', null))).toEqual([
      [{ column: 'Ventas', before: [null], after: ['149'] }],
    ]);
    expect(told(rows(null, 'diez'), rows(null, '2.50'))).toEqual([
      [{ column: 'Ventas', before: [null], after: ['2.5'] }],
    ]);
  });

  it('are not looked for where no column names them', () => {
    expect(
      createOrderComparison([
        ['Canal', 'text'],
        ['Cuenta', 'text'],
      ]),
    ).toBeNull();
    expect(createOrderComparison([['Orden', 'text']])).not.toBeNull();
  });
});
