import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areEqual,
  authoritativeRange,
  compareContent,
  contentOf,
  itemOf,
  type PlannedRow,
  plannedRow,
  type ReadWindow,
  rowSource,
  textOf,
} from '#renderer/data/storage/commit/planned-rows.ts';
import {
  multisetDifference,
  subOrdersThatCame,
  toTable,
} from '#renderer/data/storage/commit/row-matching.ts';
import { localToMs } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { local, purchases } from './ledger-fixtures.ts';

/** Rows as a commit sees them: what makes two of them one, and how far an answer speaks. */

const COLUMNS = ['Orden', 'Ventas', 'Marca'];
/** Tables that give the same columns in other orders, one of them not all. */
const SOURCES = [COLUMNS, ['Marca', 'Orden', 'Ventas', 'Otra'], ['Ventas', 'Orden']].map((columns) =>
  rowSource(columns),
);
type Values = { readonly [column: string]: Cell };
const made = ({ source, values }: { readonly source: number; readonly values: Values }): PlannedRow => {
  const own = SOURCES[source % SOURCES.length] ?? rowSource(COLUMNS);
  return plannedRow(
    own,
    own.columns.map((column) => values[column] ?? null),
    null,
  );
};
/** All that a row says; a column that it lacks is null. */
const saidBy = (row: PlannedRow): string =>
  JSON.stringify([...COLUMNS, 'Otra'].map((column) => textOf(row, column)));
const drawnRow = fc.record({
  source: fc.nat(2),
  values: fc.record({ Orden: fc.constantFrom('1', '2'), Ventas: fc.constantFrom(null, '', '1') }),
});

