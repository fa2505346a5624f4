import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { NOT_CLOSED } from '#renderer/reconciliation/closing/worker/closings.ts';
import type { JournalPage, JournalQuery } from '#renderer/reconciliation/journals/model/journal-page.ts';
import { ruleKey, settingKey } from '#renderer/reconciliation/journals/model/rules.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  COLUMNS_SENT,
  commitOf,
  openWindow,
  pagesOf,
  type Row,
  row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount,
  LINE,
  load,
  MARCH,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { millionths, total } from './random-results.ts';

/** The journals of a closed month, over the worker's own service: numbered once, and written over never. */

const MONTH = '2026-03' as Month;
const COLUMNS = [
  ...COLUMNS_SENT,
  'Ingreso Total',
  'Cobro de Comisiones',
  'Cobro de Envío',
  'Reembolso de envío',
  'Cobros sin categorizar',
];
const ASKED: JournalQuery = {
  month: MONTH,
  scope: null,
  currency: 'CLP',
  day: '2026-04-20' as LocalDate,
  ownCosts: [],
};
const CLOSE = { month: MONTH, owner: 'Ana', note: '', ownCosts: [] };

type Order = {
  readonly ventas: number;
  readonly commission: number;
  readonly shipping: number;
  readonly back: number;
  readonly unnamed: number;
  readonly cost: number;
  readonly settlement: string;
  /** What its Rentabilidad Total has beyond the rest. */
  readonly beyond?: number;
};
const rowOf = (number: number, order: Order): Row => {
  const { ventas, commission, shipping, back, unnamed, cost, settlement, beyond = 0 } = order;
  const marketplace = ventas - commission - shipping + back - unnamed;
  return row({
    Orden: `O-${number}`,
    Canal: number % 3 === 0 ? 'Otro' : 'Mercado Uno',
    'N° de Liquidación': settlement,
    Ventas: `${ventas}`,
    'Ingreso Total': `${ventas}`,
    'Cobro de Comisiones': `${commission}`,
    'Cobro de Envío': `${shipping}`,
    'Reembolso de envío': `${back}`,
    'Cobros sin categorizar': `${unnamed}`,
    'Costo de Producto': `${cost}`,
    'Rentabilidad Marketplace': `${marketplace}`,
    'Rentabilidad Comercial': `${marketplace - cost}`,
    'Rentabilidad Total': `${marketplace - cost + beyond}`,
  });
};
const FIRST: Order = {
  ventas: 1000,
  commission: 120,
  shipping: 50,
  back: 5,
  unnamed: 3,
  cost: 400,
  settlement: 'L-1',
};

async function openPage(orders: readonly Order[]) {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  await load(
    calls,
    'w1',
    orders.map((order, at) => rowOf(at, order)),
    COLUMNS,
  );
  let readings = 1;
  const reread = async (of: readonly Order[]): Promise<void> => {
    readings += 1;
    const windowId = `w${readings}`;
    await calls.openWindow(openWindow(windowId, MARCH, 'reread'));
    const rows = of.map((order, at) => rowOf(at, order));
    for (const each of pagesOf(windowId, MARCH, rows, { columns: COLUMNS })) await calls.stagePage(each);
    await calls.judgeWindow({ windowId });
    await calls.commitWindow(commitOf(windowId, { completes: [MONTH] }));
  };
  return { service: page.service, reread };
}
type Service = Awaited<ReturnType<typeof openPage>>['service'];

const write = (
  service: Service,
  { evidence }: Pick<JournalPage, 'evidence'>,
  posting: number | null = null,
) => service.exportJournal({ ...ASKED, form: 'csv', owner: 'Ana', evidence, posting });
/** By line, in millionths; those of nothing are left out. */
const byLine = (entries: JournalPage['proposed']): { readonly [line: string]: bigint } => {
  const sums: { [line: string]: bigint } = {};
  for (const { line, amount } of entries.flatMap(({ lines }) => lines))
    sums[line] = (sums[line] ?? 0n) + millionths(amount);
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0n));
};
const units = (amount: number): bigint => BigInt(amount) * 1_000_000n;

