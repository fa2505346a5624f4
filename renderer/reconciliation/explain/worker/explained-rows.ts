import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { meaningAt } from '#renderer/data/engine/columns/segment.ts';
import type {
  ExplainedRow,
  ExplainedRows,
  ExplainedRowsQuery,
} from '#renderer/reconciliation/explain/model/explained-rows.ts';
import { type Change, notationOf } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import { type Scaled, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { buildCube, type ExplainedStores } from './cube.ts';
import { createEvaluator } from './explain.ts';
import { failedParts, type Hypothesis, hypothesesOf } from './hypotheses.ts';

/** The rows before and after a step that counts own costs, or no longer. */
type Turned = { readonly before: ColumnStore; readonly after: ColumnStore };

type Found = {
  readonly row: number;
  readonly isIn: boolean;
  readonly moved: Scaled | null;
  readonly size: number;
};

const sizeOf = ({ units, scale }: Scaled): number => Math.abs(Number(units)) / 10 ** scale;

/**
 * The rows that one step of an explanation lets in or leaves out, or makes another amount of, those of the greatest amounts
 * first.
 */
export function* explainedRows(
  stores: Pick<ExplainedStores, 'shown' | 'source'>,
  { selection, measure, before, step, columns, limit }: ExplainedRowsQuery,
  turned: Turned | null = null,
): Task<ExplainedRows> {
  const { shown: store } = stores;
  const cube = yield* buildCube(stores, selection, [{ store, column: measure, changes: [] }]);
  const evaluate = createEvaluator(cube, failedParts(cube, selection), cube.scale);
  const known = new Map(
    hypothesesOf(cube, selection).map((hypothesis) => [notationOf(hypothesis.changes), hypothesis]),
  );
  // Another measure, and what the log tells, hold the same rows.
  const chosen = (steps: readonly (readonly Change[])[]) =>
    steps
      .map((changes) => known.get(notationOf(changes)))
      .filter((hypothesis): hypothesis is Hypothesis => hypothesis !== undefined);
  const was = evaluate(chosen(before)).cells;
  const is = evaluate(chosen([...before, step])).cells;
  const counted = [...before, step].flat().findLast((change) => change.kind === 'measure');
  const column = counted?.kind === 'measure' ? counted.column : measure;
  const found: Found[] = [];
  for (const [index, { base, rowCount }] of store.segments.entries()) {
    const amountAt = amountReader(store, index, measure);
    const [less, more] = [turned?.before, turned?.after].map((of) => of && amountReader(of, index, column));
    for (let row = base; row < base + rowCount; row += 1) {
      const cell = cube.cellOf(row);
      if (cell < 0) continue;
      const isIn = is[cell] === 1;
      if (was[cell] !== is[cell]) {
        found.push({ row, isIn, moved: null, size: sizeOf(amountAt(row - base)) });
      } else if (isIn && less !== undefined && more !== undefined) {
        const moved = subtract(more(row - base), less(row - base));
        if (moved.units !== 0n) found.push({ row, isIn, moved, size: sizeOf(moved) });
      }
    }
    yield;
  }
  found.sort((a, b) => b.size - a.size || a.row - b.row);
  return {
    revision: store.revision,
    total: found.length,
    rows: found.slice(0, limit).map(
      ({ row, isIn, moved }): ExplainedRow => ({
        id: `r${row}`,
        isIn,
        moved: moved === null ? null : toDecimal(moved),
        cells: columns.map((column) => store.cell(row, column)),
      }),
    ),
  };
}

/** The amounts of a segment's column; what cannot be read is nothing. */
function amountReader(store: ColumnStore, index: number, name: string): (row: number) => Scaled {
  const column = store.segments[index]?.columns.get(name);
  if (column?.kind !== 'decimal') return () => ZERO;
  return (row) => {
    const meaning = meaningAt(column, row);
    return meaning.kind === 'value' ? meaning.value : ZERO;
  };
}
