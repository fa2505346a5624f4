import { app } from 'electron';
import { LINK_SCHEME } from '#shared/domain/view-link.ts';
import type { Openings } from '../app/openings.ts';
import { isPortable } from '../desktop/system-places.ts';

/**
 * Links and files that the system opens with the app. macOS tells of both by events, from before `ready` on; Windows and Linux
 * put them on the command line, of this process or of the second one that was kept away. Call at once, before `ready`.
 */
export function receiveOpened(openings: Openings, args: readonly string[] = process.argv): void {
  // macOS and Linux know the scheme from the package itself; a portable build leaves nothing in the system.
  const isInstalled = app.isPackaged && !isPortable(process.platform, process.env);
  if (process.platform === 'win32' && isInstalled) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openings.addLink(url);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void openings.addFile(path);
  });
  // The first is the program itself.
  void openings.addArguments(args.slice(1), process.cwd());
  app.on('second-instance', (_event, others, directory) => {
    void openings.addArguments(others.slice(1), directory);
  });
}
