import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type * as KeyVault from '#electron/accounts/key-vault.ts';
import type * as Cipher from '#electron/shell/system-cipher.ts';
import type * as BaseUrl from '#shared/domain/base-url.ts';
import { modeShown } from '#test/runner/systems.ts';
import * as fake from '../fake-electron.ts';
import { MAIN } from './files.ts';
import type { Row } from './row.ts';

const CIPHER = 'electron/shell/system-cipher.ts';
const VAULT = 'electron/accounts/key-vault.ts';
const ATOMICALLY = 'electron/accounts/write-file-atomically.ts';

/** Where the key lies, and where it is sent. */
export const KEY_ROWS: readonly Row[] = [
  {
    item: 'The keyring by its asynchronous calls; what is open to all is told',
    file: CIPHER,
    symbol: 'encryptStringAsync',
    holds: async (sources) => {
      const { systemCipher } = await sources.load<typeof Cipher>(CIPHER);
      const cipher = systemCipher('linux');
      const { safeStorage } = fake;
      expect(await cipher.decrypt((await cipher.encrypt('k')).bytes)).toEqual({ text: 'k', isStale: false });
      expect((await cipher.encrypt('k')).isProtected).toBe(true);
      try {
        safeStorage.mark = 'v10';
        expect((await cipher.encrypt('k')).isProtected).toBe(false);
        for (const backend of ['basic_text', 'unknown'] as const) {
          safeStorage.backend = backend;
          expect(await cipher.protects()).toBe(false);
        }
        safeStorage.backend = 'kwallet6';
        expect(await cipher.protects()).toBe(true);
        safeStorage.isRotated = true;
        expect((await cipher.decrypt((await cipher.encrypt('k')).bytes)).isStale).toBe(true);
      } finally {
        Object.assign(safeStorage, { mark: 'v11', backend: 'gnome_libsecret', isRotated: false });
      }
    },
    changes: [
      { from: 'safeStorage.encryptStringAsync(text)', to: 'safeStorage.encryptString(text)' },
      { from: `'basic_text', `, to: '' },
      { from: `, 'unknown'`, to: '' },
      { from: `const CONSTANT_KEY_MARK = 'v10'`, to: `const CONSTANT_KEY_MARK = 'v1'` },
      { from: 'isStale: shouldReEncrypt', to: 'isStale: false' },
    ],
  },
  {
    item: 'The ciphertext is the user’s alone, and replaced as a whole',
    file: VAULT,
    symbol: 'writeFileAtomically',
    holds: async (sources) => {
      const { openFileVault } = await sources.load<typeof KeyVault>(VAULT);
      const folder = mkdtempSync(join(tmpdir(), 'cuadra-vault-'));
      try {
        const file = join(folder, 'keys.json');
        const vault = await openFileVault(file, {
          protects: async () => true,
          encrypt: async () => ({ bytes: Buffer.from('encrypted'), isProtected: true }),
          decrypt: async () => ({ text: '', isStale: false }),
        });
        await vault.put('a', 'in the clear');
        const first = statSync(file);
        expect((first.mode & 0o777).toString(8)).toBe(modeShown(0o600).toString(8));
        expect(readFileSync(file, 'utf8')).toContain(Buffer.from('encrypted').toString('base64'));
        expect(readFileSync(file, 'utf8')).not.toContain(Buffer.from('in the clear').toString('base64'));
        await vault.put('b', 'another');
        expect(statSync(file).ino).not.toBe(first.ino);
        expect(readdirSync(folder)).toEqual(['keys.json']);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    changes: [
      { from: 'ciphertext: Buffer.from(bytes)', to: 'ciphertext: Buffer.from(key)' },
      { file: ATOMICALLY, from: 'mode = 0o600', to: 'mode = 0o644' },
      { file: ATOMICALLY, from: 'open, rename, rm', to: 'copyFile as rename, open, rm' },
    ],
  },
  {
    item: 'A key is sent over https, in clear to this machine alone',
    file: 'shared/domain/base-url.ts',
    symbol: 'isLoopbackHost',
    holds: async (sources) => {
      const { readBaseUrl } = await sources.load<typeof BaseUrl>('shared/domain/base-url.ts');
      const of = (address: string) => readBaseUrl(address).ok;
      expect(['https://api.example/v1', 'http://127.0.0.1:1/', 'http://[::1]'].map(of)).toEqual([
        true,
        true,
        true,
      ]);
      for (const address of [
        'http://api.example',
        'http://127.0.0.1.example',
        'http://x.localhost',
        'https://u:p@x',
      ])
        expect(of(address), address).toBe(false);
    },
    changes: [
      { from: `=== 'http' && !isLoopbackHost`, to: `=== 'ftp' && !isLoopbackHost` },
      { from: `\\[::1\\])$/i`, to: `\\[::1\\])/i` },
    ],
  },
  {
    item: 'Requests by Chromium’s own stack, without cookies, redirects or cache',
    file: MAIN,
    symbol: 'net.fetch',
    holds: (sources) => {
      expect(sources.code(MAIN)).toContain('fetch: (url, init) => net.fetch(url, init)');
      const client = sources.code('electron/api/client.ts');
      // It has no time-out of its own.
      expect(client).toContain('setTimeout(abort, options.timeoutMs)');
      for (const option of [`credentials: 'omit'`, `redirect: 'manual'`, `cache: 'no-store'`]) {
        expect(client).toContain(option);
      }
    },
    changes: [
      { from: '      fetch: (url, init) => net', to: '      // fetch: (url, init) => net' },
      { file: 'electron/api/client.ts', from: 'setTimeout(abort, options.timeoutMs)', to: 'undefined' },
      { file: 'electron/api/client.ts', from: `redirect: 'manual',`, to: `redirect: 'follow',` },
      { file: 'electron/api/client.ts', from: `cache: 'no-store',`, to: '' },
      { from: 'net.fetch(url, init)', to: 'fetch(url, init)' },
      { file: 'electron/api/client.ts', from: `credentials: 'omit',`, to: '' },
    ],
  },
];
