import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this system keeps a user's data, with a folder of the browser host's own (the desktop app has another). */
export function defaultProfileDirectory(
  platform: NodeJS.Platform = process.platform,
  environment: { readonly [name: string]: string | undefined } = process.env,
  home: string = homedir(),
): string {
  const leaf = ['cuadra', 'browser'] as const;
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), ...leaf);
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...leaf);
  const dataHome = environment.XDG_DATA_HOME;
  // The XDG specification: a relative path is to be ignored.
  return join(dataHome?.startsWith('/') === true ? dataHome : join(home, '.local', 'share'), ...leaf);
}
