import { Menu, nativeImage, Tray } from 'electron';
import { trayIcon } from '../desktop/tray-icon.ts';
import type { Say } from '../i18n/words.ts';

type TrayActions = { readonly open: () => void; readonly sync: () => void; readonly quit: () => void };

/** The app's place beside the clock, where it is while it has no window. `draw(null)` takes it away; `canSync`: there is something to read. After `ready`. */
export function createTray(actions: TrayActions): (say: Say | null, canSync?: boolean) => void {
  const isMac = process.platform === 'darwin';
  let tray: Tray | null = null;

  function make(): Tray {
    const image = nativeImage.createFromBuffer(trayIcon(1, isMac));
    const large = trayIcon(2, isMac).toString('base64');
    image.addRepresentation({ scaleFactor: 2, dataURL: `data:image/png;base64,${large}` });
    image.setTemplateImage(isMac);
    const made = new Tray(image);
    made.setToolTip('Cuadra');
    // On macOS a click opens the menu.
    if (!isMac) made.on('click', actions.open);
    return made;
  }

  return (say, canSync = true) => {
    if (say === null) {
      tray?.destroy();
      tray = null;
      return;
    }
    tray ??= make();
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: say('tray.open'), click: () => actions.open() },
        { label: say('menu.sync'), enabled: canSync, click: () => actions.sync() },
        { type: 'separator' },
        { label: say('menu.quit'), click: () => actions.quit() },
      ]),
    );
  };
}
