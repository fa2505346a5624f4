import { useEffect, useRef } from 'react';
import { lineAt, type PagesSource, type PagesView } from '#renderer/data/client/table-rows.ts';
import { MAX_PRINTED } from '#renderer/ui/grid/grid-paper.tsx';

/** Lines are read for paper once the table has been at rest so long: a print is asked for without a warning. */
export const PAPER_REST_MS = 1000;
const LINES_AT_ONCE = 200;

/** The first lines of a view, from the first to the last one that is on hand. */
export function firstLines<Line>(
  view: Pick<PagesView<unknown, Line, unknown>, 'pages' | 'total'>,
  most: number,
): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < Math.min(view.total, most); at += 1) {
    const line = lineAt(view, at);
    if (line === undefined) break;
    lines.push(line);
  }
  return lines;
}

/** Reads the lines of a long list that a print would need, a few at a time, while nothing else happens. */
export function usePaperLines<Query, Line, Head>(
  source: PagesSource<Query, Line, Head>,
  view: PagesView<Query, Line, Head>,
): () => readonly Line[] {
  const held = useRef<{ readonly of: string; readonly lines: readonly Line[] } | null>(null);
  const key = view.query === null || view.stale ? null : `${view.revision} ${JSON.stringify(view.query)}`;
  const { total } = view;
  useEffect(() => {
    if (key === null || held.current?.of === key) return;
    let isOver = false;
    const read = async (): Promise<void> => {
      const lines: Line[] = [];
      const count = Math.min(total, MAX_PRINTED);
      while (lines.length < count) {
        const last = Math.min(count, lines.length + LINES_AT_ONCE) - 1;
        const next = await source.readRange(lines.length, last, true);
        if (isOver || next === null || next.length === 0) return;
        lines.push(...next);
      }
      held.current = { of: key, lines };
    };
    // Lines that cannot be read are not printed: those on hand are, and it is said how many they are.
    const timer = setTimeout(() => void read().catch(() => undefined), PAPER_REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, key, total]);
  return () =>
    held.current !== null && held.current.of === key ? held.current.lines : firstLines(view, MAX_PRINTED);
}
