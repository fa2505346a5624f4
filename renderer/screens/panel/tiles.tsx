import { memo } from 'react';
import type { CompareWith } from '#renderer/data/model/groups.ts';
import { targetPartOf } from '#renderer/data/model/targets.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { describePeriod, monthName } from '#renderer/features/period/period.ts';
import { useDamaged } from '#renderer/features/selection/selection-totals.tsx';
import { monthOfSelection } from '#renderer/features/targets/target-columns.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type Decimal, fromDecimal, percentOf, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { pointChange, profitabilityOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import type { Counted } from './counted.ts';
import { CountedLine } from './counted-line.tsx';
import { type CostSet, MarginCovered } from './margin-covered.tsx';
import styles from './panel.module.css';
import { TargetLine } from './target-line.tsx';

/** How a figure of the panel stands against the same figure of another period. */
type Change = {
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

/** The panel's tiles: each figure with what explains it, against the period before and the year before. Pure. */
type Tile = {
  readonly id: 'ventas' | 'unidades' | 'ordenes' | 'ticket' | Scope;
  readonly kind: 'money' | 'count';
  readonly value: Decimal | null;
  /** The scopes' share of Ventas, in percent with six places. */
  readonly rate: Decimal | null;
  /** The figure by one of something: Ventas by unit, units by order; four places. */
  readonly per: { readonly value: Decimal; readonly part: Decimal; readonly base: Decimal } | null;
  readonly changes: readonly Change[];
  readonly rateChanges: readonly Change[];
  /** The same figure of the month that goes on, so far; null where that is not shown beside it. */
  readonly running: Pick<Tile, 'value' | 'rate'> | null;
};

type SetTotals = Omit<Totals, 'revision'>;

/** One period's figures: of all rows, and of those that sell (all but the account's own movements). */
export type PeriodFigures = {
  readonly all: SetTotals;
  readonly selling: Pick<Totals, 'orders' | 'sums'>;
};

export type TilesInput = {
  readonly own: PeriodFigures;
  readonly others: readonly { readonly against: CompareWith; readonly figures: PeriodFigures }[];
  readonly running?: PeriodFigures | null;
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
export function tilesOf({ own, others, running = null }: TilesInput): readonly Tile[] {
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
      running: running === null ? null : readTile(id, running),
    };
  });
}

const isScopeTile = (id: Tile['id']): id is Scope => id in SCOPE_COLUMNS;

type TilesProps = {
  readonly input: TilesInput;
  readonly own: Period | null;
  readonly periods: { readonly [against in CompareWith]?: Period };
  readonly running: Period | null;
  readonly places: number;
  readonly revision: number;
  /** The rows that they are of, and the targets of their month by column. */
  readonly selection: Selection;
  readonly targets: { readonly [column: string]: Decimal };
  /** Whose costs the missing ones may be like. */
  readonly costSets: readonly CostSet[];
  /** What counts in Ventas though it was undone. */
  readonly counted: Counted;
};
type TileProps = TilesProps & { readonly tile: Tile; readonly all: SetTotals };

/** The figures of the selection, each with its base and what it was in the period before and the year before. */
export const Tiles = memo(function Tiles(props: TilesProps) {
  const damaged = useDamaged();
  return (
    <div className={styles.tiles} data-revision={props.revision}>
      {tilesOf(props.input).map((tile) => (
        <TileView key={tile.id} {...props} tile={tile} all={props.input.own.all} damaged={damaged} />
      ))}
    </div>
  );
});

function TileView(props: TileProps & { readonly damaged: boolean }) {
  const { code } = useCurrency();
  const { tile, all, places } = props;
  // No rows are a 0 that is known, unless rows were lost.
  const value = tile.value ?? (all.rows === 0 && !props.damaged && tile.id !== 'ticket' ? '0' : null);
  const isScope = isScopeTile(tile.id);
  return (
    <section className={styles.tile} data-testid={`tile-${tile.id}`}>
      <h2>
        <TileName id={tile.id} />
        {tile.kind === 'money' && code !== null ? <small className={styles.unit}>{code}</small> : null}
      </h2>
      <p className={classNames(styles.value, isLong(value) && styles.long)}>
        <Figure
          value={value}
          kind={tile.kind}
          places={tile.kind === 'count' ? 0 : places}
          testId={isScope ? `total-rentabilidad-${tile.id}` : `total-${tile.id}`}
        />
      </p>
      <TileBase tile={tile} all={all} places={places} />
      {tile.changes.map((change, at) =>
        // Nothing to compare with is not said in every tile.
        props.input.others[at]?.figures.all.rows === 0 ? null : (
          <ChangeLine
            key={change.against}
            change={change}
            points={isScope ? (tile.rateChanges[at] ?? null) : null}
            own={props.own}
            periods={props.periods}
            places={tile.kind === 'count' ? 0 : places}
          />
        ),
      )}
      <TileTarget {...props} />
      {props.running === null || tile.running === null ? null : (
        <RunningLine tile={tile} running={tile.running} period={props.running} places={places} />
      )}
      {tile.id === 'ventas' ? <CountedLine counted={props.counted} places={places} /> : null}
      {tile.id === 'comercial' || tile.id === 'total' ? (
        <MarginCovered scope={tile.id} all={all} others={props.costSets} />
      ) : null}
    </section>
  );
}

