import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { ProfitabilityScreen } from '#renderer/screens/profitability/profitability-screen.tsx';
import { InAccount, openPage, type Row } from './page.tsx';

/** Where the Panel's list of losing products leads: to all of them, and to nothing else. */

const row = (sku: string, profit: string): Row => ({
  Canal: 'Uno',
  Orden: sku,
  'Tipo de Dato': 'Orden',
  'SKU Producto': sku,
  'Fecha de compra': '2026-10-02T10:00:00.000',
  Ventas: '100',
  'Rentabilidad Total': profit,
});

function AtAddress() {
  const { address } = useNavigation();
  return <ProfitabilityScreen detail={address.detail} />;
}

beforeEach(() => localStorage.clear());

test('an address opens the products that lose, alone, which one press turns into all of them', async () => {
  const rows = [row('A', '5'), row('B', '-2'), row('C', '-7'), row('Sin SKU', '-90'), row('D', '0')];
  const { user } = await openPage({ at: '#profitability/losing-products/total', rows }, () => (
    <InAccount>
      <AtAddress />
    </InAccount>
  ));
  await waitFor(() => expect(screen.getByTestId('pivot-losers').dataset.value).toBe('2'));
  expect(screen.getByTestId('pivot-losers').textContent).toContain('2 con pérdida de 5');
  // A way in, not a place: what is changed from here is not begun again by a reload.
  expect(window.location.hash).toBe('#profitability');
  await user.click(screen.getByTestId('pivot-whole'));
  await waitFor(() => expect(screen.queryByTestId('pivot-losers')).toBeNull());
});
