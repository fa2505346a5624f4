import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import { InAccount, openPage, type Row } from './page.tsx';

/** The Panel's channels: in the order of any of their figures, their accounts on a press where there are many. */

const row = (channel: string, account: string, sales: number, profit: number): Row => ({
  Canal: channel,
  Cuenta: account,
  Orden: `${channel}-${account}`,
  'Tipo de Dato': 'Orden',
  'Fecha de compra': '2026-10-02T10:00:00.000',
  Unidades: '1',
  Ventas: String(sales),
  'Rentabilidad Total': String(profit),
});
const panel = (rows: readonly Row[]) =>
  openPage({ rows }, () => (
    <InAccount>
      <PanelScreen />
    </InAccount>
  ));
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('tbody [data-channel]')].map(({ dataset }) => dataset.channel);

beforeEach(() => localStorage.clear());

test('are sorted by a heading, either way; the one that keeps least is marked and stays so', async () => {
  const { user } = await panel([row('B', 'x', 300, 90), row('A', 'x', 200, 20), row('C', 'x', 100, 40)]);
  await waitFor(() => expect(shown()).toEqual(['B', 'A', 'C']));
  const table = within(document.querySelector('tbody [data-channel]')?.closest('table') as HTMLElement);
  const press = (name: RegExp) => user.click(table.getByRole('button', { name }));
  await press(/^%/);
  expect(shown()).toEqual(['C', 'B', 'A']);
  await press(/^%/);
  expect(shown()).toEqual(['A', 'B', 'C']);
  await press(/^Canal/);
  expect(shown()).toEqual(['A', 'B', 'C']);
  expect(table.getByRole('columnheader', { name: /^Canal/ }).getAttribute('aria-sort')).toBe('ascending');
  const lowest = document.querySelector('[data-lowest]')?.closest<HTMLElement>('[data-channel]');
  expect(lowest?.dataset.channel).toBe('A');
  // What all come to stands below, whatever the order.
  expect(document.querySelector('tfoot [data-channel]')?.textContent).toContain('600');
});

test('show their accounts where these are few, and on a press where all would be more than a glance holds', async () => {
  const channels = ['A', 'B', 'C', 'D', 'E'];
  const many = channels.flatMap((channel, at) => [row(channel, 'x', 100 + at, 1), row(channel, 'y', 50, 1)]);
  const { user } = await panel(many);
  await waitFor(() => expect(shown()).toHaveLength(5));
  const toggles = screen.getAllByTestId('channel-accounts');
  expect(toggles.map((each) => each.getAttribute('aria-expanded'))).toEqual(channels.map(() => 'false'));
  await user.click(toggles[0] as HTMLElement);
  expect(shown()).toEqual(['E', 'x', 'y', 'D', 'C', 'B', 'A']);
});
