import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from '../../dom/page.tsx';
import { buttonOf, exactIn, grid } from '../../dom/shown.ts';

/** The table of Órdenes: its lines and sums, their order, what is chosen of its columns and cells, and an opened order. */

const row = (order: string, day: number, more: Row = {}): Row => ({
  ...{ Canal: 'Plaza', Cuenta: 'una', Orden: order, 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
  'Fecha de compra': `2026-10-0${day}T10:00:00.000`,
  ...{ 'SKU Producto': `S-${order}`, Producto: `Producto ${order}`, Unidades: '1', Ventas: '100' },
  ...{ 'Costo de Producto': '40', 'Cobro de Comisiones': '10', 'Rentabilidad Total': '50' },
  ...more,
});
const ROWS = [
  row('P-1', 1),
  row('P-2', 2, { Ventas: '30.5', 'Rentabilidad Total': '20.25' }),
  row('P-2', 2, { 'SKU Producto': 'S-OTRO', Producto: 'Otro', Ventas: '-7', 'Rentabilidad Total': '-27' }),
  row('P-3', 3, { Canal: 'Tienda', 'Estado de Orden': 'Cancelada', Ventas: '60' }),
];

type Asked = Parameters<typeof OrdersScreen>[0]['asked'];
const NOTHING: Asked = { column: null, isSorted: false, order: null };

async function orders(asked: Partial<Asked> = {}, rows: readonly Row[] = ROWS, lines = 3) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const page = await openPage(
    {
      rows,
      dataReplies: {
        readOrderRows: ({ columns }) => ({
          ...{ revision: revisionShown(), total: 2, offset: 0 },
          lines: rows
            .filter(({ Orden }) => Orden === 'P-2')
            .map((each, at) => ({
              id: `item ${at}`,
              cells: columns.map((column) => each[column] ?? null),
              ...{ rows: 1, unreadable: [], mixed: [], productCostMissing: false },
            })),
        }),
      },
    },
    () => (
      <InAccount>
        <OrdersScreen asked={{ ...NOTHING, ...asked }} />
        <SelectionProbe />
      </InAccount>
    ),
  );
  await waitFor(() => expect(document.querySelectorAll('[data-read=true]')).toHaveLength(lines));
  return page;
}
/** The revision that a page of a few rows stands at. */
const revisionShown = () => Number(document.querySelector<HTMLElement>('[data-revision]')?.dataset.revision);

const cell = (at: number, column: string) =>
  document.querySelector<HTMLElement>(`[data-row="${at}"] [data-column="${column}"]`) as HTMLElement;
const column = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .toSorted((one, other) => Number(one.dataset.row) - Number(other.dataset.row))
    .map((line) => line.querySelector(`[data-column="${name}"]`)?.textContent);
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-header]')].map(({ dataset }) => dataset.header ?? '');
const head = (name: string) => document.querySelector<HTMLElement>(`[data-header="${name}"]`) as HTMLElement;
const footer = () => document.querySelector('footer') as HTMLElement;

beforeAll(async () => {
  await import('#renderer/ui/grid/grid-menu.tsx');
}, 60_000);
beforeEach(() => localStorage.clear());

