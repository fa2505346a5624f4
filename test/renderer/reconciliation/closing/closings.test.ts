import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import {
  type AdjustmentLine,
  evidenceOfLines,
  proposedAdjustment,
  sumsOfLine,
} from '#renderer/reconciliation/closing/model/adjustment.ts';
import { FIGURES_FROZEN, NOT_CLOSED } from '#renderer/reconciliation/closing/worker/closings.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { damageRecords } from '#test/renderer/data/storage/damaged-records.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  COLUMNS_SENT,
  checkpoint,
  commitOf,
  openWindow,
  pagesOf,
  purchases,
  type Row,
  row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  MARCH,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';

/** A month is closed, a sync changes it, and what became of it is told to the cent, by cause. */

const MONTH = '2026-03' as Month;
const NEXT = '2026-04' as Month;
const DECISION = { month: MONTH, owner: 'Ana', note: 'ok', ownCosts: [] };
const ALL = { month: MONTH, scope: null, cause: null, offset: 0, limit: 1000 } as const;

/** Amounts of an order, in cents. */
type Order = { readonly Ventas: number; readonly charge: number; readonly cost: number };
const textOf = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const centsOf = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100);

function rowOf(number: number, { Ventas, charge, cost }: Order): Row {
  return row({
    Orden: `O-${number}`,
    Canal: number % 3 === 0 ? 'Otro' : 'Mercado Uno',
    Ventas: textOf(Ventas),
    'Costo de Producto': textOf(cost),
    'Rentabilidad Marketplace': textOf(Ventas - charge),
    'Rentabilidad Comercial': textOf(Ventas - charge - cost),
    'Rentabilidad Total': textOf(Ventas - charge - cost - 1),
  });
}

async function openPage(orders: readonly Order[]) {
  const page = startPage(createFakeLocks());
  const account = freshAccount();
  await page.service.open({ accountId: account, line: LINE });
  const { calls } = await page.main();
  const rows = (of: readonly Order[]) => of.map((order, number) => rowOf(number, order));
  await load(calls, 'w1', rows(orders));
  let readings = 1;
  const reread = async (of: readonly Order[]): Promise<void> => {
    readings += 1;
    const windowId = `w${readings}`;
    await calls.openWindow(openWindow(windowId, MARCH, 'reread'));
    for (const each of pagesOf(windowId, MARCH, rows(of), { columns: COLUMNS_SENT }))
      await calls.stagePage(each);
    await calls.judgeWindow({ windowId });
    await calls.commitWindow(commitOf(windowId, { completes: [MONTH] }));
  };
  return { page, account, service: page.service, reread };
}

const order = fc.record({
  Ventas: fc.integer({ min: 0, max: 99_999 }),
  charge: fc.integer({ min: 0, max: 9_999 }),
  cost: fc.constantFrom(0, 0, 1_050, 2_000),
});
const state = async (service: Awaited<ReturnType<typeof openPage>>['service']) =>
  (await service.readCloses(null)).months.map(({ month, state }) => [month, state]);

