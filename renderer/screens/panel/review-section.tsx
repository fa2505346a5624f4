import { groupBy } from 'es-toolkit/array';
import { memo } from 'react';
import { gravityOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { type Exception, openExceptions } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { compareTexts } from '#shared/base/fold.ts';
import { add, type Decimal, fromDecimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import styles from './panel.module.css';

/** A line of the review: the open exceptions of the queue, by kind and currency. */
type ReviewItem = {
  readonly kind: string;
  /** The currency of the amount; "": that of the accounts in view. */
  readonly currency: string;
  /** Rows, or orders where no rows are known; at least one each. */
  readonly cases: number;
  /** The amount at stake, where that can be said. */
  readonly amount: Decimal | null;
  /** The greatest of them: the one that the line leads to. */
  readonly first: Exception;
  readonly exceptions: number;
};

/**
 * The gravest first; nothing of what is fine. Pure.
 * @param code of the accounts in view; null: it has no name
 */
export function reviewOf(
  exceptions: readonly Exception[],
  code: string | null = null,
): readonly ReviewItem[] {
  const open = openExceptions(exceptions);
  const currencyOf = amountCurrencies(
    open.map(({ finding }) => finding),
    code,
  );
  const kinds = groupBy(open, ({ finding }) => JSON.stringify([finding.kind, currencyOf(finding)]));
  return Object.entries(kinds)
    .map(([key, all]): ReviewItem => {
      const [kind, currency] = JSON.parse(key) as [string, string];
      const ranked = all.toSorted((a, b) => b.finding.rows - a.finding.rows);
      const amounts = all.flatMap(({ finding: { amount } }) =>
        amount === null ? [] : [fromDecimal(amount)],
      );
      return {
        kind,
        currency,
        cases: all.reduce((sum, { finding }) => sum + (finding.rows || finding.orders || 1), 0),
        amount:
          amounts.length === 0 ? null : toDecimal(amounts.reduce<Scaled>(add, fromDecimal('0' as Decimal))),
        first: ranked[0] as Exception,
        exceptions: all.length,
      };
    })
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || compareTexts(a.currency, b.currency));
}

/** Where the strip leads to. */
export const REVIEW_ID = 'panel-review';

/** The exceptions that wait for review, the gravest first; each line leads to the queue, with the greatest of them chosen. */
export const ReviewSection = memo(function ReviewSection(props: {
  /** Null while it has not been looked for. */
  readonly items: readonly ReviewItem[] | null;
  readonly places: number;
}) {
  const text = useText();
  const { go } = useNavigation();
  const { code } = useCurrency();
  const { items } = props;
  return (
    <section className={classNames(ui.section, styles.review)}>
      <header>
        <h2 id={REVIEW_ID} tabIndex={-1}>
          {text('panel.review')}
        </h2>
        <span className={ui.note}>{text('panel.review-all')}</span>
      </header>
      {items === null || items.length === 0 ? (
        <p className={classNames(ui.small, styles.empty)}>
          <span className={items === null ? ui.faint : ui.good}>
            {text(items === null ? 'panel.review-looking' : 'panel.review-none')}
          </span>
        </p>
      ) : (
        <ListTable
          className={classNames(styles.rows, styles.reviews)}
          columns={[
            {
              heading: text('panel.exception'),
              value: ({ kind }) => kindName(kind, text),
              draw: ({ kind, currency, first, exceptions }) => (
                <span className={classNames(ui.tag, ui[gravityOf(kind)])}>
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => go('reconciliation', detailOf(partPlace('exceptions', null, first.key)))}
                  >
                    {kindName(kind, text)}
                    {exceptions === 1 ? ` · ${whereOf(first.finding, text)}` : ''}
                    {currency === '' || (exceptions === 1 && first.finding.subject.currency === currency)
                      ? ''
                      : ` · ${currency}`}
                  </button>
                </span>
              ),
            },
            { heading: text('panel.cases'), kind: 'count', value: 'cases' },
            {
              heading: `${text('exception.amount')}${code === null ? '' : ` ${code}`}`,
              kind: 'money',
              value: 'amount',
            },
          ]}
          rows={items}
          keyOf={({ kind, currency }) => `${kind} ${currency}`}
          places={props.places}
          line={({ kind, currency }) => ({ 'data-review': kind, 'data-currency': currency })}
        />
      )}
    </section>
  );
});