describe('the lines', () => {
  test('are orders, the newest first, with what they come to; or rows, on a press', async () => {
    const { user } = await orders();
    expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'P-1']);
    expect(column('Ventas')).toEqual(['60,00', '23,50', '100,00']);
    expect(column('Rentabilidad Total')).toEqual(['50,00', '−6,75', '50,00']);
    expect(column('% Rentabilidad Total')).toEqual(['83,3', '−28,7', '50,0']);
    expect(column('Cobro de Comisiones')).toEqual(['10,00', '20,00', '10,00']);
    // The foot adds them up, a rate by its sums.
    const foot = document.querySelector<HTMLElement>('[data-part=foot]');
    expect(foot?.textContent).toContain('Total 3 órdenes');
    const sums = [...(foot?.querySelectorAll<HTMLElement>('[data-value]') ?? [])].map(
      ({ dataset }) => dataset.value,
    );
    expect(sums).toEqual(expect.arrayContaining(['183.5', '93.25']));
    expect(sums.at(-1)).toBe('50.817439');
    expect(exactIn(footer())).toEqual(expect.arrayContaining(['4', '183.5', '93.25']));
    fireEvent.mouseOver(cell(0, 'Orden'));
    expect(cell(0, 'Orden').title).toBe('P-3 · Cancelada');
    fireEvent.mouseOver(cell(1, 'Orden'));
    expect(cell(1, 'Orden').title).toBe('P-2 · 2 filas');
    await user.click(buttonOf(text('orders.by-row')));
    await waitFor(() => expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'P-2', 'P-1']));
    // A loss of its own can be filtered by as such.
    fireEvent.contextMenu(cell(column('Ventas').indexOf('−7,00'), 'Ventas'), { clientX: 60 });
    await user.click(await screen.findByTestId('cell-filter-negative'));
    await waitFor(() => expect(column('Ventas')).toEqual(['−7']));
  });

  test('are sorted by a press on a head: figures by the greatest, texts by A; then the other way; then as before', async () => {
    const { user } = await orders();
    const press = (name: string) => user.click(head(name).querySelector('button') as HTMLElement);
    const sorted = (name: string) => head(name).getAttribute('aria-sort');
    expect(sorted('Fecha de compra')).toBe('descending');
    await press('Ventas');
    await waitFor(() => expect(column('Ventas')).toEqual(['100,00', '60,00', '23,50']));
    expect([sorted('Ventas'), sorted('Fecha de compra')]).toEqual(['descending', 'none']);
    await press('Ventas');
    await waitFor(() => expect(column('Ventas')).toEqual(['23,50', '60,00', '100,00']));
    expect(sorted('Ventas')).toBe('ascending');
    await press('Ventas');
    await waitFor(() => expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'P-1']));
    await press('Canal');
    await waitFor(() => expect(column('Canal')).toEqual(['Plaza', 'Plaza', 'Tienda']));
    expect(sorted('Canal')).toBe('ascending');
  });

  test('come sorted by the figure that led here, its column shown and marked, until another order is asked for', async () => {
    const { user } = await orders(
      { column: 'Cobro de Envío', isSorted: true },
      [row('P-1', 1, { 'Cobro de Envío': '5' }), row('P-2', 2, { 'Cobro de Envío': '9' })],
      2,
    );
    expect(column('Cobro de Envío')).toEqual(['9', '5']);
    expect(head('Cobro de Envío').getAttribute('aria-sort')).toBe('descending');
    expect(head('Cobro de Envío').dataset.marked).toBe('true');
    await user.click(head('Ventas').querySelector('button') as HTMLElement);
    await waitFor(() => expect(head('Cobro de Envío').getAttribute('aria-sort')).toBe('none'));
    expect(heads()).toContain('Cobro de Envío');
  });

  test('open to their rows under them, which count once in a range that holds both', async () => {
    await orders();
    const order = cell(1, 'Orden');
    expect(order.getAttribute('aria-expanded')).toBe('false');
    expect(cell(0, 'Orden').getAttribute('aria-expanded')).toBeNull();
    fireEvent.mouseDown(cell(1, 'Orden'), { clientX: 60 });
    fireEvent.mouseUp(cell(1, 'Orden'));
    fireEvent.keyDown(grid(), { key: ' ' });
    await waitFor(() => expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'S-P-2', 'S-OTRO', 'P-1']));
    expect(order.getAttribute('aria-expanded')).toBe('true');
    expect(column('Ventas')).toEqual(['60,00', '23,50', '30,50', '−7,00', '100,00']);
    fireEvent.mouseDown(cell(0, 'Ventas'), { clientX: 60 });
    fireEvent.mouseDown(cell(4, 'Ventas'), { clientX: 60, shiftKey: true });
    fireEvent.mouseUp(cell(4, 'Ventas'));
    expect((await screen.findByTestId('range-sum')).dataset.value).toBe('183.5');
    expect(screen.getByTestId('range-left-out').textContent).toContain('2');
    expect(screen.getByTestId('range-cells').textContent).toContain('3 celdas');
    // Over several columns it is cells that are counted, those in it as those left out.
    fireEvent.mouseDown(cell(4, 'Cobro de Comisiones'), { clientX: 60, shiftKey: true });
    fireEvent.mouseUp(cell(4, 'Cobro de Comisiones'));
    expect((await screen.findByTestId('range-unlike')).textContent).toBe(text('range.unlike'));
    expect(screen.getByTestId('range-cells').textContent).toBe('3 columnas, 9 celdas');
    expect(screen.getByTestId('range-left-out').textContent).toBe(
      text('range.items-out', { count: 6, shown: '6' }),
    );
    // Without its order, a row's own figures count.
    fireEvent.mouseDown(cell(2, 'Ventas'), { clientX: 60 });
    fireEvent.mouseDown(cell(3, 'Ventas'), { clientX: 60, shiftKey: true });
    fireEvent.mouseUp(cell(3, 'Ventas'));
    await waitFor(() => expect(screen.getByTestId('range-sum').dataset.value).toBe('23.5'));
    expect(screen.queryByTestId('range-left-out')).toBeNull();
    fireEvent.mouseDown(cell(2, 'Orden'), { clientX: 60 });
    fireEvent.mouseUp(cell(2, 'Orden'));
    // From a row to its order, and the order closed.
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' });
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' });
    await waitFor(() => expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'P-1']));
    // Its arrow opens it, and chooses it; the order itself is opened beside the table by its number alone.
    fireEvent.mouseDown(cell(0, 'Ventas'), { clientX: 60 });
    fireEvent.mouseUp(cell(0, 'Ventas'));
    fireEvent.mouseDown(cell(1, 'Orden'), { clientX: 19 });
    fireEvent.click(cell(1, 'Orden'), { clientX: 19 });
    await waitFor(() => expect(column('Orden')).toEqual(['canc.P-3', 'P-2', 'S-P-2', 'S-OTRO', 'P-1']));
    expect([...document.querySelectorAll('[data-row] [aria-selected]')]).toEqual([cell(1, 'Orden')]);
    expect(document.querySelector('aside')).toBeNull();
    fireEvent.click(cell(1, 'Orden'), { clientX: 20 });
    expect(document.querySelector('aside')).not.toBeNull();
  });
});

