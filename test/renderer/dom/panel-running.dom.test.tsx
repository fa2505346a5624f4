import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** The month that goes on, beside the last complete one: seen, and one press away. */

beforeAll(async () => {
  await import('#renderer/features/trend/trend-chart.tsx');
}, 60_000);

const sale = (purchase: string, Ventas: string, profit: string) => ({
  Canal: 'Austral',
  Orden: purchase,
  'Fecha de compra': `${purchase}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  Unidades: '1',
  Ventas,
  'Rentabilidad Total': profit,
});
const ROWS = [
  sale('2026-09-10', '70.00', '7.00'),
  sale('2026-10-10', '100.00', '30.00'),
  sale('2026-11-02', '40.25', '10.00'),
  sale('2026-11-20', '9.75', '2.50'),
];
const MONTHS = ['2026-09', '2026-10', '2026-11'].map((name) =>
  month({ month: name as Month, rows: 1, lastReadAt: '2026-11-22T10:00:00.000Z' as UtcInstant }),
);
const panel = () =>
  openPage({ rows: ROWS, months: MONTHS, knownUntil: '2026-11-22T10:00:00.000Z' as UtcInstant }, () => (
    <InAccount>
      <PanelScreen />
      <SelectionProbe />
    </InAccount>
  ));
const valueIn = (testId: string) =>
  screen.getByTestId(testId).querySelector('data')?.getAttribute('data-value') ?? null;
const compare = () => screen.getByTestId('panel-compare');

describe('the panel of a new account', () => {
  test('shows the last complete month; the present one is in its card, one press away, and the way back too', async () => {
    const { user } = await panel();
    await waitFor(() => expect(valueIn('tile-ventas')).toBe('100.00'));
    // Of a month that is over nothing is to be said.
    expect(screen.queryByTestId('panel-compare')).toBeNull();
    const card = await screen.findByTestId('month-card');
    expect(card.textContent).toContain('Noviembre al 20');
    expect(screen.getByTestId('month-total').dataset.value).toBe('12.50');
    await user.click(screen.getByTestId('month-open'));
    expect(probedSelection().period).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    await waitFor(() => expect(valueIn('tile-ventas')).toBe('50.00'));
    expect(
      screen.getByText(text('panel.running-now', { day: '20', month: 'nov' }), { exact: false }),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByTestId('month-open')).toBeNull());
    await user.click(compare());
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });

  test('without a period it says once that there is nothing to compare with', async () => {
    const { user } = await panel();
    await user.click(await screen.findByTestId('clear-filters'));
    await waitFor(() => expect(valueIn('tile-ventas')).toBe('220.00'));
    expect(document.body.textContent?.match(/comparar|comparación/gu)).toHaveLength(1);
    await user.click(compare());
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });
});
