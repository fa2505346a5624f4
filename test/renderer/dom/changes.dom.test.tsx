import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { orderHistory } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord, OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import type { OrderDifference } from '#renderer/data/model/changes.ts';
import { seenSchema } from '#renderer/features/changes/since-seen.ts';
import { ChangeDetails } from '#renderer/screens/changes/change-details.tsx';
import { ChangesScreen } from '#renderer/screens/changes/changes-screen.tsx';
import { changesSums } from '#renderer/screens/changes/changes-table.tsx';
import { DataQualityMark } from '#renderer/screens/panel/data-quality-mark.tsx';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { choiceOf, linesOf } from './shown.ts';

/** The Cambios screen over a log of a few orders: what they come to in groups, and what one of them tells. */

type View = {
  readonly order: string;
  readonly canal?: string;
  readonly day: string;
  readonly was: string | null;
  readonly is: string;
  readonly values?: readonly ColumnChange[];
};

const figures = (ventas: string) => ({
  rows: 1,
  states: ['Regular'],
  payments: ['Pagado'],
  amounts: { Ventas: ventas as Decimal, 'Rentabilidad Total': ventas as Decimal },
});
const record = (purpose: WindowPurpose, views: readonly View[]): ChangesRecord => ({
  runId: 'r',
  purpose,
  windowId: purpose,
  window: {
    field: 'updated_at',
    from: '2026-11-20T00:00:00.000Z' as UtcInstant,
    to: '2026-11-21T00:00:00.000Z' as UtcInstant,
  },
  readAt: '2026-11-20T12:00:00.000Z' as UtcInstant,
  changes: views.map(
    ({ order, canal = 'Plaza', day, was, is, values = [] }): OrderChange => ({
      order: JSON.stringify([canal, 'P', order]) as OrderKey,
      purchase: `${day}T10:00:00.000` as LocalDateTime,
      before: was === null ? null : figures(was),
      after: figures(is),
      ...(was === null ? {} : { columns: ['Ventas', ...values.map(({ column }) => column), 'Producto'] }),
      correlationIds: ['c'],
    }),
  ),
  values: packValues(views.map(({ values = [] }) => values)),
});
const changes = [
  record('changes', [
    { order: 'N-1', day: '2026-11-02', was: null, is: '100.00' },
    {
      order: 'C-1',
      day: '2026-10-03',
      was: '50.00',
      is: '45.00',
      values: [
        { column: 'Costo de Producto', before: ['0.00'], after: ['20.00'] },
        { column: 'Unidades', before: ['2'], after: ['3'] },
      ],
    },
  ]),
  record('reread', [
    {
      order: 'R-1',
      day: '2026-10-05',
      was: '10.00',
      is: '11.50',
      values: [{ column: 'Comprador', before: ['Ana', null], after: ['Eva'] }],
    },
  ]),
];

beforeEach(() => localStorage.clear());

async function opened(setting: Partial<PageSetting> = {}) {
  const page = await openPage({ changes, ...setting }, () => (
    <InAccount>
      <ChangesScreen detail={null} />
    </InAccount>
  ));
  await page.user.click(await screen.findByText(text('changes.span-all')));
  await screen.findByTestId('changes-groups');
  return page;
}

const exactOf = (id: string) => screen.getByTestId(id).dataset.value;
/** By its place, not by its role: who looks for a role looks at the whole page. */
const buttonOf = (id: string) => screen.getByTestId(id).querySelector('button') as HTMLElement;
const rowsOf = () =>
  [...screen.getByTestId('changes-groups').querySelectorAll<HTMLElement>('tbody tr')].map(
    (row) => row.dataset.testid,
  );

test('new orders stand apart from known ones that changed, each with sums of its own; a group opens its orders', async () => {
  const { user } = await opened();
  await waitFor(() => expect(rowsOf()).toEqual(['changes-group-new', 'changes-group-restated']));
  expect(exactOf('changes-group-new-orders')).toBe('1');
  expect(exactOf('changes-group-new-Ventas')).toBe('100.00');
  expect(exactOf('changes-group-restated-orders')).toBe('2');
  expect(exactOf('changes-group-restated-Ventas')).toBe('-3.50');
  expect(exactOf('changes-difference-ventas')).toBe('96.50');

  await user.click(buttonOf('changes-group-restated'));
  await waitFor(() => expect(exactOf('changes-count')).toBe('2'));
  expect(exactOf('changes-difference-ventas')).toBe('-3.50');
  // The groups stay as they are: the chosen one is one of them.
  expect(rowsOf()).toHaveLength(2);
  expect(buttonOf('changes-group-restated').getAttribute('aria-pressed')).toBe('true');
  await user.click(buttonOf('changes-group-restated'));
  await waitFor(() => expect(exactOf('changes-count')).toBe('3'));
});

