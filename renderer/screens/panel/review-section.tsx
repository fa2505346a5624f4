import { groupBy } from 'es-toolkit/array';
import { memo } from 'react';
import { gravityOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { countInSight, type ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { compareTexts } from '#shared/base/fold.ts';
import { type Decimal, fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';
import styles from './panel.module.css';

/** A line of the review: the exceptions that wait, by kind and currency. */
type ReviewItem = {
  readonly kind: string;
  /** The currency of the amount; "": that of the accounts in view. */
  readonly currency: string;
  readonly cases: number;
  /** The amount at stake, where that can be said. */
  readonly amount: Decimal | null;
  /** The group with most of them: the one that the line leads to. */
  readonly first: ExceptionGroup;
  readonly groups: number;
};

/**
 * The gravest first; nothing of what is fine. Pure.
 * @param code of the accounts in view; null: it has no name
 */
export function reviewOf(
  groups: readonly ExceptionGroup[],
  code: string | null = null,
): readonly ReviewItem[] {
  const open = groups.filter(({ tallies, due }) => tallies.open.count + due > 0);
  const currencyOf = amountCurrencies(
    open.map(({ head }) => head),
    code,
  );
  const kinds = groupBy(open, ({ head }) => JSON.stringify([head.kind, currencyOf(head)]));
  return Object.entries(kinds)
    .map(([key, all]): ReviewItem => {
      const [kind, currency] = JSON.parse(key) as [string, string];
      const ranked = all.toSorted((a, b) => b.tallies.open.count - a.tallies.open.count);
      const amounts = all.flatMap(
        ({
          tallies: {
            open: { amount },
          },
        }) => (amount === null ? [] : [fromDecimal(amount)]),
      );
      return {
        ...{ kind, currency, cases: countInSight(all), groups: all.length },
        amount: amounts.length === 0 ? null : toDecimal(sum(amounts)),
        first: ranked[0] as ExceptionGroup,
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
              draw: ({ kind, currency, first, groups }) => (
                <span className={classNames(ui.tag, ui[gravityOf(kind)])}>
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => go('reconciliation', detailOf(partPlace('exceptions', null, first.key)))}
                  >
                    {kindName(kind, text)}
                    {groups === 1 ? ` · ${whereOf(first.head, text)}` : ''}
                    {currency === '' || (groups === 1 && first.head.subject.currency === currency)
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
