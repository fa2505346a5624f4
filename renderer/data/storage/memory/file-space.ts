/** Which parts of a file are taken. */
export type FileRange = { readonly at: number; readonly length: number };

/**
 * Ranges that were freed are taken again, the first that is large enough; else the file grows. Those beside each other are one:
 * what is merged is longer than each of its parts.
 */
export function createFileSpace() {
  const free: FileRange[] = [];
  let end = 0;
  return {
    take(length: number): FileRange {
      const place = free.findIndex((range) => range.length >= length);
      const found = free[place];
      if (found === undefined) {
        const taken = { at: end, length };
        end += length;
        return taken;
      }
      const rest = { at: found.at + length, length: found.length - length };
      free.splice(place, 1, ...(rest.length > 0 ? [rest] : []));
      return { at: found.at, length };
    },
    free(range: FileRange): void {
      let { at, length } = range;
      const before = free.findIndex((other) => other.at + other.length === at);
      const [joined] = before < 0 ? [] : free.splice(before, 1);
      at = joined?.at ?? at;
      length += joined?.length ?? 0;
      const after = free.findIndex((other) => other.at === at + length);
      const [next] = after < 0 ? [] : free.splice(after, 1);
      length += next?.length ?? 0;
      if (at + length === end) end = at;
      else free.push({ at, length });
    },
  };
}
