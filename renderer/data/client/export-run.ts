import type { DataCalls } from '#renderer/data/api.ts';
import type { AppBridge, ExportEnd } from '#shared/contract/app.ts';
import type { Caller } from '#shared/contract/rpc.ts';

/** Text that comes chunk by chunk; null ends it. */
export type TextSource = {
  readonly lines: number;
  readonly next: () => Promise<{ readonly text: string; readonly linesDone: number } | null>;
  /** Called once, whether the text was read to its end or not. */
  readonly close: () => Promise<void>;
};

type ExportResult =
  | { readonly kind: 'done'; readonly end: ExportEnd; readonly lines: number }
  | { readonly kind: 'cancelled' };

type ExportCalls = Pick<AppBridge['call'], 'openExport' | 'writeExport' | 'closeExport' | 'cancelExport'>;

/** Writes a text to an export file, one chunk in flight at a time. Where it fails or is cancelled, no file is left. */
export async function runExport(
  calls: ExportCalls,
  fileName: string,
  openSource: () => Promise<TextSource>,
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const opened = await calls.openExport({ fileName });
  if (opened === null) return { kind: 'cancelled' };
  const { exportId } = opened;
  let source: TextSource | null = null;
  try {
    source = await openSource();
    progress(0, source.lines);
    for (;;) {
      if (signal.aborted) {
        await calls.cancelExport({ exportId });
        return { kind: 'cancelled' };
      }
      const chunk = await source.next();
      if (chunk === null) break;
      await calls.writeExport({ exportId, text: chunk.text });
      progress(chunk.linesDone, source.lines);
    }
    return { kind: 'done', end: await calls.closeExport({ exportId }), lines: source.lines };
  } catch (error) {
    await calls.cancelExport({ exportId }).catch(() => null);
    throw error;
  } finally {
    await source?.close();
  }
}

/** A CSV that the data worker has begun, pulled chunk by chunk. */
export function pullCsv(
  data: Caller<DataCalls>,
  started: { readonly csvId: string; readonly lines: number },
): TextSource {
  const { csvId, lines } = started;
  return {
    lines,
    next: () => data.readCsvChunk({ csvId }),
    close: async () => {
      await data.endCsv({ csvId }).catch(() => null);
    },
  };
}

export async function openCsv(data: Caller<DataCalls>, query: DataCalls['startCsv']['input']) {
  return pullCsv(data, await data.startCsv(query));
}

/** A text that is already here, as one chunk. */
export function wholeText(text: string, lines: number): TextSource {
  let read = false;
  return {
    lines,
    next: async () => {
      if (read) return null;
      read = true;
      return { text, linesDone: lines };
    },
    close: async () => {},
  };
}
