import { expect, test } from 'vitest';
import {
  filledWidth,
  isBeyond,
  mostFrequent,
  movedRows,
  shapeOfRow,
} from '#renderer/data/model/moved-cells.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Which rows of a text may have their cells under other names, by how many cells they have. */

const row = (line: number, cells: readonly (string | object)[], isCut = true) =>
  ({ line, cells, ...(isCut ? { isCut } : {}) }) as never;
/** Rows of so many cells; of those before a slash that many hold something. */
const rows = (...said: readonly string[]) =>
  said.map((each, at) => {
    const [filled = 0, cells = filled] = each.split('/').map(Number);
    return shapeOfRow(
      row(
        at + 2,
        Array.from({ length: cells }, (_, place) => (place < filled ? 'x' : ' ')),
      ),
    );
  });
const moved = (width: number, ...said: readonly string[]) => [...atOnce(movedRows(rows(...said), width))];

test('a row is as wide as what is written in it, and beyond its names unless a spreadsheet put it there', () => {
  expect([filledWidth(row(1, ['a', '', 'b', ' '])), filledWidth(row(1, [' ', '']))]).toEqual([3, 0]);
  expect([isBeyond(row(1, ['a', 'b', 'c']), 2), isBeyond(row(1, ['a', 'b', ' ']), 2)]).toEqual([true, false]);
  expect(isBeyond(row(1, ['a', 'b', { kind: 'number', text: '7' }]), 2)).toBe(false);
});

test('the most frequent number is the first of equally frequent ones', () => {
  expect([mostFrequent([]), mostFrequent([4, 5, 5, 4, 6])]).toEqual([0, 4]);
});

test('cells too many, or more than most rows have, are moved; empty ones beyond the names are not', () => {
  expect(moved(3, '3', '4', '3', '3/4', '3')).toEqual([1, 3]);
  expect(moved(3, '3/4', '3/4', '4', '3/5', '3/4')).toEqual([2, 3]);
});

test('rows too short are moved, unless to leave out what is empty is the habit of most', () => {
  expect(moved(3, '3', '3', '2', '3')).toEqual([2]);
  expect(moved(3, '3', '2', '2', '2')).toEqual([]);
  expect(moved(3, '3', '3', '2', '2')).toEqual([2, 3]);
  // Where empty cells are kept, a short row was cut.
  expect(moved(3, '2/3', '3', '3', '2', '3')).toEqual([3]);
  const mixed = ['4', '4', '4', '3', '2', '1', '3'];
  expect([moved(4, ...mixed), moved(4, '3/4', ...mixed.slice(1))]).toEqual([[], [3, 4, 5, 6]]);
});

test('a text that tells not where its rows end has none too short', () => {
  const whole = [3, 3, 2].map((cells, at) => shapeOfRow(row(at + 2, Array(cells).fill('x'), false)));
  expect([...atOnce(movedRows(whole, 3))]).toEqual([]);
});
