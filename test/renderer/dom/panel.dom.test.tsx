import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The Panel's lists of products, and what it says of periods whose costs are not loaded alike. */

type Given = {
  readonly sku: string;
  readonly day: string;
  readonly figures: { readonly [column: string]: number };
};

const row = ({ sku, day, figures }: Given): Row => {
  const {
    Ventas = 0,
    'Costo de Producto': cost = 0,
    'Cobro de Envío': shipping = 0,
    'Cobro por publicidad': ads = 0,
  } = figures;
  const left = Ventas - shipping - ads;
  const whole = {
    Ventas,
    Unidades: 1,
    'Costo de Producto': cost,
    'Cobro de Envío': shipping,
    'Cobro por publicidad': ads,
    'Ingreso Total': Ventas,
    'Rentabilidad Marketplace': left,
    'Rentabilidad Comercial': left + ads - cost,
    'Rentabilidad Total': left - cost,
  };
  return {
    Canal: 'Uno',
    Orden: `${sku}-${day}`,
    'Tipo de Dato': sku === 'Sin SKU' ? 'Marketplace' : 'Orden',
    'SKU Producto': sku,
    Producto: sku === 'Sin SKU' ? 'Cargo' : `Nombre de ${sku}`,
    'Fecha de compra': `${day}T10:00:00.000`,
    ...Object.fromEntries(Object.entries(whole).map(([column, value]) => [column, String(value)])),
  };
};

const ROWS = [
  {
    sku: 'BUENO',
    day: '2026-10-02',
    figures: { Ventas: 1000, 'Costo de Producto': 500, 'Cobro de Envío': 50 },
  },
  { sku: 'SIN', day: '2026-10-03', figures: { Ventas: 400, 'Cobro de Envío': 20 } },
  { sku: 'MALO', day: '2026-10-04', figures: { Ventas: 100, 'Costo de Producto': 50, 'Cobro de Envío': 90 } },
  {
    sku: 'DEVUELTO',
    day: '2026-10-05',
    figures: { Ventas: -10, 'Cobro de Envío': 7, 'Cobro por publicidad': 3 },
  },
  { sku: 'Sin SKU', day: '2026-10-06', figures: { 'Cobro por publicidad': 30 } },
  {
    sku: 'BUENO',
    day: '2026-09-02',
    figures: { Ventas: 900, 'Costo de Producto': 400, 'Cobro de Envío': 40 },
  },
  // A sale taken back, its cost with it: below zero is loaded too.
  { sku: 'BUENO', day: '2026-09-03', figures: { Ventas: -90, 'Costo de Producto': -40 } },
].map(row);

const OCTOBER: Period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };

function InOctober() {
  const { change } = useSelection();
  return (
    <button type="button" onClick={() => change({ type: 'set-period', period: OCTOBER })}>
      octubre
    </button>
  );
}

async function panel() {
  const page = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <PanelScreen />
      <InOctober />
      <SelectionProbe />
    </InAccount>
  ));
  await page.user.click(screen.getByRole('button', { name: 'octubre' }));
  await screen.findByTestId('without-product');
  return page;
}

