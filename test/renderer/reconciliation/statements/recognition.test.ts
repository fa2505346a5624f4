import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findCandidates,
  isPartial,
  matchHeader,
} from '#renderer/reconciliation/statements/model/recognition.ts';
import { LAYOUTS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';

/** Which layout the names of a heading are of. */

const layouts = fc.constantFrom(...LAYOUTS);
const namesOf = (layout: (typeof LAYOUTS)[number]) => layout.columns.map(({ headers }) => headers[0] ?? '');
const headerOf = (headers: readonly string[]) => ({ at: 0, rows: 1 as const, headers });
const OTHERS = ['Otra columna', 'Nadie sabe', 'Zzz'];

describe('a heading held against a layout', () => {
  const drawn = layouts.chain((layout) =>
    fc.record({
      layout: fc.constant(layout),
      columns: fc.shuffledSubarray([...layout.columns]),
      others: fc.subarray(OTHERS),
      isBefore: fc.boolean(),
    }),
  );

  test('gets two for what it needs, one for the rest, less four for what it lacks and a quarter for a stranger', () => {
    fc.assert(
      fc.property(drawn, ({ layout, columns, others, isBefore }) => {
        const own = columns.map(({ headers }) => headers[0] ?? '');
        // Names that two columns share are one column's.
        fc.pre(new Set(own.map((name) => name.toLowerCase())).size === own.length);
        const names = isBefore ? [...others, ...own] : [...own, ...others];
        const { score, missing, unknown, columns: places } = matchHeader(layout, headerOf(names));
        const found = layout.columns.filter(({ key }) => places.has(key));
        const lost = layout.columns.filter(({ key, need }) => !places.has(key) && need !== 'optional');
        expect(missing).toEqual(lost);
        const points = found.reduce((sum, { need }) => sum + (need === 'needed' ? 2 : 1), 0);
        const less = lost.filter(({ need }) => need === 'needed').length * 4;
        expect(score).toBe(points - less - unknown.length / 4);
        expect(unknown.map((at) => names[at])).toEqual(expect.arrayContaining(others));
        for (const place of places.values()) expect(unknown).not.toContain(place);
        expect(new Set(places.values()).size).toBe(places.size);
      }),
      { numRuns: 300 },
    );
  });

  test('is of the layout whose names these are, whatever their order and whatever stands beside them', () => {
    const rowsOf = (names: readonly string[]) => [
      { line: 1, cells: [...names] },
      { line: 2, cells: names.map((_, at) => String(at + 1)) },
    ];
    fc.assert(
      fc.property(layouts, fc.subarray(OTHERS), fc.nat(), (layout, others, turn) => {
        const names = [...namesOf(layout), ...others];
        const turned = [...names.slice(turn % names.length), ...names.slice(0, turn % names.length)];
        const found = findCandidates(rowsOf(turned));
        const own = found.find((each) => each.layout === layout);
        expect([layout.id, own === undefined ? null : isPartial(own)]).toEqual([layout.id, false]);
        const [best] = found;
        const scores = found.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        for (const { score } of found) expect((best?.score ?? 0) - score).toBeLessThanOrEqual(1.5);
      }),
      { numRuns: 200 },
    );
  });

  test('of nothing that is known is of none', () => {
    expect(
      findCandidates([
        { line: 1, cells: OTHERS },
        { line: 2, cells: ['1', '2', '3'] },
      ]),
    ).toEqual([]);
  });
});
