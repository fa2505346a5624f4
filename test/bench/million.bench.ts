import { writeFile } from 'node:fs/promises';
import { describeMachine } from './million/machine.ts';
import { measureSize, type SizeResult } from './million/measure-size.ts';
import { readOptions } from './million/options.ts';
import { tableOf, tableText } from './million/table.ts';

/**
 * A million rows in a real Chromium, through the product's own ledger, columns and queries, with DuckDB-WASM and
 * Arquero beside them on the same rows.
 *
 *   npm run bench -- million [--rows 100000,1000000,3000000] [--rounds 7] [--memory 1500] [--no-peers] [--json <file>]
 *
 * THE ROWS are the demo world's, all 114 columns, encoded by the product in segments of 50,000 rows (what merging
 * leaves), made once and kept (rows/kept-rows.ts). 3,000,000 rows are the million three times with other order numbers.
 * They are written into a new profile's IndexedDB as commits write them; the ledger checks every byte when it opens.
 *
 * STARTS are counted from the birth of the data worker: its script fetched and compiled, the ledger opened, the facts,
 * the exact totals of the dashboard's rows. Cold: a new browser process, and the profile's files put out of the
 * system's file cache before (with GNU dd; the JSON says where that was not possible). Warm: a new page and worker in a
 * browser process that had the copy open before. Medians of 3 and 5.
 *
 * MEMORY is what the browser says of the page and its worker after a garbage collection
 * (measureUserAgentSpecificMemory: script heaps and buffers), less the same before the ledger was opened. DISK is
 * the size of the database's files after several starts. `--memory` bounds what rows may take, in MB: with more, rows are
 * read back from disk by whoever asks for them; the log says how much is out after all questions.
 *
 * QUESTIONS (questions.ts) are asked of everyone in one worker, after all answers were compared: the same groups, rows
 * and exact sums, to the last digit, or the bench fails. Our caches and cubes are made before, as the data worker makes them
 * in idle moments after it has opened a copy; after a commit they are not, so that the questions that follow it go mostly by
 * the rows. Then all are asked in turns, each round begun by another. Every question of ours is by a selection never asked
 * before: kept answers are not measured. First times (nothing warm), medians, quartiles and extremes go to the JSON, with the
 * time of a 64 MB copy taken before each run: where that moves, the machine was busy. Ratios come from one run; times of two
 * machines or runs do not compare.
 *
 * OURS answers more than it is asked: distinct orders, coverage of product cost and subtotals besides. The peers' time
 * ends when their answer is there, before it is read. DuckDB runs as its users have it, in its own worker with one thread
 * (the JSON holds what asking alone takes). It answers on codes in the narrowest integers, and on VARCHAR. Its measures
 * are DECIMAL of 4 bytes where they fit. Arquero sums integers as numbers. Sorting gives everyone's whole
 * order, as a table needs that scrolls to any place (its first lines, which we find without, are measured apart); the peers
 * are not asked to search or to sort texts: they have neither the product's folding nor its collation.
 *
 * COMMITS take 2,000 orders spread over the whole copy (no segment is spared), changed or new: pages staged, judged,
 * committed in one strict transaction, whose time is seen from outside; afterwards the copy's rows and exact sum of Ventas
 * are compared with what must have become of them. A reload is a warm start without its script and totals.
 *
 * It takes some 8 minutes on a quiet machine of two cores when the rows are kept, and 1 more to make them.
 */

const begun = performance.now();
const { sizes, json } = readOptions(process.argv.slice(2), new Date());
const before = describeMachine();
const results: SizeResult[] = [];
for (const size of sizes) {
  const rows = (size.rows * size.copies).toLocaleString('en');
  const say = (line: string) =>
    process.stdout.write(
      `  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${rows}: ${line}\n`,
    );
  results.push(await measureSize(size, say));
  // After each size: what fails at the largest takes nothing from the others.
  await keep();
}
const lines = tableOf(results);
process.stdout.write(`\n${tableText(results, lines)}\n\n`);
const after = describeMachine();
process.stdout.write(
  `Peers: how many times longer they take, at the most rows they were asked.\n` +
    `${before.cores} cores, load ${before.load[0]?.toFixed(1)} before and ${after.load[0]?.toFixed(1)} after; ` +
    `Chromium ${results[0]?.browser}; ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
);
process.stdout.write(`All figures: ${json}\n`);

function keep(): Promise<void> {
  const figures = { before, after: describeMachine(), table: tableOf(results), sizes: results };
  return writeFile(json, JSON.stringify(figures, null, 1));
}
