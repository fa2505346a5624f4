import type Dexie from 'dexie';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readLedgerFacts } from '#renderer/data/engine/columns/facts.ts';
import { type CubeKeeper, createCubeKeeper, keepCubes } from '#renderer/data/storage/cubes/cube-keeper.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { areSameFacts } from '#renderer/data/worker/opening-copy.ts';
import { everyNth, randomCases } from '#test/random-cases.ts';
import { withWritesCutAfter } from '../cut-writes.ts';
import { changes, commitOf, purchases, type Row, row } from '../ledger-fixtures.ts';
import { contents, freshAccount, inDatabase, open, read, stage } from '../real-ledger.ts';
import { factsBefore, figuresOf, keepCells, type Start, startLedger } from './start-with-cubes.ts';

/** A start that answers from kept cells, and the rows that come after it: they say the same, whatever was written before. */

const FEBRUARY = purchases('2026-02-01T00:00:00.000', '2026-03-01T00:00:00.000');
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const NEWS = changes('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z');
const february = [1, 2, 3].map((at) =>
  row({ Orden: `F-${at}`, 'Fecha de compra': `2026-02-0${at}T10:00:00.000`, Ventas: `${at}.50` }),
);
const march = [1, 2, 3].map((at) =>
  row({ Orden: `M-${at}`, 'Fecha de compra': `2026-03-0${at}T10:00:00.000`, Ventas: `${at}.25` }),
);

const keptSegments = (account: string) =>
  inDatabase(account, async (database) => {
    const keys = (await database.table('cubes').toCollection().primaryKeys()) as [number, string, string][];
    return keys.map(([segment]) => segment);
  });

/** Cells that were answered from say what the rows say that came after them. */
function expectAgreement({ ledger, early }: Start): void {
  if (early === null) return;
  const { store } = ledger;
  expect(figuresOf(early.store)).toEqual(figuresOf(store));
  const facts = { ...readLedgerFacts(store), damage: ledger.damage(), readUntil: ledger.readUntil() };
  expect(areSameFacts(factsBefore(early), facts), JSON.stringify([factsBefore(early), facts])).toBe(true);
}

async function expectStart(account: string): Promise<Start> {
  const start = await startLedger(account);
  expectAgreement(start);
  start.ledger.close();
  return start;
}

/** Two segments whose cells are kept. */
async function kept(): Promise<{ readonly account: string; readonly ledger: Ledger }> {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w1', FEBRUARY, february, { pages: 1 });
  await read(ledger, 'w2', MARCH, march, { pages: 1 });
  await keepCells(ledger);
  expect(await keptSegments(account)).toEqual([1, 2]);
  return { account, ledger };
}

test('a start has all figures before the rows, and the same', async () => {
  const { account, ledger } = await kept();
  ledger.close();
  const { early } = await expectStart(account);
  expect(early?.rows).toBe(6);
  // They are kept as long as nothing changes.
  const again = await open(account);
  await keepCells(again);
  expect(await keptSegments(account)).toEqual([1, 2]);
});

test('a commit that kills rows of a segment takes its cells with it; what is left is enough', async () => {
  const { account, ledger } = await kept();
  const before = await inDatabase(account, (database) => database.table('cubes').toArray());
  await read(ledger, 'w3', NEWS, [{ ...(march[0] as Row), Ventas: '9.00' }], { pages: 1 });
  expect(await keptSegments(account)).toEqual([1]);
  ledger.close();
  expect((await expectStart(account)).early?.rows).toBe(6);
  // Even where they were there they would not be believed: other rows are dead now.
  await inDatabase(account, (database) => database.table('cubes').bulkPut(before));
  expect((await expectStart(account)).early?.rows).toBe(6);
});

