import {
  type Category,
  COLUMNS,
  COST_SECTIONS,
  type CostSection,
  SECTIONS_OUTSIDE_COMERCIAL,
  type SectionRole,
} from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  type Identity,
  RATE_BASE_COLUMN,
  RATE_COLUMNS,
  ROW_IDENTITIES,
} from '#shared/domain/profitability.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The rules that every row is held against, to the last digit: sums of its own columns, and its percentages. */

/**
 * How far a rule is to be believed. documented: the specification states it (2.4, 2.5). assumed: it says what belongs
 * together and not how, as the signs of a section's parts or the base of a percentage. information: it may differ.
 */
export type RuleStanding = 'documented' | 'assumed' | 'information';

/** A column that equals a sum of others. */
export type SumRule = Identity & {
  readonly kind: 'sum';
  readonly id: string;
  readonly standing: RuleStanding;
};

/** A percentage that equals a column over the base of all rates, rounded to the digits that it is written with. */
export type RateRule = {
  readonly kind: 'rate';
  readonly id: string;
  readonly standing: RuleStanding;
  readonly result: string;
  readonly part: string;
};

export type RowRule = SumRule | RateRule;

const sectionKeys = (name: CostSection, role: SectionRole): readonly string[] =>
  COLUMNS.filter(({ section }) => section?.name === name && section.role === role).map(({ key }) => key);

/** The column that totals a section of the cost. */
export const sectionTotal = (name: CostSection): string => sectionKeys(name, 'total')[0] ?? '';

/**
 * The columns that a category's total adds up: the breakdown of commissions describes a charge and is never added (spec
 * 2.4).
 */
function listOf(category: Category): readonly string[] {
  return COLUMNS.filter(
    ({ categories, categoryTotal, section }) =>
      categories.includes(category) && categoryTotal === null && section?.role !== 'component',
  ).map(({ key }) => key);
}

function identity(id: string, result: string): SumRule {
  const found = ROW_IDENTITIES.find((each) => each.result === result);
  if (found === undefined) throw new RangeError(`No identity of «${result}».`);
  return { kind: 'sum', id, standing: 'documented', ...found };
}

const SUM_RULES: readonly SumRule[] = [
  identity('total', 'Rentabilidad Total'),
  identity('comercial', 'Rentabilidad Comercial'),
  {
    kind: 'sum',
    id: 'cobros',
    standing: 'assumed',
    result: 'Cobros Comercial',
    plus: ['Cobro Total'],
    // A section's total is its charges net of their refunds: what Comercial leaves out is left out with its refunds.
    minus: SECTIONS_OUTSIDE_COMERCIAL.map(sectionTotal),
  },
  {
    kind: 'sum',
    id: 'income',
    standing: 'documented',
    result: 'Ingreso Total',
    plus: listOf('income'),
    minus: [],
  },
  {
    kind: 'sum',
    id: 'refunds',
    standing: 'documented',
    result: 'Reembolso Total',
    plus: listOf('reimbursement'),
    minus: [],
  },
  ...COST_SECTIONS.map(
    (name): SumRule => ({
      kind: 'sum',
      id: name,
      standing: 'assumed',
      result: sectionTotal(name),
      plus: sectionKeys(name, 'charge'),
      minus: [...sectionKeys(name, 'refund'), ...sectionKeys(name, 'income')],
    }),
  ),
  {
    kind: 'sum',
    id: 'marketplace',
    standing: 'information',
    result: 'Costo de Marketplace',
    plus: COST_SECTIONS.map(sectionTotal),
    minus: [],
  },
];

const RATE_RULES: readonly RateRule[] = Object.entries(RATE_COLUMNS).map(([result, part]) => ({
  kind: 'rate',
  id: result,
  standing: 'assumed',
  result,
  part,
}));

/** Documented ones first. The id is what a rule is asked for by. */
export const ROW_RULES: readonly RowRule[] = [...SUM_RULES, ...RATE_RULES];

