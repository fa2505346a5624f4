/** Workbooks as programs saved them before 2007, made by hand: nothing here is the product's. */

export type XlsCell =
  | null
  | string
  | number
  | { readonly date: number }
  /** Null: the program that wrote it computed nothing. */
  | { readonly formula: number | string | boolean | null }
  | { readonly error: number }
  /** Many numbers in one record. */
  | { readonly many: readonly number[] };

export type XlsSheet = {
  readonly name: string;
  readonly rows: readonly (readonly XlsCell[])[];
  readonly isHidden?: boolean;
  /** The byte that says so, whatever else it holds. */
  readonly state?: number;
  /** Of a sheet of macros or a chart. */
  readonly kind?: number;
  /** As which it begins: as a table, or where it is none as a sheet of macros. */
  readonly begins?: number;
  /** Records behind the cells. */
  readonly more?: readonly Buffer[];
};
export type MadeXls = {
  readonly sheets: readonly XlsSheet[];
  readonly version?: 5 | 8;
  readonly is1904?: boolean;
  /** So many bytes of the list of texts in each record. */
  readonly cutTextsAt?: number;
  readonly globals?: readonly Buffer[];
};

/** Numbers as such a file holds them. */
export const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
};
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
export const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
export const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type, body.length), body]);
};
const narrow = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0) & 0xff)));
const isNarrow = (text: string): boolean => [...text].every((letter) => letter.charCodeAt(0) < 0x100);
const flagged = (text: string): Buffer =>
  isNarrow(text)
    ? Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')])
    : Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')]);

const DATE_STYLE = 1;
const EOF = record(0x0a);

/** The stream of a workbook: what is the whole's, then the sheets. */
export function workbookStream(made: MadeXls): Buffer {
  const isNewer = (made.version ?? 8) === 8;
  const bof = (kind: number) =>
    isNewer ? record(0x809, u16(0x600, kind, 0, 0), u32(0), u32(6)) : record(0x809, u16(0x500, kind, 0, 0));
  const texts: string[] = [];
  const long = (text: string): Buffer =>
    isNewer
      ? Buffer.concat([u16(text.length), flagged(text)])
      : Buffer.concat([u16(text.length), narrow(text)]);
  const cellRecords = (cell: XlsCell, row: number, column: number): Buffer => {
    const head = (style = 0): Buffer => u16(row, column, style);
    if (cell === null) return Buffer.alloc(0);
    if (typeof cell === 'string') {
      if (!isNewer) return record(0x204, head(), long(cell));
      texts.push(cell);
      return record(0xfd, head(), u32(texts.length - 1));
    }
    if (typeof cell === 'number') {
      if (Number.isInteger(cell) && Math.abs(cell) < 2 ** 28)
        return record(0x27e, head(), u32((cell << 2) | 2));
      return record(0x203, head(), double(cell));
    }
    if ('date' in cell) return record(0x203, head(DATE_STYLE), double(cell.date));
    if ('error' in cell) return record(0x205, head(), Buffer.from([cell.error, 1]));
    if ('many' in cell) {
      const each = cell.many.map((value) => Buffer.concat([u16(0), u32((Math.round(value * 100) << 2) | 3)]));
      return record(0xbd, u16(row, column), ...each, u16(column + cell.many.length - 1));
    }
    const { formula } = cell;
    const recorded = (value: Buffer, flags = 0): Buffer =>
      record(0x06, head(), value, u16(flags), u32(0), u16(3), Buffer.from([0x1e, 1, 0]));
    if (formula === null) return recorded(double(0), 3);
    if (typeof formula === 'number') return recorded(double(formula));
    if (typeof formula === 'boolean')
      return recorded(Buffer.from([1, 0, Number(formula), 0, 0, 0, 0xff, 0xff]));
    return Buffer.concat([
      recorded(Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff])),
      record(0x207, long(formula)),
    ]);
  };
  const bodies = made.sheets.map((sheet) =>
    Buffer.concat([
      bof(sheet.begins ?? (sheet.kind === undefined ? 0x10 : 0x40)),
      ...sheet.rows.flatMap((cells, row) => cells.map((cell, column) => cellRecords(cell, row, column))),
      ...(sheet.more ?? []),
      EOF,
    ]),
  );
  const format = isNewer
    ? long('dd\\-mm\\-yyyy')
    : Buffer.concat([Buffer.from([12]), narrow('dd\\-mm\\-yyyy')]);
  const styles = [0, 164].map((code) => record(0xe0, u16(0, code), Buffer.alloc(16)));
  const head = [
    bof(0x05),
    record(0x42, u16(isNewer ? 1200 : 1252)),
    ...(made.globals ?? []),
    record(0x22, u16(made.is1904 === true ? 1 : 0)),
    record(0x41e, u16(164), format),
    ...styles,
  ];
  const list = isNewer && texts.length > 0 ? textList(texts, made.cutTextsAt ?? 8224) : Buffer.alloc(0);
  const names = (places: readonly number[]): Buffer =>
    Buffer.concat(
      made.sheets.map(({ name, isHidden, state, kind }, at) =>
        record(
          0x85,
          u32(places[at] ?? 0),
          Buffer.from([state ?? (isHidden === true ? 1 : 0), kind ?? 0, name.length]),
          isNewer ? flagged(name) : narrow(name),
        ),
      ),
    );
  const before = Buffer.concat([...head, names([]), list, EOF]).length;
  let at = before;
  const places = bodies.map((body) => {
    at += body.length;
    return at - body.length;
  });
  return Buffer.concat([...head, names(places), list, EOF, ...bodies]);
}