test('a commit that leaves an order standing in a segment takes its cells too: the order counts once', async () => {
  const { account, ledger } = await kept();
  const more = row({ Orden: 'F-1', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-03-20T10:00:00.000' });
  await read(ledger, 'w3', MARCH, [...march, more], { pages: 1 });
  expect(ledger.store.segments.map(({ isLive }) => isLive.every((live) => live === 1))).toContain(true);
  expect(await keptSegments(account)).toEqual([2]);
  ledger.close();
  expect((await expectStart(account)).early?.rows).toBe(7);
  const after = await open(account);
  await keepCells(after);
  after.close();
  expect((await expectStart(account)).early).not.toBeNull();
});

test.each<[string, (database: Dexie) => Promise<unknown>]>([
  [
    'damaged bytes',
    async (database) => {
      const [record] = await database.table('cubes').toArray();
      const bytes = record.bytes.map((byte: number, at: number) => (at === 900 ? byte ^ 1 : byte));
      await database.table('cubes').put({ ...record, bytes });
    },
  ],
  [
    'bytes that were cut',
    async (database) => {
      const [record] = await database.table('cubes').toArray();
      await database.table('cubes').put({ ...record, bytes: record.bytes.slice(0, 100) });
    },
  ],
  ['a record that is none', (database) => database.table('cubes').toCollection().modify({ bytes: null })],
])('%s count as not there, and are made anew', async (_, spoil) => {
  const { account, ledger } = await kept();
  ledger.close();
  await inDatabase(account, spoil);
  const { ledger: opened, early } = await startLedger(account);
  expectAgreement({ ledger: opened, early });
  expect(opened.damage()).toBeNull();
  await keepCells(opened);
  opened.close();
  expect((await expectStart(account)).early?.rows).toBe(6);
});

test('cells of other rows, of other dead rows or made another way count as not there', async () => {
  const { account, ledger } = await kept();
  ledger.close();
  await inDatabase(account, async (database) => {
    const cubes = database.table('cubes');
    const records = await cubes.toArray();
    await cubes.clear();
    for (const [at, record] of records.entries()) {
      const [madeBy = '', rows = '', dead = ''] = record.stamp.split(',');
      await cubes.put({ ...record, stamp: [at === 0 ? 'other' : madeBy, rows, `${dead}x`].join() });
    }
  });
  expect((await expectStart(account)).early).toBeNull();
});

test('rows that are lost are found out after the cells told of them: the facts are others then', async () => {
  const { account, ledger } = await kept();
  ledger.close();
  await inDatabase(account, (database) => database.table('segmentChunks').delete([2, 0]));
  const start = await startLedger(account);
  expect(start.early?.rows).toBe(6);
  expect(start.ledger.damage()).toMatchObject({ rowsLost: 3 });
  expect(start.ledger.store.liveRows).toBe(3);
  start.ledger.close();
  // Cells of a segment that is gone are not there the next time.
  expect((await expectStart(account)).early?.rows).toBe(3);
  const again = await open(account);
  await keepCells(again);
  expect(await keptSegments(account)).toEqual([1]);
});

test('nothing is kept of few rows, of work that is dropped, or of rows that change meanwhile', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w1', FEBRUARY, february, { pages: 1 });
  expect(await ledger.cubes.keepOnce()).toBe('kept');
  expect(await keptSegments(account)).toEqual([]);
  let steps = 0;
  for (; ; steps += 1) {
    let left = steps;
    const pause = async () => {
      left -= 1;
      return left >= 0;
    };
    const result = await keepCells(ledger, { pause });
    if (result === 'kept') break;
    expect([result, await keptSegments(account)]).toEqual(['dropped', []]);
  }
  expect(steps).toBeGreaterThan(3);
  expect(await keptSegments(account)).toEqual([1]);
  let isRead = false;
  const pause = async () => {
    if (!isRead) {
      isRead = true;
      await read(ledger, 'w2', MARCH, march, { pages: 1 });
    }
    return true;
  };
  expect(await keepCells(ledger, { pause })).toBe('dropped');
  expect(await keptSegments(account)).toEqual([1]);
});

test.each([
  ['written', true],
  ['forgotten', false],
])('cells are not %s where a commit was begun before their turn came', async (_, isNew) => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w1', FEBRUARY, february, { pages: 1 });
  await keepCells(ledger);
  const forget = async () => {
    if (isNew) await inDatabase(account, (database) => database.table('cubes').clear());
  };
  await forget();
  let steps = 0;
  const counted = async () => {
    steps += 1;
    return true;
  };
  expect(await keepCells(ledger, { pause: counted })).toBe('kept');
  await forget();
  const last = steps;
  await stage(ledger, 'w2', MARCH, march, { pages: 1 });
  let committed: Promise<unknown> = Promise.resolve();
  steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === last) committed = Promise.resolve(ledger.calls.commitWindow(commitOf('w2')));
    return true;
  };
  expect([await keepCells(ledger, { pause }), steps]).toEqual(['dropped', last]);
  await committed;
  expect(await keptSegments(account)).toEqual(isNew ? [] : [1]);
});

test('cells are kept from so many rows on', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w1', FEBRUARY, february, { pages: 1 });
  const { database, access } = ledger.storage;
  const keepFrom = (leastRows: number) =>
    createCubeKeeper(database, ledger.store, access, leastRows).keepOnce({ mostCellsARow: 1 });
  expect([await keepFrom(4), await keptSegments(account)]).toEqual(['kept', []]);
  expect([await keepFrom(3), await keptSegments(account)]).toEqual(['kept', [1]]);
});

test('what is kept is not written again, and nothing is kept of what has no cells or is not stored', async () => {
  const { account, ledger } = await kept();
  const put = vi.spyOn(ledger.storage.database.cubes, 'put');
  await keepCells(ledger);
  expect(put).not.toHaveBeenCalled();
  await inDatabase(account, (database) => database.table('segments').delete(2));
  expect(await keepCells(ledger)).toBe('kept');
  expect(await keptSegments(account)).toEqual([1]);
  ledger.close();
  const unlike = freshAccount();
  const other = await open(unlike);
  await read(other, 'w1', FEBRUARY, february, { pages: 1 });
  expect([await keepCells(other, { mostCellsARow: 0 }), await keptSegments(unlike)]).toEqual(['kept', []]);
  other.close();
});

