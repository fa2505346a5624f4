import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Members, membersOf } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Below, Group, Losers } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { add, compare, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { type Breakdown, breakDown, type GroupTotals, type LevelFigures } from './breakdown.ts';
import { scaledOf, sortableSums } from './column-sums.ts';
import { codeDimension, type DimensionCodes, type NamedDimension } from './group-codes.ts';
import { productCaptions } from './product-captions.ts';

type BreakdownPlan = {
  readonly members: Members;
  readonly by: readonly NamedDimension[];
  readonly columns: readonly string[];
  /** Brings days of the compared period to this one's; null where none is compared. */
  readonly shiftDay: ((day: number) => number) | null;
};

type GroupsChoice = {
  /** How many groups of each dimension, where it is one of texts; null, or none given: all. */
  readonly limits: readonly (number | null)[];
  readonly order: SortOrder;
  /** Only those of the first dimension that lose, where it is one of texts. */
  readonly below?: Below | null;
  /** Only these texts of the first dimension, where it is one of texts. */
  readonly only?: readonly string[] | null;
};

/** All figures of a breakdown, whichever groups are shown of it in whatever order. */
export type BrokenDown = { readonly broken: Breakdown; readonly axes: readonly Axis[] };

type GroupsAnswer = {
  readonly groups: readonly Group[];
  readonly groupsLeftOut: number;
  readonly losers?: Losers;
  readonly total: GroupTotals;
  readonly comparedTotal: GroupTotals;
};

/** Greatest Ventas first. */
export const BY_SALES: SortOrder = { column: RATE_BASE_COLUMN, direction: 'descending' };

/** The groups of a dimension among the rows of a mask. */
export function groupRows(
  store: ColumnStore,
  mask: Uint8Array,
  dimension: NamedDimension,
  columns: readonly string[],
): readonly Group[] {
  const rowsIn = Uint32Array.from(store.segments, ({ base, rowCount }) => {
    let rows = 0;
    for (let row = base; row < base + rowCount; row += 1) rows += mask[row] ?? 0;
    return rows;
  });
  const members = membersOf({ mask, rowsIn });
  const brokenDown = atOnce(breakDownRows(store, { members, by: [dimension], columns, shiftDay: null }));
  return atOnce(groupsOf(brokenDown, { limits: [], order: BY_SALES })).groups;
}

export function* breakDownRows(store: ColumnStore, plan: BreakdownPlan): Task<BrokenDown> {
  const { members, by, columns, shiftDay } = plan;
  const dimensions: DimensionCodes[] = [];
  for (const each of by) dimensions.push(yield* codeDimension(store, each, shiftDay, members));
  yield;
  const broken = yield* breakDown(store, members, dimensions, columns);
  const isBySku = by.some(({ column }) => column === 'SKU Producto');
  const captions = isBySku ? yield* productCaptions(store) : null;
  const axes = by.map(
    ({ column, unit }, index): Axis => ({
      isTime: unit !== null,
      textOf: dimensions[index]?.textOf ?? (() => ''),
      captionOf: column === 'SKU Producto' ? captions : null,
    }),
  );
  yield;
  return { broken, axes };
}

/** Parts of the calendar come in time's order; others by the sum that is asked for, then by value. */
export function* groupsOf({ broken, axes }: BrokenDown, choice: GroupsChoice): Task<GroupsAnswer> {
  const shown = axes.map((axis, index) => ({
    ...axis,
    limit: (axis.isTime ? null : choice.limits[index]) ?? Number.POSITIVE_INFINITY,
  }));
  return {
    ...(yield* toGroups(broken, shown, choice)),
    total: broken.total.totalsOf(0, 0),
    comparedTotal: broken.total.totalsOf(0, 1),
  };
}

type Axis = {
  readonly isTime: boolean;
  readonly textOf: (key: number) => string;
  readonly captionOf: ((value: string) => string | null) | null;
};

type ShownAxis = Axis & { readonly limit: number };

/** An item of a level (a key, or a pair of keys) that has rows in one of the periods. */
type Item = { readonly item: number; readonly value: string };

function* toGroups(
  { slots, pairs, firsts }: Breakdown,
  [first, second]: readonly ShownAxis[],
  { order, below = null, only = null }: GroupsChoice,
): Task<Pick<GroupsAnswer, 'groups' | 'groupsLeftOut' | 'losers'>> {
  if (first === undefined) return { groups: [], groupsLeftOut: 0 };
  const { periods } = slots;
  const hasRows = (level: LevelFigures, item: number) =>
    level.rowsOf(item, 0) > 0 || (periods === 2 && level.rowsOf(item, 1) > 0);
  const group = (level: LevelFigures, axis: Axis, { item, value }: Item): Group => ({
    value,
    caption: axis.captionOf?.(value) ?? null,
    totals: level.totalsOf(item, 0),
    ...(periods === 2 ? { compared: level.totalsOf(item, 1) } : {}),
  });

  const firstItems: Item[] = [];
  for (let key = 0; key < slots.firstKeyCount; key += 1) {
    if (hasRows(firsts, key)) firstItems.push({ item: key, value: first.textOf(key) });
  }
  const named = only === null || first.isTime ? null : new Set(only);
  const asked = named === null ? firstItems : firstItems.filter(({ value }) => named.has(value));
  const losing = below === null || first.isTime ? null : losersAmong(asked, firsts, below);
  const shown = firstOf(losing?.items ?? asked, firsts, first, order);
  const left = {
    groupsLeftOut: firstItems.length - shown.length,
    ...(losing === null ? {} : { losers: losing.losers }),
  };
  yield;
  const groups: Group[] = [];
  if (second === undefined) {
    for (const item of shown) {
      groups.push(group(firsts, first, item));
      if (groups.length % GROUPS_PER_STEP === 0) yield;
    }
    return { groups, ...left };
  }

  const pairsOfFirst = new Map<number, Item[]>(shown.map(({ item }) => [item, []]));
  const pairCount = (slots.slotCount - 1) / periods;
  for (let pair = 0; pair < pairCount; pair += 1) {
    const within = pairsOfFirst.get(slots.firstKeyOf(pair));
    if (within === undefined || !hasRows(pairs, pair)) continue;
    within.push({ item: pair, value: second.textOf(slots.secondKeyOf(pair)) });
  }
  yield;
  let made = 0;
  for (const item of shown) {
    const all = pairsOfFirst.get(item.item) ?? [];
    const within: Group[] = [];
    for (const each of firstOf(all, pairs, second, order)) {
      within.push(group(pairs, second, each));
      made += 1;
      if (made % GROUPS_PER_STEP === 0) yield;
    }
    groups.push({
      ...group(firsts, first, item),
      groups: within,
      groupsLeftOut: all.length - within.length,
    });
  }
  return { groups, ...left };
}

/** The items whose own sum is below zero, and what they come to, exactly. */
function losersAmong(
  items: readonly Item[],
  level: LevelFigures,
  { column, except }: Below,
): { readonly items: Item[]; readonly losers: Losers } {
  const sums = level.sums.sums.get(column);
  const losing: Item[] = [];
  let whole: Scaled = ZERO;
  if (sums !== undefined)
    for (const each of items) {
      const sum = scaledOf(sums, level.slotOf(each.item, 0), level.rowsOf(each.item, 0));
      if (sum === null || sum.units >= 0n || except.includes(each.value)) continue;
      losing.push(each);
      whole = add(whole, sum);
    }
  return { items: losing, losers: { count: losing.length, sum: toDecimal(whole) } };
}

/** Groups whose figures are written as texts in one go. */
const GROUPS_PER_STEP = 128;

/** The items in their order, as many as are shown. */
function firstOf(items: Item[], level: LevelFigures, axis: ShownAxis, order: SortOrder): readonly Item[] {
  sortItems(items, level, axis, order);
  return items.slice(0, axis.limit);
}

function sortItems(items: Item[], level: LevelFigures, { isTime }: Axis, order: SortOrder): void {
  if (isTime) {
    items.sort((a, b) => (a.value < b.value ? -1 : 1));
    return;
  }
  const compareSums = sumOrder(level, order);
  items.sort((a, b) => compareSums(a.item, b.item) || compareTexts(a.value, b.value));
}

/** Compares items by their own period's sum of a column; those without any come last either way. */
function sumOrder(
  level: LevelFigures,
  { column, direction }: SortOrder,
): (left: number, right: number) => number {
  const sums = level.sums.sums.get(column);
  if (sums === undefined) return () => 0;
  const sign = direction === 'ascending' ? 1 : -1;
  const sortable = sortableSums(sums);
  const slotOf = (item: number) => level.slotOf(item, 0);
  if (sortable !== null) {
    // Of a compared period alone: they have none.
    const isEmpty = (item: number): number => (level.rowsOf(item, 0) === 0 ? 1 : 0);
    return (left, right) =>
      isEmpty(left) - isEmpty(right) ||
      sign * ((sortable[slotOf(left)] ?? 0) - (sortable[slotOf(right)] ?? 0));
  }
  const exact = (item: number) => scaledOf(sums, slotOf(item), level.rowsOf(item, 0));
  return (left, right) => {
    const a = exact(left);
    const b = exact(right);
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    return sign * compare(a, b);
  };
}
