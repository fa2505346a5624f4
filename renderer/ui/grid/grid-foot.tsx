// biome-ignore-all lint/a11y/useSemanticElements: part of a grid made of roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus
import { memo, type ReactNode } from 'react';
import { type GridCell, TONE_CLASSES } from './grid-types.ts';
import type { Placed, Placement, Seen } from './placement.ts';

/** The row of totals. */
export const GridFoot = memo(function GridFoot(props: {
  readonly placement: Placement;
  readonly seen: Seen;
  readonly rowIndex: number;
  readonly label: ReactNode;
  readonly foot: (columnId: string) => GridCell | null;
}) {
  const { columns, endFrom } = props.placement;
  const cellOf = ({ column, first, left }: Placed) => (
    <FootCell
      key={column.id}
      cell={props.foot(column.id)}
      left={left}
      width={column.width}
      align={column.align}
      narrowed={column.narrowed === true}
      first={first}
    />
  );
  return (
    <div className="gfoot" role="row" aria-rowindex={props.rowIndex}>
      <div className="gc gpins glabel ell" role="rowheader">
        {props.label}
      </div>
      <div className="gstrip" role="presentation">
        {columns.slice(props.seen.from, props.seen.to).map(cellOf)}
      </div>
      {endFrom === columns.length ? null : (
        <div className="gend" role="presentation">
          {columns.slice(endFrom).map(cellOf)}
        </div>
      )}
    </div>
  );
});

function FootCell(props: {
  readonly cell: GridCell | null;
  readonly left: number;
  readonly width: number;
  readonly align: 'start' | 'end';
  readonly first: boolean;
  readonly narrowed: boolean;
}) {
  const { cell } = props;
  const classes = [
    'gc',
    cell === null ? '' : TONE_CLASSES[cell.tone],
    props.align === 'end' ? 'n' : '',
    props.first ? 'gl' : '',
    props.narrowed ? 'clip' : '',
    cell?.partial === true ? 'part' : '',
  ];
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role="gridcell"
      style={{ left: props.left, width: props.width }}
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
}
