import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { ClaimNames } from '#renderer/data/model/rate-deviations.ts';
import type { Table, TableColumn } from '#renderer/data/model/sheet-table.ts';
import { RATE_KEY_COLUMNS, type RateDeviation } from '#renderer/reconciliation/rates/model/rates.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { claimTotal, type OffRows, rateDeviation } from './rates.ts';

/** The claim of a rule as a file has it; `tell` says which answers brought a row's order. */
export function claimTable(
  store: ColumnStore,
  off: OffRows,
  names: ClaimNames,
  report: (identity: RateDeviation['identity']) => readonly string[],
): Table {
  const money = (name: string): TableColumn => ({ name, kind: 'money', total: null });
  return {
    name: names.table,
    columns: [
      ...RATE_KEY_COLUMNS.map(
        (key): TableColumn => ({ name: key, kind: findColumn(key)?.kind ?? 'text', total: null }),
      ),
      money(names.base),
      { name: 'Unidades', kind: 'count', total: null },
      money(names.charged),
      money(names.expected),
      money(names.difference),
      money(names.refunded),
      { ...money(names.claim), total: { kind: 'sum', value: claimTotal(off) } },
      { name: 'correlation_id', kind: 'text', total: null },
    ],
    keyColumns: RATE_KEY_COLUMNS.length,
    lineCount: off.rows.length,
    isGrouped: false,
    read: (offset, limit) =>
      off.rows.slice(offset, offset + limit).map((row) => {
        const line = rateDeviation(store, off, row);
        const own = RATE_KEY_COLUMNS.map((key) => line.cells[key] ?? null);
        const { base, units, charged, expected, difference, refunded, claim } = line;
        const amounts = [base, String(units), charged, expected, difference, refunded, claim];
        return { cells: [...own, ...amounts, report(line.identity).join(' ')] };
      }),
  };
}
