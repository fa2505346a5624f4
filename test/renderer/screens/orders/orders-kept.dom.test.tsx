import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { writtenFile } from '#test/renderer/dom/main-streams.ts';
import { InAccount, openPage, type PageSetting, type Row } from '#test/renderer/dom/page.tsx';
import { buttonOf, grid } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** How the table of Órdenes is kept, asked for and undone; its file; and what it says of a currency that has a name. */

const row = (order: string, day: number, more: Row = {}): Row => ({
  ...{ Canal: 'Plaza', Cuenta: 'una', Orden: order, Comprador: 'Ana', Unidades: '1', Ventas: '100' },
  'Fecha de compra': `2026-10-0${day}T10:00:00.000`,
  ...{ 'Cobro de Envío': '5', 'Cobro de Comisiones': '10' },
  ...more,
});
const ROWS = [row('P-1', 1), row('P-2', 2, { 'Cobro de Envío': '9' }), row('P-3', 3, { Ventas: '-60' })];

type Asked = Parameters<typeof OrdersScreen>[0]['asked'];
let change: ReturnType<typeof useSelection>['change'] = () => {};
function Chooser() {
  const control = useSelection();
  change = (...given) => act(() => control.change(...given));
  return null;
}
async function orders(asked: Partial<Asked> = {}, setting: PageSetting = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const page = await openPage({ rows: ROWS, ...setting }, () => (
    <InAccount>
      <OrdersScreen asked={{ column: null, isSorted: false, order: null, ...asked }} />
      <Chooser />
    </InAccount>
  ));
  await waitFor(() => expect(document.querySelectorAll('[data-read=true]')).toHaveLength(3));
  return page;
}
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-header]')].map(({ dataset }) => dataset.header ?? '');
const head = (name: string) => document.querySelector<HTMLElement>(`[data-header="${name}"]`) as HTMLElement;
const column = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .toSorted((one, other) => Number(one.dataset.row) - Number(other.dataset.row))
    .map((line) => line.querySelector(`[data-column="${name}"]`)?.textContent);
const cell = (at: number, name: string) =>
  document.querySelector<HTMLElement>(`[data-row="${at}"] [data-column="${name}"]`) as HTMLElement;
const screens = () =>
  JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}') as { readonly [part: string]: unknown };
const undo = ({ user }: Awaited<ReturnType<typeof orders>>) => user.keyboard('{Control>}z{/Control}');
const fold = (section: string) =>
  document.querySelector<HTMLElement>(`[aria-label^="${section}:"]`) as HTMLElement;

beforeAll(async () => {
  await import('#renderer/ui/grid/grid-menu.tsx');
}, 60_000);

