import type { FileCell, FileRow, MergedCells } from '#renderer/data/model/file-cells.ts';
import type { DateSystem } from '#renderer/data/model/written-dates.ts';
import { MAX_COLUMNS } from './delimited-text.ts';
import { type MarkupToken, markupTokens } from './markup.ts';
import { createMergedList } from './merged-cells.ts';
import { createPaddingCount, refuse } from './refusals.ts';

/** Tables of a page called .xls, numbered as a spreadsheet shows them: one under the other, on one sheet. */

export type SheetRows = {
  readonly sheet: string;
  readonly rows: readonly FileRow[];
  /** May be said behind the sheet's rows, of none. */
  readonly isHidden?: true;
  /** Said behind the sheet's rows. */
  readonly merged?: readonly MergedCells[];
};

/** Limit of cells that a page's merged cells may cover: letters enough for a few of them would fill the memory. */
const MAX_COVERED = 2_000_000;
/** No spreadsheet has a longer one. */
const LONGEST_CELL = 1 << 20;

/** Rows of cells that may span others: what they cover is empty, and what they cover below is told. */
function createRowWriter() {
  const pad = createPaddingCount(MAX_COVERED);
  const merged = createMergedList();
  let line = 0;
  let cells: FileCell[] | null = null;
  /** By column, how many rows from the next one on are covered from above. */
  const covered = new Map<number, number>();
  return {
    begin(number = line + 1): void {
      if (number <= line || number > 10_000_000) throw refuse('unreadable', { line: line + 1 });
      line = number;
      cells = [];
    },
    place(at: number): void {
      if (cells === null) return;
      if (at < cells.length || at >= MAX_COLUMNS) throw refuse('unreadable', { line, column: at + 1 });
      pad(at - cells.length, () => refuse('too-large', { line, column: at + 1 }));
      while (cells.length < at) cells.push('');
    },
    add(cell: FileCell, across: number, down: number): void {
      if (cells === null) return;
      while ((covered.get(cells.length) ?? 0) > 0) cells.push('');
      const first = cells.length;
      if (first + across > MAX_COLUMNS) throw refuse('too-many-columns', { line, column: first + 1 });
      pad(across - 1, () => refuse('too-large', { line, column: first + 1 }));
      cells.push(cell);
      for (let more = 1; more < across; more += 1) cells.push('');
      // Counted from this row on: its end takes one off.
      for (let at = first; down > 1 && at < first + across; at += 1) covered.set(at, down);
      merged.add({ column: first, line, lastLine: line + down - 1 });
    },
    end(): FileRow | null {
      if (cells === null) return null;
      pad(covered.size, () => refuse('too-large', { line }));
      for (const [at, rows] of covered) {
        if (rows > 1) covered.set(at, rows - 1);
        else covered.delete(at);
      }
      const row = { line, cells };
      cells = null;
      return row;
    },
    /** Nothing spans what is below a table. */
    endTable(): void {
      covered.clear();
      merged.cut(line);
    },
    /** The merged cells of the sheet, which ends with them. */
    endSheet(): readonly MergedCells[] {
      line = 0;
      cells = null;
      covered.clear();
      return merged.end();
    },
  };
}

const MAX_SPANNED = 65_536;
const spanOf = (text: string | undefined): number =>
  Math.max(1, Math.min(Number.parseInt(text ?? '1', 10) || 1, MAX_SPANNED));

/** A whole number in a file that programs write; none where it is not there. Fails on anything else. */
function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\s*\d{1,8}\s*$/.test(text)) throw refuse('unreadable');
  return Number(text);
}

function longerBy(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL) throw refuse('long-cell');
  return text + more;
}

export async function* htmlRows(pieces: AsyncIterable<string>): AsyncGenerator<SheetRows> {
  const writer = createRowWriter();
  let cell: { text: string; readonly across: number; readonly down: number } | null = null;
  let depth = 0;
  const endCell = (): void => {
    if (cell !== null) writer.add(cell.text.replace(/[\s\u00a0]+/g, ' ').trim(), cell.across, cell.down);
    cell = null;
  };
  const take = (token: MarkupToken): FileRow | null => {
    if (token.kind === 'text') {
      if (cell !== null) cell.text = longerBy(cell.text, token.text);
      return null;
    }
    const isOpen = token.kind === 'open';
    if (token.name === 'br' && cell !== null) cell.text += ' ';
    // Digits that are raised are no further ones of the number before them.
    if (/^su[bp]$/.test(token.name) && cell !== null && /\d$/.test(cell.text)) cell.text += ' ';
    // A table within a cell is text of it.
    const isWithin = depth > 1;
    if (token.name === 'table') depth += isOpen ? 1 : -1;
    if (isWithin || depth > 1) return null;
    if (token.name === 'td' || token.name === 'th') {
      endCell();
      if (isOpen) {
        const [across, down] = [
          spanOf(token.attributes.get('colspan')),
          spanOf(token.attributes.get('rowspan')),
        ];
        cell = { text: '', across, down };
      }
      return null;
    }
    if (token.name !== 'tr' && token.name !== 'table') return null;
    // A row that nobody closed ends where the next begins.
    endCell();
    const row = writer.end();
    if (token.name === 'table') writer.endTable();
    else if (isOpen) writer.begin();
    return row;
  };
  for await (const tokens of markupTokens(pieces)) {
    const rows = tokens.flatMap((token) => take(token) ?? []);
    if (rows.length > 0) yield { sheet: '', rows };
  }
  endCell();
  const last = writer.end();
  yield { sheet: '', rows: last === null ? [] : [last], merged: writer.endSheet() };
}

