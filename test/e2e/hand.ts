import { expect, type Locator, type Page } from '@playwright/test';

/** How somebody works a page: with a pointer, or by keys alone. What is typed into a field counts as one press. */
export type Hand = {
  readonly press: (wanted: Locator) => Promise<void>;
  readonly write: (field: Locator, words: string) => Promise<void>;
  /** Opens a menu and takes an item of it. */
  readonly take: (menu: Locator, item: Locator) => Promise<void>;
  /** So far: of a pointer and of Enter, not of what leads there. */
  readonly presses: () => number;
};

export const INPUTS = ['pointer', 'keyboard'] as const;
export type Input = (typeof INPUTS)[number];

export function handOf(page: Page, input: Input): Hand {
  let presses = 0;
  const count = async (done: Promise<void>): Promise<void> => {
    await done;
    presses += 1;
  };
  const { press, write } = input === 'pointer' ? POINTER : keysOf(page);
  return {
    press: (wanted) => count(press(wanted)),
    write: (field, words) => count(write(field, words)),
    take: async (menu, item) => {
      await count(press(menu));
      await expect(item).toBeVisible();
      await count(press(item));
    },
    presses: () => presses,
  };
}

type Moves = Pick<Hand, 'press' | 'write'>;

const POINTER: Moves = {
  press: (wanted) => wanted.click(),
  write: (field, words) => field.fill(words),
};

/** More than it takes to cross any screen; a table that takes more is no way for somebody without a pointer. */
const MAX_MOVES = 250;

function keysOf(page: Page): Moves {
  async function reach(wanted: Locator): Promise<void> {
    for (let move = 0; move < MAX_MOVES; move += 1) {
      const key = await wanted.evaluate(keyTo);
      if (key === null) break;
      await page.keyboard.press(key);
    }
    await expect(wanted).toBeFocused();
  }
  return {
    press: async (wanted) => {
      await reach(wanted);
      await page.keyboard.press('Enter');
    },
    write: async (field, words) => {
      await reach(field);
      await page.keyboard.press('Control+a');
      if (words === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(words);
    },
  };
}

/** The key that brings the focus nearer; null: it is there. Of what arrows walk only one is a stop of Tab. */
function keyTo(wanted: HTMLElement | SVGElement): string | null {
  const active = document.activeElement;
  if (active === wanted || active === null) return null;
  const comesAfter = (other: Element, than: Element): boolean =>
    (than.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (wanted.closest('[role=menu], [role=listbox]') !== null)
    return active.closest('[role=menu], [role=listbox]') === null || comesAfter(wanted, active)
      ? 'ArrowDown'
      : 'ArrowUp';
  let group = wanted.tabIndex < 0 ? wanted.parentElement : null;
  while (group !== null && group.querySelector('[tabindex="0"]') === null) group = group.parentElement;
  if (group?.contains(active) === true) {
    // The screens stand in a column.
    const [back, on] =
      group.closest('nav') === null
        ? (['ArrowLeft', 'ArrowRight'] as const)
        : (['ArrowUp', 'ArrowDown'] as const);
    return comesAfter(wanted, active) ? on : back;
  }
  const stop = group?.querySelector('[tabindex="0"]') ?? wanted;
  return comesAfter(stop, active) ? 'Tab' : 'Shift+Tab';
}
