import type { TableEvidence } from '#renderer/data/files/evidence/evidence.ts';
import {
  inSureDigits,
  type LineFormulas,
  markOf,
  placesOf,
  type TableLayout,
} from '#renderer/data/files/evidence/table-layout.ts';
import { canonicalCell, cellValue, columnLetters } from '#renderer/data/files/xlsx/cells.ts';
import { formulaText, lineRows, totalText } from '#renderer/data/files/xlsx/sheet.ts';
import type { Unchecked } from '#renderer/data/model/export-check.ts';
import type { Formula, SheetKind } from '#renderer/data/model/sheet-table.ts';
import { type Alterations, cellName, type Place, rowName } from './alterations.ts';
import type { CellFormats } from './cell-formats.ts';
import { canonicalFileCell, numberIn, shownCell, valueIn } from './cell-texts.ts';
import {
  type Computed,
  computeFormula,
  createSum,
  operandCount,
  plainFormula,
  rateOfValues,
  takesOtherLines,
} from './formula-values.ts';
import { createLineMatching } from './line-matching.ts';
import type { FileCell, FileRow, FileValue } from './sheet-rows.ts';

/** The cells of a table in a file against what its evidence says of them: lines, formulas and what they come to, what is hidden. */

export type TableSheet = TableEvidence['sheets'][0];

/** A line of the file: its cells as JSON, and where it stands; `row` null: nothing stands there. */
export type FileLine = {
  readonly cells: readonly string[];
  readonly row: FileRow | null;
  readonly sheet: TableSheet;
  /** Its row on the sheet. */
  readonly number: number;
};

/** Limits of the cells that are kept of a sheet, and of those that are added up: the evidence may be anybody's. */
const MAX_HELD = 8_000_000;
const MAX_DEFERRED = 1_000_000;
const MAX_STEPS = 50_000_000;

export type TableEnd = {
  readonly unchecked: readonly Unchecked[];
  /** Whether every line is one of the evidence, in the digits that every program keeps. */
  readonly isEveryLineKnown: boolean;
  /** Whether a column holds formulas that count in its sum. */
  readonly isComputed: (column: number) => boolean;
  /** How far a program's sum of a column may lie from the exact one. */
  readonly slack: (column: number) => number;
};

/**
 * A table's sheets, row by row in their order; `end` of each, and of all.
 */
export function createTableCheck(table: TableEvidence, alterations: Alterations, formats: CellFormats) {
  const { layout } = table;
  const lines = layout === null ? null : createLineCheck(table, layout, alterations);
  const older = layout === null ? createOlderTotals(table, alterations) : null;
  const heads = new Map<number, FileRow>();
  const watchRow = (sheet: TableSheet, row: FileRow): void => {
    if (row.isHidden && row.cells.size > 0)
      alterations.add('hidden', 'row-hidden', {
        name: keyOf(row),
        cell: rowName({ sheet: sheet.name, row: row.number }),
      });
    for (const [column, cell] of row.cells) {
      const [name, kind] = table.columns[column] ?? ['', 'text'];
      const cellAt = (): string => cellName({ sheet: sheet.name, column, row: row.number });
      if (column >= table.columns.length)
        alterations.add('structure', 'cell-added', { name: '', cell: cellAt(), found: shownCell(cell) });
      const problem = formats.problemOf(cell, isDate(kind));
      if (problem !== null)
        alterations.add('format', problem, { name, cell: cellAt(), found: shownCell(cell) });
    }
  };
  return {
    addHead(row: FileRow, sheet: TableSheet): void {
      watchRow(sheet, row);
      heads.set(row.number, row);
    },
    addLine(line: FileLine, hashOf: (cells: readonly string[]) => number, hash: number): void {
      if (line.row !== null) watchRow(line.sheet, line.row);
      older?.add(line);
      const sure = inSureDigits(line.cells);
      lines?.add(line, markOf(sure === line.cells ? hash : hashOf(sure)));
    },
    endSheet(sheet: TableSheet): void {
      checkHeadings(table, sheet, heads.get(sheet.headingRow), alterations);
      if (layout !== null) checkTitle(layout, sheet, heads, alterations);
      for (const each of [lines, older]) each?.endSheet(sheet, heads.get(sheet.headingRow - 1));
      heads.clear();
    },
    end: (): TableEnd => ({
      unchecked: lines === null ? ['older-evidence'] : lines.end(),
      isEveryLineKnown: lines?.isEveryLineKnown() ?? false,
      isComputed: (column) => lines?.isComputed(column) ?? false,
      slack: (column) => lines?.slack(column) ?? 0,
    }),
  };
}

