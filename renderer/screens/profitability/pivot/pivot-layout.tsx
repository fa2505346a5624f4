import { groupBy, uniqBy } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import type { ReactNode } from 'react';
import { inkOf, sectionOf } from '#renderer/features/columns/column-sections.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { measureId, scopeOf } from '#renderer/screens/profitability/figures/measures.ts';
import ui from '#renderer/ui/controls.module.css';
import type { GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import type { CharWidths } from '#renderer/ui/grid/measure.ts';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './pivot.module.css';
import {
  type FigureColumn,
  measureGroup,
  measureLabel,
  measureName,
  measureTitle,
  NAME_COLUMN,
  partLabel,
} from './pivot-columns.ts';
import { type PivotLine, type PivotModel, pairAt } from './pivot-model.ts';

/** The pivot's columns as the grid takes them: their names, groups and widths. */

export const CAPTION_COLUMN = 'caption';

type LayoutInput = {
  readonly model: PivotModel;
  readonly figures: readonly FigureColumn[];
  readonly isAcross: boolean;
  /** Name of the rows' dimensions, and what explains their values. */
  readonly heading: { readonly name: string; readonly caption: string | null };
  /** The currency that its amounts are in; null: it has no name. */
  readonly unit: string | null;
  readonly nameOf: (line: PivotLine) => string;
  readonly bandName: (value: string) => string;
  readonly cell: (line: PivotLine, column: FigureColumn) => GridCell;
  readonly text: Text;
  readonly widths: CharWidths;
};

const NAME_PX = { least: 132, most: 320, extra: 40, indent: 18 };
const CAPTION_PX = 230;
const CELL_EXTRA = 15;
const HEADER_EXTRA = 28;

function bandTitle(column: FigureColumn, input: Pick<LayoutInput, 'bandName' | 'text' | 'model'>): string {
  const { band } = column;
  if (band.kind === 'own') return input.text('pivot.total');
  if (band.kind === 'value') return input.bandName(band.value);
  const count = input.model.bandsLeftOut;
  return input.text('pivot.others', { count, shown: count });
}

function groupOf(column: FigureColumn, isAcross: boolean): string {
  if (!isAcross) return measureGroup(column.measure);
  const { band } = column;
  return band.kind === 'own' ? 'own' : band.kind === 'others' ? '*' : `=${band.value}`;
}

export function columnName(
  column: FigureColumn,
  input: Pick<LayoutInput, 'bandName' | 'text' | 'model' | 'isAcross'> & {
    /** Says of costs whether they are net; files keep the key alone. */
    readonly isTitle?: boolean;
  },
): string {
  const { text, isAcross } = input;
  const own = (input.isTitle === true ? measureTitle : measureName)(column.measure, text);
  const name = column.part === 'value' ? own : `${own}, ${partLabel(column.measure, column.part, text)}`;
  return isAcross ? `${bandTitle(column, input)}: ${name}` : name;
}

function Marked(props: { readonly column: string; readonly words: string }) {
  return (
    <>
      {props.words}
      <MovedMark column={props.column} />
    </>
  );
}

function label(
  column: FigureColumn,
  { isAcross, text }: LayoutInput,
): { readonly words: string; readonly node: ReactNode } {
  if (column.part !== 'value') {
    const words = partLabel(column.measure, column.part, text);
    return { words, node: words };
  }
  const words = measureLabel(column.measure, text);
  const scope = isAcross ? scopeOf(column.measure) : null;
  const key = column.measure.column;
  if (scope === null) {
    // Where the measure is of a scope, the mark stands at its letter.
    const isOfScope = scopeOf(column.measure) !== null;
    return { words, node: key === null || isOfScope ? words : <Marked column={key} words={words} /> };
  }
  return {
    words: `MM ${words}`,
    node: (
      <span className={styles.head}>
        <ScopeMark scope={scope} /> {words}
      </span>
    ),
  };
}

/** Rates of small bases have any number of digits: so many figures of each are looked at. */
const LOOKED_AT = 240;

/** The longest figure: thousands of figures are not all written out to lay out their columns. */
function longestOf(input: LayoutInput, columns: readonly FigureColumn[]): string {
  let found: (() => string) | null = null;
  let longest = -1;
  for (const column of columns) {
    const { column: key } = column.measure;
    for (const line of input.model.lines) {
      if (key === null || line.kind === 'others') continue;
      const pair = pairAt(line, column);
      const digits = Math.max(
        pair?.now.sums[key]?.length ?? 0,
        column.part === 'value' ? 0 : (pair?.before?.sums[key]?.length ?? 0),
      );
      if (digits <= longest) continue;
      longest = digits;
      found = () => input.cell(line, column).text;
    }
  }
  return found?.() ?? '';
}

/** A measure's columns across are all as wide as the widest of them: one can run down and along them. */
function contentPx(input: LayoutInput, columns: readonly FigureColumn[]): number {
  const { widths, model } = input;
  const [first] = columns;
  if (first === undefined) return 0;
  const isSum = first.measure.kind === 'sum' && first.part !== 'change';
  const each = Math.ceil(LOOKED_AT / columns.length);
  const texts = isSum
    ? [longestOf(input, columns)]
    : columns.flatMap((column) => model.lines.slice(0, each).map((line) => input.cell(line, column).text));
  // The rest of all groups may be more than any of them.
  const rest = model.lines.at(-1);
  if (first.band.kind === 'own' && rest?.kind === 'others') texts.push(input.cell(rest, first).text);
  const own = texts.reduce((px, text) => Math.max(px, widths.regular(text)), 0);
  return columns.reduce((px, column) => Math.max(px, widths.bold(input.cell(model.total, column).text)), own);
}

function contentWidths(input: LayoutInput): (column: FigureColumn) => number {
  const keyOf = ({ measure, part, band }: FigureColumn): string =>
    `${measureId(measure)} ${part} ${band.kind === 'own'}`;
  const known = mapValues(groupBy(input.figures, keyOf), (columns) => contentPx(input, columns));
  return (column) => known[keyOf(column)] ?? 0;
}

export function gridColumns(input: LayoutInput): readonly GridColumn[] {
  const { model, heading, widths } = input;
  const longest = model.lines.reduce(
    (px, line) => Math.max(px, widths.regular(input.nameOf(line)) + line.depth * NAME_PX.indent),
    widths.bold(heading.name) + HEADER_EXTRA,
  );
  const name: GridColumn = {
    id: NAME_COLUMN,
    label:
      input.unit === null ? (
        heading.name
      ) : (
        <>
          {heading.name} <span className={ui.faint}>{input.unit}</span>
        </>
      ),
    name: heading.name,
    align: 'start',
    width: Math.ceil(Math.min(NAME_PX.most, Math.max(NAME_PX.least, longest + NAME_PX.extra))),
    group: 'pinned',
    pinned: true,
    sortable: true,
    rowHeader: true,
  };
  const caption: GridColumn = {
    id: CAPTION_COLUMN,
    label: input.text.column(heading.caption ?? ''),
    name: input.text.column(heading.caption ?? ''),
    align: 'start',
    width: CAPTION_PX,
    group: CAPTION_COLUMN,
    pinned: false,
    sortable: false,
  };
  const contentOf = contentWidths(input);
  const figures = input.figures.map((column): GridColumn => {
    const { words, node } = label(column, input);
    const header = widths.bold(words) * (11 / 12) + HEADER_EXTRA;
    return {
      id: column.id,
      label: node,
      name: columnName(column, { ...input, isTitle: true }),
      align: 'end',
      width: Math.ceil(Math.max(header, contentOf(column) + CELL_EXTRA, 52)),
      group: groupOf(column, input.isAcross),
      pinned: false,
      sortable: true,
      ...(input.isAcross && column.band.kind === 'own' ? { atEnd: 'whole' } : {}),
    };
  });
  return [name, ...(heading.caption === null ? [] : [caption]), ...figures];
}

export function gridGroups(input: LayoutInput): readonly GridGroup[] {
  const { figures, isAcross, text } = input;
  const group = (id: string, label: string, rest: Partial<GridGroup> = {}): GridGroup => {
    return { id, label, title: label, ink: null, fold: null, ...rest };
  };
  const groupFor = (column: FigureColumn): GridGroup => {
    const id = groupOf(column, isAcross);
    if (isAcross) return group(id, bandTitle(column, input));
    const scope = scopeOf(column.measure);
    if (scope !== null) return group(id, text(`scope.${scope}`), { mark: <ScopeMark scope={scope} /> });
    const { column: key } = column.measure;
    if (key === null) return group(id, text('pivot.set'));
    const section = sectionOf(key);
    const title = text(`section.${section}`);
    return group(id, text(`section.short.${section}`), { title, ink: inkOf(section) });
  };
  const groups = [group('pinned', ''), group(CAPTION_COLUMN, ''), ...figures.map(groupFor)];
  return uniqBy(groups, ({ id }) => id);
}

/** Px that the name of a group lacks over columns of a width. */
export function bandShortfall(
  groups: readonly GridGroup[],
  widths: CharWidths,
): (group: string, width: number) => number {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return (id, width) => {
    const { label = '', mark } = byId.get(id) ?? {};
    if (label === '') return 0;
    const wanted = Math.ceil(widths.bold(label)) + (mark === undefined ? 16 : 40);
    return Math.max(0, Math.min(200, wanted) - width);
  };
}
