import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sbomOf } from '#electron/build/sbom.ts';
import { licencesOf, readPackages } from '#electron/build/vite/licences.ts';

/** What CycloneDX 1.6 asks of a list, by the required properties and the patterns of its schema. */

const packages = readPackages();
const sbom = sbomOf(packages, '1.2.3');

describe('the list of what the app is made of', () => {
  it('has what the schema requires', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
    for (const component of [sbom.metadata.component, ...sbom.components]) {
      expect(component.name, component.purl).toMatch(/^[^@/]+$/);
      expect(component.version, component.purl).toMatch(/^\d+\.\d+\.\d+/);
      expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
      expect(component.licenses, component.purl).toHaveLength(1);
    }
    for (const { hashes, purl } of sbom.components) {
      expect(hashes, purl).toHaveLength(1);
      expect(hashes?.[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it('names everything once, and every dependency of it is in it', () => {
    const refs = [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
    const reached = new Set<string>();
    const follow = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const next of sbom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) follow(next);
    };
    follow(sbom.metadata.component['bom-ref']);
    expect([...reached].toSorted()).toEqual(refs.toSorted());
  });

  it('holds the libraries of the about box and Electron, and nothing of the developers', () => {
    const names = sbom.components.map(({ group, name, version }) =>
      group === undefined ? `${name} ${version}` : `${group}/${name} ${version}`,
    );
    const told = licencesOf(packages).flatMap(({ libraries }) => libraries);
    const electron = `electron ${packages['node_modules/electron']?.version}`;
    expect(names.toSorted()).toEqual([...told, electron].toSorted());
    expect(names.join()).not.toMatch(/vitest|electron-builder|typescript/);
  });

  it('is the same for the same lockfile, and another for another', () => {
    expect(sbomOf(packages, '1.2.3')).toEqual(sbom);
    expect(sbomOf(packages, '1.2.4').serialNumber).not.toBe(sbom.serialNumber);
  });

  it('finds what Node would find: the nested version before the one at the top', () => {
    const { dependencies } = sbomOf(
      {
        '': { dependencies: { a: '1', b: '1' } },
        'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
        'node_modules/a/node_modules/b': { version: '2.0.0' },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0', dev: true },
      },
      '1.0.0',
    );
    expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
      'pkg:npm/cuadra@1.0.0': ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'],
      'pkg:npm/a@1.0.0': ['pkg:npm/b@2.0.0'],
      'pkg:npm/b@1.0.0': [],
      'pkg:npm/b@2.0.0': [],
    });
  });
});

it('the lockfile names no registry', async () => {
  const text = await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  expect(text).not.toMatch(/"resolved"|https?:\/\/registry/);
});
