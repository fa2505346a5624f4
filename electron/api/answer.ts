import { LosslessNumber, parse as parseLossless } from 'lossless-json';

/** The JSON of an answer, read without losing a digit of it. */

/** The text is no JSON, or says two things at once. The message is for the log and the screen, in plain English. */
export class AnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AnswerError';
  }
}

type Survey = {
  /** Members of objects, at any depth. */
  keys: number;
  hasNumbers: boolean;
  /** Objects and lists, the outermost included. */
  objects: number;
};

function survey(value: unknown, found: Survey): void {
  if (typeof value === 'number') found.hasNumbers = true;
  if (typeof value !== 'object' || value === null) return;
  found.objects += 1;
  const inner = Array.isArray(value) ? value : Object.values(value);
  if (inner !== value) found.keys += inner.length;
  for (const one of inner) if (typeof one !== 'string') survey(one, found);
}

/** Keys written in a JSON text: colons right after a quote that ends a string. */
function countWrittenKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    if (text.charCodeAt(at - 1) !== 0x22) continue;
    let escapes = 0;
    while (text.charCodeAt(at - 2 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) count += 1;
  }
  return count;
}

function rowsOf(body: unknown): readonly unknown[] {
  const rows = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  return Array.isArray(rows) ? rows : [];
}

/** JSON text of a value, number by number as it was sent. */
function jsonOf(value: unknown): string {
  if (value instanceof LosslessNumber) return value.value;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${jsonOf(inner)}`);
  return `{${members.join(',')}}`;
}

/** A row of scalars: numbers and whatever is nested become the text they were sent as. */
function flatten(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? jsonOf(value) : value,
    ]),
  );
}

/**
 * Parses an answer. Values are promised as text (spec 2.2); where a row holds a JSON number all the same, at any
 * depth, it keeps the digits it was sent with (1.10 stays 1.10), which an ordinary parse would lose. So would a column that
 * comes twice in a row with two values lose one of them: such an answer is refused. Throws AnswerError.
 */
export function parseAnswer(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AnswerError('The answer is not whole JSON.');
  }
  const rows = rowsOf(body);
  const inRows: Survey = { keys: 0, hasNumbers: false, objects: 0 };
  const around: Survey = { keys: 0, hasNumbers: false, objects: 0 };
  try {
    survey(rows, inRows);
    survey(typeof body === 'object' && body !== null ? { ...body, data: null } : body, around);
  } catch {
    throw new AnswerError('The answer is nested too deeply.');
  }
  const isFlat = !inRows.hasNumbers && inRows.objects <= 1 + rows.length;
  if (isFlat && countWrittenKeys(text) === inRows.keys + around.keys) return body;
  let exact: unknown;
  try {
    exact = parseLossless(text);
  } catch {
    // It is whole JSON, as the first reading has shown: only two values of one key are left.
    throw new AnswerError('The answer gives two values for one column.');
  }
  return isFlat ? body : { ...(body as object), data: rowsOf(exact).map(flatten) };
}
