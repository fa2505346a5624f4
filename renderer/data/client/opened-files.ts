import type { AppBridge } from '#shared/contract/app.ts';
import type { OpenedFile } from '#shared/contract/opened.ts';
import type { Pulled } from '#shared/contract/streams.ts';

/** Files that the main process reads for the page, part after part. */

/** The bytes of a file whose parts come in base64. */
export async function* readParts(
  parts: Pulled<undefined, string, null>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for (let part = await parts.next(); part.done !== true; part = await parts.next())
      yield Uint8Array.from(atob(part.value), (character) => character.charCodeAt(0));
  } finally {
    await parts.cancel().catch(() => null);
  }
}

/** A file that was opened with the app, piece by piece. */
export function openedPieces(main: Pick<AppBridge['pull'], 'openedFile'>, { id }: OpenedFile) {
  return readParts(main.openedFile({ id }));
}

/** The whole of one, as a file that was chosen on the page would be. */
export async function readOpenedFile(
  main: Pick<AppBridge['pull'], 'openedFile'>,
  opened: OpenedFile,
): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of openedPieces(main, opened)) pieces.push(piece);
  return new File(pieces, opened.name);
}
