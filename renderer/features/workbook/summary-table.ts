import type {
  TableCell,
  TableChart,
  TableColumn,
  TableLine,
  WholeTable,
} from '#renderer/data/model/sheet-table.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { changeOf } from '#renderer/features/income-statement/income-statement-columns.ts';
import { COVERED_NAME } from '#renderer/features/income-statement/income-statement-file.ts';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import {
  pointChange,
  RATE_BASE_COLUMN,
  rateOf,
  SCOPE_COLUMNS,
  SCOPES,
} from '#shared/domain/profitability.ts';

/** The first sheet of the workbook: what is left of the sales, beside other periods. Pure. */

/** Null: not known, as of a close, which keeps the sums of some columns. */
export type SummaryTotals = Pick<Totals, 'sums'> & {
  readonly [part in 'rows' | 'orders' | 'ventasWithProductCost']: Totals[part] | null;
} & {
  /** Shares of Ventas that are told and not divided, by column: those of targets. */
  readonly rates?: { readonly [column: string]: Decimal };
};

export type SummarySet = { readonly name: string; readonly totals: SummaryTotals };

/** A period beside, and what the difference from it is called. */
export type ComparedSet = SummarySet & { readonly difference: string };

type SummaryLine = {
  readonly name: string;
  readonly kind: 'result' | 'amount' | 'count';
  readonly of: (totals: SummaryTotals) => Decimal | null;
};

const counted = (count: number | null): Decimal | null =>
  count === null ? null : (String(count) as Decimal);

function sumLine(column: string, kind: SummaryLine['kind'] = 'amount'): SummaryLine {
  return { name: column, kind, of: ({ sums }) => sums[column] ?? null };
}

type SummaryWords = { readonly [part in 'name' | 'line' | 'orders' | 'rows']: string };

/** The base of all shares first: they are of its line. */
function summaryLines({ orders, rows }: SummaryWords): readonly SummaryLine[] {
  return [
    sumLine(RATE_BASE_COLUMN, 'result'),
    sumLine('Ingreso Total'),
    ...SCOPES.flatMap((scope) => {
      const { cost, profitability } = SCOPE_COLUMNS[scope];
      return [sumLine(cost), sumLine(profitability, 'result')];
    }),
    sumLine('Costo de Producto'),
    { name: COVERED_NAME, kind: 'amount', of: ({ ventasWithProductCost }) => ventasWithProductCost },
    sumLine('Unidades', 'count'),
    { name: orders, kind: 'count', of: (totals) => counted(totals.orders) },
    { name: rows, kind: 'count', of: (totals) => counted(totals.rows) },
  ];
}

/** One column of names, two of the period itself; five of each other: amount, share, and how this one differs from both. */
const OWN = 1;
const FIRST_OTHER = 3;
const PER_OTHER = 5;

/** Amounts, their shares of Ventas, and differences in amounts, in percent of the other period and in points. */
export function summaryTable(
  words: SummaryWords,
  own: SummarySet,
  others: readonly ComparedSet[],
  charts: readonly TableChart[],
): WholeTable {
  const column = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });
  return {
    name: words.name,
    keyColumns: 1,
    charts,
    columns: [
      column(words.line, 'text'),
      column(own.name, 'money'),
      column(`${own.name} %`, 'percent'),
      ...others.flatMap(({ name, difference }) => [
        column(name, 'money'),
        column(`${name} %`, 'percent'),
        column(difference, 'money'),
        column(`${difference} %`, 'percent'),
        column(`${difference} pp`, 'number'),
      ]),
    ],
    lines: summaryLines(words).map((line): TableLine => {
      const now = figuresOf(line, own);
      return {
        cells: [
          line.name,
          now.amount,
          rateCell(now.rate, OWN),
          ...others.flatMap((other, at) =>
            otherCells(now, figuresOf(line, other), FIRST_OTHER + PER_OTHER * at),
          ),
        ],
        isStrong: line.kind === 'result',
        isCount: line.kind === 'count',
      };
    }),
  };
}

type Figures = {
  readonly amount: Decimal | null;
  readonly rate: Decimal | null;
  /** The rate is no division. */
  readonly isTold: boolean;
};

function figuresOf({ name, kind, of }: SummaryLine, { totals }: SummarySet): Figures {
  const amount = of(totals);
  const told = totals.rates?.[name];
  const rate =
    kind === 'count' ? null : (told ?? rateOf(amount ?? undefined, totals.sums[RATE_BASE_COLUMN], 6));
  return { amount, rate, isTold: told !== undefined };
}

function rateCell(value: Decimal | null, part: number): TableCell {
  return value === null ? null : { value, formula: { kind: 'rate', part, base: part, baseLine: 0 } };
}

function otherCells(now: Figures, before: Figures, at: number): readonly TableCell[] {
  const change = changeOf(now.amount, before.amount);
  const points = pointChange(now.rate, before.rate);
  return [
    before.amount,
    before.isTold ? before.rate : rateCell(before.rate, at),
    now.amount === null || before.amount === null
      ? null
      : {
          value: toDecimal(subtract(fromDecimal(now.amount), fromDecimal(before.amount))),
          formula: { kind: 'difference', column: OWN, less: at },
        },
    change === null ? null : { value: change, formula: { kind: 'change', part: at + 2, base: at } },
    points === null
      ? null
      : { value: points, formula: { kind: 'difference', column: OWN + 1, less: at + 1 } },
  ];
}
