import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_ORDERS, DEMO_PULSE_MS } from '#electron/demo/demo-account.ts';
import type { Cause, CauseKind } from '#electron/demo/story/cause.ts';
import { createStory } from '#electron/demo/story/story.ts';
import { writeFiles } from '#electron/demo/story/write-files.ts';
import { createWorld } from '#electron/demo/world/world.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';

/** What is wrong in the demo company of a seed and a beginning, and its files, as they are written for anybody. */

export type ToldDemo = {
  readonly month: Month;
  readonly causesOf: (...kinds: readonly CauseKind[]) => readonly Cause[];
  /** Of the statements from the month before to the one after, and of the extracts from the month on. */
  readonly files: readonly string[];
};

/** @param folder where they are written; nothing but them may lie in it */
export async function tellDemo(seed: number, beganAtMs: number, folder: string): Promise<ToldDemo> {
  const story = createStory();
  const world = createWorld({
    seed,
    orders: DEMO_ORDERS,
    company: story.company,
    clock: Date.now,
    beginsAt: beganAtMs,
    pulseMs: DEMO_PULSE_MS,
  });
  await writeFiles(story, world, { directory: folder, months: 3 });
  const { month, causes } = JSON.parse(await readFile(join(folder, 'story.json'), 'utf8')) as {
    readonly month: Month;
    readonly causes: readonly Cause[];
  };
  const filesIn = async (shift: number): Promise<readonly string[]> => {
    const names = await readdir(join(folder, shiftMonth(month, shift))).catch(() => []);
    return shift < 0 ? names.filter((name) => !name.startsWith('banco_')) : names;
  };
  return {
    month,
    causesOf: (...kinds) => causes.filter(({ kind }) => kinds.includes(kind)),
    files: (await Promise.all([-1, 0, 1].map(filesIn))).flat().toSorted(),
  };
}
