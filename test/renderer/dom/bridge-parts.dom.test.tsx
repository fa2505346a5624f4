import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { Bridge, BridgeGroup, BridgeQuery } from '#renderer/reconciliation/bridge/model/bridge.ts';
import { BridgeSection } from '#renderer/reconciliation/bridge/screen/bridge-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What a bridge says, line by line as it is read, over answers that are made. */

const D = (value: string) => value as Decimal;
const days = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
const OCTOBER = days('2026-10-01', '2026-10-31');
const group = (value: string, from: string, to: string, more: Partial<BridgeGroup> = {}): BridgeGroup => ({
  ...{ value, pooled: null, caption: null, from: D(from), to: D(to) },
  parts: { volume: D('-1'), advertising: D('2.5') },
  ...more,
});
const MANY = Array.from({ length: 12 }, (_, at) => group(`S-${at + 1}`, '10', String(20 - at)));
const BRIDGE: Bridge = {
  ...{ revision: 1, scope: 'total', before: days('2026-09-01', '2026-09-30'), after: OCTOBER },
  ...{ rowsBefore: 10, rowsAfter: 12, unitsBefore: D('1500'), unitsAfter: D('2'), pooledProducts: 1200 },
  ...{ from: D('100.00'), to: D('79.75'), unreadable: 1001 },
  parts: {
    ...{ volume: D('-40.00'), mix: D('10.00'), advertising: D('-5.25'), 'product-cost': D('4') },
    ...{ new: D('11'), rest: D('-0.00') },
  },
  groups: {
    Canal: {
      groups: [group('Uno', '60', '50', { caption: null }), group('', '40', '29.75')],
      others: null,
      othersCount: 0,
    },
    Categoría: { groups: [group('Hogar', '100', '79.75', { pooled: 1200 })], others: null, othersCount: 0 },
    'SKU Producto': {
      groups: [{ ...MANY[0], caption: 'Taza' } as BridgeGroup, ...MANY.slice(1)],
      others: group('', '1', '2'),
      othersCount: 30,
    },
  },
};

function Period() {
  const { change } = useSelection();
  return (
    <button type="button" onClick={() => change({ type: 'set-period', period: OCTOBER })}>
      octubre
    </button>
  );
}
async function open(bridge: Partial<Bridge> = {}, setting: PageSetting = {}) {
  const asked: BridgeQuery[] = [];
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readBridge: ({ slot: _, ...query }: BridgeQuery & { readonly slot?: string }) => {
          asked.push(query);
          return { ...BRIDGE, ...bridge };
        },
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <BridgeSection />
        </main>
        <Period />
        <SelectionProbe />
      </InAccount>
    ),
  );
  await page.user.click(screen.getByText('octubre'));
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  await screen.findByTestId('part');
  return { ...page, calls: page.asked, asked };
}
const read = () => readOf(screen.getByTestId('part'));
const partsTable = async () => (await screen.findByTestId('bridge-from')).closest('table') as HTMLElement;
const groupsTable = () => screen.getAllByTestId('bridge-group')[0]?.closest('table') as HTMLElement;