/** Texts one after the other, cut into records within them too: characters go on behind their width. */
function textList(texts: readonly string[], most: number): Buffer {
  const records: Buffer[] = [];
  let body = Buffer.concat([u32(texts.length), u32(texts.length)]);
  const close = (): void => {
    records.push(record(records.length === 0 ? 0xfc : 0x3c, body));
    body = Buffer.alloc(0);
  };
  for (const text of texts) {
    if (body.length + 5 > most) close();
    const width = isNarrow(text) ? 1 : 2;
    const all = Buffer.from(text, width === 1 ? 'latin1' : 'utf16le');
    body = Buffer.concat([body, u16(text.length), Buffer.from([width - 1])]);
    for (let at = 0; at < all.length; ) {
      const room = Math.floor((most - body.length) / width) * width;
      if (room <= 0) {
        close();
        body = Buffer.from([width - 1]);
        continue;
      }
      body = Buffer.concat([body, all.subarray(at, at + room)]);
      at += room;
    }
  }
  close();
  return Buffer.concat(records);
}

const FREE = 0xffffffff;
const END = 0xfffffffe;
/** Of the container's own table, and of the list of where that lies. */
const [TABLE, LIST] = [0xfffffffd, 0xfffffffc];

/** How a container is made. */
export type MadeContainer = {
  readonly name?: string;
  readonly others?: readonly string[];
  /** The newer version's are of 4096 bytes. */
  readonly sector?: 512 | 4096;
  /** The stream's last sector first. */
  readonly isBackwards?: boolean;
  /** So many of the table's sectors are listed in the header at most, the others at the end of a sector of their own. */
  readonly listedInHeader?: number;
};