const isDate = (kind: SheetKind): boolean => kind === 'local-datetime' || kind === 'utc-datetime';

/** Its first texts: what people know a row by. */
const KEY_TEXTS = 3;

function keyOf({ cells }: FileRow): string {
  const texts: string[] = [];
  for (const cell of cells.values()) {
    if (cell.kind === 'text') texts.push(cell.text);
    if (texts.length === KEY_TEXTS) break;
  }
  return texts.join(' · ');
}

function checkHeadings(
  { columns }: TableEvidence,
  sheet: TableSheet,
  row: FileRow | undefined,
  alterations: Alterations,
): void {
  for (const [column, [name]] of columns.entries()) {
    const found = shownCell(row?.cells.get(column));
    alterations.compare(
      'heading',
      { name, recorded: name === '' ? null : name, found },
      { sheet: sheet.name, column, row: sheet.headingRow },
    );
  }
}

/** Checks the lines over the totals and the headings, and any other cell there. */
function checkTitle(
  { title, totals }: TableLayout,
  sheet: TableSheet,
  heads: ReadonlyMap<number, FileRow>,
  alterations: Alterations,
): void {
  const hasTotals = totals.some((total) => total !== null);
  const expected = (row: number, column: number): string | null => {
    if (row === 1 && column === 0) return title;
    return hasTotals && row === sheet.headingRow - 1 && column === 0 && totals[0] === null ? 'Total' : null;
  };
  for (let row = 1; row < sheet.headingRow; row += 1) {
    const cells = heads.get(row)?.cells ?? new Map<number, FileCell>();
    for (const column of new Set([0, ...cells.keys()])) {
      const isTotal = hasTotals && row === sheet.headingRow - 1 && (totals[column] ?? null) !== null;
      if (isTotal || column >= totals.length) continue;
      const recorded = expected(row, column);
      alterations.compare(
        'heading',
        { name: recorded ?? '', recorded, found: shownCell(cells.get(column)) },
        { sheet: sheet.name, column, row },
      );
    }
  }
}

type Deferred = {
  readonly formula: Formula;
  readonly column: number;
  readonly line: number;
  readonly found: FileValue | null;
};

/**
 * Lines by their marks; formulas and values by the formulas of the line that each is. One function on purpose: what is
 * known of the lines so far (matches, sums, held values, the budget) is asked and moved on by every part of it.
 */