/** The target of the month in view, of Ventas and the three results; only Total says that it has none. */
function TileTarget({ tile, own, input, selection, targets, places }: TileProps) {
  const { code } = useCurrency();
  const month = monthOfSelection(selection);
  const of = targetPartOf(selection);
  const column = isScopeTile(tile.id)
    ? SCOPE_COLUMNS[tile.id].profitability
    : tile.id === 'ventas'
      ? 'Ventas'
      : null;
  if (own === null || month === null || of === undefined || column === null) return null;
  const before = input.others.find(({ against }) => against === 'previous-year')?.figures.all.sums;
  return (
    <TargetLine
      column={column}
      value={tile.value}
      target={targets[column] ?? null}
      month={month}
      of={of}
      currency={code}
      places={places}
      isOffered={tile.id === 'total'}
      beforeOf={(each) => before?.[each] ?? null}
    />
  );
}

/** The running month so far: never a whole month's figure, and drawn and said as such. */
function RunningLine(props: {
  readonly tile: Tile;
  readonly running: NonNullable<Tile['running']>;
  readonly period: Period;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { tile, running, period } = props;
  const isCount = tile.kind === 'count';
  const days = text('panel.running-title', { period: describePeriod(period, text) });
  return (
    <p
      className={classNames(styles.line, styles.running)}
      title={
        running.rate === null ? days : `${days} · ${formats.percent(running.rate)} ${text('kpi.of-sales')}`
      }
      data-testid={`running-${tile.id}`}
    >
      <Figure value={running.value} kind={tile.kind} places={isCount ? 0 : props.places} />{' '}
      <span className={ui.faint}>
        {text('panel.running', {
          month: monthName(period.from, text),
          day: String(Number(period.to.slice(8, 10))),
        })}
      </span>
    </p>
  );
}

/** True of ten thousand millions and more: side by side, seven such figures have no room at their full size. */
function isLong(value: string | null): boolean {
  return value !== null && /^-?\d{11}/.test(value);
}

export function TileName({ id }: Pick<Tile, 'id'>) {
  const text = useText();
  if (isScopeTile(id)) {
    return (
      <>
        <ScopeMark scope={id} />
        <span className={ui.ellipsis} title={text.column(SCOPE_COLUMNS[id].profitability)}>
          <span className={styles.wide}>{text.column(SCOPE_COLUMNS[id].profitability)}</span>
          <span className={styles.tight} aria-hidden="true">
            {text('panel.profit-of', { scope: text(`scope.${id}`) })}
          </span>
        </span>
      </>
    );
  }
  return <span className={ui.ellipsis}>{text(`panel.tile-${id}`)}</span>;
}

/** The base of the figure: its rate, its quotient, how many orders it is of. */
function TileBase({ tile, all, places }: Pick<TileProps, 'tile' | 'all' | 'places'>) {
  const text = useText();
  const formats = useFormats();
  const { per, id } = tile;
  if (id === 'ordenes') {
    return (
      <p className={styles.line}>
        <Figure
          value={String(all.rows)}
          kind="count"
          className={classNames(ui.bold, styles.emphasis)}
          testId="row-count"
        />{' '}
        {text('panel.rows', { count: all.rows })}
      </p>
    );
  }
  if (isScopeTile(id)) {
    const base = all.sums.Ventas;
    return (
      <p className={styles.line}>
        <Figure
          value={tile.rate}
          kind="percent"
          className={classNames(ui.bold, styles.emphasis)}
          testId={`rate-${id}`}
          {...(tile.value === null || base === undefined
            ? {}
            : {
                title: division(
                  tile.value,
                  base,
                  formats,
                  text,
                  text.column(SCOPE_COLUMNS[id].profitability),
                ),
              })}
        />{' '}
        {text('kpi.of-sales')}
      </p>
    );
  }
  if (per === null) return <p className={classNames(styles.line, styles.faint)}>—</p>;
  const shown = id === 'unidades' ? 2 : places;
  const words = {
    ventas: 'panel.per-unit',
    unidades: 'panel.per-order',
    ticket: 'panel.selling-orders',
  } as const;
  return (
    <p className={styles.line}>
      <Figure
        value={id === 'ticket' ? per.base : per.value}
        kind={id === 'ticket' ? 'count' : id === 'unidades' ? 'points' : 'money'}
        places={id === 'ticket' ? 0 : shown}
        className={classNames(ui.bold, styles.emphasis)}
        title={quotient(per.part, per.base, formats)}
      />{' '}
      {text(words[id])}
    </p>
  );
}

function ChangeLine(
  props: Pick<TileProps, 'own' | 'periods' | 'places'> & {
    readonly change: Change;
    readonly points: Change | null;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { change, points } = props;
  const period = props.periods[change.against];
  const name = period === undefined ? '' : comparedName(period, props.own, text);
  const days = period === undefined ? '' : describePeriod(period, text);
  const before = change.before === null ? '—' : formats.money(change.before, props.places);
  const pointsBefore = points?.before == null ? '—' : formats.percent(points.before);
  return (
    <p className={styles.line} data-testid={`change-${change.against}`}>
      <Figure value={change.by} kind="percent" signed title={`${days}: ${before}`} />
      {points === null ? null : (
        <>
          {' '}
          <Figure value={points.by} kind="points" places={1} signed title={`${days}: ${pointsBefore}`} />
          <span className={ui.muted}> {text('unit.points')}</span>
        </>
      )}{' '}
      <span className={ui.faint} title={days}>
        {text('panel.against', { name })}
      </span>
    </p>
  );
}
