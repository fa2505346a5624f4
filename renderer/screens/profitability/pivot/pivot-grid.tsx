import { type ReactNode, useCallback, useMemo } from 'react';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useCopy } from '#renderer/features/provenance/use-copy.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { plotOf, type Scale, scaleOf, shadeOf } from '#renderer/screens/profitability/figures/heat.ts';
import { type Measure, type MeasureId, measureId } from '#renderer/screens/profitability/figures/measures.ts';
import { useTellShades } from '#renderer/screens/profitability/state/shades.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import { MAX_PRINTED } from '#renderer/ui/grid/grid-paper.tsx';
import type { CellRange, CopyForm, GridCell, PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { chosenTsv } from '#renderer/ui/grid/tsv.ts';
import { useColumnTable } from '#renderer/ui/grid/use-column-table.ts';
import styles from './pivot.module.css';
import { figureCell } from './pivot-cells.ts';
import { columnOfId, type FigureColumn, measureActions, NAME_COLUMN } from './pivot-columns.ts';
import { bandShortfall, CAPTION_COLUMN, gridColumns, gridGroups } from './pivot-layout.tsx';
import { firstWholeGroups, type PivotLine, type PivotModel, pairAt, partOf } from './pivot-model.ts';

type PivotGridProps = {
  readonly model: PivotModel;
  readonly figures: readonly FigureColumn[];
  readonly isAcross: boolean;
  /** The newest come last: they are in view at first. */
  readonly isTimeAcross: boolean;
  readonly heading: { readonly name: string; readonly caption: string | null };
  readonly nameOf: (line: PivotLine) => string;
  readonly bandName: (value: string) => string;
  readonly places: number;
  readonly heat: boolean;
  readonly sort: SortOrder | null;
  readonly totalName: ReactNode;
  readonly stale: boolean;
  readonly empty: ReactNode;
  /** A range ends when it changes. */
  readonly linesKey: string;
  readonly onSort: (column: string) => void;
  readonly onToggle: (line: PivotLine) => void;
  /** The orders behind a figure, or behind a row (null). */
  readonly onOpen: (line: PivotLine, column: FigureColumn | null) => void;
  readonly measures: readonly Measure[];
  readonly onMeasures: (ids: readonly MeasureId[]) => void;
};

/** A pivot as a table: groups down, measures (and a second dimension) across, the selection's total at its foot. */
export function PivotGrid(props: PivotGridProps) {
  const text = useText();
  const formats = useFormats();
  const widths = useCharWidths();
  const { code } = useCurrency();
  const { model, figures, nameOf, bandName, isAcross, heading } = props;
  const { lines } = model;
  const { cell, figure } = usePivotCells(props);
  const layout = useMemo(
    () => ({ model, figures, isAcross, heading, nameOf, bandName, unit: code, cell: figure, text, widths }),
    [model, figures, isAcross, heading, nameOf, bandName, code, figure, text, widths],
  );
  const natural = useMemo(() => gridColumns(layout), [layout]);
  const groups = useMemo(() => gridGroups(layout), [layout]);
  const shortfall = useMemo(() => bandShortfall(groups, widths), [groups, widths]);
  const held = useColumnLayout('profitability.pivot');
  const arranged = useColumnTable(natural, held, shortfall);
  const { columns } = arranged;
  const actions = measureActions(arranged.actions, props.measures, props.onMeasures);
  const foot = useCallback(
    (id: string): GridCell | null => {
      const column = columnOfId(id);
      return column === null ? null : figure(model.total, column);
    },
    [figure, model],
  );
  const line = useCallback((row: number) => lines[row], [lines]);
  function onOpen(row: number, id: string): void {
    const item = lines[row];
    if (item === undefined) return;
    if (id === NAME_COLUMN && item.isOpen !== null) props.onToggle(item);
    else props.onOpen(item, columnOfId(id));
  }
  const toClipboard = useCopy();
  const copy = (range: CellRange, form: CopyForm): void => {
    const shown = chosenTsv(range, { columns, lines, cell }, formats.numbers, form);
    void toClipboard(shown, form);
  };
  const { onToggle } = props;
  const tree = useMemo(() => treeOf(lines, onToggle), [lines, onToggle]);
  return (
    <Grid
      label={text('groups.label', { dimension: heading.name })}
      columns={columns}
      groups={groups}
      actions={actions}
      rowCount={lines.length}
      line={line}
      cell={cell}
      foot={foot}
      footLabel={props.totalName}
      sort={props.sort}
      onSort={props.onSort}
      openRow={null}
      reveal={null}
      onOpen={onOpen}
      onCopy={copy}
      tree={tree}
      linesKey={props.linesKey}
      stale={props.stale}
      empty={props.empty}
      rowData={pivotRow}
      startsAtEnd={props.isTimeAcross}
      paper={{
        ...paperOf(model, figure),
        remark: (shown, total, isPart) => (isPart ? text('paper.part-lines', { shown, total }) : ''),
      }}
    />
  );
}

type FigureOf = (line: PivotLine, column: FigureColumn) => GridCell;

/** The content of a cell, and a figure of any line as it stands there. */
function usePivotCells({
  model,
  figures,
  heat,
  nameOf,
  places,
}: Pick<PivotGridProps, 'model' | 'figures' | 'heat' | 'nameOf' | 'places'>) {
  const text = useText();
  const formats = useFormats();
  const scales = useMemo(() => (heat ? scalesOf(model, figures) : null), [heat, model, figures]);
  useTellShades(scales !== null && [...scales.values()].some((scale) => scale !== null));
  const figure: FigureOf = useCallback(
    (line, column) => {
      const pair = pairAt(line, column);
      return pair === null
        ? { text: '—', tone: 'none' }
        : figureCell(column.measure, column.part, pair, model.total.pair, { text, formats, places });
    },
    [model, text, formats, places],
  );
  const cell = useCallback(
    (item: object, id: string): GridCell => {
      const line = item as PivotLine;
      if (id === NAME_COLUMN) return nameCell(line, nameOf);
      if (id === CAPTION_COLUMN) return { text: line.caption ?? '', tone: 'soft' };
      const column = columnOfId(id);
      if (column === null) return { text: '', tone: 'none' };
      const shown = figure(line, column);
      const shade = scales === null ? null : shadeAt(line, column, scales);
      return shade === null ? shown : { ...shown, shade };
    },
    [figure, nameOf, scales],
  );
  return { cell, figure };
}

/** The pivot on paper: whole groups of it, and under a part of them what the printed ones come to. */
function paperOf(model: PivotModel, figure: FigureOf): Omit<PaperTable, 'remark'> {
  return {
    lines: () => firstWholeGroups(model.lines, MAX_PRINTED),
    total: model.lines.length,
    isAsSeen: false,
    isHolder: (item) => (item as PivotLine).isOpen === true,
    subtotal: (printed) => {
      const sums = partOf(model, printed as readonly PivotLine[]);
      return (id) => {
        const column = columnOfId(id);
        return column === null ? null : figure(sums, column);
      };
    },
    testId: 'pivot-paper',
  };
}

/** Which rows hold others, which they hold, and how they are opened and closed. */
export function treeOf(lines: readonly PivotLine[], onToggle: (line: PivotLine) => void) {
  return {
    stateOf: (row: number) => {
      const item = lines[row];
      if (item === undefined) return null;
      return item.depth === 1 ? 'item' : item.isOpen === null ? null : item.isOpen ? 'open' : 'closed';
    },
    holderOf: (row: number) => {
      let holder = row;
      while (holder > 0 && lines[holder]?.depth === 1) holder -= 1;
      return holder;
    },
    toggle: (row: number) => {
      const item = lines[row];
      if (item !== undefined) onToggle(item);
    },
  } as const;
}

function pivotRow(line: object | undefined): { readonly [name: string]: string } {
  return { testid: 'pivot-row', value: line === undefined ? '' : (line as PivotLine).key };
}

const INDENT = [{ text: '', className: styles.indent }];

export function nameCell(line: PivotLine, nameOf: (line: PivotLine) => string): GridCell {
  const name = nameOf(line);
  const isQuiet = line.kind === 'others' || (line.second ?? line.first) === '';
  return {
    text: name,
    tone: isQuiet ? 'none' : line.depth === 1 ? 'soft' : 'plain',
    title: line.caption === null ? name : `${name}\n${line.caption}`,
    ...(line.depth === 1 ? { marks: INDENT } : {}),
  };
}

/** Told apart by measure, by depth, and whether of the row itself or of a column across. */
function scaleKey({ measure, band }: FigureColumn, depth: number): string {
  return `${measureId(measure)} ${band.kind === 'own'} ${depth}`;
}

function isShaded(line: PivotLine, { part, band }: FigureColumn): boolean {
  return line.kind === 'group' && part === 'value' && band.kind !== 'others';
}

/** The shade of a figure among the others of its scale; null where it is of none. */
export function shadeAt(
  line: PivotLine,
  column: FigureColumn,
  scales: ReadonlyMap<string, Scale | null>,
): number | null {
  const scale = isShaded(line, column) ? scales.get(scaleKey(column, line.depth)) : null;
  return scale == null ? null : shadeOf(plotAt(line, column), scale);
}

/** A measure's figures are shaded among those of the same depth, in all the columns it has. */
export function scalesOf(
  { lines }: PivotModel,
  figures: readonly FigureColumn[],
): ReadonlyMap<string, Scale | null> {
  const values = new Map<string, (number | null)[]>();
  for (const column of figures) {
    for (const line of lines) {
      if (!isShaded(line, column)) continue;
      const key = scaleKey(column, line.depth);
      const known = values.get(key) ?? [];
      if (known.length === 0) values.set(key, known);
      known.push(plotAt(line, column));
    }
  }
  return new Map([...values].map(([key, known]) => [key, scaleOf(known)]));
}

function plotAt(line: PivotLine, column: FigureColumn): number | null {
  const pair = pairAt(line, column);
  return pair === null || pair.now.rows === 0 ? null : plotOf(column.measure, pair.now);
}
