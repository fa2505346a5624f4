import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeAnswer } from '#renderer/data/worker/reader/intake.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { formerIdentities } from '#renderer/reconciliation/matching/model/former-identity.ts';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import { digestsOf } from '#renderer/reconciliation/matching/worker/found-in-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { changes, decision, decisionOfCase } from '#test/renderer/data/worker/user-decisions.ts';
import { formerRecord } from '#test/renderer/reconciliation/findings/former-record.ts';
import { asFile } from '#test/statements/as-files.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS, type WrittenStatement } from '#test/statements/writers.ts';

/** What is said of a figure, while statements come in other forms and syncs move the orders. */

type Service = Handlers<DataCalls>;
type Content = string | Uint8Array<ArrayBuffer>;
const DAY = '2026-12-31' as LocalDate;
const MARCH = '2026-03' as Month;
const SALES = inventSales({ seed: 7, sales: 12, unit: 100 });
const PLAIN = { absolute: '0' as Decimal, percent: '0' as Decimal };
const ASKED = {
  statementIds: null,
  tolerance: PLAIN,
  states: [],
  sort: null,
  search: '',
  offset: 0,
  limit: 1000,
} as const;
const NORTE: SellerAccount = { Canal: 'Mercado Uno', Cuenta: 'Norte' };
const SUR: SellerAccount = { Canal: 'Mercado Uno', Cuenta: 'Sur' };

const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;
const textOf = (cents: number): string => (cents / 100).toFixed(2);

/** As the statement tells them: the sixth came to a peso more than here. */
const TOLD = SALES.map((sale, at) => (at === 5 ? { ...sale, commission: sale.commission - 100 } : sale));

function written(kind: string, sales: readonly Sale[] = TOLD): WrittenStatement {
  const found = WRITERS.map((write) => write(sales)).find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`No writer of ${kind}.`);
  return found;
}
const MP = 'mercado-pago-settlement';
const csvOf = (rows: WrittenStatement['rows'], cell = (text: string) => text): string =>
  rows.map((cells) => cells.map((text) => `"${cell(text).replaceAll('"', '""')}"`).join(';')).join('\n');
/** The same amounts without the zeros that say nothing. */
const shortened = (cell: string): string => (/^-?\d+\.\d\d$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell);

const rowsOf = (sales: readonly Sale[], moved = new Map<number, number>(), owner = 'Principal') =>
  sales.map((sale, at) =>
    row({
      Cuenta: owner,
      Orden: sale.order,
      'Nro. suborden': sale.suborder,
      'N° de Liquidación': sale.settlement,
      'Fecha de compra': '2026-03-10T10:00:00.000',
      'Rentabilidad Marketplace': textOf(netOf(sale) + (moved.get(at) ?? 0)),
    }),
  );
const COLUMNS = [...new Set([...COLUMNS_SENT, 'N° de Liquidación'])];

async function openPage(rows: ReturnType<typeof rowsOf> = rowsOf(SALES)) {
  const page = startPage(createFakeLocks());
  const account = freshAccount();
  await page.service.open({ accountId: account, line: LINE });
  const { calls } = await page.main();
  let windows = 0;
  const sync = (all: ReturnType<typeof rowsOf>) => {
    windows += 1;
    return load(calls, `w${windows}`, all, COLUMNS);
  };
  await sync(rows);
  return { service: page.service, account, sync };
}

