import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAnswer } from '#electron/api/answer.ts';
import type { DataQuery } from '#electron/api/client.ts';
import { systemClock } from '#electron/api/clock.ts';
import { ApiError } from '#electron/api/failure.ts';
import type { RunContext } from '#electron/sync/run/context.ts';
import type { FetchPageWithRetry } from '#electron/sync/run/fetch-page-with-retry.ts';
import { readWindow } from '#electron/sync/run/read-window.ts';
import { createSyncMemory } from '#electron/sync/run/run-plan.ts';
import { createLoadProgress } from '#electron/sync/status/progress.ts';
import type { StagePage } from '#shared/contract/ledger.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import { HOUR_MS, type LocalDateTime, MINUTE_MS, type UtcInstant } from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, syncOnce } from './harness.ts';
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.ts';
import { answerReshuffled, placeIn } from './reshuffled.ts';

// More rows at one instant than a page holds, in another order for every answer: no window can be cut further (rule 3).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;

const EARLIEST = '2026-04-01';
const INSTANT = '2026-05-12T10:00:00.000' as LocalDateTime;

type Row = Record<string, unknown>;

const reshuffle = (rowsOfPage: number) => harness.setMeddle(answerReshuffled(harness, rowsOfPage));

const STATES = ['touch', 'cancel', 'return'] as const;
/** Rows of a page: the rows of the instant need three, those of one state fit. */
const PAGE_ROWS = 38;

/** Moves the purchases of May to one instant, long before anything is read, and spreads them over the states. */
async function startInstant(): Promise<void> {
  harness = await createHarness({ plan: 'free', orders: 1_000 });
  const ids = new Set(
    [...harness.world.entries()]
      .filter(({ row }) => (row['Fecha de compra'] ?? '') >= '2026-05-01')
      .map(({ id }) => id),
  );
  for (const [index, id] of [...ids].entries()) {
    const target = { id };
    harness.world.change({ kind: 'move-purchase', target, to: INSTANT });
    harness.world.change({ kind: STATES[index % STATES.length] ?? 'touch', target });
  }
  harness.advance(2 * HOUR_MS);
  const rows = [...harness.world.truth((row) => row['Fecha de compra'] === INSTANT)];
  const most = Math.max(
    ...['Regular', 'Cancelada', 'Devuelta'].map(
      (state) => rows.filter((row) => row['Estado de Orden'] === state).length,
    ),
  );
  expect([rows.length > PAGE_ROWS, most < PAGE_ROWS * 0.797]).toEqual([true, true]);
}

const byParts = () =>
  harness.requests.filter(
    ({ searchParams }) => searchParams.has('categories') && searchParams.has('payment_status'),
  );

describe('many rows at one instant, in another order for every answer', () => {
  afterEach(() => harness?.close());

  it('load by filters, all of them and once', async () => {
    await startInstant();
    reshuffle(PAGE_ROWS);
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null, unsettledWindows: 0 });
    expect(byParts().length).toBeGreaterThan(1);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('come by changes as well, where they were all updated in one second', async () => {
    await startInstant();
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(HOUR_MS);
    const ids = new Set(
      [...harness.world.entries()].map(({ id, row }) => (row['Fecha de compra'] === INSTANT ? id : -1)),
    );
    const at = harness.now() - 30 * MINUTE_MS;
    for (const id of ids) if (id >= 0) harness.world.change({ kind: 'adjust', target: { id }, at });
    reshuffle(PAGE_ROWS);
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null, unsettledWindows: 0 });
    expect(byParts().some(({ searchParams }) => searchParams.get('date') === 'updated_at')).toBe(true);
    expectWhole(harness, ledger, EARLIEST);
  });
});

/** A second of rows as a service holds them, told by their labels. */
type Held = { readonly id: number; readonly pago: string; readonly estado: string; readonly tipo: string };

const LABELS = {
  payment_status: {
    column: 'Estado de Pago',
    paid: 'Pagado',
    unpaid: 'Informado',
    noinformation: 'Sin Información',
  },
  item_type: {
    column: 'Tipo de Dato',
    order: 'Orden',
    publication: 'Publicación',
    marketplace: 'Marketplace',
  },
  item_status: { column: 'Estado de Orden', paid: 'Regular', canceled: 'Cancelada', returned: 'Devuelta' },
} as const;

const WINDOW = {
  field: 'purchase_date',
  from: INSTANT,
  to: '2026-05-12T10:00:01.000' as LocalDateTime,
} as const;
const AT = '2026-05-20T15:30:00.000Z' as UtcInstant;

function wireOf({ id, pago, estado, tipo }: Held): Row {
  const own: Row = { Orden: `o-${id}`, 'Fecha de compra': INSTANT, 'Fecha de actualización': AT };
  const labels: Row = { 'Estado de Pago': pago, 'Estado de Orden': estado, 'Tipo de Dato': tipo };
  return { ...Object.fromEntries(BASE_COLUMN_KEYS.map((key) => [key, ''])), ...own, ...labels };
}

