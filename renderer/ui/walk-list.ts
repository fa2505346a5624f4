import type { KeyboardEvent } from 'react';

const ACROSS: { readonly [key: string]: number } = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus by left and right from one of some things that stand side by side to the next; it stops at the ends. */
export function walkAcross(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const step = ACROSS[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const at = items.findIndex((item) => item.contains(document.activeElement));
  event.preventDefault();
  items[at + step]?.focus();
}

/** Moves the focus along what can be reached in a list; true where the key was one of those. */
export function walkList(event: KeyboardEvent, list: Element | null, selector: string): boolean {
  const items = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', Math.max(0, at - 1)],
    ...(at < 0
      ? []
      : ([
          ['Home', 0],
          ['End', items.length - 1],
        ] as const)),
  ]).get(event.key);
  if (next === undefined) return false;
  items[Math.min(next, items.length - 1)]?.focus();
  return true;
}
