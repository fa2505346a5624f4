import { isEqual } from 'es-toolkit/predicate';
import { memo, type ReactNode } from 'react';
import type { CompareWith } from '#renderer/data/model/groups.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useDamaged } from '#renderer/features/selection/selection-totals.tsx';
import type { TargetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { Counted } from './counted.ts';
import { CountedLine } from './counted-line.tsx';
import { type CostSet, MarginCovered } from './margin-covered.tsx';
import styles from './panel.module.css';
import { TargetLines } from './target-line.tsx';
import {
  type SetTotals,
  type Tile,
  type TilesInput,
  type ToldChange,
  tilesOf,
  toldChanges,
} from './tile-figures.ts';

type TilesProps = {
  readonly input: TilesInput;
  readonly own: Period | null;
  readonly periods: { readonly [against in CompareWith]?: Period };
  readonly places: number;
  readonly revision: number;
  /** The targets of the months in view; null where none can be of them. */
  readonly targets: TargetsInView | null;
  /** Whose costs the missing ones may be like. */
  readonly costSets: readonly CostSet[];
  /** What counts in Ventas though it was undone. */
  readonly counted: Counted;
};

/** The results, from what is left of all to what is left of the least. */
const RESULTS = ['total', 'comercial', 'marketplace'] as const satisfies readonly Scope[];

/** The places of the figures, in their order. */
export const TILES = [...RESULTS, 'ventas', 'ordenes'] as const;

/** The figures of the selection: what is left first, each with its base and what it was before. */
export const Tiles = memo(function Tiles(props: TilesProps) {
  const { input } = props;
  const isDamaged = useDamaged();
  const { all } = input.own;
  const tiles = new Map(
    tilesOf(input).map((tile) => [
      tile.id,
      // No rows are a 0 that is known, unless rows were lost.
      tile.value === null && all.rows === 0 && !isDamaged && tile.id !== 'ticket'
        ? { ...tile, value: '0' as const }
        : tile,
    ]),
  );
  const tileOf = (id: Tile['id']): Tile => {
    const tile = tiles.get(id);
    if (tile === undefined) throw new Error(`No tile ${id}.`);
    return tile as Tile;
  };
  return (
    <div className={styles.tiles} data-revision={props.revision}>
      {RESULTS.map((scope) => (
        <ResultTile key={scope} {...props} scope={scope} tile={tileOf(scope)} all={all} />
      ))}
      <SalesTile {...props} tile={tileOf('ventas')} />
      <OrdersTile
        {...props}
        orders={tileOf('ordenes')}
        units={tileOf('unidades')}
        ticket={tileOf('ticket')}
      />
    </div>
  );
});

function TileFrame(props: { readonly id: (typeof TILES)[number]; readonly children: ReactNode }) {
  return (
    <section className={styles.tile} data-testid={`tile-${props.id}`}>
      <h2>
        <TileName id={props.id} />
      </h2>
      {props.children}
    </section>
  );
}

/** A result with its rate; that of Total is the largest figure there is. */
function ResultTile(
  props: TilesProps & { readonly scope: Scope; readonly tile: Tile; readonly all: SetTotals },
) {
  const text = useText();
  const formats = useFormats();
  const { scope, tile, all, places } = props;
  const { profitability } = SCOPE_COLUMNS[scope];
  const base = all.sums.Ventas;
  return (
    <TileFrame id={scope}>
      <p className={classNames(styles.value, isLong(tile.value) && styles.long)}>
        <Figure value={tile.value} kind="money" places={places} testId={`total-rentabilidad-${scope}`} />{' '}
        <small className={styles.rate}>
          <Figure
            value={tile.rate}
            kind="percent"
            testId={`rate-${scope}`}
            {...(tile.value === null || base === undefined
              ? {}
              : { title: division(tile.value, base, formats, text, text.column(profitability)) })}
          />
        </small>
      </p>
      {scope === 'marketplace' ? null : <MarginCovered scope={scope} all={all} others={props.costSets} />}
      <p className={styles.line}>
        <Changes {...props} tile={tile} />
        <TargetLines {...props} column={profitability} value={tile.value} base={base} />
      </p>
    </TileFrame>
  );
}

/** What was sold, and what of it was undone. */
function SalesTile(props: TilesProps & { readonly tile: Tile }) {
  const text = useText();
  const formats = useFormats();
  const { tile, places } = props;
  const { value, per } = tile;
  const perUnit =
    per === null
      ? ''
      : `\n${quotient(per.part, per.base, formats)} = ${formats.exact(per.value)} ${text('panel.per-unit')}`;
  return (
    <TileFrame id="ventas">
      <p className={classNames(styles.value, isLong(value) && styles.long)}>
        <Figure
          value={value}
          kind="money"
          places={places}
          testId="total-ventas"
          {...(value === null ? {} : { title: `${formats.title(value)}${perUnit}` })}
        />
      </p>
      <CountedLine counted={props.counted} places={places} />
      <p className={styles.line}>
        <Changes {...props} tile={tile} />
        <TargetLines {...props} column="Ventas" value={value} base={undefined} />
      </p>
    </TileFrame>
  );
}

/** Orders, the units in them and what one comes to. */
function OrdersTile(
  props: TilesProps & { readonly orders: Tile; readonly units: Tile; readonly ticket: Tile },
) {
  const text = useText();
  const formats = useFormats();
  const { orders, units, ticket, places, input } = props;
  const { rows } = input.own.all;
  const perOrder = units.per;
  return (
    <TileFrame id="ordenes">
      <p className={styles.value}>
        <Figure value={orders.value} kind="count" testId="total-ordenes" />{' '}
        <small
          title={
            perOrder === null
              ? undefined
              : `${quotient(perOrder.part, perOrder.base, formats)} = ${formats.figure(perOrder.value, 2)} ${text('panel.per-order')}`
          }
        >
          <Figure value={units.value} kind="count" testId="total-unidades" /> {text('panel.units')}
        </small>
      </p>
      <p className={styles.line}>
        <span className={styles.part}>
          {text('panel.ticket')}{' '}
          <Figure
            value={ticket.value}
            kind="money"
            places={places}
            testId="total-ticket"
            {...(ticket.per === null ? {} : { title: quotient(ticket.per.part, ticket.per.base, formats) })}
          />
        </span>
        <span className={styles.part}>
          <Figure value={String(rows)} kind="count" testId="row-count" />{' '}
          {text('panel.rows', { count: rows })}
        </span>
      </p>
      <p className={styles.line}>
        <Changes {...props} tile={orders} />
      </p>
    </TileFrame>
  );
}

/** True of ten thousand millions and more: side by side, such figures have no room at their full size. */
function isLong(value: string | null): boolean {
  return value !== null && /^-?\d{11}/.test(value);
}

export function TileName({ id }: { readonly id: (typeof TILES)[number] }) {
  const text = useText();
  const { code } = useCurrency();
  if (id === 'ventas' || id === 'ordenes')
    return <span className={ui.ellipsis}>{text(`panel.tile-${id}`)}</span>;
  return (
    <>
      <ScopeMark scope={id} />
      <span className={ui.ellipsis} title={text.column(SCOPE_COLUMNS[id].profitability)}>
        {id === 'total' ? text.column(SCOPE_COLUMNS[id].profitability) : text(`scope.${id}`)}
      </span>
      {id !== 'total' || code === null ? null : <small className={styles.unit}>{code}</small>}
    </>
  );
}

/** How it stands against the period before and the year before; nothing of what there is nothing to compare with. */
function Changes(props: TilesProps & { readonly tile: Tile }) {
  const { tile, input, own, periods } = props;
  const places = tile.kind === 'count' ? 0 : props.places;
  const areSameDays = isEqual(periods['previous-period'], periods['previous-year']);
  return toldChanges(tile, input.others, areSameDays).map((told) => (
    <ChangeMessage key={told.change.against} {...told} own={own} periods={periods} places={places} />
  ));
}

function ChangeMessage(props: Pick<TilesProps, 'own' | 'periods' | 'places'> & ToldChange) {
  const text = useText();
  const formats = useFormats();
  const { change, points } = props;
  const period = props.periods[change.against];
  const name = period === undefined ? '' : comparedName(period, props.own, text);
  const days = period === undefined ? '' : describePeriod(period, text);
  const before = change.before === null ? '—' : formats.money(change.before, props.places);
  const pointsBefore = points?.before == null ? '—' : formats.percent(points.before);
  return (
    <span className={styles.part} data-testid={`change-${change.against}`}>
      {change.by === null ? null : (
        <>
          <Figure value={change.by} kind="percent" signed title={`${days}: ${before}`} />{' '}
        </>
      )}
      {points === null ? null : (
        <>
          <Figure value={points.by} kind="points" places={1} signed title={`${days}: ${pointsBefore}`} />
          <span className={ui.muted}> {text('unit.points')}</span>{' '}
        </>
      )}
      <span className={ui.faint} title={days}>
        {text('panel.against', { name })}
      </span>
    </span>
  );
}
