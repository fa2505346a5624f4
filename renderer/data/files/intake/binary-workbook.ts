import type { FileCell, FileRow, MergedCells } from '#renderer/data/model/file-cells.ts';
import type { IntakeNote } from '#renderer/data/model/table-file.ts';
import type { DateSystem } from '#renderer/data/model/written-dates.ts';
import {
  type BinaryRecord,
  binaryRecords,
  CONTINUE,
  createRecordReader,
  decodeText,
} from './binary-records.ts';
import { createMergedList } from './merged-cells.ts';
import { workbookNumber } from './number-cells.ts';
import { createPaddingCount, refuse } from './refusals.ts';
import { type NumberStyle, numberStyle, PLAIN_STYLE } from './workbook-styles.ts';

/**
 * Workbooks as they were saved before 2007 (BIFF5 and BIFF8, [MS-XLS]): values as they were last computed. Nothing is run, and
 * nothing is looked up elsewhere. Cells may stand in any order: a sheet's rows are given when it ends.
 */

export type BinarySheetRows = {
  readonly sheet: string;
  readonly isHidden: boolean;
  readonly rows: readonly FileRow[];
  /** Behind the last row of a sheet. */
  readonly merged?: readonly MergedCells[];
  readonly share: number;
};

const BOF = 0x809;
const EOF = 0x0a;
const RECORD = {
  formula: 0x06,
  externSheet: 0x17,
  date1904: 0x22,
  filePass: 0x2f,
  codePage: 0x42,
  boundSheet: 0x85,
  mulRk: 0xbd,
  richString: 0xd6,
  mergedCells: 0xe5,
  xf: 0xe0,
  sst: 0xfc,
  labelSst: 0xfd,
  supBook: 0x1ae,
  number: 0x203,
  label: 0x204,
  boolErr: 0x205,
  string: 0x207,
  rk: 0x27e,
  format: 0x41e,
} as const;
/** Records that may go on in the records behind them. */
const CONTINUED: readonly number[] = [RECORD.sst, RECORD.label, RECORD.richString, RECORD.string];

const GLOBALS = 0x05;
const WORKSHEET = 0x10;
const MACROS: readonly number[] = [0x06, 0x40];
const NEWER = 0x600;
const OLDER = 0x500;

const LAST_COLUMN = 256;
const ROWS_AT_ONCE = 2048;
const STRINGS_AT_ONCE = 4096;
const ERRORS: { readonly [code: number]: string } = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};

type Sheet = { readonly name: string; readonly isHidden: boolean };
type Place = { readonly row: number; readonly column: number };

/** Records of the whole workbook that stand before its sheets. */
type Globals = {
  isNewer: boolean;
  codePage: number;
  system: DateSystem;
  readonly formats: Map<number, string>;
  /** By cell style: the number of its format, and once a sheet begins how it shows numbers. */
  readonly styles: number[];
  shown: readonly NumberStyle[] | null;
  /** By where in the stream each begins. */
  readonly sheets: Map<number, Sheet>;
  texts: readonly string[];
  readonly notes: Set<IntakeNote>;
  readonly pad: ReturnType<typeof createPaddingCount>;
};

/** Where in the stream it is. */
type Now = {
  /** Sheets within sheets are charts. */
  depth: number;
  part: 'globals' | 'sheet' | 'other';
  open: Sheet | null;
  cells: ReturnType<typeof createSheetCells>;
};

