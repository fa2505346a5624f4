import { isEqual } from 'es-toolkit';

/** Applies the changes of one tab to what another tab may have written since. */

type Entry = { readonly id: string };
const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) && value.every((each) => isRecord(each) && typeof each.id === 'string');

/**
 * `now` with what differs between `before` and `after`, and nothing else: entries of lists by their `id`, objects key by key,
 * anything else whole. Of two changes of one value the later holds. Exchanging `before` and `after` takes the change back.
 */
export function mergeChange(before: unknown, after: unknown, now: unknown): unknown {
  if (isEqual(before, after)) return now;
  if (isEqual(before, now)) return after;
  if (isList(before) && isList(after) && isList(now)) return mergeLists(before, after, now);
  if (isRecord(before) && isRecord(after) && isRecord(now)) return mergeRecords(before, after, now);
  return after;
}

function mergeLists(before: readonly Entry[], after: readonly Entry[], now: readonly Entry[]): unknown {
  const [former, later] = [before, after].map((list) => new Map(list.map((entry) => [entry.id, entry])));
  const known = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((entry) => {
    const [was, is] = [former?.get(entry.id), later?.get(entry.id)];
    if (is === undefined) return was === undefined ? [entry] : [];
    return [mergeChange(was, is, entry)];
  });
  // An entry changed here and removed elsewhere comes back: losing what was just written is worse.
  const added = after.filter((entry) => !known.has(entry.id) && !isEqual(former?.get(entry.id), entry));
  return [...kept, ...added];
}

function mergeRecords(
  before: { readonly [key: string]: unknown },
  after: { readonly [key: string]: unknown },
  now: { readonly [key: string]: unknown },
): unknown {
  const merged = new Map(Object.entries(now));
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isEqual(before[key], after[key])) continue;
    if (Object.hasOwn(after, key)) merged.set(key, mergeChange(before[key], after[key], now[key]));
    else merged.delete(key);
  }
  return Object.fromEntries(merged);
}