/** Reads the second to its judgement from rows that may change between two requests. */
async function readSecond(
  rows: Held[],
  service: {
    readonly pageRows: number;
    readonly knowsFilters?: boolean;
    /** One order of rows for good, and further pages that begin with the very first row of it. */
    readonly hasTies?: boolean;
    readonly before?: (query: DataQuery, requests: number) => void;
    readonly mayAsk?: (requests: number) => boolean;
  },
  ledger = createMemoryLedger(),
) {
  let requests = 0;
  const asked: DataQuery[] = [];
  const fetchPage: FetchPageWithRetry = async (query) => {
    requests += 1;
    asked.push(query);
    service.before?.(query, requests);
    const filters = Object.entries(query.filter ?? {});
    if (filters.length > 0 && service.knowsFilters === false) {
      throw new ApiError({
        kind: 'bad-request',
        status: 400,
        words: null,
        detail: null,
        retryAfterMs: null,
        serverDate: AT,
      });
    }
    const matching = rows.map(wireOf).filter((row) =>
      filters.every(([name, values]) => {
        const labels: { readonly [key: string]: string } = LABELS[name as keyof typeof LABELS];
        return values.some((value) => labels[value] === row[labels.column ?? '']);
      }),
    );
    const size = Math.floor((query.limit * service.pageRows) / 1000);
    const order = matching
      .map((row, index) => ({ row, at: placeIn(service.hasTies === true ? 0 : requests, index) }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
    const data = order.slice((query.page - 1) * size, query.page * size);
    if (service.hasTies === true && query.page > 1) data[0] = order[0] ?? {};
    const body = {
      data,
      meta: {
        page: query.page,
        pageSize: size,
        count: data.length,
        from: query.from,
        to: query.to,
        date: query.date,
        totalRows: matching.length,
        totalPages: Math.ceil(matching.length / size),
        window: { field: 'Fecha de compra', timezone: 'local' },
      },
      correlation_id: `answer-${requests}`,
    };
    const reading = await readAnswer(JSON.stringify(body), new AbortController().signal);
    if (!reading.ok) throw new Error(reading.problem);
    return { page: reading.page, serverDate: AT };
  };
  const [staged = null] = (await ledger.caller.readState(null)).windows;
  const run = {
    ledger: ledger.caller,
    fetchPage,
    clock: systemClock,
    signal: new AbortController().signal,
    traffic: { requestsMade: () => requests },
    serverNow: () => AT,
    checkpoint: () => ({ earliest: EARLIEST }),
    maxPages: 10,
    memory: createSyncMemory(),
    journal: { add: () => undefined },
    progress: createLoadProgress(() => undefined, 0),
    reportProgress: () => undefined,
    reporter: { update: () => undefined },
  } as unknown as RunContext;
  const mayAsk = service.mayAsk ?? (() => true);
  const result = await readWindow(run, { window: WINDOW, purpose: 'history', staged, mayAsk });
  return { result, requests, asked, ledger };
}

/** Some of the labels: where there are few, their parts are large. */
const someLabels = <K extends keyof typeof LABELS>(name: K) =>
  fc.subarray(
    Object.entries(LABELS[name]).flatMap(([key, text]) => (key === 'column' ? [] : [text])),
    { minLength: 1 },
  );
const held: fc.Arbitrary<Held[]> = fc
  .tuple(someLabels('payment_status'), someLabels('item_status'), someLabels('item_type'))
  .chain(([pagos, estados, tipos]) =>
    fc.array(
      fc.record({
        pago: fc.constantFrom(...pagos),
        estado: fc.constantFrom(...estados),
        tipo: fc.constantFrom(...tipos),
      }),
      { minLength: 30, maxLength: 90 },
    ),
  )
  .map((rows) => rows.map((row, id) => ({ ...row, id })));

/** The orders of the last complete reading of a settled window. */
function ordersOf(ledger: MemoryLedger): readonly string[] {
  const staged = ledger.log.flatMap(({ name, input }) => (name === 'stagePage' ? [input as StagePage] : []));
  const last = Math.max(...staged.map(({ reading }) => reading));
  return staged
    .filter(({ reading }) => reading === last)
    .flatMap(({ page }) =>
      (JSON.parse(page.rowsJson) as string[][]).map((row) => row[page.columns.indexOf('Orden')] ?? ''),
    );
}

describe('a second of rows that no window cuts', () => {
  const partsOf = (rows: readonly Held[]) => {
    const sizes = new Map<string, number>();
    for (const { pago, estado, tipo } of rows) {
      sizes.set(`${pago} ${estado} ${tipo}`, (sizes.get(`${pago} ${estado} ${tipo}`) ?? 0) + 1);
    }
    return sizes;
  };

  it('is read by parts whenever every part fits one page, and never guessed where one does not', async () => {
    let [settled, unsettled] = [0, 0];
    await fc.assert(
      fc.asyncProperty(held, fc.integer({ min: 4, max: 29 }), async (rows, pageRows) => {
        const { result, ledger } = await readSecond(rows, { pageRows });
        const largest = Math.max(...partsOf(rows).values());
        if (largest <= Math.floor((pageRows * 797) / 1000)) expect(result.kind).toBe('settled');
        if (result.kind === 'settled') {
          settled += 1;
          expect(result.totalRows).toBe(rows.length);
          expect([...ordersOf(ledger)].sort()).toEqual(rows.map(({ id }) => `o-${id}`).sort());
        } else {
          unsettled += 1;
          expect(result.kind).toBe('unsettled');
          expect(ledger.windows()).toEqual([]);
        }
      }),
      { seed: 12, numRuns: 40 },
    );
    expect(Math.min(settled, unsettled)).toBeGreaterThan(5);
  });

  const two = (count: number): Held[] =>
    Array.from({ length: count }, (_, id) => ({
      id,
      pago: id % 2 === 0 ? 'Pagado' : 'Informado',
      estado: 'Regular',
      tipo: 'Orden',
    }));

  it('is reported while a row has a label that no filter names', async () => {
    const rows = two(60);
    rows[7] = { id: 7, pago: 'Otro', estado: 'Regular', tipo: 'Orden' };
    const { result, ledger } = await readSecond(rows, { pageRows: 45 });
    expect(result).toMatchObject({ kind: 'unsettled', doubt: 'rows-missing' });
    expect(ledger.windows()).toEqual([]);
  });

  it('is reported where the service knows no filters', async () => {
    const { result, ledger } = await readSecond(two(60), { pageRows: 45, knowsFilters: false });
    expect(result).toMatchObject({ kind: 'unsettled', doubt: 'equal-rows' });
    expect(ledger.windows()).toEqual([]);
  });

  it('never lacks a row that goes from one part to another while they are read', async () => {
    for (let moment = 1; moment <= 14; moment += 1) {
      for (const [from, to] of [
        ['Informado', 'Pagado'],
        ['Pagado', 'Informado'],
      ] as const) {
        const rows = two(60);
        let partsAsked = 0;
        const { result, ledger } = await readSecond(rows, {
          pageRows: 45,
          before: ({ filter }) => {
            partsAsked += filter === undefined || Object.keys(filter).length === 0 ? 0 : 1;
            const at = rows.findIndex(({ pago }) => pago === from);
            const row = rows[at];
            if (partsAsked === moment && row !== undefined) {
              partsAsked += 100;
              rows[at] = { ...row, pago: to };
            }
          },
        });
        if (result.kind !== 'settled') continue;
        expect([...ordersOf(ledger)].sort()).toEqual(rows.map(({ id }) => `o-${id}`).sort());
      }
    }
  });

  it('is reported where a row comes while it is read', async () => {
    const rows = two(60);
    const { result } = await readSecond(rows, {
      pageRows: 45,
      before: ({ filter }) => {
        // Between two parts, and another one that was there is gone: as many rows as before.
        if (filter?.payment_status?.[0] === 'unpaid' && rows.length === 60)
          rows.push({ ...rows[0], id: 99 } as Held);
      },
    });
    expect(result.kind).toBe('unsettled');
  });

  it('is begun anew when the sync dies among the parts: their pages are no pages of the whole', async () => {
    for (const cutAt of [1, 2]) {
      const ledger = createMemoryLedger();
      const dying = {
        ...ledger,
        caller: {
          ...ledger.caller,
          stagePage: async (input: StagePage) => {
            const kept = await ledger.caller.stagePage(input);
            if (input.reading > 3 && input.page.meta.page === cutAt)
              throw new RpcError(CHANNEL_CLOSED, 'gone');
            return kept;
          },
        },
      };
      await expect(readSecond(two(60), { pageRows: 45 }, dying)).rejects.toThrow('gone');
      expect(ledger.windows()[0]?.pages.some(({ reading }) => reading > 3)).toBe(true);
      const { result, ledger: after } = await readSecond(two(60), { pageRows: 45 }, ledger);
      expect(result.kind).toBe('settled');
      expect(new Set(ordersOf(after)).size).toBe(60);
      expect(after.windows()).toHaveLength(1);
    }
  });

  it('spends no more on its parts than its budget allows', async () => {
    for (let budget = 1; budget < 24; budget += 1) {
      let left = budget;
      const { result, requests, ledger } = await readSecond(two(60), {
        pageRows: 45,
        before: () => {
          left -= 1;
        },
        mayAsk: (wanted) => wanted <= left,
      });
      expect(requests).toBeLessThanOrEqual(budget);
      if (result.kind === 'settled') return;
      expect(result.kind).toBe('out-of-budget');
      expect(ledger.windows()).toEqual([]);
    }
    throw new Error('It never settled.');
  });

  it('is not deceived by an order that is wrong in the same way for every reading of a page size', async () => {
    // A sort with ties, cut by offset: further pages begin with a row of the first instead of one of their own.
    const { result, ledger } = await readSecond(two(60), { pageRows: 45, hasTies: true });
    expect(result.kind).toBe('settled');
    expect(new Set(ordersOf(ledger)).size).toBe(60);
    // Where no part fits a page either, it is reported.
    expect((await readSecond(two(60), { pageRows: 20, hasTies: true })).result.kind).toBe('unsettled');
  });
});
