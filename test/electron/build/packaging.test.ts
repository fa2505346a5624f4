import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builderArguments, packagingWords } from '#electron/build/packaging.ts';
import { BACKUP_ENDING } from '#shared/contract/backups.ts';
import { STATEMENT_ENDINGS, VIEW_FILE_ENDING } from '#shared/contract/opened.ts';
import { LINK_SCHEME } from '#shared/domain/view-link.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

it.each([
  ['linux', '--linux'],
  ['darwin', '--mac'],
  ['win32', '--win'],
  ['freebsd', '--linux'],
] as const)('%s: the app unpacked, or installers; published never', (platform, flag) => {
  expect(builderArguments(platform, 'folder')).toEqual(['--dir', flag, '--publish', 'never']);
  expect(builderArguments(platform, 'installers')).toEqual([flag, '--publish', 'never']);
});

it.each([
  [
    'around a stand-in',
    'folder',
    false,
    /nothing of this runs.*need Electron itself: node node_modules.*--installers/s,
  ],
  ['around Electron', 'folder', true, /No installers: npm run package -- --installers/],
  ['as installers', 'installers', true, /Those of the other systems are made there: \.github/],
] as const)('packed %s, it says what was made and what was not', (_, form, isFetched, missing) => {
  const [head, one, ...rest] = packagingWords(['linux-unpacked/'], { form, isFetched });
  expect([head, one]).toEqual(['Made, in release/:', '  linux-unpacked/']);
  expect(rest.join('\n')).toMatch(missing);
});

it('gives the feed of updates only to builds that have to be signed, on systems that check it', () => {
  const viewOf = (platform: NodeJS.Platform, isSigned: boolean) =>
    builderArguments(platform, 'installers', { repository: 'acme/cuadra', isSigned }).slice(3);
  const homepage = '--config.extraMetadata.homepage=https://github.com/acme/cuadra';
  for (const platform of ['win32', 'darwin'] as const) {
    expect(viewOf(platform, false)).toEqual([homepage]);
    expect(viewOf(platform, true)).toEqual([
      homepage,
      '--config.forceCodeSigning=true',
      '--config.publish.provider=github',
      '--config.publish.owner=acme',
      '--config.publish.repo=cuadra',
    ]);
  }
  expect(viewOf('linux', true)).toEqual([homepage]);
  expect(() => builderArguments('win32', 'folder', { repository: null, isSigned: true })).toThrow(
    '--repository',
  );
  for (const repository of ['cuadra', 'acme/cuadra/x', 'acme/cuadra --publish', ''])
    expect(() => builderArguments('linux', 'folder', { repository, isSigned: false }), repository).toThrow();
});

it('has the system open with Cuadra what Cuadra knows how to open, and no more', () => {
  const config = readFileSync(join(PROJECT, 'electron-builder.yml'), 'utf8');
  expect(config).toContain(`schemes: [${LINK_SCHEME}]`);
  const endings = [...config.matchAll(/- ext: (.*)/g)].map(([, list]) =>
    list?.replace(/[[\] ]/g, '').split(','),
  );
  expect(endings).toEqual([
    [VIEW_FILE_ENDING.slice(1)],
    [BACKUP_ENDING.slice(1)],
    STATEMENT_ENDINGS.map((ending) => ending.slice(1)),
    // Of these only those with the name that backups had before.
    ['gz'],
  ]);
});

it('makes no installer around a stand-in: without Electron it says how to get it', () => {
  const run = spawnSync(
    process.execPath,
    ['--import', TYPESCRIPT_LOADER, 'electron/build/package.ts', '--installers'],
    // Electron's own switch, on a folder that holds none.
    { cwd: PROJECT, encoding: 'utf8', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' } },
  );
  expect(run.status).toBe(1);
  expect(run.stderr).toContain('node node_modules/electron/install.js');
});
