import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Group } from '#renderer/data/model/groups.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { bandOf, monthPoints, type TrendMeasure } from '#renderer/features/trend/month-points.ts';
import type { RunningMonth } from '#renderer/features/trend/running-month.ts';
import { Trend } from '#renderer/features/trend/trend.tsx';
import { TrendChart } from '#renderer/features/trend/trend-chart.tsx';
import { monthPx, stripsOf, xOf } from '#renderer/features/trend/trend-geometry.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { profitabilityOf, type Sums } from '#shared/domain/profitability.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';
import { readOf } from './reading.ts';

/** The trend whole: what is drawn of the months, what is told beside them, and what its presses do. */

const WIDTH = 700;
const days = (from: string, to: string) => ({ from, to }) as Period;
const group = (value: string, sales: string, total: string, covered = sales): Group => ({
  ...{ value, caption: null },
  totals: {
    ...{ rows: 2, orders: 1, unreadable: {}, rowsWithoutProductCost: covered === sales ? 0 : 1 },
    sums: {
      Ventas: sales,
      'Rentabilidad Total': total,
      'Rentabilidad Marketplace': '400',
      'Costo de Producto': '50',
    } as unknown as Sums,
    ventasWithProductCost: covered as Decimal,
  },
});
/** A month before, a hole, a month that lacks costs, one that goes on; and the year before of the last two. */
const GROUPS = [
  group('2025-09', '500', '50'),
  group('2025-10', '400', '-40'),
  group('2026-07', '1000', '250'),
  group('2026-09', '1000', '100', '500'),
  group('2026-10', '500', '200'),
  group('', '9', '3'),
];
const DRAWN = days('2026-07-01', '2026-10-31');
const LAST = '2026-10-12T10:00:00.000' as LocalDateTime;
const decimal = (value: string) => value as Decimal;
const RUNNING: RunningMonth = {
  ...{ month: '2026-10' as Month, day: 12 },
  estimates: {
    marketplace: null,
    comercial: null,
    total: { low: decimal('300'), likely: decimal('350'), high: decimal('390') },
  },
  sameDaysYearBefore: profitabilityOf({ Ventas: '200', 'Rentabilidad Total': '-10' } as unknown as Sums, 6),
};

let show: (shown: ReactElement) => void = () => {};
let select: (period: Period | null) => void = () => {};
function Shown() {
  const [shown, setShown] = useState<ReactElement | null>(null);
  const { change } = useSelection();
  show = setShown;
  select = (period) => change({ type: 'set-period', period });
  return <div data-testid="shown">{shown}</div>;
}
const draw = (shown: ReactElement) => act(() => show(shown));
const read = () => readOf(screen.getByTestId('shown')).map((line) => line.replace(/\s/gu, ' '));
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
});
const page = () =>
  openPage({ facts: { lastPurchase: LAST } }, () => (
    <InAccount>
      <Shown />
      <SelectionProbe />
    </InAccount>
  ));
const plot = () => screen.getByTestId('trend-plot');
/** Every mark of the drawing, by where it stands. */
const marks = () =>
  [...plot().querySelectorAll('path, circle, line, rect, text')].flatMap((mark) => {
    const of = (...names: readonly string[]) => names.map((name) => mark.getAttribute(name) ?? '').join(' ');
    switch (mark.tagName) {
      case 'path':
        return of('d') === '' ? [] : [`${mark.getAttribute('data-testid')} ${of('d')}`];
      case 'circle':
        return [`o ${of('cx', 'cy', 'r', 'fill')}`];
      case 'rect':
        return [`rect ${of('x', 'y', 'width', 'height', 'opacity')}`];
      case 'line':
        return [`- ${of('x1', 'x2', 'y1', 'y2', 'stroke-dasharray')}`];
      default:
        return [`${mark.textContent} ${of('x', 'y')}`];
    }
  });

