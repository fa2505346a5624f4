import { join } from 'node:path';
import { withBenchSite } from './browser/browser-bench.ts';
import { report } from './measure.ts';
import type { MergeResult } from './merge/merge.worker.ts';
import { bytesUnder } from './million/file-cache.ts';
import type { OpenResult } from './million/open.worker.ts';
import type { SeedInput, SeedResult } from './million/seed.worker.ts';
import { keptRows } from './rows/kept-rows.ts';

/**
 * Merging in a real Chromium: a copy of 200,000 rows (or `npm run bench -- merge --rows <n>`) in segments of 5,000, as
 * a first load leaves them, is opened, merged in idle moments as the data worker does, and opened again. Ratios are of
 * one run; the plain way to merge is to read the rows' cells and to encode them as if they had just come.
 */

const at = process.argv.indexOf('--rows');
const ROWS = at < 0 ? 200_000 : Number(process.argv[at + 1]);
const ROWS_PER_COMMIT = 5_000;
const STARTS = 5;

const kept = await keptRows(ROWS, (line) => process.stdout.write(`  ${line}\n`), ROWS_PER_COMMIT);
const nameOf = (place: number) => `segment-${place}`;
const files = new Map(
  kept.map(({ place, file }) => [nameOf(place), { file, type: 'application/octet-stream' }]),
);
const workers = {
  seed: new URL('./million/seed.worker.ts', import.meta.url),
  open: new URL('./million/open.worker.ts', import.meta.url),
  merge: new URL('./merge/merge.worker.ts', import.meta.url),
};
const seed: SeedInput = {
  segments: kept.map(({ place, headerLength }) => ({ name: nameOf(place), headerLength })),
  copies: 1,
};

await withBenchSite({ workers, files }, async ({ browse, profile }) => {
  const disk = () => bytesUnder(join(profile, 'Default', 'IndexedDB'));
  const opened = () =>
    browse(async ({ run }) => {
      const starts: OpenResult[] = [];
      for (let start = 0; start <= STARTS; start += 1) {
        starts.push(await run<OpenResult>('open', { measureMemory: false }));
      }
      const times = starts.slice(1).map(({ scriptMs, openMs }) => openMs - scriptMs);
      times.sort((a, b) => a - b);
      return { openMs: times[Math.floor(times.length / 2)] ?? Number.NaN, ventas: starts[0]?.ventas };
    });
  await browse(({ run }) => run<SeedResult>('seed', seed));
  const before = await opened();
  const diskBefore = await disk();
  const merged = await browse(({ run }) => run<MergeResult>('merge', null));
  const after = await opened();
  const diskAfter = await disk();
  if (before.ventas !== after.ventas) throw new Error('A merge has changed a sum.');
  const bytes = (all: number) => `${(all / merged.rows).toFixed(0)} B`;
  process.stdout.write(
    `  ${merged.rows.toLocaleString('en')} rows: ${merged.segmentsBefore} segments to ${merged.segmentsAfter}, ` +
      `${(merged.rowsWritten / merged.rows).toFixed(2)} rows written for each\n` +
      `  a row: segments ${bytes(merged.bytesBefore)} to ${bytes(merged.bytesAfter)}, ` +
      `on the disk ${bytes(diskBefore)} to ${bytes(diskAfter)}\n`,
  );
  report('merge 50,000 rows, written to the disk', merged.mergeMs, {
    name: 'encoding their cells, unwritten',
    ms: merged.cellsMs,
  });
  report('meanwhile a message waits, at worst', merged.longestWaitMs);
  report('99 of 100 messages', merged.usualWaitMs);
  report('open the copy', after.openMs, { name: 'before it was merged', ms: before.openMs });
});
