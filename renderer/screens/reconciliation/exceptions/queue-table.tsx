import { type KeyboardEvent, type RefObject, useState } from 'react';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-words.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { SCOPE_LETTERS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { gravityOf } from '#shared/domain/exception-kinds.ts';
import type { ExceptionState } from '#shared/domain/exceptions.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import styles from './exceptions.module.css';
import { ageOf, type QueueLine, type QueueState, type SortColumn } from './exceptions-list.ts';

const AT_ONCE = 100;
const STATE_KEYS: { readonly [key: string]: ExceptionState } = {
  e: 'explained',
  a: 'accepted',
  o: 'open',
};

type QueueProps = {
  readonly lines: readonly QueueLine[];
  readonly state: QueueState;
  readonly onSort: (sort: SortColumn) => void;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
  readonly onSay: (line: QueueLine, state: ExceptionState) => void;
  readonly body: RefObject<HTMLTableSectionElement | null>;
};

/** The queue as a table. Arrows walk it, Enter goes to the chosen one, letters say its state. */
export function QueueTable(props: QueueProps) {
  const text = useText();
  const formats = useFormats();
  const [most, setMost] = useState(AT_ONCE);
  const { lines, chosen, body } = props;
  const shown = lines.slice(0, most);
  const places = formats.places(lines.flatMap(({ finding: { amount } }) => amount ?? []));
  const at = shown.findIndex(({ key }) => key === chosen);
  const focus = (row: number): void =>
    body.current?.querySelectorAll<HTMLElement>('tr > td:first-child > button')[row]?.focus();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const focused = (event.target as HTMLElement).closest('tr')?.dataset.key;
    const from = shown.findIndex(({ key }) => key === focused);
    const next = shown[from + step];
    if (step !== 0) {
      event.preventDefault();
      if (next === undefined) return;
      props.onChoose(next.key);
      focus(from + step);
      return;
    }
    const state = STATE_KEYS[event.key.toLowerCase()];
    const line = shown[from];
    if (state === undefined || line === undefined) return;
    event.preventDefault();
    props.onSay(line, state);
  }

  return (
    <>
      <table className={classNames(ui.denseTable, styles.table)} aria-label={text('exception.title')}>
        <thead>
          <tr>
            <SortHead {...props} column="kind" />
            <SortHead {...props} column="where" />
            <th>{text('exception.affects')}</th>
            <SortHead {...props} column="amount" isNumber />
            <SortHead {...props} column="age" isNumber />
            <SortHead {...props} column="state" />
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} title={text('exception.keys')}>
          {shown.map((line, row) => (
            <QueueRow
              key={line.key}
              line={line}
              places={places}
              isChosen={line.key === chosen}
              isTabStop={row === Math.max(at, 0)}
              onChoose={props.onChoose}
            />
          ))}
        </tbody>
      </table>
      {lines.length > shown.length ? (
        <Button className={ui.smallLink} onClick={() => setMost(most + AT_ONCE)}>
          {text('exception.more')} ({formats.count(lines.length - shown.length)})
        </Button>
      ) : null}
    </>
  );
}

function SortHead(
  props: Pick<QueueProps, 'state' | 'onSort'> & {
    readonly column: SortColumn;
    readonly isNumber?: boolean;
  },
) {
  const text = useText();
  const { column, state } = props;
  const name = text(column === 'age' ? 'exception.ages' : `exception.${column}`);
  const isSorted = state.sort === column;
  return (
    <th
      className={props.isNumber === true ? ui.number : undefined}
      aria-sort={isSorted ? (state.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <Button
        className={classNames(styles.sort, isSorted && styles.sorted)}
        title={text('exception.sort-by', { column: name })}
        onClick={() => props.onSort(column)}
      >
        {name}
        {isSorted ? <span aria-hidden="true">{state.isDescending ? ' ↓' : ' ↑'}</span> : null}
      </Button>
    </th>
  );
}

/** Where the bar of an age is full. */
const FULL_DAYS = 90;

/** A line of the queue. Long for its markup, which is one row. */
function QueueRow(props: {
  readonly line: QueueLine;
  readonly places: number;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: (key: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { line, isChosen } = props;
  const { finding, days, shownState, isChanged } = line;
  const age = ageOf(days);
  const choose = (): void => {
    props.onChoose(line.key);
  };
  return (
    <tr
      data-testid="exception"
      data-key={line.key}
      data-kind={finding.kind}
      data-value={finding.amount ?? ''}
      data-state={shownState}
      data-changed={isChanged}
      className={isChosen ? styles.isChosen : undefined}
      onClick={choose}
    >
      <td>
        <button
          type="button"
          className={classNames(ui.tag, ui[gravityOf(finding.kind)], styles.name)}
          tabIndex={props.isTabStop ? 0 : -1}
          aria-pressed={isChosen}
          onClick={(event) => {
            event.stopPropagation();
            choose();
            // By Enter: one goes on there.
            if (event.detail === 0)
              requestAnimationFrame(() => document.getElementById('exception-chosen')?.focus());
          }}
        >
          {kindName(finding.kind, text)}
        </button>
      </td>
      <td className={styles.where} title={whereOf(finding, text)}>
        {whereOf(finding, text)}
      </td>
      <td className={styles.affects}>
        {SCOPES.map((scope) =>
          finding.affects.includes(scope) ? (
            <span key={scope}>
              <ScopeMark scope={scope} />
              <span className={ui.visuallyHidden}>{SCOPE_LETTERS[scope]}</span>
            </span>
          ) : (
            <i key={scope} className={styles.noMark} />
          ),
        )}
      </td>
      <td className={ui.number}>
        <Figure value={finding.amount} kind="money" places={props.places} />
      </td>
      <td className={classNames(ui.number, styles.age, age === null ? undefined : styles[age])}>
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${Math.min(100, ((days ?? 0) / FULL_DAYS) * 100)}%` }} />
        </span>
        <span className={styles.days}>
          {days === null
            ? '—'
            : days === 0
              ? text('exception.today')
              : text('exception.days-shown', { count: formats.count(days) })}
        </span>
      </td>
      <td>
        {text(`exception.state-${shownState}`)}
        {isChanged ? (
          <span className={classNames(ui.tag, ui.caution, styles.changedMark)}>
            {text('exception.changed-mark')}
          </span>
        ) : null}
      </td>
    </tr>
  );
}
