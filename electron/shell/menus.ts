import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { IPC_EVENT } from '#shared/contract/ipc.ts';
import type { PageCommand } from '#shared/contract/shell.ts';
import type { MenuGroup, MenuItem } from '../desktop/menu.ts';

/** Has the page do what its palette offers under this name. */
export function sendCommand(window: BrowserWindow, command: PageCommand): void {
  window.webContents.send(IPC_EVENT, 'command', command);
}

type MenuActions = { readonly run: (command: PageCommand) => void; readonly about: () => void };

/** Puts these menus above the window. After `ready`. */
export function showMenus(groups: readonly MenuGroup[], actions: MenuActions): void {
  const item = (each: MenuItem): MenuItemConstructorOptions => {
    switch (each.kind) {
      case 'separator':
        return { type: 'separator' };
      case 'role':
        return { role: each.role, label: each.label };
      case 'about':
        return { label: each.label, click: () => actions.about() };
      case 'command':
        return {
          label: each.label,
          enabled: each.isEnabled,
          click: () => actions.run(each.command),
          // The page listens to its keys itself: here they are only written, but on macOS, where it is asked first.
          ...(each.keys === null ? {} : { accelerator: each.keys, registerAccelerator: false }),
        };
    }
  };
  const template = groups.map(({ label, role, items }) => ({
    label,
    ...(role === null ? {} : { role }),
    submenu: items.map(item),
  }));
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
