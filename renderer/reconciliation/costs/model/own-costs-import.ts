import { type Convention, createColumnReading, readBy } from '#renderer/data/model/column-reading.ts';
import {
  type FileCell,
  type FileRow,
  fileCellText,
  hasLostDigits,
  isBlankRow,
  shownCell,
} from '#renderer/data/model/file-cells.ts';
import type { ColumnMapping, FieldNames } from '#renderer/data/model/file-columns.ts';
import { normalHeader, plainHeadingKey } from '#renderer/data/model/headings.ts';
import {
  filledWidth,
  mostFrequent,
  movedRows,
  type RowShape,
  shapeOfRow,
} from '#renderer/data/model/moved-cells.ts';
import {
  daysOverlap,
  isSamePlace,
  MAX_NOTE_LENGTH,
  type OwnCost,
  type OwnCostFault,
  ownCostKey,
  placeOwnCost,
  readOwnCost,
} from '#renderer/data/model/own-costs.ts';
import { hasShortYear, type ShortYears, shortYearsOf } from '#renderer/data/model/short-years.ts';
import { unguarded } from '#renderer/data/model/spreadsheet.ts';
import type { WrittenCurrency } from '#renderer/data/model/written-currencies.ts';
import {
  DAY_ORDERS,
  type DayOrder,
  isSameDate,
  namedDayOrder,
  readShortYearFirst,
  readWrittenDate,
  serialDate,
  serialWritten,
  type WrittenDate,
} from '#renderer/data/model/written-dates.ts';
import { DECIMAL_SIGNS, type DecimalSign, readWrittenNumber } from '#renderer/data/model/written-numbers.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { createCostCurrencies } from './cost-currencies.ts';

/** Own costs from a table that somebody keeps: which lines are costs, and why the others are none. */

export const COST_FIELDS = ['sku', 'cost', 'from', 'to', 'note'] as const;
export type CostField = (typeof COST_FIELDS)[number];
export const NEEDED_COST_FIELDS = ['sku', 'cost'] as const satisfies readonly CostField[];

const names = (listed: string): readonly string[] => listed.split(', ').map(plainHeadingKey);

/** How the columns are called in the languages of the region, the better names first. */
export const COST_FIELD_NAMES: FieldNames<CostField> = {
  sku: names(
    'SKU producto, SKU, Código SKU, SKU interno, SKU vendedor, Seller SKU, Product SKU, Código producto, Código, Cod producto, Cod, Product code, Code, Referencia',
  ),
  cost: names(
    'Costo unitario, Costo producto, Costo neto, Costo neto unitario, Costo, Coste, Coste unitario, Unit cost, Product cost, Cost, Custo unitario, Custo do produto, Custo, Costo unit',
  ),
  from: names(
    'Desde, Vigente desde, Vigencia desde, Válido desde, Fecha desde, Fecha inicio, Inicio vigencia, Inicio, A partir de, From, Valid from, Start, Start date, De, Vigencia, Fecha, Date, Data',
  ),
  to: names(
    'Hasta, Vigente hasta, Vigencia hasta, Válido hasta, Fecha hasta, Fecha fin, Fecha término, Término, Fin vigencia, Fin, To, Until, Valid to, End, End date, Até, Data fim',
  ),
  note: names('Nota, Notas, Note, Notes, Observación, Observaciones, Comentario, Glosa, Observação, Comment'),
};

export type CostConventions = {
  readonly number: Convention<DecimalSign>;
  readonly date: Convention<DayOrder>;
};
/** The user's choice of convention for a column that leaves it open. */
export type ChosenConventions = { readonly number: DecimalSign | null; readonly date: DayOrder | null };

export type CostLineFault =
  | OwnCostFault
  /** It could be of either convention, and the column does not say of which. */
  | 'unclear-number'
  | 'unclear-date'
  /** Written, shown or headed in another currency than the account's. */
  | 'other-currency'
  | 'lost-digits'
  | 'long-note'
  /** More cells than the heading has names, or too few: they may stand under others than their own. */
  | 'moved-cells'
  /** The same SKU and days as another line, and not the same cost. */
  | 'contradicts';