function createLineCheck(table: TableEvidence, layout: TableLayout, alterations: Alterations) {
  const { columns } = table;
  const { patterns, totals, isGrouped } = layout;
  const patternOf = patternsByLine(layout);
  const patternMaps = patterns.map((formulas): ReadonlyMap<number, Formula> => new Map(formulas));
  const matching = createLineMatching(layout);
  const unchecked = new Set<Unchecked>();
  const heldColumns = columnsOfOtherLines(patterns);
  const isHolding = heldColumns.length * table.rows <= MAX_HELD;
  /** Columns whose cells are computed from others: their sums are no sums of what the hash is of. */
  const computed = new Set(
    patterns.flatMap((formulas) =>
      formulas.flatMap(([column, { kind }]) => (kind === 'subtotal' || kind === 'parts' ? [] : [column])),
    ),
  );
  const slacks = totals.map(() => 0);
  let [line, steps, others] = [0, 0, 0];
  let sheet = createSheetValues(heldColumns);
  let own: { readonly sheet: TableSheet; readonly lines: ReturnType<typeof linesOnSheets> } | null = null;
  let sums = totals.map(createSum);

  const compareValue = (place: Place, name: string, found: FileValue | null, recorded: Computed): void => {
    if (isValue(found, recorded)) return;
    alterations.compare(
      'value',
      { name, recorded: shownNumber(recorded.value), found: found?.text ?? null },
      place,
    );
  };
  const compareFormula = (
    place: Place,
    name: string,
    found: FileCell | undefined,
    recorded: string,
  ): void => {
    if (found?.kind === 'formula' && plainFormula(found.formula) === plainFormula(recorded)) return;
    alterations.compare('formula', { name, recorded: `=${recorded}`, found: shownCell(found) }, place);
  };
  const placeOf = (at: TableSheet, column: number, row: number): Place => ({ sheet: at.name, column, row });
  const nameOf = (column: number): string => columns[column]?.[0] ?? '';

  /** Values that take other cells of their line at once, the others when all lines are here. */
  const checkFormulas = (each: FileLine, formulas: ReadonlyMap<number, Formula>, isKnown: boolean): void => {
    if (own?.sheet !== each.sheet) own = { sheet: each.sheet, lines: linesOnSheets(table, each.sheet) };
    const part = own.lines;
    const at = sheet.lines;
    for (const [column, formula] of formulas) {
      const place = placeOf(each.sheet, column, each.number);
      const cell = each.row?.cells.get(column);
      // A row that was put in has none of them, and is told itself.
      if (cell === undefined && !isKnown) continue;
      steps += operandCount(formula);
      if (steps > MAX_STEPS) {
        unchecked.add('long-formulas');
        continue;
      }
      compareFormula(place, nameOf(column), cell, formulaText(formula, column, each.number, part));
      if (cell?.kind !== 'formula') continue;
      if (takesOtherLines(formula)) {
        // Over several sheets they would take lines of another one.
        const isHeld = isHolding && table.sheets.length === 1 && sheet.deferred.length < MAX_DEFERRED;
        if (!isHeld) unchecked.add('long-formulas');
        else sheet.deferred.push({ formula, column, line: at, found: cell.value });
        continue;
      }
      const ofLine = (other: number) => ({
        value: numberIn(each.row?.cells.get(other)),
        isSubtotal: false,
        isRounded: isRounding(formulas.get(other)),
      });
      compareValue(
        place,
        nameOf(column),
        cell.value,
        computeFormula(formula, { column, line: at, lines: 0 }, ofLine, layout.places),
      );
    }
    for (const [column, cell] of each.row?.cells ?? []) {
      if (cell.kind !== 'formula' || formulas.has(column) || column >= columns.length) continue;
      alterations.compare(
        'formula',
        { name: nameOf(column), recorded: null, found: shownCell(cell) },
        placeOf(each.sheet, column, each.number),
      );
    }
  };

  return {
    add(each: FileLine, mark: string): void {
      const own = matching.find(line, mark);
      // Nothing in the place of a line is a line that is lost.
      if (own === null && each.row !== null) {
        others += 1;
        alterations.add('rows', 'row-other', {
          name: keyOf(each.row),
          cell: rowName({ sheet: each.sheet.name, row: each.number }),
        });
      }
      const formulas = patternMaps[patternOf[own ?? matching.guess(line)] ?? -1] ?? NO_FORMULAS;
      checkFormulas(each, formulas, own !== null);
      for (const [column, sum] of sums.entries()) {
        if (totals[column]?.kind !== 'sum') continue;
        const cell = each.row?.cells.get(column);
        if (!isSubtotal(cell)) sum.add(numberIn(cell));
      }
      if (isHolding) sheet.hold(each.row, formulas);
      sheet.lines += 1;
      line += 1;
    },
    endSheet(at: TableSheet, totalsRow: FileRow | undefined): void {
      for (const { formula, column, line: own, found } of sheet.deferred) {
        const recorded = computeFormula(
          formula,
          { column, line: own, lines: sheet.lines },
          sheet.operand,
          layout.places,
        );
        compareValue(placeOf(at, column, at.headingRow + 1 + own), nameOf(column), found, recorded);
      }
      checkTotals(at, totalsRow);
      for (const [column, sum] of sums.entries()) slacks[column] = (slacks[column] ?? 0) + sum.end().slack;
      sheet = createSheetValues(heldColumns);
      sums = totals.map(createSum);
    },
    isComputed: (column: number): boolean => computed.has(column),
    slack: (column: number): number => slacks[column] ?? 0,
    isEveryLineKnown: (): boolean => others === 0 && matching.lost().count === 0,
    end(): readonly Unchecked[] {
      const { count, first } = matching.lost();
      const lost = count - others;
      if (lost > 0) {
        const [only] = table.sheets;
        const row = only !== undefined && table.sheets.length === 1 ? only.headingRow + 1 + first : null;
        const cell = row === null || others > 0 ? null : rowName({ sheet: only?.name ?? '', row });
        alterations.add('rows', 'rows-lost', { name: String(lost), cell }, lost);
      }
      return [...unchecked];
    },
  };

  function checkTotals(at: TableSheet, row: FileRow | undefined): void {
    const { first, last } = lineRows({ headingRow: at.headingRow, count: at.rows });
    const isWhole = table.sheets.length === 1;
    const totalsRow = at.headingRow - 1;
    for (const [column, total] of totals.entries()) {
      if (total === null) continue;
      const [kind, cell, place] = [
        columns[column]?.[1] ?? 'text',
        row?.cells.get(column),
        placeOf(at, column, totalsRow),
      ];
      const name = nameOf(column);
      if (total.value === null || (total.kind === 'value' && !isWhole)) {
        alterations.compare('formula', { name, recorded: null, found: shownCell(cell) }, place);
        continue;
      }
      if (total.kind === 'value') {
        const written = cellValue(kind, total.value, { longFigures: 0, cutTexts: 0 });
        const [[recorded = ''], [found = '']] = [
          inSureDigits([canonicalCell(kind, written)]),
          inSureDigits([canonicalFileCell(kind, cell)]),
        ];
        if (recorded !== found)
          alterations.compare('value', { name, recorded: total.value, found: shownCell(cell) }, place);
        continue;
      }
      const text = totalText(total, columnLetters(column), { isGrouped, row: totalsRow, first, last });
      compareFormula(place, name, cell, text);
      const found = valueIn(cell);
      // Those of a part are left to the spreadsheet: until one computes them, there is nothing to compare.
      if (cell?.kind !== 'formula' || (!isWhole && (found === null || found.text === ''))) continue;
      if (total.kind === 'rate') {
        const base = numberIn(row?.cells.get(total.base));
        const part = numberIn(row?.cells.get(total.part));
        const places = placesOf(total.value);
        const recorded = base <= 0 ? { value: null, slack: 0 } : rateOfValues(part, base, places);
        compareValue(place, name, found, recorded);
        continue;
      }
      const recordedValue = sums[column]?.end() ?? { value: 0, slack: 0 };
      compareValue(place, name, found, recordedValue);
      if (isWhole && computed.has(column))
        compareValue(place, name, { kind: 'number', text: total.value }, recordedValue);
    }
  }
}

