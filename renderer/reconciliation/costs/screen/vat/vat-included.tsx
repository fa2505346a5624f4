import { useId, useState } from 'react';
import { isVatRate, ratesOfCurrency } from '#renderer/data/model/vat-rates.ts';
import { typedText } from '#renderer/features/filters/number-filter.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './vat-included.module.css';

/** Whether costs were entered with VAT in them, and at which rate: the country's until another is typed. */
export function useVatIncluded(before: Decimal | null, currency: string | null) {
  const { numbers } = useFormats();
  const [isIncluded, setIncluded] = useState(before !== null);
  const [typed, setTyped] = useState(() =>
    typedText(before ?? ratesOfCurrency(currency)[0] ?? null, numbers),
  );
  const read = readAmount(typed.replace('%', ''), numbers);
  const rate = read !== undefined && isVatRate(read) ? read : null;
  return {
    isIncluded,
    setIncluded,
    typed,
    setTyped,
    /** Whether what is typed is a rate, or none is needed. */
    isReadable: !isIncluded || rate !== null,
    /** Null: they were entered without. */
    rate: isIncluded ? rate : null,
  };
}

/** The switch of `useVatIncluded`, and the rate beside it while it is on. */
export function VatIncluded({ vat }: { readonly vat: ReturnType<typeof useVatIncluded> }) {
  const text = useText();
  const id = useId();
  const { isIncluded, typed, isReadable } = vat;
  return (
    <span className={styles.vat} data-testid="own-cost-vat" data-value={isIncluded}>
      <CheckLine checked={isIncluded} onChange={vat.setIncluded} title={text('own-costs.vat-title')}>
        {text('own-costs.vat')}
      </CheckLine>
      {isIncluded ? (
        <>
          <span className={isReadable ? ui.field : ui.invalidField}>
            <input
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              data-testid="own-cost-vat-rate"
              aria-label={text('own-costs.vat-rate')}
              aria-invalid={!isReadable}
              aria-describedby={isReadable ? undefined : id}
              onChange={(event) => vat.setTyped(event.target.value)}
            />
          </span>
          <span>%</span>
          {isReadable ? null : (
            <span id={id} role="alert" className={ui.fieldProblem}>
              {text('own-costs.vat-fault')}
            </span>
          )}
        </>
      ) : null}
    </span>
  );
}
