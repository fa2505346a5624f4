import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markCut } from '#renderer/app/frame/print-head.tsx';

/** An element that stands from one px to another: happy-dom lays nothing out. */
function standing(className: string, left: number, right: number): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.getBoundingClientRect = () => new DOMRect(left, 0, right - left, 26);
  return element;
}

function row(
  className: string,
  edges: readonly (readonly [number, number])[],
  ends: readonly [number, number],
) {
  const made = standing(className, 0, 2000);
  const strip = standing('gstrip', 0, 2000);
  strip.append(...edges.map(([left, right]) => standing('gc n', left, right)));
  made.append(standing('gpins', 0, ends[0]), strip, standing('gend', ends[1], 2000));
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
      const table = standing('gw', 0, 2000);
      const body = standing('grows', 0, 2000);
      body.append(row('gr', edges, [from, to]));
      table.append(row('grow-h', edges, [from, to]), body);
      markCut(table);
      for (const cells of [table.querySelectorAll('.grow-h .gc'), table.querySelectorAll('.gr .gc')]) {
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
