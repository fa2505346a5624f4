import type { KeyboardEvent } from 'react';
import { walkAcross } from '#renderer/ui/walk-list.ts';

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };
const CONTROLS = 'button, a[href], input[type="checkbox"]';

/**
 * Up and down go from a cell's button or box to the same one of the next line that has it, and where none has, to the first
 * of the next line that has any; fields and menus keep their keys.
 */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  moveBetweenHeads(event);
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
  if (target.hasAttribute('aria-haspopup')) return;
  const [cell, line] = [target.closest('td, th'), target.closest('tr')];
  if (cell === null || line === null || line.closest('table') !== currentTarget) return;
  if (line.closest('thead') !== null || line.dataset.below !== undefined) return;
  const column = [...line.children].indexOf(cell);
  const place = [...cell.querySelectorAll(CONTROLS)].indexOf(target);
  const lines = [
    ...currentTarget.querySelectorAll<HTMLElement>(
      ':scope > tbody > tr:not([data-below]), :scope > tfoot > tr:not([data-below])',
    ),
  ];
  const here = lines.indexOf(line);
  const ahead = step > 0 ? lines.slice(here + 1) : lines.slice(0, here).toReversed();
  const like = ahead.map((each) => each.children[column]?.querySelectorAll<HTMLElement>(CONTROLS)[place]);
  const any = ahead.map((each) => each.querySelector<HTMLElement>(CONTROLS) ?? undefined);
  const next = [...like, ...any].find((each) => each !== undefined);
  event.preventDefault();
  next?.focus();
}

/** Left and right go from a heading that sorts to the next one that does. */
function moveBetweenHeads(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement) || target.closest('thead th') === null)
    return;
  walkAcross(event, [...currentTarget.querySelectorAll<HTMLElement>(':scope > thead button')]);
}
