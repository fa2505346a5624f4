import type { ExplainedRow, ExplainedRows, ExplainedRowsQuery } from '#renderer/data/api.ts';
import { meaningAt } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { type Change, notationOf } from '#shared/domain/explanation.ts';
import { buildCube, type ExplainedStores } from './cube.ts';
import { createEvaluator } from './explain.ts';
import { failedParts, type Hypothesis, hypothesesOf } from './hypotheses.ts';

/** The rows that one step of an explanation lets in or leaves out, those of the greatest amounts first. */
export function* explainedRows(
  stores: Pick<ExplainedStores, 'shown' | 'source'>,
  { selection, measure, before, step, columns, limit }: ExplainedRowsQuery,
): CooperativeTask<ExplainedRows> {
  const { shown: store } = stores;
  const cube = yield* buildCube(stores, selection, [{ store, column: measure, changes: [] }]);
  const evaluate = createEvaluator(cube, failedParts(cube, selection), cube.scale);
  const known = new Map(
    hypothesesOf(cube, selection).map((hypothesis) => [notationOf(hypothesis.changes), hypothesis]),
  );
  // Another measure, own costs, and what the log tells, hold the same rows.
  const chosen = (steps: readonly (readonly Change[])[]) =>
    steps
      .map((changes) => known.get(notationOf(changes)))
      .filter((hypothesis): hypothesis is Hypothesis => hypothesis !== undefined);
  const was = evaluate(chosen(before)).cells;
  const is = evaluate(chosen([...before, step])).cells;
  const found: { readonly row: number; readonly isIn: boolean; readonly size: number }[] = [];
  for (const { base, rowCount, columns: own } of store.segments) {
    const amounts = own.get(measure);
    for (let row = base; row < base + rowCount; row += 1) {
      const cell = cube.cellOf(row);
      if (cell < 0 || was[cell] === is[cell]) continue;
      const meaning = amounts?.kind === 'decimal' ? meaningAt(amounts, row - base) : null;
      const { units, scale } = meaning?.kind === 'value' ? meaning.value : { units: 0n, scale: 0 };
      found.push({ row, isIn: is[cell] === 1, size: Math.abs(Number(units)) / 10 ** scale });
    }
    yield;
  }
  found.sort((a, b) => b.size - a.size || a.row - b.row);
  return {
    revision: store.revision,
    total: found.length,
    rows: found.slice(0, limit).map(
      ({ row, isIn }): ExplainedRow => ({
        id: `r${row}`,
        isIn,
        cells: columns.map((column) => store.cell(row, column)),
      }),
    ),
  };
}