/** `column` from 0; null: of the whole line. `other`: the line that it contradicts. */
export type CostFault = {
  readonly line: number;
  readonly column: number | null;
  readonly field: CostField | null;
  readonly text: string;
  readonly reason: CostLineFault;
  readonly other: number | null;
};

export type ImportedCost = Pick<OwnCost, 'sku' | 'from' | 'to' | 'cost' | 'note'> & { readonly line: number };

export type CostImport = {
  /** Below the header, those that are empty or repeat it left out. */
  readonly lines: number;
  /** Lines with a SKU and no cost. */
  readonly unfilled: number;
  /** Lines that say what another one said. */
  readonly repeated: number;
  readonly conventions: CostConventions;
  readonly costs: readonly ImportedCost[];
  /** The first MAX_FAULTS of `faultCount`. */
  readonly faults: readonly CostFault[];
  readonly faultCount: number;
};

/** A page holds no more of them. */
export const MAX_IMPORTED = 50_000;
export const MAX_FAULTS = 200;

type PendingLine = { readonly line: number; readonly cells: { readonly [field in CostField]: FileCell } };

export type CostReading = {
  readonly add: (row: FileRow) => void;
  /** More lines with a cost than are imported at once. */
  readonly isTooLong: () => boolean;
  readonly end: (said: ChosenConventions) => CostImport;
};

const sameNumber = (left: Decimal, right: Decimal): boolean =>
  compare(fromDecimal(left), fromDecimal(right)) === 0;

/** A row below the header; its words where it is not as wide as most. */
type LineShape = RowShape & { readonly words: string; readonly isUnfilled: boolean };

/**
 * Reads the rows below a header; of each it holds the mapped cells, until all are there to judge the columns by. Long: what
 * is counted while rows come is judged when they end.
 * @param currency the account's own; null: it has no name
 * @param today on which it is read; null: nobody knows, and years of two digits stand last
 */
