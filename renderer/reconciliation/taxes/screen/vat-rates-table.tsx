import { useState } from 'react';
import { ratesOfCurrency } from '#renderer/data/model/vat-rates.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { typedRates } from '#renderer/reconciliation/taxes/model/typed-rates.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { accountHeading, rateSource } from './tax-columns.ts';
import styles from './taxes.module.css';
import { useVatRates } from './use-vat-rates.ts';

/** The rates of VAT of each account: those of the country of its currency, until the user says others. */
export function VatRatesTable(props: {
  readonly accounts: readonly SellerAccount[];
  readonly currency: string | null;
}) {
  const text = useText();
  const rates = useVatRates();
  const ofCountry = ratesOfCurrency(props.currency);
  const ratesText = useRatesText();
  if (!rates.isRead || props.accounts.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{text('tax.rates')}</h3>
      <p className={ui.hint}>{text('tax.rates-note')}</p>
      <ListTable
        name={text('tax.rates')}
        frame={{ className: styles.wide, isBare: true }}
        columns={[
          { heading: accountHeading(text), isCut: true, value: (account) => accountName(account, text) },
          {
            id: 'rates',
            heading: text('tax.rate-column'),
            value: (account) => ratesText(rates.of(account)?.rates ?? ofCountry),
          },
          {
            id: 'by',
            heading: text('tax.source'),
            value: (account) => text(rateSource(rates.of(account) !== null, props.currency)),
          },
          {
            id: 'say',
            heading: text('tax.rate-say'),
            kind: 'end',
            draw: (account) => <RateField account={account} rates={rates} />,
          },
        ]}
        rows={props.accounts}
        keyOf={({ Canal, Cuenta }) => accountKey(Canal, Cuenta)}
        line={(account) => ({
          'data-testid': 'tax-rate',
          'data-account': accountKey(account.Canal, account.Cuenta),
          'data-value': (rates.of(account)?.rates ?? ofCountry).join(';'),
        })}
      />
      <ActionFailure words={rates.failed} />
    </>
  );
}

/** «21 % · 10,5 %»; of none, that there is no VAT. */
function useRatesText(): (rates: readonly Decimal[]) => string {
  const text = useText();
  const formats = useFormats();
  return (rates) =>
    rates.length === 0
      ? text('tax.rate-none')
      : rates.map((rate) => text('tax.rate', { rate: formats.figure(rate) })).join(' · ');
}

function RateField(props: {
  readonly account: SellerAccount;
  readonly rates: ReturnType<typeof useVatRates>;
}) {
  const text = useText();
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const { account, rates } = props;
  const name = accountName(account, text);
  const read = typedRates(typed, (each) => readAmount(each, formats.numbers));
  const isFirst = typed.trim() === '';
  return (
    <form
      className={styles.rate}
      onSubmit={(event) => {
        event.preventDefault();
        if (read === null || isFirst) return;
        setTyped('');
        void rates.set(account, read);
      }}
    >
      <span className={ui.field}>
        <input
          type="text"
          data-testid="tax-rate-input"
          aria-label={text('tax.rate-of', { account: name })}
          aria-invalid={read === null}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </span>
      <Button
        type="submit"
        className={ui.smallLink}
        disabled={read === null || isFirst || rates.busy}
        title={read === null || isFirst ? text('tax.rate-first') : undefined}
      >
        {text('tax.rate-set')}
      </Button>
      <Button
        className={ui.smallLink}
        disabled={rates.busy}
        aria-label={text('tax.rate-none-of', { account: name })}
        onClick={() => void rates.set(account, [])}
      >
        {text('tax.rate-none')}
      </Button>
      {rates.of(account) === null ? null : (
        <Button
          className={ui.smallLink}
          disabled={rates.busy}
          data-testid="tax-rate-withdraw"
          aria-label={text('tax.rate-withdraw-of', { account: name })}
          onClick={() => void rates.withdraw(account)}
        >
          {text('tax.rate-withdraw')}
        </Button>
      )}
    </form>
  );
}
