import type { AmountPart, DateField, TextField } from '#renderer/data/model/statement-fields.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import type { DecimalSign } from '#renderer/data/model/written-numbers.ts';

/** A kind of file: its columns, and the arithmetic that its rows and the whole file must satisfy. */

/**
 * needed: without it, it is another kind. expected: files of the kind have it; that it is gone is a change. optional: some
 * have it.
 */
export type Need = 'needed' | 'expected' | 'optional';

export type LayoutColumn = {
  /** Names it in the layout's arithmetic. */
  readonly key: string;
  /** Any of them: by language, by age. Case, accents and `N°` do not matter. */
  readonly headers: readonly string[];
  readonly need: Need;
} & (
  | { readonly reads: 'text'; readonly field: TextField | null }
  | { readonly reads: 'date'; readonly field: DateField | null }
  /** `part`: null where it counts in the arithmetic alone. The sign is that of the rule that it stands in, else `sign`. */
  | { readonly reads: 'amount'; readonly part: AmountPart | null; readonly sign: 1 | -1 }
);

/** `key` counts by its sign; an absent column or an empty cell counts as nothing. */
export type Term = readonly [key: string, sign: 1 | -1];

/** The result equals the sum of one of the variants: of that which most rows of the file satisfy. */
export type NetRule = { readonly result: readonly Term[]; readonly variants: readonly (readonly Term[])[] };

/** With tax, without, tax; the latter two rounded row by row. */
export type TaxRule = { readonly whole: string; readonly base: string; readonly tax: string };

export type Records = {
  readonly column: string;
  /** Folded values of rows that move money. */
  readonly movements: readonly string[];
  /** Kinds of rows that move no money. A row of any other kind that has an amount is asked about. */
  readonly informational: readonly string[];
  readonly opening: readonly string[];
  readonly subtotals: readonly string[];
  readonly totals: readonly string[];
};

export type Layout<Kind extends string = string> = {
  readonly id: string;
  readonly kind: Kind;
  readonly columns: readonly LayoutColumn[];
  /** The list of columns is all there is: any other is a change that asks. */
  readonly isWhole: boolean;
  /** The net of a line: the signed sum of these. */
  readonly net: readonly Term[];
  /** How the sign of the net is written. letter: column `letter`; balance: to be told from the running balance. */
  readonly sign: 'written' | 'letter' | 'balance';
  readonly netRule: NetRule | null;
  readonly taxRule: TaxRule | null;
  /** There is a running balance in column `balance`. */
  readonly hasBalance: boolean;
  readonly records: Records | null;
  /** A row that carries `amount` is the total of all lines of the same settlement. */
  readonly totalRow: { readonly amount: string } | null;
  /** Whether nothing but its arithmetic tells it from any table: without checks that hold it is unknown. */
  readonly needsChecks: boolean;
  /** As the user says that figures are written where the file itself leaves it open: no layout of ours knows it. */
  readonly decimalSign: DecimalSign | null;
  /** The currency of files of one country, unless the file names another. Null: files of several have it. */
  readonly currency: string | null;
  /** How files of a country that is certain write their days; null: they may be written by either order. */
  readonly dayOrder: DayOrder | null;
  /** As the user says it of columns, by their headings in one writing; it counts before what the layout knows. */
  readonly chosenDayOrders: ReadonlyMap<string, DayOrder>;
  /** Values that stand for nothing, by key of column. */
  readonly nothing: { readonly [key: string]: readonly string[] };
  /** Where the file has one amount a line: the part is told by these words in the columns. */
  readonly partWords: readonly string[];
  /** Columns that say which tax a line is of, or which its taxes are; nothing of the line's own is told by them. */
  readonly taxDetail: readonly string[];
};

type Partially<Kind extends string> = Pick<Layout<Kind>, 'id' | 'kind' | 'columns' | 'net'> & Partial<Layout>;

/** A layout of which only what is special is said. */
export function layoutOf<const Kind extends string>(given: Partially<Kind>): Layout<Kind> {
  return {
    isWhole: false,
    sign: 'written',
    netRule: null,
    taxRule: null,
    hasBalance: given.columns.some(({ key }) => key === 'balance'),
    records: null,
    totalRow: null,
    needsChecks: false,
    decimalSign: null,
    currency: null,
    dayOrder: null,
    chosenDayOrders: new Map(),
    nothing: {},
    partWords: [],
    taxDetail: [],
    ...given,
  };
}

export const text = (
  key: string,
  field: TextField | null,
  need: Need,
  ...headers: readonly string[]
): LayoutColumn => ({ key, headers, need, reads: 'text', field });

export const date = (
  key: string,
  field: DateField | null,
  need: Need,
  ...headers: readonly string[]
): LayoutColumn => ({ key, headers, need, reads: 'date', field });

export const amount = (
  key: string,
  part: AmountPart | null,
  need: Need,
  ...headers: readonly string[]
): LayoutColumn => ({ key, headers, need, reads: 'amount', part, sign: 1 });

/** Positive where it costs the seller. */
export const cost = (
  key: string,
  part: AmountPart | null,
  need: Need,
  ...headers: readonly string[]
): LayoutColumn => ({ key, headers, need, reads: 'amount', part, sign: -1 });

/** Columns that nothing is taken of, each by its own header. */
export const unused = (...headers: readonly string[]): readonly LayoutColumn[] =>
  headers.map((header) => text(header, null, 'optional', header));
