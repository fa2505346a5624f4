import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsInSight } from '#renderer/ui/grid/grid-paper.tsx';

/** An element that stands from one px to another: happy-dom lays nothing out. */
function standing(data: Readonly<Record<string, string>>, left: number, right: number): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.dataset, data);
  element.getBoundingClientRect = () => new DOMRect(left, 0, right - left, 26);
  return element;
}

/** The head of a table: names of two pinned columns, of those that are scrolled, and of the total at the end. */
function headOf(edges: readonly (readonly [number, number])[], [from, to]: readonly [number, number]) {
  const table = standing({}, 0, 2000);
  const pins = standing({ zone: 'pins' }, 0, from);
  const strip = standing({ zone: 'strip' }, 0, 2000);
  const end = standing({ zone: 'end' }, to, 2000);
  pins.append(standing({ header: 'Orden' }, 0, from));
  strip.append(...edges.map(([left, right], at) => standing({ header: `c${at}` }, left, right)));
  end.append(standing({ header: 'total' }, to, 2000));
  table.append(pins, strip, end);
  return table;
}

test('as it is seen: no column is printed that is cut by what is pinned, and none is left out that is seen whole', () => {
  const widths = fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 20 });
  const ends = fc.tuple(fc.integer({ min: 100, max: 500 }), fc.integer({ min: 700, max: 1500 }));
  fc.assert(
    fc.property(widths, ends, fc.integer({ min: 0, max: 2000 }), (columns, [from, to], scrolled) => {
      let at = from - scrolled;
      const edges = columns.map((width) => {
        at += width;
        return [at - width, at] as const;
      });
      // More than a px of a column that is left out is hidden.
      const whole = edges.flatMap(([left, right], index) =>
        Math.min(right, to) - Math.max(left, from) >= right - left - 1 && left >= from - 1 && right <= to + 1
          ? [`c${index}`]
          : [],
      );
      const shown = [...columnsInSight(headOf(edges, [from, to]))];
      expect(shown).toEqual(['Orden', ...whole, 'total']);
    }),
    { seed: 7, numRuns: 60 },
  );
});
