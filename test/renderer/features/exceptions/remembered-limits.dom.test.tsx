import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readThresholds, useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { readTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { readPayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';
import { keepSchedule, readSchedule } from '#renderer/features/scheduled-exports/schedule.ts';
import {
  type AnomalyThresholds,
  DEFAULT_THRESHOLDS,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';

/** From when on something is reported, as an account remembers it: what cannot be is what it begins with. */

const store = (parts: object, account = 'a') =>
  localStorage.setItem(`cuadra.screens.${account}`, JSON.stringify(parts));
const NONE = { absolute: '0', percent: '0' };

test('what a statement may differ by is two decimals that are not below zero', () => {
  const read = (absolute: string, percent: string) => {
    store({ 'reconciliation.tolerance': { absolute, percent } });
    return readTolerance('a');
  };
  expect(read('1.50', '0')).toEqual({ absolute: '1.50', percent: '0' });
  expect(read('0', '2')).toEqual({ absolute: '0', percent: '2' });
  expect([read('-1', '0'), read('0', '-0.01'), read('x', '0'), read('0', '1,5')]).toEqual(
    Array(4).fill(NONE),
  );
  store({ 'reconciliation.tolerance': { absolute: '1', percent: '1' } }, 'b');
  expect([readTolerance('b').absolute, readTolerance('c')]).toEqual(['1', NONE]);
});

test('what a bank line may be off by is a decimal that is not below zero', () => {
  const read = (value: unknown) => {
    store({ 'reconciliation.payout-tolerance': value });
    return readPayoutTolerance('a');
  };
  expect([read('0'), read('2.5')]).toEqual(['0', '2.5']);
  expect([read('-1'), read('x'), read(3), read(undefined)]).toEqual(Array(4).fill(DEFAULT_TOLERANCE));
});

test('from when on an anomaly is told is kept whole, or is as it begins', () => {
  const kept = { ...DEFAULT_THRESHOLDS, marginRows: 7 };
  store({ 'reconciliation.anomalies': kept });
  expect(readThresholds('a')).toEqual(kept);
  store({ 'reconciliation.anomalies': { ...kept, marginRows: 0 } });
  expect(readThresholds('a')).toEqual(DEFAULT_THRESHOLDS);
  store({ 'reconciliation.anomalies': { ...kept, amounts: {} } });
  expect(readThresholds('a')).toEqual(DEFAULT_THRESHOLDS);
});

test('what is changed holds, whatever was remembered that can no longer be read', () => {
  let change: (next: AnomalyThresholds) => void = () => {};
  function Limits() {
    const [thresholds, set] = useThresholds();
    change = (next) => act(() => set(next));
    return <output>{thresholds.marginRows}</output>;
  }
  const { amounts, ...others } = DEFAULT_THRESHOLDS;
  // As a version before another kind of anomaly was known remembered it.
  const [, ...known] = Object.entries(amounts);
  store({ 'reconciliation.anomalies': { ...others, amounts: Object.fromEntries(known), marginRows: 5 } });
  render(
    <ScreenStateProvider accountId="a">
      <Limits />
    </ScreenStateProvider>,
  );
  change({ ...DEFAULT_THRESHOLDS, marginRows: 7 });
  expect(screen.getByRole('status').textContent).toBe('7');
  expect(readThresholds('a')).toEqual({ ...DEFAULT_THRESHOLDS, marginRows: 7 });
});

test('a schedule that is chosen holds, whatever was remembered that can no longer be read', () => {
  localStorage.setItem('cuadra.schedule.a', JSON.stringify({ schedule: { dataset: true } }));
  const before = readSchedule('a');
  const after = { ...before, schedule: { dataset: true, file: null } };
  expect(keepSchedule('a', before, after)).toEqual(after);
  expect(readSchedule('a')).toEqual(after);
});

test('a schedule lasts as long as the page where the browser keeps nothing', () => {
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error('A private window.');
    },
  };
  vi.stubGlobal('localStorage', refusing);
  const before = readSchedule('a');
  const after = { ...before, schedule: { dataset: true, file: null } };
  const kept = keepSchedule('a', before, after);
  vi.unstubAllGlobals();
  expect(kept).toEqual(after);
});