/** A container of one stream, and of names that hold nothing. Below 4096 bytes a stream lies in the small sectors. */
export function compoundFile(
  stream: Buffer,
  {
    name = 'Workbook',
    others = [],
    sector = 512,
    isBackwards = false,
    listedInHeader = 109,
  }: MadeContainer = {},
): Uint8Array<ArrayBuffer> {
  const isSmall = stream.length < 4096;
  const unit = isSmall ? 64 : sector;
  const inSector = sector / 4;
  const padded = (bytes: Buffer, to: number = sector): Buffer =>
    Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
  const inOrder = padded(padded(stream, unit));
  const pieces = Array.from({ length: inOrder.length / sector }, (_, at) =>
    inOrder.subarray(at * sector, (at + 1) * sector),
  );
  const content = isBackwards ? Buffer.concat(pieces.toReversed()) : inOrder;
  const smallTable = isSmall
    ? padded(Buffer.concat(chain(0, Math.ceil(stream.length / 64)).map(u32)))
    : Buffer.alloc(0);
  const entry = (own: string, type: number, start: number, size: number, child = FREE): Buffer => {
    const bytes = Buffer.alloc(128);
    bytes.write(own, 0, 'utf16le');
    bytes.writeUInt16LE(2 * own.length + 2, 64);
    bytes[66] = type;
    for (const at of [68, 72]) bytes.writeUInt32LE(FREE, at);
    bytes.writeUInt32LE(child, 76);
    bytes.writeUInt32LE(start >>> 0, 116);
    bytes.writeUInt32LE(size, 120);
    return bytes;
  };
  const entries = (dataAt: number): Buffer =>
    padded(
      Buffer.concat([
        entry('Root Entry', 5, isSmall ? dataAt : END, isSmall ? content.length : 0, 1),
        entry(name, 2, isSmall ? 0 : dataAt, stream.length),
        ...others.map((other) => entry(other, 1, END, 0)),
      ]),
    );
  const parts = [entries(0), smallTable, content].map((bytes) => bytes.length / sector);
  const used = parts.reduce((sum, count) => sum + count, 0);
  const tables = Math.ceil((used + Math.ceil(used / (inSector - 1))) / inSector);
  const lists = tables > listedInHeader ? 1 : 0;
  const head = tables + lists;
  const starts = parts.map((_, at) => head + parts.slice(0, at).reduce((sum, count) => sum + count, 0));
  const [entriesAt = 0, smallAt = 0, contentAt = 0] = starts;
  const contentChain = chain(contentAt, parts[2] ?? 0);
  const backwards = contentChain.map((_, at) => (at === 0 ? END : contentAt + at - 1));
  const table = [
    ...Array.from({ length: tables }, () => TABLE),
    ...Array.from({ length: lists }, () => LIST),
    ...chain(entriesAt, parts[0] ?? 0),
    ...chain(smallAt, parts[1] ?? 0),
    ...(isBackwards ? backwards : contentChain),
  ];
  while (table.length < tables * inSector) table.push(FREE);
  const header = Buffer.alloc(sector, 0);
  header.fill(0xff, 76, 512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [24, 0x3e],
    [26, sector === 512 ? 3 : 4],
    [28, 0xfffe],
    [30, Math.log2(sector)],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, entriesAt],
    [56, 4096],
    [60, isSmall ? smallAt : END],
    [64, parts[1] ?? 0],
    [68, lists === 0 ? END : tables],
    [72, lists],
  ] as const)
    header.writeUInt32LE(value >>> 0, at);
  for (let at = 0; at < Math.min(tables, listedInHeader); at += 1) header.writeUInt32LE(at, 76 + 4 * at);
  const inList = Array.from({ length: inSector - 1 }, (_, at) => {
    const own = tables - (inSector - 1) + at;
    return own < listedInHeader ? FREE : own;
  });
  const list = lists === 0 ? [] : [...inList, END].map(u32);
  const dataAt = isBackwards ? contentAt + (parts[2] ?? 0) - 1 : contentAt;
  return new Uint8Array(
    Buffer.concat([
      ...[header, Buffer.concat(table.map(u32)), ...list],
      ...[entries(dataAt), smallTable, content],
    ]),
  );
}

const chain = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (at + 1 < count ? from + at + 1 : END));

export const xlsOf = (made: MadeXls): Uint8Array<ArrayBuffer> => compoundFile(workbookStream(made));
