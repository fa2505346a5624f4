import { expect, test } from 'vitest';
import type { AnnotationKind } from '#renderer/data/model/annotations.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { readExceptions } from '#renderer/data/worker/exceptions.ts';
import type { ExceptionsQuery } from '#renderer/data/worker/exceptions-query.ts';
import { workedExceptions } from '#renderer/data/worker/worked-exceptions.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** The queue of exceptions: what each source of it is asked, and what the user said of what was found. */

const [OURS, THEIRS] = [
  { Canal: 'A', Cuenta: 'B' },
  { Canal: 'C', Cuenta: 'D' },
];
const of = (kind: string, subject: Finding['subject'] = {}): Finding => ({
  ...{ kind, subject, evidence: 'e', rows: 1, orders: 1, amount: null, affects: [] },
  ...{ firstPurchase: null, lastPurchase: null },
});
const month = {
  ...{ month: '2026-03', rows: 1, orders: 1, held: null, controls: { everything: null, dashboard: null } },
  ...{ unsettled: true, ordersToVerify: 0, rereadDue: false },
};
const sums = (account: object, total: string) => ({
  ...{ ...account, rows: 1, orders: 1, sums: { 'Rentabilidad Total': total } },
});
const ASKED: ExceptionsQuery = {
  ...{ scope: null, currency: 'CLP', thresholds: DEFAULT_THRESHOLDS, today: '2026-04-01' as LocalDate },
  tolerance: { absolute: '1', percent: '2' } as never,
};

const PLAIN = { 'Estado de Orden': 'Regular', 'Costo de Producto': '1' };
/** A copy whose sources say what they are asked. */
function copyOf(said: { readonly [kind in AnnotationKind]?: ReadonlyMap<string, unknown> } = {}) {
  const asked: unknown[] = [];
  const rows = [OURS, OURS, THEIRS].map((account, at) =>
    rowOf({ Orden: `${at}`, ...account, Ventas: '-5', ...PLAIN }),
  );
  const queries = createQueries(storeOf(rows, 2, Object.keys(rows[0] ?? {})));
  const queried = queries.rows;
  const closed = { state: 'drifted', month: '2026-02', evidence: 'd' };
  const copy = {
    ledger: {
      annotations: { of: (kind: AnnotationKind) => said[kind] ?? new Map() },
      reads: {
        coverage: async () => ({ months: [month], controls: { everything: null, dashboard: null } }),
      },
      damage: () => ({ foundAtMs: 1, rowsLost: 7, from: null, to: null, outsidePlan: false }),
    },
    closings: {
      readCloses: async () => ({
        months: [
          {
            ...{ ...closed, close: { figures: [sums(OURS, '1'), sums(THEIRS, '1')] } },
            now: [sums(OURS, '3'), sums(THEIRS, '10')],
          },
          { ...closed, state: 'closed', month: '2026-01' },
        ],
      }),
    },
    statements: {
      findings: async (input: unknown) => {
        asked.push(input);
        return [of('statement-difference')];
      },
    },
    receivables: {
      findings: async (input: unknown) => {
        asked.push(input);
        return [of('overdue')];
      },
    },
    findings: {
      read: async (start: () => never, slot: unknown) => {
        asked.push(slot);
        return atOnce(start());
      },
    },
    shownRows: () => queried,
  };
  const read = async (query: object = {}) => {
    const answer = await readExceptions.answer(copy as never, { ...ASKED, ...query });
    const told = answer.exceptions.map(({ finding: { kind, rows: own, amount } }) => [kind, own, amount]);
    return { ...answer, told };
  };
  return { asked, read, queries, revision: queried.store.revision };
}

test('is of months, closes, statements, receivables and rows, each asked of the accounts in view and by its own setting', async () => {
  const { read, asked, revision } = copyOf();
  const rest = [
    ['statement-difference', 1, null],
    ['overdue', 1, null],
  ];
  const all = await read({ slot: 's' });
  expect(all.told).toEqual([
    ...[['damage', 7, null], ['unsettled', 0, null], ['closed-month', 2, '11'], ...rest],
    ...[
      ['negative-sale', 2, '10'],
      ['negative-sale', 1, '5'],
    ],
  ]);
  expect([all.revision, all.rows]).toEqual([revision, 3]);
  const scope = { accounts: [OURS], isExcluded: false };
  const ours = await read({ scope });
  expect(ours.told).toEqual([
    ...[['damage', 7, null], ['unsettled', 0, null], ['closed-month', 1, '2'], ...rest],
    ['negative-sale', 2, '10'],
  ]);
  expect(ours.rows).toBe(2);
  const { tolerance, today } = ASKED;
  expect(asked).toEqual([
    ...['s', { scope: null, tolerance }, { scope: null, today }],
    ...[undefined, { scope, tolerance }, { scope, today }],
  ]);
});

