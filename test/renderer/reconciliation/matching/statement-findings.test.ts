import { describe, expect, test } from 'vitest';
import { orderCase } from '#renderer/reconciliation/findings/worker/order-case.ts';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { formerIdentities } from '#renderer/reconciliation/matching/model/former-identity.ts';
import { identitiesOf } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { acceptedStatements } from '#renderer/reconciliation/matching/worker/found-in-statements.ts';
import { openCases, statementFindings } from '#renderer/reconciliation/matching/worker/statement-findings.ts';
import {
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { lineOf, type Row, rowOf, storeOf } from './statement-world.ts';

/** What the queue is told of statements: by reason and currency, each case once, and whose its lines are. */

const ACCOUNT = { Canal: 'Falabella', Cuenta: 'Uno' };
const OTHER = { Canal: 'Falabella', Cuenta: 'Dos' };
const caseOf = (content: string, parts: { readonly [part: string]: unknown } = {}) => ({
  ...{ reason: 'different', content, former: [], amount: { units: 150n, scale: 2 }, currency: 'CLP' },
  ...{ isOfMain: true, id: content, name: `N ${content}`, account: null, lines: 1, orders: 1, rows: 2 },
  ...{ first: '2026-10-05', last: '2026-10-07', ...parts },
});
const lookedAt = (
  name: string,
  accounts: readonly unknown[],
  cases: readonly ReturnType<typeof caseOf>[],
  lineScope = 'scope',
) => ({
  statement: {
    ...{ name, digest: `d ${name}`, lines: 9, days: { from: '2026-10-01', to: '2026-10-31' } },
    proof: { state: 'holds', gap: '0' },
  },
  open: { accounts, lineScope, cases },
});
const found = (...all: readonly unknown[]) => statementFindings(all as never, null);

test('something was said of the statements of those findings that are of one', () => {
  const records = [{ statement: 'd 1' }, { reason: 'x' }, { statement: 'd 2' }].map(
    (subject, at) => [String(at), { finding: { subject } }] as const,
  );
  expect([...acceptedStatements(new Map(records) as never)]).toEqual(['d 1', 'd 2']);
});

describe('a statement', () => {
  test('whose account is one is whose lines without an order are; of none or several nobody knows', () => {
    const whose = (accounts: readonly unknown[], own: unknown = null) =>
      found(lookedAt('a', accounts, [caseOf('x', { account: own })]))[0]?.cases?.map(
        (each) => 'account' in each && each.account,
      );
    expect(whose([ACCOUNT])).toEqual([ACCOUNT]);
    expect(whose([ACCOUNT], OTHER)).toEqual([OTHER]);
    expect([whose([]), whose([ACCOUNT, OTHER])]).toEqual([[false], [false]]);
  });

  test('has a finding for each reason and currency, with what its cases come to', () => {
    const cases = [
      caseOf('a'),
      caseOf('b', { amount: { units: 5n, scale: 1 }, first: '2026-10-02', last: null }),
      caseOf('c', { currency: 'USD', isOfMain: false }),
      caseOf('d', { reason: 'only-there', lines: 4, orders: 0, first: null, last: null }),
    ];
    const told = found(lookedAt('a', [ACCOUNT], cases)).map((each) => ({
      ...{ subject: each.subject, amount: each.amount, rows: each.rows, orders: each.orders },
      cases: each.cases?.map(({ id }) => id).toSorted(),
    }));
    const subject = (reason: string, more = {}) => ({ statement: 'd a', reason, ...more });
    expect(told.toSorted((a, b) => (JSON.stringify(a.subject) < JSON.stringify(b.subject) ? -1 : 1))).toEqual(
      [
        {
          subject: subject('different', { currency: 'USD' }),
          amount: '1.50',
          rows: 2,
          orders: 1,
          cases: ['c'],
        },
        { subject: subject('different'), amount: '2.00', rows: 4, orders: 2, cases: ['a', 'b'] },
        { subject: subject('only-there'), amount: '1.50', rows: 4, orders: 0, cases: ['d'] },
      ],
    );
  });

  test('tells of when its cases are, and of each what it is', () => {
    const [finding] = found(
      lookedAt(
        'a',
        [ACCOUNT],
        [
          caseOf('x'),
          caseOf('y', { first: '2026-09-30', last: null }),
          caseOf('z', { first: null, last: null }),
        ],
      ),
    );
    expect([finding?.firstPurchase, finding?.lastPurchase, finding?.currency]).toEqual([
      ...['2026-09-30T00:00:00.000', '2026-10-07T00:00:00.000', 'CLP'],
    ]);
    const one = { amount: '1.50', rows: 2, account: ACCOUNT };
    expect(finding?.cases?.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { ...one, id: 'x', name: 'N x', month: '2026-10', day: '2026-10-05' },
      { ...one, id: 'y', name: 'N y', month: '2026-09', day: '2026-09-30' },
      { ...one, id: 'z', name: 'N z', month: null, day: null },
    ]);
    expect(new Set(finding?.cases?.map(({ evidence }) => evidence)).size).toBe(3);
    const lines = { reason: 'only-there', lines: 4, rows: 0, currency: '', first: null, last: null };
    const [there] = found(lookedAt('a', [], [caseOf('x', lines)]));
    expect(there).toMatchObject({ rows: 4, firstPurchase: null, lastPurchase: null, cases: [{ rows: 4 }] });
    expect(there).not.toHaveProperty('currency');
  });

  test('has what was said of it kept under all that its cases say, and under what earlier versions said', () => {
    const findingOf = (...cases: readonly ReturnType<typeof caseOf>[]) =>
      found(lookedAt('a', [ACCOUNT], cases))[0];
    const evidenceOf = (...contents: readonly string[]) =>
      findingOf(...contents.map((each) => caseOf(each)))?.evidence;
    const all = [evidenceOf('x'), evidenceOf('y'), evidenceOf('x', 'y'), evidenceOf('x', 'z')];
    expect(new Set(all).size).toBe(4);
    expect(evidenceOf('x')).toBe(all[0]);
    expect(findingOf(caseOf('x'))).not.toHaveProperty('formerEvidence');
    const told = findingOf(caseOf('x', { former: ['p', 'q'] }), caseOf('y', { former: ['r', 's'] }));
    expect(told?.formerEvidence).toEqual([evidenceOf('p', 'r'), evidenceOf('q', 's')]);
    expect(told?.evidence).toBe(evidenceOf('x', 'y'));
  });

  test('tells no case that an earlier one told, unless its lines are another account’s', () => {
    const first = lookedAt('a', [ACCOUNT], [caseOf('x')]);
    const ids = (second: unknown) => found(first, second).map(({ name, cases }) => [name, cases?.length]);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('x')]))).toEqual([['a', 1]]);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('y')]))).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('x')], 'other'))).toHaveLength(2);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('x')], ''))).toHaveLength(1);
    // What is here alone is one, whoever’s statements lack it.
    const here = (scope: string) => lookedAt(scope, [ACCOUNT], [caseOf('x', { lines: 0 })], scope);
    expect(found(here('one'), here('other'))).toHaveLength(1);
  });

  test('that is damaged, or whose arithmetic fails, says so by itself', () => {
    const { statement } = lookedAt('a', [], []);
    const failing = { ...statement, proof: { state: 'fails', gap: '-3.50' } };
    const told = found({ statement, open: 'damaged' }, { statement: failing, open: null });
    expect(
      told.map(({ subject, amount, rows, firstPurchase }) => [subject, amount, rows, firstPurchase]),
    ).toEqual([
      [{ statement: 'd a', reason: 'damaged' }, null, 9, '2026-10-01T00:00:00.000'],
      [{ statement: 'd a', reason: 'proof' }, '3.50', 9, '2026-10-01T00:00:00.000'],
    ]);
    expect(told.map(({ lastPurchase, orders }) => [lastPurchase, orders])).toEqual([
      ['2026-10-31T00:00:00.000', 0],
      ['2026-10-31T00:00:00.000', 0],
    ]);
    const [undated] = found({ statement: { ...failing, days: null }, open: null });
    expect([undated?.firstPurchase, undated?.lastPurchase]).toEqual([null, null]);
  });

  test('whose arithmetic fails by another gap is another finding to say something of', () => {
    const { statement } = lookedAt('a', [], []);
    const evidenceOf = (gap: string, open: unknown = null, state = 'fails') =>
      found({ statement: { ...statement, proof: { state, gap } }, open })[0]?.evidence;
    const all = [evidenceOf('-3.50'), evidenceOf('-3.51'), evidenceOf('-3.50', 'damaged', 'holds')];
    expect(new Set(all).size).toBe(3);
    expect(evidenceOf('-3.50')).toBe(all[0]);
  });

  test('of accounts out of view is told by nothing', () => {
    const scope = { accounts: [ACCOUNT], isExcluded: false };
    const inView = (accounts: readonly unknown[]) =>
      statementFindings([lookedAt('a', accounts, [caseOf('x')])] as never, scope).length;
    expect([inView([ACCOUNT]), inView([OTHER]), inView([OTHER, ACCOUNT]), inView([])]).toEqual([1, 0, 1, 1]);
    const { statement, open } = lookedAt('a', [OTHER], []);
    const failing = { ...statement, proof: { state: 'fails', gap: '1' } };
    expect(statementFindings([{ statement: failing, open }] as never, scope)).toEqual([]);
  });
});

