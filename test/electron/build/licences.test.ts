import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseUntold } from '#electron/build/vite/bundled-packages.ts';
import { licences, licencesOf, licenceTextsOf } from '#electron/build/vite/licences.ts';

describe('the libraries that the app is made of', () => {
  it('are told by licence, those for building left out, each once', () => {
    expect(
      licencesOf({
        '': { version: '0.1.0', license: 'MIT' },
        'node_modules/one': { version: '1.0.0', license: 'ISC' },
        'node_modules/@scope/two': { version: '2.0.0', license: 'MIT' },
        'node_modules/three': { version: '3.0.0', license: 'MIT' },
        'node_modules/three/node_modules/@scope/two': { version: '2.0.0', license: 'MIT' },
        'node_modules/tool': { version: '9.0.0', license: 'GPL-3.0', dev: true },
        'node_modules/other-tool': { version: '9.0.0', license: 'GPL-3.0', devOptional: true },
        'node_modules/unsaid': { version: '0.1.0' },
        'node_modules/@types/three': { version: '3.0.0', license: 'MIT' },
      }),
    ).toEqual([
      { licence: 'MIT', libraries: ['@scope/two 2.0.0', 'three 3.0.0'] },
      { licence: 'ISC', libraries: ['one 1.0.0'] },
      { licence: '—', libraries: ['unsaid 0.1.0'] },
    ]);
  });
});

describe('the texts of their licences', () => {
  it('are told once each, with the libraries under them', () => {
    const texts: { readonly [path: string]: string } = {
      'node_modules/one': 'ISC, by one',
      'node_modules/two': 'MIT, by many',
      'node_modules/three': 'MIT, by many',
      'node_modules/tool': 'GPL',
    };
    expect(
      licenceTextsOf(
        {
          '': { license: 'MIT' },
          'node_modules/one': { version: '1.0.0', license: 'ISC' },
          'node_modules/two': { version: '2.0.0', license: 'MIT' },
          'node_modules/three': { version: '3.0.0', license: 'MIT' },
          'node_modules/tool': { version: '9.0.0', license: 'GPL', dev: true },
        },
        (path) => texts[path],
      ),
    ).toEqual([
      { licence: 'MIT', libraries: ['three 3.0.0', 'two 2.0.0'], text: 'MIT, by many' },
      { licence: 'ISC', libraries: ['one 1.0.0'], text: 'ISC, by one' },
    ]);
  });

  it('end the build where one is missing', () => {
    const packages = { 'node_modules/one': { version: '1.0.0', license: 'MIT' } };
    expect(() => licenceTextsOf(packages, () => undefined)).toThrow('one 1.0.0');
  });

  it('are asked for by what is bundled: a package for developers, or one that is not locked, ends the build', () => {
    const packages = { 'node_modules/one': {}, 'node_modules/tool': { dev: true } };
    expect(() => refuseUntold(['node_modules/one'], packages)).not.toThrow();
    expect(() => refuseUntold(['node_modules/one', 'node_modules/tool'], packages)).toThrow(
      'node_modules/tool',
    );
    expect(() => refuseUntold(['node_modules/nobody'], packages)).toThrow('node_modules/nobody');
  });

  it('are those of every library in the app, apart from the list that the page loads first', () => {
    const plugin = licences();
    const load = plugin.load as (id: string) => string | null;
    const list = load('\0virtual:licences') ?? '';
    const texts = load('\0virtual:licence-texts') ?? '';
    const manifest = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
      readonly dependencies: { readonly [name: string]: string };
    };
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      expect(texts).toContain(`"${name} ${version}"`);
      const [text = ''] = readFileSync(
        join(process.cwd(), 'node_modules', name, licenceFile(name)),
        'utf8',
      ).split(/\r?\n/);
      expect(texts).toContain(JSON.stringify(text.trim()).slice(1, -1));
    }
    expect(texts).toMatch(/Permission is hereby granted|THE SOFTWARE IS PROVIDED/);
    expect(list).not.toMatch(/Permission is hereby granted|THE SOFTWARE IS PROVIDED/);
  });
});

function licenceFile(name: string): string {
  const found = readdirSync(join(process.cwd(), 'node_modules', name)).find((file) =>
    /^licen[cs]e/i.test(file),
  );
  if (found === undefined) throw new Error(`${name} has no licence file.`);
  return found;
}
