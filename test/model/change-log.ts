import type { ChangesRecord } from '#renderer/analysis/changes/change-record.ts';
import { readChangeRecords } from '#renderer/ledger/change-log.ts';
import { defineDatabase } from '#renderer/ledger/database.ts';
import type { WireRow } from '#test/model/source.ts';
import { Violation } from '#test/model/violation.ts';

/** Replays the change log over what the load first brought (design.md, rule 13). */

/** What an order comes to, by the harness's own arithmetic; null: there is no such order. */
export type Figures = {
  readonly rows: number;
  readonly states: string;
  readonly payments: string;
  /** Sum of Ventas, in hundredths. */
  readonly ventas: bigint;
} | null;

/** Orders by their identity, blank ones by what cannot change (rule 4). */
function orderOf(row: WireRow): string {
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

const told = (figures: Figures) =>
  figures === null
    ? 'nothing'
    : `${figures.rows} rows, ${figures.ventas}, ${figures.states}, ${figures.payments}`;

/** Orders as the load first brought them: where no record says that they are new, this is where they begin. */
export type FirstFigures = ReadonlyMap<string, Figures>;

/** Throws where the log does not lead from what was loaded to what is there now. */
export async function checkChangeLog(
  accountId: string,
  loaded: FirstFigures,
  now: readonly WireRow[],
  requests: number,
): Promise<void> {
  const database = defineDatabase(accountId);
  await database.open();
  const records = await readChangeRecords(database);
  database.close();
  const stands = new Map<string, Figures>();
  for (const { changes, windowId } of records) {
    for (const { order, before, after, correlationIds } of changes) {
      const stood = stands.has(order)
        ? (stands.get(order) ?? null)
        : before === null
          ? null
          : (loaded.get(order) ?? null);
      if (told(stood) !== told(asFigures(before))) {
        throw new Violation(
          'changes',
          `${order}: it was ${told(stood)}, the log says ${told(asFigures(before))}`,
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
    if (told(stood) !== told(is)) {
      throw new Violation('changes', `${order}: the log leads to ${told(stood)}, it is ${told(is)}`);
    }
  }
}
