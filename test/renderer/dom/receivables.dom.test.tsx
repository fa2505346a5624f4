import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type {
  ReceivableLine,
  ReceivableOrdersQuery,
  ReceivablesQuery,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import { MissingStatementsTable } from '#renderer/reconciliation/receivables/screen/missing-statements-table.tsx';
import { ReceivablesSection } from '#renderer/reconciliation/receivables/screen/receivables-section.tsx';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

const D = (text: string) => text as Decimal;
const line = (cuenta: string, more: Partial<ReceivableLine> = {}): ReceivableLine => ({
  canal: 'A',
  cuenta,
  figures: {
    opening: D('100.10'),
    sales: D('50.00'),
    refunds: D('5.00'),
    charges: D('10.05'),
    released: D('35.05'),
    closing: D('100.00'),
  },
  ages: {
    'not-due': D('20.00'),
    'to-30': D('30.00'),
    'to-60': D('0.00'),
    'to-90': D('0.00'),
    'over-90': D('50.00'),
    undated: D('0.00'),
  },
  term: { days: 12, rows: 390, isLearnt: true },
  byStatement: 390,
  byColumns: 2,
  ...more,
});

/** Of a whole month long past: those since are missing. */
const STATEMENT: ImportedStatement = {
  id: 's',
  name: 'agosto.csv',
  digest: 's',
  kind: 'mercado-pago-settlement',
  layout: null,
  lines: 3,
  fresh: 3,
  days: { from: '2026-08-01' as LocalDate, to: '2026-08-31' as LocalDate },
  nets: [],
  accounts: [{ canal: 'A', cuenta: '1', orders: 3 }],
  proof: { state: 'holds', gap: D('0') },
  importedAtMs: 0,
  owner: '',
};

async function open(
  lines: readonly ReceivableLine[],
  said: readonly (readonly [string, unknown])[] = [],
  replies: PageSetting['dataReplies'] = {},
  setting: PageSetting = {},
) {
  const asked: ReceivablesQuery[] = [];
  const behind: ReceivableOrdersQuery[] = [];
  const opened: unknown[] = [];
  const kept = new Map<string, unknown>(said);
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readAnnotations: () => [...kept].map(([key, value]) => ({ key, value })) as never,
        writeAnnotations: (changes) => {
          for (const key of changes.deletes) kept.delete(key);
          for (const { key, value } of changes.puts) kept.set(key, value);
          return null;
        },
        readStatements: () => [STATEMENT],
        readReceivables: (query) => {
          asked.push(query);
          return { revision: 1, month: query.month, lines };
        },
        readReceivableOrders: (query) => {
          behind.push(query);
          const key = JSON.stringify(['A', '1', 'O-7']) as OrderKey;
          return {
            revision: 1,
            total: 1,
            amount: D('35.05'),
            orders: [{ key, amount: D('35.05'), bought: null, released: null }],
          };
        },
        ...replies,
      },
    },
    () => (
      <InAccount>
        <ReceivablesSection onOpenOrder={(order) => opened.push(order)} />
      </InAccount>
    ),
  );
  return { ...page, calls: page.asked, asked, behind, opened, kept };
}

const FIGURES = ['opening', 'sales', 'refunds', 'charges', 'released', 'closing'];
const viewOf = (place: string) =>
  screen.getAllByTestId(`receivable-${place}`).map(({ dataset }) => [dataset.account, dataset.value]);

test('a month of each account stands with its exact figures, and all of them together', async () => {
  const { asked, user } = await open([line('1'), line('2')]);
  await screen.findAllByTestId('receivable-line');
  // It begins with the month before today's.
  const today = todayHere();
  expect(asked[0]).toMatchObject({ month: shiftMonth(monthOf(today), -1), today, scope: null });
  expect(FIGURES.map((place) => viewOf(place).map(([, value]) => value))).toEqual([
    ['100.10', '100.10', '200.20'],
    ['50.00', '50.00', '100.00'],
    ['5.00', '5.00', '10.00'],
    ['10.05', '10.05', '20.10'],
    ['35.05', '35.05', '70.10'],
    ['100.00', '100.00', '200.00'],
  ]);
  expect(viewOf('closing').map(([account]) => account)).toEqual(['["A","1"]', '["A","2"]', '']);
  expect(screen.getAllByTestId('receivable-closing')[0]?.dataset.month).toBe(asked[0]?.month);
  expect(screen.getAllByText('390 filas por extractos · 2 filas por sus columnas de pago')).toHaveLength(2);
  await user.click(screen.getByTestId('receivable-month'));
  await user.click((await screen.findAllByRole('menuitemradio'))[4] as HTMLElement);
  await waitFor(() => expect(asked.at(-1)?.month).toBe(shiftMonth(monthOf(today), -4)));
});

