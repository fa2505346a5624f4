import { Popover } from '@base-ui/react/popover';
import { isEqual } from 'es-toolkit/predicate';
import { type KeyboardEvent, useState } from 'react';
import { fixedPeriod, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import {
  describePeriod,
  PERIOD_PRESETS,
  presetPeriod,
  stepPeriod,
} from '#renderer/features/period/period.ts';
import { yearsOf } from '#renderer/features/period/period-months.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import selectionStyles from '#renderer/features/selection/selection.module.css';
import {
  besideName,
  describeSelection,
  useSelection,
} from '#renderer/features/selection/selection-context.tsx';
import { ownDateFilter } from '#renderer/features/selection/selection-state.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { DayField } from '#renderer/ui/day-field.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import {
  type BeyondDay,
  type DateFilter,
  PERIOD_COLUMNS,
  type Period,
  type PeriodColumn,
} from '#shared/domain/selection.ts';
import { MonthGrid } from './month-grid.tsx';
import styles from './period.module.css';
import {
  type BesideRows,
  lastDayOf,
  type PeriodEnds,
  usePeriodEnds,
  usePeriodRows,
} from './use-period-facts.ts';

/** Period with its arrows and, always beside it, which date it is of and the zone of its days. */
export function PeriodControl() {
  const text = useText();
  const { selection, meaning, change } = useSelection();
  const [open, setOpen] = useState(false);
  const name = selection.period === null ? null : periodName(meaning);
  const ends = usePeriodEnds();
  const { last } = ends;
  const set = (period: Period | null, meaning = fixedPeriod(period)): void =>
    change({ type: 'set-period', period, meaning });
  const step = (direction: -1 | 1): void => set(stepPeriod(selection.period, direction, last));
  useShortcut('alt+ArrowLeft', () => step(-1));
  useShortcut('alt+ArrowRight', () => step(1));
  useShortcut('ctrl+d', () => setOpen(true));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <span className={ui.joinedButtons} role="group" aria-label={text('period.label')}>
        <Step icon="left" name={text('period.previous')} onPress={() => step(-1)} />
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger
            className={ui.button}
            data-testid="period"
            data-meaning={meaning?.kind === 'preset' ? meaning.preset : (meaning?.kind ?? '')}
            title={
              name === null
                ? text('period.choose')
                : `${text('period.moves', { name: text(name) })}\n${text('period.choose')}`
            }
          >
            <Icon name="calendar" />
            {name === null ? null : <span className={styles.name}>{text(name)}</span>}
            {describeSelection(selection, text)}
            <Icon name="down" small />
          </Popover.Trigger>
          <PopoverPopup
            className={classNames(ui.menu, styles.menu)}
            data-testid="period-menu"
            aria-label={text('period.choose')}
          >
            <PeriodChoices
              ends={ends}
              onChoose={(period, meaning) => {
                set(period, meaning);
                setOpen(false);
              }}
              onBeside={(beyond) => {
                const column = selection.periodColumn;
                change({ type: 'set-dates', column, filter: { column, beyond } });
                setOpen(false);
              }}
            />
          </PopoverPopup>
        </Popover.Root>
        <Step icon="right" name={text('period.next')} onPress={() => step(1)} />
      </span>
      <PeriodDates />
    </>
  );
}

/** The name of the days in view, where they move with the calendar; a new account's are the last complete month. */
function periodName(meaning: NamedPeriod | null): MessageId | null {
  if (meaning === null) return 'period.month-before';
  return meaning.kind === 'preset' ? `period.${meaning.preset}` : null;
}

/** «Fecha de Pago · hora local del canal», and how many rows the period cannot hold because they have no such date. */
function PeriodDates() {
  const text = useText();
  const formats = useFormats();
  const { periodColumn, period } = useSelection().selection;
  const isPayment = periodColumn === 'Fecha de Pago';
  const undated = usePeriodRows(isPayment)?.beside.find(({ beyond }) => beyond === null)?.rows ?? 0;
  const isSaid = isPayment && period !== null && undated > 0;
  return (
    <span className={selectionStyles.zone} data-testid="period-zone" data-column={periodColumn}>
      <span>{text.column(periodColumn)}</span>
      <span>{text('zone.local')}</span>
      {isSaid ? (
        <data
          className={selectionStyles.undated}
          value={undated}
          data-value={undated}
          data-testid="period-undated"
        >
          {text('period.undated-short', { count: undated, shown: formats.count(undated) })}
        </data>
      ) : null}
    </span>
  );
}

