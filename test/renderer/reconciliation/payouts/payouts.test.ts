import { describe, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeAnswer } from '#renderer/data/worker/reader/intake.ts';
import type {
  BankDeposit,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { changes, decisionOfPayout } from '#test/renderer/data/worker/user-decisions.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/** From files of a marketplace and a bank to where the money of each payout and of each order is. */

type Service = Handlers<DataCalls>;
const DAY = '2026-12-31' as LocalDate;
const ASKED = { scope: null, day: DAY };
/** Sales of three settlements, of whole pesos. */
const SALES = inventSales({ seed: 7, sales: 30, unit: 100 });
const SETTLEMENTS = [...new Set(SALES.map(({ settlement }) => settlement))];
const netOf = ({ gross, commission }: Sale): number => gross - commission;
const pesos = (cents: number): string => (cents / 100).toFixed(2);
const paidIn = (settlement: string | undefined): number =>
  SALES.filter((each) => each.settlement === settlement).reduce((sum, each) => sum + netOf(each), 0) / 100;
const dayOf = (days: number): string =>
  new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
const lastDay = (settlement: string | undefined): number =>
  Math.max(...SALES.filter((each) => each.settlement === settlement).map(({ released }) => released));

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

function shopifyFile(sales: readonly Sale[]): string {
  const found = WRITERS.map((write) => write(sales)).find(({ kind }) => kind === 'shopify-payments');
  return csvOf(found?.rows ?? []);
}

type Movement = { readonly day: number; readonly words: string; readonly amount: number };
/** An extract with a balance that runs; charges without a minus. */
function bankFile(movements: readonly Movement[], from = 1_000_000): string {
  let balance = from;
  const lines = movements.map(({ day, words, amount }) => {
    balance += amount;
    // Written so that no order of day and month is left open.
    const written = dayOf(day);
    const [charge, paid] = amount < 0 ? [String(-amount), ''] : ['', String(amount)];
    return [written, words, '', charge, paid, String(balance)];
  });
  return csvOf([['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo Diario'], ...lines]);
}

/** With a way to read the same sales once more, as they came to be. */
async function openReadPage(sales: readonly Sale[] = SALES) {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshAccount(), line: LINE });
  const { calls } = await page.main();
  const rowsOf = (all: readonly Sale[]) =>
    all.map((sale, at) =>
      row({
        Orden: `#${sale.suborder}`,
        'Nro. suborden': sale.suborder,
        'N° de Liquidación': sale.settlement,
        'Fecha de compra': `2026-03-${String(1 + at).padStart(2, '0')}T10:00:00.000`,
        'Fecha de Pago': `${dayOf(sale.released)}T10:00:00.000`,
        'Estado de Pago': 'Pagado',
        'Rentabilidad Marketplace': pesos(netOf(sale)),
      }),
    );
  const more = ['N° de Liquidación', 'Fecha de Pago', 'Estado de Pago'];
  const columns = [...new Set([...COLUMNS_SENT, ...more])];
  await load(calls, 'w1', rowsOf(sales), columns);
  let readings = 1;
  const reread = async (all: readonly Sale[]): Promise<void> => {
    readings += 1;
    await load(calls, `w${readings}`, rowsOf(all), columns);
  };
  return { service: page.service, reread };
}

const openPage = async (sales: readonly Sale[] = SALES) => (await openReadPage(sales)).service;

