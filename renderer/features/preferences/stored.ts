import { isEqual } from 'es-toolkit';
import type { z } from 'zod';
import { mergeChange, takeBack } from './merge-change.ts';

/** Reads what is remembered as it is; null where there is nothing, or nothing that can be read. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Reads a remembered setting; the default where there is none, or one that no longer fits. */
export function readStored<T>(key: string, schema: z.ZodType<T>, fallback: T): T {
  const read = schema.safeParse(readStoredJson(key));
  return read.success ? read.data : fallback;
}

/** Forgets what is remembered of an account: every key that ends with its id. */
export function forgetAccount(accountId: string): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const key of keys)
      if (key.startsWith('cuadra.') && key.endsWith(`.${accountId}`)) localStorage.removeItem(key);
  } catch {
    // A private window may refuse: then nothing was remembered either.
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

/**
 * Remembers what was changed of a setting, beside what other tabs have changed of it meanwhile. Answers what is remembered
 * by then.
 * @param schema what does not fit it is nothing to change a part of: with the change it would fit no more than before
 */
export function changeStored(key: string, before: unknown, after: unknown, schema?: z.ZodType): unknown {
  const stored = readStoredJson(key) ?? before;
  const now = schema?.safeParse(stored).success === false ? before : stored;
  const next = mergeChange(before, after, now);
  writeStored(key, next);
  return next;
}

/** Takes such a change back, but for what was changed again since. Answers what is remembered by then, and whether anything was. */
export function takeStoredBack(
  key: string,
  before: unknown,
  after: unknown,
): { readonly now: unknown; readonly isTaken: boolean } {
  const stored = readStoredJson(key) ?? after;
  const now = takeBack(before, after, stored);
  writeStored(key, now);
  return { now, isTaken: !isEqual(now, stored) };
}

/** Calls back when another tab has written the setting, or a backup was taken in its place. Gives the way to stop. */
export function followStored(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    // Null: all of it was cleared.
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
