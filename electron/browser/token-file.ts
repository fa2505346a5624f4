import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';

const TOKEN = /^[\w-]{43}$/;

/** The token that opens the app in a browser: random, kept in a file that only this user may read. */
export async function readOrMakeToken(profileDirectory: string): Promise<string> {
  const file = join(profileDirectory, 'browser-token');
  await mkdir(profileDirectory, { recursive: true, mode: 0o700 });
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (TOKEN.test(kept)) {
    await chmod(file, 0o600);
    return kept;
  }
  const token = randomBytes(32).toString('base64url');
  await writeFileAtomically(file, token);
  return token;
}