const namesIn = (list: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-products=${list}] [data-product]`)].map(
    ({ dataset }) => dataset.product,
  );
const figuresOf = (element: Element | null | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>('[data-figure]') ?? [])].map(({ dataset }) => dataset.value);

beforeEach(() => localStorage.clear());

describe('the products of the Panel', () => {
  test('are ranked where their cost is loaded, with their SKU; losses are losses, the account’s charges apart', async () => {
    const { user } = await panel();
    await waitFor(() => expect(namesIn('best')).toEqual(['BUENO']));
    expect(namesIn('apart')).toEqual(['SIN']);
    const apart = document.querySelector('[data-product=SIN]');
    expect(apart?.lastElementChild?.textContent).toBe(text('panel.not-cumulated'));
    expect(namesIn('worst')).toEqual(['MALO', 'DEVUELTO']);
    const good = document.querySelector('[data-product=BUENO]');
    expect(good?.textContent).toContain('Nombre de BUENO');
    expect(within(good as HTMLElement).getByText('BUENO')).toBeTruthy();
    // Of sales that were returned there is no rate.
    expect(figuresOf(document.querySelector('[data-product=DEVUELTO]'))).toEqual(['-10', '-20', '']);
    // All that lose, with what they lose together, lead to themselves alone.
    expect(screen.getByTestId('losers').dataset.value).toBe('2');
    expect(screen.getByTestId('losers-amount').dataset.value).toBe('60');
    await user.click(screen.getByTestId('see-losing-products'));
    expect(window.location.hash).toBe('#profitability/losing-products/total');
    const others = screen.getByTestId('without-product');
    expect(figuresOf(others)).toEqual(['0', '-30', '']);
    await user.click(within(others).getByRole('button'));
    expect(probedSelection().filters).toEqual([{ column: 'SKU Producto', values: ['', 'Sin SKU'] }]);
  });

  test('that lose are shown with their sections and the main cause, which leads to its rows', async () => {
    const { user } = await panel();
    await waitFor(() => expect(namesIn('worst')).toContain('MALO'));
    const bad = document.querySelector<HTMLElement>('[data-product=MALO]');
    expect(document.querySelector('[data-causes]')).toBeNull();
    await user.click(within(bad as HTMLElement).getByTestId('loss-causes'));
    const causes = document.querySelector<HTMLElement>('[data-causes=MALO]');
    const main = causes?.querySelector<HTMLElement>('[data-main=true]');
    expect(main?.dataset.cause).toBe('shipping');
    // 90 of 100, and 50 + 20 + 90 + 7 of the 1490 that all products sold.
    expect(figuresOf(main)).toEqual(['90.000000']);
    expect(main?.textContent).toContain('11,2');
    expect(main?.querySelector('button')?.title).toMatch(/^Envío.*: 90\n.*11,2/u);
    expect(causes?.querySelector('[data-cause="Costo de Producto"]')).not.toBeNull();
    expect(within(causes as HTMLElement).getByTestId('loss-orders').textContent).toBe('Ver las órdenes');
    await user.click(within(main as HTMLElement).getByRole('button'));
    expect(probedSelection().filters).toEqual([{ column: 'SKU Producto', values: ['MALO'] }]);
  });
});

describe('a comparison over costs that are not loaded alike', () => {
  test('says so, and one press compares the rows with a cost', async () => {
    const { user } = await panel();
    const warning = await screen.findByTestId('coverage-gap-previous-period');
    // October: 1100 of 1490; September all of it.
    expect(Number(warning.dataset.value)).toBeCloseTo((100 * 1100) / 1490 - 100, 5);
    await user.click(within(warning).getByTestId('equal-coverage'));
    const rate = await within(warning).findByTestId('equal-rate-total');
    const [now, before] = [(100 * (450 - 40)) / 1100, (100 * (460 - 50)) / 810];
    expect(Number(rate.dataset.value)).toBeCloseTo(now, 5);
    expect(Number(within(warning).getByTestId('equal-points-total').dataset.value)).toBeCloseTo(
      now - before,
      5,
    );
    expect(within(warning).queryByTestId('equal-rate-marketplace')).toBeNull();
    await user.click(within(warning).getByTestId('equal-coverage'));
    expect(within(warning).queryByTestId('equal-rate-total')).toBeNull();
  });
});

test('why the result changed stands under the tiles, in amounts that add up, and leads to the bridge', async () => {
  const { user } = await panel();
  const line = await screen.findByTestId('why-changed');
  const [own, before] = [400 + 380 + (100 - 50 - 90) + (-10 - 7 - 3) - 30 + 50, 460 - 50];
  expect(Number(line.dataset.value)).toBe(own - before);
  const value = (testId: string) => Number(within(line).getByTestId(testId).dataset.value);
  expect(value('why-sales') + value('why-margin')).toBe(own - before);
  expect(value('why-sales')).toBe(Math.round(((1490 - 810) * before) / 810));
  expect(line.textContent).toContain('contra sep');
  await user.click(screen.getByTestId('why-bridge'));
  expect(window.location.hash).toBe('#reconciliation/bridge');
});

test('a product that loses without having sold says that it sold nothing', async () => {
  const cargo = row({ sku: 'CARGO', day: '2026-10-02', figures: { 'Cobro de Envío': 5 } });
  await openPage({ rows: [...ROWS, cargo] }, () => (
    <InAccount>
      <PanelScreen />
    </InAccount>
  ));
  await waitFor(() => expect(namesIn('worst')).toEqual(['MALO', 'DEVUELTO', 'CARGO']));
  const said = screen.getAllByTestId('loss-without-sales');
  expect(said.map((each) => each.closest<HTMLElement>('[data-product]')?.dataset.product)).toEqual(['CARGO']);
});

describe('the margin of a selection with missing costs', () => {
  test('stands beside what it would be with them, between bounds, and leads to the costs that lack', async () => {
    const { user } = await panel();
    const covered = () =>
      screen.getAllByTestId('margin-covered').find(({ dataset }) => dataset.scope === 'total');
    await waitFor(() => expect(covered()).toBeTruthy());
    // 1490 of sales, 390 without a cost; 550 of cost on 1100 with one. In September 360 on 810.
    const total = 400 + 380 + (100 - 50 - 90) + (-10 - 7 - 3) - 30 + 50;
    const at = (share: number) => (100 * (total - 390 * share)) / 1490;
    const { value, low, high, scope } = covered()?.dataset ?? {};
    expect(scope).toBe('total');
    expect(Number(value)).toBeCloseTo(at(550 / 1100), 4);
    expect(Number(low)).toBeCloseTo(at(550 / 1100), 4);
    expect(Number(high)).toBeCloseTo(at(360 / 810), 4);
    expect(covered()?.title).toMatch(/^Entre 36,6.% y 38,0.%, si los 390 de Ventas/u);
    expect(covered()?.textContent).toMatch(/^≈ 37.% con el costo que falta · 2 filas → cargar$/u);
    expect(screen.getAllByTestId('margin-covered').map(({ dataset }) => dataset.scope)).toEqual([
      'total',
      'comercial',
    ]);
    await user.click(covered() as HTMLElement);
    expect(window.location.hash).toBe('#reconciliation/costs');
  });

  test('has no bounds where all that it may cost like comes to the same', async () => {
    const rows = ROWS.filter((each) => each['Fecha de compra']?.startsWith('2026-10'));
    await openPage({ rows }, () => (
      <InAccount>
        <PanelScreen />
        <InOctober />
      </InAccount>
    ));
    const line = await waitFor(() => {
      const found = screen.getAllByTestId('margin-covered').find(({ dataset }) => dataset.scope === 'total');
      expect(found?.title).toContain('si los 390 de Ventas');
      return found;
    });
    expect(line?.title).toMatch(/^36,6.%, si los 390 de Ventas/u);
  });

  test('the trend says where months are not loaded alike, and one press draws the rows with a cost', async () => {
    const { user } = await panel();
    const asTable = await screen.findByTestId('trend-as-table');
    await user.click(asTable);
    const before = document.querySelector('[data-month="2026-10"]')?.textContent;
    await user.click(await screen.findByTestId('equal-months'));
    // October's rows with a cost: 1000 and 100 of sales.
    await waitFor(() =>
      expect(
        [...document.querySelectorAll<HTMLElement>('[data-month="2026-10"] [data-value]')].map(
          ({ dataset }) => dataset.value,
        ),
      ).toContain('1100'),
    );
    await user.click(screen.getByTestId('equal-months'));
    expect(document.querySelector('[data-month="2026-10"]')?.textContent).toBe(before);
  });
});