test('a figure opens as the orders behind it, and one of them as itself', async () => {
  const { user, behind, opened } = await open([line('1')]);
  await user.click((await screen.findAllByTestId('receivable-released'))[0] as HTMLElement);
  const order = await screen.findByTestId('receivable-order');
  expect(order.dataset.value).toBe('35.05');
  expect(behind[0]).toMatchObject({ canal: 'A', cuenta: '1', place: 'released' });
  await user.click(screen.getByRole('button', { name: 'O-7' }));
  expect(opened).toHaveLength(1);
  await user.click(screen.getAllByTestId('receivable-over-90')[0] as HTMLElement);
  await waitFor(() => expect(behind.at(-1)?.place).toBe('over-90'));
});

test('how old the closing is stands by each account’s own days; nothing without a day where there is none', async () => {
  await open([line('1', { term: { days: 30, rows: 3, isLearnt: false } })]);
  await screen.findAllByTestId('receivable-line');
  expect(viewOf('to-30')).toEqual([
    ['["A","1"]', '30.00'],
    ['', '30.00'],
  ]);
  expect(screen.queryByTestId('receivable-undated')).toBeNull();
  expect(screen.getByText('30 días: poco historial (3 filas pagadas)')).toBeTruthy();
});

test('without anything to receive it says so', async () => {
  await open([]);
  await screen.findByText('Hasta el fin de este mes no había nada por cobrar.');
});

test('an allowance is proposed by age, set by the user, and withdrawn', async () => {
  const { user, kept, asked } = await open([line('1')]);
  await screen.findAllByTestId('receivable-line');
  expect(screen.getByTestId('receivable-allowance-proposed').dataset.value).toBe('51.50');
  await user.type(screen.getByTestId('receivable-allowance-input'), '40');
  await user.click(screen.getByRole('button', { name: 'Fijar' }));
  await waitFor(() => expect(kept.size).toBe(1));
  const [[key = '', value] = []] = [...kept];
  expect(JSON.parse(key)).toEqual(['A', '1', asked[0]?.month]);
  expect(value).toMatchObject({ amount: '40', ages: { 'over-90': '50.00' } });
});

test('one that was set of other figures is shown, and says so', async () => {
  const { kept, view, user } = await open([line('1')]);
  await screen.findAllByTestId('receivable-line');
  await user.click(screen.getByRole('button', { name: 'Fijar' }));
  await waitFor(() => expect(kept.size).toBe(1));
  expect([...kept.values()]).toMatchObject([{ amount: '51.50' }]);
  view.unmount();
  const [[key = '', value] = []] = [...kept];
  const again = await open([line('1', { ages: { ...line('1').ages, 'to-30': D('31.00') } })], [[key, value]]);
  const set = await screen.findByTestId('receivable-allowance');
  expect(set.dataset.holds).toBe('false');
  expect(screen.getByTestId('receivable-allowance-set').dataset.value).toBe('51.50');
  await again.user.click(screen.getByRole('button', { name: 'Quitar la provisión de A · 1' }));
  await waitFor(() => expect(again.kept.size).toBe(0));
});

