import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import type { OrderData } from '#renderer/features/order-details/order-data.ts';
import { OrderPayouts } from '#renderer/features/order-details/order-payouts.tsx';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { PayoutsAsk } from '#renderer/reconciliation/parts/sections.ts';
import { keyOfSides, sidesFrom } from '#renderer/reconciliation/parts/sides.ts';
import type {
  BankDeposit,
  OrderPayouts as Chain,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { PayoutsTable } from '#renderer/reconciliation/payouts/screen/payouts-table.tsx';
import { SettlementsSection } from '#renderer/reconciliation/payouts/screen/settlements-section.tsx';
import type { AccountsState } from '#shared/contract/app.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';

const D = (text: string) => text as Decimal;
const DAY = (text: string) => text as LocalDate;

const line = (identity: string, amount: string, more: Partial<BankDeposit> = {}): BankDeposit => ({
  identity,
  statementId: 's1',
  file: 'banco.csv',
  bank: 'bci',
  line: 12,
  day: DAY('2026-09-22'),
  description: `ABONO ${identity}`,
  document: `N${identity}`,
  words: 'abono',
  amount: D(amount),
  currency: '',
  isExplained: false,
  ...more,
});
const payout = (settlement: string, amount: string, more: Partial<PayoutView> = {}): PayoutView => ({
  key: `k-${settlement}`,
  source: 'statement',
  kind: 'ripley',
  settlement,
  currency: '',
  amount: D(amount),
  retained: D('0'),
  day: DAY('2026-09-20'),
  isDated: true,
  lines: 3,
  unread: 0,
  statementIds: ['s0'],
  accounts: [{ canal: 'A', cuenta: '1' }],
  state: 'missing',
  why: null,
  window: { from: DAY('2026-09-18'), to: DAY('2026-09-27') },
  came: null,
  difference: null,
  differences: [],
  by: null,
  isExplained: false,
  deposits: [],
  together: [],
  suggestions: [],
  fallen: [],
  ...more,
});
const ARRIVED = payout('L1', '80.10', {
  state: 'arrived',
  came: D('80.10'),
  difference: D('0.00'),
  differences: [{ currency: '', amount: D('0.00') }],
  by: 'amount',
  deposits: [line('d1', '80.10')],
});
const SHORT = payout('L2', '50.00', {
  state: 'different',
  why: 'fee',
  came: D('49.05'),
  difference: D('-0.95'),
  differences: [{ currency: '', amount: D('-0.95') }],
  by: 'settlement',
  deposits: [line('d2', '49.05', { line: 14 })],
});
const LOST = payout('L3', '33.33', {
  suggestions: [
    {
      why: 'same-amount',
      candidates: 2,
      byChance: 0.2,
      deposits: [line('d3', '33.33')],
      payouts: [{ key: 'k-L3', name: 'L3', amount: D('33.33') }],
      remains: D('0.00'),
    },
  ],
});
const PAGE: PayoutsPage = {
  revision: 1,
  payouts: [ARRIVED, SHORT, LOST],
  ofRows: [ARRIVED, SHORT, LOST].map(({ settlement, key }) => ({
    canal: 'A',
    cuenta: '1',
    settlement: settlement ?? '',
    payouts: [key],
  })),
  unexplained: {
    lines: 2,
    sums: [{ currency: '', count: 2, sum: D('133.33') }],
    listed: [line('d4', '100.00'), line('d3', '33.33')],
  },
  noChannel: { lines: 0, sums: [], listed: [] },
  bankDays: { from: DAY('2026-09-01'), to: DAY('2026-09-30') },
};

const settlement = (name: string): Settlement => ({
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
  months: [],
  paidRows: 3,
  pendingRows: 0,
  owed: D('0.00'),
  oldestPendingDays: null,
});

async function open(
  page: PayoutsPage = PAGE,
  asked: PayoutsAsk | null = null,
  kept = new Map<string, Annotation<'payout-decision'>>(),
  setting: PageSetting = {},
) {
  const written: Annotation<'payout-decision'>[] = [];
  const removed: string[] = [];
  const opens = await openPage(
    {
      ...setting,
      dataReplies: {
        readPayouts: () => ({ ...page }),
        readSettlements: ({ limit }) => ({
          revision: 1,
          total: 3,
          offset: 0,
          settlements: limit === 0 ? [] : ['L1', 'L2', 'L3'].map(settlement),
          owed: [],
        }),
        readAnnotations: ({ kind }) =>
          kind === 'payout-decision' ? ([...kept].map(([key, value]) => ({ key, value })) as never) : [],
        writeAnnotations: (changes) => {
          const { kind, puts, deletes } = changes as AnnotationChanges<'payout-decision'>;
          expect(kind).toBe('payout-decision');
          removed.push(...deletes);
          for (const { key, value } of puts) {
            kept.set(key, value);
            written.push(value);
          }
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <SettlementsSection />
        <PayoutsTable asked={asked} />
        <SelectionProbe />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('payout-line');
  return { ...opens, written, removed };
}

const valuesOf = (testId: string) => screen.getAllByTestId(testId).map(({ dataset }) => dataset.value);

test('each settlement says its bank line, with what is missing of it, and opens it', async () => {
  const [first, alone, ...others] = PAGE.payouts as [PayoutView, PayoutView];
  // What is said is of all that came in its bank line.
  const second = { ...alone, together: [{ key: 'k-L9', amount: D('7.00') }] };
  const page = { ...PAGE, payouts: [first, second, ...others] };
  const said = {
    ...{ verdict: 'explained', note: 'sin el timbre', owner: '', atMs: 1, said: '', lines: [], orders: [] },
    ...{ linesBy: 'values', earlier: [] },
  } as unknown as Annotation<'payout-decision'>;
  const kept = new Map([[keyOfSides(sidesFrom(second.deposits, [second, ...second.together])), said]]);
  const { user, commit } = await open(page, null, kept);
  const banks = screen.getAllByTestId('settlement-bank');
  expect(banks.map(({ dataset }) => [dataset.state, dataset.value])).toEqual([
    ['arrived', '80.10'],
    ['different', '49.05'],
    ['missing', ''],
  ]);
  expect(banks[1]?.textContent).toContain('22-09-2026');
  await user.click(screen.getAllByTestId('settlement-bank-open')[1] as HTMLElement);
  const opened = await screen.findByTestId('payout-bank-line');
  expect(opened.dataset.value).toBe('49.05');
  expect(opened.textContent).toContain('banco.csv');
  expect(screen.getByTestId<HTMLInputElement>('payout-note').value).toBe('sin el timbre');
  await user.click(screen.getByTestId('payout-orders'));
  expect(probedSelection().filters).toContainEqual({ column: 'N° de Liquidación', values: ['L2'] });
  page.payouts = PAGE.payouts.map((each) => ({ ...each, state: 'missing', came: null }));
  act(() => commit());
  await waitFor(() =>
    expect(screen.getAllByTestId('settlement-bank').map(({ dataset }) => dataset.state)).toEqual([
      ...['missing', 'missing', 'missing'],
    ]),
  );
});

test('who is led to the payouts of a month sees those of that state alone, until all are asked for', async () => {
  const page = {
    ...PAGE,
    payouts: [
      ...PAGE.payouts,
      payout('L4', '10.00', { day: DAY('2026-10-01') }),
      payout('L5', '11.00', { isExplained: true }),
    ],
  };
  const { user } = await open(page, { month: '2026-09' as Month, state: 'missing' });
  expect(valuesOf('payout-line')).toEqual(['33.33']);
  expect(screen.getByTestId('led-to').textContent).toContain('Solo septiembre de 2026: ');
  await user.click(screen.getByTestId('led-to-end'));
  expect(valuesOf('payout-line')).toEqual(['80.10', '50.00', '33.33', '10.00', '11.00']);
  expect(screen.queryByTestId('led-to')).toBeNull();
});

test('of several currencies each sum has a line of its own, and tables say which each amount is of', async () => {
  const dollars = { currency: 'USD' };
  await open({
    ...PAGE,
    payouts: [
      payout('L3', '33.33', { currency: 'CLP' }),
      payout('L4', '10.00', { currency: 'CLP' }),
      payout('L5', '5.55', dollars),
      payout('L6', '100.50', {
        ...dollars,
        state: 'different',
        why: 'currency',
        came: D('90000.00'),
        differences: [
          { currency: 'CLP', amount: D('90000.00') },
          { currency: 'USD', amount: D('-100.50') },
        ],
        deposits: [line('d1', '90000.00', { currency: 'CLP' })],
      }),
    ],
    unexplained: {
      lines: 3,
      sums: [
        { currency: 'USD', count: 2, sum: D('3.00') },
        { currency: 'CLP', count: 1, sum: D('700.00') },
      ],
      listed: [
        line('d4', '700.00', { currency: 'CLP' }),
        line('d5', '2.00', dollars),
        line('d6', '1.00', dollars),
      ],
    },
  });
  const sumsOf = (name: string) =>
    [`chain-${name}`, `chain-${name}-beside`].flatMap((id) =>
      screen
        .getAllByTestId(id)
        .map((row) => [
          row.dataset.currency,
          row.querySelector('data[data-testid]')?.getAttribute('data-value'),
        ]),
    );
  expect(sumsOf('missing')).toEqual([
    ['CLP', '43.33'],
    ['USD', '5.55'],
  ]);
  expect(sumsOf('different')).toEqual([
    ['CLP', '90000.00'],
    ['USD', '-100.50'],
  ]);
  expect(sumsOf('unexplained')).toEqual([
    ['USD', '3.00'],
    ['CLP', '700.00'],
  ]);
  expect(valuesOf('chain-missing')).toEqual(['3']);
  expect(screen.getByTestId('chain-missing').textContent).toContain('CLP');
  const [first, , , last] = screen.getAllByTestId('payout-line');
  expect(first?.textContent).toContain('CLP');
  expect(last?.textContent).toContain('llegó en otra moneda');
  expect(
    screen.getAllByTestId('unexplained-line').map(({ textContent }) => textContent?.includes('USD')),
  ).toEqual([false, true, true]);
});

test('settlements of the rows, which name no currency, are of the one in view', async () => {
  const accounts: AccountsState = {
    accounts: [account({ currencies: { main: 'CLP', own: [] } })],
    activeId: 'a',
    keyStorage: 'memory',
  };
  const payouts = [payout('L3', '33.33', { currency: 'CLP' }), payout('L4', '10.00')];
  await open({ ...PAGE, payouts }, null, new Map(), { accounts });
  expect(screen.queryByTestId('chain-missing-beside')).toBeNull();
  expect(screen.getByTestId('chain-missing').dataset.currency).toBe('CLP');
  expect(valuesOf('chain-missing-sum')).toEqual(['43.33']);
});

test('payouts that did not come, and money of nobody, are told with their sums and in words', async () => {
  const { user } = await open();
  expect(valuesOf('chain-missing')).toEqual(['1']);
  expect(valuesOf('chain-missing-sum')).toEqual(['33.33']);
  expect(valuesOf('chain-different-sum')).toEqual(['-0.95']);
  expect(valuesOf('chain-unexplained')).toEqual(['2']);
  expect(valuesOf('chain-unexplained-sum')).toEqual(['133.33']);
  expect(valuesOf('unexplained-line')).toEqual(['100.00', '33.33']);
  const [, short, lost] = screen.getAllByTestId('payout-line');
  expect(short?.textContent).toContain('por su número · la diferencia parece una comisión');
  expect(lost?.textContent).toContain('cubren sus días, del 18-09-2026 al 27-09-2026, y no está');
  await user.click(screen.getByRole('button', { name: 'Sin línea de banco' }));
  expect(valuesOf('payout-line')).toEqual(['33.33']);
});

test('what may be a payout is decided by the user, by content', async () => {
  const { user, written } = await open();
  await user.click(screen.getAllByTestId('payout-open')[2] as HTMLElement);
  expect(screen.getByTestId('payout-suggestion').textContent).toContain('2 pagos o abonos de ese monto');
  await user.click(screen.getByTestId('payout-suggestion-no-match'));
  expect(written).toMatchObject([{ verdict: 'no-match', orders: ['k-L3'], lines: ['d3'] }]);
});

describe('what was said of a payout and fell with its figure', () => {
  const SAID: Annotation<'payout-decision'> = {
    ...{ verdict: 'match', lines: ['d3'], orders: ['k-L3'], note: 'pagado junto', owner: 'Ana', atMs: 1 },
    linesBy: 'values',
    earlier: [],
    said: { orders: [{ amount: D('33.32'), settled: D('33.32') }], there: D('33.33'), here: D('33.32') },
  };
  const KEY = decisionKey(SAID.orders as readonly OrderKey[], SAID.lines);
  const now = { orders: [{ amount: D('33.33'), settled: D('33.33') }], there: D('33.33'), here: D('33.33') };
  const fell = (why: 'moved' | 'apart', is: typeof now | null = now): PayoutsPage => ({
    ...PAGE,
    payouts: [ARRIVED, SHORT, { ...LOST, fallen: [{ key: KEY, why, now: is }] }],
  });
  const openIt = async (page: PayoutsPage) => {
    const opened = await open(page, null, new Map([[KEY, SAID]]));
    await opened.user.click(screen.getAllByTestId('payout-open')[2] as HTMLElement);
    return opened;
  };
  const dataOf = (side: string) => screen.getByTestId(`payout-fallen-${side}`).dataset.value;

  test('stands with it as it was said, of which figures, and what they are by now', async () => {
    await openIt(fell('moved'));
    const fallen = await screen.findByTestId('payout-fallen');
    expect(fallen.dataset.value).toBe('moved');
    for (const words of [text('match.fallen-moved'), 'Ana', 'pagado junto'])
      expect(fallen.textContent).toContain(words);
    expect(['then-there', 'then-here', 'now-there', 'now-here'].map(dataOf)).toEqual([
      ...['33.33', '33.32'],
      ...['33.33', '33.33'],
    ]);
    // It settles nothing: the payout is open, and what may be it is proposed.
    expect(screen.getAllByTestId('settlement-bank')[2]?.dataset.state).toBe('missing');
    expect(screen.getByTestId('payout-suggestion')).toBeTruthy();
  });

  test('is said again of what it is by now, by the keyboard, with its note', async () => {
    const { user, written } = await openIt(fell('moved'));
    const again = await screen.findByTestId('payout-fallen-again');
    again.focus();
    await user.keyboard('{Enter}');
    expect(written).toMatchObject([
      { verdict: 'match', orders: ['k-L3'], lines: ['d3'], note: 'pagado junto', said: now },
    ]);
  });

  test('is withdrawn where it holds no more', async () => {
    const { user, removed } = await openIt(fell('moved'));
    await user.click(await screen.findByTestId('payout-fallen-withdraw'));
    await waitFor(() => expect(removed).toEqual([KEY]));
  });

  test.each([
    ['whose payout is not here', fell('moved', null)],
    ['that others belong to by now', fell('apart')],
  ])('cannot be said again of one %s', async (_, page) => {
    await openIt(page);
    await screen.findByTestId('payout-fallen');
    expect(screen.queryByTestId('payout-fallen-again')).toBeNull();
  });
});

test('payouts and bank lines are matched by hand, with the live difference', async () => {
  const { user, written } = await open();
  const boxes = screen.getAllByTestId('take-payout') as HTMLInputElement[];
  expect(boxes.map(({ disabled }) => disabled)).toEqual([true, true, false]);
  await user.click(boxes[2] as HTMLElement);
  expect((screen.getByTestId('payouts-by-hand-match') as HTMLButtonElement).disabled).toBe(true);
  for (const box of screen.getAllByTestId('take-bank-line')) await user.click(box);
  expect(valuesOf('payouts-by-hand-difference')).toEqual(['100.00']);
  expect((screen.getByTestId('payouts-by-hand-match') as HTMLButtonElement).disabled).toBe(true);
  await user.type(screen.getByTestId('payouts-by-hand-reason'), 'dos pagos en uno');
  await user.click(screen.getByTestId('payouts-by-hand-match'));
  expect(written).toMatchObject([
    { verdict: 'match', note: 'dos pagos en uno', orders: ['k-L3'], lines: ['d4', 'd3'] },
  ]);
  expect(screen.queryByTestId('payouts-by-hand')).toBeNull();
});

test('money of nobody is explained with a note, never without', async () => {
  const { user, written } = await open();
  await user.click(screen.getAllByTestId('take-bank-line')[0] as HTMLElement);
  expect((screen.getByTestId('bank-line-explain') as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getAllByTestId('take-bank-line')[1] as HTMLElement);
  await user.type(screen.getByTestId('bank-line-note'), 'aporte de socios');
  await user.click(screen.getByTestId('bank-line-explain'));
  // Each by itself: another file may hold one of them alone.
  await waitFor(() => expect(screen.queryByTestId('payouts-by-hand')).toBeNull());
  expect(written).toMatchObject(
    ['d4', 'd3'].map((line) => ({
      ...{ verdict: 'explained', orders: [], lines: [line], note: 'aporte de socios' },
    })),
  );
});

test('without a bank’s file it says so', async () => {
  const waiting = payout('L1', '5.00', { state: 'waiting', why: 'no-bank' });
  await open({
    ...PAGE,
    payouts: [waiting],
    bankDays: null,
    unexplained: { lines: 0, sums: [], listed: [] },
  });
  expect(screen.getByTestId('chain-bank-days').textContent).toContain('No hay ningún extracto de banco');
  expect(screen.getByTestId('payout-line').textContent).toContain('no hay ningún extracto de banco');
});

const ORDER: OrderData = {
  identity: { row: 0, order: '77', channel: 'A', filters: [] },
  columns: ['Canal', 'Cuenta', 'Orden'],
  lines: [{ id: 'r0', cells: ['A', '1', '77'] } as never],
  totals: {} as never,
};
const UNKNOWN: Chain = {
  revision: 1,
  amount: D('10.00'),
  settlements: [],
  statement: null,
  hasStatements: false,
  payouts: [],
};

async function openOrder(chain: Chain) {
  const opens = await openPage({ dataReplies: { readOrderPayouts: () => chain } }, () => (
    <InAccount>
      <OrderPayouts order={ORDER} places={2} />
    </InAccount>
  ));
  await screen.findByTestId('order-chain');
  return { ...opens, steps: screen.getAllByTestId('chain-step') };
}

test('an order tells its settlement, the statement’s amount and the bank, each with its figure and state', async () => {
  const { steps } = await openOrder({
    ...UNKNOWN,
    settlements: [{ settlement: 'L2', amount: D('10.00'), whole: D('50.00') }],
    statement: {
      kind: 'ripley',
      state: 'different',
      isExplained: false,
      amounts: [
        { currency: '', statementAmount: D('9.50'), ledgerAmount: D('10.00'), difference: D('-0.50') },
      ],
      lines: 1,
      orders: 1,
      files: ['ripley.xlsx'],
    },
    hasStatements: true,
    payouts: [SHORT],
  });
  expect(steps.map(({ dataset }) => [dataset.value, dataset.state])).toEqual([
    ['settlement', 'known'],
    ['statement', 'different'],
    ['bank', 'different'],
  ]);
  expect(steps.map((step) => step.querySelector('data')?.dataset.value)).toEqual(['10.00', '9.50', '49.05']);
  expect(steps[1]?.textContent).toContain('ripley.xlsx');
});

test('steps that are not known are said in words', async () => {
  const { steps } = await openOrder(UNKNOWN);
  expect(steps.map(({ dataset }) => dataset.state)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Liquidacióntodavía en ninguna liquidación',
    'Extractono hay extractos de marketplaces',
    'Bancono se sabe en qué pago vino',
  ]);
});

describe('a bank line that is no channel’s', () => {
  const OTHERS: PayoutsPage = {
    ...PAGE,
    noChannel: {
      lines: 1,
      sums: [{ currency: '', count: 1, sum: D('-900.00') }],
      listed: [
        line('d9', '-900.00', { description: 'PAGO REMUNERACIONES 12', words: 'pago remuneraciones' }),
      ],
    },
  };
  const openOthers = async (page: PayoutsPage) => {
    const changes: AnnotationChanges<'no-channel'>[] = [];
    const { user } = await openPage(
      {
        dataReplies: {
          readPayouts: () => page,
          readSettlements: ({ limit }) => ({
            revision: 1,
            total: 3,
            offset: 0,
            settlements: limit === 0 ? [] : [settlement('L1')],
            owed: [],
          }),
          readAnnotations: () => [],
          writeAnnotations: (written) => {
            changes.push(written as AnnotationChanges<'no-channel'>);
            return null;
          },
        },
      },
      () => (
        <InAccount>
          <PayoutsTable asked={null} />
        </InAccount>
      ),
    );
    await screen.findAllByTestId('payout-line');
    return { user, changes };
  };

  test('is said so by one press, by its words, and is counted apart with what it comes to', async () => {
    const { user, changes } = await openOthers(OTHERS);
    const [first] = screen.getAllByTestId('no-channel');
    await user.click(first as HTMLElement);
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({
      kind: 'no-channel',
      puts: [{ key: 'abono', value: { description: 'ABONO d4' } }],
      deletes: [],
    });
    expect(screen.getByTestId('no-channel-lines').dataset.value).toBe('1');
    expect(screen.getByTestId('no-channel-sum').dataset.value).toBe('-900.00');
    expect(screen.getByTestId('no-channel-lines').textContent).toContain('1 línea no es de un canal');
  });

  test('comes back by one press, with all lines of its words', async () => {
    const { user, changes } = await openOthers(OTHERS);
    await user.click(screen.getByTestId('no-channel-lines').querySelector('summary') as HTMLElement);
    await user.click(screen.getByTestId('channel-again'));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({ kind: 'no-channel', puts: [], deletes: ['pago remuneraciones'] });
  });

  test('without a word cannot be known again: it is explained by itself', async () => {
    await openOthers({
      ...PAGE,
      unexplained: {
        ...PAGE.unexplained,
        listed: [line('d4', '100.00', { description: '0012', words: '' })],
      },
    });
    expect(screen.queryByTestId('no-channel')).toBeNull();
    expect(screen.queryByTestId('no-channel-lines')).toBeNull();
  });
});

test('a payout stands beside its bank line, whose words and number have columns of their own', async () => {
  const { user } = await open();
  const [first] = screen.getAllByTestId('payout-line');
  expect(first?.querySelector('td[title="A · 1"]')?.textContent).toBe('1');
  expect(first?.textContent).toContain('ABONO d1');
  await user.click(screen.getAllByTestId('payout-open')[0] as HTMLElement);
  const cells = [...(await screen.findByTestId('payout-bank-line')).querySelectorAll('td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['ABONO d1', 'Nd1']));
});

test('the tolerance is one unit until another is typed, and is asked with', async () => {
  const asked: unknown[] = [];
  const { user } = await openPage(
    {
      dataReplies: {
        readPayouts: ({ tolerance }) => {
          asked.push(tolerance);
          return PAGE;
        },
        readSettlements: () => ({
          revision: 1,
          total: 1,
          offset: 0,
          settlements: [settlement('L1')],
          owed: [],
        }),
        readAnnotations: () => [],
      },
    },
    () => (
      <InAccount>
        <PayoutsTable asked={null} />
      </InAccount>
    ),
  );
  const field = await screen.findByTestId('payout-tolerance');
  expect(field.dataset.value).toBe('1');
  await user.clear(field);
  await user.type(field, '2,5{Enter}');
  await waitFor(() => expect(asked).toContain('2.5'));
  expect(asked[0]).toBe('1');
  // What is no amount, or less than nothing, is marked and changes nothing; what is left empty is as it was.
  for (const wrong of ['-1', 'nada']) {
    await user.clear(field);
    await user.type(field, `${wrong}{Enter}`);
    expect([field.getAttribute('aria-invalid'), field.dataset.value]).toEqual(['true', '2.5']);
  }
  await user.clear(field);
  await user.tab();
  expect([field.getAttribute('aria-invalid'), (field as HTMLInputElement).value]).toEqual(['false', '2,5']);
});
