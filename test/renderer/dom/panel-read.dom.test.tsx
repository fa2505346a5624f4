import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { TargetEditor } from '#renderer/features/targets/target-editor.tsx';
import { ChannelsSection } from '#renderer/screens/panel/channels-section.tsx';
import type { Counted } from '#renderer/screens/panel/counted.ts';
import { CountedLine } from '#renderer/screens/panel/counted-line.tsx';
import { useKeptToday } from '#renderer/screens/panel/kept-today.ts';
import { MarginCovered } from '#renderer/screens/panel/margin-covered.tsx';
import { ProductsSection } from '#renderer/screens/panel/products-section.tsx';
import { ReturnsLine } from '#renderer/screens/panel/returns-line.tsx';
import type { ReviewItem, TodayLine } from '#renderer/screens/panel/review.ts';
import { Tiles } from '#renderer/screens/panel/tiles.tsx';
import { TodaySection } from '#renderer/screens/panel/today-section.tsx';
import { WaterfallSection, waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import { WhyLine } from '#renderer/screens/panel/why-line.tsx';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';
import { readOf } from './reading.ts';

/** The pieces of the Panel over figures that are told apart: all that each says, and where its presses lead. */

const days = (from: string, to: string) => ({ from, to }) as Period;
const OCTOBER = days('2026-10-01', '2026-10-31');
const SEPTEMBER = days('2026-09-01', '2026-09-30');
const YEAR_BEFORE = days('2025-10-01', '2025-10-31');
type Of = { readonly [column: string]: string };
const sums = (of: Of) => of as Sums;
const totals = (of: Of, more: object = {}) => ({
  ...{ rows: 2, orders: 1, sums: sums(of), unreadable: {}, rowsWithoutProductCost: 0 },
  ventasWithProductCost: (of.Ventas ?? '0') as Decimal,
  ...more,
});
const group = (value: string, of: Of, more: object = {}, own: object = {}): Group =>
  ({ value, caption: null, totals: totals(of, own), ...more }) as never;
const groupsOf = (groups: readonly Group[], total: Of = {}, more: object = {}): Groups =>
  ({ revision: 1, groups, groupsLeftOut: 0, total: { revision: 1, ...totals(total) }, ...more }) as never;

let show: (shown: ReactElement) => void = () => {};
let goBack: () => void = () => {};
function Shown() {
  const [shown, setShown] = useState<ReactElement | null>(null);
  const { go } = useNavigation();
  show = setShown;
  goBack = () => go('panel');
  return <div data-testid="shown">{shown}</div>;
}
beforeEach(() => localStorage.clear());

async function page(setting: Parameters<typeof openPage>[0] = {}) {
  await openPage({ facts: { lastPurchase: '2026-10-20T10:00:00.000' as LocalDateTime }, ...setting }, () => (
    <InAccount>
      <Shown />
      <SelectionProbe />
    </InAccount>
  ));
}
const draw = (shown: ReactElement) => act(() => show(shown));
/** Long lists of columns are told by their first. */
const read = () =>
  readOf(screen.getByTestId('shown')).map((line) =>
    line.replace(/\s/gu, ' ').replaceAll(/(Ver las órdenes \/ [^/\]]+) \/ [^\]]+/gu, '$1…'),
  );
const press = (element: Element | undefined) => fireEvent.click(element as Element);
const button = (words: string, at = 0) =>
  [...screen.getByTestId('shown').querySelectorAll('button')].filter(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === words,
  )[at];
/** Where a press leads, and with which filters; then back to where it was. */
const led = (element: Element | undefined) => {
  press(element);
  const { filters, period } = probedSelection();
  const to = `${window.location.hash} ${filters.map(({ column, ...rest }) => `${column}=${JSON.stringify((rest as { values?: unknown }).values)}`).join(' & ')} ${period?.from ?? ''}`;
  act(() => goBack());
  return decodeURIComponent(to).trim();
};
const styled = (find: string) =>
  [...screen.getByTestId('shown').querySelectorAll<HTMLElement>(find)].map(({ style }) =>
    [style.left, style.width]
      .map((each) => (each === '' ? '' : String(Math.round(Number.parseFloat(each)))))
      .join(' '),
  );

