/** What differs between the systems that the tests run on. */

export const isWindows = process.platform === 'win32';

/**
 * The mode that a file or folder shows which was made with this one. Windows has no such modes: what is there inherits the
 * rights of the user's own folder, and Node says that all may read and write.
 */
export function modeShown(mode: number): number {
  return isWindows ? 0o666 : mode;
}

/** Exit code of a process that ends by itself when it is asked to. On Windows nobody is asked: it is ended. */
export const ENDED_WHEN_ASKED = isWindows ? null : 0;
