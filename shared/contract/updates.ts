import { z } from 'zod';

/** Newer versions of the desktop app: what the page is told of them, and what it may ask. */

/**
 * Why a build does not update itself: it is run from its sources; it is portable; it is a package that the system updates; it
 * is an AppImage, whose signature nobody checks; it is not signed, so that nothing could be checked of the next one.
 */
export const UPDATE_OBSTACLES = ['sources', 'portable', 'package', 'appimage', 'unsigned'] as const;
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

/** `unsigned`: what came is not signed by who signed this build. `damaged`: it is not what was announced. */
export const UPDATE_FAILURES = ['unreachable', 'unsigned', 'damaged', 'disk', 'other'] as const;
export type UpdateFailure = (typeof UPDATE_FAILURES)[number];

export type UpdateStep =
  | { readonly kind: 'unasked' | 'checking' | 'current' }
  | { readonly kind: 'found' | 'ready' | 'installing'; readonly version: string }
  /** `percent` is whole. */
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** `version`: the one that was being fetched; null: it was asked whether there is any. */
  | { readonly kind: 'failed'; readonly version: string | null; readonly why: UpdateFailure };

export type Updates = {
  /** Null: this build can update itself. */
  readonly obstacle: UpdateObstacle | null;
  /** As the user set it; while false, nothing is asked of anybody. */
  readonly isOn: boolean;
  readonly step: UpdateStep;
  /** When it was last asked (epoch ms of this machine); null: not since the start. */
  readonly askedAtMs: number | null;
  /** Whether `releases` has a page to open. */
  readonly hasReleases: boolean;
};

/** `releases` opens the page of the releases in the system's browser. What does not fit the step changes nothing. */
const UPDATE_ACTIONS = ['on', 'off', 'check', 'download', 'cancel', 'install', 'releases'] as const;
export type UpdateAction = (typeof UPDATE_ACTIONS)[number];
export const updateActionSchema = z.object({ action: z.enum(UPDATE_ACTIONS) });

/** The code with which `install` is refused while the sync is under way. */
export const UPDATE_WHILE_READING = 'update-while-reading';
