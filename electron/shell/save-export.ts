import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { openFileWriter, safeFileName } from '../export/file-writer.ts';
import type { OpenExportTarget } from '../export/page-streams.ts';

/** Exports go where the user says in the system's own dialog: the page never names a path. */
export function saveDialogTarget(currentWindow: () => BrowserWindow | null): OpenExportTarget {
  return async (fileName) => {
    const window = currentWindow();
    const defaultPath = join(app.getPath('downloads'), safeFileName(fileName));
    const { canceled, filePath } =
      window === null
        ? await dialog.showSaveDialog({ defaultPath })
        : await dialog.showSaveDialog(window, { defaultPath });
    if (canceled || filePath === '') return null;
    const writer = await openFileWriter(filePath);
    return {
      write: writer.write,
      close: async () => {
        await writer.finish();
        return { kind: 'file', path: filePath };
      },
      cancel: writer.discard,
    };
  };
}
