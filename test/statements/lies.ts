import {
  AMOUNT,
  between,
  centsOf,
  DAY,
  dayPlaces,
  every,
  everyLine,
  headerOf,
  inStyleOf,
  type Lie,
  type LyingStatement,
  linesAt,
  moneyPlaces,
  NO_VALUES,
  oneAmount,
  pick,
  type Random,
  sumAsWritten,
  withCells,
  withRows,
} from './lying-rows.ts';
import { money } from './writers.ts';
import { WRITTEN_OTHERWISE } from './written-otherwise.ts';

/** What files lie about: each changes a file that was written right, and none of what its lines mean. No code of the readers. */

const NAMES = ['Gran total', 'Suma', 'Acumulado', 'Total', 'TOTAL GENERAL', 'Totales', 'Sumas', ''];
/** A sum below the lines, right or wrong by the least that the file writes. */
const sum =
  (isWrong: boolean): Lie =>
  (lying, next) => {
    const found = sumAsWritten(lying);
    if (found === null) return null;
    const { place, cents, style } = found;
    const unit = /[.,]\d\d$/.test(style) ? 1 : 100;
    const name = pick(NAMES, next) ?? '';
    const cells = headerOf(lying).map(() => '');
    const word = headerOf(lying).findIndex((_, at) => at !== place && !moneyPlaces(lying).includes(at));
    if (word < 0) return null;
    const at = (linesAt(lying).at(-1) ?? 0) + 1;
    const stated = cents + (isWrong ? (next() < 0.5 ? unit : -unit) : 0);
    const row = cells.with(word, name).with(place, inStyleOf(stated, style));
    return { ...withRows(lying, at, [row]), mustBeDoubted: lying.mustBeDoubted || isWrong };
  };

const TITLES: readonly (readonly (readonly string[])[])[] = [
  [['Mi banco'], ['Cuenta corriente']],
  [['Informe de movimientos'], ['Cliente', 'Mi tienda SpA']],
  [['Mi tienda SpA', '76.543.210-K'], ['Pesos chilenos']],
];
const NOTES = [
  'Los abonos están sujetos a confirmación',
  'Consultas al 600 600 1234, lunes a viernes de 9 a 18',
  'Nota: los cargos pueden tardar 48 horas',
  '* * *',
];
const DECOYS: readonly (readonly string[])[] = [
  ['Cliente desde 12/05/2010'],
  ['Cuenta 12-05-12345-6'],
  ['Vencimiento 31/12/2028'],
  ['Tarjeta vence 10/2029'],
  ['Emitido el 02/09/2026'],
  ['Ejecutivo desde 2015'],
];

/** Each amount of the file as another program writes it. */
const restyled =
  (style: Parameters<typeof money>[1]): Lie =>
  (lying) => {
    const places = moneyPlaces(lying);
    const cents = (cell: string): number | null => centsOf(cell);
    const isWhole = style.startsWith('peso');
    const rows = lying.rows.map((row, at) => {
      if (at <= lying.headerAt) return row;
      const cells = row.cells.map((cell, place) => {
        const value = places.includes(place) ? cents(cell) : null;
        return value === null ? cell : money(value, style);
      });
      return { ...row, cells };
    });
    const all = lying.rows
      .slice(lying.headerAt + 1)
      .flatMap(({ cells }) => places.map((place) => cells[place] ?? ''));
    if (places.length === 0 || all.some((cell) => cell !== '' && cents(cell) === null)) return null;
    if (isWhole && all.some((cell) => (cents(cell) ?? 0) % 100 !== 0)) return null;
    // Titles above the table may state amounts in the other writing.
    return lying.written.rows
      .slice(0, lying.written.headerAt)
      .some((row) => row.some((cell) => /\d{3}/.test(cell)))
      ? null
      : { ...lying, rows };
  };

/** An amount with its groups, if it has any, by another sign. */
const grouping = (cell: string, sign: string): string => cell.replace(/[.,](?=\d{3}(?:\D|$))/g, sign);

const wordPlaces = (lying: LyingStatement, at: number): readonly number[] =>
  (lying.rows[at]?.cells ?? []).flatMap((cell, place) => (/\p{L}{4,}/u.test(cell) ? [place] : []));

