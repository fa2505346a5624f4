import { useSyncExternalStore } from 'react';

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

/** The widths of the fonts that are there, at 12 px with tabular figures; measured once. */
export function charWidths(): CharWidths {
  if (shared !== null) return shared;
  watchFonts();
  const probe = document.createElement('span');
  probe.className = 'gprobe';
  document.body.append(probe);
  shared = { regular: measureWith(probe, 400), bold: measureWith(probe, 600) };
  return shared;
}

/** To be called when other fonts have come: whoever laid columns out lays them out anew. */
function measureAnew(): void {
  shared = null;
  for (const probe of document.querySelectorAll('.gprobe')) probe.remove();
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
