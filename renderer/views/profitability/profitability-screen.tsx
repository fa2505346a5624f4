import { useMemo, useState } from 'react';
import { PROFITABILITY_COLUMNS } from '#shared/profitability.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import type { Dimension, Groups, SortOrder } from '../../link/data-contract.ts';
import { wholeText } from '../../link/export-run.ts';
import { readTogether } from '../../link/live-query.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { moneyPlaces } from '../../ui/number-format.ts';
import { Segmented } from '../../ui/segmented.tsx';
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
import { GroupsGrid } from './groups-grid.tsx';
import { Kpis } from './kpis.tsx';
import { monthPoints } from './months.ts';
import {
  CAPTION_COLUMN,
  DIMENSIONS,
  defaultSort,
  groupsCsv,
  moneySums,
  sortGroups,
  VALUE_COLUMN,
} from './profitability-state.ts';
import { STATEMENT_LINES } from './statement/statement-lines.ts';
import { statementCsv } from './statement/statement-result.ts';
import { lineName } from './statement/statement-table.tsx';
import { StatementView, useStatement } from './statement/statement-view.tsx';
import { Trend } from './trend.tsx';
import './profitability.css';
import '../orders/orders.css';

type Input = { readonly selection: Selection; readonly dimension: Dimension };
type Result = { readonly groups: Groups; readonly months: Groups };
const COLUMNS: readonly string[] = [...PROFITABILITY_COLUMNS, 'Unidades', 'Costo de Producto'];

async function readResult(session: Session, input: Input, slot: string): Promise<Result> {
  const read = (dimension: Dimension, part: keyof Result): Promise<Groups> =>
    session.data.call.readGroups({
      selection: input.selection,
      dimension,
      columns: COLUMNS,
      slot: `${slot}-${part}`,
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

export function ProfitabilityScreen() {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const { selection } = useSelection();
  const ledger = useLedger();
  const [looked, setLooked] = useState<Dimension | 'statement'>('month');
  const [shaded, setShaded] = useState(true);
  const isStatement = looked === 'statement';
  const dimension = isStatement ? 'month' : looked;
  const statement = useStatement(isStatement);
  const open = useOpenOrders();
  const [sorts, setSorts] = useState<{ readonly [dimension: string]: SortOrder }>({});
  const input = useMemo(() => ({ selection, dimension }), [selection, dimension]);
  const answer = useLive(readResult, isStatement ? null : input);
  const result = answer.output;
  // The columns follow the answer that is on the screen, not the one that is still being read.
  const shownDimension = answer.input?.dimension ?? dimension;
  const sort = sorts[shownDimension] ?? defaultSort(shownDimension);
  const places = result === null ? 0 : moneyPlaces(moneySums(result.groups));
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const groups = useMemo(
    () => (result === null ? [] : sortGroups(result.groups.groups, sort)),
    [result, sort],
  );
  const points = useMemo(
    () => (result === null ? [] : monthPoints(result.months.groups, last)),
    [result, last],
  );
  const dimensionName = (one: Dimension): string => (one === 'month' ? text('group.month') : one);
  const heading = {
    value: dimensionName(shownDimension),
    caption: shownDimension === 'SKU Producto' ? 'Producto' : null,
  };
  const statementJob = () => {
    const { months, whole } = statement;
    if (whole === null) return null;
    return {
      fileName: exportFileName(`${text('nav.profitability')}-${text('statement.name')}`, selection),
      open: async () =>
        wholeText(
          statementCsv(
            text('panel.line'),
            [...months, whole],
            (line) => lineName(line, text),
            csvSigns(formats.numbers.decimal),
          ),
          STATEMENT_LINES.length + 1,
        ),
    };
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
            isStatement
              ? statementJob()
              : result === null
                ? null
                : {
                    fileName: exportFileName(`${text('nav.profitability')}-${heading.value}`, selection),
                    open: async () =>
                      wholeText(groupsCsv(groups, heading, csvSigns(formats.numbers.decimal)), groups.length),
                  }
          }
        />
      </ScreenHeader>
      <FilterBar />
      {isStatement ? null : (
        <>
          <Kpis total={result?.groups.total ?? null} places={places} stale={answer.stale} />
          <Trend
            points={points}
            places={places}
            stale={answer.stale}
            onOpenMonth={(month) => open({ type: 'set-period', period: monthsPeriod(month, 1) })}
          />
        </>
      )}
      <div className="pbar">
        <Segmented<Dimension | 'statement'>
          label={text('group.by')}
          value={looked}
          options={[
            { value: 'statement', label: text('statement.name') },
            ...DIMENSIONS.map((value) => ({ value, label: dimensionName(value) })),
          ]}
          onChange={setLooked}
        />
        {isStatement ? <Shading shaded={shaded} onChange={setShaded} /> : null}
      </div>
      {isStatement ? (
        <StatementView answer={statement} shaded={shaded} />
      ) : (
        <>
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
                  sort.column === column
                    ? { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
                    : {
                        column,
                        direction:
                          column === VALUE_COLUMN || column === CAPTION_COLUMN ? 'ascending' : 'descending',
                      },
              })
            }
          />
          <footer className="status">
            {result === null ? (
              <span className="dim">…</span>
            ) : (
              <SelectionCounts totals={result.groups.total} />
            )}
            <span className="dim">
              {text('groups.count', { count: groups.length, shown: formats.count(groups.length) })}
            </span>
            <span className="grow" />
            <span>{text('groups.note')}</span>
          </footer>
        </>
      )}
    </>
  );
}

/** The legend of the shades, and the switch that draws them. */
function Shading(props: { readonly shaded: boolean; readonly onChange: (shaded: boolean) => void }) {
  const text = useText();
  return (
    <>
      <span className="grow" />
      {props.shaded ? (
        <span className="leg">
          {text('statement.shade-less')}
          {[1, 2, 3, 4, 5].map((step) => (
            <i key={step} style={{ background: `var(--heat-${step})` }} />
          ))}
          {text('statement.shade-more')}
        </span>
      ) : null}
      <button
        type="button"
        className="btn sm ic"
        aria-pressed={props.shaded}
        title={text('statement.shade')}
        aria-label={text('statement.shade')}
        onClick={() => props.onChange(!props.shaded)}
      >
        <Icon name="eye" />
      </button>
    </>
  );
}
