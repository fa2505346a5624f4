import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ChangesHead, ChangesView } from '#renderer/data/client/change-rows.ts';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { lineAt } from '#renderer/data/client/table-rows.ts';
import type { ChangesQuery, OrderDifference } from '#renderer/data/model/changes.ts';
import {
  type ChangesRows,
  INITIAL_ROWS,
  lastRunOf,
  orderKey,
  queryOf,
  questionMessage,
} from '#renderer/features/changes/changes-state.ts';
import { useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { DamageMark } from '#renderer/features/damage/damage.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { SearchInput } from '#renderer/features/filters/search-field.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useFoldedRail } from '#renderer/features/navigation/navigation.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';
import { usePaperLines } from '#renderer/features/paper/paper-lines.ts';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { useCopy } from '#renderer/features/provenance/use-copy.ts';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import selectionStyles from '#renderer/features/selection/selection.module.css';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { type CellRange, type CopyForm, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { chosenTsv, MAX_RANGE_ROWS } from '#renderer/ui/grid/tsv.ts';
import { useColumnTable } from '#renderer/ui/grid/use-column-table.ts';
import { useSame } from '#renderer/ui/hooks.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { dayOf, type LocalDate, type LocalDateTime, shiftDay } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { ChangeDetails } from './change-details.tsx';
import {
  ChangesFilters,
  NoChanges,
  useAnnouncedCount,
  useChanges,
  useChangesState,
  useLastRuns,
} from './changes-filters.tsx';
import { ChangesSummary } from './changes-summary.tsx';
import {
  amountId,
  changeFoot,
  changeGroups,
  changesSums,
  inOneYear,
  sortColumnOf,
  useChangeCells,
  useChangeColumns,
  useChangeFoot,
  useScopeShortfall,
} from './changes-table.tsx';
import { SinceSeenSection } from './since-seen-section.tsx';

function weekAgo(): LocalDate {
  return shiftDay(dayOf(machineLocal(Date.now()) as LocalDateTime), -7);
}

/** The rows of an order, whatever its sub-orders; of those without a number, the ones that belong together. */
export function identityOf(line: OrderDifference, row: number): OrderIdentity {
  return {
    row,
    order: line.Orden.trim(),
    channel: line.Canal,
    filters: Object.entries(line.identity).map(([column, cell]) => ({ column, values: [cell ?? ''] })),
  };
}

/** The changes, order by order, before and after; with their sums in each scope. */
export function ChangesScreen(props: { readonly detail: string | null }) {
  const accounts = useAccounts();
  // Another month or run in the address is another question, asked from the start.
  return (
    <Changes
      key={`${accounts?.activeId}/${props.detail}`}
      detail={props.detail}
      accountId={accounts?.activeId ?? ''}
    />
  );
}

/** The question that the screen asks, and its answer as it comes in. */
function useChangesQuery({ rows, table }: Pick<ReturnType<typeof useChangesState>, 'rows' | 'table'>) {
  const lastRuns = useLastRuns();
  const runs = lastRuns.output;
  const lastRun = runs === null ? null : lastRunOf(runs.runs);
  const lastRunId = lastRun?.runId ?? null;
  const { selection } = useSelection();
  const query = useSame(
    useMemo(
      () => queryOf({ ...rows, sort: table.sort }, lastRunId, selection),
      [rows, table.sort, lastRunId, selection],
    ),
  );
  const [view, source] = useChanges(query);
  return {
    query,
    view,
    source,
    lastRun,
    noRuns: runs !== null && runs.total === 0,
    error: view.error ?? (runs === null ? lastRuns.error : null),
    retry: (): void => {
      source.refresh();
      lastRuns.refresh();
    },
  };
}

function Changes(props: { readonly detail: string | null; readonly accountId: string }) {
  const formats = useFormats();
  const state = useChangesState(props.detail, props.accountId);
  const { rows, change, since } = state;
  const asked = useChangesQuery(state);
  const { query, view, lastRun, error } = asked;
  useAnnouncedCount(view);
  const { head } = view;
  const places = formats.places(
    Object.values(head?.sums ?? {}).flatMap((sum) => [sum.before, sum.after, sum.difference]),
  );
  const clear = (): void => change({ ...INITIAL_ROWS, span: rows.span, grouping: rows.grouping });
  return (
    <>
      <ChangesHeader rows={rows} query={query} onSearch={(search) => change({ search })} />
      <ChangesFilters
        rows={rows}
        head={head}
        lastRun={lastRun}
        day={since ?? weekAgo()}
        onChange={change}
        onClear={clear}
      />
      <SinceSeenSection isLedTo={props.detail === 'seen'} places={places} onChange={change} />
      <ChangesSummary
        rows={rows}
        head={head}
        places={places}
        isStale={view.stale && view.query !== null}
        onChange={change}
      />
      {error === null || view.total === 0 ? null : <QueryFailure error={error} onRetry={asked.retry} />}
      <ChangesTable
        state={state}
        asked={asked}
        places={places}
        empty={
          <NoChanges
            rows={rows}
            asked={view.query !== null}
            elsewhere={head?.elsewhere ?? 0}
            error={error}
            lastRun={lastRun}
            noRuns={asked.noRuns}
            onRetry={asked.retry}
            onClear={clear}
            onChange={change}
            weekAgo={weekAgo}
          />
        }
      />
      <footer className={ui.statusBar}>
        <ChangesTotals view={view} places={places} />
      </footer>
    </>
  );
}

/** The changes, order by order, and the one that is opened beside them. */
function ChangesTable(props: {
  readonly state: ReturnType<typeof useChangesState>;
  readonly asked: ReturnType<typeof useChangesQuery>;
  readonly places: number;
  readonly empty: ReactNode;
}) {
  const text = useText();
  const { state, asked, places } = props;
  const { table, changeTable } = state;
  const { view, source, noRuns, error } = asked;
  const { head } = view;
  const opened = useOpenedChange(view);
  useFoldedRail(opened.line !== null);
  const cell = useChangeCells(places, inOneYear(view));
  const foot = useChangeFoot(head, places, noRuns || error !== null ? '—' : '…');
  const natural = useChangeColumns(view, cell, foot, table.folded);
  const { columns, actions } = useColumnTable(natural, useColumnLayout('changes'), useScopeShortfall());
  const line = useCallback((row: number) => lineAt(view, row), [view]);
  const paper = useChangesPaper(asked, places);
  const copy = useCopyChanges(state.rows, source, { columns, cell });
  const onSort = (columnId: string): void => {
    const column = sortColumnOf(columnId);
    if (column !== null) changeTable({ sort: column === table.sort ? null : column });
  };
  return (
    <div className={ui.split}>
      <Grid
        label={text('nav.changes')}
        columns={columns}
        groups={changeGroups(table.folded, (folded) => changeTable({ folded }), text)}
        actions={actions}
        rowCount={view.total}
        line={line}
        cell={cell}
        foot={foot}
        footLabel={<TotalLabel head={head} />}
        sort={
          table.sort === null ? null : { column: amountId(table.sort, 'difference'), direction: 'descending' }
        }
        onSort={onSort}
        openRow={opened.row}
        reveal={opened.reveal}
        onOpen={opened.open}
        onEscape={opened.line === null ? null : opened.close}
        onVisible={source.show}
        onCopy={(range, form) => void copy(range, form)}
        stale={view.stale && view.query !== null}
        empty={props.empty}
        rowData={changeRow}
        paper={paper}
      />
      {opened.identity === null || opened.line === null ? null : (
        <OrderBeside
          identity={opened.identity}
          moneyPlaces={places}
          onClose={opened.close}
          onStep={opened.step}
        >
          <ChangeDetails line={opened.line} places={places} />
        </OrderBeside>
      )}
    </div>
  );
}

function useChangesPaper({ view, source }: ReturnType<typeof useChangesQuery>, places: number): PaperTable {
  const text = useText();
  const formats = useFormats();
  const lines = usePaperLines(source, view);
  return {
    lines,
    total: view.total,
    isAsSeen: true,
    remark: (shown, total, isPart) =>
      text(isPart ? 'paper.part-changes' : 'paper.all-changes', { shown, total, count: view.total }),
    subtotal: (printed) => changeFoot(changesSums(printed as readonly OrderDifference[]), places, formats),
    testId: 'changes-paper',
  };
}

/** Copies the cells that are chosen, read anew where they are not at hand. */
function useCopyChanges(
  rows: ChangesRows,
  source: ReturnType<typeof useChanges>[1],
  table: Pick<Parameters<typeof chosenTsv>[1], 'columns' | 'cell'>,
) {
  const text = useText();
  const formats = useFormats();
  const toClipboard = useCopy({
    period: questionMessage(rows, null, text, formats.dates).join(' · '),
    zone: `${text('changes.zone-purchase')} · ${text('changes.zone-read')}`,
    filters: [],
  });
  return async (range: CellRange, form: CopyForm): Promise<void> => {
    const { top, bottom, left, right } = rangeBounds(range);
    const lines = await source.readRange(top, Math.min(bottom, top + MAX_RANGE_ROWS - 1));
    if (lines === null) return;
    const whole = { from: { row: 0, column: left }, to: { row: lines.length - 1, column: right } };
    await toClipboard(chosenTsv(whole, { ...table, lines }, formats.numbers, form), form);
  };
}

function ChangesHeader(props: {
  readonly rows: ChangesRows;
  readonly query: ChangesQuery | null;
  readonly onSearch: (search: string) => void;
}) {
  const text = useText();
  const { rows, query } = props;
  const { dates } = useFormats();
  const facts = useFactsNow();
  const [span = '', ...filters] = questionMessage(rows, null, text, dates);
  const job = (): TableJob | null =>
    query === null
      ? null
      : {
          fileName: exportFileName(`${text('nav.changes')} ${rows.month ?? ''}`, EVERYTHING, query),
          content: { kind: 'changes', name: text('nav.changes'), query },
          // The screen's own question takes the place of the selection's period and filters.
          facts: { ...facts, period: span, filters },
        };
  return (
    <ScreenHeader title={text('nav.changes')}>
      <span className={selectionStyles.zone}>
        <span>{text('changes.zone-purchase')}</span>
        <span>{text('changes.zone-read')}</span>
      </span>
      <span className={ui.grow} />
      <SearchInput
        value={rows.search}
        placeholder={text('changes.search')}
        label={text('changes.search')}
        onSearch={props.onSearch}
      />
      <ExportMenu title={text('changes.export-title')} job={job} />
    </ScreenHeader>
  );
}

/** A change and where it was opened. */
type OpenedChange = { readonly line: OrderDifference; readonly row: number };

/** What the side panel tells of the change opened in it, by the line that stands in its row now: null where that is another. */
export function openedNow(
  opened: OpenedChange | null,
  here: OrderDifference | undefined,
): { readonly line: OrderDifference | null; readonly row: number | null } {
  const isHere = opened !== null && here !== undefined && orderKey(here) === orderKey(opened.line);
  return isHere ? { line: here, row: opened.row } : { line: opened?.line ?? null, row: null };
}

/** The change in the side panel. Commits move the lines: it is found again by what it is, and shows what it says now. */
function useOpenedChange(view: ChangesView) {
  const [opened, setOpened] = useState<OpenedChange | null>(null);
  const [reveal, setReveal] = useState<{ readonly row: number } | null>(null);
  const open = useCallback(
    (row: number) => {
      const line = lineAt(view, row);
      if (line !== undefined) setOpened({ line, row });
      return line !== undefined;
    },
    [view],
  );
  const identity = useMemo(() => (opened === null ? null : identityOf(opened.line, opened.row)), [opened]);
  const here = opened === null ? undefined : lineAt(view, opened.row);
  return {
    identity,
    ...openedNow(opened, here),
    reveal,
    open,
    close: () => setOpened(null),
    step: (direction: -1 | 1) => {
      const row = (opened?.row ?? 0) + direction;
      if (open(row)) setReveal({ row });
    },
  };
}

function TotalLabel({ head }: { readonly head: ChangesHead | null }) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      {text('changes.total')}{' '}
      <span className={ui.faint}>
        {head === null ? '' : text('count.orders', { count: head.total, shown: formats.count(head.total) })}
      </span>
    </>
  );
}

