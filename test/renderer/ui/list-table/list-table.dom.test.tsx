import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import type { ComponentProps, ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { OneStopLists } from '#renderer/ui/list-table/one-stop.ts';
import { RowPanel } from '#renderer/ui/list-table/row-panel.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';

/** One list of columns draws a table, sorts it, opens its lines, is copied, and is the table for files. */

type Sale = { readonly order: string; readonly amount: string | null; readonly units: number };

const SALES: readonly Sale[] = [
  { order: 'a', amount: '1234.5', units: 2 },
  { order: 'b', amount: '-0.05', units: 0 },
  { order: 'c', amount: null, units: 7 },
];
const COLUMNS: readonly Column<Sale>[] = [
  {
    id: 'order',
    heading: 'Orden',
    value: ({ order }) => order,
    draw: ({ order }, { isOpen, toggle }) => (
      <Button aria-expanded={isOpen} onClick={toggle}>
        {order}
      </Button>
    ),
  },
  sheetColumn('Canal', () => 'Paris'),
  {
    id: 'amount',
    heading: 'Ventas',
    kind: 'money',
    value: ({ amount }) => amount,
    sort: { title: 'por ventas' },
    total: 'sum',
  },
  { heading: 'Unidades', kind: 'count', value: 'units' },
  { id: 'bar', heading: 'Barra', isHeadingHidden: true, only: 'screen', draw: () => <i /> },
];

const keyOf = ({ order }: Sale) => order;
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <TextProvider language="es" columnNames="language">
    {children}
  </TextProvider>
);
const show = (props: Partial<ComponentProps<typeof ListTable<Sale>>> = {}) =>
  render(<ListTable name="Ventas del día" columns={COLUMNS} rows={SALES} keyOf={keyOf} {...props} />, {
    wrapper,
  });
const figures = () =>
  [...document.querySelectorAll<HTMLElement>('tbody td [data-value]')].map(({ dataset }) => dataset.value);
const button = (name: string) => screen.getByRole('button', { name });

