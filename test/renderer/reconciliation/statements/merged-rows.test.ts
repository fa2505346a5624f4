import { expect, test } from 'vitest';
import type { CoveringCell, FileRow } from '#renderer/data/model/file-cells.ts';
import { createMergedRows } from '#renderer/reconciliation/statements/model/merged-rows.ts';
import type { HeaderMatch } from '#renderer/reconciliation/statements/model/recognition.ts';
import type { Judge, Verdict } from '#renderer/reconciliation/statements/model/row-judge.ts';

/** Rows of which cells are merged with those above, by themselves: what each is read as. */

const HEAD_LINE = 2;
const ORDER = 0;
const SKU = 1;
const NET = 2;
const FEE = 3;
const DAY = 4;

/** Of which the file has all but the last. */
const MATCH = {
  layout: {
    columns: [
      { key: 'order', reads: 'text', field: 'order' },
      { key: 'sku', reads: 'text', field: 'sku' },
      { key: 'net', reads: 'amount' },
      { key: 'fee', reads: 'amount' },
      { key: 'day', reads: 'date' },
      { key: 'shipping', reads: 'amount' },
    ],
    net: [
      ['net', 1],
      ['shipping', 1],
    ],
  },
  columns: new Map([
    ['order', ORDER],
    ['sku', SKU],
    ['net', NET],
    ['fee', FEE],
    ['day', DAY],
  ]),
} as unknown as HeaderMatch;

const WORDS: Verdict = { is: 'words' };
const LINE: Verdict = { is: 'line' };
const TOTAL: Verdict = { is: 'total', kind: 'total', isNamed: true };

/** A row is a line once it shows an order and an amount; «TOTAL» is one. */
const JUDGE = {
  judge: ({ cells }: FileRow): Verdict =>
    cells[ORDER] === 'TOTAL' ? TOTAL : cells[ORDER] !== '' && cells[NET] !== '' ? LINE : WORDS,
  hasNet: ({ cells }: FileRow) => cells[NET] !== '',
  holdsAmount: () => false,
} as unknown as Judge;

const row = (
  cells: readonly string[],
  covered?: readonly (readonly [number, string, number?])[],
): FileRow => ({
  line: 5,
  cells,
  ...(covered === undefined
    ? {}
    : {
        covered: new Map(covered.map(([at, cell, line = 4]): [number, CoveringCell] => [at, { cell, line }])),
      }),
});
const read = (of: FileRow) => createMergedRows(MATCH, JUDGE, HEAD_LINE)(of);

const AS_ABOVE = { is: 'aside', why: 'package-item' };
const ASKED = { is: 'doubt', why: 'row' };
const AMOUNT = [NET, '100'] as const;

test('a row with an amount of its own is the line that it is with all that it shows', () => {
  const { row: shown, verdict } = read(
    row(
      ['', 'X', '7', '', ''],
      [
        [ORDER, '71'],
        [DAY, '2026-10-02'],
      ],
    ),
  );
  expect([shown.cells, shown.line, verdict]).toEqual([['71', 'X', '7', '', '2026-10-02'], 5, LINE]);
  // What is merged is written where the row itself ends before.
  expect(
    read(
      row(
        ['', 'X', '7'],
        [
          [ORDER, '71'],
          [DAY, '2026-10-02'],
        ],
      ),
    ).row.cells,
  ).toEqual([...['71', 'X', '7', '', '2026-10-02']]);
});

test('a row that would be a line by itself is what it is with all that it shows', () => {
  const of = row(['71', '', '7', '', ''], [[SKU, 'X']]);
  const judge = {
    ...JUDGE,
    judge: ({ cells }: FileRow): Verdict => (cells[SKU] === 'X' ? { is: 'doubt', why: 'total' } : LINE),
  } as unknown as Judge;
  const { row: shown, verdict } = createMergedRows(MATCH, judge, HEAD_LINE)(of);
  expect([shown.cells, verdict]).toEqual([['71', 'X', '7', '', ''], { is: 'doubt', why: 'total' }]);
});

test('of what is merged with the heading nothing is said', () => {
  const of = row(['', 'X', '7', '', ''], [[ORDER, '71', HEAD_LINE]]);
  expect(read(of)).toEqual({ row: of, verdict: WORDS });
  const below = row(['', 'X', '', '', ''], [[NET, '100', HEAD_LINE]]);
  expect(read(below)).toEqual({ row: below, verdict: WORDS });
});

test.each([
  ['words alone', ['', 'X', '', '', ''], AS_ABOVE],
  ['an order of its own', ['72', 'X', '', '', ''], ASKED],
  ['a day of its own', ['', 'X', '', '', '2026-10-03'], ASKED],
  ['another amount', ['', 'X', '', '9', ''], ASKED],
] as const)('below an amount that is merged, with %s', (_, cells, verdict) => {
  const of = row(cells, [AMOUNT]);
  expect(read(of)).toEqual({ row: of, verdict });
});

test('a row whose amount is not merged with one above is what it says, whatever else is', () => {
  const bare = row(['', 'X', '', '', '']);
  expect(read(bare)).toEqual({ row: bare, verdict: WORDS });
  // The second of the layout's amounts is none of the file's.
  const other = row(
    ['', '', '', '', ''],
    [
      [SKU, 'X'],
      [ORDER, '71'],
      [DAY, '2026-10-02'],
    ],
  );
  expect(read(other)).toEqual({ row: other, verdict: WORDS });
});

test('a total by its own words is none of a group', () => {
  const of = row(['TOTAL', '', '', '', ''], [AMOUNT]);
  expect(read(of).verdict).toEqual(TOTAL);
});
