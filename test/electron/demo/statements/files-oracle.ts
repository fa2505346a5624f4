import type { WireRow } from '#electron/demo/world/world.ts';
import { accountOf, cents } from '#test/electron/demo/lumbre/lumbre-world.ts';

/** What rows and files say, read by nothing but this: order by order, in cents. */

type Reader = {
  readonly delimiter: string;
  readonly order: string;
  readonly plus: string;
  readonly minus?: string;
  /** Rows that are of no order's money. */
  readonly isOther: (cell: (column: string) => string) => boolean;
};

const READERS: { readonly [canal: string]: Reader } = {
  'Mercado Austral': {
    delimiter: ';',
    order: 'ORDER_ID',
    plus: 'NET_CREDIT_AMOUNT',
    minus: 'NET_DEBIT_AMOUNT',
    isOther: (cell) => cell('RECORD_TYPE') !== 'release' || cell('DESCRIPTION') === 'payout',
  },
  'Plaza Andina': { delimiter: ',', order: 'Nº de orden', plus: 'Monto con IVA', isOther: () => false },
  Vitrina: {
    delimiter: '\t',
    order: 'order-id',
    plus: 'amount',
    isOther: (cell) => cell('total-amount') !== '',
  },
  'Bodega Uno': {
    delimiter: ';',
    order: 'ORDER_ID',
    plus: 'SETTLEMENT_NET_AMOUNT',
    isOther: (cell) => cell('TRANSACTION_TYPE') === 'PAYOUTS',
  },
  'Tienda propia': { delimiter: ',', order: 'Order', plus: 'Net', isOther: () => false },
};

/** Cells of a line; quotes stand around whole cells. */
function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** Of each order what a file pays for it. */
export function paidByFile(canal: string, text: string): ReadonlyMap<string, number> {
  const reader = READERS[canal];
  if (reader === undefined) throw new Error(`Nobody reads files of ${canal}.`);
  const [header = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => cellsOf(line, reader.delimiter));
  const found = new Map<string, number>();
  for (const line of lines) {
    const cell = (column: string): string => line[header.indexOf(column)] ?? '';
    if (reader.isOther(cell)) continue;
    const net = cents(cell(reader.plus)) - (reader.minus === undefined ? 0 : cents(cell(reader.minus)));
    found.set(cell(reader.order), (found.get(cell(reader.order)) ?? 0) + net);
  }
  return found;
}

/** Of each account and order what its rows leave; of those paid in a month, or whose settlement is. */
export function paidByRows(
  rows: readonly WireRow[],
  isPaid: (row: WireRow) => boolean,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const row of rows) {
    if ((row['Fecha de Pago'] ?? '') === '' || !isPaid(row)) continue;
    const orders = found.get(accountOf(row)) ?? new Map<string, number>();
    found.set(accountOf(row), orders);
    const order = row.Orden ?? '';
    orders.set(order, (orders.get(order) ?? 0) + cents(row['Rentabilidad Marketplace']));
  }
  for (const orders of found.values()) {
    for (const [order, net] of orders) if (net === 0) orders.delete(order);
  }
  return found;
}
