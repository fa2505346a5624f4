import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangesRecord, OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { packValues } from '#renderer/data/engine/changes/kept-values.ts';
import { ChangesScreen } from '#renderer/screens/changes/changes-screen.tsx';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { run } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting, type Row } from './page.tsx';
import { buttonOf, choiceOf, exactIn, grid } from './shown.ts';

/** The list of Cambios, order by order: what each line says, what narrows it, and why it is empty. */

type Side = { readonly ventas: string; readonly rows?: number; readonly state?: string };
type Given = {
  readonly order: string;
  readonly canal?: string;
  readonly day: string;
  readonly was: Side | null;
  readonly is: Side | null;
};
const figures = ({ ventas, rows = 1, state = 'Regular' }: Side) => ({
  rows,
  states: [state],
  payments: ['Pagado'],
  amounts: { Ventas: ventas as Decimal, 'Rentabilidad Total': `-${ventas}` as Decimal },
});
const CHANGES: readonly Given[] = [
  { order: 'N-1', day: '2026-11-02', was: null, is: { ventas: '100.00' } },
  {
    ...{ order: 'C-1', day: '2026-10-03' },
    ...{ was: { ventas: '50.00', state: 'Regular' }, is: { ventas: '45.25', rows: 2, state: 'Devuelta' } },
  },
  { order: 'S-1', canal: 'Tienda', day: '2026-10-05', was: { ventas: '7' }, is: { ventas: '7' } },
  { order: 'X-1', canal: 'Tienda', day: '2026-10-07', was: { ventas: '30' }, is: null },
];
const record: ChangesRecord = {
  runId: 'r1',
  purpose: 'changes',
  windowId: 'w',
  window: {
    field: 'updated_at',
    from: '2026-11-20T00:00:00.000Z' as UtcInstant,
    to: '2026-11-21T00:00:00.000Z' as UtcInstant,
  },
  readAt: '2026-11-20T12:00:00.000Z' as UtcInstant,
  changes: CHANGES.map(
    ({ order, canal = 'Plaza', day, was, is }): OrderChange => ({
      order: JSON.stringify([canal, 'P', order]) as OrderKey,
      purchase: `${day}T10:00:00.000` as LocalDateTime,
      before: was === null ? null : figures(was),
      after: is === null ? null : figures(is),
      ...(was === null || is === null ? {} : { columns: ['Comprador'] }),
      correlationIds: order === 'C-1' ? ['c1', 'c2', 'c3'] : ['c1'],
    }),
  ),
  values: packValues(CHANGES.map(() => [])),
};
const ROWS: readonly Row[] = ['2026-09-10', '2026-11-02'].map((day) => ({
  ...{ Canal: 'Plaza', Cuenta: 'P', Orden: day, 'Fecha de compra': `${day}T10:00:00.000` },
}));

function changes(setting: PageSetting = {}, detail: string | null = null) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  return openPage({ changes: [record], rows: ROWS, ...setting }, () => (
    <InAccount>
      <ChangesScreen detail={detail} />
    </InAccount>
  ));
}
async function all(setting: PageSetting = {}) {
  const page = await changes(setting);
  await page.user.click(await screen.findByText(text('changes.span-all')));
  await waitFor(() => expect(column('Orden')).toHaveLength(4));
  return page;
}
const lines = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row][data-read=true]')].toSorted(
    (one, other) => Number(one.dataset.row) - Number(other.dataset.row),
  );
const column = (name: string) =>
  lines().map((line) => line.querySelector(`[data-column="${name}"]`)?.textContent);
const cell = (at: number, name: string) =>
  document.querySelector<HTMLElement>(`[data-row="${at}"] [data-column="${name}"]`) as HTMLElement;
const count = () => screen.getByTestId('changes-count').dataset.value;
const hasLines = (orders: readonly string[]) =>
  waitFor(() => expect(column('Orden').toSorted()).toEqual(orders.toSorted()));

beforeEach(() => localStorage.clear());

