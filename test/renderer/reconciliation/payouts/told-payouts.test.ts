import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  type Payout,
  payoutKeyOf,
  payoutsOf,
  rowsPayoutKey,
  withRows,
} from '#renderer/reconciliation/payouts/model/payouts.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  isBalance,
  isPaidAsItIs,
  STATEMENT_KINDS,
} from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What statements say was paid out, line by line, against a slow sum. */

const SETTLED = STATEMENT_KINDS.find(isPaidAsItIs) ?? 'unknown';
const BALANCE = STATEMENT_KINDS.find(isBalance) ?? 'unknown';
const NORTE: Account = { canal: 'A', cuenta: 'Norte' };
const SUR: Account = { canal: 'A', cuenta: 'Sur' };

type Written = {
  readonly cents: number | null;
  readonly settlement?: string | null;
  readonly movement?: string | null;
  readonly operation?: string | null;
  readonly day?: string | null;
  readonly released?: string | null;
};
const lineFrom = ({ cents, day = null, released = null, ...texts }: Written, at: number): StatementLine =>
  ({
    ...lineOf(cents === null ? '0' : centsText(cents), { ...texts, ...(day === null ? {} : { day }) }),
    line: at + 2,
    cells: [],
    net: cents === null ? null : centsText(cents),
    released: released === null ? null : { day: released as LocalDate },
  }) as unknown as StatementLine;

const viewOf = (
  lines: readonly Written[],
  {
    kind = SETTLED,
    accounts = [NORTE],
    id = 's',
  }: { kind?: typeof SETTLED; accounts?: Account[]; id?: string } = {},
) => ({ statementId: id, kind, accounts, lines: lines.map(lineFrom) });
const payouts = (...statements: readonly ReturnType<typeof viewOf>[]) => atOnce(payoutsOf(statements));
const cents = (text: Decimal): number => Math.round(Number(text) * 100);

