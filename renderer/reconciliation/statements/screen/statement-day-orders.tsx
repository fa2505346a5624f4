import { DAY_ORDERS, type DayOrder } from '#renderer/data/model/written-dates.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ColumnMapping, MappingChoice } from '#renderer/reconciliation/parts/column-mapping.tsx';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';

const FOUND = '';

/**
 * Columns whose days are two by the two orders of day and month: how each was read and what settled it, or the question; either way it
 * can be said otherwise.
 */
export function StatementDayOrders(props: {
  readonly columns: StatementPreview['dayOrders'];
  readonly onSay: (column: string, order: DayOrder | null) => void;
}) {
  const text = useText();
  const { columns, onSay } = props;
  if (columns.length === 0) return null;
  return (
    <ColumnMapping>
      {columns.map(({ column, order, by }) => (
        <MappingChoice
          key={column}
          label={text('statement-import.day-order-of', { column })}
          value={order ?? FOUND}
          options={[
            { value: FOUND, label: text('statement-import.day-order-found') },
            ...DAY_ORDERS.map((each) => ({ value: each, label: text(`statement-import.${each}`) })),
          ]}
          testId="statement-day-order"
          mark={by === null ? undefined : text(`statement-import.day-order-by-${by}`)}
          note={order === null ? text('statement-import.day-order-unclear') : undefined}
          onChange={(said) => onSay(column, said === FOUND ? null : said)}
        />
      ))}
    </ColumnMapping>
  );
}