describe('a range of cells', () => {
  const choose = (from: HTMLElement, to: HTMLElement) => {
    fireEvent.mouseDown(from, { clientX: 60 });
    fireEvent.mouseOver(to);
    fireEvent.mouseUp(to);
  };

  test('has its sum, its average and its number, and is copied as a spreadsheet reads it', async () => {
    const { user } = await orders();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    choose(cell(0, 'Ventas'), cell(1, 'Ventas'));
    expect((await screen.findByTestId('range-sum')).dataset.value).toBe('83.5');
    const said = screen.getByTestId('range-summary').textContent;
    expect(said).toContain('Ventas, 2 celdas');
    expect(said).toContain('41,75');
    await user.click(screen.getByTestId('copy-with-names'));
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
    expect(copied.mock.calls[0]?.[0].split(/\r?\n/).slice(0, 3)).toEqual(['Ventas', '60,0', '23,5']);
    expect((await screen.findByTestId('copied')).textContent).toBe(
      text('range.copied-whole', { shown: '20.000' }),
    );
    // A drag is over once the button is up.
    fireEvent.mouseOver(cell(2, 'Ventas'));
    expect(screen.getByTestId('range-sum').dataset.value).toBe('83.5');
    fireEvent.keyDown(grid(), { key: 'c', ctrlKey: true });
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(2));
    expect(copied.mock.calls[1]?.[0].split(/\r?\n/).slice(0, 2)).toEqual(['60,0', '23,5']);
    // Other cells have not been copied.
    expect(screen.getByTestId('copied')).toBeTruthy();
    fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true });
    await waitFor(() => expect(screen.getByTestId('range-sum').dataset.value).toBe('183.5'));
    expect(screen.queryByTestId('copied')).toBeNull();
    // That it failed is said of these, and of no others.
    copied.mockRejectedValue(new Error('no clipboard'));
    await user.click(screen.getByTestId('copy-with-names'));
    expect((await screen.findByTestId('copied')).textContent).toBe(text('range.copied-failed'));
    fireEvent.keyDown(grid(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByTestId('range-summary')).toBeNull());
    expect(screen.queryByTestId('copied')).toBeNull();
  });

  test('of unlike columns has no sum, which is said; of a single cell nothing is', async () => {
    await orders();
    choose(cell(0, 'Ventas'), cell(2, 'Unidades'));
    expect(await screen.findByTestId('range-unlike')).toBeTruthy();
    expect(screen.queryByTestId('range-sum')).toBeNull();
    expect(screen.getByTestId('range-cells').textContent).toBe('2 columnas, 6 celdas');
    choose(cell(0, 'Ventas'), cell(0, 'Ventas'));
    expect(screen.queryByTestId('range-summary')).toBeNull();
  });
});