test('a bridge reads from its question to its last group, each figure with its share', async () => {
  const exports = takingExports();
  const { asked, calls } = await open({}, exports.setting);
  await partsTable();
  expect(read()).toEqual([
    'Puente entre períodos',
    'qué llevó la rentabilidad de un período al otro[Exportar, Exportar: Puente entre períodos, Exportar el puente: sus partes y cada canal, categoría y producto][, Guardar imagen: Puente entre períodos, Guardar imagen]',
    '[Marketplace, Rentabilidad Marketplace][Comercial, Rentabilidad Comercial][Total, on, Rentabilidad Total][Período anterior, on][Año anterior][Otros días]',
    '1.001 valores ilegibles no cuentan en el puente.',
    'Octubre bajó 20,25 frente a septiembre en Rentabilidad Total, de 100,00 a 79,75: menos unidades (−40,00), más publicidad (−5,25); en contra, productos que antes no se vendieron (+11,00), mejor mezcla (+10,00); lo demás, +4,00.',
    '[Copiar]',
    'Línea | Barra | Monto | % de la dif.',
    '[Rentabilidad Total, 1–30 sep 2026, Ver las órdenes / 1.500 unidades comparadas] | 100,00 |',
    '[Volumen, Lo que habría cambiado si todos los productos y canales hubieran conservado su parte de las unidades: (U₁ − U₀) × parte media × rentabilidad media por unidad. Las medias son de ambos períodos: el orden no importa. / Ver las órdenes de sep – oct 2026] | | −40,00 | 197,5',
    '[Mezcla de productos y canales, Lo que cambió porque productos y canales se repartieron las unidades de otro modo: (U₀ + U₁) ÷ 2 × (u₁ ÷ U₁ − u₀ ÷ U₀) × rentabilidad media por unidad, por producto y canal. / Ver las órdenes de sep – oct 2026] | | +10,00 | −49,4',
    '[Costo de Producto, Lo que cambió el Costo de Producto por unidad: −(u₀ + u₁) ÷ 2 × (c₁ ÷ u₁ − c₀ ÷ u₀), por producto y canal. / Ver las órdenes de sep – oct 2026] | | +4,00 | −19,8',
    '[Publicidad: cobros, Lo que cambiaron por unidad los cobros de la sección (sin sus reembolsos): −(u₀ + u₁) ÷ 2 × (x₁ ÷ u₁ − x₀ ÷ u₀), por producto y canal. Publicidad. / Ver las órdenes de sep – oct 2026] | | −5,25 | 25,9',
    '[Productos vendidos solo después, Lo que cambió por productos vendidos en el período posterior y no en el anterior: los de 1 % de sus Ventas o más, y los que en su categoría y canal no tienen con qué compararse. / Ver las órdenes de 1–31 oct 2026] | | +11,00 | −54,3',
    'Sin explicar (Lo que la rentabilidad de la API tiene más allá de ingresos, cobros, reembolsos y costo.) | | 0 | 0',
    '[Rentabilidad Total, 1–31 oct 2026, Ver las órdenes / 2 unidades comparadas] | 79,75 |',
    'Diferencia | −20,25 |',
    'Se compara producto por producto en cada canal. 1.200 productos menores (menos de 1 % de las Ventas cada uno) se vendieron en uno solo de los períodos: se comparan juntos por categoría y canal.',
    'Dónde cambió',
    '[Canal][Categoría][SKU Producto, on]',
    'SKU Producto | 1–30 sep 2026 | 1–31 oct 2026 | Diferencia',
    '[S-1 Taza, S-1 · Taza] | 10,00 | 20,00 | +10,00',
    '[S-2] | 10,00 | 19,00 | +9,00',
    '[S-3] | 10,00 | 18,00 | +8,00',
    '[S-4] | 10,00 | 17,00 | +7,00',
    '[S-5] | 10,00 | 16,00 | +6,00',
    '[S-6] | 10,00 | 15,00 | +5,00',
    '[S-7] | 10,00 | 14,00 | +4,00',
    '[S-8] | 10,00 | 13,00 | +3,00',
    '[S-9] | 10,00 | 12,00 | +2,00',
    '[S-10] | 10,00 | 11,00 | +1,00',
    'Los otros 32 | −75,25',
    '[Mostrar 12]',
  ]);
  expect(asked).toMatchObject([
    { scope: 'total', against: 'previous-period', selection: { period: OCTOBER } },
  ]);
  expect([copiedOf(await partsTable()), copiedOf(groupsTable()).slice(0, 3)]).toEqual([
    [
      'Línea | Monto | % de la dif.',
      '1–30 sep 2026 | 100,00 | ',
      'Volumen | -40,00 | 197,5309',
      'Mezcla de productos y canales | 10,00 | -49,3827',
      'Costo de Producto | 4 | -19,7531',
      'Publicidad: cobros | -5,25 | 25,9259',
      'Productos vendidos solo después | 11 | -54,3210',
      'Sin explicar | -0,00 | 0,0000',
      '1–31 oct 2026 | 79,75 | ',
    ],
    ['SKU Producto | 1–30 sep 2026 | 1–31 oct 2026 | Diferencia', 'S-1 | 10 | 20 | 10', 'S-2 | 10 | 19 | 9'],
  ]);
  expect(screen.getByTestId('bridge-others').dataset.value).toBe('-75.25');
  // The workbook has each dimension whole; a file of one table has the parts.
  const name = 'Exportar: Puente entre períodos';
  const book = await exportBy(name, { asked: calls }, exports);
  if (book.content.kind !== 'book') throw new Error('It is a workbook.');
  const tables = book.content.tables.flatMap((each) => (each.kind === 'table' ? [each.table] : []));
  expect(tables.map((table) => laidOut(table).slice(0, 4))).toEqual([
    [
      'Puente entre períodos, 1',
      'Línea | Monto [money] | Qué es',
      'Rentabilidad Total, 1–30 sep 2026 | 100.00 | ',
      'Volumen | -40.00 | Lo que habría cambiado si todos los productos y canales hubieran conservado su parte de las unidades: (U₁ − U₀) × parte media × rentabilidad media por unidad. Las medias son de ambos períodos: el orden no importa.',
    ],
    [
      'Canal, 1',
      'Canal | Producto | 1–30 sep 2026 [money] (100.00) | Volumen [money] (-40.00) | Publicidad: cobros [money] (-5.25) | 1–31 oct 2026 [money] (79.75)',
      'Uno | — | 60 | -1 | 2.5 | 50',
      '(vacío) | — | 40 | -1 | 2.5 | 29.75',
    ],
    [
      'Categoría, 1',
      'Categoría | Producto | 1–30 sep 2026 [money] (100.00) | Volumen [money] (-40.00) | Publicidad: cobros [money] (-5.25) | 1–31 oct 2026 [money] (79.75)',
      'Hogar: 1200 productos de un solo período | — | 100 | -1 | 2.5 | 79.75',
    ],
    [
      'SKU Producto, 1',
      'SKU Producto | Producto | 1–30 sep 2026 [money] (100.00) | Volumen [money] (-40.00) | Publicidad: cobros [money] (-5.25) | 1–31 oct 2026 [money] (79.75)',
      'S-1 | Taza | 10 | -1 | 2.5 | 20',
      'S-2 | — | 10 | -1 | 2.5 | 19',
    ],
  ]);
  expect(tables.slice(1).map(({ lines }) => JSON.stringify(lines[0]?.cells.at(-1)))).toEqual([
    '{"value":"50","formula":{"kind":"sum","columns":[2,3,4]}}',
    '{"value":"79.75","formula":{"kind":"sum","columns":[2,3,4]}}',
    '{"value":"20","formula":{"kind":"sum","columns":[2,3,4]}}',
  ]);
  const alone = await exportBy(name, { asked: calls }, exports, 'csv');
  expect(laidOut(alone.content)).toEqual(laidOut(tables[0] as (typeof tables)[number]));
  expect([book.fileName, alone.fileName, ...book.facts.slice(0, 4)]).toEqual([
    'cuadra-lumbre-hogar_puente-entre-periodos-total-compra-2026-10-01-2026-10-31-tbi7tprq.xlsx',
    'cuadra-lumbre-hogar_puente-entre-periodos-total-compra-2026-10-01-2026-10-31-tbi7tprq.csv',
    'Lumbre Hogar',
    '1–31 oct 2026 · Fecha de compra',
    'hora local del canal',
    'Sin filtros',
  ]);
});

