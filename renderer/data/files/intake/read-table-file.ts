import { openArchive, RefusedFileError } from '#renderer/data/files/check/archive.ts';
import { attributesOf } from '#renderer/data/files/check/sheet-rows.ts';
import type { FileRow, MergedCells } from '#renderer/data/model/file-cells.ts';
import { textWithoutCells } from '#renderer/data/model/other-texts.ts';
import type { IntakeNote, TableFileFacts } from '#renderer/data/model/table-file.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { readBinaryWorkbook } from './binary-workbook.ts';
import { openCompoundFile } from './compound-file.ts';
import { withDecimals } from './decimal-commas.ts';
import { createDelimitedReader } from './delimited-text.ts';
import { type FoundDelimiter, findDelimiter } from './find-delimiter.ts';
import { htmlRows, type SheetRows, xmlWorkbookRows } from './markup-tables.ts';
import { ofxRows } from './ofx-rows.ts';
import { IntakeRefusedError, refuse } from './refusals.ts';
import { decodeFile, type FoundEncoding, findEncoding, type TextPiece } from './text-encoding.ts';
import { openSheets } from './workbook-rows.ts';

/** Any table file that a person brings, told by what is in it and never by its name, as sheets of rows. */

export type RowsRead = {
  /** "" of a file that has no sheets. */
  readonly sheet: string;
  /** Some files tell it behind the sheet's rows only: of several answers, one that it is hidden counts. */
  readonly isHidden: boolean;
  readonly rows: readonly FileRow[];
  /** Cells of the sheet that are shown as one: told behind its rows, as far as they are told. */
  readonly merged?: readonly MergedCells[];
  /** How far it is, from 0 to 1. */
  readonly share: number;
};

const MAX_BYTES = 256 * 2 ** 20;
/** By this much of a text its kind and its delimiter are told. */
const SAMPLE_LENGTH = 1 << 16;

/**
 * Rows in their order, sheet after sheet; nothing is held but what is being read. Fails with an IntakeRefusedError. Ending the
 * loop early gives the rest up.
 */
