import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { layPaperDown } from '#renderer/ui/lying-paper.ts';
import styles from './grid-paper.module.css';
import { type GridCell, type GridColumn, type GridProps, TONE_CLASSES } from './grid-types.ts';
import { type CharWidths, useCharWidths } from './measure.ts';
import { headWordPx, LYING_PX, MIN_ZOOM, paperParts, UPRIGHT_PX } from './paper-columns.ts';

/** The table on paper: all its lines up to a bound, in a table that goes on from page to page. */

/** Lines that are printed, the first ones; 1,232 by 11 columns are 23 pages upright and 50 lying, made in 2 s and 3 s. */
export const MAX_PRINTED = 2000;

type Printed = { readonly lines: readonly object[]; readonly columns: readonly GridColumn[] };

/** The columns that are seen whole, those pinned at either end among them. */
export function columnsInSight(table: Element): ReadonlySet<string> {
  const box = table.getBoundingClientRect();
  const from = table.querySelector('[data-zone=pins]')?.getBoundingClientRect().right ?? box.left;
  const to = table.querySelector('[data-zone=end]')?.getBoundingClientRect().left ?? box.right;
  const headers = [...table.querySelectorAll<HTMLElement>('[data-header]')].filter((header) => {
    if (header.closest('[data-zone=strip]') === null) return true;
    const { left, right } = header.getBoundingClientRect();
    // Borders may stand a fraction of a px over.
    return left >= from - 1 && right <= to + 1;
  });
  return new Set(headers.map(({ dataset }) => dataset.header ?? ''));
}

/** The paper in the place of a table, from when a print begins until it is over; null at all other times. */
export function usePrinted(
  scroller: { readonly current: Element | null },
  { paper, columns }: Pick<GridProps, 'paper' | 'columns'>,
): Printed | null {
  const [printed, setPrinted] = useState<Printed | null>(null);
  const begin = useRef(() => {});
  useEffect(() => {
    begin.current = () => {
      const lines = paper.lines();
      if (scroller.current === null || lines.length === 0) return;
      const inSight = paper.isAsSeen ? columnsInSight(scroller.current) : null;
      const isPrinted = (id: string): boolean =>
        inSight === null || inSight.has(id) || paper.isAlwaysPrinted?.(id) === true;
      setPrinted({ lines, columns: columns.filter(({ id }) => isPrinted(id)) });
    };
  });
  useEffect(() => {
    const onBegin = (): void => flushSync(() => begin.current());
    const onEnd = (): void => setPrinted(null);
    window.addEventListener('beforeprint', onBegin);
    window.addEventListener('afterprint', onEnd);
    return () => {
      window.removeEventListener('beforeprint', onBegin);
      window.removeEventListener('afterprint', onEnd);
    };
  }, []);
  return printed;
}

/** Both sides of a cell and its rule; a mark before a text, and the room around them. */
const PADDING_PX = 14;
const MARK_PX = 22;
/** A text that names lines goes on below from here. */
const MAX_TEXT_PX = 320;

/** A figure is never cut, and lines that nobody has scrolled to may hold longer ones than the screen made room for. */
function paperWidth(
  column: GridColumn,
  head: string,
  cells: readonly (GridCell | null)[],
  chars: CharWidths,
): number {
  const longest = cells.reduce((px, cell) => {
    if (cell === null) return px;
    const marksPx = cell.marks === undefined ? 0 : (cell.marks.length + 1) * MARK_PX;
    return Math.max(px, Math.ceil(chars.bold(cell.text)) + marksPx + PADDING_PX);
  }, 0);
  const ownPx = column.align === 'end' ? longest : Math.min(MAX_TEXT_PX, longest);
  return Math.max(column.width, ownPx, headWordPx(head, chars.bold) + PADDING_PX);
}

/** The paper of a table. Where its columns are too many for a page's width they stand in parts, one after another. */
export function GridPaper(props: { readonly grid: GridProps; readonly printed: Printed }) {
  const text = useText();
  const formats = useFormats();
  const chars = useCharWidths();
  const { grid, printed } = props;
  const { paper, cell, foot } = grid;
  const { lines, columns } = printed;
  const isPart = lines.length < paper.total;
  const subtotal = useMemo(() => (isPart ? paper.subtotal(lines) : null), [isPart, paper, lines]);
  const wide = useMemo(
    () =>
      columns.map((column) => {
        const ends = [foot?.(column.id) ?? null, subtotal?.(column.id) ?? null];
        const head = paper.header?.(column) ?? column.name;
        const cells = [...lines.map((line) => cell(line, column.id)), ...ends];
        const width = paperWidth(column, typeof head === 'string' ? head : column.name, cells, chars);
        return { ...column, width };
      }),
    [columns, lines, cell, foot, subtotal, chars, paper],
  );
  const parts = useMemo(() => paperParts(wide, LYING_PX / MIN_ZOOM), [wide]);
  const widest = parts.reduce((px, part) => Math.max(px, widthOf(part)), 1);
  useLyingPaper(UPRIGHT_PX / widest < MIN_ZOOM);
  const counts = [formats.count(lines.length), formats.count(paper.total)] as const;
  const sizes = {
    '--paper-upright': Math.min(1, UPRIGHT_PX / widest),
    '--paper-lying': Math.min(1, LYING_PX / widest),
  } as CSSProperties;
  const remark = [
    paper.remark(...counts, isPart),
    columns.length === grid.columns.length
      ? ''
      : text('columns.count', { shown: columns.length, all: grid.columns.length }),
  ].filter((said) => said !== '');
  return (
    <div
      className={classNames(styles.paper, grid.className)}
      style={sizes}
      data-testid={paper.testId}
      data-lines={lines.length}
      data-total={paper.total}
    >
      {remark.length === 0 ? null : <p className={ui.remark}>{remark.join(' · ')}</p>}
      {parts.map((part) => (
        <PaperPart
          key={part.map(({ id }) => id).join(' ')}
          grid={grid}
          columns={part}
          lines={lines}
          subtotal={
            subtotal === null ? null : { name: text('paper.subtotal', { shown: counts[0] }), of: subtotal }
          }
        />
      ))}
    </div>
  );
}

