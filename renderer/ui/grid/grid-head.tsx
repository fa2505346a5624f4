// biome-ignore-all lint/a11y/useSemanticElements: part of a grid made of roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus

import { memo, type ReactNode, type RefObject, type UIEvent, useMemo } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { cellClass } from './body-painter.ts';
import styles from './grid.module.css';
import type { GridCell, GridGroup, GridSort } from './grid-types.ts';
import {
  type Band,
  bandsOf,
  type Placed,
  type Placement,
  type Seen,
  seenBands,
  stripOf,
  zonePlaces,
} from './placement.ts';

type GridHeadProps = {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly groups: readonly GridGroup[];
  readonly placement: Placement;
  readonly seen: Seen;
  readonly sort: GridSort | null;
  /** The column whose menu is open, or that is being dragged. */
  readonly held: string | null;
  /** The column that somebody was led to. */
  readonly marked: string | null;
  readonly withMenu: boolean;
  /** Over the edge that columns go on beyond. */
  readonly more: ReactNode;
  readonly onSort: (columnId: string) => void;
  readonly onMenu: (columnId: string) => void;
};

/** Two rows: the groups' names over their columns, and the columns' own. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { placement, seen } = props;
  const { columns, pinnedCount, endFrom } = placement;
  const zones = zonePlaces(placement);
  const atEnd = columns.slice(endFrom);
  const own = props.groups.find((group) => group.id === 'pinned');
  const cellOf = (item: Placed) => <HeaderCell key={item.column.id} item={item} head={props} />;
  return (
    <div className={styles.head} data-part="head" ref={props.root}>
      <div className={styles.groups} role="row" aria-rowindex={1} onScroll={scrollTable}>
        {pinnedCount === 0 ? null : (
          <div
            className={classNames(styles.pins, styles.group)}
            style={zones.pins}
            data-zone="pins"
            {...(own === undefined || own.label === ''
              ? { role: 'presentation' }
              : { role: 'columnheader', 'aria-colspan': pinnedCount })}
          >
            {own === undefined || own.label === '' ? null : (
              <>
                <Icon name="pin" small />
                <span className={ui.ellipsis}>{own.label}</span>
              </>
            )}
          </div>
        )}
        <Bands placement={placement} seen={seen} groups={props.groups} />
        {props.more}
      </div>
      <div className={styles.headers} role="row" aria-rowindex={2}>
        <div className={styles.pins} style={zones.pins} data-zone="pins" role="presentation">
          {columns.slice(0, pinnedCount).map(cellOf)}
        </div>
        <div className={styles.strip} style={zones.strip} data-zone="strip" role="presentation">
          {columns.slice(seen.from, seen.to).map(cellOf)}
        </div>
        {atEnd.length === 0 ? null : (
          <div className={styles.end} style={zones.end} data-zone="end" role="presentation">
            {atEnd.map(cellOf)}
          </div>
        )}
      </div>
    </div>
  );
});

/** A fold arrow that is reached by Tab out of view is brought into view: the whole table moves, not this row alone. */
function scrollTable(event: UIEvent<HTMLDivElement>): void {
  const row = event.currentTarget;
  const by = row.scrollLeft;
  if (by === 0) return;
  row.scrollLeft = 0;
  row.closest('[role=grid]')?.scrollBy({ left: by });
}

/** The groups' names over the columns that are seen, and over the right end. */
function Bands({ placement, seen, groups }: Pick<GridHeadProps, 'placement' | 'seen' | 'groups'>) {
  const strip = useMemo(() => bandsOf(stripOf(placement), groups), [placement, groups]);
  const atEnd = useMemo(
    () => bandsOf(placement.columns.slice(placement.endFrom), groups),
    [placement, groups],
  );
  const zones = zonePlaces(placement);
  const cellOf = (band: Band) => <BandCell key={band.key} band={band} />;
  return (
    <>
      <div className={styles.strip} style={zones.strip} data-zone="strip" role="presentation">
        {seenBands(strip, placement, seen).map(cellOf)}
      </div>
      {atEnd.length === 0 ? null : (
        <div className={styles.end} style={zones.end} data-zone="end" role="presentation">
          {atEnd.map(cellOf)}
        </div>
      )}
    </>
  );
}

