import { type RefObject, useLayoutEffect, useState } from 'react';

/** Px of what is seen of an element, without its scroll bars. */
export type ViewSize = { readonly width: number; readonly height: number };

/** Follows the size of an element; 0 by 0 before it is there. */
export function useViewSize(element: RefObject<HTMLElement | null>): ViewSize {
  const [size, setSize] = useState<ViewSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const seen = element.current;
    if (seen === null) return;
    const measure = (): void => {
      setSize((before) =>
        before.width === seen.clientWidth && before.height === seen.clientHeight
          ? before
          : { width: seen.clientWidth, height: seen.clientHeight },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(seen);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
