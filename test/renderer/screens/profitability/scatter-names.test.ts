import { expect, test } from 'vitest';
import { namesBeside } from '#renderer/screens/profitability/pivot/scatter-dots.ts';

/** Where names stand beside their dots, to the pixel. */

const WIDTH = 400;
const FIRST = { at: 0, x: 100, y: 50, px: 30 };
const second = (x: number, y: number, px: number) =>
  namesBeside([FIRST, { at: 1, x, y, px }], WIDTH).find(({ at }) => at === 1) ?? null;

test('a name stands to the right of its dot, 8 px from it', () => {
  expect(namesBeside([FIRST], WIDTH)).toEqual([{ at: 0, x: 108, y: 50, isLeft: false }]);
});

test.each([
  ['a line below it is free', 100, 64, 30, { x: 108, isLeft: false }],
  ['less than a line below is not', 100, 63.9, 30, { x: 92, isLeft: true }],
  ['less than a line above neither', 100, 36.1, 30, { x: 92, isLeft: true }],
  ['before it, 1 px apart', 60, 50, 39, { x: 68, isLeft: false }],
  ['before it, and touching', 60, 50, 40, { x: 52, isLeft: true }],
  ['behind it, 1 px apart', 131, 50, 10, { x: 139, isLeft: false }],
  ['behind it, and touching, with no room to the left either', 130, 50, 10, null],
] as const)('of the first one’s name [108, 138]: %s', (_, x, y, px, place) => {
  expect(second(x, y, px)).toEqual(place === null ? null : { at: 1, y, ...place });
});

test('a name reaches the edges, and never beyond', () => {
  const one = (x: number, px: number, width: number) =>
    namesBeside([{ at: 3, x, y: 9, px }], width)[0] ?? null;
  expect(one(100, 92, 200)).toEqual({ at: 3, x: 108, y: 9, isLeft: false });
  expect(one(100, 92, 199)).toEqual({ at: 3, x: 92, y: 9, isLeft: true });
  expect(one(100, 93, 199)).toBeNull();
});
