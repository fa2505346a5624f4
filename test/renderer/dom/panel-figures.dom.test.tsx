import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import type { LocalDate, LocalDateTime } from '#shared/domain/dates.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';
import { buttonOf, choiceOf, exactIn, linesOf, titlesIn } from './shown.ts';

/** Every figure of the Panel over a few rows of a month, of the month before and of the year before. */

type Given = {
  readonly channel?: string;
  readonly account?: string;
  readonly day: string;
  readonly sku?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly units?: number;
  readonly sales: number;
  readonly shipping?: number;
  readonly ads?: number;
  readonly cost?: number;
};

function row(given: Given, at: number): Row {
  const { sales, shipping = 0, ads = 0, cost = 0, sku = 'SILLA', units = 1 } = given;
  const figures = {
    Ventas: sales,
    Unidades: units,
    'Costo de Producto': cost,
    'Cobro de Envío': shipping,
    'Cobro por publicidad': ads,
    'Cobro Total': shipping + ads,
    'Ingreso Total': sales,
    'Rentabilidad Marketplace': sales - shipping - ads,
    'Rentabilidad Comercial': sales - shipping - cost,
    'Rentabilidad Total': sales - shipping - ads - cost,
  };
  return {
    Canal: given.channel ?? 'Vitrina',
    Cuenta: given.account ?? 'Norte',
    Orden: `O-${at}`,
    'Tipo de Dato': given.kind ?? 'Orden',
    'Estado de Orden': given.status ?? 'Regular',
    'SKU Producto': sku,
    Producto: sku === 'Sin SKU' ? 'Cargo' : `Nombre de ${sku}`,
    'Fecha de compra': `${given.day}T10:00:00.000`,
    ...Object.fromEntries(Object.entries(figures).map(([column, value]) => [column, String(value)])),
  };
}

const CHARGES = { kind: 'Marketplace', sku: 'Sin SKU', units: 0, sales: 0, shipping: 5 };
const PLAZA = { channel: 'Plaza', account: 'Uno' };
const ROWS = [
  { day: '2026-10-02', sales: 1000, units: 2, shipping: 100, cost: 500 },
  { day: '2026-10-03', account: 'Sur', sku: 'MESA', sales: 400, shipping: 60, ads: 20, cost: 200 },
  { ...PLAZA, day: '2026-10-04', sku: 'MESA', sales: 600, shipping: 90, cost: 300 },
  { ...PLAZA, day: '2026-10-05', sku: 'CAJA', sales: 100, shipping: 90, cost: 60, status: 'Devuelta' },
  { ...CHARGES, day: '2026-10-06', ads: 30 },
  { day: '2026-09-02', sales: 800, shipping: 60, cost: 400 },
  { ...PLAZA, day: '2026-09-03', sku: 'MESA', sales: 200, shipping: 40, cost: 100, ads: 10 },
  { ...CHARGES, day: '2026-09-06', ads: 10 },
  { day: '2025-10-02', sales: 500, shipping: 60, cost: 250 },
].map(row);
const OCTOBER: Period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };

function Periods() {
  const { change } = useSelection();
  return (
    <>
      <button type="button" onClick={() => change({ type: 'set-period', period: OCTOBER })}>
        octubre
      </button>
      <button type="button" onClick={() => change({ type: 'set-period', period: null })}>
        todo
      </button>
    </>
  );
}

async function panel(rows: readonly Row[] = ROWS, orders = 5) {
  const page = await openPage({ rows }, () => (
    <InAccount>
      <PanelScreen />
      <Periods />
      <SelectionProbe />
    </InAccount>
  ));
  await page.user.click(buttonOf('octubre'));
  await waitFor(() => expect(exactIn(screen.getByTestId('tile-ordenes'))[0]).toBe(String(orders)));
  await screen.findByTestId('without-product');
  return page;
}
const tile = (id: string) => screen.getByTestId(`tile-${id}`);
const tableOf = (cell: Element | null) => cell?.closest('table');
const channels = () => tableOf(document.querySelector('[data-channel]'));
const namesOf = (table: ParentNode | null | undefined) => linesOf(table).map(([first]) => first);

beforeAll(async () => {
  await import('#renderer/features/trend/trend-chart.tsx');
}, 60_000);
beforeEach(() => localStorage.clear());