type XmlCell = { type: string; text: string; readonly across: number; readonly down: number };

/** A workbook as XML of 2003, which some systems still call .xls. */
export async function* xmlWorkbookRows(pieces: AsyncIterable<string>): AsyncGenerator<SheetRows> {
  const writer = createRowWriter();
  let [sheet, isData, isVisibility] = ['', false, false];
  /** Hidden rows are reported behind the sheet's rows. */
  const hidden = new Set<string>();
  const merged: SheetRows[] = [];
  const endSheet = () => merged.push({ sheet, rows: [], merged: writer.endSheet() });
  /** Told before the sheets. */
  let system: DateSystem = 1900;
  let cell: XmlCell | null = null;
  const take = (token: MarkupToken): FileRow | null => {
    if (token.kind === 'text') {
      if (cell !== null && isData) cell.text = longerBy(cell.text, token.text);
      if (isVisibility && HIDDEN.test(token.text)) hidden.add(sheet);
      return null;
    }
    const name = token.name.replace(/^(?:ss|x):/, '');
    const attribute = (key: string) =>
      token.kind === 'open' ? token.attributes.get(`ss:${key}`) : undefined;
    const isOpen = token.kind === 'open';
    switch (name) {
      case 'worksheet':
        if (isOpen) endSheet();
        sheet = attribute('name') ?? sheet;
        if (HIDDEN.test(attribute('visible') ?? '')) hidden.add(sheet);
        return null;
      case 'visible':
        isVisibility = isOpen && !token.isEmpty;
        return null;
      case 'row': {
        if (!isOpen) return writer.end();
        writer.begin(wholeNumber(attribute('index')) ?? undefined);
        return token.isEmpty ? writer.end() : null;
      }
      case 'cell':
        if (isOpen) {
          const index = wholeNumber(attribute('index'));
          if (index !== null) writer.place(index - 1);
          const more = (key: string): number => Math.min(wholeNumber(attribute(key)) ?? 0, MAX_SPANNED - 1);
          cell = { type: 'String', text: '', across: 1 + more('mergeacross'), down: 1 + more('mergedown') };
        }
        if (cell !== null && (!isOpen || token.isEmpty)) {
          writer.add(xmlCell(cell, system), cell.across, cell.down);
          cell = null;
        }
        return null;
      case 'data':
        isData = isOpen && !token.isEmpty;
        if (isOpen && cell !== null) cell.type = attribute('type') ?? 'String';
        return null;
      case 'x:date1904':
      case 'date1904':
        if (isOpen) system = 1904;
        return null;
      default:
        return null;
    }
  };
  for await (const tokens of markupTokens(pieces)) yield* bySheet(tokens, take, () => sheet);
  endSheet();
  yield* merged;
  for (const each of hidden) yield { sheet: each, rows: [], isHidden: true };
}

const HIDDEN = /^\s*Sheet(?:Very)?Hidden\s*$/i;

function* bySheet(
  tokens: readonly MarkupToken[],
  take: (token: MarkupToken) => FileRow | null,
  sheetOf: () => string,
): Generator<SheetRows> {
  let rows: FileRow[] = [];
  let sheet = sheetOf();
  for (const token of tokens) {
    const row = take(token);
    if (sheetOf() !== sheet) {
      if (rows.length > 0) yield { sheet, rows };
      [sheet, rows] = [sheetOf(), []];
    }
    if (row !== null) rows.push(row);
  }
  if (rows.length > 0) yield { sheet, rows };
}

function xmlCell({ type, text }: XmlCell, system: DateSystem): FileCell {
  switch (type) {
    case 'Number':
      return system === 1904 ? { kind: 'number', text, system } : { kind: 'number', text };
    case 'DateTime':
      return { kind: 'date', text: text.replace(/T00:00:00(?:\.0+)?$/, '') };
    case 'Boolean':
      return { kind: 'boolean', text: text === '1' ? 'TRUE' : 'FALSE' };
    case 'Error':
      return { kind: 'error', text };
    default:
      return text;
  }
}
