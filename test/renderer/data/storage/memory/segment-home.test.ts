import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agesOf,
  bytesOf,
  createHome,
  drop,
  type Home,
  monthsOutOf,
} from '#renderer/data/storage/memory/segment-home.ts';
import { byteLengthOf, viewArray } from '#renderer/data/storage/segment/arrays.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { openBody, segmentIn } from '#renderer/data/storage/segment/layout.ts';
import type { LentArray } from '#renderer/data/storage/segment/lent-columns.ts';

/** The arrays of one segment as they leave memory and come back. */

const COLUMNS = ['Orden', 'Fecha de compra', 'Ventas', 'Unidades'];

/** A segment with arrays of some bytes and of some kilobytes. */
function homeOfRows(count = 700) {
  const rows = Array.from({ length: count }, (_, at) => [
    `O-${at}`,
    `2026-03-${String(1 + (at % 28)).padStart(2, '0')}T10:00:00.000`,
    `${at * 7}.25`,
    at % 5 === 0 ? 'tres' : '1',
  ]);
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows });
  const clock = { now: 0 };
  const brought: number[] = [];
  const home: Home = createHome(bytes, clock, {
    bring: (_, lent) => contents.get(lent)?.slice() ?? new Uint8Array(0),
    brought: (length) => void brought.push(length),
  });
  segmentIn(openBody(bytes, headerLength, home.keeper, (lent) => home.lent.push(lent)));
  const contents = new Map(home.lent.map((lent) => [lent, Uint8Array.from(bytesOf(lent))]));
  return { home, whole: bytes, contents, clock, brought };
}

const WRONG = Uint8Array.of(1, 2, 3);
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const isThere = ({ array }: LentArray) => array !== null;
const refBytes = (all: readonly LentArray[]) => sum(all.map(({ ref }) => byteLengthOf(ref)));

