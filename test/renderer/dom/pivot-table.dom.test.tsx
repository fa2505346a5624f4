import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byColumn } from '#renderer/features/dimensions/dimensions.ts';
import type { TableJob } from '#renderer/features/export/export.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ChoiceBar } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import type { PivotLine } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { PivotScreen, useToggled } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import { ProfitabilityScreen } from '#renderer/screens/profitability/profitability-screen.tsx';
import {
  INITIAL_VIEW,
  type PivotView,
  type ProfitabilityView,
} from '#renderer/screens/profitability/state/view-state.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';
import { readOf } from './reading.ts';
import { choiceOf, grid } from './shown.ts';

/** The pivot as a table: its lines, columns and sums, what the bar above makes of it, and the way to the orders of a figure. */

const row = (
  canal: string,
  cuenta: string,
  sku: string,
  day: string,
  figures: readonly [number, number, number],
): Row => {
  const [sales, cost, left] = figures;
  return {
    ...{ Canal: canal, Cuenta: cuenta, 'SKU Producto': sku, Producto: `Nombre de ${sku}` },
    ...{ Orden: `${sku}-${day}`, 'Tipo de Dato': 'Orden', Unidades: '2' },
    'Fecha de compra': `${day}T10:00:00.000`,
    ...{ Ventas: String(sales), 'Costo de Producto': String(cost), 'Rentabilidad Total': String(left) },
  };
};
const ROWS = [
  row('Plaza', 'uno', 'MESA', '2026-10-02', [600, 300, 90]),
  row('Plaza', 'dos', 'SILLA', '2026-10-03', [200, 100, 40]),
  row('Tienda', 'tres', 'MESA', '2026-10-04', [300, 120, 120]),
  row('', 'cuatro', 'CAJA', '2026-10-05', [100, 0, -20]),
  row('Plaza', 'uno', 'MESA', '2026-09-02', [400, 200, 100]),
];
const OCTOBER: Period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };

const MEASURES = ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total', 'orders'];

function Periods() {
  const { change } = useSelection();
  return [OCTOBER, null].map((period) => (
    <button key={String(period)} type="button" onClick={() => change({ type: 'set-period', period })}>
      {period === null ? 'todo' : 'octubre'}
    </button>
  ));
}

const job: { current: () => TableJob | null } = { current: () => null };
function Pivot({ start }: { readonly start: Partial<PivotView> }) {
  const [view, setView] = useState<ProfitabilityView>({
    ...INITIAL_VIEW,
    shows: 'pivot',
    pivot: { ...INITIAL_VIEW.pivot, first: byColumn('Canal'), measures: MEASURES, ...start },
  });
  return (
    <>
      <ChoiceBar view={view} onChange={setView} />
      <PivotScreen view={view.pivot} onChange={(pivot) => setView({ ...view, pivot })} job={job} />
    </>
  );
}

async function opened(screenOf: ReactElement, rows: readonly Row[] = ROWS) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(3000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const page = await openPage({ rows }, () => (
    <InAccount>
      {screenOf}
      <Periods />
      <SelectionProbe />
    </InAccount>
  ));
  await page.user.click(screen.getByText('octubre'));
  return page;
}
async function pivot(start: Partial<PivotView> = {}) {
  const page = await opened(<Pivot start={start} />);
  await waitFor(() => expect(foot()[0]).toBe('1200'));
  return page;
}
type User = Awaited<ReturnType<typeof openPage>>['user'];

/** In a list that is found by typing. */
async function choose(user: User, list: string, value: string) {
  await user.click(screen.getByTestId(list));
  await user.click(
    await waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-choice="${value}"]`);
      if (found === null) throw new Error(`No ${value}.`);
      return found;
    }),
  );
}
async function pick(user: User, menu: string, name: string) {
  await user.click(screen.getByTestId(menu));
  await user.click(await choiceOf(name));
}
const lines = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row][data-testid=pivot-row]')].toSorted(
    (one, other) => Number(one.dataset.row) - Number(other.dataset.row),
  );
const names = () => lines().map((line) => line.querySelector('[data-column=name]')?.textContent);
const column = (id: string) =>
  lines().map((line) => line.querySelector(`[data-column="${id}"]`)?.textContent);
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-header]')].map(({ dataset }) => dataset.header ?? '');
const cell = (at: number, id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${at}"] [data-column="${id}"]`) as HTMLElement;
const titleOf = (element: HTMLElement) => {
  fireEvent.mouseOver(element);
  return element.title.replace(/\s/gu, ' ');
};
const foot = () =>
  [...document.querySelectorAll<HTMLElement>('[data-part=foot] [data-value]')].map(
    ({ dataset }) => dataset.value,
  );