describe('a settlement', () => {
  const dayText = (at: number) => `2026-03-${String(1 + at).padStart(2, '0')}`;
  const line = fc.record({
    cents: fc.option(fc.integer({ min: -9_999, max: 9_999 })),
    settlement: fc.constantFrom('L1', 'L2', null),
    movement: fc.constantFrom(null, 'Venta', 'reserve_for_dispute', 'block', 'payout'),
    day: fc.option(fc.nat(27).map(dayText)),
    released: fc.option(fc.nat(27).map(dayText)),
    operation: fc.constantFrom(null, '77'),
  });

  test('comes to its lines, but for the payout that it tells itself', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.boolean(), (drawn, isReleaseTold) => {
        const lines = isReleaseTold ? drawn : drawn.map((each) => ({ ...each, released: null }));
        const found = payouts(viewOf(lines));
        for (const settlement of ['L1', 'L2']) {
          // A line that cannot be read says nothing of what it is.
          const own = lines.filter(
            (each) => each.settlement === settlement && (each.movement !== 'payout' || each.cents === null),
          );
          const payout = found.find((each) => each.settlement === settlement);
          if (own.length === 0) {
            expect(payout).toBeUndefined();
            continue;
          }
          const sumOf = (some: typeof own) => some.reduce((sum, each) => sum + (each.cents ?? 0), 0);
          const last = (days: readonly (string | null)[]) =>
            days
              .filter((day) => day !== null)
              .toSorted()
              .at(-1) ?? null;
          const released = last(own.map((each) => each.released));
          expect(payout).toMatchObject({
            source: 'statement',
            lines: own.length,
            unread: own.filter((each) => each.cents === null).length,
            day: released ?? last(own.map((each) => each.day)),
            isDated: released !== null,
            accounts: [NORTE],
            statementIds: ['s'],
            numbers: own.some(({ operation }) => operation !== null) ? [settlement, '77'] : [settlement],
          });
          expect(cents(payout?.amount ?? ('0' as Decimal))).toBe(sumOf(own));
          const retained = own.filter(
            ({ movement }) => movement === 'reserve_for_dispute' || movement === 'block',
          );
          expect(cents(payout?.retained ?? ('0' as Decimal))).toBe(sumOf(retained));
        }
        expect(found).toHaveLength(new Set(found.map(({ settlement }) => settlement)).size);
        expect(found.every(({ settlement }) => settlement !== null)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  const one = { cents: 100, settlement: 'L1', day: '2026-03-02' };
  test('of one number is two where it is of two accounts, and one over two files of one', () => {
    const sur = { accounts: [SUR], id: 't' };
    expect(payouts(viewOf([one]), viewOf([one], sur)).map(({ amount }) => amount)).toEqual(['1.00', '1.00']);
    const [both, ...none] = payouts(viewOf([one]), viewOf([one], { id: 't' }));
    expect([both?.amount, both?.statementIds, none]).toEqual(['2.00', ['s', 't'], []]);
  });

  test('of which it is not known whose it is joins the only account that has its number', () => {
    const unknown = viewOf([{ ...one, cents: 7, day: '2026-03-09' }], { accounts: [], id: 'u' });
    const [joined, ...none] = payouts(viewOf([one]), unknown);
    expect([joined?.amount, joined?.lines, joined?.day, none]).toEqual(['1.07', 2, '2026-03-09', []]);
    expect(joined?.statementIds).toEqual(['s', 'u']);
    expect(joined?.formerKeys).toEqual([payoutKeyOf(SETTLED, lineFrom(one, 0), [])]);
    const three = payouts(viewOf([one]), viewOf([one], { accounts: [SUR], id: 't' }), unknown);
    expect(three.map(({ lines }) => lines)).toEqual([1, 1, 1]);
  });
});

test('a settlement is its number, whatever zeros a file writes before it', () => {
  const [text, number] = [
    { cents: 500, settlement: '0004001' },
    { cents: 700, settlement: '4001' },
  ];
  const [only, ...others] = payouts(viewOf([text]), viewOf([number], { id: 't' }));
  expect([only?.amount, only?.settlement, others]).toEqual(['12.00', '0004001', []]);
  // What was said of it before holds.
  expect(only?.formerKeys).toContain(JSON.stringify([SETTLED, '0004001', '', 'A', 'Norte']));
  const ofRows = { canal: 'A', cuenta: 'Norte', settlement: '04001', rentabilidad: '12.00' as Decimal };
  const row = { ...ofRows, rows: 2, lastPayment: '2026-03-04' as LocalDate };
  expect(withRows(only === undefined ? [] : [only], [row]).payouts).toHaveLength(1);
});

describe('a withdrawal out of a balance', () => {
  const out = (amount: number, day: string, operation: string | null = null): Written => ({
    ...{ cents: amount, day, operation },
    movement: 'payout',
  });
  const found = (...lines: readonly Written[]) =>
    payouts(viewOf(lines, { kind: BALANCE })).map(({ amount, day, source }) => [amount, day, source]);

  test('comes to the bank by what it takes from the balance; other lines of it are none', () => {
    expect(found(out(-500, '2026-03-02'), { cents: 900, day: '2026-03-02', movement: 'Venta' })).toEqual([
      ['5.00', '2026-03-02', 'line'],
    ]);
  });

  test('that was taken back by its amount, then or later, came to no bank, the latest of equal ones', () => {
    const [first, second] = [out(-500, '2026-03-02', '1'), out(-500, '2026-03-05', '2')];
    const at = (day: string) =>
      found(first, second, out(500, day, '3')).map(([amount, own]) => [amount, own]);
    expect(at('2026-03-06')).toEqual([['5.00', '2026-03-02']]);
    expect(at('2026-03-05')).toEqual([['5.00', '2026-03-02']]);
    expect(at('2026-03-04')).toEqual([['5.00', '2026-03-05']]);
    expect(at('2026-03-01')).toEqual([
      ['5.00', '2026-03-02'],
      ['5.00', '2026-03-05'],
      ['-5.00', '2026-03-01'],
    ]);
    expect(found(first, out(501, '2026-03-06', '3'))).toHaveLength(2);
  });

  test('is taken back by its own account alone, and in its own money', () => {
    const own = viewOf([out(-500, '2026-03-05', '1')], { kind: BALANCE });
    const other = (lines: readonly Written[]) => viewOf(lines, { kind: BALANCE, accounts: [SUR], id: 't' });
    const all = payouts(own, other([out(-500, '2026-03-02', '2'), out(500, '2026-03-06', '3')]));
    expect(all.map(({ accounts, amount }) => [accounts, amount])).toEqual([[[NORTE], '5.00']]);
    const inDollars = { ...own, lines: own.lines.map((line) => ({ ...line, currency: 'USD' })) };
    const inPesos = viewOf([out(500, '2026-03-06', '4')], { kind: BALANCE });
    const pesos = { ...inPesos, lines: inPesos.lines.map((line) => ({ ...line, currency: 'CLP' })) };
    expect(payouts(inDollars, pesos).map(({ amount }) => amount)).toEqual(['5.00', '-5.00']);
  });

  test('is one over all reports that name its operation, and one each where nothing names it', () => {
    const named = out(-500, '2026-03-02', '1');
    const over = payouts(viewOf([named], { kind: BALANCE }), viewOf([named], { kind: BALANCE, id: 't' }));
    expect(over.map(({ statementIds }) => statementIds)).toEqual([['s', 't']]);
    const plain = out(-500, '2026-03-02');
    expect(found(plain, plain)).toHaveLength(2);
  });
});

describe('settlements of the rows', () => {
  const row = (settlement: string, { canal, cuenta }: Account = NORTE) => ({
    ...{ settlement, canal, cuenta, rentabilidad: '12.00' as Decimal, rows: 3 },
    lastPayment: '2026-03-04' as LocalDate,
  });
  const payout = (settlement: string, accounts: readonly Account[]): Payout => {
    const [made] = payouts(viewOf([{ cents: 100, settlement }], { accounts: [...accounts] }));
    if (made === undefined) throw new Error('No payout.');
    return made;
  };

  test('are those that statements tell, by number and account, and payouts of their own where none does', () => {
    const all = [payout('L1', [SUR]), payout('L2', []), payout('L1', [NORTE])];
    const { payouts: found, ofRows } = withRows(all, [row('L1'), row('L2'), row('L3'), row('')]);
    expect(ofRows.get(rowsPayoutKey(row('L1')))).toEqual([2]);
    expect(ofRows.get(rowsPayoutKey(row('L2')))).toEqual([1]);
    expect(ofRows.get(rowsPayoutKey(row('L3')))).toEqual([3]);
    expect([ofRows.size, found.length]).toEqual([3, 4]);
    expect(found[3]).toMatchObject({
      ...{ source: 'rows', settlement: 'L3', amount: '12.00', lines: 3, day: '2026-03-04', isDated: true },
      ...{ accounts: [NORTE], numbers: ['L3'], kind: null },
    });
  });
});

test('a settlement whose other lines are of nobody known is of the latest day of both', () => {
  const told = (released: string | null) => [{ cents: 100, settlement: 'L1', released }];
  const dayOf = (known: string | null, unknown: string | null) => {
    const [both, ...none] = payouts(viewOf(told(known)), viewOf(told(unknown), { accounts: [], id: 't' }));
    return [both?.day, both?.isDated, none.length];
  };
  const [early, late] = ['2026-03-02', '2026-03-05'];
  expect(dayOf(early, late)).toEqual([late, true, 0]);
  expect(dayOf(late, early)).toEqual([late, true, 0]);
  expect(dayOf(null, early)).toEqual([early, true, 0]);
  expect(dayOf(early, null)).toEqual([early, true, 0]);
  expect(dayOf(null, null)).toEqual([null, false, 0]);
});

test('a settlement of the rows is that of a statement of several accounts where one of them is its own', () => {
  const [two, ...none] = payouts(viewOf([{ cents: 100, settlement: 'L1' }], { accounts: [NORTE, SUR] }));
  const ofRows = (account: Account) => {
    const row = {
      settlement: 'L1',
      rentabilidad: '12.00' as Decimal,
      rows: 3,
      lastPayment: null,
      ...account,
    };
    return withRows([two as Payout], [row]).ofRows.get(rowsPayoutKey(row));
  };
  expect(none).toEqual([]);
  expect([NORTE, SUR].map(ofRows)).toEqual([[0], [0]]);
  // Neither the channel nor the account’s name alone makes it its own.
  const others = [
    { canal: 'B', cuenta: 'Norte' },
    { canal: 'A', cuenta: 'Este' },
  ];
  expect(others.map(ofRows)).toEqual([[1], [1]]);
});

test('keys stay as they are, whatever was said under them: of one account by its name, of several by none', () => {
  const [line] = viewOf([{ cents: 1, settlement: '0042' }]).lines;
  if (line === undefined) throw new Error('There is a line.');
  const key = (...accounts: readonly Account[]) =>
    JSON.parse(payoutKeyOf(SETTLED, line, accounts) ?? '[]').slice(3);
  expect([key(NORTE), key(NORTE, SUR), key()]).toEqual([['A', 'Norte'], [], []]);
  expect(rowsPayoutKey({ ...NORTE, settlement: '0042' })).toBe('["rows","A","Norte","0042"]');
  const told = { cents: -500, movement: 'payout', released: '2026-03-05' };
  const withdrawals = payouts(
    viewOf([told, told, { ...told, operation: '77' }], { kind: BALANCE }),
    viewOf([told], { kind: BALANCE, accounts: [NORTE, SUR], id: 't' }),
  );
  const content = withdrawals.map((each) => JSON.parse(each.key));
  const day = '["2026-03-05","-5"]';
  expect(content).toEqual([
    ['withdrawal', day, 1, 'A', 'Norte'],
    ['withdrawal', day, 2, 'A', 'Norte'],
    ['withdrawal', '77'],
    ['withdrawal', day, 1],
  ]);
});

test('a withdrawal of nothing came to no bank', () => {
  const told = [0, -500].map((each, at) => ({ cents: each, movement: 'payout', operation: `${at}` }));
  expect(payouts(viewOf(told, { kind: BALANCE })).map(({ amount }) => cents(amount))).toEqual([500]);
});

test('of two reports of one balance a withdrawal is what the one says that tells more lines of it, the first of equal ones', () => {
  const [releases = BALANCE, settlements = BALANCE] = STATEMENT_KINDS.filter(isBalance);
  expect(releases).not.toBe(settlements);
  const told = (amount: number): Written => ({ cents: amount, movement: 'payout', operation: '77' });
  const [one, two] = [[told(-500)], [told(-480), told(-30)]];
  const amounts = (first: readonly Written[], second: readonly Written[]) => {
    const all = [
      viewOf(first, { kind: releases }),
      viewOf(second, { kind: settlements, accounts: [SUR], id: 't' }),
    ];
    return payouts(...all).map(({ amount, kind, statementIds }) => [
      ...[cents(amount), kind === releases ? 'first' : 'second', statementIds.toSorted()],
    ]);
  };
  const both = ['s', 't'];
  expect(amounts(one, two)).toEqual([[510, 'second', both]]);
  expect(amounts(two, one)).toEqual([[510, 'first', both]]);
  expect(amounts(one, [told(-700)])).toEqual([[500, 'first', both]]);
});

test('a settlement in two currencies is two, and one whose lines name several operations is named by none of them', () => {
  const inMoney = (currency: string, view: ReturnType<typeof viewOf>) => ({
    ...view,
    lines: view.lines.map((line) => ({ ...line, currency })),
  });
  const own = (amount: number) => viewOf([{ cents: amount, settlement: 'L1' }]);
  const both = payouts(inMoney('CLP', own(700)), inMoney('USD', own(30)));
  expect(both.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['CLP', '7.00'],
    ['USD', '0.30'],
  ]);
  const named = (...operations: readonly string[]) =>
    payouts(viewOf(operations.map((operation) => ({ cents: 1, settlement: 'L1', operation }))))[0]?.numbers;
  expect([named('77', '77'), named('77', '78'), named('78', '77', '79')]).toEqual([
    ...[['L1', '77'], ['L1'], ['L1']],
  ]);
});

test('lines of nobody known join the settlement of their number with all that they say', () => {
  const line = { settlement: '7', day: '2026-03-02' };
  const known = viewOf([{ ...line, cents: 500 }]);
  const unknown = viewOf(
    [
      { settlement: '0007', cents: -40, movement: 'block', operation: '77', day: '2026-03-09' },
      { settlement: '0007', cents: null, day: '2026-03-01' },
    ],
    { accounts: [], id: 'u' },
  );
  const [joined, ...none] = payouts(known, unknown);
  const key = (settlement: string, ...account: readonly string[]) =>
    JSON.stringify([SETTLED, settlement, '', ...account]);
  expect(none).toEqual([]);
  expect(joined).toEqual({
    ...{ key: key('7', 'A', 'Norte'), source: 'statement', kind: SETTLED, settlement: '7', currency: null },
    formerKeys: [key('7'), key('0007', 'A', 'Norte'), key('0007')],
    ...{ numbers: ['7', '77'], amount: '4.60', retained: '-0.40', day: '2026-03-09', isDated: false },
    ...{ lines: 3, unread: 1, statementIds: ['s', 'u'], accounts: [NORTE] },
  });
});

test('a withdrawal is of the day on which it was released, else of its line, and is known by its former key', () => {
  const out = (parts: Partial<Written>): Written => ({ cents: -500, movement: 'payout', ...parts });
  const told = (accounts: Account[], ...lines: readonly Written[]) =>
    payouts(viewOf(lines, { kind: BALANCE, accounts })).map(({ key, formerKeys, day, isDated }) => [
      ...[JSON.parse(key).slice(1), formerKeys.map((former) => JSON.parse(former).slice(1)), day, isDated],
    ]);
  const [line, released] = ['2026-03-02', '2026-03-05'];
  const content = (day: string) => JSON.stringify([day, '-5']);
  expect(told([NORTE], out({ day: line, released }), out({ day: line }), out({}))).toEqual([
    [[content(released), 1, 'A', 'Norte'], [[content(released), 1]], released, true],
    [[content(line), 1, 'A', 'Norte'], [[content(line), 1]], line, true],
    [[content(''), 1, 'A', 'Norte'], [[content(''), 1]], null, false],
  ]);
  expect(told([], out({ day: line }), out({ operation: '77' }))).toEqual([
    [[content(line), 1], [], line, true],
    [['77'], [], null, false],
  ]);
});

test('each withdrawal is taken back once, be its day known or not', () => {
  const move = (amount: number, operation: string, day: string | null): Written => ({
    ...{ cents: amount, movement: 'payout', operation, day },
  });
  const left = (...lines: readonly Written[]) =>
    payouts(viewOf(lines, { kind: BALANCE })).map(({ key }) => JSON.parse(key)[1]);
  const [one, two] = [move(-500, '1', '2026-03-02'), move(-500, '2', '2026-03-03')];
  const back = (operation: string, day: string | null) => move(500, operation, day);
  expect(left(one, two, back('3', '2026-03-05'), back('4', '2026-03-06'))).toEqual([]);
  expect(left(one, back('3', '2026-03-05'), back('4', '2026-03-06'))).toEqual(['4']);
  expect(left(one, back('3', null))).toEqual([]);
  expect(left(move(-500, '1', null), back('3', '2026-03-01'))).toEqual([]);
});