export function createCostReading(
  columns: ColumnMapping<CostField>,
  headerLine: number,
  currency: WrittenCurrency | null = null,
  today: LocalDate | null = null,
): CostReading {
  const currencies = createCostCurrencies(currency);
  const held: PendingLine[] = [];
  let [lines, unfilled] = [0, 0];
  let header = '';
  let width: number | null = null;
  const shapes: LineShape[] = [];
  const numbers = createColumnReading(DECIMAL_SIGNS);
  /** As they are written. */
  const days: string[] = [];
  /** The orders that the headings of days name. */
  const named = new Set<DayOrder>();
  const cellOf = (row: FileRow, field: CostField): FileCell => {
    const at = columns[field];
    if (at === null) return '';
    // A cost that is merged over several lines is said of the first: the others have none of their own, and say so.
    return field === 'cost' ? (row.cells[at] ?? '') : shownCell(row, at, headerLine);
  };
  const keyOf = (row: FileRow): string =>
    COST_FIELDS.map((field) => normalHeader(fileCellText(cellOf(row, field)))).join('|');
  return {
    add(row) {
      if (row.line === headerLine) {
        header = keyOf(row);
        width = filledWidth(row);
        for (const field of ['from', 'to'] as const) {
          const order = namedDayOrder(fileCellText(cellOf(row, field)));
          if (order !== null) named.add(order);
        }
        currencies.head(row, fileCellText(cellOf(row, 'cost')));
      }
      if (row.line < headerLine) currencies.above(wordsOf(row));
      if (row.line <= headerLine || isBlankRow(row) || keyOf(row) === header) return;
      lines += 1;
      const [sku, cost] = [cellOf(row, 'sku'), cellOf(row, 'cost')];
      const isUnfilled = fileCellText(sku).trim() !== '' && fileCellText(cost).trim() === '';
      shapes.push({ ...shapeOfRow(row), words: wordsOf(row), isUnfilled });
      if (isUnfilled) {
        unfilled += 1;
        return;
      }
      const [from, to, note] = [cellOf(row, 'from'), cellOf(row, 'to'), cellOf(row, 'note')];
      currencies.add(row, cost);
      held.push({ line: row.line, cells: { sku, cost, from, to, note } });
      if (typeof cost === 'string') {
        const readings = readWrittenNumber(cost);
        const [dot, comma] = [readings['.'], readings[',']];
        numbers.add(readings, dot !== undefined && comma !== undefined && sameNumber(dot, comma));
      }
      for (const date of [from, to])
        if (typeof date === 'string' && date.trim() !== '') days.push(date.trim());
    },
    isTooLong: () => held.length > MAX_IMPORTED,
    end(said) {
      // A heading that names the order of days says that their years stand last.
      const years = today === null || named.size > 0 ? 'last' : atOnce(shortYearsOf(days, today));
      const conventions: CostConventions = {
        number: numbers.convention(),
        date: years === 'doubtful' ? 'unclear' : dateConvention(ordersOf(days, years), named),
      };
      const by: WrittenBy = {
        number: conventions.number === 'unclear' ? (said.number ?? 'unclear') : conventions.number,
        date: conventions.date === 'unclear' ? (said.date ?? 'unclear') : conventions.date,
        years: years === 'doubtful' && said.date !== null ? 'last' : years,
      };
      const faults: CostFault[] = [];
      const moved = new Map<number, LineShape>();
      for (const at of atOnce(movedRows(shapes, width ?? mostFrequent(shapes.map(({ filled }) => filled))))) {
        const shape = shapes[at];
        if (shape !== undefined) moved.set(shape.line, shape);
      }
      for (const { line, words: text } of moved.values()) {
        faults.push({ line, column: null, field: null, text, reason: 'moved-cells', other: null });
      }
      const inOthers = currencies.others();
      const costs = held.flatMap((each): ImportedCost[] => {
        if (moved.has(each.line)) return [];
        const other = inOthers.get(each.line);
        if (other !== undefined) {
          const { line } = each;
          faults.push({
            line,
            column: columns.cost,
            field: 'cost',
            text: other,
            reason: 'other-currency',
            other: null,
          });
          return [];
        }
        const read = readLine(each, by, (fault) =>
          faults.push({
            line: each.line,
            column: fault.field === null ? null : columns[fault.field],
            other: null,
            ...fault,
          }),
        );
        return read === null ? [] : [read];
      });
      const { kept, repeated, contradictions } = withoutContradictions(costs);
      const all = [...faults, ...contradictions].sort((left, right) => left.line - right.line);
      return {
        lines,
        unfilled: unfilled - [...moved.values()].filter(({ isUnfilled }) => isUnfilled).length,
        repeated,
        conventions,
        costs: kept,
        faults: all.slice(0, MAX_FAULTS),
        faultCount: new Set(all.map(({ line }) => line)).size,
      };
    },
  };
}

/** How the cells of a list are written, as far as it is known. */
type WrittenBy = CostConventions & { readonly years: ShortYears };

/** The order of days and months that days have of themselves. */
function ordersOf(days: readonly string[], years: ShortYears): CostConventions['date'] {
  const dates = createColumnReading(DAY_ORDERS);
  for (const day of days) {
    if (years !== 'last' && hasShortYear(day)) continue;
    const readings = readWrittenDate(day);
    const [one, other] = [readings['day-first'], readings['month-first']];
    dates.add(readings, one !== undefined && other !== undefined && isSameDate(one, other));
  }
  return dates.convention();
}

/** The order of days and months that the days and their headings give together: asked where the two are at odds. */
function dateConvention(own: CostConventions['date'], named: ReadonlySet<DayOrder>): CostConventions['date'] {
  const [order] = named;
  if (order === undefined || named.size > 1 || own === 'none' || own === 'mixed') return own;
  return own === 'unclear' || own === order ? order : 'unclear';
}

const LONGEST_WORDS = 200;
const wordsOf = ({ cells }: FileRow): string =>
  cells
    .flatMap((cell) => fileCellText(cell).trim() || [])
    .join(' · ')
    .slice(0, LONGEST_WORDS);

type Fault = Pick<CostFault, 'field' | 'text' | 'reason'>;