/** Something in a text of a line, written without the quotes that it needs. */
const inText =
  (write: (cell: string, delimiter: string, next: Random) => string): Lie =>
  (lying, next, { delimiter }) => {
    if (delimiter === null) return null;
    const at = pick(linesAt(lying), next) ?? -1;
    const place = pick(wordPlaces(lying, at), next);
    const cells = lying.rows[at]?.cells ?? [];
    if (place === undefined || lying.rows[at]?.raw !== undefined) return null;
    return withCells(lying, at, cells.with(place, write(cells[place] ?? '', delimiter, next)), [place]);
  };

/** Two columns in each other's place, from a row on. */
const swapped = (cells: readonly string[], one: number, other: number): readonly string[] =>
  cells.map((cell, at) => (at === one ? (cells[other] ?? '') : at === other ? (cells[one] ?? '') : cell));

const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^fecha.*|^date$/i, 'Date'],
  [/^descripci|^detalle|^glosa|^concepto/i, 'Description'],
  [/cargo|débito/i, 'Debit'],
  [/abono|dep[oó]sito|crédito/i, 'Credit'],
  [/^saldo/i, 'Balance'],
  [/^monto|^importe|^valor|^total/i, 'Amount'],
];
const inEnglish = (name: string): string => ENGLISH.find(([own]) => own.test(name))?.[1] ?? name;

/** Its heading, of one row, can be written again. */
const canRepeat = ({ written, isTurned }: LyingStatement): boolean =>
  written.headerRows === 1 && isTurned !== true;

const isBank = ({ written }: LyingStatement): boolean => written.kind === 'bank';

function hasLineTwice({ rows }: LyingStatement): boolean {
  const lines = rows.flatMap(({ means }) => means ?? []);
  return new Set(lines).size < lines.length;
}

