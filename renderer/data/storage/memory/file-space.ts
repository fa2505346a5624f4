/** Which parts of a file are taken. */
export type FileRange = { readonly at: number; readonly length: number };

/** Ranges that were freed are taken again, the first that is large enough; else the file grows. */
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
      free.push(range);
    },
  };
}