describe('the tiles', () => {
  test('say each figure, its rate, and how both stand against the period before and the year before', async () => {
    await panel();
    expect(
      ['total', 'comercial', 'marketplace', 'ventas', 'ordenes'].map((id) => tile(id).textContent),
    ).toEqual([
      'TRentabilidad Total645 30,7 %+72,0 % −6,8 pp vs sep+239,5 % −7,3 pp vs oct 25sin meta · Fijar',
      'CComercial695 33,1 %+76,0 % −6,4 pp vs sep+265,8 % −4,9 pp vs oct 25',
      'MMarketplace1.705 81,2 %+94,9 % −6,3 pp vs sep+287,5 % −6,8 pp vs oct 25',
      'Ventas2.100incluye 1 devuelta: 100 · Dejar fuera+110,0 % vs sep+320,0 % vs oct 25',
      'Órdenes5 5 un.ticket 5255 filas+66,7 % vs sep+400,0 % vs oct 25',
    ]);
    expect(exactIn(tile('total'))).toEqual(['645', '30.714286', '72.00', '-6.785714', '239.47', '-7.285714']);
    expect(exactIn(tile('ordenes'))).toEqual(['5', '5', '525.0000', '5', '66.67', '400.00']);
    // How each came about.
    expect(titlesIn(tile('total'), 'data')).toEqual([
      '645',
      '645 ÷ 2.100 (Rentabilidad Total ÷ Ventas)',
      ...['1–30 sep 2026: 375', '1–30 sep 2026: 37,5 %', '1–31 oct 2025: 190', '1–31 oct 2025: 38,0 %'],
    ]);
    expect(titlesIn(tile('ventas'), '[data-testid=total-ventas]')).toEqual([
      '2.100\n2.100 ÷ 5 = 420,0000 por unidad',
    ]);
    // Four orders sell; the account's own charges are a fifth.
    expect(titlesIn(tile('ordenes'), 'small, [data-testid=total-ticket]')).toEqual([
      '5 ÷ 4 = 1,25 por orden',
      '2.100 ÷ 4',
    ]);
    expect(titlesIn(tile('ordenes'), '[data-testid^=change] data')).toEqual([
      '1–30 sep 2026: 3',
      '1–31 oct 2025: 1',
    ]);
    expect(screen.getByTestId('counted-returned').title).toBe('Ventas 100 · 1 fila');
  });

  test('compare with nothing where no period is in view, and with no days that have no rows', async () => {
    const { user } = await panel(ROWS.filter((each) => !each['Fecha de compra']?.startsWith('2026-09')));
    expect(tile('total').textContent).not.toContain('sep');
    expect(tile('total').textContent).toContain('+239,5 % −7,3 pp vs oct 25');
    expect(screen.queryByTestId('why-changed')).toBeNull();
    await user.click(buttonOf('todo'));
    await waitFor(() => expect(exactIn(tile('ordenes'))[0]).toBe('6'));
    expect(tile('total').textContent).toMatch(/^TRentabilidad Total835 32,1.%$/u);
    expect(tile('ordenes').textContent).toBe('Órdenes6 6 un.ticket 5206 filas');
  });
});

test('cents say nothing beside a hundred thousand, be it sold or lost', async () => {
  const ventasBeside = async (sales: string, total: string) => {
    const { view } = await openPage(
      { rows: [{ ...ROWS[0], Ventas: sales, 'Rentabilidad Total': total } as Row] },
      () => (
        <InAccount>
          <PanelScreen />
        </InAccount>
      ),
    );
    const shown = (await screen.findByTestId('total-ventas')).textContent;
    view.unmount();
    return shown;
  };
  expect(await ventasBeside('99999.50', '1.00')).toBe('99.999,50');
  expect(await ventasBeside('100000.00', '1.00')).toBe('100.000');
  expect(await ventasBeside('10.50', '-100000.00')).toBe('11');
});

test('why the result changed is said in words, with the parts that moved the rate most', async () => {
  await panel();
  const line = screen.getByTestId('why-changed');
  expect(line.textContent?.replace(/\s/gu, ' ')).toBe(
    'Por qué cambióTotal subió 270 contra sep: +413 por vender más y −143 por ganar menos en cada venta (Envío −5,9 pp, Costo de Producto −0,5, Publicidad −0,4).Ver el puente',
  );
  // 1,100 more of sales at the 37.5 % of September, and what is left.
  expect(exactIn(line)).toEqual(['270', '413', '-143', '-5.928571', '-0.476190', '-0.380952']);
});

