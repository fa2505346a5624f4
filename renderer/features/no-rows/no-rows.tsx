import { useMemo } from 'react';
import type { DataCaller } from '#renderer/data/api.ts';
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
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { EVERYTHING, SEARCH_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import './no-rows.css';

/** What of a selection could be let go where it finds no row. Pure. */

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
  const ways: readonly (Way | null)[] = [
    selection.search === ''
      ? null
      : {
          part: 'search',
          selection: { ...selection, search: '' },
          actions: [{ type: 'search', text: '' }],
        },
    selection.period === null
      ? null
      : {
          part: 'period',
          selection: changeSelection(selection, { type: 'set-period', period: null }),
          actions: [{ type: 'set-period', period: null }],
        },
    filters.length + numberFilters.length + dateFilters.length === 0
      ? null
      : {
          part: 'filters',
          selection: { ...selection, filters: [], numberFilters: [], dateFilters: [] },
          actions: [
            ...filters.map(({ column }) => ({ type: 'set-filter' as const, column, values: [] })),
            ...[...new Set(numberFilters.map(({ column }) => column))].map((column) => ({
              type: 'set-numbers' as const,
              column,
              filters: [],
            })),
            ...dateFilters.map(({ column }) => ({ type: 'set-dates' as const, column, filter: null })),
          ],
        },
    selection.dashboardPreset
      ? {
          part: 'preset',
          selection: { ...selection, dashboardPreset: false },
          actions: [{ type: 'set-preset', on: false }],
        }
      : null,
  ];
  return ways.filter((way) => way !== null);
}

/** How many orders each way out would show, how many there are, and the unreadable values of the filtered figures. */
async function readWays(call: DataCaller, selection: Selection) {
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
  const formats = useFormats();
  const { code, codes } = useCurrency();
  const { selection, change } = useSelection();
  const ledger = useLedger();
  const status = useSyncStatus();
  const rows = ledger.kind === 'open' ? ledger.facts.rows : 0;
  const { output } = useLiveQuery('ways-out', rows === 0 ? null : selection, readWays);
  const ways = useMemo(() => waysOut(selection), [selection]);
  if (rows === 0) {
    const isLoading = status?.state === 'running' || status?.state === 'waiting';
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
  const orders = output?.orders ?? 0;
  const [only] = ways;
  const isPeriodAlone = ways.length === 1 && only?.part === 'period';
  return (
    <>
      <b>
        {isPeriodAlone
          ? text('empty.in-period', { period: describePeriod(selection.period, text) })
          : text(selection.search === '' ? 'empty.filtered' : 'empty.not-found', {
              search: selection.search,
            })}
      </b>
      {isPeriodAlone ? <DatesThereAre /> : null}
      {selection.search === '' ? null : (
        <span>{text('empty.searched', { columns: SEARCH_COLUMNS.join(', ') })}</span>
      )}
      {output === null ? null : (
        <>
          <span>
            {code === null || codes.length < 2
              ? text('empty.in-all', { count: orders, shown: formats.count(orders) })
              : text('empty.in-currency', { count: orders, shown: formats.count(orders), code })}
          </span>
          {output.unreadable === 0 ? null : (
            <span className="warn">
              {text('empty.unreadable', {
                count: output.unreadable,
                shown: formats.count(output.unreadable),
              })}
            </span>
          )}
          {ways.map(({ part, actions }, index) =>
            (output.ways[index] ?? 0) === 0 || (ways.length === 1 && !isPeriodAlone) ? null : (
              <button
                key={part}
                type="button"
                className="link way"
                data-testid={`without-${part}`}
                onClick={() => change(actions)}
              >
                {text(`empty.without-${part}`, {
                  count: output.ways[index] ?? 0,
                  shown: formats.count(output.ways[index] ?? 0),
                })}
              </button>
            ),
          )}
        </>
      )}
      {isPeriodAlone && (output?.ways[0] ?? 0) > 0 ? null : (
        <button type="button" className="link way" onClick={() => change({ type: 'clear' })}>
          {text('empty.clear')}
        </button>
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
        column,
        first: formatDay(first, formats.dates),
        last: formatDay(last, formats.dates),
      })}
    </span>
  );
}
