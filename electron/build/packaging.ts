import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';
import { releasesAddress } from '../desktop/update-rules.ts';
import { childEnvironment } from '../launch/child-environment.ts';
import { findElectronBinary, findElectronPackage } from '../launch/electron.ts';
import { PROJECT } from '../launch/project.ts';
import { buildWhenStale, PARTS } from './build-parts.ts';
import { makeIcons } from './icons.ts';
import { writeSbom } from './sbom.ts';

const FLAG = { darwin: '--mac', win32: '--win' } as const;

/** `folder`: the app unpacked. `installers`: what electron-builder.yml names for this system. */
type PackageForm = 'folder' | 'installers';

/** Where releases come from, as GitHub names it: `owner/name`. */
type Releases = { readonly repository: string | null; readonly isSigned: boolean };

/**
 * What electron-builder is told. With a repository the app knows the page of its releases. Signed, it also gets the feed of its
 * updates, and ends the build where it cannot sign: a build with a feed is a signed one (desktop/update-rules.ts). On Linux
 * there is no signature that an update would be checked by, and no feed.
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

function run(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const builder = join(dirname(require.resolve('electron-builder/package.json')), 'cli.js');
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: PROJECT,
    env: childEnvironment(),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
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
  if (!isFetched && form === 'installers') {
    throw new Error('Installers need Electron itself: node node_modules/electron/install.js fetches it.');
  }
  await buildWhenStale(PARTS, say);
  await makeIcons();
  await writeSbom(join(PROJECT, 'release'));
  if (isFetched) return run(base);

  say('Electron has not been fetched here: the package gets a stand-in for it and will not run.');
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-stub-'));
  try {
    await makeStubElectron(folder, version);
    return await run([...base, `--config.electronDist=${join(folder, 'electron')}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By this text electron-builder finds the fuses in the program; version 1, nine of them, all as Electron ships them. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 9]), Buffer.from('101000100')]);

/** Makes a folder that electron-builder takes for Electron's distribution: it lets tests check a package's contents. */
async function makeStubElectron(folder: string, version: string): Promise<void> {
  const electron = join(folder, 'electron');
  const emptyApp = join(folder, 'empty-app');
  await mkdir(join(electron, 'locales'), { recursive: true });
  await mkdir(join(electron, 'resources'), { recursive: true });
  await mkdir(emptyApp, { recursive: true });
  await writeFile(join(emptyApp, 'package.json'), '{}');
  await createPackage(emptyApp, join(electron, 'resources', 'default_app.asar'));
  const program = process.platform === 'win32' ? 'electron.exe' : 'electron';
  await writeFile(join(electron, program), FUSES, { mode: 0o755 });
  await writeFile(join(electron, 'version'), version);
  // Of the languages that are shipped, and of one that is not.
  for (const language of ['en-US', 'es', 'es-419', 'pt-BR', 'de'])
    await writeFile(join(electron, 'locales', `${language}.pak`), '');
  await writeFile(join(electron, 'LICENSE'), 'A stand-in for the tests of the package.\n');
  await writeFile(join(electron, 'LICENSES.chromium.html'), '');
}
