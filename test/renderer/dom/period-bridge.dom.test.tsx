import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { Bridge } from '#renderer/reconciliation/bridge/model/bridge.ts';
import { BridgeSection } from '#renderer/reconciliation/bridge/screen/bridge-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** Why October fell: its parts, where it did, in words, and the orders behind them. */

const sale = (sku: string, canal: string, day: string, units: number, price: number, ads = 0): Row => {
  const ventas = units * price;
  const cost = units * 100;
  return {
    Canal: canal,
    Cuenta: 'Principal',
    Orden: `${sku}-${day}`,
    'SKU Producto': sku,
    Producto: sku === '' ? 'Cargo' : `Nombre de ${sku}`,
    Categoría: sku === 'A' ? 'Hogar' : 'Juegos',
    'Tipo de Dato': 'Orden',
    'Fecha de compra': `${day}T10:00:00.000`,
    Unidades: String(units),
    Ventas: String(ventas),
    'Ingreso Total': String(ventas),
    'Costo de Producto': String(cost),
    'Cobro por publicidad': String(ads),
    'Rentabilidad Marketplace': String(ventas - ads),
    'Rentabilidad Comercial': String(ventas - cost),
    'Rentabilidad Total': String(ventas - cost - ads),
  };
};
const ROWS = [
  sale('A', 'Uno', '2025-10-15', 1, 500),
  sale('A', 'Uno', '2026-09-15', 10, 500),
  sale('B', 'Dos', '2026-09-16', 10, 500),
  sale('A', 'Uno', '2026-10-15', 5, 500),
  sale('B', 'Dos', '2026-10-16', 5, 500, 300),
  sale('', 'Dos', '2026-10-17', 0, 0, 70),
];

function Controls() {
  const { change } = useSelection();
  const period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
  return (
    <>
      <button type="button" onClick={() => change({ type: 'set-period', period })}>
        octubre
      </button>
      <button type="button" onClick={() => change({ type: 'set-period', period: null })}>
        todo
      </button>
    </>
  );
}
/** Neither period has a row. */
const OF_NONE = { groups: [], others: null, othersCount: 0 };
const EMPTY: Bridge = {
  revision: 1,
  scope: 'total',
  before: { from: '2026-09-01' as LocalDate, to: '2026-09-30' as LocalDate },
  after: { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate },
  rowsBefore: 0,
  rowsAfter: 0,
  unitsBefore: '0' as Decimal,
  unitsAfter: '0' as Decimal,
  pooledProducts: 0,
  from: null,
  to: null,
  parts: {},
  unreadable: 0,
  groups: { Canal: OF_NONE, Categoría: OF_NONE, 'SKU Producto': OF_NONE },
};
async function bridge() {
  const page = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <BridgeSection />
      <Controls />
      <SelectionProbe />
    </InAccount>
  ));
  await page.user.click(screen.getByText('octubre'));
  await waitFor(() => expect(figureOf('bridge-to')).toBe('3630'));
  return page;
}
const figureOf = (testId: string) => screen.getByTestId(testId).dataset.value;
const partsShown = () =>
  Object.fromEntries(
    screen.getAllByTestId('bridge-part').map(({ dataset }) => [dataset.part ?? '', dataset.value ?? '']),
  );

