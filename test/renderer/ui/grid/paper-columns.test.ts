import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headWordPx, type PaperColumn, paperParts } from '#renderer/ui/grid/paper-columns.ts';

const MAX_PX = 1745;

/** Columns with one to three that name their lines, the others in groups of neighbours. */
const tables = fc
  .tuple(
    fc.array(fc.integer({ min: 60, max: 320 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 6 }), { maxLength: 30 }),
  )
  .map(([names, groups]): readonly PaperColumn[] => [
    ...names.map((width, at) => ({ id: `n${at}`, width, group: 'names', pinned: true })),
    ...groups.flatMap((widths, group) =>
      widths.map((width, at) => ({ id: `${group}.${at}`, width, group: `g${group}`, pinned: false })),
    ),
  ]);

test('every column is on paper once, in its order, under what names the lines, and no part is wider than a page', () => {
  fc.assert(
    fc.property(tables, (columns) => {
      const parts = paperParts(columns, MAX_PX);
      const names = columns.filter(({ pinned }) => pinned).map(({ id }) => id);
      const repeated = parts.length === 1 ? names : names.filter((id) => parts[1]?.some((c) => c.id === id));
      const figures = parts.flatMap((part) => part.filter(({ id }) => !repeated.includes(id)));
      expect(figures.map(({ id }) => id)).toEqual(
        columns.map(({ id }) => id).filter((id) => !repeated.includes(id)),
      );
      for (const part of parts) {
        expect(part.slice(0, repeated.length).map(({ id }) => id)).toEqual(repeated);
        expect(part.reduce((px, { width }) => px + width, 0)).toBeLessThanOrEqual(MAX_PX);
      }
      expect(repeated.length).toBeGreaterThan(0);
    }),
    { seed: 15, numRuns: 300 },
  );
});

test('a group that fits a page is not torn apart', () => {
  fc.assert(
    fc.property(tables, (columns) => {
      const parts = paperParts(columns, MAX_PX);
      const widthOf = (some: readonly PaperColumn[]) => some.reduce((px, { width }) => px + width, 0);
      for (const group of new Set(columns.filter(({ pinned }) => !pinned).map((column) => column.group))) {
        const own = columns.filter((column) => column.group === group);
        const holding = parts.filter((part) => part.some((column) => column.group === group));
        // Beside names of at most half a page.
        if (widthOf(own) <= MAX_PX / 2) expect(holding).toHaveLength(1);
      }
    }),
    { seed: 15, numRuns: 300 },
  );
});

test('a head is as wide as its longest word, which is not torn: «Unidades» stands whole over figures of one digit', () => {
  const textPx = (text: string) => text.length * 12;
  expect(headWordPx('Unidades', textPx)).toBe(8 * 11);
  expect(headWordPx('Fecha de compra', textPx)).toBe(6 * 11);
  expect(headWordPx('% Rentabilidad Total', textPx)).toBe(12 * 11);
  expect(headWordPx('', textPx)).toBe(0);
});

test.each<readonly [names: readonly number[], figures: readonly number[], parts: readonly string[]]>([
  // What fits to the px is one part, however much of it names the lines.
  [[300], [40, 60], ['n0 0 1']],
  [[100], [100, 200], ['n0 0 1']],
  [[], [], ['']],
  [[150], [], ['n0']],
  [[150, 50], [], ['n0 n1']],
  [[150, 150], [], ['n0 n1']],
  [[150, 150, 150], [], ['n0 n1', 'n0 n2']],
  [[150, 150], [40, 60], ['n0 n1 0 1']],
  // Names of half a page are in each part, wider ones in the first alone but for the first of them.
  [
    [150, 50],
    [120, 120],
    ['n0 n1 0', 'n0 n1 1'],
  ],
  [
    [150, 51],
    [120, 120],
    ['n0 n1', 'n0 0 1'],
  ],
  // A column wider than the room stands alone, to the px it stands with others.
  [[100], [500, 20], ['n0 0', 'n0 1']],
  [[100], [150, 150, 150], ['n0 0 1', 'n0 2']],
  [[100], [150, 151, 149], ['n0 0', 'n0 1 2']],
])('of names %j and figures %j, a page of 400 px holds %j', (names, figures, parts) => {
  const columns = [
    ...names.map((width, at) => ({ id: `n${at}`, width, group: 'names', pinned: true })),
    ...figures.map((width, at) => ({ id: `${at}`, width, group: 'figures', pinned: false })),
  ];
  expect(paperParts(columns, 400).map((part) => part.map(({ id }) => id).join(' '))).toEqual(parts);
});

test('a group goes on to the next page whole where it fits that one, and begins beside others where it fits there', () => {
  const columns = [
    { id: 'n', width: 100, group: 'names', pinned: true },
    ...['x1', 'x2', 'y1', 'y2', 'z1'].map((id) => ({ id, width: 100, group: id.slice(0, 1), pinned: false })),
  ];
  expect(paperParts(columns, 400).map((part) => part.map(({ id }) => id).join(' '))).toEqual([
    'n x1 x2',
    'n y1 y2 z1',
  ]);
});
