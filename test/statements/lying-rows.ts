import type { random } from './truth.ts';
import { type MeantLine, money, type WrittenStatement } from './writers.ts';

/** A file that was written right, as rows that lies change, and where its lines, days and amounts stand. */

/** A row of the file; of a line, what it means. */
export type LyingRow = {
  readonly cells: readonly string[];
  readonly means: MeantLine | null;
  /** Places that are written as they stand, without the quotes that they need. */
  readonly raw?: readonly number[];
};

export type LyingStatement = {
  readonly written: WrittenStatement;
  readonly rows: readonly LyingRow[];
  readonly headerAt: number;
  /** Something of it cannot be taken for true by whoever reads all of it: it must be told. */
  readonly mustBeDoubted: boolean;
  /** Two of its columns change places in its midst: a heading that came after would say otherwise. */
  readonly isTurned?: true;
  /** What happens to it when it is written. */
  readonly bytes: readonly ByteLie[];
};

/** Stand in a workbook's cells for formulas that nobody computed: without a value, and with an empty one. */
export const NO_VALUES = ['{no value}', '{empty value}'] as const;

export type ByteLie =
  | { readonly lie: 'cut'; readonly share: number }
  | { readonly lie: 'hidden-sheet' }
  | { readonly lie: 'numbers-of-ids'; readonly isLost: boolean };

/** `isTyped`: days are days, and amounts numbers. */
export type Forms = {
  readonly isText: boolean;
  readonly isBook: boolean;
  readonly isTyped: boolean;
  readonly delimiter: string | null;
  /** Every character can be written in it. */
  readonly isUnicode: boolean;
};
export type Random = ReturnType<typeof random>;
/** Null: no such file can lie so. */
export type Lie = (lying: LyingStatement, next: Random, forms: Forms) => LyingStatement | null;

export const lyingStatementOf = (written: WrittenStatement): LyingStatement => {
  const means = new Map(written.lines.map((line) => [line.row - 1, line]));
  const rows = written.rows.map((cells, at) => ({ cells, means: means.get(at) ?? null }));
  return { written, rows, headerAt: written.headerAt, mustBeDoubted: false, bytes: [] };
};

export const pick = <T>(all: readonly T[], next: Random): T | undefined =>
  all[Math.floor(next() * all.length)];
export const linesAt = ({ rows }: LyingStatement): readonly number[] =>
  rows.flatMap(({ means }, at) => (means === null ? [] : [at]));
export const headerOf = ({ rows, headerAt }: LyingStatement): readonly string[] =>
  rows[headerAt]?.cells ?? [];
export const withRows = (
  lying: LyingStatement,
  at: number,
  rows: readonly (readonly string[])[],
): LyingStatement => ({
  ...lying,
  rows: lying.rows.toSpliced(at, 0, ...rows.map((cells) => ({ cells, means: null }))),
  headerAt: at <= lying.headerAt ? lying.headerAt + rows.length : lying.headerAt,
});
export const withCells = (
  lying: LyingStatement,
  at: number,
  cells: readonly string[],
  raw?: readonly number[],
): LyingStatement => ({
  ...lying,
  rows: lying.rows.with(at, {
    means: lying.rows[at]?.means ?? null,
    cells,
    ...(raw === undefined ? {} : { raw }),
  }),
});
export const everyLine = (
  lying: LyingStatement,
  write: (cells: readonly string[]) => readonly string[],
): LyingStatement => ({
  ...lying,
  rows: lying.rows.map((row) => (row.means === null ? row : { ...row, cells: write(row.cells) })),
});

/** Between two lines. */
export const between = (lying: LyingStatement, next: Random): number =>
  pick(linesAt(lying).slice(1), next) ?? lying.rows.length;