async function importFile(
  service: Service,
  content: Content,
  name: string,
  account: SellerAccount | null = null,
): Promise<string> {
  const end = await runIntake(
    streamsOf(service),
    new Blob([content]),
    { kind: 'statement', sheet: null, mapping: null },
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  const { statement } = end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>;
  return (await service.confirmStatement({ readingId: statement.readingId, name, owner: 'Ana', account })).id;
}

const differing = async (service: Service): Promise<MatchedCase> => {
  const [found] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
  if (found === undefined) throw new Error('Nothing differs.');
  return found;
};
const queue = async (service: Service): Promise<readonly Exception[]> => {
  const { exceptions } = await service.readExceptions({
    scope: null,
    currency: null,
    thresholds: DEFAULT_THRESHOLDS,
    // Before any sale: nothing is overdue.
    today: '2020-01-01' as LocalDate,
    tolerance: PLAIN,
  });
  return exceptions.filter(({ finding }) => finding.kind === 'statement-difference');
};
const reasons = async (service: Service) =>
  (await queue(service)).filter(({ isFound }) => isFound).map(({ finding }) => finding.subject.reason);
const monthOf = (service: Service) => service.readMonthMatch({ scope: null, day: DAY, month: MARCH });

describe('what is said of a case', () => {
  test('falls when its amount moves: open in the list, the queue and the close, and asked again', async () => {
    const { service, sync } = await openPage();
    await importFile(service, csvOf(written(MP).rows), 'marzo.csv');
    const before = await differing(service);
    expect(before.difference).toBe('1.00');
    await service.writeAnnotations(changes('match-decision', decisionOfCase('explained', before)));
    expect(await differing(service)).toMatchObject({ isExplained: true, fallen: [] });
    expect(await reasons(service)).toEqual([]);
    expect((await monthOf(service)).differing.orders).toBe(0);

    await sync(rowsOf(SALES, new Map([[5, -5_000_000]])));
    const after = await differing(service);
    expect(after).toMatchObject({ difference: '50001.00', isExplained: false });
    const [fallen] = after.fallen;
    expect(fallen).toMatchObject({
      why: 'moved',
      now: { there: after.statementAmount, here: after.ledgerAmount },
    });
    // As it was said: nothing of it is gone.
    const [kept] = await service.readAnnotations({ kind: 'match-decision' });
    expect(kept).toMatchObject({
      key: fallen?.key,
      value: { said: { here: before.ledgerAmount, there: before.statementAmount } },
    });
    expect(await reasons(service)).toEqual(['different']);
    expect((await monthOf(service)).differing).toMatchObject({ orders: 1, sums: [{ sum: '50001.00' }] });

    await service.writeAnnotations(changes('match-decision', decisionOfCase('explained', after)));
    expect(await differing(service)).toMatchObject({ isExplained: true, fallen: [] });
    expect(await reasons(service)).toEqual([]);
  });

  test('falls when two orders move against each other, though their sum is what it was', async () => {
    const { service, sync } = await openPage();
    const [first, second] = SALES as readonly [Sale, Sale];
    // One payment of both, without a number.
    const both = { ...first, order: '', suborder: '', gross: 0, commission: -1, shipping: 0, taxes: 0 };
    await importFile(service, csvOf(written(MP, [...SALES.slice(2), both]).rows), 'marzo.csv');
    const all = (await service.readMatches(ASKED)).cases;
    const orders = all.filter(({ orders: own }) =>
      own.some(({ Orden }) => Orden === first.order || Orden === second.order),
    );
    const line = all.find(
      ({ statementAmount, orders: own }) => own.length === 0 && statementAmount === '0.01',
    );
    const sides = {
      lines: line?.lines ?? [],
      orders: orders.flatMap((each) => each.orders),
      statementAmount: line?.statementAmount ?? ('0' as Decimal),
      ledgerAmount: textOf(netOf(first) + netOf(second)) as Decimal,
    };
    await service.writeAnnotations(
      changes('match-decision', decisionOfCase('match', sides as unknown as MatchedCase)),
    );
    const decided = async () =>
      (await service.readMatches(ASKED)).cases.filter(({ by }) => by === 'decision').length;
    expect([sides.lines.length, sides.orders.length, await decided()]).toEqual([1, 2, 1]);
    await sync(
      rowsOf(
        SALES,
        new Map([
          [0, 100],
          [1, -100],
        ]),
      ),
    );
    expect(await decided()).toBe(0);
    expect((await service.readMatches(ASKED)).fallen).toMatchObject([{ why: 'moved' }]);
  });

  test('holds in every form of the same statement, and in a longer file that has it', async () => {
    const { service } = await openPage();
    const short = written(MP, TOLD.slice(0, 8));
    await importFile(service, csvOf(short.rows), 'quincena.csv');
    await service.writeAnnotations(
      changes('match-decision', decisionOfCase('explained', await differing(service))),
    );
    const forms: readonly Content[] = [
      csvOf(short.rows, shortened),
      asFile(short.rows, 0, { sheet: 'Hoja1', isTyped: true }),
      asFile(short.rows, 0, { sheet: 'Hoja1', isTyped: false }),
      csvOf(written(MP).rows, shortened),
    ];
    for (const [at, content] of forms.entries()) {
      const id = await importFile(service, content, `otro-${at}`);
      const [other] = await service.readStatements(null);
      expect([at, other?.id, other?.fresh]).toEqual([at, id, at === 3 ? 4 : 8]);
      expect(await differing(service)).toMatchObject({ isExplained: true, fallen: [] });
      expect(await reasons(service)).not.toContain('different');
    }
    // The same statement in four forms is one; the longer one is another.
    expect(await service.readStatements(null)).toHaveLength(2);
  });

  test('is not of a case to which other lines belong by now', async () => {
    const { service } = await openPage();
    await importFile(service, csvOf(written(MP).rows), 'marzo.csv');
    await service.writeAnnotations(
      changes('match-decision', decisionOfCase('explained', await differing(service))),
    );
    const again = {
      ...(TOLD[5] as Sale),
      operation: '777777',
      gross: 700,
      commission: 0,
      shipping: 0,
      taxes: 0,
    };
    await importFile(service, csvOf(written(MP, [...TOLD, again]).rows), 'mayor.csv');
    expect(await differing(service)).toMatchObject({
      difference: '8.00',
      isExplained: false,
      fallen: [{ why: 'apart' }],
    });
  });

  test('of an earlier version is shown as said without a figure; its lines are found by their values', async () => {
    const { service, account } = await openPage();
    await importFile(service, csvOf(written(MP).rows), 'marzo.csv');
    const { lines, orders } = await differing(service);
    const former = atOnce(formerIdentities(lines));
    expect(former).not.toEqual(lines.map(({ identity }) => identity));
    const {
      said: _,
      linesBy: __,
      earlier: ___,
      ...old
    } = decision({
      verdict: 'explained',
      lines: former,
      orders: orders.map(({ key }) => key),
      said: null,
      note: 'redondeo',
    });
    const agreed = (await service.readMatches({ ...ASKED, states: ['same'] })).cases[0] as MatchedCase;
    const match = {
      ...old,
      verdict: 'match',
      lines: atOnce(formerIdentities(agreed.lines)),
      orders: agreed.orders.map(({ key }) => key),
    };
    await service.writeAnnotations({
      kind: 'match-decision',
      puts: [
        { key: 'old', value: old as never },
        { key: 'match', value: match as never },
      ],
      deletes: [],
    });
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect(await differing(again)).toMatchObject({ isExplained: false, fallen: [{ why: 'unfigured' }] });
    // Where both sides agree to the last digit nothing is to be asked.
    const { cases, fallen } = await again.readMatches(ASKED);
    expect(cases.filter(({ by }) => by === 'decision')).toMatchObject([{ state: 'same' }]);
    expect(fallen).toHaveLength(1);
    const kept = await again.readAnnotations({ kind: 'match-decision' });
    expect(kept.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({ linesBy: 'values', note: 'redondeo', atMs: 1, owner: 'Ana' }),
    );
    expect(kept).toHaveLength(2);
    // Another form takes the place of the file that it was said of.
    await importFile(again, csvOf(written(MP).rows, shortened), 'otro.csv');
    expect(await differing(again)).toMatchObject({ fallen: [{ why: 'unfigured' }] });
  });
});

test('what was accepted in the queue holds for the same statement in another form', async () => {
  const { service } = await openPage();
  await importFile(service, csvOf(written(MP).rows), 'marzo.csv');
  const [open] = await queue(service);
  const value = formerRecord(open as Exception, { state: 'accepted', note: '', owner: 'Ana', atMs: 2 });
  await service.writeAnnotations({
    kind: 'exception',
    puts: [{ key: open?.key ?? '', value: { ...value, log: [...value.log] } }],
    deletes: [],
  });
  await importFile(service, csvOf(written(MP).rows, shortened), 'otro.csv');
  expect(await queue(service)).toMatchObject([{ isFound: true, state: 'accepted', isChanged: false }]);
});

test('what was accepted of a statement while its lines were told by their text holds when it comes in again', async () => {
  const content = csvOf(written(MP).rows);
  const first = await openPage();
  await importFile(first.service, content, 'marzo.csv');
  const [open] = await queue(first.service);
  const [known] = await first.service.readStatements(null);
  const reading = readStatementAtOnce(
    written(MP).rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: DAY, mappings: new Map() },
  );
  const { digest, former } = await digestsOf(reading, async () => undefined);
  expect([known?.digest, former === digest]).toEqual([digest, false]);
  // Elsewhere, where that was said before the file comes in.
  const { service } = await openPage();
  const value = formerRecord(open as Exception, { state: 'accepted', note: '', owner: 'Ana', atMs: 2 });
  const finding = { ...value.finding, subject: { ...value.finding.subject, statement: former } };
  await service.writeAnnotations({
    kind: 'exception',
    puts: [{ key: 'before', value: { ...value, finding, log: [...value.log] } as never }],
    deletes: [],
  });
  await importFile(service, content, 'otra vez.csv');
  expect(await service.readStatements(null)).toMatchObject([{ digest: former }]);
});

