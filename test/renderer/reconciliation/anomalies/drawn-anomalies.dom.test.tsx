import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  AnomaliesQuery,
  AnomalousOrder,
  AnomalousOrdersQuery,
  AnomalyGroup,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { laidOut } from '#test/renderer/dom/laid-out.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is odd, read whole over answers that are made: kinds, their channels and orders, dismissing them, and the file of all. */

const D = (value: string) => value as Decimal;
const at = (value: string) => value as LocalDateTime;
const channel = (canal: string, orders: number, amount: string) => ({
  ...{ canal, orders, rows: orders, amount: D(amount) },
});
const GROUPS: readonly AnomalyGroup[] = [
  {
    ...{ kind: 'double-charge', orders: 53, rows: 1060, amount: D('70.5'), dismissed: 2 },
    ...{ firstPurchase: at('2026-09-01 10:00:00'), lastPurchase: at('2026-10-31 11:00:00') },
    channels: [channel('Uno', 1, '60'), channel('', 51, '10'), channel('Dos', 1, '0.125')],
  },
  {
    ...{ kind: 'negative-sale', orders: 0, rows: 0, amount: D('0'), dismissed: 1200 },
    ...{ firstPurchase: null, lastPurchase: null, channels: [] },
  },
  {
    ...{ kind: 'margin', orders: 1, rows: 3, amount: D('8'), dismissed: 0 },
    ...{ firstPurchase: at('2026-09-05 10:00:00'), lastPurchase: at('2026-09-05 23:00:00') },
    channels: [channel('Uno', 1, '8'), channel('Dos', 0, '0')],
  },
];
const odd = (Orden: string, amount: string, more: Partial<AnomalousOrder> = {}): AnomalousOrder => ({
  ...{ key: `k-${Orden}`, evidence: `e-${Orden}`, row: 0, rows: 2, amount: D(amount) },
  ...{ identity: { Orden }, correlationIds: ['c1', 'c2'] },
  cells: {
    ...{ Canal: 'Uno', Cuenta: 'C', Orden, 'Nro. suborden': 'S', 'SKU Producto': 'SKU-1' },
    'Fecha de compra': '2026-09-07 10:11:12',
  },
  parts: [{ reason: 'negative', sale: D('-4.5') }],
  ...more,
});
const CHARGED: AnomalousOrder['parts'] = [
  { reason: 'kept', column: 'Cobro de Envío', charged: D('8'), refunded: D('1.5') },
];
const MARGIN: AnomalousOrder['parts'] = [
  { reason: 'margin', rate: D('-80'), usual: D('21'), rows: 2, history: 42 },
];
const ORDERS: { readonly [kind: string]: readonly AnomalousOrder[] } = {
  'double-charge': [odd('O-2', '60', { parts: CHARGED }), odd('', '10', { rows: 1 })],
  'negative-sale': [],
  margin: [odd('M-1', '8', { parts: MARGIN })],
};

