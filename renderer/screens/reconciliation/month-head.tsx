import { useMemo } from 'react';
import { useLiveQuery, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { keysMessage, useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { RATE_BASE_COLUMN, rateOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { CellState } from './month-cells.ts';
import styles from './month-head.module.css';

const SHOWN_COLUMNS = [RATE_BASE_COLUMN, ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability)];

/** A month by its name: how far it is, what it comes to, and what is done next about it. */
export function MonthHead(props: {
  readonly month: Month;
  /** Null while it is not known. */
  readonly state: CellState | null;
  /** Null while it is not known. */
  readonly walk: MonthWalk | null;
  /** All rows of the month in the accounts in view. */
  readonly selection: Selection;
  /** What is done next, in words, and the way there; null: nothing. */
  readonly next: { readonly words: string; readonly go: () => void } | null;
  /** False: what is done next is not known yet. */
  readonly isKnown: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { month, state, walk, next, isKnown } = props;
  useShortcut('ctrl+Enter', () => next?.go());
  const isClosed = state === 'closed' || state === 'moved';
  return (
    <section className={styles.head} aria-label={monthTitle(month, text)}>
      <div className={styles.title}>
        <h2 data-testid="month-title" data-month={month} data-state={state ?? ''}>
          {monthTitle(month, text)}
        </h2>
        <p data-testid="month-progress" data-value={walk?.done ?? ''}>
          {isClosed ? <Icon name="lock" small /> : null}{' '}
          {state === null ? '\u00a0' : text(`month.is-${state}`)}
          {walk === null ? null : (
            <>
              {' · '}
              <b>{text('month.done-of', { done: walk.done, of: walk.of })}</b>
            </>
          )}
        </p>
        <People walk={walk} />
      </div>
      <Figures selection={props.selection} lacksCosts={lacksCosts(walk)} />
      <div className={styles.actions}>
        <FreezeButton />
        {isClosed || state === null ? null : (
          <Button
            className={ui.button}
            data-testid="month-close"
            title={walk === null ? undefined : text('month.close-title', { count: walk.inTheWay.length })}
            onClick={props.onClose}
          >
            {text('month.close')}
          </Button>
        )}
        <Button
          className={classNames(ui.button, styles.next)}
          data-testid="month-next"
          disabled={next === null}
          aria-busy={!isKnown}
          title={`${text('month.next-title')} (${keysMessage('Ctrl+Enter', text)})`}
          onClick={() => next?.go()}
        >
          {next !== null
            ? text('month.next', { what: next.words })
            : text(isKnown ? 'month.next-none' : 'month.next-loading')}
          <Icon name="right" small />
        </Button>
      </div>
    </section>
  );
}

/** Who prepared and reviewed it: of its close; before that, who signed its steps off. */
function People({ walk }: { readonly walk: MonthWalk | null }) {
  const text = useText();
  if (walk === null) return null;
  const { by } = walk.close;
  const prepared = by === null ? walk.signers.join(', ') : by.owner;
  const reviewed = by?.reviewer ?? '';
  if (prepared === '' && reviewed === '') return null;
  const people = [
    ...(prepared === '' ? [] : [text('month.prepared-by', { name: prepared })]),
    ...(reviewed === '' ? [] : [text('month.reviewed-by', { name: reviewed })]),
  ].join(' · ');
  return (
    <p
      className={styles.people}
      title={`${people}\n${text('closing.names-note')}`}
      data-testid="month-people"
    >
      {people}
    </p>
  );
}

const lacksCosts = (walk: MonthWalk | null): boolean =>
  walk?.steps.some(({ id, state }) => id === 'costs' && state === 'open') === true;

function Figures({
  selection,
  lacksCosts: isIncomplete,
}: {
  readonly selection: Selection;
  readonly lacksCosts: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const input = useMemo(() => ({ selection, columns: SHOWN_COLUMNS }), [selection]);
  const { output, isStale } = useLiveQuery('month-figures', input, (call, query, slot) =>
    call.readTotals({ ...query, slot }),
  );
  const sumOf = (column: string) => output?.sums[column] ?? null;
  const places = formats.places(SHOWN_COLUMNS.flatMap((column) => sumOf(column) ?? []));
  const ventas = sumOf(RATE_BASE_COLUMN);
  return (
    <dl className={styles.figures} data-stale={isStale}>
      <div>
        <dt>{text.column(RATE_BASE_COLUMN)}</dt>
        <dd>
          <Figure value={ventas} kind="money" places={places} testId="month-ventas" />
        </dd>
      </div>
      {SCOPES.map((scope) => {
        const value = sumOf(SCOPE_COLUMNS[scope].profitability);
        const rate = value === null || ventas === null ? null : rateOf(value, ventas);
        const isPartial = isIncomplete && scope !== 'marketplace';
        return (
          <div key={scope} title={isPartial ? text('month.without-costs') : undefined}>
            <dt>
              <ScopeMark scope={scope} />
              <span>{text(`scope.${scope}`)}</span>
            </dt>
            <dd>
              <Figure
                value={value}
                kind="money"
                places={places}
                testId={`month-${scope}`}
                className={isPartial ? styles.partial : undefined}
              />
              <small>
                <Figure value={rate} kind="percent" testId={`month-${scope}-rate`} />
              </small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Holds the figures as they are; the same as the rail's. */
function FreezeButton() {
  const text = useText();
  const { frozen, freeze, release } = useSession();
  const isFrozen = useStore(frozen) !== null;
  const action = useAction();
  return (
    <>
      <ActionFailure words={action.failed} />
      <Button
        className={ui.button}
        data-testid="month-freeze"
        aria-pressed={isFrozen}
        disabled={action.busy}
        title={text(isFrozen ? 'revision.release-all' : 'revision.freeze-all')}
        onClick={() => void action.run(isFrozen ? release : freeze)}
      >
        {text(isFrozen ? 'month.release' : 'month.freeze')}
      </Button>
    </>
  );
}
