import { createContext, type RefObject, useContext, useLayoutEffect } from 'react';

/**
 * Lists of a screen that is looked through by Tab: each is one stop, the line that had the focus last, or its first; up and
 * down lead from line to line as in all lists (row-keys.ts). A screen of many short lists would else take a hundred presses.
 */

const OneStopContext = createContext(false);
export const OneStopLists = OneStopContext.Provider;

const CONTROLS = 'button, a[href], input';
/** Kept off the way by this file, with the `tabindex` it had; one that somebody else keeps off stays so. */
const HELD = 'held';

/** The line that a control is of: what stands below a line belongs to it, and each heading is one of its own. */
function lineOf(control: Element): Element | null {
  const heading = control.closest('thead th');
  if (heading !== null) return heading;
  const row = control.closest('tbody > tr, tfoot > tr');
  return row instanceof HTMLElement && row.dataset.below !== undefined ? row.previousElementSibling : row;
}

/** Each list of a table: its headings, a part that is worth a stop of its own (`data-stop`), all other lines together. */
function listOf(line: Element): Element | null {
  const part = line.closest<HTMLElement>('tbody[data-stop], thead');
  return part ?? line.closest('table');
}

function setStops(table: HTMLTableElement, focused: Element | null): void {
  const controls = [...table.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.dataset[HELD] !== undefined || control.getAttribute('tabindex') !== '-1',
  );
  const stops = new Map<Element | null, Element>();
  const focusedLine = focused === null ? null : lineOf(focused);
  if (focusedLine !== null && table.contains(focusedLine)) stops.set(listOf(focusedLine), focusedLine);
  // The line that had the focus last keeps the stop while it is there.
  for (const control of controls) {
    const line = lineOf(control);
    if (line instanceof HTMLElement && line.dataset.tabLine !== undefined && !stops.has(listOf(line)))
      stops.set(listOf(line), line);
  }
  for (const control of controls) {
    const line = lineOf(control);
    if (line === null) continue;
    const list = listOf(line);
    if (!stops.has(list)) stops.set(list, line);
    const isStop = stops.get(list) === line;
    const before = control.dataset[HELD];
    if (!isStop && before === undefined) {
      control.dataset[HELD] = control.getAttribute('tabindex') ?? '';
      control.tabIndex = -1;
    } else if (isStop && before !== undefined) {
      delete control.dataset[HELD];
      if (before === '') control.removeAttribute('tabindex');
      else control.setAttribute('tabindex', before);
    }
  }
  const kept = new Set(stops.values());
  for (const line of table.querySelectorAll<HTMLElement>('tr, thead th')) {
    if (kept.has(line)) line.dataset.tabLine = '';
    else delete line.dataset.tabLine;
  }
}

/** Keeps a list one stop, where its screen is looked through so. */
export function useOneStop(table: RefObject<HTMLTableElement | null>): void {
  const isOn = useContext(OneStopContext);
  // After every drawing: lines come and go.
  useLayoutEffect(() => {
    if (isOn && table.current !== null) setStops(table.current, document.activeElement);
  });
  useLayoutEffect(() => {
    const element = table.current;
    if (!isOn || element === null) return;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) setStops(element, target);
    };
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [isOn, table]);
}
