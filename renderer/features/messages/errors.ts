import type { Text } from '#renderer/i18n/text.tsx';

/** The code of a failed call, where it carries one. Errors that crossed a context bridge keep only their message. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What is known by its code is said in the user's language; anything else in its own words. */
export function failureMessage(error: unknown, text: Text): string {
  switch (errorCode(error)) {
    case 'key-of-other-account':
      return text('failure.key-of-other-account');
    case 'no-key-in-question':
      return text('failure.no-key-in-question');
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
