import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import type { ExceptionState } from '#renderer/data/model/finding.ts';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { SCOPE_LETTERS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
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
      <ListTable
        name={text('exception.title')}
        className={styles.table}
        columns={queueColumns(text, areOfView(lines), (line, row) => (
          <Chooser
            line={line}
            isChosen={line.key === chosen}
            isTabStop={row === Math.max(at, 0)}
            onChoose={props.onChoose}
          />
        ))}
        groups={[{ key: '', rows: shown, body: { ref: body, onKeyDown, title: text('exception.keys') } }]}
        keyOf={({ key }) => key}
        sort={{ by: props.state.sort, isDescending: props.state.isDescending }}
        onSort={(column) => props.onSort(column as SortColumn)}
        line={({ key, finding, shownState, isChanged }) => ({
          'data-testid': 'exception',
          'data-key': key,
          'data-kind': finding.kind,
          'data-value': finding.amount ?? '',
          'data-state': shownState,
          'data-changed': isChanged,
          className: key === chosen ? styles.isChosen : undefined,
          onClick: () => props.onChoose(key),
        })}
      />
      {lines.length > shown.length ? (
        <Button className={ui.smallLink} onClick={() => setMost(most + AT_ONCE)}>
          {text('exception.more')} ({formats.count(lines.length - shown.length)})
        </Button>
      ) : null}
    </>
  );
}

const areOfView = (lines: readonly QueueLine[]): boolean =>
  lines.every(({ currency }) => currency === UNNAMED_CURRENCY);

/** Where the bar of an age is full. */
const FULL_DAYS = 90;

/** Long for its columns: those of the screen and those of files. */
function queueColumns(
  text: Text,
  /** All amounts are of the accounts in view. */
  isOneCurrency: boolean,
  chooser?: (line: QueueLine, row: number) => ReactNode,
): readonly Column<QueueLine>[] {
  const sorts = (name: string) => ({ title: text('exception.sort-by', { column: name }) });
  const sorted = (id: SortColumn, name = text(`exception.${id === 'age' ? 'ages' : id}`)) => ({
    ...{ id, heading: name, sort: sorts(name) },
  });
  return [
    {
      ...sorted('kind'),
      value: ({ finding }) => kindName(finding.kind, text),
      ...(chooser === undefined ? {} : { draw: (line, { at }) => chooser(line, at) }),
    },
    {
      ...sorted('where'),
      cell: ({ finding }) => ({ className: styles.where, title: whereOf(finding, text) }),
      value: ({ finding }) => whereOf(finding, text),
    },
    {
      heading: text('exception.affects'),
      cell: { className: styles.affects },
      value: ({ finding }) => finding.affects.map((scope) => SCOPE_COLUMNS[scope].profitability).join(', '),
      draw: ({ finding }) => <Affected scopes={finding.affects} />,
    },
    { ...sorted('amount'), kind: 'money', value: ({ finding }) => finding.amount },
    ...(isOneCurrency
      ? []
      : [{ id: 'currency', heading: text('match.currency'), value: 'currency' } satisfies Column<QueueLine>]),
    sheetColumn(text('exception.rows'), ({ finding }) => finding.rows, { kind: 'count' }),
    sheetColumn(text('exception.orders'), ({ finding }) => finding.orders, { kind: 'count' }),
    sheetColumn(text('exception.first'), ({ finding }) => finding.firstPurchase, { kind: 'local-datetime' }),
    sheetColumn(text('exception.last'), ({ finding }) => finding.lastPurchase, { kind: 'local-datetime' }),
    {
      ...sorted('age'),
      kind: 'end',
      cell: ({ days }) => {
        const age = ageOf(days);
        return { className: classNames(styles.age, age === null ? undefined : styles[age]) };
      },
      value: ({ days }) => days,
      draw: ({ days }) => <Age days={days} />,
      sheet: { name: text('exception.days'), kind: 'count' },
    },
    {
      ...sorted('state'),
      value: ({ shownState }) => text(`exception.state-${shownState}`),
      draw: ({ shownState, isChanged }) => (
        <>
          {text(`exception.state-${shownState}`)}
          {isChanged ? (
            <span className={classNames(ui.tag, ui.caution, styles.changedMark)}>
              {text('exception.changed-mark')}
            </span>
          ) : null}
        </>
      ),
    },
    sheetColumn(text('exception.note'), ({ record }) => record?.note ?? ''),
    sheetColumn(text('reconciliation.owner'), ({ record }) => record?.owner ?? ''),
    sheetColumn(
      text('exception.said-at'),
      ({ record }) => (record === null ? null : new Date(record.atMs).toISOString()),
      { kind: 'utc-datetime' },
    ),
  ];
}

/** Lines of the queue as a file has them. Pure. */
export function exceptionsTable(rows: readonly QueueLine[], text: Text): WholeTable {
  return sheetOf({
    name: text('exception.title'),
    columns: queueColumns(text, areOfView(rows)),
    rows,
    keyColumns: 2,
  });
}

/** A press shows what a line says; by Enter one goes on there. */
function Chooser(props: {
  readonly line: QueueLine;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: (key: string) => void;
}) {
  const text = useText();
  const { line, isChosen } = props;
  const { kind } = line.finding;
  return (
    <button
      type="button"
      className={classNames(ui.tag, ui[gravityOf(kind)], styles.name)}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      onClick={(event) => {
        event.stopPropagation();
        props.onChoose(line.key);
        if (event.detail === 0)
          requestAnimationFrame(() => document.getElementById('exception-chosen')?.focus());
      }}
    >
      {kindName(kind, text)}
    </button>
  );
}

/** The profitabilities that an exception moves, each in its place. */
function Affected({ scopes }: { readonly scopes: readonly Scope[] }) {
  return SCOPES.map((scope) =>
    scopes.includes(scope) ? (
      <span key={scope}>
        <ScopeMark scope={scope} />
        <span className={ui.visuallyHidden}>{SCOPE_LETTERS[scope]}</span>
      </span>
    ) : (
      <i key={scope} className={styles.noMark} />
    ),
  );
}

function Age({ days }: Pick<QueueLine, 'days'>) {
  const text = useText();
  const formats = useFormats();
  const words = (count: number) =>
    count === 0 ? text('exception.today') : text('exception.days-shown', { count: formats.count(count) });
  return (
    <>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(100, ((days ?? 0) / FULL_DAYS) * 100)}%` }} />
      </span>
      <span className={styles.days}>{days === null ? '—' : words(days)}</span>
    </>
  );
}