test('all products are shown on asking, and few again', async () => {
  const { user } = await open();
  await partsTable();
  expect(screen.getAllByTestId('bridge-group')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: text('period-bridge.show-more', { count: 12 }) }));
  expect(screen.getAllByTestId('bridge-group')).toHaveLength(12);
  expect(readOf(groupsTable()).at(-1)).toEqual('Los otros 30 | −74,25');
  await user.click(screen.getByRole('button', { name: text('period-bridge.show-less', { count: 10 }) }));
  expect(screen.getAllByTestId('bridge-group')).toHaveLength(10);
});

test('what is not shown of few groups is told in a line by itself, which goes as all are shown', async () => {
  const whole = { groups: MANY, others: null, othersCount: 0 };
  const { user } = await open({ groups: { ...BRIDGE.groups, 'SKU Producto': whole } });
  await partsTable();
  const last = () => readOf(groupsTable()).at(-1);
  expect(last()).toEqual('Los otros 2 | −75,25');
  await user.click(screen.getByRole('button', { name: text('period-bridge.show-more', { count: 12 }) }));
  expect([last(), screen.queryByTestId('bridge-others')]).toEqual(['[S-12] | 10,00 | 9,00 | −1,00', null]);
});

test('a group opens into its parts and the way to its orders, and closes; one of many products has no such way', async () => {
  const { user } = await open();
  await partsTable();
  await user.click(screen.getByTestId('bridge-by-Canal'));
  await user.click(within(groupsTable()).getByRole('button', { name: 'Uno' }));
  expect(readOf(groupsTable())).toEqual([
    'Canal | 1–30 sep 2026 | 1–31 oct 2026 | Diferencia',
    '[Uno, on] | 60,00 | 50,00 | −10,00',
    'Volumen (Lo que habría cambiado si todos los productos y canales hubieran conservado su parte de las unidades: (U₁ − U₀) × parte media × rentabilidad media por unidad. Las medias son de ambos períodos: el orden no importa.) | −1,00',
    'Publicidad: cobros (Lo que cambiaron por unidad los cobros de la sección (sin sus reembolsos): −(u₀ + u₁) ÷ 2 × (x₁ ÷ u₁ − x₀ ÷ u₀), por producto y canal. Publicidad.) | +2,50',
    '[Ver las órdenes, Ver las órdenes de sep – oct 2026]',
    '[(vacío)] | 40,00 | 29,75 | −10,25',
  ]);
  expect(copiedOf(groupsTable())).toEqual([
    'Canal | 1–30 sep 2026 | 1–31 oct 2026 | Diferencia',
    'Uno | 60 | 50 | -10',
    'Volumen |  |  | -1',
    'Publicidad: cobros |  |  | 2,5',
    ' |  |  | ',
    '(vacío) | 40 | 29,75 | -10,25',
  ]);
  await user.click(within(groupsTable()).getByRole('button', { name: text('panel.open-orders') }));
  expect(window.location.hash).toBe('#orders/Rentabilidad%20Total');
  expect([probedSelection().period, probedSelection().filters]).toEqual([
    days('2026-09-01', '2026-10-31'),
    [{ column: 'Canal', values: ['Uno'] }],
  ]);
  await user.click(within(groupsTable()).getByRole('button', { name: 'Uno' }));
  expect(screen.queryByTestId('bridge-group-part')).toBeNull();
  await user.click(screen.getByTestId('bridge-by-Categoría'));
  await user.click(within(groupsTable()).getByRole('button', { name: /^Hogar/u }));
  expect(readOf(groupsTable())).toEqual([
    'Categoría | 1–30 sep 2026 | 1–31 oct 2026 | Diferencia',
    '[Hogar: 1.200 productos de un solo período, on] | 100,00 | 79,75 | −20,25',
    'Volumen (Lo que habría cambiado si todos los productos y canales hubieran conservado su parte de las unidades: (U₁ − U₀) × parte media × rentabilidad media por unidad. Las medias son de ambos períodos: el orden no importa.) | −1,00',
    'Publicidad: cobros (Lo que cambiaron por unidad los cobros de la sección (sin sus reembolsos): −(u₀ + u₁) ÷ 2 × (x₁ ÷ u₁ − x₀ ÷ u₀), por producto y canal. Publicidad.) | +2,50',
  ]);
});

