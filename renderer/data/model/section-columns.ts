import { COLUMNS, COST_SECTIONS, type CostSection } from '#shared/domain/column-catalogue.ts';

/** Which columns of the API the result is made of: its income, and of each section what is charged and given back. */

/** The columns of a section: what is charged, what is given back, and the income that the API's own column takes off. */
export function columnsOfSection(
  section: CostSection,
  role: 'charge' | 'refund' | 'income',
): readonly string[] {
  return COLUMNS.filter((column) => column.section?.name === section && column.section.role === role).map(
    ({ key }) => key,
  );
}

/** The columns that `Ingreso Total` is made of. */
export const INCOME_COLUMNS: readonly string[] = COLUMNS.filter(
  ({ categories, categoryTotal }) => categories.includes('income') && categoryTotal === null,
).map(({ key }) => key);

/** All that a result consists of: what a close keeps of each account, so that it can be booked as it was. */
export const BOOKED_COLUMNS: readonly string[] = [
  'Ingreso Total',
  ...INCOME_COLUMNS,
  ...COST_SECTIONS.flatMap((section) => [
    ...columnsOfSection(section, 'charge'),
    ...columnsOfSection(section, 'refund'),
  ]),
  'Rentabilidad Marketplace',
  'Costo de Producto',
  'Rentabilidad Total',
];
