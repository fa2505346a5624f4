import type { TableRecord } from '#renderer/data/files/evidence/table-record.ts';
import {
  type ColumnTotal,
  cellText,
  type Formula,
  readPieces,
  type Table,
  type TableCell,
  type TableColumn,
  type TableLine,
} from '#renderer/data/model/sheet-table.ts';
import {
  CANONICAL,
  type CellValue,
  canonicalCell,
  cellValue,
  columnLetters,
  escapeXml,
  type Losses,
} from './cells.ts';
import { STYLE, styleOf } from './styles.ts';

/** A worksheet of a table, or of a part of its lines: a title, totals, headings, and below them nothing but lines. */

export const SHEET_ROWS = 1_048_576;

/** The lines of a sheet, and the rows of what stands above them. */
export type SheetPart = {
  readonly from: number;
  readonly count: number;
  readonly titleRow: number;
  /** 0 where no column has a total. */
  readonly totalsRow: number;
  readonly headingRow: number;
  /** Whether all lines of the table are on this sheet: only then its totals are known beforehand. */
  readonly isWhole: boolean;
};

/** A sheet on which the lines of a table go on. */
export type NextSheet = Pick<SheetPart, 'headingRow' | 'count'> & { readonly name: string };
/** Where the lines that a formula takes stand: on its own sheet, and on those after it. */
type FormulaLines = Pick<SheetPart, 'headingRow' | 'count'> & { readonly next: readonly NextSheet[] };

/**
 * How a table is laid out on as many sheets as it takes; one sheet where it has no lines. A group stays with its lines, so that
 * its sum has them on its own sheet; only one that no sheet could hold goes on on the next, and its sum with it.
 */
export function sheetParts(table: Table, sheetRows = SHEET_ROWS): readonly SheetPart[] {
  const hasTotals = table.columns.some(({ total }) => total !== null);
  const rows = { titleRow: 1, totalsRow: hasTotals ? 2 : 0, headingRow: hasTotals ? 3 : 2 };
  const room = sheetRows - rows.headingRow;
  const spans: { readonly from: number; readonly count: number }[] = [];
  let from = 0;
  do {
    const most = Math.min(room, table.lineCount - from);
    const count = from + most < table.lineCount ? wholeGroups(table, from, most) : most;
    spans.push({ from, count });
    from += count;
  } while (from < table.lineCount);
  return spans.map((span) => ({ ...span, isWhole: spans.length === 1, ...rows }));
}

/** How many of `most` lines from one on are of groups that end among them; all where they are of one group. */
function wholeGroups(
  { isGrouped, read }: Pick<Table, 'isGrouped' | 'read'>,
  from: number,
  most: number,
): number {
  if (!isGrouped) return most;
  for (let count = most; count > 0; count -= 1) {
    const [line] = read(from + count, 1);
    if ((line?.depth ?? 0) === 0) return count;
  }
  return most;
}

export type Sheet = {
  readonly table: Table;
  readonly part: SheetPart;
  readonly next: readonly NextSheet[];
  readonly title: string;
  readonly isShownFirst: boolean;
  /** Whether a drawing belongs to it: `rId1` among its own relationships. */
  readonly hasDrawing: boolean;
  /** Widths of its columns, in characters. */
  readonly widths: readonly number[];
};

/** The part `xl/worksheets/sheetN.xml`, piece by piece. Its lines are added to `record`. */
export function* sheetXml(
  sheet: Sheet,
  losses: Losses,
  record: Pick<TableRecord, 'add'> | null = null,
): Generator<string> {
  const { table, part, next } = sheet;
  yield sheetHead(sheet);
  yield headRows(sheet, losses);
  const canonical: string[] = [];
  const columns = table.columns.map((_, index) =>
    cellWriter(table, index, { ...part, next }, losses, canonical),
  );
  let row = part.headingRow;
  for (const lines of readPieces(table, part.from, part.count)) {
    let xml = '';
    for (const line of lines) {
      row += 1;
      xml += rowXml(line, row, columns);
      record?.add(line, canonical);
    }
    yield xml;
  }
  yield sheetFoot(sheet);
}

