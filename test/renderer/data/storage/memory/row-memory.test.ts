import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { cellAt, type Segment } from '#renderer/data/engine/columns/segment.ts';
import { createFileSpace } from '#renderer/data/storage/memory/file-space.ts';
import { createRowMemory, type RowMemory, TRIED_AGAIN_MS } from '#renderer/data/storage/memory/row-memory.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { cell } from '#test/renderer/data/storage/segment/hostile-cells.ts';
import { type FileInMemory, fileInMemory } from './out-of-memory.ts';

/** Rows that leave memory for a file are, to whoever asks for them, the same as any others. */

const COLUMNS = ['Orden', 'Fecha de compra', 'Ventas', 'Unidades', 'Una columna nueva'];
type Rows = readonly (readonly Cell[])[];

function setUp(first: number | null) {
  const bound = { is: first };
  const file = fileInMemory();
  let lost = 0;
  const clock = { nowMs: 0 };
  const memory = createRowMemory(
    {
      bound: () => bound.is,
      openFile: async () => file,
      leastBytes: 1,
      besideARow: 8,
      nowMs: () => clock.nowMs,
    },
    () => {
      lost += 1;
    },
  );
  return { memory, file, bound, clock, lost: () => lost };
}

function openRows(memory: RowMemory, rows: Rows): Segment {
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows });
  return memory.open(bytes, headerLength);
}

const cellsOf = ({ columns, rowCount }: Segment): Rows =>
  Array.from({ length: rowCount }, (_, row) => COLUMNS.map((key) => cellAt(columns.get(key), row)));

/** As many rows as a month has, in a segment of some kilobytes. */
const monthRows = (month: number): Rows =>
  Array.from({ length: 200 }, (_, row) => [
    `O-${month}-${row}`,
    `2026-0${month}-${String(1 + (row % 28)).padStart(2, '0')}T10:00:00.000`,
    `${row}.25`,
    '1',
    `texto ${row}`,
  ]);

/** Lets the file that was asked for be there. */
const fileThere = () => Promise.resolve().then(() => undefined);

/** Three months of which some have to go, the file being there. */
async function threeMonths(share = 0.88) {
  const made = setUp(null);
  const segments = [1, 2, 3].map((month) => openRows(made.memory, monthRows(month)));
  made.bound.is = made.memory.state().heldBytes * share;
  made.memory.fit();
  await fileThere();
  await fileThere();
  return { ...made, segments };
}

