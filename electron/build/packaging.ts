import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releasesAddress } from '../desktop/update-rules.ts';
import { childEnvironment } from '../launch/child-environment.ts';
import { findElectronBinary, findElectronPackage } from '../launch/electron.ts';
import { PROJECT } from '../launch/project.ts';
import { buildWhenStale, PARTS } from './build-parts.ts';
import { makeIcons } from './icons.ts';
import { writeSbom } from './sbom.ts';
import { makeStandIn } from './stand-in.ts';

const RELEASE = join(PROJECT, 'release');
const FLAG = { darwin: '--mac', win32: '--win' } as const;

/** `folder`: the app unpacked. `installers`: what electron-builder.yml names for this system. */
type PackageForm = 'folder' | 'installers';

/** Where releases come from, as GitHub names it: `owner/name`. */
type Releases = { readonly repository: string | null; readonly isSigned: boolean };

/**
 * The arguments for electron-builder. With a repository the app knows the page of its releases. Signed, it also gets
 * the feed of its updates, and ends the build where it cannot sign: a build with a feed is a signed one
 * (desktop/update-rules.ts). On Linux there is no signature that an update would be checked by, and no feed.
 * @throws where the repository is none, or signing is asked for without one
 */
export function builderArguments(
  platform: NodeJS.Platform,
  form: PackageForm,
  { repository, isSigned }: Releases = { repository: null, isSigned: false },
): readonly string[] {
  const base = [...(form === 'folder' ? ['--dir'] : []), flagOf(platform), '--publish', 'never'];
  if (repository === null) {
    if (isSigned) throw new Error('Signed builds look for updates: --repository owner/name says where.');
    return base;
  }
  const homepage = `https://github.com/${repository}`;
  if (releasesAddress(homepage) === null) throw new Error(`«${repository}» is no repository: owner/name.`);
  const [owner, name] = repository.split('/');
  const feed = [
    '--config.forceCodeSigning=true',
    '--config.publish.provider=github',
    `--config.publish.owner=${owner}`,
    `--config.publish.repo=${name}`,
  ];
  const hasFeed = isSigned && flagOf(platform) !== '--linux';
  return [...base, `--config.extraMetadata.homepage=${homepage}`, ...(hasFeed ? feed : [])];
}

function flagOf(platform: NodeJS.Platform): string {
  return platform === 'darwin' || platform === 'win32' ? FLAG[platform] : '--linux';
}

/** When the sources were changed last, in seconds: what packages carry as their time, so that all of them carry the same. */
function sourceDate(): string | undefined {
  if (process.env.SOURCE_DATE_EPOCH !== undefined) return process.env.SOURCE_DATE_EPOCH;
  const answer = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: childEnvironment(),
  });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

function run(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const builder = join(dirname(require.resolve('electron-builder/package.json')), 'cli.js');
  const date = sourceDate();
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: PROJECT,
    env: childEnvironment(date === undefined ? {} : { SOURCE_DATE_EPOCH: date }),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const INSTALL_ELECTRON = 'node node_modules/electron/install.js';

/** The result in words: each file or folder on a line of its own, then what is missing and how it is had. */
export function packagingWords(
  made: readonly string[],
  { form, isFetched }: { readonly form: PackageForm; readonly isFetched: boolean },
): readonly string[] {
  const missing =
    form === 'installers'
      ? ['Those of the other systems are made there: .github/workflows/release.yml makes all of them.']
      : isFetched
        ? ['No installers: npm run package -- --installers makes them.']
        : [
            'The app in it is whole, but Electron has not been fetched here: a stand-in has its place, and nothing of this runs.',
            `No installers, which need Electron itself: ${INSTALL_ELECTRON}, then npm run package -- --installers.`,
          ];
  return ['Made, in release/:', ...made.map((name) => `  ${name}`), ...missing];
}

/** Files and folders in release/ that are newer than `since`, but for electron-builder's notes for itself. */
async function madeSince(since: number): Promise<readonly string[]> {
  const entries = await readdir(RELEASE, { withFileTypes: true });
  const made: string[] = [];
  for (const entry of entries) {
    const { mtimeMs } = await stat(join(RELEASE, entry.name));
    if (mtimeMs >= since && !/^builder-|\.blockmap$/.test(entry.name))
      made.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
  }
  return made.toSorted();
}

/**
 * `npm run package`: the app for this system in release/. Where Electron has not been fetched, a stand-in takes its
 * place: the contents are real, but do not run. Installers get no stand-in.
 * @returns the exit code of electron-builder
 * @throws where Electron is missing
 */
export async function runPackaging(
  form: PackageForm,
  releases: Releases,
  say: (text: string) => void,
): Promise<number> {
  const base = builderArguments(process.platform, form, releases);
  const packageFolder = findElectronPackage();
  if (packageFolder === undefined) throw new Error('The electron package is not installed: npm ci.');
  const isFetched = findElectronBinary(packageFolder, process.env) !== undefined;
  if (!isFetched && form === 'installers')
    throw new Error(`Installers need Electron itself: ${INSTALL_ELECTRON} fetches it.`);
  // File systems keep times less exactly than clocks.
  const startedAt = Date.now() - 1000;
  await buildWhenStale(PARTS, say);
  await makeIcons();
  await writeSbom(RELEASE);
  const code = isFetched ? await run(base) : await runAroundStandIn(packageFolder, base);
  if (code === 0)
    for (const line of packagingWords(await madeSince(startedAt), { form, isFetched })) say(line);
  return code;
}

/** Nothing of the stand-in can be signed, and nobody would run it. */
const UNSIGNED = ['--config.mac.identity=null', '--config.electronFuses.resetAdHocDarwinSignature=false'];

async function runAroundStandIn(packageFolder: string, args: readonly string[]): Promise<number> {
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-stand-in-'));
  try {
    await makeStandIn(folder, version, process.platform);
    return await run([...args, ...UNSIGNED, `--config.electronDist=${folder}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