describe('the bridge between two periods', () => {
  test('leads from one figure to the other by parts that add up', async () => {
    await bridge();
    expect(figureOf('bridge-from')).toBe('8000');
    expect(partsShown()).toEqual({ volume: '-3850', advertising: '-450', 'without-product': '-70' });
    expect(figureOf('bridge-difference')).toBe('-4370');
  });

  test('says it in a sentence, which is copied', async () => {
    const { user } = await bridge();
    const said = screen.getByTestId('bridge-sentence').textContent ?? '';
    expect(said).toBe(
      'Octubre bajó 4.370 frente a septiembre en Rentabilidad Total, de 8.000 a 3.630: ' +
        'menos unidades (−3.850), más publicidad (−450), más cobros sin producto (−70).',
    );
    await user.click(screen.getByTestId('bridge-copy'));
    expect(await screen.findByText(text('range.copied-whole'))).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(said);
  });

  test('tells the scope that is chosen', async () => {
    const { user } = await bridge();
    await user.click(screen.getByTestId('bridge-scope-comercial'));
    await waitFor(() => expect(figureOf('bridge-to')).toBe('4000'));
    expect(partsShown()).toEqual({ volume: '-4000' });
  });

  test('is held against the year before, or chosen days', async () => {
    const { user } = await bridge();
    await user.click(screen.getByTestId('bridge-against-previous-year'));
    await waitFor(() => expect(figureOf('bridge-from')).toBe('400'));
    await user.click(screen.getByTestId('bridge-against-days'));
    // They begin as those that are shown.
    expect((screen.getByTestId('bridge-days-from') as HTMLInputElement).value).toBe('01-10-2025');
    const from = screen.getByTestId('bridge-days-from');
    await user.clear(from);
    await user.type(from, '16-09-2026');
    expect(await screen.findByText(text('period-bridge.no-days'))).toBeTruthy();
    const to = screen.getByTestId('bridge-days-to');
    await user.clear(to);
    await user.type(to, '30-09-2026{Enter}');
    await waitFor(() => expect(figureOf('bridge-from')).toBe('4000'));
  });

  test('opens by channel, category and product with the same parts', async () => {
    const { user } = await bridge();
    const groups = () =>
      screen.getAllByTestId('bridge-group').map(({ dataset }) => [dataset.group, dataset.value]);
    expect(groups()).toEqual([
      ['B', '-2300'],
      ['A', '-2000'],
      ['', '-70'],
    ]);
    await user.click(screen.getByTestId('bridge-by-Canal'));
    expect(groups()).toEqual([
      ['Dos', '-2370'],
      ['Uno', '-2000'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Dos' }));
    const opened = screen
      .getAllByTestId('bridge-group-part')
      .map(({ dataset }) => [dataset.part, dataset.value]);
    const sum = opened.reduce((total, [, value]) => total + Number(value), 0);
    expect([opened.map(([part]) => part), sum]).toEqual([
      ['volume', 'advertising', 'without-product'],
      -2370,
    ]);
  });

  test('leads to the orders of both periods, or of what a selection can say', async () => {
    const { user } = await bridge();
    const part = (name: string) =>
      screen.getAllByTestId('bridge-part').find(({ dataset }) => dataset.part === name);
    await user.click(within(part('advertising') as HTMLElement).getByRole('button'));
    expect(probedSelection().period).toEqual({ from: '2026-09-01', to: '2026-10-31' });
    expect(window.location.hash).toContain('orders');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(figureOf('bridge-to')).toBe('3630'));
    await user.click(within(part('without-product') as HTMLElement).getByRole('button'));
    expect(probedSelection().filters).toEqual([{ column: 'SKU Producto', values: ['', 'Sin SKU'] }]);
  });

  test('asks for a period where there is none', async () => {
    const { user } = await bridge();
    await user.click(screen.getByText('todo'));
    expect(await screen.findByText(text('period-bridge.no-period'))).toBeTruthy();
    expect(screen.queryByTestId('bridge-from')).toBeNull();
  });

  test('says what it compared by category, and lists it as one', async () => {
    const tail = (day: string, name: string, price: number) =>
      ['a', 'b', 'c'].map((at) => ({ ...sale(`${name}${at}`, 'Uno', day, 1, price), Categoría: 'Juegos' }));
    const large = (day: string) => sale('A', 'Uno', day, 100, 500);
    const rows = [
      large('2026-09-15'),
      large('2026-10-15'),
      ...tail('2026-09-16', 'old', 400),
      ...tail('2026-10-16', 'new', 350),
    ];
    const { user } = await openPage({ rows }, () => (
      <InAccount>
        <BridgeSection />
        <Controls />
      </InAccount>
    ));
    await user.click(screen.getByText('octubre'));
    await waitFor(() => expect(partsShown()).toEqual({ price: '-150' }));
    expect(figureOf('bridge-pooled')).toBe('6');
    const [pool] = screen.getAllByTestId('bridge-group');
    expect(pool?.dataset.value).toBe('-150');
    expect(pool?.textContent).toContain(
      text('period-bridge.pooled', { category: 'Juegos', count: 6, shown: '6' }),
    );
  });

  test('says what went wrong and shows no figure of before; asked again, it answers', async () => {
    let fails = true;
    const page = await openPage(
      {
        rows: ROWS,
        dataReplies: {
          readBridge: () => {
            if (fails) throw new Error('the worker is gone');
            return EMPTY;
          },
        },
      },
      () => (
        <InAccount>
          <BridgeSection />
          <Controls />
        </InAccount>
      ),
    );
    await page.user.click(screen.getByText('octubre'));
    const failure = within(await screen.findByTestId('query-failure'));
    expect(failure.getByText(/the worker is gone/)).toBeTruthy();
    expect(screen.queryByTestId('bridge-from')).toBeNull();
    fails = false;
    await page.user.click(failure.getByRole('button', { name: text('sync.retry') }));
    await waitFor(() => expect(screen.queryByTestId('query-failure')).toBeNull());
    expect(screen.queryByTestId('bridge-from')).toBeNull();
    expect(screen.queryByTestId('bridge-sentence')).toBeNull();
  });

  test('covered amounts are not read in its sentence, nor in what is copied of it', async () => {
    writeStored('cuadra.preferences', { hidesAmounts: true });
    const { user } = await bridge();
    const said = screen.getByTestId('bridge-sentence').textContent ?? '';
    expect(said).not.toMatch(/4[.]370|3850/);
    await user.click(screen.getByTestId('bridge-copy'));
    await screen.findByText(text('range.copied-whole'));
    expect(await navigator.clipboard.readText()).toBe(said);
  });
});
