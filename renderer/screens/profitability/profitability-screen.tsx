import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { ClosedMonthsBar } from '#renderer/features/closed-months/closed-months-bar.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { trendPeriod, trendQuery } from '#renderer/features/trend/month-points.ts';
import trendStyles from '#renderer/features/trend/trend.module.css';
import { Trend } from '#renderer/features/trend/trend.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { WorkbookButton } from '#renderer/features/workbook/workbook-button.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useLatest } from '#renderer/ui/hooks.ts';
import { ChoiceBar } from './choices/choice-bar.tsx';
import { StatementScreen } from './income-statement/statement-screen.tsx';
import { PivotScreen } from './pivot/pivot-screen.tsx';
import { ShadesProvider } from './state/shades.ts';
import {
  INITIAL_VIEW,
  type ProfitabilityView,
  type StatementView,
  startOf,
  viewSchema,
} from './state/view-state.ts';

/** The result of the selection: line by line, or by what it is of. `detail`: a ready-made view to begin with. */
export function ProfitabilityScreen({ detail = null }: { readonly detail?: string | null }) {
  const text = useText();
  const { replace } = useNavigation();
  const [view, set] = useScreenState<ProfitabilityView>('profitability', viewSchema, INITIAL_VIEW);
  const [hasShades, setHasShades] = useState(false);
  // Told by the table below: the header is not drawn again with every answer to the table's questions.
  const job = useRef<() => TableJob | null>(null);
  const change = useUndoable(view, set);
  const begin = useLatest(() => {
    const start = startOf(detail);
    if (detail === null) return;
    // It is a way in, not a place: what is changed from there is not begun again.
    replace('profitability', null);
    if (start !== null) change({ ...view, shows: 'pivot', pivot: start });
    else if (detail === 'result') change({ ...view, shows: 'result' });
  });
  useEffect(() => {
    if (detail !== null) begin.current();
  }, [detail, begin]);
  const changeStatement = useCallback(
    (statement: StatementView) => change({ ...view, statement }),
    [change, view],
  );
  return (
    <>
      <ScreenHeader title={text('nav.profitability')}>
        <PeriodControl />
        <span className={ui.grow} />
        <SearchField />
        <WorkbookButton />
        <ExportMenu
          title={text('export.groups-title')}
          job={useCallback(() => job.current?.() ?? null, [])}
        />
      </ScreenHeader>
      <FilterBar />
      <ClosedMonthsBar />
      <ChoiceBar view={view} hasShades={hasShades} onChange={change} />
      {view.trend ? <TrendAbove /> : null}
      <ShadesProvider value={setHasShades}>
        {view.shows === 'result' ? (
          <StatementScreen view={view.statement} onChange={changeStatement} job={job} />
        ) : (
          <PivotScreen view={view.pivot} onChange={(pivot) => change({ ...view, pivot })} job={job} />
        )}
      </ShadesProvider>
    </>
  );
}

/** Sets the view; what the table is of, and not how it is folded, shaded or drawn, is a step to undo. */
export function useUndoable(
  view: ProfitabilityView,
  set: (view: ProfitabilityView) => void,
): (next: ProfitabilityView) => void {
  const text = useText();
  const undo = useUndo();
  return useCallback(
    (next) => {
      // Folding, shading and drawing are undone where they were done.
      if (lookedAt(next) !== lookedAt(view)) undo.remember(text('undo.table'), () => set(view));
      set(next);
    },
    [view, set, undo, text],
  );
}

function lookedAt({ shows, statement, pivot }: ProfitabilityView): string {
  const { columns, values } = statement;
  const { heat: _, ...table } = pivot;
  return JSON.stringify([shows, columns, values, table]);
}

/** The three scopes by month, above the table of the same selection. */
function TrendAbove() {
  const formats = useFormats();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const wide = useMemo(
    () => ({ ...selection, period: trendPeriod(selection.period, last) }),
    [selection, last],
  );
  const { output, isStale } = useLiveQuery('profitability-months', wide, (call, asked, slot) =>
    call.readGroups({ ...trendQuery(asked), slot }),
  );
  if (output === null) return <div className={trendStyles.waiting} aria-busy="true" />;
  return (
    <Trend
      part="profitability.trend"
      groups={output.groups}
      wide={wide}
      places={formats.places(Object.values(output.total.sums))}
      stale={isStale}
    />
  );
}
