import type { DriftPage } from '#renderer/data/api/closes.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { CLOSE_COLUMNS, countedSum } from '#shared/domain/closing/month-orders.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import type { TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';

/** What became of a closed month, order by order, as a file has it. Pure. */
export function driftTable(drift: DriftPage, text: Text): WholeTable {
  const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
  const money = (name: string): TableColumn => ({ name, kind: 'money', total: null });
  return {
    name: text('closing.drift'),
    columns: [
      ...['Canal', 'Cuenta', 'Orden', text('closing.cause')].map(plain),
      ...CLOSE_COLUMNS.flatMap((column) => [
        money(`${column} · ${text('closing.before')}`),
        money(`${column} · ${text('closing.now')}`),
        money(`${column} · ${text('closing.difference')}`),
      ]),
      plain('correlation_id'),
    ],
    keyColumns: 3,
    lines: drift.orders.map(({ key, before, after, differences, parts, correlationIds }): TableLine => {
      const { Canal = null, Cuenta = null, Orden = null } = cellsOfKey(key);
      const causes = parts.map(({ cause }) => text(`closing.cause-${cause}`)).join(' · ');
      return {
        cells: [
          Canal,
          Cuenta,
          Orden,
          causes,
          ...CLOSE_COLUMNS.flatMap((column) => [
            before === null ? null : countedSum(before, column),
            after === null ? null : countedSum(after, column),
            differences[column],
          ]),
          correlationIds.join(' '),
        ],
      };
    }),
  };
}
