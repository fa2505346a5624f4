import { type ReactNode, useMemo, useState } from 'react';
import type { Month } from '#shared/dates.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../../i18n/text.tsx';
import type { Groups } from '../../../link/data-contract.ts';
import { wholeText } from '../../../link/export-run.ts';
import type { Session } from '../../../link/session.ts';
import { useLedger, useLive } from '../../../link/session-context.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { csvSigns } from '../../export/csv.ts';
import { ExportButton } from '../../export/export-button.tsx';
import { exportFileName } from '../../export/file-name.ts';
import { ScreenHeader } from '../../frame/screen-header.tsx';
import { NoRows } from '../../orders/no-rows.tsx';
import { FilterBar } from '../../selection/filter-bar.tsx';
import { useOpenOrders } from '../../selection/open-orders.ts';
import { describeMonth, describePeriod, monthsPeriod } from '../../selection/period.ts';
import { PeriodControl } from '../../selection/period-control.tsx';
import { usePeriodWords } from '../../selection/period-words.ts';
import { SearchField } from '../../selection/search-field.tsx';
import { useSelection } from '../../selection/selection-context.tsx';
import { SelectionCounts } from '../../selection/selection-totals.tsx';
import { monthPoints } from '../../trend/month-points.ts';
import { STATEMENT_LINES } from './statement-lines.ts';
import { ASKED_COLUMNS, identitiesHold, statementCsv } from './statement-result.ts';
import { lineName, type NamedPeriod, StatementTable } from './statement-table.tsx';
import '../profitability.css';

async function readStatement(session: Session, selection: Selection, slot: string): Promise<Groups> {
  return session.data.call.readGroups({ selection, dimension: 'month', columns: ASKED_COLUMNS, slot });
}

/** What the statement shows, for the table and its file. */
type StatementAnswer = {
  readonly months: readonly NamedPeriod[];
  readonly whole: NamedPeriod | null;
  readonly groups: Groups | null;
  readonly stale: boolean;
};

function useStatement(): StatementAnswer {
  const text = useText();
  const words = usePeriodWords();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { output, input, stale } = useLive(readStatement, selection);
  return useMemo(() => {
    if (output === null) return { months: [], whole: null, groups: null, stale };
    const until = new Map(monthPoints(output.groups, last).map((point) => [point.month, point.untilDay]));
    const months = output.groups
      .filter(({ value }) => value !== '')
      .map((group): NamedPeriod => {
        const day = until.get(group.value as Month) ?? null;
        return {
          month: group.value,
          name: describeMonth(group.value, words),
          until: day === null ? null : text('trend.until', { day }),
          totals: group.totals,
        };
      });
    const name = describePeriod(input?.period ?? null, words);
    return { months, whole: { month: null, name, until: null, totals: output.total }, groups: output, stale };
  }, [output, input, stale, last, words, text]);
}

/** The result line by line and month by month, with its own check below. */
export function StatementScreen(props: {
  /** The choice of what is looked at. */
  readonly choice: ReactNode;
}) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const answer = useStatement();
  const [shaded, setShaded] = useState(true);
  const { months, whole } = answer;
  return (
    <>
      <ScreenHeader title={text('nav.profitability')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
        <ExportButton
          title={text('export.groups-title')}
          job={() =>
            whole === null
              ? null
              : {
                  fileName: exportFileName(
                    `${text('nav.profitability')}-${text('statement.name')}`,
                    selection,
                  ),
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
                }
          }
        />
      </ScreenHeader>
      <FilterBar />
      <div className="pbar">
        {props.choice}
        <span className="grow" />
        <Shading shaded={shaded} onChange={setShaded} />
      </div>
      <StatementBody answer={answer} shaded={shaded} />
    </>
  );
}

function StatementBody(props: { readonly answer: StatementAnswer; readonly shaded: boolean }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { months, whole, groups, stale } = props.answer;
  if (whole === null || groups === null) return <div className="stw" aria-busy="true" />;
  if (groups.total.rows === 0) {
    return (
      <div className="stw">
        <div className="empty">
          <NoRows />
        </div>
      </div>
    );
  }
  return (
    <>
      <StatementTable
        months={months}
        whole={whole}
        places={formats.places(Object.values(whole.totals.sums))}
        shaded={props.shaded}
        stale={stale}
        onOpenMonth={(month) =>
          open({ only: [{ type: 'set-period', period: monthsPeriod(month as Month, 1) }] })
        }
      />
      <footer className="status">
        <SelectionCounts totals={groups.total} />
        <IdentityWords months={months} />
        <span className="grow" />
        <span>{text('groups.note')}</span>
      </footer>
    </>
  );
}

/** The legend of the shades, and the switch that draws them. */
function Shading(props: { readonly shaded: boolean; readonly onChange: (shaded: boolean) => void }) {
  const text = useText();
  return (
    <>
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

/** Whether the API's two identities hold on every month's sums. */
function IdentityWords({ months }: { readonly months: readonly NamedPeriod[] }) {
  const text = useText();
  const checks = months.map(({ totals }) => identitiesHold(totals.sums));
  const wrong = checks.filter((holds) => holds === false).length;
  const known = checks.filter((holds) => holds !== null).length;
  if (known === 0) return null;
  return wrong === 0 ? (
    <span className="tag k-pos" title={text('statement.identities')} data-testid="identities" data-value="0">
      {text('statement.identities-hold', { count: known })}
    </span>
  ) : (
    <span
      className="tag k-neg"
      title={text('statement.identities')}
      data-testid="identities"
      data-value={wrong}
    >
      {text('statement.identities-fail', { count: wrong })}
    </span>
  );
}
