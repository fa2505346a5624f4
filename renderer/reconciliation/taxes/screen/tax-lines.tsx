import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import type { TaxesQuery, TaxLine } from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './taxes.module.css';

const AT_ONCE = 20;

/** The lines of statements that a figure is the sum of, in the order of the files. */
export function TaxLines(props: {
  readonly query: TaxesQuery;
  readonly figure: string;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const [limit, setLimit] = useState(AT_ONCE);
  const { query, figure } = props;
  const asked = useMemo(() => ({ ...query, key: figure, offset: 0, limit }), [query, figure, limit]);
  const answer = useLiveQuery('tax-lines', asked, (call, input) => call.readTaxLines(input));
  const columns: readonly Column<TaxLine>[] = [
    {
      heading: text('tax.line-day'),
      value: ({ day }) => (day === null ? '—' : formatDay(day, formats.dates)),
    },
    { heading: 'Orden', value: ({ order }) => order ?? '—' },
    { heading: text('tax.line-settlement'), value: ({ settlement }) => settlement ?? '—' },
    {
      heading: text('tax.line-words'),
      isCut: true,
      cell: { className: styles.words },
      value: ({ movement, detail }) => [movement, detail].filter((each) => each !== null).join(' · ') || '—',
    },
    {
      cell: { className: styles.words },
      heading: text('tax.line-file'),
      isCut: true,
      value: ({ statement, line }) => `${line} · ${statement}`,
    },
    { heading: text('tax.amount'), kind: 'money', value: 'amount', testId: 'tax-line-amount' },
  ];
  return (
    <Answered answer={answer} loading={text('tax.loading-lines')}>
      {({ lines, total }) => (
        <>
          <ListTable
            name={text('tax.lines-of', { count: total, lines: formats.count(total) })}
            frame={{ className: styles.wide, isBare: true }}
            columns={columns}
            rows={lines}
            keyOf={(_, at) => at}
            places={props.places}
            line={() => ({ 'data-testid': 'tax-line' })}
          />
          <MoreLink left={total - lines.length} onMore={() => setLimit(limit + 5 * AT_ONCE)} />
        </>
      )}
    </Answered>
  );
}
