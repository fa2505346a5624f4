import { once } from 'es-toolkit/function';
import { isEqual } from 'es-toolkit/predicate';
import type { Group } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import type {
  ColumnTotal,
  SheetKind,
  TableCell,
  TableColumn,
  TableLine,
  WholeTable,
} from '#renderer/data/model/sheet-table.ts';
import {
  compareParts,
  type FigurePair,
  NO_FIGURES,
  pairOf,
  partIn,
  partText,
  restOfPairs,
} from '#renderer/screens/profitability/figures/figures.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { columnOfId, type FigureColumn, sortGroups } from './pivot-columns.ts';
import { type PivotResult, shownBands, wholeOf } from './pivot-data.ts';

/** The rows and columns of a pivot, laid out from one answer; what is left out stands as a rest, exactly. Pure. */

export type PivotLine = {
  readonly key: string;
  readonly depth: 0 | 1;
  /** A group; what is left of the groups around it; or all of the selection. */
  readonly kind: 'group' | 'others' | 'total';
  /** Value of the first dimension; null of the rest of all groups. */
  readonly first: string | null;
  /** Value of the second dimension, where it is nested. */
  readonly second: string | null;
  readonly caption: string | null;
  readonly leftOut: number;
  /** Of others: all of them lose. */
  readonly areLosers?: boolean;
  readonly pair: FigurePair;
  /** Figures by value of the dimension across. */
  readonly across: { readonly get: (value: string) => FigurePair | undefined } | null;
  /** The rest of the row beside the columns shown; null where nothing is left out. */
  readonly acrossRest: (() => FigurePair) | null;
  /** Whether its groups are shown; null where there is nothing to open. */
  readonly isOpen: boolean | null;
};

export type PivotModel = {
  readonly lines: readonly PivotLine[];
  readonly total: PivotLine;
  /** Values of the dimension across that have columns, in their order, and how many are left out. */
  readonly bands: readonly string[];
  readonly bandsLeftOut: number;
  /** How many groups lose, where that was asked for. */
  readonly losers?: number;
};

type ModelInput = {
  readonly result: PivotResult;
  readonly second: { readonly isTime: boolean } | null;
  readonly place: 'nested' | 'across';
  readonly sort: SortOrder | null;
  readonly isOpen: (value: string) => boolean;
};

/**
 * The rest that some others leave of a whole: the work of all that is shown beside it, and seldom seen; done when it
 * is, once.
 */
function restLine(row: Omit<Row, 'pair' | 'kind'>, rest: () => FigurePair): PivotLine {
  const pair = once(rest);
  return {
    kind: 'others',
    caption: null,
    leftOut: 0,
    across: null,
    acrossRest: null,
    isOpen: null,
    ...row,
    get pair() {
      return pair();
    },
  };
}

type Row = Pick<PivotLine, 'key' | 'depth' | 'kind' | 'first' | 'second' | 'pair'> & Partial<PivotLine>;

function line(row: Row): PivotLine {
  return { caption: null, leftOut: 0, across: null, acrossRest: null, isOpen: null, ...row };
}

export function pivotModel(input: ModelInput): PivotModel {
  const { result } = input;
  const whole = wholeOf(result.rows);
  const isAcross = input.second !== null && input.place === 'across';
  const bands = result.bands === null ? [] : shownBands(result.bands, input.second?.isTime === true);
  const bandsLeftOut = (result.bands?.groupsLeftOut ?? 0) + (result.bands?.groups.length ?? 0) - bands.length;
  const beside = isAcross ? acrossOf(bands, bandsLeftOut, whole) : null;
  const rows = result.shown.map((group) => {
    const pair = pairOf(group);
    const isOpen = input.second === null || isAcross ? null : input.isOpen(group.value);
    return line({
      key: `=${group.value}`,
      depth: 0,
      kind: 'group',
      first: group.value,
      second: null,
      caption: group.caption,
      pair,
      isOpen,
      ...(beside === null ? {} : beside(result.within.get(group.value) ?? null, pair)),
    });
  });
  const lines: PivotLine[] = [];
  for (const row of sortByBand(rows, input.sort, whole)) {
    lines.push(row);
    if (row.isOpen === true) lines.push(...linesWithin(input, row, whole));
  }
  if (result.leftOut > 0) lines.push(restOfAll(input, rows, whole, beside));
  const total = line({
    key: 'total',
    depth: 0,
    kind: 'total',
    first: null,
    second: null,
    pair: whole,
    ...(beside === null
      ? {}
      : beside({ value: '', caption: null, totals: result.rows.total, groups: bands }, whole)),
  });
  return {
    ...{ lines, total, bands: bands.map(({ value }) => value), bandsLeftOut },
    ...(result.rows.losers === undefined ? {} : { losers: result.rows.losers.count }),
  };
}

type Beside = Pick<PivotLine, 'across' | 'acrossRest'>;

