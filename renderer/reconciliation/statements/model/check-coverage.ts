import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import type { Units } from './figures.ts';

/** Which lines were held against something that the file says beside them. */

export type Coverage = ReturnType<typeof createCoverage>;

/**
 * Nothing is covered at first.
 * @param net keys of the columns that the net of a line is made of
 */
export function createCoverage(
  lines: number,
  net: readonly { readonly key: string; readonly units: Units | undefined }[],
) {
  const whole = new Uint8Array(lines);
  const byColumn = new Map<string, Uint8Array>();
  /** The parts of the net in the line, each in a total of its own column. */
  const isByColumns = (at: number): boolean => {
    const moved = net.filter(({ units }) => (units?.[at] ?? 0n) !== 0n);
    return moved.length > 0 && moved.every(({ key }) => byColumn.get(key)?.[at] === 1);
  };
  return {
    line: (at: number): void => {
      whole[at] = 1;
    },
    /** Lines from the one to before the other. */
    range: (from: number, to: number): void => {
      whole.fill(1, from, to);
    },
    /** One column of a line alone. */
    column: (key: string, at: number): void => {
      const own = byColumn.get(key) ?? new Uint8Array(lines);
      byColumn.set(key, own);
      own[at] = 1;
    },
    *count(): Task<number> {
      let count = 0;
      yield* eachInSteps(whole, (isCovered, at) => {
        if (isCovered === 1 || (byColumn.size > 0 && isByColumns(at))) count += 1;
      });
      return count;
    },
  };
}
