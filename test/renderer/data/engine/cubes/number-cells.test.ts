import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberCells } from '#renderer/data/engine/cubes/number-cells.ts';

/** Rows of one cell have the same codes in every column; cells are numbered as they come. */

const rows = fc.array(fc.record({ isLive: fc.boolean(), codes: fc.tuple(fc.nat(2), fc.nat(3), fc.nat(1)) }), {
  minLength: 1,
  maxLength: 24,
});

test('rows are of one cell where all their codes are the same, and none where they are deleted', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 24 }), (all, most) => {
      const isLive = Uint8Array.from(all, (row) => (row.isLive ? 1 : 0));
      const coded = [3, 4, 2].map((size, at) => ({
        codes: Uint8Array.from(all, ({ codes }) => codes[at] ?? 0),
        size,
      }));
      const found = numberCells(isLive, coded, most);
      const names = new Map<string, number>();
      for (const row of all)
        if (row.isLive && !names.has(row.codes.join())) names.set(row.codes.join(), names.size);
      if (names.size > most) {
        expect(found).toBeNull();
        return;
      }
      if (found === null) throw new Error('Few enough cells.');
      const { count, cellOf, rowOf } = found;
      expect(count).toBe(names.size);
      expect([...cellOf]).toEqual(all.map((row) => (row.isLive ? names.get(row.codes.join()) : count)));
      const firstOf = [...names.values()].map((cell) => cellOf.indexOf(cell));
      expect([...rowOf]).toEqual(firstOf);
    }),
    { numRuns: 150 },
  );
});

test('pairs of a cell and a code have a table of four million places at most', () => {
  const isLive = new Uint8Array(2048).fill(1);
  const numbers = Uint16Array.from({ length: 2048 }, (_, row) => row);
  const nothing = new Uint8Array(2048);
  const cells = (size: number) =>
    numberCells(
      isLive,
      [
        { codes: numbers, size: 2048 },
        { codes: nothing, size },
      ],
      2048,
    )?.count ?? null;
  expect([cells(2048), cells(2049)]).toEqual([2048, null]);
});