describe('the account that the user named', () => {
  /** Both accounts have these orders, with unlike amounts; a statement of Sur's. */
  const rows = [...rowsOf(SALES, new Map(), 'Norte'), ...rowsOf(TOLD, new Map(), 'Sur')];

  test('counts in the close, the chain and the queue as in the matches', async () => {
    const { service } = await openPage(rows);
    // Amounts of Norte's: found out by its orders it would be taken for Norte's.
    await importFile(service, csvOf(written(MP, SALES).rows), 'sur.csv', SUR);
    const of = (account: SellerAccount) =>
      service.readMonthMatch({ scope: { accounts: [account], isExcluded: false }, day: DAY, month: MARCH });
    expect((await of(SUR)).uncovered.orders).toBe(0);
    expect((await of(SUR)).differing.orders).toBe(1);
    expect((await of(NORTE)).uncovered.orders).toBe(SALES.length);
    const chainOf = (account: SellerAccount) =>
      service.readOrderPayouts({ identity: { ...account, Orden: SALES[0]?.order ?? '' }, day: DAY });
    expect((await chainOf(NORTE)).statement).toBeNull();
    expect((await chainOf(SUR)).statement).toMatchObject({ state: 'same' });
    expect(await reasons(service)).toEqual(['different']);
    expect((await service.readMatches(ASKED)).facts.map(({ cuenta }) => cuenta)).toEqual(['Sur']);
  });

  test('tells two statements apart where both are held at once', async () => {
    const { service } = await openPage(rows);
    const norte = await importFile(service, csvOf(written(MP, SALES).rows), 'norte.csv', NORTE);
    const sur = await importFile(service, csvOf(written(MP, TOLD).rows), 'sur.csv', SUR);
    const page = await service.readMatches({ ...ASKED, statementIds: [norte, sur] });
    expect(page.totals[0]?.byState.same).toMatchObject({ cases: 24, lines: 24, orders: 24 });
    expect(page.cases.every(({ orders }) => orders.length === 1)).toBe(true);
    expect(await reasons(service)).toEqual([]);
    const month = await service.readMonthMatch({ scope: null, day: DAY, month: MARCH });
    expect([month.uncovered.orders, month.differing.orders]).toEqual([0, 0]);
  });

  test('makes two settlements of one number, and two lines of equal ones', async () => {
    const { service } = await openPage(rows);
    const shopify = csvOf(written('shopify-payments', SALES).rows);
    await importFile(service, shopify, 'norte.csv', NORTE);
    await importFile(service, shopify, 'sur.csv', SUR);
    expect((await service.readStatements(null)).map(({ fresh }: ImportedStatement) => fresh)).toEqual([
      12, 12,
    ]);
    const { payouts } = await service.readPayouts({ scope: null, day: DAY });
    const views = payouts.filter(({ source }) => source === 'statement');
    const numbers = new Set(SALES.map(({ settlement }) => settlement)).size;
    expect(views).toHaveLength(2 * numbers);
    expect(new Set(views.map(({ key }) => key)).size).toBe(2 * numbers);
    expect(new Set(views.map(({ accounts }) => accounts.map(({ cuenta }) => cuenta).join())).size).toBe(2);
    const [first] = views;
    const same = views.filter(({ settlement }) => settlement === first?.settlement);
    expect(same.map(({ amount }) => amount)).toEqual([first?.amount, first?.amount]);
  });
});