/** Up or down the list of names, around its ends. */
function stepInNames(event: KeyboardEvent<HTMLElement>): void {
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-names] button')];
  const at = names.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  names.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % names.length)?.focus();
}

type ChoosePeriod = (period: Period | null, meaning?: NamedPeriod) => void;

/** The periods that have a name, at the seller's own present; payments may lie ahead of it. */
function presetsAt(present: ReturnType<typeof usePresent>['present']) {
  if (present === null) return [];
  return PERIOD_PRESETS.map(({ id, key }) => {
    const named = { kind: 'preset', preset: id } as const;
    return { id, key, period: presetPeriod(id, present), named };
  });
}

/** All ways to choose a period, by name, months or days, and which date it is of. */
function PeriodChoices(props: {
  readonly ends: PeriodEnds;
  readonly onChoose: ChoosePeriod;
  /** The rows that lie in no month: without the date, or out of range. */
  readonly onBeside: (beyond: BeyondDay | null) => void;
}) {
  const { ends, onChoose } = props;
  const { present } = usePresent();
  const presets = presetsAt(present);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') stepInNames(event);
    const preset = presets.find(({ key }) => key === event.key.toLowerCase());
    if (preset === undefined) return;
    event.preventDefault();
    onChoose(preset.period, preset.named);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each key is that of a button within
    <div onKeyDown={onKeyDown} className={styles.choices}>
      <NamedChoices presets={presets} onChoose={onChoose} onBeside={props.onBeside} />
      <DayChoices ends={ends} onChoose={onChoose} />
    </div>
  );
}

/** Everything, the periods with a name, and the rows that lie in none. */
function NamedChoices(props: {
  readonly presets: ReturnType<typeof presetsAt>;
  readonly onChoose: ChoosePeriod;
  readonly onBeside: (beyond: BeyondDay | null) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { present } = usePresent();
  const rows = usePeriodRows(true);
  const { presets, onChoose, onBeside } = props;
  const { period } = selection;
  const held = ownDateFilter(selection);
  const beside = besideChoices(rows?.beside ?? [], held);
  return (
    <div data-names className={styles.named}>
      <Button
        className={ui.item}
        data-testid="period-all"
        aria-pressed={period === null && held === null}
        onClick={() => onChoose(null)}
      >
        <span className={ui.grow}>{text('period.everything')}</span>
      </Button>
      {presets.map((preset) => (
        <Button
          key={preset.id}
          className={ui.item}
          aria-keyshortcuts={preset.key.toUpperCase()}
          aria-pressed={isEqual(period, preset.period)}
          data-testid={`period-${preset.id}`}
          onClick={() => onChoose(preset.period, preset.named)}
        >
          <span className={ui.grow}>{text(`period.${preset.id}`)}</span>
          <small>{describePeriod(preset.period, text)}</small>
          <kbd>{preset.key.toUpperCase()}</kbd>
        </Button>
      ))}
      {beside.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
        <div role="group" aria-label={text('period.beside')}>
          <p className={ui.label}>{text('period.beside')}</p>
          {beside.map(({ beyond, rows: count }) => (
            <Button
              key={`${beyond?.side} ${beyond?.day}`}
              className={ui.item}
              aria-pressed={isSameBeside(held, beyond)}
              data-testid={`period-beside-${beyond?.side ?? 'none'}`}
              onClick={() => onBeside(beyond)}
            >
              <span className={ui.grow}>{besideName(beyond, text)}</span>
              <small data-value={count}>{text('count.rows', { count, shown: formats.count(count) })}</small>
            </Button>
          ))}
        </div>
      )}
      {present === null ? null : (
        <p className={classNames(ui.caption, styles.note)}>
          {text('period.until-purchase', { day: formatDay(present.lastPurchase, formats.dates) })}
        </p>
      )}
    </div>
  );
}

