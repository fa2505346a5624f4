import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type {
  SettlementsPage,
  SettlementsQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { SettlementsSection } from '#renderer/reconciliation/payouts/screen/settlements-section.tsx';
import { type LocalDate, lastDay, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

const D = (text: string) => text as Decimal;
const DAY = (text: string) => text as LocalDate;

const settlement = (name: string, more: Partial<Settlement> = {}): Settlement => ({
  settlement: name,
  canal: 'A',
  cuenta: '1',
  rows: 3,
  orders: 2,
  ventas: D('100.00'),
  rentabilidad: D('80.10'),
  firstPurchase: DAY('2026-08-30'),
  lastPurchase: DAY('2026-09-12'),
  firstPayment: DAY('2026-09-20'),
  lastPayment: DAY('2026-09-20'),
  months: ['2026-08' as Month, '2026-09' as Month],
  paidRows: 3,
  pendingRows: 0,
  owed: D('0.00'),
  oldestPendingDays: null,
  ...more,
});
const PENDING = settlement('', { paidRows: 1, pendingRows: 2, owed: D('35.05'), oldestPendingDays: 41 });

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as Period;

function InOctober() {
  const { change } = useSelection();
  return (
    <button type="button" onClick={() => change({ type: 'set-period', period: OCTOBER })}>
      in October
    </button>
  );
}

/** Owed: 35.05 today, and 12.30 at the end of any month. */
async function open(
  settlements: readonly Settlement[],
  failure: Error | null = null,
  { month, ...setting }: PageSetting & { readonly month?: Month } = {},
) {
  const asked: SettlementsQuery[] = [];
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readSettlements: (query): SettlementsPage => {
          if (failure !== null) throw failure;
          asked.push(query);
          const owed = { canal: 'A', cuenta: '1', owed: D(query.limit === 0 ? '12.30' : '35.05'), rows: 2 };
          return {
            revision: 1,
            total: settlements.length,
            offset: 0,
            settlements: query.limit === 0 ? [] : settlements,
            owed: settlements.length === 0 ? [] : [owed],
          };
        },
      },
    },
    () => (
      <InAccount>
        <InOctober />
        <SettlementsSection {...(month === undefined ? {} : { month })} />
        <SelectionProbe />
      </InAccount>
    ),
  );
  return { ...page, calls: page.asked, asked };
}

const valuesOf = (testId: string) => screen.getAllByTestId(testId).map(({ dataset }) => dataset.value);

test('settlements are told with what is pending, and for how long; those with pending rows alone on request', async () => {
  const { user } = await open([PENDING, settlement('L1')]);
  await screen.findAllByTestId('settlement-line');
  expect(valuesOf('settlement-line')).toEqual(['', 'L1']);
  expect(valuesOf('settlement-owed')).toEqual(['35.05', '0.00']);
  expect(valuesOf('settlement-pending')).toEqual(['2', '0']);
  const [pending] = screen.getAllByTestId('settlement-line');
  expect(pending?.textContent).toContain('Sin liquidación todavía');
  expect(pending?.textContent).toContain('30-08-2026 – 12-09-2026');
  await user.click(screen.getByRole('button', { name: 'Con pendientes' }));
  expect(valuesOf('settlement-line')).toEqual(['']);
  expect(valuesOf('settlement-count')).toEqual(['1']);
});

test('what each marketplace owes is told as of today and of the end of a month of one’s choice', async () => {
  const { asked, user } = await open([PENDING]);
  await screen.findByTestId('owed-line');
  expect([...valuesOf('owed-now'), ...valuesOf('owed-then')]).toEqual(['35.05', '12.30']);
  expect([...valuesOf('owed-now-all'), ...valuesOf('owed-then-all')]).toEqual(['35.05', '12.30']);
  const month = screen.getByTestId('owed-month');
  const [year = 0, at = 0] = (month.dataset.value ?? '').split('-').map(Number);
  const chosen = new Date(Date.UTC(year, at - 2, 1)).toISOString().slice(0, 7);
  await user.click(month);
  await user.click((await screen.findAllByRole('menuitemradio'))[1] as HTMLElement);
  await waitFor(() => expect(asked.at(-1)?.day.slice(0, 7)).toBe(chosen));
  const [, next] = [0, 1].map((days) =>
    new Date(Date.parse(`${asked.at(-1)?.day}`) + days * 86_400_000).toISOString().slice(8, 10),
  );
  expect(next).toBe('01');
});