/** First and last row of the lines; those of a table without lines are one row that is empty. */
export function lineRows({ headingRow, count }: Pick<SheetPart, 'headingRow' | 'count'>): {
  readonly first: number;
  readonly last: number;
} {
  return { first: headingRow + 1, last: headingRow + Math.max(1, count) };
}

/** Lines looked at for the widths of columns: all would have to be read twice. */
const SAMPLED = 100;
const WIDTHS = { least: 9, most: 48, heading: 18, localDate: 20, utcDate: 26 };

function widthOf({ kind, name }: TableColumn, values: readonly string[]): number {
  if (kind === 'local-datetime') return WIDTHS.localDate;
  if (kind === 'utc-datetime') return WIDTHS.utcDate;
  const longest = values.reduce((most, value) => Math.max(most, value.length), 0);
  // Figures get signs between their digits.
  const shown = kind === 'text' ? longest : Math.ceil(longest * 1.3);
  const longestWord = Math.max(...name.split(' ').map((word) => word.length));
  const heading = Math.max(longestWord + 3, Math.min(name.length + 3, WIDTHS.heading));
  const wanted = Math.max(shown + 2, heading);
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, wanted));
}

export function columnWidths({ table, part }: Pick<Sheet, 'table' | 'part'>): readonly number[] {
  const sample = table.read(part.from, Math.min(SAMPLED, part.count));
  return table.columns.map((column, index) => {
    const values = [...sample.map(({ cells }) => cellText(cells[index])), column.total?.value ?? null];
    return widthOf(
      column,
      values.filter((value) => value !== null),
    );
  });
}

function sheetHead({ table, part, isShownFirst, widths }: Sheet): string {
  const { keyColumns } = table;
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const corner = `${columnLetters(keyColumns)}${part.headingRow + 1}`;
  const panes = keyColumns === 0 ? 'bottomLeft' : 'bottomRight';
  const split = `${keyColumns === 0 ? '' : ` xSplit="${keyColumns}"`} ySplit="${part.headingRow}"`;
  return [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    // A group stands above its lines, as on the screen.
    '<sheetPr><outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView${isShownFirst ? ' tabSelected="1"' : ''} workbookViewId="0">`,
    `<pane${split} topLeftCell="${corner}" activePane="${panes}" state="frozen"/>`,
    `<selection pane="${panes}" activeCell="${corner}" sqref="${corner}"/></sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"${table.isGrouped ? ' outlineLevelRow="1"' : ''}/>`,
    `<cols>${cols.join('')}</cols><sheetData>`,
  ].join('');
}

function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** The rows above the lines. */
function headRows({ table, part, title, widths }: Sheet, losses: Losses): string {
  const rows = [`<row r="${part.titleRow}">${textCell(`A${part.titleRow}`, STYLE.title, title)}</row>`];
  if (part.totalsRow > 0) {
    const isNamed = table.columns[0]?.total === null;
    const name = isNamed ? textCell(`A${part.totalsRow}`, styleOf('text', true), 'Total') : '';
    const cells = table.columns.map((column, index) => totalCell(column, index, { table, part }, losses));
    rows.push(`<row r="${part.totalsRow}">${name}${cells.join('')}</row>`);
  }
  const headings = table.columns.map(({ name, kind }, index) => {
    const style = kind === 'text' ? STYLE.heading : STYLE.figureHeading;
    return textCell(`${columnLetters(index)}${part.headingRow}`, style, name);
  });
  const height = LINE_POINTS * headingLines(table, widths);
  rows.push(`<row r="${part.headingRow}" ht="${height}" customHeight="1">${headings.join('')}</row>`);
  return rows.join('');
}

const LINE_POINTS = 15;

/** How many lines the longest heading takes in its column: no program makes room for them by itself. */
function headingLines({ columns }: Table, widths: readonly number[]): number {
  const lines = columns.map(({ name }, index) => {
    // Strong letters are wider, and some room is left at both sides.
    const room = (widths[index] ?? WIDTHS.least) - 2;
    let [count, used] = [1, 0];
    for (const word of name.split(' ')) {
      const wanted = used === 0 ? word.length : used + 1 + word.length;
      if (wanted > room && used > 0) [count, used] = [count + 1, word.length];
      else used = wanted;
    }
    return count;
  });
  return Math.max(1, ...lines);
}