describe('arrays of a segment', () => {
  test('that stay are what they were, in no more memory than they need, and the rest is free', () => {
    const length = homeOfRows().home.lent.length;
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat({ max: length - 1 }), { minLength: 1, maxLength: length }), {
          minLength: 1,
          maxLength: 3,
        }),
        (drops) => {
          const { home, whole, contents } = homeOfRows();
          const gone = new Set<LentArray>();
          for (const indices of drops) {
            const going = new Set(indices.flatMap((at) => home.lent[at] ?? []));
            for (const one of going) gone.add(one);
            drop(home, going);
            expect(home.lent.filter((one) => !isThere(one))).toEqual(
              home.lent.filter((one) => gone.has(one)),
            );
          }
          const staying = home.lent.filter(isThere);
          for (const one of staying) expect(Buffer.compare(bytesOf(one), contents.get(one) ?? WRONG)).toBe(0);
          expect(home.held).toBe(refBytes(staying));
          expect(home.whole).toBeNull();
          expect(staying.some(({ array }) => array?.buffer === whole.buffer)).toBe(false);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('of a kilobyte or more have a buffer of their own, smaller ones one together', () => {
    const { home } = homeOfRows(1024);
    drop(home, new Set(home.lent.slice(0, 1)));
    const staying = home.lent.filter(isThere);
    const large = staying.filter(({ ref }) => byteLengthOf(ref) >= 1024);
    const small = staying.filter(({ ref }) => byteLengthOf(ref) < 1024);
    expect(large.map(({ ref }) => byteLengthOf(ref))).toContain(1024);
    expect(small.length).toBeGreaterThan(2);
    for (const { array, ref } of large) expect(array?.buffer.byteLength).toBe(byteLengthOf(ref));
    expect(new Set(small.map(({ array }) => array?.buffer)).size).toBe(1);
    const together = small[0]?.array?.buffer.byteLength;
    expect(together).toBe(sum(small.map(({ ref }) => Math.ceil(byteLengthOf(ref) / 8) * 8)));
  });

  test('that are brought are theirs again, newer than all before, and counted', () => {
    const { home, contents, clock, brought } = homeOfRows();
    drop(home, new Set(home.lent));
    expect(home.held).toBe(0);
    const [first, second] = home.lent.filter(({ ref }) => ref.length > 0);
    if (first === undefined || second === undefined) throw new Error('no arrays');
    for (const each of [first, second]) each.get();
    expect([first, second].map(bytesOf)).toEqual([contents.get(first), contents.get(second)]);
    expect([first.askedAt, second.askedAt, clock.now]).toEqual([1, 2, 2]);
    expect(brought).toEqual([first, second].map(({ ref }) => byteLengthOf(ref)));
    expect(home.held).toBe(sum(brought));
    // Asked for again it is there: nothing is brought.
    expect(first.get()).toBe(first.array);
    expect(first.askedAt).toBe(2);
    expect(brought).toHaveLength(2);
  });

  test('have no bytes while they are out', () => {
    const { home } = homeOfRows();
    drop(home, new Set(home.lent));
    expect(home.lent.map((one) => bytesOf(one).length)).toEqual(home.lent.map(() => 0));
  });

  test('are told with the newest purchase of their rows, from so many bytes on and while they are in memory', () => {
    const { home } = homeOfRows();
    const ages = (least: number) => agesOf(home, least).map(({ lent }) => home.lent.indexOf(lent));
    const bytesAt = (at: number) => refBytes(home.lent.slice(at, at + 1));
    for (const least of [1, 700, 701, 1400, 1401]) {
      expect(ages(least)).toEqual([...home.lent.keys()].filter((at) => bytesAt(at) >= least));
    }
    expect(ages(1400).length).toBeGreaterThan(ages(1401).length);
    expect(agesOf(home, 700).every(({ newestMs }) => newestMs === Number.MAX_VALUE)).toBe(true);
    home.purchases = { fromMs: 3, toMs: 9 };
    expect(agesOf(home, 700).every(({ newestMs }) => newestMs === 9)).toBe(true);
    drop(home, new Set(home.lent.slice(1)));
    expect(ages(1)).toEqual([0]);
    drop(home, new Set(home.lent));
    expect(ages(0)).toEqual([]);
  });
});

/** Arrays of so many bytes, of which those are out that are said to be. */
function homeOf(
  bytes: readonly (readonly [length: number, isOut: boolean])[],
  from: string,
  to: string,
): Home {
  const { home } = homeOfRows(1);
  const lent = bytes.map(([length, isOut]) => {
    const ref = { type: 'u8', at: 0, length } as const;
    return { ref, array: isOut ? null : viewArray(new ArrayBuffer(length), 0, ref) } as unknown as LentArray;
  });
  return { ...home, lent, purchases: { fromMs: Date.parse(`${from}Z`), toMs: Date.parse(`${to}Z`) } };
}

describe('months that lie on disk for the most part', () => {
  const march = ['2026-03-01T00:00:00', '2026-04-01T00:00:00'] as const;
  test('are those more than half of whose bytes do', () => {
    expect(
      monthsOutOf([
        homeOf(
          [
            [10, true],
            [10, false],
          ],
          ...march,
        ),
      ]),
    ).toEqual({ outBytes: 10, monthsOut: 0 });
    expect(
      monthsOutOf([
        homeOf(
          [
            [11, true],
            [10, false],
          ],
          ...march,
        ),
      ]),
    ).toEqual({ outBytes: 11, monthsOut: 1 });
    // Of all segments of the month together.
    const homes = [homeOf([[30, true]], ...march), homeOf([[31, false]], ...march)];
    expect(monthsOutOf(homes)).toEqual({ outBytes: 30, monthsOut: 0 });
    expect(monthsOutOf([...homes, homeOf([[2, true]], ...march)])).toEqual({ outBytes: 32, monthsOut: 1 });
  });

  test('are counted by the middle of what a segment reaches over', () => {
    const across = homeOf([[9, true]], '2026-02-20T00:00:00', '2026-03-20T00:00:00');
    const mostlyBefore = homeOf([[9, true]], '2026-02-01T00:00:00', '2026-03-05T00:00:00');
    const rest = homeOf([[10, false]], ...march);
    expect(monthsOutOf([across, rest]).monthsOut).toBe(0);
    expect(monthsOutOf([mostlyBefore, rest]).monthsOut).toBe(1);
  });

  test('are not those of rows whose purchases nobody knows', () => {
    const unknown = { ...homeOf([[7, true]], ...march), purchases: null };
    const undated = {
      ...homeOf([[5, true]], ...march),
      purchases: { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY },
    };
    expect(monthsOutOf([unknown, undated])).toEqual({ outBytes: 12, monthsOut: 0 });
  });
});
