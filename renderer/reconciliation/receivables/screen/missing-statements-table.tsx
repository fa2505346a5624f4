import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { missingStatementsTable } from '#renderer/reconciliation/parts/missing-statements-file.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import {
  type MissingStatements,
  missingInView,
} from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import styles from './receivables.module.css';

const ALL = {};

/** Which statements should be there by each account's own rhythm and are not. */
export function MissingStatementsTable({ today }: { readonly today: LocalDate }) {
  const text = useText();
  const answer = useLiveQuery('statements', ALL, (call) => call.readStatements(null));
  return (
    <>
      <h3 className={styles.title}>{text('receivable.missing')}</h3>
      <p className={ui.hint}>{text('receivable.missing-note')}</p>
      <Answered answer={answer} loading={text('receivable.loading')}>
        {(statements) => <Table statements={statements} today={today} />}
      </Answered>
    </>
  );
}

function Table(props: { readonly statements: readonly ImportedStatement[]; readonly today: LocalDate }) {
  const text = useText();
  const { scope } = useCurrency();
  const { statements, today } = props;
  const rows = useMemo(() => missingInView(statements, { scope, today }), [statements, today, scope]);
  return (
    <>
      {rows.length === 0 ? null : (
        <p>
          <TableExport
            label={text('receivable.missing-export')}
            fileName={text('receivable.missing')}
            table={() => missingStatementsTable(rows, text)}
            revision={null}
          />
        </p>
      )}
      <Listed rows={rows} />
    </>
  );
}

function Listed({ rows }: { readonly rows: readonly MissingStatements[] }) {
  const text = useText();
  const { dates } = useFormats();
  const keyOf = ({ canal, cuenta }: MissingStatements) => accountKey(canal, cuenta);
  return (
    <ListTable
      name={text('receivable.missing')}
      columns={[
        {
          heading: 'Canal · Cuenta',
          isCut: true,
          value: ({ canal, cuenta }) =>
            `${canal || text('filter.blank')} · ${cuenta || text('filter.blank')}`,
        },
        {
          heading: text('receivable.missing-every'),
          value: ({ every }) =>
            every === null
              ? text('receivable.missing-no-rhythm')
              : text('receivable.missing-days', { days: every }),
        },
        { heading: text('receivable.missing-last'), value: ({ lastDay }) => formatDay(lastDay, dates) },
        {
          heading: text('receivable.missing-months'),
          value: ({ months }) => months.map(({ month }) => month).join(' '),
          draw: (each) =>
            each.months.length === 0
              ? text(each.every === null ? 'receivable.missing-unknown' : 'receivable.missing-none')
              : each.months.map(({ month, count }, at) => (
                  <span
                    key={month}
                    data-testid="receivable-missing"
                    data-account={keyOf(each)}
                    data-month={month}
                    data-value={count}
                  >
                    {at === 0 ? '' : ' · '}
                    {text('receivable.missing-in', { month: monthTitle(month, text), count })}
                  </span>
                )),
        },
      ]}
      rows={rows}
      keyOf={keyOf}
      empty={text('receivable.missing-no-statements')}
    />
  );
}
