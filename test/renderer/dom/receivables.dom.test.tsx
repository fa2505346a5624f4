import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  ReceivableLine,
  ReceivableOrdersQuery,
  ReceivablesQuery,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import { ReceivablesSection } from '#renderer/reconciliation/receivables/screen/receivables-section.tsx';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { InAccount, openPage } from './page.tsx';

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

async function open(lines: readonly ReceivableLine[], said: readonly (readonly [string, unknown])[] = []) {
  const asked: ReceivablesQuery[] = [];
  const behind: ReceivableOrdersQuery[] = [];
  const opened: unknown[] = [];
  const kept = new Map<string, unknown>(said);
  const page = await openPage(
    {
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
      },
    },
    () => (
      <InAccount>
        <ReceivablesSection onOpenOrder={(order) => opened.push(order)} />
      </InAccount>
    ),
  );
  return { ...page, asked, behind, opened, kept };
}

const FIGURES = ['opening', 'sales', 'refunds', 'charges', 'released', 'closing'];
const viewOf = (place: string) =>
  screen.getAllByTestId(`receivable-${place}`).map(({ dataset }) => [dataset.account, dataset.value]);

test('a month of each account stands with its exact figures, and all of them together', async () => {
  const { asked } = await open([line('1'), line('2')]);
  await screen.findAllByTestId('receivable-line');
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

test('statements that are missing by an account’s own rhythm are told by month', async () => {
  await open([line('1')]);
  const [first] = await screen.findAllByTestId('receivable-missing');
  expect(first?.dataset).toMatchObject({ account: '["A","1"]', month: '2026-09', value: '1' });
  expect(screen.getByText('cada 31 días')).toBeTruthy();
});