test('either end leads to the orders of its period, and a part to what it is a sum of', async () => {
  const { user } = await open();
  const ends = async (at: number) => within(await partsTable()).getAllByRole('row')[at] as HTMLElement;
  await user.click(within(await ends(1)).getByRole('button'));
  expect([window.location.hash, probedSelection().period]).toEqual([
    '#orders/Rentabilidad%20Total',
    days('2026-09-01', '2026-09-30'),
  ]);
  await user.click(
    within(await ends(-2 + within(await partsTable()).getAllByRole('row').length)).getByRole('button'),
  );
  expect(probedSelection().period).toEqual(OCTOBER);
  await user.click(screen.getByRole('button', { name: text('period-bridge.part.volume') }));
  expect([window.location.hash, probedSelection().period]).toEqual([
    '#orders/Unidades',
    days('2026-09-01', '2026-10-31'),
  ]);
});

test.each<readonly [string, Partial<Bridge>, string | RegExp]>([
  [
    'rows without the column',
    { from: null, to: null },
    text('period-bridge.no-column', { column: 'Rentabilidad Total' }),
  ],
  [
    'rows of the later period without it',
    { to: null },
    text('period-bridge.no-column', { column: 'Rentabilidad Total' }),
  ],
  ['no rows at all', { rowsBefore: 0, rowsAfter: 0, from: null, to: null }, /ninguna fila/iu],
])('of %s it says so, and shows nothing', async (_, part, words) => {
  await open(part);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByTestId('bridge-from')).toBeNull();
  expect(screen.queryByTestId('bridge-sentence')).toBeNull();
});

test('of a period before that has no rows it says so above what it shows; of whole columns it warns of nothing', async () => {
  await open({ rowsBefore: 0, unreadable: 0, pooledProducts: 0 });
  await partsTable();
  expect(screen.getByText('No hay filas de ', { exact: false })).toBeDefined();
  expect(screen.queryByText(/ilegible/u)).toBeNull();
  expect(screen.queryByTestId('bridge-pooled')).toBeNull();
});

