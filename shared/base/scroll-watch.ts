/** Jumps that follow each other so closely are a scroll bar being pulled: nobody can read what flies by. */
const PULL_MS = 120;

/** How the lines in view changed: some stayed, none did, or none did time and again. */
export type ScrollStep = 'scroll' | 'jump' | 'pull';

/** Makes the function that is told each new first and last line in view (none where last < first). */
export function createScrollWatch(nowMs: () => number): (first: number, last: number) => ScrollStep {
  let before = { first: 0, last: -1 };
  let jumpedAtMs = Number.NEGATIVE_INFINITY;
  return (first, last) => {
    const { first: top, last: end } = before;
    before = { first, last };
    if (end < top || (first <= end && last >= top)) return 'scroll';
    const isAgain = nowMs() - jumpedAtMs < PULL_MS;
    jumpedAtMs = nowMs();
    return isAgain ? 'pull' : 'jump';
  };
}
