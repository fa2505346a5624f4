import type { AppCalls } from '#shared/contract/app.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { Backups, BackupTarget } from './backups.ts';
import { createOpenExports, type OpenCount } from './open-exports.ts';

type BackupCalls = Pick<
  AppCalls,
  'openBackup' | 'writeBackup' | 'closeBackup' | 'cancelBackup' | 'listBackups' | 'readBackup'
>;

/** What a page may ask of backups: those it writes are its own, and what is not whole does not outlive it. */
export function connectBackups(backups: Backups) {
  const openCount: OpenCount = { value: 0 };
  const pages = new Set<PageBackups>();
  return {
    connect: (): PageBackups => {
      const page = createPageBackups(backups, openCount, () => pages.delete(page));
      pages.add(page);
      return page;
    },
    stop: async (): Promise<void> => {
      await Promise.all([...pages].map((page) => page.end()));
    },
  };
}

type PageBackups = { readonly handlers: Handlers<BackupCalls>; readonly end: () => Promise<void> };

function createPageBackups(backups: Backups, openCount: OpenCount, onEnd: () => void): PageBackups {
  const open = createOpenExports<BackupTarget>(openCount);
  return {
    handlers: {
      openBackup: async ({ accountId, reason }) => {
        const opened = await open.open(() => backups.open(accountId, reason));
        if (opened === null) throw new Error('The backup was not opened.');
        return { exportId: opened.exportId };
      },
      writeBackup: async ({ exportId, bytes }) => {
        await open.inTurn(exportId, (target) => target.write(bytes));
        return null;
      },
      closeBackup: ({ exportId, rows, isWhole }) =>
        open.close(exportId, (target) => target.close(rows, isWhole)),
      cancelBackup: open.cancel,
      listBackups: ({ accountId }) => backups.list(accountId),
      readBackup: ({ accountId, name, offset }) => backups.read(accountId, name, offset),
    },
    end: async (): Promise<void> => {
      onEnd();
      await open.end();
    },
  };
}
