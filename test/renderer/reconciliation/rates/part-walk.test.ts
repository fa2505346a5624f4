import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type LookedAtParts,
  type Seams,
  walkParts,
} from '#renderer/reconciliation/rates/worker/part-walk.ts';
import { randomCases } from '#test/random-cases.ts';

/** Passing over parts whose rows are the same tells what looking at all of them would. */

/** Numbers of rows by the code of their part. */
type Parts = ReadonlyMap<number, readonly number[]>;

/** What a part tells: whether it follows a rule, and what is known after it. Both depend on its rows and on what is known. */
function look(rows: readonly number[], known: string): { readonly isFound: boolean; readonly known: string } {
  const drawn = rows.reduce((all, row) => Math.imul(all ^ row, 0x9e3779b1) >>> 7, rows.length);
  const adds = drawn % 5 === 0 || (drawn % 3 === 0 && known.length % 2 === 1);
  return { isFound: drawn % 4 === 0, known: adds && known.length < 6 ? `${known}${drawn % 10}` : known };
}

function walk(parts: Parts, before: LookedAtParts | undefined, seams: Seams) {
  const codes = [...parts].flatMap(([code, rows]) => rows.map(() => code));
  const found: number[] = [];
  let [known, looks] = ['', 0];
  const { next, look: note, lookedAt } = walkParts(codes, codes.length, () => known, { before, seams });
  for (let begin = next(0); begin < codes.length; ) {
    const code = codes[begin] ?? 0;
    const told = look(parts.get(code) ?? [], known);
    const isOther = told.known !== known;
    known = told.known;
    note(code, told.isFound || isOther);
    if (told.isFound) found.push(code);
    looks += 1;
    begin = next(codes.lastIndexOf(code) + 1);
  }
  return { lookedAt, found, looks };
}

function seamsBetween(before: Parts, now: Parts): Uint32Array {
  const own = [...before.values()].flat();
  const rows = [...now.values()].flat();
  const at = rows.flatMap((row, place) => {
    const was = own.indexOf(row);
    return was > 0 && rows[place - 1] === own[was - 1] ? [] : [place];
  });
  return Uint32Array.from([...at, rows.length]);
}

const world = fc.record({
  sizes: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }),
  changes: fc.array(fc.tuple(fc.nat(30), fc.nat(2)), { maxLength: 5 }),
});

/** Rows that go, and others in their place or beside them. */
function changed(before: Parts, changes: readonly (readonly [number, number])[]): Parts {
  const all = [...before].flatMap(([code, rows]) => rows.map((row) => ({ code, row })));
  const now = all.flatMap((each, at) => {
    const change = changes.find(([place]) => place % Math.max(1, all.length) === at);
    if (change === undefined) return [each];
    const other = { code: each.code, row: each.row + 1000 };
    return [[], [other], [each, other]][change[1]] ?? [];
  });
  return partsOf(now);
}

function partsOf(rows: readonly { readonly code: number; readonly row: number }[]): Parts {
  const parts = new Map<number, number[]>();
  for (const { code, row } of rows) parts.set(code, [...(parts.get(code) ?? []), row]);
  return parts;
}

const whole = (sizes: readonly number[]): Parts =>
  partsOf(
    sizes.flatMap((size, place) =>
      Array.from({ length: size }, (_, at) => ({ code: place * 2, row: place * 10 + at })),
    ),
  );

test('after rows came and went, the same parts tell the same as where every one is looked at', () => {
  fc.assert(
    fc.property(world, fc.array(fc.tuple(fc.nat(30), fc.nat(2)), { maxLength: 3 }), (first, later) => {
      const before = whole(first.sizes);
      const now = changed(before, first.changes);
      const then = changed(now, later);
      const kept = walk(before, undefined, null).lookedAt;
      const once = walk(now, kept, seamsBetween(before, now));
      const twice = walk(then, once.lookedAt, seamsBetween(now, then));
      for (const [again, parts] of [[once, now] as const, [twice, then] as const]) {
        const anew = walk(parts, undefined, null);
        expect(again.lookedAt).toEqual(anew.lookedAt);
        expect(again.found).toEqual(anew.found);
      }
    }),
    { numRuns: randomCases(400) },
  );
});

test('parts with the same rows that told nothing are passed over, those at a seam and those that told something are not', () => {
  const known = () => 'a';
  const codes = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];
  const looks = (before: LookedAtParts | undefined, seams: Seams): readonly number[] => {
    const { next, look: note } = walkParts(codes, codes.length, known, { before, seams });
    const seen: number[] = [];
    for (let begin = next(0); begin < codes.length; begin = next(begin + 2)) {
      seen.push(codes[begin] ?? 0);
      note(codes[begin] ?? 0, false);
    }
    return seen;
  };
  const silent: LookedAtParts = { known: 'a', told: [] };
  expect(looks(undefined, Uint32Array.of(10))).toEqual([1, 2, 3, 4, 5]);
  expect(looks(silent, null)).toEqual([1, 2, 3, 4, 5]);
  // Behind the last row others may have gone.
  expect(looks(silent, Uint32Array.of(10))).toEqual([5]);
  expect(looks(silent, Uint32Array.of(12))).toEqual([]);
  expect(looks(silent, Uint32Array.of(3, 12))).toEqual([2]);
  expect(looks(silent, Uint32Array.of(4, 12))).toEqual([2, 3]);
  expect(looks({ known: 'a', told: [{ code: 4, known: 'a' }] }, Uint32Array.of(12))).toEqual([4]);
  // Others were known then, and the same again from the third part on.
  expect(looks({ known: '', told: [{ code: 3, known: 'a' }] }, Uint32Array.of(12))).toEqual([1, 2, 3]);
  expect(looks({ known: 'a', told: [{ code: 2, known: '' }] }, Uint32Array.of(12))).toEqual([2, 3, 4, 5]);
});
