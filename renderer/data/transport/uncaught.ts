import { placesOf, readError } from '#shared/base/read-error.ts';
import {
  errorName,
  ownFileSchema,
  type PageError,
  type PageErrorKind,
} from '#shared/contract/page-errors.ts';

/** The parts of an error that may be reported. `page`: the address of the page, or of its worker's file. */
export function pageErrorOf(kind: PageErrorKind, error: unknown, page: string): PageError {
  const errors = readError(error).map((read) =>
    read === null
      ? null
      : { name: errorName(read.name), places: [...placesOf(read, (file) => ownPath(file, page))] },
  );
  return { kind, errors };
}

/** The path of a file that comes from where the page does, without what follows a «?»; null: another's, or no file's. */
function ownPath(file: string, page: string): string | null {
  try {
    const [url, own] = [new URL(file), new URL(page)];
    // Not `origin`: outside of a browser an address of the app has none.
    if (url.protocol !== own.protocol || url.host !== own.host) return null;
    const path = url.pathname.slice(1);
    return ownFileSchema.safeParse(path).success && !path.includes('..') ? path : null;
  } catch {
    return null;
  }
}

/** More are not told in the life of a page: what fails at every step fails the same. */
const MAX_LISTED = 20;

/** Hands each error on once, and no more than a few in all. */
function createErrorReporter(
  report: (error: PageError) => void,
  page: string,
): (kind: PageErrorKind, error: unknown) => void {
  const reported = new Set<string>();
  return (kind, error) => {
    const known = pageErrorOf(kind, error, page);
    const words = JSON.stringify(known);
    if (reported.has(words) || reported.size >= MAX_LISTED) return;
    reported.add(words);
    report(known);
  };
}

/** A page's window, or a worker. */
type Scope = Pick<EventTarget, 'addEventListener'> & { readonly location: { readonly href: string } };

/**
 * Tells what nobody catches in `scope`, for the log of errors, and changes nothing of what becomes of it; returns the way to
 * tell of one that was caught.
 */
export function reportUncaught(
  scope: Scope,
  of: 'page' | 'worker',
  report: (error: PageError) => void,
): (kind: PageErrorKind, error: unknown) => void {
  const reportError = createErrorReporter(report, scope.location.href);
  scope.addEventListener('error', (event) => {
    const { error } = event as ErrorEvent;
    // A worker's own comes without: it is told where it happened.
    if (error !== null && error !== undefined) reportError(`${of}-exception`, error);
  });
  scope.addEventListener('unhandledrejection', (event) =>
    reportError(`${of}-rejection`, (event as PromiseRejectionEvent).reason),
  );
  return reportError;
}
