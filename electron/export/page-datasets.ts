import type { AppCalls } from '#shared/contract/app.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { DatasetTarget, OpenDataset } from './dataset-folder.ts';
import { createOpenExports, type OpenCount } from './open-exports.ts';

export type DatasetCalls = Pick<
  AppCalls,
  'openDataset' | 'writeDataset' | 'readDataset' | 'closeDataset' | 'cancelDataset'
>;

/** The exports for engines that one page has open: they do not outlive it. */
export function createPageDatasets(openDataset: OpenDataset, openCount: OpenCount) {
  const open = createOpenExports<DatasetTarget>(openCount);
  return {
    handlers: {
      openDataset: async ({ accountId, isQuiet }) => {
        const opened = await open.open(() => openDataset(accountId, isQuiet));
        return opened === null ? null : { exportId: opened.exportId, ...opened.target.before };
      },
      writeDataset: async ({ exportId, path, ...chunk }) => {
        const bytes = 'text' in chunk ? Buffer.from(chunk.text) : chunk.bytes;
        await open.inTurn(exportId, (target) => target.write(path, bytes));
        return null;
      },
      readDataset: ({ exportId }) => open.inTurn(exportId, (target) => target.written()),
      closeDataset: ({ exportId, kept }) =>
        open.close(exportId, async (target) => ({ path: await target.close(kept) })),
      cancelDataset: open.cancel,
    } satisfies Handlers<DatasetCalls>,
    end: open.end,
  };
}