test('each account says its rhythm, its last day and what is missing of which month, or that it is not known', async () => {
  const of = (cuenta: string, from: string, to: string, canal = 'A'): ImportedStatement => ({
    ...{ ...STATEMENT, id: `${cuenta}${from}`, accounts: [{ canal, cuenta, orders: 1 }] },
    days: { from: from as LocalDate, to: to as LocalDate },
  });
  await openPage(
    {
      dataReplies: {
        readStatements: () => [
          of('1', '2026-05-01', '2026-05-10'),
          of('1', '2026-05-11', '2026-05-20'),
          of('1', '2026-05-21', '2026-05-31'),
          of('1', '2026-07-21', '2026-07-31'),
          of('', '2026-07-01', '2026-07-31', ''),
          of('3', '2026-07-30', '2026-07-31'),
        ],
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <MissingStatementsTable today={'2026-08-10' as LocalDate} />
        </main>
      </InAccount>
    ),
  );
  await screen.findAllByTestId('receivable-missing');
  expect(readOf(screen.getByRole('table'))).toEqual([
    'Canal · Cuenta | Frecuencia | Último día | Faltan de',
    'A · 1 | cada 10 días | 31-07-2026 | Junio de 2026 (3) · Julio de 2026 (2)',
    '(vacío) · (vacío) | cada 31 días | 31-07-2026 | Ninguno',
    'A · 3 | Un solo extracto corto: sin frecuencia | 31-07-2026 | No se sabe',
  ]);
  expect(copiedOf(screen.getByRole('table')).slice(1)).toEqual([
    'A · 1 | cada 10 días | 31-07-2026 | 2026-06 2026-07',
    '(vacío) · (vacío) | cada 31 días | 31-07-2026 | ',
    'A · 3 | Un solo extracto corto: sin frecuencia | 31-07-2026 | ',
  ]);
});

test('statements that are missing by an account’s own rhythm are told by month', async () => {
  await open([line('1')]);
  const [first] = await screen.findAllByTestId('receivable-missing');
  expect(first?.dataset).toMatchObject({ account: '["A","1"]', month: '2026-09', value: '1' });
  expect(screen.getByText('cada 31 días')).toBeTruthy();
});

test('a month and its ages read whole: what was released by what, each account by its own term, and all of them', async () => {
  const exports = takingExports();
  const { calls, asked } = await open(
    [
      line('1', { byColumns: 0, term: { days: 12, rows: 390, isLearnt: true } }),
      line('2', {
        ...{ canal: '', byStatement: 0, byColumns: 0, term: { days: 30, rows: 3, isLearnt: false } },
        ages: { ...line('2').ages, undated: D('7.5') },
      }),
      line('3'),
    ],
    [],
    {},
    exports.setting,
  );
  await screen.findAllByTestId('receivable-line');
  const section = screen.getByTestId('receivables');
  // What it begins with is this machine's last month.
  const [title, note, , ...said] = readOf(section);
  // Statements that are missing are so by the day of today.
  const ofAccounts = said.slice(0, said.indexOf('Extractos que faltan'));
  expect([title, note, ...ofAccounts]).toEqual([
    'Por cobrar',
    'Lo que debe cada marketplace, como una cuenta: apertura + ventas − devoluciones − cobros − liberado = cierre. Por su Rentabilidad Marketplace; cada cifra abre sus órdenes.',
    'Canal · Cuenta | Apertura | Ventas | Devoluciones | Cobros | Liberado | Cierre | Liberado según',
    'A · 1 | [100,10, Apertura de A · 1, 100,10: ver sus órdenes] | [50,00, Ventas de A · 1, 50,00: ver sus órdenes] | [5,00, Devoluciones de A · 1, 5,00: ver sus órdenes] | [10,05, Cobros de A · 1, 10,05: ver sus órdenes] | [35,05, Liberado de A · 1, 35,05: ver sus órdenes] | [100,00, Cierre de A · 1, 100,00: ver sus órdenes] | 390 filas por extractos',
    '(vacío) · 2 | [100,10, Apertura de (vacío) · 2, 100,10: ver sus órdenes] | [50,00, Ventas de (vacío) · 2, 50,00: ver sus órdenes] | [5,00, Devoluciones de (vacío) · 2, 5,00: ver sus órdenes] | [10,05, Cobros de (vacío) · 2, 10,05: ver sus órdenes] | [35,05, Liberado de (vacío) · 2, 35,05: ver sus órdenes] | [100,00, Cierre de (vacío) · 2, 100,00: ver sus órdenes] | —',
    'A · 3 | [100,10, Apertura de A · 3, 100,10: ver sus órdenes] | [50,00, Ventas de A · 3, 50,00: ver sus órdenes] | [5,00, Devoluciones de A · 3, 5,00: ver sus órdenes] | [10,05, Cobros de A · 3, 10,05: ver sus órdenes] | [35,05, Liberado de A · 3, 35,05: ver sus órdenes] | [100,00, Cierre de A · 3, 100,00: ver sus órdenes] | 390 filas por extractos · 2 filas por sus columnas de pago',
    'Todas las cuentas | 300,30 | 150,00 | 15,00 | 30,15 | 105,15 | 300,00 |',
    'Antigüedad de lo por cobrar',
    'Días pasados desde que cada cuenta debía pagar, según lo que suele tardar. Suman el cierre.',
    'Canal · Cuenta | Sin vencer | 0–30 días | 31–60 días | 61–90 días | Más de 90 días | Sin fecha | Paga en (días) | Provisión propuesta (0 % de lo sin vencer, 5 % hasta 30 días, 25 % hasta 60, 50 % hasta 90 y todo lo más antiguo o sin fecha. Es un punto de partida: la fijas tú.) | Provisión',
    'A · 1 | [20,00, Sin vencer de A · 1, 20,00: ver sus órdenes] | [30,00, 0–30 días de A · 1, 30,00: ver sus órdenes] | [0, 31–60 días de A · 1, 0: ver sus órdenes] | [0, 61–90 días de A · 1, 0: ver sus órdenes] | [50,00, Más de 90 días de A · 1, 50,00: ver sus órdenes] | [0, Sin fecha de A · 1, 0: ver sus órdenes] | 12 (12 días (9 de cada 10 de 390 filas)) | 51,50 | Provisión de A · 1: {51,50}[Fijar]',
    '(vacío) · 2 | [20,00, Sin vencer de (vacío) · 2, 20,00: ver sus órdenes] | [30,00, 0–30 días de (vacío) · 2, 30,00: ver sus órdenes] | [0, 31–60 días de (vacío) · 2, 0: ver sus órdenes] | [0, 61–90 días de (vacío) · 2, 0: ver sus órdenes] | [50,00, Más de 90 días de (vacío) · 2, 50,00: ver sus órdenes] | [7,50, Sin fecha de (vacío) · 2, 7,50: ver sus órdenes] | 30 días: poco historial (3 filas pagadas) | 59,00 | Provisión de (vacío) · 2: {59,00}[Fijar]',
    'A · 3 | [20,00, Sin vencer de A · 3, 20,00: ver sus órdenes] | [30,00, 0–30 días de A · 3, 30,00: ver sus órdenes] | [0, 31–60 días de A · 3, 0: ver sus órdenes] | [0, 61–90 días de A · 3, 0: ver sus órdenes] | [50,00, Más de 90 días de A · 3, 50,00: ver sus órdenes] | [0, Sin fecha de A · 3, 0: ver sus órdenes] | 12 (12 días (9 de cada 10 de 390 filas)) | 51,50 | Provisión de A · 3: {51,50}[Fijar]',
    'Todas las cuentas | 60,00 | 90,00 | 0 | 0 | 150,00 | 7,50 | | |',
    'Responsable{}',
  ]);
  expect(within(section).getAllByRole('table').slice(0, 2).map(copiedOf)).toEqual([
    [
      'Canal · Cuenta | Apertura | Ventas | Devoluciones | Cobros | Liberado | Cierre | Liberado según',
      'A · 1 | 100,10 | 50,00 | 5,00 | 10,05 | 35,05 | 100,00 | 390 filas por extractos',
      '(vacío) · 2 | 100,10 | 50,00 | 5,00 | 10,05 | 35,05 | 100,00 | —',
      'A · 3 | 100,10 | 50,00 | 5,00 | 10,05 | 35,05 | 100,00 | 390 filas por extractos · 2 filas por sus columnas de pago',
    ],
    [
      'Canal · Cuenta | Sin vencer | 0–30 días | 31–60 días | 61–90 días | Más de 90 días | Sin fecha | Paga en (días) | Provisión propuesta',
      'A · 1 | 20,00 | 30,00 | 0,00 | 0,00 | 50,00 | 0,00 | 12 días (9 de cada 10 de 390 filas) | 51,50',
      '(vacío) · 2 | 20,00 | 30,00 | 0,00 | 0,00 | 50,00 | 7,5 | 30 días: poco historial (3 filas pagadas) | 59,00',
      'A · 3 | 20,00 | 30,00 | 0,00 | 0,00 | 50,00 | 0,00 | 12 días (9 de cada 10 de 390 filas) | 51,50',
    ],
  ]);
  const { content } = await exportBy(text('receivable.export'), { asked: calls }, exports);
  expect(laidOut(content)).toEqual([
    'Por cobrar, 2',
    'Canal | Cuenta | Apertura [money] (300.30) | Ventas [money] (150.00) | Devoluciones [money] (15.00) | Cobros [money] (30.15) | Liberado [money] (105.15) | Cierre [money] (300.00) | Sin vencer [money] (60.00) | 0–30 días [money] (90.00) | 31–60 días [money] (0.00) | 61–90 días [money] (0.00) | Más de 90 días [money] (150.00) | Sin fecha [money] (7.50) | Filas liberadas según extractos [count] | Filas liberadas según sus columnas de pago [count] | Paga en (días) [count]',
    'A | 1 | 100.10 | 50.00 | 5.00 | 10.05 | 35.05 | 100.00 | 20.00 | 30.00 | 0.00 | 0.00 | 50.00 | 0.00 | 390 | 0 | 12',
    ' | 2 | 100.10 | 50.00 | 5.00 | 10.05 | 35.05 | 100.00 | 20.00 | 30.00 | 0.00 | 0.00 | 50.00 | 7.5 | 0 | 0 | 30',
    'A | 3 | 100.10 | 50.00 | 5.00 | 10.05 | 35.05 | 100.00 | 20.00 | 30.00 | 0.00 | 0.00 | 50.00 | 0.00 | 390 | 2 | 12',
  ]);
  const missing = await exportBy(text('receivable.missing-export'), { asked: calls }, exports);
  // How many there are by now is told by the day of today.
  const [table, columns, first] = laidOut(missing.content);
  expect([table, columns?.replace(/\d+\)$/u, 'n)'), first]).toEqual([
    'Extractos que faltan, 2',
    'Canal | Cuenta | Frecuencia (días) [count] | Último día | Faltan de | Extractos que faltan [count] (n)',
    'A | 1 | 31 | 2026-08-31 | 2026-09 | 1',
  ]);
  // It begins with the month before this one.
  expect(asked.map(({ month }) => month)).toEqual([shiftMonth(monthOf(todayHere()), -1)]);
});

