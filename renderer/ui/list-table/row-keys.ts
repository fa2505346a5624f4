import type { KeyboardEvent } from 'react';

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };
const CONTROLS = 'button, a[href], input[type="checkbox"]';

/** Up and down go from a cell's button or box to the same one of the next line that has it; fields and menus keep their keys. */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
  if (target.hasAttribute('aria-haspopup')) return;
  const [cell, line] = [target.closest('td, th'), target.closest('tr')];
  if (cell === null || line === null || line.closest('table') !== currentTarget) return;
  if (line.closest('tbody') === null || line.dataset.below !== undefined) return;
  const column = [...line.children].indexOf(cell);
  const place = [...cell.querySelectorAll(CONTROLS)].indexOf(target);
  const controls = [...currentTarget.querySelectorAll<HTMLElement>(':scope > tbody > tr:not([data-below])')]
    .map((each) => each.children[column]?.querySelectorAll<HTMLElement>(CONTROLS)[place])
    .filter((each) => each !== undefined);
  const next = controls[controls.indexOf(target) + step];
  event.preventDefault();
  next?.focus();
}
