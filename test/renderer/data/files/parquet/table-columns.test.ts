import { expect, test } from 'vitest';
import type { FileColumn } from '#renderer/data/files/parquet/plan.ts';
import { planTable, sourceOf } from '#renderer/data/files/parquet/table-columns.ts';
import type { FilledTable } from '#renderer/data/model/dataset-tables.ts';

/** Columns of tables beside the rows: types by what stands in them, and the cells as the files have them. */

const tableOf = (
  amounts: readonly (string | null)[],
  keys = amounts.map((_, at) => String(at)),
): FilledTable => ({
  ...{ name: 'cuadra_x', about: '', partBy: null },
  columns: { clave: ['key', ''], importe: ['amount', ''], n: ['count', ''], dia: ['day', ''] },
  parts: [
    {
      part: '',
      stamp: null,
      rows: amounts.map((importe, at) => ({ clave: keys[at] ?? '', importe, n: at, dia: '1969-12-31' })),
    },
  ],
});
const typesOf = (amounts: readonly (string | null)[], before: readonly FileColumn[] = []) =>
  planTable(tableOf(amounts), before)
    .filter(({ key }) => key === 'importe')
    .map(({ name, type }) => [name, ...Object.values(type)]);

/** The cells of a column as texts: a dictionary's entries, or whole units. */
function cellsOf(table: FilledTable, wanted: string): readonly (string | null)[] {
  const column = planTable(table, []).find(({ name }) => name === wanted);
  if (column === undefined) throw new Error(`There is no ${wanted}.`);
  return table.parts.flatMap((part) =>
    [...sourceOf(table, part)(2)].flatMap(({ count, column: gathered }) => {
      const read = gathered(column);
      const cell = (at: number): string =>
        read.kind === 'texts'
          ? new TextDecoder().decode(read.entries[read.codes[at] ?? 0])
          : String(read.large.get(at) ?? read.units[at]);
      return Array.from({ length: count }, (_, at) => (read.present[at] === 1 ? cell(at) : null));
    }),
  );
}

test('an amount takes the places and digits that the values need, and never fewer than before', () => {
  expect(typesOf([null])).toEqual([['importe', 'decimal', 18, 0]]);
  expect(typesOf(['-1.50', '20'])).toEqual([['importe', 'decimal', 18, 1]]);
  expect(typesOf(['0.001', '123456789012345'])).toEqual([['importe', 'decimal', 18, 3]]);
  expect(typesOf(['0.001', '1234567890123456'])).toEqual([['importe', 'decimal', 38, 3]]);
  const wide = planTable(tableOf(['0.001', '1234567890123456']), []);
  expect(typesOf(['1'], wide)).toEqual([['importe', 'decimal', 38, 3]]);
});

test('a sign is no digit, and those behind the point are counted once', () => {
  expect(typesOf([`-${'9'.repeat(18)}`])).toEqual([['importe', 'decimal', 18, 0]]);
  expect(typesOf(['123456789.123456789'])).toEqual([['importe', 'decimal', 18, 9]]);
  expect(typesOf(['-1234567890.123456789'])).toEqual([['importe', 'decimal', 38, 9]]);
});

test('a type only widens, in whatever order its columns stood before', () => {
  const long = planTable(tableOf(['9'.repeat(19)]), []);
  expect(typesOf(['1'], long)).toEqual([['importe', 'decimal', 38, 0]]);
  const apart = planTable(tableOf(['0.1234567890123456789']), []);
  expect(typesOf(['1'], apart.toReversed())).toEqual(typesOf(['1'], apart));
});

test('each kind of cell is of its type, and read as it is written', () => {
  const table: FilledTable = {
    ...{ name: 'cuadra_x', about: '', partBy: null },
    columns: {
      ...{ clave: ['key', ''], nota: ['text', ''], lugar: ['place', ''], n: ['count', ''] },
      ...{ dia: ['day', ''], momento: ['moment', ''], importe: ['amount', ''] },
    },
    parts: [
      {
        ...{ part: '', stamp: null },
        rows: [
          {
            ...{ clave: 'k', nota: 'x', lugar: 3, n: 4, dia: '1970-01-02' },
            ...{ momento: 1234.9, importe: '-1.5' },
          },
          { clave: null, nota: null, lugar: null, n: null, dia: null, momento: null, importe: null },
        ],
      },
    ],
  };
  const whole = { kind: 'decimal', digits: 18, scale: 0 };
  expect(planTable(table, []).map(({ name, key, type }) => [name, key, type])).toEqual([
    ['clave', 'clave', { kind: 'text' }],
    ['nota', 'nota', { kind: 'text' }],
    ['lugar', 'lugar', whole],
    ['n', 'n', whole],
    ['dia', 'dia', { kind: 'timestamp', utc: false }],
    ['momento', 'momento', { kind: 'timestamp', utc: true }],
    ['importe', 'importe', { kind: 'decimal', digits: 18, scale: 1 }],
  ]);
  const cells = Object.keys(table.columns).map((name) => cellsOf(table, name));
  expect(cells.map(([first]) => first)).toEqual(['k', 'x', '3', '4', '86400000', '1234', '-15']);
  expect(cells.map(([, second]) => second)).toEqual(cells.map(() => null));
});

test('numbers that are exact stand in their units; halves of characters are counted', () => {
  const table = tableOf(['1', '9007199254740993', '2'], ['a', 'b\ud83d', 'b\ud83d']);
  const [part] = table.parts;
  if (part === undefined) throw new Error('no part');
  const [group, ...others] = [...sourceOf(table, part)(3)];
  expect(others).toEqual([]);
  const columns = planTable(table, []);
  const read = (wanted: string) => {
    const column = columns.find(({ name }) => name === wanted);
    return column === undefined ? undefined : group?.column(column);
  };
  expect(read('importe')).toMatchObject({
    units: Float64Array.of(1, 0, 2),
    large: new Map([[1, 9007199254740993n]]),
  });
  expect(read('clave')).toMatchObject({ replaced: 2, codes: Uint32Array.of(0, 1, 1) });
});

test('what no decimal holds stands as text beside the others, from then on', () => {
  const amounts = ['0.1234567890123456789', '7.5', null];
  const table = tableOf(amounts);
  expect(typesOf(amounts)).toEqual([
    ['importe', 'decimal', 38, 18],
    ['importe (texto)', 'apart', 18],
  ]);
  expect(cellsOf(table, 'importe (texto)')).toEqual([amounts[0], null, null]);
  expect(cellsOf(table, 'importe')).toEqual([null, '7500000000000000000', null]);
  expect(typesOf(['1'], planTable(table, [])).map(([name]) => name)).toEqual(['importe', 'importe (texto)']);
});

test('days before 1970 and counts are whole numbers, in groups of any size', () => {
  const table = tableOf(['1', '2', '3']);
  expect(cellsOf(table, 'dia')).toEqual(['-86400000', '-86400000', '-86400000']);
  expect(cellsOf(table, 'n')).toEqual(['0', '1', '2']);
});

test('keys that are too long for an index are short, and still others', () => {
  const start = '👍'.repeat(1000);
  const keys = [`${start}a`, `${start}b`, 'x'.repeat(400)];
  const [one, other, short] = cellsOf(tableOf(['1', '1', '1'], keys), 'clave').map(String);
  expect(one).not.toBe(other);
  expect(short).toBe('x'.repeat(400));
  for (const key of [one ?? '', other ?? '']) {
    expect(key.startsWith('👍'.repeat(300))).toBe(true);
    expect(new TextEncoder().encode(key).length).toBeLessThan(1300);
  }
});
