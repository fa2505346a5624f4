import { measureJourney } from './browser/frames-journey.ts';
import { startSeededApp } from './browser/seeded-app.ts';

/**
 * Frames, long tasks and the start of the app on a local copy of a million rows, in a real Chromium: the scrolling
 * table, the table's columns, and a sync that commits while a chart is on the screen and the table scrolls.
 *
 * CUADRA_BENCH_ROWS_COUNT: another size. CUADRA_BENCH_ROWS: a folder for the rows, which take minutes to make.
 */

const ROWS = Number(process.env.CUADRA_BENCH_ROWS_COUNT ?? 1_000_000);

const app = await startSeededApp(ROWS);
try {
  await measureJourney(app, (line) => process.stdout.write(`  ${line}\n`));
} finally {
  await app.close();
}