describe('the channels', () => {
  test('stand with their accounts, what came back of them and what they keep, the total below', async () => {
    await panel();
    expect(linesOf(channels()).slice(1)).toEqual([
      ['Vitrina', '', '1.400', '485', '0', '34,6'],
      ['Norte', '', '1.000', '365', '0', '36,5'],
      ['Sur', '', '400', '120', '0', '30,0'],
      ['Plaza', '', '700', '160', '50,0', '▾ 22,9'],
      ['Total', '', '2.100', '645', '20,0', '30,7'],
    ]);
    // Bars are of one scale, from 0 to the greatest sales; the total has none.
    const bars = [...(channels()?.querySelectorAll('tr') ?? [])]
      .slice(1)
      .map((line) =>
        [...line.querySelectorAll<HTMLElement>('i[style*=width]')].map(({ style }) =>
          Math.round(Number.parseFloat(style.width)),
        ),
      );
    expect(bars).toEqual([[100, 35], [71, 26], [29, 9], [50, 11], []]);
    const section = channels()?.closest('section');
    expect(section?.textContent).toContain('▾ el % más bajo');
    expect(
      titlesIn(section, '[data-channel=Vitrina] data').map((title) => title.replace(/\s/gu, ' ')),
    ).toEqual([
      '1.400',
      '485',
      '0 ÷ 3 (Unidades de filas devueltas ÷ todas las unidades)',
      '485 ÷ 1.400 (Rentabilidad Total ÷ Ventas) · sep: 40,6 %',
    ]);
    // Sur sold nothing in September.
    expect(titlesIn(section, '[data-channel=Sur] data').at(-1)).toBe(
      '120 ÷ 400 (Rentabilidad Total ÷ Ventas)',
    );
  });

  test('are in the order of any figure, accounts within their channel, and by any of the three results', async () => {
    const { user } = await panel();
    const press = (name: RegExp) =>
      user.click(within(channels() as HTMLElement).getByRole('button', { name }));
    await press(/^Dev/);
    expect(namesOf(channels()).slice(1)).toEqual(['Plaza', 'Vitrina', 'Norte', 'Sur', 'Total']);
    await press(/^Rent/);
    expect(namesOf(channels()).slice(1)).toEqual(['Vitrina', 'Norte', 'Sur', 'Plaza', 'Total']);
    await press(/^Rent/);
    expect(namesOf(channels()).slice(1)).toEqual(['Plaza', 'Vitrina', 'Sur', 'Norte', 'Total']);
    await press(/^Ventas/);
    expect(namesOf(channels()).slice(1)).toEqual(['Vitrina', 'Norte', 'Sur', 'Plaza', 'Total']);
    await user.click(screen.getByTestId('panel-scope'));
    await user.click(await choiceOf('Rentabilidad Marketplace'));
    await waitFor(() =>
      expect(linesOf(channels()).at(-1)).toEqual(['Total', '', '2.100', '1.705', '20,0', '81,2']),
    );
    expect(linesOf(channels())[0]?.join('|')).toContain('Rent. Marketplace');
    expect(namesOf(tableOf(document.querySelector('[data-product]'))).slice(1, 3)).toEqual([
      'Nombre de SILLASILLA',
      'Nombre de MESAMESA',
    ]);
    // Each leads to its orders, an account to its own alone.
    const nameOf = (channel: string) =>
      document.querySelector<HTMLElement>(`[data-channel=${channel}] button`) as HTMLElement;
    await user.click(nameOf('Sur'));
    expect(probedSelection().filters).toEqual([
      { column: 'Canal', values: ['Vitrina'] },
      { column: 'Cuenta', values: ['Sur'] },
    ]);
    expect(window.location.hash).toBe('#orders/Rentabilidad%20Marketplace');
  });
});

