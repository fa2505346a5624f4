import type { AppBridge } from '#shared/contract/app.ts';
import type { OpenedFile } from '#shared/contract/opened.ts';

/** Files that the main process reads for the page, part after part. */

/** The bytes of a file, `read` part by part up to the one that has none. */
export async function* readParts(
  read: (offset: number) => Promise<{ readonly base64: string }>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let offset = 0; ; ) {
    const { base64 } = await read(offset);
    if (base64 === '') return;
    const piece = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    yield piece;
    offset += piece.length;
  }
}

/** A file that was opened with the app, piece by piece. */
export function openedPieces(calls: AppBridge['call'], { id }: OpenedFile) {
  return readParts((offset) => calls.readOpened({ id, offset }));
}

/** The whole of one, as a file that was chosen on the page would be. */
export async function readOpenedFile(calls: AppBridge['call'], opened: OpenedFile): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of openedPieces(calls, opened)) pieces.push(piece);
  return new File(pieces, opened.name);
}
