import { useMemo } from 'react';
import type { Month } from '#shared/dates.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../../i18n/text.tsx';
import type { Groups } from '../../../link/data-contract.ts';
import type { Session } from '../../../link/session.ts';
import { useLedger, useLive } from '../../../link/session-context.tsx';
import { moneyPlaces } from '../../../ui/number-format.ts';
import { NoRows } from '../../orders/no-rows.tsx';
import { useOpenOrders } from '../../selection/open-orders.ts';
import { describeMonth, describePeriod, monthsPeriod } from '../../selection/period.ts';
import { usePeriodWords } from '../../selection/period-words.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { SelectionCounts } from '../../selection/selection-totals.tsx';
import { monthPoints } from '../months.ts';
import { ASKED_COLUMNS, identitiesHold } from './statement-result.ts';
import { type NamedPeriod, StatementTable } from './statement-table.tsx';

async function readStatement(session: Session, selection: Selection, slot: string): Promise<Groups> {
  return session.data.call.readGroups({ selection, dimension: 'month', columns: ASKED_COLUMNS, slot });
}

/** What the statement shows, for the screen's table and its file. */
export type StatementAnswer = {
  readonly months: readonly NamedPeriod[];
  readonly whole: NamedPeriod | null;
  readonly groups: Groups | null;
  readonly stale: boolean;
};

export function useStatement(wanted: boolean): StatementAnswer {
  const text = useText();
  const words = usePeriodWords();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { output, input, stale } = useLive(readStatement, wanted ? selection : null);
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
export function StatementView(props: { readonly answer: StatementAnswer; readonly shaded: boolean }) {
  const text = useText();
  const open = useOpenOrders();
  const { months, whole, groups, stale } = props.answer;
  if (whole === null || groups === null) return <div className="stw" aria-busy="true" />;
  if (groups.total.rows === 0) {
    return (
      <div className="stw">
        <div className="gempty">
          <NoRows />
        </div>
      </div>
    );
  }
  const places = moneyPlaces(Object.values(whole.totals.sums));
  return (
    <>
      <StatementTable
        months={months}
        whole={whole}
        places={places}
        shaded={props.shaded}
        stale={stale}
        onOpenMonth={(month) => open({ type: 'set-period', period: monthsPeriod(month as Month, 1) })}
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
