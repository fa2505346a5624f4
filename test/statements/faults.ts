import type { Sale } from './truth.ts';
import type { WrittenStatement } from './writers.ts';

/** What goes wrong between what happened and the file: in the file itself, or in what its writer told. */

export const FAULTS = [
  'missing',
  'never-told',
  'cent-altered',
  'cent-told',
  'twice',
  'split',
  'merged',
  'other-month',
  'new-column',
  'balance-altered',
] as const;
export type FaultName = (typeof FAULTS)[number];

export type Writer = (sales: readonly Sale[]) => WrittenStatement;

export type Planted = {
  readonly written: WrittenStatement;
  readonly rows: readonly (readonly string[])[];
  /** The sale it is about, and of a merged payment the other one. */
  readonly sale: Sale | null;
  readonly other: Sale | null;
  /** Row of the file it is at; of a line that is gone, the row that stands there now. */
  readonly row: number;
  /** Cents: what a line that is gone or twice brings, or an amount was altered by; to the seller positive. */
  readonly cents: number;
};

export type FaultPlace = {
  /** Index of the sale, neither first nor last. */
  readonly at: number;
  readonly unit: 1 | 100;
  /** An order of another month. */
  readonly stranger: Sale;
};

const whole = (written: WrittenStatement): Planted => ({
  written,
  rows: written.rows,
  sale: null,
  other: null,
  row: 0,
  cents: 0,
});

/** Null: nothing of the kind can happen to such a file. */
export function plant(
  fault: FaultName,
  write: Writer,
  sales: readonly Sale[],
  place: FaultPlace,
): Planted | null {
  const { at, unit } = place;
  const sale = sales[at];
  const next = sales[at + 1];
  if (sale === undefined || next === undefined) throw new RangeError('No such sale.');
  const about = (views: readonly Sale[], cents = 0, other: Sale | null = null): Planted => ({
    ...whole(write(views)),
    sale,
    other,
    cents,
  });
  const written = write(sales);
  const line = lineOf(written, sale, at);
  const index = line.row - 1;
  const cents = line.net ?? 0;
  const inFile = (rows: readonly (readonly string[])[], by: number, row = line.row): Planted => ({
    written,
    rows,
    sale,
    other: null,
    row,
    cents: by,
  });
  switch (fault) {
    case 'missing':
      return inFile(written.rows.toSpliced(index, 1), cents);
    case 'never-told':
      return about(sales.toSpliced(at, 1));
    case 'cent-altered': {
      const altered = alterNet(written, index, unit);
      return altered === null ? null : inFile(altered.rows, altered.cents);
    }
    case 'cent-told':
      return about(sales.with(at, { ...sale, commission: sale.commission + unit }), -unit);
    case 'twice':
      return inFile(written.rows.toSpliced(index, 0, written.rows[index] ?? []), cents);
    case 'split':
      return about(sales.toSpliced(at, 1, ...halvesOf(sale, unit)));
    case 'merged':
      return about(sales.toSpliced(at, 2, joined(sale, next)), 0, next);
    case 'other-month':
      return { ...whole(write([place.stranger, ...sales])), sale: place.stranger };
    case 'new-column':
      if (isText(written)) return null;
      return inFile(
        withColumn(written, 'Descuento nuevo', (n) => String(n + 1)),
        0,
      );
    case 'balance-altered': {
      const { balanceColumn } = written;
      if (balanceColumn === null) return null;
      const column = written.rows[written.headerAt]?.indexOf(balanceColumn) ?? -1;
      const cell = written.rows[index]?.[column] ?? '';
      const other = cell.replace(/\d/, (digit) => String((Number(digit) % 9) + 1));
      return inFile(written.rows.with(index, (written.rows[index] ?? []).with(column, other)), 0);
    }
  }
}

/** Some marketplaces write an order's number with a sign of their own. */
export const isOf = (order: string, sale: Sale): boolean =>
  [sale.order, `${sale.order}-A`, `#${sale.suborder}`].includes(order);

/** An extract that is no table has no columns. */
export const isText = ({ name }: WrittenStatement): boolean =>
  name === 'bank-ofx' || name === 'bank-banco-de-chile-txt';

/** A line of the sale: the first, where the file tells it in several. */
function lineOf(written: WrittenStatement, sale: Sale, at: number) {
  const isNewestFirst =
    written.kind === 'bank' && (written.lines[0]?.date ?? '') > (written.lines.at(-1)?.date ?? '');
  const place = isNewestFirst ? written.lines.length - 1 - at : at;
  const perSale = written.lines.filter(({ order }) => order !== undefined && isOf(order, sale));
  const line = perSale[0] ?? written.lines[place];
  if (line === undefined) throw new RangeError('No such line.');
  return line;
}

/** The net of a line one unit more, wherever the layout writes it. */
function alterNet(written: WrittenStatement, index: number, unit: 1 | 100) {
  const header = written.rows[written.headerAt] ?? [];
  const row = written.rows[index] ?? [];
  const filled = (place: number): boolean => /[1-9]/.test(row[place] ?? '');
  const net = header.indexOf(written.netColumn);
  // Where what came and what went stand in two columns: the one that is filled.
  const outwards = header.findIndex((name, place) => OUTWARDS.test(name) && filled(place));
  const place = filled(net) ? net : outwards;
  const cell = row[place] ?? '';
  const digits = /\d(?=\D*$)/.exec(cell);
  if (place < 0 || digits === null) return null;
  const last = Number(digits[0]);
  const by = last === 9 ? -1 : 1;
  const other = `${cell.slice(0, digits.index)}${last + by}${cell.slice(digits.index + 1)}`;
  const line = written.lines.find(({ row: at }) => at === index + 1);
  // A digit more of what is negative, or of what is taken, is less. The net of one layout is no column of its own.
  const isLess = written.kind === 'walmart-cl' ? cell.startsWith('-') : (line?.net ?? 0) < 0;
  const sign = isLess ? -1 : 1;
  return { rows: written.rows.with(index, row.with(place, other)), cents: sign * by * unit };
}

const OUTWARDS = /^(?:NET_DEBIT_AMOUNT|MONTO NETO DEBITADO|Cheque|Cargos?$|CARGO$)/i;

function halvesOf(sale: Sale, unit: number): readonly Sale[] {
  const part = (cents: number): number => Math.trunc(cents / 3 / unit) * unit;
  const first = {
    ...sale,
    gross: part(sale.gross),
    commission: part(sale.commission),
    shipping: part(sale.shipping),
    taxes: part(sale.taxes),
  };
  const second = {
    ...sale,
    operation: `${sale.operation}5`,
    gross: sale.gross - first.gross,
    commission: sale.commission - first.commission,
    shipping: sale.shipping - first.shipping,
    taxes: sale.taxes - first.taxes,
  };
  return [first, second];
}

const joined = (one: Sale, other: Sale): Sale => ({
  ...one,
  gross: one.gross + other.gross,
  commission: one.commission + other.commission,
  shipping: one.shipping + other.shipping,
  taxes: one.taxes + other.taxes,
});

/** A column more at the end, filled in the lines alone. */
export function withColumn(
  written: WrittenStatement,
  header: string,
  cell: (line: number) => string,
): readonly (readonly string[])[] {
  const width = Math.max(...written.rows.slice(written.headerAt).map((row) => row.length));
  return written.rows.map((row, index) => {
    if (index < written.headerAt) return row;
    const line = written.lines.findIndex((each) => each.row === index + 1);
    const padded = [...row, ...Array.from({ length: width - row.length }, () => '')];
    return [...padded, index === written.headerAt ? header : line < 0 ? '' : cell(line)];
  });
}
