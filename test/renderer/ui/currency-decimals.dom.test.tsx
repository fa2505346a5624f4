import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { AccountsState } from '#shared/contract/app.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from '../dom/page.tsx';

const AMOUNT = '-1234.50' as Decimal;

function Amount() {
  const places = useFormats().places([AMOUNT]);
  return <Figure value={AMOUNT} kind="money" places={places} testId="amount" />;
}

async function amountIn(main: string | null) {
  const accounts: AccountsState = {
    accounts: [account({ currencies: { main, own: [] } })],
    activeId: 'a',
    keyStorage: 'memory',
  };
  await openPage({ accounts }, () => (
    <InAccount>
      <Amount />
    </InAccount>
  ));
  const { textContent, title, dataset } = screen.getByTestId('amount');
  return { textContent, title, value: dataset.value };
}

describe('an amount', () => {
  test('has the decimals of its currency; what is rounded for show is exact in its value, and its title says so', async () => {
    expect(await amountIn('CLP')).toEqual({
      textContent: '−1.235',
      title: `−1.234,50 · ${text('figure.rounded', { code: 'CLP' })}`,
      value: AMOUNT,
    });
  });

  test('has its cents in a currency that has them', async () => {
    const cents = { textContent: '−1.234,50', title: '−1.234,50', value: AMOUNT };
    expect(await amountIn('BRL')).toEqual(cents);
  });

  test('has its cents where its currency has no name', async () => {
    expect(await amountIn(null)).toMatchObject({ textContent: '−1.234,50', title: '−1.234,50' });
  });

  test('has two always where that was chosen, and the choice is kept', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ decimals: 'two' }));
    expect(await amountIn('CLP')).toMatchObject({ textContent: '−1.234,50', title: '−1.234,50' });
  });
});