async function open(
  setting: PageSetting = {},
  groups: () => readonly AnomalyGroup[] = () => GROUPS,
  ordersOf: (kind: string) => readonly AnomalousOrder[] | Promise<never> = (kind) => ORDERS[kind] ?? [],
) {
  const queries: unknown[] = [];
  const opened: OpenedOrder[] = [];
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readAnomalies: ({ slot: _, ...query }: AnomaliesQuery & { readonly slot?: string }) => {
          queries.push(query);
          return { revision: 1, groups: groups() };
        },
        readAnomalousOrders: async ({
          slot: _,
          ...query
        }: AnomalousOrdersQuery & { offset: number; limit: number | null; slot?: string }) => {
          queries.push(query);
          const lines = await ordersOf(query.kind);
          return { revision: 1, total: lines.length + 51, offset: query.offset, lines };
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <AnomaliesSection onOpenOrder={(order) => opened.push(order)} />
        </main>
        <SelectionProbe />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('anomaly-group');
  return { ...page, queries, opened };
}
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const ORDERS_OF = {
  ...{ selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS, offset: 0, limit: 50, canal: null },
};

test('kinds read with their orders, days and those that were dismissed; each opens one list at a time', async () => {
  const { user, queries } = await open();
  expect(screen.getByTestId('anomalies').dataset.value).toBe('54');
  expect(readOf(screen.getByTestId('part'))).toEqual([
    'Anomalías',
    'filas que cuadran y aun así llaman la atención[Umbrales][Exportar, Exportar las anomalías, Exportar las anomalías]',
    '2 tipos de anomalía en la selección.',
    'Anomalía | Órdenes | Filas | Monto en juego | Compras | Descartadas',
    '[Cobro doble]el mismo cobro otra vez: en una fila que no vende nada, en otra liquidación, o el doble de su propio desglose | 53 | 1.060 | 70,50 | 01-09-2026 – 31-10-2026 | [2, Ver las descartadas: Cobro doble]',
    'Venta negativalas filas regulares de la orden suman menos que cero: no hay venta que corregir | 0 | 0 | 0 | — | [1.200, Ver las descartadas: Venta negativa]',
    '[Margen fuera de lo usual]la Rentabilidad Total de la fila está lejos de lo que el SKU suele dejar en esa cuenta; una línea por SKU | 1 | 3 | 8,00 | 05-09-2026 | 0',
  ]);
  expect(queries).toEqual([{ selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS }]);
  const orders = () => screen.queryAllByTestId('anomaly-order').map(({ dataset }) => dataset.value);
  const expanded = () =>
    [...document.querySelectorAll('[aria-expanded=true]')].map(({ textContent }) => textContent);
  await user.click(press('Cobro doble'));
  await waitFor(() => expect(orders()).toEqual(['O-2', '']));
  expect(queries.at(-1)).toEqual({ ...ORDERS_OF, kind: 'double-charge', isDismissed: false });
  expect(expanded()).toEqual(['Cobro doble']);
  const opened = () =>
    screen.getAllByTestId('anomaly-order')[0]?.closest('table')?.closest('td') as HTMLElement;
  expect(readOf(opened())).toEqual([
    '[Uno · 1 · 60,00]',
    '[(vacío) · 51 · 10,00]',
    '[Dos · 1 · 0,13]',
    '[Copiar como texto]',
    'Canal | Cuenta | Orden | Nro. suborden | SKU Producto | Fecha de compra | Filas | Monto en juego | ID de solicitud',
    'Uno | C | [O-2] | S | SKU-1 | 07-09-2026 | 2 | 60 | [c1+1, Copiar los 2 ID de solicitud / c1 / c2]',
    'Cobro de Envío: cobrado 8, reembolsado 1,5.[No avisar más, No avisar más de esto mientras sus montos no cambien: O-2]',
    'Uno | C | [Sin número de orden] | S | SKU-1 | 07-09-2026 | 1 | 10 | [c1+1, Copiar los 2 ID de solicitud / c1 / c2]',
    'Las Ventas de la orden suman −4,5.[No avisar más, No avisar más de esto mientras sus montos no cambien: Sin número de orden]',
    '[Mostrar más (51)]',
  ]);
  // Those that were dismissed take its place: of no channel, and without words to copy.
  await user.click(press('2'));
  await waitFor(() =>
    expect(queries.at(-1)).toEqual({ ...ORDERS_OF, kind: 'double-charge', isDismissed: true }),
  );
  await screen.findAllByTestId('anomaly-take-back');
  expect(expanded()).toEqual(['2']);
  expect(readOf(opened()).slice(0, 4)).toEqual([
    'Descartadas tal como están: si sus montos cambian, vuelven a aparecer.',
    'Canal | Cuenta | Orden | Nro. suborden | SKU Producto | Fecha de compra | Filas | Monto en juego | ID de solicitud',
    'Uno | C | [O-2] | S | SKU-1 | 07-09-2026 | 2 | 60 | [c1+1, Copiar los 2 ID de solicitud / c1 / c2]',
    'Cobro de Envío: cobrado 8, reembolsado 1,5.[Volver a avisar, Volver a avisar de O-2]',
  ]);
  expect(screen.getByLabelText('Descartadas: Cobro doble')).toBeDefined();
  await user.click(press('2'));
  expect([orders(), expanded()]).toEqual([[], []]);
  // Of a kind of which nothing else is left, too.
  await user.click(press('1.200'));
  await waitFor(() =>
    expect(queries.at(-1)).toEqual({ ...ORDERS_OF, kind: 'negative-sale', isDismissed: true }),
  );
});

test('one channel’s orders are listed by its press, and all of them by a second; more of them on asking', async () => {
  let groups = GROUPS;
  const { user, queries, opened, commit } = await open({}, () => groups);
  await user.click(press('Cobro doble'));
  const pressed = () =>
    screen
      .getAllByTestId('anomaly-channel')
      .map((each) => each.querySelector('button')?.getAttribute('aria-pressed'));
  await screen.findAllByTestId('anomaly-order');
  const query = { ...ORDERS_OF, kind: 'double-charge', isDismissed: false };
  await user.click(press(/^\(vacío\) · 51/u));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...query, canal: '' }));
  expect(pressed()).toEqual(['false', 'true', 'false']);
  await user.click(press(/^Uno · 1/u));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...query, canal: 'Uno' }));
  await user.click(press(/^Uno · 1/u));
  await waitFor(() => expect(queries.at(-1)).toEqual(query));
  await user.click(press('Mostrar más (51)'));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...query, limit: 100 }));
  await user.click(press('Mostrar más (51)'));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...query, limit: 150 }));
  await user.click(press('Sin número de orden'));
  expect(opened).toMatchObject([{ at: 1, places: 0, orders: [{ order: 'O-2', row: 0 }, { order: '' }] }]);
  // A message has so many of them, of what is chosen.
  await user.click(press(/^Dos · 1/u));
  await user.click(screen.getByTestId('anomaly-copy'));
  await screen.findByText(text('proof.copied'));
  expect(queries.at(-1)).toEqual({ ...query, canal: 'Dos' });
  // A channel that has none by now is no choice: all are listed.
  groups = GROUPS.map((each) => ({ ...each, channels: each.channels.slice(0, 2) }));
  act(() => commit());
  await waitFor(() => expect(screen.getAllByTestId('anomaly-channel')).toHaveLength(2));
  expect(pressed()).toEqual(['false', 'false']);
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ kind: 'double-charge', canal: null }));
});

