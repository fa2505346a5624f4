import {
  DAY_MS,
  instantFromMs,
  instantToMs,
  type LocalDateTime,
  localFromMs,
  localToMs,
  parseLocalDateTime,
  parseUtcInstant,
  SECOND_MS,
  toRequestTime,
  type UtcInstant,
} from './dates.ts';
import type { Cell } from './row-table.ts';

/** Half-open windows on the rows' own dates, and the wider requests that fill them (rules 3, 6 and 8). */

export type PurchaseWindow = {
  readonly field: 'purchase_date';
  readonly from: LocalDateTime;
  readonly to: LocalDateTime;
};
export type UpdateWindow = {
  readonly field: 'updated_at';
  readonly from: UtcInstant;
  readonly to: UtcInstant;
};
/** [from, to) in milliseconds on the field's own axis. */
export type SyncWindow = PurchaseWindow | UpdateWindow;

/** A window of more pages is split before it is read. */
export const MAX_WINDOW_PAGES = 10;
/** An unfinished window older than this starts anew. */
export const MAX_WINDOW_AGE_MS = 10 * 60 * SECOND_MS;
/** Longest span of an `updated_at` request (spec 4.2.6). */
export const MAX_UPDATE_SPAN_MS = 7 * DAY_MS;
/** Longest `updated_at` window: the request asks one second more on each side and still fits in seven days. */
export const MAX_UPDATE_WINDOW_MS = MAX_UPDATE_SPAN_MS - 2 * SECOND_MS;

/** The column whose value decides whether a row lies in the window. */
export function windowColumn(window: SyncWindow): 'Fecha de compra' | 'Fecha de actualización' {
  return window.field === 'purchase_date' ? 'Fecha de compra' : 'Fecha de actualización';
}

/** The explicit `from` and `to` sent for every page: one second wider on each side, never before `earliest`. */
export function requestRange(
  window: SyncWindow,
  earliest: LocalDateTime | null,
): { readonly from: string; readonly to: string } {
  const fromMs = windowStartMs(window) - SECOND_MS;
  const toMs = windowEndMs(window) + SECOND_MS;
  const earliestMs = earliest === null ? Number.NEGATIVE_INFINITY : localToMs(earliest);
  return {
    from: toRequestTime(localFromMs(Math.max(fromMs, earliestMs))),
    to: toRequestTime(localFromMs(toMs)),
  };
}

/** Where a row's date lies: in the window, outside it, or unreadable (then no window can claim it by date). */
export function placeInWindow(window: SyncWindow, date: Cell): 'inside' | 'outside' | 'undated' {
  const parsed =
    window.field === 'purchase_date' ? parseLocalDateTime(date ?? '') : parseUtcInstant(date ?? '');
  if (parsed === undefined) return 'undated';
  return parsed >= window.from && parsed < window.to ? 'inside' : 'outside';
}

export function windowStartMs(window: SyncWindow): number {
  return window.field === 'purchase_date' ? localToMs(window.from) : instantToMs(window.from);
}

export function windowEndMs(window: SyncWindow): number {
  return window.field === 'purchase_date' ? localToMs(window.to) : instantToMs(window.to);
}

/** The window between two points of the same axis. */
export function windowBetween(field: SyncWindow['field'], fromMs: number, toMs: number): SyncWindow {
  return field === 'purchase_date'
    ? { field, from: localFromMs(fromMs), to: localFromMs(toMs) }
    : { field, from: instantFromMs(fromMs), to: instantFromMs(toMs) };
}

/** Cuts a window into at most `parts` of whole seconds, earliest first; one of a second or less comes back alone. */
export function splitWindow(window: SyncWindow, parts: number): readonly SyncWindow[] {
  const start = windowStartMs(window);
  const end = windowEndMs(window);
  const stepMs = Math.max(SECOND_MS, Math.ceil((end - start) / parts / SECOND_MS) * SECOND_MS);
  const pieces: SyncWindow[] = [];
  for (let at = start; at < end; at += stepMs) {
    pieces.push(windowBetween(window.field, at, Math.min(end, at + stepMs)));
  }
  return pieces;
}
