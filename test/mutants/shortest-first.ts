import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The most that each file took: a run that ended at its first failure says too little of the others. */
const longestMs = new Map<string, number>();

/** Test files by what they take, the quickest first: a mutant that one of them sees waits for no longer one. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const timed = files.map((file) => {
      const key = `${file.project.name}:${relative(config.root, file.moduleId)}`;
      const ms = Math.max(longestMs.get(key) ?? 0, cache.getFileTestResults(key)?.duration ?? 0);
      longestMs.set(key, ms);
      return { file, ms };
    });
    return timed.toSorted((a, b) => a.ms - b.ms).map(({ file }) => file);
  }
}
