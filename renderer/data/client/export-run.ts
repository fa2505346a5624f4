import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import type { AppBridge, ExportEnd } from '#shared/contract/app.ts';
import type { DataPuller } from './data-calls.ts';

/** A file that comes chunk by chunk, as text or bytes; null ends it. */
export type FileSource = {
  readonly lines: number;
  readonly next: () => Promise<{ readonly chunk: string | Uint8Array; readonly linesDone: number } | null>;
  /** Called once, whether the file was read to its end or not. */
  readonly close: () => Promise<void>;
};

type ExportResult =
  | { readonly kind: 'done'; readonly end: ExportEnd; readonly lines: number }
  | { readonly kind: 'cancelled' };

type ExportCalls = Pick<AppBridge['call'], 'openExport' | 'writeExport' | 'closeExport' | 'cancelExport'>;
type PrintCalls = Pick<AppBridge['call'], 'openExport' | 'printExport' | 'closeExport' | 'cancelExport'>;

/** Writes a file chunk by chunk, in order. Where it fails or is cancelled, none is left. */
export async function runExport(
  calls: ExportCalls,
  fileName: string,
  openSource: () => Promise<FileSource>,
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const opened = await calls.openExport({ fileName });
  if (opened === null) return { kind: 'cancelled' };
  const { exportId } = opened;
  let source: FileSource | null = null;
  try {
    source = await openSource();
    progress(0, source.lines);
    let coming = source.next();
    for (;;) {
      const next = await coming;
      if (signal.aborted) {
        await calls.cancelExport({ exportId });
        return { kind: 'cancelled' };
      }
      if (next === null) break;
      const { chunk, linesDone } = next;
      // The next one is made while this one is written.
      coming = source.next();
      coming.catch(() => null);
      await calls.writeExport(
        typeof chunk === 'string' ? { exportId, text: chunk } : { exportId, bytes: chunk },
      );
      progress(linesDone, source.lines);
    }
    return { kind: 'done', end: await calls.closeExport({ exportId }), lines: source.lines };
  } catch (error) {
    await calls.cancelExport({ exportId }).catch(() => null);
    throw error;
  } finally {
    await source?.close();
  }
}

/** Writes the page as it lies on paper, made by the main process. Where it fails, no file is left. */
export async function runPrint(calls: PrintCalls, fileName: string): Promise<ExportResult> {
  const opened = await calls.openExport({ fileName });
  if (opened === null) return { kind: 'cancelled' };
  try {
    await calls.printExport(opened);
    return { kind: 'done', end: await calls.closeExport(opened), lines: 0 };
  } catch (error) {
    await calls.cancelExport(opened).catch(() => null);
    throw error;
  }
}

/** A file that the data worker writes, of the rows as they are when it begins. */
export async function openFile(
  data: Pick<DataPuller, 'exportTable'>,
  content: FileContent,
  format: FileFormat,
  isLatest = false,
): Promise<FileSource> {
  const file = data.exportTable({ content, format, isLatest });
  const begun = await file.next();
  const next: FileSource['next'] = async () => {
    const { done, value } = await file.next();
    if (done === true) return null;
    return value.kind === 'chunk' ? { chunk: value.bytes, linesDone: value.linesDone } : next();
  };
  return {
    lines: begun.done !== true && begun.value.kind === 'begun' ? begun.value.lines : 0,
    next,
    close: () => file.cancel().catch(() => undefined),
  };
}

/** A text, or bytes, that are already here, as one chunk. */
export function wholeFile(chunk: string | Uint8Array, lines: number): FileSource {
  let read = false;
  return {
    lines,
    next: async () => {
      if (read) return null;
      read = true;
      return { chunk, linesDone: lines };
    },
    close: async () => {},
  };
}
