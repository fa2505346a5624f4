import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONTROL_BUDGET, SEARCH_BUDGET } from '#electron/sync/plan/controls.ts';
import { CONFIRMATION_BUDGET } from '#electron/sync/plan/rereads.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import { DAY_MS, HOUR_MS, type Month } from '#shared/domain/dates.ts';
import { type App, createApp } from './app.ts';
import { rowsOfLedger, surplus } from './ledger-rows.ts';
import { Life } from './life.ts';
import { type Freedom, HONEST, Source, type SubOrder } from './source.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { createWatch } from './watch.ts';

/** What differs and of which no update tells: found by counts (rule 12), or by a second reading (rule 3). */

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);
vi.setConfig({ testTimeout: 120_000 });

const START = Date.parse('2026-05-20T15:30:00.000Z');
const month = (text: string) => text as Month;

type World = { readonly time: VirtualTime; readonly source: Source; readonly life: Life; readonly app: App };
let open: World | null = null;
const close = async () => {
  await open?.app.close();
  open = null;
};
afterEach(close);

/** A world that has been read once. `populate` makes what its source holds. */
async function openWorld(populate: (life: Life) => void, over: Partial<Freedom> = {}): Promise<World> {
  const time = createVirtualTime(START);
  const source = new Source({ ...HONEST, pageSize: 4, reachMonths: 8, ...over }, 'pro', time.nowMs);
  const life = new Life(source, time.nowMs);
  populate(life);
  const app = createApp({
    accountId: `standing-${randomUUID()}`,
    time,
    source,
    plan: 'pro',
    periodMs: null,
    watch: createWatch(() => false, source),
    rowsLie: 'in a file',
  });
  source.beforeAnswer = () => time.advance(400);
  open = { time, source, life, app };
  await sync(open);
  return open;
}

/** @param orders so many orders a month, through eight months */
const createWorld = (orders: number) =>
  openWorld((life) => {
    for (let at = 0; at < orders * 8; at += 1) {
      life.birthOf([1 + (at % 3)], START - (2 + (at * 232) / (orders * 8)) * DAY_MS - at * 1_717);
    }
  });

const AT_REST = ['idle', 'error', 'paused'];
const atRest = ({ app, time }: World) => time.until(() => AT_REST.includes(app.status().state), 'rest');

/** One sync, an hour after the last; the queries it made. */
async function sync(world: World): Promise<readonly URLSearchParams[]> {
  const { app, time, source } = world;
  const queries: URLSearchParams[] = [];
  const wait = source.beforeAnswer;
  source.beforeAnswer = (query) => {
    queries.push(query);
    wait(query);
  };
  time.sleep(HOUR_MS);
  if (app.isOpen()) app.engine().syncNow();
  else await app.revive();
  await atRest(world);
  source.beforeAnswer = wait;
  expect(app.status().failure).toBeNull();
  return queries;
}

const stateOf = ({ app }: World): Promise<LedgerState> => app.page().call('readState', null);
const searchesOf = async (world: World) => (await stateOf(world)).checkpoint?.searches ?? [];

/** Syncs until a condition holds; the queries of each. */
async function syncUntil(world: World, isDone: () => Promise<boolean>) {
  const runs: (readonly URLSearchParams[])[] = [];
  do {
    runs.push(await sync(world));
    expect(runs.length).toBeLessThan(60);
  } while (!(await isDone()));
  return runs;
}

/** Nothing is to be read once more. */
async function quieten(world: World): Promise<void> {
  const { checkpoint } = await stateOf(world);
  if (checkpoint === null) throw new Error('Nothing was read.');
  await world.app.page().call('saveCheckpoint', { ...checkpoint, readOnce: [] });
  world.time.sleep(3 * DAY_MS);
}

/** Pauses the sync at the `at`-th request of a search. Returns what takes this back. */
function pauseInSearch({ source, app }: World, at: number): () => void {
  const wait = source.beforeAnswer;
  let searching = 0;
  source.beforeAnswer = (query) => {
    wait(query);
    const isSearching = app
      .status()
      .queue.some(({ kind, reason }) => kind === 'control' && reason === 'difference');
    if (isSearching) searching += 1;
    if (searching === at) app.engine().pause();
  };
  return () => {
    source.beforeAnswer = wait;
  };
}

