import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Px of what is seen of an element, without its scroll bars. */
export type ViewSize = { readonly width: number; readonly height: number };

type Known = ViewSize & { readonly windowWidth: number; readonly windowHeight: number };

/** What elements had when they were last seen: to measure a screen that is only now drawn costs a layout of its own. */
const lastSizes = new Map<string, Known>();

function lastSize(name: string): ViewSize | null {
  const known = lastSizes.get(name);
  return known?.windowWidth === window.innerWidth && known.windowHeight === window.innerHeight ? known : null;
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): ViewSize {
  return { width: clientWidth, height: clientHeight };
}

/** Follows the size of an element; 0 by 0 before it is there, or what one of the same name had in this window. */
export function useViewSize(element: RefObject<HTMLElement | null>, name: string): ViewSize {
  const [size, setSize] = useState(() => lastSize(name) ?? { width: 0, height: 0 });
  useLayoutEffect(() => {
    const seen = element.current;
    if (seen === null) return;
    let shown = lastSize(name);
    const follow = (next: ViewSize): boolean => {
      if (shown?.width === next.width && shown.height === next.height) return false;
      shown = next;
      lastSizes.set(name, { ...next, windowWidth: window.innerWidth, windowHeight: window.innerHeight });
      return true;
    };
    if (shown === null) {
      const now = sizeOf(seen);
      if (follow(now)) setSize(now);
    }
    const observer = new ResizeObserver(() => {
      const now = sizeOf(seen);
      // Before the frame is painted: it has been laid out for the size before.
      if (follow(now)) flushSync(() => setSize(now));
    });
    observer.observe(seen);
    return () => observer.disconnect();
  }, [element, name]);
  return size;
}
