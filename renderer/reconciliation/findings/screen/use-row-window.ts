import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';

/** Rows beyond the edges that are drawn ahead of a scroll. */
const AHEAD = 10;
/** Drawn where nothing is measured, as in a page that was never laid out. */
const UNMEASURED = 100;

type RowWindow = { readonly from: number; readonly to: number };

/** How far down each row begins, and behind the last where they end; px. Pure. */
export function offsetsOf(heights: readonly number[]): readonly number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
}

/** The rows between two places, some more on either side. Pure. */
export function rowsBetween(offsets: readonly number[], top: number, bottom: number): RowWindow {
  const count = offsets.length - 1;
  const at = (place: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle + 1] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { from: Math.max(0, at(top) - AHEAD), to: Math.min(count, at(bottom) + 1 + AHEAD) };
}

/** The rows of a long table that are in sight of what scrolls it, with the room of the others above and below; px. */
export function useRowWindow(heights: readonly number[], frame: RefObject<HTMLElement | null>) {
  const offsets = useMemo(() => offsetsOf(heights), [heights]);
  const [shown, setShown] = useState<RowWindow>({ from: 0, to: UNMEASURED });
  const measure = useCallback(() => {
    const element = frame.current;
    const scroller = element?.closest<HTMLElement>('[data-sections]');
    if (element == null || scroller == null || scroller.clientHeight === 0) return;
    const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const next = rowsBetween(offsets, top, top + scroller.clientHeight);
    setShown((now) => (now.from === next.from && now.to === next.to ? now : next));
  }, [offsets, frame]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const scroller = frame.current?.closest<HTMLElement>('[data-sections]');
    if (scroller == null) return;
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [measure, frame]);
  const count = heights.length;
  const from = Math.min(shown.from, count);
  const to = Math.min(shown.to, count);
  /** Brings a row into sight. */
  const show = useCallback(
    (at: number) => {
      const element = frame.current;
      const scroller = element?.closest<HTMLElement>('[data-sections]');
      if (element == null || scroller == null) return;
      const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const [begins = 0, ends = 0] = [offsets[at], offsets[at + 1]];
      const head = heights[0] ?? 0;
      if (begins < top + head) scroller.scrollTop -= top + head - begins;
      else if (ends > top + scroller.clientHeight) scroller.scrollTop += ends - top - scroller.clientHeight;
    },
    [offsets, heights, frame],
  );
  return { from, to, above: offsets[from] ?? 0, below: (offsets[count] ?? 0) - (offsets[to] ?? 0), show };
}
