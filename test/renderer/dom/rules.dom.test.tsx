import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  Reconciliation,
  type Row,
  SelectionProbe,
} from './page.tsx';

/** Rows that break a rule, and sales without a product cost, on the screen of reconciliation. */

const TRUTH = [...createWorld({ seed: 31, orders: 40, clock: () => NOW }).truth()] as readonly Row[];
const SALES = TRUTH.filter((row) => row['Tipo de Dato'] === 'Orden').slice(0, 12);
/** What the worker answers once it is back. */
const ANSWERS = {
  readRowRules: { revision: 1, rows: 0, rules: [] },
  readFailureGroups: { revision: 1, id: 'cobros', groups: [], groupsLeftOut: 0, rowsLeftOut: 0 },
  readFailingRows: { revision: 1, total: 0, offset: 0, lines: [] },
};
const open = (
  rows: readonly Row[],
  dataReplies: PageSetting['dataReplies'] = {},
  at = '#reconciliation/rows',
) =>
  openPage({ at, rows, dataReplies }, () => (
    <InAccount>
      <Reconciliation />
      <SelectionProbe />
    </InAccount>
  ));
const said = () => screen.getByTestId('proof-said').textContent;
const shown = (id: string) => screen.getByTestId(id).dataset.value;

/** Something more than it is, in cents. */
function plus(value: string | undefined, cents: number): string {
  return ((Math.round(Number(value) * 100) + cents) / 100).toFixed(2);
}

