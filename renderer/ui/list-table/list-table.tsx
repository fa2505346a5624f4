import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from 'react';
import { tsv } from '#renderer/data/model/spreadsheet.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure, type FigureKind } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { useWidth } from '#renderer/ui/hooks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  type Column,
  columnId,
  columnValue,
  type FigureLook,
  type Line,
  type LineAttributes,
} from './column.ts';
import styles from './list-table.module.css';
import { useOneStop } from './one-stop.ts';
import { moveBetweenLines } from './row-keys.ts';
import { type PanelBeside, RowPanel } from './row-panel.tsx';
import { ScrolledRows } from './scrolled-rows.tsx';

type RowKey = string | number;

/** Lines that stand together, under a heading where they have one. */
type RowGroup<Row> = {
  readonly key: RowKey;
  readonly heading?: ReactNode;
  readonly headingClass?: string | undefined;
  readonly headingTitle?: string | undefined;
  readonly rows: readonly Row[];
  /** Said where it has no lines. */
  readonly empty?: string;
  readonly body?: ComponentProps<'tbody'> & Pick<LineAttributes, `data-${string}`>;
};

/** A line of sums below the others: its name covers the columns before the first that has one. */
type SumLine = {
  readonly key: string;
  readonly name: ReactNode;
  readonly sums: {
    readonly [column: string]: FigureLook & {
      readonly value: string | null | undefined;
      /** In place of the value. */
      readonly draw?: ReactNode;
    };
  };
  readonly line?: LineAttributes;
  /** Its name is drawn as a cell is, not as a heading. */
  readonly isPlain?: boolean;
  readonly isFoot?: boolean;
};

type ListTableProps<Row> = {
  readonly columns: readonly (Column<Row> | null)[];
  /** Null: they are awaited; absent: they stand in groups. */
  readonly rows?: readonly Row[] | null;
  readonly groups?: readonly RowGroup<Row>[];
  readonly keyOf: (row: Row, at: number) => RowKey;
  readonly line?: (row: Row, line: Line) => LineAttributes;
  /** The content below a line, over all columns: always, or where `isOpen`. */
  readonly below?: (row: Row, line: Line) => ReactNode;
  readonly belowClass?: string | undefined;
  /** The content below an open line stands beside the list instead, in view, where there is room for both. */
  readonly beside?: PanelBeside<Row>;
  readonly sums?: readonly (SumLine | null)[];
  /** Lines of the foot, drawn as the others are. */
  readonly foot?: readonly Row[];
  /** Its accessible name; that of the frame where it has one. */
  readonly name?: string;
  readonly caption?: ReactNode;
  readonly className?: string | undefined;
  /** It looks as its class says, and not as the small tables do. */
  readonly hasOwnLook?: boolean;
  readonly table?: ComponentProps<'table'> & Pick<LineAttributes, `data-${string}`>;
  readonly hasNoHead?: boolean;
  /** Decimal places of its amounts; absent: as many as they need. */
  readonly places?: number;
  readonly sort?: { readonly by: string | null; readonly isDescending: boolean };
  readonly onSort?: (column: string) => void;
  /** Said in the place of a table without lines. */
  readonly empty?: string;
  /** A long list scrolls in a frame of its own. */
  readonly frame?: Omit<ComponentProps<typeof ScrolledRows>, 'name' | 'children'>;
};

type Drawn<Row> = Omit<ListTableProps<Row>, 'columns'> & {
  readonly columns: readonly Column<Row>[];
  readonly groups: readonly RowGroup<Row>[];
  readonly places: number;
};

