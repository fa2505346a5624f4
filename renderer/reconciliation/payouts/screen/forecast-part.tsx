import { useMemo } from 'react';
import { z } from 'zod';
import { useLiveQuery, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import type {
  PayoutForecastPage,
  PayoutForecastQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { isZero } from '#renderer/ui/number-format.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayOf, type LocalDate, type LocalDateTime } from '#shared/domain/dates.ts';
import { fromDecimal, percentOf, toDecimal } from '#shared/domain/decimal.ts';
import styles from './forecast.module.css';
import { ForecastAccounts, forecastTable } from './forecast-accounts.tsx';
import { ForecastScores, scoreTable } from './forecast-scores.tsx';
import { ForecastWeeks } from './forecast-weeks.tsx';

/** The forecast of what is sold and not paid, and how earlier ones held. */
export function ForecastPart({ today }: { readonly today: LocalDate }) {
  const text = useText();
  const { scope } = useCurrency();
  const read = useSyncStatus()?.knownUntil ?? null;
  // Payments after the last reading are not known: from that day on they are forecast.
  const readOn = read === null ? today : dayOf(read as string as LocalDateTime);
  const from = readOn < today ? readOn : today;
  const asked = useMemo<PayoutForecastQuery>(() => ({ scope, today, from }), [scope, today, from]);
  const answer = useLiveQuery('releases', asked, (call, query, slot) =>
    call.readPayoutForecast({ ...query, slot }),
  );
  return (
    <section className={styles.part} aria-label={text('release.title')} data-testid="releases">
      <h3 className={styles.title}>{text('release.title')}</h3>
      <p className={ui.hint}>{text('release.note')}</p>
      <Answered answer={answer} loading={text('release.loading')}>
        {(page) => <Releases page={page} isOld={from < today} />}
      </Answered>
    </section>
  );
}

/** All accounts together; else the key of one. */
const ALL = '';
const choiceSchema = z.string();

function Releases({ page, isOld }: { readonly page: PayoutForecastPage; readonly isOld: boolean }) {
  const text = useText();
  const formats = useFormats();
  const [choice, setChoice] = useScreenState('reconciliation.forecast-account', choiceSchema, ALL);
  const { accounts, total, periods, months } = page;
  const chosen = accounts.find(({ canal, cuenta }) => accountKey(canal, cuenta) === choice);
  return (
    <>
      <NeverAlarm page={page} />
      <Remarks page={page} isOld={isOld} />
      <ForecastAccounts page={page} />
      <div className={styles.bar}>
        {accounts.length < 2 ? null : (
          <div className={styles.choice}>
            <span className={ui.caption}>{text('release.which')}</span>
            <ChoiceMenu
              label={text('release.which')}
              testId="release-choice"
              value={chosen === undefined ? ALL : choice}
              options={[
                { value: ALL, label: text('release.all') },
                ...accounts.map(({ canal, cuenta }) => ({
                  value: accountKey(canal, cuenta),
                  label: `${canal || text('filter.blank')} · ${cuenta || text('filter.blank')}`,
                })),
              ]}
              onChange={(next) => setChoice(next)}
              className={classNames(ui.button, ui.smallButton)}
            />
          </div>
        )}
        <TableExport
          label={text('release.export')}
          fileName={text('release.title')}
          table={() => forecastTable(page, text, (day) => formatDay(day, formats.dates))}
          revision={page.revision}
        />
      </div>
      <ForecastWeeks forecast={chosen ?? total} periods={periods} />
      <div className={styles.bar}>
        <h4 className={styles.title}>{text('release.score')}</h4>
        {months.length === 0 ? null : (
          <TableExport
            label={text('release.score-export')}
            fileName={text('release.score')}
            table={() => scoreTable(page, text)}
            revision={page.revision}
          />
        )}
      </div>
      <p className={ui.hint}>{text('release.score-note')}</p>
      <ForecastScores months={months} scores={chosen?.scores ?? page.scores} />
    </>
  );
}

/** From so many percent of all that is pending on, what is not expected is an alarm. */
const ALARMING_PERCENT = 50n;

/** That much of what is owed is not expected any more, by what was seen. */
function NeverAlarm({ page: { total } }: { readonly page: PayoutForecastPage }) {
  const text = useText();
  const formats = useFormats();
  const [never, pending] = [fromDecimal(total.never), fromDecimal(total.pending)];
  const part = percentOf(never, pending, 1);
  if (total.amounts === null || never.units <= 0n || part === undefined) return null;
  if (part.units < ALARMING_PERCENT * 10n ** BigInt(part.scale)) return null;
  const percent = toDecimal(part);
  return (
    <p className={ui.warning} role="note" data-testid="release-alarm" data-value={percent}>
      {text('release.never-alarm', { part: formats.percent(percent, 1) })}
    </p>
  );
}

/** Remarks that must be known beside the figures, each in a sentence. */
function Remarks({ page, isOld }: { readonly page: PayoutForecastPage; readonly isOld: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { accounts, total } = page;
  const stated = accounts.reduce((sum, each) => sum + each.stated, 0);
  const undated = accounts.reduce((sum, each) => sum + each.undated, 0);
  const money = (amount: string) => formats.money(amount, formats.places([total.pending, total.dated]));
  const remarks = [
    ...(isOld ? [text('release.old', { day: formatDay(page.from, formats.dates) })] : []),
    ...(isZero(total.dated) ? [] : [text('release.dated', { amount: money(total.dated) })]),
    ...(stated === 0 ? [] : [text('release.stated', { count: stated, shown: formats.count(stated) })]),
    ...(undated === 0 ? [] : [text('release.undated', { count: undated, shown: formats.count(undated) })]),
  ];
  return remarks.map((remark) => (
    <p key={remark} className={ui.remark} data-testid="release-remark">
      {remark}
    </p>
  ));
}