/** Null where something of it is not understood: all that is, is told. */
function readLine(
  { line, cells }: PendingLine,
  { number, ...written }: WrittenBy,
  report: (fault: Fault) => void,
): ImportedCost | null {
  let isWhole = true;
  const fault = (field: CostField, reason: CostLineFault): void => {
    isWhole = false;
    report({ field, text: fileCellText(cells[field]), reason });
  };
  const cost = costText(cells.cost, number);
  if (cost === 'unclear') fault('cost', 'unclear-number');
  const from = dayText(cells.from, written);
  const to = dayText(cells.to, written);
  if (from === 'unclear') fault('from', 'unclear-date');
  if (to === 'unclear') fault('to', 'unclear-date');
  if (hasLostDigits(cells.sku)) fault('sku', 'lost-digits');
  const note = fileCellText(cells.note).trim();
  if (note.length > MAX_NOTE_LENGTH) fault('note', 'long-note');
  if (!isWhole) return null;
  const sku = unguarded(fileCellText(cells.sku).trim());
  const found = readOwnCost({ sku, cost: cost ?? NO_NUMBER, from: from ?? NO_DAY, to: to ?? NO_DAY });
  if ('faults' in found) {
    for (const reason of found.faults) fault(fieldOf(reason, { from, to }), reason);
    return null;
  }
  return { line, ...found.read, note };
}

/** Read by nobody as a number or a day: what was not understood is said in the words of own costs. */
const NO_NUMBER = '?';
const NO_DAY = '?';

function fieldOf(
  reason: OwnCostFault,
  { from }: { readonly from: string | undefined; readonly to: string | undefined },
): CostField {
  switch (reason) {
    case 'no-sku':
    case 'long-sku':
      return 'sku';
    case 'no-cost':
    case 'not-a-number':
    case 'not-positive':
    case 'too-many-digits':
      return 'cost';
    case 'not-a-day':
      return from === undefined ? 'from' : 'to';
    case 'days-reversed':
      return 'to';
  }
}

/** A plain decimal; undefined where it is no amount. */
function costText(cell: FileCell, convention: CostConventions['number']): string | undefined {
  if (typeof cell === 'object')
    return cell.kind === 'number' && cell.isShownNegative !== true ? cell.text : undefined;
  if (cell.trim() === '') return '';
  return readBy(readWrittenNumber(cell), convention, sameNumber);
}

/** YYYY-MM-DD, "" where none stands there; undefined where it is no day. */
function dayText(cell: FileCell, { date: order, years }: Omit<WrittenBy, 'number'>): string | undefined {
  const text = fileCellText(cell).trim();
  if (text === '') return '';
  if (typeof cell === 'object' && cell.kind === 'date') return text.slice(0, 10);
  if (typeof cell === 'object' && cell.kind === 'number') {
    const serial = serialWritten(text);
    if (serial !== undefined) return serialDate(serial, cell.system ?? 1900)?.day;
  }
  if (years !== 'last' && hasShortYear(text))
    return years === 'first' ? readShortYearFirst(text)?.day : 'unclear';
  const date: WrittenDate | 'unclear' | undefined = readBy(readWrittenDate(text), order, isSameDate);
  return typeof date === 'object' ? date.day : date;
}

