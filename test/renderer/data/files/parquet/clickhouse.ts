import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** ClickHouse as chdb carries it (546 MB: no dependency of ours), in a process and a database of its own. */

/** The folder whose node_modules hold it: CUADRA_CHDB, or where it resolves; undefined where there is none. */
export function findChdb(): string | undefined {
  const named = process.env.CUADRA_CHDB;
  if (named !== undefined && named !== '') {
    if (!existsSync(join(named, 'node_modules', 'chdb'))) throw new Error(`There is no chdb in ${named}.`);
    return named;
  }
  try {
    return dirname(createRequire(import.meta.url).resolve('chdb'));
  } catch {
    return undefined;
  }
}

export type Clickhouse = ReturnType<typeof startClickhouse>;

type Row = { readonly [name: string]: string | null };
const rowsOf = (lines: string): readonly Row[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
/** Behind the rows of each of several queries. */
const END = '«end»';

const PROGRAM = fileURLToPath(new URL('chdb-program.mjs', import.meta.url));

/** @param timeoutMs what the statements of one call may take */
export function startClickhouse(chdb: string, timeoutMs = 60_000) {
  const home = mkdtempSync(join(tmpdir(), 'cuadra-ch-'));
  const run = (folder: string, statements: string): string => {
    const done = spawnSync(process.execPath, [PROGRAM, chdb, join(home, 'data')], {
      cwd: folder,
      input: statements,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: timeoutMs,
      env: { TZ: 'America/Santiago' },
    });
    if (done.status !== 0) throw new Error(`${done.stderr}${done.error ?? ''}`);
    return done.stdout;
  };
  return {
    /** Runs a script where its files lie, and what it says that there is to do; gives the latter. */
    load: (folder: string, file: string): string => {
      const missing = run(folder, readFileSync(join(folder, file), 'utf8'));
      if (missing !== '') run(folder, missing);
      return missing;
    },
    /** Rows of a query, whatever is in them as a text; null is null. */
    ask: (query: string): readonly Row[] => rowsOf(run(home, `${query} FORMAT JSONEachRow;\n`)),
    /** The same of several. */
    askAll: (queries: readonly string[]): readonly (readonly Row[])[] =>
      run(
        home,
        queries.map((query) => `${query} FORMAT JSONEachRow;\nSELECT '${END}' FORMAT TSVRaw;\n`).join(''),
      )
        .split(`${END}\n`)
        .slice(0, queries.length)
        .map(rowsOf),
    execute: (statement: string): void => void run(home, `${statement};\n`),
    stop: (): void => rmSync(home, { recursive: true, force: true }),
  };
}