describe('row proof', () => {
  test('says that all rows hold where nothing fails', async () => {
    await open(SALES);
    await waitFor(() => expect(said()).toBe(text('proof.all-hold', { count: 12, shown: '12' })));
    for (const id of ['proof-total', 'proof-comercial', 'proof-cobros']) expect(shown(id)).toBe('0');
    expect(screen.queryAllByTestId('proof-group')).toEqual([]);
  });

  test('names the rule that fails, its groups and rows, and opens the order', async () => {
    const rows = SALES.map((row, at) =>
      at < 2 ? { ...row, 'Rentabilidad Total': plus(row['Rentabilidad Total'], 150), Canal: 'Austral' } : row,
    );
    const { user } = await open(rows);
    await waitFor(() => expect(shown('proof-total')).toBe('2'));
    expect(shown('proof-comercial')).toBe('0');
    const rule = document.querySelector('[data-rule="total"]') as HTMLElement;
    await user.click(within(rule).getByRole('button'));
    const group = await screen.findByTestId('proof-group');
    expect(group.dataset.value).toBe('2');
    expect(group.textContent).toContain('Austral');
    await user.click(within(group).getByRole('button'));
    const lines = await screen.findAllByTestId('proof-row');
    expect(lines).toHaveLength(2);
    const figures = [...(lines[0] as HTMLElement).querySelectorAll('data')].map(
      ({ dataset }) => dataset.value,
    );
    expect(figures.at(-1)).toBe('1.50');
    const order = (lines[0] as HTMLElement).querySelector('button') as HTMLElement;
    const number = order.textContent ?? '';
    await user.click(order);
    expect((await screen.findByTestId('order-panel')).dataset.value).toBe(number);
  });

  test('copies a ticket with the rule, the values and the difference', async () => {
    const [first = {}] = SALES;
    const broken = { ...first, 'Cobros Comercial': plus(first['Cobros Comercial'], -7) };
    const { user } = await open([broken, ...SALES.slice(1)]);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await waitFor(() => expect(shown('proof-cobros')).toBe('1'));
    const rule = document.querySelector('[data-rule="cobros"]') as HTMLElement;
    await user.click(within(rule).getByRole('button'));
    await user.click(within(await screen.findByTestId('proof-group')).getByRole('button'));
    await user.click(await screen.findByTestId('proof-copy'));
    await waitFor(() => expect(write).toHaveBeenCalled());
    const ticket = write.mock.calls[0]?.[0] ?? '';
    expect(ticket).toContain('Cobros Comercial = Cobro Total − Costos por publicidad');
    expect(ticket).toContain(`Cobros Comercial: ${broken['Cobros Comercial']}`);
    expect(ticket).toContain(`Orden: ${first.Orden}`);
    expect(ticket).toContain(`${text('proof.difference')}: -0.07`);
    expect(ticket).toContain('correlation_id');
  });

  test('asks before a ticket tells amounts that are covered', async () => {
    writeStored('cuadra.preferences', { hidesAmounts: true });
    const [first = {}] = SALES;
    const broken = { ...first, 'Cobros Comercial': plus(first['Cobros Comercial'], -123_456_789) };
    const { user } = await open([broken, ...SALES.slice(1)]);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await waitFor(() => expect(shown('proof-cobros')).toBe('1'));
    await user.click(
      within(document.querySelector('[data-rule="cobros"]') as HTMLElement).getByRole('button'),
    );
    await user.click(within(await screen.findByTestId('proof-group')).getByRole('button'));
    await user.click(await screen.findByTestId('proof-copy'));
    expect(screen.getByText(text('proof.copy-covered'))).toBeTruthy();
    expect(write).not.toHaveBeenCalled();
    // Neither what is read nor what is told of a figure gives an amount away.
    const texts = [...document.querySelectorAll('*')].flatMap((element) =>
      ['title', 'aria-label'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    expect([document.body.textContent, ...texts].join(' ')).not.toMatch(/1[.]?234[.]?567/);
    await user.click(screen.getByTestId('proof-copy-covered'));
    await waitFor(() => expect(write.mock.calls[0]?.[0]).toContain('-1234567.89'));
    expect(screen.queryByTestId('proof-copy-covered')).toBeNull();
  });

  test.each<[string, keyof NonNullable<PageSetting['dataReplies']>]>([
    ['the proof', 'readRowRules'],
    ['its groups', 'readFailureGroups'],
    ['their rows', 'readFailingRows'],
  ])('says what went wrong with %s, and asks again', async (_, question) => {
    let fails = true;
    const [first = {}] = SALES;
    const broken = { ...first, 'Cobros Comercial': plus(first['Cobros Comercial'], -7) };
    const { user, questions } = await open([broken, ...SALES.slice(1)], {
      [question]: () => {
        if (fails) throw new Error('the worker is gone');
        return ANSWERS[question as keyof typeof ANSWERS];
      },
    });
    if (question !== 'readRowRules') {
      await waitFor(() => expect(shown('proof-cobros')).toBe('1'));
      await user.click(
        within(document.querySelector('[data-rule="cobros"]') as HTMLElement).getByRole('button'),
      );
      if (question === 'readFailingRows') {
        await user.click(within(await screen.findByTestId('proof-group')).getByRole('button'));
      }
    }
    const failure = within(await screen.findByTestId('query-failure'));
    expect(failure.getByText(/the worker is gone/)).toBeTruthy();
    const asked = () => questions.filter((name) => name === question).length;
    const before = asked();
    fails = false;
    await user.click(failure.getByRole('button', { name: text('sync.retry') }));
    await waitFor(() => expect(screen.queryByTestId('query-failure')).toBeNull());
    expect(asked()).toBeGreaterThan(before);
  });

  test('counts what cannot be told apart, and does not call it a failure', async () => {
    const [first = {}] = SALES;
    await open([{ ...first, 'Cobro Total': 'N/D' }, ...SALES.slice(1)]);
    await waitFor(() => expect(said()).toBe(text('proof.hold-where-checked', { count: 2, shown: '2' })));
    expect(shown('proof-total')).toBe('0');
  });

  test('says so where there are no rows', async () => {
    await open([]);
    await waitFor(() => expect(said()).toBe(text('proof.none')));
  });
});

const openCosts = (rows: readonly Row[], dataReplies: PageSetting['dataReplies'] = {}) =>
  open(rows, dataReplies, '#reconciliation/costs');

describe('missing product costs', () => {
  const sale = (sku: string, Ventas: string, cost: string): Row => ({
    ...SALES[0],
    Orden: `${sku}-${Ventas}`,
    'SKU Producto': sku,
    Producto: `Producto ${sku}`,
    Ventas,
    'Costo de Producto': cost,
    'Rentabilidad Comercial': '50.00',
    'Rentabilidad Total': '40.00',
  });

  test('lists the SKUs with what their other rows make them cost, and opens their orders', async () => {
    const { user } = await openCosts([
      sale('A', '100.00', '0'),
      sale('A', '200.00', '80.00'),
      sale('B', '300.00', '0'),
      sale('C', '100.00', '10.00'),
    ]);
    await waitFor(() => expect(shown('missing-cost-skus')).toBe('2'));
    expect(shown('missing-cost-ventas')).toBe('400.00');
    expect(Number(shown('missing-cost-coverage'))).toBeCloseTo((300 / 700) * 100, 4);
    const lines = screen.getAllByTestId('missing-cost-line');
    expect(lines.map(({ dataset }) => dataset.value)).toEqual(['B', 'A']);
    // B: as the selection, 90 of 300; A: as its own other row, 80 of 200.
    const estimates = screen.getAllByTestId('missing-cost-estimate').map(({ dataset }) => dataset.value);
    expect(estimates).toEqual(['90.0000', '40.0000']);
    expect(shown('missing-cost-likely-total')).toBe('30.0000');
    const seeRows = text('missing-cost.see-rows', { sku: 'A' });
    await user.click(within(lines[1] as HTMLElement).getByTitle(seeRows));
    expect(probedSelection().filters).toEqual([{ column: 'SKU Producto', values: ['A'] }]);
    expect(probedSelection().numberFilters).toEqual([{ column: 'Costo de Producto', from: '0', to: '0' }]);
    expect(window.location.hash).toBe('#orders/Ventas');
  });

  test('orders them by what they are likely to have cost', async () => {
    const { user } = await openCosts([
      sale('A', '100.00', '0'),
      sale('A', '100.00', '90.00'),
      sale('B', '110.00', '0'),
      sale('B', '100.00', '10.00'),
    ]);
    await waitFor(() => expect(screen.getAllByTestId('missing-cost-line')).toHaveLength(2));
    const order = () => screen.getAllByTestId('missing-cost-line').map(({ dataset }) => dataset.value);
    expect(order()).toEqual(['B', 'A']);
    await user.click(screen.getByRole('button', { name: text('missing-cost.by-risk') }));
    await waitFor(() => expect(order()).toEqual(['A', 'B']));
  });

  test('says what went wrong, and asks again', async () => {
    let fails = true;
    const { user } = await openCosts([sale('A', '100.00', '50.00')], {
      readMissingCosts: () => {
        if (fails) throw new Error('the worker is gone');
        throw new Error('still gone');
      },
    });
    const failure = within(await screen.findByTestId('query-failure'));
    expect(failure.getByText(/the worker is gone/)).toBeTruthy();
    expect(screen.queryByTestId('missing-cost-skus')).toBeNull();
    fails = false;
    await user.click(failure.getByRole('button', { name: text('sync.retry') }));
    expect(await screen.findByText(/still gone/)).toBeTruthy();
  });

  test('says so where none is missing', async () => {
    await openCosts([sale('A', '100.00', '50.00')]);
    await waitFor(() =>
      expect(screen.getByTestId('missing-cost-said').textContent).toContain(text('missing-cost.none')),
    );
    expect(shown('missing-cost-skus')).toBe('0');
    expect(screen.queryAllByTestId('missing-cost-line')).toEqual([]);
  });
});
