import { columnsOfSection, INCOME_COLUMNS } from '#renderer/data/model/section-columns.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { type CostSection, type Scope, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { type Decimal, subtract, sum, toDecimal } from '#shared/domain/decimal.ts';
import { amountIn, SCOPE_COLUMNS, type Sums } from '#shared/domain/profitability.ts';

/**
 * The lines of the result, from Ingreso Total to Rentabilidad Total: a section is its charges minus its refunds, income
 * counts once, and the three results are the API's own columns (spec 2.4, 2.5). Costs keep the API's sign: the operator
 * before the line says what is done with it.
 */
export type StatementLine = {
  readonly id: string;
  /** income, section and product-cost lead to the results; a part is a column of the line above it. */
  readonly kind: 'income' | 'section' | 'part' | 'product-cost' | 'result';
  readonly section: CostSection | null;
  readonly scope: Scope | null;
  /** The column's key; a section has none of its own here: it is added up. */
  readonly column: string | null;
  readonly operator: '' | '+' | '−' | '=';
  /** The results it counts in. */
  readonly countsIn: readonly Scope[];
  readonly adds: readonly string[];
  readonly takes: readonly string[];
};

const ALL_SCOPES: readonly Scope[] = ['marketplace', 'comercial', 'total'];

/** In the order of ui/README.md: what Comercial deducts first, then what it leaves out. */
export const SECTION_ORDER: readonly CostSection[] = [
  'commissions',
  'shipping',
  'other',
  'discounts',
  ...SECTIONS_OUTSIDE_COMERCIAL,
];

/** `Tipo de Dato` of the account's own movements: a section holds their charges as those of the sales. */
export const ACCOUNT_MOVEMENTS = 'Marketplace';

function part(
  column: string,
  operator: '+' | '−',
  of: Pick<StatementLine, 'section' | 'countsIn'>,
): StatementLine {
  return {
    id: `${of.section ?? 'income'}/${column}`,
    kind: 'part',
    section: of.section,
    scope: null,
    column,
    operator,
    countsIn: of.countsIn,
    adds: [column],
    takes: [],
  };
}

function single(
  column: string,
  line: Pick<StatementLine, 'kind' | 'operator' | 'countsIn'> & { readonly scope?: Scope },
): StatementLine {
  return { id: column, section: null, scope: null, column, adds: [column], takes: [], ...line };
}

function sectionLines(section: CostSection): readonly StatementLine[] {
  const countsIn = SECTIONS_OUTSIDE_COMERCIAL.includes(section)
    ? ALL_SCOPES.filter((scope) => scope !== 'comercial')
    : ALL_SCOPES;
  const adds = columnsOfSection(section, 'charge');
  const takes = columnsOfSection(section, 'refund');
  return [
    {
      id: section,
      kind: 'section',
      section,
      scope: null,
      column: null,
      operator: '−',
      countsIn,
      adds,
      takes,
    },
    ...adds.map((column) => part(column, '+', { section, countsIn })),
    ...takes.map((column) => part(column, '−', { section, countsIn })),
  ];
}

function resultLine(scope: Scope): StatementLine {
  return single(SCOPE_COLUMNS[scope].profitability, { kind: 'result', operator: '=', countsIn: [], scope });
}

export const STATEMENT_LINES: readonly StatementLine[] = [
  single('Ingreso Total', { kind: 'income', operator: '', countsIn: ALL_SCOPES }),
  ...INCOME_COLUMNS.map((column) => part(column, '+', { section: null, countsIn: ALL_SCOPES })),
  ...SECTION_ORDER.flatMap(sectionLines),
  resultLine('marketplace'),
  single('Costo de Producto', { kind: 'product-cost', operator: '−', countsIn: ['comercial', 'total'] }),
  resultLine('comercial'),
  resultLine('total'),
];

/** All that has to be summed for the lines, and Ventas, their base. */
export const STATEMENT_COLUMNS: readonly string[] = [
  ...new Set(['Ventas', ...STATEMENT_LINES.flatMap(({ adds, takes }) => [...adds, ...takes])]),
];

/** The exact amount of a line; null where none of its columns has a value. */
export function amountOf({ adds, takes }: Pick<StatementLine, 'adds' | 'takes'>, sums: Sums): Decimal | null {
  const known = [...adds, ...takes].some((column) => sums[column] !== undefined);
  if (!known) return null;
  const of = (column: string) => amountIn(sums, column);
  const added = sum(adds.map(of));
  return toDecimal(takes.map(of).reduce(subtract, added));
}

function parentOf(line: StatementLine): string | null {
  return line.kind === 'part' ? (line.section ?? 'Ingreso Total') : null;
}

/** The lines shown while some are open: the parts of the others are folded away. */
export function shownLines(open: ReadonlySet<string>): readonly StatementLine[] {
  return STATEMENT_LINES.filter((line) => {
    const parent = parentOf(line);
    return parent === null || open.has(parent);
  });
}

/**
 * A section of the result. Where the API's column of it takes income off as well, the name says that this figure does
 * not: no two figures have one name.
 */
export function sectionName(section: CostSection, text: Text): string {
  const name = text(`section.${section}`);
  return columnsOfSection(section, 'income').length > 0
    ? text('statement.before-income', { section: name })
    : name;
}

/** A line's name: a section's is translated, a column's is its key. */
export function lineName(line: StatementLine, text: Text): string {
  if (line.column !== null) return text.column(line.column);
  return line.section === null ? line.id : sectionName(line.section, text);
}
