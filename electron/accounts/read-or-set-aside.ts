import { readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';

/** What a private file holds, `empty` where there is none. One that cannot be understood is set aside, never overwritten. */
export async function readOrSetAside<T>(file: string, schema: z.ZodType<T>, empty: T): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    await rename(file, `${file}.unreadable-${Date.now()}`);
    return empty;
  }
}
