import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWidth } from '#renderer/ui/hooks.ts';

/**
 * The px that a plot is wide, at first what one of the same name was; on paper `paperPx`, as its styles say: a page is printed
 * before a width of it is measured.
 */
export function usePlotWidth(
  plot: RefObject<HTMLElement | null>,
  paperPx: number,
  name: string | null = null,
): number {
  const width = useWidth(plot, name);
  const [isPaper, setPaper] = useState(false);
  useLayoutEffect(() => {
    const begin = (): void => flushSync(() => setPaper(true));
    const end = (): void => setPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPaper ? paperPx : width;
}