test('equal lines of two banks are two', async () => {
  const { service } = await openPage();
  const header = {
    bci: [
      'Fecha',
      'Sucursal',
      'Descripción',
      'N° Documento',
      'Cheques y otros cargos',
      'Depósitos y Abono',
      'Saldo diario',
    ],
    scotia: ['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo Diario'],
  };
  const bci = [
    header.bci,
    ['10/03/2026', 'Central', 'ABONO', '1', '', '5000', '15000'],
    ['25/03/2026', 'Central', 'ABONO', '2', '', '7000', '22000'],
  ];
  const scotia = [
    header.scotia,
    ['10/03/2026', 'ABONO', '1', '', '5000', '15000'],
    ['25/03/2026', 'ABONO', '2', '', '7000', '22000'],
  ];
  await importFile(service, csvOf(bci), 'bci.csv');
  await importFile(service, csvOf(scotia), 'scotia.csv');
  const { unexplained } = await service.readPayouts({ scope: null, day: DAY });
  expect(unexplained).toMatchObject({ lines: 4, sums: [{ sum: '24000' }] });
  const [one, other] = unexplained.listed.filter(({ amount }) => amount === '7000');
  const said = { orders: [], there: '7000' as Decimal, here: '0' as Decimal };
  await service.writeAnnotations(
    changes('payout-decision', { verdict: 'explained', lines: [other?.identity ?? ''], orders: [], said }),
  );
  const explained = async () =>
    (await service.readPayouts({ scope: null, day: DAY })).unexplained.listed
      .filter(({ isExplained }) => isExplained)
      .map(({ file }) => file);
  expect(await explained()).toEqual([other?.file]);
  // What was said of one bank's line is not of the other's, when its own file is taken out.
  const gone = (await service.readStatements(null)).find(({ name }) => name === one?.file);
  await service.deleteStatement({ id: gone?.id ?? '' });
  expect(await explained()).toEqual([other?.file]);
});