export const LIES: { readonly [name: string]: Lie } = {
  ...WRITTEN_OTHERWISE,
  'a page break': (lying, next) =>
    withRows(lying, between(lying, next), [[`Página ${1 + Math.floor(next() * 9)} de 12`]]),
  'a page break and the heading again': (lying, next) =>
    !canRepeat(lying)
      ? null
      : withRows(lying, between(lying, next), [['Página', '1', 'de', '2'], headerOf(lying)]),
  'the heading again': (lying, next) =>
    !canRepeat(lying) ? null : withRows(lying, between(lying, next), [headerOf(lying)]),
  'a note in between': (lying, next) => withRows(lying, between(lying, next), [[pick(NOTES, next) ?? '']]),
  'titles in between': (lying, next) => withRows(lying, between(lying, next), pick(TITLES, next) ?? []),
  'blank rows': (lying, next) => withRows(lying, between(lying, next), [[''], headerOf(lying).map(() => '')]),
  'decoys above': (lying, next) =>
    withRows(
      lying,
      0,
      DECOYS.filter(() => next() < 0.6),
    ),
  'days without a year': (lying, next) => {
    if (!isBank(lying) || !linesAt(lying).every((at) => lying.rows[at]?.cells.some((cell) => DAY.test(cell))))
      return null;
    // A year of another century would go with the others, and the day be right again.
    if (lying.rows.some(({ cells }) => cells.some((cell) => DAY.test(cell) && !/20\d\d$/.test(cell))))
      return null;
    const plain = everyLine(lying, (cells) => cells.map((cell) => cell.replace(DAY, '$1/$3')));
    return withRows(
      plain,
      0,
      DECOYS.filter(() => next() < 0.5),
    );
  },
  'months first': (lying, _, { isTyped }) =>
    !isTyped &&
    lying.rows.every(({ cells }) => !cells[0]?.startsWith('\ufeff')) &&
    linesAt(lying).some((at) => lying.rows[at]?.cells.some((cell) => DAY.test(cell)))
      ? everyLine(lying, (cells) => cells.map((cell) => cell.replace(DAY, '$3/$1/$4')))
      : null,
  'letters of another pair': (lying, next) => {
    const place = headerOf(lying).findIndex((name) => /^(?:D\/C|CARGO\/ABONO)$/.test(name));
    if (place < 0) return null;
    const [charge, deposit] =
      pick(
        [
          ['C', 'A'],
          ['D', 'C'],
          ['Cargo', 'Abono'],
          ['D', 'H'],
          ['-', '+'],
        ],
        next,
      ) ?? [];
    const header = pick(['D/C', 'CARGO/ABONO', 'Tipo', 'C/A'], next) ?? '';
    const isCharge = (letter: string): boolean => letter === (headerOf(lying)[place] === 'D/C' ? 'D' : 'C');
    // Another lie may have cut a line's last cells.
    const lines = everyLine(lying, (cells) =>
      place < cells.length
        ? cells.with(place, (isCharge(cells[place] ?? '') ? charge : deposit) ?? '')
        : cells,
    );
    return next() < 0.5 ? lines : withCells(lines, lying.headerAt, headerOf(lying).with(place, header));
  },
  'a delimiter in a text': inText((cell, delimiter) => cell.replace(/^(\S+)\s?/, `$1${delimiter} `)),
  'several delimiters in a text': inText((cell, delimiter) => `${cell}${delimiter}12${delimiter}1`),
  'a quote that opens': inText((cell) => `"${cell}`),
  'a quote that closes': inText((cell) => `${cell}"`),
  'a quote within': inText((cell) => `${cell.slice(0, 3)}"${cell.slice(3)}`),
  'text behind a quote': inText((cell) => `"${cell}" 2 un.`),
  'decimal commas between commas': (lying, _, { delimiter }) => {
    if (delimiter !== ',') return null;
    const places = moneyPlaces(lying);
    if (places.length === 0) return null;
    const rows = lying.rows.map((row, at) => {
      if (at <= lying.headerAt || row.raw !== undefined) return row;
      const cells = row.cells.map((cell, place) => {
        const cents = places.includes(place) ? centsOf(cell) : null;
        return cents === null ? cell : money(cents, 'comma').replaceAll('.', '');
      });
      return { ...row, cells, raw: places };
    });
    return { ...lying, rows };
  },
  'a sum': sum(false),
  'a sum that is wrong': sum(true),
  'a balance that is wrong': (lying, next) => {
    const { balanceColumn } = lying.written;
    const place = balanceColumn === null ? -1 : headerOf(lying).indexOf(balanceColumn);
    const lines = linesAt(lying);
    const at = pick(lines.slice(1), next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    const cents = centsOf(cells[place] ?? '');
    if (cents === null || place < 0) return null;
    const unit = /[.,]\d\d$/.test(cells[place] ?? '') ? 1 : 100;
    return {
      ...withCells(lying, at, cells.with(place, inStyleOf(cents + unit, cells[place] ?? ''))),
      mustBeDoubted: true,
    };
  },
  'amounts as 12.500': restyled('peso'),
  'amounts as 12500.00': restyled('dot'),
  'amounts as 12.500,00': restyled('comma'),
  'amounts as 12,500.00': restyled('dot-groups'),
  'amounts as $12,500': (lying, next, forms) => restyled('peso-us')(lying, next, forms),
  'dollars in one amount': oneAmount((cell) => `US$ ${cell.replace('$', '')}`, true, true),
  'euros in one amount': oneAmount((cell) => `${cell.replace('$', '')} €`, true, true),
  'reais in one amount': oneAmount((cell) => `R$ ${cell.replace('$', '')}`, true, true),
  'a sign of pesos in all': every((cell) => `$ ${cell.replace('$', '')}`),
  'a minus behind': every((cell) => (cell.startsWith('-') ? `${cell.slice(1)}-` : cell)),
  'a minus in parentheses': every((cell) => (cell.startsWith('-') ? `(${cell.slice(1)})` : cell)),
  'one minus behind': oneAmount((cell) => (cell.startsWith('-') ? `${cell.slice(1)}-` : null), false),
  'an amount that is none': oneAmount(() => 'n/d', true, true),
  'an amount that is gone': (lying, next, forms) =>
    // A line of a commission alone is written so; and of a line that stands twice the second would be no line any more.
    lying.written.kind === 'walmart-cl' || hasLineTwice(lying)
      ? null
      : oneAmount(() => '', true, true)(lying, next, forms),
  'a line twice': (lying, next) => {
    const at = pick(linesAt(lying), next) ?? -1;
    const row = lying.rows[at];
    if (row === undefined || row.raw !== undefined) return null;
    // Two equal rows are two movements, unless a balance or a total says otherwise.
    const proves = lying.written.proves.whole;
    return { ...lying, rows: lying.rows.toSpliced(at, 0, row), mustBeDoubted: lying.mustBeDoubted || proves };
  },
  'cells moved by one': (lying, next) => {
    const at = pick(linesAt(lying), next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    // Of the last one nothing stands behind that could move: a line may be without it.
    const from = Math.floor(next() * cells.findLastIndex((cell) => cell !== ''));
    const moved = next() < 0.5 ? cells.toSpliced(from, 0, '') : cells.toSpliced(from, 1);
    // Where no more than empty cells move nothing is another one.
    const upTo = (all: readonly string[]): string =>
      JSON.stringify(all.slice(0, 1 + all.findLastIndex((cell) => cell !== '')));
    const isSame = upTo(moved) === upTo(cells);
    return isSame || lying.rows[at]?.raw !== undefined ? null : withCells(lying, at, moved);
  },
  'a second table beside the first': (lying) => {
    const lines = linesAt(lying);
    const first = lying.rows[lines[0] ?? -1]?.cells ?? [];
    if (lying.written.headerRows > 1 || moneyPlaces(lying).length === 0 || lying.rows.some(({ raw }) => raw))
      return null;
    if (!moneyPlaces(lying).some((place) => /[1-9]/.test(first[place] ?? ''))) return null;
    const width = headerOf(lying).length;
    const rows = lying.rows.map((row, at) => {
      if (at !== lying.headerAt && row.means === null) return row;
      const own = Array.from({ length: width }, (_, place) => row.cells[place] ?? '');
      return { ...row, cells: [...own, ...own] };
    });
    return { ...lying, rows, mustBeDoubted: true };
  },
  'the heading again, two of its columns changed': (lying, next) => {
    if (!canRepeat(lying) || lying.rows.some(({ means }, at) => means === null && at > lying.headerAt))
      return null;
    const [one, other] = moneyPlaces(lying).toSorted(() => next() - 0.5);
    const at = between(lying, next);
    const header = headerOf(lying);
    if (one === undefined || other === undefined || at >= lying.rows.length) return null;
    if (header.filter((name) => name === header[one] || name === header[other]).length > 2) return null;
    const moved = lying.rows.map((row, place) =>
      place < at || row.means === null ? row : { ...row, cells: swapped(row.cells, one, other) },
    );
    return withRows({ ...lying, rows: moved, isTurned: true }, at, [swapped(header, one, other)]);
  },
  'the heading again in English': (lying, next) =>
    !canRepeat(lying) ? null : withRows(lying, between(lying, next), [headerOf(lying).map(inEnglish)]),
  'figures in thousands': (lying, next) => ({
    ...withRows(lying, next() < 0.5 ? 0 : lying.rows.length, [
      [pick(['Expresado en miles de pesos', 'Cifras en M$', 'Valores expressos em milhares'], next) ?? ''],
    ]),
    mustBeDoubted: true,
  }),
  'a sum that has a day': (lying, next) => {
    const found = sumAsWritten(lying);
    const at = linesAt(lying).at(-1) ?? -1;
    const last = lying.rows[at]?.cells ?? [];
    const [day] = dayPlaces(last);
    if (found === null || day === undefined || linesAt(lying).length < 2) return null;
    const word = headerOf(lying).findIndex((name) => /^(?:descripci|detalle|concepto|glosa)/i.test(name));
    if (word < 0) return null;
    const cells = headerOf(lying)
      .map(() => '')
      .with(day, last[day] ?? '');
    const row = cells.with(word, pick(['Total', 'Subtotal', 'Gran total'], next) ?? '');
    return {
      ...withRows(lying, at + 1, [row.with(found.place, inStyleOf(found.cents, found.style))]),
      mustBeDoubted: true,
    };
  },
  'days that are written once': (lying) => {
    const lines = linesAt(lying);
    let isAny = false;
    const rows = lying.rows.map((row, at) => {
      const before = lying.rows[lines[lines.indexOf(at) - 1] ?? -1]?.cells ?? [];
      const [day] = dayPlaces(row.cells);
      if (row.means === null || day === undefined || row.cells[day] !== before[day]) return row;
      isAny = true;
      return { ...row, cells: row.cells.with(day, '') };
    });
    return isAny ? { ...lying, rows } : null;
  },
  'groups by narrow blanks': every((cell) => grouping(cell, '\u202f')),
  'groups by apostrophes': every((cell) => grouping(cell, '’')),
  'a column by the other decimal sign': (lying, next) => {
    const place = pick(moneyPlaces(lying), next) ?? -1;
    return everyLine(lying, (cells) => {
      const cell = cells[place] ?? '';
      const turned = cell.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
      return AMOUNT.test(cell) ? cells.with(place, turned) : cells;
    });
  },
  // It may be an annulled charge, or a charge written otherwise: what the line means nobody can tell.
  'one charge by another sign': (lying, next) => {
    const place = headerOf(lying).findIndex((name) =>
      /^(?:cargos?|cheque o cargo|cheques y otros cargos|sale)$/i.test(name),
    );
    const { balanceColumn } = lying.written;
    const charges = linesAt(lying).filter((at) => /[1-9]/.test(lying.rows[at]?.cells[place] ?? ''));
    const at = pick(charges, next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    const cell = cells[place] ?? '';
    if (place < 0 || charges.length < 2 || lying.rows[at]?.raw !== undefined || !AMOUNT.test(cell))
      return null;
    const turned = withCells(lying, at, cells.with(place, cell.startsWith('-') ? cell.slice(1) : `-${cell}`));
    const balance = balanceColumn === null ? -1 : headerOf(lying).indexOf(balanceColumn);
    const bare = everyLine(turned, (row) => row.map((each, at) => (at === balance ? '' : each)));
    return { ...bare, mustBeDoubted: true };
  },
  'one amount in groups of the other sign': oneAmount((cell) => {
    const found = /^(-?\d{1,3})[.,]?(\d{3})([.,])00$/.exec(cell);
    return found === null ? null : `${found[1]}${found[3]}${found[2]}`;
  }, false),
  'a unit behind an amount': oneAmount((cell) => `${cell} mil`, true, true),
  'amounts in one cell': oneAmount((cell) => `${cell} + ${cell}`, true, true),
  'a mark in the midst': (lying, next, { isUnicode }) => {
    if (!isUnicode) return null;
    const at = pick(linesAt(lying), next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    return lying.rows[at]?.raw === undefined
      ? withCells(lying, at, cells.with(0, `\ufeff${cells[0] ?? ''}`))
      : null;
  },
  'an unknown record': (lying, next) => {
    const place = headerOf(lying).indexOf('RECORD_TYPE');
    const at = pick(linesAt(lying), next) ?? -1;
    const cells = lying.rows[at]?.cells ?? [];
    return place < 0
      ? null
      : { ...withCells(lying, at, cells.with(place, 'adjustment_v2')), mustBeDoubted: true };
  },
  'cut off': (lying, next, { isText }) =>
    isText ? { ...lying, bytes: [...lying.bytes, { lie: 'cut', share: 0.5 + next() / 2 }] } : null,
  'a hidden sheet': (lying, _, { isBook }) =>
    isBook ? { ...lying, bytes: [...lying.bytes, { lie: 'hidden-sheet' }] } : null,
  'a formula without its value': (lying, next, { isBook }) => {
    const at = pick(linesAt(lying), next);
    const column = pick(moneyPlaces(lying), next);
    if (!isBook || at === undefined || column === undefined) return null;
    if (!/[1-9]/.test(lying.rows[at]?.cells[column] ?? '')) return null;
    const cells = lying.rows[at]?.cells ?? [];
    return { ...withCells(lying, at, cells.with(column, pick(NO_VALUES, next) ?? '')), mustBeDoubted: true };
  },
  'numbers for ids': (lying, _, { isBook }) =>
    isBook ? { ...lying, bytes: [...lying.bytes, { lie: 'numbers-of-ids', isLost: false }] } : null,
  'ids that lost a digit': (lying, _, { isBook }) =>
    isBook ? { ...lying, bytes: [...lying.bytes, { lie: 'numbers-of-ids', isLost: true }] } : null,
};
export const LIE_NAMES = Object.keys(LIES);
