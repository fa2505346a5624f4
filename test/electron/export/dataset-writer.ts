import { createDatasetFolders } from '#electron/export/dataset-folder.ts';

/** Writes one export after the other into a folder until it is killed; says when the first one is whole, and each file after it. */

const [, , directory = '', months = '0'] = process.argv;
const openDataset = createDatasetFolders(
  () => true,
  async () => directory,
);

for (let number = 1; ; number += 1) {
  const target = await openDataset('a-1');
  const bytes = new TextEncoder().encode(String(number).padStart(8, '0').repeat(1000));
  for (let month = 1; month <= Number(months); month += 1) {
    await target?.write(`Mes=2026-${String(month).padStart(2, '0')}/filas.parquet`, bytes);
    if (number > 1) process.stdout.write('file\n');
  }
  await target?.write('manifest.json', bytes);
  await target?.close([]);
  if (number === 1) process.stdout.write('whole\n');
}
