import { useMemo } from 'react';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLedger, useLiveQuery, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { usePeriodEnds } from '#renderer/features/selection/period/use-period-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import {
  changeSelection,
  isEverything,
  type SelectionAction,
} from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { EVERYTHING, SEARCH_COLUMNS, type Selection } from '#shared/domain/selection.ts';

/** The conditions of a selection that could be dropped where it finds no row. Pure. */

type SelectionPart = 'period' | 'search' | 'preset' | 'filters';

type Way = {
  readonly part: SelectionPart;
  /** The selection without that part. */
  readonly selection: Selection;
  readonly actions: readonly SelectionAction[];
};

/** Each part that is set, with what is left without it; the likeliest to be let go first. */
export function waysOut(selection: Selection): readonly Way[] {
  const { filters, numberFilters, dateFilters } = selection;
  const numbered = [...new Set(numberFilters.map(({ column }) => column))];
  const actions: { readonly [part in SelectionPart]: readonly SelectionAction[] } = {
    search: selection.search === '' ? [] : [{ type: 'search', text: '' }],
    period: selection.period === null ? [] : [{ type: 'set-period', period: null }],
    filters: [
      ...filters.map(({ column }) => ({ type: 'set-filter' as const, column, values: [] })),
      ...numbered.map((column) => ({ type: 'set-numbers' as const, column, filters: [] })),
      ...dateFilters.map(({ column }) => ({ type: 'set-dates' as const, column, filter: null })),
    ],
    preset: selection.dashboardPreset ? [{ type: 'set-preset', on: false }] : [],
  };
  return (['search', 'period', 'filters', 'preset'] as const)
    .filter((part) => actions[part].length > 0)
    .map((part) => ({
      part,
      selection: actions[part].reduce(changeSelection, selection),
      actions: actions[part],
    }));
}

/** How many orders each way out would show, how many there are, and the unreadable values of the filtered figures. */
async function readWays(call: DataReader, selection: Selection) {
  const columns = [...new Set(selection.numberFilters.map(({ column }) => column))];
  const asked = [
    { ...EVERYTHING, scope: selection.scope },
    { ...selection, numberFilters: [] },
    ...waysOut(selection).map((way) => way.selection),
  ];
  const [all, withoutNumbers, ...ways] = await readTogether(() =>
    Promise.all(asked.map((each) => call.readTotals({ selection: each, columns }))),
  );
  const unreadable = columns.reduce((sum, column) => sum + (withoutNumbers?.unreadable[column] ?? 0), 0);
  return { orders: all?.orders ?? 0, unreadable, ways: ways.map((totals) => totals.orders) };
}

/** No line to show: because nothing has been read yet, or because of the selection. */
export function NoRows() {
  const text = useText();
  const { code } = useCurrency();
  const { selection, change } = useSelection();
  const ledger = useLedger();
  const status = useSyncStatus();
  const rows = ledger.kind === 'open' ? ledger.facts.rows : 0;
  const { output } = useLiveQuery('ways-out', rows === 0 ? null : selection, readWays);
  const ways = useMemo(() => waysOut(selection), [selection]);
  if (rows === 0) {
    const isLoading = status !== null && isSyncing(status);
    // Read to its end, and there is nothing: not the same as not read.
    const state = isLoading ? 'loading' : status?.historyComplete === true ? 'none' : 'nothing';
    return (
      <>
        <b>{text(`empty.${state}`)}</b>
        <span>{text(`empty.${state}-note`)}</span>
      </>
    );
  }
  if (isEverything(selection))
    return selection.scope === null || code === null ? null : (
      <>
        <b>{text('empty.currency', { code })}</b>
        <span>{text('empty.currency-note')}</span>
      </>
    );
  const isPeriodAlone = ways.length === 1 && ways[0]?.part === 'period';
  const { search } = selection;
  return (
    <>
      <b>
        {isPeriodAlone
          ? text('empty.in-period', { period: describePeriod(selection.period, text) })
          : text(search === '' ? 'empty.filtered' : 'empty.not-found', { search })}
      </b>
      {isPeriodAlone ? <DatesThereAre /> : null}
      {search === '' ? null : (
        <span>{text('empty.searched', { columns: SEARCH_COLUMNS.map(text.column).join(', ') })}</span>
      )}
      {output === null ? null : (
        <WaysOut found={output} ways={ways.length === 1 && !isPeriodAlone ? [] : ways} />
      )}
      {isPeriodAlone && (output?.ways[0] ?? 0) > 0 ? null : (
        <button
          type="button"
          className={classNames(ui.link, ui.way)}
          onClick={() => change({ type: 'clear' })}
        >
          {text('empty.clear')}
        </button>
      )}
    </>
  );
}

/** How many orders there are at all, and how many each way out would show. */
function WaysOut(props: {
  readonly found: Awaited<ReturnType<typeof readWays>>;
  readonly ways: readonly Way[];
}) {
  const text = useText();
  const formats = useFormats();
  const { code, codes } = useCurrency();
  const { change } = useSelection();
  const { orders, unreadable, ways: counts } = props.found;
  const counted = (count: number) => ({ count, shown: formats.count(count) });
  return (
    <>
      <span>
        {code === null || codes.length < 2
          ? text('empty.in-all', counted(orders))
          : text('empty.in-currency', { ...counted(orders), code })}
      </span>
      {unreadable === 0 ? null : (
        <span className={ui.warning}>{text('empty.unreadable', counted(unreadable))}</span>
      )}
      {props.ways.map(({ part, actions }, index) =>
        (counts[index] ?? 0) === 0 ? null : (
          <button
            key={part}
            type="button"
            className={classNames(ui.link, ui.way)}
            data-testid={`without-${part}`}
            onClick={() => change(actions)}
          >
            {text(`empty.without-${part}`, counted(counts[index] ?? 0))}
          </button>
        ),
      )}
    </>
  );
}

/** From when to when there are dates of the kind that the period is of. */
function DatesThereAre() {
  const text = useText();
  const formats = useFormats();
  const { periodColumn: column } = useSelection().selection;
  const { first, last } = usePeriodEnds();
  if (first === null || last === null) return null;
  return (
    <span>
      {text('empty.dates', {
        column: text.column(column),
        first: formatDay(first, formats.dates),
        last: formatDay(last, formats.dates),
      })}
    </span>
  );
}
