import type { AppCalls } from '#shared/contract/app.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { DatasetTarget, OpenDataset } from './dataset-folder.ts';
import { createOpenExports, type OpenCount, openCounted } from './open-exports.ts';

export type DatasetCalls = Pick<
  AppCalls,
  'openDataset' | 'writeDataset' | 'readDataset' | 'closeDataset' | 'cancelDataset'
>;

/** The exports for engines that one page has open: they do not outlive it. */
export function createPageDatasets(openDataset: OpenDataset, openCount: OpenCount) {
  const open = createOpenExports<DatasetTarget>(openCount);
  let hasEnded = false;
  return {
    handlers: {
      openDataset: async ({ accountId, isQuiet }) => {
        const target = await openCounted(openCount, async () => {
          const opened = await openDataset(accountId, isQuiet);
          if (opened === null || !hasEnded) return opened;
          await opened.cancel();
          throw new Error('The page has gone.');
        });
        return target === null ? null : { ...open.add(target), ...target.before };
      },
      writeDataset: async ({ exportId, path, ...chunk }) => {
        const bytes = 'text' in chunk ? Buffer.from(chunk.text) : chunk.bytes;
        await open.inTurn(exportId, (target) => target.write(path, bytes));
        return null;
      },
      readDataset: ({ exportId }) => open.inTurn(exportId, (target) => target.written()),
      closeDataset: ({ exportId, kept }) =>
        open.inTurn(exportId, async (target) => {
          const path = await target.close(kept);
          open.forget(exportId);
          return { path };
        }),
      cancelDataset: ({ exportId }) =>
        open.inTurn(exportId, async (target) => {
          open.forget(exportId);
          await target.cancel();
          return null;
        }),
    } satisfies Handlers<DatasetCalls>,
    end: async (): Promise<void> => {
      hasEnded = true;
      await open.cancelAll();
    },
  };
}
