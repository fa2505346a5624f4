import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CONTROL_BUDGET,
  chooseMonths,
  controlBounds,
  differedAlike,
  SEARCH_BUDGET,
  touchedMonths,
} from '#electron/sync/plan/controls.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { ControlCount } from '#shared/contract/ledger.ts';
import {
  HOUR_MS,
  instantFromMs,
  type LocalDate,
  type Month,
  shiftMonth,
  startOfMonth,
} from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, syncOnce, untilStatus } from './harness.ts';
import { createMemoryLedger, type MemoryLedger, rowKeys } from './memory-ledger.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const EARLIEST = '2026-01-01' as LocalDate;
const month = (text: string) => text as Month;

describe('what is counted (rule 12)', () => {
  it('is in whole seconds, from the plan’s first to the last of the newest day that is over everywhere', () => {
    expect(controlBounds('all', EARLIEST, NOW)).toEqual({
      from: '2026-01-01T00:00:00.000',
      to: '2026-05-19T23:59:59.000',
    });
    // At noon UTC the day before ends in the last zone.
    expect(controlBounds('all', EARLIEST, Date.parse('2026-05-20T11:59:59Z'))?.to).toBe(
      '2026-05-18T23:59:59.000',
    );
    expect(controlBounds(month('2026-02'), EARLIEST, NOW)).toEqual({
      from: '2026-01-31T23:59:59.000',
      to: '2026-02-28T23:59:59.000',
    });
    expect(controlBounds(month('2026-01'), EARLIEST, NOW)?.from).toBe('2026-01-01T00:00:00.000');
    expect(controlBounds(month('2026-01'), '2025-12-31' as LocalDate, NOW)?.from).toBe(
      '2025-12-31T23:59:59.000',
    );
    expect(controlBounds(month('2026-05'), EARLIEST, NOW)?.to).toBe('2026-05-19T23:59:59.000');
    expect(controlBounds(month('2025-12'), EARLIEST, NOW)).toBeNull();
    expect(controlBounds(month('2026-05'), EARLIEST, Date.parse('2026-05-01T20:00:00Z'))).toBeNull();
  });

  const control = (range: string, ageHours: number): ControlTotal => ({
    range: month(range),
    scope: 'everything',
    from: startOfMonth(month(range)),
    to: startOfMonth(shiftMonth(month(range), 1)),
    there: 1,
    here: 1,
    agrees: true,
    checkedAt: instantFromMs(NOW - ageHours * HOUR_MS),
    correlationId: 'c',
  });
  const both = (range: string, ageHours: number) => {
    const one = control(range, ageHours);
    return [one, { ...one, scope: 'dashboard' as const }];
  };

  it('is a month by rotation, the one counted longest ago, and none twice a day', () => {
    const controls = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].flatMap((name, index) =>
      both(name, 30 - index),
    );
    const facts = {
      earliest: EARLIEST,
      serverNowMs: NOW,
      touched: new Set<Month>(),
      allDiffers: false,
      room: 2,
    };
    expect(chooseMonths({ ...facts, controls })).toEqual(['2026-01']);
    expect(chooseMonths({ ...facts, controls: controls.slice(1) })).toEqual(['2026-01']);
    expect(chooseMonths({ ...facts, controls: controls.slice(2) })).toEqual(['2026-01']);
    const recent = controls.map((one) => ({ ...one, checkedAt: instantFromMs(NOW - HOUR_MS) }));
    expect(chooseMonths({ ...facts, controls: recent })).toEqual([]);
    expect(chooseMonths({ ...facts, controls, room: 0 })).toEqual([]);
    // One that was counted in one scope alone was not counted.
    for (const scope of ['everything', 'dashboard']) {
      const half = controls.filter((one) => one.range !== '2026-04' || one.scope === scope);
      expect(chooseMonths({ ...facts, controls: half })).toEqual(['2026-04']);
    }
    // A count is as old as the older of its two.
    const torn = controls.map((one) =>
      one.range === '2026-04' && one.scope === 'dashboard'
        ? { ...one, checkedAt: instantFromMs(NOW - 31 * HOUR_MS) }
        : one,
    );
    expect(chooseMonths({ ...facts, controls: torn })).toEqual(['2026-04']);
  });

  it('counts a month first whose last count is dated after the present, in one scope or both', () => {
    const names = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
    const facts = {
      earliest: EARLIEST,
      serverNowMs: NOW,
      touched: new Set<Month>(),
      room: 1,
    };
    for (const poisoned of names) {
      for (const scopes of [['everything'], ['dashboard'], ['everything', 'dashboard']]) {
        const controls = names
          .flatMap((name, index) => both(name, 300 - index))
          .map((one) =>
            one.range === poisoned && scopes.includes(one.scope)
              ? { ...one, checkedAt: instantFromMs(NOW + 40 * 24 * HOUR_MS) }
              : one,
          );
        for (const allDiffers of [false, true]) {
          expect(chooseMonths({ ...facts, allDiffers, controls })).toEqual([poisoned]);
        }
      }
    }
  });

  it('has told a difference when it was as large before, in the same direction, of the same range and scope', () => {
    const earlier: ControlTotal[] = [{ ...control('2026-03', 5), there: 10, here: 7, agrees: false }];
    const now = (there: number, here: number, over: Partial<ControlTotal> = {}) =>
      differedAlike(earlier, { ...control('2026-03', 0), there, here, agrees: false, ...over });
    expect(now(10, 7)).toBe(true);
    expect(now(12, 9)).toBe(true);
    expect(now(7, 10)).toBe(false);
    expect(now(10, 8)).toBe(false);
    expect(now(3, 14)).toBe(false);
    expect(now(10, 7, { range: month('2026-04') })).toBe(false);
    expect(now(10, 7, { scope: 'dashboard' })).toBe(false);
    const agreeing = [{ ...control('2026-03', 5), there: 3, here: 3 }];
    expect(differedAlike(agreeing, { ...control('2026-03', 0), there: 3, here: 3 })).toBe(false);
  });

  it('is first what the run touched, where everything differs', () => {
    const controls = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].flatMap((name) => both(name, 1));
    const chosen = chooseMonths({
      earliest: EARLIEST,
      serverNowMs: NOW,
      controls,
      touched: new Set([month('2026-04'), month('2025-07')]),
      allDiffers: true,
      room: 3,
    });
    expect(chosen).toEqual(['2026-04', '2026-01', '2026-02']);
    // Of what was touched, too, what was counted longest ago.
    const unlike = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].flatMap((name, at) =>
      both(name, 10 + ((at * 2) % 5)),
    );
    expect(
      chooseMonths({
        ...{ earliest: EARLIEST, serverNowMs: NOW, controls: unlike, allDiffers: true, room: 5 },
        touched: new Set(['2026-02', '2026-03', '2026-04'].map(month)),
      }),
    ).toEqual(['2026-03', '2026-02', '2026-04', '2026-05', '2026-01']);
    const counts = (rows: Record<string, number>) =>
      Object.entries(rows).map(([name, count]) => ({ month: month(name), rows: count }));
    expect(
      touchedMonths(
        counts({ '2026-01': 5, '2026-02': 7, '2026-04': 9, '2026-05': 2 }),
        counts({ '2026-01': 5, '2026-02': 8, '2026-03': 1, '2026-04': 8 }),
      ),
    ).toEqual(new Set(['2026-02', '2026-03', '2026-04', '2026-05']));
  });
});