test('entries of an open month are shown, and get no numbers', async () => {
  const { service } = await openPage([FIRST]);
  const page = await service.readJournal(ASKED);
  expect(page).toMatchObject({ isClosed: false, by: 'account', country: 'CL', postings: [], beyond: '0' });
  expect(byLine(page.proposed)).toEqual({
    'income/Ventas': units(-1000),
    'commissions/Cobro de Comisiones': units(120),
    'shipping/Cobro de Envío': units(50),
    'shipping/Reembolso de envío': units(-5),
    'other/Cobros sin categorizar': units(3),
    receivable: units(832),
    'product-cost': units(400),
    inventory: units(-400),
  });
  const suspended = page.proposed.flatMap(({ lines }) => lines).filter(({ level }) => level === 'none');
  expect(suspended.map(({ line }) => line)).toEqual(['other/Cobros sin categorizar']);
  await expect(write(service, page)).rejects.toMatchObject({ code: NOT_CLOSED });
});

test('an export is numbered once; the same again is told, and changes no number', async () => {
  const { service, reread } = await openPage([FIRST, FIRST]);
  await service.closeMonth(CLOSE);
  const page = await service.readJournal(ASKED);
  const first = await write(service, page);
  expect(first).toMatchObject({
    posting: 1,
    currency: 'CLP',
    by: 'account',
    exports: [{ form: 'csv', owner: 'Ana' }],
  });
  expect(first.entries.map(({ number }) => number)).toEqual(['2026-03-1-001', '2026-03-1-002']);
  const after = await service.readJournal(ASKED);
  expect(after.proposed).toEqual([]);
  const { exports: _, ...again } = await write(service, after, 1);
  expect(again).toEqual({ ...first, exports: undefined });
  expect((await service.readJournal(ASKED)).postings).toMatchObject([{ posting: 1, exports: [{}, {}] }]);
  // Nothing waits: there is nothing to number.
  await expect(write(service, after)).rejects.toMatchObject({ code: OUTDATED });
  // Who presses twice, or after the rows moved, takes what he did not see.
  await expect(write(service, page)).rejects.toMatchObject({ code: OUTDATED });
  await reread([FIRST, { ...FIRST, commission: 130, back: 15 }]);
  await expect(write(service, after)).rejects.toMatchObject({ code: OUTDATED });
});

test('what moved since the close is an entry of the difference, beside what it was, exported or not', async () => {
  const { service, reread } = await openPage([FIRST, FIRST]);
  await service.closeMonth(CLOSE);
  const closed = await service.readJournal(ASKED);
  await reread([FIRST, { ...FIRST, commission: 150 }]);
  const page = await service.readJournal(ASKED);
  expect(page.isOfClose).toBe(true);
  expect(page.proposed.filter(({ isDifference }) => !isDifference)).toEqual(closed.proposed);
  const differences = page.proposed.filter(({ isDifference }) => isDifference);
  expect(differences.map(({ date, Canal }) => [date, Canal])).toEqual([['2026-04-20', 'Mercado Uno']]);
  expect(byLine(differences)).toEqual({
    'commissions/Cobro de Comisiones': units(30),
    receivable: units(-30),
  });
  const drift = await service.readDrift({ month: MONTH, scope: null, cause: null, offset: 0, limit: 100 });
  expect(byLine(differences).receivable).toBe(millionths(drift.sums.marketplace));
  await write(service, page);
  await reread([FIRST, { ...FIRST, commission: 150, cost: 390 }]);
  const later = await service.readJournal(ASKED);
  expect(byLine(later.proposed)).toEqual({ 'product-cost': units(-10), inventory: units(10) });
  expect((await write(service, later)).entries.map(({ number }) => number)).toEqual(['2026-03-2-001']);
});

