import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inRandomOrder } from './random-order.ts';

/**
 * Files of many seconds, the longest first within their project: begun last, one of them leaves a core idle while it ends.
 * In a clean clone Vitest knows no times and goes by the size of files, and these are among the smallest.
 */
export const LONGEST: readonly string[] = [
  'test/model/reconciliation/mutants.test.ts',
  'test/model/mutants-of-keeping.test.ts',
  'test/electron/scenarios/scenarios.test.ts',
  'test/model/mutants-of-reading.test.ts',
  'test/crash-recovery/kills.test.ts',
  'test/electron/shell/main.test.ts',
  'test/model/reconciliation/reconciliation-model.test.ts',
  'test/renderer/app/frame/frame.dom.test.tsx',
  'test/renderer/dom/pivot-chart.dom.test.tsx',
  'test/renderer/dom/statement-import.dom.test.tsx',
  'test/renderer/app/palette/palette.dom.test.tsx',
  'test/renderer/dom/closing.dom.test.tsx',
  'test/electron/sync/bursts.test.ts',
  'test/attack/host-processes.test.ts',
  'test/renderer/data/files/altered-workbooks.test.ts',
  'test/electron/sync/faults.test.ts',
  'test/electron/sync/reread-run.test.ts',
  'test/renderer/data/worker/workbook.test.ts',
  'test/electron/sync/absences.test.ts',
  'test/renderer/data/worker/data-service.test.ts',
  'test/faults/network.test.ts',
  'test/electron/demo/lumbre/books.test.ts',
  'test/electron/demo/story/story.test.ts',
  'test/mutants/mutants.test.ts',
  'test/renderer/data/worker/planted-faults.test.ts',
  'test/electron/demo/statements/company-files.test.ts',
  'test/electron/sync/changes.test.ts',
  'test/renderer/reconciliation/matching/statements.test.ts',
  'test/renderer/data/files/office.test.ts',
  'test/electron/app/switching.test.ts',
  'test/electron/sync/clocks.test.ts',
  'test/renderer/reconciliation/closing/closings.test.ts',
  'test/renderer/data/worker/check-export.test.ts',
  'test/renderer/data/files/intake/linear-growth.test.ts',
];

/** Where an item stands: its file's path from the project's root, and its project in Vitest's configuration. */
export type Place = { readonly path: string; readonly project: string };

/**
 * Project by project, and in each those among the longest first, in their order; the others stay as they come. A random
 * order is of the others. A process goes on to the next file only where that is of its own project: where projects alternate,
 * every file has a process of its own, and loads React, the engine and whatever else anew.
 */
export function longestFirst<Item>(items: readonly Item[], placeOf: (item: Item) => Place): Item[] {
  const rank = ({ path }: Place): number => {
    const at = LONGEST.indexOf(path);
    return at < 0 ? LONGEST.length : at;
  };
  return items.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    if (one.project !== other.project) return one.project < other.project ? -1 : 1;
    return rank(one) - rank(other);
  });
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId).replaceAll('\\', '/');
    const sorted =
      sequence.shuffle === true ? inRandomOrder(files, sequence.seed, pathOf) : await super.sort(files);
    return longestFirst(sorted, (file) => ({ path: pathOf(file), project: file.project.name }));
  }
}
