import { dayParts, type Sale } from './truth.ts';
import { type MeantLine, money, type WrittenStatement } from './writers.ts';

/** Statements that nobody has a layout for, and what their user says of their columns. */

export type UnknownWriter = {
  readonly name: string;
  readonly write: (sales: readonly Sale[]) => WrittenStatement;
  /** Heading by field. */
  readonly fields: { readonly [field: string]: string };
};

type Cell = (sale: Sale, net: number, balance: number) => string;
type Columns = readonly (readonly [heading: string, cell: Cell])[];

const dmy = (days: number): string => dayParts(days).toReversed().join('/');
const netOf = (sale: Sale): number => sale.gross - sale.commission - sale.shipping - sale.taxes;

function unknown(name: string, columns: Columns, balanceColumn: string | null): UnknownWriter['write'] {
  return (sales) => {
    let balance = 70_000_000;
    const header = columns.map(([heading]) => heading);
    const rows = [header];
    const lines: MeantLine[] = [];
    for (const sale of sales) {
      const net = netOf(sale);
      balance += net;
      rows.push(columns.map(([, cell]) => cell(sale, net, balance)));
      lines.push({ row: rows.length, net, order: sale.order, date: dayParts(sale.sold).join('-') });
    }
    return {
      name,
      kind: 'unknown',
      rows,
      lines,
      headerAt: 0,
      headerRows: 1,
      netColumn: header.includes('Plata') ? 'Plata' : 'Entra',
      balanceColumn,
      proves: { rows: false, whole: balanceColumn !== null },
    };
  };
}

export const UNKNOWN_WRITERS: readonly UnknownWriter[] = [
  {
    name: 'unknown-one-column',
    write: unknown(
      'unknown-one-column',
      [
        ['Cuándo', (sale) => dmy(sale.sold)],
        ['Venta web', (sale) => sale.order],
        ['Cosa', (sale) => sale.product],
        ['Plata', (_, net) => money(net, 'comma')],
        ['Obs', () => 'ok'],
      ],
      null,
    ),
    fields: { date: 'Cuándo', order: 'Venta web', description: 'Cosa', amount: 'Plata' },
  },
  {
    name: 'unknown-two-columns',
    write: unknown(
      'unknown-two-columns',
      [
        ['Cuándo', (sale) => dmy(sale.sold)],
        ['Venta web', (sale) => sale.order],
        ['Cosa', (sale) => sale.product],
        ['Sale', (_, net) => (net < 0 ? money(-net, 'peso') : '')],
        ['Entra', (_, net) => (net > 0 ? money(net, 'peso') : '')],
        ['Queda', (_, __, balance) => money(balance, 'peso')],
      ],
      'Queda',
    ),
    fields: {
      date: 'Cuándo',
      order: 'Venta web',
      description: 'Cosa',
      out: 'Sale',
      in: 'Entra',
      balance: 'Queda',
    },
  },
];
