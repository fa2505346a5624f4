import type { ReactNode } from 'react';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { WHOLE } from '#renderer/reconciliation/findings/model/sayings.ts';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { SCOPE_LETTERS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type Month, startOfDay } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import styles from './exceptions.module.css';
import { ageOf, type QueueLine, type QueueRow, type SortColumn } from './exceptions-list.ts';

/** The columns of the queue, on the screen and in files. */

/** The month of a group, unless one is within it, and where it is. */
export function placeOfGroup(
  { head, account, month }: ExceptionGroup,
  text: Text,
  within: Month | null = null,
): string {
  const { Canal, Cuenta } = head.subject;
  const where = whereOf(head, text);
  const isNamed = account === null || (Canal !== undefined && Cuenta !== undefined);
  return [
    month === null || month === within || head.subject.month === month ? '' : describeMonth(month, text),
    where,
    isNamed ? '' : [Canal === undefined ? account.Canal : '', account.Cuenta].filter(Boolean).join(' · '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The number of an exception; of what is one matter where it is, and of what has none that. */
export function lineName({ id, name, group }: QueueLine, text: Text): string {
  if (name !== '') return name;
  return (id === WHOLE ? placeOfGroup(group, text) : '') || text('exception.no-number');
}

/** What was said of an exception: its claim, its reason, its note. */
export function saidOf({ said, claim, state }: QueueLine, text: Text): string {
  return [
    claim === null ? '' : claim,
    said === null || said.reason === null ? '' : text(`exception.reason-${said.reason}`),
    said === null || state === 'resolved' ? '' : said.note,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const groupOf = (row: QueueRow): ExceptionGroup => (row.is === 'group' ? row.of.group : row.of.group);

/** Long for its columns. */
export function queueColumns(
  text: Text,
  { rows, month }: { readonly rows: readonly QueueRow[]; readonly month: Month | null },
  first: (row: QueueRow, at: number) => ReactNode,
): readonly (Column<QueueRow> | null)[] {
  const sorted = (id: SortColumn, heading = text(`exception.${id === 'age' ? 'ages' : id}`)) => ({
    ...{ id, heading, sort: { title: text('exception.sort-by', { column: heading }) } },
  });
  const isOneCurrency = rows.every(({ of }) => of.currency === UNNAMED_CURRENCY);
  const whereIs = (row: QueueRow): string =>
    row.is === 'group' ? placeOfGroup(row.of.group, text, month) : saidOf(row.of, text);
  return [
    {
      ...sorted('kind'),
      cell: (row) => ({ className: row.is === 'line' ? styles.inner : styles.first }),
      value: (row) => (row.is === 'group' ? kindName(row.of.group.head.kind, text) : lineName(row.of, text)),
      draw: (row, { at }) => first(row, at),
    },
    {
      ...sorted('where'),
      cell: (row) => {
        const where = whereIs(row);
        return { className: styles.where, title: where };
      },
      value: whereIs,
    },
    {
      heading: text('exception.affects'),
      cell: { className: styles.affects },
      value: (row) =>
        groupOf(row)
          .head.affects.map((scope) => SCOPE_COLUMNS[scope].profitability)
          .join(', '),
      draw: (row) => (row.is === 'group' ? <Affected scopes={row.of.group.head.affects} /> : null),
    },
    {
      heading: text('exception.count'),
      kind: 'count',
      value: (row) => (row.is === 'group' ? row.of.lines.length : undefined),
    },
    { ...sorted('amount'), kind: 'money', value: (row) => row.of.amount },
    isOneCurrency
      ? null
      : { id: 'currency', heading: text('match.currency'), value: (row) => row.of.currency },
    {
      ...sorted('age'),
      kind: 'end',
      cell: ({ of: { days } }) => {
        const age = ageOf(days);
        return { className: classNames(styles.age, age === null ? undefined : styles[age]) };
      },
      value: ({ of }) => of.days,
      draw: (row) => <Age days={row.of.days} hasBar={row.is === 'group'} />,
    },
    {
      ...sorted('state'),
      value: (row) => (row.is === 'group' ? '' : text(`exception.state-${row.of.state}`)),
      draw: (row) => (row.is === 'group' ? null : <StateOf line={row.of} />),
    },
  ];
}

function StateOf({ line }: { readonly line: QueueLine }) {
  const text = useText();
  return (
    <>
      {text(`exception.state-${line.state}`)}{' '}
      {line.isChanged ? (
        <span className={classNames(ui.tag, ui.caution, styles.changedMark)}>
          {text('exception.changed-mark')}
        </span>
      ) : null}{' '}
      {line.isDue ? (
        <span className={classNames(ui.tag, ui.caution, styles.changedMark)}>
          {text('exception.due-mark')}
        </span>
      ) : null}
    </>
  );
}

/** Exceptions as a file has them, one a line. Pure. */
export function exceptionsTable(lines: readonly QueueLine[], text: Text): WholeTable {
  const isOneCurrency = lines.every(({ currency }) => currency === UNNAMED_CURRENCY);
  return sheetOf<QueueLine>({
    name: text('exception.title'),
    columns: [
      sheetColumn(text('exception.kind'), ({ group }) => kindName(group.head.kind, text)),
      sheetColumn(text('exception.where'), ({ group }) => placeOfGroup(group, text)),
      sheetColumn(text('exception.number'), 'name'),
      sheetColumn(text('exception.affects'), ({ group }) =>
        group.head.affects.map((scope) => SCOPE_COLUMNS[scope].profitability).join(', '),
      ),
      sheetColumn(text('exception.amount'), 'amount', { kind: 'money' }),
      ...(isOneCurrency ? [] : [sheetColumn<QueueLine>(text('match.currency'), 'currency')]),
      sheetColumn(text('exception.rows'), 'rows', { kind: 'count' }),
      sheetColumn(text('exception.day'), ({ day }) => (day === null ? null : startOfDay(day)), {
        kind: 'local-datetime',
      }),
      sheetColumn(text('exception.days'), 'days', { kind: 'count' }),
      sheetColumn(text('exception.state'), ({ state }) => text(`exception.state-${state}`)),
      sheetColumn(text('exception.reason'), ({ said }) =>
        said === null || said.reason === null ? '' : text(`exception.reason-${said.reason}`),
      ),
      sheetColumn(text('exception.note'), ({ said }) => said?.note ?? ''),
      sheetColumn(text('exception.follow-up'), ({ said }) => said?.followUp ?? ''),
      sheetColumn(text('claim.number'), ({ claim }) => claim ?? ''),
      sheetColumn(text('reconciliation.owner'), ({ said }) => said?.owner ?? ''),
      sheetColumn(
        text('exception.said-at'),
        ({ said }) => (said === null ? null : new Date(said.atMs).toISOString()),
        { kind: 'utc-datetime' },
      ),
    ],
    rows: lines,
    keyColumns: 2,
  });
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

/** Where the bar of an age is full. */
const FULL_DAYS = 90;

function Age({ days, hasBar }: { readonly days: number | null; readonly hasBar: boolean }) {
  const text = useText();
  const formats = useFormats();
  const words = (count: number) =>
    count === 0 ? text('exception.today') : text('exception.days-shown', { count: formats.count(count) });
  return (
    <>
      {hasBar ? (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${Math.min(100, ((days ?? 0) / FULL_DAYS) * 100)}%` }} />
        </span>
      ) : null}
      <span className={styles.days}>{days === null ? '—' : words(days)}</span>
    </>
  );
}