test('the orders of no channel can be chosen, as those of any other', async () => {
  const { user } = await opened({
    changes: [
      ...changes,
      record('changes', [{ order: 'B-1', canal: '', day: '2026-11-04', was: '1', is: '2' }]),
    ],
  });
  await waitFor(() => expect(exactOf('changes-count')).toBe('4'));
  await user.click(screen.getByTestId('changes-canal'));
  await user.click(await choiceOf(text('filter.blank')));
  await waitFor(() => expect(exactOf('changes-count')).toBe('1'));
  expect(screen.getByTestId('changes-canal').textContent).toBe(text('filter.blank'));
  await user.click(screen.getByTestId('changes-clear'));
  await waitFor(() => expect(exactOf('changes-count')).toBe('4'));
});

test('what changed in another currency is told, and added to nothing', async () => {
  const inDollars = {
    ...record('changes', [{ order: 'U-1', day: '2026-11-03', was: '7.00', is: '9.00' }]),
    changes: [
      {
        order: JSON.stringify(['Plaza', 'US', 'U-1']) as OrderKey,
        purchase: '2026-11-03T10:00:00.000' as LocalDateTime,
        before: figures('7.00'),
        after: figures('9.00'),
        correlationIds: ['c'],
      },
    ],
  };
  const currencies = { main: 'CLP', own: [{ Canal: 'Plaza', Cuenta: 'US', code: 'USD' }] };
  const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
  await opened({ accounts, changes: [...changes, inDollars] });
  await waitFor(() => expect(exactOf('changes-count')).toBe('3'));
  expect(exactOf('changes-elsewhere')).toBe('1');
  expect(exactOf('changes-difference-ventas')).toBe('96.50');
  cleanup();

  const { user } = await openPage({ accounts, changes: [inDollars] }, () => (
    <InAccount>
      <ChangesScreen detail={null} />
    </InAccount>
  ));
  await user.click(await screen.findByText(text('changes.span-all')));
  expect(await screen.findByText(text('changes.none-in-currency', { currency: 'CLP' }))).toBeTruthy();
  expect(screen.getByText(text('changes.none-but-elsewhere', { count: 1, shown: '1' }))).toBeTruthy();
});

test('on paper: every order with changes, and their sums; a part of them has sums of its own', async () => {
  // All columns are seen.
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6000);
  await opened();
  await waitFor(() => expect(exactOf('changes-count')).toBe('3'));
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  const paper = screen.getByTestId('changes-paper');
  expect([paper.dataset.lines, paper.dataset.total]).toEqual(['3', '3']);
  for (const order of ['N-1', 'C-1', 'R-1']) expect(paper.textContent).toContain(order);
  const total = [...paper.querySelectorAll<HTMLElement>('[data-paper=total] [data-value]')];
  expect(total.map(({ dataset }) => dataset.value)).toEqual(
    expect.arrayContaining(['60.00', '156.50', '96.50']),
  );
  await act(async () => window.dispatchEvent(new Event('afterprint')));

  width.mockRestore();

  const order = (was: string | null, is: string | null) =>
    ({
      before: was === null ? null : figures(was),
      after: is === null ? null : figures(is),
    }) as OrderDifference;
  const { sums, rowsBefore, rowsAfter } = changesSums([
    order(null, '100.00'),
    order('50.00', '45.05'),
    order('7', null),
  ]);
  expect(sums.Ventas).toEqual({ before: '57.00', after: '145.05', difference: '88.05' });
  expect([rowsBefore, rowsAfter]).toEqual([2, 2]);
});

test('by what brought the change, and by month of purchase', async () => {
  const { user } = await opened();
  await user.click(screen.getByTestId('changes-grouping-cause'));
  await waitFor(() =>
    expect(rowsOf()).toEqual(['changes-group-source', 'changes-group-cost', 'changes-group-reread']),
  );
  expect(exactOf('changes-group-cost-Ventas')).toBe('-5.00');
  await user.click(screen.getByTestId('changes-group-cost-Ventas'));
  await waitFor(() => expect(exactOf('changes-count')).toBe('1'));
  // Another grouping begins with all of its groups.
  await user.click(screen.getByTestId('changes-grouping-month'));
  await waitFor(() => expect(rowsOf()).toEqual(['changes-group-2026-11', 'changes-group-2026-10']));
  expect(exactOf('changes-count')).toBe('3');
  expect(exactOf('changes-group-2026-10-Ventas')).toBe('-3.50');
  const october = buttonOf('changes-group-2026-10');
  expect(october.textContent).toBe('oct 2026');
  await user.click(october);
  await waitFor(() => expect(exactOf('changes-count')).toBe('2'));
  await user.click(screen.getByTestId('changes-clear'));
  await waitFor(() => expect(exactOf('changes-count')).toBe('3'));
  // How it is put together is no filter.
  expect(rowsOf()).toEqual(['changes-group-2026-11', 'changes-group-2026-10']);
});

