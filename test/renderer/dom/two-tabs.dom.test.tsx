import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readAccountSettings, takeAccountSettings } from '#renderer/data/client/account-settings.ts';
import { useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { useViews, type Views } from '#renderer/features/saved-views/views-context.tsx';
import { useScheduledExports } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage } from './page.tsx';

/** What two tabs of one browser remember of an account: neither erases what the other wrote. */

type Tab = {
  readonly views: Views;
  readonly thresholds: ReturnType<typeof useThresholds>;
  readonly tolerance: ReturnType<typeof useTolerance>;
  readonly payoutTolerance: ReturnType<typeof usePayoutTolerance>;
  readonly schedule: ReturnType<typeof useScheduledExports>;
  readonly undo: () => void;
};

async function openTab(): Promise<() => Tab> {
  let held: Tab | null = null;
  function Probe() {
    held = {
      views: useViews(),
      thresholds: useThresholds(),
      tolerance: useTolerance(),
      payoutTolerance: usePayoutTolerance(),
      schedule: useScheduledExports(),
      undo: useUndo().undo,
    };
    return <output aria-label="probe" />;
  }
  await openPage({}, () => (
    <InAccount>
      <Probe />
    </InAccount>
  ));
  await screen.findAllByLabelText('probe');
  return () => {
    if (held === null) throw new Error('Not drawn yet.');
    return held;
  };
}

/** A browser tells the other tabs of what one wrote; here nobody does, until a test says so. */
const tellAll = (): void =>
  act(() => {
    for (const key of Object.keys(localStorage)) window.dispatchEvent(new StorageEvent('storage', { key }));
  });
const saved = (): readonly string[] =>
  (JSON.parse(localStorage.getItem('cuadra.views.a') ?? '[]') as readonly { readonly name: string }[]).map(
    ({ name }) => name,
  );
const save = (tab: Tab, name: string): void => tab.views.save('orders', name, { kind: 'all' }, null);

beforeEach(() => localStorage.clear());

test('views saved in both stay, whether they heard of each other or not, and undo takes back its own', async () => {
  const [one, other] = [await openTab(), await openTab()];
  act(() => save(one(), 'Norte'));
  act(() => save(other(), 'Sur'));
  expect(saved()).toEqual(['Norte', 'Sur']);
  tellAll();
  expect(one().views.own.map(({ name }) => name)).toEqual(['Norte', 'Sur']);
  act(() => one().undo());
  expect(saved()).toEqual(['Sur']);
  act(() => other().undo());
  expect(saved()).toEqual([]);
});

test('thresholds and schedules of both stay, and each hears of the other’s', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const [before] = one().thresholds;
  act(() => one().thresholds[1]({ ...before, marginPoints: 77 }));
  act(() => other().thresholds[1]({ ...other().thresholds[0], marginRows: 9 }));
  act(() => one().schedule.change({ dataset: true, file: null }));
  const file = { what: { kind: 'last-month' as const }, form: 'csv' as const };
  act(() => other().schedule.change({ dataset: false, file }));
  tellAll();
  for (const tab of [one, other]) {
    expect(tab().thresholds[0]).toMatchObject({ marginPoints: 77, marginRows: 9 });
    expect(tab().schedule.state.schedule).toEqual({ dataset: true, file });
  }
});

test('a tolerance is one in both: what counts as settled in one counts so in the other', async () => {
  const decimal = (text: string) => text as Decimal;
  const [one, other] = [await openTab(), await openTab()];
  const [before] = one().tolerance;
  act(() => one().tolerance[1]({ ...before, absolute: decimal('5') }));
  act(() => one().payoutTolerance[1](decimal('7')));
  act(() => other().tolerance[1]({ ...other().tolerance[0], percent: decimal('1') }));
  tellAll();
  for (const tab of [one, other]) {
    expect(tab().tolerance[0]).toEqual({ absolute: '5', percent: '1' });
    expect(tab().payoutTolerance[0]).toBe('7');
  }
});

test('what a backup brings is what a page that stays open goes on with', async () => {
  const tab = await openTab();
  act(() => tab().schedule.change({ dataset: true, file: null }));
  const schedule = { schedule: { dataset: false, file: null }, isDue: false, outcomes: [] };
  // What lies in a folder of this machine is as it is, whatever a backup tells of another one's.
  localStorage.setItem('cuadra.exported.a', '"here"');
  expect(readAccountSettings('a')).not.toHaveProperty('exported');
  // Nor do the language and the formats of this machine give way to those of a backup; what is of the account does.
  localStorage.setItem('cuadra.preferences', '{"language":"pt"}');
  localStorage.setItem('cuadra.views.a', '"not in the backup"');
  act(() =>
    takeAccountSettings('a', {
      ...{ schedule: JSON.stringify(schedule), exported: '"there"', preferences: '{"language":"en"}' },
      'Not a name': '1',
    }),
  );
  expect(localStorage.getItem('cuadra.exported.a')).toBe('"here"');
  expect(localStorage.getItem('cuadra.preferences')).toBe('{"language":"pt"}');
  expect([...Array(localStorage.length).keys()].map((at) => localStorage.key(at))).not.toContain(
    'cuadra.Not a name.a',
  );
  expect(localStorage.getItem('cuadra.views.a')).toBeNull();
  expect(tab().schedule.state).toEqual(schedule);
  act(() => save(tab(), 'Norte'));
  expect(JSON.parse(localStorage.getItem('cuadra.schedule.a') ?? 'null')).toEqual(schedule);
});
