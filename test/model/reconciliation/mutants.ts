import type { AnyFunction, Exports, Replacement } from '#test/model/mutant-switches.ts';
import type { Invariant } from './violation.ts';

/**
 * Rules of reconciliation switched off, by replacing one exported function with one that does not heed it. No product code
 * knows of this: the function stands behind a switch (mutants.test.ts).
 */

export type Mutant = Replacement & {
  /** What the app no longer does. */
  readonly what: string;
  /** What it must break: one of these. */
  readonly breaks: readonly Invariant[];
};

const replace =
  (name: string, by: (original: AnyFunction) => AnyFunction) =>
  (original: Exports): Exports => {
    const found = original[name];
    if (typeof found !== 'function') throw new Error(`There is no ${name} to switch off any more.`);
    return { [name]: by(found) };
  };

/** Runs the steps of a task to its end, and gives another answer. */
const answering = (change: AnyFunction) => (original: AnyFunction) =>
  function* (...args: unknown[]) {
    return change(yield* original(...args), ...args);
  };

export const MUTANTS: readonly Mutant[] = [
  {
    what: 'statements release nothing that is to be received',
    module: '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts',
    make: replace('createReleaseLines', () => () => () => Promise.resolve([])),
    breaks: ['receivables'],
  },
  {
    what: 'a month of receivables opens with nothing',
    module: '#renderer/reconciliation/receivables/model/month-account.ts',
    make: replace(
      'amountIn',
      (amountIn) =>
        (figure, ...args) =>
          figure === 'opening' ? null : amountIn(figure, ...args),
    ),
    breaks: ['receivables'],
  },
  {
    what: 'what other statements tell of an order is left out',
    module: '#renderer/reconciliation/matching/worker/other-parts.ts',
    make: replace('createOtherParts', () => () => () => Promise.resolve([])),
    breaks: ['lines-once'],
  },
  {
    what: 'an order is held as a whole while a part of it is to come',
    module: '#renderer/reconciliation/matching/model/match-work.ts',
    make: replace(
      'createWork',
      (create) => (input: { readonly orders: readonly object[] }) =>
        create({ ...input, orders: input.orders.map((each) => ({ ...each, settled: null })) }),
    ),
    breaks: ['parts'],
  },
  {
    what: 'a decision holds whatever becomes of its figures',
    module: '#renderer/reconciliation/matching/model/decisions.ts',
    make: replace('placeDecisions', (place) => (...args) => {
      const { holding, fallen } = place(...args);
      const all = fallen.map(({ decision, lines, orders }: never) => ({
        decision,
        placed: { verdict: (decision as { verdict: string }).verdict, lines, orders },
      }));
      return { holding: [...holding, ...all], fallen: [] };
    }),
    breaks: ['decisions-dead'],
  },
  {
    what: 'a decision falls with every change, whatever it is of',
    module: '#renderer/reconciliation/matching/model/decisions.ts',
    make: replace('placeDecisions', () => () => ({ holding: [], fallen: [] })),
    breaks: ['decisions-alive'],
  },
  {
    what: 'no two imports have a line in common',
    module: '#renderer/reconciliation/statements/worker/statement-lines.ts',
    make: (original) => ({
      mayShare: () => false,
      // biome-ignore lint/style/noNonNullAssertion: it is there, or the mutant says so by failing otherwise
      createStatementLines: replace('createStatementLines', (create) => (statements: never, pause: never) => {
        const { identitiesOf } = create(statements, pause);
        const ownLines = async (wanted: readonly { readonly id: string }[]) => {
          const parts = await Promise.all(
            wanted.map(async ({ id }) => (statements as { lines: AnyFunction }).lines(id, pause)),
          );
          const lines = parts.flat().map((line: object) => ({ ...line, cells: [] }));
          const of = Uint16Array.from(parts.flatMap((part: readonly unknown[], at) => part.map(() => at)));
          return { statements: wanted, lines, of };
        };
        return { identitiesOf, ownLines };
      })(original).createStatementLines!,
    }),
    breaks: ['lines-once', 'imports', 'bank-lines'],
  },
  {
    what: 'equal lines of two banks, or of two accounts, are one',
    module: '#renderer/reconciliation/statements/model/statement-account.ts',
    make: replace('scopeOfStatement', () => () => ''),
    breaks: ['imports', 'bank-lines', 'lines-once'],
  },
  {
    what: 'settlements of two accounts with one number are one payout',
    module: '#renderer/reconciliation/payouts/model/payouts.ts',
    make: replace(
      'payoutsOf',
      (payouts) => (statements: readonly object[]) =>
        payouts(statements.map((each) => ({ ...each, accounts: [] }))),
    ),
    breaks: ['payouts', 'checklist'],
  },
  {
    what: 'a line is known by its place in the file',
    module: '#renderer/reconciliation/matching/model/match-line.ts',
    make: replace(
      'contentOf',
      (content) => (line: { readonly line: number }) => `${content(line)} ${line.line}`,
    ),
    // The same case of two files is two then.
    breaks: ['decisions-alive', 'acceptances', 'queue'],
  },
  {
    what: 'an order that moved by what another took is not told',
    module: '#renderer/reconciliation/closing/model/drift.ts',
    make: replace(
      'driftOf',
      (drift) =>
        function* (...args: unknown[]) {
          const found = yield* drift(...args);
          const orders = found.orders.filter((each: { readonly kind: string }) => each.kind !== 'removed');
          return { ...found, orders };
        },
    ),
    breaks: ['drift'],
  },
  {
    what: 'a close keeps what is there without its last order',
    module: '#renderer/reconciliation/closing/worker/closed-months.ts',
    make: replace('packOrders', (pack) => (orders: readonly unknown[]) => pack(orders.slice(0, -1))),
    breaks: ['drift', 'closes'],
  },
  {
    what: 'what was accepted stays so whatever becomes of it',
    module: '#renderer/reconciliation/findings/model/exceptions.ts',
    make: replace(
      'exceptionsOf',
      (exceptions) =>
        (...args) =>
          exceptions(...args).map((each: { readonly record: { readonly state: string } | null }) =>
            each.record === null ? each : { ...each, isChanged: false, state: each.record.state },
          ),
    ),
    breaks: ['acceptances'],
  },
  {
    what: 'the queue tells a case of two files twice',
    module: '#renderer/reconciliation/matching/worker/statement-findings.ts',
    make: replace(
      'statementFindings',
      (findings) => (all: readonly unknown[], scope: unknown) =>
        all.flatMap((each) => findings([each], scope)),
    ),
    breaks: ['queue'],
  },
  {
    what: 'what was paid is owed all the same',
    module: '#renderer/reconciliation/payouts/worker/settlement-sums.ts',
    make: replace(
      'readSettlements',
      answering((all: readonly { readonly rentabilidad: string }[]) =>
        all.map((each) => ({ ...each, owed: each.rentabilidad })),
      ),
    ),
    breaks: ['settlements'],
  },
  {
    what: 'own costs are forgotten where several are said',
    module: '#renderer/data/model/own-costs.ts',
    make: replace('ownCostsBySku', () => () => new Map()),
    breaks: ['own-costs', 'closes'],
  },
  {
    what: 'the checklist counts what was explained',
    module: '#renderer/reconciliation/payouts/worker/month-match.ts',
    make: replace(
      'monthOrders',
      (orders) => (store: unknown, cases: ReadonlyMap<number, { case: object }>, of: unknown) =>
        orders(
          store,
          new Map(
            [...cases].map(([at, each]) => [at, { ...each, case: { ...each.case, isExplained: false } }]),
          ),
          of,
        ),
    ),
    breaks: ['checklist'],
  },
  {
    what: 'what is not needed of a month stays so whatever it comes to',
    module: '#renderer/reconciliation/month/model/waivers.ts',
    make: replace('isOfThis', () => () => true),
    breaks: ['waivers'],
  },
  {
    what: 'a sign-off holds whatever becomes of its figure',
    module: '#renderer/reconciliation/month/model/sign-offs.ts',
    make: replace('isSignedOf', () => () => true),
    breaks: ['sign-offs'],
  },
  {
    what: 'what was explained stays open in its month',
    module: '#renderer/reconciliation/month/model/difference-step.ts',
    make: replace(
      'differencePart',
      (part) =>
        (own: {
          readonly open: { readonly cases: number };
          readonly explained: { readonly cases: number };
        }) => {
          const found = part(own);
          return { ...found, count: own.open.cases + own.explained.cases };
        },
    ),
    breaks: ['months'],
  },
  {
    what: 'beside an order the payout of its statement is not told',
    module: '#renderer/reconciliation/payouts/worker/order-cases.ts',
    make: replace('payoutKeysOf', () => () => []),
    breaks: ['checklist'],
  },
  {
    what: 'the gap of a statement is what both sides have alone',
    module: '#renderer/reconciliation/matching/worker/match-totals.ts',
    make: replace('totalsOf', (totals) => (...args) => {
      const found = totals(...args);
      const all = found.totals.map((each: { readonly remains: string }) => ({ ...each, gap: each.remains }));
      return { ...found, totals: all };
    }),
    breaks: ['case-sums'],
  },
  {
    what: 'money of a payout is of nobody as well',
    module: '#renderer/reconciliation/payouts/worker/settled-payouts.ts',
    make: replace(
      'settlePayouts',
      answering(
        (held: { payouts: readonly { deposits: readonly object[] }[]; unexplained: readonly object[] }) => ({
          ...held,
          unexplained: [...held.unexplained, ...held.payouts.flatMap(({ deposits }) => deposits)],
        }),
      ),
    ),
    breaks: ['bank-lines'],
  },
  {
    what: 'a line said to be no channel’s is a payout’s all the same',
    module: '#renderer/reconciliation/payouts/worker/settled-payouts.ts',
    make: replace('settlePayouts', (hold) => (input: object) => hold({ ...input, otherBusiness: new Set() })),
    breaks: ['no-channel'],
  },
  {
    what: 'a line that is no channel’s is known by its number too',
    module: '#renderer/reconciliation/payouts/model/bank-words.ts',
    make: replace('lastingWords', () => (description: string) => description.toLowerCase()),
    breaks: ['no-channel'],
  },
  {
    what: 'what was said of a basis counts for nothing',
    module: '#renderer/reconciliation/matching/model/basis.ts',
    make: replace('basisOf', () => () => ({ part: 'net', apart: [] })),
    breaks: ['basis'],
  },
  {
    what: 'what is billed apart is told, and not held against',
    module: '#renderer/reconciliation/matching/model/basis.ts',
    make: replace(
      'basisFigure',
      (held) => (_: unknown, figure: unknown) => held({ part: 'net', apart: [] }, figure),
    ),
    breaks: ['case-sums'],
  },
  {
    what: 'a restored backup brings nothing that the user said',
    module: '#renderer/data/storage/backup/restore-backup.ts',
    make: replace('commitRestore', (commit) => async (name: string, ...rest: unknown[]) => {
      const { default: Dexie } = await import('dexie');
      const database = new Dexie(name);
      await database.open();
      await database.table('annotations').clear();
      database.close();
      return commit(name, ...rest);
    }),
    breaks: ['restore'],
  },
  {
    what: 'a row that was asked about is known by how it is written',
    module: '#renderer/reconciliation/statements/model/row-answers.ts',
    make: replace(
      'createRowKeys',
      () => () => (row: { readonly cells: readonly unknown[] }) => JSON.stringify(row.cells).slice(0, 200),
    ),
    breaks: ['decisions-alive', 'lines-once'],
  },
  {
    what: 'a sign that was said counts for nothing',
    module: '#renderer/reconciliation/statements/model/line-answers.ts',
    make: replace('withAnsweredSigns', () => (given: unknown) => given),
    breaks: ['lines-once', 'decisions-alive'],
  },
  {
    what: 'an amount that was said counts for nothing',
    module: '#renderer/reconciliation/statements/model/row-answers.ts',
    make: replace('typedAmount', (said) => (answer: unknown) => (said(answer) === null ? null : '1')),
    breaks: ['lines-once'],
  },
  {
    what: 'what belongs together is not written together',
    module: '#renderer/data/storage/database/database.ts',
    make: replace('defineCopy', (define) => (...args) => {
      const database = define(...args);
      database.transaction = async (...rest: unknown[]) => (rest.at(-1) as () => Promise<unknown>)();
      return database;
    }),
    breaks: [
      'all-or-nothing',
      'answers',
      'imports',
      'closes',
      'rows',
      'decisions-kept',
      'drift',
      'lines-once',
    ],
  },
];
