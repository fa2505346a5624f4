import type { SafeStorage } from 'electron';
import { fakeApp } from './app.ts';
import { type Agrees, refusing } from './refusing.ts';

/** A keyring: what it encrypts it alone decrypts. On Linux its ciphertext is marked as Chromium's is. */
class FakeSafeStorage {
  backend: ReturnType<SafeStorage['getSelectedStorageBackend']> = 'gnome_libsecret';
  isAvailable = true;
  /** Rejects, as one does whose user closed its dialog. */
  isShut = false;
  isRotated = false;
  mark = 'v11';
  /** What was asked of it before the app was ready: Electron would refuse. */
  readonly early: string[] = [];
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    this.noteEarly('isAsyncEncryptionAvailable');
    return this.isAvailable;
  }
  getSelectedStorageBackend(): ReturnType<SafeStorage['getSelectedStorageBackend']> {
    return this.backend;
  }
  async encryptStringAsync(text: string): Promise<Buffer> {
    this.noteEarly('encryptStringAsync');
    if (this.isShut) throw new Error('The keyring is shut.');
    return Buffer.concat([Buffer.from(this.mark), Buffer.from(text).map((byte) => byte ^ 0x5a)]);
  }
  async decryptStringAsync(bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    this.noteEarly('decryptStringAsync');
    if (this.isShut) throw new Error('The keyring is shut.');
    const result = Buffer.from(bytes.subarray(3).map((byte) => byte ^ 0x5a)).toString();
    return { result, shouldReEncrypt: this.isRotated };
  }
  noteEarly(name: string): void {
    if (!fakeApp.isReady()) this.early.push(name);
  }
}
export const fakeSafeStorage = refusing(
  'safeStorage',
  new FakeSafeStorage() satisfies Agrees<FakeSafeStorage, SafeStorage>,
);
