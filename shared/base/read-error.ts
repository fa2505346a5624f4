/** Errors, read without believing anything of them: any member may be anything, or throw. */

export type ReadError = {
  readonly name: string;
  readonly code: unknown;
  readonly message: string;
  readonly stack: string;
  readonly cause: unknown;
};

const MAX_CAUSES = 3;

/** Null: it is none. */
function readOne(error: unknown): ReadError | null {
  try {
    if (!(error instanceof Error)) return null;
    const { name, message, stack, cause, code } = error as Error & { readonly code?: unknown };
    return {
      name: typeof name === 'string' ? name : '',
      code,
      message: typeof message === 'string' ? message : '',
      stack: typeof stack === 'string' ? stack : '',
      cause,
    };
  } catch {
    return null;
  }
}

/** An error and what it was because of, that one after it; null stands for what is no error, and ends the list. */
export function readError(error: unknown): readonly (ReadError | null)[] {
  const read: (ReadError | null)[] = [];
  let each = error;
  while (read.length <= MAX_CAUSES) {
    const one = readOne(each);
    read.push(one);
    if (one === null || one.cause === undefined || one.cause === null) break;
    each = one.cause;
  }
  return read;
}

/** A place in a file, as an engine writes it. */
export type Place = { readonly file: string; readonly row: number; readonly column: number };

export const MAX_PLACES = 30;
const FRAME = /^ {4}at (?:.*\()?([^()]+):(\d{1,7}):(\d{1,7})\)?$/;

/**
 * Where an error comes from, innermost first: the places of its stack whose file `own` gives a name to (null: not ours). A
 * message may hold lines that look like places, so only what comes after it counts; where it cannot be told where it ends,
 * nothing does.
 */
export function placesOf(
  { message, stack }: ReadError,
  own: (file: string) => string | null,
): readonly Place[] {
  const ending = message === '' ? '\n    at ' : `: ${message}\n    at `;
  const at = stack.indexOf(ending);
  if (at === -1 || stack.slice(0, at).includes('\n')) return [];
  const places: Place[] = [];
  for (const line of stack.slice(at + ending.length - '    at '.length).split('\n')) {
    const [, named, row, column] = FRAME.exec(line) ?? [];
    const file = named === undefined ? null : own(named);
    if (file !== null) places.push({ file, row: Number(row), column: Number(column) });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}