/** Columns that a percentage may be of where it is not of the base of all rates. */
export const OTHER_BASES: readonly string[] = ['Ingreso Total', 'Venta Cancelada'];

export function findRule(id: string): RowRule | undefined {
  return ROW_RULES.find((rule) => rule.id === id);
}

/** A sum that there is; throws on any other id. */
export function findSumRule(id: string): SumRule {
  const found = SUM_RULES.find((rule) => rule.id === id);
  if (found === undefined) throw new RangeError(`No sum «${id}».`);
  return found;
}

/** The columns a rule speaks of, its result first. */
export function columnsOfRule(rule: RowRule): readonly string[] {
  return rule.kind === 'sum'
    ? [rule.result, ...rule.plus, ...rule.minus]
    : [rule.result, rule.part, RATE_BASE_COLUMN];
}

/** «Rentabilidad Total = Ingreso Total + Reembolso Total − Cobro Total − Costo de Producto», by the names given. */
export function formulaOf(rule: RowRule, nameOf: (column: string) => string = (column) => column): string {
  const result = nameOf(rule.result);
  if (rule.kind === 'rate') return `${result} = ${nameOf(rule.part)} ÷ ${nameOf(RATE_BASE_COLUMN)} × 100`;
  const terms = [
    ...rule.plus.map((key) => `+ ${nameOf(key)}`),
    ...rule.minus.map((key) => `− ${nameOf(key)}`),
  ];
  return `${result} = ${terms.join(' ').replace(/^\+ /, '')}`;
}

/** Outcomes of a rule over the rows of a selection: together they are all of them. */
export type RuleCounts = {
  readonly id: string;
  readonly holds: number;
  readonly fails: number;
  /** Some value of the rule is absent: it cannot be told. */
  readonly absent: number;
  readonly unreadable: number;
  /** Rows of percentages over Ventas of 0, which tell nothing. */
  readonly withoutBase: number;
  /**
   * Differences of sums over the failing rows: what the column says less what its parts add up to; and the same without
   * signs.
   */
  readonly net: Decimal | null;
  readonly off: Decimal | null;
  /** Failing rows of percentages that another column, as the base, makes right. */
  readonly fitsOther: { readonly [base: string]: number };
};

export type RowRuleResults = {
  readonly revision: number;
  readonly rows: number;
  /** In the order of ROW_RULES. */
  readonly rules: readonly RuleCounts[];
};

/** Failing rows of a rule that are alike: of one channel, and off by one amount (sums) or right over one base (rates). */
export type FailureGroup = {
  readonly canal: string;
  /** The column less the sum of its parts; null of percentages. */
  readonly difference: Decimal | null;
  /** The base that fits; null where none does, and of sums. */
  readonly base: string | null;
  readonly rows: number;
};

export type FailureGroups = {
  readonly revision: number;
  readonly id: string;
  /** Most rows first, at most MAX_FAILURE_GROUPS. */
  readonly groups: readonly FailureGroup[];
  readonly groupsLeftOut: number;
  readonly rowsLeftOut: number;
};

export const MAX_FAILURE_GROUPS = 200;

export type FailingRowsQuery = {
  readonly selection: Selection;
  readonly id: string;
  /** Null: the rows of all groups. */
  readonly group: Pick<FailureGroup, 'canal' | 'difference' | 'base'> | null;
};

/** Columns that tell a row, before those of the rule. */
export const RULE_KEY_COLUMNS: readonly string[] = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
];

export type FailingRow = {
  /** Number of the row at this revision, and the columns that tell its order (shared/domain/order-identity.ts). */
  readonly row: number;
  readonly identity: { readonly [column: string]: Cell };
  readonly cells: { readonly [column: string]: Cell };
  /** The value that the rule computes from the row's other values; null where a percentage has no base. */
  readonly expected: Decimal | null;
  readonly difference: Decimal | null;
  /** The answers that brought the order as it is, where the log knows. */
  readonly correlationIds: readonly string[];
};

export type FailingRowsPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly lines: readonly FailingRow[];
};