const isCount = (query: URLSearchParams) => !query.has('categories');
const isReading = (query: URLSearchParams) => !isCount(query) && query.get('date') === 'purchase_date';
const differences = ({ app, source }: World) => [
  ...surplus(rowsOfLedger(app.page().ledger), source.rows()),
  ...surplus(source.rows(), rowsOfLedger(app.page().ledger)),
];

/** An order that the source has had all along, and of which nobody was told. */
function hide(world: World, purchase: string): SubOrder {
  const hidden: SubOrder = {
    canal: 'Norte',
    cuenta: 'A',
    orden: `hidden-${purchase}`,
    suborden: `hidden-${purchase}-0`,
    purchase,
    updatedMs: Date.parse('2026-01-01T00:00:00Z'),
    changedAfter: 0,
    items: [{ sku: 'S', tipo: 'Orden', producto: 'P', ventas: '1.50' }],
    estado: 'Regular',
    pago: 'Pagado',
  };
  world.source.subOrders.push(hidden);
  return hidden;
}

describe('a standing difference', () => {
  it('is halved until it is found, and read again, within the budget of each run', async () => {
    const world = await createWorld(12);
    await quieten(world);
    const pages = world.source.rows().length / 4;
    expect(pages).toBeGreaterThan(40);
    hide(world, '2026-01-17T03:04:05.678');
    expect(differences(world)).toHaveLength(1);
    const runs = await syncUntil(world, async () => differences(world).length === 0);
    // Found by the counts of two days at most, not by reading everything.
    expect(runs.length).toBeLessThan(4);
    expect(runs.flat().filter(isReading).length).toBeLessThan(10);
    for (const asked of runs) {
      // Changes, both scopes of everything twice, months, and the search.
      expect(asked.length).toBeLessThanOrEqual(2 + 4 + CONTROL_BUDGET + SEARCH_BUDGET);
    }
    await syncUntil(world, async () => (await searchesOf(world)).every(({ isOver }) => isOver));
    expect(await searchesOf(world)).toContainEqual(expect.objectContaining({ difference: 0, left: [] }));
    expect((await stateOf(world)).controls.find(({ range }) => range === 'all')).toMatchObject({
      agrees: true,
    });
  });

  it('of months that hide one another is found by the counts of each', async () => {
    const world = await createWorld(12);
    await quieten(world);
    hide(world, '2026-01-17T03:04:05.678');
    const gone = world.source.subOrders.findIndex(
      ({ purchase, items }) => purchase.startsWith('2026-03') && items.length === 1,
    );
    expect(gone).toBeGreaterThanOrEqual(0);
    world.source.subOrders.splice(gone, 1);
    world.app.engine().checkMonths([month('2026-01'), month('2026-03')]);
    await atRest(world);
    const { controls } = await stateOf(world);
    expect(controls.find(({ range, scope }) => range === 'all' && scope === 'everything')).toMatchObject({
      agrees: true,
    });
    await syncUntil(world, async () => (await searchesOf(world)).every(({ isOver }) => isOver));
    expect(differences(world)).toEqual([]);
  });

  it('that no re-reading removes is searched for once, and again when it is another or the user asks', async () => {
    const world = await createWorld(4);
    await quieten(world);
    // The source counts rows that it does not give.
    const hidden = [hide(world, '2026-01-17T03:04:05.678')];
    const whole = world.source.respond.bind(world.source);
    world.source.respond = (query) => {
      const isHidden = !isCount(query);
      const all = [...world.source.subOrders];
      if (isHidden) {
        const kept = all.filter((one) => !hidden.includes(one));
        world.source.subOrders.splice(0, all.length, ...kept);
      }
      const answer = whole(query);
      if (isHidden) world.source.subOrders.splice(0, world.source.subOrders.length, ...all);
      return answer;
    };
    const isStill = async () =>
      (await searchesOf(world)).length > 0 && (await searchesOf(world)).every(({ isOver }) => isOver);
    await syncUntil(world, isStill);
    // The month is counted by itself in its turn, and searched once more.
    for (let run = 0; run < 5; run += 1) await sync(world);
    for (let run = 0; run < 4; run += 1) expect((await sync(world)).filter(isReading)).toEqual([]);
    expect((await searchesOf(world)).filter(({ difference }) => difference === 1).length).toBeGreaterThan(0);
    // Another difference is looked for, and so is what the user asks for.
    hidden.push(hide(world, '2026-02-17T03:04:05.678'));
    expect((await syncUntil(world, isStill)).flat().filter(isReading).length).toBeGreaterThan(0);
    for (let run = 0; run < 5; run += 1) await sync(world);
    hidden.splice(0);
    world.app.engine().findDifferences([month('2026-01'), month('2026-02')]);
    await atRest(world);
    expect(differences(world)).toEqual([]);
  });

  it('is searched for at once and to its end when the user asks, after an interruption too', async () => {
    const world = await createWorld(12);
    await quieten(world);
    const { app } = world;
    for (const day of ['2025-10-10', '2026-01-17', '2026-04-02']) hide(world, `${day}T03:04:05.678`);
    const goOn = pauseInSearch(world, 5);
    app.engine().findDifferences(['all']);
    await atRest(world);
    expect(app.status().state).toBe('paused');
    expect(await searchesOf(world)).toMatchObject([{ range: 'all', isOver: false }]);
    expect(app.status().queue).toContainEqual(
      expect.objectContaining({ kind: 'control', reason: 'difference' }),
    );
    goOn();
    app.engine().syncNow();
    await atRest(world);
    expect(differences(world)).toEqual([]);
    expect(await searchesOf(world)).toMatchObject([{ range: 'all', difference: 0, isOver: true }]);
  });

  it('is left alone in a month that the user takes off the list', async () => {
    const world = await createWorld(12);
    await quieten(world);
    const { app } = world;
    hide(world, '2026-01-17T03:04:05.678');
    const goOn = pauseInSearch(world, 1);
    app.engine().findDifferences([month('2026-01')]);
    await atRest(world);
    expect(await searchesOf(world)).toMatchObject([{ range: '2026-01', isOver: false }]);
    goOn();
    await app.close();
    await app.revive();
    app.engine().cancelRereads([month('2026-01')]);
    await atRest(world);
    expect((await searchesOf(world)).filter(({ range }) => range === '2026-01')).toEqual([]);
  });
});