test('a kind of products names the product that it dismisses, and leads to its orders', async () => {
  const { user } = await open();
  await user.click(press('Margen fuera de lo usual'));
  await screen.findByTestId('anomaly-order');
  expect(screen.getByTestId('anomaly-dismiss').title).toBe(
    'No avisar más de esto mientras sus montos no cambien: SKU-1',
  );
  await user.click(screen.getByTestId('anomaly-dismiss'));
  expect((await screen.findByTestId('undo-line')).textContent).toBe('aviso descartado: SKU-1Deshacer');
  await user.click(press('SKU-1'));
  expect([window.location.hash, probedSelection()]).toEqual([
    '#orders/Ventas',
    { ...EVERYTHING, filters: [{ column: 'SKU Producto', values: ['SKU-1'] }] },
  ]);
});

test('what is dismissed is kept with what it was then, and taken back by its key; either can be undone', async () => {
  const kept = () => session.data.call.readAnnotations({ kind: 'dismissed-anomaly' });
  const { user, session } = await open();
  await user.click(press('Cobro doble'));
  await user.click((await screen.findAllByTestId('anomaly-dismiss'))[1] as HTMLElement);
  await screen.findByTestId('undo-line');
  expect(screen.getByTestId('undo-line').textContent).toEqual(
    'aviso descartado: Sin número de ordenDeshacer',
  );
  expect(await kept()).toMatchObject([{ key: 'k-', value: { evidence: 'e-' } }]);
  await user.click(press('2'));
  await user.click((await screen.findAllByTestId('anomaly-take-back'))[1] as HTMLElement);
  await waitFor(async () => expect(await kept()).toEqual([]));
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toBe(
      `${text('anomaly.undo-take-back', { name: 'Sin número de orden' })}Deshacer`,
    ),
  );
});

