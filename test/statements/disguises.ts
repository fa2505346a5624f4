import type { FileForm, TextForm } from './as-files.ts';
import { random } from './truth.ts';
import type { WrittenStatement } from './writers.ts';

/** What happens to files on their way: the same statement as other programs, spreadsheets and months have it. */

export type Disguised = {
  readonly rows: readonly (readonly string[])[];
  readonly headerAt: number;
  /** Null: one of those in which files of the layout come. */
  readonly form: FileForm | null;
  /** Headers that are gone, or have another name. */
  readonly changed: readonly string[];
};

type Disguise = (written: WrittenStatement, seed: number) => Disguised | null;

const same = (written: WrittenStatement, more: Partial<Disguised> = {}): Disguised => ({
  rows: written.rows,
  headerAt: written.headerAt,
  form: null,
  changed: [],
  ...more,
});

const text = (
  encoding: TextForm['encoding'],
  newline: TextForm['newline'],
  delimiter: TextForm['delimiter'] = ';',
) => ({ encoding, newline, delimiter }) as const;

const plain = (header: string): string => header.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

const withHeader = (written: WrittenStatement, write: (header: string) => string): Disguised =>
  same(written, { rows: written.rows.map((row, at) => (at === written.headerAt ? row.map(write) : row)) });

/** Rows of the table, header and all, cell by cell by header; what stands above stays. */
function withCells(
  written: WrittenStatement,
  write: (cell: string, header: string, isLine: boolean) => string,
): Disguised {
  const header = written.rows[written.headerAt] ?? [];
  const lines = new Set(written.lines.map(({ row }) => row - 1));
  const rows = written.rows.map((row, at) =>
    row.map((cell, place) => write(cell, header[place] ?? '', lines.has(at))),
  );
  return same(written, { rows });
}

const inserted = (written: WrittenStatement, at: number, row: readonly string[]): Disguised =>
  same(written, { rows: written.rows.toSpliced(at, 0, [...row]) });

const middle = ({ lines }: WrittenStatement): number => (lines[lines.length >> 1]?.row ?? 1) - 1;

/** So many rows of titles that the header stands on that line. */
const headerOn =
  (line: number): Disguise =>
  (written) => {
    const more = line - 1 - written.headerAt;
    if (more < 0) return null;
    const titles = Array.from({ length: more }, (_, at) =>
      at % 2 === 0 ? [`Informe ${at + 1}`] : ['Cliente', 'Mi tienda SpA'],
    );
    return same(written, { rows: [...titles, ...written.rows], headerAt: line - 1 });
  };

const WIDTH = (written: WrittenStatement): number =>
  Math.max(...written.rows.slice(written.headerAt).map((row) => row.length));

const ofHeader = (written: WrittenStatement): readonly string[] => written.rows[written.headerAt] ?? [];

/** Columns that neither tell the order nor the day, as they come and go from month to month. */
const PASSING =
  /^(?:estado|estado del pago|sku falabella|falabella-id|fecha de entrega|tienda|shop id|sucursal|alias|trn|caja|payment_method|user_id|site|metadata|canal de venta|cliente|card brand|card source|payout status|shipment-id|fulfillment-id|item \/ item|moneda|divisa|producto|unidades|abono postventa|descuento por cancelación)$/i;

const dropped =
  (most: number): Disguise =>
  (written, seed) => {
    // Of five columns of that bank none can go: with four it is any table, and needs a mapping.
    if (written.name === 'bank-argentina-state') return null;
    const next = random(seed);
    const places = ofHeader(written).flatMap((header, place) => (PASSING.test(header.trim()) ? [place] : []));
    const gone = new Set(places.toSorted(() => next() - 0.5).slice(0, most));
    if (gone.size === 0) return null;
    return same(written, {
      rows: written.rows.map((row, at) =>
        at < written.headerAt ? row : row.filter((_, place) => !gone.has(place)),
      ),
      changed: [...gone].map((place) => ofHeader(written)[place] ?? ''),
    });
  };