/** A row's figures in the columns across, and what is left of it beside them. */
function acrossOf(
  bands: readonly Group[],
  bandsLeftOut: number,
  whole: FigurePair,
): (row: Group | null, pair: FigurePair) => Beside {
  const shown = new Set(bands.map(({ value }) => value));
  const none: FigurePair = { now: NO_FIGURES, before: whole.before === null ? null : NO_FIGURES };
  return (row, pair) => {
    const across = new Map<string, FigurePair>();
    for (const cell of row?.groups ?? []) if (shown.has(cell.value)) across.set(cell.value, pairOf(cell));
    const parts = [...across.values()];
    const acrossRest = bandsLeftOut > 0 ? once(() => restOfPairs(pair, parts)) : null;
    for (const value of shown) if (!across.has(value)) across.set(value, none);
    return { across, acrossRest };
  };
}

/** Rows in the order of one of the columns across; others come in their order already. */
function sortByBand(
  rows: readonly PivotLine[],
  sort: SortOrder | null,
  whole: FigurePair,
): readonly PivotLine[] {
  const column = sort === null ? null : columnOfId(sort.column);
  if (sort === null || column === null || column.band.kind === 'own') return rows;
  const { band, measure, part } = column;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => {
      const pair = band.kind === 'value' ? row.across?.get(band.value) : row.acrossRest?.();
      return { row, value: pair == null ? null : partIn(measure, part, pair, whole) };
    })
    .toSorted((a, b) => compareParts(a.value, b.value, sign))
    .map(({ row }) => row);
}

function linesWithin(input: ModelInput, row: PivotLine, whole: FigurePair): readonly PivotLine[] {
  const found = input.result.within.get(row.first ?? '');
  if (found?.groups === undefined) return [];
  const isTime = input.second?.isTime === true;
  const lines = sortGroups(found.groups, input.sort, isTime, pairOf, whole).map((group) =>
    line({
      key: `${row.key}\n=${group.value}`,
      depth: 1,
      kind: 'group',
      first: row.first,
      second: group.value,
      caption: group.caption,
      pair: pairOf(group),
    }),
  );
  const leftOut = found.groupsLeftOut ?? 0;
  if (leftOut === 0) return lines;
  const rest = () =>
    restOfPairs(
      row.pair,
      lines.map(({ pair }) => pair),
    );
  return [
    ...lines,
    restLine({ key: `${row.key}\n*`, depth: 1, first: row.first, second: null, leftOut }, rest),
  ];
}

/** All groups that are not shown, as one line: what makes the table add up to its total. */
function restOfAll(
  input: ModelInput,
  rows: readonly PivotLine[],
  whole: FigurePair,
  beside: ((row: Group | null, pair: FigurePair) => Beside) | null,
): PivotLine {
  const pair = once(() =>
    restOfPairs(
      whole,
      rows.map((row) => row.pair),
    ),
  );
  const place = { key: '*', depth: 0, first: null, second: null, leftOut: input.result.leftOut } as const;
  if (beside === null) return restLine(place, pair);
  const { bands: all } = input.result;
  const shown = all === null ? [] : shownBands(all, input.second?.isTime === true);
  const bands = new Map(
    shown.map((band) => [
      band.value,
      once(() =>
        restOfPairs(
          pairOf(band),
          rows.flatMap((row) => row.across?.get(band.value) ?? []),
        ),
      ),
    ]),
  );
  const isPart = rows.some((row) => row.acrossRest !== null);
  const acrossRest = once(() =>
    restOfPairs(
      pair(),
      [...bands.values()].map((band) => band()),
    ),
  );
  return restLine(
    {
      ...place,
      across: { get: (value) => bands.get(value)?.() },
      acrossRest: isPart ? acrossRest : null,
    },
    pair,
  );
}

/** The first lines, at most so many; no group is left without those it holds, unless it alone is longer. */
export function firstWholeGroups(lines: readonly PivotLine[], most: number): readonly PivotLine[] {
  if (lines.length <= most) return lines;
  let end = most;
  while (end > 0 && lines[end]?.depth === 1) end -= 1;
  return lines.slice(0, end === 0 ? most : end);
}

/** The sum of some of a model's lines, whole groups of it: all, without the groups that are not among them. */
export function partOf(model: PivotModel, lines: readonly PivotLine[]): PivotLine {
  const held = new Set(lines.map(({ key }) => key));
  const others = model.lines.filter(({ depth, key }) => depth === 0 && !held.has(key));
  const { total } = model;
  const across = new Map(
    model.bands.flatMap((value) => {
      const whole = total.across?.get(value);
      if (whole === undefined) return [];
      return [
        [
          value,
          restOfPairs(
            whole,
            others.flatMap((line) => line.across?.get(value) ?? []),
          ),
        ] as const,
      ];
    }),
  );
  const rest = total.acrossRest;
  return {
    ...total,
    key: 'part',
    pair: restOfPairs(
      total.pair,
      others.map(({ pair }) => pair),
    ),
    across: total.across === null ? null : across,
    acrossRest:
      rest === null
        ? null
        : () =>
            restOfPairs(
              rest(),
              others.flatMap((line) => line.acrossRest?.() ?? []),
            ),
  };
}