describe('the drawing', () => {
  const told: string[] = [];
  const chart = (measure: TrendMeasure, inView: number, period: Period | null, isRunning = true) => {
    const points = monthPoints(GROUPS, LAST, DRAWN);
    const running = isRunning ? RUNNING : null;
    const targetOf = (scope: string, month: string) =>
      scope === 'total' && month >= '2026-09' ? decimal(measure === 'sum' ? '220' : '25') : null;
    return (
      <TrendChart
        {...{ place: 'x', points, measure, inView, running, places: 0, unit: 1 }}
        strips={stripsOf(points, measure, { running, targetOf })}
        band={bandOf(points, period)}
        onPoint={(index) => told.push(`point ${index}`)}
        onHold={(index) => told.push(`hold ${index}`)}
        onReset={() => told.push('reset')}
        onOpen={() => told.push('open')}
        link={<i>link</i>}
      />
    );
  };

  test('of amounts has months, targets, the year before and how the last will end, each at its height', async () => {
    await page();
    draw(chart('sum', 3, days('2026-09-01', '2026-10-31')));
    expect(read()).toEqual([
      'De jul 2026 a oct 2026; a la vista oct 2026. «Ver como tabla» muestra las cifras de todos los meses.',
      'Marketplaceoct 2640080,0 %oct 25 400 (El mismo mes del año anterior: la línea pálida)',
      'Comercialoct 26——oct 25 — (El mismo mes del año anterior: la línea pálida)',
      'Totaloct 2620040,0 %oct 25 −40 (El mismo mes del año anterior: la línea pálida)estimado 300 a 390oct 25, hasta el 12 −10',
      'link',
    ]);
    expect(marks()).toEqual([
      'rect 188 2 144 322 ',
      '- 296 296 2 306 ',
      '- 44 700 99 99 ',
      '0 37 102.5',
      '- 44 700 57 57 ',
      '200 37 60.5',
      '- 44 700 15 15 ',
      '400 37 18.5',
      'trend-before-marketplace M224,15L296,15',
      '- 44 700 201 201 ',
      '0 37 204.5',
      'trend-missing-total M224,276.25L296,257.25L296,257.25L224,285.75Z',
      '- 44 700 303 303 ',
      '- 44 700 295.25 295.25 ',
      '0 37 298.75',
      '- 44 700 219 219 ',
      '400 37 222.5',
      'trend-before-total M224,285.75L296,303',
      'trend-target-total M188,253.25L260,253.25L260,253.25L296,253.25',
      'jul 26 80 320',
      'ago 152 320',
      'sep 224 320',
      'oct 296 320',
      'trend-line-marketplace M80,15M224,15',
      'trend-line-total M80,247.75M224,276.25',
      'o 296 15 3 var(--bg)',
      '- 224 296 276.25 228.5 2 3',
      'trend-ahead-total M293,221h6M296,221V238M293,238h6',
      'o 296 257.25 3 var(--bg)',
      '300–390 305 232.5',
      'meta 220 305 257.25',
      '200 305 270.25',
      'o 80 15 2.5 var(--scope-m)',
      'o 296 15 3.5 var(--chart-now)',
      '400 301 9',
      'o 80 247.75 2.5 var(--scope-t)',
      'o 296 257.25 3.5 var(--chart-now)',
    ]);
    const frame = screen.getByRole('group', { name: text('trend.label') });
    const x = (at: number) => xOf(at, monthPx(WIDTH, 4, 56));
    fireEvent.pointerMove(plot(), { clientX: x(1), clientY: 20 });
    fireEvent.pointerMove(plot(), { clientX: 5, clientY: 20 });
    fireEvent.pointerLeave(plot());
    fireEvent.click(plot(), { clientX: x(2), clientY: 20 });
    fireEvent.click(plot(), { clientX: 5, clientY: 20 });
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', 'Escape'])
      fireEvent.keyDown(frame, { key });
    fireEvent.doubleClick(frame);
    expect(told.splice(0)).toEqual([
      'point 1',
      'point null',
      'point null',
      'hold 2',
      'hold 2',
      'hold 3',
      'hold 0',
      'hold 3',
      'open',
      'reset',
      'open',
    ]);
    draw(chart('sum', 2, null, false));
    expect(read()).toEqual([
      'De jul 2026 a oct 2026; a la vista sep 2026. «Ver como tabla» muestra las cifras de todos los meses.',
      'Marketplacesep 2640040,0 %sep 25 400 (El mismo mes del año anterior: la línea pálida)',
      'Comercialsep 26——sep 25 — (El mismo mes del año anterior: la línea pálida)',
      'Totalsep 2610010,0 %sep 25 50 (El mismo mes del año anterior: la línea pálida)',
      'link',
    ]);
    expect(marks().filter((mark) => /^(o|rect|[\d−])/.test(mark))).toEqual([
      'rect 188 2 72 322 ',
      '0 37 102.5',
      '200 37 60.5',
      '400 37 18.5',
      '0 37 204.5',
      '−40 37 306.5',
      '0 37 295',
      '250 37 222.5',
      'oct 296 320',
      'o 296 15 3 var(--bg)',
      'o 296 233.5 3 var(--bg)',
      'o 80 15 2.5 var(--scope-m)',
      'o 224 15 3.5 var(--scope-m)',
      '400 229 9',
      'o 80 219 2.5 var(--scope-t)',
      'o 224 262.5 3.5 var(--scope-t)',
      '100 229 256.5',
    ]);
  });

  test('of rates has their changes below, and leads on to the month that goes on', async () => {
    await page();
    draw(chart('rate', 3, days('2026-10-01', '2026-10-31')));
    expect(read()).toEqual([
      'De jul 2026 a oct 2026; a la vista oct 2026. «Ver como tabla» muestra las cifras de todos los meses.',
      'Marketplaceoct 2640080,0 %oct 25 100,0 % (El mismo mes del año anterior: la línea pálida)',
      'Comercialoct 26——oct 25 — (El mismo mes del año anterior: la línea pálida)',
      'Totaloct 2620040,0 %oct 25 −10,0 % (El mismo mes del año anterior: la línea pálida)oct 25, hasta el 12 −5,0 %',
      'Cambio, ppvs sep 26 (Puntos del % de Ventas contra el mes anterior) +40,0 — +30,0',
      'link',
    ]);
    expect(marks()).toEqual([
      'rect 260 2 72 382 ',
      '- 44 700 99 99 ',
      '40 37 102.5',
      '- 44 700 57 57 ',
      '70 37 60.5',
      '- 44 700 15 15 ',
      '100 37 18.5',
      'trend-before-marketplace M224,43L296,15',
      '- 44 700 201 201 ',
      '0 37 204.5',
      'trend-missing-total M224,261L296,219L296,219L224,268Z',
      '- 44 700 303 303 ',
      '−20 37 306.5',
      '- 44 700 275 275 ',
      '0 37 278.5',
      '- 44 700 219 219 ',
      '40 37 222.5',
      'trend-before-total M224,261L296,289',
      'trend-target-total M188,240L260,240L260,240L296,240',
      'jul 26 80 380',
      'ago 152 380',
      'sep 224 380',
      'oct 296 380',
      '- 44 700 363 363 ',
      '0 37 366.5',
      '- 44 700 321 321 ',
      '+40 37 324.5',
      'rect 285.5 321 7 42 0.45',
      'rect 299.5 331.5 7 31.5 0.45',
      'trend-line-marketplace M80,99M224,99',
      'trend-line-total M80,240M224,261',
      '- 224 296 99 43 2 3',
      'o 296 43 3 var(--bg)',
      '- 224 296 261 219 2 3',
      'o 296 219 3 var(--bg)',
      'meta 25 305 244',
      'o 80 99 2.5 var(--scope-m)',
      'o 296 43 3.5 var(--chart-now)',
      '80 301 37',
      'o 80 240 2.5 var(--scope-t)',
      'o 296 219 3.5 var(--chart-now)',
      '40 301 213',
    ]);
    draw(chart('rate', 0, null));
    expect(read()).toEqual([
      'De jul 2026 a oct 2026; a la vista jul 2026. «Ver como tabla» muestra las cifras de todos los meses.',
      'Marketplacejul 2640040,0 %',
      'Comercialjul 26——',
      'Totaljul 2625025,0 %',
      'Cambio, pp (Puntos del % de Ventas contra el mes anterior) — — —',
      'link',
    ]);
  });
});