describe('the products', () => {
  test('that leave most stand with their share of the whole, those that lose with what is of none', async () => {
    const lamp = { day: '2026-10-07', sku: 'LAMPARA' };
    const more = [
      { ...lamp, sales: 900 },
      { ...lamp, sales: 100, cost: 50 },
      { ...lamp, sku: 'VELA', sales: 90 },
    ];
    const { user } = await panel([...ROWS, ...more.map((given, at) => row(given, 100 + at))], 8);
    const best = tableOf(document.querySelector('[data-products=best]'));
    // 400 and 730 of the 1,720 that products leave: the 1,685 of all, and the 35 that no product was charged.
    expect(linesOf(best).slice(1)).toEqual([
      ['Nombre de SILLASILLA', '1.000', '400', '40,0', '23'],
      ['Nombre de MESAMESA', '1.000', '330', '33,0', '42'],
      ['Sin costo cargado: fuera del orden'],
      ['Nombre de LAMPARAcosto en 10,0 %', '1.000', '950', '95,0', 'no se acumula'],
    ]);
    expect(best?.closest('section')?.textContent).toContain('5 SKU');
    const worst = tableOf(document.querySelector('[data-products=worst]'));
    expect(linesOf(worst).slice(1)).toEqual([
      ['Nombre de CAJACAJA', '100', '−50', '−50,0'],
      ['Filas sin producto (cobros de la cuenta)', '0', '−35', '—'],
    ]);
    expect(titlesIn(worst, 'tbody button')).toEqual(['CAJA\nNombre de CAJA']);
    expect(titlesIn(worst, 'tfoot button')).toEqual([
      'SKU Producto vacío o «Sin SKU»: no son de ningún producto',
    ]);
    expect(screen.getByTestId('losers').textContent).toBe('1 producto pierde 50');
    expect(screen.getByTestId('returns').textContent?.replace(/\s/gu, ' ')).toBe(
      'Devueltas 12,5 %: sobre todo Nombre de CAJA 100,0 %',
    );
    expect(titlesIn(screen.getByTestId('returns'), '[data-returned]')).toEqual(['CAJA\n1 ÷ 1']);
    // Those that came back lead to their orders.
    await user.click(screen.getByTestId('returns-open'));
    expect(probedSelection().filters).toEqual([{ column: 'Estado de Orden', values: ['Devuelta'] }]);
    expect(window.location.hash).toBe('#orders/Unidades');
  });
});

describe('the way from income to result', () => {
  const WAY = [
    ['', 'Ingreso Total', '', '2.100', '100,0', '0'],
    ['−', 'Comisiones', '', '0', '0', '0'],
    ['−', 'Envío, antes de ingresos', '', '345', '16,4', '+5,9'],
    ['', 'de ello, cobros de la cuenta', '', '5', '0,2', ''],
    ['−', 'Otros costos, antes de ingresos', '', '0', '0', '0'],
    ['−', 'Descuentos y promociones', '', '0', '0', '0'],
    ['−', 'Publicidad', '', '50', '2,4', '+0,4'],
    ['', 'de ello, cobros de la cuenta', '', '30', '1,4', ''],
    ['−', 'Almacenamiento Fulfillment', '', '0', '0', '0'],
    ['−', 'Gestión de cuenta', '', '0', '0', '0'],
    ['−', 'Financiamiento', '', '0', '0', '0'],
    ['=', 'MRentabilidad Marketplace', '', '1.705', '81,2', '−6,3'],
    ['−', 'Costo de Producto', '', '1.060', '50,5', '+0,5'],
    ['=', 'TRentabilidad Total', '', '645', '30,7', '−6,8'],
  ];
  const way = () => document.querySelector<HTMLElement>('[data-step=income]')?.closest('table') ?? null;

  test('is one line, and a table with what of a section the account was charged and how each rate moved', async () => {
    const { user } = await panel();
    const fold = screen.getByTestId('waterfall-open');
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    await user.click(fold);
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expect(fold.closest('div')?.textContent).toContain('2.100 − cobros 395 − costo 1.060 = 645');
    expect(
      ['income', 'charges', 'cost', 'total'].map((id) => screen.getByTestId(`waterfall-${id}`).dataset.value),
    ).toEqual(['2100', '395', '1060', '645']);
    expect(screen.getByTestId('waterfall-agrees').textContent).toContain('Igual a la columna de la API');
    expect(way()?.closest('section')?.querySelector('h2')?.textContent).toBe('cobros − reembolsos');
    expect(linesOf(way())[0]?.slice(3)).toEqual(['Monto', '% Ventas', 'vs sep, pp']);
    expect(linesOf(way()).slice(1)).toEqual(WAY);
    expect(titlesIn(way(), '[data-step=shipping] td:last-child data')).toEqual(['105 · 10,5 %']);
    const toggle = way()?.querySelectorAll<HTMLElement>(
      '[data-testid=account-charges-open]',
    )[0] as HTMLElement;
    expect(toggle.getAttribute('aria-label')).toBe('Envío, antes de ingresos: de ello, cobros de la cuenta');
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    const charges = way()?.querySelector<HTMLElement>(
      '[data-account-charges=shipping] button',
    ) as HTMLElement;
    await user.click(charges);
    expect(probedSelection().filters).toEqual([{ column: 'Tipo de Dato', values: ['Marketplace'] }]);
    expect(window.location.hash).toBe('#orders/Cobro%20de%20Env%C3%ADo');
  });

  test('says where it does not come to what the API says, and what nobody explains', async () => {
    const other = { ...ROWS[0], 'Rentabilidad Marketplace': '907', 'Rentabilidad Total': '395' } as Row;
    const { user } = await panel([other, ...ROWS.slice(1)]);
    await user.click(screen.getByTestId('waterfall-open'));
    expect(screen.queryByTestId('waterfall-agrees')).toBeNull();
    expect(screen.getByTestId('waterfall-open').closest('div')?.textContent).toContain(
      'Difiere de la columna de la API',
    );
    const lines = linesOf(way());
    expect(lines.filter(([, name]) => name === 'Sin explicar').map((cells) => cells[3])).toEqual([
      '−7',
      '12',
    ]);
  });
});

