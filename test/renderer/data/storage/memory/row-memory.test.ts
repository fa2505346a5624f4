import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cellAt, type Segment } from '#renderer/data/engine/columns/segment.ts';
import { createRowMemory, type RowMemory, TRIED_AGAIN_MS } from '#renderer/data/storage/memory/row-memory.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { PurchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { cell } from '#test/renderer/data/storage/segment/hostile-cells.ts';
import { type FileInMemory, fileInMemory } from './out-of-memory.ts';

/** Rows that leave memory for a file are, to whoever asks for them, the same as any others. */

const COLUMNS = ['Orden', 'Fecha de compra', 'Ventas', 'Unidades', 'Una columna nueva'];
type Rows = readonly (readonly Cell[])[];

function setUp(first: number | null, besideARow = 8) {
  const bound = { is: first };
  const file = fileInMemory();
  let lost = 0;
  const memory = createRowMemory(
    {
      bound: () => bound.is,
      openFile: async () => file,
      leastBytes: 1,
      besideARow,
    },
    () => {
      lost += 1;
    },
  );
  return { memory, file, bound, lost: () => lost };
}

/** The rows in bytes that lie behind others in one buffer, as those of a chunk may. */
function openRows(memory: RowMemory, rows: Rows, purchases?: PurchaseBounds | null): Segment {
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows });
  const within = new Uint8Array(64 + bytes.length);
  within.set(bytes, 64);
  return memory.open(within.subarray(64), headerLength, purchases);
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

/** Bytes of a month's segment, without what stands beside its rows. */
const bytesOfMonth = (month: number) =>
  encodeSegment({ columns: COLUMNS, rows: monthRows(month) }).bytes.length;