/**
 * A table of some lines, drawn from its columns: headings that sort, cells, lines that open, groups and sums. Up and down
 * go from line to line, Ctrl+C copies all of it while nothing is selected. For thousands of lines there is ui/grid.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  return props.beside === undefined ? (
    <Listed {...props} hasRoom={false} />
  ) : (
    <WithPanel {...props} beside={props.beside} />
  );
}

function WithPanel<Row>(props: ListTableProps<Row> & { readonly beside: PanelBeside<Row> }) {
  const split = useRef<HTMLDivElement>(null);
  const hasRoom = useWidth(split) >= props.beside.from;
  return (
    <div ref={split} className={classNames(hasRoom && styles.split, hasRoom && styles.beside)}>
      <Listed {...props} hasRoom={hasRoom} />
    </div>
  );
}

/** @param props.hasRoom for a panel beside it */
function Listed<Row>(props: ListTableProps<Row> & { readonly hasRoom: boolean }) {
  const formats = useFormats();
  const tableRef = useRef<HTMLTableElement>(null);
  useOneStop(tableRef);
  const [opened, setOpened] = useState<RowKey | null>(null);
  const groups = props.groups ?? [{ key: '', rows: props.rows ?? [] }];
  const rows = groups.flatMap((group) => group.rows);
  const at =
    opened === null || !props.hasRoom ? -1 : rows.findIndex((row, at) => props.keyOf(row, at) === opened);
  const chosen = rows[at];
  const columns = props.columns.filter(
    (each) => each !== null && each.only !== 'file' && !(chosen !== undefined && each.givesWay === true),
  ) as Column<Row>[];
  if (props.rows !== null && rows.length === 0 && props.empty !== undefined)
    return <p className={ui.hint}>{props.empty}</p>;
  const places =
    props.places ?? formats.places(amountsOf(columns, [...rows, ...(props.foot ?? [])], props.sums));
  const { below, ...others } = props;
  const drawn: Drawn<Row> = {
    ...others,
    ...(props.hasRoom || below === undefined ? {} : { below }),
    columns,
    groups,
    places,
  };
  const table = (
    <table
      ref={tableRef}
      {...(props.frame === undefined && props.name !== undefined ? { 'aria-label': props.name } : {})}
      aria-busy={props.rows === null ? true : undefined}
      onKeyDown={moveBetweenLines}
      onCopy={(event) => copyWhole(event, columns, rows, formats)}
      {...props.table}
      className={classNames(props.hasOwnLook !== true && ui.denseTable, props.className)}
    >
      {props.caption}
      {props.hasNoHead === true ? null : <Head {...drawn} />}
      <Bodies {...drawn} openedKey={opened} onOpen={setOpened} />
    </table>
  );
  const list =
    props.frame === undefined ? (
      table
    ) : (
      <ScrolledRows name={props.name ?? ''} {...props.frame}>
        {table}
      </ScrolledRows>
    );
  if (chosen === undefined || props.beside === undefined) return list;
  const close = (): void => setOpened(null);
  return (
    <>
      {list}
      <RowPanel
        key={opened}
        name={props.beside.name(chosen)}
        closeName={props.beside.closeName}
        onClose={close}
      >
        {below?.(chosen, { at, isOpen: true, toggle: close })}
      </RowPanel>
    </>
  );
}

/** A heading that is of the API, or two of them («Canal · Cuenta»), by its name; as it is in files. */
const named = (heading: ReactNode, text: Text): ReactNode =>
  typeof heading === 'string' ? heading.split(' · ').map(text.column).join(' · ') : heading;

