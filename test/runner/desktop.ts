import { findElectronBinary, findElectronPackage } from '#electron/launch/electron.ts';

/** Whether the desktop app can be run here, and if not, why. */

export type Desktop = {
  readonly binary: string | undefined;
  readonly platform: string;
  readonly isRoot: boolean;
  readonly hasDisplay: boolean;
};

/** For a program that nobody sits before: keys are kept by what asks nobody, on Linux by what protects nothing. */
export const UNATTENDED_KEY_STORE = ['--password-store=basic', '--use-mock-keychain'] as const;

/** In words, for the report; null where nothing is in the way. */
export function desktopObstacle({ binary, platform, isRoot, hasDisplay }: Desktop): string | null {
  if (binary === undefined) return 'no binary';
  if (platform !== 'linux') return null;
  if (isRoot) return 'root, for whom Chromium has no sandbox';
  return hasDisplay ? null : 'no display';
}

export function thisDesktop(): Desktop {
  const packageFolder = findElectronPackage();
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = process.env;
  return {
    binary: packageFolder === undefined ? undefined : findElectronBinary(packageFolder, process.env),
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasDisplay: DISPLAY !== '' || WAYLAND_DISPLAY !== '',
  };
}
