import type { KeyboardEvent } from 'react';

/** Moves the focus along what can be reached in a list; true where the key was one of those. */
export function walkList(event: KeyboardEvent, list: Element | null, selector: string): boolean {
  const items = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    event.key === 'ArrowDown'
      ? at + 1
      : event.key === 'ArrowUp'
        ? Math.max(0, at - 1)
        : event.key === 'Home' && at >= 0
          ? 0
          : event.key === 'End' && at >= 0
            ? items.length - 1
            : null;
  if (next === null) return false;
  items[Math.min(next, items.length - 1)]?.focus();
  return true;
}
