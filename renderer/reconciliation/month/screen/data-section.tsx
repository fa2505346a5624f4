import { useSyncStatus } from '#renderer/data/client/session-context.tsx';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { useCoverage, useCoverageClock } from '#renderer/features/coverage/coverage-section.tsx';
import { MonthFacts } from '#renderer/features/coverage/month-popover.tsx';
import { useAllCurrencies } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { Month } from '#shared/domain/dates.ts';
import styles from './data-section.module.css';

/** Whether all of a month is here: what was read of it and when, and how many rows the source counts. */
export function DataSection({ month }: { readonly month: Month }) {
  const text = useText();
  const answer = useCoverage();
  const status = useSyncStatus();
  const ofAll = useAllCurrencies();
  return (
    <section className={ui.section} aria-label={text('month.step-data')} data-testid="month-data">
      <header>
        <h2>{text('month.step-data')}</h2>
        <span className={ui.note}>
          {[text('month.data-note'), ofAll].filter((each) => each !== '').join(' · ')}
        </span>
      </header>
      <Answered answer={answer} loading={text('month.loading')}>
        {({ months }) => {
          const found = months.find((each) => each.month === month);
          return found === undefined || status === null ? (
            <p className={ui.hint}>{text('month.no-rows')}</p>
          ) : (
            <Facts month={found} status={status} />
          );
        }}
      </Answered>
    </section>
  );
}

function Facts({ month, status }: { readonly month: MonthCoverage; readonly status: SyncStatus }) {
  const clock = useCoverageClock(status);
  return (
    <div className={classNames(ui.small, styles.facts)}>
      <MonthFacts month={month} activity={status.activity} clock={clock} asksCheck />
    </div>
  );
}
