import { omit } from 'es-toolkit';
import { z } from 'zod';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { KeyKeeping, KeyStorage } from '#shared/contract/app.ts';
import { readOrSetAside } from './read-or-set-aside.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** Where keys are while Cuadra is closed. A vault loses nothing by itself: what cannot be read now may be readable later. */
export type KeyVault = {
  readonly storage: () => KeyStorage;
  /** How the key of an account is kept; null: it is not in here. */
  readonly keepingOf: (accountId: string) => Exclude<KeyKeeping, 'memory'> | null;
  /** Keys that can be read now, by account. Never rejects. */
  readonly open: () => Promise<ReadonlyMap<string, string>>;
  /** Keeps a key where it may; else none of this account is kept any more. Rejects only where the file cannot be written. */
  readonly put: (accountId: string, key: string) => Promise<void>;
  readonly remove: (accountId: string) => Promise<void>;
  /** The user's word on keys that the system cannot protect; taken back, they are removed. */
  readonly allowUnprotected: (allowed: boolean) => Promise<void>;
};

/** A host that keeps no key: it is given again after every start. */
export const NO_VAULT: KeyVault = {
  storage: () => 'memory',
  keepingOf: () => null,
  open: async () => new Map(),
  put: async () => undefined,
  remove: async () => undefined,
  allowUnprotected: async () => undefined,
};

/** The system's encryption. Both reject where it cannot be had now, which may pass. */
export type Cipher = {
  /** `isProtected` false: anyone who can read the bytes can decrypt them. */
  readonly encrypt: (text: string) => Promise<{ readonly bytes: Uint8Array; readonly isProtected: boolean }>;
  /** `isStale`: to be encrypted anew. */
  readonly decrypt: (bytes: Uint8Array) => Promise<{ readonly text: string; readonly isStale: boolean }>;
  /** Whether what it encrypts is protected; null: it cannot encrypt now. Never rejects. */
  readonly protects: () => Promise<boolean | null>;
};

const fileSchema = z.object({
  version: z.literal(1),
  isUnprotectedAllowed: z.boolean(),
  keys: z.record(z.string(), z.object({ ciphertext: z.base64(), isProtected: z.boolean() })),
});
type VaultFile = z.infer<typeof fileSchema>;
type Entry = VaultFile['keys'][string];

const EMPTY: VaultFile = { version: 1, isUnprotectedAllowed: false, keys: {} };

/**
 * Keys as ciphertext in one private file (0600, replaced as a whole); never in the clear, never in a message. Long, for its
 * calls share what is in the file.
 */
export async function openFileVault(file: string, cipher: Cipher): Promise<KeyVault> {
  let stored = await readOrSetAside(file, fileSchema, EMPTY);
  let protects: boolean | null = null;
  const inTurn = createSequencer();

  async function save(next: VaultFile): Promise<void> {
    await writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
    stored = next;
  }
  const withEntry = (accountId: string, entry: Entry): VaultFile => ({
    ...stored,
    keys: { ...stored.keys, [accountId]: entry },
  });
  async function remove(accountId: string): Promise<void> {
    if (stored.keys[accountId] === undefined) return;
    await save({ ...stored, keys: omit(stored.keys, [accountId]) });
  }

  /** The key as it may be written; null: it may not. */
  async function encrypted(key: string): Promise<Entry | null> {
    protects = await cipher.protects();
    if (protects === null || (!protects && !stored.isUnprotectedAllowed)) return null;
    try {
      const { bytes, isProtected } = await cipher.encrypt(key);
      protects = isProtected;
      if (!isProtected && !stored.isUnprotectedAllowed) return null;
      return { ciphertext: Buffer.from(bytes).toString('base64'), isProtected };
    } catch {
      protects = null;
      return null;
    }
  }

  async function put(accountId: string, key: string): Promise<void> {
    const entry = await encrypted(key);
    // The former key must not come back in the place of one that could not be kept.
    if (entry === null) await remove(accountId);
    else await save(withEntry(accountId, entry));
  }

  async function decrypted(accountId: string, { ciphertext }: Entry): Promise<string | null> {
    try {
      const { text, isStale } = await cipher.decrypt(Buffer.from(ciphertext, 'base64'));
      if (isStale) {
        const entry = await encrypted(text);
        // Where it cannot be encrypted anew, the old one still serves.
        if (entry !== null) await save(withEntry(accountId, entry)).catch(() => undefined);
      }
      return text;
    } catch {
      // It may pass (a keyring that is locked): the ciphertext stays.
      protects = null;
      return null;
    }
  }

  return {
    storage: () => {
      if (protects === null) return 'locked';
      if (protects) return 'keyring';
      return stored.isUnprotectedAllowed ? 'unprotected' : 'no-keyring';
    },
    keepingOf: (accountId) => {
      const entry = stored.keys[accountId];
      if (entry === undefined) return null;
      return entry.isProtected ? 'keyring' : 'unprotected';
    },
    open: () =>
      inTurn(async () => {
        protects = await cipher.protects();
        const keys = new Map<string, string>();
        for (const [id, entry] of Object.entries(stored.keys)) {
          const key = await decrypted(id, entry);
          if (key !== null) keys.set(id, key);
        }
        return keys;
      }),
    put: (accountId, key) => inTurn(() => put(accountId, key)),
    remove: (accountId) => inTurn(() => remove(accountId)),
    allowUnprotected: (allowed) =>
      inTurn(async () => {
        const protectedOnes = Object.entries(stored.keys).filter(([, { isProtected }]) => isProtected);
        const keys = allowed ? stored.keys : Object.fromEntries(protectedOnes);
        await save({ ...stored, keys, isUnprotectedAllowed: allowed });
      }),
  };
}
