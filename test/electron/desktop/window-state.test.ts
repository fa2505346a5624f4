import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bounds,
  bringBack,
  DEFAULT_SIZE,
  MIN_SIZE,
  placeWindow,
} from '#electron/desktop/window-state.ts';

const inside = (one: Bounds, area: Bounds): boolean =>
  one.x >= area.x &&
  one.y >= area.y &&
  one.x + one.width <= area.x + area.width &&
  one.y + one.height <= area.y + area.height;

const anywhere = fc.integer({ min: -20_000, max: 20_000 });
const bounds = fc.record({
  x: anywhere,
  y: anywhere,
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const remembered = fc.record({ bounds, isMaximized: fc.boolean() });
/** Displays beside one another, each at least as large as the page needs. */
const displays = fc
  .array(
    fc.record({
      width: fc.integer({ min: MIN_SIZE.width, max: 5000 }),
      height: fc.integer({ min: MIN_SIZE.height, max: 3000 }),
      y: fc.integer({ min: -500, max: 500 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => {
    let x = -(all[0]?.width ?? 0);
    return all.map((each): Bounds => {
      const display = { ...each, x };
      x += each.width;
      return display;
    });
  });

describe('the place of the window', () => {
  it('is whole on one of the displays there are, whatever is remembered, and stays there', () => {
    fc.assert(
      fc.property(fc.option(remembered), displays, (state, areas) => {
        const placed = placeWindow(state, areas);
        expect(areas.some((area) => placed !== null && inside(placed.bounds, area))).toBe(true);
        expect(placed?.isMaximized).toBe(state?.isMaximized ?? false);
        expect(placeWindow(placed, areas)).toEqual(placed);
      }),
    );
  });

  it('is the one remembered where that lies on a display and is large enough', () => {
    const within = displays.chain((areas) =>
      fc
        .record({ area: fc.constantFrom(...areas), left: fc.nat(4000), top: fc.nat(2400) })
        .map(({ area, left, top }) => {
          const x = area.x + (left % (area.width - MIN_SIZE.width + 1));
          const y = area.y + (top % (area.height - MIN_SIZE.height + 1));
          return { areas, state: { bounds: { x, y, ...MIN_SIZE }, isMaximized: false } };
        }),
    );
    fc.assert(
      fc.property(within, ({ areas, state }) => {
        expect(placeWindow(state, areas)).toEqual(state);
      }),
    );
  });

  it('is the middle of the primary display at first, and where its own display went away', () => {
    const primary = { x: 0, y: 25, width: 1920, height: 1055 };
    expect(placeWindow(null, [primary])).toEqual({
      bounds: { x: 320, y: 122, ...DEFAULT_SIZE },
      isMaximized: false,
    });
    const gone = { bounds: { x: 2000, y: 100, width: 1000, height: 700 }, isMaximized: true };
    expect(placeWindow(gone, [primary])).toEqual({
      bounds: { x: 460, y: 202, width: 1000, height: 700 },
      isMaximized: true,
    });
    const second = { x: 1920, y: 0, width: 1920, height: 1080 };
    expect(placeWindow(gone, [primary, second])).toEqual(gone);
    // As much on the one as on the other: the first has it.
    const between = { bounds: { x: 1420, y: 100, width: 1000, height: 700 }, isMaximized: false };
    const mostly = (x: number) => ({ ...between, bounds: { ...between.bounds, x } });
    expect(placeWindow(between, [primary, second])).toEqual(mostly(920));
    expect(placeWindow(mostly(1421), [primary, second])).toEqual(mostly(1920));
  });

  it('is another only where nothing of it is on a display, and then whole on one', () => {
    fc.assert(
      fc.property(remembered, displays, ({ bounds: was }, areas) => {
        const back = bringBack(was, areas);
        const seen = (area: Bounds): boolean =>
          was.x < area.x + area.width &&
          area.x < was.x + was.width &&
          was.y < area.y + area.height &&
          area.y < was.y + was.height;
        expect(back === null).toBe(areas.some(seen));
        if (back !== null) expect(areas.some((area) => inside(back, area))).toBe(true);
      }),
    );
    expect(bringBack({ x: 0, y: 0, ...MIN_SIZE }, [])).toBeNull();
  });

  it('is the corner of a display too small for the page, and nobody’s where there is none', () => {
    const small = { x: 100, y: 50, width: 800, height: 480 };
    expect(placeWindow(null, [small])?.bounds).toEqual({ x: 100, y: 50, ...MIN_SIZE });
    expect(placeWindow(null, [])).toBeNull();
  });
});
