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

/** The widths of the loaded fonts at 12 px with tabular figures; measured once. */
export function charWidths(): CharWidths {
  if (shared !== null) return shared;
  const probe = document.createElement('span');
  probe.className = 'gprobe';
  document.body.append(probe);
  shared = { regular: measureWith(probe, 400), bold: measureWith(probe, 600) };
  return shared;
}

/** To be called when the fonts have changed. */
export function forgetCharWidths(): void {
  shared = null;
  for (const probe of document.querySelectorAll('.gprobe')) probe.remove();
}
