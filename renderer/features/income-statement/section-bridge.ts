import { columnsOfSection } from '#renderer/data/model/section-columns.ts';
import { totalOf } from '#renderer/features/columns/column-sections.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { amountOf, SECTION_ORDER } from './income-statement-lines.ts';

/**
 * The way from a section's charges to the API's own column of it. In between stands the section of the result, charges
 * minus refunds: income counts once, in Ingreso Total, while the API's column takes it off as well (spec 2.4). Pure.
 */
export type BridgeStep = {
  readonly id: string;
  /** A column of the API; the section as the result counts it; what nobody explains; the API's column of the section. */
  readonly kind: 'charge' | 'refund' | 'net' | 'income' | 'rest' | 'total';
  readonly operator: '+' | '−' | '=';
  /** The column it is a sum of; null of what is computed. */
  readonly column: string | null;
  readonly amount: Decimal;
};

/** Whether a section's own column and its line of the result can be unlike figures: it holds income. */
export function holdsIncome(section: CostSection): boolean {
  return columnsOfSection(section, 'income').length > 0;
}

/** All that has to be summed for the bridges of some sections. */
export function bridgeColumns(sections: readonly CostSection[]): readonly string[] {
  return sections.flatMap((section) => {
    const total = totalOf(section);
    const parts = (['charge', 'refund', 'income'] as const).flatMap((role) =>
      columnsOfSection(section, role),
    );
    return total === null ? parts : [...parts, total];
  });
}

export const ALL_BRIDGE_COLUMNS: readonly string[] = bridgeColumns(SECTION_ORDER);

const NOTHING = '0' as Decimal;

/** The steps of a section, those without an amount left out but for the section's own. Empty where nothing is known. */
export function bridgeOf(section: CostSection, sums: Sums): readonly BridgeStep[] {
  const ofRole = (role: 'charge' | 'refund' | 'income', operator: '+' | '−'): BridgeStep[] =>
    columnsOfSection(section, role).flatMap((column) => {
      const amount = sums[column];
      return amount === undefined || fromDecimal(amount).units === 0n
        ? []
        : [{ id: column, kind: role, operator, column, amount }];
    });
  const adds = columnsOfSection(section, 'charge');
  const takes = columnsOfSection(section, 'refund');
  const total = totalOf(section);
  const own = total === null ? undefined : sums[total];
  const net = amountOf({ adds, takes }, sums);
  if (net === null && own === undefined) return [];
  const explained =
    amountOf({ adds, takes: [...takes, ...columnsOfSection(section, 'income')] }, sums) ?? NOTHING;
  const steps: BridgeStep[] = [
    ...ofRole('charge', '+'),
    ...ofRole('refund', '−'),
    { id: section, kind: 'net', operator: '=', column: null, amount: net ?? NOTHING },
    ...ofRole('income', '−'),
  ];
  if (total === null || own === undefined) return steps;
  const rest = subtract(fromDecimal(explained), fromDecimal(own));
  if (rest.units !== 0n)
    steps.push({ id: 'rest', kind: 'rest', operator: '−', column: null, amount: toDecimal(rest) });
  return [...steps, { id: total, kind: 'total', operator: '=', column: total, amount: own }];
}
