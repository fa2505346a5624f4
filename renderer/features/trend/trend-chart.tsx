import { type KeyboardEvent, memo, type ReactNode, useId } from 'react';
import { describeMonth } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import type { MonthPoint } from './month-points.ts';
import { STRIP_PX } from './trend-geometry.ts';
import { TrendPlot } from './trend-plot.tsx';
import type { TrendMeasure } from './trend-state.ts';

/** One strip a scope: its own scale from 0, the same months; the figures of the month in view stand beside it. */
export const TrendChart = memo(function TrendChart(props: {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  readonly unit: number;
  readonly inView: number;
  readonly onView: (index: number) => void;
  /** Enter, and a double press, open the month in view. */
  readonly onOpen: () => void;
  readonly places: number;
  /** Where the month in view leads to, below the scopes' names. */
  readonly link: ReactNode;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const { points, inView } = props;
  const describedBy = useId();
  const seen = points[inView];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      props.onOpen();
      return;
    }
    const next = stepOf(event.key, inView, points.length - 1);
    if (next === null) return;
    event.preventDefault();
    props.onView(Math.min(points.length - 1, Math.max(0, next)));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure that takes the arrow keys
    <div
      className="strips"
      role="group"
      aria-label={text('trend.label')}
      aria-describedby={describedBy}
      aria-keyshortcuts="ArrowLeft ArrowRight Home End Enter"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the month in view
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={props.onOpen}
    >
      <p id={describedBy} className="sr">
        {text('trend.description', {
          first: describeMonth(points[0]?.month ?? '', words),
          last: describeMonth(points.at(-1)?.month ?? '', words),
          month: describeMonth(seen?.month ?? '', words),
        })}
      </p>
      <div className="strip-names">
        {SCOPES.map((scope) => {
          const result = seen?.scopes.find((other) => other.scope === scope);
          return (
            <div key={scope} className="strip-name" style={{ height: STRIP_PX }}>
              <span>
                <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
              </span>
              <span className="strip-figure">
                <Figure value={result?.profit ?? null} kind="money" places={props.places} className="b" />
                <Figure value={result?.ratePercent ?? null} kind="percent" className="mut" />
              </span>
            </div>
          );
        })}
        {props.link}
      </div>
      <TrendPlot
        points={points}
        measure={props.measure}
        unit={props.unit}
        inView={inView}
        onView={props.onView}
      />
    </div>
  );
});

function stepOf(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