/** A total over its column: what is filtered out on the sheet is out of it. */
function totalCell(
  { kind, total }: TableColumn,
  index: number,
  { table, part }: Pick<Sheet, 'table' | 'part'>,
  losses: Losses,
): string {
  if (total === null || total.value === null) return '';
  const row = part.totalsRow;
  const start = `<c r="${columnLetters(index)}${row}" s="${styleOf(kind, true)}"`;
  // A value that no formula gives is of all lines: it says nothing of a part of them.
  if (total.kind === 'value') return part.isWhole ? cellXml(start, cellValue(kind, total.value, losses)) : '';
  const { first, last } = lineRows(part);
  const letters = columnLetters(index);
  const formula = totalText(total, letters, { isGrouped: table.isGrouped, row, first, last });
  // Those of a part are left to the spreadsheet.
  return formulaCell(start, formula, part.isWhole ? total.value : null, losses);
}

/** The formula of a total that has one, over the rows of its sheet. */
export function totalText(
  total: Exclude<ColumnTotal, { readonly kind: 'value' }>,
  letters: string,
  sheet: {
    readonly isGrouped: boolean;
    readonly row: number;
    readonly first: number;
    readonly last: number;
  },
): string {
  const { row, first, last } = sheet;
  return total.kind === 'sum'
    ? `SUBTOTAL(${sumOf(sheet)},${letters}${first}:${letters}${last})`
    : rateText(`${columnLetters(total.part)}${row}`, `${columnLetters(total.base)}${row}`);
}

/** SUBTOTAL's sum of what is seen; where lines fold away, of what is folded too: a closed group is in its total. */
function sumOf({ isGrouped }: Pick<Table, 'isGrouped'>): 9 | 109 {
  return isGrouped ? 9 : 109;
}

function rateText(part: string, base: string): string {
  return `IF(${base}<=0,"",100*${part}/${base})`;
}

function cellXml(start: string, cell: CellValue): string {
  switch (cell.kind) {
    case 'none':
      return '';
    case 'number':
      return `${start}><v>${cell.xml}</v></c>`;
    case 'text':
      return `${start} t="inlineStr"><is>${cell.xml}</is></c>`;
  }
}

/** A formula with its value beside it. */
export function formulaCell(start: string, formula: string, value: string | null, losses: Losses): string {
  const cached = cellValue('money', value, losses);
  return cached.kind === 'number'
    ? `${start}><f>${escapeXml(formula)}</f><v>${cached.xml}</v></c>`
    : `${start} t="str"><f>${escapeXml(formula)}</f><v></v></c>`;
}

/** Cells of one column, given the row as text. */
type CellWriter = (row: number, cell: TableCell, line: TableLine) => string;

/** Writes also into its place of `canonical` what the hash of the row takes. */
function cellWriter(
  { columns, keyColumns }: Table,
  index: number,
  part: FormulaLines,
  losses: Losses,
  canonical: string[],
): CellWriter {
  const column = columns[index] ?? { name: '', kind: 'text', total: null };
  const letters = columnLetters(index);
  const counted = column.kind === 'money' ? 'count' : column.kind;
  const [plain, strong] = [styleOf(column.kind, false), styleOf(column.kind, true)];
  const [count, strongCount] = [styleOf(counted, false), styleOf(counted, true)];
  const nested = column.kind === 'text' && index === keyColumns - 1 ? STYLE.nested : plain;
  return (row, cell, { isStrong = false, isCount = false, depth = 0 }) => {
    canonical[index] = CANONICAL.empty;
    if (cell === null) return '';
    const style = isCount
      ? isStrong
        ? strongCount
        : count
      : isStrong
        ? strong
        : depth === 1
          ? nested
          : plain;
    const start = `<c r="${letters}${row}" s="${style}"`;
    if (typeof cell === 'string') {
      const value = cellValue(column.kind, cell, losses);
      canonical[index] = canonicalCell(column.kind, value);
      return cellXml(start, value);
    }
    if (cell.value === null) return '';
    canonical[index] = CANONICAL.formula;
    return formulaCell(start, formulaText(cell.formula, index, row, part), cell.value, losses);
  };
}

