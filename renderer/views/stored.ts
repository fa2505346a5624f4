import type { z } from 'zod';

/** Reads a remembered setting; the default where there is none, or one that no longer fits. */
export function readStored<T>(key: string, schema: z.ZodType<T>, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : fallback;
  } catch {
    return fallback;
  }
}

/** Remembers a setting; silently not where the browser forbids it. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse: the setting then lasts as long as the page.
  }
}
