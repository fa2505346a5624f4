import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import type { SettlementsPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { lastDay, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { OwedByAccount } from './owed-by-account.tsx';
import { SettlementLines, settlementsTable } from './settlement-lines.tsx';
import styles from './settlements.module.css';

const AT_ONCE = 20;
const shownSchema = z.enum(['all', 'pending']);
type Shown = z.infer<typeof shownSchema>;
const ALL: Shown = 'all';

const NO_ROWS = 0;
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Settlements and debts of marketplaces, of all rows of the accounts in view. */
export function SettlementsSection(props: {
  /** At whose end what is owed is told to begin with; null: the last month. */
  readonly month?: Month | null;
}) {
  const text = useText();
  const { scope } = useCurrency();
  const today = todayHere();
  const [month, setMonth] = useState<Month>(() => props.month ?? shiftMonth(monthOf(today), -1));
  const asked = useMemo(() => ({ scope, day: today, offset: 0, limit: ALL_ROWS }), [scope, today]);
  const askedThen = useMemo(
    () => ({ scope, day: lastDay(month), offset: 0, limit: NO_ROWS }),
    [scope, month],
  );
  const now = useLiveQuery('settlements', asked, (call, query, slot) =>
    call.readSettlements({ ...query, slot }),
  );
  const then = useLiveQuery('settlements-then', askedThen, (call, query, slot) =>
    call.readSettlements({ ...query, slot }),
  );
  const answer = {
    output: now.output === null || then.output === null ? null : { now: now.output, atMonthEnd: then.output },
    error: now.error ?? then.error,
    isStale: now.isStale || then.isStale,
    refresh: () => {
      now.refresh();
      then.refresh();
    },
  };
  return (
    <section className={ui.section} aria-label={text('settlement.title')} data-testid="settlements">
      <header>
        <h2>{text('settlement.title')}</h2>
        <span className={ui.note}>{text('settlement.note')}</span>
      </header>
      <Answered answer={answer} loading={text('settlement.loading')}>
        {(found) =>
          found.now.total === 0 ? (
            <p className={ui.hint}>{text('settlement.none')}</p>
          ) : (
            <>
              <OwedByAccount
                now={found.now}
                then={found.atMonthEnd}
                today={today}
                month={month}
                onMonth={setMonth}
              />
              <Settlements page={found.now} />
            </>
          )
        }
      </Answered>
    </section>
  );
}

function Settlements({ page }: { readonly page: SettlementsPage }) {
  const text = useText();
  const formats = useFormats();
  const [shown, setShown] = useScreenState('reconciliation.settlements', shownSchema, ALL);
  const [count, setCount] = useState(AT_ONCE);
  const listed = page.settlements.filter(({ pendingRows }) => shown === 'all' || pendingRows > 0);
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label={text('settlement.shown')}
          value={shown}
          options={[
            { value: 'all', label: text('settlement.shown-all') },
            { value: 'pending', label: text('settlement.shown-pending') },
          ]}
          onChange={(next) => {
            setShown(next);
            setCount(AT_ONCE);
          }}
        />
        <span className={ui.caption} data-testid="settlement-count" data-value={listed.length}>
          {text('settlement.count', { count: listed.length, shown: formats.count(listed.length) })}
        </span>
        <TableExport
          label={text('settlement.export')}
          fileName={text('settlement.title')}
          of={shown === 'all' ? null : shown}
          table={() => settlementsTable(listed, { text, formats })}
          revision={page.revision}
        />
      </div>
      <SettlementLines settlements={listed.slice(0, count)} />
      <MoreLink left={listed.length - count} onMore={() => setCount(count + 5 * AT_ONCE)} />
    </>
  );
}
