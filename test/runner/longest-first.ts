import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inRandomOrder } from './random-order.ts';

/**
 * Files of many seconds, the longest first: begun last, one of them leaves a core idle while it ends. In a clean clone
 * Vitest knows no times and goes by the size of files, project by project, and these are among the smallest.
 */
export const LONGEST: readonly string[] = [
  'test/model/sync-model.test.ts',
  'test/faults/network.test.ts',
  'test/model/mutants-of-keeping.test.ts',
  'test/model/mutants-of-reading.test.ts',
  'test/crash-recovery/kills.test.ts',
  'test/electron/sync/absences.test.ts',
  'test/electron/sync/reread-run.test.ts',
  'test/renderer/data/files/parquet/parquet.test.ts',
  'test/model/on-indexeddb.test.ts',
  'test/crash-recovery/kills-on-indexeddb.test.ts',
];

/** Those among them first, in their order; the others stay as they come. A random order is of the others. */
export function longestFirst<Item>(items: readonly Item[], pathOf: (item: Item) => string): Item[] {
  const placeOf = (item: Item): number => {
    const place = LONGEST.indexOf(pathOf(item));
    return place < 0 ? LONGEST.length : place;
  };
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId).replaceAll('\\', '/');
    const sorted =
      sequence.shuffle === true ? inRandomOrder(files, sequence.seed, pathOf) : await super.sort(files);
    return longestFirst(sorted, pathOf);
  }
}