describe('the menu of a cell', () => {
  const menuOf = async (at: number, name: string) => {
    fireEvent.contextMenu(cell(at, name), { clientX: 60 });
    const menu = await screen.findByTestId('cell-menu');
    return within(menu)
      .getAllByRole('menuitem')
      .map((each) => each.textContent?.replace(/\s/gu, ' '));
  };

  test('filters by a text, or from and up to a figure of a row; a sum of several is no bound', async () => {
    const { user } = await orders();
    expect((await menuOf(2, 'Canal')).slice(3)).toEqual([
      expect.stringContaining(text('cell-menu.open')),
      text('cell-menu.filter', { column: 'Canal', value: 'Plaza' }),
    ]);
    await user.keyboard('{Escape}');
    expect((await menuOf(1, 'Ventas')).slice(3)).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect((await menuOf(0, 'Ventas')).slice(4)).toHaveLength(2);
    expect(screen.queryByTestId('cell-filter-negative')).toBeNull();
    await user.click(screen.getByTestId('cell-filter-at-least'));
    expect(probedSelection().numberFilters).toEqual([{ column: 'Ventas', from: '60.0', to: null }]);
  });

  test('by its text leaves the orders that hold it', async () => {
    const { user } = await orders();
    await menuOf(0, 'Canal');
    await user.click(screen.getByTestId('cell-filter'));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Tienda'] }]);
    await waitFor(() => expect(document.querySelectorAll('[data-read=true]')).toHaveLength(1));
    expect(document.querySelector('[data-part=foot]')?.textContent).toContain(
      `${text('orders.total-filter')} 1 orden`,
    );
  });
});

describe('an order beside the table', () => {
  const panel = () => document.querySelector('aside');

  test('is the one whose number is pressed; the next one follows; Escape closes it', async () => {
    await orders();
    fireEvent.click(cell(2, 'Orden'), { clientX: 60 });
    await waitFor(() => expect(panel()?.textContent).toContain('P-1'));
    fireEvent.mouseDown(cell(2, 'Orden'), { clientX: 60 });
    fireEvent.mouseUp(cell(2, 'Orden'));
    // The keys go to another row: the panel follows.
    fireEvent.keyDown(grid(), { key: 'ArrowUp' });
    await waitFor(() => expect(panel()?.textContent).toContain('P-2'));
    fireEvent.keyDown(grid(), { key: 'Escape' });
    await waitFor(() => expect(panel()).toBeNull());
    // Closed, it stays so while one walks.
    fireEvent.keyDown(grid(), { key: 'ArrowUp' });
    expect(panel()).toBeNull();
    fireEvent.keyDown(grid(), { key: 'Enter' });
    await waitFor(() => expect(panel()?.textContent).toContain('P-3'));
  });

  test('is opened by its number as soon as it is there', async () => {
    await orders({ order: 'P-3' });
    await waitFor(() => expect(panel()?.textContent).toContain('P-3'));
  });
});

