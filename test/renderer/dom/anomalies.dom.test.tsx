import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, Reconciliation, type Row, SelectionProbe } from './page.tsx';

/** What is odd, in the section of anomalies. */

const TRUTH = [...createWorld({ seed: 31, orders: 60, clock: () => NOW }).truth()] as readonly Row[];
const SALES = TRUTH.filter(
  (row) => row['Tipo de Dato'] === 'Orden' && row['Estado de Orden'] === 'Regular' && Number(row.Ventas) > 0,
).slice(0, 12);
const below = (row: Row | undefined, sale: string, canal = 'Uno'): Row => ({
  ...row,
  Ventas: sale,
  Canal: canal,
});
/** One order with -700, one with -300, in two channels. */
const ODD = SALES.map((row, at) => {
  if (at === 0) return below(row, '-300.00');
  return at === 3 ? below(row, '-700.00', 'Dos') : row;
}).filter((row, at, all) => all.findIndex(({ Orden }) => Orden === row.Orden) === at);

const open = (rows: readonly Row[], more: Partial<Parameters<typeof openPage>[0]> = {}) =>
  openPage({ at: '#reconciliation/anomalies', rows, ...more }, () => (
    <InAccount>
      <Reconciliation />
      <SelectionProbe />
    </InAccount>
  ));
const openSection = (more: Partial<Parameters<typeof openPage>[0]>) =>
  openPage({ rows: SALES, ...more }, () => (
    <InAccount>
      <AnomaliesSection onOpenOrder={() => undefined} />
    </InAccount>
  ));
const said = () => screen.getByTestId('anomalies-said').textContent;
const group = () =>
  document.querySelector<HTMLElement>('[data-testid="anomaly-group"][data-kind="negative-sale"]');
const opened = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await waitFor(() => expect(group()?.dataset.value).toBe('2'));
  await user.click(
    within(group() as HTMLElement).getByRole('button', { name: text('anomaly.kind.negative-sale') }),
  );
  return screen.findAllByTestId('anomaly-order');
};

