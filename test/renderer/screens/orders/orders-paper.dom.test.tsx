import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PrintHead } from '#renderer/app/frame/print-head.tsx';
import { PAPER_REST_MS } from '#renderer/features/paper/paper-lines.ts';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { useOrdersPaper } from '#renderer/screens/orders/orders-paper.tsx';
import { OrdersScreen } from '#renderer/screens/orders/orders-screen.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type Row } from '../../dom/page.tsx';

/** Orders on paper: all of them up to a bound, the first ones with a subtotal beyond it. */

const COUNT = 130;
const ROWS: readonly Row[] = Array.from({ length: COUNT }, (_, at) => ({
  Canal: at % 3 === 0 ? 'Plaza' : 'Tienda',
  Cuenta: 'una',
  Orden: `P-${String(at).padStart(3, '0')}`,
  'Tipo de Dato': 'Regular',
  'Fecha de compra': `2026-10-${String((at % 28) + 1).padStart(2, '0')}T10:00:00.000`,
  'SKU Producto': `S${at % 9}`,
  Ventas: `${at * 10}.25`,
  'Costo de Producto': '1.00',
  'Rentabilidad Total': `${at - 50}.50`,
}));

const print = (step: 'beforeprint' | 'afterprint') => act(async () => window.dispatchEvent(new Event(step)));

/** The cells of a paper line under a column, exact where they are figures. */
function printedUnder(column: string): readonly string[] {
  const table = screen.getByTestId('orders-paper');
  const at = [...table.querySelectorAll('thead th')].findIndex(({ textContent }) => textContent === column);
  return [...table.querySelectorAll<HTMLElement>('tbody tr:not([data-paper])')].map((line) => {
    const cell = line.children[at] as HTMLElement | undefined;
    return cell?.dataset.value ?? cell?.textContent ?? '';
  });
}

/** Holds the table's rest, however long this takes; `rest` lets it have rested. */
function holdRest(): { readonly rest: () => Promise<void> } {
  const held = new Map<unknown, () => void>();
  const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== PAPER_REST_MS) return start(run, ms);
    const timer = Symbol('rest');
    held.set(timer, run);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    if (!held.delete(timer)) stop(timer);
  });
  return {
    rest: async () => {
      await waitFor(() => expect(held.size).toBe(1));
      await act(async () => {
        for (const run of held.values()) run();
      });
    },
  };
}

/** A table of which a screenful is seen: the rest is read for paper. */
async function openOrders(rows = ROWS) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1092);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const page = await openPage({ rows }, () => (
    <InAccount>
      <PrintHead screen="Órdenes" isSelection />
      <OrdersScreen asked={{ column: null, isSorted: false, order: null }} />
    </InAccount>
  ));
  await waitFor(() => expect(document.querySelectorAll('[data-read=true]').length).toBeGreaterThan(5));
  return page;
}

test('every order is printed, once, with the total of all; on the screen there is no such table', async () => {
  const { rest } = holdRest();
  const { questions } = await openOrders();
  expect(screen.queryByTestId('orders-paper')).toBeNull();
  const drawn = document.querySelectorAll('[data-row]').length;
  expect(drawn).toBeLessThan(COUNT);
  const asked = () => questions.filter((name) => name === 'readTableRows').length;
  const before = asked();
  await rest();
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  await print('beforeprint');
  const paper = screen.getByTestId('orders-paper');
  expect([paper.dataset.lines, paper.dataset.total]).toEqual([String(COUNT), String(COUNT)]);
  expect(printedUnder('Orden').toSorted()).toEqual(ROWS.map(({ Orden }) => Orden));
  expect(paper.textContent).toContain('Las 130 órdenes');
  expect(paper.querySelector('[data-paper=subtotal]')).toBeNull();
  const total = [...paper.querySelectorAll<HTMLElement>('[data-paper=total] [data-value]')];
  // 130 orders of 0 to 1,290 in tens, and a quarter each.
  expect(total.map(({ dataset }) => dataset.value)).toContain('83882.50');
  await print('afterprint');
  expect(screen.queryByTestId('orders-paper')).toBeNull();
});

test('asked for before all were read, the first ones are printed, which is said, with their own sums', async () => {
  // It has never been at rest.
  holdRest();
  // The first order is of the first day, and so among the last lines, which are not printed.
  await openOrders(ROWS.map((row, at) => (at === 0 ? { ...row, Ventas: 'n/d' } : row)));
  await print('beforeprint');
  const paper = screen.getByTestId('orders-paper');
  const lines = Number(paper.dataset.lines);
  expect(lines).toBe(100);
  expect(paper.textContent).toContain('100 de 130 órdenes');
  const ventas = printedUnder('Ventas');
  expect(ventas).toHaveLength(lines);
  const cents = ventas.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);
  const subtotal = [...paper.querySelectorAll<HTMLElement>('[data-paper=subtotal] [data-value]')];
  expect(subtotal.map(({ dataset }) => BigInt((dataset.value ?? '').replace('.', '')))).toContain(cents);
  expect(paper.querySelector('[data-paper=subtotal]')?.textContent).toContain('Subtotal de 100');
  // What could not be read is not of the printed ones.
  expect(printedUnder('Ventas')).not.toContain('n/d');
  expect(paper.querySelector('[data-paper=subtotal]')?.textContent).not.toContain('+1');
  expect(paper.querySelector('[data-paper=total]')?.textContent).toContain('+1 ');
});

