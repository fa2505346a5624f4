import { evidenceOf } from '#renderer/data/model/finding.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type FoundPart, NOTHING_FOUND } from './found-part.ts';
import type { AccountName } from './month-steps.ts';

/** The second and third step: the rows of an account keep the documented rules, and their product cost is known. */

export type CheckedRows = {
  readonly account: AccountName | null;
  readonly rows: number;
  readonly failing: number;
};

export const rowsPart = ({ account, rows, failing }: CheckedRows): FoundPart<'rows'> => ({
  ...NOTHING_FOUND,
  account,
  reason: failing > 0 ? 'fail' : 'hold',
  count: failing,
  of: rows,
  evidence: evidenceOf([`${failing}/${rows}`]),
});

export type CostedRows = {
  readonly account: AccountName | null;
  /** Sold, and those that lack their cost. */
  readonly skus: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** Rows that lack it, and their Ventas. */
  readonly rows: number;
  readonly ventas: Decimal;
  /** Own costs fill what the source lacks. */
  readonly isFilled: boolean;
};

export const costsPart = ({
  account,
  skus,
  missing,
  rows,
  ventas,
  isFilled,
}: CostedRows): FoundPart<'costs'> => ({
  ...NOTHING_FOUND,
  account,
  reason: missing.size > 0 ? 'missing' : 'known',
  count: missing.size,
  of: skus.size,
  amount: missing.size > 0 ? ventas : null,
  evidence: evidenceOf([...missing, `${rows}`]),
  isBySaying: isFilled,
});
