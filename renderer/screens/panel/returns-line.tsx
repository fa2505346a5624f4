import { Fragment } from 'react';
import { ORDER_STATUS_COLUMN, RETURNED } from '#renderer/data/model/order-status.ts';
import { quotient } from '#renderer/features/dimensions/division.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Counted } from './counted.ts';
import styles from './panel.module.css';
import type { ReturnedProduct } from './returns.ts';

/** How much came back, and of what most; nothing where no row of the selection did. */
export function ReturnsLine(props: {
  readonly counted: Counted;
  readonly products: readonly ReturnedProduct[];
}) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { counted, products } = props;
  if (counted.returnRatePercent === null || !counted.parts.some(({ status }) => status === RETURNED))
    return null;
  return (
    <p className={classNames(ui.remark, styles.returns)} data-testid="returns">
      <button
        type="button"
        className={classNames(ui.link, styles.quiet)}
        title={text('panel.open-orders')}
        data-testid="returns-open"
        onClick={() => open({ only: [onlyWith(ORDER_STATUS_COLUMN, RETURNED)], by: 'Unidades' })}
      >
        {text('panel.returned-of')}
      </button>{' '}
      <Figure
        value={counted.returnRatePercent}
        kind="percent"
        className={ui.bold}
        title={text('panel.returns-title')}
      />
      {products.length === 0 ? null : `: ${text('panel.returned-most')} `}
      {products.map(({ sku, caption, returnedUnits, units, ratePercent }, at) => (
        <Fragment key={sku}>
          {at === 0 ? null : ' · '}
          <span
            data-returned={sku}
            title={units === undefined ? sku : `${sku}\n${quotient(returnedUnits, units, formats)}`}
          >
            {caption ?? sku} <Figure value={ratePercent} kind="percent" />
          </span>
        </Fragment>
      ))}
    </p>
  );
}