test('the month that one is in is the one whose end is told, though it runs, or is long past', async () => {
  for (const month of [monthOf(todayHere()), '2020-02' as Month]) {
    const { asked, view } = await open([PENDING], null, { month });
    const choice = await screen.findByTestId('owed-month');
    expect(choice.textContent).toBe(monthTitle(month, text));
    expect(asked.at(-1)?.day).toBe(lastDay(month));
    view.unmount();
  }
});

test('a settlement leads to its orders, whatever months one looks at', async () => {
  const { user } = await open([settlement('L1')]);
  await user.click(screen.getByRole('button', { name: 'in October' }));
  expect(probedSelection().period).toEqual(OCTOBER);
  await user.click(await screen.findByRole('button', { name: 'L1' }));
  expect(probedSelection().filters).toEqual([
    { column: 'N° de Liquidación', values: ['L1'] },
    { column: 'Canal', values: ['A'] },
    { column: 'Cuenta', values: ['1'] },
  ]);
  expect(probedSelection().period).toBeNull();
});

test('without rows it says so; a failure is told', async () => {
  const none = await open([]);
  await screen.findByText('Todavía no hay filas.');
  none.view.unmount();
  await open([], new Error('out of memory'));
  expect((await screen.findByTestId('query-failure')).textContent).toContain('out of memory');
});

test('which settlements one chose to see is there the next time', async () => {
  const first = await open([PENDING, settlement('L1')]);
  await first.user.click(await screen.findByRole('button', { name: 'Con pendientes' }));
  first.view.unmount();
  await open([PENDING, settlement('L1')]);
  await screen.findAllByTestId('settlement-line');
  expect(valuesOf('settlement-line')).toEqual(['']);
});

