import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Asker } from '#shared/contract/program-questions.ts';
import { defaultProfileDirectory } from '../browser-host/options.ts';
import { type AppLine, openAppLine } from '../programs/ask-app.ts';
import { NotRunning } from './failures.ts';

type Environment = { readonly [name: string]: string | undefined };

/**
 * The line of the app on the profile that was named, else on the desktop app's, else on that of the browser host. Throws
 * NotRunning where there is none.
 */
export async function lineToApp(
  named: string | null,
  environment: Environment,
  asker: Asker,
  progress: (done: number, of: number) => void,
  home: string = homedir(),
): Promise<AppLine> {
  const profiles =
    named === null
      ? [desktopProfileDirectory, defaultProfileDirectory].map((of) =>
          of(process.platform, environment, home),
        )
      : [named];
  for (const profile of profiles) {
    const line = await openAppLine(profile, asker, progress);
    if (line !== null) return line;
  }
  throw new NotRunning();
}

/** Where Electron keeps what is of this user: `appData`, and in it the app's folder. */
export function desktopProfileDirectory(
  platform: NodeJS.Platform,
  environment: Environment,
  home: string,
): string {
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Cuadra');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cuadra');
  const configured = environment.XDG_CONFIG_HOME ?? '';
  return join(configured === '' ? join(home, '.config') : configured, 'Cuadra');
}