const BandCell = memo(function BandCell(props: { readonly band: Band }) {
  const { group, left, width, columns, isFirst } = props.band;
  const fold = isFirst ? group.fold : null;
  const nameless = group.label === '' && group.mark === undefined;
  const classes = [
    styles.group,
    styles.firstOfGroup,
    group.ink !== null && styles.ink,
    group.align === 'end' && styles.number,
  ];
  return (
    <div
      className={classNames(...classes)}
      {...(nameless ? { role: 'presentation' } : { role: 'columnheader', 'aria-colspan': columns })}
      style={{ left, width, ...(group.ink === null ? {} : { '--ink': group.ink }) }}
      title={group.title}
      data-left={left}
      data-width={width}
    >
      <BandName group={group} />
      {fold === null ? null : (
        <button
          type="button"
          className={styles.fold}
          title={fold.title}
          aria-label={`${group.title}: ${fold.title}`}
          aria-expanded={!fold.folded}
          onClick={fold.toggle}
        >
          <Icon name={fold.folded ? 'right' : 'left'} small />
        </button>
      )}
    </div>
  );
});

function BandName({ group }: { readonly group: GridGroup }) {
  const { open } = group;
  const name = (
    <span className={ui.ellipsis} dir="auto">
      {group.mark}
      {group.mark === undefined ? null : ' '}
      {group.label}
    </span>
  );
  return (
    <>
      {open === undefined ? (
        name
      ) : (
        <button type="button" className={styles.groupLink} title={open.title} onClick={open.run}>
          {name}
        </button>
      )}
      {group.note == null ? null : <span className={styles.note}>{group.note}</span>}
    </>
  );
}

function HeaderCell({ head, item }: { readonly item: Placed; readonly head: GridHeadProps }) {
  const text = useText();
  const { column, index, first } = item;
  const sorted = head.sort?.column === column.id ? head.sort.direction : null;
  const classes = [styles.cell, column.align === 'end' && styles.number, first && styles.firstOfGroup];
  if (head.held === column.id) classes.push(styles.held);
  if (head.marked === column.id) classes.push(styles.marked);
  const label = (
    <span className={ui.ellipsis} dir="auto">
      {column.label}
      {typeof column.label === 'string' ? <MovedMark column={column.id} /> : null}
    </span>
  );
  return (
    <div
      className={classNames(...classes)}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ?? 'none'}
      style={{ left: item.left, width: column.width }}
      title={column.name}
      data-header={column.id}
      data-marked={head.marked === column.id ? true : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className={classNames(styles.label, sorted !== null && styles.sorted)}
          tabIndex={-1}
          onClick={() => head.onSort(column.id)}
        >
          {label}
          {column.label === column.name ? null : <span className={ui.visuallyHidden}>{column.name}</span>}
          {sorted === null ? null : <Icon name={sorted === 'ascending' ? 'up' : 'down'} small />}
        </button>
      ) : (
        <span className={styles.label}>{label}</span>
      )}
      {head.withMenu ? (
        <>
          <button
            type="button"
            className={styles.menu}
            tabIndex={-1}
            aria-label={text('column.menu', { column: column.name })}
            aria-haspopup="menu"
            onClick={() => head.onMenu(column.id)}
          >
            <Icon name="more" small />
          </button>
          <i className={styles.resizer} data-resize={column.id} />
        </>
      ) : null}
    </div>
  );
}

/** The row of totals. */
export const GridFoot = memo(function GridFoot(props: {
  readonly placement: Placement;
  readonly seen: Seen;
  readonly rowIndex: number;
  readonly marked: string | null;
  readonly label: ReactNode;
  readonly foot: (columnId: string) => GridCell | null;
}) {
  const { columns, endFrom } = props.placement;
  const zones = zonePlaces(props.placement);
  const cellOf = ({ column, first, left }: Placed) => {
    const cell = props.foot(column.id);
    return (
      <div
        key={column.id}
        className={classNames(
          cellClass(column, first, cell, false),
          props.marked === column.id && styles.marked,
        )}
        role="gridcell"
        style={{ left, width: column.width }}
        title={cell?.title}
        data-value={cell?.value}
        data-testid={cell?.testId}
      >
        {cell?.marks?.map(({ text, className, ink }) => (
          <span key={className} className={className} style={{ background: ink }}>
            {text}
          </span>
        ))}
        {cell?.text}
      </div>
    );
  };
  return (
    <div className={styles.foot} data-part="foot" role="row" aria-rowindex={props.rowIndex}>
      <div
        className={classNames(styles.cell, styles.pins, ui.ellipsis)}
        style={zones.pins}
        data-zone="pins"
        role="rowheader"
      >
        {props.label}
      </div>
      <div className={styles.strip} style={zones.strip} data-zone="strip" role="presentation">
        {columns.slice(props.seen.from, props.seen.to).map(cellOf)}
      </div>
      {endFrom === columns.length ? null : (
        <div className={styles.end} style={zones.end} data-zone="end" role="presentation">
          {columns.slice(endFrom).map(cellOf)}
        </div>
      )}
    </div>
  );
});
