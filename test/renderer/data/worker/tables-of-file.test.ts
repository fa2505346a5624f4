import { expect, test } from 'vitest';
import type { Groups } from '#renderer/data/model/groups.ts';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { evidenceContent, tablesOf } from '#renderer/data/worker/tables-of-file.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** What a file consists of, and of which rows it says to be: those that are shown, where its figures are theirs. */

const figuresOf = (revision: number, readUntil: string) => ({
  rows: { store: { revision } },
  known: () => ({ readUntil, knownUntil: `${readUntil} known`, watermark: null }),
});
const copyOf = (frozen: object | null) => ({ latest: figuresOf(7, 'latest'), frozen }) as never;
const table: WholeTable = {
  ...{ name: 'T', keyColumns: 1, columns: [{ name: 'a', kind: 'text', total: null }] },
  lines: [{ cells: ['1'] }, { cells: ['2'] }],
};
const asks = {
  table: async (content: object) =>
    ({ table: { of: content }, known: { readUntil: 'asked' }, revision: 3 }) as never,
  groups: async () => GROUPS,
};
const figures = (rows: number) => ({
  ...{ revision: 7, rows, orders: rows, sums: { Ventas: `${rows}.5` }, ventasWithProductCost: '0' },
  ...{ unreadable: {}, rowsWithoutProductCost: 0 },
});
const GROUPS = {
  ...{ revision: 7, total: figures(9) },
  groups: [{ value: 'A', caption: null, totals: figures(4) }],
} as unknown as Groups;
const layout = {
  ...{ name: 'G', value: 'Canal', caption: null, names: {}, last: [] },
  columns: [{ name: 'Ventas', of: 'sum', column: 'Ventas', kind: 'money' } as const],
};
const of = (revision: number) =>
  ({
    selection: { ...EVERYTHING, search: 'x' },
    totals: { revision, rows: 4, sums: { Ventas: '4.5' } },
  }) as never;
const nothing = { readUntil: null, knownUntil: null, watermark: null };
const latest = { readUntil: 'latest', knownUntil: 'latest known', watermark: null };
const still = { readUntil: 'still', knownUntil: 'still known', watermark: null };

test('a query gives one table, with what is known of its rows', async () => {
  for (const kind of ['rows', 'changes', 'failing-rows', 'rate-deviations']) {
    const content = { kind, query: { kind }, name: '', names: {} } as unknown as FileContent;
    expect(await tablesOf(content, copyOf(null), asks)).toEqual({
      ...{ tables: [{ of: content }], known: { readUntil: 'asked' }, revision: 3 },
    });
  }
});

test('a table that was laid out is of the rows that are shown where its figures are, and of nobody’s else', async () => {
  const known = async (part: object, frozen: object | null) => {
    const made = await tablesOf({ kind: 'table', table, ...part } as FileContent, copyOf(frozen), asks);
    expect([made.revision, made.tables.map(({ name, lineCount }) => [name, lineCount])]).toEqual([
      null,
      [['T', 2]],
    ]);
    return made.known;
  };
  const frozen = figuresOf(5, 'still');
  expect([
    await known({}, null),
    await known({ of: of(7) }, null),
    await known({ of: of(6) }, null),
    await known({ of: of(5) }, frozen),
    await known({ of: of(7) }, frozen),
  ]).toEqual([nothing, latest, nothing, still, nothing]);
});

test('a book has its tables in their order, groups with their total, and is of one revision or none', async () => {
  const book = (revision: number): FileContent => ({
    ...{ kind: 'book', revision },
    tables: [
      { kind: 'table', table },
      { kind: 'groups', query: {} as never, layout },
    ],
  });
  const made = await tablesOf(book(7), copyOf(null), asks);
  expect([made.known, made.revision]).toEqual([latest, 7]);
  expect(
    made.tables.map(({ name, columns, lineCount, read }) => [name, columns, read(0, lineCount)]),
  ).toEqual([
    ['T', table.columns, table.lines],
    [
      'G',
      [
        { name: 'Canal', kind: 'text', total: null },
        { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '9.5' } },
      ],
      [{ cells: ['A', '4.5'] }],
    ],
  ]);
  await expect(tablesOf(book(6), copyOf(null), asks)).rejects.toMatchObject({ code: 'outdated' });
  await expect(tablesOf(book(7), copyOf(figuresOf(5, 'still')), asks)).rejects.toMatchObject({
    code: 'outdated',
  });
});

test('the question of a file can be asked again where it is of a selection', () => {
  const query = { q: 1 } as never;
  const evidence = (content: object) => evidenceContent(content as FileContent);
  expect([
    evidence({ kind: 'rows', name: 'n', query }),
    evidence({ kind: 'changes', name: 'n', query }),
    evidence({ kind: 'failing-rows', names: {}, query }),
    evidence({ kind: 'rate-deviations', names: {}, query }),
    evidence({ kind: 'table', table }),
    evidence({ kind: 'book', revision: 7, tables: [] }),
    evidence({ kind: 'table', table, of: of(7) }),
    evidence({ kind: 'book', revision: 7, tables: [], of: of(7) }),
  ]).toEqual([
    { kind: 'rows', query },
    { kind: 'changes', query },
    ...[null, null, null, null],
    ...[1, 2].map(() => ({
      ...{ kind: 'figures', selection: { ...EVERYTHING, search: 'x' }, rows: 4, sums: { Ventas: '4.5' } },
    })),
  ]);
});
