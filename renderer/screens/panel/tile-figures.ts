import type { CompareWith } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type Decimal, fromDecimal, percentOf, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { pointChange, profitabilityOf, SCOPES } from '#shared/domain/profitability.ts';

/** The figures of the panel's tiles, against the period before and the year before. Pure. */

/** How a figure of the panel stands against the same figure of another period. */
export type Change = {
  readonly against: CompareWith;
  /** The other period's figure; null where it has none. */
  readonly before: Decimal | null;
  /** Percent of the size of `before`, or points where the figure is a rate; null where it cannot be told. */
  readonly by: Decimal | null;
};

/** (now − before) ÷ |before| × 100, two places: a loss that shrinks has gained. Null where `before` is 0 or missing. */
export function percentChange(now: Decimal | null, before: Decimal | null): Decimal | null {
  if (now === null || before === null) return null;
  const from = fromDecimal(before);
  const size = { units: from.units < 0n ? -from.units : from.units, scale: from.scale };
  const percent = percentOf(subtract(fromDecimal(now), from), size, 2);
  return percent === undefined ? null : toDecimal(percent);
}

/** What a tile tells of another period: its figure's change, and that of its rate where there is one. */
export type ToldChange = { readonly change: Change; readonly points: Change | null };

/**
 * What a tile tells of the periods it stands against: nothing where there is nothing to compare with.
 * @param areSameDays a year before a whole year are the same days, told once
 */
export function toldChanges(
  { changes, rateChanges }: Pick<Tile, 'changes' | 'rateChanges'>,
  others: TilesInput['others'],
  areSameDays: boolean,
): readonly ToldChange[] {
  const comparable = others
    .filter(({ figures }) => figures.all.rows > 0)
    .map(({ against }) => against)
    .filter((against) => !areSameDays || against !== 'previous-year');
  return changes
    .filter(({ against }) => comparable.includes(against))
    .map((change) => ({
      change,
      points: rateChanges.find(({ against, by }) => against === change.against && by !== null) ?? null,
    }))
    .filter(({ change, points }) => change.by !== null || points !== null);
}

/** A figure with what explains it. */
export type Tile = {
  readonly id: 'ventas' | 'unidades' | 'ordenes' | 'ticket' | Scope;
  readonly kind: 'money' | 'count';
  readonly value: Decimal | null;
  /** The scopes' share of Ventas, in percent with six places. */
  readonly rate: Decimal | null;
  /** The figure by one of something: Ventas by unit, units by order; four places. */
  readonly per: { readonly value: Decimal; readonly part: Decimal; readonly base: Decimal } | null;
  readonly changes: readonly Change[];
  readonly rateChanges: readonly Change[];
};

export type SetTotals = Omit<Totals, 'revision'>;

/** One period's figures: of all rows, and of those that sell (all but the account's own movements). */
export type PeriodFigures = {
  readonly all: SetTotals;
  readonly selling: Pick<Totals, 'orders' | 'sums'>;
};

export type TilesInput = {
  readonly own: PeriodFigures;
  readonly others: readonly { readonly against: CompareWith; readonly figures: PeriodFigures }[];
};

/** part ÷ base with four places; null where the base is missing or 0. */
function ratioOf(part: Decimal | undefined, base: Decimal | undefined): Tile['per'] {
  if (part === undefined || base === undefined) return null;
  const { units, scale } = fromDecimal(base);
  const value = percentOf(fromDecimal(part), { units: units * 100n, scale }, 4);
  return value === undefined ? null : { value: toDecimal(value), part, base };
}

const counted = (count: number): Decimal => String(count) as Decimal;

const TILES: readonly Tile['id'][] = ['ventas', 'unidades', 'ordenes', 'ticket', ...SCOPES];

function readTile(id: Tile['id'], { all, selling }: PeriodFigures): Pick<Tile, 'value' | 'rate' | 'per'> {
  const { Ventas, Unidades } = all.sums;
  switch (id) {
    case 'ventas':
      return { value: Ventas ?? null, rate: null, per: ratioOf(Ventas, Unidades) };
    case 'unidades':
      return { value: Unidades ?? null, rate: null, per: ratioOf(Unidades, counted(selling.orders)) };
    case 'ordenes':
      return { value: counted(all.orders), rate: null, per: null };
    case 'ticket': {
      const per = ratioOf(selling.sums.Ventas, counted(selling.orders));
      return { value: per?.value ?? null, rate: null, per };
    }
    case 'marketplace':
    case 'comercial':
    case 'total': {
      const result = profitabilityOf(all.sums, 6).find(({ scope }) => scope === id);
      return { value: result?.profit ?? null, rate: result?.ratePercent ?? null, per: null };
    }
  }
}

/** The tiles in their order. Nothing is compared where `others` is empty. */
export function tilesOf({ own, others }: TilesInput): readonly Tile[] {
  return TILES.map((id): Tile => {
    const now = readTile(id, own);
    const before = others.map(({ against, figures }) => ({ against, ...readTile(id, figures) }));
    return {
      id,
      kind: id === 'unidades' || id === 'ordenes' ? 'count' : 'money',
      ...now,
      changes: before.map(({ against, value }) => ({
        against,
        before: value,
        by: percentChange(now.value, value),
      })),
      rateChanges: before.map(({ against, rate }) => ({
        against,
        before: rate,
        by: pointChange(now.rate, rate),
      })),
    };
  });
}
