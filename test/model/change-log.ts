import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import { readChangeRecords } from '#renderer/data/storage/commit/change-log.ts';
import { defineDatabase } from '#renderer/data/storage/database/database.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { WireRow } from './source.ts';
import { Violation } from './violation.ts';
import type { Revision } from './watch.ts';

/** Replays the change log over what the load first brought (rule 13). */

/** What an order comes to, by the harness's own arithmetic; null: there is no such order. */
export type Figures = {
  readonly rows: number;
  readonly states: string;
  readonly payments: string;
  /** Sum of Ventas, in hundredths. */
  readonly ventas: bigint;
} | null;

/** Orders by their identity, blank ones by what cannot change (rule 4). */
export function orderOf(row: WireRow): string {
  const columns =
    (row.Orden ?? '').trim() === ''
      ? [
          'Canal',
          'Cuenta',
          'Tipo de Dato',
          'Producto',
          'SKU Producto',
          'SKU Marketplace',
          'SKU Variante',
          'Nro. suborden',
          'Nro. Paquete',
          'Fecha de compra',
        ]
      : ['Canal', 'Cuenta', 'Orden'];
  return JSON.stringify(columns.map((column) => row[column] ?? null));
}

/** Longer input is no amount: it is kept as text and adds nothing. */
const isAmount = (text: string) => text.replace(/\D/g, '').length <= 60;

function hundredths(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'));
  return text.startsWith('-') ? -value : value;
}

const distinct = (rows: readonly WireRow[], column: string) =>
  [...new Set(rows.map((row) => row[column] ?? ''))].sort().join(', ');

export function figuresByOrder(rows: readonly WireRow[]): ReadonlyMap<string, Figures> {
  const groups = new Map<string, WireRow[]>();
  for (const row of rows) {
    const order = orderOf(row);
    const group = groups.get(order);
    if (group === undefined) groups.set(order, [row]);
    else group.push(row);
  }
  return new Map(
    [...groups].map(([order, group]) => [
      order,
      {
        rows: group.length,
        states: distinct(group, 'Estado de Orden'),
        payments: distinct(group, 'Estado de Pago'),
        ventas: group.reduce(
          (sum, row) => sum + (isAmount(row.Ventas ?? '') ? hundredths(row.Ventas ?? '0') : 0n),
          0n,
        ),
      },
    ]),
  );
}

type Written = ChangesRecord['changes'][number]['before'];

const asFigures = (written: Written): Figures =>
  written === null
    ? null
    : {
        rows: written.rows,
        states: written.states.join(', '),
        payments: written.payments.join(', '),
        ventas: hundredths(written.amounts.Ventas ?? '0'),
      };

const viewOf = (figures: Figures) =>
  figures === null
    ? 'nothing'
    : `${figures.rows} rows, ${figures.ventas}, ${figures.states}, ${figures.payments}`;

/** Orders as the load first brought them: where no record says that they are new, this is where they begin. */
export type FirstFigures = ReadonlyMap<string, Figures>;

/**
 * Throws where, between any two revisions, what the log says that changed is not what the totals moved by: for pairs
 * drawn at random, told as people are told it, by what each order was before its first change and after its last one.
 */
function checkSums(
  changes: ChangesRecord['changes'],
  parts: readonly (readonly Revision[])[],
  draw: (below: number) => number,
): void {
  for (const part of parts) {
    for (let pair = 0; pair < PAIRS && part.length > 1; pair += 1) {
      const [one, other] = [draw(part.length), draw(part.length)];
      const [from, to] = [part[Math.min(one, other)], part[Math.max(one, other)]];
      if (from === undefined || to === undefined) continue;
      const orders = new Map<string, { readonly before: Figures; after: Figures }>();
      for (const { order, before, after } of changes.slice(from.changes, to.changes)) {
        const known = orders.get(order);
        if (known === undefined) orders.set(order, { before: asFigures(before), after: asFigures(after) });
        else known.after = asFigures(after);
      }
      let rows = to.loaded.rows - from.loaded.rows;
      let ventas = to.loaded.ventas - from.loaded.ventas;
      for (const { before, after } of orders.values()) {
        rows += (after?.rows ?? 0) - (before?.rows ?? 0);
        ventas += (after?.ventas ?? 0n) - (before?.ventas ?? 0n);
      }
      const moved = {
        rows: to.totals.rows - from.totals.rows,
        ventas: to.totals.ventas - from.totals.ventas,
      };
      if (rows !== moved.rows || ventas !== moved.ventas) {
        throw new Violation(
          'changes',
          `between two revisions the totals moved by ${moved.rows} rows and ${moved.ventas}, the log says ${rows} and ${ventas}`,
        );
      }
    }
  }
}

/** Pairs of revisions a part of the app's life is asked for. */
const PAIRS = 40;

/**
 * Throws where the changes since a revision are not what was written after it: what a reading that waited staged, or
 * the user's late word, changed is among them, whenever it was read.
 */
