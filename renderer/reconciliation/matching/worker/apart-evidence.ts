import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { sectionTotal } from '#renderer/data/model/row-rules.ts';
import {
  type ChargedOrders,
  type ChargedReading,
  findBilledApart,
  MIN_EXPLAINED,
} from '#renderer/reconciliation/matching/model/billed-apart.ts';
import type { MatchCase } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { ApartProposal } from '#renderer/reconciliation/matching/model/matches.ts';
import { mapInSteps, type Task } from '#shared/base/tasks.ts';
import { SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { type Decimal, fromDecimal, rescale } from '#shared/domain/decimal.ts';
import type { StatementMatch } from './match-statement.ts';
import { type OrderFigures, orderFigures, scaleOfTerms } from './order-figures.ts';

/** Found by a number: amounts would only find what agrees. */
const isByNumber = ({ by, lines, orders }: MatchCase): boolean =>
  (by === 'order' || by === 'settlement') && lines.length > 0 && orders.length > 0;

/** Which sections the marketplace bills apart, by what the cases of a statement that is held against all that is left differ by. */
export function* apartEvidence(
  store: ColumnStore,
  match: StatementMatch,
  tolerance: Decimal,
): Task<ApartProposal | null> {
  const cases = match.cases.filter(isByNumber);
  if (cases.filter(({ state }) => state === 'different').length < MIN_EXPLAINED) return null;
  const charged = SECTIONS_OUTSIDE_COMERCIAL.filter((section) =>
    store.scalesOf(sectionTotal(section)).some(({ magnitude }) => magnitude > 0),
  );
  if (charged.length === 0) return null;
  const columns = charged.map((section) => [sectionTotal(section), 1] as const);
  const { scale } = scaleOfTerms(store, columns, match.scale);
  const settlements = [...new Set(match.lines.flatMap(({ settlement }) => settlement || []))];
  const figures: OrderFigures[] = [];
  for (const column of columns) figures.push(yield* orderFigures(store, settlements, scale, [column]));
  const factor = 10n ** BigInt(scale - match.scale);
  const all = yield* mapInSteps(cases, (each) => readingsOf(each, match, { figures, factor }));
  const found = findBilledApart(all, charged.length, rescale(fromDecimal(tolerance), scale).units);
  return found === null ? null : { ...found, sections: found.sections.flatMap((at) => charged[at] ?? []) };
}

type Charges = {
  /** Of each section. */
  readonly figures: readonly OrderFigures[];
  /** From the scale of the matching to that of the figures. */
  readonly factor: bigint;
};

function readingsOf(each: MatchCase, match: StatementMatch, { figures, factor }: Charges): ChargedOrders {
  const { orders, numbers } = match;
  const own = each.orders.map((at) => ({ order: orders[at], number: numbers[at] ?? -1 }));
  const reading = (isSettled: boolean): ChargedReading => {
    const ledgerAmount = own.reduce((sum, { order }) => {
      const settled = isSettled ? order?.settled : null;
      return sum + (settled ?? order?.amount ?? 0n);
    }, 0n);
    const charges = figures.map(({ whole, settled }) =>
      own.reduce((sum, { order, number }) => {
        const isPart = isSettled && order !== undefined && order.settled !== null;
        return sum + (isPart ? settled : whole).of(number);
      }, 0n),
    );
    return { difference: (each.statementAmount - ledgerAmount) * factor, charges };
  };
  const isPartly = own.some(({ order }) => order !== undefined && order.settled !== null);
  if (!isPartly) return [reading(false)];
  return each.isBySettlement ? [reading(true), reading(false)] : [reading(false), reading(true)];
}
