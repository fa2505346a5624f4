import { expect, test } from 'vitest';
import { identitiesOf } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { MatchedCase, MatchesQuery } from '#renderer/reconciliation/matching/model/matches.ts';
import { createStatements } from '#renderer/reconciliation/matching/worker/statements.ts';
import {
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate, type Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { addRows, lineOf, rowOf, storeOf } from './statement-world.ts';

/** The whole page of two accounts in two currencies, each with a statement: of every kind of case there is some. */

type Line = ReturnType<typeof lineOf>;
const NORTE = 'Norte';
const SUR = 'Sur';

const sale = (
  cuenta: string,
  number: string,
  net: string,
  day: string,
  more: Parameters<typeof rowOf>[0] = {},
) =>
  rowOf({
    ...{ Cuenta: cuenta, Orden: number, 'Rentabilidad Marketplace': net },
    ...{
      'Fecha de compra': `2026-${day}T10:00:00.000`,
      'Fecha de Pago': `2026-11-${day.slice(3)}T09:00:00.000`,
    },
    ...more,
  });

/** Orders of Norte in pesos, which Sur has too, in dollars; each with others that agree. */
const ROWS = [
  sale(NORTE, '100001', '1000', '10-03'),
  sale(SUR, '100001', '70.25', '10-04'),
  sale(NORTE, '100002', '2000', '10-05'),
  sale(NORTE, '100003', '3000', '10-07'),
  sale(NORTE, '100004', '4000', '10-09'),
  sale(NORTE, '100005', '5000', '10-08'),
  sale(NORTE, '100010', '10', '10-10'),
  sale(NORTE, '100011', '11', '10-11'),
  // Long before, beside two of then that the statement lacks.
  sale(NORTE, '100006', '6000', '07-15'),
  sale(NORTE, '100008', '800', '07-15'),
  sale(NORTE, '100009', '900', '07-16'),
  sale(NORTE, '100007-A', '6990', '10-12'),
  sale(SUR, '100002', '60.50', '10-06'),
  sale(SUR, '100003', '50.75', '10-08', { 'N° de Liquidación': 'LQ-1' }),
  sale(SUR, '100004', '40', '10-10', { 'N° de Liquidación': 'LQ-1' }),
  sale(SUR, '', '-3.5', '10-07'),
  sale(NORTE, '', '-9', '10-07'),
  // In two settlements, of which the statement names one.
  sale(SUR, '100005', '20', '10-05', { 'N° de Liquidación': 'LQ-1' }),
  sale(SUR, '100005', '11', '10-05', { 'N° de Liquidación': 'LQ-9' }),
];

const numbered = (lines: readonly Line[]) => lines.map((line, at) => ({ ...line, line: at + 2, cells: [] }));
const clp = (net: string, order: string | null, more: Parameters<typeof lineOf>[1] = {}) =>
  lineOf(net, { order, currency: 'CLP', day: '2026-10-20', ...more });
const usd = (net: string, order: string | null, more: Parameters<typeof lineOf>[1] = {}) =>
  lineOf(net, { order, currency: 'US$', day: '2026-10-21', ...more });

const FILES: { readonly [id: string]: readonly Line[] } = {
  norte: numbered([
    clp('1000', '100001'),
    clp('1999', '100002'),
    clp('1700', '100003'),
    clp('1200', '100003', { operation: 'OP-3' }),
    clp('4100', '100004', { description: 'Zapatilla Roja' }),
    clp('6000', '100006'),
    clp('10', '100010'),
    clp('11', '100011'),
    clp('7000', '100007', { sku: 'SKU-7' }),
    clp('-500', null, { movement: 'payout' }),
    { ...clp('0', '100001'), net: null },
  ]),
  sur: numbered([
    usd('70.25', '100001'),
    usd('60', '100002'),
    usd('50.75', '100003'),
    usd('19', '100005', { settlement: 'LQ-1' }),
    usd('12.5', null, { movement: 'reserva' }),
    usd('8', '900009', { day: '2026-11-02' }),
  ]),
};

const owner = (cuenta: string): StatementOwner => ({
  ...{ kind: 'falabella-transactions', layout: 'falabella' },
  ...{ accounts: [{ canal: 'Falabella', cuenta }], account: { Canal: 'Falabella', Cuenta: cuenta } },
});
const head = (id: string, cuenta: string) => ({
  ...{ id, name: `${id}.csv`, digest: `d-${id}`, lines: FILES[id]?.length ?? 0 },
  ...{ days: { from: '2026-10-01', to: '2026-11-30' }, ...owner(cuenta) },
});

const key = (cuenta: string, number: string) => JSON.stringify(['Falabella', cuenta, number]);
const said = (lines: readonly string[], orders: readonly string[], amount: string) => ({
  ...{ verdict: 'explained', lines, orders, note: '', owner: '', atMs: 1, linesBy: 'values', earlier: [] },
  said: { orders: orders.map(() => ({ amount, settled: amount })), there: '0', here: '0' },
});

function openStatements() {
  const store = storeOf(ROWS, 3);
  const annotations = new Map<string, Map<string, unknown>>();
  /** Made while the next answer is on its way. */
  const commits: ((of: typeof store) => void)[] = [];
  let [revision, statementsRevision] = [0, 0];
  // The newest first.
  const list = [
    head('sur', SUR),
    head('norte', NORTE),
    { ...head('banco', SUR), kind: 'bank', accounts: [] },
  ];
  const { readMatches } = createStatements({
    ledger: {
      statements: {
        list: () => list,
        lines: async (id: string) => FILES[id] ?? [],
        revision: () => statementsRevision,
      },
      annotations: { revision: () => revision, of: (kind: string) => annotations.get(kind) ?? new Map() },
    },
    store: () => store,
    answer: async (_: unknown, start: (rows: typeof store) => never) => {
      const answer = atOnce(start(store));
      for (const commit of commits.splice(0)) commit(store);
      return answer;
    },
    readCorrelationIds:
      async () =>
      ({ Cuenta, Orden }: { Cuenta?: string; Orden?: string }) => [`c ${Cuenta} ${Orden}`],
    pause: async () => undefined,
  } as never);
  const ask = (query: Partial<MatchesQuery & { offset: number; limit: number }> = {}) =>
    readMatches({
      ...{ statementIds: ['norte', 'sur'], states: [], sort: null, search: '', offset: 0, limit: 99 },
      tolerance: { absolute: '1' as Decimal, percent: '0' as Decimal },
      ...query,
    });
  const annotate = (kind: string, of: readonly (readonly [string, unknown])[]) => {
    annotations.set(kind, new Map(of));
    revision += 1;
  };
  const takeOut = (id: string) => {
    list.splice(0, list.length, ...list.filter((each) => each.id !== id));
    statementsRevision += 1;
  };
  return { ask, annotate, takeOut, commits };
}

const nameOf = ({ lines, orders, state }: MatchedCase): string =>
  `${state} ${orders.map(({ Cuenta, Orden }) => `${Cuenta} ${Orden}`).join('+') || lines.map(({ order }) => order)}`;

/** A case in a line: its state and how it was matched, its lines and orders, what both come to, and what is told besides. */
function toldOf(each: MatchedCase): string {
  const flags = (['isBySettlement', 'isOfAnotherPeriod', 'isExplained'] as const).filter(
    (flag) => each[flag],
  );
  return [
    `${each.state} ${each.by}`,
    each.lines.map(({ statementId, line, net }) => `${statementId} ${line} ${net}`).join(' + '),
    each.orders
      .map(({ Cuenta, Orden, amount, settled }) => `${Cuenta} ${Orden} ${amount} ${settled}`)
      .join(' + '),
    each.amounts
      .map(
        ({ currency, ...of }) => `${of.statementAmount} - ${of.ledgerAmount} = ${of.difference} ${currency}`,
      )
      .join(' + '),
    [...flags, ...each.suggestions.map(({ why }) => why), ...each.fallen.map(({ why }) => why)].join(' '),
  ].join(' | ');
}

test('the page of two accounts in two currencies has each case once, in its own account and money', async () => {
  const { ask } = openStatements();
  const page = await ask();
  expect(page.cases.map(toldOf)).toEqual([
    'same order | sur 2 70.25 | Sur 100001 70.25 null | 70.25 - 70.25 = 0.00 USD | isOfAnotherPeriod',
    'within order | sur 3 60 | Sur 100002 60.50 null | 60.00 - 60.50 = -0.50 USD | isOfAnotherPeriod',
    'same order | sur 4 50.75 | Sur 100003 50.75 null | 50.75 - 50.75 = 0.00 USD | ',
    'within settlement | sur 5 19 | Sur 100005 31.00 20.00 | 19.00 - 20.00 = -1.00 USD | isBySettlement',
    'only-here null |  | Sur 100004 40.00 null | 0.00 - 40.00 = -40.00 USD | ',
    'only-there null | sur 7 8 |  | 8.00 - 0.00 = 8.00 USD | ',
    'same order | norte 2 1000 | Norte 100001 1000.00 null | 1000.00 - 1000.00 = 0.00 CLP | ',
    'within order | norte 3 1999 | Norte 100002 2000.00 null | 1999.00 - 2000.00 = -1.00 CLP | ',
    'different order | norte 4 1700 + norte 5 1200 | Norte 100003 3000.00 null | 2900.00 - 3000.00 = -100.00 CLP | ',
    'different order | norte 6 4100 | Norte 100004 4000.00 null | 4100.00 - 4000.00 = 100.00 CLP | ',
    'same order | norte 7 6000 | Norte 100006 6000.00 null | 6000.00 - 6000.00 = 0.00 CLP | isOfAnotherPeriod',
    'same order | norte 8 10 | Norte 100010 10.00 null | 10.00 - 10.00 = 0.00 CLP | ',
    'same order | norte 9 11 | Norte 100011 11.00 null | 11.00 - 11.00 = 0.00 CLP | ',
    'only-here null |  | Norte 100005 5000.00 null | 0.00 - 5000.00 = -5000.00 CLP | ',
    'only-there null | norte 10 7000 |  | 7000.00 - 0.00 = 7000.00 CLP | near-key',
  ]);
  expect([page.others, page.statements.map(({ id }) => id)]).toEqual([[], ['sur', 'norte']]);
  const [near] = page.cases.at(-1)?.suggestions ?? [];
  expect([near?.orders.map(({ key: of }) => of), near?.remains]).toEqual([[key(NORTE, '100007-A')], '10.00']);
  const { totals, outside, ledgerMovements, facts } = page;
  expect(
    totals.map(({ currency, byState, remains, gap }) => [
      ...[currency, remains, gap],
      ...Object.entries(byState).map(
        ([state, of]) =>
          `${state} ${of.cases} ${of.lines} ${of.orders} ${of.statementAmount} ${of.ledgerAmount} ${of.difference}`,
      ),
    ]),
  ).toEqual([
    [
      ...['CLP', '-1.00', '1999.00', 'same 4 4 4 7021.00 7021.00 0.00', 'within 1 1 1 1999.00 2000.00 -1.00'],
      ...['different 2 3 2 7000.00 7000.00 0.00', 'only-here 1 0 1 0.00 5000.00 -5000.00'],
      'only-there 1 1 0 7000.00 0.00 7000.00',
    ],
    [
      ...['USD', '-1.50', '-33.50', 'same 2 2 2 121.00 121.00 0.00', 'within 2 2 2 79.00 80.50 -1.50'],
      ...['different 0 0 0 0.00 0.00 0.00', 'only-here 1 0 1 0.00 40.00 -40.00'],
      'only-there 1 1 0 8.00 0.00 8.00',
    ],
  ]);
  expect(outside).toEqual([
    { reason: 'reserve', currency: 'USD', lines: 1, sum: '12.50' },
    { reason: 'payout', currency: 'CLP', lines: 1, sum: '-500.00' },
    { reason: 'unreadable', currency: 'CLP', lines: 1, sum: '0.00' },
  ]);
  // Sur speaks for a settlement, which its movement is in none of.
  expect(ledgerMovements).toEqual([{ currency: 'CLP', orders: 1, sum: '-9.00' }]);
  const days = { from: dayNumber('2026-11-03' as LocalDate), to: dayNumber('2026-11-11' as LocalDate) };
  expect(facts).toEqual([
    {
      ...{ canal: 'Falabella', cuenta: SUR, by: 'settlement', settlements: ['LQ-1'], days: null },
      ...{ held: 4, missing: 1, beyond: 0 },
    },
    {
      ...{ canal: 'Falabella', cuenta: NORTE, by: 'payment', settlements: [] },
      ...{ days: { ...days, held: 6, missing: 1 }, held: 7, missing: 1, beyond: 2 },
    },
  ]);
});

test('of a page are told the cases that are asked for, in the order and as many as are asked for', async () => {
  const { ask } = openStatements();
  const named = async (query: Parameters<typeof ask>[0]) => {
    const { cases, total, offset } = await ask(query);
    return [total, offset, ...cases.map(nameOf)];
  };
  expect(await named({ states: ['within', 'only-here'] })).toEqual([
    ...[5, 0, 'within Sur 100002', 'within Sur 100005', 'only-here Sur 100004'],
    ...['within Norte 100002', 'only-here Norte 100005'],
  ]);
  const sorted = (by: 'difference' | 'here' | 'line', direction: 'ascending' | 'descending', offset = 0) =>
    named({ sort: { by, direction }, offset, limit: 3 });
  expect(await sorted('difference', 'descending', 2)).toEqual([
    ...[15, 2, 'different Norte 100003', 'different Norte 100004', 'within Norte 100002'],
  ]);
  expect(await sorted('here', 'ascending')).toEqual([
    ...[15, 0, 'only-there 100007', 'same Norte 100010', 'same Norte 100011'],
  ]);
  expect(await sorted('line', 'descending')).toEqual([
    ...[15, 0, 'only-here Sur 100004', 'only-here Norte 100005', 'only-there 900009'],
  ]);
  for (const [search, ...found] of [
    ['zapatilla ', 'different Norte 100004'],
    [' OP-3', 'different Norte 100003'],
    ['lq-1', 'within Sur 100005'],
    ['90000', 'only-there 900009'],
    ['100003', 'same Sur 100003', 'different Norte 100003'],
    ['norte'],
  ] as const)
    expect(await named({ search })).toEqual([found.length, 0, ...found]);
  const found = await named({ search: '10000', states: ['same'], limit: 1, offset: 1 });
  expect(found).toEqual([4, 1, 'same Sur 100003']);
  const ofMonth = (month: string) => named({ month: month as Month, states: ['same', 'only-there'] });
  expect(await ofMonth('2026-07')).toEqual([1, 0, 'same Norte 100006']);
  expect(await ofMonth('2026-10')).toEqual([
    ...[6, 0, 'same Sur 100001', 'same Sur 100003', 'same Norte 100001', 'same Norte 100010'],
    ...['same Norte 100011', 'only-there 100007'],
  ]);
  expect(await ofMonth('2026-11')).toEqual([1, 0, 'only-there 900009']);
});

test('a page is of what holds when it is asked: the tolerance, the statements, what was said of them', async () => {
  const { ask, annotate, takeOut } = openStatements();
  const states = async (query: Parameters<typeof ask>[0] = {}) => {
    const { cases, statements } = await ask(query);
    const within = cases.filter(({ state }) => state === 'within').map(nameOf);
    return [statements.map(({ id }) => id).join(), ...within];
  };
  const tolerance = (absolute: string, percent: string) => ({
    tolerance: { absolute: absolute as Decimal, percent: percent as Decimal },
  });
  const all = ['within Sur 100002', 'within Sur 100005', 'within Norte 100002'];
  expect(await states()).toEqual(['sur,norte', ...all]);
  expect(await states(tolerance('0.99', '0'))).toEqual(['sur,norte', 'within Sur 100002']);
  expect(await states(tolerance('0', '0.05'))).toEqual(['sur,norte', 'within Norte 100002']);
  expect(await states()).toEqual(['sur,norte', ...all]);
  expect(await states({ statementIds: ['norte'] })).toEqual(['norte', 'within Norte 100002']);
  // The newest that is no bank's.
  expect(await states({ statementIds: null })).toEqual(['sur', ...all.slice(0, 2)]);
  const differing = () => ask({ states: ['different'] });
  const before = await differing();
  const [lines, orders] = [before.cases[0]?.lines ?? [], [key(NORTE, '100003')]];
  const saying = (amount: string) =>
    said(
      lines.map(({ identity }) => identity),
      orders,
      amount,
    );
  const [first] = identitiesOf(FILES.norte?.slice(2, 3) ?? [], () => scopeOfStatement(owner(NORTE)));
  expect(lines[0]?.identity).toBe(first);
  annotate('match-decision', [['k', saying('3000')]]);
  expect((await differing()).cases.map(({ isExplained }) => isExplained)).toEqual([true, false]);
  annotate('match-decision', [['k', saying('3001')]]);
  const fell = await differing();
  expect(fell.cases.map(({ isExplained, fallen }) => [isExplained, fallen])).toEqual([
    [
      false,
      [
        {
          ...{ key: 'k', why: 'moved' },
          now: { orders: [{ amount: '3000.00', settled: '3000.00' }], there: '2900', here: '3000.00' },
        },
      ],
    ],
    [false, []],
  ]);
  expect(fell.fallen).toEqual([{ key: 'k', why: 'moved' }]);
  // Of an order that is in another settlement too, what the statement's own holds is told beside all of it.
  const settled = (await ask({ states: ['within'], search: '100005' })).cases[0]?.lines ?? [];
  const moved = {
    ...saying('31'),
    lines: settled.map(({ identity }) => identity),
    orders: [key(SUR, '100005')],
  };
  annotate('match-decision', [['s', moved]]);
  expect((await ask({ search: '100005' })).cases[0]?.fallen[0]?.now).toEqual({
    ...{ orders: [{ amount: '31.00', settled: '20.00' }], there: '19', here: '20.00' },
  });
  annotate('match-decision', []);
  expect(await differing()).toEqual(before);
  // What the user says of a number that is nearly the same settles nothing else of either.
  const nearly = async () => (await ask({ states: ['only-there'] })).cases.at(-1);
  const apart = { ...saying('0'), verdict: 'no-match', orders: [key(NORTE, '100007-A')], said: null };
  const own = (await nearly())?.lines.map(({ identity }) => identity) ?? [];
  annotate('match-decision', [['k', { ...apart, lines: own }]]);
  const parted = await nearly();
  expect([parted?.lines.map(({ order }) => order), parted?.suggestions, parted?.fallen]).toEqual([
    ...[['100007'], [], []],
  ]);
  annotate('match-decision', []);
  // Of Norte nothing is told by the commission, of Sur all is as it was.
  annotate('statement-basis', [
    [
      JSON.stringify(['falabella-transactions', 'falabella', 'Falabella', NORTE]),
      { part: 'commission', apart: [] },
    ],
  ]);
  const { basis, cases } = await ask({ states: ['same', 'within'] });
  expect([basis.chosen, basis.proposal]).toEqual([null, null]);
  expect(cases.map(({ orders: [order] }) => order?.Cuenta)).toEqual([
    'Sur',
    'Sur',
    'Sur',
    'Sur',
    ...Array(7).fill('Norte'),
  ]);
  takeOut('sur');
  expect((await states({ statementIds: null }))[0]).toBe('norte');
});

test('rows that come while it is matched are in what is told', async () => {
  const { ask, commits } = openStatements();
  commits.push((store) => addRows(store, [sale(NORTE, '100005', '250', '10-08')]));
  const page = await ask({ states: ['only-here'] });
  expect([page.revision, page.cases.map(({ ledgerAmount }) => ledgerAmount)]).toEqual([
    3,
    ['40.00', '5250.00'],
  ]);
});
