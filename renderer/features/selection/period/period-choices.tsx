import { isEqual } from 'es-toolkit/predicate';
import type { KeyboardEvent } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { describePeriod, PERIOD_PRESETS, presetPeriod } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { yearsOf } from '#renderer/features/period/period-months.ts';
import { besideName } from '#renderer/features/selection/beside-messages.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ownDateFilter } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import {
  type BeyondDay,
  type DateFilter,
  PERIOD_COLUMNS,
  type Period,
  type PeriodColumn,
} from '#shared/domain/selection.ts';
import { MonthGrid } from './month-grid.tsx';
import { TypedRange } from './typed-range.tsx';
import { type BesideRows, lastDayOf, type PeriodEnds, usePeriodRows } from './use-period-facts.ts';

/** All ways to choose a period: by name and key, by months, by days; and which date it is of. */
export function PeriodChoices(props: {
  readonly ends: PeriodEnds;
  readonly onChoose: (period: Period | null) => void;
  /** The rows that lie in no month: without the date, or out of range. */
  readonly onBeside: (beyond: BeyondDay | null) => void;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const { period, periodColumn } = selection;
  const { ends, onChoose, onBeside } = props;
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
  const held = ownDateFilter(selection);
  const beside = besideChoices(rows?.beside ?? [], held);
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
          aria-pressed={period === null && held === null}
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
        {beside.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
          <div role="group" aria-label={text('period.beside')}>
            <p className="lb">{text('period.beside')}</p>
            {beside.map(({ beyond, rows: count }) => (
              <button
                key={`${beyond?.side} ${beyond?.day}`}
                type="button"
                className="it"
                aria-pressed={isSameBeside(held, beyond)}
                data-testid={`period-beside-${beyond?.side ?? 'none'}`}
                onClick={() => onBeside(beyond)}
              >
                <span className="grow">{besideName(beyond, text)}</span>
                <small data-value={count}>{text('count.rows', { count, shown: formats.count(count) })}</small>
              </button>
            ))}
          </div>
        )}
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
          // Begins anew with the ends, once they are known: not with every one that moves while someone types.
          key={`days of ${periodColumn} ${first === null}`}
          period={period}
          first={first}
          last={last}
          onChoose={onChoose}
        />
      </div>
    </div>
  );
}

function isSameBeside(held: DateFilter | null, beyond: BeyondDay | null): boolean {
  return held !== null && isEqual(held.beyond, beyond);
}

/** What there is beside the months; the one in force also where no row is left of it. */
function besideChoices(there: readonly BesideRows[], held: DateFilter | null): readonly BesideRows[] {
  const isThere = held === null || there.some(({ beyond }) => isSameBeside(held, beyond));
  return isThere ? there : [...there, { beyond: held.beyond, rows: 0 }];
}
