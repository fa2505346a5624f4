import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import type { AppStreams, ExportEnd } from '#shared/contract/app-streams.ts';
import { feedToEnd, type Pulled } from '#shared/contract/streams.ts';
import type { DataPuller } from './data-calls.ts';
import { type Chunk, feedChunks } from './feed-chunks.ts';

/** A file that comes chunk by chunk, `done` in lines; null ends it. */
export type FileSource = {
  readonly lines: number;
  readonly next: () => Promise<Chunk | null>;
  /** Called once, whether the file was read to its end or not. */
  readonly close: () => Promise<void>;
};

type ExportResult =
  | { readonly kind: 'done'; readonly end: ExportEnd; readonly lines: number }
  | { readonly kind: 'cancelled' };

/** Writes a file chunk by chunk, in order. Where it fails or is cancelled, none is left. */
export async function runExport(
  file: Pulled<AppStreams['exportFile']['feed'], null, ExportEnd | null>,
  openSource: () => Promise<FileSource>,
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  let lines = 0;
  const end = await feedToEnd(
    file,
    async () => {
      const source = await openSource();
      try {
        lines = source.lines;
        progress(0, lines);
        await feedChunks(file, source.next, (done) => progress(done, lines));
        return { kind: 'end' } as const;
      } finally {
        await source.close();
      }
    },
    signal,
  );
  return end === null ? { kind: 'cancelled' } : { kind: 'done', end, lines };
}

/** `revision`: of the rows that it is of; null: the page laid it out. */
type WorkerFile = FileSource & { readonly revision: number | null };

/** A file that the data worker writes, of the rows as they are when it begins. */
export async function openFile(
  data: Pick<DataPuller, 'exportTable'>,
  content: FileContent,
  format: FileFormat,
  isLatest = false,
): Promise<WorkerFile> {
  const file = data.exportTable({ content, format, isLatest });
  const begun = await file.next();
  const next: FileSource['next'] = async () => {
    const { done, value } = await file.next();
    if (done === true) return null;
    return value.kind === 'chunk' ? { bytes: value.bytes, done: value.linesDone } : next();
  };
  const { lines, revision } =
    begun.done !== true && begun.value.kind === 'begun' ? begun.value : { lines: 0, revision: null };
  return {
    lines,
    revision,
    next,
    close: () => file.cancel().catch(() => undefined),
  };
}

/** A text, or bytes, that are already here, as one chunk. */
export function wholeFile(content: string | Uint8Array, lines: number): FileSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const chunks: Chunk[] = [{ bytes, done: lines }];
  return { lines, next: async () => chunks.pop() ?? null, close: async () => {} };
}
