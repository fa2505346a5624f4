/** Groups by counting: what is of group g stands from `starts[g]` to `starts[g + 1]`. */
export function startsOf(counts: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(counts.length + 1);
  for (let group = 0; group < counts.length; group += 1)
    starts[group + 1] = (starts[group] ?? 0) + (counts[group] ?? 0);
  return starts;
}

/** Stable, by counting: `order` (places of rows) in the order of the keys that stand there. */
export function sortedByCounting(
  order: Uint32Array<ArrayBuffer>,
  keys: Uint8Array | Uint16Array | Uint32Array,
): Uint32Array<ArrayBuffer> {
  let max = 0;
  for (let at = 0; at < order.length; at += 1) max = Math.max(max, keys[at] ?? 0);
  const counts = new Uint32Array(max + 1);
  for (let at = 0; at < order.length; at += 1) {
    const key = keys[at] ?? 0;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const next = startsOf(counts);
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const place = order[at] ?? 0;
    const key = keys[place] ?? 0;
    sorted[next[key] ?? 0] = place;
    next[key] = (next[key] ?? 0) + 1;
  }
  return sorted;
}