/** Long: one state, over the records once. */
export async function* readBinaryWorkbook(
  pieces: AsyncGenerator<Uint8Array>,
  size: number,
): AsyncGenerator<BinarySheetRows, readonly IntakeNote[]> {
  const globals: Globals = {
    ...{ isNewer: true, codePage: 1252, system: 1900 as const, texts: [] },
    ...{ formats: new Map(), styles: [], shown: null, sheets: new Map() },
    ...{ notes: new Set(), pad: createPaddingCount() },
  };
  const seen = new Set<number>();
  const now: Now = { depth: 0, part: 'other', open: null, cells: createSheetCells(globals, '') };
  let continued: { readonly type: number; readonly parts: Uint8Array[] } | null = null;
  const begin = (record: BinaryRecord): void => {
    now.depth += 1;
    if (now.depth > 1) return;
    const [version, kind] = inPlace('', () => [
      record.view.getUint16(0, true),
      record.view.getUint16(2, true),
    ]);
    if (version !== NEWER && version !== OLDER) throw refuse('old-workbook');
    globals.isNewer = version === NEWER;
    if (MACROS.includes(kind)) globals.notes.add('macros');
    now.part = kind === GLOBALS ? 'globals' : kind === WORKSHEET ? 'sheet' : 'other';
    seen.add(record.at);
    if (now.part !== 'sheet') return;
    now.open = globals.sheets.get(record.at) ?? { name: '', isHidden: false };
    now.cells = createSheetCells(globals, now.open.name);
  };
  let done = 0;
  const share = (): number => Math.min(1, done / size);
  const broken = () => refuse('unreadable', now.open === null ? {} : now.cells.place());
  for await (const records of binaryRecords(pieces, broken)) {
    for (const record of records) {
      done = record.at;
      if (record.type === CONTINUE) {
        continued?.parts.push(record.bytes);
        continue;
      }
      if (continued !== null) {
        if (continued.type === RECORD.sst) yield* readTexts(continued.parts, globals, share());
        else now.cells.text(continued.type, continued.parts);
        continued = null;
      }
      if (record.type === BOF) begin(record);
      else if (now.depth === 0) {
        if (record.type !== 0 || record.bytes.length > 0) throw refuse('unreadable');
      } else if (record.type === EOF) {
        now.depth -= 1;
        if (now.depth === 0 && now.part === 'sheet' && now.open !== null) {
          const { name: sheet, isHidden } = now.open;
          for (const rows of now.cells.rows()) yield { sheet, isHidden, rows, share: share() };
          yield { sheet, isHidden, rows: [], merged: now.cells.merged(), share: share() };
          now.open = null;
        }
      } else if (record.type === RECORD.filePass) throw refuse('encrypted');
      else if (now.depth > 1 || now.part === 'other') continue;
      else if (CONTINUED.includes(record.type)) continued = { type: record.type, parts: [record.bytes] };
      else if (now.part === 'globals') inPlace('', () => readGlobal(record, globals));
      else now.cells.add(record);
    }
    yield { sheet: now.open?.name ?? '', isHidden: false, rows: [], share: share() };
  }
  if (seen.size === 0) throw refuse('unreadable');
  // Cut in the middle, or of sheets that are not there.
  if (now.depth > 0) throw broken();
  if ([...globals.sheets.keys()].some((at) => !seen.has(at))) throw refuse('unreadable');
  if ([...globals.sheets.values()].some(({ isHidden }) => isHidden)) globals.notes.add('hidden-sheets');
  return [...globals.notes];
}

/** A record that is shorter than what it must say. */
function inPlace<T>(sheet: string, read: () => T, place: { line?: number; column?: number } = {}): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw refuse('unreadable', { sheet, ...place });
    throw error;
  }
}

