import { partition } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import { sortByKey } from '#renderer/data/engine/sort/radix-sort.ts';
import { rankScaled } from '#renderer/data/engine/sort/row-keys.ts';
import type {
  ChangesPage,
  ChangesQuery,
  ColumnDifference,
  OrderDifference,
  OrderFigures,
} from '#renderer/data/model/changes.ts';
import type { ColumnTotal, Table } from '#renderer/data/model/sheet-table.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { ColumnKind } from '#shared/domain/column-catalogue.ts';
import { localToMs, type Month, shiftMonth, startOfMonth } from '#shared/domain/dates.ts';
import { fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { cellsOfKey, type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { inScope } from '#shared/domain/selection.ts';
import { changesOf, groupReader, groupsOf } from './change-groups.ts';
import { type ChangeIndex, createExactSum, differenceOf, purchaseOf } from './change-index.ts';
import { CHANGE_AMOUNTS, isOtherColumn } from './change-record.ts';
import type { ChangedOrder, IsOfSelection } from './selected-orders.ts';

/** The change log put together by order: what each was before the first change asked for, and after the last. */
export type ChangesAnswer = Omit<ChangesPage, 'revision' | 'offset' | 'lines'> & {
  readonly lines: (offset: number, limit: number) => readonly OrderDifference[];
};

/** An order's changes of the query, by number. */
type Line = { readonly first: number; last: number; changes: number; isInMonth: boolean };

/** `isSelected`: which orders are of the query's selection; null where it has none. */
export function queryChanges(
  index: ChangeIndex,
  query: ChangesQuery,
  isSelected: IsOfSelection | null = null,
): ChangesAnswer {
  const isAsked = requestedReadings(index, query);
  const all = linesOf(index, isAsked, query.month);
  const needle = fold(query.search.trim());
  const inEveryScope = all.filter((line) => {
    const order = orderOf(index, line);
    if (order === undefined || kindOf(index, line) === null) return false;
    if (query.month !== null && !line.isInMonth) return false;
    if (query.canal !== null && order.Canal !== query.canal) return false;
    if (needle !== '' && !order.folded.includes(needle)) return false;
    if (isSelected !== null && !isSelected(changedOrder(index, line, order))) return false;
    return !query.onlyDifferent || differs(index, line);
  });
  const isInScope = (line: Line): boolean => {
    const order = orderOf(index, line);
    return order !== undefined && inScope(query.scope, order);
  };
  const [wanted, others] = partition(inEveryScope, isInScope);
  const keyOf = groupReader(index, query.grouping, isAsked, (line: Line) => kindOf(index, line));
  const isOfGroup = (line: Line) => query.group === null || keyOf(line) === query.group;
  const isOfKind = (line: Line) => query.kinds.includes(kindOf(index, line) ?? 'changed');
  const counts = { new: 0, changed: 0, removed: 0 };
  for (const line of wanted) if (isOfGroup(line)) counts[kindOf(index, line) ?? 'changed'] += 1;
  const ofKinds = wanted.filter(isOfKind);
  const shown = ofKinds.filter(isOfGroup);
  const sorted = sortLines(index, shown, query.sort);
  const canales = new Set(all.filter(isInScope).map((line) => orderOf(index, line)?.Canal ?? ''));
  return {
    total: sorted.length,
    elsewhere: others.filter((line) => isOfKind(line) && isOfGroup(line)).length,
    sums: sumsOf(index, sorted),
    rowsBefore: rowsOf(index, sorted, 'before'),
    rowsAfter: rowsOf(index, sorted, 'after'),
    counts,
    groups: groupsOf(groupBy(ofKinds, keyOf), query.grouping, (lines) => ({
      orders: lines.length,
      rows: rowsOf(index, lines, 'after') - rowsOf(index, lines, 'before'),
      differences: mapValues(sumsOf(index, lines), ({ difference }) => difference),
    })),
    canales: [...canales].sort(compareTexts),
    lines: (offset, limit) =>
      sorted.slice(offset, offset + limit).map((line) => differenceLine(index, line, isAsked)),
  };
}

function changedOrder(
  index: ChangeIndex,
  { first, last }: Line,
  order: ChangeIndex['orders'][number],
): ChangedOrder {
  const purchase = purchaseOf(index, first) ?? purchaseOf(index, last);
  return { ...order, before: index.before.figures(first), purchase };
}

/** Every change of one order, newest first. */
export function orderHistory(index: ChangeIndex, key: OrderKey): readonly OrderDifference[] {
  return index
    .changesOf(key)
    .map((change) =>
      differenceLine(index, { first: change, last: change, changes: 1, isInMonth: false }, null),
    );
}

/** The answers that the last change of an order came with; none where it never changed. */
export function latestIds(
  index: ChangeIndex,
  identity: { readonly [column: string]: Cell },
): readonly string[] {
  const columns = Object.keys(identity);
  const key = orderKeyReader({ columns })(columns.map((column) => identity[column] ?? null));
  const [newest] = index.changesOf(key);
  return newest === undefined ? [] : index.correlationIds(newest);
}

/** All readings written from the first one since then on: one may be written after a later one (it waited staged). */
function requestedReadings(index: ChangeIndex, { runId, since }: ChangesQuery): readonly boolean[] {
  const first =
    since === null ? 0 : index.readings.findIndex(({ readAt }) => readAt !== null && readAt >= since);
  return index.readings.map(
    (reading, at) => first >= 0 && at >= first && (runId === null || reading.runId === runId),
  );
}

/** The orders with a change in what the query looks at, oldest first change first. */
function linesOf(index: ChangeIndex, isAsked: readonly boolean[], month: ChangesQuery['month']) {
  const range = month === null ? null : rangeOf(month);
  const lineOf: (Line | undefined)[] = new Array(index.orders.length);
  const lines: Line[] = [];
  for (let change = 0; change < index.size; change += 1) {
    if (isAsked[index.readingOf[change] ?? 0] !== true) continue;
    const order = index.orderOf[change] ?? 0;
    const ms = index.purchaseMs[change] ?? Number.NaN;
    const isInMonth = range !== null && ms >= range.fromMs && ms < range.toMs;
    const known = lineOf[order];
    if (known === undefined) {
      const line = { first: change, last: change, changes: 1, isInMonth };
      lineOf[order] = line;
      lines.push(line);
    } else {
      known.last = change;
      known.changes += 1;
      known.isInMonth ||= isInMonth;
    }
  }
  return lines;
}

function rangeOf(month: Month) {
  return { fromMs: localToMs(startOfMonth(month)), toMs: localToMs(startOfMonth(shiftMonth(month, 1))) };
}

function orderOf(index: ChangeIndex, { last }: Line) {
  return index.orders[index.orderOf[last] ?? 0];
}

/** Null for an order that came and went within the query. */
function kindOf(index: ChangeIndex, { first, last }: Line): OrderDifference['kind'] | null {
  const wasThere = (index.before.rows[first] ?? -1) >= 0;
  const isThere = (index.after.rows[last] ?? -1) >= 0;
  if (wasThere) return isThere ? 'changed' : 'removed';
  return isThere ? 'new' : null;
}

function differs(index: ChangeIndex, { first, last }: Line): boolean {
  const { before, after } = index;
  if (before.rows[first] !== after.rows[last] || before.labels[first] !== after.labels[last]) return true;
  return CHANGE_AMOUNTS.some((_, at) => {
    const was = before.amounts[at]?.at(first) ?? null;
    const is = after.amounts[at]?.at(last) ?? null;
    if ((was === null) !== (is === null)) return true;
    return differenceOf(was, is).units !== 0n;
  });
}

function rowsOf(index: ChangeIndex, lines: readonly Line[], side: 'before' | 'after'): number {
  const { rows } = index[side];
  return lines.reduce(
    (sum, { first, last }) => sum + Math.max(0, rows[side === 'before' ? first : last] ?? 0),
    0,
  );
}

function sumsOf(index: ChangeIndex, lines: readonly Line[]): ChangesPage['sums'] {
  const sums: { [column: string]: ChangesPage['sums'][string] } = {};
  for (const [at, column] of CHANGE_AMOUNTS.entries()) {
    const before = createExactSum();
    const after = createExactSum();
    const was = index.before.amounts[at];
    const is = index.after.amounts[at];
    if (was === undefined || is === undefined) continue;
    for (const { first, last } of lines) {
      before.add(was, first);
      after.add(is, last);
    }
    sums[column] = {
      before: toDecimal(before.total()),
      after: toDecimal(after.total()),
      difference: toDecimal(subtract(after.total(), before.total())),
    };
  }
  return sums;
}

/** Newest change first; by a column: greatest difference first, whatever its sign. */
function sortLines(index: ChangeIndex, lines: readonly Line[], sort: string | null): readonly Line[] {
  const newest = [...lines].sort((a, b) => b.last - a.last);
  const at = sort === null ? -1 : CHANGE_AMOUNTS.indexOf(sort);
  if (at < 0) return newest;
  const positions = Uint32Array.from(newest, (_, position) => position);
  const keys = magnitudes(index, newest, at);
  for (let position = 0; position < keys.length; position += 1) keys[position] = 0 - (keys[position] ?? 0);
  sortByKey(positions, keys);
  return Array.from(positions, (position) => newest[position]).filter((line) => line !== undefined);
}

function magnitudes(index: ChangeIndex, lines: readonly Line[], at: number): Float64Array {
  const was = index.before.amounts[at];
  const is = index.after.amounts[at];
  if (was === undefined || is === undefined) return new Float64Array(lines.length);
  const scale = lines.reduce(
    (greatest, { first, last }) => Math.max(greatest, was.scaleAt(first), is.scaleAt(last)),
    0,
  );
  let isExact = true;
  const unitsOf = (column: typeof was, change: number): number => {
    const units = column.unitsAt(change) * powerOfTen(scale - column.scaleAt(change));
    if (!(Math.abs(units) <= Number.MAX_SAFE_INTEGER / 2)) isExact = false;
    return units;
  };
  const keys = Float64Array.from(lines, ({ first, last }) =>
    Math.abs(unitsOf(is, last) - unitsOf(was, first)),
  );
  if (isExact) return keys;
  const exact = lines.map(({ first, last }) => {
    const difference = differenceOf(was.at(first), is.at(last));
    return { units: difference.units < 0n ? -difference.units : difference.units, scale: difference.scale };
  });
  return rankScaled(exact, () => 0);
}

/** `isAsked`: the readings whose changes are told; null: all of them. */
function differenceLine(index: ChangeIndex, line: Line, isAsked: readonly boolean[] | null): OrderDifference {
  const { first, last, changes } = line;
  const reading = index.readings[index.readingOf[last] ?? 0];
  const order = orderOf(index, line);
  if (reading === undefined || order === undefined) throw new RangeError('No such change.');
  return {
    Canal: order.Canal,
    Cuenta: order.Cuenta,
    Orden: order.Orden,
    identity: cellsOfKey(order.key),
    purchase: purchaseOf(index, last) ?? purchaseOf(index, first),
    kind: kindOf(index, line) ?? 'changed',
    before: index.before.figures(first),
    after: index.after.figures(last),
    changes,
    readAt: reading.readAt,
    purpose: reading.purpose,
    windowFrom: reading.window.from,
    windowTo: reading.window.to,
    correlationIds: index.correlationIds(last),
    columns: columnsOf(index, line, isAsked),
    values: valuesOf(index, line, isAsked),
  };
}

/** Columns that differed in any change of a line that was asked for; none where the order came or went, null where that was not kept. */
function columnsOf(
  index: ChangeIndex,
  line: Line,
  isAsked: readonly boolean[] | null,
): readonly string[] | null {
  if (kindOf(index, line) !== 'changed') return [];
  const columns = new Set<string>();
  for (const change of changesOf(index, line, isAsked)) {
    const own = index.columns(change);
    if (own === null) return null;
    for (const column of own) columns.add(column);
  }
  return [...columns];
}

/**
 * Values of the other columns before the first change that names them, and after the last: in between, a change that
 * does not name a column left it as it was. One that any of them left out is left out; null where one kept none.
 */
function valuesOf(
  index: ChangeIndex,
  line: Line,
  isAsked: readonly boolean[] | null,
): readonly ColumnDifference[] | null {
  if (kindOf(index, line) !== 'changed') return [];
  const differences = new Map<string, ColumnDifference>();
  const leftOut = new Set<string>();
  for (const change of changesOf(index, line, isAsked)) {
    const columns = index.columns(change)?.filter(isOtherColumn) ?? null;
    const own = index.values(change);
    if (columns === null || (own === null && columns.length > 0)) return null;
    const named = new Map((own ?? []).map((value) => [value.column, value]));
    for (const column of columns) {
      const value = named.get(column);
      if (value === undefined) leftOut.add(column);
      // Newest first: the last to come here is the oldest.
      else differences.set(column, { ...value, after: differences.get(column)?.after ?? value.after });
    }
  }
  return [...differences.values()].filter(({ column }) => !leftOut.has(column));
}

/** The change log as a file: the very lines of the screen. Headings and words are Spanish, as all column keys are. */

type FileColumn = { readonly key: string; readonly kind: ColumnKind; readonly read: Read };
type Read = (line: OrderDifference) => Cell;

const KINDS: { readonly [kind in OrderDifference['kind']]: string } = {
  new: 'nueva',
  changed: 'cambiada',
  removed: 'eliminada',
};
const PURPOSES: { readonly [purpose in WindowPurpose]: string } = {
  history: 'carga histórica',
  changes: 'cambios',
  verification: 'verificación',
  reread: 'relectura',
};
/** Between several values of one order. */
const AND = ' | ';

const columnOf =
  (kind: ColumnKind) =>
  (key: string, read: Read): FileColumn => ({ key, kind, read });
const [text, count, amount] = [columnOf('text'), columnOf('count'), columnOf('money')];

function beforeAndAfter(key: string, column: typeof text, cell: (figures: OrderFigures) => Cell) {
  const of = (figures: OrderFigures | null) => (figures === null ? null : cell(figures));
  return [
    column(`${key} antes`, ({ before }) => of(before)),
    column(`${key} después`, ({ after }) => of(after)),
  ];
}

/** «Comprador: Ana | Producto: Taza»; null where none were kept. */
function valuesCell(values: OrderDifference['values'], side: 'before' | 'after'): Cell {
  return (
    values
      ?.map((value) => `${value.column}: ${value[side].map((cell) => cell ?? '').join(', ')}`)
      .join(AND) ?? null
  );
}

/** Exact; null where the amount was readable on neither side. */
function differenceIn(column: string, { before, after }: OrderDifference): Cell {
  const was = before?.amounts[column];
  const is = after?.amounts[column];
  if (was === undefined && is === undefined) return null;
  return toDecimal(
    differenceOf(was === undefined ? null : fromDecimal(was), is === undefined ? null : fromDecimal(is)),
  );
}

const COLUMNS: readonly FileColumn[] = [
  text('Canal', ({ Canal }) => Canal),
  text('Cuenta', ({ Cuenta }) => Cuenta),
  text('Orden', ({ Orden }) => Orden),
  columnOf('local-datetime')('Fecha de compra', ({ purchase }) => purchase),
  text('Cambio', ({ kind }) => KINDS[kind]),
  ...beforeAndAfter('Filas', count, ({ rows }) => String(rows)),
  ...beforeAndAfter('Estado de Orden', text, ({ states }) => states.join(AND)),
  ...beforeAndAfter('Estado de Pago', text, ({ payments }) => payments.join(AND)),
  ...CHANGE_AMOUNTS.flatMap((column) => [
    ...beforeAndAfter(column, amount, ({ amounts }) => amounts[column] ?? null),
    amount(`${column} diferencia`, (line) => differenceIn(column, line)),
  ]),
  text('Columnas', ({ columns }) => (columns === null ? null : columns.join(AND))),
  text('Valores antes', ({ values }) => valuesCell(values, 'before')),
  text('Valores después', ({ values }) => valuesCell(values, 'after')),
  columnOf('utc-datetime')('Leído (UTC)', ({ readAt }) => readAt),
  text('Lectura', ({ purpose }) => PURPOSES[purpose]),
  text('Ventana desde', ({ windowFrom }) => windowFrom),
  text('Ventana hasta', ({ windowTo }) => windowTo),
  count('Cambios', ({ changes }) => String(changes)),
  text('correlation_id', ({ correlationIds }) => correlationIds.join(AND)),
];

/** Sums of the columns, as the screen shows them. */
function fileTotals(answer: ChangesAnswer): ReadonlyMap<string, Cell> {
  const { sums, rowsBefore, rowsAfter } = answer;
  return new Map<string, Cell>([
    ['Filas antes', String(rowsBefore)],
    ['Filas después', String(rowsAfter)],
    ...Object.entries(sums).flatMap(([column, { before, after, difference }]): [string, Cell][] => [
      [`${column} antes`, before],
      [`${column} después`, after],
      [`${column} diferencia`, difference],
    ]),
  ]);
}

export function changesTable(answer: ChangesAnswer, name: string): Table {
  const totals = fileTotals(answer);
  const totalOf = (key: string): ColumnTotal | null =>
    totals.has(key) ? { kind: 'sum', value: totals.get(key) ?? null } : null;
  return {
    name,
    columns: COLUMNS.map(({ key, kind }) => ({ name: key, kind, total: totalOf(key) })),
    keyColumns: 3,
    lineCount: answer.total,
    isGrouped: false,
    read: (offset, limit) =>
      answer.lines(offset, limit).map((line) => ({ cells: COLUMNS.map(({ read }) => read(line)) })),
  };
}