describe('rows beyond the bound', () => {
  test('tell every cell as it came, whatever the bound is meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(...COLUMNS.map(() => cell)), { minLength: 1, maxLength: 12 }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom(null, 0, 500, 3000)), {
          maxLength: 60,
        }),
        async (tables, asked) => {
          const { memory, bound, lost } = setUp(0);
          const segments = tables.map((rows) => openRows(memory, rows));
          await fileThere();
          for (const [table, row, column, next] of asked) {
            bound.is = next;
            memory.fit();
            const at = table % tables.length;
            const own = row % (tables[at]?.length ?? 1);
            const key = COLUMNS[column % COLUMNS.length] ?? '';
            const found = cellAt(segments[at]?.columns.get(key), own);
            expect(found).toEqual(tables[at]?.[own]?.[column % COLUMNS.length]);
          }
          expect(segments.map(cellsOf)).toEqual(tables);
          expect(lost()).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are those of the oldest months while none was asked for', async () => {
    const { memory, bound, segments } = await threeMonths();
    const most = bound.is ?? 0;
    const { heldBytes, outBytes, monthsOut, isKept } = memory.state();
    expect({ monthsOut, isKept }).toEqual({ monthsOut: 1, isKept: true });
    expect(heldBytes).toBeLessThanOrEqual(most);
    expect(outBytes).toBeGreaterThan(0);
    expect(segments.map(cellsOf)).toEqual([1, 2, 3].map(monthRows));
    bound.is = null;
    expect(segments.map(cellsOf)).toEqual([1, 2, 3].map(monthRows));
    expect(memory.state().outBytes).toBeLessThan(outBytes);
    bound.is = most;
    memory.fit();
    expect(memory.state().heldBytes).toBeLessThanOrEqual(most);
    expect(segments.map(cellsOf)).toEqual([1, 2, 3].map(monthRows));
  });

  test('are those that nobody asked for the longest', async () => {
    const { memory, bound, segments } = await threeMonths(0.9);
    const [oldest] = segments;
    const ventas = oldest?.columns.get('Ventas');
    // It comes back, and its age is that of the latest question.
    expect(cellAt(ventas, 3)).toBe('3.25');
    bound.is = memory.state().heldBytes * 0.6;
    memory.fit();
    const outBytes = () => memory.state().outBytes;
    const before = outBytes();
    expect(cellAt(ventas, 4)).toBe('4.25');
    expect(outBytes()).toBe(before);
  });

  test('stay in memory where the disk is full, or there is no file', async () => {
    const { memory, bound, file } = setUp(null);
    const segments = [1, 2].map((month) => openRows(memory, monthRows(month)));
    file.isFull = true;
    bound.is = 0;
    memory.fit();
    await fileThere();
    await fileThere();
    expect(memory.state()).toMatchObject({ outBytes: 0, monthsOut: 0, isKept: false });
    expect(segments.map(cellsOf)).toEqual([1, 2].map(monthRows));

    const without = createRowMemory(
      { bound: () => 0, openFile: () => Promise.reject(new Error('none')), leastBytes: 1, besideARow: 8 },
      () => undefined,
    );
    const kept = openRows(without, monthRows(1));
    await fileThere();
    await fileThere();
    expect(without.state()).toMatchObject({ outBytes: 0, isKept: false });
    expect(cellsOf(kept)).toEqual(monthRows(1));
  });

  test('leave it once the disk has room again, which is tried once a minute', async () => {
    const { memory, bound, file, clock } = setUp(null);
    const segments = [1, 2].map((month) => openRows(memory, monthRows(month)));
    const write = vi.spyOn(file, 'write');
    file.isFull = true;
    bound.is = 0;
    memory.fit();
    await fileThere();
    await fileThere();
    expect(write).toHaveBeenCalledTimes(1);
    file.isFull = false;
    clock.nowMs = TRIED_AGAIN_MS - 1;
    memory.fit();
    expect(memory.state()).toMatchObject({ outBytes: 0, isKept: false });
    clock.nowMs = TRIED_AGAIN_MS;
    memory.fit();
    expect(write).toHaveBeenCalledTimes(3);
    expect(memory.state()).toMatchObject({ monthsOut: 2, isKept: true });
    expect(segments.map(cellsOf)).toEqual([1, 2].map(monthRows));
    // Full once more: what is in the file goes on leaving memory, and what is new stays.
    file.isFull = true;
    const third = openRows(memory, monthRows(3));
    expect(memory.state()).toMatchObject({ monthsOut: 2, isKept: false });
    expect([...segments, third].map(cellsOf)).toEqual([1, 2, 3].map(monthRows));
    memory.fit();
    expect(memory.state()).toMatchObject({ monthsOut: 2, isKept: false });
    expect(write).toHaveBeenCalledTimes(4);
  });

  test('that cannot be read back as they were written are told as lost, and nothing is made of them', async () => {
    const { memory, segments, file, lost } = await threeMonths();
    expect(memory.state().outBytes).toBeGreaterThan(0);
    file.bytes().fill(7);
    expect(() => segments.map(cellsOf)).toThrow('cannot be read back');
    expect(lost()).toBe(1);
  });

  test('are not read from a file that is closed', async () => {
    const { memory, segments, file, lost } = await threeMonths();
    memory.close();
    expect(file.isClosed).toBe(true);
    expect(() => segments.map(cellsOf)).toThrow('closed');
    expect(lost()).toBe(0);
  });

  test('have no file once the copy is closed: one that comes later is closed at once', async () => {
    const file: FileInMemory = fileInMemory();
    const memory = createRowMemory(
      { bound: () => 0, openFile: async () => file, leastBytes: 1, besideARow: 8 },
      () => undefined,
    );
    openRows(memory, monthRows(1));
    memory.close();
    await fileThere();
    await fileThere();
    expect(file.isClosed).toBe(true);
  });
});

test('a range of the file that was freed is taken again', () => {
  const space = createFileSpace();
  const [first, second] = [space.take(100), space.take(50)];
  expect([first, second]).toEqual([
    { at: 0, length: 100 },
    { at: 100, length: 50 },
  ]);
  space.free(first);
  expect(space.take(120)).toEqual({ at: 150, length: 120 });
  expect(space.take(60)).toEqual({ at: 0, length: 60 });
  expect(space.take(40)).toEqual({ at: 60, length: 40 });
  expect(space.take(1)).toEqual({ at: 270, length: 1 });
});

test('a range that was freed is one with those beside it, and at the end no part of the file any more', () => {
  const space = createFileSpace();
  const [first, second, third, last] = [10, 20, 30, 40].map((length) => space.take(length));
  for (const range of [first, third, second]) if (range !== undefined) space.free(range);
  expect(space.take(60)).toEqual({ at: 0, length: 60 });
  space.free({ at: 0, length: 60 });
  if (last !== undefined) space.free(last);
  expect(space.take(200)).toEqual({ at: 0, length: 200 });
  // Merges that are each longer than the one before: with ranges by themselves none would ever fit.
  let held = [space.take(8)];
  for (let round = 1; round <= 50; round += 1) {
    const merged = space.take(8 + round);
    for (const range of held) space.free(range);
    held = [merged];
  }
  expect(held[0]?.at).toBeLessThan(400);
});
