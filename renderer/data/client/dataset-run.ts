import type { AppBridge, WrittenFile } from '#shared/contract/app.ts';
import type { DataPuller } from './data-calls.ts';

type DatasetResult =
  | { readonly kind: 'done'; readonly path: string; readonly lines: number }
  | { readonly kind: 'cancelled' };

type DatasetCalls = Pick<
  AppBridge['call'],
  'openDataset' | 'writeDataset' | 'readDataset' | 'closeDataset' | 'cancelDataset'
>;

/**
 * Writes all rows of an account for engines, one chunk in flight at a time. Where it fails or is cancelled, the export
 * before stays as it was.
 */
export async function runDataset(
  calls: DatasetCalls,
  data: Pick<DataPuller, 'exportDataset'>,
  {
    account,
    app,
    forPostgresql,
    isQuiet,
  }: {
    readonly account: string;
    readonly app: string;
    readonly forPostgresql: boolean;
    readonly isQuiet?: true;
  },
  progress: (linesDone: number, lines: number) => void,
  signal: AbortSignal,
): Promise<DatasetResult> {
  const opened = await calls.openDataset({ accountId: account, isQuiet: isQuiet ?? false });
  if (opened === null) return { kind: 'cancelled' };
  const { exportId, manifest, files } = opened;
  const dataset = data.exportDataset({ manifest, files, account, app, forPostgresql });
  const end = (): Promise<unknown> => dataset.cancel().catch(() => null);
  // Also while the worker is looking at what there is to write, which takes as long as there are rows.
  signal.addEventListener('abort', end);
  let lines = 0;
  let written: readonly WrittenFile[] | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await dataset.next(written);
      signal.throwIfAborted();
      if (done === true) {
        for (const file of value.files) await calls.writeDataset({ exportId, ...file });
        const { path } = await calls.closeDataset({ exportId, kept: value.kept });
        return { kind: 'done', path, lines };
      }
      switch (value.kind) {
        case 'begun':
          lines = value.rows;
          progress(0, lines);
          break;
        case 'chunk':
          await calls.writeDataset({ exportId, path: value.path, bytes: value.bytes });
          progress(value.rowsDone, lines);
          break;
        case 'complete':
          written = await calls.readDataset({ exportId });
          break;
      }
    }
  } catch (error) {
    await calls.cancelDataset({ exportId }).catch(() => null);
    if (signal.aborted) return { kind: 'cancelled' };
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await end();
  }
}