describe('what the load read in several pages', () => {
  it('is read once more, a little in each run, and what moved between two pages is found', async () => {
    const swapped: SubOrder[] = [];
    const world = await openWorld((life) => {
      for (let at = 0; at < 200; at += 1) life.birthOf([1], START - (2 + at) * DAY_MS - at * 1_717);
      const { subOrders } = life.source;
      const place = subOrders.findIndex(({ purchase }) => purchase.startsWith('2026-02-1'));
      const lost = subOrders[place];
      if (lost === undefined) throw new Error('There is no such order.');
      // While the load reads: another order stands in its place, and is gone when it comes. No count ever differs.
      const ghost: SubOrder = { ...lost, orden: 'ghost', suborden: 'ghost-0' };
      subOrders[place] = ghost;
      swapped.push(lost, ghost);
    });
    const { time, source } = world;
    const [lost, ghost] = swapped;
    if (lost === undefined || ghost === undefined) throw new Error('Nothing was swapped.');
    source.subOrders[source.subOrders.indexOf(ghost)] = lost;
    expect(differences(world)).toHaveLength(2);
    const state = await stateOf(world);
    expect(state.controls.every(({ agrees }) => agrees)).toBe(true);
    expect(state.checkpoint?.readOnce.length).toBeGreaterThan(0);
    time.sleep(2 * DAY_MS);
    const runs = await syncUntil(world, async () => (await stateOf(world)).checkpoint?.readOnce.length === 0);
    expect(differences(world)).toEqual([]);
    // Spread over runs; nothing is left to be read a third time.
    expect(runs.length).toBeGreaterThan(2);
    for (const asked of runs) expect(asked.filter(isReading).length).toBeLessThanOrEqual(CONFIRMATION_BUDGET);
    expect((await sync(world)).filter(isReading)).toEqual([]);
  });

  it('is read once more where so many requests fail that the budget of a run is too small for the window', async () => {
    // Eight pages of one month: with every third request in vain they take twelve requests.
    const world = await openWorld(
      (life) => {
        for (let at = 0; at < 32; at += 1) life.birthOf([1], START - (21 + at * 0.9) * DAY_MS - at * 1_717);
      },
      { failsEvery: 3 },
    );
    expect((await stateOf(world)).checkpoint?.readOnce).toHaveLength(1);
    world.time.sleep(2 * DAY_MS);
    const runs = await syncUntil(world, async () => (await stateOf(world)).checkpoint?.readOnce.length === 0);
    expect(runs.length).toBeLessThan(8);
    expect(differences(world)).toEqual([]);
  });
});
