import { type Archive, RefusedFileError } from '#renderer/data/files/check/archive.ts';
import {
  attributesOf,
  columnIndex,
  elements,
  LAST_COLUMN,
  LAST_ROW,
  plainText,
  readSharedStrings,
  rowNumber,
  textsOf,
} from '#renderer/data/files/check/sheet-rows.ts';
import {
  createPieceTest,
  eachAttribute,
  elementsIn,
  nextElement,
} from '#renderer/data/files/check/xml-scan.ts';
import type { FileCell, FileRow, MergedCells } from '#renderer/data/model/file-cells.ts';
import type { DateSystem } from '#renderer/data/model/written-dates.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { createMergedScan } from './merged-cells.ts';
import { workbookNumber } from './number-cells.ts';
import { createPaddingCount, refuse } from './refusals.ts';
import { type NumberStyle, numberStyles, PLAIN_STYLE } from './workbook-styles.ts';

/** The sheets of anybody's workbook (.xlsx, .xlsm), row by row: values as they were last computed. */

export type WorkbookSheet = { readonly name: string; readonly isHidden: boolean; readonly path: string };

type SheetPart = {
  readonly rows: readonly FileRow[];
  /** Behind the last row: cells of the sheet that are shown as one. */
  readonly merged?: readonly MergedCells[];
  readonly characters: number;
};

export type OpenedWorkbook = {
  readonly sheets: readonly WorkbookSheet[];
  /** Fails with where in it a row is not read. */
  readonly rowsOf: (sheet: WorkbookSheet) => AsyncGenerator<SheetPart>;
};

const LONGEST_LIST = 16_000_000;

/** The sheets of a workbook, hidden ones told, and the way to their rows. Long: one archive is opened, read and closed. */
export async function openSheets(
  archive: Archive,
  workbookPath: string,
  pause: Pause,
): Promise<OpenedWorkbook> {
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1);
  const read = (path: string) => withoutPrefix(paused(archive.read(path), pause));
  const short = async (path: string): Promise<string> => {
    if (!archive.has(path)) return '';
    let text = '';
    for await (const piece of read(path)) {
      text += piece;
      if (text.length > LONGEST_LIST) throw refuse('too-large');
    }
    return text;
  };
  const workbook = await short(workbookPath);
  const relationships = await short(`${folder}_rels/${workbookPath.slice(folder.length)}.rels`);
  const targets = new Map(
    attributesOf(relationships, 'Relationship').map((each) => [each.get('Id'), each.get('Target') ?? '']),
  );
  const paths = new Set<string>();
  const sheets = attributesOf(workbook, 'sheet').flatMap((sheet): WorkbookSheet[] => {
    const id = [...sheet].find(([name]) => name.endsWith(':id'))?.[1];
    const target = targets.get(id) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `${folder}${target.replace(/^\.\//, '')}`;
    if (!archive.has(path)) return [];
    // One part that several sheets are made of would be read as often.
    if (paths.has(path)) throw refuse('unreadable');
    paths.add(path);
    return [
      { name: sheet.get('name') ?? '', isHidden: (sheet.get('state') ?? 'visible') !== 'visible', path },
    ];
  });
  const strings = `${folder}sharedStrings.xml`;
  const [properties] = attributesOf(workbook, 'workbookPr');
  const context: Context = {
    styles: numberStyles(await short(`${folder}styles.xml`)),
    system: /^(?:1|true)$/.test(properties?.get('date1904') ?? '') ? 1904 : 1900,
    shared: archive.has(strings) ? await readSharedStrings(read(strings)) : [],
    pad: createPaddingCount(),
  };
  return {
    sheets,
    async *rowsOf({ name, path }) {
      let before = 0;
      let characters = 0;
      const merged = createMergedScan(name);
      const counted = observed(read(path), (piece) => {
        characters += piece.length;
        merged.add(piece);
      });
      try {
        for await (const found of elements(counted, 'row')) {
          const rows = found.map((xml): FileRow => {
            const line = rowNumber(xml) ?? before + 1;
            if (!(line > before && line <= LAST_ROW))
              throw refuse('unreadable', { sheet: name, line: before + 1 });
            before = line;
            return { line, cells: cellsOf(xml, line, name, context) };
          });
          yield { rows, characters };
        }
        yield { rows: [], merged: merged.end(), characters };
      } catch (error) {
        if (error instanceof RefusedFileError && error.reason !== 'encrypted')
          throw refuse(error.reason === 'too-large' ? 'too-large' : 'unreadable', {
            sheet: name,
            line: before + 1,
          });
        throw error;
      }
    },
  };
}

type Context = {
  readonly styles: readonly NumberStyle[];
  readonly system: DateSystem;
  readonly shared: readonly string[];
  readonly pad: ReturnType<typeof createPaddingCount>;
};

