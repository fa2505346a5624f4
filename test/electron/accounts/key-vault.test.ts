import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyRing, keyEnding } from '#electron/accounts/key-ring.ts';
import { type Cipher, openFileVault } from '#electron/accounts/key-vault.ts';
import { randomCases } from '#test/random-cases.ts';
import { modeShown } from '#test/runner/systems.ts';

const KEY = 'k-7f3a9c1e5b2d8046';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
const file = () => join(folder, 'keys.json');

/** A keyring of the test: reverses and marks. */
function keyring() {
  const state = { isProtected: true, isShut: false, isRotated: false, encrypted: 0 };
  const open = () => {
    if (state.isShut) throw new Error('shut');
  };
  const cipher: Cipher = {
    encrypt: async (text) => {
      open();
      state.encrypted += 1;
      const bytes = Buffer.from(`${state.encrypted}:${[...text].reverse().join('')}`, 'utf16le');
      return { bytes, isProtected: state.isProtected };
    },
    decrypt: async (bytes) => {
      open();
      const text = Buffer.from(bytes).toString('utf16le');
      return { text: [...text.slice(text.indexOf(':') + 1)].reverse().join(''), isStale: state.isRotated };
    },
    protects: async () => (state.isShut ? null : state.isProtected),
  };
  return { state, cipher };
}

/** All that lies in the profile, as text. */
async function onDisk(): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
}

describe('the vault', () => {
  it('gives a key back after a restart, keeps it as ciphertext alone in a private file', async () => {
    const { cipher } = keyring();
    await (await openFileVault(file(), cipher)).put('a', KEY);
    const again = await openFileVault(file(), cipher);
    expect([...(await again.open())]).toEqual([['a', KEY]]);
    expect([again.storage(), again.keepingOf('a')]).toEqual(['keyring', 'keyring']);
    expect(await onDisk()).not.toContain(KEY);
    expect((await stat(file())).mode & 0o777).toBe(modeShown(0o600));
  });

  it('keeps nothing that the system cannot protect until the user agrees, and nothing once they take it back', async () => {
    const { cipher, state } = keyring();
    state.isProtected = false;
    const vault = await openFileVault(file(), cipher);
    await vault.put('a', KEY);
    expect([vault.storage(), vault.keepingOf('a')]).toEqual(['no-keyring', null]);
    // The system is not even asked.
    expect(state.encrypted).toBe(0);
    await vault.allowUnprotected(true);
    await vault.put('a', KEY);
    expect([vault.storage(), vault.keepingOf('a')]).toEqual(['unprotected', 'unprotected']);
    const again = await openFileVault(file(), cipher);
    expect([...(await again.open())]).toEqual([['a', KEY]]);
    await again.allowUnprotected(false);
    expect([again.storage(), again.keepingOf('a')]).toEqual(['no-keyring', null]);
    expect([...(await (await openFileVault(file(), cipher)).open())]).toEqual([]);
  });

  it('where the ciphertext alone shows that nothing protects it, keeps none', async () => {
    const { cipher, state } = keyring();
    const vault = await openFileVault(file(), {
      ...cipher,
      encrypt: async (text) => ({ ...(await cipher.encrypt(text)), isProtected: false }),
    });
    expect(state.isProtected).toBe(true);
    await vault.put('a', KEY);
    expect([vault.storage(), vault.keepingOf('a'), await readdir(folder)]).toEqual(['no-keyring', null, []]);
  });

  it('leaves the ciphertext where the keyring does not open, and gives the key once it does', async () => {
    const { cipher, state } = keyring();
    await (await openFileVault(file(), cipher)).put('a', KEY);
    const before = await readFile(file(), 'utf8');
    state.isShut = true;
    const vault = await openFileVault(file(), cipher);
    expect([...(await vault.open())]).toEqual([]);
    expect([vault.storage(), vault.keepingOf('a')]).toEqual(['locked', 'keyring']);
    expect(await readFile(file(), 'utf8')).toBe(before);
    state.isShut = false;
    expect([...(await vault.open())]).toEqual([['a', KEY]]);
    expect(vault.storage()).toBe('keyring');
  });

  it('lets no former key come back in the place of one that could not be kept', async () => {
    const { cipher, state } = keyring();
    const vault = await openFileVault(file(), cipher);
    await vault.put('a', 'former-key-0000');
    state.isShut = true;
    await vault.put('a', KEY);
    state.isShut = false;
    expect([...(await vault.open())]).toEqual([]);
  });

  it('encrypts anew what the system says is to be', async () => {
    const { cipher, state } = keyring();
    await (await openFileVault(file(), cipher)).put('a', KEY);
    const before = await readFile(file(), 'utf8');
    state.isRotated = true;
    expect([...(await (await openFileVault(file(), cipher)).open())]).toEqual([['a', KEY]]);
    expect(await readFile(file(), 'utf8')).not.toBe(before);
    state.isRotated = false;
    expect([...(await (await openFileVault(file(), cipher)).open())]).toEqual([['a', KEY]]);
  });

  it('sets a file aside that is none of its own', async () => {
    await writeFile(file(), '{"version":1,"keys":');
    const vault = await openFileVault(file(), keyring().cipher);
    expect([...(await vault.open())]).toEqual([]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^keys\.json\.unreadable-\d+$/)]);
  });

  it('after any course of events holds what was said last, and no key in the clear', async () => {
    const id = fc.constantFrom('a', 'b');
    const event = fc.oneof(
      fc.record({ put: id, key: fc.stringMatching(/^key-[a-z0-9]{8,20}$/) }),
      fc.record({ remove: id }),
      fc.record({ shut: fc.boolean() }),
      fc.record({ protect: fc.boolean() }),
      fc.record({ allow: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        await rm(file(), { force: true });
        const { cipher, state } = keyring();
        const vault = await openFileVault(file(), cipher);
        const kept = new Map<string, { key: string; isProtected: boolean }>();
        let isAllowed = false;
        const texts: string[] = [];
        for (const each of events) {
          if ('put' in each) {
            texts.push(each.key);
            await vault.put(each.put, each.key);
            if (!state.isShut && (state.isProtected || isAllowed))
              kept.set(each.put, { key: each.key, isProtected: state.isProtected });
            else kept.delete(each.put);
          } else if ('remove' in each) {
            await vault.remove(each.remove);
            kept.delete(each.remove);
          } else if ('shut' in each) state.isShut = each.shut;
          else if ('protect' in each) state.isProtected = each.protect;
          else {
            isAllowed = each.allow;
            await vault.allowUnprotected(each.allow);
            if (!each.allow)
              for (const [account, { isProtected }] of kept) if (!isProtected) kept.delete(account);
          }
        }
        state.isShut = false;
        const found = await (await openFileVault(file(), cipher)).open();
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries([...kept].map(([account, { key }]) => [account, key])),
        );
        const disk = await onDisk();
        for (const key of texts) expect(disk).not.toContain(key);
      }),
      { numRuns: randomCases(24) },
    );
  });
});