test('an order tells what its other columns held, figures with their difference, and which were not kept', async () => {
  const index = createChangeIndex();
  for (const each of changes) index.add(each);
  const detailsOf = async (order: string, over: Partial<OrderDifference> = {}) => {
    const [line] = orderHistory(index, JSON.stringify(['Plaza', 'P', order]) as OrderKey);
    if (line === undefined) throw new Error('No such order.');
    const { view } = await openPage({}, () => (
      <InAccount>
        <ChangeDetails line={{ ...line, ...over }} places={2} />
      </InAccount>
    ));
    const found = within(view.container);
    const views = found.queryAllByTestId('change-values').map((row) => ({
      column: row.dataset.column,
      exact: [...row.querySelectorAll<HTMLElement>('[data-value]')].map((cell) => cell.dataset.value),
      shown: row.textContent,
    }));
    const unkept = found.queryByTestId('values-unkept');
    const figures = linesOf(view.container).slice(1, 3);
    const where = [...view.container.querySelectorAll('dl > *')].map(({ textContent }) => textContent);
    const head = view.container.querySelector('p')?.textContent;
    view.unmount();
    return { views, unkept, figures, where, head };
  };
  const reread = await detailsOf('R-1');
  expect(reread.views).toEqual([
    { column: 'Comprador', exact: ['Ana, ', 'Eva'], shown: 'CompradorAna, — → Eva' },
  ]);
  expect(reread.unkept?.dataset.value).toBe('1');
  expect(reread.unkept?.textContent).toMatch(/largo.*1 columna: Producto$/);
  const cost = await detailsOf('C-1', {
    changes: 3,
    after: { ...figures('45.00'), states: ['Devuelta'], payments: ['Informado'] },
  });
  expect(cost.views).toEqual([
    { column: 'Costo de Producto', exact: ['0.00', '20.00', '20.00'], shown: 'Costo de Producto020,0020,00' },
    { column: 'Unidades', exact: ['2', '3', '1'], shown: 'Unidades231' },
  ]);
  const older = await detailsOf('C-1', { values: null, changes: 2 });
  expect(older.views).toEqual([]);
  expect(older.unkept?.textContent).toBe(
    'Valores no conservados de 3 columnas: Costo de Producto, Unidades, Producto',
  );
  const oldest = await detailsOf('C-1', { values: null, columns: null });
  expect(oldest.unkept?.textContent).toBe(text('changes.values-unknown'));
  expect(cost.figures).toEqual([
    ['Filas', '1', '1', '0'],
    ['Ventas', '50,00', '45,00', '−5,00'],
  ]);
  expect([reread.head, older.head, cost.head]).toEqual([
    'montos',
    'montos 2 cambios juntos',
    'estado, pago, montos 3 cambios juntos',
  ]);
  expect(cost.where).toEqual([
    ...['Estado de Orden', 'Regular → Devuelta', 'Estado de Pago', 'Pagado → Informado'],
    ...['Leído, UTC', '20-11-2026 12:00', 'Lectura', 'Cambios, 20-11 00:00 – 21-11 00:00 UTC'],
    ...['ID de solicitud', 'c'],
  ]);
  const fresh = await detailsOf('N-1');
  expect(fresh.unkept).toBeNull();
  expect(fresh.figures).toEqual([
    ['Filas', '—', '1', '1'],
    ['Ventas', '—', '100,00', '+100,00'],
  ]);
  const gone = await detailsOf('N-1', {
    ...{ kind: 'removed', after: null },
    before: { ...figures('7.5'), rows: 2 },
  });
  expect(gone.figures).toEqual([
    ['Filas', '2', '—', '−2'],
    ['Ventas', '7,50', '—', '−7,50'],
  ]);
});

