import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** 256 random bits as 43 characters that need no escape in an address, a header or a file's name. */
export const randomSecret = () => randomBytes(32).toString('base64url');

/**
 * One-time codes that let a browser in. A code that is not spent yet is an empty file of the profile folder, named by
 * the code's hash: whoever may write there (this user alone) can issue one, so that a second process of the user gets
 * a way in to the host that runs; and removing a file succeeds once, so that a code serves once.
 */
export type Entrance = {
  readonly issue: () => Promise<string>;
  /** True the first time for a code that was issued. */
  readonly spend: (code: string) => Promise<boolean>;
  /** Takes every code back. */
  readonly close: () => Promise<void>;
};

/** The folder of what lets browsers in: 0700, emptied when a host starts and stops. */
export const entranceFolder = (profileDirectory: string) => join(profileDirectory, 'entrance');

export function openEntrance(profileDirectory: string): Entrance {
  const folder = entranceFolder(profileDirectory);
  const fileOf = (code: string) => join(folder, createHash('sha256').update(code).digest('hex'));
  return {
    issue: async () => {
      const code = randomSecret();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(code), '', { flag: 'wx', mode: 0o600 });
      return code;
    },
    spend: (code) =>
      unlink(fileOf(code)).then(
        () => true,
        () => false,
      ),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The address that lets one browser in, once. */
export function entranceAddress(origin: string, code: string): string {
  return `${origin}/?code=${code}`;
}
