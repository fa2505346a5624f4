import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The fault of a key file, in words for who named it; the message never holds any of its text. */
export class KeyFileError extends Error {}

/** More is no key. */
const MAX_BYTES = 4096;
/** Anything for the group or others. */
const OTHERS_BITS = 0o077;
/** The file itself, not where a link leads; and never waits for the other end of a pipe. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const OPEN_FAILURES: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file.',
  ELOOP: 'this is a link: name the file itself.',
};

/**
 * The key in a file that its owner alone can read (0600 or less; Windows has no such bits). One line; blanks around it do
 * not count.
 * @throws KeyFileError
 */
export async function readKeyFile(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const failed = (what: string) => new KeyFileError(`--key-file ${path}: ${what}`);
  const handle = await open(path, FLAGS).catch(({ code = '' }: NodeJS.ErrnoException) => {
    throw failed(OPEN_FAILURES[code] ?? `it cannot be opened (${code}).`);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw failed('this is no file.');
    if (platform !== 'win32') {
      if ((stats.mode & OTHERS_BITS) !== 0)
        throw failed(`others may read it (mode ${(stats.mode & 0o777).toString(8)}): chmod 600 it first.`);
      if (stats.uid !== process.getuid?.()) throw failed('it belongs to another user.');
    }
    // By what is read: the file may have grown since.
    const bytes = await readUpTo(handle, MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) throw failed('it is too long for a key.');
    const key = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    if (key === '') throw failed('it is empty.');
    if (/[\r\n]/.test(key)) throw failed('it has more than one line: the key alone goes in it.');
    return key;
  } finally {
    await handle.close();
  }
}

async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  const { bytesRead } = await handle.read(buffer, 0, most, 0);
  return buffer.subarray(0, bytesRead);
}