describe('anomalies', () => {
  test('says that nothing is odd where nothing is', async () => {
    await open(SALES);
    await waitFor(() => expect(said()).toBe(text('anomaly.none')));
    expect(screen.getByTestId('anomalies').dataset.value).toBe('0');
    expect(screen.queryAllByTestId('anomaly-group')).toEqual([]);
  });

  test('says that it is looking, and why it could not', async () => {
    const replies = {
      readAnomalies: () => {
        throw new Error('no memory left');
      },
    };
    await openSection({ dataReplies: replies });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('no memory left'));
    expect(screen.queryByTestId('anomalies-said')).toBeNull();
  });

  test('names kind, orders and amount, says why in words, and opens the order', async () => {
    const page = await open(ODD);
    const lines = await opened(page);
    expect(screen.getByTestId('anomalies').dataset.value).toBe('2');
    expect(within(group() as HTMLElement).getByTestId('anomaly-group-amount').dataset.value).toBe('1000.00');
    expect(lines.map((line) => within(line).getByTestId('anomaly-amount').dataset.value)).toEqual([
      '700.00',
      '300.00',
    ]);
    expect(within(lines[0] as HTMLElement).getByTestId('anomaly-words').textContent).toBe(
      text('anomaly.words.negative', { sale: '−700,00' }),
    );
    const number = lines[0]?.dataset.value ?? '';
    await page.user.click(within(lines[0] as HTMLElement).getByRole('button', { name: number }));
    expect((await screen.findByTestId('order-panel')).dataset.value).toBe(number);
  });

  test('shows one channel alone', async () => {
    const page = await open(ODD);
    await opened(page);
    const channels = screen.getAllByTestId('anomaly-channel');
    expect(channels.map(({ dataset }) => dataset.value)).toEqual(['1', '1']);
    await page.user.click(within(channels[1] as HTMLElement).getByRole('button'));
    await waitFor(() => expect(screen.getAllByTestId('anomaly-order')).toHaveLength(1));
    expect(screen.getByTestId('anomaly-order').textContent).toContain('Uno');
  });

  test('dismisses an order, lists it apart, and takes it back by undo or by hand', async () => {
    const page = await open(ODD);
    const [first] = await opened(page);
    const number = first?.dataset.value;
    await page.user.click(within(first as HTMLElement).getByTestId('anomaly-dismiss'));
    await waitFor(() => expect(group()?.dataset.value).toBe('1'));
    await waitFor(() =>
      expect(screen.getAllByTestId('anomaly-order').map(({ dataset }) => dataset.value)).not.toContain(
        number,
      ),
    );
    await page.user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(group()?.dataset.value).toBe('2'));
    const again = await waitFor(() => {
      const line = screen.getAllByTestId('anomaly-order').find(({ dataset }) => dataset.value === number);
      return within(line as HTMLElement).getByTestId('anomaly-dismiss');
    });
    await page.user.click(again);
    await page.user.click(await screen.findByTestId('anomaly-dismissed'));
    await page.user.click(await screen.findByTestId('anomaly-take-back'));
    await waitFor(() => expect(group()?.dataset.value).toBe('2'));
    expect(screen.queryByTestId('anomaly-dismissed')).toBeNull();
  });

  test('reports from the threshold that is typed, remembers it, and goes back to the first ones', async () => {
    const { user } = await open(ODD);
    await waitFor(() => expect(group()?.dataset.value).toBe('2'));
    await user.click(screen.getByTestId('anomaly-thresholds'));
    const field = () => screen.getByTestId('anomaly-least-negative-sale');
    await user.clear(field());
    await user.type(field(), '500,5');
    await waitFor(() => expect(group()?.dataset.value).toBe('1'));
    expect(localStorage.getItem('cuadra.screens.a')).toContain('"negative-sale":"500.5"');
    await user.type(field(), 'x');
    expect(screen.getByText(text('anomaly.unreadable'))).toBeTruthy();
    expect(group()?.dataset.value).toBe('1');
    await user.click(screen.getByTestId('anomaly-reset'));
    await waitFor(() => expect(group()?.dataset.value).toBe('2'));
    expect((field() as HTMLInputElement).value).toBe('1');
  });

  test('lists a SKU once for all its odd margins, and dismisses the SKU', async () => {
    const [first = {}] = SALES;
    const sale = (at: number, profit: string): Row => ({
      ...first,
      Orden: `M-${at}`,
      Ventas: '200.00',
      'Rentabilidad Total': profit,
      'Costo de Producto': '80.00',
    });
    const usual = Array.from({ length: 40 }, (_, at) => sale(at, (40 + (at % 5)).toFixed(2)));
    const { user } = await open([...usual, sale(40, '-60.00'), sale(41, '-80.00')]);
    const line = () =>
      document.querySelector<HTMLElement>('[data-testid="anomaly-group"][data-kind="margin"]');
    await waitFor(() => expect(line()?.dataset.value).toBe('1'));
    await user.click(within(line() as HTMLElement).getByRole('button'));
    const odd = await screen.findByTestId('anomaly-order');
    expect(within(odd).getByTestId('anomaly-words').textContent).toBe(
      text('anomaly.words.margin', {
        rate: '−40,00',
        usual: '21,00',
        rows: 2,
        shownRows: '2',
        history: '42',
      }),
    );
    expect(within(odd).getByTestId('anomaly-amount').dataset.value).toBe('224.00');
    await user.click(within(odd).getByTestId('anomaly-dismiss'));
    await waitFor(() => expect(line()?.dataset.value).toBe('0'));
    // What was dismissed is listed, and is nothing odd any more.
    expect(said()).toBe(text('anomaly.none'));
    const label = text('anomaly.undo-dismiss', { name: first['SKU Producto'] ?? '' });
    expect(document.body.textContent?.toLowerCase()).toContain(label.toLowerCase());
  });

  test('copies the orders of a kind as text, figures as they are', async () => {
    const page = await open(ODD);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await opened(page);
    await page.user.click(screen.getByTestId('anomaly-copy'));
    await waitFor(() => expect(write).toHaveBeenCalled());
    const copied = write.mock.calls[0]?.[0] ?? '';
    expect(copied).toContain(text('anomaly.kind.negative-sale'));
    expect(copied).toContain(text('anomaly.words.negative', { sale: '-700.00' }));
    expect(copied).toContain(`Orden: ${ODD.find(({ Ventas }) => Ventas === '-700.00')?.Orden}`);
    expect(copied).toContain('correlation_id');
  });

  test('asks before a text tells amounts that are covered, and takes no for an answer', async () => {
    writeStored('cuadra.preferences', { hidesAmounts: true });
    const page = await open(ODD);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await opened(page);
    await page.user.click(screen.getByTestId('anomaly-copy'));
    expect(screen.getByText(text('proof.copy-covered'))).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: text('export.cancel') }));
    expect(screen.queryByText(text('proof.copy-covered'))).toBeNull();
    expect(write).not.toHaveBeenCalled();
    await page.user.click(screen.getByTestId('anomaly-copy'));
    await page.user.click(screen.getByTestId('anomaly-copy-covered'));
    await waitFor(() => expect(write.mock.calls[0]?.[0]).toContain('-700.00'));
  });
});
