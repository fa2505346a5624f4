import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isInApp, nameOf, readPackages } from '#electron/build/vite/licences.ts';

/** What `npm ci` installs: the same everywhere, checked by digest, and running nothing of its own. */

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const packages = readPackages();
const entries = Object.entries(packages).filter(([path]) => path !== '');

type Manifest = {
  readonly [part in 'dependencies' | 'devDependencies' | 'overrides']: Readonly<Record<string, string>>;
} & { readonly allowScripts: Readonly<Record<string, boolean>> };
const manifest = JSON.parse(readText('package.json')) as Manifest;

describe('the lockfile', () => {
  it('names no registry: packages come from the one that npm is set to', () => {
    expect(readText('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/registry/);
  });

  it('has a digest of everything, of a kind that nobody can imitate', () => {
    expect(entries.length).toBeGreaterThan(100);
    const without = entries.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('says of which version exactly, and so does the manifest', () => {
    const { dependencies, devDependencies, overrides } = manifest;
    for (const [name, version] of Object.entries({ ...overrides, ...devDependencies, ...dependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it('runs no script of a package, but what package.json has an opinion of', () => {
    const withScript = entries
      .filter(([, entry]) => 'hasInstallScript' in entry)
      .map(([path]) => nameOf(path));
    expect(withScript.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
    expect(Object.values(manifest.allowScripts)).not.toContain(true);
  });

  it('has one version of each library in the app: two of React would be two pages', () => {
    const shipped = entries.filter(([path, entry]) => isInApp(path, entry)).map(([path]) => nameOf(path));
    const twice = shipped.filter((name, index) => shipped.indexOf(name) !== index);
    expect(twice).toEqual([]);
    expect(shipped).toContain('react');
  });
});
