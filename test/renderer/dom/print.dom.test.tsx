import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markCut } from '#renderer/app/frame/print-head.tsx';

/** An element that stands from one px to another: happy-dom lays nothing out. */
function standing(data: Readonly<Record<string, string>>, left: number, right: number): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.dataset, data);
  element.getBoundingClientRect = () => new DOMRect(left, 0, right - left, 26);
  return element;
}

function row(edges: readonly (readonly [number, number])[], ends: readonly [number, number]) {
  const made = standing({}, 0, 2000);
  const strip = standing({ zone: 'strip' }, 0, 2000);
  strip.append(...edges.map(([left, right]) => standing({ column: 'Ventas' }, left, right)));
  made.append(standing({ zone: 'pins' }, 0, ends[0]), strip, standing({ zone: 'end' }, ends[1], 2000));
  return made;
}

test('on paper no cell is cut by what is pinned: those that would be are left out, and no others', () => {
  const widths = fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 20 });
  const ends = fc.tuple(fc.integer({ min: 100, max: 500 }), fc.integer({ min: 700, max: 1500 }));
  fc.assert(
    fc.property(widths, ends, fc.integer({ min: 0, max: 2000 }), (columns, [from, to], scrolled) => {
      let at = from - scrolled;
      const edges = columns.map((width) => {
        at += width;
        return [at - width, at] as const;
      });
      const table = standing({}, 0, 2000);
      const rows = [row(edges, [from, to]), row(edges, [from, to])];
      table.append(...rows);
      markCut(table);
      for (const cells of rows.map((one) => one.querySelectorAll('[data-column]'))) {
        for (const [index, cell] of [...cells].entries()) {
          const [left, right] = edges[index] ?? [0, 0];
          const seen = Math.max(0, Math.min(right, to) - Math.max(left, from));
          // More than a px of it is hidden, and something of it is seen.
          const isCut = seen > 0 && right - left - seen > 1;
          expect([left, right, (cell as HTMLElement).dataset.cut]).toEqual([left, right, String(isCut)]);
        }
      }
    }),
    { seed: 7, numRuns: 60 },
  );
});
