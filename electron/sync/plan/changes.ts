import { DAY_MS, instantFromMs, instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { MAX_UPDATE_WINDOW_MS, splitWindow, type UpdateWindow } from '#shared/domain/window.ts';

/** Windows of changes and the watermark between them (rules 7 and 8). Pure. */

/** Safety margin taken off the watermark. */
export const DEFAULT_MARGIN_MS = 10 * 60 * 1000;

/** The longest window that a request may span; its end may lie in the future, where the server cuts it. */
export function changesWindow(from: UtcInstant): UpdateWindow {
  return { field: 'updated_at', from, to: instantFromMs(instantToMs(from) + MAX_UPDATE_WINDOW_MS) };
}

/** A window as far as it can hold anything yet: not beyond the server's present. */
export function presentPart(window: UpdateWindow, serverNow: UtcInstant): UpdateWindow {
  const to = serverNow < window.to && serverNow > window.from ? serverNow : window.to;
  return { ...window, to };
}

/** Cuts a window of changes, oldest first. A window of a second or less comes back alone. */
export function divideChanges(window: UpdateWindow, parts: number): readonly UpdateWindow[] {
  return splitWindow(window, parts).filter((piece) => piece.field === 'updated_at');
}

/**
 * E of rule 7: up to when all changes are known once a window is read. The server's clock at its first page, the
 * window's end, or the end the server itself gave (`meta.to`), whichever comes first.
 */
export function knownAfter(
  windowTo: UtcInstant,
  firstPageDate: UtcInstant,
  effectiveTo: UtcInstant | null,
): UtcInstant {
  const end = firstPageDate < windowTo ? firstPageDate : windowTo;
  return effectiveTo !== null && effectiveTo < end ? effectiveTo : end;
}

/**
 * Whether a reading of changes is over once this window is read (rule 15): it reaches the present, or the server's
 * answer covers less than the window. Then the same window again would bring nothing more, whatever the clock says; a window that
 * is known to its end moves the next `from` by six days.
 * @param present the server's time when the reading of changes began
 */
export function isPresentReached(windowTo: UtcInstant, reached: UtcInstant, present: UtcInstant): boolean {
  return windowTo >= present || reached < windowTo;
}

/**
 * The next `from` (rule 7): max(this from, min(greatest update of the window's own rows, E) - margin, E - 24 h).
 * It never goes back, and after a window of over 24 h it never sticks.
 */
export function nextWatermark(options: {
  readonly current: UtcInstant;
  readonly knownUntil: UtcInstant;
  readonly greatestUpdate: UtcInstant | null;
  readonly marginMs: number;
}): UtcInstant {
  const { current, knownUntil, greatestUpdate, marginMs } = options;
  const end = instantToMs(knownUntil);
  const byRows =
    greatestUpdate === null
      ? Number.NEGATIVE_INFINITY
      : Math.min(instantToMs(greatestUpdate), end) - marginMs;
  return instantFromMs(Math.max(instantToMs(current), byRows, end - DAY_MS));
}

/**
 * The first `from` of a load (rule 7): its start minus the margin, or the greatest update of its first window minus the
 * margin where that is earlier, for the clock of the data may run behind that of the answers. Rows of later windows
 * prove nothing about the load's start. A day before the start where the first window is not read or has no rows.
 */
export function firstWatermark(options: {
  readonly startedAt: UtcInstant;
  readonly greatestUpdate: UtcInstant | null;
  readonly marginMs: number;
  /** No request may reach further back (rule 9). */
  readonly notBeforeMs: number;
}): UtcInstant {
  const { startedAt, greatestUpdate, marginMs, notBeforeMs } = options;
  const startMs = instantToMs(startedAt);
  const from =
    greatestUpdate === null ? startMs - DAY_MS : Math.min(startMs, instantToMs(greatestUpdate)) - marginMs;
  return instantFromMs(Math.max(notBeforeMs, from));
}
