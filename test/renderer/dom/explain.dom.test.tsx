import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  Reconciliation,
  SelectionProbe,
} from './page.tsx';

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
const UPDATED_ROWS = [
  {
    ...paid('Inside', '2026-10-05', '2026-10-05', '4100.10'),
    'Fecha de actualización': '2026-10-06T10:00:00Z',
  },
  {
    ...paid('After', '2026-10-09', '2026-10-09', '310.35'),
    'Fecha de actualización': '2026-11-20T10:00:00Z',
  },
  {
    ...paid('Advert', '2026-10-11', '2026-10-11', '77.13'),
    'Tipo de Dato': 'Publicación',
    'Fecha de actualización': '2026-10-12T10:00:00Z',
  },
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
const NOTHING_EXPLAINED: Explanations = {
  revision: 1,
  measure: 'Ventas',
  amount: '7' as Decimal,
  base: '8' as Decimal,
  rows: 1,
  difference: '-1' as Decimal,
  tried: [{ changes: 1, combinations: 3, expectedByChance: 0 }],
  results: [],
  discarded: [],
  leftOut: [],
  values: {},
};
const reconciliation = (dataStreams: PageSetting['dataStreams'] = {}) =>
  openPage({ at: '#reconciliation/explain', rows: ROWS, dataStreams }, () => (
    <InAccount>
      <Reconciliation />
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
    const { user } = await openPage({ at: '#reconciliation/explain', rows: PAID_ROWS }, () => (
      <InAccount>
        <Reconciliation />
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
    const texts = within(list)
      .getAllByTestId('explain-row')
      .map((row) => row.textContent);
    expect(texts[0]).toMatch(/^−.*Late/);
    expect(texts[1]).toMatch(/^\+.*Early/);
    await user.click(within(list).getByRole('button', { name: 'Early' }));
    expect(window.location.hash).toBe('#orders/order/Early');
  });

  test('applies of two causes the one that filters can say, and tells why not the other', async () => {
    const { user } = await openPage({ at: '#reconciliation/explain', rows: UPDATED_ROWS }, () => (
      <InAccount>
        <Reconciliation />
        <SetPeriod />
        <SelectionProbe />
      </InAccount>
    ));
    await user.click(screen.getByText('period'));
    await user.type(amount(), '4100.10{Enter}');
    await waitFor(() =>
      expect(first().dataset.changes).toBe('Tipo de Dato -Publicación; Fecha: Fecha de actualización'),
    );
    const unsaid = () => within(first()).getByTestId('explain-unsaid');
    expect(unsaid().dataset.reason).toBe('updates');
    expect(unsaid().textContent).toContain(text('explain.unsaid-updates'));
    const apply = within(first()).getByTestId('explain-apply');
    expect(apply.textContent).toBe(text('explain.apply-part'));
    await user.click(apply);
    await waitFor(() => expect(first().dataset.changes).toBe('Fecha: Fecha de actualización'));
    expect(probedSelection().filters).toEqual([{ column: 'Tipo de Dato', values: ['Orden'] }]);
    // Nothing of what is left can be applied; its rows are there.
    expect(within(first()).queryByTestId('explain-apply')).toBeNull();
    await user.click(within(unsaid()).getByRole('button', { name: text('explain.see-its-rows') }));
    const list = await screen.findByTestId('explain-row-list');
    expect(within(list).getAllByTestId('explain-row')[0]?.textContent).toMatch(/^−.*After/);
  });

  test('says what went wrong and keeps the form; asked again, it answers', async () => {
    let fails = true;
    const { user, questions } = await reconciliation({
      // biome-ignore lint/correctness/useYield: it is found at once.
      explainFigure: async function* () {
        if (fails) throw new Error('the worker is gone');
        return NOTHING_EXPLAINED;
      },
    });
    await user.type(amount(), '7{Enter}');
    const failure = within(await screen.findByTestId('query-failure'));
    expect(failure.getByText(/the worker is gone/)).toBeTruthy();
    expect((amount() as HTMLInputElement).value).toBe('7');
    expect(screen.queryByTestId('explain-said')).toBeNull();
    fails = false;
    await user.click(failure.getByRole('button', { name: text('sync.retry') }));
    await waitFor(() =>
      expect(screen.getByTestId('explain-said').textContent).toBe(text('explain.unexplained')),
    );
    expect(questions.filter((name) => name === 'explainFigure')).toHaveLength(2);
  });

  test('given up, it is taken back and nothing is told', async () => {
    const { user, questions } = await reconciliation({
      explainFigure: async function* (_, signal) {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          signal.throwIfAborted();
          yield { share: 0.4 };
        }
      },
    });
    await user.type(amount(), '7{Enter}');
    await user.click(await screen.findByTestId('explain-cancel'));
    await waitFor(() => expect(questions).toContain('cancelStream'));
    expect(screen.queryByTestId('explain-cancel')).toBeNull();
    expect(screen.queryByTestId('explain-said')).toBeNull();
    expect(screen.queryByTestId('query-failure')).toBeNull();
    expect((amount() as HTMLInputElement).value).toBe('7');
  });

  test('without any rows it explains nothing', async () => {
    const { user } = await openPage({ at: '#reconciliation/explain', rows: [] }, () => (
      <InAccount>
        <Reconciliation />
      </InAccount>
    ));
    await user.type(amount(), '7{Enter}');
    await waitFor(() =>
      expect(screen.getByTestId('explain-said').textContent).toBe(text('explain.unexplained')),
    );
    expect(screen.getByTestId('explain-base').dataset.value).toBe('0');
    expect(screen.queryAllByTestId('explain-result')).toEqual([]);
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
      expect(questions).not.toContain('explainFigure');
    },
  );
});
