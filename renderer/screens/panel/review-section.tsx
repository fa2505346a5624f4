import { memo } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import type { ReviewItem } from './review.ts';

/** Where the strip leads to. */
export const REVIEW_ID = 'panel-review';

/** What waits for someone's look, the gravest first; each line leads to where it is looked into. */
export const ReviewSection = memo(function ReviewSection(props: {
  readonly items: readonly ReviewItem[];
  readonly places: number;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const { go } = useNavigation();
  const open = useOpenOrders();
  const { code } = useCurrency();
  return (
    <section className="sec exc">
      <header>
        <h2 id={REVIEW_ID} tabIndex={-1}>
          {text('panel.review')}
        </h2>
      </header>
      {props.items.length === 0 ? (
        <p className="f12 empty-note">
          <span className="tag k-pos">{text('panel.review-none')}</span>
        </p>
      ) : (
        <table className="t t12 rows excs">
          <thead>
            <tr>
              <th>{text('panel.exception')}</th>
              <th className="n">{text('panel.cases')}</th>
              <th className="n">
                {text('panel.affected')}
                {code === null ? '' : ` ${code}`}
              </th>
            </tr>
          </thead>
          <tbody>
            {props.items.map((item) => (
              <tr key={item.id} data-review={item.id}>
                <td>
                  <span className={`tag k-${item.gravity}`}>
                    <button
                      type="button"
                      className="row-link"
                      onClick={() => (item.opens === 'orders' ? open() : go('sync', item.month))}
                    >
                      {text(`panel.review-${item.id}`)}
                      {item.month === null ? '' : ` · ${describeMonth(item.month, words)}`}
                    </button>
                  </span>
                </td>
                <td className="n">
                  <Figure value={String(item.cases)} kind="count" />
                </td>
                <td className="n">
                  <Figure value={item.ventas} kind="money" places={props.places} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
});
