import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ReconciliationScreen } from '#renderer/screens/reconciliation/reconciliation-screen.tsx';
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
