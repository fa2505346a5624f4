import { crc32, deflateRawSync } from 'node:zlib';

/** Files as other programs write them, made by hand: nothing here is the product's. */

export type MadeEncoding = 'utf-8' | 'utf-8-mark' | 'utf-16le' | 'utf-16le-bare' | 'utf-16be' | 'cp1252';
export const MADE_ENCODINGS: readonly MadeEncoding[] = [
  'utf-8',
  'utf-8-mark',
  'utf-16le',
  'utf-16le-bare',
  'utf-16be',
  'cp1252',
];

export function encoded(text: string, encoding: MadeEncoding): Uint8Array<ArrayBuffer> {
  const wide = (isBig: boolean, hasMark: boolean) => {
    const units = [...(hasMark ? '\ufeff' : ''), ...text].join('');
    const bytes = new Uint8Array(2 * units.length);
    for (let at = 0; at < units.length; at += 1) {
      new DataView(bytes.buffer).setUint16(2 * at, units.charCodeAt(at), !isBig);
    }
    return bytes;
  };
  switch (encoding) {
    case 'utf-8':
      return new Uint8Array(Buffer.from(text, 'utf8'));
    case 'utf-8-mark':
      return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf8'));
    case 'utf-16le':
      return wide(false, true);
    case 'utf-16le-bare':
      return wide(false, false);
    case 'utf-16be':
      return wide(true, true);
    case 'cp1252':
      return new Uint8Array(
        [...text].map((letter) =>
          letter === '€' ? 0x80 : letter === '–' ? 0x96 : letter.charCodeAt(0) & 0xff,
        ),
      );
  }
}

/** Quotes where it must, or everywhere. */
export function delimited(
  rows: readonly (readonly string[])[],
  { delimiter = ';', newline = '\r\n', quotesAll = false, ends = true } = {},
): string {
  const cell = (text: string): string =>
    quotesAll || text.includes('"') || text.includes('\n') || text.includes('\r') || text.includes(delimiter)
      ? `"${text.split('"').join('""')}"`
      : text;
  return rows.map((row) => row.map(cell).join(delimiter)).join(newline) + (ends ? newline : '');
}

/** A ZIP archive, parts deflated. */
export function zipOf(parts: { readonly [path: string]: string | Uint8Array }): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(parts)) {
    const name = Buffer.from(path, 'utf8');
    const raw = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(0x0800, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    locals.push(head, name, packed);
    central.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, list, end]));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const columnName = (index: number): string => {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
};

/** A cell of a workbook, or its XML with `@` where its place stands. */
export type MadeCell =
  | null
  | string
  | { readonly number: string; readonly style?: number }
  | { readonly xml: string };

export type MadeSheet = {
  readonly name: string;
  /** By row number; a list begins at row 1. */
  readonly rows: readonly (readonly MadeCell[])[];
  readonly firstRow?: number;
  readonly state?: string;
  /** Ranges of cells that are shown as one (A2:A3). */
  readonly merged?: readonly string[];
};

export type MadeWorkbook = {
  readonly sheets: readonly MadeSheet[];
  readonly texts?: 'shared' | 'inline';
  readonly is1904?: boolean;
  readonly prefix?: string;
  readonly more?: { readonly [path: string]: string };
  /** Changes the parts as they were made. */
  readonly rewrite?: (path: string, xml: string) => string;
};

const OOXML = 'http://schemas.openxmlformats.org';
const MAIN = `${OOXML}/spreadsheetml/2006/main`;
const DOCUMENT = `${OOXML}/officeDocument/2006/relationships`;
const PACKAGE = `${OOXML}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 0: general; 1: a built-in date; 2: a date of its own; 3: an amount; 4: a date with its time. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;día&quot; #,##0.00_);[Red]\\(#,##0.00\\)"/><numFmt numFmtId="166" formatCode="[$-340A]d &quot;de&quot; mmmm &quot;de&quot; yyyy hh:mm"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

const contentTypes = (sheets: number): string => {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ['/xl/sharedStrings.xml', 'sharedStrings'],
    ...Array.from({ length: sheets }, (_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ];
  const list = parts.map(
    ([name, type]) => `<Override PartName="${name}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${list.join('')}</Types>`;
};

const workbookParts = (sheets: number): string => {
  const parts = [
    ...Array.from({ length: sheets }, (_, at) => [
      `rId${at + 1}`,
      'worksheet',
      `worksheets/sheet${at + 1}.xml`,
    ]),
    ['styles', 'styles', 'styles.xml'],
    ['texts', 'sharedStrings', 'sharedStrings.xml'],
  ];
  const list = parts.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
};

const mergedXml = (ranges: readonly string[]): string =>
  ranges.length === 0
    ? ''
    : `<mergeCells count="${ranges.length}">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;

export function workbookOf(made: MadeWorkbook): Uint8Array<ArrayBuffer> {
  const shared: string[] = [];
  const cellXml = (cell: MadeCell, place: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') {
      if (made.texts === 'inline')
        return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
      shared.push(cell);
      return `<c r="${place}" t="s"><v>${shared.length - 1}</v></c>`;
    }
    if ('xml' in cell) return cell.xml.replaceAll('@', place);
    return `<c r="${place}"${cell.style === undefined ? '' : ` s="${cell.style}"`}><v>${cell.number}</v></c>`;
  };
  const sheets = made.sheets.map(({ rows, firstRow = 1, merged = [] }) => {
    const lines = rows.map((cells, at) => {
      const number = firstRow + at;
      return `<row r="${number}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${number}`)).join('')}</row>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${lines.join('')}</sheetData>${mergedXml(merged)}</worksheet>`;
  });
  const prefixed = (xml: string): string =>
    made.prefix === undefined
      ? xml
      : xml.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${made.prefix}:`).replace('xmlns=', `xmlns:${made.prefix}=`);
  const parts: { [path: string]: string } = {
    '[Content_Types].xml': contentTypes(made.sheets.length),
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': prefixed(
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><workbookPr${made.is1904 === true ? ' date1904="1"' : ''}/><sheets>${made.sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': workbookParts(made.sheets.length),
    'xl/styles.xml': prefixed(STYLES),
  };
  for (const [at, xml] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = prefixed(xml);
  if (shared.length > 0) {
    parts['xl/sharedStrings.xml'] = prefixed(
      `<sst xmlns="${MAIN}" count="${shared.length}">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    );
  }
  const { rewrite } = made;
  if (rewrite !== undefined)
    for (const [path, xml] of Object.entries(parts)) parts[path] = rewrite(path, xml);
  return zipOf({ ...parts, ...made.more });
}
