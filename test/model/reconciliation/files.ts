import type { RowAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
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
  /** The number by which its file tells the order, or else the sub-order; null: it tells none. */
  readonly order: string | null;
  /** YYYY-MM-DD of the money, or else of the movement; null: the file tells none. */
  readonly day: string | null;
  /** The order whose release it tells, and the day of that; null: it tells of none. */
  readonly release: { readonly order: string; readonly day: string; readonly size: bigint } | null;
  /** What of its description lasts, as a bank's line is known by; of a marketplace's nobody asks. */
  readonly words: string;
};

/** What only the user can tell of a row: whether it is a movement at all, its amount, or whether the money came or went. */
const DOUBTS = ['row', 'amount', 'sign'] as const;
export type Doubt = {
  readonly kind: (typeof DOUBTS)[number];
  /** What is asked: the same in whatever file, as long as the row stands there as it does here. */
  readonly id: string;
  /** Of the file, from 1. */
  readonly row: number;
  /** Of its register, as `Movement` has it. */
  readonly line: string;
  readonly day: string | null;
  /** Cents, where they are written. */
  readonly size: bigint;
};

export type MadeFile = {
  readonly name: string;
  readonly register: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By the row of the file, from 1; without what is in doubt. */
  readonly movements: ReadonlyMap<number, Movement>;
  readonly doubt: Doubt | null;
};

/** The movements of a file, with what was said of the row that is in doubt; null: nothing was. */
export function movementsSaid(
  { movements, doubt }: Pick<MadeFile, 'movements' | 'doubt'>,
  answer: RowAnswer | null,
): ReadonlyMap<number, Movement> {
  const line = doubt === null ? null : lineSaid(doubt, answer);
  return doubt === null || line === null ? movements : new Map([...movements, [doubt.row, line]]);
}

/** A line that nobody can read is there, and brings nothing. */
function lineSaid({ kind, line, day, size }: Doubt, answer: RowAnswer | null): Movement | null {
  if (answer === 'no-movement' || (answer === null && kind === 'row')) return null;
  const amount =
    answer === null
      ? 0n
      : typeof answer === 'object'
        ? BigInt(Math.round(('amount' in answer ? Number(answer.amount) : 0) * 100))
        : answer === 'charge'
          ? -size
          : size;
  return {
    id: `${line} ${answer === null ? '?' : amount}`,
    net: amount,
    settlement: null,
    order: null,
    day,
    release: null,
    words: DOUBT_WORDS[kind],
  };
}

/** All that the user may say of it. */
export function answersTo({ kind }: Doubt, pick: number): RowAnswer {
  const all: { readonly [of in Doubt['kind']]: readonly RowAnswer[] } = {
    row: ['movement', 'no-movement'],
    amount: [{ amount: '430.00' as Decimal }, { amount: '-88.5' as Decimal }, 'no-movement'],
    sign: ['charge', 'deposit', 'no-movement'],
  };
  return all[kind][pick % all[kind].length] ?? 'no-movement';
}

const WITHOUT_BALANCE: readonly FileForm[] = [
  { delimiter: ';', encoding: 'utf-8', newline: '\n' },
  { sheet: 'Hoja1', isTyped: true },
  { delimiter: '\t', encoding: 'utf-16le', newline: '\r\n' },
];

export const UNKNOWN_HEADER = ['Folio venta', 'Lote', 'Dia', 'Monto', 'Movimiento', 'Glosa'] as const;
/** What the user says of it. */
export const UNKNOWN_MAPPING = {
  fields: {
    order: 'Folio venta',
    settlement: 'Lote',
    date: 'Dia',
    amount: 'Monto',
    letter: 'Movimiento',
    description: 'Glosa',
  },
  sign: 'letter',
  partsAddUp: false,
  dayOrder: 'day-first',
  decimalSign: ',',
} as const;

/** The words that rows in doubt are written with. */
const DOUBT_WORDS: { readonly [of in Doubt['kind']]: string } = {
  row: 'ajuste',
  amount: 'multa',
  sign: 'traspaso',
};

