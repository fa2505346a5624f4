import { safeStorage } from 'electron';
import type { Cipher } from '../accounts/key-vault.ts';

/** Chromium's mark of encryption on Linux where there is no keyring; with one, `v11`. */
const CONSTANT_KEY_MARK = 'v10';
/** Password stores of Linux that protect nothing, or nobody knows. */
const NO_KEYRING: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** The system's own encryption (Keychain, DPAPI, Secret Service), by the asynchronous calls alone. After `ready`. */
export function systemCipher(platform: NodeJS.Platform = process.platform): Cipher {
  const isLinux = platform === 'linux';
  return {
    encrypt: async (text) => {
      const bytes = await safeStorage.encryptStringAsync(text);
      const mark = bytes.subarray(0, CONSTANT_KEY_MARK.length).toString('latin1');
      return { bytes, isProtected: !(isLinux && mark === CONSTANT_KEY_MARK) };
    },
    decrypt: async (bytes) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
      return { text: result, isStale: shouldReEncrypt };
    },
    protects: async () => {
      try {
        const isAvailable = await safeStorage.isAsyncEncryptionAvailable();
        if (isLinux && NO_KEYRING.has(safeStorage.getSelectedStorageBackend())) return false;
        return isAvailable ? true : null;
      } catch {
        return null;
      }
    },
  };
}