async function importFile(service: Service, content: string, name: string): Promise<void> {
  const ask = { kind: 'statement', sheet: null, mapping: null } as const;
  const end = await runIntake(
    streamsOf(service),
    new Blob([content]),
    ask,
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  const { statement } = end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>;
  await service.confirmStatement({ readingId: statement.readingId, name, owner: 'Ana' });
}

const payoutOf = (page: PayoutsPage, settlement: string | undefined): PayoutView => {
  const found = page.payouts.find((each) => each.settlement === settlement);
  if (found === undefined) throw new Error(`No payout of ${settlement}.`);
  return found;
};
const [ONE, TWO, THREE] = SETTLEMENTS;
const NOISE: readonly Movement[] = [
  { day: 5, words: 'APORTE DE CAPITAL', amount: 777_777 },
  { day: 6, words: 'COMISION MANTENCION', amount: -4_990 },
  { day: 120, words: 'ABONO VARIOS', amount: 12_345 },
];
/** The first whole, without a number; the second by its number with a fee; the third never came. */
const BANK = bankFile(
  [
    ...NOISE,
    { day: lastDay(ONE) + 2, words: 'TRANSFERENCIA RECIBIDA', amount: paidIn(ONE) },
    { day: lastDay(TWO) + 3, words: `ABONO ${TWO} SHOPIFY`, amount: paidIn(TWO) - 1_500 },
  ].toSorted((one, other) => one.day - other.day),
);
const orderOf = (sale: Sale | undefined) => ({
  Canal: 'Mercado Uno',
  Cuenta: 'Principal',
  Orden: `#${sale?.suborder}`,
});

describe('payouts', () => {
  test('are told with their bank line, what is missing of it, and why they are not there', async () => {
    const service = await openPage();
    await importFile(service, shopifyFile(SALES), 'pagos.csv');
    const before = await service.readPayouts(ASKED);
    expect(before).toMatchObject({ bankDays: null, unexplained: { lines: 0 } });
    expect(before.payouts.map(({ state, why }) => [state, why])).toEqual(
      SETTLEMENTS.map(() => ['waiting', 'no-bank']),
    );
    // What waits in a month is all that its payouts come to.
    const month = monthOf(dayOf(lastDay(ONE)) as LocalDate);
    const ofMonth = before.payouts.filter(({ day }) => day?.startsWith(month) === true);
    expect(ofMonth.length).toBeGreaterThan(0);
    const { waiting } = await service.readMonthMatch({ ...ASKED, month });
    expect(waiting).toMatchObject({
      payouts: ofMonth.length,
      sums: [{ count: ofMonth.length, sum: sumOf(ofMonth.map(({ amount }) => amount)) }],
    });
    await importFile(service, BANK, 'banco.csv');
    const page = await service.readPayouts(ASKED);
    expect(payoutOf(page, ONE)).toMatchObject({
      source: 'statement',
      kind: 'shopify-payments',
      amount: paidIn(ONE).toFixed(2),
      day: dayOf(lastDay(ONE)),
      isDated: true,
      state: 'arrived',
      difference: '0.00',
      by: 'amount',
      deposits: [{ file: 'banco.csv', day: dayOf(lastDay(ONE) + 2), isExplained: false }],
    });
    expect(payoutOf(page, TWO)).toMatchObject({
      state: 'different',
      why: 'fee',
      difference: '-1500.00',
      by: 'settlement',
    });
    expect(payoutOf(page, THREE)).toMatchObject({ state: 'missing', why: null, came: null, deposits: [] });
    expect(page.ofRows).toHaveLength(3);
    expect(page.ofRows.map(({ payouts }) => payouts)).toEqual(
      page.ofRows.map(({ settlement }) => [payoutOf(page, settlement).key]),
    );
    expect(page.unexplained).toMatchObject({ lines: 2, sums: [{ sum: '790122' }] });
    expect(page.unexplained.listed.map(({ description }) => description)).toEqual([
      'APORTE DE CAPITAL',
      'ABONO VARIOS',
    ]);
    // What nobody paid is of the accounts whose payouts came in that extract, in whatever view they are.
    const own = { Canal: 'Mercado Uno', Cuenta: 'Principal' };
    const seenIn = async (isExcluded: boolean) => {
      const scope = { accounts: [own], isExcluded };
      return (await service.readPayouts({ ...ASKED, scope })).unexplained.lines;
    };
    expect([await seenIn(false), await seenIn(true)]).toEqual([2, 0]);
    expect(page.bankDays).toEqual({ from: dayOf(5), to: dayOf(120) });
    // The bank is held against payouts alone: the newest statement that speaks of orders is still the one in view.
    const matches = await service.readMatches({
      statementIds: null,
      tolerance: { absolute: '0' as never, percent: '0' as never },
      states: [],
      sort: null,
      search: '',
      offset: 0,
      limit: 100,
    });
    expect(matches.statements.map(({ kind }) => kind)).toEqual(['shopify-payments']);
  });

  test('stand open in the bank step of their months by the same tolerance', async () => {
    // Paid in March, as they were sold: the month that has rows.
    const sales = SALES.map((sale) => ({ ...sale, released: 70 + 3 * SETTLEMENTS.indexOf(sale.settlement) }));
    const service = await openPage(sales);
    await importFile(service, shopifyFile(sales), 'pagos.csv');
    const paid = [
      { day: 72, words: 'TRANSFERENCIA RECIBIDA', amount: paidIn(ONE) },
      { day: 75, words: `ABONO ${TWO} SHOPIFY`, amount: paidIn(TWO) - 1_500 },
      { day: 100, words: 'ABONO VARIOS', amount: 12_345 },
    ];
    await importFile(service, bankFile(paid), 'banco.csv');
    const openAt = async (tolerance: Decimal) => {
      const { payouts } = await service.readPayouts({ ...ASKED, tolerance });
      const { months } = await service.readMonths({
        scope: null,
        currency: null,
        countsOwnCosts: false,
        tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
        payoutTolerance: tolerance,
        today: DAY,
      });
      const steps = months.flatMap(({ steps: all }) => all.filter(({ id }) => id === 'bank'));
      return {
        payouts: payouts.filter(({ state }) => state === 'different' || state === 'missing').length,
        steps: steps.reduce((sum, { count }) => sum + count, 0),
      };
    };
    const [strict, wide] = [await openAt('1' as Decimal), await openAt('1500' as Decimal)];
    expect(strict.steps).toBe(strict.payouts);
    expect(wide.steps).toBe(wide.payouts);
    expect(strict.steps).toBe(wide.steps + 1);
  });

  test('are made of the rows where no statement tells them', async () => {
    const service = await openPage();
    await importFile(service, BANK, 'banco.csv');
    const page = await service.readPayouts(ASKED);
    expect(payoutOf(page, ONE)).toMatchObject({ source: 'rows', kind: null, state: 'arrived', by: 'amount' });
    await importFile(service, shopifyFile(SALES), 'pagos.csv');
    expect((await service.readPayouts(ASKED)).payouts.map(({ source }) => source)).toEqual(
      SETTLEMENTS.map(() => 'statement'),
    );
  });

  test('that the bank’s file does not reach wait, and are asked about where it does', async () => {
    const service = await openPage();
    await importFile(service, shopifyFile(SALES), 'pagos.csv');
    await importFile(service, bankFile(NOISE.slice(0, 2)), 'enero.csv');
    const states = async (day: string) =>
      (await service.readPayouts({ scope: null, day: day as LocalDate })).payouts.map(({ why }) => why);
    expect(await states(DAY)).toEqual(SETTLEMENTS.map(() => 'bank-ends'));
    expect(await states(dayOf(lastDay(THREE)))).toContain('not-yet');
  });

  test('what was said of one and its bank line holds after another import, whoever tells the settlement', async () => {
    const service = await openPage();
    await importFile(service, BANK, 'banco.csv');
    const page = await service.readPayouts(ASKED);
    const one = payoutOf(page, ONE);
    const say = (...said: Parameters<typeof decisionOfPayout>) =>
      service.writeAnnotations(changes('payout-decision', decisionOfPayout(...said)));
    const [line] = one.deposits;
    await say('no-match', one, [line as BankDeposit]);
    expect(payoutOf(await service.readPayouts(ASKED), ONE)).toMatchObject({
      state: 'missing',
      suggestions: [],
    });
    await importFile(service, shopifyFile(SALES), 'pagos.csv');
    const after = await service.readPayouts(ASKED);
    expect(payoutOf(after, ONE)).toMatchObject({ source: 'statement', state: 'missing', suggestions: [] });
    const noise = after.unexplained.listed.find(({ description }) => description === 'ABONO VARIOS');
    await say('match', payoutOf(after, THREE), [noise as BankDeposit]);
    const first = after.unexplained.listed.find(({ day }) => day === dayOf(5)) as BankDeposit;
    const ofLine = { orders: [], there: first.amount, here: '0' as Decimal };
    await service.writeAnnotations(
      changes('payout-decision', { verdict: 'explained', lines: [first.identity], orders: [], said: ofLine }),
    );
    const said = await service.readPayouts(ASKED);
    expect(payoutOf(said, THREE)).toMatchObject({ state: 'different', by: 'decision', came: '12345.00' });
    expect(said.unexplained.listed.map(({ isExplained }) => isExplained)).toContain(true);
  });

  test('what was said of one falls with its figure, is shown as it was said, and holds once it is said again', async () => {
    const { service, reread } = await openReadPage();
    await importFile(service, BANK, 'banco.csv');
    const before = await service.readPayouts(ASKED);
    const noise = before.unexplained.listed.find(({ description }) => description === 'ABONO VARIOS');
    const third = payoutOf(before, THREE);
    const said = decisionOfPayout('match', third, [noise as BankDeposit]);
    await service.writeAnnotations(changes('payout-decision', said));
    const decided = await service.readPayouts(ASKED);
    expect(payoutOf(decided, THREE)).toMatchObject({ by: 'decision', came: '12345.00', fallen: [] });
    expect(decided.unexplained.lines).toBe(before.unexplained.lines - 1);

    // The same sales once more: nothing moved, and nothing falls.
    await reread(SALES);
    expect(payoutOf(await service.readPayouts(ASKED), THREE)).toMatchObject({ by: 'decision', fallen: [] });
    // A hundredth more of one sale of the settlement.
    const moved = SALES.find(({ settlement }) => settlement === THREE);
    const more = (sale: Sale) => (sale === moved ? { ...sale, gross: sale.gross + 1 } : sale);
    await reread(SALES.map(more));
    const after = await service.readPayouts(ASKED);
    const amount = (paidIn(THREE) + 0.01).toFixed(2);
    const [key] = changes('payout-decision', said).puts.map((put) => put.key);
    const now = { orders: [{ amount, settled: amount }], here: amount, there: '12345' };
    expect(payoutOf(after, THREE)).toMatchObject({
      amount,
      by: null,
      came: null,
      fallen: [{ key, why: 'moved', now }],
    });
    expect(payoutOf(after, THREE).state).toBe(payoutOf(before, THREE).state);
    // Its money is of nobody again.
    expect(after.unexplained).toEqual(before.unexplained);
    for (const other of [ONE, TWO]) expect(payoutOf(after, other)).toEqual(payoutOf(before, other));

    const again = { ...said, said: now as unknown as NonNullable<typeof said.said> };
    await service.writeAnnotations(changes('payout-decision', again));
    expect(payoutOf(await service.readPayouts(ASKED), THREE)).toMatchObject({ by: 'decision', fallen: [] });
    // What was said of the former figure falls with the way back as well.
    await reread(SALES);
    expect(payoutOf(await service.readPayouts(ASKED), THREE).fallen).toMatchObject([{ why: 'moved' }]);
  });

  test('of a balance are its withdrawals: whose orders they pay nobody knows', async () => {
    const service = await openPage(SALES.slice(0, 3));
    const header =
      'TRANSACTION_DATE;SOURCE_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;ORDER_ID';
    const line = (day: number, id: string, type: string, amount: string, order = '') =>
      `${dayOf(day)}T10:00:00.000-03:00;${id};${type};${amount};0.00;${amount};${order}`;
    const own = SALES.slice(0, 3).map((sale, at) =>
      line(14, `9${at}`, 'SETTLEMENT', pesos(netOf(sale)), `#${sale.suborder}`),
    );
    const file = [
      header,
      ...own,
      line(20, '701', 'PAYOUT', '-1234567.00'),
      line(21, '702', 'WITHDRAWAL', '-55555.00'),
      line(22, '703', 'WITHDRAWAL_CANCEL', '55555.00'),
    ].join('\n');
    await importFile(service, file, 'mp.csv');
    const bank = [
      { day: 5, words: 'INICIO', amount: 1 },
      { day: 21, words: 'MERCADOPAGO', amount: 1_234_567 },
      { day: 60, words: 'FIN', amount: 1 },
    ];
    await importFile(service, bankFile(bank), 'banco.csv');
    const page = await service.readPayouts(ASKED);
    const withdrawals = page.payouts.filter(({ source }) => source === 'line');
    expect(withdrawals).toMatchObject([{ amount: '1234567.00', state: 'arrived', day: dayOf(20) }]);
    expect(payoutOf(page, SALES[0]?.settlement)).toMatchObject({ state: 'beside', why: 'balance' });
    const chain = await service.readOrderPayouts({ identity: orderOf(SALES[0]), day: DAY });
    expect(chain).toMatchObject({ statement: { kind: 'mercado-pago-settlement', state: 'same' } });
    expect(chain.payouts.map(({ why }) => why)).toEqual(['balance']);
  });
});

describe('an order', () => {
  test('leads over its settlement and the statement’s lines to the bank', async () => {
    const service = await openPage();
    const sales = SALES.map((sale, at) => (at === 0 ? { ...sale, commission: sale.commission + 700 } : sale));
    const sale = SALES.find(({ settlement }) => settlement === TWO);
    // Before any file it leads nowhere.
    const alone = await service.readOrderPayouts({ identity: orderOf(sale), day: DAY });
    expect(alone).toMatchObject({ hasStatements: false, statement: null });
    await importFile(service, shopifyFile(sales), 'pagos.csv');
    await importFile(service, BANK, 'banco.csv');
    expect(await service.readOrderPayouts({ identity: orderOf(sale), day: DAY })).toMatchObject({
      amount: pesos(netOf(sale as Sale)),
      hasStatements: true,
      settlements: [{ settlement: TWO, amount: pesos(netOf(sale as Sale)), whole: paidIn(TWO).toFixed(2) }],
      statement: {
        state: 'same',
        amounts: [{ difference: '0.00' }],
        lines: 1,
        orders: 1,
        files: ['pagos.csv'],
      },
      payouts: [{ settlement: TWO, state: 'different', deposits: [{ file: 'banco.csv' }] }],
    });
    const off = await service.readOrderPayouts({ identity: orderOf(SALES[0]), day: DAY });
    expect(off.statement).toMatchObject({ state: 'different', amounts: [{ difference: '-7.00' }] });
    // Of a day before it was bought nobody knows what else its settlement holds.
    const early = await service.readOrderPayouts({ identity: orderOf(sale), day: dayOf(0) as LocalDate });
    const own = pesos(netOf(sale as Sale));
    expect(early.settlements).toEqual([{ settlement: TWO, amount: own, whole: own }]);
    const nobody = { ...orderOf(SALES[0]), Orden: 'nobody' };
    expect(await service.readOrderPayouts({ identity: nobody, day: DAY })).toMatchObject({
      settlements: [],
      statement: null,
      payouts: [],
    });
  });
});

test('money of nobody is added up in each currency by itself', async () => {
  const service = await openPage();
  await importFile(service, shopifyFile(SALES), 'pagos.csv');
  await importFile(service, bankFile([{ day: 5, words: 'APORTE', amount: 700 }]), 'pesos.csv');
  const dollars = [10, 20].map(
    (amount, at) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>2026010${at + 6}<TRNAMT>${amount}.25<FITID>D${at}<NAME>WIRE</STMTTRN>`,
  );
  const ofx = [
    'OFXHEADER:100 DATA:OFXSGML CHARSET:1252 <OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKTRANLIST>',
    ...dollars,
    '</BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>',
  ].join('\n');
  await importFile(service, ofx, 'dolares.ofx');
  const page = await service.readPayouts(ASKED);
  expect(page.unexplained).toMatchObject({
    lines: 3,
    sums: [
      { currency: 'USD', count: 2, sum: '30.50' },
      // The extract of pesos names none.
      { currency: '', count: 1, sum: '700' },
    ],
  });
  expect(page.unexplained.listed.map(({ amount, currency }) => [amount, currency])).toContainEqual([
    '700',
    '',
  ]);
});

describe('a month', () => {
  test('says how much of it statements and the bank hold', async () => {
    const service = await openPage();
    const month = '2026-03' as Month;
    expect(await service.readMonthMatch({ ...ASKED, month })).toMatchObject({
      hasStatements: false,
      orders: SALES.length,
      uncovered: { orders: SALES.length },
    });
    const sales = SALES.slice(2).map((sale, at) =>
      at === 0 ? { ...sale, commission: sale.commission + 700 } : sale,
    );
    await importFile(service, shopifyFile(sales), 'pagos.csv');
    await importFile(service, BANK, 'banco.csv');
    expect(await service.readMonthMatch({ ...ASKED, month })).toMatchObject({
      hasStatements: true,
      orders: SALES.length,
      uncovered: { orders: 2, amount: pesos(SALES.slice(0, 2).reduce((sum, each) => sum + netOf(each), 0)) },
      differing: { orders: 1, sums: [{ sum: '-7.00' }] },
    });
    const last = dayOf(lastDay(THREE)).slice(0, 7) as Month;
    const paid = await service.readMonthMatch({ ...ASKED, month: last });
    expect(paid.missing).toMatchObject({ payouts: 1, sums: [{ sum: paidIn(THREE).toFixed(2) }] });
    // The second came with a fee: what is short is what did not come of it, until somebody says why.
    const ofTwo = dayOf(lastDay(TWO)).slice(0, 7) as Month;
    const short = async () => (await service.readMonthMatch({ ...ASKED, month: ofTwo })).short;
    expect(await short()).toEqual({ payouts: 1, sums: [{ currency: 'CLP', count: 1, sum: '-1500.00' }] });
    const two = payoutOf(await service.readPayouts(ASKED), TWO);
    await service.writeAnnotations(
      changes('payout-decision', decisionOfPayout('explained', two, two.deposits)),
    );
    expect(await short()).toMatchObject({ payouts: 0, sums: [{ count: 0, sum: '0' }] });
  });
});