function widthOf(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

/** As long as it is there the paper lies, whatever is chosen: upright it would be too small to read. */
function useLyingPaper(lies: boolean): void {
  useLayoutEffect(() => {
    return lies ? layPaperDown() : undefined;
  }, [lies]);
}

/** Long for its markup: two rows of names, the lines, and their sums. */
function PaperPart(props: {
  readonly grid: GridProps;
  readonly columns: readonly GridColumn[];
  readonly lines: readonly object[];
  readonly subtotal: { readonly name: string; readonly of: (column: string) => GridCell | null } | null;
}) {
  const text = useText();
  const { grid, columns, lines, subtotal } = props;
  const { cell, foot, paper } = grid;
  const spans = useMemo(() => groupSpans(columns, grid.groups), [columns, grid.groups]);
  const sums = (id: string, name: ReactNode, of: (column: string) => GridCell | null) => (
    <tr data-paper={id}>
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.id} scope="row">
            {name}
          </th>
        ) : (
          <PaperCell key={column.id} column={column} cell={of(column.id)} />
        ),
      )}
    </tr>
  );
  return (
    // By hand: the paper of the grid, from the grid's own columns and cells.
    <table style={{ width: widthOf(columns) }}>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        {paper.header === undefined && spans.some(({ label }) => label !== '') ? (
          <tr className={styles.groups}>
            {spans.map(({ id, label, span, isFigures }) => (
              <th key={id} scope="colgroup" colSpan={span} className={classNames(isFigures && styles.figure)}>
                {label}
              </th>
            ))}
          </tr>
        ) : null}
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              data-header={column.id}
              className={classNames(column.align === 'end' && styles.figure)}
            >
              {paper.header?.(column) ?? column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, row) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed line is its place
            key={row}
            className={grid.rowKind?.(line)}
            data-holder={paper.isHolder?.(line)}
          >
            {columns.map((column) => (
              <PaperCell key={column.id} column={column} cell={cell(line, column.id)} />
            ))}
          </tr>
        ))}
      </tbody>
      {foot === null ? null : (
        <tbody>
          {subtotal === null ? null : sums('subtotal', subtotal.name, subtotal.of)}
          {sums('total', grid.footLabel ?? text('panel.total'), foot)}
        </tbody>
      )}
    </table>
  );
}

type Span = {
  readonly id: string;
  readonly label: string;
  readonly span: number;
  readonly isFigures: boolean;
};

/** The names of the groups over their columns; neighbours of one group share one. */
function groupSpans(columns: readonly GridColumn[], groups: GridProps['groups']): readonly Span[] {
  const spans: Span[] = [];
  for (const { id, group, align } of columns) {
    const last = spans.at(-1);
    const { label = '', title = '' } = groups.find((each) => each.id === group) ?? {};
    if (last?.id.startsWith(`${group} `)) spans[spans.length - 1] = { ...last, span: last.span + 1 };
    else
      spans.push({
        id: `${group} ${id}`,
        label: label === '' ? '' : title || label,
        span: 1,
        isFigures: align === 'end',
      });
  }
  return spans;
}

function PaperCell({ column, cell }: { readonly column: GridColumn; readonly cell: GridCell | null }) {
  const Cell = column.rowHeader === true ? 'th' : 'td';
  return (
    <Cell
      {...(column.rowHeader === true ? { scope: 'row' } : {})}
      className={classNames(
        column.align === 'end' && styles.figure,
        cell !== null && TONE_CLASSES[cell.tone],
      )}
      data-column={column.id}
      data-value={cell?.value}
    >
      {cell?.marks?.map((mark, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: marks stand in their order
          key={at}
          className={mark.className}
          style={mark.ink === undefined ? undefined : { background: mark.ink }}
        >
          {mark.text}
        </span>
      ))}
      {cell?.text}
    </Cell>
  );
}