/** The ranges of so many lines from a row of the first sheet on, which may be past its end. */
function rangesOf(letters: string, from: number, count: number, part: FormulaLines): readonly string[] {
  const ranges: string[] = [];
  let [offset, left] = [from - lineRows(part).first, count];
  for (const { headingRow, count: lines, name } of [{ ...part, name: null }, ...part.next]) {
    if (left <= 0) break;
    const here = Math.min(left, lines - offset);
    if (here > 0) {
      const first = headingRow + 1 + offset;
      const sheet = name === null ? '' : `'${name.replaceAll("'", "''")}'!`;
      ranges.push(`${sheet}${letters}${first}:${letters}${first + here - 1}`);
      left -= here;
    }
    offset = Math.max(0, offset - lines);
  }
  return ranges;
}

/** A formula as the cell of a column and a row of its sheet has it: of lines below it, those on the next sheets too. */
export function formulaText(formula: Formula, index: number, row: number, part: FormulaLines): string {
  switch (formula.kind) {
    case 'subtotal': {
      const letters = columnLetters(index);
      const ranges = rangesOf(letters, row + 1, formula.below, part);
      return `SUBTOTAL(9,${ranges.join() || `${letters}${row + 1}:${letters}${row}`})`;
    }
    case 'parts': {
      const letters = columnLetters(index);
      const sum = (from: number, count: number): string => {
        const ranges = rangesOf(letters, from, count, part);
        return ranges.length === 0 ? '' : `SUBTOTAL(9,${ranges.join()})`;
      };
      const added = sum(row + 1, formula.adds);
      const taken = sum(row + 1 + formula.adds, formula.takes);
      return taken === '' ? added || '0' : `${added === '' ? '0' : added}-${taken}`;
    }
    case 'sum':
      return formula.columns.map((column) => `${columnLetters(column)}${row}`).join('+');
    case 'difference':
      return `${columnLetters(formula.column)}${row}-${columnLetters(formula.less)}${row}`;
    case 'change': {
      const [part, base] = [`${columnLetters(formula.part)}${row}`, `${columnLetters(formula.base)}${row}`];
      return `IF(${base}=0,"",100*${part}/ABS(${base}))`;
    }
    case 'lines': {
      const cell = (line: number) => `${columnLetters(index)}${lineRows(part).first + line}`;
      return [formula.adds.map(cell).join('+'), ...formula.takes.map(cell)].join('-');
    }
    case 'rate': {
      const baseRow = formula.baseLine === null ? row : lineRows(part).first + formula.baseLine;
      return rateText(`${columnLetters(formula.part)}${row}`, `${columnLetters(formula.base)}${baseRow}`);
    }
  }
}

function rowXml(line: TableLine, row: number, columns: readonly CellWriter[]): string {
  const { cells, depth = 0 } = line;
  let xml = `<row r="${row}"${depth === 1 ? ' outlineLevel="1"' : ''}>`;
  for (let index = 0; index < columns.length; index += 1) {
    xml += columns[index]?.(row, cells[index] ?? null, line) ?? '';
  }
  return `${xml}</row>`;
}

/** Headings and lines, as a range of the sheet. */
export function filterRange({ table, part }: Pick<Sheet, 'table' | 'part'>): string {
  const last = columnLetters(Math.max(0, table.columns.length - 1));
  return `A${part.headingRow}:${last}${lineRows(part).last}`;
}

/** So many characters are still read on a page that lies. */
const READABLE_WIDTH = 270;

/** On paper: one page wide where that can be read, as many long as it takes, each with the sheet's name and its number. */
function pageSetup({ widths }: Sheet): string {
  const across = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / READABLE_WIDTH);
  return `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${across}" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`;
}

function sheetFoot(sheet: Sheet): string {
  const { table, part } = sheet;
  const { first, last } = lineRows(part);
  const texts = table.columns.flatMap(({ kind }, index) => {
    const letters = columnLetters(index);
    return kind === 'text' ? [`${letters}${first}:${letters}${last}`] : [];
  });
  return [
    `</sheetData><autoFilter ref="${filterRange(sheet)}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>',
    pageSetup(sheet),
    // An id of digits is meant as text.
    texts.length === 0
      ? ''
      : `<ignoredErrors><ignoredError sqref="${texts.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`,
    sheet.hasDrawing ? '<drawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('');
}
