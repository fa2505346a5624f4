const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const LOCKED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The state of the disk that prevents writing a file, by the system's own code; null: something else. */
export function diskProblem(error: unknown): 'full' | 'locked' | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (FULL.has(code)) return 'full';
  return LOCKED.has(code) ? 'locked' : null;
}