/** Which date it is of, its months, and a range typed day by day. */
function DayChoices({ ends, onChoose }: { readonly ends: PeriodEnds; readonly onChoose: ChoosePeriod }) {
  const text = useText();
  const { selection, change } = useSelection();
  const { period, periodColumn } = selection;
  const rows = usePeriodRows(true);
  const last = lastDayOf(ends);
  const first = lastDayOf({ first: null, last: ends.first });
  // A period may lie beside all rows: its own months can be seen even so.
  const years = yearsOf([...(period === null ? [] : [period.from, period.to]), first ?? '', last ?? '']);
  return (
    <div className={styles.days}>
      <div className={styles.column}>
        <Segmented<PeriodColumn>
          label={text('period.column')}
          value={periodColumn}
          options={PERIOD_COLUMNS.map((column) => ({ value: column, label: text.column(column) }))}
          onChange={(column) => change({ type: 'set-period-column', column })}
        />
        <span className={ui.caption}>{text('zone.local')}</span>
      </div>
      {years.length === 0 ? (
        <p className={classNames(ui.hint, styles.note)}>
          {text('period.no-dates', { column: text.column(periodColumn) })}
        </p>
      ) : (
        <MonthGrid
          key={`months of ${periodColumn}`}
          years={years}
          period={period}
          rows={rows?.byMonth ?? null}
          onChoose={onChoose}
        />
      )}
      <p className={classNames(ui.caption, styles.note)}>{text('period.months-how')}</p>
      <TypedRange
        // Begins anew with the ends, once they are known: not with every one that moves while someone types.
        key={`days of ${periodColumn} ${first === null}`}
        period={period}
        first={first}
        last={last}
        onChoose={onChoose}
      />
    </div>
  );
}

function isSameBeside(held: DateFilter | null, beyond: BeyondDay | null): boolean {
  return held !== null && isEqual(held.beyond, beyond);
}

/** The choices beside the months; the one in force also where no row is left of it. */
export function besideChoices(there: readonly BesideRows[], held: DateFilter | null): readonly BesideRows[] {
  const isThere = held === null || there.some(({ beyond }) => isSameBeside(held, beyond));
  return isThere ? there : [...there, { beyond: held.beyond, rows: 0 }];
}

/** A range typed day by day, in the user's own way of writing dates. */
function TypedRange(props: {
  readonly period: Period | null;
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
  readonly onChoose: (period: Period) => void;
}) {
  const text = useText();
  // The first values stay: a field half typed is no day, and must not be emptied for it.
  const [begin] = useState({ from: props.period?.from ?? props.first, to: props.period?.to ?? props.last });
  const [from, setFrom] = useState<LocalDate | null>(begin.from);
  const [to, setTo] = useState<LocalDate | null>(begin.to);
  const isTurned = from !== null && to !== null && from > to;
  const range = from === null || to === null || isTurned ? null : { from, to };
  return (
    <form
      className={styles.range}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (range !== null) props.onChoose(range);
      }}
    >
      <DayField
        label={text('period.from')}
        day={begin.from}
        testId="period-from"
        onDay={setFrom}
        onTyped={(typed) => typed.kind !== 'day' && setFrom(null)}
      />
      <DayField
        label={text('period.to')}
        day={begin.to}
        testId="period-to"
        onDay={setTo}
        onTyped={(typed) => typed.kind !== 'day' && setTo(null)}
      />
      <button type="submit" className={ui.button} disabled={range === null} data-testid="period-apply">
        {text('period.apply')}
      </button>
      {isTurned ? (
        <em className={ui.fieldProblem} role="alert">
          {text('period.turned')}
        </em>
      ) : null}
    </form>
  );
}

/** Alt and the arrow do the same. */
function Step(props: {
  readonly icon: 'left' | 'right';
  readonly name: string;
  readonly onPress: () => void;
}) {
  return <IconButton className={ui.iconButton} isOffTab {...props} />;
}
