import type { DatasetRows } from '#renderer/data/model/datasets.ts';
import type { AppStreams, DatasetAnswer, WrittenFile } from '#shared/contract/app-streams.ts';
import { feedToEnd, type Pulled, whileOpen } from '#shared/contract/streams.ts';
import type { DataPuller, TablesQuery } from './data-calls.ts';

type DatasetResult =
  | {
      readonly kind: 'done';
      readonly path: string;
      readonly lines: number;
      readonly files: number;
      /** The rows that were written. */
      readonly of: DatasetRows;
    }
  | { readonly kind: 'cancelled' };

/**
 * Writes all rows of an account for engines, and the tables beside them, one chunk in flight at a time. Where it fails or is cancelled, the export
 * before stays as it was.
 */
export async function runDataset(
  folder: Pulled<AppStreams['dataset']['feed'], DatasetAnswer, { readonly path: string } | null>,
  data: Pick<DataPuller, 'exportDataset'>,
  {
    account,
    app,
    forPostgresql,
    tables,
  }: {
    readonly account: string;
    readonly app: string;
    readonly forPostgresql: boolean;
    readonly tables: TablesQuery;
  },
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<DatasetResult> {
  let of: DatasetRows = { rows: 0, orders: 0, revision: 0, readUntil: null };
  let files = 0;
  const end = await feedToEnd(
    folder,
    async (lying) => {
      const before = lying.kind === 'begun' ? lying : { manifest: null, files: [] };
      const dataset = data.exportDataset({
        ...{ manifest: before.manifest, files: before.files },
        ...{ account, app, forPostgresql, tables },
      });
      // Given up also while the worker is looking at what there is to write, which takes as long as there are rows.
      const kept = await whileOpen(dataset, signal, async () => {
        let written: readonly WrittenFile[] | undefined;
        for (;;) {
          const { done, value } = await dataset.next(written);
          signal.throwIfAborted();
          if (done === true) {
            files = (written?.length ?? 0) + value.files.length + value.kept.length;
            for (const { path, text } of value.files)
              await folder.next({ kind: 'chunk', path, bytes: new TextEncoder().encode(text) });
            return value.kept;
          }
          if (value.kind === 'begun') {
            const { kind: _, ...begun } = value;
            of = begun;
            progress(0, of.rows);
            continue;
          }
          const taken = await folder.next(value);
          if (taken.done !== true && taken.value.kind === 'written') written = taken.value.files;
          if (value.kind === 'chunk') progress(value.rowsDone, of.rows);
        }
      });
      // Null where it was given up: then nothing of it is.
      return { kind: 'end', kept: kept ?? [] } as const;
    },
    signal,
  );
  return end === null ? { kind: 'cancelled' } : { kind: 'done', path: end.path, lines: of.rows, files, of };
}
