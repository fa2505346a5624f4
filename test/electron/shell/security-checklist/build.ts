import { expect } from 'vitest';
import type * as UpdateRules from '#electron/desktop/update-rules.ts';
import { MAIN, sourcesOfElectron } from './files.ts';
import type { Row } from './row.ts';

const UPDATER = 'electron/shell/updater.ts';
const UPDATE_RULES = 'electron/desktop/update-rules.ts';
const SHELL_FILE = 'electron/desktop/shell-file.ts';
const PACKAGING = 'electron/build/packaging.ts';
const BUILDER = 'electron-builder.yml';

/** What is built and packed, and what replaces it. */
export const BUILD_ROWS: readonly Row[] = [
  {
    item: '16. A current Electron',
    file: 'package.json',
    symbol: '"electron":',
    holds: (sources) => {
      const { devDependencies } = JSON.parse(sources.text('package.json')) as {
        readonly devDependencies: { readonly [name: string]: string };
      };
      // Exactly the one whose types and rules the shell was written to, and that the lock file holds.
      expect(devDependencies.electron).toMatch(/^(4[5-9]|[5-9]\d)\.\d+\.\d+$/);
      expect(sources.text('node_modules/electron/package.json')).toContain(
        `"version": "${devDependencies.electron}"`,
      );
      const { packages } = JSON.parse(sources.text('package-lock.json')) as {
        readonly packages: { readonly [path: string]: { readonly version?: string } };
      };
      expect(packages['node_modules/electron']?.version).toBe(devDependencies.electron);
    },
    changes: [
      { file: 'package-lock.json', from: '"node_modules/electron": {', to: '"node_modules/electron-x": {' },
      { from: '"electron": "45', to: '"electron": "^45' },
      { from: '"electron": "45', to: '"electron": "28' },
    ],
  },
  {
    item: '19. Fuses',
    file: BUILDER,
    symbol: 'electronFuses:',
    holds: (sources) => {
      const fuses = /^electronFuses:\n((?: {2}\w+: \w+\n)+)/m.exec(sources.text(BUILDER))?.[1] ?? '';
      expect(
        Object.fromEntries(
          fuses
            .trim()
            .split('\n')
            .map((line) => line.trim().split(': ')),
        ),
      ).toEqual({
        runAsNode: 'false',
        enableCookieEncryption: 'true',
        enableNodeOptionsEnvironmentVariable: 'false',
        enableNodeCliInspectArguments: 'false',
        enableEmbeddedAsarIntegrityValidation: 'true',
        onlyLoadAppFromAsar: 'true',
        loadBrowserProcessSpecificV8Snapshot: 'false',
        grantFileProtocolExtraPrivileges: 'false',
      });
    },
    changes: [
      { from: 'runAsNode: false', to: 'runAsNode: true' },
      { from: '  onlyLoadAppFromAsar: true\n', to: '' },
      { from: 'enableNodeCliInspectArguments: false', to: 'enableNodeCliInspectArguments: true' },
      { from: 'grantFileProtocolExtraPrivileges: false', to: 'grantFileProtocolExtraPrivileges: true' },
    ],
  },
  {
    item: 'Nothing is packed but what was built',
    file: BUILDER,
    symbol: "'!node_modules'",
    holds: (sources) => {
      const files = /^files:\n((?: {2}- .*\n)+)/m.exec(sources.text(BUILDER))?.[1] ?? '';
      expect(files.trim().split(/\n\s*/)).toEqual([
        '- dist/main/**',
        '- dist/preload/**',
        '- dist/renderer/**',
        '- package.json',
        "- '!node_modules'",
      ]);
      expect(sources.text(BUILDER)).toMatch(/^asar: true$/m);
    },
    changes: [
      { from: "  - '!node_modules'\n", to: '' },
      { from: 'asar: true', to: 'asar: false' },
    ],
  },
  {
    item: 'Updates: off by default, only signed, each step asked for',
    file: UPDATER,
    symbol: 'isPassedOver',
    holds: async (sources) => {
      const updater = sources.text(UPDATER);
      for (const held of [
        'autoDownload = false',
        'autoInstallOnAppQuit = false',
        'disableWebInstaller = true',
        'allowDowngrade = false',
        'allowPrerelease = false',
        `problem ?? (isPassedOver ? 'its signature could not be checked' : null)`,
      ])
        expect(updater).toContain(held);
      expect(sources.text(SHELL_FILE)).toContain('updates: false,');
      // Nothing of electron-updater runs before updates are on.
      for (const file of sourcesOfElectron())
        expect(
          file === UPDATER ||
            !/(from|import) '(electron-updater|[./a-z]*\/updater\.ts)'/.test(sources.text(file)),
          file,
        ).toBe(true);
      // What can be checked: a feed, which only a build gets that had to be signed, and on Windows the names of who signs.
      const { updateObstacle } = await sources.load<typeof UpdateRules>(UPDATE_RULES);
      const build = { isPackaged: true, environment: {} };
      expect(updateObstacle({ ...build, platform: 'win32', feed: 'provider: github\n' })).toBe('unsigned');
      expect(updateObstacle({ ...build, platform: 'darwin', feed: null })).toBe('unsigned');
      expect(updateObstacle({ ...build, platform: 'linux', feed: 'provider: github\n' })).not.toBeNull();
      expect(sources.text(BUILDER)).toMatch(/^publish: null$/m);
      expect(sources.text(PACKAGING)).toContain(
        `'--config.forceCodeSigning=true',\n    '--config.publish.provider=github',`,
      );
    },
    changes: [
      { from: 'updater.autoDownload = false;\n', to: '' },
      { from: 'disableWebInstaller = true', to: 'disableWebInstaller = false' },
      { from: '(isPassedOver ?', to: '(false ?' },
      { file: SHELL_FILE, from: 'updates: false,', to: 'updates: true,' },
      {
        file: MAIN,
        from: `import { createShellHost }`,
        to: `import './shell/updater.ts';\nimport { createShellHost }`,
      },
      { file: UPDATE_RULES, from: ' && namesPublisher(feed)', to: '' },
      { file: BUILDER, from: 'publish: null\n', to: '' },
      { file: PACKAGING, from: `    '--config.forceCodeSigning=true',\n`, to: '' },
    ],
  },
];