function readGlobal({ type, bytes, view }: BinaryRecord, globals: Globals): void {
  const { isNewer } = globals;
  const shortText = (from: number, length: number): string =>
    isNewer
      ? createRecordReader([bytes.subarray(from)]).text(length)
      : decodeText(bytes.subarray(from, from + length), globals.codePage);
  switch (type) {
    case RECORD.codePage:
      globals.codePage = view.getUint16(0, true);
      return;
    case RECORD.date1904:
      globals.system = view.getUint16(0, true) === 1 ? 1904 : 1900;
      return;
    case RECORD.format: {
      const length = isNewer ? view.getUint16(2, true) : view.getUint8(2);
      globals.formats.set(view.getUint16(0, true), shortText(isNewer ? 4 : 3, length));
      return;
    }
    case RECORD.xf:
      globals.styles.push(view.getUint16(2, true));
      return;
    case RECORD.boundSheet: {
      const [at, state, kind] = [view.getUint32(0, true), view.getUint8(4) & 3, view.getUint8(5)];
      if (kind !== 0) {
        if (kind === 1 || kind === 6) globals.notes.add('macros');
        return;
      }
      // Two sheets of the same rows are one too many.
      if (globals.sheets.has(at)) throw refuse('unreadable');
      globals.sheets.set(at, { name: shortText(7, view.getUint8(6)), isHidden: state !== 0 });
      return;
    }
    case RECORD.supBook:
      // Records of other lengths name the workbook itself, or functions of the program.
      if (bytes.length > 4) globals.notes.add('external-links');
      return;
    case RECORD.externSheet:
      if (!isNewer && bytes[1] === 1) globals.notes.add('external-links');
      return;
    default:
  }
}

/** Number styles that all sheets share, judged once. */
function numberStyles(globals: Globals): readonly NumberStyle[] {
  globals.shown ??= globals.styles.map((format) => numberStyle(format, globals.formats.get(format)));
  return globals.shown;
}

/** The texts that cells speak of by their numbers, some thousands at a time. */
async function* readTexts(
  parts: readonly Uint8Array[],
  globals: Globals,
  share: number,
): AsyncGenerator<BinarySheetRows> {
  const reader = createRecordReader(parts);
  reader.long();
  const count = reader.long();
  const texts: string[] = [];
  while (texts.length < count) {
    texts.push(reader.text());
    if (texts.length % STRINGS_AT_ONCE === 0) yield { sheet: '', isHidden: false, rows: [], share };
  }
  globals.texts = texts;
}