export const AMOUNT = /^-?\$?\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d\d)?$/;
export const DAY = /^(\d\d)([-/])(\d\d)[-/](\d{4})$/;
const OF_MONEY =
  /^(?:monto|comisi[oó]n$|comisi[oó]n de|costos? de env|saldo|valor$|valor del|subtotal|ingresos|egresos|cargo por|anulaciones|total|iva$|importe|env[ií]o$|gastos de|comisiones sobre|pedidos reemb|abono|descuento|cobro|a pagar|shipping|pago$|cheque|dep[oó]sito|cargos?$|ingreso|amount$|fee$|net$|gross_|net_|mp_fee|shipping_fee|taxes_amount|balance_|partial_|transaction_amount|trnamt|plata|vale|entra$|sale$|queda$|transaction_net|settlement_net|fee_amount|real_amount|afecto|no afecto)/i;

/** Places of the columns of amounts. */
export const moneyPlaces = (lying: LyingStatement): readonly number[] =>
  headerOf(lying).flatMap((name, place) => (OF_MONEY.test(name.trim()) ? [place] : []));
export const netPlace = (lying: LyingStatement): number => headerOf(lying).indexOf(lying.written.netColumn);

/** A cell of an amount in cents, however the writers write it. */
export function centsOf(cell: string): number | null {
  if (!AMOUNT.test(cell)) return null;
  const plain = cell.replace('$', '');
  const places = /[.,](\d\d)$/.exec(plain);
  const whole = (places === null ? plain : plain.slice(0, -3)).replace(/\D/g, '');
  const cents = Number(whole) * 100 + Number(places?.[1] ?? 0);
  return cell.startsWith('-') ? -cents : cents;
}

/** What the lines bring, as its columns of nets write it; null: they are in several columns, or have no sign. */
export function sumAsWritten(
  lying: LyingStatement,
): { readonly place: number; readonly cents: number; readonly style: string } | null {
  const place = netPlace(lying);
  const cells = linesAt(lying).map((at) => lying.rows[at]?.cells[place] ?? '');
  if (place < 0 || cells.some((cell) => cell === '')) return null;
  const cents = cells.map(centsOf);
  if (cents.includes(null)) return null;
  return { place, cents: cents.reduce<number>((sum, each) => sum + (each ?? 0), 0), style: cells[0] ?? '' };
}

/** Cents as the cell beside them is written. */
export function inStyleOf(cents: number, cell: string): string {
  if (/\.\d\d$/.test(cell)) return money(cents, /,\d{3}/.test(cell) ? 'dot-groups' : 'dot');
  if (/,\d\d$/.test(cell)) return money(cents, 'comma');
  if (cell.includes('$')) return money(cents, 'peso-us');
  return money(cents, /\.\d{3}/.test(cell) ? 'peso' : 'peso-plain');
}

/** One filled amount of a line in another writing. */
export const oneAmount =
  (write: (cell: string) => string | null, mustBeDoubted: boolean, isNet = false): Lie =>
  (lying, next) => {
    const at = pick(linesAt(lying), next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    const places = isNet ? [netPlace(lying)] : moneyPlaces(lying);
    const filled = places.filter((place) => /[1-9]/.test(cells[place] ?? ''));
    const place = pick(filled, next);
    const cell = write(cells[place ?? -1] ?? '');
    if (place === undefined || cell === null) return null;
    return {
      ...withCells(lying, at, cells.with(place, cell)),
      mustBeDoubted: lying.mustBeDoubted || mustBeDoubted,
    };
  };

export const every =
  (write: (cell: string) => string): Lie =>
  (lying) => {
    const places = moneyPlaces(lying);
    if (places.length === 0) return null;
    return everyLine(lying, (cells) =>
      cells.map((cell, place) => (places.includes(place) && AMOUNT.test(cell) ? write(cell) : cell)),
    );
  };

const DAY_OF_CELL = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}/;
/** Places of the days of a line, the first of which its day stands in. */
export const dayPlaces = (cells: readonly string[]): readonly number[] =>
  cells.flatMap((cell, place) => (DAY_OF_CELL.test(cell) ? [place] : []));