describe('what a statement leaves open', () => {
  const OWNER: StatementOwner = {
    ...{ kind: 'falabella-transactions', layout: 'falabella-transactions' },
    accounts: [{ canal: 'Falabella', cuenta: 'Uno' }],
  };
  const ORDERS = Array.from({ length: 12 }, (_, at) => String(500 + at));
  const rowsOf = (orders: readonly string[]): readonly Row[] =>
    orders.flatMap((Orden) => [
      rowOf({ Orden, 'Rentabilidad Marketplace': '6.00' }),
      rowOf({
        ...{ Orden, 'SKU Producto': 'S2', 'Rentabilidad Marketplace': '4.00' },
        'Fecha de compra': `2026-10-0${1 + (Number(Orden) % 3)}T10:00:00.000`,
      }),
    ]);
  const keyOf = (Orden: string) => JSON.stringify(['Falabella', 'Uno', Orden]);
  const openOf = (
    lines: readonly MatchLine[],
    parts: Partial<Parameters<typeof openCases>[2]> = {},
    rows = rowsOf(ORDERS),
  ) =>
    atOnce(
      openCases(storeOf(rows), lines, {
        ...{ statement: OWNER, isAccepted: false, basis: WHOLE, decisions: [] },
        tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
        ...parts,
      }),
    );
  const agreed = ORDERS.slice(4).map((order) => lineOf('10.00', { order }));
  // Two lines of one order are off by as much as one of another; two say nothing of an order that is here.
  const odd = [
    lineOf('7.00', { order: '500', operation: 'b' }),
    lineOf('4.50', { order: '500', operation: 'a' }),
    lineOf('11.50', { order: '501', day: '2026-12-01' }),
    lineOf('3.00', { order: 'X', day: '2026-11-03' }),
    lineOf('3.00', { suborder: 'Y' }),
  ];
  const lines = [...agreed, ...odd];
  type Open = ReturnType<typeof openOf>;
  const told = ({ cases }: Open, reason: string) => cases.filter((each) => each.reason === reason);

  test('is told by its orders and lines: how many, of which days, how much, under which name', () => {
    const open = openOf(lines);
    const differing = { reason: 'different', currency: '', isOfMain: true, account: ACCOUNT, former: [] };
    expect(told(open, 'different')).toMatchObject([
      { ...differing, name: '500', lines: 2, orders: 1, rows: 2, amount: { units: 150n, scale: 2 } },
      { ...differing, name: '501', lines: 1, orders: 1, rows: 2, amount: { units: 150n, scale: 2 } },
    ]);
    // An order alone is the case that other findings of it are of.
    const idOf = (orden: string) => orderCase(keyOf(orden) as never).id;
    expect(told(open, 'different').map(({ id }) => id)).toEqual([idOf('500'), idOf('501')]);
    expect(told(open, 'different').map(({ first, last }) => [first, last])).toEqual([
      ['2026-10-03', '2026-10-03'],
      ['2026-10-01', '2026-10-01'],
    ]);
    expect(told(open, 'only-there')).toMatchObject([
      { name: 'X', account: null, lines: 1, orders: 0, rows: 0, first: '2026-11-03', last: '2026-11-03' },
      { name: 'Y', account: null, lines: 1, orders: 0, rows: 0, first: null, last: null },
    ]);
    expect([open.accounts, open.lineScope]).toEqual([[ACCOUNT], scopeOfStatement(OWNER)]);
    expect(new Set(open.cases.map(({ id }) => id)).size).toBe(6);
  });

  test('is the same finding for the same orders, lines and difference, in whatever order they stand', () => {
    const identities = identitiesOf(lines);
    const named = (...of: readonly number[]) =>
      of.map((at) => identities[agreed.length + at] ?? '').toSorted();
    const [open, others] = [openOf(lines), openOf(lines.toReversed(), {}, rowsOf(ORDERS.toReversed()))];
    const contents = (reason: string, from = open) => told(from, reason).map(({ content }) => content);
    const ids = (reason: string, from = open) => told(from, reason).map(({ id }) => id);
    // What was said in the queue is kept under a hash of these texts.
    expect(contents('different')).toEqual([
      JSON.stringify([[keyOf('500')], named(0, 1), '1.5']),
      JSON.stringify([[keyOf('501')], named(2), '1.5']),
    ]);
    expect(contents('only-there')).toEqual([
      JSON.stringify([[], named(3), '3']),
      JSON.stringify([[], named(4), '3']),
    ]);
    for (const reason of ['different', 'only-there', 'only-here'] as const) {
      expect(contents(reason, others).toSorted()).toEqual(contents(reason).toSorted());
      expect(ids(reason, others).toSorted()).toEqual(ids(reason).toSorted());
    }
  });

  test('of a statement of which something was said is told as earlier versions told it too', () => {
    const open = openOf(lines, { isAccepted: true });
    const byText = atOnce(formerIdentities(lines));
    const ofAccount = identitiesOf(lines, () => scopeOfStatement(OWNER));
    const at = agreed.length;
    const own = (all: readonly string[], ...of: readonly number[]) =>
      of.map((each) => all[at + each] ?? '').toSorted();
    expect(told(open, 'different').map(({ former }) => former)).toEqual([
      [
        JSON.stringify([[keyOf('500')], own(byText, 0, 1), '150', 2]),
        JSON.stringify([[keyOf('500')], own(ofAccount, 0, 1), '1.5']),
      ],
      [
        JSON.stringify([[keyOf('501')], own(byText, 2), '150', 2]),
        JSON.stringify([[keyOf('501')], own(ofAccount, 2), '1.5']),
      ],
    ]);
    // And as it is told of any other.
    const identities = identitiesOf(lines);
    expect(told(open, 'different').map(({ content }) => content)).toEqual([
      JSON.stringify([[keyOf('500')], own(identities, 0, 1), '1.5']),
      JSON.stringify([[keyOf('501')], own(identities, 2), '1.5']),
    ]);
  });

  test('is nothing that the user decided, and nothing where both sides agree', () => {
    expect(openOf(agreed).cases.filter(({ reason }) => reason !== 'only-here')).toEqual([]);
    const figures = { amount: '10' as Decimal, settled: '10' as Decimal };
    const decided = (verdict: 'explained' | 'match') => ({
      ...{ verdict, orders: [keyOf('501')], lines: identitiesOf(lines).slice(-3, -2) },
      said: { orders: [figures], there: '11.5' as Decimal, here: '10' as Decimal },
    });
    for (const verdict of ['explained', 'match'] as const) {
      const left = openOf(lines, { decisions: [decided(verdict)] });
      expect(told(left, 'different').map(({ name }) => name)).toEqual(['500']);
    }
  });

  test('of no order is named by what its lines name, and is one whatever order these stand in', () => {
    const written = [
      lineOf('3.00', { order: 'X', suborder: 'no' }),
      lineOf('2.00', { order: 'X', operation: 'b' }),
      lineOf('3.10', { reference: 'Z', description: 'no' }),
      lineOf('3.20', { description: 'Ajuste' }),
      lineOf('3.30'),
    ];
    const [open, others] = [openOf([...agreed, ...written]), openOf([...written.toReversed(), ...agreed])];
    const namesAndIds = (from: Open) => told(from, 'only-there').map(({ id, name }) => [name, id]);
    expect(namesAndIds(open).map(([name]) => name)).toEqual(['X', 'Z', 'Ajuste', '']);
    expect(namesAndIds(others).toSorted()).toEqual(namesAndIds(open).toSorted());
  });

  test('of a package is told by all of its orders', () => {
    const packed = ORDERS.map((Orden, at) =>
      rowOf({
        ...{ Orden, 'Nro. Paquete': `P${at >> 1}`, 'Rentabilidad Marketplace': '10.00' },
        'Fecha de compra': `2026-10-${20 - at}T10:00:00.000`,
      }),
    );
    const parcels = Array.from({ length: 6 }, (_, at) =>
      lineOf(at === 0 ? '21.00' : '20.00', { reference: `P${at}` }),
    );
    const [forth, back] = [packed, packed.toReversed()].map(
      (rows) => told(openOf(parcels, { isAccepted: true }, rows), 'different')[0],
    );
    expect(forth).toMatchObject({
      name: '500, 501',
      orders: 2,
      rows: 2,
      first: '2026-10-19',
      last: '2026-10-20',
    });
    const ofOneNumber = packed.map((row, at) => ({
      ...row,
      Orden: `7${at >> 1}`,
      Cuenta: at % 2 === 0 ? 'Uno' : 'Dos',
    }));
    const nobodys = { ...OWNER, accounts: [], account: null };
    const named = told(openOf(parcels, { statement: nobodys as never }, ofOneNumber), 'different');
    expect(named.map(({ name, orders }) => [name, orders])).toEqual([['70', 2]]);
    const [line = ''] = identitiesOf(parcels);
    expect(forth?.content).toBe(JSON.stringify([[keyOf('500'), keyOf('501')], [line], '1']));
    expect([back?.id, back?.content, back?.former]).toEqual([forth?.id, forth?.content, forth?.former]);
    expect([back?.first, back?.last]).toEqual([forth?.first, forth?.last]);
    const alone = told(openOf(lines), 'different').map(({ id }) => id);
    expect(alone).not.toContain(forth?.id);
  });

  test('is of each order that it lacks by itself, though they come to the same', () => {
    const here = told(openOf(lines), 'only-here');
    expect(here.map(({ name }) => name)).toEqual(['502', '503']);
    expect(here.map(({ content }) => content)).toEqual([
      JSON.stringify([[keyOf('502')], [], '-10']),
      JSON.stringify([[keyOf('503')], [], '-10']),
    ]);
    expect(here).toMatchObject([{ lines: 0, orders: 1, rows: 2, account: ACCOUNT }, { rows: 2 }]);
  });
});