/** What happens to an account: moves of one order by some cents, statements in another form, and what is said. */
type Step =
  | { readonly do: 'move'; readonly order: number; readonly by: number }
  | { readonly do: 'import'; readonly lines: number; readonly form: number }
  | { readonly do: 'explain' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('move' as const),
    order: fc.integer({ min: 3, max: 7 }),
    by: fc.constantFrom(-100, 100, 5_000_000),
  }),
  fc.record({
    do: fc.constant('import' as const),
    lines: fc.constantFrom(8, 10, 12),
    form: fc.integer({ min: 0, max: 3 }),
  }),
  fc.constant({ do: 'explain' as const }),
);

test('in random histories no decision is lost, and none is alive about a moved figure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const { service, sync } = await openPage();
      await importFile(service, csvOf(written(MP, TOLD.slice(0, 8)).rows), 'f.csv');
      const moved = new Map<number, number>();
      /** The oracle: by order what it was said of, in cents here. */
      const saidOf = new Map<string, number>();
      const hereOf = (at: number) => netOf(SALES[at] as Sale) + (moved.get(at) ?? 0);
      for (const each of steps) {
        if (each.do === 'move') {
          moved.set(each.order, (moved.get(each.order) ?? 0) + each.by);
          await sync(rowsOf(SALES, moved));
        } else if (each.do === 'import') {
          const file = written(MP, TOLD.slice(0, each.lines));
          const contents: readonly Content[] = [
            csvOf(file.rows),
            csvOf(file.rows, shortened),
            asFile(file.rows, 0, { sheet: 'Hoja1', isTyped: true }),
            asFile(file.rows, 0, { sheet: 'Hoja1', isTyped: false }),
          ];
          await importFile(service, contents[each.form] ?? '', 'f');
        } else {
          const { cases } = await service.readMatches({ ...ASKED, states: ['different'] });
          await service.writeAnnotations(
            changes('match-decision', ...cases.map((found) => decisionOfCase('explained', found))),
          );
          for (const { orders } of cases) {
            for (const { Orden } of orders) {
              saidOf.set(Orden, hereOf(SALES.findIndex(({ order }) => order === Orden)));
            }
          }
        }
        const { cases } = await service.readMatches({ ...ASKED, states: ['different'] });
        const open: string[] = [];
        for (const { orders, isExplained, fallen } of cases) {
          const [{ Orden } = { Orden: '' }] = orders;
          const at = SALES.findIndex(({ order }) => order === Orden);
          const isAlive = saidOf.get(Orden) === hereOf(at);
          expect([Orden, isExplained, fallen.length]).toEqual([
            Orden,
            isAlive,
            saidOf.has(Orden) && !isAlive ? 1 : 0,
          ]);
          if (!isAlive) open.push(Orden);
        }
        expect((await monthOf(service)).differing.orders).toBe(open.length);
        expect((await reasons(service)).includes('different')).toBe(open.length > 0);
        expect(await service.readAnnotations({ kind: 'match-decision' })).toHaveLength(saidOf.size);
      }
    }),
    { numRuns: randomCases(3) },
  );
}, 60_000);
