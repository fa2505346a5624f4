import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGES } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { RECEIVABLE_FIGURES } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { addRows } from '#test/renderer/reconciliation/matching/statement-world.ts';
import {
  dayText,
  MONTHS,
  type Plan,
  plan,
  receivablesOf,
  rowsOf,
  type StatedDays,
  statedDays,
  storeOfPlans,
  TODAY,
} from './receivable-world.ts';

/** Receivables add up, month by month, to what a slow look at each row says is owed. */

const today = TODAY as LocalDate;
const cents = (text: string): number => Math.round(Number(text) * 100);
/** After this day of the world. */
const endOf = (month: string): number =>
  Math.min(100, ...[...Array(140).keys()].filter((at) => dayText(at + 1) > `${month}-31`));

/** What is owed at the end of a day, by the rows and the statement alone. */
function owedAt(plans: readonly Plan[], said: StatedDays, canal: string, end: number): number {
  let owed = 0;
  for (const row of plans) {
    if (row.canal !== canal || (row.bought !== null && row.bought > end)) continue;
    const day = (canal === 'A' ? said.get(row.orden) : undefined) ?? row.paid;
    const isPaid = day === null ? row.state === 'Pagado' : day <= end;
    if (!isPaid) owed += row.left;
  }
  return owed;
}

test('a month closes with what is owed, opens with what the one before closed with, and adds up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 40 }), statedDays, async (plans, said) => {
      const tool = receivablesOf(plans, said);
      const before = new Map<string, string>();
      for (const month of MONTHS) {
        const { lines } = await tool.page({ scope: null, month: month as Month, today });
        for (const canal of new Set(plans.map((each) => each.canal))) {
          const line = lines.find((each) => each.canal === canal);
          const expected = owedAt(plans, said, canal, endOf(month));
          expect(cents(line?.figures.closing ?? '0')).toBe(expected);
          if (line === undefined) continue;
          const { opening, sales, refunds, charges, released, closing } = line.figures;
          const added = cents(opening) + cents(sales) - cents(refunds) - cents(charges) - cents(released);
          expect(added).toBe(cents(closing));
          expect(AGES.reduce((sum, age) => sum + cents(line.ages[age]), 0)).toBe(cents(closing));
          if (before.has(canal)) expect(opening).toBe(before.get(canal));
        }
        for (const { canal, figures } of lines) before.set(canal, figures.closing);
      }
    }),
  );
});

