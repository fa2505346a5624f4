import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  ForecastAccount,
  ForecastFigure,
  ForecastScore,
  MoneyForecast,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import type {
  PayoutForecastPage,
  PayoutForecastQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { ForecastPart } from '#renderer/reconciliation/payouts/screen/forecast-part.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { laidOut } from '#test/renderer/dom/laid-out.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { copiedOf, readOf } from '#test/renderer/dom/reading.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** A forecast, read whole over an answer that is made: of all accounts and of one, and the files of it. */

const D = (value: string) => value as Decimal;
const TODAY = '2026-11-18' as LocalDate;
const figure = (amount: string, low?: string, high?: string): ForecastFigure => ({
  amount: D(amount),
  range: low === undefined || high === undefined ? null : { low: D(low), high: D(high), trials: 5 },
});
const money = (pending: string, amounts: readonly ForecastFigure[] | null): MoneyForecast => ({
  ...{
    pending: D(pending),
    rows: 7,
    dated: D('0'),
    untold: D('0'),
    amounts,
    later: D('1.25'),
    never: D('3'),
  },
});
const score = (forecast: string | null, came: string, since: string): ForecastScore => ({
  ...{ forecast: forecast === null ? null : D(forecast), came: D(came), since: D(since) },
});
const account = (
  canal: string,
  cuenta: string,
  more: Partial<ForecastAccount> & MoneyForecast,
): ForecastAccount => ({
  ...{ canal, cuenta, learnt: { rows: 1200, days: 90 }, undated: 1, stated: 0, half: 4, most: 1009 },
  scores: [score(null, '1', '2'), score('10', '9', '4')],
  ...more,
});
const A = money('20.50', [figure('8', '6', '10'), figure('4', '4', '4'), figure('12'), figure('16')]);
const B = money('30', [figure('10', '9', '11'), figure('-5'), figure('5'), figure('6')]);
const PAGE: PayoutForecastPage = {
  ...{ revision: 1, from: '2026-11-16' as LocalDate, months: ['2026-09', '2026-10'] as Month[] },
  periods: [
    { kind: 'week', from: '2026-11-16' as LocalDate, to: '2026-11-22' as LocalDate },
    { kind: 'week', from: '2026-11-23' as LocalDate, to: '2026-11-29' as LocalDate },
    { kind: 'month', from: '2026-11-16' as LocalDate, to: '2026-11-30' as LocalDate },
    { kind: 'month', from: '2026-12-01' as LocalDate, to: '2026-12-31' as LocalDate },
  ],
  accounts: [
    account('A', '1', { ...A, dated: D('2') }),
    account('', '', { ...B, untold: D('0.75'), stated: 1100, undated: 0 }),
    account('C', '3', { ...money('9', null), half: null, most: null, learnt: { rows: 14, days: 17 } }),
  ],
  total: {
    ...{ ...money('59.50', [figure('18', '15', '21'), figure('-1'), figure('17'), figure('22')]) },
    ...{ dated: D('2'), untold: D('9.75'), later: D('2.50'), never: D('30') },
  },
  scores: [score(null, '5', '7'), score('100', '90', '40.5')],
};

async function open(page: Partial<PayoutForecastPage> = {}, setting: PageSetting = {}) {
  const queries: PayoutForecastQuery[] = [];
  const opened = await openPage(
    {
      ...setting,
      dataReplies: {
        readPayoutForecast: ({ slot: _, ...query }) => {
          queries.push(query);
          return { ...PAGE, ...page };
        },
      },
    },
    () => (
      <InAccount>
        <ForecastPart today={TODAY} />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('release-account');
  return { ...opened, queries };
}
const part = () => screen.getByTestId('releases');
const bars = () =>
  [...part().querySelectorAll<HTMLElement>('td[aria-hidden] i')].map(({ style }) =>
    [style.left, style.width].map((each) => Number.parseFloat(each).toFixed(1)).join(' '),
  );

test('it reads from what it rests on to how earlier ones held; of one account its own weeks and months', async () => {
  const knownUntil = '2026-11-16T12:00:00.000Z' as never;
  const { user, queries } = await open({}, { status: status({ knownUntil }) });
  expect(queries).toEqual([{ scope: null, today: TODAY, from: '2026-11-16' }]);
  expect(readOf(part())).toEqual([
    'Pagos previstos',
    'De lo vendido que aún no se pagó, según lo que cada canal y cuenta tardó en pagar en los últimos seis meses. Lo que se venda desde hoy no está.',
    '50,4 % de todo lo que se debe no se espera: lleva más días que lo que se pagó. Mira su antigüedad en Por cobrar y reclámalo, o importa los extractos que falten.',
    'Lo leído llega hasta el 16-11-2026: desde ese día todo es previsión.',
    'De lo pendiente, 2,00 ya tiene fecha por delante en las filas o en un extracto importado.',
    '1.100 filas toman su fecha de los extractos importados y no de Fecha de Pago; lo que aquí está por cobrar puede por eso diferir de lo que dicen las filas.',
    '2 filas están pagadas sin Fecha de Pago: de ellas no se aprende cuánto tarda un pago.',
    'Canal · Cuenta | Por cobrar | Hasta el 30-11-2026Entre | Hasta el 31-12-2026Entre | No se espera (Lo pendiente que, por lo visto en los últimos seis meses, no llega: lleva más días que lo que se pagó, o es la parte que nunca se paga.) | La mitad, en días (En días desde la compra, ponderados por monto: lo que tardó en los últimos seis meses.) | 9 de cada 10, en días (En días desde la compra, ponderados por monto: lo que tardó en los últimos seis meses.)',
    'A · 1 | 20,50 | 12,00 | 16,00 | 3,00 | 4 | 1.009',
    '(vacío) · (vacío) | 30,00 | 5,00 | 6,00 | 3,00 | 4 | 1.009',
    'C · 3Poco historial. Filas pagadas: 14 (hacen falta 30). Días desde la primera compra: 17 (hacen falta 56). | 9,00 | — | — | — | — | —',
    'Todas las cuentas | 59,50 | 17,00 | 22,00 | 30,00 | |',
    'Por semana, de[Todas las cuentas, Por semana, de: Todas las cuentas]',
    '[Exportar, Exportar los pagos previstos, Exportar los pagos previstos]',
    'Semana | Barra | Llegará | Entre | Queda pendiente',
    '16–22 nov 2026 | | 18,00 | 15,00 – 21,00 (En 5 meses anteriores, de lo previsto para los mismos días llegó entre 83,3 % y 116,7 %.) | 41,50',
    '23–29 nov 2026 | | −1,00 | — (Para dar un rango hace falta haber previsto al menos 3 meses parecidos.) | 42,50',
    'Después del 29-11-2026 | 2,50 | |',
    'No se espera | 30,00 | |',
    'Sin previsión | 9,75 | |',
    'Por cobrar | 59,50 | |',
    'Lo previsto y lo que llegó[Exportar, Exportar lo previsto y lo que llegó, Exportar lo previsto y lo que llegó]',
    'Lo que se habría previsto la mañana del primer día de cada mes, sin mirar nada posterior, y lo que de eso llegó en el mes. Los montos son los que las filas tienen hoy.',
    'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes (Lo que llegó en el mes de compras del mismo mes: la previsión de su primer día no podía tenerlo.)',
    'Octubre de 2026 | 100,00 | 90,00 | −10,00 | −10,0 | 40,50',
    'Septiembre de 2026 | — | 5,00 | — | — | 7,00',
    '1 mes con previsión | 100,00 | 90,00 | −10,00 | −10,0 | 40,50',
  ]);
  expect(within(part()).getAllByRole('table').map(copiedOf)).toEqual([
    [
      'Canal · Cuenta | Por cobrar | Hasta el 30-11-2026 | Hasta el 31-12-2026 | No se espera | La mitad, en días | 9 de cada 10, en días',
      'A · 1 | 20,50 | 12 | 16 | 3 | 4 | 1.009',
      ' ·  | 30 | 5 | 6 | 3 | 4 | 1.009',
      'C · 3 | 9 |  |  |  |  | ',
    ],
    [
      'Semana | Llegará | Entre | Queda pendiente',
      '16–22 nov 2026 | 18 | 15 – 21 | 41,50',
      '23–29 nov 2026 | -1 |  | 42,50',
    ],
    [
      'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes',
      '2026-10 | 100 | 90 | -10 | -10,000000 | 40,5',
      '2026-09 |  | 5 |  |  | 7',
    ],
  ]);
  expect(bars()).toEqual(['4.5 81.8', '72.7 27.3', '0.0 4.5']);
  await user.click(screen.getByTestId('release-choice'));
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Todas las cuentas',
    'A · 1',
    '(vacío) · (vacío)',
    'C · 3',
  ]);
  await user.click(items[1] as HTMLElement);
  await waitFor(() => expect(screen.getByTestId('release-choice').textContent).toBe('A · 1'));
  expect(readOf(part()).slice(-14)).toEqual([
    'Por semana, de[A · 1, Por semana, de: A · 1]',
    '[Exportar, Exportar los pagos previstos, Exportar los pagos previstos]',
    'Semana | Barra | Llegará | Entre | Queda pendiente',
    '16–22 nov 2026 | | 8,00 | 6,00 – 10,00 (En 5 meses anteriores, de lo previsto para los mismos días llegó entre 75,0 % y 125,0 %.) | 12,50',
    '23–29 nov 2026 | | 4,00 | 4,00 (En 5 meses anteriores, de lo previsto para los mismos días llegó 100,0 % cada vez.) | 8,50',
    'Después del 29-11-2026 | 1,25 | |',
    'No se espera | 3,00 | |',
    'Por cobrar | 20,50 | |',
    'Lo previsto y lo que llegó[Exportar, Exportar lo previsto y lo que llegó, Exportar lo previsto y lo que llegó]',
    'Lo que se habría previsto la mañana del primer día de cada mes, sin mirar nada posterior, y lo que de eso llegó en el mes. Los montos son los que las filas tienen hoy.',
    'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes (Lo que llegó en el mes de compras del mismo mes: la previsión de su primer día no podía tenerlo.)',
    'Octubre de 2026 | 10 | 9 | −1 | −10,0 | 4',
    'Septiembre de 2026 | — | 1 | — | — | 2',
    '1 mes con previsión | 10 | 9 | −1 | −10,0 | 4',
  ]);
  await user.click(screen.getByTestId('release-choice'));
  await user.click((await screen.findAllByRole('menuitemradio'))[3] as HTMLElement);
  await waitFor(() => expect(screen.queryByTestId('release-week')).toBeNull());
  expect(readOf(part()).slice(-7)).toEqual([
    'Con tan poco historial no se puede prever cuándo llega lo pendiente.',
    'Lo previsto y lo que llegó[Exportar, Exportar lo previsto y lo que llegó, Exportar lo previsto y lo que llegó]',
    'Lo que se habría previsto la mañana del primer día de cada mes, sin mirar nada posterior, y lo que de eso llegó en el mes. Los montos son los que las filas tienen hoy.',
    'Mes | Previsto | Llegó | Diferencia | % | Además, de compras del mes (Lo que llegó en el mes de compras del mismo mes: la previsión de su primer día no podía tenerlo.)',
    'Octubre de 2026 | 10 | 9 | −1 | −10,0 | 4',
    'Septiembre de 2026 | — | 1 | — | — | 2',
    '1 mes con previsión | 10 | 9 | −1 | −10,0 | 4',
  ]);
});

test('its files have every period, account and month; an account that is gone is no choice', async () => {
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({ 'reconciliation.forecast-account': accountKey('A', 'gone') }),
  );
  const exports = takingExports();
  const page = await open({}, exports.setting);
  expect(screen.getByTestId('release-choice').textContent).toBe('Todas las cuentas');
  expect(screen.getAllByTestId('release-comes').map(({ dataset }) => dataset.value)).toEqual(['18', '-1']);
  const { content } = await exportBy('Exportar los pagos previstos', page, exports);
  expect(laidOut(content)).toEqual([
    'Pagos previstos, 2',
    'Canal | Cuenta | Por cobrar [money] (59.50) | 16-11-2026 – 22-11-2026 [money] (18) | 16-11-2026 – 22-11-2026 · como mínimo [money] | 16-11-2026 – 22-11-2026 · como máximo [money] | 23-11-2026 – 29-11-2026 [money] (-1) | 23-11-2026 – 29-11-2026 · como mínimo [money] | 23-11-2026 – 29-11-2026 · como máximo [money] | Hasta el 30-11-2026 [money] (17) | Hasta el 30-11-2026 · como mínimo [money] | Hasta el 30-11-2026 · como máximo [money] | Hasta el 31-12-2026 [money] (22) | Hasta el 31-12-2026 · como mínimo [money] | Hasta el 31-12-2026 · como máximo [money] | Después del 29-11-2026 [money] (2.50) | No se espera [money] (6) | Sin previsión [money] (0.75) | La mitad, en días [count] | 9 de cada 10, en días [count] | Filas pagadas de las que se aprende [count]',
    'A | 1 | 20.50 | 8 | 6 | 10 | 4 | 4 | 4 | 12 | — | — | 16 | — | — | 1.25 | 3 | 0 | 4 | 1009 | 1200',
    ' |  | 30 | 10 | 9 | 11 | -5 | — | — | 5 | — | — | 6 | — | — | 1.25 | 3 | 0.75 | 4 | 1009 | 1200',
    'C | 3 | 9 | — | — | — | — | — | — | — | — | — | — | — | — | — | — | 0 | — | — | 14',
  ]);
  const scores = await exportBy('Exportar lo previsto y lo que llegó', page, exports);
  expect(laidOut(scores.content)).toEqual([
    'Lo previsto y lo que llegó, 3',
    'Mes | Canal | Cuenta | Previsto [money] | Llegó [money] | Diferencia [money] | % [percent] | Además, de compras del mes [money]',
    '2026-09 | A | 1 | — | 1 | — | — | 2',
    '2026-09 |  |  | — | 1 | — | — | 2',
    '2026-09 | C | 3 | — | 1 | — | — | 2',
    '2026-09 | Todas las cuentas |  | — | 5 | — | — | 7',
    '2026-10 | A | 1 | 10 | 9 | -1 | -10.000000 | 4',
    '2026-10 |  |  | 10 | 9 | -1 | -10.000000 | 4',
    '2026-10 | C | 3 | 10 | 9 | -1 | -10.000000 | 4',
    '2026-10 | Todas las cuentas |  | 100 | 90 | -10 | -10.000000 | 40.5',
  ]);
  const table = scores.content.kind === 'table' ? scores.content.table : null;
  expect(
    table?.lines.map(({ cells, isStrong }) => [JSON.stringify(cells.slice(5, 7)), isStrong ?? false]),
  ).toEqual([
    ['[null,null]', false],
    ['[null,null]', false],
    ['[null,null]', false],
    ['[null,null]', true],
    [
      '[{"value":"-1","formula":{"kind":"difference","column":4,"less":3}},{"value":"-10.000000","formula":{"kind":"change","part":5,"base":3}}]',
      false,
    ],
    [
      '[{"value":"-1","formula":{"kind":"difference","column":4,"less":3}},{"value":"-10.000000","formula":{"kind":"change","part":5,"base":3}}]',
      false,
    ],
    [
      '[{"value":"-1","formula":{"kind":"difference","column":4,"less":3}},{"value":"-10.000000","formula":{"kind":"change","part":5,"base":3}}]',
      false,
    ],
    [
      '[{"value":"-10","formula":{"kind":"difference","column":4,"less":3}},{"value":"-10.000000","formula":{"kind":"change","part":5,"base":3}}]',
      true,
    ],
  ]);
});

test('half of what is owed not expected is an alarm, and less is none; of one account nothing is chosen, nor added', async () => {
  const alarm = () => screen.queryByTestId('release-alarm')?.dataset.value;
  const total = (never: string) => ({ ...PAGE.total, pending: D('60'), never: D(never) });
  const first = await open({ total: total('30') });
  expect(alarm()).toBe('50.0');
  first.view.unmount();
  const less = await open({ total: total('29.9') });
  expect(alarm()).toBeUndefined();
  less.view.unmount();
  const unknown = await open({ total: { ...total('40'), amounts: null } });
  expect(alarm()).toBeUndefined();
  unknown.view.unmount();
  await open({ accounts: PAGE.accounts.slice(0, 1), months: [], scores: [] });
  expect(screen.queryByTestId('release-choice')).toBeNull();
  expect(screen.queryByTestId('release-total')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Exportar lo previsto y lo que llegó' })).toBeNull();
});