function checkSince(records: readonly ChangesRecord[], revisions: readonly Revision[]): void {
  const index = createChangeIndex();
  for (const record of records) index.add(record);
  for (const { changes: written, atMs } of revisions) {
    // Answers tell the time in whole seconds.
    const since = new Date(Math.floor(atMs / 1000) * 1000).toISOString() as UtcInstant;
    const orders = new Map<string, { readonly before: number; after: number }>();
    let number = 0;
    let isKnown = true;
    let isSince = false;
    for (const { readAt, changes } of records) {
      isSince ||= readAt !== null && readAt >= since;
      if (changes.length > 0 && isSince !== number >= written) isKnown = false;
      for (const { order, before, after } of changes) {
        number += 1;
        if (number <= written) continue;
        const known = orders.get(order);
        if (known === undefined) orders.set(order, { before: before?.rows ?? 0, after: after?.rows ?? 0 });
        else known.after = after?.rows ?? 0;
      }
    }
    // Something was written in that very second, or read before and written after it: the moment tells no revision.
    if (!isKnown) continue;
    const { rowsBefore, rowsAfter } = queryChanges(index, { ...EVERY_CHANGE, since });
    const moved = [...orders.values()].reduce((sum, { before, after }) => sum + after - before, 0);
    if (rowsAfter - rowsBefore !== moved) {
      throw new Violation(
        'changes',
        `since ${since} ${rowsAfter - rowsBefore} rows more are told, ${moved} were written`,
      );
    }
  }
}

/**
 * Throws where what the log says that other columns held is not what its record before said, or what the rows hold now:
 * a column that a change does not name was left as it was.
 */
function checkValues(records: readonly ChangesRecord[], now: readonly WireRow[]): void {
  const index = createChangeIndex();
  for (const record of records) index.add(record);
  const held = new Map<string, Map<string, string>>();
  for (let change = 0; change < index.size; change += 1) {
    const order = index.orders[index.orderOf[change] ?? 0]?.key ?? '';
    const values = index.values(change);
    const columns = index.columns(change);
    // It came or went, or more is not known of it.
    if (columns === null || values === null) held.delete(order);
    else {
      const known = held.get(order) ?? new Map<string, string>();
      held.set(order, known);
      for (const column of columns) {
        const value = values.find((other) => other.column === column);
        const was = known.get(column);
        if (was !== undefined && value !== undefined && was !== JSON.stringify(value.before)) {
          throw new Violation(
            'changes',
            `${order}: ${column} was ${was}, the log says ${JSON.stringify(value.before)}`,
          );
        }
        if (value === undefined) known.delete(column);
        else known.set(column, JSON.stringify(value.after));
      }
    }
  }
  const rows = groupBy(now, orderOf);
  for (const [order, known] of held) {
    for (const [column, text] of known) {
      const cells = (rows.get(order) ?? []).map((row) => row[column] ?? null);
      const after = JSON.parse(text) as readonly (string | null)[];
      const isSet = after.length === new Set(cells).size && after.every((cell) => cells.includes(cell));
      const isSum =
        after.length === 1 &&
        [...after, ...cells].every((cell) => /^-?[\d.]*$/.test(cell ?? '')) &&
        hundredths(after[0] ?? '0') === cells.reduce((sum, cell) => sum + hundredths(cell ?? '0'), 0n);
      if (!isSet && !isSum)
        throw new Violation('changes', `${order}: ${column} is ${cells.join()}, the log leads to ${text}`);
    }
  }
}

/**
 * Throws where the log does not lead from what was loaded to what is there now.
 * @param isOneTime whether the service's clock never went back, so that a moment tells a revision
 */
export async function checkChangeLog(
  accountId: string,
  loaded: FirstFigures,
  now: readonly WireRow[],
  requests: number,
  revisions: readonly (readonly Revision[])[],
  isOneTime: boolean,
): Promise<void> {
  const database = defineDatabase(accountId);
  await database.open();
  const records = await readChangeRecords(database);
  database.close();
  let drawn = requests;
  checkSums(
    records.flatMap(({ changes }) => changes),
    revisions,
    (below) => {
      drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
      return Math.floor((drawn / 2 ** 32) * below);
    },
  );
  if (isOneTime) checkSince(records, revisions.flat());
  checkValues(records, now);
  const stands = new Map<string, Figures>();
  for (const { changes, windowId } of records) {
    for (const { order, before, after, correlationIds } of changes) {
      const stood = stands.has(order)
        ? (stands.get(order) ?? null)
        : before === null
          ? null
          : (loaded.get(order) ?? null);
      if (viewOf(stood) !== viewOf(asFigures(before))) {
        throw new Violation(
          'changes',
          `${order}: it was ${viewOf(stood)}, the log says ${viewOf(asFigures(before))}`,
        );
      }
      if (!windowId.startsWith('resolve-') && correlationIds.length === 0) {
        throw new Violation('changes', `${order}: no answer is named`);
      }
      if (correlationIds.some((id) => Number(id.slice(-12)) > requests)) {
        throw new Violation('changes', `${order}: an answer that never was`);
      }
      stands.set(order, asFigures(after));
    }
  }
  const figures = figuresByOrder(now);
  for (const order of new Set([...loaded.keys(), ...stands.keys(), ...figures.keys()])) {
    const stood = stands.has(order) ? (stands.get(order) ?? null) : (loaded.get(order) ?? null);
    const is = figures.get(order) ?? null;
    if (viewOf(stood) !== viewOf(is)) {
      throw new Violation('changes', `${order}: the log leads to ${viewOf(stood)}, it is ${viewOf(is)}`);
    }
  }
}