test('behind each figure and each age stand the orders that it is the sum of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 25 }),
      statedDays,
      fc.constantFrom(...MONTHS),
      async (plans, said, month) => {
        const tool = receivablesOf(plans, said);
        const asked = { month: month as Month, today };
        const { lines } = await tool.page({ scope: null, ...asked });
        for (const { canal, cuenta, figures, ages } of lines) {
          for (const place of [...RECEIVABLE_FIGURES, ...AGES]) {
            const amounts: { readonly [place: string]: string } = { ...figures, ...ages };
            const found = await tool.orders({ canal, cuenta, place, ...asked, offset: 0, limit: 100 });
            expect(cents(found.amount)).toBe(cents(amounts[place] ?? ''));
            expect(found.orders.reduce((sum, each) => sum + cents(each.amount), 0)).toBe(cents(found.amount));
            expect(new Set(found.orders.map(({ key }) => key)).size).toBe(found.total);
            expect(found.orders.every(({ key }) => JSON.parse(key)[0] === canal)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('what is overdue is found by account: of each what the ages say, with its orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 40 }), statedDays, async (plans, said) => {
      const tool = receivablesOf(plans, said);
      const { lines } = await tool.page({ scope: null, month: '2026-11' as Month, today });
      const found = await tool.findings({ scope: null, today });
      const KINDS = {
        overdue: ['to-30', 'to-60', 'to-90'],
        'long-overdue': ['over-90', 'undated'],
      } as const;
      for (const [kind, ages] of Object.entries(KINDS)) {
        for (const line of lines) {
          const one = found.find(({ kind: own, subject }) => own === kind && subject.Canal === line.canal);
          const expected = ages.reduce((sum, age) => sum + cents(line.ages[age]), 0);
          // What an account owes us less than nothing of is no claim.
          expect(cents(one?.amount ?? '0')).toBe(Math.max(0, expected));
        }
      }
      expect(found.every(({ rows, orders }) => rows >= orders && orders > 0)).toBe(true);
      const scoped = { accounts: [{ Canal: 'A', Cuenta: 'Uno' }], isExcluded: true };
      const others = await tool.findings({ scope: scoped, today });
      expect(others).toEqual(found.filter(({ subject }) => subject.Canal === 'B'));
    }),
  );
});

test('a finding moves with its money, and not with a day that makes nothing older', async () => {
  const late = sold(1, { bought: -60 });
  const evidence = async (plans: readonly Plan[], day = TODAY) =>
    (await receivablesOf(plans, new Map()).findings({ scope: null, today: day as LocalDate })).map(
      (each) => each.evidence,
    );
  const [one] = await evidence([late]);
  expect(await evidence([late], dayText(101))).toEqual([one]);
  expect(await evidence([{ ...late, left: 7_999 }])).not.toEqual([one]);
  expect(await evidence([{ ...late, paid: 90 }])).toEqual([]);
  expect(await receivablesOf([late], new Map([[1, 90]])).findings({ scope: null, today })).toEqual([]);
});

const sold = (orden: number, more: Partial<Plan> = {}): Plan => ({
  canal: 'A',
  orden,
  ventas: 10_000,
  left: 8_000,
  bought: 5,
  paid: null,
  state: 'Informado',
  ...more,
});
const october = { scope: null, month: '2026-10' as Month, today };

test('what a statement releases is owed no more, and whose days count is told', async () => {
  const plans = [sold(1), sold(2, { paid: 65 }), sold(3)];
  const [before] = (await receivablesOf(plans, new Map()).page(october)).lines;
  expect([before?.figures.released, before?.figures.closing]).toEqual(['80.00', '160.00']);
  expect([before?.byStatement, before?.byColumns]).toEqual([0, 1]);
  const [after] = (await receivablesOf(plans, new Map([[1, 70]])).page(october)).lines;
  expect([after?.figures.released, after?.figures.closing]).toEqual(['160.00', '80.00']);
  expect([after?.byStatement, after?.byColumns]).toEqual([1, 1]);
});

test('what is owed is as old as it is beyond the days in which its own account pays', async () => {
  // Nine of ten rows of A come within 12 days; B has shown nothing.
  const paid = Array.from({ length: 40 }, (_, at) =>
    sold(1 + (at % 9), { bought: 20, paid: at < 36 ? 32 : 60 }),
  );
  const ages = [100 - 12, 99 - 12 - 30, 100 - 12 - 60, 100 - 12 - 91];
  const owed = ages.map((bought, at) => sold(at + 1, { bought, left: 10 ** at }));
  const far = sold(8, { bought: null, left: 7 });
  const [line] = (
    await receivablesOf([...paid, ...owed, far], new Map()).page({ ...october, month: '2026-11' as Month })
  ).lines;
  expect(line?.term).toEqual({ days: 12, rows: 40, isLearnt: true });
  expect(line?.ages).toEqual({
    'not-due': '0.00',
    'to-30': '0.01',
    'to-60': '1.10',
    'to-90': '0.00',
    'over-90': '10.00',
    undated: '0.07',
  });
  const other = (
    await receivablesOf([sold(1, { canal: 'B', bought: 69 })], new Map()).page({
      ...october,
      month: '2026-11' as Month,
    })
  ).lines[0];
  expect(other?.term).toEqual({ days: 30, rows: 0, isLearnt: false });
  expect(other?.ages['to-30']).toBe('80.00');
});

test('of an order over several settlements a statement releases what is in its own', async () => {
  const first = sold(1, { left: 3_000, settlement: 'L-1' });
  const rest = sold(1, { left: 5_000, settlement: 'L-2' });
  const within = new Map([[1, 65]]);
  const lines = async (plans: readonly Plan[], settlement: string | null) =>
    (await receivablesOf(plans, within, { settlement }).page(october)).lines.map(({ figures }) => [
      figures.released,
      figures.closing,
    ]);
  expect(await lines([first, rest], 'L-1')).toEqual([['30.00', '50.00']]);
  const numbered = [first, rest].map((each, at) => ({ ...each, settlement: `000${at + 1}` }));
  expect(await lines(numbered, '1')).toEqual([['30.00', '50.00']]);
  expect(await lines([first, rest], 'L-2')).toEqual([['50.00', '30.00']]);
  // A row that is in none yet is released by none of them; its own columns say when.
  expect(await lines([first, sold(1, { left: 5_000, paid: 70 })], 'L-1')).toEqual([['80.00', '0.00']]);
  expect(await lines([first, sold(1, { left: 5_000 })], 'L-1')).toEqual([['30.00', '50.00']]);
  // Of settlements that the rows do not know, and of none, it speaks of the whole order.
  expect(await lines([first, rest], 'X-9')).toEqual([['80.00', '0.00']]);
  expect(await lines([first, rest], null)).toEqual([['80.00', '0.00']]);
  expect(await lines([first, sold(1, { left: 5_000, settlement: 'L-1' })], 'L-1')).toEqual([
    ['80.00', '0.00'],
  ]);
});

test('what a statement says that comes in while others are read is in the next answer', async () => {
  const sold = { canal: 'A', ventas: 9_000, left: 5_000, bought: 10, paid: null, state: 'Informado' };
  const plans = [1, 2].map((orden) => ({ ...sold, orden }));
  const open = () => receivablesOf(plans, new Map([[1, 20]]), { meanwhile: new Map([[2, 21]]) });
  const { page } = open();
  const closing = async () => {
    const { lines } = await page({ scope: null, month: '2026-11' as Month, today });
    return cents(lines[0]?.figures.closing ?? '0');
  };
  expect([await closing(), await closing()]).toEqual([5_000, 0]);
  const { findings } = open();
  const overdue = async () => (await findings({ scope: null, today })).map(({ orders }) => orders);
  expect([await overdue(), await overdue()]).toEqual([[1], []]);
});

test('the orders behind an amount stand by its size, page by page, each with its first and last day', async () => {
  const plans = [
    sold(1, { left: 100 }),
    sold(2, { left: -500 }),
    sold(3, { left: 300, bought: 7, paid: 95 }),
    sold(3, { left: 100, bought: 4, paid: 93 }),
    sold(4, { left: 50, bought: null }),
    sold(5, { left: 0 }),
    sold(6, { left: 9_000, canal: 'B' }),
  ];
  const { orders } = receivablesOf(plans, new Map());
  const asked = { canal: 'A', cuenta: 'Uno', month: '2026-10' as Month, today, place: 'closing' } as const;
  const all = await orders({ ...asked, offset: 0, limit: 10 });
  const told = ({ orders: some }: typeof all) =>
    some.map(({ key, amount, bought, released }) => [JSON.parse(key)[2], amount, bought, released]);
  const lines = [
    ['A2', '-5.00', dayText(5), null],
    ['A3', '4.00', dayText(4), dayText(95)],
    ['A1', '1.00', dayText(5), null],
    ['A4', '0.50', null, null],
  ];
  expect(told(all)).toEqual(lines);
  expect([all.total, all.amount]).toEqual([4, '0.50']);
  const some = await orders({ ...asked, offset: 1, limit: 2 });
  expect(told(some)).toEqual(lines.slice(1, 3));
  expect([some.total, some.amount]).toEqual([4, '0.50']);
});

test('what is overdue is told order by order, with the day it was due and the month it was bought in', async () => {
  const plans = [
    sold(1, { bought: 30, left: 700 }),
    sold(1, { bought: 28, left: 200 }),
    sold(2, { bought: 40, left: 50 }),
    sold(3, { bought: 95, left: 900 }),
    sold(4, { bought: null, left: 60 }),
  ];
  const found = await receivablesOf(plans, new Map()).findings({ scope: null, today });
  const casesOf = (kind: string) => found.find((each) => each.kind === kind)?.cases ?? [];
  // Nothing came that tells another term than the usual one.
  const named = (cases: ReturnType<typeof casesOf>) =>
    cases
      .map(({ name, month, day, amount, rows }) => [name, month, day, amount, rows])
      .toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
  expect(named(casesOf('overdue'))).toEqual([
    ['A1', '2026-08', dayText(58), '9', 2],
    ['A2', '2026-09', dayText(70), '0.5', 1],
  ]);
  expect(found.map(({ kind, rows, orders }) => [kind, rows, orders])).toEqual([
    ['overdue', 3, 2],
    ['long-overdue', 1, 1],
  ]);
  expect(named(casesOf('long-overdue'))).toEqual([['A4', null, null, '0.6', 1]]);
  const ids = casesOf('overdue').map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  const other = await receivablesOf([...plans, sold(2, { bought: 40, left: 1 })], new Map()).findings({
    ...{ scope: null, today },
  });
  const evidence = (all: typeof found) =>
    new Map(all.flatMap(({ cases = [] }) => cases).map((each) => [each.name, each.evidence]));
  const [before, after] = [evidence(found), evidence(other)];
  expect([...before].filter(([name, own]) => after.get(name) !== own).map(([name]) => name)).toEqual(['A2']);
});

/** Two accounts of one channel that sell an order of the same number, and one of another; others have nothing in October. */
const ACCOUNTS: readonly Plan[] = [
  sold(7, { canal: 'B', bought: 65, ventas: 9_000, left: 5_000 }),
  sold(2, { canal: 'B', bought: 55, left: 70 }),
  sold(1, { cuenta: 'Uno', bought: 50, paid: 70, left: 800 }),
  sold(1, { cuenta: 'Dos', bought: 70, ventas: -200, left: -300 }),
  sold(1, { cuenta: 'Tres', bought: 95 }),
  sold(1, { cuenta: 'Cuatro', bought: 40, paid: 50 }),
  sold(3, { cuenta: 'Uno', bought: 91, ventas: 600, left: 500 }),
];

test('accounts stand by their names, each with its own figures, those in view alone; what had nothing yet is none', async () => {
  const store = storeOfPlans(ACCOUNTS);
  const { page, orders } = receivablesOf(ACCOUNTS, new Map(), { store });
  const none = Object.fromEntries(AGES.map((age) => [age, '0.00']));
  const figures = (...all: readonly string[]) =>
    Object.fromEntries(RECEIVABLE_FIGURES.map((figure, at) => [figure, all[at]]));
  const term = { days: 30, rows: 0, isLearnt: false };
  const all = await page(october);
  expect(all).toEqual({
    revision: store.revision,
    month: '2026-10',
    lines: [
      {
        ...{ canal: 'A', cuenta: 'Dos', term, byStatement: 0, byColumns: 0 },
        figures: figures('0.00', '0.00', '2.00', '1.00', '0.00', '-3.00'),
        ages: { ...none, 'not-due': '-3.00' },
      },
      {
        ...{ canal: 'A', cuenta: 'Uno', byStatement: 0, byColumns: 1 },
        // What came of order 1 did so after 20 days: one row teaches no term.
        term: { ...term, rows: 1 },
        figures: figures('8.00', '6.00', '0.00', '1.00', '8.00', '5.00'),
        ages: { ...none, 'not-due': '5.00' },
      },
      {
        ...{ canal: 'B', cuenta: 'Uno', term, byStatement: 0, byColumns: 0 },
        figures: figures('0.70', '90.00', '0.00', '40.00', '0.00', '50.70'),
        ages: { ...none, 'not-due': '50.00', 'to-30': '0.70' },
      },
    ],
  });
  const own = { accounts: [{ Canal: 'A', Cuenta: 'Uno' }], isExcluded: false };
  expect((await page({ ...october, scope: own })).lines).toEqual(all.lines.slice(1, 2));
  expect((await page({ ...october, scope: { ...own, isExcluded: true } })).lines).toEqual([
    all.lines[0],
    all.lines[2],
  ]);
  const behind = async (cuenta: string, place: 'closing' | 'opening' | 'not-due') =>
    (
      await orders({ canal: 'A', cuenta, month: october.month, today, place, offset: 0, limit: 9 })
    ).orders.map(({ key, amount }) => [...JSON.parse(key).slice(0, 3), amount]);
  expect(await behind('Dos', 'closing')).toEqual([['A', 'Dos', 'A1', '-3.00']]);
  expect(await behind('Uno', 'not-due')).toEqual([['A', 'Uno', 'A3', '5.00']]);
  expect(await behind('Uno', 'opening')).toEqual([['A', 'Uno', 'A1', '8.00']]);
  expect(await behind('Uno', 'closing')).toEqual([['A', 'Uno', 'A3', '5.00']]);
  expect(await behind('Nadie', 'closing')).toEqual([]);
});

test('an answer is of its day, of its month and of the rows of now, whatever was asked before', async () => {
  const plans = [
    sold(1, { cuenta: 'Dos', bought: 71, left: 100 }),
    sold(2, { cuenta: 'Uno', bought: 60, left: 30 }),
  ];
  const store = storeOfPlans(plans);
  const { findings, page } = receivablesOf(plans, new Map(), { store });
  const overdue = async (day: number, cuenta: string | null = null) => {
    const accounts = [{ Canal: 'A', Cuenta: cuenta ?? '' }];
    const found = await findings({
      scope: cuenta === null ? null : { accounts, isExcluded: false },
      today: dayText(day) as LocalDate,
    });
    return found.map(({ subject, amount }) => [subject.Cuenta, amount]);
  };
  // What was bought on the 71st day is due on the 101st.
  expect(await overdue(100)).toEqual([['Uno', '0.30']]);
  expect(await overdue(101, 'Dos')).toEqual([['Dos', '1.00']]);
  expect(await overdue(101)).toEqual([
    ['Dos', '1.00'],
    ['Uno', '0.30'],
  ]);
  const closing = async (month: string) =>
    (await page({ ...october, month: month as Month })).lines.map(({ figures }) => figures.closing);
  expect([await closing('2026-10'), await closing('2026-09'), await closing('2026-10')]).toEqual([
    ['1.00', '0.30'],
    ['0.30'],
    ['1.00', '0.30'],
  ]);
  store.markDeleted([0]);
  store.raiseRevision();
  expect(await overdue(101)).toEqual([['Uno', '0.30']]);
  expect(await closing('2026-10')).toEqual(['0.30']);
});

test('what is late and comes to nothing in all is no exception; the queue does without a statement that is damaged', async () => {
  const late = [sold(1, { left: 500 }), sold(2, { left: -500 })];
  const overdue = async (plans: readonly Plan[]) =>
    (await receivablesOf(plans, new Map()).findings({ scope: null, today })).length;
  expect([await overdue(late), await overdue([...late, sold(3, { left: 1 })])]).toEqual([0, 1]);
  const { findings, page } = receivablesOf([sold(1)], new Map([[1, 70]]), { isDamaged: true });
  expect(await findings({ scope: null, today })).toMatchObject([{ amount: '80.00' }]);
  // Figures would be wrong without it.
  await expect(page(october)).rejects.toThrow('Its lines are gone.');
});

test('what is late of an order is due by its first purchase, within the days in which its account pays', async () => {
  // Nine of ten rows of A come within 12 days.
  const paid = Array.from({ length: 40 }, (_, at) =>
    sold(1 + (at % 9), { bought: 20, paid: at < 36 ? 32 : 60 }),
  );
  const late = [52, 50, 55].map((bought) => sold(77, { bought, left: 100 }));
  const tool = receivablesOf([...paid, ...late, sold(78, { bought: 60, left: 5 })], new Map());
  const [found, ...none] = await tool.findings({ scope: null, today });
  expect(none).toEqual([]);
  const cases = found?.cases?.map(({ name, month, day, rows }) => [name, month, day, rows]);
  expect(cases?.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))).toEqual([
    ['A77', dayText(50).slice(0, 7), dayText(62), 3],
    ['A78', dayText(60).slice(0, 7), dayText(72), 1],
  ]);
  expect(found).toMatchObject({ rows: 4, orders: 2, amount: '3.05' });
  // Of the same days are the orders behind an age.
  const behind = async (place: 'to-30' | 'to-60' | 'not-due') => {
    const asked = { canal: 'A', cuenta: 'Uno', month: '2026-11' as Month, today, place };
    const { orders } = await tool.orders({ ...asked, offset: 0, limit: 9 });
    return orders.map(({ key, amount }) => [JSON.parse(key)[2], amount]);
  };
  expect([await behind('not-due'), await behind('to-30'), await behind('to-60')]).toEqual([
    ...[[], [['A78', '0.05']], [['A77', '3.00']]],
  ]);
});