beforeAll(async () => {
  await import('#renderer/features/trend/trend-chart.tsx');
}, 60_000);
beforeEach(() => localStorage.clear());

describe('the pivot as a table', () => {
  test('has a line a group with its exact figures, the greatest first, and the whole at its foot', async () => {
    await pivot();
    expect(column('sum:Ventas')).toEqual(['800', '300', '100']);
    expect(column('sum:Rentabilidad Total')).toEqual(['130', '120', '−20']);
    expect(column('rate:Rentabilidad Total')).toEqual(['16,3', '40,0', '−20,0']);
    expect(column('orders')).toEqual(['2', '1', '1']);
    expect(foot()).toEqual(['1200', '230', '19.166667', '4']);
    expect(document.querySelector('[data-part=foot]')?.textContent).toContain(text('orders.total-filter'));
    expect(titleOf(cell(0, 'rate:Rentabilidad Total'))).toBe('130 ÷ 800 (Rentabilidad Total % de Ventas)');
    expect(screen.getByText(text('groups.count', { count: 3, shown: '3' }))).toBeTruthy();
    // A result whose costs lack says what it may be.
    expect(titleOf(cell(2, 'sum:Rentabilidad Total')).split(' ')[0]).toBe('−20');
    expect(titleOf(cell(2, 'sum:Rentabilidad Total'))).not.toBe('−20');
    expect(titleOf(cell(1, 'sum:Rentabilidad Total'))).toBe('120');
    // Its file is of the same selection and revision, which a later look holds it against.
    const written = job.current();
    const content = typeof written?.content === 'function' ? null : written?.content;
    expect(content).toMatchObject({
      kind: 'table',
      of: {
        selection: { period: OCTOBER },
        totals: { revision: expect.any(Number), rows: 4, sums: { Ventas: '1200' } },
      },
    });
    expect(written?.inCsv).toMatchObject({ kind: 'table' });
    expect(written?.inCsv).not.toHaveProperty('of');
    expect(written?.places).toBe(0);
  });

  test('is sorted by a head, figures by the greatest and names by A, then the other way', async () => {
    const { user } = await pivot();
    const head = (id: string) => document.querySelector<HTMLElement>(`[data-header="${id}"]`) as HTMLElement;
    const press = (id: string) => user.click(head(id).querySelector('button') as HTMLElement);
    expect(head('sum:Ventas').getAttribute('aria-sort')).toBe('descending');
    await press('rate:Rentabilidad Total');
    await waitFor(() => expect(names()).toEqual(['Tienda', 'Plaza', '(vacío)']));
    expect(head('rate:Rentabilidad Total').getAttribute('aria-sort')).toBe('descending');
    await press('rate:Rentabilidad Total');
    await waitFor(() => expect(names()).toEqual(['(vacío)', 'Plaza', 'Tienda']));
    await press('name');
    await waitFor(() => expect(names()).toEqual(['(vacío)', 'Plaza', 'Tienda']));
    expect(head('name').getAttribute('aria-sort')).toBe('ascending');
    await press('name');
    await waitFor(() => expect(names()).toEqual(['Tienda', 'Plaza', '(vacío)']));
  });

  test('opens a group to those within, one or all of them; a name opens, a figure leads to its orders', async () => {
    const { user } = await pivot();
    await choose(user, 'choose-within', 'Cuenta');
    await waitFor(() => expect(cell(0, 'name').getAttribute('aria-expanded')).toBe('false'));
    fireEvent.doubleClick(cell(0, 'name'), { clientX: 60 });
    await waitFor(() => expect(names()).toEqual(['Plaza', 'uno', 'dos', 'Tienda', '(vacío)']));
    expect(column('sum:Ventas')).toEqual(['800', '600', '200', '300', '100']);
    expect(cell(0, 'name').getAttribute('aria-expanded')).toBe('true');
    const all = screen.getByTestId('toggle-all-groups');
    expect([all.getAttribute('aria-pressed'), all.getAttribute('aria-label')]).toEqual([
      'false',
      text('pivot.open-all'),
    ]);
    await user.click(all);
    await waitFor(() =>
      expect(names()).toEqual(['Plaza', 'uno', 'dos', 'Tienda', 'tres', '(vacío)', 'cuatro']),
    );
    const opened = screen.getByTestId('toggle-all-groups');
    expect([opened.getAttribute('aria-pressed'), opened.getAttribute('aria-label')]).toEqual([
      'true',
      text('pivot.close-all'),
    ]);
    // From a line within by the keys to the one that holds it, which they close.
    fireEvent.mouseDown(cell(2, 'name'), { clientX: 60 });
    fireEvent.mouseUp(cell(2, 'name'));
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' });
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' });
    await waitFor(() => expect(names()).toEqual(['Plaza', 'Tienda', 'tres', '(vacío)', 'cuatro']));
    fireEvent.doubleClick(cell(2, 'sum:Rentabilidad Total'), { clientX: 60 });
    expect(probedSelection().filters).toEqual([
      { column: 'Canal', values: ['Tienda'] },
      { column: 'Cuenta', values: ['tres'] },
    ]);
    expect(window.location.hash).toBe('#orders/Rentabilidad%20Total');
  });

  test('across has a column of each group, the whole at the right end, and the way to the orders of a cell', async () => {
    const { user } = await pivot();
    await choose(user, 'choose-columns', 'SKU Producto');
    await waitFor(() => expect(heads()).toContain('sum:Ventas/value/=MESA'));
    expect(column('sum:Ventas/value/=MESA')).toEqual(['600', '300', '0']);
    expect(column('sum:Ventas/value/=CAJA')).toEqual(['0', '0', '100']);
    expect(column('sum:Ventas')).toEqual(['800', '300', '100']);
    expect(heads().at(-1)).toBe('orders');
    expect(document.querySelector<HTMLElement>('[data-header="sum:Ventas/value/=MESA"]')?.title).toMatch(
      /^MESA.*: Ventas$/,
    );
    fireEvent.doubleClick(cell(0, 'sum:Ventas/value/=MESA'), { clientX: 60 });
    expect(probedSelection().filters).toEqual([
      { column: 'Canal', values: ['Plaza'] },
      { column: 'SKU Producto', values: ['MESA'] },
    ]);
  });

  test('compared has by how much each figure differs, in points where it is a rate, good or bad', async () => {
    const { user } = await pivot();
    await pick(user, 'choose-comparison', text('bar.against-previous-period'));
    await waitFor(() => expect(heads()).toContain('sum:Ventas/difference'));
    expect(heads()).toEqual([
      'name',
      ...['sum:Ventas', 'sum:Ventas/difference', 'sum:Ventas/change'],
      ...['sum:Rentabilidad Total', 'sum:Rentabilidad Total/difference', 'sum:Rentabilidad Total/change'],
      ...['rate:Rentabilidad Total', 'rate:Rentabilidad Total/difference'],
      ...['orders', 'orders/difference', 'orders/change'],
    ]);
    expect(column('sum:Ventas/difference')[0]).toBe('+400');
    expect(column('sum:Ventas/change')[0]).toBe('+100,0');
    // 130 of 800 against 100 of 400.
    expect(column('rate:Rentabilidad Total/difference')[0]).toBe('−8,8');
    expect(titleOf(cell(0, 'sum:Ventas/difference'))).toBe('800 − 400');
    expect(screen.getByText(text('pivot.against', { period: '1–30 sep 2026' }))).toBeTruthy();
    await user.click(screen.getByText('todo'));
    expect(await screen.findByText(text('pivot.nothing-to-compare'))).toBeTruthy();
  });

  test('has the measures of one result, or those that were chosen', async () => {
    const { user } = await pivot();
    const pressed = () =>
      ['all', 'marketplace', 'comercial', 'total'].filter(
        (id) => screen.getByTestId(`scope-${id}`).getAttribute('aria-pressed') === 'true',
      );
    expect(pressed()).toEqual(['all']);
    await user.click(screen.getByTestId('scope-comercial'));
    await waitFor(() => expect(heads()).toContain('sum:Rentabilidad Comercial'));
    expect(heads()).not.toContain('sum:Rentabilidad Total');
    expect(pressed()).toEqual(['comercial']);
    await user.click(screen.getByTestId('scope-all'));
    await waitFor(() => expect(heads()).toEqual(['name', ...MEASURES]));
  });

  test('shades its figures on demand, explains the shades, and copies what is chosen', async () => {
    const { user } = await pivot();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const shade = screen.getByTestId('toggle-heat');
    expect(shade.getAttribute('aria-pressed')).toBe('false');
    const before = cell(0, 'sum:Ventas').outerHTML;
    await user.click(shade);
    await waitFor(() => expect(screen.getByTestId('toggle-heat').getAttribute('aria-pressed')).toBe('true'));
    await waitFor(() => expect(cell(0, 'sum:Ventas').outerHTML).not.toBe(before));
    fireEvent.mouseDown(cell(0, 'name'), { clientX: 60 });
    fireEvent.mouseOver(cell(1, 'sum:Ventas'));
    fireEvent.mouseUp(cell(1, 'sum:Ventas'));
    fireEvent.keyDown(grid(), { key: 'c', ctrlKey: true, altKey: true });
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
    expect(copied.mock.calls[0]?.[0].split(/\r?\n/).slice(0, 3)).toEqual([
      ...['Canal\tVentas', 'Plaza\t800', 'Tienda\t300'],
    ]);
  });

  test('begins with a ready-made view, or with the result; the trend stands above on demand', async () => {
    const { user } = await opened(<ProfitabilityScreen />);
    const start = async (choice: string | null) => {
      await user.click(screen.getByTestId('pivot-starts'));
      const items = await screen.findAllByRole('menuitem');
      const found = choice === null ? items[0] : items.find(({ dataset }) => dataset.choice === choice);
      await user.click(found as HTMLElement);
    };
    await start('best-products');
    await waitFor(() => expect(names()[0]).toBe('MESA'));
    expect(screen.getByTestId('choose-rows').dataset.value).toContain('SKU Producto');
    // A product’s name stands beside its number.
    expect(cell(0, 'caption').textContent).toBe('Nombre de MESA');
    await start(null);
    await waitFor(() => expect(screen.getByTestId('choose-rows').dataset.value).toBe('#result'));
    expect(screen.queryByTestId('choose-chart')).toBeNull();
    const trend = screen.getByTestId('toggle-trend');
    await user.click(trend);
    expect(await screen.findByTestId('trend-as-table')).toBeTruthy();
    await user.click(screen.getByTestId('toggle-trend'));
    await waitFor(() => expect(screen.queryByTestId('trend-as-table')).toBeNull());
    await choose(user, 'choose-rows', 'Canal');
    await waitFor(() => expect(within(grid()).getByText('Plaza')).toBeTruthy());
  });
});

