import type { Decimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Change, ExplainQuery } from './explanation.ts';

/** Why a figure differs from one seen elsewhere. */

/** One step of an explanation, and those it comes after. */
export type ExplainedRowsQuery = Pick<ExplainQuery, 'selection' | 'measure'> & {
  readonly before: readonly (readonly Change[])[];
  readonly step: readonly Change[];
  readonly columns: readonly string[];
  readonly limit: number;
};

/** A row that a step lets in (`isIn`) or leaves out; or one that stays in and is another amount by it: `moved` then. */
export type ExplainedRow = {
  readonly id: string;
  readonly isIn: boolean;
  readonly moved: Decimal | null;
  readonly cells: readonly Cell[];
};

export type ExplainedRows = {
  readonly revision: number;
  readonly total: number;
  /** Those of the greatest amounts. */
  readonly rows: readonly ExplainedRow[];
};
