import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { MIN_DAYS, MIN_ROWS } from '#renderer/reconciliation/payouts/model/forecast/delays.ts';
import type {
  ForecastAccount,
  MoneyForecast,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import type { PayoutForecastPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import { AmountRange } from './amount-range.tsx';
import styles from './forecast.module.css';

type Words = { readonly text: Text; readonly dayText: (day: LocalDate) => string };

/** A sum of forecasts counts what is not foretold as nothing. */
const summed = (accounts: readonly ForecastAccount[], of: (each: MoneyForecast) => Decimal | null) => ({
  total: { kind: 'sum', value: sumOf(accounts.map((each) => of(each) ?? ('0' as Decimal))) } as const,
});
const neverOf = ({ amounts, never }: MoneyForecast) => (amounts === null ? null : never);

/** The columns of a period's forecast until its end, with its range; the screen has the ends of months. */
function periodColumns(
  page: PayoutForecastPage,
  { text, dayText }: Words,
): readonly Column<ForecastAccount>[] {
  return page.periods.flatMap(({ kind, from, to }, at): readonly Column<ForecastAccount>[] => {
    const until = text('release.until', { day: dayText(to) });
    const name = kind === 'week' ? `${dayText(from)} – ${dayText(to)}` : until;
    const amountOf = ({ amounts }: MoneyForecast) => amounts?.[at]?.amount ?? null;
    return [
      {
        id: to + kind,
        heading: (
          <>
            {until}
            <span className={styles.between}>{text('release.range')}</span>
          </>
        ),
        head: { className: styles.until },
        kind: 'money',
        value: amountOf,
        cell: { className: styles.amount },
        draw: (each) => <ForecastAmount page={page} forecast={each} at={at} />,
        sheet: { name },
        ...summed(page.accounts, amountOf),
        ...(kind === 'week' ? { only: 'file' } : {}),
      },
      ...(['low', 'high'] as const).map((end) =>
        sheetColumn<ForecastAccount>(
          `${name} · ${text(`release.${end}`)}`,
          ({ amounts }) => amounts?.[at]?.range?.[end] ?? null,
          { kind: 'money' },
        ),
      ),
    ];
  });
}

/** Long for its columns: those of the screen and those of files. */
function columnsOf(page: PayoutForecastPage, words: Words): readonly Column<ForecastAccount>[] {
  const { text, dayText } = words;
  const { accounts, periods } = page;
  const last = periods.findLast(({ kind }) => kind === 'week')?.to;
  const laterOf = ({ amounts, later }: MoneyForecast) => (amounts === null ? null : later);
  const days = (id: 'half' | 'most'): Column<ForecastAccount> => ({
    id,
    heading: text(`release.${id}`),
    head: { title: text('release.days-title') },
    kind: 'count',
    value: (each) => each[id],
  });
  return [
    {
      heading: 'Canal · Cuenta',
      only: 'screen',
      value: ({ canal, cuenta }) => `${canal} · ${cuenta}`,
      draw: (each) => (
        <>
          {each.canal || text('filter.blank')} · {each.cuenta || text('filter.blank')}
          {each.amounts === null ? <TooLittle learnt={each.learnt} /> : null}
        </>
      ),
    },
    sheetColumn<ForecastAccount>('Canal', ({ canal }) => canal),
    sheetColumn<ForecastAccount>('Cuenta', ({ cuenta }) => cuenta),
    {
      heading: text('release.pending'),
      kind: 'money',
      value: 'pending',
      testId: 'release-pending',
      ...summed(accounts, ({ pending }) => pending),
    },
    ...periodColumns(page, words),
    sheetColumn<ForecastAccount>(
      text('release.later', { day: last === undefined ? '' : dayText(last) }),
      laterOf,
      {
        kind: 'money',
        ...summed(accounts, laterOf),
      },
    ),
    {
      id: 'never',
      heading: text('release.never'),
      head: { title: text('release.never-title') },
      kind: 'money',
      value: neverOf,
      testId: 'release-never',
      ...summed(accounts, neverOf),
    },
    sheetColumn<ForecastAccount>(text('release.untold'), ({ untold }) => untold, {
      kind: 'money',
      ...summed(accounts, ({ untold }) => untold),
    }),
    days('half'),
    days('most'),
    sheetColumn<ForecastAccount>(text('release.learnt'), ({ learnt }) => learnt.rows, { kind: 'count' }),
  ];
}

/** The forecast by channel and account, as a file has it. Pure. */
export function forecastTable(
  page: PayoutForecastPage,
  text: Text,
  dayText: (day: LocalDate) => string,
): WholeTable {
  const columns = columnsOf(page, { text, dayText });
  return sheetOf({ name: text('release.title'), columns, rows: page.accounts, keyColumns: 2 });
}

/** The pending amount of each account, the part expected until the ends of two months, and how long money takes there. */
export function ForecastAccounts({ page }: { readonly page: PayoutForecastPage }) {
  const text = useText();
  const { dates } = useFormats();
  const { accounts, total, periods } = page;
  const columns = columnsOf(page, { text, dayText: (day) => formatDay(day, dates) });
  const untils = periods.flatMap(({ kind, to }, at) =>
    kind === 'week'
      ? []
      : [
          [
            to + kind,
            {
              value: total.amounts?.[at]?.amount ?? null,
              draw: <ForecastAmount page={page} forecast={total} at={at} />,
            },
          ] as const,
        ],
  );
  return (
    <ListTable
      name={text('release.by-account')}
      frame={{ className: styles.wide, isBare: true }}
      columns={columns}
      rows={accounts}
      keyOf={({ canal, cuenta }) => accountKey(canal, cuenta)}
      places={usePlaces(page)}
      line={() => ({ 'data-testid': 'release-account' })}
      sums={[
        accounts.length < 2
          ? null
          : {
              key: 'total',
              name: text('release.all'),
              line: { className: styles.total, 'data-testid': 'release-total' },
              sums: {
                pending: { value: total.pending, testId: 'release-pending' },
                ...Object.fromEntries(untils),
                never: { value: neverOf(total), testId: 'release-never' },
              },
            },
      ]}
    />
  );
}

function usePlaces({ accounts, total }: PayoutForecastPage): number {
  return useFormats().places(
    [...accounts, total].flatMap(({ pending, amounts, never }) => [
      pending,
      never,
      ...(amounts ?? []).map(({ amount }) => amount),
    ]),
  );
}

function ForecastAmount(props: {
  readonly page: PayoutForecastPage;
  readonly forecast: MoneyForecast;
  readonly at: number;
}) {
  const places = usePlaces(props.page);
  const found = props.forecast.amounts?.[props.at];
  return (
    <>
      <Figure value={found?.amount ?? null} kind="money" places={places} testId="release-until" />
      {found === undefined || found.range === null ? null : (
        <AmountRange amount={found} places={places} className={styles.between} />
      )}
    </>
  );
}

function TooLittle({ learnt }: Pick<ForecastAccount, 'learnt'>) {
  const text = useText();
  const formats = useFormats();
  return (
    <span className={classNames(ui.caption, styles.under)} data-testid="release-too-little">
      {text('release.too-little', {
        rows: formats.count(learnt.rows),
        days: formats.count(learnt.days),
        leastRows: MIN_ROWS,
        leastDays: MIN_DAYS,
      })}
    </span>
  );
}
