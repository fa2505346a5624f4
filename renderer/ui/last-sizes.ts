/** Sizes of elements when they were last seen: to measure a screen that is only now drawn costs a layout of its own. */

export type SeenSize = { readonly width: number; readonly height: number };

const lastSizes = new Map<string, SeenSize & { readonly window: string }>();
const windowSize = (): string => `${window.innerWidth} ${window.innerHeight}`;

/** What one of the same name was in this size of the window; null before it was seen. */
export function lastSize(name: string): SeenSize | null {
  const known = lastSizes.get(name);
  return known?.window === windowSize() ? known : null;
}

export function keepSize(name: string, size: SeenSize): void {
  lastSizes.set(name, { ...size, window: windowSize() });
}

export function sizeOf({ clientWidth, clientHeight }: HTMLElement): SeenSize {
  return { width: clientWidth, height: clientHeight };
}