export async function* readTableFile(file: Blob, pause: Pause): AsyncGenerator<RowsRead, TableFileFacts> {
  let isEmpty = true;
  try {
    if (file.size === 0) throw refuse('empty');
    if (file.size > MAX_BYTES) throw refuse('too-large');
    const rows = await openKind(file, pause);
    for (;;) {
      const { done, value } = await rows.next();
      if (done === true) {
        if (isEmpty) throw refuse('empty');
        return value;
      }
      isEmpty &&= value.rows.length === 0;
      await pause();
      yield value;
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

type Rows = AsyncGenerator<RowsRead, TableFileFacts>;

function asRefusal(error: unknown): unknown {
  if (error instanceof RefusedFileError) {
    const reason = error.reason === 'too-large' || error.reason === 'encrypted' ? error.reason : 'unreadable';
    return refuse(reason, {}, { cause: error });
  }
  // The browser's word for a file that is no longer what was chosen.
  if (
    error instanceof Error &&
    !(error instanceof IntakeRefusedError) &&
    /^Not(Readable|Found)/.test(error.name)
  )
    return refuse('gone', {}, { cause: error });
  return error;
}

/** How files begin that hold no table, or none that is read here. */
const NO_TABLE = [
  ...[
    '%PDF',
    '\x89PNG',
    '\xff\xd8\xff',
    'GIF8',
    '\x1f\x8b',
    '7z\xbc\xaf',
    'Rar!',
    'MZ\x90',
    '\x7fELF',
    'PAR1',
    '{\\rtf',
  ],
  'SQLite format',
];
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Records of the oldest workbooks, which stand in no container. */
const OLDEST = ['\x09\x00\x04\x00', '\x09\x02\x06\x00', '\x09\x04\x06\x00'];
/** Beginnings of records that usually stand in one. */
const BARE = ['\x09\x08\x08\x00\x00', '\x09\x08\x10\x00\x00'];

const bytesAsText = (bytes: ArrayBuffer): string => String.fromCharCode(...new Uint8Array(bytes));

async function openKind(file: Blob, pause: Pause): Promise<Rows> {
  const head = bytesAsText(await file.slice(0, 64).arrayBuffer());
  const begins = (signature: string): boolean => head.startsWith(signature);
  if (begins('PK\x03\x04') || begins('PK\x05\x06')) return workbookFile(file, pause);
  if (begins(OLE)) return oldWorkbookFile(file, pause);
  if (BARE.some(begins)) return bareWorkbookFile(file);
  if (OLDEST.some(begins)) throw refuse('old-workbook');
  if (NO_TABLE.some(begins)) throw refuse('not-table');
  return textFile(file, pause);
}

async function* workbookFile(file: Blob, pause: Pause): Rows {
  const archive = await openArchive(file).catch((error: unknown) => {
    if (error instanceof RefusedFileError && error.reason === 'not-workbook') throw refuse('unreadable');
    throw error;
  });
  try {
    const parts = archive.paths();
    const path = (await workbookPart(archive)) ?? 'xl/workbook.xml';
    if (!archive.has(path) || path.endsWith('.bin')) {
      const isOther = parts.some(
        (part) => part === 'content.xml' || part.endsWith('workbook.bin') || part.endsWith('.iwa'),
      );
      throw refuse(isOther ? 'other-workbook' : 'archive');
    }
    const workbook = await openSheets(archive, path, pause);
    const all = workbook.sheets.reduce((size, sheet) => size + archive.sizeOf(sheet.path), 0);
    let before = 0;
    for (const sheet of workbook.sheets) {
      for await (const { characters, ...read } of workbook.rowsOf(sheet)) {
        const share = all === 0 ? 0 : Math.min(1, (before + characters) / all);
        yield { ...read, sheet: sheet.name, isHidden: sheet.isHidden, share };
      }
      before += archive.sizeOf(sheet.path);
    }
    const notes: IntakeNote[] = [];
    if (parts.some((part) => part.endsWith('vbaProject.bin'))) notes.push('macros');
    if (parts.some((part) => part.includes('/externalLinks/'))) notes.push('external-links');
    if (workbook.sheets.some(({ isHidden }) => isHidden)) notes.push('hidden-sheets');
    return { format: 'xlsx', encoding: null, delimiter: null, notes };
  } finally {
    await archive.close();
  }
}

/** The stream in which an encrypted workbook of any age is kept. */
const ENCRYPTED = 'EncryptedPackage';
const WORKBOOK_STREAMS = ['Workbook', 'Book'];
/** Where programs that are run are kept. */
const MACROS = ['_VBA_PROJECT_CUR', '_VBA_PROJECT', 'VBA'];

async function* oldWorkbookFile(file: Blob, pause: Pause): Rows {
  const container = await openCompoundFile(file, pause);
  if (container.names.includes(ENCRYPTED)) throw refuse('encrypted');
  const stream = WORKBOOK_STREAMS.map(container.stream).find((found) => found !== null);
  if (stream === undefined || stream === null) throw refuse('not-table');
  const notes = yield* readBinaryWorkbook(stream.pieces(), stream.size);
  const hasMacros = container.names.some((name) => MACROS.includes(name));
  return oldWorkbookFacts(hasMacros ? [...new Set<IntakeNote>([...notes, 'macros'])] : notes);
}

async function* bareWorkbookFile(file: Blob): Rows {
  async function* pieces() {
    for (let from = 0; from < file.size; from += SAMPLE_LENGTH) {
      yield new Uint8Array(await file.slice(from, from + SAMPLE_LENGTH).arrayBuffer());
    }
  }
  return oldWorkbookFacts(yield* readBinaryWorkbook(pieces(), file.size));
}

const oldWorkbookFacts = (notes: readonly IntakeNote[]): TableFileFacts => ({
  format: 'xls',
  encoding: null,
  delimiter: null,
  notes,
});

async function workbookPart(archive: Awaited<ReturnType<typeof openArchive>>): Promise<string | null> {
  if (!archive.has('_rels/.rels')) return null;
  let xml = '';
  for await (const piece of archive.read('_rels/.rels')) {
    xml += piece;
    if (xml.length > SAMPLE_LENGTH) throw refuse('too-large');
  }
  const found = attributesOf(xml, 'Relationship').find((each) =>
    each.get('Type')?.endsWith('/officeDocument'),
  );
  return found?.get('Target')?.replace(/^\.?\//, '') ?? null;
}

async function* textFile(file: Blob, pause: Pause): Rows {
  const encoding = await findEncoding(file, pause);
  const pieces = decodeFile(file, encoding);
  const held: TextPiece[] = [];
  let sample = '';
  let isWhole = true;
  for await (const piece of { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }) {
    held.push(piece);
    sample += piece.text;
    if (sample.length < SAMPLE_LENGTH) continue;
    isWhole = false;
    break;
  }
  async function* all(): AsyncGenerator<TextPiece> {
    for (let next = held.shift(); next !== undefined; next = held.shift()) yield next;
    yield* pieces;
  }
  sample = sample.slice(0, SAMPLE_LENGTH);
  if (isBinary(sample)) throw refuse('not-table');
  const facts = { encoding: encoding.encoding, notes: notesOf(encoding) };
  const shape = textWithoutCells(sample);
  if (shape === 'ofx') {
    yield* markupFile(all(), file.size, namelessSheet(ofxRows));
    return { format: 'text', delimiter: null, ...facts };
  }
  const start = sample.trimStart().slice(0, 4096);
  if (/^<(?:\?xml|!DOCTYPE|!--|html|table|head|body|meta|style|div|center|\w+:?Workbook)/i.test(start)) {
    const isXml = /urn:schemas-microsoft-com:office:spreadsheet/.test(start) && !/<html/i.test(start);
    const hasHidden = yield* markupFile(all(), file.size, isXml ? xmlWorkbookRows : htmlRows);
    const notes: readonly IntakeNote[] = hasHidden ? [...facts.notes, 'hidden-sheets'] : facts.notes;
    return { ...facts, format: isXml ? 'xml' : 'html', delimiter: null, notes };
  }
  const found = shape === null ? findDelimiter(sample, isWhole) : NOT_DELIMITED;
  yield* delimitedFile(all(), file.size, found);
  return { format: 'text', delimiter: found.delimiter, ...facts };
}

const NOT_DELIMITED: FoundDelimiter = {
  delimiter: null,
  declaredLength: 0,
  width: null,
  joinsDecimals: false,
};

const namelessSheet = (read: typeof ofxRows) =>
  async function* (pieces: AsyncIterable<string>): AsyncGenerator<SheetRows> {
    for await (const rows of read(pieces)) yield { sheet: '', rows };
  };

const notesOf = ({ isDamaged }: FoundEncoding): readonly IntakeNote[] =>
  isDamaged ? ['damaged-characters'] : [];

/** Texts that people keep tables in have no character that controls a device. */
function isBinary(sample: string): boolean {
  let controls = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code === 0) return true;
    // Tab, ends of line and of page, and the mark of an old file's end stand in texts.
    if (code < 9 || (code > 13 && code < 32 && code !== 26)) controls += 1;
  }
  return controls > sample.length / 100;
}

async function* delimitedFile(
  pieces: AsyncIterable<TextPiece>,
  size: number,
  { delimiter, declaredLength, width, joinsDecimals }: FoundDelimiter,
): AsyncGenerator<RowsRead> {
  const reader = createDelimitedReader(delimiter, width);
  const whole = (rows: readonly FileRow[]): readonly FileRow[] =>
    joinsDecimals && width !== null ? rows.map((row) => withDecimals(row, width)) : rows;
  let isFirst = true;
  for await (const { text, bytesDone } of pieces) {
    // The line that tells the delimiter is counted, and is no row.
    const rows = reader.read(isFirst && declaredLength > 0 ? `${'\n'}${text.slice(declaredLength)}` : text);
    isFirst = false;
    yield { sheet: '', isHidden: false, rows: whole(rows), share: bytesDone / size };
  }
  yield { sheet: '', isHidden: false, rows: whole(reader.end()), share: 1 };
}

/** Says at the end whether a sheet is hidden. */
async function* markupFile(
  pieces: AsyncIterable<TextPiece>,
  size: number,
  readRows: (pieces: AsyncIterable<string>) => AsyncGenerator<SheetRows>,
): AsyncGenerator<RowsRead, boolean> {
  let [share, hasHidden] = [0, false];
  async function* texts() {
    for await (const { text, bytesDone } of pieces) {
      share = bytesDone / size;
      yield text;
    }
  }
  for await (const { isHidden = false, ...read } of readRows(texts())) {
    hasHidden ||= isHidden;
    yield { ...read, isHidden, share };
  }
  return hasHidden;
}
