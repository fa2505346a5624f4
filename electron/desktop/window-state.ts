import { z } from 'zod';

/** Where the window was and where it comes back, in device-independent pixels. */

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
});
export type Bounds = z.infer<typeof boundsSchema>;

/** `bounds` are those of the window when it is not maximised. */
export const windowStateSchema = z.object({ bounds: boundsSchema, isMaximized: z.boolean() });
export type WindowState = z.infer<typeof windowStateSchema>;

export const DEFAULT_SIZE = { width: 1280, height: 860 };
export const MIN_SIZE = { width: 900, height: 600 };

function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** A side of the window: as long as it was, within the area, which is only left where the page would not fit otherwise. */
function fitSide(length: number, least: number, available: number): number {
  return Math.max(least, Math.min(length, available));
}

/** Where a window goes that no display shows anything of: to the middle of the first. Null: it stays where it is. */
export function bringBack(bounds: Bounds, areas: readonly Bounds[]): Bounds | null {
  if (areas.some((area) => overlap(bounds, area) > 0)) return null;
  return placeWindow({ bounds, isMaximized: false }, areas)?.bounds ?? null;
}

/**
 * Where the window opens: whole on the display that it was mostly on; where that one went away, in the middle of the first.
 * @param areas of the displays there are, less taskbar and dock; the primary one first
 */
export function placeWindow(remembered: WindowState | null, areas: readonly Bounds[]): WindowState | null {
  const [primary] = areas;
  if (primary === undefined) return null;
  const was = remembered?.bounds ?? null;
  const shared = (area: Bounds): number => (was === null ? 0 : overlap(was, area));
  const area = areas.reduce((best, each) => (shared(each) > shared(best) ? each : best), primary);
  const width = fitSide(was?.width ?? DEFAULT_SIZE.width, MIN_SIZE.width, area.width);
  const height = fitSide(was?.height ?? DEFAULT_SIZE.height, MIN_SIZE.height, area.height);
  const middle = {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
  };
  const at = was !== null && shared(area) > 0 ? was : middle;
  return {
    bounds: {
      x: clamp(at.x, area.x, Math.max(area.x, area.x + area.width - width)),
      y: clamp(at.y, area.y, Math.max(area.y, area.y + area.height - height)),
      width,
      height,
    },
    isMaximized: remembered?.isMaximized ?? false,
  };
}