test('a rule that changes after an export books the difference, and nothing that was written', async () => {
  const { service } = await openPage([FIRST]);
  await service.closeMonth(CLOSE);
  const first = await write(service, await service.readJournal(ASKED));
  const rule = {
    ...{ line: 'other/Cobros sin categorizar', Canal: 'Otro', Cuenta: null },
    ...{ account: '5.9', name: 'Varios', costCentre: '', taxCode: '', owner: 'Ana', atMs: 1 },
  };
  await service.writeAnnotations({
    kind: 'journal-rule',
    puts: [{ key: ruleKey(rule), value: rule }],
    deletes: [],
  });
  const page = await service.readJournal(ASKED);
  expect(page.proposed.flatMap(({ lines }) => lines).map(({ account, amount }) => [account, amount])).toEqual(
    [
      ['1.1.09.99', '-3'],
      ['5.9', '3'],
    ],
  );
  expect(page.postings).toEqual([first]);
});

test('settlement by settlement it is the month, and stays so for whoever exports it later', async () => {
  const second = { ...FIRST, settlement: 'L-2', commission: 7 };
  const { service } = await openPage([FIRST, second, FIRST, { ...second, settlement: '' }]);
  await service.closeMonth(CLOSE);
  const byAccount = await service.readJournal(ASKED);
  const setting = { country: 'MX', by: 'settlement', owner: 'Ana', atMs: 1 } as const;
  await service.writeAnnotations({
    kind: 'journal-setting',
    puts: [{ key: 'CLP', value: setting }],
    deletes: [],
  });
  const page = await service.readJournal(ASKED);
  expect(page).toMatchObject({ by: 'settlement', country: 'MX' });
  expect(byLine(page.proposed)).toEqual(byLine(byAccount.proposed));
  expect(page.proposed.map(({ Canal, reference }) => `${Canal} ${reference}`).toSorted()).toEqual(
    ['Mercado Uno L-1', 'Mercado Uno L-2', 'Otro ', 'Otro L-1'].toSorted(),
  );
  await write(service, page);
  await service.writeAnnotations({
    kind: 'journal-setting',
    puts: [{ key: 'CLP', value: { ...setting, by: 'account' } }],
    deletes: [],
  });
  expect(await service.readJournal(ASKED)).toMatchObject({ by: 'settlement', proposed: [] });
});

const OTHERS = { accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: false };
const BUT_OTHERS = { ...OTHERS, isExcluded: true };

test('accounts in view are exported by themselves, under the month’s next number, and count as exported alone', async () => {
  const { service } = await openPage([FIRST, FIRST]);
  await service.closeMonth(CLOSE);
  const whole = await service.readJournal(ASKED);
  const own = { ...ASKED, scope: OTHERS };
  const page = await service.readJournal(own);
  expect(page.proposed.map(({ Canal }) => Canal)).toEqual(['Otro']);
  expect(page.isOfClose).toBe(true);
  const exported = { ...own, form: 'odoo', owner: 'Ana', evidence: page.evidence, posting: null } as const;
  await service.exportJournal(exported);
  expect(await service.readJournal(own)).toMatchObject({ proposed: [], postings: [{ posting: 1 }] });
  // The others' is another one, and whoever looks at all sees what is left of it.
  expect(await service.readJournal({ ...ASKED, scope: BUT_OTHERS })).toMatchObject({ postings: [] });
  const rest = await service.readJournal(ASKED);
  expect(rest.proposed).toEqual(whole.proposed.filter(({ Canal }) => Canal !== 'Otro'));
  const second = await write(service, rest);
  expect(second.entries.map(({ number }) => number)).toEqual(['2026-03-2-001']);
  const none = { accounts: [{ Canal: 'Nadie', Cuenta: 'Principal' }], isExcluded: false };
  expect(await service.readJournal({ ...ASKED, scope: none })).toMatchObject({
    ...{ proposed: [], postings: [], isOfClose: false, beyond: '0' },
  });
});

