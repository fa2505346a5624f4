import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { findFile } from './archive.ts';
import { makeDeb } from './deb.ts';

/**
 * Packs what is committed twice, in two folders, one after the other, under two zones and languages, and compares what
 * came of it byte by byte. Builds twice, so it is no part of npm test: a job of check.yml runs it.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MACHINES = [
  { folder: 'one', TZ: 'UTC', LC_ALL: 'C' },
  { folder: 'another/of-another-length', TZ: 'Pacific/Chatham', LC_ALL: 'es_AR.UTF-8' },
] as const;

type Packed = {
  readonly project: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly archive: string;
};

function run(cwd: string, program: string, args: readonly string[], extra: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...extra };
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

async function packIn(folder: string, machine: (typeof MACHINES)[number]): Promise<Packed> {
  const project = join(folder, machine.folder);
  await mkdir(project, { recursive: true });
  run(folder, 'git', ['clone', '--quiet', PROJECT, project]);
  // No links to one folder, which both would name; the files themselves may be the same.
  const packages = join(PROJECT, 'node_modules');
  if (spawnSync('cp', ['-al', packages, project]).status !== 0) run(project, 'cp', ['-a', packages, project]);
  run(project, 'npm', ['run', 'package'], machine);
  const release = join(project, 'release');
  const archive = findFile(release, (name) => name === 'app.asar');
  const sbom = findFile(release, (name) => name.endsWith('.cdx.json'));
  if (archive === undefined || sbom === undefined) throw new Error(`No package in ${release}.`);
  const files = new Map([
    ['app.asar', readFileSync(archive)],
    ['the list of components', readFileSync(sbom)],
  ]);
  if (process.platform === 'linux') {
    process.env.SOURCE_DATE_EPOCH = run(project, 'git', ['log', '-1', '--format=%ct']);
    const deb = await makeDeb(join(archive, '../..'), project, folder);
    files.set('.deb', readFileSync(deb.file));
    await deb.remove();
  }
  return { project, files, archive };
}

/** Names of this machine that stand in the archive, with the file that has them. */
function tracesIn({ archive, project }: Packed): readonly string[] {
  const names = [project, PROJECT, homedir(), tmpdir(), hostname()].filter((name) => name.length > 4);
  return listPackage(archive, { isPack: false }).flatMap((path) => {
    if (!/\.[a-z0-9]+$/i.test(path)) return [];
    const content = extractFile(archive, path.slice(1));
    return names.filter((name) => content.includes(name)).map((name) => `${path} has ${name}`);
  });
}

const digestOf = (content: Buffer | undefined) =>
  content === undefined ? 'nothing' : createHash('sha256').update(content).digest('hex');

const folder = await mkdtemp(join(tmpdir(), 'cuadra-reproducible-'));
const problems: string[] = [];
try {
  const [one, other] = [await packIn(folder, MACHINES[0]), await packIn(folder, MACHINES[1])];
  for (const [name, content] of one.files) {
    const [first, second] = [digestOf(content), digestOf(other.files.get(name))];
    process.stdout.write(`${name}: ${content.length} bytes, ${first}\n`);
    if (first !== second) problems.push(`${name} is ${second} the second time`);
  }
  problems.push(...tracesIn(one), ...tracesIn(other));
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(problems.length === 0 ? 'the same twice, and no trace of this machine\n' : '');
process.exitCode = problems.length === 0 ? 0 : 1;