function Head<Row>({ columns, sort, onSort }: Drawn<Row>) {
  const text = useText();
  const drawn = uncovered(columns, ({ head }) => head?.colSpan);
  return (
    <thead>
      <tr>
        {drawn.map((column) => {
          const { head, isHeadingHidden } = column;
          const heading = named(column.heading, text);
          const title =
            typeof heading === 'string' && heading !== column.heading ? String(column.heading) : undefined;
          const id = columnId(column);
          const direction = sort?.by === id ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={id}
              scope={head?.colSpan === undefined ? 'col' : 'colgroup'}
              aria-sort={column.sort === undefined ? undefined : (direction ?? 'none')}
              title={title}
              {...head}
              className={classNames(isEnd(column) && ui.number, head?.className)}
            >
              {column.sort !== undefined ? (
                <Button
                  className={classNames(styles.sort, direction !== undefined && styles.sorted)}
                  {...column.sort}
                  onClick={() => onSort?.(id)}
                >
                  {heading}
                  {direction === undefined ? null : (
                    <span aria-hidden="true">{direction === 'descending' ? ' ↓' : ' ↑'}</span>
                  )}
                </Button>
              ) : isHeadingHidden === true ? (
                <span className={ui.visuallyHidden}>{heading}</span>
              ) : (
                heading
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Bodies<Row>(
  props: Drawn<Row> & { readonly openedKey: RowKey | null; readonly onOpen: (key: RowKey | null) => void },
) {
  const { columns, groups, places, openedKey, onOpen } = props;
  const sums = (props.sums ?? []).filter((each) => each !== null);
  const sumLines = (isFoot: boolean) =>
    sums
      .filter((each) => (each.isFoot ?? false) === isFoot)
      .map((each) => <Sums key={each.key} of={each} columns={columns} places={places} />);
  const ofFoot = (props.foot ?? []).map((row, at) => {
    const line: Line = { at, isOpen: false, toggle: () => {} };
    return (
      <tr key={props.keyOf(row, at)} {...props.line?.(row, line)}>
        {cellsOf(columns, row, line, places)}
      </tr>
    );
  });
  const foot = [...ofFoot, ...sumLines(true)];
  let at = -1;
  return (
    <>
      {groups.map(({ key, rows, heading, headingClass, headingTitle, empty, body }, group) => (
        <tbody key={key} {...body}>
          {heading === undefined ? null : (
            <tr>
              <th colSpan={columns.length} scope="rowgroup" className={headingClass} title={headingTitle}>
                {heading}
              </th>
            </tr>
          )}
          {props.rows === null ? <Awaited columns={columns} /> : null}
          {rows.length > 0 || empty === undefined ? null : (
            <tr>
              <td colSpan={columns.length} className={ui.faint}>
                {empty}
              </td>
            </tr>
          )}
          {rows.map((row) => {
            at += 1;
            const own = props.keyOf(row, at);
            const isOpen = openedKey === own;
            const line: Line = { at, isOpen, toggle: () => onOpen(isOpen ? null : own) };
            const below = props.below?.(row, line) ?? null;
            return (
              <Fragment key={own}>
                <tr {...props.line?.(row, line)} data-opened={isOpen ? '' : undefined}>
                  {cellsOf(columns, row, line, places)}
                </tr>
                {below === null ? null : (
                  <tr data-below>
                    <td colSpan={columns.length} className={props.belowClass}>
                      {below}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          {group === groups.length - 1 ? sumLines(false) : null}
        </tbody>
      ))}
      {foot.length === 0 ? null : <tfoot>{foot}</tfoot>}
    </>
  );
}

const LINES_AWAITED = [1, 2, 3, 4, 5, 6, 7, 8];

/** Lines of the real height while the answer is on its way. */
function Awaited<Row>({ columns }: Pick<Drawn<Row>, 'columns'>) {
  return LINES_AWAITED.map((line) => (
    <tr key={line}>
      {columns.map((column) => (
        <td key={columnId(column)} className={isEnd(column) ? ui.number : undefined}>
          <i className={ui.placeholder} />
        </td>
      ))}
    </tr>
  ));
}

function cellsOf<Row>(columns: readonly Column<Row>[], row: Row, line: Line, places: number) {
  const attributes = new Map(columns.map((column) => [column, of(column.cell, row)]));
  return uncovered(columns, (column) => attributes.get(column)?.colSpan).map((column) => {
    const Cell = column.isRowHeading === true ? 'th' : 'td';
    const cell = attributes.get(column);
    const value = columnValue(column, row);
    return (
      <Cell
        key={columnId(column)}
        scope={column.isRowHeading === true ? 'row' : undefined}
        title={column.isCut === true ? String(value ?? '') : undefined}
        {...cell}
        className={
          classNames(isEnd(column) && ui.number, column.isCut === true && ui.cut, cell?.className) ||
          undefined
        }
      >
        {column.draw === undefined ? drawValue(column, row, places) : column.draw(row, line)}
      </Cell>
    );
  });
}

function drawValue<Row>(column: Column<Row>, row: Row, places: number): ReactNode {
  const { kind, signed, testId, figure } = column;
  const value = columnValue(column, row);
  if (value === undefined) return null;
  if (!isFigure(kind)) return value;
  const look = { ...(signed === undefined ? {} : { signed }), testId, ...of(figure, row) };
  return <Figure kind={kind} {...looksOf(look.kind ?? kind, places)} {...look} value={textOf(value)} />;
}

function Sums<Row>(props: { readonly of: SumLine } & Pick<Drawn<Row>, 'columns' | 'places'>) {
  const { columns, places } = props;
  const { name, line, sums, isPlain } = props.of;
  const first = columns.findIndex((column) => sums[columnId(column)] !== undefined);
  const span = first < 0 ? columns.length : Math.max(1, first);
  const Name = isPlain === true ? 'td' : 'th';
  return (
    <tr {...line}>
      <Name scope={isPlain === true ? undefined : 'row'} colSpan={span === 1 ? undefined : span}>
        {name}
      </Name>
      {columns.slice(span).map((column) => {
        const { kind } = column;
        const id = columnId(column);
        const { value, draw, ...look } = sums[id] ?? { value: undefined };
        if (value === undefined || !isFigure(kind)) return <td key={id} />;
        return (
          <td key={id} className={ui.number}>
            {draw ?? <Figure kind={kind} {...looksOf(kind, places)} {...look} value={value} />}
          </td>
        );
      })}
    </tr>
  );
}

const isFigure = (kind: Column<never>['kind']): kind is FigureKind =>
  kind !== undefined && kind !== 'text' && kind !== 'end';
const isEnd = <Row,>({ kind = 'text' }: Column<Row>): boolean => kind !== 'text';
const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

const looksOf = (kind: NonNullable<Column<never>['kind']>, places: number): FigureLook =>
  kind === 'money' ? { places } : kind === 'points' ? { places: 1 } : {};

function of<Row, T extends object>(given: T | ((row: Row) => T) | undefined, row: Row): T | undefined {
  return typeof given === 'function' ? given(row) : given;
}

/** The columns that no other covers. */
function uncovered<Row>(
  columns: readonly Column<Row>[],
  spanOf: (column: Column<Row>) => number | undefined,
): readonly Column<Row>[] {
  let covered = 0;
  return columns.filter((column) => {
    if (covered > 0) {
      covered -= 1;
      return false;
    }
    covered = (spanOf(column) ?? 1) - 1;
    return true;
  });
}

function amountsOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sums: ListTableProps<Row>['sums'],
): readonly Decimal[] {
  const money = columns.filter(({ kind }) => kind === 'money');
  const values = money.flatMap((column) => [
    ...rows.map((row) => columnValue(column, row)),
    ...(sums ?? []).map((line) => line?.sums[columnId(column)]?.value),
  ]);
  return values.filter((value) => value !== null && value !== undefined).map(String) as Decimal[];
}

/** All lines under the names of their columns, as spreadsheets take them; what is selected is copied as ever. */
function copyWhole<Row>(
  event: React.ClipboardEvent<HTMLElement>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  formats: Formats,
): void {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.defaultPrevented || isField || document.getSelection()?.isCollapsed === false) return;
  const copied = columns.filter(({ value }) => value !== undefined);
  const names = copied.map(({ heading, sheet }) => ({
    text: sheet?.name ?? (typeof heading === 'string' ? heading : ''),
  }));
  const lines = rows.map((row) =>
    copied.map((column) => {
      const value = textOf(columnValue(column, row) ?? null);
      return isFigure(column.kind) ? { figure: value } : { text: value ?? '' };
    }),
  );
  event.preventDefault();
  event.clipboardData.setData('text/plain', tsv([names, ...lines], formats.numbers));
}
