import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { ControlCount } from '#shared/contract/ledger.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, HOUR_MS, localFromMs, type Month, SECOND_MS } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { randomCases } from '#test/random-cases.ts';
import { COLUMNS_SENT, local, purchases, type Row, row, utc } from './ledger-fixtures.ts';
import { freshAccount, open, read } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

function control(there: number, over: Partial<ControlCount> = {}): ControlCount {
  return {
    range: '2026-03' as Month,
    scope: 'everything',
    from: local('2026-03-01T00:00:00.000'),
    to: local('2026-03-31T23:59:59.000'),
    there,
    checkedAt: utc('2026-04-02T00:00:00.000Z'),
    correlationId: 'k',
    ...over,
  };
}

async function ledgerWith(rows: readonly Row[]): Promise<Ledger> {
  const ledger = await open(freshAccount());
  await read(ledger, 'w1', purchases('2026-02-01T00:00:00.000', '2026-05-01T00:00:00.000'), rows, {
    pages: 1,
  });
  return ledger;
}
const at = (purchase: string, over: Row = {}) =>
  row({ Orden: purchase, 'Fecha de compra': purchase, ...over });

describe('a control total', () => {
  test('says how many rows are stored over its bounds, whatever the server says', async () => {
    const ledger = await ledgerWith([
      at('2026-02-28T23:59:59.999'),
      at('2026-03-01T00:00:00.000'),
      at('2026-03-01T00:00:00.500'),
      at('2026-03-10T12:00:00.000'),
      at('2026-03-31T23:59:58.999'),
      at('2026-03-31T23:59:59.000'),
      at('2026-03-31T23:59:59.999'),
      at('2026-04-01T00:00:00.000'),
    ]);
    for (const there of [0, 1, 3, 4, 5, 9]) {
      expect(await ledger.calls.recordControl(control(there))).toEqual({
        ...control(there),
        here: 4,
        agrees: there === 4,
      });
    }
  });

  test('has bounds by which every server counts what the ledger does', async () => {
    const day = Date.UTC(2026, 2, 1);
    // Seconds around two midnights, many of them taken: rows at, just before and just after a second.
    const purchase = fc
      .record({
        days: fc.constantFrom(0, 1),
        seconds: fc.integer({ min: -4, max: 4 }),
        ms: fc.constantFrom(0, 1, 999),
      })
      .map(({ days, seconds, ms }) => day + days * DAY_MS + seconds * SECOND_MS + ms);
    const bound = fc.integer({ min: -3, max: 3 }).map((seconds) => day + seconds * SECOND_MS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(purchase, { minLength: 1, maxLength: 24 }),
        bound,
        bound,
        fc.record({ from: fc.boolean(), to: fc.boolean(), cuts: fc.boolean() }),
        async (purchases, fromMs, toMs, server) => {
          const ledger = await ledgerWith(purchases.map((ms) => at(localFromMs(ms))));
          const points = [localFromMs(fromMs), localFromMs(toMs + DAY_MS)];
          const reach = { from: localFromMs(day - HOUR_MS), to: localFromMs(day + DAY_MS + HOUR_MS) };
          const [from, to] = await ledger.calls.freeSeconds({ points, ...reach });
          if (from == null || to == null) throw new Error('No second is free.');
          const [first, last] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
          // As a server may read its bounds: with their seconds or without, milliseconds cut or not.
          const there = purchases.filter((exact) => {
            const ms = server.cuts ? exact - (exact % SECOND_MS) : exact;
            return (server.from ? ms >= first : ms > first) && (server.to ? ms <= last : ms < last);
          }).length;
          const total = await ledger.calls.recordControl(control(there, { from, to }));
          expect(total).toMatchObject({ here: there, agrees: true });
          expect(await ledger.calls.countStored({ from, to, scope: 'everything' })).toBe(there);
          // No free second is nearer.
          const isFree = (ms: number) => !purchases.some((exact) => exact >= ms && exact < ms + SECOND_MS);
          for (const [wanted, found] of [
            [fromMs, first],
            [toMs + DAY_MS, last],
          ] as const) {
            expect(found % SECOND_MS).toBe(0);
            for (let away = 0; away < Math.abs(found - wanted); away += SECOND_MS) {
              expect(isFree(wanted - away) || isFree(wanted + away)).toBe(false);
            }
          }
        },
      ),
      { seed: 12, numRuns: randomCases(24) },
    );
  });

  test('has none where no second within reach is free', async () => {
    const ledger = await ledgerWith([at('2026-03-01T00:00:00.000'), at('2026-03-01T00:00:01.500')]);
    const ask = (to: string) =>
      ledger.calls.freeSeconds({
        points: [local('2026-03-01T00:00:00.000')],
        from: local('2026-03-01T00:00:00.000'),
        to: local(to),
      });
    expect(await ask('2026-03-01T00:00:02.000')).toEqual([null]);
    expect(await ask('2026-03-01T00:00:03.000')).toEqual(['2026-03-01T00:00:02.000']);
  });

  test('of the dashboard counts what the dashboard shows, by its former name too', async () => {
    const ledger = await ledgerWith([
      at('2026-03-10T12:00:00.000'),
      at('2026-03-11T12:00:00.000', { 'Estado de Pago': 'No Pagado' }),
      at('2026-03-12T12:00:00.000', { 'Estado de Pago': 'Sin Información' }),
      at('2026-03-13T12:00:00.000', { 'Tipo de Dato': 'Marketplace' }),
      at('2026-03-14T12:00:00.000', { 'Estado de Orden': 'Cancelada' }),
    ]);
    expect(await ledger.calls.recordControl(control(2, { scope: 'dashboard' }))).toMatchObject({
      agrees: true,
    });
    expect(await ledger.calls.recordControl(control(5))).toMatchObject({ agrees: true });
  });

  test('counts no row without a readable date: these are in no range, and counted apart', async () => {
    const ledger = await ledgerWith([at('2026-03-10T12:00:00.000'), row({ 'Fecha de compra': 'ayer' })]);
    expect(await ledger.calls.recordControl(control(1))).toMatchObject({ here: 1, agrees: true });
    expect(await ledger.calls.recordControl(control(2))).toMatchObject({ here: 1, agrees: false });
    expect((await ledger.reads.coverage()).undatedRows).toBe(1);
  });

  test('is kept, the latest of each range and scope', async () => {
    const ledger = await ledgerWith([at('2026-03-10T12:00:00.000')]);
    await ledger.calls.recordControl(control(7));
    const latest = await ledger.calls.recordControl(control(1));
    const all = await ledger.calls.recordControl(control(1, { range: 'all' }));
    expect((await ledger.calls.readState(null)).controls).toEqual([latest, all]);
    const { months, controls } = await ledger.reads.coverage();
    expect(months.at(-1)).toMatchObject({
      month: '2026-03',
      controls: { everything: latest, dashboard: null },
    });
    expect(controls).toEqual({ everything: all, dashboard: null });
  });
});

