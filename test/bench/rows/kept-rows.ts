import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import type { MadeSegment, SegmentShare } from './segment-process.ts';
import { createSegmentMaker, ROWS_PER_SEGMENT } from './world-segments.ts';

/**
 * Segments of the demo world, made once and kept beside the system's temporary files. The name of what is kept holds
 * a print of what world and encoder make of a small world today: when either changes, the rows are made anew.
 */

export type KeptSegment = MadeSegment & {
  /** Path of the file with its bytes. */
  readonly file: string;
};

/** CUADRA_BENCH_ROWS names another folder. */
const HOME = process.env.CUADRA_BENCH_ROWS ?? join(tmpdir(), 'cuadra-bench-rows');
const PROBE_ROWS = 2000;
const INDEX = 'index.json';

/** So many rows as files, newest segment first; `say` hears of the progress where they have to be made. */
export async function keptRows(
  rows: number,
  say: (line: string) => void = () => {},
  rowsPerSegment: number = ROWS_PER_SEGMENT,
  home: string = HOME,
): Promise<readonly KeptSegment[]> {
  const family = `${rows}-${rowsPerSegment}-`;
  const folder = join(home, `${family}${printOfMaking()}`);
  if (!existsSync(join(folder, INDEX))) {
    await mkdir(home, { recursive: true });
    for (const name of await readdir(home)) {
      if (name.startsWith(family)) await rm(join(home, name), { recursive: true, force: true });
    }
    // Under another name until it is whole: what was interrupted is not taken for rows.
    const unfinished = await mkdtemp(join(home, 'unfinished-'));
    try {
      const made = await makeAll(rows, rowsPerSegment, unfinished, say);
      await writeFile(join(unfinished, INDEX), JSON.stringify(made));
      await rename(unfinished, folder);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  const made: readonly MadeSegment[] = JSON.parse(await readFile(join(folder, INDEX), 'utf8'));
  return made.map((segment) => ({ ...segment, file: join(folder, String(segment.place)) }));
}

export type KeptBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly headerLength: number };

/** A kept segment in memory, in a buffer of its own as the decoder wants it. */
export async function readKept({ file }: KeptSegment): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

/** `keptRows` in memory. */
export async function keptBytes(...which: Parameters<typeof keptRows>): Promise<readonly KeptBytes[]> {
  const kept = await keptRows(...which);
  return Promise.all(
    kept.map(async (segment) => ({ bytes: await readKept(segment), headerLength: segment.headerLength })),
  );
}

function printOfMaking(): string {
  const { bytes } = createSegmentMaker(PROBE_ROWS, PROBE_ROWS).make(0);
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}

async function makeAll(
  rows: number,
  rowsPerSegment: number,
  folder: string,
  say: (line: string) => void,
): Promise<readonly MadeSegment[]> {
  const segments = Math.ceil(rows / rowsPerSegment);
  const shares = Math.min(availableParallelism(), segments);
  const from = performance.now();
  say(`making ${rows.toLocaleString('en')} rows of the demo world in ${shares} processes, to be kept`);
  const made: MadeSegment[] = [];
  const keep = (segment: MadeSegment) => {
    made.push(segment);
    const seconds = (performance.now() - from) / 1000;
    if (segments > 5) say(`segment ${made.length} of ${segments}, ${seconds.toFixed(0)} s`);
  };
  await Promise.all(
    Array.from({ length: shares }, (_, share) =>
      makeShare({ folder, rows, rowsPerSegment, share, shares }, keep),
    ),
  );
  return made.sort((a, b) => a.place - b.place);
}

async function makeShare(share: SegmentShare, keep: (segment: MadeSegment) => void): Promise<void> {
  const maker = fork(new URL('./segment-process.ts', import.meta.url), {
    execArgv: ['--import', TYPESCRIPT_LOADER],
  });
  maker.on('message', (message) => keep(message as MadeSegment));
  maker.send(share);
  // A message may still be on its way when the process has ended.
  const [[code]] = await Promise.all([once(maker, 'exit'), once(maker, 'disconnect')]);
  if (code !== 0) throw new Error(`A process that makes rows ended with ${code}.`);
}
