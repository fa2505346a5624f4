import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodePart } from '#renderer/data/storage/backup/contents.ts';
import { encodeFrame, MAX_MEMBER_BYTES } from '#renderer/data/storage/backup/frames.ts';
import { SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { checkpoint, commitOf, local, purchases, type Row } from '../ledger-fixtures.ts';
import { contents, expected, freshAccount, open, openUntilClosed, stage } from '../real-ledger.ts';
import { backUp, fill, MONTHS, openCurrent, pause, readFile, rowsOfMonth } from './backup-file.ts';

/** Files that something happened to: what is whole comes back, what is not is named to the row and the cent. */

type Member = { readonly from: number; readonly to: number };

let file: Uint8Array<ArrayBuffer>;
let members: readonly Member[];

/** By its own reading of the container: members follow one another, each as long as it says. */
function membersOf(bytes: Uint8Array<ArrayBuffer>): readonly Member[] {
  const found: Member[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = from + new DataView(bytes.buffer, bytes.byteOffset + from).getUint32(16, true);
    found.push({ from, to });
    from = to;
  }
  return found;
}

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));
const bytesOf = ({ from, to }: Member): Uint8Array => file.subarray(from, to);

const READ = [
  {
    from: local('2026-01-01T00:00:00.000'),
    to: local('2026-04-01T00:00:00.000'),
    readAt: '2026-04-02T00:00:00.000Z' as UtcInstant,
  },
];

async function readWholeMonths(ledger: Ledger): Promise<void> {
  await fill(ledger);
  const window = purchases('2026-03-28T00:00:00.000', '2026-04-01T00:00:00.000');
  await stage(ledger, 'last', window, []);
  const target = { from: local('2026-01-01T00:00:00.000'), to: local('2026-04-01T00:00:00.000') };
  const readAt = '2026-04-02T00:00:00.000Z' as UtcInstant;
  const after = {
    ...checkpoint('2026-01-01'),
    reads: READ,
    history: { startedAt: readAt, target, finishedAt: readAt, greatestUpdate: null },
    changes: { from: readAt, knownUntil: readAt, lastReadAt: readAt },
  };
  await ledger.calls.commitWindow(commitOf('last', { checkpoint: after }));
}

beforeAll(async () => {
  const account = freshAccount();
  const ledger = await openUntilClosed(account);
  await readWholeMonths(ledger);
  file = await backUp(account);
  members = membersOf(file);
  ledger.close();
  // Head, a segment a month, the windows of runs, end.
  expect(members).toHaveLength(6);
});

/** What must come back where only these members are whole; null: it is refused. */
function expectedOf(whole: readonly boolean[]): readonly Row[] | null {
  if (whole[0] !== true && whole[5] !== true) return null;
  return MONTHS.flatMap((month, index) => (whole[index + 1] === true ? rowsOfMonth(month) : []));
}

async function expectRestored(damaged: Uint8Array, whole: readonly boolean[]): Promise<void> {
  const rows = expectedOf(whole);
  const { restore, end } = await readFile(damaged);
  if (rows === null) {
    expect(end).toEqual({ kind: 'refused', reason: 'not-a-backup' });
    await restore.discard();
    return;
  }
  const lostMonths = MONTHS.filter((_, index) => whole[index + 1] !== true);
  expect(end).toMatchObject({
    kind: 'ready',
    summary: {
      rows: rows.length,
      isWhole: damaged.length === file.length && damaged.every((byte, index) => byte === file[index]),
      lost: {
        rows: lostMonths.length * 4,
        // 100.10 + 101.11 + 102.12 + 103.13, by hand.
        months: lostMonths.map((month) => ({ month, rows: 4, ventas: '406.46' })),
        ventas: ['0', '406.46', '812.92', '1219.38'][lostMonths.length],
      },
    },
  });
  const account = freshAccount();
  await restore.commit(account);
  const restored = await openCurrent(account);
  expect(contents(restored)).toEqual(expected(rows));
  const state = await restored.calls.readState(null);
  const reads = state.checkpoint?.reads ?? [];
  for (const month of MONTHS) {
    const isRead = reads.some(({ from, to }) => from <= `${month}-10T12` && `${month}-13T13` <= to);
    // A month that lost its rows counts as never read: the sync reads it again.
    if (lostMonths.includes(month)) expect(isRead).toBe(false);
  }
  if (lostMonths.length === 0) expect(reads).toEqual(READ);
  else expect(restored.damage()).toMatchObject({ rowsLost: lostMonths.length * 4 });
  restored.close();
}

describe('a damaged backup', () => {
  test('cut anywhere, brings back what stands before the cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: file.length }), async (length) => {
        await expectRestored(
          file.subarray(0, length),
          members.map(({ to }) => to <= length),
        );
      }),
      { numRuns: randomCases(5) },
    );
  });

  test('with flipped bytes, lacks exactly the parts that they lie in', async () => {
    const flips = fc.array(fc.tuple(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(flips, async (all) => {
        const damaged = file.slice();
        for (const [at, bits] of all) damaged[at] = (damaged[at] ?? 0) ^ bits;
        const whole = members.map(({ from, to }) =>
          damaged.subarray(from, to).every((byte, i) => byte === file[from + i]),
        );
        // Bits that neither the compressed form nor its checks look at (the system in gzip's header) may pass.
        await expectRestored(damaged, whole);
      }),
      { numRuns: randomCases(10) },
    );
  });

  test('with parts missing, twice or in another order, loses only what is missing', async () => {
    const order = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(order, fc.uint8Array({ maxLength: 40 }), async (indexes, rubbish) => {
        const parts = indexes.map((index) => bytesOf(members[index] ?? { from: 0, to: 0 }));
        await expectRestored(
          joined([rubbish, ...parts]),
          members.map((_, index) => indexes.includes(index)),
        );
      }),
      { numRuns: randomCases(6) },
    );
  });
});

describe('what is no backup', () => {
  test('anything else is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
        const { end, restore } = await readFile(bytes);
        expect(end).toEqual({ kind: 'refused', reason: 'not-a-backup' });
        await restore.discard();
      }),
      { numRuns: 20 },
    );
  });

  test('a member that unpacks to more than it says is not unpacked', async () => {
    const { bytes } = await encodeFrame(new Uint8Array(MAX_MEMBER_BYTES), pause);
    // 32 MB of zeros, said to be 100 bytes.
    new DataView(bytes.buffer).setUint32(20, 100, true);
    const whole = joined([file.subarray(0, members[0]?.to), bytes, file.subarray(members[0]?.to)]);
    await expectRestored(whole, [true, true, true, true, true, true]);
  });

  test('one of a later version is refused by its name, as format and as stored', async () => {
    const line = (said: object) =>
      new TextEncoder().encode(`${JSON.stringify(said)}\n`) as Uint8Array<ArrayBuffer>;
    const { bytes } = await encodeFrame(line({ part: 'head', format: 2, app: '9.1.0' }), pause);
    const format = await readFile(joined([bytes, file]).subarray(0, bytes.length));
    expect(format.end).toEqual({ kind: 'refused', reason: 'newer', app: '9.1.0' });
    const log = encodePart({ part: 'log', backup: 'b', schema: SCHEMA_VERSION + 1, table: 'runs' });
    const stored = await readFile((await encodeFrame(log, pause)).bytes);
    expect(stored.end).toMatchObject({ kind: 'refused', reason: 'newer' });
  });

  test('parts of another backup are not taken for its own', async () => {
    const account = freshAccount();
    await fill(await open(account), ['2026-02']);
    const other = await backUp(account);
    await expectRestored(joined([file, other]), [true, true, true, true, true, true]);
  });
});
