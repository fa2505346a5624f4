import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import type { AccountMoney } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import type {
  ForecastScore,
  MoneyForecast,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import type {
  PayoutForecastPage,
  PayoutForecastQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { ForecastPart } from '#renderer/reconciliation/payouts/screen/forecast-part.tsx';
import { ForecastScores } from '#renderer/reconciliation/payouts/screen/forecast-scores.tsx';
import { ForecastWeeks } from '#renderer/reconciliation/payouts/screen/forecast-weeks.tsx';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type LocalDate, type Month, shiftDay, type UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { dayOf, moneyOf, type Sold } from '#test/renderer/reconciliation/payouts/naive-forecast.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

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

test('scores are added up of the months with a forecast, the newest first, and a miss has its sign', () => {
  const score = (forecast: string | null, came: string, since: string) =>
    ({ forecast, came, since }) as ForecastScore;
  const shown = (scores: readonly ForecastScore[]) =>
    render(
      <TextProvider language="es" columnNames="language">
        <ForecastScores months={['2026-08', '2026-09', '2026-10'] as Month[]} scores={scores} />
      </TextProvider>,
    );
  const scored = shown([score(null, '7', '1'), score('100', '90', '2.5'), score('200', '260', '4')]);
  const all = ['forecast', 'came', 'difference', 'since'].map((id) => valuesOf(`score-${id}`));
  expect(all).toEqual([
    ['200', '100', '', '300'],
    ['260', '90', '7', '350'],
    ['60', '-10', '', '50'],
    ['4', '2.5', '1', '6.5'],
  ]);
  const said = screen.getAllByTestId('score-difference').map(({ textContent }) => textContent);
  expect(said).toEqual(['+60,00', '−10,00', '—', '+50,00']);
  expect(screen.getByTestId('release-score-all').closest('tfoot')).not.toBeNull();
  scored.unmount();
  shown([score(null, '7', '1')]);
  expect(screen.queryByTestId('release-score')).toBeNull();
});

test('weeks of which some bring less than nothing stand on one scale with the others, and leave the more pending', () => {
  const week = (from: string, to: string) => ({ kind: 'week', from, to }) as never;
  const figure = (amount: string, range: readonly [string, string] | null = null) => ({
    amount: amount as Decimal,
    range: range === null ? null : { low: range[0] as Decimal, high: range[1] as Decimal, trials: 3 },
  });
  const forecast = {
    ...{ pending: '50', dated: '0', rows: 3, untold: '4', later: '5', never: '-9' },
    amounts: [figure('30', ['15', '60']), figure('-20'), figure('40', ['-40', '40']), figure('1')],
  } as unknown as MoneyForecast;
  const { container } = render(
    <TextProvider language="es" columnNames="language">
      <ForecastWeeks
        forecast={forecast}
        periods={[
          ...[week('2026-11-18', '2026-11-22'), week('2026-11-23', '2026-11-29')],
          ...[
            week('2026-11-30', '2026-12-06'),
            { kind: 'month', from: '2026-11-18', to: '2026-11-30' } as never,
          ],
        ]}
      />
    </TextProvider>,
  );
  expect(valuesOf('release-comes')).toEqual(['30', '-20', '40']);
  expect(valuesOf('release-left')).toEqual(['20', '40', '0']);
  expect([valuesOf('release-rest'), valuesOf('release-whole')]).toEqual([['5', '-9', '4'], ['50']]);
  expect(readOf(container).slice(1)).toEqual([
    '18–22 nov 2026 | | 30 | 15 – 60 (En 3 meses anteriores, de lo previsto para los mismos días llegó entre 50,0 % y 200,0 %.) | 20',
    '23–29 nov 2026 | | −20 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 40',
    '30 nov – 6 dic 2026 | | 40 | −40 – 40 (En 3 meses anteriores, de lo previsto para los mismos días llegó entre −100,0 % y 100,0 %.) | 0',
    'Después del 06-12-2026 | 5 | |',
    'No se espera | −9 | |',
    'Sin previsión | 4 | |',
    'Por cobrar | 50 | |',
  ]);
  // From the least to the most of all amounts and ranges: -40 to 60.
  expect([...container.querySelectorAll('i')].map(({ style }) => [style.left, style.width])).toEqual([
    ...[
      ['40%', '30%'],
      ['55.00000000000001%', '45%'],
      ['20%', '20%'],
      ['40%', '40%'],
      ['0%', '80%'],
    ],
  ]);
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

test('a forecast reads whole: what is pending by account, week by week, and how earlier ones held', async () => {
  await open([LONG, YOUNG]);
  await screen.findAllByTestId('release-account');
  const part = screen.getByTestId('releases');
  expect(readOf(part)).toEqual([
    'Pagos previstos',
    'De lo vendido que aún no se pagó, según lo que cada canal y cuenta tardó en pagar en los últimos seis meses. Lo que se venda desde hoy no está.',
    '6 filas toman su fecha de los extractos importados y no de Fecha de Pago; lo que aquí está por cobrar puede por eso diferir de lo que dicen las filas.',
    '4 filas están pagadas sin Fecha de Pago: de ellas no se aprende cuánto tarda un pago.',
    'Canal · Cuenta | Por cobrar | Hasta el 30-11-2026Entre | Hasta el 31-12-2026Entre | No se espera (Lo pendiente que, por lo visto en los últimos seis meses, no llega: lleva más días que lo que se pagó, o es la parte que nunca se paga.) | La mitad, en días (En días desde la compra, ponderados por monto: lo que tardó en los últimos seis meses.) | 9 de cada 10, en días (En días desde la compra, ponderados por monto: lo que tardó en los últimos seis meses.)',
    'A · 1 | 100 | 100100 (En 12 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 100100 (En 11 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 0 | 10 | 10',
    'B · (vacío)Poco historial. Filas pagadas: 14 (hacen falta 30). Días desde la primera compra: 17 (hacen falta 56). | 30 | — | — | — | — | —',
    'Todas las cuentas | 130 | 100100 (En 12 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 100100 (En 11 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 0 | |',
    'Por semana, de[Todas las cuentas, Por semana, de: Todas las cuentas]',
    '[Exportar, Exportar los pagos previstos, Exportar los pagos previstos]',
    'Semana | Barra | Llegará | Entre | Queda pendiente',
    '18–22 nov 2026 | | 40 | 40 (En 12 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 90',
    '23–29 nov 2026 | | 60 | 60 (En 12 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 30',
    '30 nov – 6 dic 2026 | | 0 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 30',
    '7–13 dic 2026 | | 0 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 30',
    '14–20 dic 2026 | | 0 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 30',
    '21–27 dic 2026 | | 0 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 30',
    'Después del 27-12-2026 | 0 | |',
    'No se espera | 0 | |',
    'Sin previsión | 30 | |',
    'Por cobrar | 130 | |',
    'Lo previsto y lo que llegó[Exportar, Exportar lo previsto y lo que llegó, Exportar lo previsto y lo que llegó]',
    'Lo que se habría previsto la mañana del primer día de cada mes, sin mirar nada posterior, y lo que de eso llegó en el mes. Los montos son los que las filas tienen hoy.',
    'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes (Lo que llegó en el mes de compras del mismo mes: la previsión de su primer día no podía tenerlo.)',
    'Octubre de 2026 | 100 | 100 | 0 | 0 | 210',
    'Septiembre de 2026 | 100 | 100 | 0 | 0 | 200',
    'Agosto de 2026 | 100 | 100 | 0 | 0 | 210',
    'Julio de 2026 | 100 | 100 | 0 | 0 | 210',
    'Junio de 2026 | 100 | 100 | 0 | 0 | 200',
    'Mayo de 2026 | 100 | 100 | 0 | 0 | 210',
    'Abril de 2026 | 100 | 100 | 0 | 0 | 200',
    'Marzo de 2026 | 100 | 100 | 0 | 0 | 210',
    'Febrero de 2026 | 100 | 100 | 0 | 0 | 180',
    'Enero de 2026 | 100 | 100 | 0 | 0 | 210',
    'Diciembre de 2025 | 100 | 100 | 0 | 0 | 210',
    'Noviembre de 2025 | 100 | 100 | 0 | 0 | 200',
    '12 meses con previsión | 1.200 | 1.200 | 0 | 0 | 2.450',
  ]);
  expect([...part.querySelectorAll('table')].map((table) => copiedOf(table).slice(0, 3))).toEqual([
    [
      'Canal · Cuenta | Por cobrar | Hasta el 30-11-2026 | Hasta el 31-12-2026 | No se espera | La mitad, en días | 9 de cada 10, en días',
      'A · 1 | 100,00 | 100,00 | 100,00 | 0,00 | 10 | 10',
      'B ·  | 30,00 |  |  |  |  | ',
    ],
    [
      'Semana | Llegará | Entre | Queda pendiente',
      '18–22 nov 2026 | 40,00 | 40,00 – 40,00 | 90,00',
      '23–29 nov 2026 | 60,00 | 60,00 – 60,00 | 30,00',
    ],
    [
      'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes',
      '2026-10 | 100,00 | 100,00 | 0,00 | 0,000000 | 210,00',
      '2026-09 | 100,00 | 100,00 | 0,00 | 0,000000 | 200,00',
    ],
  ]);
  const bars = [...part.querySelectorAll<HTMLElement>('td[aria-hidden] i')].map(({ style }) => [
    style.left,
    style.width,
  ]);
  expect(bars.slice(0, 4)).toEqual([
    ['0%', '66.66666666666666%'],
    ['66.66666666666666%', '0%'],
    ['0%', '100%'],
    ['100%', '0%'],
  ]);
});
