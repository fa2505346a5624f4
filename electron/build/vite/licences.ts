import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT } from '../../launch/project.ts';

const LIST = 'virtual:licences';
const TEXTS = 'virtual:licence-texts';

export type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
};

export type Packages = Readonly<Record<string, Locked>>;
type Library = { readonly path: string; readonly name: string; readonly licence: string };

/** Locked for running the app, and yet nothing of them is in what is built: test/packaging holds both against each other. */
const LEFT_OUT = new Set([
  // Types.
  'node_modules/@standard-schema/spec',
  'node_modules/@standard-schema/utils',
  'node_modules/csstype',
  // Helpers that others ask for are not used here.
  'node_modules/@babel/runtime',
  'node_modules/argparse',
  'node_modules/d3-ease',
  'node_modules/d3-timer',
  'node_modules/tiny-typed-emitter',
  'node_modules/internmap',
  'node_modules/reselect',
]);

/** The packages whose work is in the app: locked for running it, and more than types. */
export function isInApp(path: string, { dev, devOptional }: Locked): boolean {
  if (path === '' || dev === true || devOptional === true) return false;
  return !LEFT_OUT.has(path) && !path.includes('node_modules/@types/');
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? '';
}

function librariesOf(packages: Packages): readonly Library[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!isInApp(path, locked)) return [];
    const { version, license } = locked;
    return [{ path, name: `${nameOf(path)} ${version ?? ''}`.trim(), licence: license ?? '—' }];
  });
}

function grouped(libraries: readonly Library[], keyOf: (library: Library) => string) {
  const groups = new Map<string, Library[]>();
  for (const library of libraries) {
    const key = keyOf(library);
    groups.set(key, [...(groups.get(key) ?? []), library]);
  }
  return [...groups]
    .map(([key, members]) => ({
      key,
      licence: members[0]?.licence ?? '—',
      libraries: [...new Set(members.map(({ name }) => name))].toSorted(),
    }))
    .toSorted((one, other) => other.libraries.length - one.libraries.length);
}

/** «react 19.3.0» by licence; the licence most have first. */
export function licencesOf(
  packages: Packages,
): readonly { readonly licence: string; readonly libraries: readonly string[] }[] {
  return grouped(librariesOf(packages), ({ licence }) => licence).map(({ licence, libraries }) => ({
    licence,
    libraries,
  }));
}

export type LicenceText = {
  readonly licence: string;
  readonly libraries: readonly string[];
  readonly text: string;
};

/**
 * The licences' texts, each once, with its libraries. Throws where one is missing: nearly all licences ask for it.
 * @param textOf the text in the folder of a package
 */
export function licenceTextsOf(
  packages: Packages,
  textOf: (path: string) => string | undefined,
): readonly LicenceText[] {
  const textByName = new Map<string, string>();
  const libraries = librariesOf(packages);
  for (const { path, name } of libraries) {
    const text = textOf(path)?.trim();
    if (text === undefined || text === '') throw new Error(`${name} comes without the text of its licence.`);
    textByName.set(name, text);
  }
  return grouped(libraries, ({ name }) => textByName.get(name) ?? '').map(({ key, ...group }) => ({
    ...group,
    text: key,
  }));
}

/** The licence and what else a package asks to be told with it. */
function textInFolder(path: string): string | undefined {
  const folder = join(PROJECT, path);
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .toSorted();
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : textLeftOut(folder);
}

/** The text that a package names in its manifest, with its author, and leaves out of its folder. */
function textLeftOut(folder: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly license?: unknown;
    readonly author?: unknown;
  };
  const { license, author } = manifest;
  if (license !== 'MIT' || typeof author !== 'string') return undefined;
  return readFileSync(join(PROJECT, 'LICENSE'), 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}

export function readPackages(): Packages {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Packages;
  };
  return lock.packages;
}

/** Gives the page the list, as `virtual:licences`, and the texts, which are long, as `virtual:licence-texts`. */
export function licences(): Plugin {
  return {
    name: 'cuadra-licences',
    resolveId: (id) => (id === LIST || id === TEXTS ? `\0${id}` : null),
    load: (id) => {
      if (id === `\0${LIST}`) return `export const LICENCES = ${JSON.stringify(licencesOf(readPackages()))};`;
      if (id === `\0${TEXTS}`)
        return `export const LICENCE_TEXTS = ${JSON.stringify(licenceTextsOf(readPackages(), textInFolder))};`;
      return null;
    },
  };
}
