import type { AppBridge } from '#shared/contract/app.ts';
import type { WrittenFile } from '#shared/contract/app-streams.ts';
import { feedToEnd, whileOpen } from '#shared/contract/streams.ts';
import type { DataPuller, TablesQuery } from './data-calls.ts';

type DatasetResult =
  | { readonly kind: 'done'; readonly path: string; readonly lines: number }
  | { readonly kind: 'cancelled' };

/**
 * Writes all rows of an account for engines, and the tables beside them, one chunk in flight at a time. Where it fails or is cancelled, the export
 * before stays as it was.
 */
export async function runDataset(
  main: Pick<AppBridge['pull'], 'dataset'>,
  data: Pick<DataPuller, 'exportDataset'>,
  {
    account,
    app,
    forPostgresql,
    tables,
    isQuiet,
  }: {
    readonly account: string;
    readonly app: string;
    readonly forPostgresql: boolean;
    readonly tables: TablesQuery;
    readonly isQuiet?: true;
  },
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<DatasetResult> {
  let lines = 0;
  const folder = main.dataset({ accountId: account, isQuiet: isQuiet ?? false });
  const end = await feedToEnd(
    folder,
    async (lying) => {
      const { manifest, files } = lying.kind === 'begun' ? lying : { manifest: null, files: [] };
      const dataset = data.exportDataset({ manifest, files, account, app, forPostgresql, tables });
      // Given up also while the worker is looking at what there is to write, which takes as long as there are rows.
      const kept = await whileOpen(dataset, signal, async () => {
        let written: readonly WrittenFile[] | undefined;
        for (;;) {
          const { done, value } = await dataset.next(written);
          signal.throwIfAborted();
          if (done === true) {
            for (const { path, text } of value.files)
              await folder.next({ kind: 'chunk', path, bytes: new TextEncoder().encode(text) });
            return value.kept;
          }
          if (value.kind === 'begun') {
            lines = value.rows;
            progress(0, lines);
            continue;
          }
          const taken = await folder.next(value);
          if (taken.done !== true && taken.value.kind === 'written') written = taken.value.files;
          if (value.kind === 'chunk') progress(value.rowsDone, lines);
        }
      });
      // Null where it was given up: then nothing of it is.
      return { kind: 'end', kept: kept ?? [] } as const;
    },
    signal,
  );
  return end === null ? { kind: 'cancelled' } : { kind: 'done', path: end.path, lines };
}
