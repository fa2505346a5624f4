import { sum } from 'es-toolkit/math';
import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { FileChunk } from '#renderer/data/api/table-files.ts';
import type { Activity } from '#renderer/data/scheduling/scheduler.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import type { Table } from '#shared/domain/sheet-table.ts';

type OpenFile = {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly linesDone: () => number;
  readonly release: () => void;
};

export type OpenFiles = ReturnType<typeof createOpenFiles>;

/**
 * Files that are pulled chunk by chunk. Each is of the rows as they were when it was begun, whatever is committed meanwhile:
 * rows keep their numbers, and what would give them others (compaction) waits for the files that are open.
 */
export function createOpenFiles(activity: Pick<Activity, 'begin'>) {
  const open = new Map<string, OpenFile>();
  const end = async (fileId: string): Promise<void> => {
    const file = open.get(fileId);
    if (file === undefined) return;
    open.delete(fileId);
    file.release();
    await file.reader.cancel().catch(() => undefined);
  };
  return {
    /** @param make the tables, and what is known of them that only `write` needs */
    async start<T>(
      make: () => Promise<{ readonly tables: readonly Table[]; readonly proof: T }>,
      write: (tables: readonly Table[], proof: T) => ReadableStream<Uint8Array>,
    ): Promise<{ readonly fileId: string; readonly lines: number }> {
      // From before the tables are made: the numbers of their rows must be the same afterwards.
      const release = activity.begin();
      const { tables, proof } = await make().catch((error: unknown) => {
        release();
        throw error;
      });
      const fileId = crypto.randomUUID();
      const done = tables.map(() => 0);
      const counted = tables.map(
        (table, at): Table => ({
          ...table,
          read: (offset, limit) => {
            done[at] = Math.max(done[at] ?? 0, Math.min(offset + limit, table.lineCount));
            return table.read(offset, limit);
          },
        }),
      );
      open.set(fileId, {
        reader: write(counted, proof).getReader(),
        linesDone: () => sum(done),
        release,
      });
      return { fileId, lines: sum(tables.map(({ lineCount }) => lineCount)) };
    },
    /** Null where the file is complete. */
    async next(fileId: string): Promise<FileChunk | null> {
      const file = open.get(fileId);
      if (file === undefined) throw new BridgeError(UNKNOWN_FILE, 'There is no such file.');
      try {
        const { done, value } = await file.reader.read();
        if (!done) return { bytes: value, linesDone: file.linesDone() };
        file.release();
        return null;
      } catch (error) {
        await end(fileId);
        throw error;
      }
    },
    end,
    endAll: async (): Promise<void> => {
      for (const fileId of [...open.keys()]) await end(fileId);
    },
  };
}