describe('a closed month', () => {
  test('is not closed while other rows are shown than there are', async () => {
    const first = { Ventas: 1_000, charge: 100, cost: 50 };
    const { service, reread } = await openPage([first]);
    await service.freeze(null);
    await reread([first, first]);
    await expect(service.closeMonth(DECISION)).rejects.toMatchObject({ code: FIGURES_FROZEN });
    expect(await state(service)).toEqual([]);
    await service.release(null);
    await service.closeMonth(DECISION);
    expect((await service.readCloses(null)).months).toMatchObject([
      { close: { figures: [{ rows: 1 }, {}] } },
    ]);
  });

  test('is closed with the figures that were seen, and with who prepared and reviewed it and why', async () => {
    const first = { Ventas: 1_000, charge: 100, cost: 50 };
    const { service, reread } = await openPage([first]);
    const query = { month: MONTH, ownCosts: [] };
    const seen = await service.readClosePreview(query);
    await reread([{ ...first, charge: 101 }]);
    const { evidence } = seen;
    await expect(service.closeMonth({ ...DECISION, evidence })).rejects.toMatchObject({ code: OUTDATED });
    expect(await state(service)).toEqual([]);
    const now = await service.readClosePreview(query);
    expect(now.figures).not.toEqual(seen.figures);
    expect(now.revision).toBeGreaterThan(seen.revision);
    const reasons = [
      { step: 'costs', reason: 'missing', count: 1, amount: '10.00' as Decimal, why: 'llega en abril' },
    ];
    const said = { reviewer: 'Luis', reasons, wasRunning: true };
    await service.closeMonth({ ...DECISION, ...said, evidence: now.evidence });
    const { months } = await service.readCloses(null);
    expect(months).toMatchObject([
      { close: { figures: now.figures, log: [{ what: 'closed', owner: 'Ana', note: 'ok', ...said }] } },
    ]);
    // One of before two names were asked has neither.
    await service.reopenMonth({ month: MONTH, owner: 'Ana', note: '' });
    await service.closeMonth(DECISION);
    const [{ close } = { close: null }] = (await service.readCloses(null)).months;
    expect(close?.log.at(-1)).toMatchObject({ reviewer: '', reasons: [], wasRunning: false });
  });

  test('holds its first and its last instant, and moves by them, and by none of those beside them', async () => {
    const EDGES = [
      ...['2026-02-28T23:59:59.999', '2026-03-01T00:00:00.000', '2026-03-31T23:59:59.000'],
      ...['2026-03-31T23:59:59.999', '2026-04-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ] as const;
    const IN_MONTH = [1, 2, 3, 5];
    const range = purchases('2026-02-01T00:00:00.000', '2026-05-01T00:00:00.000');
    const completes = ['2026-02', MONTH, NEXT] as Month[];
    /** By place of the edge what is charged since. One against the other moves an order, and no sum. */
    const MOVES: readonly (readonly (readonly [edge: number, charge: number])[])[] = [
      ...[...EDGES.keys()].map((edge) => [[edge, 7]] as const),
      [
        [1, 7],
        [3, -7],
      ],
      [
        [3, 7],
        [5, -7],
      ],
      [
        [0, 7],
        [4, -7],
      ],
    ];
    const rowsWith = (moves: (typeof MOVES)[number]) =>
      EDGES.map((at, edge) => {
        const charge = new Map(moves).get(edge) ?? 0;
        return {
          ...rowOf(edge, { Ventas: 10 ** edge * 100, charge, cost: 0 }),
          Canal: 'Uno',
          'Fecha de compra': at,
        };
      });
    for (const moves of MOVES) {
      const page = startPage(createFakeLocks());
      await page.service.open({ accountId: freshAccount(), line: LINE });
      const { calls } = await page.main();
      for (const [windowId, rows] of [
        ['w1', rowsWith([])],
        ['w2', rowsWith(moves)],
      ] as const) {
        await calls.openWindow(openWindow(windowId, range, windowId === 'w1' ? 'history' : 'reread'));
        for (const each of pagesOf(windowId, range, rows, { columns: COLUMNS_SENT }))
          await calls.stagePage(each);
        await calls.judgeWindow({ windowId });
        await calls.commitWindow(commitOf(windowId, { completes }));
        if (windowId === 'w1') await page.service.closeMonth(DECISION);
      }
      const [month] = (await page.service.readCloses(null)).months;
      const sumOf = (column: 'rows' | 'orders') =>
        month?.close.figures.reduce((sum, figures) => sum + figures[column], 0);
      expect([sumOf('rows'), sumOf('orders')]).toEqual([4, 4]);
      const moved = moves.filter(([edge]) => IN_MONTH.includes(edge));
      expect([moves, month?.state]).toEqual([moves, moved.length > 0 ? 'drifted' : 'closed']);
      const drift = await page.service.readDrift(ALL);
      const keys = drift.orders.map(({ key }) => (JSON.parse(key) as string[])[2]);
      expect(keys.toSorted()).toEqual(moved.map(([edge]) => `O-${edge}`));
      expect(centsOf(drift.sums.marketplace)).toBe(moved.reduce((sum, [, charge]) => sum - charge, 0));
    }
  });

  test('shows exactly what became of it, order by order and by cause, and nothing where nothing did', async () => {
    const changed = fc.record({
      charge: fc.integer({ min: 0, max: 9_999 }),
      cost: fc.constantFrom(0, 1_050),
    });
    const world = fc.record({
      orders: fc.array(order, { minLength: 1, maxLength: 8 }),
      changes: fc.array(fc.option(changed), { maxLength: 8 }),
      more: fc.array(order, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ orders, changes, more }) => {
        const { service, reread } = await openPage(orders);
        await service.closeMonth(DECISION);
        await reread(orders);
        expect(await state(service)).toEqual([[MONTH, 'closed']]);
        expect(await service.readDrift(ALL)).toMatchObject({ total: 0, orders: [], causes: [], rows: 0 });
        const after = orders.map((each, number) => ({ ...each, ...changes[number] }));
        await reread([...after, ...more]);
        const drift = await service.readDrift(ALL);
        // By hand: what each order's charge and cost did.
        let [marketplace, total, byCost] = [0, 0, 0];
        const moved: string[] = [];
        for (const [number, was] of orders.entries()) {
          const is = after[number] ?? was;
          marketplace += was.charge - is.charge;
          total += was.charge - is.charge + was.cost - is.cost;
          byCost += was.cost - is.cost;
          if (was.charge !== is.charge || was.cost !== is.cost) moved.push(`O-${number}`);
        }
        for (const [index, { Ventas, charge, cost }] of more.entries()) {
          marketplace += Ventas - charge;
          total += Ventas - charge - cost - 1;
          moved.push(`O-${orders.length + index}`);
        }
        expect(centsOf(drift.sums.marketplace)).toBe(marketplace);
        expect(centsOf(drift.sums.total)).toBe(total);
        expect(drift.orders.map(({ key }) => (JSON.parse(key) as string[])[2]).sort()).toEqual(moved.sort());
        const ofCost = drift.causes.find(({ cause }) => cause === 'product-cost');
        expect(centsOf(ofCost?.sums.total)).toBe(byCost);
        expect(drift.causes.filter(({ cause }) => cause !== 'product-cost' && cause !== 'reread')).toEqual(
          [],
        );
        expect(drift.rows).toBe(more.length);
        const [only] = drift.causes;
        if (only !== undefined) {
          const { orders: ofCause } = await service.readDrift({ ...ALL, cause: only.cause });
          expect(ofCause.every(({ parts }) => parts.some(({ cause }) => cause === only.cause))).toBe(true);
        }
        const isMoved = drift.total > 0;
        expect((await state(service))[0]?.[1] === 'closed').toBe(!isMoved);
      }),
      { numRuns: randomCases(4) },
    );
  });

  test('turns amber when its figures move, until somebody has looked at them, and again when they move on', async () => {
    const [one, two] = [
      { Ventas: 10_000, charge: 100, cost: 0 },
      { Ventas: 5_000, charge: 50, cost: 0 },
    ];
    const { service, reread, page } = await openPage([one, two]);
    expect(await state(service)).toEqual([]);
    await service.closeMonth(DECISION);
    expect(page.events.at(-1)).toEqual(['annotated', null]);
    await reread([{ ...one, cost: 4_000 }, two]);
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
    await service.seeDrift(DECISION);
    expect(await state(service)).toEqual([[MONTH, 'seen']]);
    await reread([{ ...one, cost: 4_001 }, two]);
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
    // What was seen is logged with what it came to then, by account.
    const [first, second] = [rowOf(0, one), rowOf(1, two)];
    await reread([
      { ...one, cost: 4_001 },
      { ...two, charge: 10 },
    ]);
    await service.seeDrift(DECISION);
    expect(await state(service)).toEqual([[MONTH, 'seen']]);
    const log = (await service.readCloses(null)).months[0]?.close.log ?? [];
    const account = ({ Canal, Cuenta }: Row) => ({ Canal, Cuenta: Cuenta ?? '' });
    expect(log.map(({ what, drift }) => [what, drift])).toEqual([
      ['closed', undefined],
      ['seen', [{ ...account(first), amount: '-40.00' }]],
      [
        'seen',
        [
          { ...account(second), amount: '0.40' },
          { ...account(first), amount: '-40.01' },
        ],
      ],
    ]);
    await reread([one, two]);
    expect(await state(service)).toEqual([[MONTH, 'closed']]);
  });

  test('seen by an earlier version, which looked at its figures alone, is seen until these move on', async () => {
    const first = { Ventas: 10_000, charge: 100, cost: 0 };
    const { service, reread } = await openPage([first]);
    await service.closeMonth(DECISION);
    await reread([{ ...first, charge: 250 }]);
    const { evidence } = await service.readClosePreview({ month: MONTH, ownCosts: [] });
    const [{ close } = { close: null }] = (await service.readCloses(null)).months;
    if (close === null) throw new Error('It is not closed.');
    const value = { ...close, seen: evidence };
    await service.writeAnnotations({ kind: 'month-close', puts: [{ key: MONTH, value }], deletes: [] });
    expect(await state(service)).toEqual([[MONTH, 'seen']]);
    await reread([{ ...first, charge: 251 }]);
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
  });

  test('has moved where two of its orders did, one against the other, and once more where others do', async () => {
    const orders = [1, 2, 3, 4].map(() => ({ Ventas: 10_000, charge: 500, cost: 0 }));
    const { service, reread } = await openPage(orders);
    await service.closeMonth(DECISION);
    const moved = (...by: readonly number[]) =>
      orders.map((each, number) => ({ ...each, charge: each.charge + (by[number] ?? 0) }));
    // Of one account: the rows of a channel are every third order's.
    await reread(moved(0, 100, -100));
    expect((await service.readDrift(ALL)).total).toBe(2);
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
    await service.seeDrift(DECISION);
    expect(await state(service)).toEqual([[MONTH, 'seen']]);
    await reread(moved(0, 200, -200));
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
    await reread(orders);
    expect(await state(service)).toEqual([[MONTH, 'closed']]);
  });

  test('is reopened on purpose only, and all that was done to it is logged', async () => {
    const { service, reread } = await openPage([{ Ventas: 10_000, charge: 100, cost: 0 }]);
    await expect(service.reopenMonth(DECISION)).rejects.toMatchObject({ code: NOT_CLOSED });
    await service.closeMonth(DECISION);
    await service.reopenMonth({ ...DECISION, note: 'a late invoice' });
    expect(await state(service)).toEqual([[MONTH, 'open']]);
    await expect(service.readDrift(ALL)).rejects.toMatchObject({ code: NOT_CLOSED });
    await reread([{ Ventas: 10_000, charge: 90, cost: 0 }]);
    await service.closeMonth({ ...DECISION, owner: 'Luz' });
    const [close] = (await service.readCloses(null)).months;
    expect(close).toMatchObject({ state: 'closed' });
    expect(close?.close.log.map(({ what, owner, note }) => [what, owner, note])).toEqual([
      ['closed', 'Ana', 'ok'],
      ['reopened', 'Ana', 'a late invoice'],
      ['closed', 'Luz', 'ok'],
    ]);
    expect(await service.readDrift(ALL)).toMatchObject({ total: 0 });
  });

  test('proposes what became of it as one adjustment, and once that is taken only the rest', async () => {
    const amounts = fc.integer({ min: 0, max: 9_999 });
    const world = fc.record({
      charges: fc.array(fc.tuple(amounts, amounts), { minLength: 2, maxLength: 4 }),
      takes: fc.array(fc.constantFrom('take', 'leave', 'withdraw'), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ charges, takes }) => {
        const orders = [0, 1].map(() => ({ Ventas: 50_000, charge: 100, cost: 0 }));
        const { service, reread } = await openPage(orders);
        await service.closeMonth(DECISION);
        for (const [turn, [one, two]] of charges.entries()) {
          await reread([
            { Ventas: 50_000, charge: one, cost: 0 },
            { Ventas: 50_000, charge: two, cost: 0 },
          ]);
          const drift = await service.readDrift(ALL);
          const [month] = (await service.readCloses(null)).months;
          const before = month?.close.adjustments ?? [];
          const proposed = proposedAdjustment(drift.byAccount, before, null);
          const sumOf = (lines: readonly AdjustmentLine[]) =>
            lines.flatMap(({ causes }) => causes).reduce((sum, { sums }) => sum + centsOf(sums.total), 0);
          const books = before.reduce((sum, { lines }) => sum + sumOf(lines), 0);
          expect(sumOf(proposed) + books).toBe(100 - one + 100 - two);
          expect(centsOf(drift.sums.total)).toBe(200 - one - two);
          if (takes[turn] === 'withdraw' && before[0] !== undefined) {
            await service.removeAdjustment({ ...DECISION, id: before[0].id });
          }
          if (takes[turn] !== 'take' || proposed.length === 0) continue;
          const taken = { ...DECISION, datedIn: NEXT, scope: null, evidence: evidenceOfLines(proposed) };
          // Two presses take it once.
          const both = await Promise.allSettled([
            service.takeAdjustment(taken),
            service.takeAdjustment(taken),
          ]);
          expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
          expect(both[1]).toMatchObject({ reason: { code: OUTDATED } });
          // The rows are what they were: a taken adjustment is beside them.
          const after = await service.readDrift(ALL);
          expect(after.sums).toEqual(drift.sums);
        }
      }),
      { numRuns: 3 },
    );
  });

  test('is another than a later month: each moves, is seen and is adjusted by itself, account by account', async () => {
    // Not the next: an order may reach into it, and is looked at there too.
    const LATER = '2026-05' as Month;
    const page = startPage(createFakeLocks());
    const { service } = page;
    await service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const range = purchases('2026-03-01T00:00:00.000', '2026-06-01T00:00:00.000');
    let readings = 0;
    /** Of each month an order of each account, with what is charged for it; from the third reading on by the source's own word. */
    const read = async (...charges: readonly (readonly [number, number])[]) => {
      readings += 1;
      const windowId = `w${readings}`;
      const rows = charges.flatMap((own, of) =>
        own.map((charge, at) => ({
          ...rowOf(at, { Ventas: 10_000, charge, cost: 0 }),
          ...{ Orden: `O-${of}-${at}`, Canal: 'Uno', Cuenta: ['Norte', 'Sur'][at] ?? '' },
          'Fecha de compra': `2026-0${3 + 2 * of}-10T10:00:00.000`,
        })),
      );
      const purpose = (['history', 'reread'] as const)[readings - 1] ?? 'verification';
      const readAt = `2026-06-0${readings}T00:00:00.000Z` as UtcInstant;
      const known = { ...checkpoint(), changes: { from: null, knownUntil: readAt, lastReadAt: readAt } };
      await calls.openWindow(openWindow(windowId, range, purpose));
      for (const each of pagesOf(windowId, range, rows, { columns: COLUMNS_SENT, serverDates: [readAt] }))
        await calls.stagePage(each);
      await calls.judgeWindow({ windowId });
      await calls.commitWindow(commitOf(windowId, { completes: [MONTH, NEXT, LATER], checkpoint: known }));
    };
    const causesOf = async (month: Month) =>
      (await service.readDrift({ ...ALL, month })).causes.map(({ cause, orders }) => [cause, orders]);
    await read([100, 100], [100, 100]);
    await service.closeMonth({ ...DECISION, month: LATER, owner: 'Luz' });
    await service.closeMonth(DECISION);
    await read([100, 100], [150, 80]);
    // As they follow each other, whichever was closed first.
    expect(await state(service)).toEqual([
      [MONTH, 'closed'],
      [LATER, 'drifted'],
    ]);
    const close = async () => (await service.readCloses(null)).months[1]?.close;
    expect((await close())?.results?.map(({ Cuenta, sums }) => [Cuenta, sums['Rentabilidad Total']])).toEqual(
      [
        ['Norte', '98.99'],
        ['Sur', '98.99'],
      ],
    );
    const scopeOf = (Cuenta: string) => ({ accounts: [{ Canal: 'Uno', Cuenta }], isExcluded: false });
    const take = async (Cuenta: string, seenIn = Cuenta) => {
      const { byAccount } = await service.readDrift({ ...ALL, month: LATER });
      const proposed = proposedAdjustment(byAccount, (await close())?.adjustments ?? [], scopeOf(seenIn));
      return service.takeAdjustment({
        ...{ month: LATER, owner: Cuenta, note: '', datedIn: '2026-06' as Month, scope: scopeOf(Cuenta) },
        evidence: evidenceOfLines(proposed),
      });
    };
    await expect(take('Norte', 'Sur')).rejects.toMatchObject({ code: OUTDATED });
    const ids = [await take('Norte'), await take('Sur')].map(({ id }) => id);
    const taken = async () =>
      (await close())?.adjustments.map(({ id, lines, owner }) => [
        ...[ids.indexOf(id), owner, lines.map(({ Cuenta }) => Cuenta)],
        lines.map(sumsOfLine).map(({ total }) => total),
      ]);
    expect(await taken()).toEqual([
      [0, 'Norte', ['Norte'], ['-0.50']],
      [1, 'Sur', ['Sur'], ['0.20']],
    ]);
    // Nothing is left to be taken of them.
    await expect(take('Norte')).rejects.toMatchObject({ code: OUTDATED });
    await service.removeAdjustment({ ...DECISION, month: LATER, id: ids[0] ?? '' });
    expect(await taken()).toEqual([[1, 'Sur', ['Sur'], ['0.20']]]);
    await service.seeDrift({ ...DECISION, month: LATER });
    await read([101, 100], [150, 80]);
    expect(await state(service)).toEqual([
      [MONTH, 'drifted'],
      [LATER, 'seen'],
    ]);
    await service.seeDrift(DECISION);
    expect(await state(service)).toEqual([
      [MONTH, 'seen'],
      [LATER, 'seen'],
    ]);
    // An order is as its newest reading brought it.
    await read([101, 100], [151, 80]);
    expect(await state(service)).toEqual([
      [MONTH, 'seen'],
      [LATER, 'drifted'],
    ]);
    expect(await causesOf(MONTH)).toEqual([['source', 1]]);
    expect(await causesOf(LATER)).toEqual([
      ['source', 1],
      ['reread', 1],
    ]);
    // Closed anew it is what it is by now: what somebody looked at is of the close before.
    expect((await close())?.readUntil).toBe('2026-06-01T00:00:00.000Z');
    await service.closeMonth({ ...DECISION, month: LATER });
    expect(await close()).toMatchObject({
      ...{ seen: null, adjustments: [{ id: ids[1] }], readUntil: '2026-06-04T00:00:00.000Z' },
    });
    expect(await state(service)).toEqual([
      [MONTH, 'seen'],
      [LATER, 'closed'],
    ]);
    expect((await service.readDrift(ALL)).total).toBe(1);
    expect((await service.readDrift({ ...ALL, month: LATER })).total).toBe(0);
  });

  test('keeps what was taken after a restart and a second close, with who did it; its reversal is proposed then', async () => {
    const { service, account, reread } = await openPage([{ Ventas: 10_000, charge: 100, cost: 0 }]);
    await service.closeMonth(DECISION);
    await reread([{ Ventas: 10_000, charge: 350, cost: 0 }]);
    const { byAccount } = await service.readDrift(ALL);
    const evidence = evidenceOfLines(byAccount);
    await service.takeAdjustment({ ...DECISION, note: '-2.50', datedIn: NEXT, scope: null, evidence });
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    const close = async () => (await again.readCloses(null)).months[0]?.close;
    expect(await close()).toMatchObject({
      adjustments: [{ datedIn: NEXT, lines: byAccount, owner: 'Ana' }],
      log: [{ what: 'closed' }, { what: 'adjusted', owner: 'Ana', note: '-2.50' }],
    });
    await again.reopenMonth(DECISION);
    await again.closeMonth(DECISION);
    const drift = await again.readDrift(ALL);
    expect(drift.causes).toEqual([]);
    const proposed = proposedAdjustment(drift.byAccount, (await close())?.adjustments ?? [], null);
    expect(proposed.map(sumsOfLine).map(({ total }) => total)).toEqual(['2.50']);
    const id = (await close())?.adjustments[0]?.id ?? '';
    await again.removeAdjustment({ ...DECISION, id });
    await again.removeAdjustment({ ...DECISION, id });
    expect((await close())?.log.map(({ what }) => what)).toEqual([
      'closed',
      'adjusted',
      'reopened',
      'closed',
      'adjustment-removed',
    ]);
  });

  test('is the same after a restart; where what it held is damaged, that is said and nothing else is lost', async () => {
    const { service, account, reread } = await openPage([{ Ventas: 10_000, charge: 100, cost: 0 }]);
    await service.closeMonth(DECISION);
    await reread([{ Ventas: 10_000, charge: 300, cost: 0 }]);
    const before = await service.readDrift(ALL);
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect(await again.readDrift(ALL)).toMatchObject({ sums: before.sums, orders: [{ kind: 'changed' }] });
    await again.close(null);
    await damageRecords(account, 'closedOrders');
    const last = startPage(createFakeLocks()).service;
    await last.open({ accountId: account, line: LINE });
    await expect(last.readDrift(ALL)).rejects.toThrow(/closed month/);
    expect(await state(last)).toEqual([[MONTH, 'drifted']]);
  });
});

