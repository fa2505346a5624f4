import { flushSync } from 'react-dom';

/** Sizes of elements, and what they were when they were last seen: to measure a screen that is only now drawn costs a layout of its own. */

export type SeenSize = { readonly width: number; readonly height: number };

const lastSizes = new Map<string, SeenSize & { readonly window: string }>();
const windowSize = (): string => `${window.innerWidth} ${window.innerHeight}`;

/** What one of the same name was in this size of the window; null before it was seen. */
export function lastSize(name: string): SeenSize | null {
  const known = lastSizes.get(name);
  return known?.window === windowSize() ? known : null;
}

/**
 * Shows each size of an element that is another than the one before, or than one of the same name had: it was drawn for that.
 * @returns ends it
 */
export function followSize(
  seen: HTMLElement,
  name: string | null,
  show: (size: SeenSize) => void,
): () => void {
  let shown = name === null ? null : lastSize(name);
  const next = (): SeenSize | null => {
    const now = { width: seen.clientWidth, height: seen.clientHeight };
    if (shown?.width === now.width && shown.height === now.height) return null;
    shown = now;
    if (name !== null) lastSizes.set(name, { ...now, window: windowSize() });
    return now;
  };
  const first = shown === null ? next() : null;
  if (first !== null) show(first);
  const observer = new ResizeObserver(() => {
    const now = next();
    // Before the frame is painted: it has been laid out for the size before.
    if (now !== null) flushSync(() => show(now));
  });
  observer.observe(seen);
  return () => observer.disconnect();
}