test('rows are counted one by one, by what tells their day, and what nobody tells teaches no term', async () => {
  const same = Array.from({ length: 30 }, (_, at) => sold(1 + (at % 9), { bought: 65, paid: 65 }));
  const undated = sold(8, { bought: 65, state: 'Pagado' });
  const stated = [sold(20, { bought: 60 }), sold(21, { bought: 60, paid: 65 })];
  const store = storeOfPlans([...same, undated, ...stated]);
  const { page } = receivablesOf([], new Map([[20, 65]]), { store });
  const told = async () => {
    const [line] = (await page(october)).lines;
    return [line?.term.rows, line?.term.days, line?.byStatement, line?.byColumns, line?.figures.released];
  };
  expect(await told()).toEqual([32, 0, 1, 32, '2640.00']);
  store.markDeleted([0, 1]);
  store.raiseRevision();
  expect(await told()).toEqual([30, 0, 1, 30, '2480.00']);
  addRows(store, rowsOf([sold(30, { bought: 65, paid: 66, left: 100 })]));
  expect(await told()).toEqual([31, 0, 1, 31, '2481.00']);
});

test('amounts of any length are exact, whatever side they are on; what comes to nothing is an account all the same', async () => {
  const large = Number.MAX_SAFE_INTEGER;
  const huge = (ventas: number, left: number) =>
    Array.from({ length: 3 }, (_, at) => sold(at + 1, { bought: 70, ventas, left }));
  const figures = async (plans: readonly Plan[]) => {
    const [line] = (await receivablesOf(plans, new Map()).page(october)).lines;
    return line === undefined ? null : RECEIVABLE_FIGURES.map((figure) => line.figures[figure]);
  };
  expect(await figures(huge(1_000, large))).toEqual([
    ...['0.00', '30.00', '0.00', '-270215977642199.73', '0.00', '270215977642229.73'],
  ]);
  expect(await figures(huge(-large, -1_000))).toEqual([
    ...['0.00', '0.00', '270215977642229.73', '-270215977642199.73', '0.00', '-30.00'],
  ]);
  expect(await figures([sold(1, { bought: 70, ventas: 0, left: 0 })])).toEqual(
    RECEIVABLE_FIGURES.map(() => '0.00'),
  );
});

test('accounts stand by their channels first; an order is released on the last day of its rows, wherever they stand', async () => {
  const all = [
    ['B', 'Alba'],
    ['A', 'Zeta'],
    ['B', 'Beta'],
    ['A', 'Mar'],
  ].map(([canal = '', cuenta = '']) => sold(1, { canal, cuenta, bought: 60 }));
  const { lines } = await receivablesOf(all, new Map()).page(october);
  expect(lines.map(({ canal, cuenta }) => `${canal} ${cuenta}`)).toEqual([
    ...['A Mar', 'A Zeta', 'B Alba', 'B Beta'],
  ]);
  const rows = [93, 95, 94].map((paid, at) => sold(3, { bought: 9 - at, paid, left: 100 }));
  const asked = { canal: 'A', cuenta: 'Uno', month: '2026-10' as Month, today, place: 'closing' } as const;
  const { orders } = await receivablesOf(rows, new Map()).orders({ ...asked, offset: 0, limit: 9 });
  expect(orders).toMatchObject([{ amount: '3.00', bought: dayText(7), released: dayText(95) }]);
});