function changeRow(line: object | undefined): { readonly [name: string]: string } {
  return { testid: 'change-row', value: line === undefined ? '' : orderKey(line as OrderDifference) };
}

/** Totals of the listed changes: orders, rows, and the difference of Ventas and of each profitability. */
function ChangesTotals(props: { readonly view: ChangesView; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { view, places } = props;
  const { head } = view;
  if (head === null) return <span className={ui.faint}>…</span>;
  const difference = (column: string): string => head.sums[column]?.difference ?? '0';
  return (
    <span className={ui.sums} data-stale={view.stale} data-revision={head.revision}>
      <DamageMark />
      <data value={head.total} data-value={head.total} data-testid="changes-count">
        <b>{formats.count(head.total)}</b> {text('changes.orders-word', { count: head.total })}
      </data>
      {head.elsewhere === 0 ? null : (
        <data value={head.elsewhere} data-value={head.elsewhere} data-testid="changes-elsewhere">
          {text('changes.elsewhere', { count: head.elsewhere, shown: formats.count(head.elsewhere) })}
        </data>
      )}
      <span>
        {text('sync.rows')} <b>{formats.count(head.rowsBefore)}</b> → <b>{formats.count(head.rowsAfter)}</b>
      </span>
      <span>
        {text('changes.difference')}
        {code === null ? '' : ` · ${code}`}
      </span>
      <span>
        {text.column('Ventas')}{' '}
        <Figure
          value={difference('Ventas')}
          kind="money"
          places={places}
          testId="changes-difference-ventas"
          className={ui.statusFigure}
          signed
        />
      </span>
      {SCOPES.map((scope) => (
        <span key={scope}>
          <ScopeMark scope={scope} />{' '}
          <span className={ui.visuallyHidden}>{text.column(SCOPE_COLUMNS[scope].profitability)}</span>
          <Figure
            value={difference(SCOPE_COLUMNS[scope].profitability)}
            kind="money"
            places={places}
            testId={`changes-difference-${scope}`}
            className={ui.statusFigure}
            signed
          />
        </span>
      ))}
    </span>
  );
}
