import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Asker, ProgramRefusal } from '#shared/contract/program-questions.ts';
import { ACCOUNTS_FILE } from '../accounts/account-book.ts';
import { CHROMIUM_FILE } from '../accounts/chromium-version.ts';
import { defaultProfileDirectory } from '../browser-host/options.ts';
import { DISPLAY_VARIABLES, hasDisplay } from '../desktop/system-places.ts';
import { type AppLine, openAppLine } from '../programs/ask-app.ts';
import { createAssistantSetting } from '../programs/assistant-setting.ts';
import { type BeginApp, lineToClosedApp, passingLine, type Waiting } from './closed-app.ts';
import { CannotAsk } from './failures.ts';

type Environment = { readonly [name: string]: string | undefined };

/** Whom a command asks, and how it hears of what takes long. */
export type Asking = {
  /** Null: where Cuadra keeps its own. */
  readonly profileDirectory: string | null;
  readonly environment: Environment;
  readonly asker: Asker;
  /** Null: a closed app stays closed. */
  readonly begin: BeginApp | null;
  readonly progress: (done: number, of: number) => void;
  readonly waiting: Waiting;
  /** The user's own folder; absent: as the system says. */
  readonly home?: string;
};

/**
 * The line of the app on the profile that was named, else on the desktop app's, else on that of the browser host. Where none
 * runs, the desktop app is begun on standby on the first that it has had. Throws CannotAsk where there is none to ask.
 */
export async function lineToApp(asking: Asking): Promise<AppLine> {
  const { asker, begin, environment, progress, waiting } = asking;
  const profiles = profilesOf(asking);
  for (const profile of profiles) {
    const line = await passingLine(() => openAppLine(profile, asker, progress));
    if (line !== null) return line;
  }
  const closed = closedCopyIn(profiles);
  if (closed.kind !== 'desktop') throw cannotAsk(closed.kind);
  const { profile } = closed;
  // Nothing is begun for an assistant that would not be answered.
  if (asker === 'assistant' && (await createAssistantSetting(profile).read()) === 'off')
    throw new ProgramRefusal('assistants-off');
  if (begin === null) throw cannotAsk('desktop');
  if (!hasDisplay(process.platform, environment))
    throw new CannotAsk((words) => words('command.no-display', { names: DISPLAY_VARIABLES.join(', ') }));
  return lineToClosedApp({
    begin: () => begin(profile),
    open: () => openAppLine(profile, asker, progress),
    waiting,
  });
}

function profilesOf({ profileDirectory, environment, home = homedir() }: Asking): readonly string[] {
  if (profileDirectory !== null) return [profileDirectory];
  return [desktopProfileDirectory, defaultProfileDirectory].map((of) =>
    of(process.platform, environment, home),
  );
}

/** Who has the copy of the first profile that there is anything in. */
type ClosedCopy =
  | { readonly kind: 'desktop'; readonly profile: string }
  | { readonly kind: 'browser' }
  | { readonly kind: 'none' };

function closedCopyIn(profiles: readonly string[]): ClosedCopy {
  for (const profile of profiles) {
    if (existsSync(join(profile, CHROMIUM_FILE))) return { kind: 'desktop', profile };
    if (existsSync(join(profile, ACCOUNTS_FILE))) return { kind: 'browser' };
  }
  return { kind: 'none' };
}

const cannotAsk = (kind: ClosedCopy['kind']): CannotAsk =>
  new CannotAsk(
    (words) => words(kind === 'browser' ? 'command.copy-in-browser' : 'command.not-running'),
    kind === 'desktop',
  );

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