describe('the proof of a key', () => {
  test('asks for the newest purchases of a range and counts the orders it knows by number and time', async () => {
    const ledger = await open(freshAccount());
    const march = { from: '2026-03-01T00:00:00.000', to: '2026-04-01T00:00:00.000' } as LocalRange;
    expect(await ledger.calls.readNewestRange(march)).toBeNull();
    const rows = Array.from({ length: 400 }, (_, index) =>
      at(new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString().slice(0, 23)),
    );
    await read(ledger, 'w1', MARCH, rows);
    expect(await ledger.calls.readNewestRange(march)).toEqual({
      from: '2026-03-01T01:40:00.000',
      to: '2026-03-01T06:39:00.001',
      storedRows: 300,
    });
    const early = { from: march.from, to: '2026-03-01T00:02:00.000' as LocalRange['to'] };
    expect(await ledger.calls.readNewestRange(early)).toEqual({
      from: '2026-03-01T00:00:00.000',
      to: '2026-03-01T00:01:00.001',
      storedRows: 2,
    });
    const cells = (values: Row) => COLUMNS_SENT.map((column) => values[column] ?? null);
    const known = rows[5] ?? {};
    const answer = [
      known,
      known,
      { ...known, Orden: 'ajena' },
      { ...known, Canal: 'Otro canal' },
      // The number is known, but nothing of it was bought then.
      { ...rows[6], 'Fecha de compra': '2026-03-01T00:06:00.001' },
    ].map(cells);
    expect(await ledger.calls.countKnownOrders({ columns: [...COLUMNS_SENT], rows: answer })).toEqual({
      orders: 4,
      known: 1,
    });
    expect(await ledger.calls.countKnownOrders({ columns: [...BASE_COLUMN_KEYS], rows: [] })).toEqual({
      orders: 0,
      known: 0,
    });
  });
});
