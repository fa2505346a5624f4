import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import type { ExceptionState } from '#renderer/data/model/finding.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './exceptions.module.css';
import type { QueueGroup, QueueLine, QueueRow, QueueState, SortColumn } from './exceptions-list.ts';
import { lineName, queueColumns } from './queue-columns.tsx';
import { useRowWindow } from './use-row-window.ts';

const STATE_KEYS: { readonly [key: string]: ExceptionState } = {
  e: 'explained',
  a: 'accepted',
  o: 'open',
};

/** px, as the styles have them. */
const HEIGHTS = { group: 40, line: 28 } as const;

export type QueueProps = {
  readonly rows: readonly QueueRow[];
  /** That it is in: it need not be said of what is of it. Null: in none. */
  readonly month: Month | null;
  readonly state: QueueState;
  readonly onSort: (sort: SortColumn) => void;
  readonly onTurn: (key: string, isOpen: boolean) => void;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (lines: readonly QueueLine[], isPicked: boolean) => void;
  readonly onSay: (lines: readonly QueueLine[], state: ExceptionState) => void;
};

export const linesOf = (row: QueueRow): readonly QueueLine[] =>
  row.is === 'group' ? row.of.lines : [row.of];

/**
 * The queue as a table of groups that open into their exceptions, of which those in sight are drawn. Up and down walk it, left
 * and right close and open, Enter goes to the chosen one, letters say its state.
 */
export function QueueTable(props: QueueProps) {
  const text = useText();
  const { rows, chosen, picked, onPick, onChoose, onTurn } = props;
  const frame = useRef<HTMLDivElement>(null);
  const heights = useMemo(() => rows.map(({ is }) => HEIGHTS[is]), [rows]);
  const { from, to, above, below, show } = useRowWindow(heights, frame);
  const at = rows.findIndex(({ key }) => key === chosen);
  const tabStop = at >= from && at < to ? at : from;
  const onKeyDown = useQueueKeys(props, frame, show);
  const shown = rows.slice(from, to);
  const columns = queueColumns(text, props, (row, drawn) => (
    <First
      row={row}
      isChosen={row.key === chosen}
      isTabStop={from + drawn === tabStop}
      picked={picked}
      onPick={onPick}
      onChoose={onChoose}
      onTurn={onTurn}
    />
  ));
  return (
    <div ref={frame}>
      <div style={{ paddingTop: above, paddingBottom: below }}>
        <ListTable
          name={text('exception.title')}
          className={styles.table}
          columns={columns}
          groups={[{ key: '', rows: shown, body: { onKeyDown, title: text('exception.keys') } }]}
          keyOf={({ key }) => key}
          sort={{ by: props.state.sort, isDescending: props.state.isDescending }}
          onSort={(column) => props.onSort(column as SortColumn)}
          line={(row) => ({
            ...(row.is === 'group' ? groupAttributes(row.of) : lineAttributes(row.of)),
            'data-key': row.key,
            className: classNames(
              row.is === 'group' ? styles.groupRow : styles.lineRow,
              row.key === chosen && styles.isChosen,
            ),
            onClick: () => onChoose(row.key),
          })}
        />
      </div>
    </div>
  );
}

/** Keys of the queue: they walk, open, close and say. */
function useQueueKeys(
  { rows, onChoose, onTurn, onSay }: QueueProps,
  frame: RefObject<HTMLElement | null>,
  show: (at: number) => void,
): (event: KeyboardEvent) => void {
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[data-key="${focusNext.current}"]`);
    if (row == null) return;
    focusNext.current = null;
    row.querySelector<HTMLElement>('button[data-walked]')?.focus();
  });

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = (event.target as HTMLElement).closest('tr')?.dataset.key;
    const place = rows.findIndex(({ key }) => key === focused);
    const row = rows[place];
    if (row === undefined) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = rows[place + step];
    const state = STATE_KEYS[event.key.toLowerCase()];
    const turns = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : null;
    if (step !== 0) {
      event.preventDefault();
      // Not the table's own step from line to line: the next one may not be drawn yet.
      event.stopPropagation();
      if (next === undefined) return;
      focusNext.current = next.key;
      show(place + step);
      onChoose(next.key);
    } else if (turns !== null && row.is === 'group') {
      event.preventDefault();
      onTurn(row.key, turns);
    } else if (state !== undefined) {
      event.preventDefault();
      onSay(linesOf(row), state);
    }
  };
}

const groupAttributes = ({ group, lines, amount }: QueueGroup) => ({
  'data-testid': 'exception-group',
  'data-kind': group.head.kind,
  'data-account': group.account === null ? '' : `${group.account.Canal} · ${group.account.Cuenta}`,
  'data-month': group.month ?? '',
  'data-count': lines.length,
  'data-value': amount ?? '',
});

const lineAttributes = ({ group, amount, state, isChanged, isDue }: QueueLine) => ({
  'data-testid': 'exception',
  'data-kind': group.head.kind,
  'data-value': amount ?? '',
  'data-state': state,
  'data-changed': isChanged,
  'data-due': isDue,
});

/** What takes a line into what is said next, what opens a group, and what a press shows. */
function First(props: {
  readonly row: QueueRow;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly picked: ReadonlySet<string>;
  readonly onPick: QueueProps['onPick'];
  readonly onChoose: QueueProps['onChoose'];
  readonly onTurn: QueueProps['onTurn'];
}) {
  const text = useText();
  const { row, picked } = props;
  const lines = linesOf(row);
  const count = lines.filter(({ key }) => picked.has(key)).length;
  const { kind } = row.is === 'group' ? row.of.group.head : row.of.group.head;
  const name = row.is === 'group' ? kindName(kind, text) : lineName(row.of, text);
  return (
    <>
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={text('exception.pick', { name })}
        tabIndex={-1}
        checked={count > 0 && count === lines.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < lines.length;
        }}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => props.onPick(lines, target.checked)}
      />
      {row.is === 'group' ? (
        <button
          type="button"
          className={styles.turn}
          tabIndex={-1}
          aria-expanded={row.isOpen}
          aria-label={text(row.isOpen ? 'exception.close-group' : 'exception.open-group', {
            name,
            month: row.of.group.month === null ? '' : describeMonth(row.of.group.month, text),
          })}
          onClick={(event) => {
            event.stopPropagation();
            props.onTurn(row.key, !row.isOpen);
          }}
        >
          <Icon name={row.isOpen ? 'down' : 'right'} small />
        </button>
      ) : null}
      <button
        type="button"
        data-walked
        className={classNames(
          row.is === 'group' && ui.tag,
          row.is === 'group' && ui[gravityOf(kind)],
          styles.name,
        )}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-pressed={props.isChosen}
        onClick={(event) => {
          event.stopPropagation();
          props.onChoose(row.key);
          if (event.detail === 0)
            requestAnimationFrame(() => document.getElementById('exception-chosen')?.focus());
        }}
      >
        {name}
      </button>
    </>
  );
}