/** The totals of a table of which its evidence tells the sums alone. */
function createOlderTotals({ columns, sheets, sums }: TableEvidence, alterations: Alterations) {
  const summed = columns.flatMap(([name], column) => (Object.hasOwn(sums, name) ? [{ name, column }] : []));
  let found = summed.map(createSum);
  return {
    add({ row }: FileLine): void {
      for (const [at, { column }] of summed.entries()) {
        const cell = row?.cells.get(column);
        if (!isSubtotal(cell)) found[at]?.add(numberIn(cell));
      }
    },
    endSheet(sheet: TableSheet, row: FileRow | undefined): void {
      const range = {
        row: sheet.headingRow - 1,
        ...lineRows({ headingRow: sheet.headingRow, count: sheet.rows }),
      };
      for (const [at, { name, column }] of summed.entries()) {
        const cell = row?.cells.get(column);
        const place = { sheet: sheet.name, column, row: range.row };
        const texts = [false, true].map((isGrouped) =>
          totalText({ kind: 'sum', value: null }, columnLetters(column), { ...range, isGrouped }),
        );
        const [recorded = ''] = texts;
        if (cell?.kind !== 'formula' || !texts.some((text) => text === plainFormula(cell.formula))) {
          alterations.compare('formula', { name, recorded: `=${recorded}`, found: shownCell(cell) }, place);
          continue;
        }
        const value = found[at]?.end() ?? { value: 0, slack: 0 };
        const isLeftBlank = sheets.length > 1 && (cell.value === null || cell.value.text === '');
        if (isLeftBlank || isValue(cell.value, value)) continue;
        const pair = { name, recorded: shownNumber(value.value), found: cell.value?.text ?? null };
        alterations.compare('value', pair, place);
      }
      found = summed.map(createSum);
    },
  };
}

