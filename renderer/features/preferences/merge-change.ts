import { isEqual } from 'es-toolkit';

/** Applies the changes of one tab to what another tab may have written since, and takes them back. */

type Entry = { readonly id: string };
const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) && value.every((each) => isRecord(each) && typeof each.id === 'string');

/**
 * `now` with what differs between `before` and `after`, and nothing else: entries of lists by their `id`, objects key by key,
 * anything else whole. Of two changes of one value the later holds.
 */
export const mergeChange = (before: unknown, after: unknown, now: unknown): unknown =>
  merged({ before, after, now }, 'change');

/** `now` without the change from `before` to `after`: what was changed again since, stays as it is. */
export const takeBack = (before: unknown, after: unknown, now: unknown): unknown =>
  merged({ before: after, after: before, now }, 'way-back');

type Three<T> = { readonly before: T; readonly after: T; readonly now: T };
/** Where `now` is neither of both, a change holds, and a way back does not. */
type How = 'change' | 'way-back';

function merged({ before, after, now }: Three<unknown>, how: How): unknown {
  if (isEqual(before, after)) return now;
  if (isEqual(before, now)) return after;
  if (isList(before) && isList(after) && isList(now)) return mergeLists({ before, after, now }, how);
  if (isRecord(before) && isRecord(after) && isRecord(now)) return mergeRecords({ before, after, now }, how);
  return how === 'change' ? after : now;
}

function mergeLists({ before, after, now }: Three<readonly Entry[]>, how: How): unknown {
  const [former, later] = [before, after].map((list) => new Map(list.map((entry) => [entry.id, entry])));
  const known = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((entry) => {
    const [was, is] = [former?.get(entry.id), later?.get(entry.id)];
    if (is !== undefined) return [merged({ before: was, after: is, now: entry }, how)];
    const isTheirs = was === undefined || (how === 'way-back' && !isEqual(was, entry));
    return isTheirs ? [entry] : [];
  });
  // An entry changed here and removed elsewhere comes back: losing what was just written is worse. By the way back it does not.
  const added = after.filter((entry) => {
    const was = former?.get(entry.id);
    return !known.has(entry.id) && (how === 'change' ? !isEqual(was, entry) : was === undefined);
  });
  return [...kept, ...added];
}

function mergeRecords(
  { before, after, now }: Three<{ readonly [key: string]: unknown }>,
  how: How,
): { readonly [key: string]: unknown } {
  const result = new Map(Object.entries(now));
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isEqual(before[key], after[key])) continue;
    if (Object.hasOwn(after, key))
      result.set(key, merged({ before: before[key], after: after[key], now: now[key] }, how));
    else if (how === 'change' || isEqual(before[key], now[key])) result.delete(key);
  }
  return Object.fromEntries(result);
}
