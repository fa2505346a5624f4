import { describe, expect, test } from 'vitest';
import { backUp as backUpOf } from '#renderer/data/worker/backups.ts';
import { backUp as backUpBeside, ORDER } from '#test/renderer/data/storage/backup/backup-file.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from './pull-file.ts';

/** Backups and restores as the data worker serves them, of copies that are open, closed, or another page's. */

const ROWS = [row({ Orden: 'A', Ventas: '1.10' }), row({ Orden: 'B', Ventas: '2.20' })];

/** A page whose account has two rows. */
async function openPage(locks = createFakeLocks()) {
  const page = startPage(locks);
  const accountId = freshServiceAccount();
  await page.service.open({ accountId, line: LINE });
  await load((await page.main()).calls, 'w1', ROWS);
  return { ...page, accountId, streams: streamsOf(page.service) };
}
type Page = Awaited<ReturnType<typeof openPage>>;

async function backUp({ streams }: Page, accountId: string) {
  const backup = streams.backUp({ accountId, order: ORDER });
  const begun = await backup.next();
  if (begun.done === true || begun.value.kind !== 'begun') return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let next = await backup.next(); next.done !== true; next = await backup.next())
    if (next.value.kind === 'chunk') chunks.push(next.value.bytes);
  return { begun: begun.value, bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

async function read({ streams }: Page, bytes: Uint8Array<ArrayBuffer>) {
  const restore = streams.restore(null);
  await restore.next();
  const half = Math.floor(bytes.length / 2);
  for (const piece of [bytes.slice(0, half), bytes.slice(half)])
    await restore.next({ kind: 'bytes', bytes: piece });
  const { value } = await restore.next({ kind: 'all' });
  if (value?.kind !== 'read') throw new Error('It was not read.');
  return { restore, end: value.end };
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name).toSorted();

describe('a backup', () => {
  test('is of the copy as it is when it begins, open or not; there is none where there is no copy', async () => {
    const page = await openPage();
    const open = await backUp(page, page.accountId);
    expect(open?.begun).toEqual({ kind: 'begun', rows: 2, isWhole: true });
    await page.service.close(null);
    const closed = await backUp(page, page.accountId);
    expect(closed?.begun).toEqual(open?.begun);
    expect(await backUp(page, freshServiceAccount())).toBeNull();
    // It ends with itself, not with the copy that is open.
    await page.service.open({ accountId: page.accountId, line: LINE });
    const going = page.streams.backUp({ accountId: page.accountId, order: ORDER });
    await going.next();
    await page.service.close(null);
    expect((await going.next()).value).toMatchObject({ kind: 'chunk' });
    await going.cancel();
  });
});

test('segments stay as they are while a backup is written, until it is done, given up, or fails', async () => {
  const page = await openPage();
  const { accountId } = page;
  await page.service.close(null);
  const held: string[] = [];
  let failure: Error | null = null;
  const copies = {
    pause: async () => {
      if (failure !== null) throw failure;
    },
    hold: (account: string) => {
      held.push(`holds ${account}`);
      return () => void held.push('lets go');
    },
  };
  const begin = (account: string) =>
    backUpOf.source(copies as never, { accountId: account, order: ORDER }, null as never);
  const heldBy = async (work: () => Promise<unknown>) => {
    held.length = 0;
    await work();
    return [...held];
  };
  const whole = [`holds ${accountId}`, 'lets go'];
  expect(
    await heldBy(async () => {
      const kinds: string[] = [];
      for await (const { kind } of begin(accountId)) {
        kinds.push(kind);
        expect(held).toEqual(whole.slice(0, 1));
      }
      expect([kinds[0], kinds.at(-1)]).toEqual(['begun', 'chunk']);
    }),
  ).toEqual(whole);
  expect(
    await heldBy(async () => {
      const left = begin(accountId);
      await left.next();
      await left.return(null);
    }),
  ).toEqual(whole);
  expect(await heldBy(() => begin('nobody').next())).toEqual(['holds nobody', 'lets go']);
  failure = Object.assign(new Error(''), { name: 'QuotaExceededError' });
  const failed = async () => {
    for await (const _ of begin(accountId));
  };
  expect(await heldBy(() => expect(failed()).rejects.toMatchObject({ code: 'storage-full' }))).toEqual(whole);
  // Whoever kept the database would keep this waiting.
  await page.service.deleteCopy({ accountId });
  expect(await backUp(page, accountId)).toBeNull();
});

describe('a restore', () => {
  test('touches nothing until it is told whose it becomes; then that copy is opened anew as it was', async () => {
    const page = await openPage();
    const { bytes } = (await backUp(page, page.accountId)) ?? { bytes: new Uint8Array() };
    await load((await page.main()).calls, 'w2', [...ROWS, row({ Orden: 'C', Ventas: '5' })]);
    const { restore, end } = await read(page, bytes);
    expect(end).toMatchObject({
      kind: 'ready',
      summary: { rows: 2, account: { name: 'Tienda' }, isWhole: true },
    });
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 3 });
    expect(await restore.next({ kind: 'commit', accountId: page.accountId })).toMatchObject({ done: true });
    // Whoever had it has it no more.
    expect(() => page.service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
    const opening = await page.service.open({ accountId: page.accountId, line: LINE });
    expect(opening).toMatchObject({ kind: 'open', facts: { rows: 2 }, settings: ORDER.settings });
    // Settings are taken until somebody says that they were.
    await page.service.close(null);
    const again = await page.service.open({ accountId: page.accountId, line: LINE });
    expect(again).toMatchObject({ settings: ORDER.settings });
    await page.service.forgetSettings({ accountId: page.accountId });
    await page.service.close(null);
    expect(await page.service.open({ accountId: page.accountId, line: LINE })).toMatchObject({
      settings: null,
    });
  });

  test('into another account leaves the one that is open as it is', async () => {
    const page = await openPage();
    const bytes = await backUpBeside(page.accountId);
    const other = freshServiceAccount();
    const { restore } = await read(page, bytes);
    await restore.next({ kind: 'commit', accountId: other });
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 2 });
    expect(page.events.map(([event]) => event)).not.toContain('ownershipLost');
    expect(await page.service.open({ accountId: other, line: LINE })).toMatchObject({ facts: { rows: 2 } });
  });

  test('of what another page has takes it from there', async () => {
    const locks = createFakeLocks();
    const owner = await openPage(locks);
    const bytes = await backUpBeside(owner.accountId);
    const page = await openPage(locks);
    const { restore } = await read(page, bytes);
    await restore.next({ kind: 'commit', accountId: owner.accountId });
    expect(owner.events.map(([event]) => event)).toContain('ownershipLost');
    // It is free again.
    expect(await owner.service.open({ accountId: owner.accountId, line: LINE })).toMatchObject({
      facts: { rows: 2 },
    });
  });

  test('that is given up, refused, or never told whose it is leaves nothing behind', async () => {
    const page = await openPage();
    const bytes = await backUpBeside(page.accountId);
    const before = await databases();
    const given = await read(page, bytes);
    expect(await databases()).not.toEqual(before);
    await given.restore.cancel();
    expect(await databases()).toEqual(before);
    const half = page.streams.restore(null);
    await half.next();
    await half.next({ kind: 'bytes', bytes: bytes.slice(0, 99) });
    await half.cancel();
    expect(await databases()).toEqual(before);
    const none = await read(page, new Uint8Array(Buffer.from('no backup at all')));
    expect(none.end).toEqual({ kind: 'refused', reason: 'not-a-backup' });
    await expect(none.restore.next({ kind: 'commit', accountId: page.accountId })).rejects.toThrow('nothing');
    const untold = await read(page, bytes);
    await expect(untold.restore.next({ kind: 'all' })).rejects.toThrow('nothing');
    expect(await databases()).toEqual(before);
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 2 });
  });
});