/** Lines of one SKU whose days meet: the same cost for the same days is said once, anything else is neither's. */
function withoutContradictions(costs: readonly ImportedCost[]) {
  const bySku = new Map<string, ImportedCost[]>();
  for (const cost of costs) {
    const others = bySku.get(cost.sku);
    if (others === undefined) bySku.set(cost.sku, [cost]);
    else others.push(cost);
  }
  const repeated = new Set<ImportedCost>();
  const contradicting = new Map<ImportedCost, number>();
  for (const ofSku of bySku.values()) {
    const sorted = [...ofSku].sort(byFirstDay);
    /** The one that lasts longest of those before. */
    let last: ImportedCost | null = null;
    for (const cost of sorted) {
      if (last === null || !daysOverlap(last, cost)) last = cost;
      else if (last.from === cost.from && last.to === cost.to && sameNumber(last.cost, cost.cost))
        repeated.add(cost);
      else {
        contradicting.set(cost, last.line);
        if (!contradicting.has(last)) contradicting.set(last, cost.line);
        if (cost.to === null || (last.to !== null && cost.to > last.to)) last = cost;
      }
    }
    // A line that repeats one of a contradiction does not stay either.
    for (const cost of sorted.filter((each) => repeated.has(each))) {
      const same = sorted.find(
        (other) =>
          contradicting.has(other) &&
          other.from === cost.from &&
          other.to === cost.to &&
          other.sku === cost.sku,
      );
      if (same !== undefined) contradicting.set(cost, contradicting.get(same) ?? same.line);
    }
  }
  return {
    kept: costs.filter((cost) => !repeated.has(cost) && !contradicting.has(cost)),
    repeated: [...repeated].filter((cost) => !contradicting.has(cost)).length,
    contradictions: [...contradicting].map(
      ([{ line, sku }, other]): CostFault => ({
        line,
        column: null,
        field: null,
        text: sku,
        reason: 'contradicts',
        other,
      }),
    ),
  };
}

function byFirstDay(left: ImportedCost, right: ImportedCost): number {
  const [one, other] = [left.from ?? '', right.from ?? ''];
  return one === other ? left.line - right.line : one < other ? -1 : 1;
}

/** Effect of an import on the costs that stand. */
export type CostPlan = {
  readonly puts: readonly OwnCost[];
  /** Keys. */
  readonly deletes: readonly string[];
  /** Lines that say what stands already, that would touch what stands, and all others. */
  readonly unchanged: number;
  readonly overlapping: readonly ImportedCost[];
  readonly added: number;
};

/**
 * @param onOverlap `replace`: what stands loses the days that the file speaks of; `keep`: lines that touch it are left out
 */
export function planCostImport(
  standing: Iterable<OwnCost>,
  imported: readonly ImportedCost[],
  said: Pick<OwnCost, 'currency' | 'owner' | 'atMs' | 'vat'>,
  onOverlap: 'replace' | 'keep',
): CostPlan {
  const bySku = new Map<string, OwnCost[]>();
  for (const cost of standing) {
    const others = bySku.get(cost.sku);
    if (others === undefined) bySku.set(cost.sku, [cost]);
    else others.push(cost);
  }
  const before = new Set([...bySku.values()].flat().map(ownCostKey));
  const touched = new Set<string>();
  const overlapping: ImportedCost[] = [];
  let [unchanged, added] = [0, 0];
  for (const line of imported) {
    const { line: _, ...read } = line;
    const cost: OwnCost = { ...read, ...said };
    const others = bySku.get(cost.sku) ?? [];
    const same = others.some((other) => isSamePlace(other, cost) && isSameCost(other, cost));
    if (same) {
      unchanged += 1;
      continue;
    }
    const isOverlap = others.some((other) => isSamePlace(other, cost) && daysOverlap(other, cost));
    if (isOverlap) overlapping.push(line);
    else added += 1;
    if (isOverlap && onOverlap === 'keep') continue;
    const placed = placeOwnCost(others, cost, { replaced: null, onOverlap: 'cut' });
    if (placed.kind === 'overlap') continue;
    const gone = new Set([...placed.changes.deletes, ...placed.changes.puts.map(ownCostKey)]);
    bySku.set(cost.sku, [...others.filter((other) => !gone.has(ownCostKey(other))), ...placed.changes.puts]);
    touched.add(cost.sku);
  }
  const puts = [...touched].flatMap((sku) => bySku.get(sku) ?? []);
  const kept = new Set([...bySku.values()].flat().map(ownCostKey));
  return { puts, deletes: [...before].filter((key) => !kept.has(key)), unchanged, overlapping, added };
}

const isSameVat = ({ vat: one }: OwnCost, { vat: other }: OwnCost): boolean =>
  one === undefined || other === undefined ? one === other : sameNumber(one, other);

const isSameCost = (left: OwnCost, right: OwnCost): boolean =>
  left.from === right.from &&
  left.to === right.to &&
  sameNumber(left.cost, right.cost) &&
  isSameVat(left, right) &&
  left.note === right.note;