/** What an account says that its SKUs cost, in cents; a SKU is that of an order by its number. */
function ownCost(sku: string, cents: number, currency: string | null = null) {
  const value = { sku, currency, from: null, to: null, cost: textOf(cents) as Decimal, note: '', owner: '' };
  return { key: ownCostKey(value), value: { ...value, atMs: 0 } };
}
const OF_ALL = { currency: null, scope: null } as const;

describe('a month closed with own costs', () => {
  test('follows them: a cost that changed is a cause of its own, to the cent, beside whatever else did', async () => {
    const world = fc.record({
      orders: fc.array(order, { minLength: 1, maxLength: 6 }),
      changes: fc.array(fc.option(fc.constantFrom(0, 1_050, 3_000)), { maxLength: 6 }),
      said: fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.option(fc.integer({ min: 1, max: 9_999 }))),
      isCounted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ orders, changes, said: [was, is], isCounted }) => {
        const { service, reread } = await openPage(orders);
        const say = (cents: number | null) =>
          service.writeAnnotations({
            kind: 'own-cost',
            puts: cents === null ? [] : [ownCost('SKU-1', cents)],
            deletes: cents === null ? [ownCost('SKU-1', 1).key] : [],
          });
        await say(was);
        await service.closeMonth({ ...DECISION, ownCosts: isCounted ? [OF_ALL] : [] });
        expect(await state(service)).toEqual([[MONTH, 'closed']]);
        expect(await service.readDrift(ALL)).toMatchObject({ total: 0, causes: [] });
        await say(is);
        // No row moved: what own costs do is told at once.
        const ofSaid = orders.reduce(
          (sum, each) => sum + (isCounted && each.Ventas !== 0 && each.cost === 0 ? was - (is ?? 0) : 0),
          0,
        );
        expect(centsOf((await service.readDrift(ALL)).sums.total)).toBe(ofSaid);
        const after = orders.map((each, number) => ({ ...each, cost: changes[number] ?? each.cost }));
        await reread(after);
        // By hand: own costs are taken off what was sold and has no cost of the source's.
        const taken = ({ Ventas, cost }: Order, own: number | null) =>
          isCounted && Ventas !== 0 && cost === 0 ? (own ?? 0) : 0;
        let [total, byOwn] = [0, 0];
        for (const [number, before] of orders.entries()) {
          const now = after[number] ?? before;
          const own = taken(before, was) - taken(now, is);
          byOwn += own;
          total += before.cost - now.cost + own;
        }
        const drift = await service.readDrift(ALL);
        expect(centsOf(drift.sums.total)).toBe(total);
        expect(centsOf(drift.sums.comercial)).toBe(total);
        expect(centsOf(drift.sums.marketplace)).toBe(0);
        const ofOwn = drift.causes.find(({ cause }) => cause === 'own-cost');
        expect(centsOf(ofOwn?.sums.total)).toBe(byOwn);
        if (!isCounted) expect(ofOwn).toBeUndefined();
        const { months } = await service.readCloses(null);
        const [close] = months;
        const totalOf = (figures: readonly { readonly sums: { readonly [column: string]: string } }[]) =>
          figures.reduce((sum, { sums }) => sum + centsOf(sums['Rentabilidad Total']), 0);
        expect(totalOf(close?.now ?? []) - totalOf(close?.close.figures ?? [])).toBe(total);
        const differences = drift.orders.map((each) => centsOf(each.differences['Rentabilidad Total']));
        expect(differences.reduce((sum, each) => sum + each, 0)).toBe(total);
        if (total !== 0) expect(close?.state).toBe('drifted');
      }),
      { numRuns: 4 },
    );
  });

  test('counts those of each currency in its own accounts, and where a month was closed without, none', async () => {
    const { service } = await openPage([
      { Ventas: 10_000, charge: 0, cost: 0 },
      { Ventas: 10_000, charge: 0, cost: 0 },
    ]);
    await service.writeAnnotations({
      kind: 'own-cost',
      puts: [ownCost('SKU-1', 100, 'ARS'), ownCost('SKU-1', 700, 'USD')],
      deletes: [],
    });
    const other = [{ Canal: 'Otro', Cuenta: 'Principal' }];
    const ownCosts = [
      { currency: 'ARS', scope: { accounts: other, isExcluded: true } },
      { currency: 'USD', scope: { accounts: other, isExcluded: false } },
    ];
    await service.closeMonth({ ...DECISION, ownCosts });
    const figures = async () =>
      (await service.readCloses(null)).months[0]?.close.figures.map(({ Canal, sums }) => [
        Canal,
        centsOf(sums['Rentabilidad Total']),
      ]);
    expect(await figures()).toEqual([
      ['Mercado Uno', 10_000 - 1 - 100],
      ['Otro', 10_000 - 1 - 700],
    ]);
    expect(await service.readDrift(ALL)).toMatchObject({ total: 0 });
    const [counted] = (await service.readCloses(null)).months;
    expect(
      counted?.close.results?.map(({ Canal, sums }) => [
        ...[Canal, sums['Costo de Producto'], sums['Rentabilidad Total']],
      ]),
    ).toEqual([
      ['Mercado Uno', '1.00', '98.99'],
      ['Otro', '7.00', '92.99'],
    ]);
    await service.closeMonth(DECISION);
    expect(await figures()).toEqual([
      ['Mercado Uno', 9_999],
      ['Otro', 9_999],
    ]);
  });

  test('has moved where own costs moved two of its orders, one against the other', async () => {
    const page = startPage(createFakeLocks());
    const { service } = page;
    await service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const rows = [1, 2].map((at) => ({
      ...rowOf(at, { Ventas: 10_000, charge: 0, cost: 0 }),
      'SKU Producto': `SKU-${at}`,
    }));
    await load(calls, 'w1', rows);
    const say = (one: number, other: number) =>
      service.writeAnnotations({
        kind: 'own-cost',
        puts: [ownCost('SKU-1', one), ownCost('SKU-2', other)],
        deletes: [],
      });
    await say(500, 300);
    await service.closeMonth({ ...DECISION, ownCosts: [OF_ALL] });
    expect(await state(service)).toEqual([[MONTH, 'closed']]);
    await say(400, 400);
    expect(await state(service)).toEqual([[MONTH, 'drifted']]);
    const { orders } = await service.readDrift(ALL);
    expect(orders.map(({ differences }) => differences['Rentabilidad Total'])).toEqual(['1.00', '-1.00']);
  });
});
