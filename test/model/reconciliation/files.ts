import { asFile, type FileForm, FORMS } from '#test/statements/as-files.ts';
import { dayParts, type Sale } from '#test/statements/truth.ts';
import { money, WRITERS } from '#test/statements/writers.ts';
import { type Register, UNKNOWN_WRITER } from './books.ts';

/** Files of registers: pieces of them, in the forms that such files come in, with what each of their lines means. */

export type Movement = {
  /** Of its register: the same movement in whatever file. */
  readonly id: string;
  /** Cents. */
  readonly net: bigint;
  readonly settlement: string | null;
  /** YYYY-MM-DD of the money, or else of the movement; null: the file tells none. */
  readonly day: string | null;
};

export type MadeFile = {
  readonly name: string;
  readonly register: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By the row of the file, from 1. */
  readonly movements: ReadonlyMap<number, Movement>;
  /** A row that only the user can tell what it is. */
  readonly hasDoubt: boolean;
};

const WITHOUT_BALANCE: readonly FileForm[] = [
  { delimiter: ';', encoding: 'utf-8', newline: '\n' },
  { sheet: 'Hoja1', isTyped: true },
  { delimiter: '\t', encoding: 'utf-16le', newline: '\r\n' },
];

export const UNKNOWN_HEADER = ['Folio venta', 'Lote', 'Dia', 'Abonado', 'Glosa'] as const;
/** What the user says of it. */
export const UNKNOWN_MAPPING = {
  fields: {
    order: 'Folio venta',
    settlement: 'Lote',
    date: 'Dia',
    amount: 'Abonado',
    description: 'Glosa',
  },
  sign: 'written',
  partsAddUp: false,
  dayOrder: 'day-first',
  decimalSign: ',',
} as const;

/** What such a row has that nobody can tell from a total. */
const DOUBT = ['', 'Ajuste', '', '777,00', ''];

const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;

function writeUnknown(sales: readonly Sale[]) {
  const rows = sales.map((sale) => [
    sale.order,
    sale.settlement,
    dayParts(sale.released).toReversed().join('/'),
    money(netOf(sale), 'comma'),
    'Venta',
  ]);
  return {
    rows: [[...UNKNOWN_HEADER] as string[], ...rows],
    lines: sales.map((sale, at) => ({
      row: at + 2,
      net: netOf(sale),
      settlement: sale.settlement,
      released: dayParts(sale.released).join('-'),
    })),
    headerAt: 0,
  };
}

const writers = new Map(WRITERS.map((write) => [write([]).name, write]));

/** The newest stand first: the lines of its sales are told backwards. */
const NEWEST_FIRST: readonly string[] = ['bank-banco-de-chile'];

/**
 * A piece of a register as a file.
 * @param at which register it is, as movements are named
 */
export function fileOf(
  register: Register,
  at: number,
  piece: { readonly from: number; readonly to: number; readonly form: number; readonly hasDoubt: boolean },
): MadeFile {
  const { name, sales } = register;
  const some = sales.slice(piece.from, piece.to);
  const isUnknown = name === UNKNOWN_WRITER;
  const hasDoubt = isUnknown && piece.hasDoubt;
  const written = isUnknown ? writeUnknown(some) : writers.get(name)?.(some);
  if (written === undefined) throw new Error(`No writer ${name}.`);
  const forms = isUnknown ? WITHOUT_BALANCE : (FORMS[name] ?? []);
  const form = forms[piece.form % forms.length];
  if (form === undefined) throw new Error(`No form of ${name}.`);
  const perSale = some.length === 0 ? 1 : written.lines.length / some.length;
  const isBackwards = NEWEST_FIRST.includes(name);
  const movements = new Map(
    written.lines.map((line, index): [number, Movement] => {
      const place = isBackwards ? written.lines.length - 1 - index : index;
      const of = piece.from + Math.floor(place / perSale);
      const { net, settlement = null } = line;
      if (net === null) throw new Error('A register tells the sign of every movement.');
      return [
        line.row,
        {
          id: `${at}/${of}.${place % perSale}`,
          net: BigInt(net),
          settlement,
          day: ('released' in line ? line.released : null) ?? ('date' in line ? (line.date ?? null) : null),
        },
      ];
    }),
  );
  const rows = hasDoubt ? [...written.rows, DOUBT] : written.rows;
  return {
    name: `${name}-${at}-${piece.from}-${piece.to}-${piece.form % forms.length}${hasDoubt ? '-d' : ''}`,
    register: at,
    bytes: asFile(rows, written.headerAt, form),
    movements,
    hasDoubt,
  };
}

export const formsOf = ({ name }: Register): number =>
  (name === UNKNOWN_WRITER ? WITHOUT_BALANCE : (FORMS[name] ?? [])).length;