describe('since one looked', () => {
  const soldIn = (day: string, ventas: string, total: string) => ({
    Canal: 'Plaza',
    Orden: day,
    'Fecha de compra': `${day}T10:00:00.000`,
    Ventas: ventas,
    'Rentabilidad Total': total,
  });
  const rows = [soldIn('2024-02-03', '100', '50'), soldIn('2024-03-03', '200', '40')];
  const seen = (rows: number, Ventas: string, total: string) => ({
    atMs: Date.UTC(2026, 10, 1),
    rows,
    sums: { Ventas, 'Rentabilidad Total': total },
  });
  const kept = { null: { '2024-02': seen(1, '100', '60'), '2024-03': seen(2, '210.5', '42.1') } };
  const complete = status({ historyComplete: true });
  const stored = () => seenSchema.parse(JSON.parse(localStorage.getItem('cuadra.seen.a') ?? 'null'));

  test('the months that moved stand there in money and points, are ticked off one by one, and can be taken back', async () => {
    // What was seen of another currency’s accounts stays as it is.
    const ofOthers = { '{"accounts":[]}': { '2024-02': seen(9, '9', '9') } };
    localStorage.setItem('cuadra.seen.a', JSON.stringify({ ...kept, ...ofOthers }));
    const { user } = await openPage({ rows, changes, status: complete }, () => (
      <InAccount>
        <ChangesScreen detail="seen" />
      </InAccount>
    ));
    const table = await screen.findByTestId('seen-months');
    expect([...table.querySelectorAll<HTMLElement>('tbody tr')].map(({ dataset }) => dataset.testid)).toEqual(
      ['seen-2024-03', 'seen-2024-02'],
    );
    expect(exactOf('seen-2024-02-Ventas')).toBe('0');
    expect(exactOf('seen-2024-02-Rentabilidad Total')).toBe('-10');
    expect(exactOf('seen-2024-02-Rentabilidad Total-points')).toBe('-10.00');
    expect(exactOf('seen-2024-03-rows')).toBe('-1');
    expect(exactOf('seen-2024-03-Ventas')).toBe('-10.5');
    expect(exactOf('seen-2024-03-Rentabilidad Total-points')).toBe('0.00');
    // Both months are over.
    expect(table.textContent).not.toContain(text('seen.running'));
    await user.click(screen.getByTestId('seen-tick-2024-03'));
    expect(screen.queryByTestId('seen-2024-03')).toBeNull();
    expect(stored().null?.['2024-03']).toMatchObject({ rows: 1, sums: { Ventas: '200' } });
    expect(stored().null?.['2024-02']).toEqual(kept.null['2024-02']);
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByTestId('seen-2024-03')).toBeTruthy();
    expect(stored()).toEqual({ ...kept, ...ofOthers });
    // Its changes since then are what is listed at a press.
    await user.click(buttonOf('seen-2024-03'));
    const since = await screen.findByTestId<HTMLInputElement>('changes-since');
    expect(since.dataset.value).toBe('2026-11-01');
    expect(screen.getByTestId('changes-grouping-month').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByTestId('changes-clear')).toBeTruthy();
    await user.click(screen.getByTestId('seen-tick-all'));
    expect(screen.queryByTestId('seen-months')).toBeNull();
    expect(exactOf('seen-toggle')).toBe('0');
    expect(screen.getByTestId('seen-toggle').textContent).toContain(text('seen.none'));
    // Folded, nothing that moved has nothing to say.
    await user.click(screen.getByTestId('seen-toggle'));
    expect(screen.queryByTestId('seen-toggle')).toBeNull();
  });

  test('the first look takes all as seen; the Panel says how many months moved, and leads there', async () => {
    const { user } = await openPage({ rows, status: complete }, () => (
      <InAccount>
        <DataQualityMark status={complete} coverage={null} period={null} />
      </InAccount>
    ));
    await waitFor(() => expect(Object.keys(stored().null ?? {})).toEqual(['2024-02', '2024-03']));
    await user.click(screen.getByTestId('panel-quality'));
    await screen.findByTestId('panel-known');
    expect(screen.queryByTestId('panel-seen')).toBeNull();
    cleanup();
    localStorage.setItem('cuadra.seen.a', JSON.stringify(kept));
    const again = await openPage({ rows, status: complete }, () => (
      <InAccount>
        <DataQualityMark status={complete} coverage={null} period={null} />
      </InAccount>
    ));
    await waitFor(() => expect(screen.getByTestId('panel-quality').dataset.value).toBe('caution'));
    await again.user.click(screen.getByTestId('panel-quality'));
    const link = await screen.findByTestId('panel-seen');
    expect(link.textContent).toBe('2 meses se movieron, 2 ya completos');
    await again.user.click(link);
    expect(window.location.hash).toBe('#changes/seen');
  });

  test('nothing is said while the history is read', async () => {
    localStorage.setItem('cuadra.seen.a', JSON.stringify(kept));
    await openPage({ rows, status: status({ historyComplete: false }) }, () => (
      <InAccount>
        <ChangesScreen detail="seen" />
      </InAccount>
    ));
    await screen.findByTestId('changes-only-different');
    expect(screen.queryByTestId('seen-toggle')).toBeNull();
    expect(stored()).toEqual(kept);
  });
});