type PivotFileWords = {
  readonly first: string;
  readonly second: string | null;
  readonly caption: string | null;
  readonly firstOf: (line: PivotLine) => string;
  readonly secondOf: (line: PivotLine) => string;
  readonly nameOf: (column: FigureColumn) => string;
};

export function pairAt(line: PivotLine, { band }: FigureColumn): FigurePair | null {
  if (band.kind === 'own') return line.pair;
  if (band.kind === 'others') return line.acrossRest?.() ?? null;
  return line.across?.get(band.value) ?? null;
}

/**
 * Exactly what is shown, with exact figures, two dimensions as two columns. `hasTotalLine`: the total as the last line, for
 * files that have no other place for it.
 */
export function pivotTable(
  name: string,
  model: PivotModel,
  columns: readonly FigureColumn[],
  words: PivotFileWords,
  hasTotalLine: boolean,
): WholeTable {
  const names = [
    words.first,
    ...(words.second === null ? [] : [words.second]),
    ...(words.caption === null ? [] : [words.caption]),
  ];
  const namesOf = (line: PivotLine): readonly string[] => [
    words.firstOf(line),
    ...(words.second === null ? [] : [words.secondOf(line)]),
    ...(words.caption === null ? [] : [line.caption ?? '']),
  ];
  const rates = columns.map((column) => ratePlaces(column, columns, names.length));
  const valueIn = (line: PivotLine, column: FigureColumn): Decimal | null => {
    const pair = pairAt(line, column);
    return pair === null ? null : partText(column.measure, column.part, pair, model.total.pair);
  };
  const lines = model.lines.map((line, at): TableLine => {
    const below = nestedBelow(model.lines, at);
    return {
      cells: [
        ...namesOf(line),
        ...columns.map((column, index) =>
          figureCell(valueIn(line, column), column, rates[index] ?? null, below),
        ),
      ],
      depth: line.depth,
      isStrong: below > 0,
    };
  });
  const total = {
    cells: [...namesOf(model.total), ...columns.map((column) => valueIn(model.total, column))],
  };
  return {
    name,
    keyColumns: names.length,
    columns: [
      ...names.map((heading): TableColumn => ({ name: heading, kind: 'text', total: null })),
      ...columns.map(
        (column, index): TableColumn => ({
          name: words.nameOf(column),
          kind: fileKind(column),
          total: fileTotal(valueIn(model.total, column), column, rates[index] ?? null),
        }),
      ),
    ],
    lines: hasTotalLine ? [...lines, total] : lines,
  };
}

/** How many lines of its own group stand right below a line. */
function nestedBelow(lines: readonly PivotLine[], at: number): number {
  if (lines[at]?.depth !== 0) return 0;
  let end = at + 1;
  while (lines[end]?.depth === 1) end += 1;
  return end - at - 1;
}

type RatePlaces = { readonly part: number; readonly base: number };

/** Where the sums that a rate is of stand in the table, of the same group across; null where one of them does not. */
function ratePlaces(
  { measure, part, band }: FigureColumn,
  columns: readonly FigureColumn[],
  namesBefore: number,
): RatePlaces | null {
  if (measure.kind !== 'rate' || part !== 'value') return null;
  const sumOf = (column: string) =>
    columns.findIndex(
      (each) =>
        each.measure.kind === 'sum' &&
        each.measure.column === column &&
        each.part === 'value' &&
        isEqual(each.band, band),
    );
  const places = { part: sumOf(measure.column), base: sumOf(RATE_BASE_COLUMN) };
  if (places.part < 0 || places.base < 0) return null;
  return { part: namesBefore + places.part, base: namesBefore + places.base };
}

/** Whether the figures of groups add up to that of all of them. */
function isAdditive({ measure, part }: FigureColumn): boolean {
  return part === 'value' && (measure.kind === 'sum' || measure.kind === 'rows');
}

function figureCell(
  value: Decimal | null,
  column: FigureColumn,
  rate: RatePlaces | null,
  below: number,
): TableCell {
  if (value === null) return null;
  if (rate !== null) return { value, formula: { kind: 'rate', ...rate, baseLine: null } };
  return below > 0 && isAdditive(column) ? { value, formula: { kind: 'subtotal', below } } : value;
}

function fileTotal(value: Decimal | null, column: FigureColumn, rate: RatePlaces | null): ColumnTotal {
  if (rate !== null) return { kind: 'rate', value, ...rate };
  return { kind: isAdditive(column) ? 'sum' : 'value', value };
}

function fileKind({ measure, part }: FigureColumn): SheetKind {
  if (part === 'change') return 'percent';
  switch (measure.kind) {
    case 'sum':
      return findColumn(measure.column)?.kind ?? 'number';
    case 'orders':
    case 'rows':
      return 'count';
    case 'ticket':
    case 'per-unit':
      return 'money';
    case 'rate':
    case 'share':
    case 'coverage':
      return part === 'value' ? 'percent' : 'number';
  }
}
