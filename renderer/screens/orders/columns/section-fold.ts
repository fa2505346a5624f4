import { z } from 'zod';

/** Sections of columns that are folded to their total, and what they show once they are opened again. Pure. */

/** What each folded section showed, its total included. */
export const foldedSchema = z.record(z.string(), z.array(z.string()));
export type FoldedSections = z.infer<typeof foldedSchema>;
export const NOT_FOLDED: FoldedSections = {};

/**
 * The chosen columns once a section's arrow is pressed: folded, it shows its total alone; opened, what it showed
 * before, or all of its columns.
 */
export function foldedOrNot(
  chosen: ReadonlySet<string>,
  section: readonly string[],
  total: string,
  isFolded: boolean,
  before: readonly string[] | undefined,
): ReadonlySet<string> {
  const others = [...chosen].filter((key) => !section.includes(key) || key === total);
  if (!isFolded) return new Set(others);
  const known = section.filter((key) => before?.includes(key) === true && key !== total);
  return new Set([...others, ...(known.length > 0 ? known : section)]);
}
