import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { OwnCostLine } from '#renderer/data/model/own-costs.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { MissingCost, MissingCostsQuery } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { MissingCostsSection } from '#renderer/reconciliation/costs/screen/missing-costs-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Sales without cost and own costs by themselves: what is asked as the selection changes, and lines alike in all but one thing. */

const D = (value: string) => value as Decimal;
const line = (sku: string, more: Partial<MissingCost> = {}): MissingCost => ({
  ...{ sku, product: 'Mesa', rows: 2, units: D('3'), ventas: D('100.5'), comercial: D('9'), total: D('-8') },
  ...{ estimate: D('40'), basis: 'sku' },
  ...more,
});
const COSTS = {
  ...{
    revision: 1,
    skus: 1202,
    rows: 2400,
    ventas: D('130.50'),
    allVentas: D('1000'),
    coveredVentas: D('870'),
  },
  ...{ estimate: D('52'), estimated: { sku: 2, selection: 0, none: 1200 }, comercial: null },
  total: { most: D('400.5'), likely: D('348') },
  lines: [line('A'), line('B'), line('', { product: null })],
};
const own = (key: string, cost: object, more: Partial<OwnCostLine> = {}): OwnCostLine => ({
  ...{ key, rows: 3, amount: D('30'), sourceRows: 0, sourceAmount: D('0'), ownAmount: D('0') },
  cost: {
    ...{ sku: 'A', currency: null, from: null, to: null, cost: D('12'), note: '', owner: 'Luz', atMs: 0 },
    ...cost,
  },
  ...more,
});
const OWN = [
  own('k1', { to: '2026-09-30' as LocalDate, note: 'Caja ÁZUL' }),
  own('k2', { from: '2026-10-01' as LocalDate, vat: D('19'), cost: D('119') }, { amount: D('30.25') }),
  own('k3', { sku: 'Azul-2', from: '2026-11-01' as LocalDate }),
];
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };

beforeEach(() => {
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({ currency: 'USD', 'reconciliation.costs': 'risk' }),
  );
});

async function open(costs: object = {}, lines: readonly OwnCostLine[] = [], setting: PageSetting = {}) {
  const asked: object[] = [];
  const ofOwn: object[] = [];
  const written: object[] = [];
  let change: (action: SelectionAction) => void = () => {};
  function Shown() {
    const selection = useSelection();
    change = (action) => act(() => selection.change(action));
    return (
      <>
        <MissingCostsSection />
        <SelectionProbe />
      </>
    );
  }
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      ...setting,
      dataReplies: {
        readMissingCosts: ({ slot: _, ...query }: MissingCostsQuery & { readonly slot?: string }) => {
          asked.push(query);
          return { ...COSTS, ...costs } as never;
        },
        readOwnCosts: ({ slot: _, ...query }) => {
          ofOwn.push(query);
          return { revision: 1, coverage: { source: D('0'), own: D('69'), none: D('30.5') }, lines };
        },
        writeAnnotations: (changes) => {
          written.push(changes);
          return null;
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <Shown />
      </InAccount>
    ),
  );
  await screen.findByTestId('missing-cost-said');
  return {
    ...page,
    calls: page.asked,
    asked,
    ofOwn,
    written,
    change: (action: SelectionAction) => change(action),
  };
}
const forms = () => screen.queryAllByTestId('own-cost-entry').map(({ dataset }) => dataset.value);
const facts = () =>
  ['missing-cost-ventas', 'missing-cost-likely-total'].map((id) => screen.getByTestId(id).textContent);