describe('a line', () => {
  test('says what changed, its states, rows and amounts before and after, and where it was read', async () => {
    await all();
    const of = (order: string, name: string) => column(name)[column('Orden').indexOf(order)];
    const told = (order: string) =>
      [
        'change',
        'purchase',
        'Ventas:before',
        'Ventas:after',
        'Ventas:difference',
        'rows:before',
        'rows:after',
      ].map((name) => of(order, name));
    expect(told('N-1')).toEqual(['Nueva', '02-11 10:00', '—', '100,00', '+100,00', '—', '1']);
    expect(told('C-1')).toEqual([
      ...['estado, montos, filas 1 → 2', '03-10 10:00', '50,00', '45,25', '−4,75', '1', '2'],
    ]);
    expect(told('S-1').slice(0, 5)).toEqual(['Comprador', '05-10 10:00', '7,00', '7,00', '0']);
    expect(told('X-1')).toEqual(['Eliminada', '07-10 10:00', '30,00', '—', '−30,00', '1', '—']);
    expect(of('C-1', 'states')).toBe('Regular → Devuelta');
    expect(of('N-1', 'purpose')).toBe('Cambios');
    expect(of('N-1', 'read')).toBe('20-11-2026 12:00');
    expect([of('N-1', 'correlation'), of('C-1', 'correlation')]).toEqual(['c1', 'c1 +2']);
    expect([of('X-1', 'Canal'), of('X-1', 'Cuenta')]).toEqual(['Tienda', 'P']);
    expect(exactIn(document.querySelector('footer'))).toEqual(['4', '65.25', '0', '0', '-65.25']);
    expect(document.querySelector('footer')?.textContent).toContain('Filas 3 → 4');
    const foot = document.querySelector('[data-part=foot]');
    expect(foot?.textContent).toContain('Total 4 órdenes');
    expect(screen.getByTestId('changes-total-Ventas-before').dataset.value).toBe('87.00');
    expect(screen.getByTestId('changes-total-Ventas-after').dataset.value).toBe('152.25');
    expect(screen.getByTestId('changes-total-rows-before').dataset.value).toBe('3');
  });

  test('is sorted by a difference, the greatest first; another press lets it be', async () => {
    const { user } = await all();
    const head = () =>
      document.querySelector<HTMLElement>('[data-header="Ventas:difference"]') as HTMLElement;
    const before = column('Orden');
    await user.click(head().querySelector('button') as HTMLElement);
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    await waitFor(() => expect(column('Orden')[0]).toBe('N-1'));
    expect(column('Orden')).not.toEqual(before);
    await user.click(head().querySelector('button') as HTMLElement);
    await waitFor(() => expect(column('Orden')).toEqual(before));
    // What was cannot be sorted by: its head holds its menu alone.
    expect(document.querySelectorAll('[data-header="Ventas:before"] button')).toHaveLength(1);
  });

  test('has an amount’s before and after folded away, leaving the difference', async () => {
    const { user } = await all();
    const fold = document.querySelector<HTMLElement>('[aria-label^="Ventas:"]') as HTMLElement;
    expect(fold.title).toBe(text('changes.fold'));
    await user.click(fold);
    await waitFor(() => expect(document.querySelector('[data-header="Ventas:before"]')).toBeNull());
    expect(document.querySelector('[data-header="Ventas:difference"]')).not.toBeNull();
    expect(document.querySelector<HTMLElement>('[aria-label^="Ventas:"]')?.title).toBe(
      text('changes.unfold'),
    );
  });

  test('opens beside the list, is stepped from, copied and closed', async () => {
    await all();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const orders = column('Orden');
    fireEvent.click(cell(1, 'Orden'), { clientX: 60 });
    const details = await screen.findByTestId('change-details');
    const panel = details.closest('aside, [role=complementary]') as HTMLElement;
    expect(panel.textContent).toContain(orders[1]);
    // From further down, upwards: not the first lines of the list.
    fireEvent.mouseDown(cell(3, 'Ventas:after'), { clientX: 60 });
    fireEvent.mouseOver(cell(2, 'Ventas:difference'));
    fireEvent.mouseUp(cell(2, 'Ventas:difference'));
    fireEvent.keyDown(grid(), { key: 'c', ctrlKey: true, altKey: true });
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
    const [names, ...rows] = (copied.mock.calls[0]?.[0] ?? '').split(/\r?\n/);
    expect(names).toBe('Ventas: Ahora\tVentas: Diferencia');
    expect(rows.filter((row) => row !== '')).toEqual(
      [2, 3].map((at) =>
        ['Ventas:after', 'Ventas:difference']
          .map((name) => cell(at, name).dataset.value?.replace('.', ',') ?? cell(at, name).textContent)
          .join('\t'),
      ),
    );
    const step = async (name: 'order.next' | 'order.previous', to: number) => {
      fireEvent.click(buttonOf(text(name), panel));
      await waitFor(() => expect(panel.textContent).toContain(orders[to]));
    };
    await step('order.next', 2);
    await step('order.previous', 1);
    await step('order.previous', 0);
    // It stays what it is while the lines move below it.
    const told = () => screen.getByTestId('change-details').textContent;
    const before = told();
    const sort = document.querySelector('[data-header="Ventas:difference"] button') as HTMLElement;
    fireEvent.click(sort);
    await waitFor(() => expect(column('Orden')[0]).not.toBe(orders[0]));
    expect([panel.textContent?.includes(orders[0] ?? '?'), told()]).toEqual([true, before]);
    fireEvent.keyDown(grid(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByTestId('change-details')).toBeNull());
  });
});