test('its file and what stands below it are of the same figures; one press shows all again', async () => {
  const changes: PivotView[] = [];
  const start: PivotView = {
    ...INITIAL_VIEW.pivot,
    ...{ first: byColumn('Canal'), second: byColumn('Cuenta'), open: 'all', against: 'previous-period' },
    measures: ['sum:Ventas'],
  };
  function Held() {
    const [view, setView] = useState(start);
    const change = (next: PivotView) => {
      changes.push(next);
      setView(next);
    };
    return (
      <>
        <PivotScreen view={view} onChange={change} job={job} />
        <button
          type="button"
          onClick={() => setView({ ...view, losing: 'total', against: null, second: null })}
        >
          losing
        </button>
      </>
    );
  }
  // Cents of what it is held against alone.
  const { user } = await opened(<Held />, [
    ...ROWS,
    row('Tienda', 'tres', 'MESA', '2026-09-05', [50.25, 20, 5]),
  ]);
  await waitFor(() => expect(foot()[0]).toBe('1200.00'));
  const below = () =>
    readOf(document.querySelector('footer') as Element).map((line) => line.replace(/\s/gu, ' '));
  type Content = { readonly table: { readonly lines: Iterable<{ readonly cells: readonly unknown[] }> } };
  const linesIn = (content: unknown) =>
    [...(content as Content).table.lines].map(({ cells }) =>
      cells
        .map((cell) =>
          typeof cell === 'object' && cell !== null ? (cell as { value: string }).value : (cell ?? '—'),
        )
        .join(' | '),
    );
  const written = job.current();
  const whole = [
    'Plaza | Subtotal | 800.00 | 400.00 | 100.000000',
    'Plaza | uno | 600.00 | 200.00 | 50.000000',
    'Plaza | dos | 200.00 | 200.00 | —',
    'Tienda | Subtotal | 300.00 | 249.75 | 497.014925',
    'Tienda | tres | 300.00 | 249.75 | 497.014925',
    '(vacío) | Subtotal | 100.00 | 100.00 | —',
    '(vacío) | cuatro | 100.00 | 100.00 | —',
  ];
  const totals = 'Rentabilidad Marketplace— Rentabilidad Comercial— Rentabilidad Total';
  const footLine = () => document.querySelector('[data-part=foot]')?.textContent;
  expect([written?.fileName, written?.places, linesIn(written?.content)]).toEqual([
    'cuadra-rentabilidad-canal-cuenta-compra-2026-10-01-2026-10-31.csv',
    2,
    whole,
  ]);
  expect(linesIn(written?.inCsv)).toEqual([...whole, 'Total | Subtotal | 1200.00 | 749.75 | 166.518601']);
  expect([footLine(), ...below()]).toEqual([
    'Total del filtro1.200,00+749,75+166,5',
    `4 órdenes y 4 filasVentas 1.200,00 ${totals}230,00[De cobros a costos]3 gruposComparado con 1–30 sep 2026Porcentajes: suma sobre suma de Ventas`,
  ]);
  await user.click(screen.getByText('todo'));
  await screen.findByText(text('pivot.nothing-to-compare'));
  expect([job.current()?.fileName, footLine(), ...below()]).toEqual([
    'cuadra-rentabilidad-canal-cuenta.csv',
    'Total1.650,25',
    `6 órdenes y 6 filasVentas 1.650,25 ${totals}335,00[De cobros a costos]3 gruposSin período no hay con qué compararPorcentajes: suma sobre suma de Ventas`,
  ]);
  await user.click(screen.getByText('losing'));
  await screen.findByTestId('pivot-losers');
  expect([job.current()?.fileName, ...linesIn(job.current()?.content), ...below()]).toEqual([
    'cuadra-rentabilidad-canal.csv',
    '(vacío) | 100.00',
    'Otros: 2 | 1550.25',
    `6 órdenes y 6 filasVentas 1.650,25 ${totals}335,00[De cobros a costos]1 con pérdida de 3 [Ver todos]Porcentajes: suma sobre suma de Ventas`,
  ]);
  await user.click(screen.getByTestId('pivot-whole'));
  const { losing: _, ...left } = { ...start, losing: null, second: null, against: null };
  expect(changes).toEqual([left]);
});

test('groups opened by hand are none once all are opened, or the groups are others', () => {
  const line = (first: string, depth: 0 | 1 = 0) => ({ first, depth }) as PivotLine;
  const view: PivotView = { ...INITIAL_VIEW.pivot, first: byColumn('Canal') };
  const { result, rerender } = renderHook((of: PivotView) => useToggled(of), { initialProps: view });
  const toggled = (...lines: readonly PivotLine[]) => {
    for (const each of lines) act(() => result.current.onToggle(each));
    return result.current.toggled;
  };
  expect(toggled(line('Uno'), line('Dos'), line('Uno'), line('Tres', 1))).toEqual(['Dos']);
  rerender({ ...view, heat: true, all: true });
  expect(result.current.toggled).toEqual(['Dos']);
  rerender({ ...view, open: 'all' });
  expect(result.current.toggled).toEqual([]);
  expect(toggled(line('Dos'))).toEqual(['Dos']);
  rerender({ ...view, open: 'all', first: byColumn('Cuenta') });
  expect(result.current.toggled).toEqual([]);
});
