import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { targetOf, targetPartOf } from '#renderer/data/model/targets.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { dayOf, type LocalDateTime } from '#shared/domain/dates.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { TrendMeasure } from './month-points.ts';
import { type BesideMonths, runningMonthOf } from './running-month.ts';

/**
 * How the month that goes on will end, and what months were to come to, of the rows that are drawn: nothing where months are
 * of payments. The question is the month card's own, and its answer the same.
 */
export function useBesideMonths(
  wide: Selection,
  measure: TrendMeasure,
  last: LocalDateTime | null,
): BesideMonths {
  const isOfPurchase = wide.periodColumn === 'Fecha de compra';
  const query = useMemo(
    () =>
      isOfPurchase && last !== null ? { selection: { ...wide, period: null }, today: dayOf(last) } : null,
    [isOfPurchase, last, wide],
  );
  const { output } = useLiveQuery('month-outlook', query, (call, asked, slot) =>
    call.readMonthOutlook({ ...asked, slot }),
  );
  const { targets } = useTargets();
  const { code: currency } = useCurrency();
  const of = useMemo(() => (isOfPurchase ? targetPartOf(wide) : undefined), [isOfPurchase, wide]);
  const running = useMemo(
    () => (output === null || !isOfPurchase ? null : runningMonthOf(output)),
    [output, isOfPurchase],
  );
  return useMemo(
    () => ({
      running,
      targetOf: (scope, month) =>
        of === undefined
          ? null
          : targetOf(targets, { measure: measure === 'sum' ? scope : `rate-${scope}`, month, of, currency }),
    }),
    [running, targets, of, currency, measure],
  );
}
