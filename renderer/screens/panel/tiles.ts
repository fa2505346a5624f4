import type { CompareWith, Totals } from '#renderer/data/api.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type Decimal, fromDecimal, percentOf, toDecimal } from '#shared/domain/decimal.ts';
import { profitabilityOf } from '#shared/domain/profitability.ts';
import { type Change, percentChange, pointChange } from './change.ts';

/** The panel's tiles: each figure with what explains it, against the period before and the year before. Pure. */
export type Tile = {
  readonly id: 'ventas' | 'unidades' | 'ordenes' | 'ticket' | Scope;
  readonly kind: 'money' | 'count';
  readonly value: Decimal | null;
  /** The scopes' share of Ventas, in percent with six places. */
  readonly rate: Decimal | null;
  /** The figure by one of something: Ventas by unit, units by order; four places. */
  readonly per: { readonly value: Decimal; readonly part: Decimal; readonly base: Decimal } | null;
  readonly changes: readonly Change[];
  /** Changes of `rate`, in points. */
  readonly rateChanges: readonly Change[];
};

/** One period's figures: of all rows, and of those that sell (all but the account's own movements). */
export type PeriodFigures = {
  readonly all: Omit<Totals, 'revision'>;
  readonly selling: Pick<Totals, 'orders' | 'sums'>;
};

export type TilesInput = {
  readonly own: PeriodFigures;
  readonly others: readonly { readonly against: CompareWith; readonly figures: PeriodFigures }[];
};

/** part ÷ base with four places; null where the base is missing or 0. */
function quotient(part: Decimal | undefined, base: Decimal | undefined): Tile['per'] {
  if (part === undefined || base === undefined) return null;
  const { units, scale } = fromDecimal(base);
  const value = percentOf(fromDecimal(part), { units: units * 100n, scale }, 4);
  return value === undefined ? null : { value: toDecimal(value), part, base };
}

const counted = (count: number): Decimal => String(count) as Decimal;

type Reading = Pick<Tile, 'value' | 'rate' | 'per'>;
type TileKind = Pick<Tile, 'id' | 'kind'> & { readonly read: (figures: PeriodFigures) => Reading };

const SUM_TILES: readonly TileKind[] = [
  {
    id: 'ventas',
    kind: 'money',
    read: ({ all }) => ({
      value: all.sums.Ventas ?? null,
      rate: null,
      per: quotient(all.sums.Ventas, all.sums.Unidades),
    }),
  },
  {
    id: 'unidades',
    kind: 'count',
    read: ({ all, selling }) => ({
      value: all.sums.Unidades ?? null,
      rate: null,
      per: quotient(all.sums.Unidades, counted(selling.orders)),
    }),
  },
  {
    id: 'ordenes',
    kind: 'count',
    read: ({ all }) => ({ value: counted(all.orders), rate: null, per: null }),
  },
  {
    id: 'ticket',
    kind: 'money',
    read: ({ selling }) => {
      const ticket = quotient(selling.sums.Ventas, counted(selling.orders));
      return { value: ticket?.value ?? null, rate: null, per: ticket };
    },
  },
];

const scopeTile = (scope: Scope): TileKind => ({
  id: scope,
  kind: 'money',
  read: ({ all }) => {
    const result = profitabilityOf(all.sums, 6).find((each) => each.scope === scope);
    return { value: result?.profit ?? null, rate: result?.ratePercent ?? null, per: null };
  },
});

const TILES: readonly TileKind[] = [
  ...SUM_TILES,
  scopeTile('marketplace'),
  scopeTile('comercial'),
  scopeTile('total'),
];

/** The tiles in their order. Nothing is compared where `others` is empty. */
export function tilesOf({ own, others }: TilesInput): readonly Tile[] {
  return TILES.map(({ id, kind, read }) => {
    const now = read(own);
    const before = others.map(({ against, figures }) => ({ against, ...read(figures) }));
    return {
      id,
      kind,
      ...now,
      changes: before.map(
        ({ against, value }): Change => ({ against, before: value, by: percentChange(now.value, value) }),
      ),
      rateChanges: before.map(
        ({ against, rate }): Change => ({ against, before: rate, by: pointChange(now.rate, rate) }),
      ),
    };
  });
}
