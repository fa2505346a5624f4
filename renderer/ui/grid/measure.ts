import { useSyncExternalStore } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import styles from './grid.module.css';
import type { ColumnActions, GridColumn } from './grid-types.ts';

/** Widths of figures in the grid's font, from the widths of their characters: no layout per cell. */

export type CharWidths = {
  readonly regular: (text: string) => number;
  readonly bold: (text: string) => number;
};

function measureWith(probe: HTMLElement, weight: number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let width = 0;
    for (const character of text) {
      let one = known.get(character);
      if (one === undefined) {
        probe.style.fontWeight = String(weight);
        // Ten together: a single character would be rounded.
        probe.textContent = character.repeat(10);
        one = probe.getBoundingClientRect().width / 10;
        known.set(character, one);
      }
      width += one;
    }
    return width;
  };
}

let shared: CharWidths | null = null;
const listeners = new Set<() => void>();

let isWatched = false;

/** Fonts that are still on their way are measured when they come. */
function watchFonts(): void {
  if (isWatched) return;
  isWatched = true;
  for (const weight of [400, 600]) {
    const face = `${weight} 12px "Inter Variable"`;
    // A font that cannot be had changes nothing.
    if (!document.fonts.check(face)) void document.fonts.load(face).then(measureAnew, () => undefined);
  }
}

/** The widths of the fonts that are there, at the size of the grid with tabular figures; measured once. */
function charWidths(): CharWidths {
  if (shared !== null) return shared;
  watchFonts();
  const probe = document.createElement('span');
  probe.className = classNames(styles.probe);
  document.body.append(probe);
  shared = { regular: measureWith(probe, 400), bold: measureWith(probe, 600) };
  return shared;
}

/** To be called when other fonts have come, or text is of another size: whoever laid columns out lays them out anew. */
export function measureAnew(): void {
  shared = null;
  for (const probe of document.querySelectorAll(`.${styles.probe}`)) probe.remove();
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The widths as they are now. The first figures seldom come before the font; where they do, columns follow it. */
export function useCharWidths(): CharWidths {
  return useSyncExternalStore(subscribe, charWidths);
}

/** Both sides of a cell and a px for rounding; room for the arrow and the menu of a header; the screen's own gutter. */
const CELL_EXTRA = 14;
const HEADER_EXTRA = 30;
const GUTTER = 14;

/** Makes a column as wide as `shown`, what is drawn of it. */
export function fitColumn(
  id: string,
  columns: readonly GridColumn[],
  shown: (column: string) => readonly string[],
  resize: ColumnActions['resize'],
): void {
  const column = columns.find((other) => other.id === id);
  if (column === undefined) return;
  if (column.align === 'end') {
    // A column of figures is by nature as wide as its widest, and stays so when its total grows.
    resize(id, null);
    return;
  }
  const widths = charWidths();
  const label = typeof column.label === 'string' ? column.label : column.name;
  const widest = Math.max(
    ...shown(id).map((text) => widths.regular(text) + CELL_EXTRA),
    widths.bold(label) * (11 / 12) + HEADER_EXTRA,
  );
  resize(id, Math.ceil(widest) + (columns[0] === column ? GUTTER : 0));
}
