import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatasetFolders } from '#electron/export/dataset-folder.ts';
import { createExports } from '#electron/export/exports.ts';
import { openFileWriter } from '#electron/export/file-writer.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { opens } from './opens.ts';

/** Exports into a folder on a disk of a megabyte: what they fail with and what they leave, as a line of JSON. */

const [, , folder = ''] = process.argv;
const file = join(folder, 'ventas.xlsx');
const { handlers } = createExports(
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
    openDataset: createDatasetFolders(
      () => true,
      async () => folder,
    ),
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
const chunk = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
const text = chunk.toString('hex');
const path = 'Mes=2026-10/filas.parquet';

async function writeFiles(
  content: { readonly text: string } | { readonly bytes: Uint8Array },
  chunks: number,
) {
  const opened = await handlers.openExport({ fileName: 'ventas.xlsx' });
  if (opened === null) throw new Error('no export');
  for (let count = 0; count < chunks; count += 1) await handlers.writeExport({ ...opened, ...content });
  return handlers.closeExport(opened);
}

async function writeDataset(chunks: number) {
  const opened = await handlers.openDataset({ accountId: 'a-1' });
  if (opened === null) throw new Error('no export');
  const { exportId } = opened;
  for (let count = 0; count < chunks; count += 1)
    await handlers.writeDataset({ exportId, path, bytes: chunk });
  await handlers.readDataset({ exportId });
  return handlers.closeDataset({ exportId, kept: [] });
}

const left = async () => (await readdir(folder, { recursive: true })).sort();

await writeFile(file, 'before');
const report = {
  text: await codeOf(() => writeFiles({ text }, 40)),
  bytes: await codeOf(() => writeFiles({ bytes: chunk }, 40)),
  old: await readFile(file, 'utf8'),
  left: await left(),
  after: await codeOf(() => writeFiles({ bytes: chunk }, 2)),
  small: await codeOf(() => writeDataset(1)),
  dataset: await codeOf(() => writeDataset(40)),
  datasetOld: (await readFile(join(folder, 'a-1/parquet', path))).equals(chunk),
  datasetLeft: await left(),
  datasetAfter: await codeOf(() => writeDataset(2)),
};
await rm(join(folder, 'a-1'), { recursive: true });
process.stdout.write(`${JSON.stringify(report)}\n`);