describe('the list', () => {
  const choose = async (user: Awaited<ReturnType<typeof all>>['user'], menu: string, name: string) => {
    await user.click(screen.getByTestId(menu));
    await user.click(await choiceOf(name));
  };

  test('is narrowed by kind, by channel, by month, to those that differ; and all of it comes back', async () => {
    const wanted: unknown[] = [];
    const { user, asked } = await all({
      dataStreams: {
        exportTable: async function* (job: unknown) {
          wanted.push(job);
          yield { kind: 'begun', lines: 1, revision: 1 };
          return null;
        } as never,
      },
      mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x' }, () => undefined) },
    });
    const kind = (name: string) => screen.getByTestId(`changes-kind-${name}`);
    expect(['new', 'changed', 'removed'].map((name) => kind(name).dataset.value)).toEqual(['1', '2', '1']);
    expect(screen.queryByTestId('changes-clear')).toBeNull();
    expect(kind('new').getAttribute('aria-pressed')).toBe('true');
    await user.click(kind('new'));
    await hasLines(['C-1', 'S-1', 'X-1']);
    expect(kind('new').getAttribute('aria-pressed')).toBe('false');
    expect(count()).toBe('3');
    await user.click(screen.getByTestId('changes-only-different'));
    await hasLines(['C-1', 'X-1']);
    expect(screen.getByTestId('changes-only-different').getAttribute('aria-pressed')).toBe('true');
    await choose(user, 'changes-canal', 'Tienda');
    await hasLines(['X-1']);
    // What is written is what is listed.
    await user.click(screen.getByTestId('export-menu'));
    await user.click(await screen.findByTestId('export-xlsx'));
    await waitFor(() => expect(wanted).toHaveLength(1));
    const facts = [
      { name: 'Período', value: 'Todos los cambios registrados' },
      { name: 'Filtros', value: 'Cambiadas, Eliminadas · Canal: Tienda · Con diferencia' },
    ];
    expect(wanted[0]).toMatchObject({
      format: { facts: expect.arrayContaining(facts) },
      content: {
        ...{ kind: 'changes', name: 'Cambios' },
        query: {
          ...{ canal: 'Tienda', group: null, grouping: 'news', kinds: ['changed', 'removed'], month: null },
          ...{ onlyDifferent: true, runId: null, scope: null, search: '', since: null, sort: null },
        },
      },
    });
    expect(asked.find(({ call }) => call === 'exportFile')?.input).toEqual({
      fileName: expect.stringContaining('cambios'),
    });
    await user.click(screen.getByTestId('changes-clear'));
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
    await choose(user, 'changes-month', text('changes.month-of', { month: 'oct 2026' }));
    await hasLines(['C-1', 'S-1', 'X-1']);
    await choose(user, 'changes-month', text('changes.month-any'));
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
  });

  test('is as it was before at Ctrl+Z', async () => {
    const { user } = await all();
    await user.click(screen.getByTestId('changes-kind-new'));
    await hasLines(['C-1', 'S-1', 'X-1']);
    await user.keyboard('{Control>}z{/Control}');
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
  });

  test('is looked through by number; where nothing is found, one press brings all back', async () => {
    const { user } = await all();
    await user.click(screen.getByPlaceholderText(text('changes.search')));
    await user.paste('c-1');
    await user.keyboard('{Enter}');
    await hasLines(['C-1']);
    await user.clear(screen.getByPlaceholderText(text('changes.search')));
    await user.paste('nada');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text('changes.none-filtered'))).toBeTruthy();
    await user.click(screen.getByText(text('empty.clear')));
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
  });

  const RUNS = { total: 1, noted: 0, runs: [run({ runId: 'r9', purpose: 'changes' })] };

  test('of the last sync says when that was and that it changed nothing, with the ways on', async () => {
    const { user } = await changes({ dataReplies: { readRuns: () => RUNS } });
    expect(
      (await screen.findByText(/^La última sincronización \(.*11:23.*\) no cambió ninguna orden$/)).tagName,
    ).toBe('B');
    await user.click(screen.getByText(text('changes.see-week')));
    const day = await screen.findByTestId('changes-since');
    const before = new Date();
    before.setDate(before.getDate() - 7);
    const two = (part: number) => String(part).padStart(2, '0');
    expect(day.dataset.value).toBe(
      `${before.getFullYear()}-${two(before.getMonth() + 1)}-${two(before.getDate())}`,
    );
    expect(screen.queryByText(text('changes.see-week'))).toBeNull();
    await user.click(await screen.findByTestId('changes-see-all'));
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
  });

  test('of one run, of what was read since, of what is selected: each is said, and can be let go of', async () => {
    const { user, view } = await changes({ dataReplies: { readRuns: () => RUNS } }, 'run/r1');
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
    expect(screen.getAllByText(text('changes.of-run'))).toHaveLength(2);
    await user.click(buttonOf(text('changes.of-run-remove')));
    await waitFor(() => expect(screen.queryAllByText(text('changes.of-run'))).toEqual([]));
    view.unmount();
    localStorage.clear();
    const since = await changes({}, 'after/2026-11-20T11:00:00.000Z/selection');
    await hasLines(['N-1', 'C-1', 'S-1', 'X-1']);
    expect(
      screen.getByText(/^Leídos después del 20-11-2026 11:00:00 UTC$/, { selector: 'span' }),
    ).toBeTruthy();
    expect(screen.getByTestId('changes-of-selection')).toBeTruthy();
    await since.user.click(buttonOf(text('changes.of-selection-remove')));
    await waitFor(() => expect(screen.queryByTestId('changes-of-selection')).toBeNull());
    expect(screen.getByText(/^Leídos después del/, { selector: 'span' })).toBeTruthy();
    await since.user.click(buttonOf(text('changes.read-after-clear')));
    await waitFor(() => expect(screen.queryAllByText(/^Leídos después del/)).toEqual([]));
  });

  test('says that nothing has been read yet, or that it cannot be read, which can be tried again', async () => {
    const { view } = await changes({ changes: [], rows: [] });
    expect(await screen.findByText(text('changes.none-yet'))).toBeTruthy();
    view.unmount();
    let fails = true;
    const { user } = await changes({
      dataReplies: {
        readRuns: () => {
          if (fails) throw new Error('roto');
          return { total: 0, noted: 0, runs: [] };
        },
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text('changes.failed'));
    fails = false;
    await user.click(buttonOf(text('sync.retry'), alert));
    expect(await screen.findByText(text('changes.none-yet'))).toBeTruthy();
  });
});