describe('the Panel tells', () => {
  test('what is left, sold and ordered, what it was, what it was to be, and what its costs may change', async () => {
    await page();
    const all = (of: Of, more: object) =>
      totals(
        {
          Ventas: '1000',
          Unidades: '40',
          'Costo de Producto': '300',
          'Rentabilidad Marketplace': '500',
          'Rentabilidad Comercial': '260',
          'Rentabilidad Total': '200',
          ...of,
        },
        more,
      );
    const figures = (of: Of, more: object, selling: object) => ({ all: all(of, more), selling });
    const own = figures(
      {},
      { orders: 25, rows: 31, rowsWithoutProductCost: 3, ventasWithProductCost: '900' },
      { orders: 20, sums: { Ventas: '900' } },
    );
    const before = figures(
      { Ventas: '800', Unidades: '50', 'Rentabilidad Total': '-100', 'Rentabilidad Marketplace': '0' },
      { orders: 50 },
      { orders: 16, sums: { Ventas: '800' } },
    );
    const year = figures(
      { Ventas: '0', 'Rentabilidad Total': '100' },
      { orders: 5 },
      { orders: 0, sums: {} },
    );
    const counted: Counted = {
      parts: [
        { status: 'Cancelada', orders: 2, rows: 3, sales: '20' },
        { status: 'Devuelta', orders: 1, rows: 5, sales: null },
      ],
      sales: '20',
      returnRatePercent: '5',
      returnedUnits: '2',
      leaveOut: { type: 'set-filter', column: 'Estado de Orden', values: ['Regular'] },
    } as never;
    const tiles = (targets: object | null, more: object = {}) => (
      <Tiles
        input={
          {
            own,
            others: [
              { against: 'previous-period', figures: before },
              { against: 'previous-year', figures: year },
            ],
          } as never
        }
        own={OCTOBER}
        periods={{ 'previous-period': SEPTEMBER, 'previous-year': YEAR_BEFORE }}
        places={2}
        revision={1}
        targets={targets as never}
        costSets={[{ sums: { 'Costo de Producto': '400' }, ventasWithProductCost: '500' }] as never}
        counted={counted}
        {...more}
      />
    );
    const inView = (more: object) => ({
      months: ['2026-10'],
      of: null,
      isPart: false,
      sums: {},
      rates: {},
      partial: {},
      ...more,
    });
    draw(tiles(null));
    expect(read()).toEqual([
      'Rentabilidad Total',
      '200,00 20,0 %',
      '[≈ 17 % con el costo que falta · 3 filas → cargar, Entre 12,0 % y 16,7 %, si los 100 de Ventas sin Costo de Producto costaran como en el canal o el período que más cuesta y en el que menos]',
      '+300,0 % +32,5 pp vs sep (1–30 sep 2026)+100,0 % vs oct 25 (1–31 oct 2025)',
      'Comercial (Rentabilidad Comercial)',
      '260,00 26,0 %',
      '[≈ 23 % con el costo, Entre 18,0 % y 22,7 %, si los 100 de Ventas sin Costo de Producto costaran como en el canal o el período que más cuesta y en el que menos / Ventas con Costo de Producto cargado. 3 filas con ventas entran con costo 0.]',
      '0,0 % −6,5 pp vs sep (1–30 sep 2026)0,0 % vs oct 25 (1–31 oct 2025)',
      'Marketplace (Rentabilidad Marketplace)',
      '500,00 50,0 %',
      '+50,0 pp vs sep (1–30 sep 2026)0,0 % vs oct 25 (1–31 oct 2025)',
      'Ventas',
      '1.000,00',
      'incluye [2 canceladas, Ventas 20 · 3 filas] y [1 devuelta, Ventas — · 5 filas]: 20,00 · [Dejar fuera, Filtrar por los demás valores de Estado de Orden]',
      '+25,0 % vs sep (1–30 sep 2026)',
      'Órdenes',
      '25 40 un. (40 ÷ 20 = 2,00 por orden)',
      'ticket 45,0031 filas',
      '−50,0 % vs sep (1–30 sep 2026)+400,0 % vs oct 25 (1–31 oct 2025)',
    ]);
    draw(
      tiles(
        inView({
          sums: { Ventas: '1200', 'Rentabilidad Total': '150' },
          rates: { 'Rentabilidad Comercial': '30' },
        }),
      ),
    );
    expect(read()).toEqual([
      'Rentabilidad Total',
      '200,00 20,0 %',
      '[≈ 17 % con el costo que falta · 3 filas → cargar, Entre 12,0 % y 16,7 %, si los 100 de Ventas sin Costo de Producto costaran como en el canal o el período que más cuesta y en el que menos]',
      '+300,0 % +32,5 pp vs sep (1–30 sep 2026)+100,0 % vs oct 25 (1–31 oct 2025)[meta 150,00, Meta de oct 2026] +50,00',
      'Comercial (Rentabilidad Comercial)',
      '260,00 26,0 %',
      '[≈ 23 % con el costo, Entre 18,0 % y 22,7 %, si los 100 de Ventas sin Costo de Producto costaran como en el canal o el período que más cuesta y en el que menos / Ventas con Costo de Producto cargado. 3 filas con ventas entran con costo 0.]',
      '0,0 % −6,5 pp vs sep (1–30 sep 2026)0,0 % vs oct 25 (1–31 oct 2025)[meta 30,0 %, Meta de oct 2026] −4,0 pp',
      'Marketplace (Rentabilidad Marketplace)',
      '500,00 50,0 %',
      '+50,0 pp vs sep (1–30 sep 2026)0,0 % vs oct 25 (1–31 oct 2025)',
      'Ventas',
      '1.000,00',
      'incluye [2 canceladas, Ventas 20 · 3 filas] y [1 devuelta, Ventas — · 5 filas]: 20,00 · [Dejar fuera, Filtrar por los demás valores de Estado de Orden]',
      '+25,0 % vs sep (1–30 sep 2026)[meta 1.200,00, Meta de oct 2026] −200,00',
      'Órdenes',
      '25 40 un. (40 ÷ 20 = 2,00 por orden)',
      'ticket 45,0031 filas',
      '−50,0 % vs sep (1–30 sep 2026)+400,0 % vs oct 25 (1–31 oct 2025)',
    ]);
    draw(
      tiles(
        inView({
          months: ['2026-08', '2026-09', '2026-10'],
          isPart: true,
          sums: { Ventas: '3000' },
          partial: { 'Rentabilidad Total': 2 },
        }),
      ),
    );
    expect(read().filter((line) => /meta|Meta|[Tt]arget/.test(line))).toEqual([
      '+300,0 % +32,5 pp vs sep (1–30 sep 2026)+100,0 % vs oct 25 (1–31 oct 2025)meta en 2 de 3 meses',
      '+25,0 % vs sep (1–30 sep 2026)meta 3.000,00 (Las metas de los meses en vista, juntas; cada una se cambia en Ajustes) 33 %',
    ]);
    expect(screen.getAllByTestId('target').map(({ dataset }) => dataset.month)).toEqual(['2026-08..2026-10']);
    draw(tiles(inView({})));
    expect(read().filter((line) => /meta|Meta/.test(line))).toEqual([
      '+300,0 % +32,5 pp vs sep (1–30 sep 2026)+100,0 % vs oct 25 (1–31 oct 2025)sin meta · [Fijar, Meta de oct 2026]',
    ]);
    expect([
      led(screen.getAllByTestId('margin-covered')[0]),
      led(screen.getByTestId('counted-cancelled')),
      led(screen.getByTestId('counted-returned')),
      led(screen.getByTestId('counted-leave-out')),
    ]).toEqual([
      '#reconciliation/costs',
      '#orders/Ventas Estado de Orden=["Cancelada"]',
      '#orders/Ventas Estado de Orden=["Devuelta"]',
      '#panel Estado de Orden=["Regular"]',
    ]);
    const bare = { sums: { Ventas: '100', 'Rentabilidad Total': '40' }, rowsWithoutProductCost: 1 };
    draw(
      <>
        <MarginCovered
          scope="total"
          all={
            {
              ...totals({ Ventas: '100', 'Costo de Producto': '30', 'Rentabilidad Total': '40' }),
              rowsWithoutProductCost: 2,
              ventasWithProductCost: '60' as Decimal,
            } as never
          }
          others={[{ sums: { 'Costo de Producto': '30.001' }, ventasWithProductCost: '60' }] as never}
        />
        <MarginCovered
          scope="comercial"
          all={{ ...totals({}), ...bare, ventasWithProductCost: '0' } as never}
          others={[]}
        />
        <MarginCovered
          scope="total"
          all={{ ...totals({}), sums: {}, rowsWithoutProductCost: 1, ventasWithProductCost: '0' } as never}
          others={[]}
        />
        <MarginCovered scope="total" all={totals({ Ventas: '5' }) as never} others={[]} />
        <CountedLine counted={{ ...counted, sales: '0', leaveOut: null } as never} places={0} />
        <CountedLine counted={{ ...counted, parts: [] } as never} places={0} />
      </>,
    );
    expect(read()).toEqual([
      '[≈ 20 % con el costo que falta · 2 filas → cargar, 20,0 %, si los 40 de Ventas sin Costo de Producto costaran como en cualquiera de los canales y períodos a la vista]',
      '[costo en 0,0 %, Ventas con Costo de Producto cargado. 1 fila con ventas entra con costo 0. / Ventas con Costo de Producto cargado. 1 fila con ventas entra con costo 0.]',
      'incluye [2 canceladas, Ventas 20 · 3 filas] y [1 devuelta, Ventas — · 5 filas], que suman 0',
    ]);
  });

  test('what is for today, as far as it is known, each leading to its list', async () => {
    await page();
    const item = (of: object): TodayLine => ({
      kind: 'review',
      item: {
        ...{
          kind: 'missing-cost',
          currency: '',
          cases: 1,
          groups: 1,
          amount: '-1250.5',
          month: null,
          since: null,
          until: null,
        },
        head: { kind: 'missing-cost', subject: { Canal: 'Plaza', Cuenta: 'Sur' }, affects: [] },
        ...{ account: { Canal: 'Plaza', Cuenta: 'Sur' }, ...of },
      } as unknown as ReviewItem,
    });
    const lines: readonly TodayLine[] = [
      item({
        cases: 4,
        groups: 2,
        month: '2026-09',
        since: '2026-09-25',
        until: '2026-09-28',
        amount: null,
        account: { Canal: '', Cuenta: 'Sur' },
      }),
      item({
        kind: 'overdue',
        currency: 'USD',
        since: '2026-01-01',
        until: '2026-10-19',
        head: { kind: 'overdue', subject: { currency: 'USD', Canal: 'Plaza' }, affects: [] },
      }),
      { kind: 'target', danger: { measure: 'total', target: '40' as Decimal, missing: '-3.25' as Decimal } },
    ];
    const section = (of: Partial<Parameters<typeof TodaySection>[0]>) => (
      <TodaySection lines={lines} count={9} running={OCTOBER} places={2} {...of} />
    );
    draw(section({}));
    expect(read()).toEqual([
      'Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)',
      '[Ver los 9, todas las filas de la cuenta]',
      '[Ventas sin Costo de Producto · (vacío) · Sur · sep 2026 · 4 casos]',
      '[Vencido y sin pagar · USD · Plaza−1.250,50, Vencido y sin pagar · USD · Plaza]',
      '[Meta de Rentabilidad Total en riesgo−3,25, Meta de Rentabilidad Total en riesgo]',
    ]);
    expect(
      screen.getAllByTestId('today').map((each) => led(each.querySelector('button') as Element)),
    ).toEqual([
      '#reconciliation/2026-09/exceptions/list?kind=missing-cost&canal=&cuenta=Sur&age=month',
      '#reconciliation/exceptions/list?kind=overdue&canal=Plaza&cuenta=Sur',
      '#profitability/result  2026-10-01',
    ]);
    expect(led(screen.getByTestId('review-link'))).toBe('#reconciliation/exceptions  2026-10-01');
    const heads = (of: Partial<Parameters<typeof TodaySection>[0]>) => {
      draw(section(of));
      return read().slice(0, 3);
    };
    expect([
      heads({ isLooking: true }),
      heads({ isLooking: true, isKept: true }),
      heads({ isLooking: false, isKept: true }),
      heads({ lines: [], count: 0 }),
      heads({ lines: [], isLooking: true, count: 2 }),
      heads({ lines: null, count: 0 }),
    ]).toEqual([
      [
        'Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)',
        'Buscando…[Ver los 9, todas las filas de la cuenta]',
        '[Ventas sin Costo de Producto · (vacío) · Sur · sep 2026 · 4 casos]',
      ],
      [
        'Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)',
        'De la última vez; buscando…[Ver los 9, todas las filas de la cuenta]',
        '[Ventas sin Costo de Producto · (vacío) · Sur · sep 2026 · 4 casos]',
      ],
      [
        'Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)',
        '[Ver los 9, todas las filas de la cuenta]',
        '[Ventas sin Costo de Producto · (vacío) · Sur · sep 2026 · 4 casos]',
      ],
      ['Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)', 'Nada por revisar'],
      [
        'Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)',
        '[Ver los 2, todas las filas de la cuenta]',
        'Buscando…',
      ],
      ['Para hoy (Primero lo más grave y, dentro de eso, lo de mayor monto)', 'Buscando…'],
    ]);
    const why = {
      difference: '-300',
      bySales: '50',
      byMargin: '-350',
      parts: [
        { id: 'shipping', points: '-4.25' },
        { id: 'rest-total', points: '1' },
      ],
    };
    draw(<WhyLine why={why as never} name="sep" places={0} />);
    expect(read()).toEqual([
      'Por qué cambió',
      'Total bajó 300 contra sep: +50 por vender más y −350 por ganar menos en cada venta (Envío −4,3 pp, Sin explicar +1,0).',
      '[Ver el puente]',
    ]);
    draw(
      <WhyLine
        why={{ ...why, difference: '300', bySales: '-50', byMargin: '350', parts: [] } as never}
        name="sep"
        places={0}
      />,
    );
    expect([...read(), led(screen.getByTestId('why-bridge'))]).toEqual([
      'Por qué cambió',
      'Total subió 300 contra sep: −50 por vender menos y +350 por ganar más en cada venta.',
      '[Ver el puente]',
      '#reconciliation/bridge  2026-10-01',
    ]);
  });

  const own = {
    Ventas: '1000',
    'Ingreso Total': '1100',
    'Cobro Total': '400',
    'Reembolso Total': '20',
    'Cobro de Comisiones': '300',
    'Reembolso de Comisiones': '20',
    'Cobro de Envío': '-50',
    'Costo de Producto': '900',
    'Rentabilidad Marketplace': '800',
    'Rentabilidad Total': '-180',
  };
  const before = {
    ...own,
    Ventas: '500',
    'Cobro de Comisiones': '120',
    'Rentabilidad Total': '90',
    'Costo de Producto': '449.9',
  };
  let isOpen = false;
  const section = (of: Sums, more: object = {}) => (
    <WaterfallSection
      waterfall={waterfallOf(of, sums({ 'Cobro de Comisiones': '40', 'Reembolso de Comisiones': '10' }))}
      before={waterfallOf(sums(before), {})}
      own={OCTOBER}
      period={SEPTEMBER}
      places={0}
      isOpen={isOpen}
      onOpen={(next) => {
        isOpen = next;
      }}
      {...more}
    />
  );

  test('the way from income to result, step by step, beside the period before', async () => {
    isOpen = false;
    await page();
    draw(section(sums(own)));
    expect(read()).toEqual([
      '[De Ingreso Total a Rentabilidad Total]',
      '1.100 − cobros 380 − costo 900 = −180 Igual a la columna de la API (Ingreso Total − Cobro Total + Reembolso Total − Costo de Producto = Rentabilidad Total)',
      'cobros − reembolsos',
      '[, Guardar imagen: De Ingreso Total a Rentabilidad Total, Guardar imagen]',
      'Signo | Línea | Barra | Monto | % Ventas | vs sep, pp (1–30 sep 2026)',
      '| [Ingreso Total, Ver las órdenes / Ingreso Total] | | 1.100 | 110,0 | −110,0',
      '− | [Comisiones, Ver las órdenes / Cobro de Comisiones…][, Comisiones: de cobros a costo neto, Comisiones: de cobros a costo neto][, Comisiones: de ello, cobros de la cuenta, Comisiones: de ello, cobros de la cuenta] | | 280 | 28,0 | +8,0',
      '| [de ello, cobros de la cuenta, Ver las órdenes] | | 30 | 3,0 |',
      '− | [Envío, antes de ingresos, Ver las órdenes / Cobro de Envío…][, Envío: de cobros a costo neto, Envío: de cobros a costo neto] | | −50 | −5,0 | +5,0',
      '− | [Otros costos, antes de ingresos, Ver las órdenes / Cobro de Ajuste sobre la Comisión…][, Otros costos: de cobros a costo neto, Otros costos: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Descuentos y promociones, Ver las órdenes / Cobro por Cupones de Descuento…][, Descuentos y promociones: de cobros a costo neto, Descuentos y promociones: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Publicidad, Ver las órdenes / Cobro por publicidad…][, Publicidad: de cobros a costo neto, Publicidad: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Almacenamiento Fulfillment, Ver las órdenes / Cobro por Costo Logístico…][, Almacenamiento Fulfillment: de cobros a costo neto, Almacenamiento Fulfillment: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Gestión de cuenta, Ver las órdenes / Cobro por Asesoría Comercial (KAM)…][, Gestión de cuenta: de cobros a costo neto, Gestión de cuenta: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Financiamiento, Ver las órdenes / Cobro por Financiación y Cuotas Pasarela…][, Financiamiento: de cobros a costo neto, Financiamiento: de cobros a costo neto] | | 0 | 0 | 0',
      '− | [Sin explicar, Ver las órdenes] | | 70 | 7,0 | −43,0',
      '= | M[Rentabilidad Marketplace, Ver las órdenes / Rentabilidad Marketplace] | | 800 | 80,0 | −80,0',
      '− | [Costo de Producto, Ver las órdenes / Costo de Producto] | | 900 | 90,0 | 0,0',
      '− | [Sin explicar, Ver las órdenes] | | 80 | 8,0 | −44,0',
      '= | T[Rentabilidad Total, Ver las órdenes / Rentabilidad Total] | | −180 | −18,0 | −36,0',
    ]);
    press(screen.getByTestId('waterfall-open'));
    expect(isOpen).toBe(true);
    expect(styled('[aria-hidden] > i')).toEqual([
      '14 86',
      '100 ',
      '78 22',
      '78 ',
      '78 4',
      '82 ',
      '82 0',
      '82 ',
      '82 0',
      '82 ',
      '82 0',
      '82 ',
      '82 0',
      '82 ',
      '82 0',
      '82 ',
      '82 0',
      '82 ',
      '77 5',
      '77 ',
      '14 63',
      '77 ',
      '6 70',
      '6 ',
      '0 6',
      '0 ',
      '0 14',
    ]);
  });

  test('the way’s parts that the account was charged are folded; each line leads to its orders', async () => {
    isOpen = true;
    await page();
    draw(section(sums(own)));
    const folded = () => document.querySelector('[data-account-charges]')?.className.split(' ').length;
    const closed = folded();
    press(screen.getByTestId('account-charges-open'));
    const open = folded();
    press(screen.getByTestId('account-charges-open'));
    expect([closed, open, folded()]).toEqual([2, 1, 2]);
    expect(
      ['Comisiones', 'Rentabilidad Total', 'de ello, cobros de la cuenta'].map((name) => led(button(name))),
    ).toEqual([
      '#orders/Cobro de Comisiones',
      '#orders/Rentabilidad Total',
      '#orders/Cobro de Comisiones Tipo de Dato=["Marketplace"]',
    ]);
    draw(section(sums({ ...own, 'Cobro Total': '450' }), { period: null, before: null }));
    expect(read().slice(0, 6)).toEqual([
      '[De Ingreso Total a Rentabilidad Total, on]',
      '1.100 − cobros 380 − costo 900 = −180Difiere de la columna de la API (Ingreso Total − Cobro Total + Reembolso Total − Costo de Producto = Rentabilidad Total)',
      'cobros − reembolsos',
      '[, Guardar imagen: De Ingreso Total a Rentabilidad Total, Guardar imagen]',
      'Signo | Línea | Barra | Monto | % Ventas',
      '| [Ingreso Total, Ver las órdenes / Ingreso Total] | | 1.100 | 110,0',
    ]);
    draw(section({}));
    expect(read()).toEqual([
      '[De Ingreso Total a Rentabilidad Total, on]',
      'cobros − reembolsos',
      'Las filas no traen Ingreso Total o Rentabilidad Total.',
    ]);
  });

  test('its channels with their accounts, in the order of a figure, and what came back of them', async () => {
    await page();
    const of = (sales: string, total: string, units: string) => ({
      Ventas: sales,
      'Rentabilidad Total': total,
      'Rentabilidad Comercial': '1',
      Unidades: units,
    });
    const compared = (sales: string, total: string) => ({
      compared: totals({ Ventas: sales, 'Rentabilidad Total': total }),
    });
    const channels = groupsOf(
      [
        group(
          'Uno',
          of('600', '60', '10'),
          {
            ...compared('300', '90'),
            groups: [
              group('A', of('400', '-20', '6'), compared('100', '10')),
              group('B', of('200', '80', '4')),
              group('C', {}, {}, { rows: 0 }),
            ],
          },
          { rowsWithoutProductCost: 1, ventasWithProductCost: '300' },
        ),
        group('Dos', of('300', '20', '5'), { groups: [group('solo', of('300', '20', '5'))] }),
        group('', of('100', '-50', '0')),
        group('Nada', {}, {}, { rows: 0 }),
      ],
      of('1000', '30', '15'),
      { compared: { period: SEPTEMBER, total: totals({}) } },
    );
    const returned = groupsOf(
      [group('Uno', { Unidades: '3' }, { groups: [group('A', { Unidades: '3' })] })],
      { Unidades: '3' },
    );
    const scopes: string[] = [];
    const section = (more: object = {}) => (
      <ChannelsSection
        channels={channels}
        scope="total"
        returned={returned}
        own={OCTOBER}
        places={0}
        onScope={(scope) => scopes.push(scope)}
        {...more}
      />
    );
    draw(section());
    expect(read()).toEqual([
      'Por canal y cuenta',
      '▾ el % más bajo[Rentabilidad Total, Alcance de canales y productos: Rentabilidad Total][, Guardar imagen: Por canal y cuenta, Guardar imagen]',
      '[Canal] | Barra | [Ventas ↓] | [Rent. Total] | [Dev. %] (Unidades de filas devueltas ÷ todas las unidades) | [%]',
      '[Uno] | | 600 | 60 | 30,0 | 10,0',
      '[A] | | 400 | −20 | 50,0 | −5,0',
      '[B] | | 200 | 80 | 0 | 40,0',
      '[Dos] | | 300 | 20 | 0 | 6,7',
      '[(vacío)] | | 100 | −50 | — | ▾ −50,0 (El % más bajo de los canales)',
      'Total | | 1.000 | 30 | 20,0 | 3,0',
    ]);
    expect(styled('td i')).toEqual([
      '8 92',
      '8 9',
      '8 ',
      '8 62',
      '5 3',
      '8 ',
      '8 31',
      '8 12',
      '8 ',
      '8 46',
      '8 3',
      '8 ',
      '8 15',
      '0 8',
      '8 ',
    ]);
    expect(document.querySelectorAll('[data-lowest]').length).toBe(1);
    expect([led(button('B')), led(button('(vacío)')), led(button('Uno'))]).toEqual([
      '#orders/Rentabilidad Total Canal=["Uno"] & Cuenta=["B"]',
      '#orders/Rentabilidad Total Canal=[""] & Cuenta=["B"]',
      '#orders/Rentabilidad Total Canal=["Uno"] & Cuenta=["B"]',
    ]);
    const names = () =>
      [...screen.getByTestId('shown').querySelectorAll('[data-channel]')]
        .map((line) => line.getAttribute('data-channel') ?? '')
        .join(' ');
    const heads = [...screen.getByTestId('shown').querySelectorAll<HTMLElement>('th button')];
    const orders = heads.flatMap((head) => {
      press(head);
      const first = names();
      press(head);
      return [`${head.textContent}: ${first} | ${names()}`];
    });
    expect(orders).toEqual([
      'Canal ↓:  Dos Uno A B  | Uno B A Dos  ',
      'Ventas ↑: Uno A B Dos   |  Dos Uno B A ',
      'Rent. Total ↑: Uno B A Dos   |  Dos Uno A B ',
      'Dev. % ↑: Uno A B Dos   | Dos Uno B A  ',
      '% ↑: Uno B A Dos   |  Dos Uno A B ',
    ]);
    draw(section({ key: 'other', scope: 'comercial', returned: null }));
    expect(read()).toEqual([
      'Por canal y cuenta',
      '▾ el % más bajo[Rentabilidad Comercial, Alcance de canales y productos: Rentabilidad Comercial][, Guardar imagen: Por canal y cuenta, Guardar imagen]',
      '[Canal] | Barra | [Ventas ↓] | [Rent. Comercial] | [%]',
      '[Uno] | | 600 | 1 | ▾ 0,2 (El % más bajo de los canales)',
      '[A] | | 400 | 1 | 0,3',
      '[B] | | 200 | 1 | 0,5',
      '[Dos] | | 300 | 1 | 0,3',
      '[(vacío)] | | 100 | 1 | 1,0',
      'Total | | 1.000 | 1 | 0,1',
    ]);
    const many = groupsOf(
      [
        ...channels.groups.slice(0, 1),
        ...['x', 'y', 'z', 'u', 'v', 'w'].map((name) => group(name, of('5', '1', '1'))),
      ],
      of('1', '1', '1'),
    );
    draw(section({ key: 'many', channels: many }));
    const before = names();
    press(screen.getByTestId('channel-accounts'));
    const open = names();
    press(screen.getByTestId('channel-accounts'));
    expect([before, open, names()]).toEqual(['Uno u v w x y z ', 'Uno A B u v w x y z ', 'Uno u v w x y z ']);
    draw(section({ key: 'less', channels: groupsOf(many.groups.slice(0, 6)) }));
    expect(names()).toBe('Uno A B u v x y z ');
    draw(section({ key: 'none', channels: groupsOf([group('Nada', {}, {}, { rows: 0 })]) }));
    expect(read()).toEqual([
      'Por canal y cuenta',
      '[Rentabilidad Total, Alcance de canales y productos: Rentabilidad Total][, Guardar imagen: Por canal y cuenta, Guardar imagen]',
      'Ninguna fila en la selección.',
    ]);
  });

  test('its products that gain and lose, with their causes, and what came back most', async () => {
    await page();
    const product = (
      sku: string,
      sales: string,
      total: string,
      own: object = {},
      caption: string | null = `Nombre ${sku}`,
    ) => group(sku, { Ventas: sales, 'Rentabilidad Total': total }, { caption }, own);
    const details = {
      best: groupsOf(
        [
          product('a', '100', '60'),
          product('', '9', '50'),
          product('b', '50', '20', { rowsWithoutProductCost: 1, ventasWithProductCost: '40' }),
          product('c', '40', '10', {}, null),
        ],
        {},
        { groupsLeftOut: 2 },
      ),
      worst: groupsOf(
        [product('z', '100', '-20'), product('y', '0', '-5')],
        {},
        { losers: { count: 7, sum: '-40.5' } },
      ),
      lost: groupsOf([
        group('z', { Ventas: '100', 'Cobro de Comisiones': '70', 'Costo de Producto': '50' }),
        group('y', { 'Cobro de Envío': '5' }),
      ]),
      withoutProduct: groupsOf([], { Ventas: '9', 'Rentabilidad Total': '-30' }),
    };
    const kinds = groupsOf([], {
      Ventas: '1000',
      'Rentabilidad Total': '70',
      'Cobro de Comisiones': '100',
      'Costo de Producto': '600',
    });
    const section = (more: object = {}) => (
      <ProductsSection scope="total" kinds={kinds} details={{ ...details, ...more } as never} places={1} />
    );
    draw(section());
    expect(read()).toEqual([
      'Mejores productos',
      '5 SKU[Ver todos, Productos que más dejan]',
      'Producto | Ventas | Rent. Total | % | Acum. % (Parte del resultado de todos los productos que viene de este y de los de arriba)',
      '[Nombre a, a / Nombre a]a | 100,0 | 60,0 | 60,0 | 60',
      '[c] | 40,0 | 10,0 | 25,0 | 70',
      'Sin costo cargado: fuera del orden (Menos del 90 % de sus Ventas tiene Costo de Producto: su resultado aún bajará)',
      '[Nombre b, b / Nombre b]costo en 80,0 % | 50,0 | 20,0 | 40,0 | no se acumula',
      'Con pérdida',
      '7 productos pierden 40,5[Ver todos, Productos con pérdida]',
      'Producto | Ventas | Rent. Total | %',
      '[Nombre z, z / Nombre z]z | 100,0 | −20,0 | −20,0',
      '[Nombre y, y / Nombre y]ysin ventas en el período | 0 | −5,0 | —',
      '[Filas sin producto (cobros de la cuenta), SKU Producto vacío o «Sin SKU»: no son de ningún producto] | 9,0 | −30,0 | −333,3',
    ]);
    press(button('Nombre z'));
    expect(read().slice(-7)).toEqual([
      'Producto | Ventas | Rent. Total | %',
      '[Nombre z, on, z / Nombre z]z | 100,0 | −20,0 | −20,0',
      '[Ver las órdenes]',
      '[Sobre todo Comisiones:, Comisiones: 70 / (10,1 % en todos los productos)] 70,0 % (10,1 % en todos los productos)',
      '[Costo de Producto, Costo de Producto: 50 / (60,5 % en todos los productos)] 50,0 %',
      '[Nombre y, y / Nombre y]ysin ventas en el período | 0 | −5,0 | —',
      '[Filas sin producto (cobros de la cuenta), SKU Producto vacío o «Sin SKU»: no son de ningún producto] | 9,0 | −30,0 | −333,3',
    ]);
    expect([
      led(screen.getByTestId('see-best-products')),
      led(screen.getByTestId('see-losing-products')),
      led(screen.getAllByTestId('loss-orders')[0]),
      led(document.querySelector('[data-cause="commissions"] button') ?? undefined),
      led(document.querySelector('[data-testid="without-product"] button') ?? undefined),
      led(button('Nombre a')),
    ]).toEqual([
      '#profitability/best-products/total',
      '#profitability/losing-products/total',
      '#orders/Rentabilidad Total SKU Producto=["z"]',
      '#orders/Cobro de Comisiones SKU Producto=["z"]',
      '#orders/Rentabilidad Total SKU Producto=["","Sin SKU"]',
      '#orders/Rentabilidad Total SKU Producto=["a"]',
    ]);
    press(button('Nombre y'));
    expect(read().slice(-4)).toEqual([
      '[Nombre y, on, y / Nombre y]ysin ventas en el período | 0 | −5,0 | —',
      '[Ver las órdenes]',
      '[Sobre todo Envío, antes de ingresos:, Envío, antes de ingresos: 5 / (— en todos los productos)] 5,0',
      '[Filas sin producto (cobros de la cuenta), SKU Producto vacío o «Sin SKU»: no son de ningún producto] | 9,0 | −30,0 | −333,3',
    ]);
    draw(
      section({
        best: groupsOf([]),
        worst: groupsOf([]),
        withoutProduct: groupsOf([], {}, { total: { revision: 1, ...totals({}, { rows: 0 }) } }),
      }),
    );
    expect(read()).toEqual([
      'Mejores productos',
      '0 SKU',
      'Producto | Ventas | Rent. Total | % | Acum. % (Parte del resultado de todos los productos que viene de este y de los de arriba)',
      'Ninguno.',
      'Con pérdida',
      'Producto | Ventas | Rent. Total | % | Acum. % (Parte del resultado de todos los productos que viene de este y de los de arriba)',
      'Ningún producto da pérdida.',
    ]);
    const counted = {
      parts: [{ status: 'Devuelta', orders: 1, rows: 2, sales: '5' }],
      returnRatePercent: '12.5',
    } as never;
    const came = [
      { sku: 'a', caption: 'Mesa', returnedUnits: '3', units: '4', ratePercent: '75' },
      { sku: 'b', caption: null, returnedUnits: '2', units: undefined, ratePercent: null },
      { sku: 'c', caption: null, returnedUnits: '1', units: '10', ratePercent: '10' },
    ] as never;
    draw(
      <>
        <ReturnsLine counted={counted} products={came} />
        <ReturnsLine counted={counted} products={[]} />
        <ReturnsLine
          counted={{ parts: [{ status: 'Cancelada' }], returnRatePercent: '0' } as never}
          products={came}
        />
      </>,
    );
    expect([...read(), led(screen.getAllByTestId('returns-open')[0])]).toEqual([
      '[Devueltas, Ver las órdenes] 12,5 %: sobre todo Mesa 75,0 % (a 3 ÷ 4) · b — (b) · c 10,0 % (c 1 ÷ 10)',
      '[Devueltas, Ver las órdenes] 12,5 %',
      '#orders/Unidades SKU Producto=["a"] & Estado de Orden=["Devuelta"]',
    ]);
  });

  test('what was for today of the same accounts alone, and of the same account of the app', async () => {
    await page();
    const found = { reviews: [], missed: [{ month: '2026-09' as Month, count: 2 }], last: null };
    function Kept({
      of,
      is = found,
    }: {
      readonly of: string;
      readonly is?: Parameters<typeof useKeptToday>[1];
    }) {
      return <output aria-label="kept">{JSON.stringify(useKeptToday(of, is))}</output>;
    }
    const kept = (of: string, is?: Parameters<typeof useKeptToday>[1]) => {
      draw(<Kept key={Math.random()} of={of} {...(is === undefined ? {} : { is })} />);
      return JSON.parse(screen.getByLabelText('kept').textContent ?? '') as {
        readonly count: number;
        readonly missed: unknown;
      } | null;
    };
    const nothing = { reviews: null, missed: null, last: null };
    expect([kept('uno', nothing), kept('uno'), kept('dos', nothing)]).toEqual([null, null, null]);
    expect(kept('uno', { ...nothing, missed: [] })).toMatchObject({ count: 0, missed: found.missed });
    expect(Object.keys(localStorage).filter((key) => key.includes('today'))).toEqual(['cuadra.today.a']);
  });

  test('a target as it is typed, of what it is, and that it can be taken back', async () => {
    await page();
    const before = (column: string) =>
      column === 'Ventas'
        ? ('1000' as Decimal)
        : column === 'Rentabilidad Total'
          ? ('200.5' as Decimal)
          : null;
    draw(
      <TargetEditor
        month={'2026-10' as Month}
        of={{ column: 'Canal', value: '' } as never}
        currency="CLP"
        measure="total"
        beforeOf={before}
      >
        fijar
      </TargetEditor>,
    );
    expect([
      screen.getByTestId('target-open').title,
      screen.getByTestId('target-open').dataset.unset,
    ]).toEqual(['Meta de oct 2026', '']);
    press(screen.getByTestId('target-open'));
    const dialog = await screen.findByRole('dialog');
    const form = () => readOf(dialog).map((line) => line.replace(/\s/gu, ' '));
    expect(form()).toEqual([
      'Meta de oct 2026 · Canal: (vacío)',
      'MedidaVentasRentabilidad MarketplaceRentabilidad ComercialRentabilidad TotalRentabilidad Marketplace, % de VentasRentabilidad Comercial, % de VentasRentabilidad Total, % de VentasCLP{}',
      'Como el año pasado + (200,5)Porcentaje sobre el año pasado: {5}%[Calcular]',
      '[Fijar, off]',
    ]);
    const input = () => screen.getByTestId<HTMLInputElement>('target-input');
    press(screen.getByTestId('target-as-before'));
    expect(input().value).toBe('210,53');
    fireEvent.change(screen.getByTestId('target-measure'), { target: { value: 'rate-total' } });
    expect(form()).toEqual([
      'Meta de oct 2026 · Canal: (vacío)',
      'MedidaVentasRentabilidad MarketplaceRentabilidad ComercialRentabilidad TotalRentabilidad Marketplace, % de VentasRentabilidad Comercial, % de VentasRentabilidad Total, % de Ventas% de Ventas{}',
      '[Fijar, off]',
    ]);
    const type = (value: string) => {
      fireEvent.change(input(), { target: { value } });
      return [
        input().getAttribute('aria-invalid'),
        screen.getByTestId<HTMLButtonElement>('target-save').disabled,
      ];
    };
    expect([type('x'), type(' '), type('12,5')]).toEqual([
      ['true', true],
      ['false', true],
      ['false', false],
    ]);
    fireEvent.change(screen.getByTestId('target-measure'), { target: { value: 'ventas' } });
    expect(input().value).toBe('');
    fireEvent.change(screen.getByTestId('target-percent'), { target: { value: 'x' } });
    expect(screen.getByTestId<HTMLButtonElement>('target-as-before').disabled).toBe(true);
    await waitFor(() => expect(screen.getByTestId('target-save')).toBeTruthy());
  });
});
