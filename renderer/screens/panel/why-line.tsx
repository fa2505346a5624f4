import { memo } from 'react';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { ShortAmount } from '#renderer/ui/short-amount.tsx';
import styles from './panel.module.css';
import { stepNameOf } from './waterfall.tsx';
import type { WhyChanged } from './why-changed.ts';

/** One sentence under the tiles: what moved the result against the period before, in money and in points. */
export const WhyLine = memo(function WhyLine(props: {
  readonly why: WhyChanged;
  /** The name of the period before. */
  readonly name: string;
  readonly places: number;
}) {
  const text = useText();
  const rich = useRichText();
  const { go } = useNavigation();
  const { why, name, places } = props;
  const { difference, bySales, byMargin, parts } = why;
  const way = (amount: string) => (amount.startsWith('-') ? 'down' : 'up');
  const size = difference.replace('-', '') as typeof difference;
  return (
    <section className={styles.why} data-testid="why-changed" data-value={difference}>
      <h2>{text('why.title')}</h2>
      <p>
        {rich(`why.total-${way(difference)}`, {
          amount: (
            <b key="amount">
              <ShortAmount value={size} places={places} />
            </b>
          ),
          name,
          sales: (
            <b key="sales">
              <ShortAmount value={bySales} places={places} signed testId="why-sales" />
            </b>
          ),
          salesWords: text(`why.sales-${way(bySales)}`),
          margin: (
            <b key="margin">
              <ShortAmount value={byMargin} places={places} signed testId="why-margin" />
            </b>
          ),
          marginWords: text(`why.margin-${way(byMargin)}`),
        })}
        {parts.length === 0 ? '.' : ' ('}
        {parts.map(({ id, points }, at) => (
          <span key={id} data-why={id}>
            {at === 0 ? '' : ', '}
            {stepNameOf(id, text)} <Figure value={points} kind="points" places={1} signed />
            {at === 0 ? ` ${text('unit.points')}` : ''}
          </span>
        ))}
        {parts.length === 0 ? '' : ').'}
      </p>
      <button
        type="button"
        className={ui.link}
        data-testid="why-bridge"
        onClick={() => go('reconciliation', detailOf(partPlace('bridge', null)))}
      >
        {text('why.see-bridge')}
      </button>
    </section>
  );
});