describe('control totals over HTTP', () => {
  let harness: Harness;
  afterEach(() => harness?.close());
  const FREE = { plan: 'free', orders: 1_500 } as const;

  const recorded = (ledger: MemoryLedger, since = 0): readonly ControlCount[] =>
    ledger.log
      .slice(since)
      .filter(({ name }) => name === 'recordControl')
      .map(({ input }) => input as ControlCount);
  const nameOf = ({ range, scope }: Pick<ControlCount, 'range' | 'scope'>) => `${range} ${scope}`;

  it('agree after a sync, for everything and for the dashboard’s rows, with the smallest of pages', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    expect(status.lastRun?.notices).toBe(0);
    expect(recorded(ledger).slice(0, 2).map(nameOf)).toEqual(['all everything', 'all dashboard']);
    expect(recorded(ledger)).toHaveLength(4);
    for (const total of ledger.controls()) {
      expect(total.agrees).toBe(true);
      expect(total.there).toBeGreaterThan(50);
      expect(total.here).toBe(total.there);
    }
    const [everything, dashboard] = ledger.controls();
    expect(dashboard?.there).toBeLessThan(everything?.there ?? 0);
    const asked = harness.requests.filter((url) => !url.searchParams.has('categories')).slice(-4);
    for (const { searchParams } of asked) expect(searchParams.get('limit')).toBe('100');
    expect(asked[1]?.searchParams.get('item_type')).toBe('order,publication');
    expect(asked[1]?.searchParams.get('payment_status')).toBe('paid,unpaid');
    expect(asked[1]?.searchParams.get('item_status')).toBe('paid');
    const entries = ledger.runWindows().filter(({ kind }) => kind === 'control');
    expect(entries).toHaveLength(4);
    expect(entries[0]).toMatchObject({
      outcome: 'agrees',
      detail: `everything: ${everything?.there} / ${everything?.there}`,
      correlationIds: [everything?.correlationId],
      runId: status.lastRun?.runId,
    });
  });

  it('differ only after a second look: what happened meanwhile is read first', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(2 * HOUR_MS);
    const since = harness.requests.length;
    let born = 0;
    const target = [...harness.world.entries()].find(
      ({ row }) => (row['Fecha de compra'] ?? '') > '2026-05-10' && row['Tipo de Dato'] === 'Orden',
    );
    // A row comes to an order of this month after the changes were read, just before everything is counted.
    harness.setMeddle(({ url }) => {
      if (harness.requests.length > since && !url.searchParams.has('categories') && born === 0) {
        born += 1;
        harness.world.change({ kind: 'add-row', target: { id: target?.id ?? 0 } });
      }
      return undefined;
    });
    const status = await syncOnce(harness, ledger);
    expect(born).toBe(1);
    expect(status.lastRun?.notices).toBe(0);
    expect(ledger.controls().every((total) => total.agrees)).toBe(true);
    const dates = harness.requests.slice(since).map(({ searchParams }) => searchParams.get('date'));
    expect(dates.filter((date) => date === 'updated_at')).toHaveLength(2);
    expectWhole(harness, ledger, '2026-04-01');
  });

  it('count no more months than the budget allows, and tell a standing difference once', async () => {
    harness = await createHarness({ plan: 'pro', orders: 900 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    // The source counts a row more than it has: nothing that is read again removes that.
    harness.setMeddle(async ({ url }) => {
      if (url.searchParams.has('categories')) return undefined;
      const body = (await (await harness.pass(url)).json()) as { meta: { totalRows: number } };
      const isFirst = url.searchParams.get('from') === '2024-01-01T00:00:00';
      body.meta.totalRows += isFirst ? 1 : 0;
      return new Response(JSON.stringify(body), {
        headers: { Date: new Date(harness.now()).toUTCString() },
      });
    });
    const engine = harness.createEngine();
    const runOnce = async () => {
      harness.advance(HOUR_MS);
      const before = engine.status().lastRun?.runId;
      const requests = harness.requests.length;
      engine.syncNow();
      const status = await untilStatus(engine, (one) => isAtRest(one) && one.lastRun?.runId !== before);
      return { status, asked: harness.requests.slice(requests) };
    };
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const all = () => ledger.controls().find((one) => nameOf(one) === 'all everything');
    expect((all()?.there ?? 0) - (all()?.here ?? 0)).toBe(1);
    const notices: number[] = [];
    for (let run = 0; run < 4; run += 1) {
      const { status, asked } = await runOnce();
      const counts = asked.filter(({ searchParams }) => !searchParams.has('categories'));
      expect(counts.length).toBeLessThanOrEqual(CONTROL_BUDGET + SEARCH_BUDGET + 4);
      notices.push(status.lastRun?.notices ?? 0);
    }
    expect(notices.at(-1)).toBe(0);
    expect(all()).toMatchObject({ agrees: false });
    // The user has months counted: only the first one begins where the source lies.
    engine.checkMonths([month('2024-01'), month('2025-04')]);
    await untilStatus(engine, isAtRest);
    const of = (name: string) => ledger.controls().find((one) => nameOf(one) === name);
    expect(of('2024-01 everything')).toMatchObject({ agrees: false });
    expect(of('2025-04 everything')).toMatchObject({ agrees: true });
    expect(of('2025-04 dashboard')).toMatchObject({ agrees: true });
    expectWhole(harness, ledger, '2024-01-01');
  });

  it('tell rows that vanish at the very beginning of a month', async () => {
    harness = await createHarness({ ...FREE, orders: 600 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const place = ledger.rows().findIndex((row) => row[rowKeys.purchase]?.startsWith('2026-04-1'));
    expect(place).toBeGreaterThanOrEqual(0);
    const row = ledger.rows()[place] ?? [];
    // A row of ours at midnight of the first that the source does not have.
    const midnight = row.with(rowKeys.purchase, '2026-05-01T00:00:00.000');
    ledger.setRows((rows) => [...rows, midnight]);
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    engine.checkMonths([month('2026-05')]);
    await untilStatus(engine, isAtRest);
    const total = ledger.controls().find((one) => nameOf(one) === '2026-05 everything');
    const view = ledger.runWindows().find(({ outcome }) => outcome === 'differs');
    const [there, here] = (view?.detail ?? '').replace('everything: ', '').split(' / ').map(Number);
    expect((here ?? 0) - (there ?? 0)).toBe(1);
    // And it is searched for and found.
    expect(total).toMatchObject({ agrees: true });
    expectWhole(harness, ledger, '2026-04-01');
  });

  it('ask once more how far a server goes that refuses the count from its own start on', async () => {
    harness = await createHarness({ ...FREE, orders: 300 });
    const ledger = createMemoryLedger();
    // It allows less than the plan promises, and less every day.
    let reach = '2026-04-10';
    harness.setMeddle(({ url }) =>
      url.searchParams.get('date') === 'purchase_date' && (url.searchParams.get('from') ?? '') < reach
        ? new Response(JSON.stringify({ message: `Data is available from ${reach}` }), {
            status: 400,
            headers: { Date: new Date(harness.now()).toUTCString() },
          })
        : undefined,
    );
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'new');
    expect((await untilStatus(engine, isAtRest)).earliestNotice).toContain(reach);
    const all = () => ledger.controls().find((one) => nameOf(one) === 'all everything');
    const first = all();
    expect(first).toMatchObject({ agrees: true });
    reach = '2026-04-11';
    for (let run = 0; run < 2; run += 1) {
      harness.advance(HOUR_MS);
      const before = engine.status().lastRun?.runId;
      engine.syncNow();
      await untilStatus(engine, (one) => isAtRest(one) && one.lastRun?.runId !== before);
    }
    expect(engine.status()).toMatchObject({ state: 'idle', failure: null });
    expect(engine.status().earliestNotice).toContain(reach);
    expect(all()).toMatchObject({ agrees: true });
    expect(all()?.checkedAt).not.toBe(first?.checkedAt);
  });

  it('are no reason to stop where the server will not count', async () => {
    harness = await createHarness({ ...FREE, orders: 300 });
    const ledger = createMemoryLedger();
    harness.setMeddle(({ url }) =>
      url.searchParams.has('item_type')
        ? new Response('{"message":"item_type"}', {
            status: 400,
            headers: { Date: new Date(harness.now()).toUTCString() },
          })
        : undefined,
    );
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null });
    expect(ledger.controls().map(nameOf)).toContain('all everything');
    expect(ledger.controls().map(nameOf)).not.toContain('all dashboard');
  });
});
