import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { OwnCostMarks } from '#renderer/features/own-costs/own-costs.tsx';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import { StatementScreen } from '#renderer/screens/profitability/income-statement/statement-screen.tsx';
import { INITIAL_VIEW } from '#renderer/screens/profitability/state/view-state.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import {
  goTo,
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  Reconciliation,
  type Row,
  SelectionProbe,
} from './page.tsx';

/** What products cost by the user: entered, counted, marked, taken back. */

const TRUTH = [...createWorld({ seed: 31, orders: 40, clock: () => NOW }).truth()] as readonly Row[];
const SOLD = TRUTH.filter(
  (row) => row['Tipo de Dato'] === 'Orden' && Number(row.Ventas) > 0 && Number(row.Unidades) > 0,
).slice(0, 6);
/** Two rows of one SKU without cost, the others with one. */
const ROWS = SOLD.map((row, at): Row => {
  const own = { ...row, 'SKU Producto': at < 2 ? 'LACK' : 'HAS', Unidades: '2', Ventas: '100.00' };
  return at < 2
    ? {
        ...own,
        'Costo de Producto': '0.00',
        'Rentabilidad Comercial': '60.00',
        'Rentabilidad Total': '50.00',
      }
    : {
        ...own,
        'Costo de Producto': '10.00',
        'Rentabilidad Comercial': '40.00',
        'Rentabilidad Total': '30.00',
      };
});

const ownCost = (more: Partial<OwnCost> = {}): OwnCost => ({
  sku: 'LACK',
  currency: null,
  from: null,
  to: null,
  cost: '12.5' as Decimal,
  note: '',
  owner: '',
  atMs: 0,
  ...more,
});
const kept = (...costs: readonly OwnCost[]) =>
  costs.map((value) => ({ kind: 'own-cost', key: ownCostKey(value), value }));

function Statement() {
  const [view, setView] = useState(INITIAL_VIEW.statement);
  const job = useRef(() => null);
  return <StatementScreen view={view} onChange={setView} job={job} />;
}
afterEach(() => vi.restoreAllMocks());

function Facts() {
  return <output data-testid="facts">{useFactsNow().filters?.join(' · ')}</output>;
}
const openReconciliation = (
  annotations = kept(),
  rows = ROWS,
  dataReplies: PageSetting['dataReplies'] = {},
) =>
  openPage({ at: '#reconciliation/costs', rows, annotations, dataReplies }, () => (
    <InAccount>
      <OwnCostMarks>
        <Reconciliation />
      </OwnCostMarks>
      <Facts />
      <SelectionProbe />
    </InAccount>
  ));
const shown = (id: string) => screen.getByTestId(id).dataset.value;
const enter = async (user: Awaited<ReturnType<typeof openPage>>['user'], amount: string) => {
  await user.click(await screen.findByTestId('own-cost-enter'));
  await user.type(screen.getByTestId('own-cost-amount'), amount);
};

