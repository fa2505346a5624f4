import { SPDX, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { sbomOf } from '#electron/build/sbom.ts';
import { licencesOf, readPackages } from '#electron/build/vite/licences.ts';

const packages = readPackages();
const sbom = sbomOf(packages, '1.2.3');

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

describe('the list of what the app is made of', () => {
  it("passes the schema of CycloneDX, the project's own validator says", async () => {
    expect(await validator.validate(JSON.stringify(sbom))).toBeNull();
  });

  it.each([
    ['a licence that SPDX does not know', '"id":"MIT"', '"id":"MIT-like"'],
    ['a digest cut short', /"content":"[0-9a-f]/, '"content":"'],
    ['a kind of component', '"type":"framework"', '"type":"frame"'],
    ['a property', '"purl":', '"url":'],
    ['a serial number', 'urn:uuid:', 'uuid:'],
  ])('a mistake in %s is found by it', async (_, right, wrong) => {
    const text = JSON.stringify(sbom);
    expect(text).toMatch(right);
    expect(await validator.validate(text.replace(right, wrong))).not.toBeNull();
  });

  it('tells licences in the words of SPDX, those of expressions too', () => {
    const texts = sbom.components.flatMap(({ licenses = [] }) =>
      licenses.map((one) => ('expression' in one ? one.expression : one.license.id)),
    );
    expect(texts.filter((text) => !/^[\w.+-]+(?: (?:AND|OR) [\w.+-]+)*$/.test(text))).toEqual([]);
    expect(
      texts.flatMap((text) => text.split(/ (?:AND|OR) /)).filter((name) => !SPDX.isSupportedSpdxId(name)),
    ).toEqual([]);
    expect(texts.length).toBe(sbom.components.length);
  });

  it('gives each its address, one licence and the digest that npm checks', () => {
    for (const component of [sbom.metadata.component, ...sbom.components]) {
      expect(component.version, component.purl).toMatch(/^\d+\.\d+\.\d+/);
      expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
      expect(component.licenses, component.purl).toHaveLength(1);
    }
    for (const { hashes, purl } of sbom.components) expect(hashes, purl).toHaveLength(1);
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
    const texts = licencesOf(packages).flatMap(({ libraries }) => libraries);
    const electron = `electron ${packages['node_modules/electron']?.version}`;
    expect(names.toSorted()).toEqual([...texts, electron].toSorted());
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
