import { readFile, rename } from 'node:fs/promises';
import { ProfileError, refuseNewer } from './profile-error.ts';

/**
 * Reads a private file, `empty` where there is none. One that cannot be understood is set aside, never overwritten; of
 * one that a later version wrote it throws.
 * @param schema takes what is stored, of this version or an older one, and throws where it is neither
 */
export async function readOrSetAside<T extends { readonly version: number }>(
  file: string,
  schema: { readonly parse: (stored: unknown) => T },
  empty: T,
): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  try {
    const stored: unknown = JSON.parse(text);
    refuseNewer(stored, empty.version, file);
    return schema.parse(stored);
  } catch (error) {
    if (error instanceof ProfileError) throw error;
    await setAside(file, 'unreadable');
    return empty;
  }
}

/** Keeps a file that is about to be written anew, under a name beside its own. */
export async function setAside(file: string, why: 'unreadable' | 'newer'): Promise<void> {
  await rename(file, `${file}.${why}-${Date.now()}`);
}