const TREND = (
  <Trend
    part="panel.trend"
    groups={GROUPS}
    wide={{ ...EVERYTHING, period: DRAWN }}
    places={0}
    stale={false}
  />
);
const lines = () => read().filter((line) => !line.startsWith('Las tres'));

test('the trend tells its month in view, its unit and its legend', async () => {
  await page();
  await act(async () => select(days('2026-09-01', '2026-09-30')));
  draw(TREND);
  expect(lines()).toEqual([
    'Rentabilidad por mes',
    'unidades de monedaoct 26, hasta el 12sep 2026 · Ventas 1.000 · costo de producto en 50,0 %[Monto, on][% de Ventas][, Guardar imagen: Rentabilidad por mes, Guardar imagen][, Ver como tabla, Ver como tabla]',
    'De jul 2026 a oct 2026; a la vista sep 2026. «Ver como tabla» muestra las cifras de todos los meses.',
    'Marketplacesep 2640040,0 %sep 25 400 (El mismo mes del año anterior: la línea pálida)',
    'Comercialsep 26——sep 25 — (El mismo mes del año anterior: la línea pálida)',
    'Totalsep 2610010,0 %sep 25 50 (El mismo mes del año anterior: la línea pálida)',
    '[Ver órdenes de sep 2026]',
    'Franja: con el costo que falta, estimado Costo cargado de 50,0 % (sep 2026) a 100,0 % (jul 2026): los márgenes no se comparan tal cual (Costo cargado de 50,0 % (sep 2026) a 100,0 % (jul 2026): los márgenes no se comparan tal cual)[Ver solo las filas con costo]',
  ]);
  const section = () => screen.getByTestId('shown').querySelector('section')?.dataset.seen;
  const frame = () => screen.getByRole('group', { name: text('trend.label') });
  const seen = () =>
    [
      section(),
      screen.getByTestId('shown').querySelector('header b')?.textContent,
      screen.queryByTestId('trend-reset')?.textContent ?? '',
    ].join(' | ');
  const steps = [seen()];
  fireEvent.keyDown(frame(), { key: 'Home' });
  steps.push(seen());
  fireEvent.pointerMove(plot(), { clientX: xOf(3, monthPx(WIDTH, 4)), clientY: 20 });
  steps.push(seen());
  fireEvent.pointerLeave(plot());
  steps.push(seen());
  fireEvent.keyDown(frame(), { key: 'Escape' });
  steps.push(seen());
  fireEvent.keyDown(frame(), { key: 'End' });
  fireEvent.click(screen.getByTestId('trend-reset'));
  steps.push(seen());
  fireEvent.keyDown(frame(), { key: 'Home' });
  await act(async () => select(null));
  steps.push(seen());
  fireEvent.keyDown(frame(), { key: 'Home' });
  steps.push(seen());
  await act(async () => select(days('2026-10-01', '2026-10-12')));
  steps.push(seen());
  expect(steps).toEqual([
    'period | sep 2026 | ',
    'other | jul 2026 | Volver al período',
    'other | oct 2026 | Volver al período',
    'other | jul 2026 | Volver al período',
    'period | sep 2026 | ',
    'period | sep 2026 | ',
    'other | sep 2026 | ',
    'other | jul 2026 | Volver al último mes completo',
    'period | oct 2026 | ',
  ]);
});