describe('the table as it was left', () => {
  test('has its columns, its sort and its grouping again; a figure that leads here comes first, and changes neither', async () => {
    const kept = {
      orders: { columns: ['Ventas', 'Orden', 'Canal', 'Nada'], grouping: 'rows' },
      'orders.sort': { column: 'Ventas', direction: 'ascending' },
    };
    writeStored('cuadra.screens.a', kept);
    const own = await orders();
    expect([heads(), column('Ventas')]).toEqual([
      ['Orden', 'Canal', 'Ventas'],
      ['−60', '100', '100'],
    ]);
    expect(head('Ventas').getAttribute('aria-sort')).toBe('ascending');
    own.view.unmount();
    const led = await orders({ column: 'Cobro de Envío', isSorted: true });
    expect([heads(), column('Orden')[0]]).toEqual([['Orden', 'Canal', 'Ventas', 'Cobro de Envío'], 'P-2']);
    expect(screens()).toMatchObject(kept);
    // A press asks for another sort, and leaves the column that one was led to.
    await led.user.click(head('Canal').querySelector('button') as HTMLElement);
    await waitFor(() => expect(head('Canal').getAttribute('aria-sort')).toBe('ascending'));
    expect(screens()).toMatchObject({ ...kept, 'orders.sort': { column: 'Canal', direction: 'ascending' } });
    expect(heads()).toContain('Cobro de Envío');
    led.view.unmount();
    // Led to where it is about a column alone, the lines are as they were sorted.
    await orders({ column: 'Cobro de Envío' });
    expect([heads().at(-1), head('Canal').getAttribute('aria-sort')]).toEqual([
      'Cobro de Envío',
      'ascending',
    ]);
  });

  test('each choice of columns is a step back; rows instead of orders leave the columns as they are', async () => {
    const page = await orders();
    const note = () => screen.queryByText(text('filter.on-rows')) !== null;
    const before = heads();
    expect(note()).toBe(false);
    change({ type: 'set-filter', column: 'Canal', values: ['Plaza'] });
    await waitFor(() => expect(note()).toBe(true));
    const commissions = text('section.commissions');
    await page.user.click(fold(commissions));
    await waitFor(() => expect(heads()).not.toContain('Cobro de Comisiones'));
    const folded = heads();
    expect(folded).toEqual(
      before.filter((name) => !['Cobro de Comisiones', 'Reembolso de Comisiones'].includes(name)),
    );
    await page.user.click(buttonOf(text('orders.by-row')));
    await waitFor(() => expect(screens().orders).toMatchObject({ grouping: 'rows' }));
    expect([heads(), note()]).toEqual([folded, false]);
    fireEvent.contextMenu(head('Unidades'));
    await page.user.click(await screen.findByText(text('column.hide')));
    await waitFor(() => expect(heads()).toEqual(folded.filter((name) => name !== 'Unidades')));
    expect(screens().orders).toMatchObject({ grouping: 'rows' });
    await undo(page);
    await waitFor(() => expect(heads()).toEqual(folded));
    await undo(page);
    await waitFor(() => expect(heads()).toEqual(before));
    // The table is of rows since: that was no choice of columns.
    expect(screens().orders).toEqual({ columns: null, grouping: 'rows' });
    // With the days of another date that one is beside the number.
    change({ type: 'set-period-column', column: 'Fecha de Pago' });
    await waitFor(() => expect(heads().slice(0, 3)).toEqual(['Orden', 'Fecha de Pago', 'Canal']));
  });

  test('is the file’s, column by column, with what is selected and as it is sorted', async () => {
    const wanted: FileContent[] = [];
    const setting: PageSetting = {
      dataStreams: {
        exportTable: async function* ({ content }: { readonly content: FileContent }) {
          wanted.push(content);
          yield { kind: 'begun', lines: 3, revision: 1 };
          return null;
        } as never,
      },
      mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x' }) },
    };
    const page = await orders({}, setting);
    const save = async () => {
      await page.user.click(screen.getByTestId('export-menu'));
      await page.user.click(await screen.findByTestId('export-csv'));
      await screen.findByTestId('export-done');
      await page.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await save();
    // A column that was moved by hand stands in the file where it stands on the screen.
    await page.user.click(head('Ventas').querySelector('button') as HTMLElement);
    await page.user.click(buttonOf(text('orders.by-row')));
    await waitFor(() => expect(column('Ventas')).toEqual(['100', '100', '−60']));
    fireEvent.contextMenu(head('Ventas'));
    await page.user.click(await screen.findByText(text('column.right')));
    await waitFor(() => expect(heads().indexOf('Unidades')).toBe(heads().indexOf('Ventas') - 1));
    const moved = heads();
    change({ type: 'set-filter', column: 'Canal', values: ['Plaza'] });
    await save();
    const files = page.asked.flatMap(({ call, input }) => (call === 'exportFile' ? [input] : []));
    expect(files).toMatchObject([
      { fileName: expect.stringMatching(/_ordenes\.csv$/) },
      { kind: 'end' },
      { fileName: expect.stringMatching(/_filas-plaza-\w+\.csv$/) },
      { kind: 'end' },
    ]);
    const [first, second] = wanted.map((content) => (content.kind === 'rows' ? content : null));
    expect(first).toMatchObject({
      name: text('nav.orders'),
      query: { selection: EVERYTHING, grouping: 'orders', sort: null },
    });
    expect(first?.query.columns.slice(0, 3)).toEqual(['Orden', 'Fecha de compra', 'Canal']);
    expect(second).toEqual({
      kind: 'rows',
      name: text('orders.by-row'),
      query: {
        selection: { ...EVERYTHING, filters: [{ column: 'Canal', values: ['Plaza'] }] },
        grouping: 'rows',
        sort: { column: 'Ventas', direction: 'descending' },
        columns: moved,
      },
    });
  });
});

test('amounts that are covered bound no filter, nor is a buyer told; the total says its currency', async () => {
  writeStored('cuadra.preferences', { hidesAmounts: true });
  writeStored('cuadra.screens.a', {
    orders: { columns: ['Orden', 'Comprador', 'Ventas', 'Unidades'], grouping: 'rows' },
  });
  const currencies = { main: 'CLP', own: [] };
  const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
  const { user } = await orders({}, { accounts });
  const foot = () => document.querySelector('[data-part=foot] [role=rowheader]')?.textContent;
  expect(foot()).toBe(`${text('orders.total-all')} 3 órdenes · CLP`);
  const menuOf = async (name: string) => {
    fireEvent.contextMenu(cell(2, name), { clientX: 60 });
    const menu = await screen.findByTestId('cell-menu');
    const items = within(menu)
      .getAllByRole('menuitem')
      .map((each) => each.dataset.testid);
    const words = menu.textContent;
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('cell-menu')).toBeNull());
    return [items.slice(3), words?.includes('Ana')];
  };
  expect(await menuOf('Ventas')).toEqual([['cell-open'], false]);
  expect(await menuOf('Comprador')).toEqual([['cell-open', 'cell-filter'], false]);
  change({ type: 'search', text: 'P-' });
  await waitFor(() => expect(foot()).toBe(`${text('orders.total-filter')} 3 órdenes · CLP`));
  expect(grid().textContent).not.toContain('Ana');
});

test('a figure of a row is a bound of its own column: what is less than nothing, from it on, and up to it', async () => {
  writeStored('cuadra.screens.a', {
    orders: { columns: ['Orden', 'Comprador', 'Ventas'], grouping: 'rows' },
  });
  const rows = [row('P-1', 1, { Comprador: '' }), row('P-2', 2), row('P-3', 3, { Ventas: '-1234.50' })];
  const { user } = await orders({}, { rows });
  const words = async (at: number, name: string) => {
    fireEvent.contextMenu(cell(at, name), { clientX: 60 });
    const menu = await screen.findByTestId('cell-menu');
    const items = within(menu).getAllByRole('menuitem').slice(4);
    return items.map((each) => each.textContent);
  };
  const close = async () => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('cell-menu')).toBeNull());
  };
  const said = (told: string) => text('cell-menu.filter-number', { column: 'Ventas', words: told });
  expect(await words(1, 'Ventas')).toEqual([said('≥ 100'), said('≤ 100')]);
  await close();
  expect(await words(2, 'Comprador')).toEqual([
    text('cell-menu.filter', { column: 'Comprador', value: text('filter.blank') }),
  ]);
  await close();
  expect(await words(0, 'Ventas')).toEqual([said('< 0'), said('≥ −1.234,50'), said('≤ −1.234,50')]);
  await user.click(screen.getByTestId('cell-filter-at-most'));
  await waitFor(() => expect(column('Orden')).toEqual(['P-3']));
});
