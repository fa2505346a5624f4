import { isEqual } from 'es-toolkit/predicate';
import type { KeyboardEvent } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { describePeriod, PERIOD_PRESETS, presetPeriod } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { yearsOf } from '#renderer/features/period/period-months.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { PERIOD_COLUMNS, type Period, type PeriodColumn } from '#shared/domain/selection.ts';
import { MonthGrid } from './month-grid.tsx';
import { TypedRange } from './typed-range.tsx';
import { lastDayOf, type PeriodEnds, usePeriodRows } from './use-period-facts.ts';

/** All ways to choose a period: by name and key, by months, by days; and which date it is of. */
export function PeriodChoices(props: {
  readonly ends: PeriodEnds;
  readonly onChoose: (period: Period | null) => void;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const { period, periodColumn } = selection;
  const { ends, onChoose } = props;
  const ledger = useLedger();
  // The seller's own present, whichever date is looked at: payments may lie ahead of it.
  const present = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const rows = usePeriodRows(true);
  const last = lastDayOf(ends);
  const first = lastDayOf({ first: null, last: ends.first });
  const presets =
    present === null
      ? []
      : PERIOD_PRESETS.map((preset) => ({ ...preset, period: presetPeriod(preset.id, present) }));
  // A period may lie beside all rows: its own months can be seen even so.
  const years = yearsOf([...(period === null ? [] : [period.from, period.to]), first ?? '', last ?? '']);
  const undated = rows?.undated ?? 0;
  const outOfRange = rows?.outOfRange ?? 0;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey) return;
    const preset = presets.find(({ key }) => key === event.key.toLowerCase());
    if (preset === undefined) return;
    event.preventDefault();
    onChoose(preset.period);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each key is that of a button within
    <div onKeyDown={onKeyDown} className="period-choices">
      <div className="period-named">
        <button
          type="button"
          className="it"
          data-testid="period-all"
          aria-pressed={period === null}
          onClick={() => onChoose(null)}
        >
          <span className="grow">{text('period.everything')}</span>
        </button>
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            className="it"
            aria-keyshortcuts={preset.key.toUpperCase()}
            aria-pressed={isEqual(period, preset.period)}
            data-testid={`period-${preset.id}`}
            onClick={() => onChoose(preset.period)}
          >
            <span className="grow">{text(`period.${preset.id}`)}</span>
            <small>{describePeriod(preset.period, words)}</small>
            <kbd>{preset.key.toUpperCase()}</kbd>
          </button>
        ))}
        {present === null ? null : (
          <p className="f11 dim period-note">
            {text('period.until-purchase', { day: formatDay(present, formats.dates) })}
          </p>
        )}
      </div>
      <div className="period-days">
        <div className="period-column">
          <Segmented<PeriodColumn>
            label={text('period.column')}
            value={periodColumn}
            options={PERIOD_COLUMNS.map((column) => ({ value: column, label: column }))}
            onChange={(column) => change({ type: 'set-period-column', column })}
          />
          <span className="f11 dim">{text('zone.local')}</span>
        </div>
        {undated > 0 ? (
          <p className="f11 warn period-note" data-testid="period-undated-note">
            {text('period.undated', { count: undated, shown: formats.count(undated), column: periodColumn })}
          </p>
        ) : null}
        {outOfRange > 0 ? (
          <p className="f11 warn period-note" data-testid="period-out-of-range-note">
            {text('period.out-of-range', {
              count: outOfRange,
              shown: formats.count(outOfRange),
              column: periodColumn,
            })}
          </p>
        ) : null}
        {years.length === 0 ? (
          <p className="f12 dim period-note">{text('period.no-dates', { column: periodColumn })}</p>
        ) : (
          <MonthGrid
            key={`months of ${periodColumn}`}
            years={years}
            period={period}
            rows={rows?.byMonth ?? null}
            onChoose={onChoose}
          />
        )}
        <p className="f11 dim period-note">{text('period.months-how')}</p>
        <TypedRange
          key={`days of ${periodColumn}`}
          period={period}
          first={first}
          last={last}
          onChoose={onChoose}
        />
      </div>
    </div>
  );
}
