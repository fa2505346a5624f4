import { app } from 'electron';
import type { PageCommand } from '#shared/contract/shell.ts';
import { screenTasks } from '../desktop/jump-list.ts';
import { programFile } from '../desktop/system-places.ts';
import type { Say } from '../i18n/words.ts';

/** As in electron-builder.yml (appId): by it Windows knows the app's windows, notifications and shortcuts as one. */
const APP_ID = 'io.github.cuadra';

/** Before the first window. */
export function nameForTaskbar(): void {
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
}

/** Has the taskbar of Windows offer the screens that the page can go to. After `ready`. */
export function showJumpList(say: Say, available: ReadonlySet<PageCommand>): void {
  if (process.platform !== 'win32') return;
  const program = programFile(process.platform, process.env, process.execPath);
  app.setUserTasks(
    screenTasks(say, available).map(({ title, link }) => ({
      program,
      arguments: link,
      iconPath: program,
      iconIndex: 0,
      title,
      description: title,
    })),
  );
}
