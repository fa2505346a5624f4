import { columnsOfSection, SECTION_ORDER } from '#renderer/features/statement/statement-lines.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { rateOf, type Sums } from '#shared/domain/profitability.ts';

/**
 * The way from Ingreso Total to Rentabilidad Total (spec 2.5). A step is the charges minus the refunds of a section;
 * income columns count once, in Ingreso Total. The API's own results are milestones: what the steps do not explain
 * between them is a step of its own, so that nothing is made to fit. Pure.
 */
export type Step = {
  readonly id:
    | CostSection
    | 'income'
    | 'account-charges'
    | 'product-cost'
    | 'marketplace'
    | 'total'
    | 'rest-marketplace'
    | 'rest-total';
  /** income: where it begins. cost: taken away. result: what the API says is left. rest: what nobody explains. */
  readonly kind: 'income' | 'cost' | 'result' | 'rest';
  /** A cost as it is charged: taken away where it is positive. */
  readonly amount: Decimal;
  /** Where the bar begins and ends. */
  readonly from: Decimal;
  readonly to: Decimal;
  /** Share of Ventas, six places; null without Ventas. */
  readonly ratePercent: Decimal | null;
  /** The columns it is made of: what a press on it shows in the orders. */
  readonly columns: readonly string[];
};

export type Waterfall = {
  readonly steps: readonly Step[];
  /** Whether Ingreso Total − Cobro Total + Reembolso Total − Costo de Producto is the API's Rentabilidad Total. */
  readonly agrees: boolean;
};

const MILESTONES = [
  'Ingreso Total',
  'Cobro Total',
  'Reembolso Total',
  'Costo de Producto',
  'Rentabilidad Marketplace',
  'Rentabilidad Total',
] as const;

const columnsOf = (section: CostSection): readonly string[] => [
  ...columnsOfSection(section, 'charge'),
  ...columnsOfSection(section, 'refund'),
];

/** All that has to be summed for it. */
export const WATERFALL_COLUMNS: readonly string[] = [...MILESTONES, ...SECTION_ORDER.flatMap(columnsOf)];

const sumOf = (sums: Sums, column: string): Scaled => {
  const sum = sums[column];
  return sum === undefined ? ZERO : fromDecimal(sum);
};

/** Charges minus refunds of a section. */
function costOf(sums: Sums, section: CostSection): Scaled {
  const charges = columnsOfSection(section, 'charge').map((column) => sumOf(sums, column));
  const refunds = columnsOfSection(section, 'refund').map((column) => sumOf(sums, column));
  return refunds.reduce(subtract, charges.reduce(add, ZERO));
}

/**
 * @param all sums over every row
 * @param account sums over the account's own movements (`Tipo de Dato` Marketplace), which are shown apart
 * @returns null where the rows carry no `Ingreso Total` or no `Rentabilidad Total`: there is no way to draw
 */
export function waterfallOf(all: Sums, account: Sums): Waterfall | null {
  if (all['Ingreso Total'] === undefined || all['Rentabilidad Total'] === undefined) return null;
  const steps: Step[] = [];
  let level = sumOf(all, 'Ingreso Total');
  const put = (
    step: Pick<Step, 'id' | 'kind' | 'columns'>,
    amount: Scaled,
    from: Scaled,
    to: Scaled,
  ): void => {
    const exact = toDecimal(amount);
    const ratePercent = rateOf(exact, all.Ventas, 6);
    steps.push({ ...step, amount: exact, from: toDecimal(from), to: toDecimal(to), ratePercent });
  };
  const take = (id: Step['id'], amount: Scaled, columns: readonly string[]): void => {
    const after = subtract(level, amount);
    put({ id, kind: 'cost', columns }, amount, level, after);
    level = after;
  };
  /** The API's own result; what lies between it and the steps is said before it. */
  const reach = (id: 'marketplace' | 'total', column: string): void => {
    const result = sumOf(all, column);
    const rest = subtract(level, result);
    if (rest.units !== 0n) put({ id: `rest-${id}`, kind: 'rest', columns: [] }, rest, level, result);
    put({ id, kind: 'result', columns: [column] }, result, ZERO, result);
    level = result;
  };

  put({ id: 'income', kind: 'income', columns: ['Ingreso Total'] }, level, ZERO, level);
  let accountCost = ZERO;
  for (const section of SECTION_ORDER) {
    const ofAccount = costOf(account, section);
    accountCost = add(accountCost, ofAccount);
    take(section, subtract(costOf(all, section), ofAccount), columnsOf(section));
  }
  take('account-charges', accountCost, []);
  if (all['Rentabilidad Marketplace'] !== undefined) reach('marketplace', 'Rentabilidad Marketplace');
  take('product-cost', sumOf(all, 'Costo de Producto'), ['Costo de Producto']);
  reach('total', 'Rentabilidad Total');

  const identity = subtract(
    add(subtract(sumOf(all, 'Ingreso Total'), sumOf(all, 'Cobro Total')), sumOf(all, 'Reembolso Total')),
    sumOf(all, 'Costo de Producto'),
  );
  return { steps, agrees: subtract(identity, sumOf(all, 'Rentabilidad Total')).units === 0n };
}
