import { scaledOf } from '#renderer/data/engine/aggregate/column-sums.ts';
import type { GroupedSums } from '#renderer/data/engine/aggregate/grouped-sums.ts';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import {
  BRIDGE_COMPONENTS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeComponent,
  type BridgeGroup,
  type BridgeGroups,
  type BridgePart,
  type BridgeWhole,
  splitItem,
  TAIL_DIVISOR,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import type { Task } from '#shared/base/tasks.ts';
import { COST_SECTIONS, type Scope, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { type BridgeCells, columnsOf, INCOME, MONEY, PRODUCT_COST, UNITS } from './bridge-cells.ts';
import { type ExactSums, exactSums, scaleOf } from './exact-sums.ts';
import { splitQuickly } from './quick-split.ts';

/** Groups that are told one by one, of each dimension. */
const MAX_GROUPS = 50;
/** Items that are split in one go. */
const ITEMS_PER_STEP = 512;

const PART_COUNT = BRIDGE_PARTS.length;
/** Where the places of a group's sums that are no parts stand: its profitability before and after. */
const BEFORE_AT = PART_COUNT;
const AFTER_AT = PART_COUNT + 1;
const MISSING_AT = BRIDGE_PARTS.indexOf('missing-cost');
const COST_COMPONENT = BRIDGE_COMPONENTS.indexOf('product-cost');
const REST_COMPONENT = BRIDGE_COMPONENTS.indexOf('rest');
/** Places among the parts of volume, mix and the components, as items are split. */
const SPLIT_PLACES = (['volume', 'mix', ...BRIDGE_COMPONENTS] as const).map((part) =>
  BRIDGE_PARTS.indexOf(part),
);

/** Before and after. Of the slots of an item, the first is the later period's, the second the compared one's. */
const PERIODS = [0, 1] as const;
const BEFORE = 0;
const AFTER = 1;
type PeriodAt = (typeof PERIODS)[number];
const slotAt = (pair: number, period: PeriodAt): number => 1 + pair * 2 + (period === AFTER ? 0 : 1);
const periodOf = (slot: number): PeriodAt => (slot % 2 === 1 ? AFTER : BEFORE);
const pairsOf = ({ slotCount }: GroupedSums): number => (slotCount - 1) / 2;

/** The bridge of one scope. Long, for its steps fill the same sums. */
export function* bridgeOf(
  cells: BridgeCells,
  scope: Scope,
): Task<Omit<Bridge, 'revision' | 'before' | 'after'>> {
  const { all, slots, categoryOf, captionOf, skuOf, canalOf } = cells;
  const amounts = yield* amountsOf(cells, scope);
  const { scale } = amounts;
  const wholes = wholesOf(cells, amounts, scope);
  const pools = poolsOf(cells, amounts, wholes);
  const allUnits = unitsOfItems(cells, amounts, wholes, pools);
  const skus = new Map<number, GroupSums>();
  const canales = new Map<number, GroupSums>();
  const split = createSplitter(amounts, allUnits, pairsOf(all));
  for (let pair = 0; pair < pairsOf(all); pair += 1) {
    if (pair % ITEMS_PER_STEP === 0) yield;
    if (pools.pooled[pair] === 1) continue;
    const sku = slots.firstKeyOf(pair);
    const into = [groupAt(skus, sku), groupAt(canales, slots.secondKeyOf(pair))] as const;
    split([pair], wholes.get(sku) ?? null, into);
  }
  yield;
  const poolGroups = new Map<string, GroupSums>();
  for (const { category, canal, pairs } of pools.items) {
    split(pairs, null, [groupAt(poolGroups, category), groupAt(canales, canal)]);
  }
  const total = createSums();
  const categories = new Map<string, GroupSums>();
  const sumUp = (category: string, sums: GroupSums): void => {
    addSums(total, sums);
    addSums(groupAt(categories, category), sums);
  };
  for (const [key, sums] of skus) sumUp(categoryOf(skuOf(key)) ?? '', sums);
  for (const [category, sums] of poolGroups) sumUp(category, sums);
  const named = (
    groups: ReadonlyMap<number, GroupSums>,
    textOf: (key: number) => string,
    captionFor: (value: string) => string | null = () => null,
  ): readonly NamedGroup[] =>
    [...groups].map(([key, sums]) => {
      const value = textOf(key);
      return { value, caption: captionFor(value), pooled: null, sums };
    });
  const column = SCOPE_COLUMNS[scope].profitability;
  const { scale: unitScale } = amounts.units;
  return {
    scope,
    rowsBefore: rowsIn(all, BEFORE),
    rowsAfter: rowsIn(all, AFTER),
    unitsBefore: toDecimal({ units: allUnits[BEFORE], scale: unitScale }),
    unitsAfter: toDecimal({ units: allUnits[AFTER], scale: unitScale }),
    pooledProducts: [...pools.products.values()].reduce((sum, count) => sum + count, 0),
    from: sumOver(all, column, BEFORE),
    to: sumOver(all, column, AFTER),
    parts: partsOf(total, scale),
    unreadable: unreadableIn(all),
    groups: {
      Canal: ranked(named(canales, canalOf), scale),
      Categoría: ranked(
        [...categories].map(([value, sums]) => ({ value, caption: null, pooled: null, sums })),
        scale,
      ),
      'SKU Producto': ranked(
        [
          ...named(skus, skuOf, captionOf),
          ...[...poolGroups].map(([value, sums]) => ({
            value,
            caption: null,
            pooled: pools.products.get(value) ?? 0,
            sums,
          })),
        ],
        scale,
      ),
    },
  };
}

/** Amounts that make up the profitability of a scope, by slot. */
type Amounts = {
  readonly scale: number;
  readonly units: ExactSums;
  readonly profit: ExactSums;
  /** The components but for the rest, each with the sign it counts with; null: the scope has none. As in BRIDGE_COMPONENTS. */
  readonly components: readonly (ExactSums | null)[];
  /** The product cost that is estimated to be missing; null: none is. */
  readonly missing: ((slot: number) => bigint) | null;
};

function* amountsOf(cells: BridgeCells, scope: Scope): Task<Amounts> {
  const { all } = cells;
  const scale = smallestScale(all);
  yield;
  return {
    scale,
    units: exactSums(all, [UNITS], [], scaleOf(all, [UNITS])),
    profit: exactSums(all, [SCOPE_COLUMNS[scope].profitability], [], scale),
    components: yield* componentSums(all, scope, scale),
    missing: scope === 'marketplace' ? null : missingCosts(cells, scale),
  };
}

function* componentSums(all: GroupedSums, scope: Scope, scale: number): Task<readonly (ExactSums | null)[]> {
  const sections = COST_SECTIONS.filter(
    (section) => scope !== 'comercial' || !SECTIONS_OUTSIDE_COMERCIAL.includes(section),
  );
  const hasIncome = (all.sums.get(INCOME)?.lanes.length ?? 0) > 0;
  const sums: (ExactSums | null)[] = [];
  const sumsOf = (component: BridgeComponent): ExactSums | null => {
    switch (component) {
      case 'price':
        return exactSums(all, [RATE_BASE_COLUMN], [], scale);
      case 'other-income':
        return hasIncome ? exactSums(all, [INCOME], [RATE_BASE_COLUMN], scale) : null;
      case 'product-cost':
        return scope === 'marketplace' ? null : exactSums(all, [], [PRODUCT_COST], scale);
      case 'refunds':
        return exactSums(
          all,
          sections.flatMap((section) => columnsOf(section, 'refund')),
          [],
          scale,
        );
      case 'rest':
        return null;
      default:
        return sections.includes(component)
          ? exactSums(all, [], columnsOf(component, 'charge'), scale)
          : null;
    }
  };
  for (const component of BRIDGE_COMPONENTS) {
    sums.push(sumsOf(component));
    yield;
  }
  return sums;
}

/**
 * The product cost that the rows without one would have, by slot: units of theirs times what a unit of the same product
 * cost in the rows of the period that have one, or else of the other period. Nothing where no row of the product has one.
 */
function missingCosts(
  { all, costUnits, slots }: BridgeCells,
  scale: number,
): ((slot: number) => bigint) | null {
  if (costUnits === null) return null;
  const unitScale = scaleOf(all, [UNITS]);
  const loaded = exactSums(costUnits.loaded, [UNITS], [], unitScale);
  const lacking = exactSums(costUnits.lacking, [UNITS], [], unitScale);
  const cost = exactSums(all, [PRODUCT_COST], [], scale);
  const rates = new Map<number, { cost: [bigint, bigint]; units: [bigint, bigint] }>();
  for (let pair = 0; pair < pairsOf(all); pair += 1) {
    const sku = slots.firstKeyOf(pair);
    const rate = rates.get(sku) ?? { cost: [0n, 0n], units: [0n, 0n] };
    rates.set(sku, rate);
    for (const period of PERIODS) {
      rate.cost[period] += cost.of(slotAt(pair, period));
      rate.units[period] += loaded.of(slotAt(pair, period));
    }
  }
  return (slot) => {
    const units = lacking.of(slot);
    if (units <= 0n) return 0n;
    const period = periodOf(slot);
    const rate = rates.get(slots.firstKeyOf(Math.floor((slot - 1) / 2)));
    const from = [period, 1 - period].find((each) => (rate?.units[each] ?? 0n) > 0n);
    if (rate === undefined || from === undefined) return 0n;
    const [costs = 0n, of = 1n] = [rate.cost[from], rate.units[from]];
    return (2n * units * costs + of) / (2n * of);
  };
}

/** The products that are told as wholes, by key. */
function wholesOf(
  { costUnits, slots, all, skuOf }: BridgeCells,
  { units }: Amounts,
  scope: Scope,
): ReadonlyMap<number, BridgeWhole> {
  const hasSold = [new Set<number>(), new Set<number>()] as const;
  const hasCost = new Set<number>();
  const lacksCost = new Set<number>();
  const cost = scope === 'marketplace' || costUnits === null ? null : all.sums.get(PRODUCT_COST);
  const skus = new Set<number>();
  for (let pair = 0; pair < pairsOf(all); pair += 1) {
    const sku = slots.firstKeyOf(pair);
    skus.add(sku);
    for (const period of PERIODS) {
      const slot = slotAt(pair, period);
      if (units.of(slot) > 0n) hasSold[period].add(sku);
      if (cost == null) continue;
      const rows = all.rows[slot] ?? 0;
      if ((all.rowsWithoutCost[slot] ?? 0) > 0) lacksCost.add(sku);
      if (!hasCost.has(sku) && (scaledOf(cost, slot, rows)?.units ?? 0n) !== 0n) hasCost.add(sku);
    }
  }
  const wholes = new Map<number, BridgeWhole>();
  for (const sku of skus) {
    if (NO_SKU.includes(skuOf(sku))) wholes.set(sku, 'without-product');
    else if (lacksCost.has(sku) && !hasCost.has(sku)) wholes.set(sku, 'no-cost');
    else if (hasSold[AFTER].has(sku) && !hasSold[BEFORE].has(sku)) wholes.set(sku, 'new');
    else if (hasSold[BEFORE].has(sku) && !hasSold[AFTER].has(sku)) wholes.set(sku, 'discontinued');
  }
  return wholes;
}

type Pools = {
  /** Pairs that are one item: of a category in a channel, by their numbers. */
  readonly items: readonly { readonly category: string; readonly canal: number; readonly pairs: number[] }[];
  /** 1 for each pair that is in one of them. */
  readonly pooled: Uint8Array;
  /** How many products of each category are in them. */
  readonly products: ReadonlyMap<string, number>;
};

/** Small products of one period, put together where both periods have some of the same category in the same channel. */
function poolsOf(
  { all, slots, skuOf, categoryOf }: BridgeCells,
  { units, components }: Amounts,
  wholes: ReadonlyMap<number, BridgeWhole>,
): Pools {
  const ventas = components[BRIDGE_COMPONENTS.indexOf('price')];
  const sold = new Map<number, bigint>();
  const totals: [bigint, bigint] = [0n, 0n];
  const periodOfSku = (sku: number): PeriodAt | null => {
    const whole = wholes.get(sku);
    return whole === 'new' ? AFTER : whole === 'discontinued' ? BEFORE : null;
  };
  for (let pair = 0; pair < pairsOf(all); pair += 1) {
    const sku = slots.firstKeyOf(pair);
    for (const period of PERIODS) {
      const own = ventas?.of(slotAt(pair, period)) ?? 0n;
      totals[period] += own;
      if (periodOfSku(sku) === period) sold.set(sku, (sold.get(sku) ?? 0n) + own);
    }
  }
  const isSmall = (sku: number): boolean => {
    const period = periodOfSku(sku);
    return period !== null && magnitude(sold.get(sku) ?? 0n) * TAIL_DIVISOR < magnitude(totals[period]);
  };
  type Pool = Pools['items'][number] & { readonly units: [bigint, bigint] };
  const found = new Map<string, Pool>();
  for (let pair = 0; pair < pairsOf(all); pair += 1) {
    const sku = slots.firstKeyOf(pair);
    if (!isSmall(sku)) continue;
    const category = categoryOf(skuOf(sku)) ?? '';
    const canal = slots.secondKeyOf(pair);
    const key = `${canal}/${category}`;
    const pool: Pool = found.get(key) ?? { category, canal, pairs: [], units: [0n, 0n] };
    found.set(key, pool);
    pool.pairs.push(pair);
    for (const period of PERIODS) pool.units[period] += units.of(slotAt(pair, period));
  }
  const items = [...found.values()].filter((pool) => pool.units.every((own) => own > 0n));
  const pooled = new Uint8Array(pairsOf(all));
  const skus = new Map<string, Set<number>>();
  for (const { category, pairs } of items) {
    const own = skus.get(category) ?? new Set();
    skus.set(category, own);
    for (const pair of pairs) {
      pooled[pair] = 1;
      own.add(slots.firstKeyOf(pair));
    }
  }
  return { items, pooled, products: new Map([...skus].map(([category, own]) => [category, own.size])) };
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** The units of the items that are compared a unit, before and after. */
function unitsOfItems(
  { all, slots }: BridgeCells,
  { units }: Amounts,
  wholes: ReadonlyMap<number, BridgeWhole>,
  pools: Pools,
): readonly [bigint, bigint] {
  const sums: [bigint, bigint] = [0n, 0n];
  const add = (pairs: readonly number[]): void => {
    for (const period of PERIODS) {
      const own = pairs.reduce((sum, pair) => sum + units.of(slotAt(pair, period)), 0n);
      if (own > 0n) sums[period] += own;
    }
  };
  for (let pair = 0; pair < pairsOf(all); pair += 1) if (!wholes.has(slots.firstKeyOf(pair))) add([pair]);
  for (const { pairs } of pools.items) add(pairs);
  return sums;
}

/**
 * Adds what an item changed by to groups of items. In doubles as far as they are exact, and else in whole numbers of any size.
 */
function createSplitter(amounts: Amounts, allUnits: readonly [bigint, bigint], itemCount: number) {
  const was = new Float64Array(BRIDGE_COMPONENTS.length);
  const is = new Float64Array(BRIDGE_COMPONENTS.length);
  const out = new Float64Array(SPLIT_PLACES.length);
  const parts = new Float64Array(PART_COUNT + 2);
  /** Sums of so many parts of this size are exact. */
  const largest = Number.MAX_SAFE_INTEGER / Math.max(1, itemCount);
  const { units, profit, components, missing } = amounts;
  const isExact = [units, profit, ...components].every((sums) => sums === null || sums.doubles !== null);

  /** How large what was added up is, without signs: doubles are exact up to 2^53. */
  let reach = 0;
  /** Adds the components of a slot, as if every product cost were loaded that can be estimated. */
  const read = (slot: number, lacking: number, into: Float64Array): number => {
    const own = profit.doubles?.[slot] ?? 0;
    let rest = own - lacking;
    reach += Math.abs(own) + lacking;
    for (let at = 0; at < REST_COMPONENT; at += 1) {
      const amount = (components[at]?.doubles?.[slot] ?? 0) - (at === COST_COMPONENT ? lacking : 0);
      into[at] = (into[at] ?? 0) + amount;
      reach += Math.abs(amount);
      rest -= amount;
    }
    into[REST_COMPONENT] = (into[REST_COMPONENT] ?? 0) + rest;
    return own;
  };
  const splitInDoubles = (pairs: readonly number[], whole: BridgeWhole | null): boolean => {
    parts.fill(0);
    was.fill(0);
    is.fill(0);
    reach = 0;
    let [before, after, unitsBefore, unitsAfter, unestimated] = [0, 0, 0, 0, 0];
    for (const pair of pairs) {
      const [slotBefore, slotAfter] = [slotAt(pair, BEFORE), slotAt(pair, AFTER)];
      const lackingBefore = missing === null ? 0 : Number(missing(slotBefore));
      const lackingAfter = missing === null ? 0 : Number(missing(slotAfter));
      before += read(slotBefore, lackingBefore, was);
      after += read(slotAfter, lackingAfter, is);
      unitsBefore += units.doubles?.[slotBefore] ?? 0;
      unitsAfter += units.doubles?.[slotAfter] ?? 0;
      unestimated += lackingAfter - lackingBefore;
    }
    if (reach > Number.MAX_SAFE_INTEGER) return false;
    parts[BEFORE_AT] = before;
    parts[AFTER_AT] = after;
    if (whole !== null) {
      parts[BRIDGE_PARTS.indexOf(whole)] = after - before - unestimated;
    } else {
      if (!splitQuickly(was, is, unitsBefore, unitsAfter, allUnits, out)) return false;
      for (let at = 0; at < out.length; at += 1) parts[SPLIT_PLACES[at] ?? 0] = out[at] ?? 0;
    }
    parts[MISSING_AT] = unestimated;
    return parts.every((part) => Math.abs(part) < largest);
  };
  return (pairs: readonly number[], whole: BridgeWhole | null, into: readonly GroupSums[]): void => {
    if (isExact && splitInDoubles(pairs, whole)) {
      for (const { doubles } of into) {
        for (let at = 0; at < parts.length; at += 1) doubles[at] = (doubles[at] ?? 0) + (parts[at] ?? 0);
      }
      return;
    }
    const exact = splitExactly(amounts, pairs, whole, allUnits);
    for (const sums of into) sums.large = exact.map((part, at) => part + (sums.large?.[at] ?? 0n));
  };
}

/** The same in whole numbers of any size. */
function splitExactly(
  { units, profit, components, missing }: Amounts,
  pairs: readonly number[],
  whole: BridgeWhole | null,
  allUnits: readonly [bigint, bigint],
): readonly bigint[] {
  const sumIn = (read: (slot: number) => bigint, period: PeriodAt): bigint =>
    pairs.reduce((sum, pair) => sum + read(slotAt(pair, period)), 0n);
  const of = (read: (slot: number) => bigint): [bigint, bigint] => [sumIn(read, BEFORE), sumIn(read, AFTER)];
  const [before, after] = of(profit.of);
  const lacking = missing === null ? ([0n, 0n] as const) : of(missing);
  const parts = Array.from({ length: PART_COUNT + 2 }, () => 0n);
  parts[BEFORE_AT] = before;
  parts[AFTER_AT] = after;
  const unestimated = lacking[1] - lacking[0];
  if (whole !== null) parts[BRIDGE_PARTS.indexOf(whole)] = after - before - unestimated;
  else {
    const rest: [bigint, bigint] = [before - lacking[0], after - lacking[1]];
    const amounts = components.map((sums, at): readonly [bigint, bigint] => {
      if (at === REST_COMPONENT) return rest;
      const own = sums === null ? ([0n, 0n] as [bigint, bigint]) : of(sums.of);
      for (const period of PERIODS) {
        if (at === COST_COMPONENT) own[period] -= lacking[period];
        rest[period] -= own[period];
      }
      return own;
    });
    const split = splitItem({ units: of(units.of), amounts }, allUnits);
    for (const [at, part] of [split.volume, split.mix, ...split.components].entries()) {
      parts[SPLIT_PLACES[at] ?? 0] = part;
    }
  }
  parts[MISSING_AT] = (parts[MISSING_AT] ?? 0n) + unestimated;
  return parts;
}

/** Parts, and profitability before and after: doubles, and what they cannot carry. */
type GroupSums = { readonly doubles: Float64Array; large: readonly bigint[] | null };

function createSums(): GroupSums {
  return { doubles: new Float64Array(PART_COUNT + 2), large: null };
}

function groupAt<K>(groups: Map<K, GroupSums>, value: K): GroupSums {
  let known = groups.get(value);
  if (known === undefined) {
    known = createSums();
    groups.set(value, known);
  }
  return known;
}

function addSums(into: GroupSums, { doubles, large }: GroupSums): void {
  for (let at = 0; at < doubles.length; at += 1)
    into.doubles[at] = (into.doubles[at] ?? 0) + (doubles[at] ?? 0);
  if (large !== null) into.large = large.map((part, at) => part + (into.large?.[at] ?? 0n));
}

const unitsAt = ({ doubles, large }: GroupSums, at: number): bigint =>
  BigInt(doubles[at] ?? 0) + (large?.[at] ?? 0n);

function partsOf(sums: GroupSums, scale: number): { readonly [part in BridgePart]?: Decimal } {
  return Object.fromEntries(
    BRIDGE_PARTS.flatMap((part, place) => {
      const units = unitsAt(sums, place);
      return units === 0n ? [] : [[part, toDecimal({ units, scale })]];
    }),
  );
}

type NamedGroup = Pick<BridgeGroup, 'value' | 'caption' | 'pooled'> & { readonly sums: GroupSums };

/** Largest change first, then by value. */
function ranked(groups: readonly NamedGroup[], scale: number): BridgeGroups {
  const sized = groups.map((group) => {
    const changed = unitsAt(group.sums, AFTER_AT) - unitsAt(group.sums, BEFORE_AT);
    return { ...group, size: magnitude(changed) };
  });
  sized.sort((a, b) => (a.size === b.size ? (a.value < b.value ? -1 : 1) : a.size > b.size ? -1 : 1));
  const groupView = ({ value, caption, pooled, sums }: NamedGroup): BridgeGroup => ({
    value,
    caption,
    pooled,
    from: toDecimal({ units: unitsAt(sums, BEFORE_AT), scale }),
    to: toDecimal({ units: unitsAt(sums, AFTER_AT), scale }),
    parts: partsOf(sums, scale),
  });
  const rest = sized.slice(MAX_GROUPS);
  const others = createSums();
  for (const { sums } of rest) addSums(others, sums);
  return {
    groups: sized.slice(0, MAX_GROUPS).map(groupView),
    others: rest.length === 0 ? null : groupView({ value: '', caption: null, pooled: null, sums: others }),
    othersCount: rest.length,
  };
}

/** The digits after the point that the sums need: none where all of them are whole. */
function smallestScale(all: GroupedSums): number {
  const scale = scaleOf(all, MONEY);
  let needed = 0;
  for (const column of MONEY) {
    const sums = all.sums.get(column);
    if (sums === undefined) continue;
    if (sums.extra.size > 0 || sums.lanes.some(({ lows }) => lows !== null)) return scale;
    for (const { scale: own, sums: values } of sums.lanes) {
      while (needed < own && values.some((units) => units % powerOfTen(own - needed) !== 0)) needed += 1;
    }
  }
  return needed;
}

function sumOver(all: GroupedSums, column: string, period: PeriodAt): Decimal | null {
  const sums = all.sums.get(column);
  if (sums === undefined || sums.lanes.length === 0) return null;
  let total: Scaled = { units: 0n, scale: sums.scale };
  for (let slot = slotAt(0, period); slot < all.slotCount; slot += 2) {
    total = add(total, scaledOf(sums, slot, all.rows[slot] ?? 0) ?? { units: 0n, scale: 0 });
  }
  return toDecimal(total);
}

function rowsIn(all: GroupedSums, period: PeriodAt): number {
  let rows = 0;
  for (let slot = slotAt(0, period); slot < all.slotCount; slot += 2) rows += all.rows[slot] ?? 0;
  return rows;
}

function unreadableIn(all: GroupedSums): number {
  let count = 0;
  for (const { unreadable } of all.sums.values()) {
    if (unreadable === null) continue;
    for (let slot = 1; slot < unreadable.length; slot += 1) count += unreadable[slot] ?? 0;
  }
  return count;
}
