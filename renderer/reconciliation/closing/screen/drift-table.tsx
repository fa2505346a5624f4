import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import { CLOSE_COLUMNS, countedSum } from '#renderer/reconciliation/closing/model/month-orders.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';

type DriftedOrder = DriftPage['orders'][number];
type CloseColumn = (typeof CLOSE_COLUMNS)[number];

/** Columns of drift on the screen; files have them all. */
export const SHOWN_OF_DRIFT = SCOPE_COLUMNS.total.profitability as 'Rentabilidad Total';

/** Before, now and the difference of a column. */
function movedColumns(column: CloseColumn, text: Text): readonly Column<DriftedOrder>[] {
  const moved = (
    id: 'before' | 'now' | 'difference',
    value: (order: DriftedOrder) => string | null,
  ): Column<DriftedOrder> => ({
    id: `${column} ${id}`,
    heading: (
      <>
        {text(`closing.${id}`)}
        {id === 'difference' ? null : <MovedMark column={column} />}
      </>
    ),
    kind: 'money',
    value,
    figure: id === 'difference' ? { signed: true } : {},
    sheet: { name: `${column} · ${text(`closing.${id}`)}` },
    ...(column === SHOWN_OF_DRIFT ? {} : { only: 'file' }),
  });
  return [
    moved('before', ({ before }) => (before === null ? null : countedSum(before, column))),
    moved('now', ({ after }) => (after === null ? null : countedSum(after, column))),
    moved('difference', ({ differences }) => differences[column]),
  ];
}

/** Orders of a closed month that are not as they were: on the screen and in a file. `onOpen`: by place. */
export function driftColumns(text: Text, onOpen: (at: number) => void): readonly Column<DriftedOrder>[] {
  const accountOf = ({ key }: DriftedOrder) => cellsOfKey(key);
  const causesOf = ({ parts }: DriftedOrder) =>
    parts.map(({ cause }) => text(`closing.cause-${cause}`)).join(' · ');
  return [
    sheetColumn('Canal', (order) => accountOf(order).Canal),
    sheetColumn('Cuenta', (order) => accountOf(order).Cuenta),
    {
      heading: text('changes.order'),
      value: (order) => accountOf(order).Orden,
      draw: (order, { at }) => (
        <Button className={ui.smallLink} onClick={() => onOpen(at)}>
          {accountOf(order).Orden || text('filter.blank')}
        </Button>
      ),
      sheet: { name: 'Orden' },
    },
    {
      heading: text('closing.account'),
      isCut: true,
      only: 'screen',
      value: (order) => `${accountOf(order).Canal} · ${accountOf(order).Cuenta}`,
    },
    {
      heading: text('closing.cause'),
      value: (order) =>
        (order.kind === 'changed' ? '' : `${text(`closing.kind-${order.kind}`)} · `) + causesOf(order),
      // A file's columns of before and now say it.
      sheet: { value: causesOf },
    },
    ...CLOSE_COLUMNS.flatMap((column) => movedColumns(column, text)),
    sheetColumn('correlation_id', ({ correlationIds }) => correlationIds.join(' ')),
  ];
}

/** The drift of a closed month, order by order, as a file has it. Pure. */
export function driftTable(drift: DriftPage, text: Text): WholeTable {
  const columns = driftColumns(text, () => {});
  return sheetOf({ name: text('closing.drift'), columns, rows: drift.orders, keyColumns: 3 });
}