test('a month that is older than those that are proposed stands among them while it is looked at', async () => {
  const asked: ReceivablesQuery[] = [];
  await openPage(
    {
      dataReplies: {
        readStatements: () => [],
        readReceivables: (query) => {
          asked.push(query);
          return { revision: 1, month: query.month, lines: [] };
        },
      },
    },
    () => (
      <InAccount>
        <ReceivablesSection month={'2020-02' as Month} onOpenOrder={() => {}} />
      </InAccount>
    ),
  );
  expect((await screen.findByTestId('receivable-month')).textContent).toBe('Febrero de 2020');
  await waitFor(() => expect(asked.map(({ month }) => month)).toEqual(['2020-02']));
});

test('an amount opens into its orders and closes; more of them are asked for, and none is said', async () => {
  const key = (number: string) => JSON.stringify(['A', '1', number]) as OrderKey;
  const asked: ReceivableOrdersQuery[] = [];
  const opened: OpenedOrder[] = [];
  let orders = [
    { key: key('O-7'), amount: D('35.05'), bought: '2026-09-01' as LocalDate, released: null },
    { key: key(''), amount: D('-1'), bought: null, released: '2026-09-30' as LocalDate },
  ];
  const { user } = await openPage(
    {
      dataReplies: {
        readStatements: () => [],
        readReceivables: ({ month }) => ({ revision: 1, month, lines: [line('1'), line('2')] }),
        readReceivableOrders: ({ slot: _, ...query }: ReceivableOrdersQuery & { readonly slot?: string }) => {
          asked.push(query);
          return { revision: 1, total: orders.length === 0 ? 0 : 124, amount: D('35.05'), orders };
        },
      },
    },
    () => (
      <InAccount>
        <ReceivablesSection month={'2026-09' as Month} onOpenOrder={(order) => opened.push(order)} />
      </InAccount>
    ),
  );
  const amount = async (place: string, at = 0) =>
    (await screen.findAllByTestId(`receivable-${place}`))[at] as HTMLElement;
  await user.click(await amount('sales'));
  const table = (await screen.findByRole('button', { name: 'O-7' })).closest('table') as HTMLElement;
  expect(readOf(table)).toEqual([
    '124 órdenes detrás, las de mayor monto primero',
    'Orden | Comprada | Se libera | Ventas',
    '[O-7] | 01-09-2026 | — | 35,05',
    '[Sin número de orden] | — | 30-09-2026 | −1,00',
  ]);
  expect(copiedOf(table)).toEqual([
    'Orden | Comprada | Se libera | Ventas',
    'O-7 | 01-09-2026 | — | 35,05',
    ' | — | 30-09-2026 | -1',
  ]);
  expect((await amount('sales')).getAttribute('aria-expanded')).toBe('true');
  expect(asked.at(-1)).toMatchObject({
    canal: 'A',
    cuenta: '1',
    month: '2026-09',
    place: 'sales',
    offset: 0,
    limit: 20,
  });
  await user.click(screen.getByRole('button', { name: 'Sin número de orden' }));
  expect(opened).toMatchObject([
    { at: 1, places: 2, orders: [{ order: 'O-7', channel: 'A' }, { order: '' }] },
  ]);
  await user.click(screen.getByRole('button', { name: 'Mostrar más (122)' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ place: 'sales', limit: 120 }));
  // Another of the account, and the same of another account, each begin anew.
  await user.click(await amount('charges'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ cuenta: '1', place: 'charges', limit: 20 }));
  await user.click(await amount('sales'));
  await user.click(await amount('sales', 1));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ cuenta: '2', place: 'sales', limit: 20 }));
  const expanded = async () =>
    (await screen.findAllByTestId('receivable-sales')).map((each) => each.getAttribute('aria-expanded'));
  expect(await expanded()).toEqual(['false', 'true', null]);
  orders = [];
  await user.click(await amount('refunds'));
  expect(await screen.findByText('Ninguna orden.')).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ cuenta: '1', place: 'refunds' });
  await user.click(await amount('refunds'));
  expect(screen.queryByText('Ninguna orden.')).toBeNull();
});

