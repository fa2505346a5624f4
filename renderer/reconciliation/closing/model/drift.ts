import { DRIFT_CAUSES, type DriftCause } from '#renderer/data/model/drift-causes.ts';
import { OWN_MOVED_COLUMNS } from '#renderer/data/model/own-costs.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import {
  add,
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { CLOSE_COLUMNS, type CloseColumn, type MonthOrder, ownMove } from './month-orders.ts';

/**
 * The drift of a closed month: its figures now less those when it was closed, order by order, and why. The parts of all
 * orders add up to the difference of the month's own sums, to the last digit.
 */

/** The cause of an order's figures: the reading that brought them. */
export type ReadingCause = Exclude<DriftCause, 'product-cost' | 'own-cost'>;

export type ScopeSums = { readonly [scope in Scope]: Decimal };
export type DriftPart = { readonly cause: DriftCause; readonly sums: ScopeSums };

export type DriftedOrder = {
  readonly key: OrderKey;
  /** `new`: none of its rows was in the month then; `removed`: none is by now. */
  readonly kind: 'new' | 'changed' | 'removed';
  readonly before: MonthOrder | null;
  readonly after: MonthOrder | null;
  /** After minus before, own costs counted where the close was made with them. */
  readonly differences: { readonly [column in CloseColumn]: Decimal };
  readonly parts: readonly DriftPart[];
};

export type Drift = {
  /** Those that are not what they were; greatest difference of Rentabilidad Total first. */
  readonly orders: readonly DriftedOrder[];
  readonly sums: ScopeSums;
  readonly ventas: Decimal;
  readonly rows: number;
  /** By cause, those that occur, in the order of DRIFT_CAUSES. */
  readonly causes: readonly (DriftPart & { readonly orders: number })[];
};

/**
 * Compares a month order by order with what it held when it was closed.
 *
 * @param causeOf what brought an order as it is by now, its product cost aside
 */
export function* driftOf(
  closed: readonly MonthOrder[],
  now: readonly MonthOrder[],
  causeOf: (key: OrderKey) => ReadingCause,
): Task<Drift> {
  const before = new Map<OrderKey, MonthOrder>();
  const orders: DriftedOrder[] = [];
  const compare = (key: OrderKey, was: MonthOrder | null, after: MonthOrder | null): void => {
    const drifted = compareOrder(key, was, after, causeOf);
    if (drifted !== null) orders.push(drifted);
  };
  yield* eachInSteps(closed, (order) => void before.set(order.key, order));
  yield* eachInSteps(now, (after) => {
    compare(after.key, before.get(after.key) ?? null, after);
    before.delete(after.key);
  });
  yield* eachInSteps(before.values(), (was) => compare(was.key, was, null));
  return yield* summariseDrift(orders);
}

function compareOrder(
  key: OrderKey,
  was: MonthOrder | null,
  after: MonthOrder | null,
  causeOf: (key: OrderKey) => ReadingCause,
): DriftedOrder | null {
  const before = was !== null && after !== null ? withMovesOf(was, after) : was;
  if (before !== null && after !== null && saysTheSame(before, after)) return null;
  const difference = (column: CloseColumn): Scaled =>
    subtract(readSum(after, column), readSum(before, column));
  const changes = new Map(CLOSE_COLUMNS.map((column) => [column, difference(column)]));
  const isMoved = [...changes.values()].some(({ units }) => units !== 0n) || before?.rows !== after?.rows;
  const own = (column: CloseColumn): Scaled => subtract(ownMove(after, column), ownMove(before, column));
  const isOwnMoved = OWN_MOVED_COLUMNS.some((column) => own(column).units !== 0n);
  if (!isMoved && !isOwnMoved) return null;
  const kind = before === null ? 'new' : after === null ? 'removed' : 'changed';
  // An order that came or went did so with its cost: that is no reason of its own.
  const cost = kind === 'changed' ? (changes.get('Costo de Producto') ?? ZERO) : ZERO;
  const byCost = takenOff(cost);
  const rest = scopeSums((scope) =>
    subtract(changes.get(profitOf(scope)) ?? ZERO, fromDecimal(byCost[scope])),
  );
  const parts: DriftPart[] = [];
  if (cost.units !== 0n) parts.push({ cause: 'product-cost', sums: byCost });
  if (isOwnMoved) parts.push({ cause: 'own-cost', sums: scopeSums((scope) => own(profitOf(scope))) });
  const isAllCost = cost.units !== 0n && isNothing(rest) && before?.rows === after?.rows;
  if (isMoved && !isAllCost) parts.push({ cause: causeOf(key), sums: rest });
  return {
    key,
    kind,
    before,
    after,
    differences: Object.fromEntries(
      [...changes].map(([column, change]) => [column, toDecimal(add(change, own(column)))]),
    ) as DriftedOrder['differences'],
    parts,
  };
}

