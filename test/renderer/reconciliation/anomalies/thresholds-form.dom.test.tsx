import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { ThresholdsForm } from '#renderer/reconciliation/anomalies/screen/thresholds-form.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

beforeEach(() => localStorage.clear());

test('limits and amounts are kept one beside the other as they can be read; what cannot changes nothing', () => {
  const told: (typeof DEFAULT_THRESHOLDS)[] = [];
  function Form() {
    const [thresholds, change] = useState({
      ...DEFAULT_THRESHOLDS,
      amounts: { ...DEFAULT_THRESHOLDS.amounts, margin: '2.5' as Decimal },
    });
    return (
      <ThresholdsForm
        thresholds={thresholds}
        onChange={(next) => {
          told.push(next);
          change(next);
        }}
      />
    );
  }
  render(
    <PreferencesProvider>
      <Form />
    </PreferencesProvider>,
  );
  const field = (id: string) => screen.getByTestId<HTMLInputElement>(`anomaly-${id}`);
  const type = (id: string, value: string) => fireEvent.change(field(id), { target: { value } });
  expect(field('least-margin').value).toBe('2,5');
  type('limit-marginPoints', ' 70 ');
  type('limit-marginRows', '1');
  type('least-refund-above-sale', '0');
  const now = {
    ...DEFAULT_THRESHOLDS,
    ...{ marginPoints: 70, marginRows: 1 },
    amounts: { ...DEFAULT_THRESHOLDS.amounts, margin: '2.5', 'refund-above-sale': '0' },
  };
  expect(told.at(-1)).toEqual(now);
  for (const [id, value] of [
    ['limit-marginRows', '0'],
    ['limit-marginSpreads', '10001'],
    ['limit-marginSpreads', '-1'],
    ['limit-marginPoints', '1,5'],
    ['limit-marginPoints', ''],
    ['least-margin', '-1'],
    ['least-margin', 'x'],
  ] as const) {
    type(id, value);
    expect([id, value, field(id).getAttribute('aria-invalid')]).toEqual([id, value, 'true']);
  }
  expect(told).toHaveLength(3);
  type('limit-marginSpreads', '10000');
  expect(told.at(-1)).toEqual({ ...now, marginSpreads: 10_000 });
  fireEvent.click(screen.getByTestId('anomaly-reset'));
  expect(told.at(-1)).toEqual(DEFAULT_THRESHOLDS);
  expect([field('limit-marginPoints').value, field('least-margin').value]).toEqual(['50', '1']);
});
