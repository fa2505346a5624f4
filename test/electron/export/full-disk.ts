import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatasetFolders } from '#electron/export/dataset-folder.ts';
import { openFileWriter } from '#electron/export/file-writer.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { begun, chunk, END, opens, pullFrom } from './feeds.ts';

/** Exports into a folder on a disk of a megabyte: what they fail with and what they leave, as a line of JSON. */

const [, , folder = ''] = process.argv;
const file = join(folder, 'ventas.xlsx');
const openDataset = createDatasetFolders(
  () => true,
  async () => folder,
);
const { calls } = createPageStreams(
  opens({
    openTarget: async () => {
      const writer = await openFileWriter(file);
      return {
        write: writer.write,
        close: async () => {
          await writer.finish();
          return { kind: 'file', path: file } as const;
        },
        cancel: writer.discard,
      };
    },
    openDataset,
    openAskedDataset: (_, accountId) => openDataset(accountId, true, folder),
  }),
).connect();

async function codeOf(step: () => Promise<unknown>): Promise<string> {
  try {
    await step();
    return 'done';
  } catch (error) {
    return error instanceof RpcError ? error.code : String(error);
  }
}

/** Random: no file system makes less of it. */
const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
const text = bytes.toString('hex');
const path = 'Mes=2026-10/filas.parquet';

const pull = pullFrom(calls);

async function writeFiles(content: string | Uint8Array, chunks: number) {
  const opened = await begun(pull.exportFile({ fileName: 'ventas.xlsx' }));
  for (let count = 0; count < chunks; count += 1) await opened.next(chunk(content));
  return opened.next(END);
}

async function writeDataset(chunks: number, dataset = pull.dataset({ accountId: 'a-1' })) {
  const opened = await begun(dataset);
  for (let count = 0; count < chunks; count += 1) await opened.next({ ...chunk(bytes), path });
  await opened.next({ ...chunk('{"account":"a-1"}'), path: 'manifest.json' });
  await opened.next({ kind: 'complete' });
  return opened.next({ kind: 'end', kept: [] });
}

const left = async () => (await readdir(folder, { recursive: true })).sort();

await writeFile(file, 'before');
const report = {
  text: await codeOf(() => writeFiles(text, 40)),
  bytes: await codeOf(() => writeFiles(bytes, 40)),
  old: await readFile(file, 'utf8'),
  left: await left(),
  after: await codeOf(() => writeFiles(bytes, 2)),
  small: await codeOf(() => writeDataset(1)),
  dataset: await codeOf(() => writeDataset(40)),
  asked: await codeOf(() => writeDataset(40, pull.askedDataset({ accountId: 'a-1', id: 'q' }))),
  datasetOld: (await readFile(join(folder, 'a-1/parquet', path))).equals(bytes),
  datasetLeft: await left(),
  datasetAfter: await codeOf(() => writeDataset(2)),
};
await rm(join(folder, 'a-1'), { recursive: true });
process.stdout.write(`${JSON.stringify(report)}\n`);
