import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/**
 * A stand-in for Electron's distribution, where that was not fetched: everything electron-builder renames, writes into
 * or looks for, and no program. What is packed around it is real, and tells whether packing is right.
 */

/** By this text electron-builder finds the fuses in the program; version 1, nine of them, all as Electron ships them. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 9]), Buffer.from('101000100')]);

/** Locales: those of the languages that are shipped, and one that is not. */
const LANGUAGES = {
  windowsAndLinux: ['en-US', 'es', 'es-419', 'pt-BR', 'de'],
  mac: ['en', 'es', 'es_419', 'pt_BR', 'de'],
};

/** Makes it in `folder`, which is then what `electronDist` may name. */
export async function makeStandIn(folder: string, version: string, platform: NodeJS.Platform): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'LICENSE'), 'A stand-in for the tests of the package.\n');
  await writeFile(join(folder, 'LICENSES.chromium.html'), '');
  if (platform === 'darwin') return makeMacApp(folder, version);
  await mkdir(join(folder, 'locales'));
  for (const language of LANGUAGES.windowsAndLinux)
    await writeFile(join(folder, 'locales', `${language}.pak`), '');
  await makeDefaultApp(join(folder, 'resources'));
  if (platform === 'win32') await writeFile(join(folder, 'electron.exe'), windowsProgram());
  else await writeFile(join(folder, 'electron'), FUSES, { mode: 0o755 });
}

/** The app that Electron runs where there is no other. */
async function makeDefaultApp(resources: string): Promise<void> {
  await mkdir(resources, { recursive: true });
  const empty = await mkdtemp(join(resources, 'empty-'));
  await writeFile(join(empty, 'package.json'), '{}');
  await createPackage(empty, join(resources, 'default_app.asar'));
  await rm(empty, { recursive: true });
}

/** A program without code, with what Windows shows of one: a version and a language, into which a name and icons go. */
function windowsProgram(): Buffer {
  const language = { lang: 0x0409, codepage: 1200 };
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues(language, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  // Raw data, by Windows' number for it.
  const fuses = new Uint8Array(FUSES).buffer;
  resources.entries.push({ type: 10, id: 1, ...language, bin: fuses });
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'] as const;

async function makeMacApp(folder: string, version: string): Promise<void> {
  const contents = join(folder, 'Electron.app/Contents');
  await makeBundle(contents, 'Electron', version);
  await makeDefaultApp(join(contents, 'Resources'));
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  for (const language of LANGUAGES.mac) {
    const strings = join(framework, 'Versions/A/Resources', `${language}.lproj`);
    await mkdir(strings, { recursive: true });
    await writeFile(join(strings, 'locale.pak'), '');
  }
  await writeFile(join(framework, 'Electron Framework'), FUSES, { mode: 0o755 });
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`;
    await makeBundle(join(contents, 'Frameworks', `${name}.app`, 'Contents'), name, version);
  }
}

/** An app as macOS knows it: a program, and a list of what it is. */
async function makeBundle(contents: string, name: string, version: string): Promise<void> {
  const properties = { CFBundleExecutable: name, CFBundleName: name, CFBundleVersion: version };
  const lines = Object.entries(properties).map(
    ([key, value]) => `<key>${key}</key><string>${value}</string>`,
  );
  await mkdir(join(contents, 'MacOS'), { recursive: true });
  await writeFile(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${lines.join('')}</dict></plist>\n`,
  );
  await writeFile(join(contents, 'MacOS', name), '', { mode: 0o755 });
}
