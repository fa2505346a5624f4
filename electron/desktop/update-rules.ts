import type { UpdateFailure, UpdateObstacle, UpdateStep } from '#shared/contract/updates.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { isPortable } from './system-places.ts';

/** Which builds may update themselves, when they may ask for a newer one, and when one may be installed. */

export type Build = {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The text of `app-update.yml`; null: there is none. Only a build that had to be signed gets one (build/packaging.ts). */
  readonly feed: string | null;
  readonly environment: { readonly [name: string]: string | undefined };
};

/**
 * Why a build does not update itself; null: it does, and what it installs is checked to be signed by the same hand. On Windows
 * that is by the names in the feed, without which electron-updater checks nothing; on macOS by Squirrel, against the build's own
 * signature. On Linux electron-updater compares a digest that is not signed, which is not enough.
 */
export function updateObstacle({ isPackaged, platform, feed, environment }: Build): UpdateObstacle | null {
  if (!isPackaged) return 'sources';
  switch (platform) {
    case 'win32':
      if (isPortable(platform, environment)) return 'portable';
      return feed !== null && namesPublisher(feed) ? null : 'unsigned';
    case 'darwin':
      return feed !== null ? null : 'unsigned';
    default:
      return environment.APPIMAGE === undefined ? 'package' : 'appimage';
  }
}

/** As electron-builder writes it: a list of one or more. Any other form names nobody. */
function namesPublisher(feed: string): boolean {
  return /^publisherName:\n *- +(?!null|~|''|""|#)\S/m.test(feed.replaceAll('\r\n', '\n'));
}

/** Not in the first minute, which belongs to the user. */
export const FIRST_CHECK_AFTER_MS = MINUTE_MS;
export const CHECK_EVERY_MS = DAY_MS;

/** Whether the app asks by itself now. A clock that was set back does not silence it. */
export function isCheckDue(facts: {
  readonly startedAtMs: number;
  readonly askedAtMs: number | null;
  readonly nowMs: number;
  readonly isReading: boolean;
  readonly step: UpdateStep;
}): boolean {
  const { startedAtMs, askedAtMs, nowMs, isReading, step } = facts;
  if (isReading || isUnderWay(step) || step.kind === 'ready') return false;
  if (askedAtMs === null) return nowMs < startedAtMs || nowMs - startedAtMs >= FIRST_CHECK_AFTER_MS;
  return nowMs < askedAtMs || nowMs - askedAtMs >= CHECK_EVERY_MS;
}

/** Something is being done that must not be begun a second time. */
export function isUnderWay({ kind }: UpdateStep): boolean {
  return kind === 'checking' || kind === 'downloading' || kind === 'installing';
}

/** A release as it is announced; anything else is none: what comes from outside is shown, and names a file. */
export function releaseVersion(announced: unknown): string | null {
  return typeof announced === 'string' && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(announced) ? announced : null;
}

const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EIO']);
const NETWORK_CODE = /^(?:HTTP_ERROR_|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE)/;

/** The failure for the user of an error of electron-updater or Chromium's network. */
export function updateFailure(error: unknown): UpdateFailure {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'unsigned';
  // Squirrel says it in words alone.
  if (/^code signature\b|code requirement/i.test(error.message)) return 'unsigned';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'damaged';
  if (DISK_CODES.has(code)) return 'disk';
  if (NETWORK_CODE.test(code) || /net::|timed out|aborted|^cannot download/i.test(error.message))
    return 'unreachable';
  return code === 'ERR_UPDATER_LATEST_VERSION_NOT_FOUND' || code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND'
    ? 'unreachable'
    : 'other';
}

/** The page of the newest release, of the address in package.json (build/packaging.ts); null: it names no such page. */
export function releasesAddress(homepage: unknown): string | null {
  if (typeof homepage !== 'string' || !/^https:\/\/github\.com\/[\w-]{1,60}\/[\w.-]{1,100}$/.test(homepage))
    return null;
  return `${homepage}/releases/latest`;
}
