/** Differences between systems and desktops in where the app stands. */

type Environment = { readonly [name: string]: string | undefined };

/** As the launcher of the portable build calls it. */
const OWN_NAME = 'cuadra';

/**
 * The file that begins the app. An AppImage and the portable build of Windows run from a folder that is gone afterwards: they
 * say themselves which file they are. What another program of that kind says to those that it begins, an assistant to
 * `cuadra mcp`, is not of this one.
 */
export function programFile(platform: NodeJS.Platform, environment: Environment, running: string): string {
  if (platform === 'linux') {
    const { APPIMAGE, APPDIR } = environment;
    return APPIMAGE !== undefined && APPDIR !== undefined && running.startsWith(`${APPDIR}/`)
      ? APPIMAGE
      : running;
  }
  return isPortable(platform, environment) ? (environment.PORTABLE_EXECUTABLE_FILE ?? running) : running;
}

/** The build of Windows that is not installed, by what its launcher sets: it leaves nothing in the system by itself. */
export function isPortable(platform: NodeJS.Platform, environment: Environment): boolean {
  const { PORTABLE_EXECUTABLE_FILE: file, PORTABLE_EXECUTABLE_APP_FILENAME: name = OWN_NAME } = environment;
  return platform === 'win32' && file !== undefined && name.toLowerCase() === OWN_NAME;
}

/** How programs of Linux are told their display. */
export const DISPLAY_VARIABLES = ['DISPLAY', 'WAYLAND_DISPLAY'] as const;

/** Whether the app can be begun at all: on Linux Chromium needs a display, which a timer or a remote login has none of. */
export function hasDisplay(platform: NodeJS.Platform, environment: Environment): boolean {
  return platform !== 'linux' || DISPLAY_VARIABLES.some((name) => (environment[name] ?? '') !== '');
}

/** Desktops that show no icon beside the clock by themselves, and those made of them that do. */
const WITHOUT_TRAY: ReadonlySet<string> = new Set(['gnome', 'pantheon']);
const WITH_TRAY: ReadonlySet<string> = new Set(['budgie', 'pop', 'ubuntu', 'unity', 'zorin']);

export type Hiding = 'hide' | 'minimize';

/** How a window goes that was closed while the app goes on: minimised where nothing beside the clock would bring it back. */
export function hidingOf(platform: NodeJS.Platform, environment: Environment): Hiding {
  if (platform !== 'linux') return 'hide';
  const desktops = (environment.XDG_CURRENT_DESKTOP ?? '').toLowerCase().split(':');
  const isBare = desktops.some((name) => WITHOUT_TRAY.has(name));
  return isBare && !desktops.some((name) => WITH_TRAY.has(name)) ? 'minimize' : 'hide';
}
