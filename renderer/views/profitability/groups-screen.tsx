import { type ReactNode, useMemo, useState } from 'react';
import { PROFITABILITY_COLUMNS } from '#shared/profitability.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import type { Dimension, Group, Groups, SortOrder } from '../../link/data-contract.ts';
import { wholeText } from '../../link/export-run.ts';
import { readTogether } from '../../link/live-query.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive, useSession } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { csvSigns } from '../export/csv.ts';
import { ExportButton } from '../export/export-button.tsx';
import { exportFileName } from '../export/file-name.ts';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { FilterBar } from '../selection/filter-bar.tsx';
import { useOpenOrders } from '../selection/open-orders.ts';
import { describeMonth, monthsPeriod } from '../selection/period.ts';
import { PeriodControl } from '../selection/period-control.tsx';
import { usePeriodWords } from '../selection/period-words.ts';
import { SearchField } from '../selection/search-field.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';
import { SelectionCounts } from '../selection/selection-totals.tsx';
import { monthPoints } from '../trend/month-points.ts';
import { Trend } from '../trend/trend.tsx';
import { GroupsGrid } from './groups-grid.tsx';
import { Kpis } from './kpis.tsx';
import {
  CAPTION_COLUMN,
  defaultSort,
  dimensionName,
  groupsCsv,
  groupsLimit,
  moneySums,
  sortGroups,
  VALUE_COLUMN,
} from './profitability-state.ts';
import './profitability.css';
import '../orders/orders.css';

type Input = {
  readonly selection: Selection;
  readonly dimension: Dimension;
  /** Groups of the table; null: all. */
  readonly limit: number | null;
};
type Result = { readonly groups: Groups; readonly months: Groups };
const COLUMNS: readonly string[] = [...PROFITABILITY_COLUMNS, 'Unidades', 'Costo de Producto'];

async function readResult(session: Session, input: Input, slot: string): Promise<Result> {
  const read = (dimension: Dimension, part: keyof Result): Promise<Groups> =>
    session.data.call.readGroups({
      selection: input.selection,
      dimension,
      columns: COLUMNS,
      slot: `${slot}-${part}`,
      ...(input.limit === null || part === 'months' ? {} : { limit: input.limit }),
    });
  if (input.dimension === 'month') {
    const groups = await read('month', 'months');
    return { groups, months: groups };
  }
  const [groups, months] = await readTogether(() =>
    Promise.all([read(input.dimension, 'groups'), read('month', 'months')]),
  );
  return { groups, months };
}

/** What the file holds where the table shows the first groups only: all of them. */
async function readAllGroups(session: Session, input: Input): Promise<readonly Group[]> {
  const { selection, dimension } = input;
  return (await session.data.call.readGroups({ selection, dimension, columns: COLUMNS })).groups;
}

/** The selection by one dimension: its three results, how they went by month, and every group with its own. */
export function GroupsScreen(props: {
  readonly dimension: Dimension;
  /** The choice of what is looked at. */
  readonly choice: ReactNode;
}) {
  const text = useText();
  const session = useSession();
  const formats = useFormats();
  const words = usePeriodWords();
  const { selection } = useSelection();
  const ledger = useLedger();
  const { dimension } = props;
  const open = useOpenOrders();
  const [sorts, setSorts] = useState<{ readonly [dimension: string]: SortOrder }>({});
  const [wantsAll, setWantsAll] = useState<ReadonlySet<Dimension>>(new Set());
  const wishedSort = sorts[dimension] ?? defaultSort(dimension);
  const limit = groupsLimit(dimension, wishedSort, wantsAll.has(dimension));
  const input = useMemo(() => ({ selection, dimension, limit }), [selection, dimension, limit]);
  const answer = useLive(readResult, input);
  const result = answer.output;
  // The columns follow the answer that is on the screen, not the one that is still being read.
  const shownDimension = answer.input?.dimension ?? dimension;
  // Of the first groups only, no other order than theirs is true.
  const isPart = (result?.groups.groupsLeftOut ?? 0) > 0;
  const wished = sorts[shownDimension] ?? defaultSort(shownDimension);
  const sort = isPart ? defaultSort(shownDimension) : wished;
  const places = result === null ? 0 : formats.places(moneySums(result.groups));
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const groups = useMemo(
    () => (result === null ? [] : sortGroups(result.groups.groups, sort)),
    [result, sort],
  );
  const points = useMemo(
    () => (result === null ? [] : monthPoints(result.months.groups, last)),
    [result, last],
  );
  const heading = {
    value: dimensionName(shownDimension, text),
    caption: shownDimension === 'SKU Producto' ? 'Producto' : null,
  };
  return (
    <>
      <ScreenHeader title={text('nav.profitability')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
        <ExportButton
          title={text('export.groups-title')}
          job={() =>
            result === null
              ? null
              : {
                  fileName: exportFileName(`${text('nav.profitability')}-${heading.value}`, selection),
                  open: async () => {
                    const all = isPart ? await readAllGroups(session, input) : result.groups.groups;
                    const sorted = sortGroups(all, sort);
                    return wholeText(
                      groupsCsv(sorted, heading, csvSigns(formats.numbers.decimal)),
                      sorted.length,
                    );
                  },
                }
          }
        />
      </ScreenHeader>
      <FilterBar />
      <Kpis total={result?.groups.total ?? null} places={places} stale={answer.stale} />
      <Trend
        points={points}
        places={places}
        stale={answer.stale}
        onOpenMonth={(month) => open({ only: [{ type: 'set-period', period: monthsPeriod(month, 1) }] })}
      />
      <div className="pbar">{props.choice}</div>
      <GroupsGrid
        groups={groups}
        total={result?.groups.total ?? null}
        dimension={shownDimension}
        heading={heading}
        sort={sort}
        places={places}
        stale={answer.stale && result !== null}
        everything={isEverything(selection)}
        monthName={(month) => describeMonth(month, words)}
        onSort={(column) =>
          setSorts({
            ...sorts,
            [shownDimension]:
              wished.column === column
                ? { column, direction: wished.direction === 'ascending' ? 'descending' : 'ascending' }
                : {
                    column,
                    direction:
                      column === VALUE_COLUMN || column === CAPTION_COLUMN ? 'ascending' : 'descending',
                  },
          })
        }
      />
      <footer className="status">
        {result === null ? <span className="dim">…</span> : <SelectionCounts totals={result.groups.total} />}
        {isPart ? (
          <span className="dim">
            {text('groups.first', {
              shown: formats.count(groups.length),
              all: formats.count(groups.length + (result?.groups.groupsLeftOut ?? 0)),
            })}{' '}
            <button
              type="button"
              className="link"
              data-testid="show-all-groups"
              onClick={() => setWantsAll(new Set([...wantsAll, shownDimension]))}
            >
              {text('groups.show-all')}
            </button>
          </span>
        ) : (
          <span className="dim">
            {text('groups.count', { count: groups.length, shown: formats.count(groups.length) })}
          </span>
        )}
        <span className="grow" />
        <span>{text('groups.note')}</span>
      </footer>
    </>
  );
}