const NO_FORMULAS: ReadonlyMap<number, Formula> = new Map();

const isRounding = (formula: Formula | undefined): boolean =>
  formula?.kind === 'rate' || formula?.kind === 'change';

const isSubtotal = (cell: FileCell | undefined): boolean =>
  cell?.kind === 'formula' && cell.formula.includes('SUBTOTAL(');

function isValue(found: FileValue | null, { value, slack }: Computed): boolean {
  if (value === null) return found === null || found.text === '';
  return found?.kind === 'number' && Math.abs(Number(found.text) - value) <= slack;
}

/** In the digits that every program keeps. */
const shownNumber = (value: number | null): string | null =>
  value === null ? null : String(Number(value.toPrecision(15)));

/** The pattern of each line of the evidence, −1 where it has none. */
function patternsByLine({ runs, marks }: TableLayout): Int32Array {
  const patterns = new Int32Array(Math.floor(marks.length / 4)).fill(-1);
  let from = 0;
  for (const [pattern, count] of runs) {
    patterns.fill(pattern, from, from + count);
    from += count;
    if (from >= patterns.length) break;
  }
  return patterns;
}

/** Columns of which cells of other lines are taken. */
function columnsOfOtherLines(patterns: readonly LineFormulas[]): readonly number[] {
  const columns = new Set<number>();
  for (const [column, formula] of patterns.flat()) {
    if (!takesOtherLines(formula)) continue;
    columns.add(formula.kind === 'rate' ? formula.base : column);
    if (formula.kind === 'rate') columns.add(formula.part);
  }
  return [...columns];
}

const [SUBTOTAL, ROUNDED] = [1, 2];

/** Where the lines of a table stand, from a sheet of it on. */
function linesOnSheets({ sheets }: TableEvidence, { headingRow, rows, name }: TableSheet) {
  const own = sheets.findIndex((each) => each.name === name);
  return {
    ...{ headingRow, count: rows },
    next: sheets
      .slice(own + 1)
      .map((each) => ({ headingRow: each.headingRow, count: each.rows, name: each.name })),
  };
}

/** Cells of a sheet that are kept until all its lines are here. */
function createSheetValues(columns: readonly number[]) {
  const held = new Map(columns.map((column) => [column, { values: [] as number[], flags: [] as number[] }]));
  return {
    lines: 0,
    deferred: [] as Deferred[],
    hold(row: FileRow | null, formulas: ReadonlyMap<number, Formula>): void {
      for (const [column, { values, flags }] of held) {
        const cell = row?.cells.get(column);
        values.push(numberIn(cell));
        flags.push((isSubtotal(cell) ? SUBTOTAL : 0) | (isRounding(formulas.get(column)) ? ROUNDED : 0));
      }
    },
    operand(column: number, line: number) {
      const own = held.get(column);
      const flags = own?.flags[line] ?? 0;
      return {
        value: own?.values[line] ?? 0,
        isSubtotal: (flags & SUBTOTAL) !== 0,
        isRounded: (flags & ROUNDED) !== 0,
      };
    },
  };
}
