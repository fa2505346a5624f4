/** Where each key leads: to a mark by its place. Keys that lead nowhere are absent. */
export type MarkSteps<Place> = Readonly<Record<string, Place>>;

/** Marks that stand beside each other, from 0 at the left to `last`. */
export function stepsAcross(at: number, last: number): MarkSteps<number> {
  return { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(last, at + 1), Home: 0, End: last };
}

/** Marks of which the first stands at the right. */
export function stepsFromRight(at: number, last: number): MarkSteps<number> {
  return { ArrowRight: Math.max(0, at - 1), ArrowLeft: Math.min(last, at + 1), End: 0, Home: last };
}

/** Marks in rows, from 0 at the top to `last`. */
export function stepsDown(at: number, last: number): MarkSteps<number> {
  return { ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last };
}

/** Marks on several lines: keys lead along the line in view, and from line to line at the same place. */
export function stepsOnLines(
  at: number,
  last: number,
  line: number,
  lastLine: number,
): MarkSteps<readonly [at: number, line: number]> {
  return {
    ArrowLeft: [Math.max(0, at - 1), line],
    ArrowRight: [Math.min(last, at + 1), line],
    ArrowUp: [at, Math.max(0, line - 1)],
    ArrowDown: [at, Math.min(lastLine, line + 1)],
    Home: [0, line],
    End: [last, line],
  };
}
