/** What stands in a part of the page, as one reads it. */

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
