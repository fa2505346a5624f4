import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatasetFolders } from '#electron/export/dataset-folder.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { createAskedQuestions } from '#electron/programs/asked-questions.ts';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { readTablesQuery } from '#renderer/features/export/asked-tables.ts';
import { answerDataset } from '#renderer/programs/dataset.ts';
import type { ProgramAnswer } from '#shared/contract/program-questions.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { opens, pullFrom } from '#test/electron/export/feeds.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { account as accountOf } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** An export for engines that a program asked for, against the app's own, on a disk. */

const TARGET: Annotation<'target'> = {
  ...{ measure: 'total', month: '2026-03' as Month, of: null, currency: 'CLP', owner: 'Ana', atMs: 8 },
  value: '12.5' as Decimal,
};
/** Many: that a few are gone needs nobody's consent. */
const SALES = Array.from({ length: 80 }, (_, at) => row({ Orden: String(at + 1), Ventas: `${at}00.25` }));

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'cuadra-asked-dataset-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** A copy with a page that exports it into the app's own folder, and a program that asks for one in another. */
async function openBooks() {
  const id = freshServiceAccount();
  const account = accountOf({ id, currencies: { main: 'CLP', own: [] } });
  const page = startPage(createFakeLocks());
  const { service } = page;
  await service.open({ accountId: id, line: LINE });
  const [own, named] = [await directory(), await directory()];
  const asked = createAskedQuestions(
    () => undefined,
    async () => 'off',
  );
  onTestFinished(asked.stop);
  const openDataset = createDatasetFolders(
    (known) => known === id,
    async () => own,
  );
  const { calls } = createPageStreams(
    opens({
      openDataset,
      openAskedDataset: async (question, of) => openDataset(of, true, await asked.folderOf(question)),
    }),
  ).connect();
  const main = pullFrom(calls);
  const data = streamsOf(service);
  const takes = asked.connect();
  let syncs = 0;
  return {
    id,
    service,
    folders: { own: join(own, id, 'parquet'), named: join(named, id, 'parquet') },
    async sync(rows: typeof SALES): Promise<void> {
      syncs += 1;
      await load((await page.main()).calls, `w${syncs}`, rows);
    },
    facts: () => service.readFacts(null),
    async exportByApp(): Promise<void> {
      const wanted = { account: id, app: '1', forPostgresql: false, tables: readTablesQuery(account) };
      const { signal } = new AbortController();
      await runDataset(main.dataset({ accountId: id }), data, wanted, () => undefined, signal);
    },
    /** @param facts those that the page had when it was asked */
    async exportByProgram(facts = service.readFacts(null), folder = named): Promise<ProgramAnswer> {
      const listening = { asker: 'command', progress: () => undefined } as const;
      const { signal } = new AbortController();
      asked.ask({ ask: 'dataset', folder }, { ...listening, signal }).catch(() => undefined);
      const [taken] = await takes.calls.takeAsked(null);
      if (taken?.question.ask !== 'dataset') throw new Error('It was not asked.');
      const copy = { account, accounts: [account], app: '1', facts: await facts, hidesBuyers: false };
      return answerDataset(
        taken.question,
        { ...copy, call: service as never },
        { id: taken.id, main, data, progress: () => undefined },
      );
    },
  };
}

/** Every file below a folder: what it holds, and which one it is. */
async function lying(folder: string): Promise<ReadonlyMap<string, { bytes: string; file: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      files.toSorted().map(async (path) => {
        const bytes = (await readFile(path)).toString('latin1');
        return [path.slice(folder.length + 1), { bytes, file: (await stat(path)).ino }] as const;
      }),
    ),
  );
}

/** Tables that are other files than before. */
async function writtenSince(before: Awaited<ReturnType<typeof lying>>, folder: string) {
  const isOther = ([path, { file }]: readonly [string, { readonly file: number }]): boolean =>
    path.endsWith('.parquet') && before.get(path)?.file !== file;
  return [...(await lying(folder))].filter(isOther).map(([path]) => path);
}

const contents = async (folder: string) =>
  new Map([...(await lying(folder))].map(([path, { bytes }]) => [path, bytes]));

test('a program’s export is the app’s own, byte for byte: a first one, one of nothing new, and one with deletions', async () => {
  // The moment of an export is in its files.
  vi.setSystemTime('2026-04-20T12:00:00.000Z');
  onTestFinished(() => void vi.useRealTimers());
  const books = await openBooks();
  const { own, named } = books.folders;
  const expectSame = async (): Promise<ProgramAnswer> => {
    await books.exportByApp();
    const answer = await books.exportByProgram();
    expect(await contents(named)).toEqual(await contents(own));
    expect(answer.table.rows).toEqual([
      [named, String((await books.facts()).rows), String((await lying(named)).size)],
    ]);
    return answer;
  };
  await books.sync(SALES);
  await books.service.writeAnnotations({
    kind: 'target',
    puts: [{ key: targetKey(TARGET), value: TARGET }],
    deletes: [],
  });
  await expectSame();
  const first = await lying(named);
  expect([...first.keys()]).toContain('Mes=2026-03/filas.parquet');

  await expectSame();
  expect(await writtenSince(first, named)).toEqual([]);

  await books.sync(SALES.slice(1));
  await books.service.writeAnnotations({ kind: 'target', puts: [], deletes: [targetKey(TARGET)] });
  const answer = await expectSame();
  expect(answer.evidence).toMatchObject({ selection: null, currency: null, rows: 79, orders: 79 });
  const written = await writtenSince(first, named);
  expect(written).toEqual(expect.arrayContaining(['Mes=2026-03/filas.parquet', 'tablas/metas.parquet']));
  expect(written).not.toContain('tablas/cierres.parquet');

  // Into the app's own folder it is the app's next one.
  const before = await lying(own);
  await books.exportByProgram(undefined, join(own, '../..'));
  expect(await writtenSince(before, own)).toEqual([]);
});

test('its evidence is of the rows that were written, also where some came after it was asked', async () => {
  const books = await openBooks();
  await books.sync(SALES);
  const then = await books.facts();
  await books.sync([...SALES, row({ Orden: '81', Ventas: '1' })]);
  const now = await books.facts();
  const { evidence } = await books.exportByProgram(Promise.resolve(then));
  expect(now.revision).toBeGreaterThan(then.revision);
  expect(evidence).toMatchObject({
    ...{ rows: 81, orders: 81, revision: now.revision, readUntil: now.readUntil },
  });
});

test('there is none of a copy without rows, nor in a folder that is not there', async () => {
  const books = await openBooks();
  await expect(books.exportByProgram()).rejects.toMatchObject({ code: 'no-rows-yet' });
  await books.sync(SALES.slice(0, 1));
  const elsewhere = join(await directory(), 'none');
  await expect(books.exportByProgram(undefined, elsewhere)).rejects.toMatchObject({ code: 'folder-gone' });
});
