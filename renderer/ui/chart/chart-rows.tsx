import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import styles from './chart-parts.module.css';
import { type ListFigure, ListFigures } from './list-figures.tsx';
import { stepsDown } from './mark-steps.ts';
import { usePlotWidth } from './use-plot-width.ts';

/** Rows with a name, room for what is drawn beneath them, and exact figures: what bars, Paretos and stacks have in common. */

/** Of what stands beside the one in view: as its bar is (bars-drawing.tsx). */
const PALE = 0.42;

/** chart-parts.module.css has it too. */
const PAPER_PLOT_PX = 300;

export type ChartRow = {
  readonly key: string;
  readonly name: ReactNode;
  readonly title: string;
  /** The look of a row that stands for others, or over the rows of its group. */
  readonly look?: 'quiet' | 'head' | 'part' | undefined;
  /** The ink of its bar, where rows have several; pale beside the one in view. */
  readonly ink?: string | undefined;
  readonly isPale?: boolean | undefined;
  readonly figures: readonly ListFigure[];
};

/** One of the rows is reached by Tab, the others by the arrows. Long, for keys, focus and rows are of one place. */
export function ChartRows(props: {
  readonly rows: readonly ChartRow[];
  readonly rowPx: number;
  /** Over the names, and over each figure, with the width it needs. */
  readonly heading: string;
  readonly columns: readonly { readonly name: string; readonly px: number }[];
  /** Draws all rows into a width. */
  readonly drawing: (width: number) => ReactNode;
  /** Its drawing takes presses of its own. */
  readonly hasPieces?: boolean;
  readonly onReach?: (row: number) => void;
  readonly onOpen: (row: number) => void;
}) {
  const { rows, rowPx, columns } = props;
  const plot = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const width = usePlotWidth(plot, PAPER_PLOT_PX);
  const [reached, setReached] = useState(0);
  const at = Math.min(reached, rows.length - 1);
  function onKeyDown(event: KeyboardEvent): void {
    const next = stepsDown(at, rows.length - 1)[event.key];
    if (next === undefined || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[next]?.focus();
  }
  function reach(row: number): void {
    setReached(row);
    props.onReach?.(row);
  }
  return (
    <div
      className={styles.rows}
      data-pieces={props.hasPieces === true}
      style={{ '--figures': columns.map(({ px }) => `${px}px`).join(' ') } as CSSProperties}
    >
      <div className={styles.columns} aria-hidden="true">
        <span>{props.heading}</span>
        <span ref={plot} />
        {columns.map(({ name }) => (
          <span key={name} className={styles.number} title={name}>
            {name}
          </span>
        ))}
      </div>
      <div className={styles.drawn}>
        <div className={styles.plot} aria-hidden="true" data-testid="chart-plot">
          {width === 0 ? null : props.drawing(width)}
        </div>
        <ul ref={list} onKeyDown={onKeyDown}>
          {rows.map((row, index) => (
            <li key={row.key} style={{ height: rowPx }}>
              <button
                type="button"
                className={styles.mark}
                title={row.title}
                tabIndex={index === at ? 0 : -1}
                data-testid="chart-mark"
                data-key={row.key}
                data-look={row.look}
                onFocus={() => reach(index)}
                onPointerEnter={() => props.onReach?.(index)}
                onClick={() => props.onOpen(index)}
              >
                <span className={classNames(ui.ellipsis, row.look === 'quiet' && ui.faint)}>
                  {row.ink === undefined ? null : (
                    <i
                      aria-hidden="true"
                      className={ui.swatch}
                      style={{ background: row.ink, opacity: row.isPale === true ? PALE : undefined }}
                    />
                  )}
                  {row.name}
                </span>
                <span />
                <ListFigures figures={row.figures} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
