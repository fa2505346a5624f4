import type { Opens } from '#electron/export/page-streams.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { pullStreams, type StreamCalls } from '#shared/contract/streams.ts';

/** What a page pulls and feeds of the main process. */

/** Nothing can be opened but what a test says. */
export const opens = (parts: Partial<Opens> = {}): Opens => ({
  openTarget: async () => null,
  openDataset: async () => null,
  openScheduled: () => Promise.reject(new Error('No folder.')),
  backups: {
    open: () => Promise.reject(new Error('No folder.')),
    read: () => Promise.reject(new Error('No folder.')),
  },
  readOpened: () => Promise.reject(new Error('No file.')),
  openAsked: () => Promise.reject(new Error('No folder.')),
  openAskedDataset: () => Promise.reject(new Error('No folder.')),
  readAsked: () => Promise.reject(new Error('No file.')),
  // biome-ignore lint/correctness/useYield: it fails as it begins.
  demoFiles: async function* () {
    throw new Error('No demo.');
  },
  ...parts,
});

export const pullFrom = (calls: Handlers<StreamCalls>) => pullStreams<AppStreams>(calls);

export const END = { kind: 'end' } as const;

/** Texts become UTF-8. */
export const chunk = (content: string | Uint8Array) =>
  ({ kind: 'chunk', bytes: typeof content === 'string' ? Buffer.from(content) : content }) as const;

/** A stream that waits to be fed, after its first pull. */
export async function begun<S extends { readonly next: () => Promise<IteratorResult<unknown, unknown>> }>(
  stream: S,
): Promise<S> {
  if ((await stream.next()).done === true) throw new Error('It was not opened.');
  return stream;
}

/** What a stream comes to with this pull. */
export async function endOf<End>(last: Promise<IteratorResult<unknown, End>>): Promise<NonNullable<End>> {
  const { done, value } = await last;
  if (done !== true || value === null || value === undefined) throw new Error('It is not over.');
  return value;
}
