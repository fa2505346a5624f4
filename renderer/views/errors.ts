/** The code of a failed call, where it carries one. Errors that crossed a context bridge keep only their message. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