test('an opened line stands beside the list where both have room, and gives the focus back as it closes', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const user = userEvent.setup();
  const columns = COLUMNS.map((each) => (each.heading === 'Unidades' ? { ...each, givesWay: true } : each));
  const below = ({ order }: Sale, { isOpen }: { readonly isOpen: boolean }) =>
    isOpen ? <p>{`de ${order}`}</p> : null;
  const beside = { name: ({ order }: Sale) => `Orden ${order}`, closeName: 'Cerrar', from: 800 };
  const { unmount } = show({ columns, below, beside });
  const opener = button('b');
  await user.click(opener);
  const panel = screen.getByRole('complementary', { name: 'Orden b' });
  expect(within(panel).getByText('de b')).toBeDefined();
  expect(document.activeElement).toBe(panel);
  expect(document.querySelectorAll('[data-below]')).toHaveLength(0);
  expect(document.querySelector('tr[data-opened]')?.textContent).toContain('b');
  expect(screen.queryByRole('columnheader', { name: 'Unidades' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(screen.getByRole('columnheader', { name: 'Unidades' })).toBeDefined();
  unmount();
  show({ columns, below, beside: { ...beside, from: 901 } });
  await user.click(button('b'));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.querySelector('[data-below]')?.textContent).toBe('de b');
});

test('what stands beside the list is closed by Escape alone, once, and by none that something in it took', () => {
  const onClose = vi.fn();
  const outside = vi.fn();
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what is left of a key
    <div onKeyDown={(event) => outside(event.key, event.defaultPrevented)}>
      <RowPanel name="Orden a" closeName="Cerrar" onClose={onClose}>
        <input onKeyDown={(event) => event.preventDefault()} />
      </RowPanel>
    </div>,
    { wrapper },
  );
  const panel = screen.getByRole('complementary', { name: 'Orden a' });
  expect(document.activeElement).toBe(panel);
  fireEvent.keyDown(panel, { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(panel, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(outside.mock.calls).toEqual([
    ['Enter', false],
    ['Escape', true],
    ['Escape', true],
  ]);
  expect(document.activeElement).toBe(opener);
  panel.focus();
  fireEvent.click(screen.getByRole('button', { name: /Cerrar/ }));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(opener);
  opener.remove();
});

test.each([
  ['money', 2, ['1.234,57', '1.234,57']],
  ['money', 0, ['1.235', '1.235']],
  ['points', 2, ['1.234,6', '1.234,6']],
  ['percent', 2, ['1.234,6 %', '1.234,6 %']],
  ['count', 2, ['1.234,567', '1.234,567']],
  ['end', 2, ['1234.567', '']],
  ['text', 2, ['1234.567', '']],
] as const)(
  'figures of a kind have its places, in a line and in the sum: %s of %i',
  (kind, places, shown) => {
    const columns: readonly Column<Sale>[] = [
      { heading: 'Orden', value: 'order' },
      { heading: 'Cifra', id: 'figure', kind, value: 'amount' },
    ];
    show({
      columns,
      places,
      rows: [{ order: 'a', amount: '1234.567', units: 1 }],
      sums: [{ key: 'all', name: 'Todo', isFoot: true, sums: { figure: { value: '1234.567' } } }],
    });
    const cells = [...document.querySelectorAll('tr > td:last-child')];
    expect(cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual(shown);
  },
);

test('draws headings with their scope, and figures with their exact text, in as many places as they need', () => {
  show();
  const heads = within(screen.getByRole('table', { name: 'Ventas del día' })).getAllByRole('columnheader');
  expect(heads.map((head) => [head.textContent, head.getAttribute('scope')])).toEqual(
    ['Orden', 'Ventas', 'Unidades', 'Barra'].map((name) => [name, 'col']),
  );
  expect(figures()).toEqual(['1234.5', '2', '-0.05', '0', '', '7']);
  const shown = [...document.querySelectorAll('tbody td:nth-child(2)')].map((cell) => cell.textContent);
  expect(shown).toEqual(['1.234,50', '−0,05', '—']);
});

test('a line opens by press and by Enter, one at a time, below itself and over all columns', async () => {
  const user = userEvent.setup();
  show({ below: ({ order }, { isOpen }) => (isOpen ? <p>detalle {order}</p> : null) });
  await user.click(button('a'));
  expect(screen.getByText('detalle a').closest('td')?.colSpan).toBe(4);
  button('b').focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('detalle a')).toBeNull();
  expect(button('b').getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('detalle b').closest('tr')?.previousElementSibling).toBe(button('b').closest('tr'));
  await user.keyboard('{Enter}');
  expect(screen.queryByText('detalle b')).toBeNull();
});

test('up and down go to the same control of the next line, past what is open, and stop at the ends', async () => {
  const user = userEvent.setup();
  show({ below: (_, { isOpen }) => (isOpen ? <input type="text" defaultValue="nota" /> : null) });
  await user.click(button('a'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('b'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(button('c'));
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(button('a'));
  // A field keeps its keys.
  screen.getByRole('textbox').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('what opens a menu keeps its keys', async () => {
  const user = userEvent.setup();
  show({
    columns: [
      {
        heading: 'Cuenta',
        value: 'order',
        draw: ({ order }) => <Button aria-haspopup="menu">{order}</Button>,
      },
    ],
  });
  button('a').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('a'));
});

test('decimal places are those of the foot as well', () => {
  show({ rows: [{ order: 'a', amount: '7', units: 1 }], foot: [{ order: 'b', amount: '7.25', units: 1 }] });
  expect([...document.querySelectorAll('td:nth-child(2)')].map(({ textContent }) => textContent)).toEqual([
    '7,00',
    '7,25',
  ]);
});

test('a heading that sorts says how, and asks for its column when it is pressed', async () => {
  const user = userEvent.setup();
  const onSort = vi.fn();
  const { rerender } = show({ onSort });
  const head = () => screen.getByRole('columnheader', { name: /Ventas/ });
  expect(head().getAttribute('aria-sort')).toBe('none');
  expect(screen.getByRole('columnheader', { name: 'Orden' }).hasAttribute('aria-sort')).toBe(false);
  await user.click(screen.getByTitle('por ventas'));
  expect(onSort).toHaveBeenCalledExactlyOnceWith('amount');
  const sort = { by: 'amount', isDescending: true };
  rerender(<ListTable columns={COLUMNS} rows={SALES} keyOf={keyOf} sort={sort} onSort={onSort} />);
  expect(head().getAttribute('aria-sort')).toBe('descending');
});

test('groups have their headings, cells and headings may cover others, and sums stand under their columns', () => {
  const spanning = COLUMNS.map((column): Column<Sale> => {
    if (column.id === 'order') return { ...column, head: { colSpan: 2 } };
    return column.id === 'amount'
      ? { ...column, cell: ({ amount }) => ({ colSpan: amount === null ? 2 : 1 }) }
      : column;
  });
  show({
    columns: spanning,
    groups: [
      { key: 'x', heading: 'Primero', rows: SALES.slice(0, 2) },
      { key: 'y', heading: 'Luego', rows: SALES.slice(2) },
    ],
    foot: [{ order: 'todo', amount: '1234.45', units: 9 }],
    sums: [{ key: 'all', name: 'Suma', sums: { units: { value: '9', testId: 'units-all' } } }],
  });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Orden', 'Unidades', 'Barra']),
  );
  expect([...document.querySelectorAll('[scope=rowgroup]')].map(({ textContent }) => textContent)).toEqual([
    'Primero',
    'Luego',
  ]);
  const cells = [...document.querySelectorAll('tbody tr')].map((line) => line.children.length);
  expect(cells).toEqual([1, 4, 4, 1, 3, 3]);
  expect(screen.getByRole('rowheader', { name: 'Suma' }).getAttribute('colspan')).toBe('2');
  expect(screen.getByTestId('units-all').dataset.value).toBe('9');
  expect(document.querySelector('tfoot')?.textContent).toContain('1.234,45');
});

test('while it waits it has lines of the real height; empty it says so', () => {
  const { rerender } = show({ rows: null, empty: 'nada' });
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(document.querySelectorAll('tbody tr').length).toBeGreaterThan(1);
  rerender(<ListTable columns={COLUMNS} rows={[]} keyOf={keyOf} empty="nada" />);
  expect([screen.queryByRole('table'), screen.getByText('nada').tagName]).toEqual([null, 'P']);
});

test('a long one scrolls in a frame that has its name and is reached by keys', () => {
  show({ frame: { testId: 'frame', total: 90 } });
  const frame = screen.getByRole('region', { name: 'Ventas del día' });
  expect([frame.tabIndex, frame.dataset.value, frame.dataset.testid]).toEqual([0, '90', 'frame']);
  expect(within(frame).getByRole('table').hasAttribute('aria-label')).toBe(false);
});

test('copied with nothing selected it is whole, with all digits; what is selected is copied as ever', () => {
  show();
  const copy = () => {
    const setData = vi.fn();
    fireEvent.copy(button('a'), { clipboardData: { setData } });
    return setData.mock.calls;
  };
  expect(copy()).toEqual([
    ['text/plain', 'Orden\tVentas\tUnidades\r\na\t1.234,5\t2\r\nb\t-0,05\t0\r\nc\t\t7'],
  ]);
  document.getSelection()?.selectAllChildren(screen.getByRole('table'));
  expect(copy()).toEqual([]);
  document.getSelection()?.removeAllRanges();
});

test('what is copied in a field of it, or by somebody else, is theirs', () => {
  show({
    below: () => (
      <>
        <input aria-label="campo" defaultValue="x" />
        <textarea aria-label="nota" defaultValue="y" />
      </>
    ),
  });
  const setData = vi.fn();
  const copy = (element: HTMLElement | undefined) =>
    fireEvent.copy(element as HTMLElement, { clipboardData: { setData } });
  expect(['campo', 'nota'].map((name) => copy(screen.getAllByLabelText(name)[0]))).toEqual([true, true]);
  const taken = button('b');
  taken.addEventListener('copy', (event) => event.preventDefault());
  copy(taken);
  expect(setData).not.toHaveBeenCalled();
  // The table's own is no longer the browser's.
  expect(copy(button('a'))).toBe(false);
  expect(setData).toHaveBeenCalledTimes(1);
});

test('a file has what the screen has, exactly, and what only files have; totals are exact', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
    .map(([units, scale]) => toDecimal({ units, scale }));
  const sale = fc.record({
    order: fc.string({ minLength: 1 }),
    amount: fc.option(amount),
    units: fc.nat(),
  });
  fc.assert(
    fc.property(fc.uniqueArray(sale, { maxLength: 6, selector: keyOf }), (rows) => {
      const { unmount } = render(<ListTable columns={COLUMNS} rows={rows} keyOf={keyOf} />, { wrapper });
      const drawn = figures();
      unmount();
      const file = sheetOf({ name: 'Ventas', columns: COLUMNS, rows, keyColumns: 1 });
      expect(file.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
        ...['Orden text', 'Canal text', 'Ventas money', 'Unidades count'],
      ]);
      const cells = file.lines.map((line) => line.cells.map((cell) => cellText(cell)));
      expect(cells.flatMap(([, , ...written]) => written.map((cell) => cell ?? ''))).toEqual(drawn);
      expect(cells.map(([order, canal]) => [order, canal])).toEqual(rows.map((row) => [row.order, 'Paris']));
      const total = toDecimal(
        sum(rows.flatMap((row) => (row.amount === null ? [] : [fromDecimal(row.amount)]))),
      );
      expect(file.columns[2]?.total).toEqual({ kind: 'sum', value: total });
    }),
    { numRuns: 40 },
  );
});

test('headings that are of the API are drawn by their names, as it spells them in a title and in files', () => {
  const columns: readonly Column<Sale>[] = [
    { heading: 'Canal · Cuenta', value: 'order' },
    { heading: 'Unidades', kind: 'count', value: 'units' },
  ];
  render(
    <TextProvider language="en" columnNames="language">
      <ListTable columns={columns} rows={SALES} keyOf={keyOf} />
    </TextProvider>,
  );
  const headings = screen.getAllByRole('columnheader');
  expect(headings.map(({ textContent, title }) => [textContent, title])).toEqual([
    ['Channel · Account', 'Canal · Cuenta'],
    ['Units', 'Unidades'],
  ]);
  const file = sheetOf({ name: '', columns, rows: SALES, keyColumns: 1 });
  expect(file.columns.map(({ name }) => name)).toEqual(['Canal · Cuenta', 'Unidades']);
});

test('on a screen whose lists are one stop each, Tab leaves a list after one line, which up and down choose', async () => {
  const columns: readonly Column<string>[] = [
    {
      id: 'name',
      heading: 'Nombre',
      value: (row) => row,
      draw: (row) => <button type="button">{row}</button>,
    },
    {
      id: 'more',
      heading: 'Más',
      value: () => null,
      draw: (row) => (row === 'b' ? null : <button type="button">{`más ${row}`}</button>),
    },
  ];
  const list = (isOn: boolean) => (
    <OneStopLists value={isOn}>
      <ListTable columns={columns} rows={['a', 'b', 'c']} keyOf={(row) => row} name="Lista" />
      <button type="button">después</button>
    </OneStopLists>
  );
  const user = userEvent.setup();
  const { rerender } = render(
    <TextProvider language="es" columnNames="language">
      {list(true)}
    </TextProvider>,
  );
  const focused = () => document.activeElement?.textContent;
  screen.getByRole('button', { name: 'a' }).focus();
  await user.tab();
  expect(focused()).toBe('más a');
  await user.tab();
  expect(focused()).toBe('después');
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('b');
  // The line that had the focus is the stop now.
  await user.tab();
  expect(focused()).toBe('después');
  await user.tab({ shift: true });
  expect(focused()).toBe('b');
  // A line further on has what its neighbour lacks.
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(focused()).toBe('a');
  rerender(
    <TextProvider language="es" columnNames="language" key="others">
      {list(false)}
    </TextProvider>,
  );
  screen.getByRole('button', { name: 'a' }).focus();
  await user.tab();
  await user.tab();
  expect(focused()).toBe('b');
});

test('headings that sort are one stop too, left and right lead from one to the next; the foot is among the lines', async () => {
  const sorts = (id: string): Column<string> => ({
    id,
    heading: id,
    value: (row) => row,
    sort: {},
    draw: (row) => (id === 'uno' ? <button type="button">{row}</button> : row),
  });
  const user = userEvent.setup();
  render(
    <TextProvider language="es" columnNames="language">
      <OneStopLists value>
        <ListTable
          columns={[sorts('uno'), sorts('dos')]}
          rows={['a', 'b']}
          foot={['z']}
          keyOf={(row) => row}
          name="Lista"
          onSort={() => undefined}
        />
        <button type="button">después</button>
      </OneStopLists>
    </TextProvider>,
  );
  const focused = () => document.activeElement?.textContent;
  await user.tab();
  expect(focused()).toBe('uno');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('dos');
  await user.tab();
  expect(focused()).toBe('a');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('z');
  await user.tab();
  expect(focused()).toBe('después');
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(focused()).toBe('dos');
});

test('a choice among few is one stop, the chosen one; left and right lead to the others', async () => {
  const user = userEvent.setup();
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
  const changed = vi.fn();
  render(
    <>
      <Segmented label="Cuál" value="b" options={options} onChange={changed} />
      <button type="button">después</button>
    </>,
  );
  await user.tab();
  expect(document.activeElement?.textContent).toBe('b');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(changed).toHaveBeenCalledWith('c');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('después');
});
