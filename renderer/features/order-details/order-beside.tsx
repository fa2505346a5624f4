import { type ComponentProps, lazy, Suspense } from 'react';
import { SourceFigures } from '#renderer/features/own-costs/own-costs.tsx';
import styles from './order-details.module.css';
import type { OrderPanel as Panel } from './order-panel.tsx';

/** One opens an order after having seen the table. */
const OrderPanel = lazy(async () => ({ default: (await import('./order-panel.tsx')).OrderPanel }));

/** The open order beside its table, as the source has it; its place is there before its program is. */
export function OrderBeside(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense fallback={<aside className={styles.side} aria-busy="true" />}>
      <SourceFigures>
        <OrderPanel {...props} />
      </SourceFigures>
    </Suspense>
  );
}
