import { useEffect } from 'react';
import { useShortcut } from './shortcuts.ts';

/** The page's parts by keyboard: a new screen has the focus, and F6 goes from part to part. */

const TABLE = '[role=grid][data-whole]';
/** A part of a part that is worth a stop of its own says so by `data-stop`. */
const PARTS = `nav, main header, main section, main ${TABLE}, main aside, main footer, main [data-stop]`;
const FOCUSABLE = 'a[href], button, input, select, [tabindex="0"]';

/** Where each part begins: a table itself, the first control of the others; parts without any are passed over. */
function partStops(): readonly HTMLElement[] {
  const stops = [...document.querySelectorAll<HTMLElement>(PARTS)].flatMap((part) => {
    const controls = part.matches(TABLE) ? [part] : [...part.querySelectorAll<HTMLElement>(FOCUSABLE)];
    return controls.find((each) => !each.matches(':disabled') && each.checkVisibility()) ?? [];
  });
  return [...new Set(stops)];
}

/** The part that has the focus; null where it is lost, or held for the whole screen. */
function focusedPart(): Element | null {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.matches('main') === true ? null : activeElement;
}

function step(by: 1 | -1): void {
  const stops = partStops();
  const focused = focusedPart();
  const isBefore = (stop: Element): boolean =>
    focused !== null && (focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const here = focused === null ? -1 : stops.findLastIndex((stop) => stop === focused || isBefore(stop));
  // From nowhere: into the screen, or to its end.
  const first = stops.findIndex((stop) => stop.closest('main') !== null);
  const next = focused === null ? (by === 1 ? first : stops.length - 1) : here + by;
  stops.at(next % stops.length)?.focus();
}

/** Its program and its figures may still be on their way. */
const MAX_WAITS = 60;
const WAIT_MS = 50;

/**
 * `before` has the focus again where it is still there; else a screen's table takes it once it is there, until then the
 * screen as a whole. Whoever goes elsewhere meanwhile stays.
 */
export function land(before: HTMLElement | null = null): () => void {
  let waits = 0;
  const timer = setInterval(() => {
    waits += 1;
    // A menu or a dialog that opens takes the focus by itself, a moment later.
    const isOpening = document.querySelector('[role=dialog], [role=menu]') !== null;
    if (focusedPart() !== null || isOpening || waits > MAX_WAITS) {
      clearInterval(timer);
      return;
    }
    const table = document.querySelector<HTMLElement>(`main ${TABLE}`);
    if (before?.isConnected === true) before.focus();
    else if (table !== null) table.focus({ preventScroll: true });
    else focusWhole(document.querySelector('main'));
  }, WAIT_MS);
  return () => clearInterval(timer);
}

/** Who goes to a screen by its key goes on there, wherever the focus was. */
export function landOnScreen(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  land();
}

/**
 * Who comes to a screen by a button that is gone with the screen before, or by the palette, has nothing in hand: keys
 * would begin at the rail.
 */
export function usePageParts(place: string): void {
  useShortcut('F6', () => step(1));
  useShortcut('shift+F6', () => step(-1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every new place, of which nothing else is read
  useEffect(() => land(), [place]);
}

/** Only while it has the focus: a press on its plain ground is no choice of it. */
function focusWhole(screen: HTMLElement | null): void {
  if (screen === null || screen === document.activeElement) return;
  screen.tabIndex = -1;
  screen.addEventListener('blur', () => screen.removeAttribute('tabindex'), { once: true });
  screen.focus({ preventScroll: true });
}