test('the trend is told by rates and as a table too, and keeps which', async () => {
  await page();
  await act(async () => select(days('2026-10-01', '2026-10-12')));
  draw(TREND);
  fireEvent.click(screen.getByText(text('trend.rate')));
  expect(lines().slice(0, 3)).toEqual([
    'Rentabilidad por mes',
    '% de Ventasoct 26, hasta el 12oct 2026 hasta el 12 · Ventas 500 · costo de producto en 100,0 %[Monto][% de Ventas, on][, Guardar imagen: Rentabilidad por mes, Guardar imagen][, Ver como tabla, Ver como tabla]',
    'De jul 2026 a oct 2026; a la vista oct 2026. «Ver como tabla» muestra las cifras de todos los meses.',
  ]);
  fireEvent.click(screen.getByTestId('trend-as-table'));
  expect(lines()).toEqual([
    'Rentabilidad por mes',
    '[, on, Ver como tabla, Ver como tabla]',
    'Mes | Ventas | Marketplace (Rentabilidad Marketplace) | % Marketplace (% de Ventas) | Comercial (Rentabilidad Comercial) | % Comercial (% de Ventas) | Total (Rentabilidad Total) | % Total (% de Ventas)',
    '[jul 2026] | 1.000 | 400 | 40,0 | — | — | 250 | 25,0',
    '[ago 2026] | Mes sin leer',
    '[sep 2026] | 1.000 | 400 | 40,0 | — | — | 100 | 10,0',
    '[oct 2026] hasta el 12 | 500 | 400 | 80,0 | — | — | 200 | 40,0',
    'Costo cargado de 50,0 % (sep 2026) a 100,0 % (jul 2026): los márgenes no se comparan tal cual (Costo cargado de 50,0 % (sep 2026) a 100,0 % (jul 2026): los márgenes no se comparan tal cual)[Ver solo las filas con costo]',
  ]);
  fireEvent.click(screen.getByTestId('trend-as-table'));
  expect(lines().slice(0, 2)).toEqual([
    'Rentabilidad por mes',
    '% de Ventasoct 26, hasta el 12oct 2026 hasta el 12 · Ventas 500 · costo de producto en 100,0 %[Monto][% de Ventas, on][, Guardar imagen: Rentabilidad por mes, Guardar imagen][, Ver como tabla, Ver como tabla]',
  ]);
  fireEvent.click(screen.getByText(text('trend.open', { month: 'oct 2026' })));
  expect([window.location.hash, probedSelection().period]).toEqual([
    '#orders//Rentabilidad%20Total',
    {
      from: '2026-10-01',
      to: '2026-10-31',
    },
  ]);
});
