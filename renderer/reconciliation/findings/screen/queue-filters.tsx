import { useMemo } from 'react';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { isInSight, SHOWN_STATES } from '#renderer/reconciliation/findings/model/groups.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './exceptions.module.css';
import {
  AGES,
  countLines,
  type QueueLine,
  type QueueState,
  totalsOf,
  type When,
  whenOf,
} from './exceptions-list.ts';

const CHIPS = ['month', 'earlier'] as const satisfies readonly When[];

type FiltersProps = {
  readonly lines: readonly QueueLine[];
  readonly inView: Month | null;
  readonly state: QueueState;
  readonly onChange: (part: Partial<QueueState>) => void;
};

/** By month, by state, and by age among those of the state. */
export function Filters(props: FiltersProps) {
  const text = useText();
  const { lines, inView, state, onChange } = props;
  const { state: shown, when } = state;
  const counts = useMemo(
    () => countLines(lines, { state: shown, when }, inView),
    [lines, shown, when, inView],
  );
  return (
    <div className={styles.filters}>
      {state.only === null ? null : <OnlyChip only={state.only} onRemove={() => onChange({ only: null })} />}
      {inView === null ? null : (
        <MonthChips {...props} inView={inView} countOf={(each) => counts.whens.get(each) ?? 0} />
      )}
      <Segmented
        label={text('exception.states')}
        value={state.state}
        options={SHOWN_STATES.map((each) => ({
          value: each,
          label: text(`exception.states-${each}`, {
            count: counts.states.get(each) ?? 0,
          }),
          testId: `exceptions-${each}`,
        }))}
        onChange={(next) => onChange({ state: next })}
      />
      <Segmented
        label={text('exception.ages')}
        value={state.age}
        options={[
          { value: 'all', label: text('exception.age-all', { count: counts.ages.get('all') ?? 0 }) },
          ...AGES.map(({ id }) => ({
            value: id,
            label: (
              <span className={styles[id]}>
                {text(`exception.age-${id}`, { count: counts.ages.get(id) ?? 0 })}
              </span>
            ),
            testId: `exceptions-age-${id}`,
          })),
        ]}
        onChange={(age) => onChange({ age })}
      />
      <span className={ui.field}>
        <Icon name="search" small />
        <input
          type="search"
          data-testid="exceptions-search"
          aria-label={text('exception.search')}
          placeholder={text('exception.search')}
          value={state.search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
      </span>
    </div>
  );
}

/** The kind, and the account, that the queue is narrowed to; a press leaves it off. */
function OnlyChip(props: { readonly only: NonNullable<QueueState['only']>; readonly onRemove: () => void }) {
  const text = useText();
  const { kind, canal, cuenta } = props.only;
  const named = [canal, cuenta].map((name) => (name === '' ? text('filter.blank') : name));
  const words = [kindName(kind, text), ...named].filter((part) => part !== null).join(' · ');
  const remove = text('exception.only-remove', { words });
  return (
    <Button
      className={ui.smallButton}
      data-testid="exceptions-only"
      data-value={kind}
      aria-label={remove}
      title={remove}
      onClick={props.onRemove}
    >
      {words}
      <Icon name="close" small />
    </Button>
  );
}

/** The month in view and what is of before it, each with how many there are. */
function MonthChips({
  inView,
  state,
  onChange,
  countOf,
}: Pick<FiltersProps, 'state' | 'onChange'> & {
  readonly inView: Month;
  /** How many of the state are of the month, or of before it. */
  readonly countOf: (when: When) => number;
}) {
  const text = useText();
  const formats = useFormats();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span className={ui.segmented} role="group" aria-label={text('exception.whens')}>
      {CHIPS.map((when) => {
        const count = countOf(when);
        return (
          <button
            key={when}
            type="button"
            data-testid="exception-chip"
            data-when={when}
            data-count={count}
            aria-pressed={state.when === when}
            onClick={() => onChange({ when: state.when === when ? 'all' : when })}
          >
            {when === 'month' ? describeMonth(inView, text) : text('exception.when-earlier')}{' '}
            <b>{formats.count(count)}</b>
          </button>
        );
      })}
    </span>
  );
}

/** What is shown as a total, and what of the same months is explained or claimed, each in a line of its own. */
export function StateTotals(props: {
  readonly lines: readonly QueueLine[];
  readonly filtered: readonly QueueLine[];
  readonly inView: Month | null;
  readonly state: QueueState;
}) {
  const { lines, filtered, inView } = props;
  const { state, when } = props.state;
  const totals = useMemo(
    () => totalLines({ lines, filtered, inView, state, when }),
    [lines, filtered, inView, state, when],
  );
  return (
    <dl className={styles.totals}>
      {totals.map((each) => (
        <TotalLine key={each.name} {...each} />
      ))}
    </dl>
  );
}

type Total = {
  readonly name: QueueState['state'] | 'due';
  readonly count: number;
  readonly totals: ReturnType<typeof totalsOf>;
  readonly isMain?: boolean;
  /** Out of the total above. */
  readonly isBeside?: boolean;
};

function totalLines({
  lines,
  filtered,
  inView,
  state,
  when,
}: {
  readonly lines: readonly QueueLine[];
  readonly filtered: readonly QueueLine[];
  readonly inView: Month | null;
} & Pick<QueueState, 'state' | 'when'>): readonly Total[] {
  const totalOf = (own: readonly QueueLine[]) => ({ count: own.length, totals: totalsOf(own) });
  const ofMonths = lines.filter((line) => when === 'all' || whenOf(line, inView) === when);
  const main = state === 'open' ? filtered.filter((line) => line.state === 'open') : filtered;
  const isDue = state === 'open' && filtered.some((line) => isInSight(line) && line.state !== 'open');
  const beside = (['explained', 'claimed'] as const)
    .filter((each) => each !== state)
    .map((name) => ({ name, own: ofMonths.filter((line) => line.state === name) }));
  return [
    { name: state, ...totalOf(main), isMain: true },
    ...(isDue ? [{ name: 'due' as const, ...totalOf(filtered.filter((line) => line.isDue)) }] : []),
    ...beside
      .filter(({ own }) => own.length > 0)
      .map(({ name, own }) => ({ name, ...totalOf(own), isBeside: true })),
  ];
}

function TotalLine(props: Total) {
  const text = useText();
  const formats = useFormats();
  const { name, count, totals } = props;
  const places = formats.places(totals.map(({ amount }) => amount));
  const id =
    props.isBeside === true
      ? (`exception.beside-${name as 'explained' | 'claimed'}` as const)
      : (`exception.total-${name}` as const);
  return (
    <div
      className={classNames(props.isMain === true && styles.mainTotal)}
      data-testid={`exceptions-total-${name}`}
      data-count={count}
    >
      <dt>{text(id, { count, shown: formats.count(count) })}</dt>
      <dd>
        {totals.map(({ currency, amount }) => (
          <span key={currency}>
            <Figure value={amount} kind="money" places={places} /> {currency}
          </span>
        ))}
      </dd>
    </div>
  );
}
