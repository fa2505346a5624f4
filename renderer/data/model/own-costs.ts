import { type LocalDate, parseLocalDate, shiftDay } from '#shared/domain/dates.ts';
import { type Decimal, parseDecimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import { RATE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { withoutVat } from './vat-rates.ts';

/**
 * A product cost that the user set, by SKU and days: kept beside the source's cost, never over it. It counts where the
 * source has none (spec 2.5.1), by the day of `Fecha de compra`, times `Unidades`, and only while the user has it
 * counted.
 */
export type OwnCost = {
  /** `SKU Producto`, exactly as the rows have it. */
  readonly sku: string;
  /** ISO 4217; null: said while the account's currency had no name, so that it is of the main one. */
  readonly currency: string | null;
  /** Both included; null: since ever, for ever. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  /** The cost of one unit as it was entered; above 0. */
  readonly cost: Decimal;
  /** The rate of the VAT that is in it, in percent; absent: it was entered without. */
  readonly vat?: Decimal | undefined;
  readonly note: string;
  /** The name of who said so. */
  readonly owner: string;
  /** By this machine's clock. */
  readonly atMs: number;
};

/** Days of one SKU in one currency: of these there is one cost at most for each day. */
type CostDays = Pick<OwnCost, 'from' | 'to'>;
type CostPlace = Pick<OwnCost, 'sku' | 'currency'>;

export const MAX_SKU_LENGTH = 900;
const MAX_WHOLE_DIGITS = 12;
const MAX_PLACES = 6;
export const MAX_NOTE_LENGTH = 1000;

/** Costs of a place begin on different days: no two have the same key. */
export function ownCostKey({ sku, currency, from }: CostPlace & Pick<OwnCost, 'from'>): string {
  return `${currency ?? ''}|${from ?? ''}|${sku}`;
}

export const OWN_COST_FAULTS = [
  'no-sku',
  'long-sku',
  'no-cost',
  'not-a-number',
  'not-positive',
  'too-many-digits',
  'not-a-day',
  'days-reversed',
] as const;
/** Why what was typed, or stands in a file, is no own cost. */
export type OwnCostFault = (typeof OWN_COST_FAULTS)[number];

/** As typed, or as a line of a file has it: a plain decimal, days as YYYY-MM-DD, "" where an end is open. */
export type OwnCostText = {
  readonly sku: string;
  readonly cost: string;
  readonly from: string;
  readonly to: string;
};

type ReadCost = Pick<OwnCost, 'sku' | 'cost' | 'from' | 'to'>;

/** Reads a cost that was entered, or tells all that is wrong with it. */
export function readOwnCost(
  text: OwnCostText,
): { readonly read: ReadCost } | { readonly faults: readonly OwnCostFault[] } {
  const cost = parseDecimal(text.cost.trim());
  const [from, to] = [readDay(text.from), readDay(text.to)];
  const faults = [...skuFaults(text.sku), ...costFaults(text.cost.trim(), cost)];
  if (from === undefined || to === undefined) faults.push('not-a-day');
  else if (from !== null && to !== null && to < from) faults.push('days-reversed');
  if (faults.length > 0 || cost === undefined || from === undefined || to === undefined) return { faults };
  return { read: { sku: text.sku, cost: toDecimal(cost), from, to } };
}

function skuFaults(sku: string): OwnCostFault[] {
  if (sku.trim() === '') return ['no-sku'];
  return sku.length > MAX_SKU_LENGTH ? ['long-sku'] : [];
}

/** What of a cost counts: as it was entered, or less the VAT in it, to MAX_PLACES places a unit. */
export const countedCost = ({ cost, vat }: Pick<OwnCost, 'cost' | 'vat'>): Decimal =>
  vat === undefined ? cost : withoutVat(cost, vat, MAX_PLACES);

/** Whether a text is what an own cost may be. */
export function isOwnCostFigure(text: string): boolean {
  return costFaults(text, parseDecimal(text)).length === 0;
}

function costFaults(text: string, cost: Scaled | undefined): readonly OwnCostFault[] {
  if (text === '') return ['no-cost'];
  if (cost === undefined) return ['not-a-number'];
  if (cost.units <= 0n) return ['not-positive'];
  const isLong = cost.scale > MAX_PLACES || cost.units >= 10n ** BigInt(MAX_WHOLE_DIGITS + cost.scale);
  return isLong ? ['too-many-digits'] : [];
}

/** Null: open; undefined: no day. */
function readDay(text: string): LocalDate | null | undefined {
  return text.trim() === '' ? null : parseLocalDate(text.trim());
}

/** Days as text sort as they follow each other; open ends lie before and after all of them. */
const FIRST = '0000-01-01' as LocalDate;
const LAST = '9999-12-31' as LocalDate;
const startOf = ({ from }: CostDays): LocalDate => from ?? FIRST;
const endOf = ({ to }: CostDays): LocalDate => to ?? LAST;

export function holdsDay(cost: CostDays, day: LocalDate): boolean {
  return startOf(cost) <= day && day <= endOf(cost);
}

export function daysOverlap(left: CostDays, right: CostDays): boolean {
  return startOf(left) <= endOf(right) && startOf(right) <= endOf(left);
}

export function isSamePlace(left: CostPlace, right: CostPlace): boolean {
  return left.sku === right.sku && left.currency === right.currency;
}

/** The writes that make a cost stand: nothing of it overlaps afterwards. */
export type OwnCostChanges = {
  readonly puts: readonly OwnCost[];
  /** Keys. */
  readonly deletes: readonly string[];
};

export type PlacedOwnCost =
  /** `cut`: those that lose days to it, or all of them. */
  | { readonly kind: 'placed'; readonly changes: OwnCostChanges; readonly cut: readonly OwnCost[] }
  | { readonly kind: 'overlap'; readonly with: readonly OwnCost[] };

/**
 * Puts a cost among the others.
 * @param others costs without overlaps, of whatever SKU
 * @param replaced the key of the one that it takes the place of (an edit); null: it is new
 * @param onOverlap `cut`: others keep the days that it leaves them; `report`: nothing is written where one is touched
 */
export function placeOwnCost(
  others: Iterable<OwnCost>,
  cost: OwnCost,
  { replaced, onOverlap }: { readonly replaced: string | null; readonly onOverlap: 'cut' | 'report' },
): PlacedOwnCost {
  const cut = [...others].filter(
    (other) => isSamePlace(other, cost) && ownCostKey(other) !== replaced && daysOverlap(other, cost),
  );
  if (onOverlap === 'report' && cut.length > 0) return { kind: 'overlap', with: cut };
  const puts = [...cut.flatMap((other) => daysLeft(other, cost)), cost];
  const kept = new Set(puts.map(ownCostKey));
  const gone = [...cut.map(ownCostKey), ...(replaced === null ? [] : [replaced])];
  return {
    kind: 'placed',
    changes: { puts, deletes: [...new Set(gone)].filter((key) => !kept.has(key)) },
    cut,
  };
}

/** The rest of a cost that another one leaves: nothing, one piece, or one before and one after it. */
function daysLeft(cost: OwnCost, taken: CostDays): readonly OwnCost[] {
  const pieces: OwnCost[] = [];
  if (taken.from !== null && startOf(cost) < taken.from) {
    pieces.push({ ...cost, to: shiftDay(taken.from, -1) });
  }
  if (taken.to !== null && endOf(cost) > taken.to) pieces.push({ ...cost, from: shiftDay(taken.to, 1) });
  return pieces;
}

/** Own costs by SKU, each SKU's by the day that they begin. */
export type OwnCostsBySku = ReadonlyMap<string, readonly OwnCost[]>;

/**
 * Those of the currency in view.
 * @param isMain whether that is the account's main currency: what was said before it had a name is of it
 */
export function ownCostsBySku(
  costs: Iterable<OwnCost>,
  { currency, isMain }: { readonly currency: string | null; readonly isMain: boolean },
): OwnCostsBySku {
  const bySku = new Map<string, OwnCost[]>();
  for (const cost of costs) {
    if (cost.currency !== currency && !(cost.currency === null && isMain)) continue;
    bySku.set(cost.sku, [...(bySku.get(cost.sku) ?? []), cost]);
  }
  for (const ofSku of bySku.values()) ofSku.sort(byPrecedence);
  return bySku;
}

/** Where one from before the currency had a name meets one that names it, the one that names it is found first. */
function byPrecedence(left: OwnCost, right: OwnCost): number {
  if (left.currency !== right.currency) return left.currency === null ? 1 : -1;
  return startOf(left) < startOf(right) ? -1 : 1;
}

/** The columns that contain the product cost, and which way (spec 2.5). Marketplace has none. */
export const COST_COLUMNS: readonly (readonly [column: string, sign: 1 | -1])[] = [
  ['Costo de Producto', 1],
  ['Rentabilidad Comercial', -1],
  ['Rentabilidad Total', -1],
  ['Costo Comercial', 1],
  ['Costo Total', 1],
];

/** The percentages of those, each with what it is of. */
export const COST_RATES: readonly (readonly [percentColumn: string, part: string])[] = Object.entries(
  RATE_COLUMNS,
).filter(([, part]) => COST_COLUMNS.some(([column]) => column === part));

/** Every column that own costs move. */
export const MOVED_COLUMNS: readonly string[] = [...COST_COLUMNS, ...COST_RATES].map(([column]) => column);

/** A question about own costs: those of a currency, over the rows of a selection. */
export type OwnCostsQuery = { readonly selection: Selection; readonly currency: string | null };

/** Sums of own costs in some rows. */
export type OwnCostSums = {
  /** Rows that get their product cost from the user, and what it comes to. */
  readonly rows: number;
  readonly amount: Decimal;
};

/** An own cost, and what it does over all rows in its currency. */
export type OwnCostLine = OwnCostSums & {
  readonly key: string;
  readonly cost: OwnCost;
  /** Rows of its days where the source has a cost, which is the one that counts: what that is, and what one's own were. */
  readonly sourceRows: number;
  readonly sourceAmount: Decimal;
  readonly ownAmount: Decimal;
};

/** Where the product cost of a selection's sales is from, by Ventas. */
export type CostCoverage = {
  readonly source: Decimal;
  readonly own: Decimal;
  readonly none: Decimal;
};

export type OwnCostLines = {
  readonly revision: number;
  /** By SKU, then by the day that they begin. */
  readonly lines: readonly OwnCostLine[];
  /** Cost coverage of the selection. */
  readonly coverage: CostCoverage;
};

/** Own costs used in a selection: SKUs that an own cost is used for, with their rows and what it comes to. */
export type UsedOwnCosts = OwnCostSums & { readonly revision: number; readonly skus: number };

/** Effect that a cost being entered would have. */
export type OwnCostTrialQuery = OwnCostsQuery & {
  readonly cost: OwnCost;
  /** The key of the one that it takes the place of; null: it is new. */
  readonly replaced: string | null;
};
export type OwnCostTrial = OwnCostSums & {
  readonly revision: number;
  /**
   * Profit of the SKU's rows in the selection, with own costs as they are and as they would be; null where no row says
   * it.
   */
  readonly before: Decimal | null;
  readonly after: Decimal | null;
  /** Others that lose days to it. */
  readonly cut: readonly OwnCost[];
};

/** The columns that own costs move. */
export const OWN_MOVED_COLUMNS = [
  'Costo de Producto',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;

/** Additions of own costs to an order's sums: only where a row's own cell is readable, as on the screens. */
export type OwnMoves = { readonly [column in (typeof OWN_MOVED_COLUMNS)[number]]: Decimal };