/** The cells of one sheet. Long: what each record that holds cells says. */
function createSheetCells(globals: Globals, sheet: string) {
  const found = new Map<number, (FileCell | undefined)[]>();
  let at: Place = { row: 0, column: 0 };
  /** A formula whose text is told behind it. */
  let awaited: Place | null = null;
  const place = () => ({ sheet, line: at.row + 1, column: at.column + 1 });
  const put = (row: number, column: number, cell: FileCell): void => {
    at = { row, column };
    if (column >= LAST_COLUMN) throw refuse('too-many-columns', place());
    const own = found.get(row) ?? [];
    if (column > own.length) globals.pad(column - own.length, () => refuse('too-large', place()));
    // Which of two counts nobody could tell.
    if (own[column] !== undefined) throw refuse('unreadable', place());
    own[column] = cell;
    found.set(row, own);
  };
  const number = (value: number, style: number): FileCell => {
    if (!Number.isFinite(value)) throw refuse('unreadable', place());
    return workbookNumber(String(value), numberStyles(globals)[style] ?? PLAIN_STYLE, globals.system);
  };
  const truth = (value: number): FileCell => ({ kind: 'boolean', text: value === 1 ? 'TRUE' : 'FALSE' });
  const failure = (code: number): FileCell => ({ kind: 'error', text: ERRORS[code] ?? '#?' });
  const formula = ({ view }: BinaryRecord): void => {
    const { row, column } = at;
    if (view.getUint16(12, true) !== 0xffff) {
      const value = view.getFloat64(6, true);
      // Programs that compute nothing write a zero that is to be computed when it is opened.
      if (value === 0 && (view.getUint16(14, true) & 2) !== 0) throw refuse('no-value', place());
      put(row, column, number(value, view.getUint16(4, true)));
      return;
    }
    switch (view.getUint8(6)) {
      case 0:
        awaited = at;
        return;
      case 1:
        put(row, column, truth(view.getUint8(8)));
        return;
      case 2:
        put(row, column, failure(view.getUint8(8)));
        return;
      case 3:
        return;
      default:
        throw refuse('unreadable', place());
    }
  };
  const merged = createMergedList();
  const readMerged = (view: DataView): void => {
    const count = view.getUint16(0, true);
    for (let each = 0; each < count; each += 1) {
      const [first, last, column] = [0, 2, 4].map((from) => view.getUint16(2 + 8 * each + from, true));
      merged.add({ column: column ?? 0, line: (first ?? 0) + 1, lastLine: (last ?? 0) + 1 });
    }
  };
  const read = (record: BinaryRecord): void => {
    const { type, view } = record;
    if (type === RECORD.mergedCells) {
      readMerged(view);
      return;
    }
    if (!CELLS.includes(type)) return;
    if (awaited !== null) throw refuse('no-value', place());
    const [row, column] = [view.getUint16(0, true), view.getUint16(2, true)];
    at = { row, column };
    switch (type) {
      case RECORD.number:
        put(row, column, number(view.getFloat64(6, true), view.getUint16(4, true)));
        return;
      case RECORD.rk:
        put(row, column, number(shortNumber(view.getUint32(6, true)), view.getUint16(4, true)));
        return;
      case RECORD.mulRk: {
        const last = view.getUint16(view.byteLength - 2, true);
        if (view.byteLength !== 6 + 6 * (last - column + 1)) throw refuse('unreadable', place());
        for (let each = column; each <= last; each += 1) {
          const from = 4 + 6 * (each - column);
          put(row, each, number(shortNumber(view.getUint32(from + 2, true)), view.getUint16(from, true)));
        }
        return;
      }
      case RECORD.labelSst: {
        const text = globals.texts[view.getUint32(6, true)];
        if (text === undefined) throw refuse('unreadable', place());
        put(row, column, text);
        return;
      }
      case RECORD.boolErr:
        put(row, column, view.getUint8(7) === 1 ? failure(view.getUint8(6)) : truth(view.getUint8(6)));
        return;
      default:
        formula(record);
    }
  };
  return {
    place,
    merged: merged.end,
    add: (record: BinaryRecord): void =>
      inPlace(sheet, () => read(record), { line: at.row + 1, column: at.column + 1 }),
    /** A text of its own, or that of the formula before it. */
    text(type: number, parts: readonly Uint8Array[]): void {
      const reader = createRecordReader(parts);
      const own = (): string =>
        globals.isNewer ? reader.text() : decodeText(reader.bytes(reader.word()), globals.codePage);
      if (type === RECORD.string) {
        if (awaited !== null) put(awaited.row, awaited.column, own());
        awaited = null;
        return;
      }
      if (awaited !== null) throw refuse('no-value', place());
      at = { row: reader.word(), column: reader.word() };
      reader.skip(2);
      put(at.row, at.column, own());
    },
    *rows(): Generator<readonly FileRow[]> {
      if (awaited !== null) throw refuse('no-value', place());
      const numbers = [...found.keys()].sort((one, other) => one - other);
      for (let from = 0; from < numbers.length; from += ROWS_AT_ONCE) {
        yield numbers.slice(from, from + ROWS_AT_ONCE).map((row): FileRow => {
          const cells = Array.from(found.get(row) ?? [], (cell) => cell ?? '');
          found.delete(row);
          return { line: row + 1, cells };
        });
      }
    },
  };
}

const CELLS: readonly number[] = [
  ...[RECORD.number, RECORD.rk, RECORD.mulRk, RECORD.labelSst, RECORD.boolErr, RECORD.formula],
];

const DOUBLE = new DataView(new ArrayBuffer(8));

/** A number in thirty bits: a whole one, or the upper part of a double; of some the hundredth. */
function shortNumber(bits: number): number {
  DOUBLE.setUint32(0, (bits & 0xfffffffc) >>> 0);
  const value = (bits & 2) === 0 ? DOUBLE.getFloat64(0) : (bits | 0) >> 2;
  return (bits & 1) === 0 ? value : value / 100;
}
