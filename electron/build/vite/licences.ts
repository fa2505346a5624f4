import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT } from '../project.ts';

const ID = 'virtual:licences';
const RESOLVED = `\0${ID}`;

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
};

/** «react 19.3.0» by licence, of all that is locked for running the app; the licence most have first. */
export function licencesOf(
  packages: Readonly<Record<string, Locked>>,
): readonly { readonly licence: string; readonly libraries: readonly string[] }[] {
  const byLicence = new Map<string, string[]>();
  for (const [path, { version, license, dev, devOptional }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (path === '' || dev === true || devOptional === true || name === '') continue;
    const licence = license ?? '—';
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version ?? ''}`.trim()]);
  }
  return [...byLicence]
    .map(([licence, libraries]) => ({ licence, libraries: [...new Set(libraries)].toSorted() }))
    .toSorted((one, other) => other.libraries.length - one.libraries.length);
}

/** Gives the page the list, as `virtual:licences`. */
export function licences(): Plugin {
  return {
    name: 'cuadra-licences',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    load: (id) => {
      if (id !== RESOLVED) return null;
      const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
        readonly packages: Readonly<Record<string, Locked>>;
      };
      return `export const LICENCES = ${JSON.stringify(licencesOf(lock.packages))};`;
    },
  };
}
