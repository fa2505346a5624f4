import type { AppStreams, ExportEnd } from '#shared/contract/app-streams.ts';
import type { Source, Sources } from '#shared/contract/streams.ts';

/** What the main process makes of the streams that a page feeds it, in tests of the page. */

// biome-ignore lint/correctness/useYield: it ends before it is fed.
const refused = async function* () {
  return null;
};

/** A user who thinks better of whatever is to be written. */
export const NOTHING_CHOSEN: Sources<AppStreams> = {
  exportFile: refused,
  exportPaper: refused,
  scheduledFile: refused,
  dataset: refused,
  backup: refused,
  storedBackup: refused,
  openedFile: refused,
  askedFile: refused,
  askedExport: refused,
  askedDataset: refused,
  demoFiles: refused,
};

/** A file that is written; `take` gets its bytes, and may throw. */
export const writtenFile = (
  end: ExportEnd,
  take: (bytes: Uint8Array) => void = () => {},
): Source<AppStreams['exportFile']> =>
  async function* () {
    for (let fed = yield null; fed.kind !== 'end'; fed = yield null) take(fed.bytes);
    return end;
  };

/** An export for engines into a folder in which nothing lay. */
export const writtenDataset = (path: string, take: () => void = () => {}): Source<AppStreams['dataset']> =>
  async function* () {
    let fed = yield { kind: 'begun', manifest: null, files: [] };
    for (;;) {
      if (fed.kind === 'end') return { path };
      if (fed.kind === 'chunk') take();
      fed = fed.kind === 'chunk' ? yield { kind: 'taken' } : yield { kind: 'written', files: [] };
    }
  };
