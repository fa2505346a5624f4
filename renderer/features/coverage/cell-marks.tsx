import type { CellState } from './coverage-state.ts';

/** States that have a mark of their own on a cell, whatever its ground; each has a shape. */
const MARKED_STATES = ['held', 'differs', 'unsettled', 'reread'] as const satisfies readonly CellState[];

export function CellMarks(props: { readonly states: readonly CellState[] }) {
  const marks = MARKED_STATES.filter((state) => props.states.includes(state));
  return marks.length === 0 ? null : (
    <span className="marks" aria-hidden="true">
      {marks.map((state) => (
        <i key={state} className={`mark-${state}`} />
      ))}
    </span>
  );
}
