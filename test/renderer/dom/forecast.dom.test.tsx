import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AccountMoney } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import type {
  PayoutForecastPage,
  PayoutForecastQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { ForecastPart } from '#renderer/reconciliation/payouts/screen/forecast-part.tsx';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type LocalDate, shiftDay, type UtcInstant } from '#shared/domain/dates.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { dayOf, moneyOf, type Sold } from '#test/renderer/reconciliation/payouts/naive-forecast.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

const TODAY = '2026-11-18' as LocalDate;
const START = dayOf('2025-08-01');

/** A sale of 10.00 a day that comes after so many days. */
const daily = (delay: number, names: { canal: string; cuenta: string }, from = START): AccountMoney => {
  const today = dayOf(TODAY);
  const sales = Array.from({ length: today - from + 1 }, (_, at): Sold => {
    const came = from + at + delay;
    return { kind: 0, bought: from + at, came: came <= today ? came : null, cents: 1_000 };
  });
  return { ...moneyOf(sales, names), undated: 2, stated: 3 };
};
const LONG = daily(10, { canal: 'A', cuenta: '1' });
const YOUNG = daily(3, { canal: 'B', cuenta: '' }, dayOf('2026-11-01'));

async function open(accounts: readonly AccountMoney[] | Error, setting: PageSetting = {}) {
  const asked: PayoutForecastQuery[] = [];
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readPayoutForecast: ({ slot: _, ...query }): PayoutForecastPage => {
          if (accounts instanceof Error) throw accounts;
          asked.push(query);
          return { revision: 1, ...atOnce(forecastReport({ scale: 2, accounts }, query)) };
        },
      },
    },
    () => (
      <InAccount>
        <ForecastPart today={TODAY} />
      </InAccount>
    ),
  );
  return { ...page, asked };
}

const valuesOf = (testId: string) => screen.getAllByTestId(testId).map(({ dataset }) => dataset.value);

test('what comes is told by account, by week and by past month; all adds up', async () => {
  await open([LONG]);
  await screen.findByTestId('release-account');
  // Bought from the 9th to the 18th; ten days later each.
  expect(valuesOf('release-pending')).toEqual(['100.00']);
  expect(valuesOf('release-until')).toEqual(['100.00', '100.00']);
  expect(valuesOf('release-never')).toEqual(['0.00']);
  expect(screen.queryByTestId('release-alarm')).toBeNull();
  expect(valuesOf('release-week')[0]).toBe('2026-11-22');
  expect(valuesOf('release-comes')).toEqual(['40.00', '60.00', '0.00', '0.00', '0.00', '0.00']);
  expect(valuesOf('release-left')).toEqual(['60.00', '0.00', '0.00', '0.00', '0.00', '0.00']);
  expect(valuesOf('release-rest')).toEqual(['0.00', '0.00']);
  expect(valuesOf('release-whole')).toEqual(['100.00']);
  // The morning of the first: ten days' sales to come, and all of them came.
  const months = screen.getAllByTestId('release-score');
  expect(months.map(({ dataset }) => dataset.month).slice(0, 2)).toEqual(['2026-10', '2026-09']);
  expect(valuesOf('score-forecast').slice(0, 2)).toEqual(['100.00', '100.00']);
  expect(valuesOf('score-came').slice(0, 2)).toEqual(['100.00', '100.00']);
  expect(valuesOf('score-difference').slice(0, 2)).toEqual(['0.00', '0.00']);
  expect(valuesOf('score-since')[0]).toBe('210.00');
  expect(screen.getByTestId('release-score-all').textContent).toContain('12 meses con previsión');
  // Equal every month, and so is the range: it is said once.
  expect(valuesOf('release-range')[0]).toBe('100.00 100.00');
  expect(screen.getAllByTestId('release-range')[0]?.textContent).toBe('100');
  expect(screen.getAllByTestId('release-range')[0]?.title).toBe(
    'En 12 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.',
  );
});

test.each([
  ['2', '50.00'],
  ['gone', '150.00'],
])(
  'whose weeks one looked at is remembered; of an account that is gone all are shown: %s',
  async (cuenta, comes) => {
    const part = { 'reconciliation.forecast-account': accountKey('C', cuenta) };
    localStorage.setItem('cuadra.screens.a', JSON.stringify(part));
    await open([LONG, daily(5, { canal: 'C', cuenta: '2' })]);
    await screen.findAllByTestId('release-account');
    expect(valuesOf('release-whole').at(-1)).toBe(comes);
  },
);

test('too little history is said with what it lacks, and what is pending there stands apart', async () => {
  const { user } = await open([LONG, YOUNG]);
  expect((await screen.findByTestId('release-too-little')).textContent).toBe(
    'Poco historial. Filas pagadas: 14 (hacen falta 30). Días desde la primera compra: 17 (hacen falta 56).',
  );
  expect(valuesOf('release-pending')).toEqual(['100.00', '30.00', '130.00']);
  // After the last week, not expected, and without forecast.
  expect(valuesOf('release-rest')).toEqual(['0.00', '0.00', '30.00']);
  await user.click(screen.getByTestId('release-choice'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'B · (vacío)' }));
  expect(screen.queryByTestId('release-week')).toBeNull();
  expect(
    screen.getByText('Con tan poco historial no se puede prever cuándo llega lo pendiente.'),
  ).toBeTruthy();
  expect(
    screen.getByText('Todavía no hay un mes terminado con historial suficiente antes de él.'),
  ).toBeTruthy();
  await user.click(screen.getByTestId('release-choice'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'A · 1' }));
  expect(valuesOf('release-rest')).toEqual(['0.00', '0.00']);
});

test('what the figures rest on is said: when it was read, dates of statements, payments without a date', async () => {
  const read = shiftDay(TODAY, -3);
  const ahead = moneyOf([{ kind: 0, bought: START, came: dayOf(TODAY) + 2, cents: 500 }], {
    canal: 'C',
    cuenta: '1',
  });
  const { asked } = await open([LONG, ahead], {
    status: status({ knownUntil: `${read}T10:00:00.000Z` as UtcInstant }),
  });
  await screen.findAllByTestId('release-account');
  expect(asked.at(-1)).toMatchObject({ today: TODAY, from: read });
  const said = screen.getAllByTestId('release-remark').map(({ textContent }) => textContent);
  expect(said).toEqual([
    'Lo leído llega hasta el 15-11-2026: desde ese día todo es previsión.',
    'De lo pendiente, 5 ya tiene fecha por delante en las filas o en un extracto importado.',
    expect.stringMatching(/^3 filas toman su fecha de los extractos importados/),
    expect.stringMatching(/^2 filas están pagadas sin Fecha de Pago/),
  ]);
});

test('a failure is told', async () => {
  await open(new Error('out of memory'));
  expect((await screen.findByTestId('query-failure')).textContent).toContain('out of memory');
});

test('that most of what is owed is not expected is an alarm, with its part', async () => {
  const today = dayOf(TODAY);
  const paid = Array.from({ length: today - START + 1 }, (_, at): Sold => {
    const came = START + at + 10;
    return { kind: 0, bought: START + at, came: came <= today ? came : null, cents: 1_000 };
  });
  const old: Sold = { kind: 0, bought: START - 300, came: null, cents: 90_000 };
  await open([{ ...moneyOf([...paid, old], { canal: 'A', cuenta: '1' }), undated: 0, stated: 0 }]);
  expect((await screen.findByTestId('release-alarm')).dataset.value).toBe('90.0');
});
