import { expect, test } from 'vitest';
import { currentDatabase, schemaOf } from '#renderer/data/storage/database/copies.ts';
import { SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { createDataService, type DataCalls } from '#renderer/data/worker/data-service.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { openReaderBeside } from '#test/renderer/data/worker/reader-beside.ts';
import { createFakeLocks } from '../fake-locks.ts';
import { stored, writeVersion1 } from '../old-ledger.ts';
import { contents, expected, freshAccount } from '../real-ledger.ts';
import { ORDER, openCurrent, readFile } from './backup-file.ts';

/** A copy that an earlier version wrote: it is saved as it is before anything of it changes, and that can be restored. */

const LINE = { kind: 'socket', url: 'ws://unused', secret: 's' } as const;

function service(): Handlers<DataCalls> {
  return createDataService({
    openReader: openReaderBeside,
    locks: createFakeLocks(),
    channelOpener: () => () => new Promise(() => {}),
    emit: () => {},
  });
}

async function backUp(data: Handlers<DataCalls>, accountId: string): Promise<Uint8Array<ArrayBuffer>> {
  const backup = streamsOf(data).backUp({ accountId, order: { ...ORDER, reason: 'migration' } });
  expect(await backup.next()).toMatchObject({ value: { rows: stored.length, isWhole: true } });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await backup.next();
    if (done === true) break;
    if (value.kind === 'chunk') chunks.push(value.bytes);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

test('is not migrated unasked: first it can be saved as it is, and what is saved is restored as of today', async () => {
  const account = freshAccount();
  await writeVersion1(account);
  const data = service();
  expect(await data.open({ accountId: account, line: LINE })).toEqual({ kind: 'outdated' });
  expect(await schemaOf(await currentDatabase(account))).toBe(1);
  const file = await backUp(data, account);
  // Saving it changed nothing.
  expect(await schemaOf(await currentDatabase(account))).toBe(1);
  expect(await data.open({ accountId: account, line: LINE, migrates: true })).toMatchObject({ kind: 'open' });
  expect(await schemaOf(await currentDatabase(account))).toBe(SCHEMA_VERSION);
  await data.close(null);

  const { restore, end } = await readFile(file);
  expect(end).toMatchObject({ kind: 'ready', summary: { rows: stored.length, isWhole: true } });
  const other = freshAccount();
  await restore.commit(other);
  const [migrated, restored] = [await openCurrent(account), await openCurrent(other)];
  expect(contents(restored)).toEqual(expected(stored));
  expect(restored.damage()).toBeNull();
  const { windows: _, ...before } = await migrated.calls.readState(null);
  // What was staged belongs to a reading that goes on; a backup begins it anew.
  expect(await restored.calls.readState(null)).toEqual({ ...before, windows: [] });
  expect((await restored.reads.changes()).size).toBe((await migrated.reads.changes()).size);
  migrated.close();
  restored.close();
});