test('what is asked is in the order that was chosen before, of what is selected by now; so is the file', async () => {
  const exports = takingExports();
  const { asked, ofOwn, calls, change, user } = await open({ ventas: D('130') }, [], exports.setting);
  expect(facts()).toEqual(['130,00', '348,00']);
  const selection = {
    ...EVERYTHING,
    scope: { accounts: [{ Canal: 'Otro', Cuenta: 'Dos' }], isExcluded: false },
  };
  expect([asked, ofOwn]).toEqual([
    [{ selection, order: 'risk', limit: 20 }],
    [{ selection, currency: 'USD' }],
  ]);
  change({ type: 'set-filter', column: 'Canal', values: ['Otro'] });
  const filtered = { ...selection, filters: [{ column: 'Canal', values: ['Otro'] }] };
  await waitFor(() =>
    expect([asked.at(-1), ofOwn.at(-1)]).toEqual([
      { selection: filtered, order: 'risk', limit: 20 },
      { selection: filtered, currency: 'USD' },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Ventas' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ selection: filtered, order: 'ventas', limit: 20 }));
  const { fileName } = await exportBy(text('missing-cost.export-title'), { asked: calls }, exports);
  expect(asked.at(-1)).toEqual({ selection: filtered, order: 'ventas', limit: null });
  expect(fileName?.replace(/-[a-z0-9]{8}-/u, '-MARK-')).toBe(
    'cuadra-lumbre-hogar_costos-sin-cargar-otro-MARK-usd.xlsx',
  );
  fireEvent.click(screen.getByTestId('own-costs-template'));
  await waitFor(() => expect(exports.texts).toHaveLength(1));
  expect(asked.at(-1)).toEqual({ selection: filtered, order: 'ventas', limit: null });
});

test('SKUs of one product open each for itself, and close as they are left; amounts have the decimals of all', async () => {
  await open();
  expect(facts()).toEqual(['130,50', '348,00']);
  const captions = [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(captions.filter((each) => /^[\d.]+ SKU: /u.test(each ?? ''))).toEqual([
    '2 SKU: estimado con las otras filas del SKU',
    '1.200 SKU: sin nada con que estimarlo',
  ]);
  const lines = () => screen.getAllByTestId('missing-cost-line');
  expect(lines().map((each) => readOf(each).join(''))).toEqual([
    '[A, Ver las filas sin costo de A] | Mesa | 2 | 100,50 | −8,00 | 40,00 | [Cargar costo, Costo propio de A]',
    '[B, Ver las filas sin costo de B] | Mesa | 2 | 100,50 | −8,00 | 40,00 | [Cargar costo, Costo propio de B]',
    '[(vacío), Ver las filas sin costo de (vacío)] | | 2 | 100,50 | −8,00 | 40,00 |',
  ]);
  expect(screen.getAllByTitle('Mesa')).toHaveLength(2);
  fireEvent.click(within(lines()[1] as HTMLElement).getByTestId('own-cost-enter'));
  expect(forms()).toEqual(['B']);
  expect(screen.getAllByTestId('own-cost-enter').map((each) => each.getAttribute('aria-expanded'))).toEqual([
    'false',
    'true',
  ]);
  fireEvent.click(screen.getByTestId('own-cost-cancel'));
  expect(forms()).toEqual([]);
});

test('own costs of one SKU are edited and taken away each by itself; those that are found stand as in the whole list', async () => {
  const { written } = await open({ skus: 0, lines: [] }, OWN);
  const lines = () => screen.getAllByTestId('own-cost-line').map((each) => readOf(each).join(''));
  await screen.findAllByTestId('own-cost-line');
  const whole = lines();
  expect(whole).toEqual([
    'A | hasta 30-09-2026 | 12,00 | 12,00 | 3 | 30,00 | Vale en esas filas. Caja ÁZUL (Caja ÁZUL) | [Editar][Quitar]',
    'A | desde 01-10-2026 | 119,00 | 100,00 19 % | 3 | 30,25 | Vale en esas filas. | [Editar][Quitar]',
    'Azul-2 | desde 01-11-2026 | 12,00 | 12,00 | 3 | 30,00 | Vale en esas filas. | [Editar][Quitar]',
  ]);
  fireEvent.change(screen.getByTestId('own-costs-search'), { target: { value: ' azul ' } });
  expect(lines()).toEqual([whole[0], whole[2]]);
  fireEvent.change(screen.getByTestId('own-costs-search'), { target: { value: '' } });
  fireEvent.click(screen.getAllByTestId('own-cost-edit')[1] as HTMLElement);
  expect(forms()).toEqual(['A']);
  expect(screen.getByTestId<HTMLInputElement>('own-cost-amount').value).toBe('119');
  fireEvent.click(screen.getByTestId('own-cost-cancel'));
  fireEvent.click(screen.getAllByTestId('own-cost-edit')[2] as HTMLElement);
  expect(forms()).toEqual(['Azul-2']);
  fireEvent.click(screen.getAllByTestId('own-cost-remove')[1] as HTMLElement);
  await waitFor(() => expect(written).toEqual([{ kind: 'own-cost', puts: [], deletes: ['k2'] }]));
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(
      text('own-costs.undo-removed', { sku: 'A' }),
    ),
  );
});

test('of what is asked by risk the file to fill is of the most Ventas first, as the user’s spreadsheet writes', async () => {
  const exports = takingExports();
  const { asked } = await open({ lines: [line('A'), line('B'), line('')] }, [], exports.setting);
  expect(asked.at(-1)).toMatchObject({ order: 'risk' });
  fireEvent.click(screen.getByTestId('own-costs-template'));
  await waitFor(() => expect(exports.texts).toHaveLength(1));
  expect(asked.at(-1)).toMatchObject({ order: 'ventas', limit: null });
  expect(exports.texts[0]?.split(/\r?\n/u).slice(1, 4)).toEqual(['"A";"Mesa";;;;', '"B";"Mesa";;;;', '']);
});

test('the sales with cost are a share of all, and bounds are of all sales; more lines are asked for as often as one likes', async () => {
  const { asked, change } = await open();
  expect(screen.getByTestId('missing-cost-coverage').dataset.value).toBe('87.000000');
  const bounds = screen.getByTestId('missing-cost-likely-total').closest('table') as HTMLElement;
  expect(readOf(bounds).at(-1)).toBe('T Rentabilidad Total | 400,50 | 348,00 | 40,1 | 34,8');
  const limits = () => asked.map((each) => (each as MissingCostsQuery).limit);
  for (const limit of [220, 420]) {
    fireEvent.click(screen.getByRole('button', { name: 'Mostrar más (1.199)' }));
    await waitFor(() => expect(limits().at(-1)).toBe(limit));
  }
  change({ type: 'set-filter', column: 'Canal', values: ['Otro'] });
  fireEvent.click(screen.getByRole('button', { name: '(vacío)' }));
  expect(probedSelection()).toMatchObject({
    filters: [
      { column: 'Canal', values: ['Otro'] },
      { column: 'SKU Producto', values: [''] },
    ],
    numberFilters: [{ column: 'Costo de Producto', from: '0', to: '0' }],
  });
});

test('a cost is entered beside the one that a SKU has, as a new one; two that are open are tried each by itself', async () => {
  const standing = { ...(OWN[0] as OwnCostLine).cost, currency: 'USD' };
  const slots = new Set<string>();
  await open({}, OWN, {
    annotations: [{ kind: 'own-cost', key: 'k', value: standing }] as never,
    dataReplies: {
      readOwnCostTrial: ({ slot }) => {
        slots.add(slot ?? '');
        return { revision: 1, rows: 1, amount: D('1'), before: null, after: null, cut: [] };
      },
    },
  });
  await waitFor(() =>
    expect(
      screen
        .getAllByTestId('missing-cost-line')
        .map((each) => each.textContent?.includes(text('own-costs.has'))),
    ).toEqual([true, false, false]),
  );
  fireEvent.click(screen.getAllByTestId('own-cost-enter')[0] as HTMLElement);
  fireEvent.click(screen.getAllByTestId('own-cost-edit')[0] as HTMLElement);
  const amounts = () => screen.getAllByTestId<HTMLInputElement>('own-cost-amount');
  expect(amounts().map(({ value }) => value)).toEqual(['', '12']);
  for (const amount of amounts()) fireEvent.change(amount, { target: { value: '5' } });
  await waitFor(() => expect(slots.size).toBe(2));
});

test('own costs say whether they count; what could not be taken away says why until the next is; of many more are shown', async () => {
  let isDown = true;
  const many = Array.from({ length: 30 }, (_, at) => own(`m${at}`, { sku: `M-${at}` }));
  const first = [
    own('none', { sku: 'Sin' }, { rows: 0 }),
    own('both', { sku: 'Con' }, { sourceRows: 1200, sourceAmount: D('90.5'), ownAmount: D('80') }),
  ];
  await open({ skus: 0, lines: [] }, [...first, ...many], {
    dataReplies: {
      writeAnnotations: () => {
        if (isDown) throw new Error('disco lleno');
        return null;
      },
    },
  });
  await screen.findAllByTestId('own-cost-line');
  const states = screen
    .getAllByTestId('own-cost-line')
    .slice(0, 3)
    .map((each) => readOf(each).join('').split(' | ').at(-2));
  expect(states).toEqual([
    text('own-costs.unused'),
    `${text('own-costs.source-has', { count: 1200, shown: '1.200' })} 90,50${text('own-costs.yours-was')} 80,00`,
    text('own-costs.in-use'),
  ]);
  const more = () => screen.queryByRole('button', { name: /^Mostrar más/u })?.textContent ?? null;
  expect(more()).toBe('Mostrar más (12)');
  fireEvent.change(screen.getByTestId('own-costs-search'), { target: { value: 'm-1' } });
  expect([screen.getAllByTestId('own-cost-line').length, more()]).toEqual([11, null]);
  fireEvent.change(screen.getByTestId('own-costs-search'), { target: { value: '' } });
  const remove = () => fireEvent.click(screen.getAllByTestId('own-cost-remove')[0] as HTMLElement);
  remove();
  expect((await screen.findByRole('alert')).textContent).toContain('disco lleno');
  isDown = false;
  remove();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar más (12)' }));
  expect(screen.getAllByTestId('own-cost-line')).toHaveLength(32);
});