describe('own costs', () => {
  test('are entered by the keyboard, with what they would do, and can be taken back', async () => {
    const { user } = await openReconciliation();
    await waitFor(() => expect(shown('missing-cost-skus')).toBe('1'));
    expect(screen.queryByTestId('own-costs-switch')).toBeNull();
    await enter(user, '12,5');
    await waitFor(() => expect(shown('own-cost-trial')).toBe('2'));
    expect(screen.queryByTestId('own-cost-cut')).toBeNull();
    expect(shown('own-cost-trial-amount')).toBe('50');
    expect([shown('own-cost-before'), shown('own-cost-after')]).toEqual(['120.00', '70.00']);
    await user.keyboard('{Enter}');
    const line = await screen.findByTestId('own-cost-line');
    expect(line.dataset.value).toBe('LACK');
    expect(within(line).getByTestId('own-cost-of-unit').dataset.value).toBe('12.5');
    expect(within(line).getByTestId('own-cost-rows').dataset.value).toBe('2');
    expect(screen.queryByTestId('own-cost-entry')).toBeNull();
    // Nothing moves until it is asked for.
    expect(shown('missing-cost-skus')).toBe('1');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(screen.queryByTestId('own-cost-line')).toBeNull());
    expect(screen.queryByTestId('own-costs-offer')).toBeNull();
  });

  test('that were saved and do not count yet are counted by one press, whatever days are chosen', async () => {
    const { user } = await openReconciliation();
    const { period } = probedSelection();
    await enter(user, '12,5{Enter}');
    expect((await screen.findByTestId('own-costs-offer')).dataset.value).toBe('1');
    await user.click(screen.getByTestId('own-costs-count'));
    await waitFor(() => expect(shown('missing-cost-skus')).toBe('0'));
    expect(screen.queryByTestId('own-costs-offer')).toBeNull();
    expect(probedSelection().ownCosts).not.toBeNull();
    expect(probedSelection().period).toEqual(period);
  });

  test('with VAT in them are kept as they were entered, count without it, and are changed back', async () => {
    const { user, session } = await openReconciliation();
    const stored = async () =>
      (await session.data.call.readAnnotations({ kind: 'own-cost' })).map(({ value }) => value);
    await enter(user, '11,9');
    const vat = within(screen.getByTestId('own-cost-vat'));
    await user.click(vat.getByRole('checkbox'));
    const rate = screen.getByTestId<HTMLInputElement>('own-cost-vat-rate');
    expect(rate.value).toBe('19');
    await waitFor(() => expect(shown('own-cost-trial-amount')).toBe('40'));
    await user.clear(rate);
    await user.type(rate, 'nada{Enter}');
    expect(rate.getAttribute('aria-invalid')).toBe('true');
    expect(await stored()).toEqual([]);
    await user.clear(rate);
    await user.type(rate, '19{Enter}');
    const line = await screen.findByTestId('own-cost-line');
    expect(within(line).getByTestId('own-cost-of-unit').dataset.value).toBe('11.9');
    expect(within(line).getByTestId('own-cost-counted').dataset.value).toBe('10');
    expect(within(line).getByTestId('own-cost-sum').dataset.value).toBe('40');
    expect(await stored()).toMatchObject([{ cost: '11.9', vat: '19' }]);
    await user.click(within(line).getByTestId('own-cost-edit'));
    await user.click(within(screen.getByTestId('own-cost-vat')).getByRole('checkbox'));
    await user.click(screen.getByTestId('own-cost-save'));
    await waitFor(() => expect(screen.queryByTestId('own-cost-counted')).toBeNull());
    expect(shown('own-cost-sum')).toBe('47.6');
    expect((await stored()).map((cost) => 'vat' in (cost as object))).toEqual([false]);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect(await stored()).toMatchObject([{ cost: '11.9', vat: '19' }]));
    // Of other days it stands in the place of the one that is edited.
    await user.click(await screen.findByTestId('own-cost-edit'));
    await user.type(screen.getByTestId('own-cost-from'), '01-10-2026');
    await user.click(screen.getByTestId('own-cost-save'));
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ cost: '11.9', vat: '19', from: '2026-10-01', to: null }]),
    );
  });

  test('say what is wrong with them, and Escape leaves all as it was', async () => {
    const { user } = await openReconciliation();
    await enter(user, '-3{Enter}');
    expect(screen.getByTestId('own-cost-faults').textContent).toBe(text('own-costs.fault-not-positive'));
    expect(screen.queryByTestId('own-cost-trial')).toBeNull();
    await user.type(screen.getByTestId('own-cost-amount'), '{Escape}');
    expect(screen.queryByTestId('own-cost-entry')).toBeNull();
    expect(screen.queryByTestId('own-cost-line')).toBeNull();
  });

  test('are said in the name that stands everywhere on the screen; two forms ask each in its own place', async () => {
    const slots = new Set<string | undefined>();
    const owners: unknown[] = [];
    const trial = { revision: 1, rows: 2, amount: '6' as Decimal, before: null, after: null, cut: [] };
    const { user } = await openReconciliation(kept(ownCost({ sku: 'HAS' })), ROWS, {
      readOwnCostTrial: ({ slot }) => {
        slots.add(slot);
        return trial;
      },
      writeAnnotations: ({ puts }) => {
        owners.push(...puts.map(({ value }) => ('owner' in value ? value.owner : null)));
        return null;
      },
    });
    await user.click(await screen.findByTestId('own-cost-edit'));
    await user.click(screen.getByTestId('own-cost-enter'));
    const forms = screen.getAllByTestId('own-cost-entry');
    expect(forms).toHaveLength(2);
    for (const form of forms) await user.type(within(form).getByTestId('own-cost-amount'), '3');
    await waitFor(() => expect(screen.getAllByTestId('own-cost-trial')).toHaveLength(2));
    expect(slots.size).toBe(2);
    const [first = screen.getByTestId('own-cost-entry')] = forms;
    await user.type(within(first).getByTestId('own-cost-owner'), 'Ana');
    const named = screen.getAllByTestId('own-cost-owner');
    expect(named.map((input) => (input as HTMLInputElement).value)).toEqual(['Ana', 'Ana']);
    await user.click(within(first).getByTestId('own-cost-save'));
    await waitFor(() => expect(owners).toEqual(['Ana']));
  });

  test('count where the switch says so, and everything says that they do', async () => {
    const { user } = await openReconciliation(kept(ownCost()));
    const turn = await screen.findByRole('switch', { name: text('own-costs.switch') });
    expect(turn.getAttribute('aria-checked')).toBe('false');
    expect(screen.queryByTestId('own-cost-mark')).toBeNull();
    expect(screen.getByTestId('facts').textContent).not.toContain(text('own-costs.mark'));
    await user.click(turn);
    await waitFor(() => expect(shown('own-costs-amount')).toBe('50'));
    expect(turn.getAttribute('aria-checked')).toBe('true');
    expect(probedSelection().ownCosts).toEqual({ currency: null });
    await waitFor(() => expect(shown('missing-cost-skus')).toBe('0'));
    expect([...PARTS].map((part) => shown(`own-costs-coverage-${part}`))).toEqual([
      '400.00',
      '200.00',
      '0.00',
    ]);
    expect(screen.getByTestId('facts').textContent).toContain(text('own-costs.mark'));
    expect(exportFileName('x', probedSelection())).toBe('cuadra-x-costos-propios.csv');
    expect(exportFileName('x', EVERYTHING)).toBe('cuadra-x.csv');
    // What does not hold in the source's rows is not hidden, nor made, by them.
    goTo('#reconciliation/rows');
    await screen.findByTestId('proof-total');
    await waitFor(() => expect(Number(shown('proof-total'))).toBeGreaterThan(0));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(turn.getAttribute('aria-checked')).toBe('false'));
  });

  test('mark Comercial and Total on a screen of figures, and never Marketplace', async () => {
    const { user } = await openPage({ rows: ROWS, annotations: kept(ownCost()) }, () => (
      <InAccount>
        <OwnCostMarks>
          <PanelScreen />
        </OwnCostMarks>
      </InAccount>
    ));
    await user.click(await screen.findByTestId('own-costs-switch'));
    await waitFor(() => expect(screen.getAllByTestId('own-cost-mark').length).toBeGreaterThan(1));
    const marked = new Set(screen.getAllByTestId('own-cost-mark').map(({ dataset }) => dataset.value));
    expect([...marked].sort()).toEqual(['Costo de Producto', 'Rentabilidad Comercial', 'Rentabilidad Total']);
  });

  test('mark the lines of the result that they move, and no others', async () => {
    // happy-dom lays nothing out: there is room for every line.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const { user } = await openPage({ rows: ROWS, annotations: kept(ownCost()) }, () => (
      <InAccount>
        <OwnCostMarks>
          <FilterBar />
          <Statement />
        </OwnCostMarks>
      </InAccount>
    ));
    const lines = () => [...document.querySelectorAll('[role="rowheader"]')].map((cell) => cell.textContent);
    await user.click(await screen.findByTestId('own-costs-switch'));
    await waitFor(() =>
      expect(lines().filter((line) => line.includes('✱'))).toEqual([
        expect.stringContaining('Costo de Producto'),
        expect.stringContaining('Rentabilidad Comercial'),
        expect.stringContaining('Rentabilidad Total'),
      ]),
    );
    await user.click(screen.getByTestId('own-costs-switch'));
    await waitFor(() => expect(lines().filter((line) => line.includes('✱'))).toEqual([]));
  });

  test('leave what Conciliación tells of the source alone without a mark', async () => {
    const { user } = await openReconciliation(kept(ownCost()));
    await user.click(await screen.findByTestId('own-costs-switch'));
    await screen.findByTestId('own-costs-badge');
    const places = [
      ['exceptions', 'exception.title'],
      ['rows', 'proof.title'],
      ['rates', 'rates.title'],
      ['anomalies', 'anomaly.title'],
      ['close', 'closing.title'],
    ] as const;
    for (const [place, title] of places) {
      goTo(`#reconciliation/${place}`);
      const section = await screen.findByRole('region', { name: text(title) });
      expect(within(section).queryByTestId('own-cost-mark')).toBeNull();
    }
  });

  test('of other days lose them to a new one, which says so before', async () => {
    const { user } = await openReconciliation(
      kept(ownCost({ from: '2020-01-01' as LocalDate, to: null, note: 'viejo' })),
    );
    await enter(user, '9');
    await screen.findByTestId('own-cost-cut');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getAllByTestId('own-cost-of-unit').map(({ dataset }) => dataset.value)).toEqual(['9']),
    );
  });

  test('that could not be kept or taken away say so, and stay as they are', async () => {
    const { user } = await openReconciliation(kept(ownCost({ sku: 'HAS' })), ROWS, {
      writeAnnotations: () => {
        throw new Error('disco lleno');
      },
    });
    const table = async () => within(await screen.findByRole('region', { name: text('own-costs.title') }));
    await user.click((await table()).getByTestId('own-cost-remove'));
    expect(await (await table()).findByRole('alert')).toBeTruthy();
    expect(screen.getAllByTestId('own-cost-line')).toHaveLength(1);
    await enter(user, '12,5{Enter}');
    expect(await within(screen.getByTestId('own-cost-entry')).findByRole('alert')).toBeTruthy();
    expect(screen.getByTestId<HTMLInputElement>('own-cost-amount').value).toBe('12,5');
  });

  test('keep who said them where nobody else is named; a note is kept without the spaces around it', async () => {
    const { user, session } = await openReconciliation(kept(ownCost({ owner: 'Luz', note: 'de antes' })));
    const stored = async () =>
      (await session.data.call.readAnnotations({ kind: 'own-cost' })).map(({ value }) => value);
    await user.click(await screen.findByTestId('own-cost-edit'));
    const note = screen.getByDisplayValue('de antes');
    await user.clear(note);
    await user.type(note, ' de hoy {Enter}');
    await waitFor(async () => expect(await stored()).toMatchObject([{ owner: 'Luz', note: 'de hoy' }]));
    await user.click(await screen.findByTestId('own-cost-edit'));
    await user.type(screen.getByTestId('own-cost-owner'), ' Ana {Enter}');
    await waitFor(async () => expect(await stored()).toMatchObject([{ owner: 'Ana', note: 'de hoy' }]));
  });

  test('beyond twenty are shown by one press, are counted, and say which are of no row', async () => {
    const costs = Array.from({ length: 20 }, (_, at) => ownCost({ sku: `S-${at + 10}`, note: 'caja azul' }));
    const { user } = await openReconciliation(kept(ownCost(), ...costs));
    expect(await screen.findAllByTestId('own-cost-line')).toHaveLength(20);
    const table = within(screen.getByRole('region', { name: text('own-costs.title') }));
    const status = () => table.getByRole('status').textContent;
    expect(status()).toBe(text('own-costs.count', { count: 21, shown: '21' }));
    await user.click(screen.getByTestId('own-costs-search'));
    await user.paste(' AZUL ');
    expect(status()).toBe(text('own-costs.count', { count: 20, shown: '20' }));
    // All that is found is there: of the others none is offered.
    expect(table.queryByRole('button', { name: /Mostrar más/u })).toBeNull();
    await user.clear(screen.getByTestId('own-costs-search'));
    const more = table.getAllByRole('button').at(-1) as HTMLElement;
    await user.click(more);
    expect(screen.getAllByTestId('own-cost-line')).toHaveLength(21);
    expect(more.isConnected).toBe(false);
    const lineOf = (sku: string) =>
      screen.getAllByTestId('own-cost-line').find(({ dataset }) => dataset.value === sku)?.textContent;
    expect(lineOf('LACK')).toContain(text('own-costs.in-use'));
    expect(lineOf('S-10')).toContain(text('own-costs.unused'));
  });

  test('are found by SKU or note, changed and taken away', async () => {
    const { user } = await openReconciliation(
      kept(
        ownCost({ note: 'lista de octubre', cost: '1.250' as Decimal }),
        ownCost({ sku: 'HAS', cost: '8' as Decimal }),
      ),
    );
    expect((await screen.findAllByTestId('own-cost-line')).map(({ dataset }) => dataset.value)).toEqual([
      'HAS',
      'LACK',
    ]);
    // The source has a cost of it: 4 rows of 10 each, against 2 units at 8.
    expect(shown('own-cost-source')).toBe('40.00');
    await user.type(screen.getByTestId('own-costs-search'), 'octubre');
    expect(screen.getAllByTestId('own-cost-line')).toHaveLength(1);
    await user.click(screen.getByTestId('own-cost-edit'));
    // As the user writes numbers: with a point it would be read as a thousand and more.
    expect(screen.getByTestId<HTMLInputElement>('own-cost-amount').value).toBe('1,250');
    await user.clear(screen.getByTestId('own-cost-amount'));
    await user.type(screen.getByTestId('own-cost-amount'), '20{Enter}');
    await waitFor(() => expect(shown('own-cost-of-unit')).toBe('20'));
    await user.click(screen.getByTestId('own-cost-remove'));
    await waitFor(() => expect(screen.queryAllByTestId('own-cost-line')).toEqual([]));
    await user.click(screen.getByTestId('undo-offer'));
    await waitFor(() => expect(shown('own-cost-of-unit')).toBe('20'));
  });
});

const PARTS = ['source', 'own', 'none'] as const;
