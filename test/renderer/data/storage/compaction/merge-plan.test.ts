import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CompactionCandidate,
  MAX_ROWS,
  planCompaction,
  WRITE_AMPLIFICATION,
} from '#renderer/data/storage/compaction/compaction-plan.ts';

/** Segments as numbers: what a ledger's commits and merges do to them. */
class Segments {
  all: CompactionCandidate[] = [];
  added = 0;
  died = 0;
  writtenByMerges = 0;
  #lastId = 0;

  add(rowCount: number, liveRows = rowCount): void {
    this.#lastId += 1;
    this.all.push({ id: this.#lastId, rowCount, liveRows });
  }
  commit(rows: number): void {
    this.added += rows;
    this.add(rows);
  }
  markDeleted(which: number, share: number): void {
    const at = this.all.length === 0 ? 0 : which % this.all.length;
    const segment = this.all[at];
    if (segment === undefined) return;
    const dying = Math.min(segment.liveRows, Math.ceil(segment.rowCount * share));
    this.died += dying;
    this.all[at] = { ...segment, liveRows: segment.liveRows - dying };
  }
  /** Merges until nothing is worth it. */
  settle(): void {
    for (let ids = planCompaction(this.all); ids !== null; ids = planCompaction(this.all)) {
      const chosen = this.all.filter(({ id }) => ids?.includes(id));
      expect(chosen.length).toBe(ids.length);
      expect(new Set(ids).size).toBe(ids.length);
      // Never for nothing: fewer segments, or dead rows away.
      expect(chosen.length > 1 || chosen.some(({ rowCount, liveRows }) => liveRows < rowCount)).toBe(true);
      const rows = chosen.reduce((sum, { liveRows }) => sum + liveRows, 0);
      expect(rows <= MAX_ROWS || chosen.length === 1).toBe(true);
      this.writtenByMerges += rows;
      this.all = this.all.filter((each) => !chosen.includes(each));
      if (rows > 0) this.add(rows);
    }
  }
}

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), rows: fc.integer({ min: 1, max: 10_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), rows: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      which: fc.nat(),
      share: fc.constantFrom(0.001, 0.1, 0.34, 0.7, 1),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
);

describe('the plan of merges', () => {
  test('writes rows again only so often, and leaves few segments', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 400 }), (events) => {
        const segments = new Segments();
        for (const each of events) {
          if (each.kind === 'commit') segments.commit(each.rows);
          else if (each.kind === 'kill') segments.markDeleted(each.which, each.share);
          else segments.settle();
        }
        segments.settle();
        const { added, died, writtenByMerges, all } = segments;
        expect(writtenByMerges).toBeLessThanOrEqual(
          WRITE_AMPLIFICATION.added * added + WRITE_AMPLIFICATION.died * died,
        );
        // Full ones, and what no tier has enough of.
        const few = all.filter(({ rowCount }) => rowCount < 25_000);
        expect(few.length).toBeLessThanOrEqual(8 * 7 + 7);
        const dead = all.reduce((sum, { rowCount, liveRows }) => sum + rowCount - liveRows, 0);
        expect(dead * 2).toBeLessThanOrEqual(all.reduce((sum, { liveRows }) => sum + liveRows, 0) + 2_000);
      }),
      { numRuns: 200 },
    );
  });

  test('writes a row of a first load two times at most, whatever the commits bring', () => {
    for (const rows of [1_000, 2_500, 5_000, 10_000]) {
      const segments = new Segments();
      for (let written = 0; written < 1_000_000; written += rows) {
        segments.commit(rows);
        segments.settle();
      }
      expect(segments.writtenByMerges).toBeLessThanOrEqual(2 * segments.added);
      expect(segments.all.length).toBeLessThanOrEqual(60);
    }
  });

  test('never makes a segment larger than one may be, whatever the sizes', () => {
    const segment = fc
      .record({
        rowCount: fc.integer({ min: 1, max: MAX_ROWS }),
        share: fc.constantFrom(0, 0.2, 0.5, 0.66, 1),
      })
      .map(({ rowCount, share }) => ({ rowCount, liveRows: Math.floor(rowCount * share) }));
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 40 }), (segments) => {
        const all = segments.map((each, at) => ({ ...each, id: at + 1 }));
        const ids = planCompaction(all);
        const rows = all
          .filter(({ id }) => ids?.includes(id))
          .reduce((sum, { liveRows }) => sum + liveRows, 0);
        expect(rows).toBeLessThanOrEqual(MAX_ROWS);
      }),
      { seed: 20_261_122, numRuns: 300 },
    );
    // Both a third dead: the first leaves no room for the second.
    const halves = [1, 2].map((id) => ({ id, rowCount: 65_000, liveRows: 43_000 }));
    expect(planCompaction(halves)).toEqual([1]);
  });

  test('leaves alone what is large and alive, what is alone, and a few dead rows', () => {
    expect(planCompaction([])).toBeNull();
    expect(planCompaction([{ id: 1, rowCount: 50_000, liveRows: 50_000 }])).toBeNull();
    expect(planCompaction([{ id: 1, rowCount: 50_000, liveRows: 40_000 }])).toBeNull();
    expect(planCompaction([{ id: 1, rowCount: 300, liveRows: 10 }])).toBeNull();
    expect(planCompaction([{ id: 1, rowCount: 50_000, liveRows: 30_000 }])).toEqual([1]);
  });

  test('takes the oldest of many at once, up to the rows of one segment', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1, rowCount: 1_000, liveRows: 1_000 }));
    expect(planCompaction(many)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  });
});