/** A question in a line: of which days, of which rows, how. */
type Query = {
  readonly slot: string;
  readonly selection?: Pick<Selection, 'period' | 'periodColumn' | 'filters'>;
  readonly columns?: unknown;
  readonly [of: string]: unknown;
};
const questionOf = ({ slot, selection, columns: _, ...rest }: Query): string => {
  const { period = null, periodColumn = '', filters = [] } = selection ?? {};
  const rows = filters.map(({ column, values }) => `${column}=${values.join(',')}`).join(' & ');
  const own = ['today', 'compareWith', 'scope', 'countsOwnCosts', 'withCases', 'limit'].flatMap((name) =>
    rest[name] === undefined || (name === 'today' && selection === undefined)
      ? []
      : [`${name} ${rest[name]}`],
  );
  return [slot.split('-').slice(-2).join('-'), period?.from ?? 'all', periodColumn, rows, ...own].join(' | ');
};

test('what is asked is of what is in view, but of all days how the month will end, and of all rows what waits', async () => {
  const asked: string[] = [];
  const note = (query: unknown) => void asked.push(questionOf(query as Query));
  const sums = { Ventas: '10', 'Rentabilidad Total': '4', Unidades: '1' };
  const total = {
    ...{ revision: 1, rows: 1, orders: 1, sums, unreadable: {}, rowsWithoutProductCost: 0 },
    ventasWithProductCost: '10',
  };
  let change: (action: SelectionAction) => void = () => {};
  function Changes() {
    change = useSelection().change;
    return null;
  }
  const answers =
    <A,>(answer: A) =>
    (query: unknown) => {
      note(query);
      return answer as never;
    };
  await openPage(
    {
      facts: { rows: 1, lastPurchase: '2026-10-20T10:00:00.000' as LocalDateTime },
      dataReplies: {
        readGroups: answers({ revision: 1, groups: [], groupsLeftOut: 0, total }),
        readMonthOutlook: answers(null),
        readExceptions: answers({ revision: 1, rows: 1, exceptions: [], groups: [] }),
        readStatements: () => [],
      },
    },
    () => (
      <InAccount>
        <PanelScreen />
        <Changes />
      </InAccount>
    ),
  );
  const untilAsked = (last: string) =>
    waitFor(() => expect(asked.some((each) => each.startsWith(last))).toBe(true));
  await untilAsked('month-outlook');
  await untilAsked('exceptions');
  /** What is asked from a step on; questions of other parts of the page are left out. */
  const since = async (last: string, ...steps: readonly SelectionAction[]) => {
    asked.length = 0;
    await act(async () => steps.map(change));
    await untilAsked(last);
    return asked.filter((each) => !/^(since|period)-/.test(each)).toSorted();
  };
  const [sep, dev] = ['2026-09-01', 'Estado de Orden=Devuelta'];
  const of = (date: string) => [
    `details-best | ${sep} | ${date} | Canal=Uno | limit 7`,
    `details-channels | ${sep} | ${date} | Canal=Uno | compareWith previous-period`,
    `details-months | all | ${date} | Canal=Uno`,
    `details-returned | ${sep} | ${date} | Canal=Uno & ${dev}`,
    `details-worst | ${sep} | ${date} | Canal=Uno | limit 5`,
    `figures-kinds | ${sep} | ${date} | Canal=Uno | compareWith previous-period`,
    `figures-sales | ${sep} | ${date} | Canal=Uno & Tipo de Dato=Orden,Publicación | compareWith previous-period`,
    `figures-statuses | ${sep} | ${date} | Canal=Uno`,
  ];
  const end = (date: string) => [
    `returned-products | ${sep} | ${date} | Canal=Uno & ${dev} | limit 5`,
    `sales-year | ${sep} | ${date} | Canal=Uno & Tipo de Dato=Orden,Publicación | compareWith previous-year`,
    `without-product | ${sep} | ${date} | Canal=Uno & SKU Producto=,Sin SKU`,
  ];
  const kindsOfYear = (date: string) =>
    `kinds-year | ${sep} | ${date} | Canal=Uno | compareWith previous-year`;
  const bought = 'Fecha de compra';
  expect(
    await since(
      'month-outlook',
      { type: 'set-period', period: { from: sep, to: '2026-09-30' } as Period },
      { type: 'set-filter', column: 'Canal', values: ['Uno'] },
    ),
  ).toEqual([
    ...of(bought),
    kindsOfYear(bought),
    `month-outlook | all | ${bought} | Canal=Uno | today 2026-10-20`,
    ...end(bought),
  ]);
  const paid = 'Fecha de Pago';
  expect(await since('without-product', { type: 'set-period-column', column: paid })).toEqual([
    ...of(paid),
    kindsOfYear(paid),
    ...end(paid),
  ]);
  expect(
    (await since('exceptions', { type: 'set-own-costs', on: true })).filter((each) => each.startsWith('exc')),
  ).toEqual(['exceptions | all |  |  | scope null | countsOwnCosts true | withCases false']);
});

