import { columnsOfSection, INCOME_COLUMNS } from '#renderer/data/model/section-columns.ts';
import { COST_SECTIONS, type CostSection } from '#shared/domain/column-catalogue.ts';

/**
 * What an entry may consist of: the columns of the result, what they leave unexplained, and the other side of each. A rule
 * says for one of these, or for all of a group, which account of the books takes it.
 */

export type LineGroup = 'income' | CostSection;

/** A column of the result; `sign` is that of a debit: what is charged is one, income is none. */
export type ResultLine = {
  readonly id: string;
  readonly group: LineGroup;
  readonly column: string;
  readonly sign: 1 | -1;
};

const lineOf =
  (group: LineGroup, sign: 1 | -1) =>
  (column: string): ResultLine => ({ id: `${group}/${column}`, group, column, sign });

export const RESULT_LINES: readonly ResultLine[] = [
  ...INCOME_COLUMNS.map(lineOf('income', -1)),
  ...COST_SECTIONS.flatMap((section) => [
    ...columnsOfSection(section, 'charge').map(lineOf(section, 1)),
    ...columnsOfSection(section, 'refund').map(lineOf(section, -1)),
  ]),
];

const COLUMN_OF_LINE = new Map(RESULT_LINES.map(({ id, column }) => [id, column]));
/** The column of the result that a line is; undefined of all others. */
export const columnOfLine = (line: string): string | undefined => COLUMN_OF_LINE.get(line);

/** The lines that are no single column of the result. */
export const OTHER_LINES = [
  /** What `Ingreso Total` has beyond its columns. */
  'income/rest',
  /** What is left between income, costs and `Rentabilidad Marketplace`. */
  'rest',
  /** What the marketplace owes for it. */
  'receivable',
  'product-cost',
  'inventory',
  /** Paid out by the marketplace, and not yet seen in the bank. */
  'transit',
  'bank',
  /** What came to the bank, and no payout explains. */
  'bank/unexplained',
  /** What a file that takes no more decimal places leaves out. */
  'rounding',
] as const;
export type OtherLine = (typeof OTHER_LINES)[number];

/** All ids that a rule may be of: groups before their own lines. */
export const RULE_LINES: readonly string[] = [
  'income',
  ...RESULT_LINES.filter(({ group }) => group === 'income').map(({ id }) => id),
  ...COST_SECTIONS.flatMap((section) => [
    section,
    ...RESULT_LINES.filter(({ group }) => group === section).map(({ id }) => id),
  ]),
  ...OTHER_LINES,
];

const GROUPS: readonly string[] = ['income', ...COST_SECTIONS];

/** The group whose rules take a line that has none of its own, a group's own name included; null: it has no group. */
export function groupOf(line: string): LineGroup | null {
  const [group = ''] = line.split('/');
  return GROUPS.includes(group) ? (group as LineGroup) : null;
}
