import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { CsvRun } from '#renderer/data/engine/queries.ts';
import type { Activity } from '#renderer/data/scheduling/scheduler.ts';
import { REVISION_CHANGED, UNKNOWN_CSV } from '#renderer/data/storage/database/failures.ts';
import { BridgeError } from '#shared/contract/rpc.ts';

/** Keeps each chunk's work well below what a scrolling table would notice. */
const CELLS_PER_CHUNK = 40_000;

type OpenFile = {
  readonly run: CsvRun;
  readonly store: ColumnStore;
  readonly linesPerChunk: number;
  readonly numbering: number;
  readonly release: () => void;
  /** Null before the header was read. */
  done: number | null;
};

export type CsvFiles = ReturnType<typeof createCsvFiles>;

/** Files pulled chunk by chunk. A commit in between ends them: a file is of one revision. Compaction waits for them. */
export function createCsvFiles(activity: Pick<Activity, 'begin'>) {
  const open = new Map<string, OpenFile>();
  return {
    start(
      store: ColumnStore,
      run: CsvRun,
      columnCount: number,
    ): { readonly csvId: string; readonly lines: number } {
      const csvId = crypto.randomUUID();
      const linesPerChunk = Math.max(50, Math.floor(CELLS_PER_CHUNK / Math.max(1, columnCount)));
      const { numbering } = store;
      open.set(csvId, { run, store, linesPerChunk, numbering, release: activity.begin(), done: null });
      return { csvId, lines: run.lines };
    },
    /** Null where the file is complete. */
    next(csvId: string): { readonly text: string; readonly linesDone: number } | null {
      const file = open.get(csvId);
      if (file === undefined) throw new BridgeError(UNKNOWN_CSV, 'There is no such file.');
      const { run, store, linesPerChunk } = file;
      if (file.numbering !== store.numbering) {
        file.release();
        throw new BridgeError(REVISION_CHANGED, 'The data changed while the file was being written.');
      }
      if (file.done !== null && file.done >= run.lines) {
        file.release();
        return null;
      }
      const start = file.done === null ? run.header : '';
      const from = file.done ?? 0;
      const text = start + run.chunk(from, linesPerChunk);
      file.done = Math.min(run.lines, from + linesPerChunk);
      return { text, linesDone: file.done };
    },
    end(csvId: string): void {
      open.get(csvId)?.release();
      open.delete(csvId);
    },
  };
}