describe('two rows', () => {
  test('are one where each column of either says the same', () => {
    const cell = fc.constantFrom<Cell>(null, '', '1');
    const any = fc.record({
      source: fc.nat(2),
      values: fc.record({ Orden: cell, Ventas: cell, Marca: cell, Otra: cell }),
    });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const [left, right] = [made(one), made(other)];
        const isSame = saidBy(left) === saidBy(right);
        expect(areEqual(left, right)).toBe(isSame);
        expect(areEqual(right, left)).toBe(isSame);
        expect(compareContent(left, right) === 0).toBe(isSame);
        expect(compareContent(left, right) + compareContent(right, left)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('say the same where they were only bought or updated at another time, of the same item', () => {
    const columns = ['Orden', 'SKU Producto', 'Ventas', 'Fecha de compra', 'Fecha de actualización'];
    const source = rowSource(columns);
    const row = (...cells: readonly Cell[]) => plannedRow(source, cells, null);
    const first = row('1', 'A', '5', '2026-03-01T10:00:00.000', '2026-03-02T10:00:00.000Z');
    const later = row('1', 'A', '5', '2026-03-09T10:00:00.000', '2026-03-10T10:00:00.000Z');
    const dearer = row('1', 'A', '6', '2026-03-01T10:00:00.000', '2026-03-02T10:00:00.000Z');
    const other = row('1', 'B', '5', '2026-03-01T10:00:00.000', '2026-03-02T10:00:00.000Z');
    expect([later, dearer, other].map((each) => contentOf(each) === contentOf(first))).toEqual([
      ...[true, false, false],
    ]);
    expect([later, dearer, other].map((each) => itemOf(each) === itemOf(first))).toEqual([true, true, false]);
  });
});

describe('rows before and after', () => {
  test('differ by those that no equal row on the other side stands for, and a row that stays is itself', () => {
    fc.assert(
      fc.property(
        fc.array(drawnRow, { maxLength: 13 }),
        fc.array(fc.oneof(drawnRow, fc.nat(20)), { maxLength: 13 }),
        (was, is) => {
          const before = was.map(made);
          const stays = new Set<number>();
          const after = is.flatMap((each): readonly PlannedRow[] => {
            if (typeof each !== 'number') return [made(each)];
            const row = before[each];
            if (row === undefined || stays.has(each)) return [];
            stays.add(each);
            return [row];
          });
          const { gone, come } = multisetDifference(before, after);
          const both = new Set(after.filter((row) => before.includes(row)));
          for (const row of [...gone, ...come]) expect(both.has(row)).toBe(false);
          expect(gone.every((row) => before.includes(row))).toBe(true);
          expect(come.every((row) => after.includes(row))).toBe(true);
          const count = (rows: readonly PlannedRow[], text: string) =>
            rows.filter((row) => saidBy(row) === text).length;
          for (const text of new Set([...before, ...after].map(saidBy))) {
            expect(count(gone, text) - count(come, text)).toBe(count(before, text) - count(after, text));
            expect(Math.min(count(gone, text), count(come, text))).toBe(0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('are one table of all their columns', () => {
    fc.assert(
      fc.property(fc.array(drawnRow, { maxLength: 5 }), (drawn) => {
        const rows = drawn.map(made);
        const table = toTable(rows);
        expect(new Set(table.columns).size).toBe(table.columns.length);
        expect(new Set(table.columns)).toEqual(new Set(rows.flatMap(({ source }) => source.columns)));
        expect(table.rows.map((cells) => cells.length)).toEqual(rows.map(() => table.columns.length));
        for (const [at, row] of rows.entries())
          for (const [place, column] of table.columns.entries())
            expect(table.rows[at]?.[place] ?? null).toBe(textOf(row, column));
      }),
    );
    const row = made({ source: 0, values: { Orden: '1' } });
    // Nothing is copied that fits.
    expect(toTable([row]).rows[0]).toBe(row.cells.all());
  });
});

test('a sub-order came by its channel, account, order and number; movements without a number are none', () => {
  const columns = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden'];
  const source = rowSource(columns);
  const row = (...cells: readonly Cell[]) => plannedRow(source, cells, null);
  const came = row('C', 'A', '1', 'S');
  const nameless = row('C', 'A', null, null);
  const loose = row('C', 'A', ' ', 'L');
  const whole = row('C', 'A', '7', null);
  const isCame = subOrdersThatCame(
    new Map([['k', [came, nameless, loose, whole].map((each) => ({ ...each, order: 'k' }))]]) as never,
  );
  expect(
    [
      row('C', 'A', '1', 'S'),
      row('C', 'A', '1', null),
      row('C', 'A', '1', 'T'),
      row('C', 'A', '2', 'S'),
      row('C', 'B', '1', 'S'),
      row('D', 'A', '1', 'S'),
      row('C', 'A', null, null),
      row('C', 'A', '', ' '),
      row('C', 'A', null, 'L'),
      row('C', 'A', '7', ''),
      row('C', 'A', '7', null),
    ].map(isCame),
  ).toEqual([true, false, false, false, false, false, false, false, true, false, true]);
});

describe('an answer by purchase date', () => {
  const WINDOW = purchases('2026-03-01T00:00:00.000', '2026-03-11T00:00:00.000');
  const ms = (text: string) => localToMs(local(text));
  const source = rowSource(['Fecha de compra']);
  function spoken(requestTo: string, ends: readonly string[], bought: readonly Cell[] = []) {
    const pages = ends.map((to) => ({ meta: { to }, table: { columns: [], rows: [] }, correlationId: '' }));
    const read = {
      windowId: 'w',
      window: WINDOW,
      purpose: 'reread',
      requestTo,
      pages,
    } as unknown as ReadWindow;
    const { fromMs, toMs } = authoritativeRange(
      read,
      bought.map((cell) => plannedRow(source, [cell], null)),
    );
    expect(fromMs).toBe(ms('2026-03-01T00:00:00.000'));
    return new Date(toMs).toISOString().slice(0, -1);
  }
  const [END, ASKED] = ['2026-03-11T00:00:00.000', '2026-03-11T00:00:01Z'];

  test('speaks for its window where the server looked as far as it was asked', () => {
    expect(spoken(ASKED, ['2026-03-11T00:00:01.000'])).toBe(END);
    expect(spoken(ASKED, ['2026-03-11T00:00:01Z', '2026-03-12T00:00:00Z'])).toBe(END);
    expect(spoken(ASKED, [])).toBe(END);
  });

  test('speaks up to where the server says it looked, by the page that looked least far', () => {
    expect(spoken(ASKED, ['2026-03-05T12:00:00', '2026-03-06T12:00:00Z'])).toBe('2026-03-05T12:00:00.000');
    expect(spoken(ASKED, ['2026-03-06T12:00:00.000Z', '2026-03-05T12:00:00.500'])).toBe(
      '2026-03-05T12:00:00.500',
    );
    // Asked beyond the window, and clipped there: it is the window's end.
    expect(spoken('2026-03-20T00:00:00Z', ['2026-03-15T00:00:00Z'])).toBe(END);
    expect(spoken(ASKED, ['2026-02-01T00:00:00Z'])).toBe('2026-03-01T00:00:00.000');
    expect(spoken('soon', ['2026-03-05T12:00:00Z'])).toBe('2026-03-05T12:00:00.000');
  });

  test('speaks for nothing where it does not say, but for what came, to the last row', () => {
    expect(spoken(ASKED, ['later'])).toBe('2026-03-01T00:00:00.000');
    const rows = ['2026-03-07T10:00:00.000', null, '2026-03-04T10:00:00.000'];
    expect(spoken(ASKED, ['later'], rows)).toBe('2026-03-07T10:00:00.001');
    expect(spoken(ASKED, ['2026-03-09T00:00:00Z'], rows)).toBe('2026-03-09T00:00:00.000');
    expect(spoken(ASKED, ['later'], ['2026-03-10T23:59:59.999'])).toBe(END);
    expect(spoken(ASKED, ['later'], ['2026-04-01T00:00:00.000'])).toBe(END);
  });
});