test('settlements read whole, each with its days, months and bank line; twenty at once', async () => {
  const many = Array.from({ length: 19 }, (_, at) => settlement(`M${at}`));
  const bare = settlement('L2', {
    ...{ firstPurchase: null, lastPurchase: null, months: [], owed: D('1200.5'), oldestPendingDays: 1300 },
    ...{
      firstPayment: DAY('2026-09-20'),
      lastPayment: DAY('2026-10-01'),
      pendingRows: 1,
      rows: 4000,
      cuenta: '2',
    },
  });
  const exports = takingExports();
  const page = await open([PENDING, bare, settlement('L1'), ...many], null, exports.setting);
  const { user } = page;
  await screen.findAllByTestId('settlement-line');
  const [owed, listed] = screen.getAllByRole('table') as [HTMLElement, HTMLElement];
  expect(readOf(owed).slice(1)).toEqual([
    'A | 1 | 2 | 41 | 35,05 | 12,30',
    'Por cobrar en total | 35,05 | 12,30',
  ]);
  expect(copiedOf(owed)[1]).toEqual('A | 1 | 2 | 41 | 35,05 | 12,30');
  expect(readOf(listed).slice(0, 4)).toEqual([
    'N° de Liquidación | Canal · Cuenta | Filas | Órdenes | Ventas | Rentabilidad Marketplace | Compras | Meses | Pagos | Filas pagadas | Filas pendientes | Días del pendiente más antiguo | Por cobrar | Banco',
    '[Sin liquidación todavía, Ver sus órdenes] | A · 1 | 3 | 2 | 100,00 | 80,10 | 30-08-2026 – 12-09-2026 | 2 (Agosto de 2026, Septiembre de 2026) | 20-09-2026 | 1 | 2 | 41 | 35,05 | —',
    '[L2, Ver sus órdenes] | A · 2 | 4.000 | 2 | 100,00 | 80,10 | — | 0 | 20-09-2026 – 01-10-2026 | 3 | 1 | 1.300 | 1.200,50 | —',
    '[L1, Ver sus órdenes] | A · 1 | 3 | 2 | 100,00 | 80,10 | 30-08-2026 – 12-09-2026 | 2 (Agosto de 2026, Septiembre de 2026) | 20-09-2026 | 3 | 0 | — | 0 | —',
  ]);
  expect(copiedOf(listed).slice(0, 4)).toEqual([
    'N° de Liquidación | Canal · Cuenta | Filas | Órdenes | Ventas | Rentabilidad Marketplace | Compras | Meses | Pagos | Filas pagadas | Filas pendientes | Días del pendiente más antiguo | Por cobrar',
    ' | A · 1 | 3 | 2 | 100,00 | 80,10 | 30-08-2026 – 12-09-2026 | 2026-08 2026-09 | 20-09-2026 | 1 | 2 | 41 | 35,05',
    'L2 | A · 2 | 4.000 | 2 | 100,00 | 80,10 | — |  | 20-09-2026 – 01-10-2026 | 3 | 1 | 1.300 | 1.200,5',
    'L1 | A · 1 | 3 | 2 | 100,00 | 80,10 | 30-08-2026 – 12-09-2026 | 2026-08 2026-09 | 20-09-2026 | 3 | 0 |  | 0,00',
  ]);
  expect(screen.getAllByTestId('settlement-line')).toHaveLength(20);
  const write = async () => {
    const { fileName, content } = await exportBy(
      'Exportar las liquidaciones',
      { asked: page.calls },
      exports,
    );
    return { fileName, lines: laidOut(content) };
  };
  const all = await write();
  expect([all.lines.slice(0, 5), all.lines.length]).toEqual([
    [
      'Liquidaciones, 1',
      'N° de Liquidación | Canal | Cuenta | Filas [count] (4063) | Órdenes [count] | Ventas [money] (2200.00) | Rentabilidad Marketplace [money] (1762.20) | Primera compra | Última compra | Primer pago | Último pago | Meses | Filas pagadas [count] (64) | Filas pendientes [count] (3) | Días del pendiente más antiguo [count] | Por cobrar [money] (1235.55)',
      ' | A | 1 | 3 | 2 | 100.00 | 80.10 | 2026-08-30 | 2026-09-12 | 2026-09-20 | 2026-09-20 | 2026-08 2026-09 | 1 | 2 | 41 | 35.05',
      'L2 | A | 2 | 4000 | 2 | 100.00 | 80.10 | — | — | 2026-09-20 | 2026-10-01 |  | 3 | 1 | 1300 | 1200.5',
      'L1 | A | 1 | 3 | 2 | 100.00 | 80.10 | 2026-08-30 | 2026-09-12 | 2026-09-20 | 2026-09-20 | 2026-08 2026-09 | 3 | 0 | — | 0.00',
    ],
    24,
  ]);
  await user.click(screen.getByRole('button', { name: 'Mostrar más (2)' }));
  expect(screen.getAllByTestId('settlement-line')).toHaveLength(22);
  await user.click(screen.getByRole('button', { name: 'Con pendientes' }));
  const pending = await write();
  expect([pending.lines.length, pending.fileName === all.fileName]).toEqual([4, false]);
  await user.click(screen.getByRole('button', { name: 'Todas' }));
  expect(screen.getAllByTestId('settlement-line')).toHaveLength(20);
});

test('where nothing is pending that is said in the place of a list', async () => {
  const { user } = await open([settlement('L1')]);
  await user.click(await screen.findByRole('button', { name: 'Con pendientes' }));
  expect(screen.queryByTestId('settlement-line')).toBeNull();
  expect(screen.getByTestId('settlement-count').dataset.value).toBe('0');
  expect(readOf(screen.getByTestId('settlements')).at(-1)).toEqual('Nada está pendiente de pago.');
});