test('has cases in its groups where they are asked for, and leaves out what was dismissed as it is', async () => {
  const oddIn = async ({ read }: ReturnType<typeof copyOf>, query: object) =>
    (await read(query)).groups.flatMap(({ head, cases }) => (head.kind === 'negative-sale' ? cases : []));
  expect(await oddIn(copyOf(), {})).toEqual([]);
  expect(await oddIn(copyOf(), { withCases: true })).toHaveLength(3);
  const asked = { selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS, kind: 'negative-sale' } as const;
  const { queries } = copyOf();
  const { lines } = atOnce(
    queries.tasks.anomalousOrders({ ...asked, canal: null, isDismissed: false }, NONE_DISMISSED, 0, 9),
  );
  const dismissed = new Map(
    lines
      .slice(0, 2)
      .map(({ key, evidence }, at) => [key, { evidence: at === 0 ? evidence : 'other', atMs: 1 }]),
  );
  expect(await oddIn(copyOf({ 'dismissed-anomaly': dismissed }), { withCases: true })).toHaveLength(2);
});

test('what was said is told of the accounts in view, on its day, with the number of its claim', () => {
  const cases = ['1', '2', '3'].map((id) => ({
    ...{ id, name: `N-${id}`, month: '2026-03' as never, day: null, amount: null, rows: 1, evidence: id },
    account: OURS,
  }));
  const finding: Finding = { ...of('rate', { rule: 'r' }), cases };
  const head = { kind: 'rate', subject: { rule: 'r' }, affects: [] };
  const saying = {
    ...{ state: 'explained', reason: 'fee', note: 'n', owner: 'Ana', followUp: '2026-04-01', atMs: 5 },
    of: [{ finding: head, cases: cases.slice(0, 1) }],
  };
  const claim = {
    ...{ number: 'R-1', state: 'sent', atMs: 6, of: [{ finding: head, cases: cases.slice(1, 2) }] },
  };
  const gone = (account: object) => {
    const finding = of('rate', { ...account });
    return { state: 'accepted', note: '', owner: 'Ana', atMs: 1, finding, log: [] };
  };
  const said: { readonly [kind: string]: object } = {
    exception: { ours: gone(OURS), theirs: gone(THEIRS) },
    'exception-saying': { s: saying },
    claim: { c: claim },
  };
  const annotations = { of: (kind: string) => new Map(Object.entries(said[kind] ?? {})) } as never;
  const told = (today: string, scope: ExceptionsQuery['scope']) => {
    const asked = { scope, today: today as LocalDate, withCases: true };
    const { exceptions, groups } = workedExceptions([finding], annotations, asked);
    return [
      exceptions.map(({ isFound, state }) => `${isFound} ${state}`),
      groups.flatMap((group) =>
        group.cases.map(({ id, state, isDue, claim: number }) => [id, state, isDue, number]),
      ),
    ];
  };
  const ours = { accounts: [OURS], isExcluded: false };
  const inView = (isDue: boolean) => [
    ['1', 'explained', isDue, null],
    ['2', 'claimed', false, 'R-1'],
    ['3', 'open', false, null],
  ];
  const [open, gonePart] = ['true open', 'false accepted'];
  const resolved = ['', 'resolved', false, null];
  const sorted = ([exceptions, groups]: ReturnType<typeof told>) => [
    exceptions,
    groups?.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
  ];
  expect(sorted(told('2026-03-31', ours))).toEqual([
    [open, gonePart],
    [resolved, ...inView(false)],
  ]);
  expect(sorted(told('2026-04-01', ours))).toEqual([
    [open, gonePart],
    [resolved, ...inView(true)],
  ]);
  expect(sorted(told('2026-04-01', null))).toEqual([
    [open, gonePart, gonePart],
    [resolved, resolved, ...inView(true)],
  ]);
});
