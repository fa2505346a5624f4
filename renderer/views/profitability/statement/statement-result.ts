import { add, type Decimal, fromDecimal, type Scaled, subtract, toDecimal } from '#shared/decimal.ts';
import { rateOf, type Sums } from '#shared/profitability.ts';
import type { Totals } from '../../../link/data-contract.ts';
import { type CsvCell, type CsvSigns, csvHead, csvLines } from '../../export/csv.ts';
import { heatOf } from './heat.ts';
import { amountOf, STATEMENT_COLUMNS, STATEMENT_LINES, type StatementLine } from './statement-lines.ts';

/** The lines of the result month by month, from one answer: table, shading, checks and file alike. Pure. */

/** One column of the table: a month, or all of the selection. */
export type StatementPeriod = {
  /** YYYY-MM; null: the whole selection. */
  readonly month: string | null;
  readonly totals: Pick<Totals, 'sums' | 'ventasWithProductCost'>;
};

export type StatementFigure = { readonly amount: Decimal | null; readonly ratePercent: Decimal | null };

export function figureOf(line: StatementLine, { totals }: StatementPeriod): StatementFigure {
  const amount = amountOf(line, totals.sums);
  return { amount, ratePercent: rateOf(amount ?? undefined, totals.sums.Ventas, 6) };
}

/** Shades of a line's rates over the months that are whole; a month that still goes on would mislead. */
export function heatOfLine(
  line: StatementLine,
  months: readonly StatementPeriod[],
  isWhole: (month: string | null) => boolean,
): readonly (number | null)[] {
  if (line.kind === 'part' || line.kind === 'income') return months.map(() => null);
  return heatOf(months.map((each) => (isWhole(each.month) ? figureOf(line, each).ratePercent : null)));
}

const IDENTITY_COLUMNS = ['Cobro Total', 'Cobros Comercial', 'Reembolso Total'];

/** All that the table and its checks sum. */
export const ASKED_COLUMNS: readonly string[] = [...STATEMENT_COLUMNS, ...IDENTITY_COLUMNS];

/** The two identities that the API's text states (spec 2.5), on a set's sums; null where a column is missing. */
export function identitiesHold(sums: Sums): boolean | null {
  const read = (column: string): Scaled | null => {
    const sum = sums[column];
    return sum === undefined ? null : fromDecimal(sum);
  };
  const [income, refunds, cost] = [read('Ingreso Total'), read('Reembolso Total'), read('Costo de Producto')];
  const pairs = [
    [read('Cobro Total'), read('Rentabilidad Total')],
    [read('Cobros Comercial'), read('Rentabilidad Comercial')],
  ] as const;
  if (income === null || refunds === null || cost === null) return null;
  let holds = true;
  for (const [charges, result] of pairs) {
    if (charges === null || result === null) return null;
    const expected = subtract(add(subtract(income, charges), refunds), cost);
    holds &&= subtract(expected, result).units === 0n;
  }
  return holds;
}

/** The whole statement as a file, its parts included: amounts by month, costs as charged; no rates, they are divisions. */
export function statementCsv(
  heading: string,
  periods: readonly (StatementPeriod & { readonly name: string })[],
  nameOf: (line: StatementLine) => string,
  signs: CsvSigns,
): string {
  const rows = STATEMENT_LINES.map((line): CsvCell[] => [
    { text: line.operator },
    { text: nameOf(line) },
    ...periods.map((period) => ({ figure: figureOf(line, period).amount })),
  ]);
  const coverage: CsvCell[] = [
    { text: '' },
    { text: 'Ventas con Costo de Producto' },
    ...periods.map(({ totals }) => ({ figure: toDecimal(fromDecimal(totals.ventasWithProductCost)) })),
  ];
  return (
    csvHead(['', heading, ...periods.map(({ name }) => name)], signs) + csvLines([...rows, coverage], signs)
  );
}