describe('the keys of a process', () => {
  it('tell no more of a key than its end', () => {
    expect(['', 'ab', 'k-secret', KEY].map(keyEnding)).toEqual(['', '', 'et', '8046']);
  });

  it('are there at once, and are told to be kept when they are', async () => {
    const kept = vi.fn();
    const { cipher } = keyring();
    const keys = createKeyRing(await openFileVault(file(), cipher), kept);
    keys.hold('a', KEY);
    expect([keys.get('a'), keys.shown('a')]).toEqual([KEY, { ending: '8046', keeping: 'memory' }]);
    await keys.settled();
    expect(keys.shown('a')).toEqual({ ending: '8046', keeping: 'keyring' });
    expect(kept).toHaveBeenCalledOnce();
  });

  it('that were typed or deleted while the keyring opened are not those of the vault', async () => {
    const { cipher } = keyring();
    const before = await openFileVault(file(), cipher);
    for (const id of ['a', 'b', 'c', 'gone']) await before.put(id, `${KEY}-${id}`);
    const vault = await openFileVault(file(), cipher);
    const keys = createKeyRing(vault);
    const opened = keys.open((id) => id !== 'gone');
    keys.hold('a', 'typed-meanwhile');
    const dropped = keys.drop('b');
    expect(await opened).toEqual(['c']);
    await dropped;
    expect(['a', 'b', 'c', 'gone'].map((id) => keys.get(id) ?? null)).toEqual([
      'typed-meanwhile',
      null,
      `${KEY}-c`,
      null,
    ]);
    // Those that came already do not come again.
    expect(await keys.open(() => true)).toEqual(['gone']);
    expect(await keys.open(() => true)).toEqual([]);
    expect([keys.get('a'), keys.get('b')]).toEqual(['typed-meanwhile', undefined]);
  });
});
