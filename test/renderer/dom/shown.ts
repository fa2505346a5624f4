import { waitFor } from '@testing-library/react';

/**
 * What stands in a part of the page, as one reads it. Presses and choices are found by their name, but not by their role:
 * who looks for a role has the whole page's worked out.
 */

/** The words of each cell, a line a row. */
export function linesOf(part: ParentNode | null | undefined): readonly (readonly string[])[] {
  return [...(part?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent ?? ''),
  );
}

/** The exact figures, in their order. */
export function exactIn(part: ParentNode | null | undefined): readonly (string | undefined)[] {
  return [...(part?.querySelectorAll<HTMLElement>('data[data-value]') ?? [])].map(
    ({ dataset }) => dataset.value,
  );
}

/** What is told of each figure, and of each press, when one points at it. */
export function titlesIn(part: ParentNode | null | undefined, of = '[title]'): readonly string[] {
  return [...(part?.querySelectorAll<HTMLElement>(of) ?? [])].map(({ title }) => title);
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** The buttons of a name: what they are labelled by, else their words. */
export function buttonsOf(name: string, part: ParentNode = document): readonly HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>('button')].filter((each) => nameOf(each) === name);
}

/** The only one of them. */
export function buttonOf(name: string, part: ParentNode = document): HTMLElement {
  const [found, ...others] = buttonsOf(name, part);
  if (found === undefined || others.length > 0) throw new Error(`Not one button «${name}».`);
  return found;
}

/** A choice of the menu that is opened, once it is there. */
export function choiceOf(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const choices = [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
    const found = choices.find((each) => nameOf(each) === name);
    if (found === undefined) throw new Error(`No choice «${name}».`);
    return found;
  });
}

/** The table that the keys are for. */
export function grid(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[role=grid]');
  if (found === null) throw new Error('There is no table.');
  return found;
}