test('every page says whose figures these are, of which days, under which filters, and of which revision', async () => {
  await openOrders();
  const margin = (place: string) => document.documentElement.style.getPropertyValue(`--page-${place}`);
  // A property of the root is every element's: none changes while one only looks.
  expect(document.documentElement.getAttribute('style') ?? '').not.toContain('--page-');
  await print('beforeprint');
  expect(margin('whose')).toContain('Órdenes');
  expect(margin('days')).toContain('Fecha de compra');
  expect(margin('days')).toContain('hora local del canal');
  expect(margin('filters')).toContain('Sin filtros');
  expect(margin('revision')).toMatch(/Leído hasta 01-04-2026 12:00:00 UTC/);
  await print('afterprint');
  expect(document.documentElement.getAttribute('style') ?? '').not.toContain('--page-');
});

test('on a window of 1400 px at most only what an order comes to stands at the right end; paper has all three', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === '(max-width: 1400px)',
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  await openOrders();
  const atEnd = [...document.querySelectorAll<HTMLElement>('[data-part=head] [data-zone=end] [data-header]')];
  expect(atEnd.map(({ dataset }) => dataset.header ?? '').filter((id) => !id.startsWith('%'))).toEqual([
    'Rentabilidad Total',
  ]);
  await print('beforeprint');
  const printed = [...screen.getByTestId('orders-paper').querySelectorAll('thead th')].map(
    ({ textContent }) => textContent,
  );
  expect(printed).toEqual(
    expect.arrayContaining(['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total']),
  );
  await print('afterprint');
  // Whether it is a sale still stands among what the table opens with.
  expect(document.querySelector('[data-header="Estado de Orden"]')).not.toBeNull();
});

test('is told in orders or in rows, one or many of them; rates of results are headed by their sign, others by their name', () => {
  const styles = { text, formats: formatsOf(DEFAULT_CHOICES), moneyPlaces: 0, shortDates: false, words: {} };
  const source = { readRange: async () => [] } as never;
  const paper = (grouping: 'orders' | 'rows', total: number, head: object | null = null) => {
    const query = { rows: { grouping, columns: ['Ventas', '% Costo Envío'] } };
    const view = { query, total, head, pages: new Map(), revision: 1, stale: false, error: null } as never;
    const { result } = renderHook(() => useOrdersPaper(source, view, styles as never), {
      wrapper: ({ children }) => (
        <TextProvider language="es" columnNames="language">
          {children}
        </TextProvider>
      ),
    });
    return result.current;
  };
  const said = (['orders', 'rows'] as const).flatMap((grouping) =>
    [1, 5].flatMap((total) =>
      [true, false].map((isPart) => paper(grouping, total).remark('1', String(total), isPart)),
    ),
  );
  expect(said).toEqual([
    ...['1 de 1 órdenes, las primeras', '1 orden', '1 de 5 órdenes, las primeras', 'Las 5 órdenes'],
    ...['1 de 1 filas, las primeras', '1 fila', '1 de 5 filas, las primeras', 'Las 5 filas'],
  ]);
  const { header, isAlwaysPrinted, isAsSeen, total, subtotal } = paper('orders', 9, {
    ...{ sums: { Ventas: '100' }, unreadable: { Ventas: 2 } },
  });
  const columns = ['Ventas', '% Costo Envío', 'Rentabilidad Total', '% Rentabilidad Comercial'];
  expect([
    ...[isAsSeen, total, columns.map((id) => header?.({ id, name: `«${id}»` } as never))],
    columns.map((id) => isAlwaysPrinted?.(id)),
  ]).toEqual([
    ...[true, 9, ['«Ventas»', '«% Costo Envío»', '«Rentabilidad Total»', '%']],
    [false, false, true, true],
  ]);
  const line = (sales: string, unreadable: readonly string[] = []) => ({ cells: [sales, '1'], unreadable });
  const sum = subtotal([line('1.5'), line('2'), line('n/d', ['Ventas'])]);
  expect([sum('Ventas'), sum('% Costo Envío')?.value]).toEqual([
    { text: '4', tone: 'plain', value: '3.5', title: '3,5' },
    undefined,
  ]);
});
