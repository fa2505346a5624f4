import type { AppBridge } from '#shared/contract/app.ts';
import type { Puller } from './data-calls.ts';

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
  data: Puller,
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
  const datasetId = crypto.randomUUID();
  const end = (): Promise<unknown> => data.endDataset({ datasetId }).catch(() => null);
  // Also while the worker is looking at what there is to write, which takes as long as there are rows.
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    const start = { datasetId, manifest, files, account, app, forPostgresql };
    const { rows: lines } = await data.startDataset(start);
    progress(0, lines);
    for (;;) {
      if (signal.aborted) {
        await calls.cancelDataset({ exportId });
        return { kind: 'cancelled' };
      }
      const next = await data.readDatasetChunk({ datasetId });
      if (next === null) break;
      await calls.writeDataset({ exportId, path: next.path, bytes: next.bytes });
      progress(next.rowsDone, lines);
    }
    const written = await calls.readDataset({ exportId });
    const rest = await data.readDatasetEnd({ datasetId, written });
    for (const file of rest.files) await calls.writeDataset({ exportId, ...file });
    const { path } = await calls.closeDataset({ exportId, kept: rest.kept });
    return { kind: 'done', path, lines };
  } catch (error) {
    await calls.cancelDataset({ exportId }).catch(() => null);
    if (signal.aborted) return { kind: 'cancelled' };
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await end();
  }
}
