import { kindName, whereOf } from '#renderer/features/exceptions/exception-words.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { TableColumn, WholeTable } from '#shared/domain/sheet-table.ts';
import type { QueueLine } from './exceptions-list.ts';

/** Lines of the queue as a file has them. Pure. */
export function exceptionsTable(lines: readonly QueueLine[], text: Text): WholeTable {
  const column = (name: string, kind: TableColumn['kind'] = 'text'): TableColumn => ({
    name,
    kind,
    total: null,
  });
  return {
    name: text('exception.title'),
    columns: [
      column(text('exception.kind')),
      column(text('exception.where')),
      column(text('exception.affects')),
      column(text('exception.amount'), 'money'),
      column(text('exception.rows'), 'count'),
      column(text('exception.orders'), 'count'),
      column(text('exception.first'), 'local-datetime'),
      column(text('exception.last'), 'local-datetime'),
      column(text('exception.days'), 'count'),
      column(text('exception.state')),
      column(text('exception.note')),
      column(text('reconciliation.owner')),
      column(text('exception.said-at'), 'utc-datetime'),
    ],
    keyColumns: 2,
    lines: lines.map(({ finding, days, shownState, record }) => ({
      cells: [
        kindName(finding.kind, text),
        whereOf(finding, text),
        finding.affects.map((scope) => SCOPE_COLUMNS[scope].profitability).join(', '),
        finding.amount,
        String(finding.rows),
        String(finding.orders),
        finding.firstPurchase,
        finding.lastPurchase,
        days === null ? null : String(days),
        text(`exception.state-${shownState}`),
        record?.note ?? '',
        record?.owner ?? '',
        record === null ? null : new Date(record.atMs).toISOString(),
      ],
    })),
  };
}