/** Which of some segments can be read whole without anything coming back into memory. */
function areThere(
  { memory, bound }: Pick<ReturnType<typeof setUp>, 'memory' | 'bound'>,
  segments: readonly Segment[],
) {
  const before = bound.is;
  bound.is = null;
  const are = segments.map((segment) => {
    const { outBytes } = memory.state();
    cellsOf(segment);
    return memory.state().outBytes === outBytes;
  });
  bound.is = before;
  return are;
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
    without.fit();
    expect(without.state()).toMatchObject({ outBytes: 0, isKept: false });
    expect(cellsOf(kept)).toEqual(monthRows(1));
    without.close();
    const neverAsked = createRowMemory(
      { bound: () => null, openFile: () => Promise.reject(new Error('none')) },
      () => undefined,
    );
    neverAsked.close();
  });

  test('leave it once the disk has room again, which is tried once a minute', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { memory, bound, file } = setUp(null);
    const segments = [1, 2].map((month) => openRows(memory, monthRows(month)));
    const write = vi.spyOn(file, 'write');
    file.isFull = true;
    bound.is = 0;
    memory.fit();
    await fileThere();
    await fileThere();
    expect(write).toHaveBeenCalledTimes(1);
    file.isFull = false;
    vi.advanceTimersByTime(TRIED_AGAIN_MS - 1);
    memory.fit();
    expect(memory.state()).toMatchObject({ outBytes: 0, isKept: false });
    vi.advanceTimersByTime(1);
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

  test('are those of the oldest purchases, as they are told, and of unknown ones last', async () => {
    const day = (at: number) => ({ fromMs: at, toMs: at + 1 });
    for (const [told, out] of [
      [[day(30), day(10), day(20)], 1],
      [[day(20), null, day(30)], 0],
      [[undefined, day(2e15), undefined], 0],
      [[null, null, day(5)], 2],
    ] as const) {
      const made = setUp(null);
      const segments = told.map((purchases, at) => openRows(made.memory, monthRows(at + 2), purchases));
      made.bound.is = made.memory.state().heldBytes * 0.9;
      made.memory.fit();
      await fileThere();
      await fileThere();
      expect(areThere(made, segments)).toEqual(told.map((_, at) => at !== out));
    }
  });

  test('are no more than have to go', async () => {
    const { memory, bound } = await threeMonths(0.9);
    const most = bound.is ?? 0;
    const { heldBytes, outBytes } = memory.state();
    // No more than a thirty-second is made free besides, and what the last array that goes has too much.
    expect(heldBytes).toBeGreaterThan(most * (31 / 32) - bytesOfMonth(1) / 2);
    expect(outBytes).toBeLessThan(bytesOfMonth(1));
    const before = memory.state();
    memory.fit();
    expect(memory.state()).toEqual(before);
  });

  test('need no file while they fit to the byte', async () => {
    const openFile = vi.fn(async () => fileInMemory());
    const bound = { is: null as number | null };
    const memory = createRowMemory(
      { bound: () => bound.is, openFile, leastBytes: 1, besideARow: 8 },
      () => undefined,
    );
    openRows(memory, monthRows(1));
    expect(memory.state().heldBytes).toBe(bytesOfMonth(1) + 200 * 8);
    bound.is = memory.state().heldBytes;
    memory.fit();
    expect(openFile).not.toHaveBeenCalled();
    // With the next rows, and what stands beside them, they do not fit by a byte.
    bound.is += bytesOfMonth(2) + 200 * 8 - 1;
    openRows(memory, monthRows(2));
    expect(openFile).toHaveBeenCalledTimes(1);
    openRows(memory, monthRows(3));
    expect(openFile).toHaveBeenCalledTimes(1);
    memory.close();
  });

  test('need no file where those that are gone would make too many', () => {
    const homes = standInForWeakReferences();
    const openFile = vi.fn(async () => fileInMemory());
    const bound = bytesOfMonth(2) + 200 * 8;
    const memory = createRowMemory(
      { bound: () => bound, openFile, leastBytes: 1, besideARow: 8 },
      () => undefined,
    );
    openRows(memory, monthRows(1));
    homes[0]?.forget();
    openRows(memory, monthRows(2));
    expect(openFile).not.toHaveBeenCalled();
  });

  test('keep half as much as stands beside them, however low the bound is', async () => {
    const { memory, bound } = setUp(null, 40);
    const segments = [1, 2, 3].map((month) => openRows(memory, monthRows(month)));
    bound.is = 0;
    memory.fit();
    await fileThere();
    await fileThere();
    const beside = 3 * 200 * 40;
    const { heldBytes } = memory.state();
    expect(heldBytes).toBeLessThanOrEqual(beside * 1.5);
    expect(heldBytes).toBeGreaterThan(beside * 1.2);
    expect(segments.map(cellsOf)).toEqual([1, 2, 3].map(monthRows));
  });

  test('that are read make others go', async () => {
    const { memory, bound, segments } = await threeMonths(0.7);
    for (const segment of segments) {
      for (const key of COLUMNS) {
        cellAt(segment.columns.get(key), 7);
        expect(memory.state().heldBytes).toBeLessThanOrEqual(bound.is ?? 0);
      }
    }
  });

  test('go on leaving memory on a full disk where they are in the file, whichever are older', async () => {
    const { memory, bound, file, segments } = await threeMonths(0.2);
    bound.is = null;
    segments.map(cellsOf);
    file.isFull = true;
    const old = { fromMs: 0, toMs: 1 };
    const added = [4, 5].map((month) => openRows(memory, monthRows(month), old));
    bound.is = memory.state().heldBytes - 1000;
    memory.fit();
    memory.fit();
    expect(memory.state().isKept).toBe(false);
    expect(memory.state().heldBytes).toBeLessThanOrEqual(bound.is);
    expect([...segments, ...added].map(cellsOf)).toEqual([1, 2, 3, 4, 5].map(monthRows));
  });

  test('that nobody has any more take neither memory nor a place in the file', async () => {
    const homes = standInForWeakReferences();
    const { memory, file } = setUp(0);
    openRows(memory, monthRows(1));
    await fileThere();
    await fileThere();
    openRows(memory, monthRows(2));
    const { length } = file.bytes();
    homes[0]?.forget();
    expect(memory.state()).toMatchObject({ monthsOut: 1 });
    expect(memory.state().heldBytes).toBeLessThan(bytesOfMonth(2) + 200 * 8);
    const third = openRows(memory, monthRows(3).slice(0, 190));
    expect(file.bytes().length).toBe(length);
    expect(cellsOf(third)).toEqual(monthRows(3).slice(0, 190));
    // Those that never left have no place to give back.
    const kept = setUp(null);
    openRows(kept.memory, monthRows(1));
    homes.at(-1)?.forget();
    expect(kept.memory.state()).toMatchObject({ heldBytes: 0, outBytes: 0 });
  });
});

/** Weak references whose objects are gone when a test says so, and not when memory happens to be freed. */
function standInForWeakReferences() {
  const made: { readonly forget: () => void }[] = [];
  class Reference<T> {
    #object: T | undefined;
    constructor(object: T) {
      this.#object = object;
      made.push({
        forget: () => {
          this.#object = undefined;
        },
      });
    }
    deref() {
      return this.#object;
    }
  }
  vi.stubGlobal('WeakRef', Reference);
  onTestFinished(() => void vi.unstubAllGlobals());
  return made;
}