async function* paused(pieces: AsyncIterable<string>, pause: Pause): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await pause();
    yield piece;
  }
}

async function* observed(
  pieces: AsyncIterable<string>,
  report: (piece: string) => void,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    report(piece);
    yield piece;
  }
}

/** Neither stands in what a spreadsheet writes, and both change what the rest means. */
const DECLARATION = /<!DOCTYPE|<!ENTITY/;

/** A prefix is a word; nothing that is longer is one. */
const LONGEST_PREFIX = 64;
const ROOT_WITHIN = 4096;

/** Some programs write every name with a prefix (`<x:row>`): it is taken away. */
async function* withoutPrefix(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let prefixed: { readonly tags: RegExp; readonly longest: number } | null | undefined;
  let rest = '';
  const declares = createPieceTest(DECLARATION, '<!DOCTYPE'.length);
  for await (const piece of pieces) {
    if (declares(piece)) throw refuse('entities');
    if (prefixed === null) {
      yield piece;
      continue;
    }
    const all = rest + piece;
    if (prefixed === undefined) {
      const root = /<(?:([\w.-]+):)?[A-Za-z][\w.-]*[\s/>]/.exec(all.slice(0, ROOT_WITHIN));
      rest = all;
      if (root === null && all.length < ROOT_WITHIN) continue;
      const prefix = root?.[1] ?? '';
      if (prefix === '' || prefix.length > LONGEST_PREFIX) {
        prefixed = null;
        yield all;
        rest = '';
        continue;
      }
      const tags = new RegExp(`<(/?)${prefix.replace(/[.-]/g, '\\$&')}:`, 'g');
      prefixed = { tags, longest: prefix.length + '</:'.length };
    }
    // A possible beginning of a prefixed name waits for its end.
    const last = all.lastIndexOf('<');
    const cut = last < 0 || all.length - last >= prefixed.longest ? all.length : last;
    yield all.slice(0, cut).replace(prefixed.tags, '<$1');
    rest = all.slice(cut);
  }
  if (rest !== '') yield prefixed == null ? rest : rest.replace(prefixed.tags, '<$1');
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

function cellsOf(xml: string, line: number, sheet: string, context: Context): readonly FileCell[] {
  const cells: FileCell[] = [];
  for (const { attributes, content } of elementsIn(xml, 'c')) {
    const tag = cellTag(attributes);
    const index = tag.letters === null ? cells.length : columnIndex(tag.letters);
    if (index >= LAST_COLUMN) throw refuse('too-many-columns', { sheet, line, column: index + 1 });
    if (index < cells.length) throw refuse('unreadable', { sheet, line, column: index + 1 });
    if (index > cells.length) {
      context.pad(index - cells.length, () => refuse('too-large', { sheet, line, column: index + 1 }));
    }
    while (cells.length < index) cells.push('');
    const cell = content === '' ? '' : cellOf(tag, content, context);
    if (cell === undefined) {
      const reason = isFormula(content) ? 'no-value' : 'unreadable';
      throw refuse(reason, { sheet, line, column: index + 1 });
    }
    cells.push(cell);
  }
  return cells;
}

type CellTag = { readonly letters: string | null; readonly type: string; readonly style: number };

function cellTag(attributes: string): CellTag {
  let [letters, type, style]: [string | null, string, number] = [null, 'n', 0];
  eachAttribute(attributes, (name, value) => {
    if (name === 'r') letters = /^([A-Z]{1,4})\d+$/.exec(value)?.[1] ?? null;
    else if (name === 't') type = value;
    else if (name === 's') style = Number(value);
  });
  return { letters, type, style };
}

const isFormula = (content: string): boolean => /<f[\s/>]/.test(content);

/** Undefined where the cell has no value that could be read. */
function cellOf({ type, style }: CellTag, content: string, context: Context): FileCell | undefined {
  if (type === 'inlineStr') return textsOf(content);
  const value = nextElement(content, 'v')?.content ?? null;
  if (value?.includes('<') === true) return undefined;
  if (value === null || value === '') {
    // An empty text is what a formula may come to; of a number that is to be computed yet nothing is there.
    return isFormula(content) && (value === null || type !== 'str') ? undefined : '';
  }
  switch (type) {
    case 's':
      return context.shared[Number(value)];
    case 'b':
      return { kind: 'boolean', text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'error', text: plainText(value) };
    case 'd':
      return { kind: 'date', text: value.replace(/T00:00:00(?:\.0+)?Z?$/, '') };
    case 'n':
      return numberCell(value, style, context);
    default:
      return plainText(value);
  }
}

function numberCell(value: string, style: number, { styles, system }: Context): FileCell | undefined {
  if (!NUMBER.test(value) || !Number.isFinite(Number(value))) return undefined;
  return workbookNumber(value, styles[style] ?? PLAIN_STYLE, system);
}
