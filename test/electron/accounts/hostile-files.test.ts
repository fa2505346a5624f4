import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccountBook } from '#electron/accounts/account-book.ts';
import { type Cipher, openFileVault } from '#electron/accounts/key-vault.ts';
import { openShellFile } from '#electron/desktop/shell-file.ts';
import { appChecks } from '#shared/contract/app.ts';
import { UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';

/** Files of the profile that something else wrote: the app starts as if there were none, and keeps them for who asks. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-hostile-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const cipher: Cipher = {
  encrypt: async (text) => ({ bytes: Buffer.from(text), isProtected: true }),
  decrypt: async (bytes) => ({ text: Buffer.from(bytes).toString(), isStale: false }),
  protects: async () => true,
};

const ACCOUNT = {
  kind: 'api',
  name: 'T',
  baseUrl: 'https://api.example',
  plan: 'pro',
  fingerprint: null,
  beganAtMs: null,
  syncEveryMinutes: 15,
  ledgerId: null,
  currencies: UNNAMED_CURRENCY,
};
const bookWith = (id: string) =>
  JSON.stringify({ version: 3, salt: 's', activeId: id, accounts: [{ ...ACCOUNT, id }] });

/** Empty, broken, of other types, deeper than any stack, larger than any of ours, and what belongs to every object. */
const TEXTS: readonly string[] = [
  '',
  '\0\0\0\0',
  'null',
  '"text"',
  '[]',
  '{"version":1',
  '{"version":"1","keys":[],"accounts":{},"movedMonths":[]}',
  `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  JSON.stringify({ version: 1, keys: 'x'.repeat(10_000_000) }),
  '{"__proto__":{"polluted":true,"version":1},"constructor":{"prototype":{"polluted":true}}}',
];

const FILES = {
  'accounts.json': async () => (await openAccountBook(folder)).state().accounts,
  'keys.json': async (file: string) => [...(await (await openFileVault(file, cipher)).open()).keys()],
  'shell.json': async (file: string) => Object.keys((await openShellFile(file)).read().movedMonths),
} as const;

describe.each(Object.entries(FILES))('%s', (name, open) => {
  it('is set aside where it is none of ours, whatever it holds', async () => {
    for (const text of TEXTS) {
      await writeFile(join(folder, name), text);
      expect(await open(join(folder, name)), text.slice(0, 60)).toEqual([]);
      const [aside = '', ...others] = await readdir(folder);
      expect([aside.startsWith(`${name}.unreadable-`), others]).toEqual([true, []]);
      await rm(join(folder, aside));
    }
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('an account named as a member of every object', () => {
  // A backup is a file from anywhere, and names its account.
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is none', async (id) => {
    const account = { ...ACCOUNT, id };
    const right = { ...account, id: 'a-1' };
    expect(() => appChecks.restoreAccount.parse({ account: right, intoId: 'a-1' })).not.toThrow();
    expect(() => appChecks.restoreAccount.parse({ account, intoId: 'a-1' })).toThrow();
    expect(() => appChecks.restoreAccount.parse({ account: right, intoId: id })).toThrow();
    await writeFile(join(folder, 'accounts.json'), bookWith('a-1'));
    expect((await openAccountBook(folder)).state().accounts).toMatchObject([{ id: 'a-1' }]);
    await writeFile(join(folder, 'accounts.json'), bookWith(id));
    expect((await openAccountBook(folder)).state().accounts).toEqual([]);
  });
});