test('rows that there are of either period make a bridge, and one value that cannot be read is told', async () => {
  const { view } = await open({ rowsBefore: 0, unreadable: 1 });
  await partsTable();
  expect(read().slice(3, 5)).toEqual([
    'No hay filas de 1–30 sep 2026.',
    'Un valor ilegible no cuenta en el puente.',
  ]);
  view.unmount();
  const gone = await open({ rowsAfter: 0, unreadable: 0, from: D('0'), to: D('0') });
  await partsTable();
  gone.view.unmount();
  // Without the column nothing is written, and without two days in order nothing is told.
  const none = await open({ from: null });
  await screen.findByText(text('period-bridge.no-column', { column: 'Rentabilidad Total' }));
  expect(screen.queryByTestId('export-menu')).toBeNull();
  none.view.unmount();
  const { user } = await open();
  await partsTable();
  await user.click(screen.getByTestId('bridge-against-days'));
  const from = screen.getByTestId('bridge-days-from');
  await user.clear(from);
  await user.type(from, '01-10-2026{Enter}');
  expect(await screen.findByText(text('period-bridge.no-days'))).toBeDefined();
  expect([screen.queryByTestId('bridge-from'), screen.queryByTestId('export-menu')]).toEqual([null, null]);
});

test('its file is named by its currency where it has a name, and ten products are shown without a press', async () => {
  await open(
    {
      groups: {
        ...BRIDGE.groups,
        'SKU Producto': { groups: MANY.slice(0, 10), others: null, othersCount: 0 },
      },
    },
    {
      accounts: {
        accounts: [account({ currencies: { main: 'CLP', own: [] } })],
        ...{ activeId: 'a', keyStorage: 'memory' },
      },
    },
  );
  await partsTable();
  expect(screen.getByTestId('export-menu').getAttribute('aria-label')).toBe(
    'Exportar: Puente entre períodos CLP',
  );
  expect(read().slice(-2)).toEqual(['[S-9] | 10 | 12 | +2', '[S-10] | 10 | 11 | +1']);
});

test('bars lead from one end to the other, each from where the one before it ended', async () => {
  await open();
  const bars = [...(await partsTable()).querySelectorAll<HTMLElement>('td[aria-hidden] i')];
  expect(
    bars.map(
      ({ style }) =>
        `${Number.parseFloat(style.left).toFixed(1)} ${Number.parseFloat(style.width).toFixed(1)}`,
    ),
  ).toEqual(['0.0 100.0', '0.0 25.0', '25.0 10.0', '21.9 13.1', '21.9 27.5', '49.4 0.0']);
});

test('products of one name, told one by one and together, open each by itself, and lead to their value', async () => {
  const { user } = await open({
    groups: {
      ...BRIDGE.groups,
      'SKU Producto': {
        groups: [
          group('Hogar', '1', '2', { caption: 'Taza' }),
          group('Hogar', '3', '5', { pooled: 7, caption: null }),
        ],
        ...{ others: null, othersCount: 0 },
      },
    },
  });
  await partsTable();
  await user.click(within(groupsTable()).getByRole('button', { name: /^Hogar Taza/u }));
  expect(screen.getAllByTestId('bridge-group-part')).toHaveLength(2);
  await user.click(within(groupsTable()).getByRole('button', { name: text('panel.open-orders') }));
  expect(probedSelection().filters).toEqual([{ column: 'SKU Producto', values: ['Hogar'] }]);
});

test('what cannot be copied says so, and that goes with the focus', async () => {
  const { user } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(await screen.findByTestId('bridge-copy'));
  expect(await screen.findByText(text('range.copied-failed'))).toBeDefined();
  await user.tab();
  expect(screen.queryByText(text('range.copied-failed'))).toBeNull();
});

test('days of one’s own begin as those that are shown, and ask again once they are two in order', async () => {
  const { user, asked } = await open();
  await partsTable();
  expect(screen.queryByTestId('bridge-days-from')).toBeNull();
  await user.click(screen.getByTestId('bridge-against-days'));
  await vi.waitFor(() => expect(asked.at(-1)?.against).toEqual(days('2026-09-01', '2026-09-30')));
  const to = screen.getByTestId('bridge-days-to');
  await user.clear(to);
  await user.type(to, '01-09-2026{Enter}');
  await vi.waitFor(() => expect(asked.at(-1)?.against).toEqual(days('2026-09-01', '2026-09-01')));
  // They are one’s own still after another period was looked at.
  await user.click(screen.getByTestId('bridge-against-previous-year'));
  await vi.waitFor(() => expect(asked.at(-1)?.against).toBe('previous-year'));
  await user.click(screen.getByTestId('bridge-against-days'));
  await user.click(screen.getByTestId('bridge-scope-marketplace'));
  await vi.waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ scope: 'marketplace', against: days('2026-09-01', '2026-09-01') }),
  );
  expect(screen.getByTestId('bridge-scope-marketplace').getAttribute('aria-pressed')).toBe('true');
});
