import { memo } from 'react';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useSinceSeen } from '#renderer/features/changes/use-since-seen.ts';
import {
  comparedMessage,
  comparedUntil,
  differingMonth,
} from '#renderer/features/coverage/coverage-state.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { describeMonth, wholeMonths } from '#renderer/features/period/period.ts';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { formatDayOfYear, formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import { dayOf, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import styles from './panel.module.css';

/** How fresh, how complete, how well counted: what one has to know before believing a figure. */
export const DataQualityBar = memo(function DataQualityBar(props: {
  readonly status: SyncStatus | null;
  readonly total: Omit<Totals, 'revision'>;
  readonly coverage: Coverage | null;
  readonly period: Period | null;
}) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { status, total } = props;
  const share = costCoverageRate(total);
  return (
    <div className={styles.quality} data-testid="panel-strip">
      <button type="button" onClick={() => go('sync')}>
        {status?.knownUntil == null ? (
          <span className={ui.info}>{text('panel.not-read')}</span>
        ) : (
          <span className={ui.good}>
            <span>
              {text('panel.changes-until')} <b>{knownMoment(status.knownUntil, formats)}</b>
            </span>
          </span>
        )}
      </button>
      <ControlOf coverage={props.coverage} period={props.period} />
      {share === null ? null : (
        <span
          title={text('kpi.coverage-title', {
            count: total.rowsWithoutProductCost,
            rows: formats.count(total.rowsWithoutProductCost),
          })}
        >
          <span className={total.rowsWithoutProductCost > 0 ? ui.caution : ui.good}>
            <span>
              {text('panel.cost-of')}{' '}
              <b>
                <Figure value={share} kind="percent" testId="cost-coverage" />
              </b>{' '}
              {text('kpi.of-sales')}
            </span>
          </span>
        </span>
      )}
      <SinceSeen />
    </div>
  );
});

/** How many months moved since one looked; leads to what of them did. */
function SinceSeen() {
  const text = useText();
  const { go } = useNavigation();
  const moves = useSinceSeen()?.moves ?? [];
  const over = moves.filter(({ isOver }) => isOver).length;
  return moves.length === 0 ? null : (
    <button
      type="button"
      data-testid="panel-seen"
      data-value={moves.length}
      title={text('seen.heading')}
      onClick={() => go('changes', 'seen')}
    >
      <span className={over > 0 ? ui.caution : ui.info}>
        <span>{text('seen.count', { count: moves.length, over })}</span>
      </span>
    </button>
  );
}

/** The source's own count beside ours: of the month in view, else of all that can be compared. */
function ControlOf(props: { readonly coverage: Coverage | null; readonly period: Period | null }) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { coverage, period } = props;
  if (coverage === null) return null;
  const months = period === null ? null : wholeMonths(period);
  const month: Month | null =
    period !== null && months !== null && months.first === months.last ? monthOf(period.from) : null;
  const ofMonth = coverage.months.find((one) => one.month === month)?.controls.everything ?? null;
  const control = ofMonth ?? coverage.controls.everything;
  if (control === null) return null;
  const until = comparedUntil(control);
  // Where all of it differs, what is looked into is the month.
  const differing = control.agrees ? null : differingMonth(coverage.months);
  // Only the days that are over are compared of the present month, and of all there is.
  const isWhole = ofMonth !== null && period !== null && dayOf(until) >= period.to;
  const day = String(Number(until.slice(8, 10)));
  const name =
    ofMonth === null || month === null
      ? text('panel.compared-until', { day: formatDayOfYear(until, formats.dates) })
      : `${describeMonth(month, text)}${isWhole ? '' : ` ${text('trend.until', { day })}`}`;
  return (
    <button
      type="button"
      data-testid="panel-control"
      title={comparedMessage(control, text, formats)}
      onClick={() => go('sync', ofMonth === null ? (differing?.month ?? null) : month)}
    >
      <span className={control.agrees ? ui.good : ui.bad}>
        <span>
          {name}: <b>{formats.count(control.here)}</b>{' '}
          {control.agrees
            ? text('panel.rows-here-and-there', { count: control.here })
            : text('panel.rows-here', { count: control.here, there: formats.count(control.there) })}{' '}
          <span className={ui.faint} data-testid="panel-control-when" data-value={control.checkedAt}>
            {text('panel.rows-counted', { when: formatMoment(control.checkedAt, formats.dates) })}
          </span>
        </span>
      </span>
    </button>
  );
}