test('exports stand by their numbers whenever they were kept; the next is above all of the month', async () => {
  const { service } = await openPage([FIRST]);
  await service.closeMonth(CLOSE);
  const first = await write(service, await service.readJournal(ASKED));
  // As a backup of another computer brings them, in any order.
  const kept = (month: string, posting: number) => ({
    key: JSON.stringify([month, posting]),
    value: { ...first, month: month as Month, posting, entries: first.entries.slice(0, 1) },
  });
  const puts = [kept(MONTH, 10), kept(MONTH, 3), kept('2026-02', 50)];
  await service.writeAnnotations({ kind: 'journal-posting', puts, deletes: [] });
  const page = await service.readJournal(ASKED);
  expect(page.postings.map(({ posting }) => posting)).toEqual([1, 3, 10]);
  // It stands there three times: two are taken back, of the day of today.
  expect(page.proposed.map(({ date, isDifference }) => [date, isDifference])).toEqual([['2026-04-20', true]]);
  expect(byLine(page.proposed).receivable).toBe(units(-2 * 832));
  const next = await write(service, page);
  expect([next.posting, next.entries[0]?.number]).toEqual([11, '2026-03-11-001']);
  // What was exported can be written once more while the month is open; what is not there cannot.
  await service.reopenMonth(CLOSE);
  const again = await write(service, page, 11);
  expect(again.exports).toMatchObject([
    { form: 'csv', owner: 'Ana' },
    { form: 'csv', owner: 'Ana' },
  ]);
  await expect(write(service, page, 12)).rejects.toMatchObject({ code: OUTDATED });
  expect((await service.readJournal(ASKED)).isClosed).toBe(false);
});

test('what is said of a currency makes its entries; nothing proposed is all suspense but for rules', async () => {
  const { service } = await openPage([FIRST]);
  const setting = { country: null, by: 'settlement', owner: 'Ana', atMs: 1 } as const;
  const say = (key: string) =>
    service.writeAnnotations({ kind: 'journal-setting', puts: [{ key, value: setting }], deletes: [] });
  await say(settingKey('USD'));
  expect(await service.readJournal(ASKED)).toMatchObject({ by: 'account', country: 'CL' });
  await say(settingKey('CLP'));
  expect(await service.readJournal(ASKED)).toMatchObject({ by: 'settlement', country: null });
  await service.writeAnnotations({ kind: 'journal-setting', puts: [], deletes: [settingKey('CLP')] });
  await say(settingKey(null));
  expect(await service.readJournal(ASKED)).toMatchObject({ by: 'account', country: 'CL' });
  const page = await service.readJournal({ ...ASKED, currency: null });
  expect(page).toMatchObject({ by: 'settlement', country: null });
  const levels = page.proposed.flatMap(({ lines }) => lines.map(({ level }) => level));
  expect([levels.length, new Set(levels)]).toEqual([8, new Set(['none'])]);
  expect(page.proposed.map(({ key, reference }) => [key, reference])).toEqual([
    ['["result","2026-03","Otro","Principal","L-1"]', 'L-1'],
  ]);
});

