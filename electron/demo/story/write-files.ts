import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#shared/domain/dates.ts';
import { filesOfMonth, monthsOf } from '../statements/company-files.ts';
import type { World } from '../world/world.ts';
import type { Story } from './story.ts';

/** The company's faults, beside its files. */
const STORY_FILE = 'story.json';

/** A company's files, as `npm run api` is asked for them. */
export type FilesRequest = {
  readonly directory: string;
  /** The last so many months, the running one among them. */
  readonly months: number;
};

/** Writes the statements and bank extracts into a folder a month, and the story. */
export async function writeFiles(
  story: Story,
  world: World,
  { directory, months }: FilesRequest,
): Promise<void> {
  const until = Math.floor(world.now() / DAY_MS);
  const { month, causes, books } = story.write([...world.truth()]);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, STORY_FILE), `${JSON.stringify({ month, causes }, null, 2)}\n`);
  for (const each of monthsOf(books).slice(-months)) {
    const { statements, banks } = filesOfMonth(books, each, until);
    await mkdir(join(directory, each), { recursive: true });
    for (const { name, text } of [...statements, ...banks]) {
      await writeFile(join(directory, each, name), text);
    }
  }
}