describe('the columns', () => {
  test('are chosen one by one or by section, found by typing, and all as they began at a press', async () => {
    const { user } = await orders();
    expect(heads()).not.toContain('Nro. Paquete');
    await user.click(screen.getByTestId('column-chooser'));
    const chooser = await screen.findByLabelText(text('columns.title'));
    const find = chooser.querySelector('input[type=search]') as HTMLElement;
    fireEvent.change(find, { target: { value: 'paquete' } });
    const boxes = [...chooser.querySelectorAll<HTMLElement>('[role=checkbox]')];
    expect(boxes.map((box) => box.closest('[title]')?.getAttribute('title'))).toEqual(['Nro. Paquete']);
    const count = screen.getByTestId('column-chooser').textContent;
    await user.click(boxes[0] as HTMLElement);
    await waitFor(() => expect(heads()).toContain('Nro. Paquete'));
    expect(screen.getByTestId('column-chooser').textContent).not.toBe(count);
    expect(screen.getByTestId('column-sets').dataset.value).toBe(text('column-set.other'));
    await user.click(chooser.querySelector('[role=checkbox]') as HTMLElement);
    await waitFor(() => expect(heads()).not.toContain('Nro. Paquete'));
    fireEvent.change(find, { target: { value: 'xyzxyz' } });
    expect(chooser.textContent).toContain(text('columns.not-found'));
    // A section’s own press is for those that are found.
    fireEvent.change(find, { target: { value: 'flex' } });
    const section = chooser.querySelector<HTMLElement>(
      `[aria-label="${text('section.shipping')}"]`,
    ) as HTMLElement;
    await user.click(buttonOf(text('columns.all'), section));
    await waitFor(() => expect(heads()).toContain('Cobro Envío Flex'));
    await user.click(buttonOf(text('columns.none'), section));
    await waitFor(() => expect(heads()).not.toContain('Cobro Envío Flex'));
    expect(heads()).toContain('Costo Envío');
    await user.click(buttonOf(text('columns.all'), section));
    await waitFor(() => expect(heads()).toContain('Cobro Envío Flex'));
    await user.click(buttonOf(text('columns.reset'), chooser));
    await waitFor(() => expect(heads()).not.toContain('Cobro Envío Flex'));
  });

  test('have names: those of the app, and one’s own, which are kept, renamed, overwritten and deleted', async () => {
    const { user } = await orders();
    const open = async () => {
      await user.click(screen.getByTestId('column-sets'));
      return screen.findByTestId('column-set-name');
    };
    const named = () => screen.getByTestId('column-sets').dataset.value;
    const press = (name: string) => user.click(buttonOf(name));
    expect(named()).toBe(text('column-set.sections'));
    await open();
    await user.click(screen.getByTitle(text('column-set.essentials')));
    await waitFor(() => expect(named()).toBe(text('column-set.essentials')));
    expect(heads()).toContain('Producto');
    expect(screen.queryByTestId('column-set-name')).toBeNull();
    const input = await open();
    // Without a name nothing is kept.
    await user.click(screen.getByTestId('column-set-save'));
    expect(named()).toBe(text('column-set.essentials'));
    await user.type(input, ' Mías ');
    await user.click(screen.getByTestId('column-set-save'));
    await waitFor(() => expect(named()).toBe('Mías'));
    expect(screen.getByTestId('column-set-save').textContent).toBe(text('column-set.save'));
    await user.type(screen.getByTestId('column-set-name'), 'Mías');
    expect(screen.getByTestId('column-set-save').textContent).toBe(text('column-set.replace'));
    expect(buttonOf(text('column-set.overwrite', { name: 'Mías' }))).toHaveProperty('disabled', true);
    await press(text('column-set.rename-of', { name: 'Mías' }));
    const field = screen.getByLabelText(text('column-set.name'));
    await user.clear(field);
    await user.type(field, 'Otras{Enter}');
    await waitFor(() => expect(named()).toBe('Otras'));
    await press(text('column-set.rename-of', { name: 'Otras' }));
    await user.type(screen.getByLabelText(text('column-set.name')), 'x{Escape}');
    expect(named()).toBe('Otras');
    await press(text('column-set.delete', { name: 'Otras' }));
    await waitFor(() => expect(named()).toBe(text('column-set.essentials')));
    await act(async () => screen.getByTestId('undo-line').querySelector('button')?.click());
    await waitFor(() => expect(named()).toBe('Otras'));
    const undone = () => [
      screen.getByTestId('undo-line').dataset.kind,
      screen.getByTestId('undo-line').textContent,
    ];
    const label = text('column-set.deleted', { name: 'Otras' });
    expect(undone()).toEqual(['undone', text('undo.done', { label })]);
    // A name that stays as it is, is no step.
    await open();
    await press(text('column-set.rename-of', { name: 'Otras' }));
    await user.type(screen.getByLabelText(text('column-set.name')), '{Enter}');
    expect(screen.getByTestId('undo-line').dataset.kind).toBe('undone');
    // Another tab has renamed what is deleted here: it stays as that has it.
    const [key = '', stored = ''] =
      Object.entries(localStorage).find(([, value]) => String(value).includes('"Otras"')) ?? [];
    await press(text('column-set.delete', { name: 'Otras' }));
    localStorage.setItem(key, String(stored).replace('"Otras"', '"Ajenas"'));
    await act(async () => screen.getByTestId('undo-offer').click());
    expect(undone()).toEqual(['changed-since', text('undo.changed-since', { label })]);
  });

  test('of a section fold to its total, and come back as they were', async () => {
    const { user } = await orders();
    const fold = () =>
      document.querySelector<HTMLElement>(`[aria-label^="${text('section.commissions')}:"]`) as HTMLElement;
    expect(heads()).toContain('Cobro de Comisiones');
    expect(fold().getAttribute('aria-expanded')).toBe('true');
    await user.click(fold());
    await waitFor(() => expect(heads()).not.toContain('Cobro de Comisiones'));
    expect(heads()).toContain('Costo de Comisiones');
    expect(fold().getAttribute('aria-expanded')).toBe('false');
    await user.click(fold());
    await waitFor(() => expect(heads()).toContain('Cobro de Comisiones'));
  });
});