test('where the details cannot be read the figures stand, it is said, and both are asked again at a press', async () => {
  const asked: string[] = [];
  let fails = true;
  const sums = { Ventas: '10', 'Rentabilidad Total': '4', Unidades: '1' };
  const total = {
    ...{ revision: 1, rows: 1, orders: 1, sums, unreadable: {}, rowsWithoutProductCost: 0 },
    ventasWithProductCost: '10',
  };
  await openPage(
    {
      facts: { rows: 1, lastPurchase: '2026-10-20T10:00:00.000' as LocalDateTime },
      dataReplies: {
        readGroups: ({ slot = '' }) => {
          asked.push(slot.split('-').slice(-2).join('-'));
          if (fails && slot.endsWith('details-best')) throw new Error('no room');
          return { revision: 1, groups: [], groupsLeftOut: 0, total } as never;
        },
        readMonthOutlook: () => null as never,
        readExceptions: () => ({ revision: 1, rows: 1, exceptions: [], groups: [] }) as never,
        readStatements: () => [],
      },
    },
    () => (
      <InAccount>
        <PanelScreen />
      </InAccount>
    ),
  );
  const failure = await screen.findByTestId('query-failure');
  expect([failure.textContent?.includes('no room'), exactIn(tile('ventas'))]).toEqual([true, ['10']]);
  expect(document.querySelector('[data-products=best]')).toBeNull();
  fails = false;
  asked.length = 0;
  await act(async () => failure.querySelector('button')?.click());
  await waitFor(() => expect(document.querySelector('[data-products=best]')).not.toBeNull());
  expect(screen.queryByTestId('query-failure')).toBeNull();
  for (const part of ['figures-kinds', 'details-best', 'details-channels']) expect(asked).toContain(part);
});
