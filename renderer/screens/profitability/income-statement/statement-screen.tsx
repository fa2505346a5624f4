import { xor } from 'es-toolkit/array';
import { type Ref, useCallback, useImperativeHandle, useMemo, useState } from 'react';
import { dimensionName, drillDownSteps } from '#renderer/features/dimensions/dimensions.ts';
import { CoverageSpread, CoverageWarning } from '#renderer/features/equal-coverage/coverage-warning.tsx';
import type { TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import type { NamedColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import type { StatementLine } from '#renderer/features/income-statement/income-statement-lines.ts';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { factLines, useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { isComparison, type StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import gridStyles from '#renderer/ui/grid/grid.module.css';
import type { Selection } from '#shared/domain/selection.ts';
import { atEndOf, identitiesIn, type Statement, useStatement } from './statement-data.ts';
import { StatementTable } from './statement-table.tsx';

/** The result line by line and by columns of one's choice, with its own check below. */
export function StatementScreen(props: {
  readonly view: StatementView;
  readonly onChange: (view: StatementView) => void;
  /** Becomes what the export button writes: the newest figures. */
  readonly job: Ref<() => TableJob | null>;
}) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { view } = props;
  const statement = useStatement(view);
  const factsOf = useFigureFacts();
  const { columns, whole, change, targets, groups } = statement;
  useImperativeHandle(props.job, () => () => {
    if (groups === null) return null;
    const by = isComparison(view.columns)
      ? text(`bar.against-${view.columns}`)
      : dimensionName(view.columns, text);
    const of = { selection: statement.selection ?? selection, totals: groups.total };
    const facts = factsOf(of.selection, groups.revision);
    const shown = [...columns, ...atEndOf({ whole, change, targets })];
    const tableWith = (lines: ReturnType<typeof factLines>) =>
      statementTable(text('statement.name'), fileWords(text), shown, lines);
    return {
      fileName: exportFileName(`${text('nav.profitability')}-${text('statement.name')}-${by}`, selection),
      content: { kind: 'table', table: tableWith([]), of },
      inCsv: { kind: 'table', table: tableWith(factLines(facts, text)) },
      facts,
      places: formats.places([
        ...Object.values(groups.total.sums),
        ...Object.values(groups.compared?.total.sums ?? {}),
      ]),
    };
  });
  return <StatementBody statement={statement} view={view} onChange={props.onChange} />;
}

function StatementBody(props: {
  readonly statement: Statement;
  readonly view: StatementView;
  readonly onChange: (view: StatementView) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { statement, view, onChange } = props;
  const { groups, columns, whole, change, targets, by } = statement;
  const { note, onOpen } = useOpenFigure(by);
  const onToggle = useCallback(
    (id: string): void => {
      onChange({ ...view, open: xor(view.open, [id]) });
    },
    [view, onChange],
  );
  if (statement.error !== null) return <QueryFailure error={statement.error} onRetry={statement.retry} />;
  if (groups === null) {
    return (
      <div className={gridStyles.room} aria-busy="true">
        <div className={gridStyles.loading} />
      </div>
    );
  }
  if (groups.total.rows === 0) {
    return (
      <div className={gridStyles.room}>
        <div className={ui.empty}>
          <NoRows />
        </div>
      </div>
    );
  }
  const isTime = by?.unit != null && whole !== null;
  const places = formats.places([
    ...Object.values(groups.total.sums),
    ...columns.flatMap(({ totals }) => Object.values(totals.sums)),
  ]);
  return (
    <>
      {isComparison(view.columns) && groups.compared !== undefined ? (
        <CoverageWarning
          own={groups.total}
          other={groups.compared.total}
          against={view.columns}
          name={describePeriod(groups.compared.period, text)}
        />
      ) : null}
      <StatementTable
        key={isTime ? 'time' : 'texts'}
        columns={columns}
        whole={whole}
        change={change}
        targets={targets}
        places={places}
        view={view}
        isTime={isTime}
        stale={statement.stale}
        onToggle={onToggle}
        onOpen={onOpen}
      />
      <StatementStatus statement={statement} view={view} places={places} note={note} />
    </>
  );
}

/** The result of the statement, whether it adds up, and what is not there to compare with. */
function StatementStatus(props: {
  readonly statement: Statement;
  readonly view: StatementView;
  readonly places: number;
  readonly note: string | null;
}) {
  const text = useText();
  const { statement, view, places, note } = props;
  const { groups, columns, by } = statement;
  if (groups === null) return null;
  return (
    <footer className={ui.statusBar}>
      <SelectionTotals totals={groups.total} places={places} stale={statement.stale} />
      <SectionBridges places={places} />
      <IdentityMessage statement={statement} />
      {by?.unit == null ? null : <MonthsCoverage columns={columns} />}
      {isComparison(view.columns) && groups.compared === undefined ? (
        <span className={ui.faint}>{text('pivot.nothing-to-compare')}</span>
      ) : null}
      <span className={ui.grow} />
      <span aria-live="polite">{note ?? <span className={ui.roomy}>{text('groups.note')}</span>}</span>
    </footer>
  );
}

/** What leads from the selection to the rows of a column; null where no filter can. A difference leads to all of it. */
export function stepsTo(
  { kind, value, period }: NamedColumn,
  by: Statement['by'],
  selection: Selection,
): readonly SelectionAction[] | null {
  if ((kind === 'group' || kind === 'beside') && by !== null)
    return drillDownSteps(selection, [{ dimension: by, value }]);
  if (kind === 'before' && period !== undefined) return [{ type: 'set-period', period }];
  return kind === 'whole' || kind === 'difference' ? [] : null;
}

/** Leads from a figure to its orders; `note` says where no filter can. */
function useOpenFigure(by: Statement['by']) {
  const text = useText();
  const { selection } = useSelection();
  const openOrders = useOpenOrders();
  const [note, setNote] = useState<string | null>(null);
  const onOpen = useCallback(
    (line: StatementLine | null, column: NamedColumn): void => {
      const narrowed = stepsTo(column, by, selection);
      if (narrowed === null) setNote(text('pivot.no-filter'));
      else openOrders({ only: narrowed, by: line === null ? null : (line.column ?? line.adds[0] ?? null) });
    },
    [selection, by, openOrders, text],
  );
  return { note, onOpen };
}

/** Margins over times of unlike coverage: which of them, where they are held against each other. */
function MonthsCoverage({ columns }: Pick<Statement, 'columns'>) {
  const times = useMemo(() => columns.filter(({ kind }) => kind === 'group'), [columns]);
  return <CoverageSpread sets={times.map(({ totals }) => totals)} nameOf={(at) => times[at]?.name ?? ''} />;
}

/** Whether the API's two identities hold on every column's sums. */
function IdentityMessage({ statement }: { readonly statement: Statement }) {
  const text = useText();
  const { columns, by } = statement;
  const { known, wrong } = identitiesIn(columns);
  if (known === 0) return null;
  const isMonths = by?.unit === 'month' && columns.every(({ kind }) => kind === 'group');
  const words =
    wrong === 0
      ? text(isMonths ? 'statement.identities-hold' : 'statement.identities-hold-columns', { count: known })
      : text(isMonths ? 'statement.identities-fail' : 'statement.identities-fail-columns', { count: wrong });
  return (
    <span
      className={wrong === 0 ? ui.good : ui.bad}
      title={text('statement.identities')}
      data-testid="identities"
      data-value={wrong}
    >
      {words}
    </span>
  );
}
