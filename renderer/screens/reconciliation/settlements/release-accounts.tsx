import type { ReleasesPage } from '#renderer/data/api/settlements.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import { LEAST_DAYS, LEAST_ROWS } from '#shared/domain/releases/delays.ts';
import type { ReleaseAccount, ReleaseForecast } from '#shared/domain/releases/release-results.ts';
import { AmountRange } from './amount-range.tsx';
import styles from './releases.module.css';

/** What is pending in each account, what of it comes until the ends of two months, and how long money takes there. */
export function ReleaseAccounts({ page }: { readonly page: ReleasesPage }) {
  const text = useText();
  const formats = useFormats();
  const { accounts, total, periods } = page;
  const ends = [...periods.entries()].flatMap(([at, { kind, to }]) => (kind === 'month' ? [{ at, to }] : []));
  const places = formats.places([...accounts, total].flatMap(amountsOf));
  const cells = (forecast: ReleaseForecast) => (
    <>
      <FigureCell value={forecast.pending} kind="money" places={places} testId="release-pending" />
      {ends.map(({ at, to }) => (
        <AmountCells key={to} forecast={forecast} at={at} places={places} />
      ))}
      <FigureCell
        value={forecast.amounts === null ? null : forecast.never}
        kind="money"
        places={places}
        testId="release-never"
      />
    </>
  );
  return (
    <section
      className={styles.wide}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={text('release.by-account')}
    >
      <table className={ui.denseTable}>
        <thead>
          <tr>
            <th>Canal · Cuenta</th>
            <th className={ui.number}>{text('release.pending')}</th>
            {ends.map(({ to }) => (
              <th key={to} className={classNames(ui.number, styles.until)}>
                {text('release.until', { day: formatDay(to, formats.dates) })}
                <span className={styles.between}>{text('release.range')}</span>
              </th>
            ))}
            <th className={ui.number} title={text('release.never-title')}>
              {text('release.never')}
            </th>
            <th className={ui.number} title={text('release.days-title')}>
              {text('release.half')}
            </th>
            <th className={ui.number} title={text('release.days-title')}>
              {text('release.most')}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((each) => (
            <tr key={accountKey(each.canal, each.cuenta)} data-testid="release-account">
              <td>
                {each.canal || text('filter.blank')} · {each.cuenta || text('filter.blank')}
                {each.amounts === null ? <TooLittle learnt={each.learnt} /> : null}
              </td>
              {cells(each)}
              <FigureCell value={each.half === null ? null : String(each.half)} kind="count" />
              <FigureCell value={each.most === null ? null : String(each.most)} kind="count" />
            </tr>
          ))}
          {accounts.length < 2 ? null : (
            <tr className={styles.total} data-testid="release-total">
              <th scope="row">{text('release.all')}</th>
              {cells(total)}
              <td />
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

const amountsOf = ({ pending, amounts, never }: ReleaseForecast) => [
  pending,
  never,
  ...(amounts ?? []).map(({ amount }) => amount),
];

function AmountCells(props: {
  readonly forecast: ReleaseForecast;
  readonly at: number;
  readonly places: number;
}) {
  const { places } = props;
  const found = props.forecast.amounts?.[props.at];
  return (
    <td className={classNames(ui.number, styles.amount)}>
      <Figure value={found?.amount ?? null} kind="money" places={places} testId="release-until" />
      {found === undefined || found.range === null ? null : (
        <AmountRange amount={found} places={places} className={styles.between} />
      )}
    </td>
  );
}

function TooLittle({ learnt }: Pick<ReleaseAccount, 'learnt'>) {
  const text = useText();
  const formats = useFormats();
  return (
    <span className={classNames(ui.caption, styles.under)} data-testid="release-too-little">
      {text('release.too-little', {
        rows: formats.count(learnt.rows),
        days: formats.count(learnt.days),
        leastRows: LEAST_ROWS,
        leastDays: LEAST_DAYS,
      })}
    </span>
  );
}
