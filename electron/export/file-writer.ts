import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UNSEEN } from '#shared/base/shown-name.ts';

/** Bytes, not characters: file systems take 255 of them, and while it is written a file is called `.NAME.UUID.part`. */
const LONGEST = 255 - '...part'.length - randomUUID().length;
/** Names that Windows keeps for devices, whatever their ending, and whatever spaces stand before it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:\.|$)/i;
/** Invisible characters, halves of characters, and those that systems reserve. */
const UNFIT = new RegExp(`[${UNSEEN}\\p{Cs}<>:"/\\\\|?*]`, 'gu');

function trim(name: string): string {
  return name.replace(/^[. ]+|[. ]+$/g, '');
}

/** At most LONGEST bytes, taken from before the ending; no character is cut in two. */
function shorten(name: string): string {
  const ending = /\.[^. ]{1,10}$/u.exec(name)?.[0] ?? '';
  let [stem, left] = ['', LONGEST - Buffer.byteLength(ending)];
  for (const character of name.slice(0, name.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    stem += character;
  }
  return `${stem}${ending}`;
}

/**
 * A file name safe on every system: one segment, nothing reserved, no leading dot, its ending kept. What the page
 * proposes is never used as it came.
 */
export function safeFileName(proposed: string): string {
  const whole = trim(proposed.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' '));
  const name = trim(shorten(DEVICE.test(whole) ? `_${whole}` : whole));
  return name === '' ? 'cuadra.csv' : name;
}

/** Becomes the file at `path` all at once, when it is complete; until then it is a hidden file beside it. */
type FileWriter = {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** `name`: where it goes, if not to `path`. */
  readonly finish: (name?: string) => Promise<void>;
  readonly discard: () => Promise<void>;
};

/**
 * A file that was at `path` stays as it was until `finish`.
 * @param move the last step; another in tests of what fails there on other systems
 */
export async function openFileWriter(path: string, move: typeof rename = rename): Promise<FileWriter> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const handle: FileHandle = await open(partial, 'wx', 0o600);
  return {
    write: async (chunk) => {
      await handle.writeFile(chunk);
    },
    finish: async (name = path) => {
      await handle.sync();
      await handle.close();
      await move(partial, name);
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}