/** As the writers of banks write a movement: no word of theirs has a digit or is a month. */
const lastingWords = (description: string): string =>
  (description.toLowerCase().match(/[a-z]+/g) ?? []).join(' ');

const DOUBT_DAY = '2026-03-05';
/** Rows that nobody else can tell: one without a day may be a total, an amount cannot be read, or a sign is not there. */
function doubtOf(kind: Doubt['kind'], at: number, to: number, row: number) {
  const size = BigInt(70_000 + 100 * at);
  const day = DOUBT_DAY.split('-').toReversed().join('/');
  const amount = money(Number(size), 'comma');
  const cells: { readonly [of in Doubt['kind']]: readonly string[] } = {
    row: ['', '', '', amount, 'Abono', `Ajuste ${at}`],
    amount: ['', '', day, '8?8,00', 'Abono', `Multa ${at}`],
    sign: ['', '', day, amount, '', `Traspaso ${at}`],
  };
  const line = `${at}/${kind}`;
  // A row without a day is known by the one before it, too.
  const id = kind === 'row' ? `${line} after ${to}` : line;
  const doubt: Doubt = { kind, id, row, line, day: kind === 'row' ? null : DOUBT_DAY, size };
  return { doubt, cells: cells[kind] };
}

const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;

function writeUnknown(sales: readonly Sale[]) {
  const rows = sales.map((sale) => [
    sale.order,
    sale.settlement,
    dayParts(sale.released).toReversed().join('/'),
    money(Math.abs(netOf(sale)), 'comma'),
    netOf(sale) < 0 ? 'Cargo' : 'Abono',
    'Venta',
  ]);
  return {
    rows: [[...UNKNOWN_HEADER] as string[], ...rows],
    lines: sales.map((sale, at) => ({
      row: at + 2,
      net: netOf(sale),
      order: sale.order,
      settlement: sale.settlement,
      date: dayParts(sale.released).join('-'),
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
  piece: { readonly from: number; readonly to: number; readonly form: number; readonly doubt: number | null },
): MadeFile {
  const { name, sales } = register;
  const some = sales.slice(piece.from, piece.to);
  const isUnknown = name === UNKNOWN_WRITER;
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
          order: orderOf(line),
          release: releaseOf(line),
          words: isUnknown ? 'venta' : lastingWords(`Transferencia ${sales[of]?.settlement ?? ''}`),
          day: ('released' in line ? line.released : null) ?? ('date' in line ? (line.date ?? null) : null),
        },
      ];
    }),
  );
  const kind = isUnknown && piece.doubt !== null ? DOUBTS[piece.doubt % DOUBTS.length] : undefined;
  const asked = kind === undefined ? null : doubtOf(kind, at, piece.to, written.rows.length + 1);
  const rows = asked === null ? written.rows : [...written.rows, asked.cells];
  return {
    name: `${name}-${at}-${piece.from}-${piece.to}-${piece.form % forms.length}${kind === undefined ? '' : `-${kind}`}`,
    register: at,
    bytes: asFile(rows, written.headerAt, form),
    movements,
    doubt: asked?.doubt ?? null,
  };
}

const orderOf = (line: object): string | null => {
  const { order, suborder }: { readonly order?: string; readonly suborder?: string } = line;
  return order ?? suborder ?? null;
};

const releaseOf = ({
  order,
  released,
  net,
}: {
  readonly order?: string;
  readonly released?: string;
  readonly net: number | null;
}): Movement['release'] =>
  order === undefined || released === undefined
    ? null
    : { order, day: released, size: BigInt(Math.abs(net ?? 0)) };

/** By the kind of a file's doubt, as a piece names it. */
export const doubtNumber = ({ doubt }: Pick<MadeFile, 'doubt'>): number | null =>
  doubt === null ? null : DOUBTS.indexOf(doubt.kind);

export const formsOf = ({ name }: Register): number =>
  (name === UNKNOWN_WRITER ? WITHOUT_BALANCE : (FORMS[name] ?? [])).length;
