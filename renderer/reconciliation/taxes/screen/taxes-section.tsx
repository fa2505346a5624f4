import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { recentMonths, withMonth } from '#renderer/reconciliation/parts/recent-months.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import type { TaxesPage, TaxesQuery } from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { taxesTable } from './tax-columns.ts';
import { TaxTables, UntoldTable } from './tax-tables.tsx';
import styles from './taxes.module.css';
import { VatRatesTable } from './vat-rates-table.tsx';

/** What statements and rows of a month know of taxes, and what they do not. */
export function TaxesSection(props: {
  /** The month to begin with; null: the last one. */
  readonly month: Month | null;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const { scope, code: currency } = useCurrency();
  const today = todayHere();
  const [month, setMonth] = useState<Month>(() => props.month ?? shiftMonth(monthOf(today), -1));
  const query = useMemo(
    (): TaxesQuery => ({ month, scope, currency, today }),
    [month, scope, currency, today],
  );
  const answer = useLiveQuery('taxes', query, (call, asked) => call.readTaxes(asked));
  const { output } = answer;
  return (
    <section
      id="reconciliation-taxes"
      className={ui.section}
      aria-label={text('tax.title')}
      data-testid="taxes"
    >
      <header>
        <h2>{text('tax.title')}</h2>
        <span className={ui.note}>{text('tax.note')}</span>
      </header>
      <p className={ui.hint} data-testid="tax-no-declaration">
        {text('tax.no-declaration')}
      </p>
      <div className={styles.bar}>
        <ChoiceMenu
          label={text('tax.month')}
          value={month}
          options={withMonth(recentMonths(today), month).map((each) => ({
            value: each,
            label: monthTitle(each, text),
          }))}
          onChange={setMonth}
          testId="tax-month"
          className={classNames(ui.button, ui.smallButton)}
        />
        {output === null ? null : (
          <TableExport
            label={text('tax.export')}
            fileName={text('tax.title')}
            selection={selectionOfMonth(output.month, scope)}
            table={taxesTable(output, text)}
            revision={output.revision}
          />
        )}
      </div>
      <Answered answer={answer} loading={text('tax.loading')}>
        {(page) => (
          <>
            <TaxTables key={page.month} page={page} query={query} />
            <Unknown page={page} onSection={props.onSection} />
            <VatRatesTable accounts={page.accounts} currency={currency} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** What is not known: statements that are not there, VAT that no file tells, lines without a day. */
function Unknown({ page, onSection }: { readonly page: TaxesPage; readonly onSection: OnSection }) {
  const text = useText();
  const formats = useFormats();
  const { withoutStatements, undated } = page;
  return (
    <>
      <h3 className={styles.title}>{text('tax.unknown')}</h3>
      <ul className={styles.notes}>
        {withoutStatements.length === 0 ? null : (
          <li data-testid="tax-without-statements" data-value={withoutStatements.length}>
            {text('tax.without-statements', {
              count: withoutStatements.length,
              accounts: formats.count(withoutStatements.length),
              names: withoutStatements.map((account) => accountName(account, text)).join(', '),
            })}{' '}
            <Button className={ui.smallLink} onClick={() => onSection('statements', { month: page.month })}>
              {text('tax.bring-statements')}
            </Button>
          </li>
        )}
        {undated === 0 ? null : (
          <li data-testid="tax-undated" data-value={undated}>
            {text('tax.undated', { count: undated, lines: formats.count(undated) })}
          </li>
        )}
        <li>{text('tax.same-money')}</li>
        <li>{text('tax.banks')}</li>
      </ul>
      <UntoldTable page={page} />
    </>
  );
}
