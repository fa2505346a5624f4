import { useCallback, useMemo } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { trendSteps } from '#renderer/features/dimensions/drill-down.ts';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { besidePoints, monthPoints, RESULT_COLUMNS } from '#renderer/features/trend/month-points.ts';
import { Trend } from '#renderer/features/trend/trend.tsx';
import { trendPeriod } from '#renderer/features/trend/trend-period.ts';
import { useFormats } from '#renderer/ui/formats.tsx';

/** The three scopes by month, above the table of the same selection. */
export function TrendAbove() {
  const formats = useFormats();
  const { selection } = useSelection();
  const ledger = useLedger();
  const openOrders = useOpenOrders();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const wide = useMemo(
    () => ({ ...selection, period: trendPeriod(selection.period, last) }),
    [selection, last],
  );
  const { output, isStale } = useLiveQuery('profitability-months', wide, (call, asked, slot) =>
    call.readGroups({ selection: asked, dimension: 'month', columns: RESULT_COLUMNS, slot }),
  );
  const points = useMemo(() => (output === null ? [] : monthPoints(output.groups, last)), [output, last]);
  const beside = useMemo(() => (output === null ? [] : besidePoints(output.groups)), [output]);
  const onOpenMonth = useCallback(
    (month: string) => {
      const only = trendSteps(wide, month);
      if (only !== null) openOrders({ only });
    },
    [openOrders, wide],
  );
  if (output === null) return <div className="trend-wait" aria-busy="true" />;
  return (
    <Trend
      part="profitability.trend"
      points={points}
      beside={beside}
      places={formats.places(Object.values(output.total.sums))}
      stale={isStale}
      onOpenMonth={onOpenMonth}
    />
  );
}