test('those of a kind that were dismissed are none of the others: of all channels, and awaited', async () => {
  const asked: AnomalousOrdersQuery[] = [];
  const { user } = await open({
    dataReplies: {
      readAnomalousOrders: (query) => {
        asked.push(query);
        if (query.isDismissed) return new Promise<never>(() => {});
        return { revision: 1, total: 1, offset: 0, lines: ORDERS['double-charge'] ?? [] } as never;
      },
    },
  });
  await user.click(press('Cobro doble'));
  await screen.findAllByTestId('anomaly-order');
  await user.click(press(/^Uno/u));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ canal: 'Uno', isDismissed: false }));
  await user.click(press('2'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ canal: null, isDismissed: true }));
  expect(screen.queryByTestId('anomaly-order')).toBeNull();
  expect(screen.getByText(text('anomaly.loading'))).toBeDefined();
});

test('the orders of another kind are none of this one: they are awaited', async () => {
  const waits = new Promise<never>(() => {});
  const { user } = await open({}, undefined, (kind) => (kind === 'margin' ? waits : (ORDERS[kind] ?? [])));
  await user.click(press('Cobro doble'));
  await screen.findAllByTestId('anomaly-order');
  await user.click(press('Margen fuera de lo usual'));
  expect(screen.queryByTestId('anomaly-order')).toBeNull();
  expect(screen.getByText(text('anomaly.loading'))).toBeDefined();
});

test('what could not be dismissed says so, until it can', async () => {
  let fails = true;
  const { user } = await open({
    dataReplies: {
      writeAnnotations: () => {
        if (fails) throw new Error('the worker is gone');
        return null;
      },
    },
  });
  await user.click(press('Margen fuera de lo usual'));
  await user.click(await screen.findByTestId('anomaly-dismiss'));
  expect((await screen.findByRole('alert')).textContent).toContain('the worker is gone');
  fails = false;
  await user.click(screen.getByTestId('anomaly-dismiss'));
  await screen.findByTestId('undo-line');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the file has every odd order of every kind, whatever is opened, dismissed or narrowed', async () => {
  const exports = takingExports();
  const page = await open(exports.setting);
  await page.user.click(press('Cobro doble'));
  await page.user.click(press(/^\(vacío\) · 51/u));
  const { fileName, content, facts } = await exportBy('Exportar las anomalías', page, exports);
  expect(laidOut(content)).toEqual([
    'Anomalías, 4',
    'Anomalía | Canal | Cuenta | Orden | Nro. suborden | SKU Producto | Fecha de compra [local-datetime] | Filas [count] | Monto en juego [money] | Por qué | correlation_id',
    'Cobro doble | Uno | C | O-2 | S | SKU-1 | 2026-09-07 10:11:12 | 2 | 60 | Cobro de Envío: cobrado 8, reembolsado 1.5. | c1 c2',
    'Cobro doble | Uno | C |  | S | SKU-1 | 2026-09-07 10:11:12 | 1 | 10 | Las Ventas de la orden suman -4.5. | c1 c2',
    'Margen fuera de lo usual | Uno | C | M-1 | S | SKU-1 | 2026-09-07 10:11:12 | 2 | 8 | Margen de -80 % donde el SKU suele dejar 21 % (mediana de 42 ventas); 2 filas así. | c1 c2',
  ]);
  const { offset: _, limit: __, ...query } = ORDERS_OF;
  expect(page.queries.slice(-3)).toEqual(
    ['double-charge', 'negative-sale', 'margin'].map((kind) => ({
      ...query,
      ...{ kind, isDismissed: false, offset: 0, limit: null },
    })),
  );
  expect([fileName, facts.slice(0, 5)]).toEqual([
    'cuadra-lumbre-hogar_anomalias-1mrrj8ku.xlsx',
    [
      'Lumbre Hogar',
      'Todo el período · Fecha de compra',
      'hora local del canal',
      'Sin filtros',
      '20-11-2026 11:22:00 UTC',
    ],
  ]);
});