/** A negative as another program writes it. */
const negatives =
  (write: (digits: string) => string): Disguise =>
  (written) =>
    withCells(written, (cell, _, isLine) => {
      const [, digits] = /^-(\d[\d.,]*)$/.exec(cell) ?? [];
      return isLine && digits !== undefined ? write(digits) : cell;
    });

const dayFirst = /^(\d\d)[-/](\d\d)[-/](\d{4})$/;
const serialOf = ([, day, month, year]: readonly string[]): string =>
  String((Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(1899, 11, 30)) / 86_400_000);

export const DISGUISES: { readonly [name: string]: Disguise } = {
  'as it is': (written) => same(written),
  'columns in another order': (written, seed) => {
    // Where headers repeat, the first is meant.
    if (new Set(ofHeader(written)).size < ofHeader(written).length) return null;
    const next = random(seed);
    const order = Array.from({ length: WIDTH(written) }, (_, at) => ({ at, by: next() })).sort(
      (one, other) => one.by - other.by,
    );
    const rows = written.rows.map((row, at) =>
      at < written.headerAt ? row : order.map((place) => row[place.at] ?? ''),
    );
    return same(written, { rows });
  },
  'headers without accents': (written) => withHeader(written, plain),
  'headers in capitals': (written) => withHeader(written, (header) => header.toUpperCase()),
  'N° written otherwise': (written) => withHeader(written, (header) => header.replace(/N[°º]/g, 'Nro.')),
  'header on line 4': headerOn(4),
  'header on line 6': headerOn(6),
  'header on line 8': headerOn(8),
  'header on line 13': headerOn(13),
  'header repeated': (written) => inserted(written, middle(written), ofHeader(written)),
  'totals between': (written) =>
    inserted(written, middle(written), [
      'Total',
      ...ofHeader(written)
        .slice(1)
        .map(() => ''),
    ]),
  footer: (written) => {
    const rows = [...written.rows, [''], ['Resumen de saldos'], ['Fecha', 'Saldo'], ['31/01/2026', '1.000']];
    return same(written, { rows });
  },
  'BOM and CRLF': (written) => same(written, { form: text('utf-8-mark', '\r\n') }),
  'no BOM, LF': (written) => same(written, { form: text('utf-8', '\n') }),
  cp1252: (written) => same(written, { form: text('cp1252', '\r\n') }),
  'UTF-16': (written) => same(written, { form: text('utf-16le', '\r\n', '\t') }),
  workbook: (written) => same(written, { form: { sheet: 'Hoja1', isTyped: true } }),
  'workbook of texts': (written) => same(written, { form: { sheet: 'Hoja1', isTyped: false } }),
  'ids in scientific notation': (written) =>
    withCells(written, (cell, _, isLine) =>
      isLine && /^\d{11,}$/.test(cell) ? `${cell[0]},${cell.slice(1, 6)}E+${cell.length - 1}` : cell,
    ),
  'leading zeros lost': (written) =>
    withCells(written, (cell, _, isLine) => (isLine ? cell.replace(/^0+(?=\d+$)/, '') : cell)),
  '(2.500)': negatives((digits) => `(${digits})`),
  '2.500-': negatives((digits) => `${digits}-`),
  '$ before the amount': (written) =>
    withCells(written, (cell, header, isLine) =>
      isLine && /^-?\d{1,3}(?:[.,]\d{3})+(?:[.,]\d\d)?$/.test(cell) && !/fecha/i.test(header)
        ? cell.replace(/^(-?)/, '$1$')
        : cell,
    ),
  'days without a year': (written) =>
    written.kind === 'bank'
      ? withCells(written, (cell, _, isLine) => (isLine ? cell.replace(dayFirst, '$1/$2') : cell))
      : null,
  'days as serial numbers': (written) =>
    withCells(written, (cell, _, isLine) => {
      const match = isLine ? dayFirst.exec(cell) : null;
      return match === null ? cell : serialOf(match);
    }),
  'a column dropped': dropped(1),
  'three columns dropped': dropped(3),
  'a column renamed': (written, seed) => {
    const place = dropped(1)(written, seed);
    const [former] = place?.changed ?? [];
    if (former === undefined) return null;
    return {
      ...withHeader(written, (header) => (header === former ? 'Campo 37' : header)),
      changed: [former],
    };
  },
};
