import { join } from 'node:path';
import { z } from 'zod';
import { ProfileError } from './profile-error.ts';
import { readOrSetAside } from './read-or-set-aside.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** In a profile that the desktop app has had: no browser host writes it. */
export const CHROMIUM_FILE = 'chromium.json';

const markSchema = z.object({ version: z.literal(1), chromium: z.int().min(0) });

/**
 * Writes down which Chromium has the profile's databases now. Throws where a later one had them: an earlier one would not
 * read them, and begin anew.
 * @param version as `process.versions.chrome`
 */
export async function refuseEarlierChromium(directory: string, version: string | undefined): Promise<void> {
  const own = Number.parseInt(version ?? '', 10);
  if (!Number.isSafeInteger(own)) return;
  const file = join(directory, CHROMIUM_FILE);
  const { chromium } = await readOrSetAside(file, markSchema, { version: 1, chromium: 0 });
  if (chromium > own) throw new ProfileError({ kind: 'newer', file });
  if (chromium < own) await writeFileAtomically(file, `${JSON.stringify({ version: 1, chromium: own })}\n`);
}
