import { describe, expect, it } from 'vitest';
import { licencesOf } from '#electron/build/vite/licences.ts';

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
      }),
    ).toEqual([
      { licence: 'MIT', libraries: ['@scope/two 2.0.0', 'three 3.0.0'] },
      { licence: 'ISC', libraries: ['one 1.0.0'] },
      { licence: '—', libraries: ['unsaid 0.1.0'] },
    ]);
  });
});
