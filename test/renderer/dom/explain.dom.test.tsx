import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ReconciliationScreen } from '#renderer/screens/reconciliation/reconciliation-screen.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** A figure seen elsewhere is typed, and what makes it another is told, applied and taken back. */

const sale = (kind: string, canal: string, Ventas: string) => ({
  Canal: canal,
  Cuenta: 'Principal',
  Orden: `${kind}-${Ventas}`,
  'Fecha de compra': '2026-10-10T10:00:00.000',
  'Tipo de Dato': kind,
  'Estado de Orden': 'Regular',
  'Estado de Pago': 'Pagado',
  Ventas,
  'Rentabilidad Marketplace': '1.10',
});
const ROWS = [
  sale('Orden', 'Austral', '1234567.89'),
  sale('Orden', 'Plaza', '98765.43'),
  sale('Orden', 'Vitrina', '5431.07'),
  sale('Publicación', 'Austral', '2222.22'),
  sale('Publicación', 'Plaza', '31313.13'),
];
const paid = (Orden: string, bought: string, paidAt: string, Ventas: string) => ({
  ...sale('Orden', 'Austral', Ventas),
  Orden,
  'Fecha de compra': `${bought}T10:00:00.000`,
  'Fecha de Pago': `${paidAt}T10:00:00.000`,
});
const PAID_ROWS = [
  paid('Early', '2026-09-20', '2026-10-02', '345.10'),
  paid('Same', '2026-10-10', '2026-10-12', '1000.10'),
  paid('Late', '2026-10-20', '2026-11-02', '777.70'),
];
/** The days of October. */
function SetPeriod() {
  const { change } = useSelection();
  const period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
  return (
    <button type="button" onClick={() => change({ type: 'set-period', period })}>
      period
    </button>
  );
}
const reconciliation = () =>
  openPage({ rows: ROWS }, () => (
    <InAccount>
      <ReconciliationScreen />
      <SelectionProbe />
    </InAccount>
  ));
const amount = () => screen.getByTestId('explain-amount');
const run = () => screen.getByTestId('explain-run');
const first = () => screen.getAllByTestId('explain-result')[0] as HTMLElement;

describe('explaining a figure seen elsewhere', () => {
  test('names the change that leads to it, with what remains', async () => {
    const { user } = await reconciliation();
    expect(screen.getByTestId('explain-measure').textContent).toContain('Ventas');
    // Without publications.
    await user.type(amount(), '1338764.39');
    await user.click(run());
    await waitFor(() => expect(first().dataset.changes).toBe('Tipo de Dato -Publicación'));
    expect(first().dataset.value).toBe('1338764.39');
    expect(first().dataset.remains).toBe('0.00');
    expect(screen.getByTestId('explain-base').dataset.value).toBe('1372299.74');
    expect(screen.getByTestId('explain-difference').dataset.value).toBe('-33535.35');
    expect(
      within(first()).getByText(text('explain.value-out', { column: 'Tipo de Dato', value: 'Publicación' })),
    );
    expect(Number(screen.getByTestId('explain-tried').dataset.value)).toBeGreaterThan(3);
  });

  test('reads the figure as the user writes them', async () => {
    const { user } = await reconciliation();
    await user.type(amount(), '1.338.764,39{Enter}');
    await waitFor(() => expect(first().dataset.changes).toBe('Tipo de Dato -Publicación'));
  });

  test('applies what it told as a filter; undone, it stands there again', async () => {
    const { user } = await reconciliation();
    await user.type(amount(), '1338764.39{Enter}');
    await waitFor(() => expect(first().dataset.remains).toBe('0.00'));
    await user.click(within(first()).getByTestId('explain-apply'));
    await waitFor(() => expect(screen.getByTestId('explain-said').textContent).toBe(text('explain.equal')));
    expect(probedSelection().filters).toEqual([{ column: 'Tipo de Dato', values: ['Orden'] }]);
    expect(screen.queryAllByTestId('explain-result')).toEqual([]);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(first().dataset.changes).toBe('Tipo de Dato -Publicación'));
    expect(probedSelection().filters).toEqual([]);
  });

  test('leads to the rows of a difference', async () => {
    const { user } = await reconciliation();
    await user.type(amount(), '1338764.39{Enter}');
    await waitFor(() => expect(first().dataset.remains).toBe('0.00'));
    await user.click(within(first()).getByTestId('explain-rows'));
    expect(probedSelection().filters).toEqual([{ column: 'Tipo de Dato', values: ['Publicación'] }]);
    expect(window.location.hash).toBe('#orders/Ventas');
  });

  test('lists the rows that no selection says, and each leads to its order', async () => {
    const { user } = await openPage({ rows: PAID_ROWS }, () => (
      <InAccount>
        <ReconciliationScreen />
        <SetPeriod />
      </InAccount>
    ));
    await user.click(screen.getByText('period'));
    // Paid in October: the last of September is, the last of October is not.
    await user.type(amount(), '1345.20{Enter}');
    await waitFor(() => expect(first().dataset.changes).toBe('Fecha: Fecha de Pago'));
    await user.click(within(first()).getByTestId('explain-rows'));
    const list = await screen.findByTestId('explain-row-list');
    expect(list.dataset.value).toBe('2');
    const told = within(list)
      .getAllByTestId('explain-row')
      .map((row) => row.textContent);
    expect(told[0]).toMatch(/^−.*Late/);
    expect(told[1]).toMatch(/^\+.*Early/);
    await user.click(within(list).getByRole('button', { name: 'Early' }));
    expect(window.location.hash).toBe('#orders/order/Early');
  });

  test('says that there is no difference, and invents none', async () => {
    const { user } = await reconciliation();
    await user.type(amount(), '1372299.74{Enter}');
    await waitFor(() => expect(screen.getByTestId('explain-said').textContent).toBe(text('explain.equal')));
    expect(screen.queryAllByTestId('explain-result')).toEqual([]);
    expect(screen.queryAllByTestId('explain-discarded')).toEqual([]);
  });

  test.each(['', 'doce', '1e5', '1,2,3', '=1+1', '9'.repeat(61)])(
    'does not ask about «%s», and says why',
    async (typed) => {
      const { user, questions } = await reconciliation();
      if (typed !== '') await user.type(amount(), typed);
      await user.click(run());
      expect(await screen.findByRole('alert')).toBeTruthy();
      expect(amount().getAttribute('aria-invalid')).toBe('true');
      expect(questions).not.toContain('startExplanation');
    },
  );
});
