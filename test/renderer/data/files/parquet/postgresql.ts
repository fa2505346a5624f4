import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL of its own: a cluster in a temporary folder, reached by a socket there and by no port. */

const VERSIONS = '/usr/lib/postgresql';

/** The folder of its programs; undefined where there is none. `.ci/run` installs one and says that it must be there. */
export function findPostgresql(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'psql')));
  if (found === undefined && process.env.CUADRA_POSTGRESQL === 'required') {
    throw new Error('PostgreSQL is required here, and is not there.');
  }
  return found;
}

/** PostgreSQL refuses to run as root: then as the user that its package makes. */
function runningUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (option: string): number =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

type Row = { readonly [name: string]: string | null };

export type Postgresql = ReturnType<typeof startPostgresql>;

/**
 * @param path folders of programs that scripts may start
 * @param timeoutMs what a program may take
 */
export function startPostgresql(programs: string, path: string, timeoutMs = 60_000) {
  const home = mkdtempSync(join(tmpdir(), 'cuadra-pg-'));
  const user = runningUser();
  if (user !== null) chownSync(home, user.uid, user.gid);
  chmodSync(home, 0o700);
  const data = join(home, 'data');
  const run = (
    program: string,
    args: readonly string[],
    cwd: string,
    isServers: boolean,
    input = '',
  ): string => {
    const done = spawnSync(join(programs, program), args, {
      cwd,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: timeoutMs,
      // In another language and zone than the texts and times that are loaded.
      env: { PATH: path, LC_ALL: 'C', TZ: 'America/Santiago', PGTZ: 'America/Santiago' },
      ...(isServers && user !== null ? user : {}),
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`);
    return done.stdout;
  };
  // Nothing is kept: what it would do for that is left out.
  const settings = '-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0';
  run('initdb', ['-D', data, '-U', 'cuadra', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], home, true);
  const log = join(home, 'log');
  const options = `-k ${home} -h '' ${settings}`;
  run('pg_ctl', ['-D', data, '-l', log, '-o', options, '-w', 'start'], home, true);
  const psql = (folder: string, args: readonly string[], input = ''): string =>
    run(
      'psql',
      ['-X', '-q', '-h', home, '-U', 'cuadra', '-v', 'ON_ERROR_STOP=1', ...args],
      folder,
      false,
      input,
    );
  return {
    /** An empty database of this name. */
    create: (database: string): void => void psql(home, ['-c', `CREATE DATABASE ${database}`, 'postgres']),
    /** Runs a script where its files lie. */
    runScript: (database: string, folder: string, file: string): void =>
      void psql(folder, ['-f', file, database]),
    /** Rows of a query; null is null. */
    ask: (database: string, query: string): readonly Row[] => {
      const script = `SELECT coalesce(json_agg(t), '[]') FROM (${query}) AS t`;
      return JSON.parse(psql(home, ['-A', '-t', '-d', database], script));
    },
    /** The same of several queries, a line each. */
    askAll: (database: string, queries: readonly string[]): readonly (readonly Row[])[] => {
      const script = queries.map((query) => `SELECT coalesce(jsonb_agg(t), '[]') FROM (${query}) AS t;`);
      const told = psql(home, ['-A', '-t', '-d', database], script.join('\n'));
      return told
        .split('\n')
        .slice(0, queries.length)
        .map((line) => JSON.parse(line));
    },
    /** The rest of a line of COPY, and what it reads. */
    copyIn: (database: string, into: string, options: string, content: string): void =>
      void psql(home, ['-d', database, '-c', `\\copy ${into} FROM pstdin WITH (${options})`], content),
    execute: (database: string, statement: string): void => void psql(home, ['-d', database], statement),
    stop: (): void => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'], home, true);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