test('own costs are those of the close; of an open month those that are asked, by account and settlement alike', async () => {
  const { service } = await openPage([
    { ...FIRST, cost: 0 },
    FIRST,
    { ...FIRST, cost: 0, settlement: 'L-2' },
  ]);
  const said = { sku: 'SKU-1', currency: 'CLP', from: null, to: null, cost: '70' as Decimal };
  await service.writeAnnotations({
    kind: 'own-cost',
    puts: [{ key: ownCostKey(said), value: { ...said, note: '', owner: 'Ana', atMs: 0 } }],
    deletes: [],
  });
  const ownCosts = [{ currency: 'CLP', scope: null }];
  const costsOf = async (asked: Partial<JournalQuery>) =>
    (await service.readJournal({ ...ASKED, ...asked })).proposed.map((entry) => [
      `${entry.Canal} ${entry.reference}`.trim(),
      byLine([entry])['product-cost'],
    ]);
  expect(await costsOf({})).toEqual([
    ['Mercado Uno', units(400)],
    ['Otro', undefined],
  ]);
  const counted = [
    ['Mercado Uno', units(470)],
    ['Otro', units(70)],
  ];
  expect(await costsOf({ ownCosts })).toEqual(counted);
  expect(await costsOf({ ownCosts: [{ currency: 'CLP', scope: OTHERS }] })).toEqual([
    ['Mercado Uno', units(400)],
    ['Otro', units(70)],
  ]);
  const setting = { country: 'CL', by: 'settlement', owner: 'Ana', atMs: 1 } as const;
  const puts = [{ key: settingKey('CLP'), value: setting }];
  await service.writeAnnotations({ kind: 'journal-setting', puts, deletes: [] });
  const bySettlement = [
    ['Mercado Uno L-1', units(400)],
    ['Mercado Uno L-2', units(70)],
    ['Otro L-1', units(70)],
  ];
  expect((await costsOf({ ownCosts })).toSorted()).toEqual(bySettlement);
  await service.closeMonth({ ...CLOSE, ownCosts });
  expect((await costsOf({})).toSorted()).toEqual(bySettlement);
});

test('what Rentabilidad Total has beyond the entries is said, to the last digit, and booked nowhere', async () => {
  const { service } = await openPage([FIRST]);
  expect((await service.readJournal(ASKED)).beyond).toBe('0');
  const page = await openPage([
    { ...FIRST, beyond: -7.25 },
    { ...FIRST, beyond: 2 },
  ]);
  const journal = await page.service.readJournal(ASKED);
  expect(journal.beyond).toBe('-5.25');
  expect(total(Object.values(byLine(journal.proposed)))).toBe(0n);
});

const order: fc.Arbitrary<Order> = fc.record({
  ventas: fc.nat({ max: 9999 }),
  commission: fc.nat({ max: 999 }),
  shipping: fc.nat({ max: 99 }),
  back: fc.nat({ max: 99 }),
  unnamed: fc.constantFrom(0, 0, 7),
  cost: fc.constantFrom(0, 400),
  settlement: fc.constantFrom('', 'L-1', 'L-2'),
});
/** Readings of the same orders: rows that are gone would wait for the user (rule 11). */
const readingsOfMonth = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const orders = fc.array(order, { minLength: count, maxLength: count });
  return fc.tuple(orders, fc.array(orders, { maxLength: 2 }));
});

test('whatever happens to a closed month, all that was exported comes to what it is', async () => {
  await fc.assert(
    fc.asyncProperty(readingsOfMonth, async ([before, readings]) => {
      const { service, reread } = await openPage(before);
      await service.closeMonth(CLOSE);
      for (const now of [before, ...readings]) {
        if (now !== before) await reread(now);
        const page = await service.readJournal(ASKED);
        if (page.proposed.length > 0) await write(service, page);
        const { postings, proposed } = await service.readJournal(ASKED);
        expect(proposed).toEqual([]);
        const all = byLine(postings.flatMap(({ entries }) => entries));
        const sum = (of: (each: Order) => number) => units(now.reduce((whole, each) => whole + of(each), 0));
        expect(all['income/Ventas'] ?? 0n).toBe(-sum(({ ventas }) => ventas));
        expect(all['commissions/Cobro de Comisiones'] ?? 0n).toBe(sum(({ commission }) => commission));
        expect(all['product-cost'] ?? 0n).toBe(sum(({ cost }) => cost));
        expect(total(Object.values(all))).toBe(0n);
      }
    }),
    { numRuns: randomCases(4) },
  );
});
