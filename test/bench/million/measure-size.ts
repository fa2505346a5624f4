import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { type BenchBrowser, type BenchSite, withBenchSite } from '#test/bench/browser/browser-bench.ts';
import type { Body } from '#test/bench/browser/serve-bench.ts';
import { keptRows } from '#test/bench/rows/kept-rows.ts';
import type { AskInput, AskResult } from './ask.worker.ts';
import type { ChangeInput, ChangeResult } from './change.worker.ts';
import { bytesUnder, forgetFiles } from './file-cache.ts';
import type { OpenInput, OpenResult } from './open.worker.ts';
import { DUCKDB_FILES } from './peers/duckdb-files.ts';
import type { SeedInput, SeedResult } from './seed.worker.ts';

/** Everything that is measured at one size, in one site: one profile, several browser processes over it. */

export type Size = {
  readonly rows: number;
  /** How many times the rows are written, with other order numbers. */
  readonly copies: number;
  readonly withPeers: boolean;
  readonly rounds: number;
  /** What rows may take in memory. */
  readonly rowMemory: RowMemoryBound;
};
export type SizeResult = {
  readonly rows: number;
  readonly browser: string;
  readonly seed: SeedResult;
  /** Bytes of IndexedDB's files once a later start has opened them. */
  readonly diskBytes: number;
  /** Whether the profile was out of the system's file cache at each cold start. */
  readonly isColdOnDisk: boolean;
  readonly cold: readonly OpenResult[];
  readonly warm: readonly OpenResult[];
  readonly memory: OpenResult;
  readonly ask: AskResult;
  readonly change: ChangeResult;
};

const WORKERS = ['seed', 'open', 'ask', 'change'] as const;
const COLD_STARTS = 3;
const WARM_STARTS = 5;

export async function measureSize(
  { rows, copies, withPeers, rounds, rowMemory }: Size,
  say: (line: string) => void,
): Promise<SizeResult> {
  const kept = await keptRows(rows, say);
  const files = new Map<string, Body>(
    kept.map(({ place, file }) => [segmentName(place), { file, type: 'application/octet-stream' }]),
  );
  for (const [name, body] of duckDbFiles()) files.set(name, body);
  const workers = Object.fromEntries(
    WORKERS.map((name) => [name, new URL(`./${name}.worker.ts`, import.meta.url)]),
  );
  return withBenchSite({ workers, files }, async (site) => {
    const seedInput: SeedInput = {
      segments: kept.map(({ place, headerLength }) => ({ name: segmentName(place), headerLength })),
      copies,
    };
    const { seed, version } = await site.browse(async (browser) => ({
      seed: await browser.run<SeedResult>('seed', seedInput),
      version: browser.version,
    }));
    say(`${seed.rows.toLocaleString('en')} rows written in ${(seed.ms / 1000).toFixed(1)} s`);
    const { cold, isColdOnDisk } = await startCold(site, rowMemory);
    say(`cold starts: ${startsOf(cold)}`);
    const { warm, memory } = await site.browse((browser) => startWarm(browser, rowMemory));
    say(`warm starts: ${startsOf(warm)}`);
    const diskBytes = await bytesUnder(join(site.profile, 'Default', 'IndexedDB'));
    const ask = await site.browse(({ run }) =>
      run<AskResult>('ask', { withPeers, rounds, rowMemory } satisfies AskInput, say),
    );
    const change = await site.browse(({ run }) =>
      run<ChangeResult>('change', { rounds, rowMemory } satisfies ChangeInput, say),
    );
    return {
      rows: seed.rows,
      browser: version,
      seed,
      diskBytes,
      isColdOnDisk,
      cold,
      warm,
      memory,
      ask,
      change,
    };
  });
}

/** First totals of cells, and of rows. */
const startsOf = (starts: readonly OpenResult[]): string =>
  starts.map(({ earlyMs, totalsMs }) => `${earlyMs?.toFixed(0) ?? '–'}/${totalsMs.toFixed(0)} ms`).join(', ');

/** A browser process each, over files that are not in memory. */
async function startCold(site: BenchSite, rowMemory: RowMemoryBound) {
  const cold: OpenResult[] = [];
  let isColdOnDisk = true;
  for (let start = 0; start < COLD_STARTS; start += 1) {
    isColdOnDisk = (await forgetFiles(site.profile)) && isColdOnDisk;
    cold.push(await site.browse(({ run }) => open(run, { measureMemory: false, rowMemory })));
  }
  return { cold, isColdOnDisk };
}

/** A page and a worker each, in one browser process that has opened the copy before. */
async function startWarm({ run }: BenchBrowser, rowMemory: RowMemoryBound) {
  const asked = { measureMemory: false, rowMemory };
  await open(run, asked);
  const warm: OpenResult[] = [];
  for (let start = 0; start < WARM_STARTS; start += 1) warm.push(await open(run, asked));
  return { warm, memory: await open(run, { ...asked, measureMemory: true }) };
}

function open(run: BenchBrowser['run'], input: OpenInput): Promise<OpenResult> {
  return run<OpenResult>('open', input);
}

function segmentName(place: number): string {
  return `segment-${place}`;
}

/** DuckDB's program and worker from its package: nothing is fetched from elsewhere. */
function duckDbFiles(): readonly (readonly [string, Body])[] {
  const { resolve } = createRequire(import.meta.url);
  const file = (name: string) => resolve(`@duckdb/duckdb-wasm/dist/${name}`);
  return [
    [DUCKDB_FILES.worker, { file: file('duckdb-browser-eh.worker.js'), type: 'text/javascript' }],
    [DUCKDB_FILES.program, { file: file('duckdb-eh.wasm'), type: 'application/wasm' }],
  ];
}