/** To the letter: most orders of a month are as they were, and need no arithmetic. */
const saysTheSame = (before: MonthOrder, after: MonthOrder): boolean =>
  before.rows === after.rows &&
  OWN_MOVED_COLUMNS.every((column) => before.own?.[column] === after.own?.[column]) &&
  hasSameSums(before, after);

const hasSameSums = (before: MonthOrder, after: MonthOrder): boolean =>
  CLOSE_COLUMNS.every((column) => before.sums[column] === after.sums[column]);

/**
 * Of a close that kept the own cost alone: where the order's rows and cost are what they were, so is what the cost moves. For the
 * rest it is taken to have moved every sum.
 */
function withMovesOf(was: MonthOrder, after: MonthOrder): MonthOrder {
  if (was.isOwnAssumed !== true || was.rows !== after.rows || !hasSameSums(was, after)) return was;
  const cost = 'Costo de Producto';
  return compare(ownMove(was, cost), ownMove(after, cost)) === 0 ? { ...was, own: after.own } : was;
}

const readSum = (order: MonthOrder | null, column: CloseColumn): Scaled => {
  const text = order?.sums[column];
  return text === undefined ? ZERO : fromDecimal(text);
};

const profitOf = (scope: Scope) => SCOPE_COLUMNS[scope].profitability as CloseColumn;

/** The product cost counts in Comercial and Total only (spec 2.5). */
const takenOff = (cost: Scaled): ScopeSums =>
  scopeSums((scope) => (scope === 'marketplace' ? ZERO : subtract(ZERO, cost)));

export function scopeSums(of: (scope: Scope) => Scaled): ScopeSums {
  return Object.fromEntries(SCOPES.map((scope) => [scope, toDecimal(of(scope))])) as ScopeSums;
}

export const isNothing = (sums: ScopeSums): boolean =>
  SCOPES.every((scope) => fromDecimal(sums[scope]).units === 0n);

export function addSums(all: readonly ScopeSums[]): ScopeSums {
  return scopeSums((scope) => all.reduce((sum, each) => add(sum, fromDecimal(each[scope])), ZERO));
}

/** Sums of some drifted orders. */
export function* summariseDrift(orders: readonly DriftedOrder[]): Task<Drift> {
  const byCause = new Map<DriftCause, { orders: number; sums: ScopeSums }>();
  let ventas = ZERO;
  let rows = 0;
  yield* eachInSteps(orders, ({ before, after, differences, parts }) => {
    ventas = add(ventas, fromDecimal(differences.Ventas));
    rows += (after?.rows ?? 0) - (before?.rows ?? 0);
    for (const { cause, sums } of parts) {
      const own = byCause.get(cause);
      byCause.set(cause, {
        orders: (own?.orders ?? 0) + 1,
        sums: own === undefined ? sums : addSums([own.sums, sums]),
      });
    }
  });
  return {
    orders: yield* byMagnitude(orders),
    sums: addSums([...byCause.values()].map(({ sums }) => sums)),
    ventas: toDecimal(ventas),
    rows,
    causes: DRIFT_CAUSES.flatMap((cause) => {
      const own = byCause.get(cause);
      return own === undefined ? [] : [{ cause, ...own }];
    }),
  };
}

function* byMagnitude(orders: readonly DriftedOrder[]): Task<readonly DriftedOrder[]> {
  const totals = yield* mapInSteps(orders, ({ differences }) =>
    fromDecimal(differences['Rentabilidad Total']),
  );
  const scale = totals.reduce((most, total) => Math.max(most, total.scale), 0);
  const keyed = yield* mapInSteps(orders, (order, at) => {
    const { units, scale: own } = totals[at] ?? ZERO;
    const shifted = units * 10n ** BigInt(scale - own);
    return { order, size: shifted < 0n ? -shifted : shifted };
  });
  keyed.sort((a, b) => (a.size === b.size ? (a.order.key < b.order.key ? -1 : 1) : a.size > b.size ? -1 : 1));
  return keyed.map(({ order }) => order);
}
