/** The words of some rows, by position in `rows`. */
export function gatherKeys(words: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  const last = rows.length - 1;
  let at = 0;
  for (; at < last; at += 2) {
    out[at] = words[rows[at] ?? 0] ?? 0;
    out[at + 1] = words[rows[at + 1] ?? 0] ?? 0;
  }
  if (at === last) out[at] = words[rows[at] ?? 0] ?? 0;
  return out;
}