test('cells are kept when it has been quiet, and once more where something came in between', async () => {
  const results: ('kept' | 'dropped')[] = ['dropped', 'kept'];
  const wokenBy: unknown[] = [];
  let run: (pause: () => Promise<boolean>) => Promise<void> = async () => {};
  const work = { wake: () => void wokenBy.push(work), stop: () => {} };
  const whenQuiet: Parameters<typeof keepCubes>[0]['whenQuiet'] = (job) => {
    run = job.run;
    expect([job.isPutOff, job.quietMs() >= 1_000]).toEqual([true, true]);
    return work;
  };
  const pauses: unknown[] = [];
  const keepOnce: CubeKeeper['keepOnce'] = async (options) => {
    pauses.push(options?.pause);
    return results.shift() ?? 'kept';
  };
  expect(keepCubes({ whenQuiet }, { keepOnce })).toBe(work);
  const first = async () => true;
  await run(first);
  expect(pauses).toEqual([first]);
  expect(wokenBy).toHaveLength(1);
  await run(async () => true);
  expect(wokenBy).toHaveLength(1);
});

test('merging takes the cells of what it merges, and they are kept anew', async () => {
  const { account, ledger } = await kept();
  expect(await ledger.merger.mergeOnce({ ids: [1, 2] })).toBe('merged');
  expect(await keptSegments(account)).toEqual([]);
  await keepCells(ledger);
  expect(await keptSegments(account)).toEqual([3]);
  ledger.close();
  expect((await expectStart(account)).early?.rows).toBe(6);
});

/** Each so manieth write. */
const STRIDE = everyNth(5);

test('cut at any write, of the cells, of a commit or of a merge, cells and rows agree', async () => {
  const steps: readonly ((ledger: Ledger) => Promise<unknown>)[] = [
    keepCells,
    (ledger) => read(ledger, 'w3', NEWS, [{ ...(march[0] as Row), Ventas: '9.00' }], { pages: 1 }),
    keepCells,
    (ledger) => ledger.merger.mergeOnce({ ids: [1, 2] }),
  ];
  for (const [index, step] of steps.entries()) {
    for (let allowed = index % STRIDE, isCut = true; isCut; allowed += STRIDE) {
      const account = freshAccount();
      const ledger = await open(account);
      await read(ledger, 'w1', FEBRUARY, february, { pages: 1 });
      await read(ledger, 'w2', MARCH, march, { pages: 1 });
      for (const before of steps.slice(0, index)) await before(ledger);
      isCut = (await withWritesCutAfter(allowed, () => step(ledger))).failed;
      ledger.close();
      await expectStart(account);
    }
  }
});

test('random commits, merges and moments of keeping: what a start tells is what the rows tell', async () => {
  const orders = fc.array(
    fc.record({
      order: fc.integer({ min: 1, max: 6 }),
      sub: fc.integer({ min: 1, max: 3 }),
      day: fc.integer({ min: 1, max: 4 }),
      ventas: fc.constantFrom('1.00', '-2.5', '', 'N/D', '1234567890123456789.5'),
      pago: fc.constantFrom('Pagado', 'Informado'),
      canal: fc.constantFrom('Uno', 'Uno', 'Dos'),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const round = fc.record({
    kind: fc.constantFrom('february', 'march', 'news'),
    orders,
    keeps: fc.boolean(),
    merges: fc.integer({ min: 0, max: 4 }).map((pick) => pick === 0),
  });
  let early = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 6, size: 'max' }), async (rounds) => {
      const account = freshAccount();
      const ledger = await open(account);
      for (const [at, each] of rounds.entries()) {
        const month = each.kind === 'february' ? '02' : '03';
        const rows = new Map(
          each.orders.map(({ order, sub, day, ventas, pago, canal }) => [
            `${canal} ${order} ${sub}`,
            row({
              Canal: canal,
              Orden: `O-${order}`,
              'Nro. suborden': `${sub}`,
              Ventas: ventas,
              'Estado de Pago': pago,
              'Fecha de compra': `2026-${month}-0${day}T1${at}:00:00.000`,
            }),
          ]),
        );
        const window = { february: FEBRUARY, march: MARCH, news: NEWS }[each.kind];
        await read(ledger, `w${at}`, window, [...rows.values()], { pages: 1 });
        if (each.keeps) await keepCells(ledger);
        if (each.merges)
          await ledger.merger.mergeOnce({
            ids: ledger.store.segments.flatMap(({ id, retired }) => (retired ? [] : [id])),
          });
      }
      const before = contents(ledger);
      ledger.close();
      const start = await expectStart(account);
      expect(contents(start.ledger)).toEqual(before);
      if (start.early !== null) early += 1;
    }),
    { numRuns: randomCases(15) },
  );
  expect(early).toBeGreaterThan(3);
});
