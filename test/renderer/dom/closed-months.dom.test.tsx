import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClosedMonthsBar } from '#renderer/features/closed-months/closed-months-bar.tsx';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

/** Beside the figures of a closed month stand its lock, its figure, what came since, and the way to that. */

const figures = (total: string) => [
  { Canal: 'A', Cuenta: '1', rows: 1, orders: 1, sums: { 'Rentabilidad Total': total } },
];
const closeOf = (month: string, then: string, now: string) =>
  ({
    ...{ month, state: then === now ? 'closed' : 'drifted', evidence: 'e', now: figures(now) },
    close: { figures: figures(then), log: [{ what: 'closed', owner: 'Ana', note: '', atMs: 1 }] },
  }) as unknown as CloseOfMonth;

function Facts() {
  return <output data-testid="facts">{useFactsNow().closed}</output>;
}

const open = (...months: readonly CloseOfMonth[]) => {
  const setting: PageSetting = { dataReplies: { readCloses: () => ({ revision: 1, months }) } };
  return openPage(setting, () => (
    <InAccount>
      <ClosedMonthsBar />
      <Facts />
    </InAccount>
  ));
};

test('a closed month that moved says so, and leads to what moved it', async () => {
  const { user } = await open(closeOf('2026-09', '100.00', '100.00'), closeOf('2026-10', '50.00', '37.50'));
  const bar = await screen.findByTestId('closed-months');
  expect([bar.dataset.count, bar.dataset.value]).toEqual(['2', '-12.50']);
  expect(screen.getByTestId('closed-figure').dataset.value).toBe('150.00');
  expect(screen.getByTestId('closed-drift').dataset.value).toBe('-12.50');
  expect(screen.getByTestId('facts').textContent).toContain('desde entonces');
  await user.click(screen.getByTestId('closed-to-drift'));
  expect(window.location.hash).toBe('#reconciliation/2026-10/close');
});

test('one that is what it was says that, and leads nowhere', async () => {
  await open(closeOf('2026-10', '50.00', '50.00'));
  const bar = await screen.findByTestId('closed-months');
  expect(bar.textContent).toMatch(/^Octubre de 2026: cerrado el .* por Ana.*igual desde entonces$/u);
  expect(screen.queryByTestId('closed-to-drift')).toBeNull();
});

test('where none is closed nothing is said', async () => {
  await open();
  expect(await screen.findByTestId('facts')).toBeDefined();
  expect(screen.queryByTestId('closed-months')).toBeNull();
});
