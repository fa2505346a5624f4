/** A part of a file, and how much of it is done with it. */
export type Chunk = { readonly bytes: Uint8Array; readonly done: number };

/** Feeds a stream with what `next` makes until it makes null, each made while the one before is written. */
export async function feedChunks(
  stream: {
    readonly next: (fed: { readonly kind: 'chunk'; readonly bytes: Uint8Array }) => Promise<unknown>;
  },
  next: () => Promise<Chunk | null>,
  progress: (done: number) => void,
): Promise<void> {
  let coming = next();
  for (let made = await coming; made !== null; made = await coming) {
    coming = next();
    // Waited for when this one is written: should that fail, nobody asks what became of it.
    coming.catch(() => null);
    await stream.next({ kind: 'chunk', bytes: made.bytes });
    progress(made.done);
  }
}
