import type { Text } from '#renderer/i18n/text.tsx';
import type { Settlement } from '#shared/domain/matching/match-results.ts';
import type { TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';
import { totalOf } from './owed.ts';

/** Settlements as a file has them. Pure. */
export function settlementsTable(settlements: readonly Settlement[], text: Text): WholeTable {
  const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
  const money = (name: string, of: 'ventas' | 'rentabilidad' | 'owed'): TableColumn => ({
    name,
    kind: 'money',
    total: { kind: 'sum', value: totalOf(settlements.map((each) => each[of])) },
  });
  const count = (name: string, of: 'rows' | 'paidRows' | 'pendingRows'): TableColumn => ({
    name,
    kind: 'count',
    total: { kind: 'sum', value: String(settlements.reduce((total, each) => total + each[of], 0)) },
  });
  return {
    name: text('settlement.title'),
    columns: [
      plain('N° de Liquidación'),
      plain('Canal'),
      plain('Cuenta'),
      count(text('proof.rows'), 'rows'),
      // An order may be in two settlements: they are not added.
      { name: text('settlement.orders'), kind: 'count', total: null },
      money('Ventas', 'ventas'),
      money('Rentabilidad Marketplace', 'rentabilidad'),
      ...(['first-purchase', 'last-purchase', 'first-payment', 'last-payment', 'months'] as const).map(
        (key) => plain(text(`settlement.${key}`)),
      ),
      count(text('settlement.paid'), 'paidRows'),
      count(text('settlement.pending'), 'pendingRows'),
      { name: text('settlement.age'), kind: 'count', total: null },
      money(text('settlement.owed'), 'owed'),
    ],
    keyColumns: 1,
    lines: settlements.map(
      (each): TableLine => ({
        cells: [
          each.settlement,
          each.canal,
          each.cuenta,
          String(each.rows),
          String(each.orders),
          each.ventas,
          each.rentabilidad,
          each.firstPurchase,
          each.lastPurchase,
          each.firstPayment,
          each.lastPayment,
          each.months.join(' '),
          String(each.paidRows),
          String(each.pendingRows),
          each.oldestPendingDays === null ? null : String(each.oldestPendingDays),
          each.owed,
        ],
      }),
    ),
  };
}
