import { setTimeout as delay } from 'node:timers/promises';
import type { AccountKey, KeyStorage } from '#shared/contract/app.ts';
import type { KeyVault } from './key-vault.ts';

/** The keys of this process: at once in memory, and by and by in the vault. */
export type KeyRing = ReturnType<typeof createKeyRing>;

/** So much of a key is told, and never more than a third of it. */
const ENDING_CHARACTERS = 4;
const SETTLED_WITHIN_MS = 5000;

export function keyEnding(key: string): string {
  const length = Math.min(ENDING_CHARACTERS, Math.floor(key.length / 3));
  return length === 0 ? '' : key.slice(-length);
}

/**
 * Long, for its parts share the keys and what goes on.
 * @param onKept a key came to be kept otherwise than before, after it was taken
 */
export function createKeyRing(vault: KeyVault, onKept: () => void = () => undefined) {
  const keys = new Map<string, string>();
  /** Writes that go on; the vault does them one after the other. */
  const going = new Set<Promise<unknown>>();
  /** When the user last spoke of an account's key, in steps: what a vault opened before that has nothing to say. */
  const spokenAt = new Map<string, number>();
  let step = 0;

  const standing = (): string => JSON.stringify([vault.storage(), [...keys.keys()].map(vault.keepingOf)]);

  function later(work: Promise<void>): Promise<void> {
    const before = standing();
    going.add(work);
    const end = () => {
      going.delete(work);
      if (standing() !== before) onKept();
    };
    work.then(end, end);
    return work;
  }

  function speak(id: string): void {
    step += 1;
    spokenAt.set(id, step);
  }

  return {
    get: (id: string): string | undefined => keys.get(id),
    has: (id: string): boolean => keys.has(id),
    /** Takes a key; that it may not be kept beyond this run is told by `shown`. */
    hold: (id: string, key: string): void => {
      speak(id);
      keys.set(id, key);
      later(vault.put(id, key)).catch(() => undefined);
    },
    /** A key that is never kept: the demo's is new at every start. */
    holdForNow: (id: string, key: string): void => {
      keys.set(id, key);
    },
    /** Forgets a key here and on disk. Rejects where it cannot be taken off the disk. */
    drop: async (id: string): Promise<void> => {
      speak(id);
      keys.delete(id);
      await later(vault.remove(id));
    },
    /** An account's key as the page may know it; null: there is none. */
    shown: (id: string): AccountKey | null => {
      const key = keys.get(id);
      const keeping = vault.keepingOf(id);
      if (key === undefined && keeping === null) return null;
      return { ending: key === undefined ? null : keyEnding(key), keeping: keeping ?? 'memory' };
    },
    storage: (): KeyStorage => vault.storage(),
    /** Takes what the vault can give now; a key that was given meanwhile stays. Tells whose keys came. Never rejects. */
    open: async (isKnown: (id: string) => boolean): Promise<readonly string[]> => {
      const began = step;
      const found = await vault.open();
      const came = [...found].filter(
        ([id]) => isKnown(id) && !keys.has(id) && (spokenAt.get(id) ?? 0) <= began,
      );
      for (const [id, key] of came) keys.set(id, key);
      return came.map(([id]) => id);
    },
    /** The user's word on keys that nothing protects: with it those of `ids` are kept, without it none is. */
    allowUnprotected: async (allowed: boolean, ids: readonly string[]): Promise<void> => {
      await later(vault.allowUnprotected(allowed));
      if (!allowed) return;
      for (const id of ids) {
        const key = keys.get(id);
        if (key !== undefined) await later(vault.put(id, key));
      }
    },
    /** Resolves when keys to be kept are; a keyring that waits for its user is not waited for. */
    settled: async (): Promise<void> => {
      await Promise.race([
        Promise.allSettled([...going]),
        delay(SETTLED_WITHIN_MS, undefined, { ref: false }),
      ]);
    },
  };
}