test('an allowance that cannot be read is not set; one that is set is changed, or withdrawn', async () => {
  const { user, kept, commit } = await open([line('1')]);
  const field = await screen.findByTestId<HTMLInputElement>('receivable-allowance-input');
  const set = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Fijar' });
  expect([field.placeholder, field.getAttribute('aria-invalid'), set().disabled, set().title]).toEqual([
    '51,50',
    'false',
    false,
    '',
  ]);
  await user.type(field, 'x{Enter}');
  expect([field.getAttribute('aria-invalid'), set().disabled, set().title]).toEqual([
    'true',
    true,
    'Escribe primero el monto',
  ]);
  expect(kept.size).toBe(0);
  await user.clear(field);
  await user.type(screen.getByTestId('receivable-owner'), ' Ana ');
  await user.click(set());
  await waitFor(() => expect([...kept.values()]).toMatchObject([{ amount: '51.50', owner: 'Ana' }]));
  commit();
  const said = await screen.findByTestId('receivable-allowance');
  expect([said.dataset.holds, ...readOf(said)]).toEqual([
    'true',
    '51,50[Cambiar, Cambiar la provisión de A · 1][Quitar, Quitar la provisión de A · 1]',
  ]);
  await user.click(within(said).getByRole('button', { name: /^Cambiar/u }));
  expect(screen.getByTestId<HTMLInputElement>('receivable-allowance-input').value).toBe('');
  await user.type(screen.getByTestId('receivable-allowance-input'), '40,5{Enter}');
  await waitFor(() => expect([...kept.values()]).toMatchObject([{ amount: '40.5' }]));
  commit();
  const again = await screen.findByTestId('receivable-allowance');
  await waitFor(() =>
    expect(within(again).getByTestId('receivable-allowance-set').dataset.value).toBe('40.5'),
  );
  await user.click(within(again).getByRole('button', { name: /^Quitar|^Retirar/u }));
  await waitFor(() => expect(kept.size).toBe(0));
});

test('an allowance that is set is shown with its decimals, however whole the ages are', async () => {
  const none = D('0.00');
  const ages = {
    'not-due': none,
    'to-30': none,
    'to-60': none,
    'to-90': none,
    'over-90': D('50.00'),
    undated: none,
  };
  const month = await open([line('1', { ages })]);
  await screen.findByTestId('receivable-allowance-input');
  const key = JSON.stringify(['A', '1', month.asked[0]?.month]);
  month.kept.set(key, { amount: '40.5', ages, owner: '', atMs: 1 });
  month.commit();
  expect((await screen.findByTestId('receivable-allowance-set')).textContent).toBe('40,50');
});

test('an allowance that could not be kept says so', async () => {
  const { user } = await open([line('1')], [], {
    writeAnnotations: () => {
      throw new Error('disco lleno');
    },
  });
  await user.type(await screen.findByTestId('receivable-allowance-input'), '40{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('disco lleno');
});
