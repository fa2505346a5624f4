import { createTableReader, type PageReading, readPage } from '#shared/contract/page.ts';

/**
 * Parses the details of JSON that JSON.parse loses: a number's digits as written, and all but the last of several
 * values of one name.
 */

/** A name has two different values: to keep one of them would be to lose the other. */
export class TwoValuesError extends Error {}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;
const OPEN_OBJECT = 0x7b;

/** Where a number, `true`, `false` or `null` ends. */
const END_OF_WORD = /[\s,\]}]/g;

type Reader = {
  /** The next value as compact JSON; numbers as they are written. Throws TwoValuesError. */
  readonly value: () => string;
  /** The members of the object that comes next; texts as they are written, other values as above. Throws TwoValuesError. */
  readonly members: () => ReadonlyMap<string, string>;
};

/** A recursive descent through one text. Whole on purpose: all its functions move one position. */
function createReader(text: string): Reader {
  let at = 0;

  function next(): number {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
      at += 1;
    }
  }

  function quoted(): string {
    const start = at;
    for (let isOpen = true; isOpen; ) {
      at = text.indexOf('"', at + 1);
      let escapes = 0;
      while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
      isOpen = escapes % 2 === 1;
    }
    at += 1;
    return text.slice(start, at);
  }

  function word(): string {
    END_OF_WORD.lastIndex = at;
    const start = at;
    at = END_OF_WORD.exec(text)?.index ?? text.length;
    return text.slice(start, at);
  }

  /** Reads the items between an opening bracket, which comes next, and its closing one. */
  function list(close: number, readItem: () => void): void {
    at += 1;
    while (next() !== close) {
      readItem();
      // A comma, or the end.
      if (next() !== close) at += 1;
    }
    at += 1;
  }

  function members(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    next();
    list(CLOSE_OBJECT, () => {
      const name = textOf(quoted());
      next();
      at += 1;
      const read = next() === QUOTE ? quoted() : value();
      const before = found.get(name) ?? read;
      if (before !== read && compact(before) !== compact(read)) throw new TwoValuesError();
      found.set(name, read);
    });
    return found;
  }

  function value(): string {
    switch (next()) {
      case QUOTE:
        return compact(quoted());
      case OPEN_OBJECT:
        return `{${[...members()].map(([name, inner]) => `${JSON.stringify(name)}:${compact(inner)}`).join(',')}}`;
      case OPEN_LIST: {
        const items: string[] = [];
        list(CLOSE_LIST, () => items.push(value()));
        return `[${items.join(',')}]`;
      }
      default:
        return word();
    }
  }

  return { value, members };
}

/** One way to write a value: escapes only where they must be. All but texts are compact already. */
function compact(json: string): string {
  return json.startsWith('"') && json.includes('\\') ? JSON.stringify(JSON.parse(json)) : json;
}

function textOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/**
 * An object's values by name: scalars as they are, numbers and nested values as the JSON they were written as. Throws
 * TwoValuesError.
 * @param json an object that JSON.parse accepts
 */
export function readExactly(json: string): { readonly [name: string]: string | boolean | null } {
  const values = [...createReader(json).members()].map(([name, value]) => [name, scalarOf(value)] as const);
  return Object.fromEntries(values);
}

function scalarOf(json: string): string | boolean | null {
  switch (json) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    default:
      return json.startsWith('"') ? textOf(json) : json;
  }
}

/** Throws TwoValuesError where an object, at any depth, has two values for one name. `json`: what JSON.parse accepts. */
export function checkNames(json: string): void {
  createReader(json).value();
}

/**
 * An answer's JSON, read row by row without losing a digit. Depth and size are checked before anything is built, and
 * the event loop gets its turn in between: no step is long, and no more than the rows is kept.
 */

/** The text is no JSON, says two things at once, or holds too much. The message is for the log and the screen, in plain English. */
export class AnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AnswerError';
  }
}

/** Objects and lists in each other. A row has two; what a column may hold besides is text to us. */
const MAX_DEPTH = 64;
/** Ten times what a page may have (spec 8). */
const MAX_ROWS = 10_000;
/** Values in one row at any depth; its columns are bounded by readPage. */
const MAX_ROW_VALUES = 10_000;
const MAX_ROW_LENGTH = 1_000_000;
/** Limit of the values around the rows: meta, which describes each column, and the correlation id. */
const MAX_AROUND_VALUES = 50_000;
const MAX_AROUND_LENGTH = 4_000_000;
/** Characters read between two turns of the event loop: some milliseconds' work. */
const TURN_LENGTH = 131_072;

const NOT_WHOLE = 'The answer is not whole JSON.';
const TWICE = 'The answer gives two values for one column.';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AnswerError(NOT_WHOLE);
  }
}

function refusingTwoValues<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TwoValuesError) throw new AnswerError(TWICE);
    throw error;
  }
}

/**
 * One row. Values are promised as text (spec 2.2); a JSON number keeps the digits it was sent with (1.10 stays 1.10),
 * and a column with two values is refused, where JSON.parse would lose one.
 * @param keys how many keys its text holds, at any depth
 */
function readRow(text: string, keys: number): unknown {
  const row = parse(text);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const values = Object.values(row);
  const isPlain = values.every((value) => typeof value === 'string' || value === null);
  if (isPlain && values.length === keys) return row;
  return refusingTwoValues(() => readExactly(text));
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.reduce<number>((sum, one) => sum + countKeys(one), inner === value ? 0 : inner.length);
}

function readAround(text: string, keys: number): unknown {
  const around = parse(text);
  if (countKeys(around) !== keys) refusingTwoValues(() => checkNames(text));
  return around;
}

type Tally = { values: number; keys: number };

/** Reads an answer in steps. Throws AnswerError. One function on purpose: its state stays in local variables. */
function* readInSteps(text: string): Generator<undefined, PageReading> {
  const table = createTableReader();
  const around: Tally = { values: 0, keys: 0 };
  const row: Tally = { values: 0, keys: 0 };
  let depth = 0;
  let hasEnded = false;
  let rows = 0;
  /** Where the list of rows stands; -1 before it. */
  let listStart = -1;
  let listEnd = -1;
  /** Where the row that is looked through begins; -1 outside of the list. */
  let rowStart = -1;
  /** The last text at the outermost level: the key of what follows a colon. */
  let name = '';
  let isData = false;
  let stringStart = -1;
  let pausedAt = 0;

  for (let at = 0; at < text.length; ) {
    if (at - pausedAt >= TURN_LENGTH) {
      pausedAt = at;
      yield;
    }
    if (stringStart >= 0) {
      const end = text.indexOf('"', at);
      if (end < 0) throw new AnswerError(NOT_WHOLE);
      let escapes = 0;
      while (text.charCodeAt(end - 1 - escapes) === BACKSLASH && end - 1 - escapes >= stringStart)
        escapes += 1;
      at = end + 1;
      if (escapes % 2 === 1) continue;
      if (depth === 1) name = text.slice(stringStart, Math.min(end, stringStart + 50));
      stringStart = -1;
      continue;
    }
    const code = text.charCodeAt(at);
    const tally = rowStart >= 0 ? row : around;
    at += 1;
    switch (code) {
      case QUOTE:
        stringStart = at;
        break;
      case COLON:
        tally.keys += 1;
        // A key may be written with escapes.
        if (depth === 1) isData = name === 'data' || (name.includes('\\') && parse(`"${name}"`) === 'data');
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        tally.values += 1;
        depth += 1;
        if (hasEnded) throw new AnswerError(NOT_WHOLE);
        if (depth > MAX_DEPTH) throw new AnswerError('The answer is nested too deeply.');
        if (depth !== 2 || !isData || code !== OPEN_LIST) break;
        if (listStart >= 0) throw new AnswerError(TWICE);
        listStart = at - 1;
        rowStart = at;
        break;
      case COMMA:
      case CLOSE_LIST:
      case CLOSE_OBJECT: {
        if (code === COMMA) tally.values += 1;
        else depth -= 1;
        hasEnded ||= depth === 0;
        const endsRow = rowStart >= 0 && (code === COMMA ? depth === 2 : depth === 1);
        if (endsRow) {
          if (code === CLOSE_OBJECT) throw new AnswerError(NOT_WHOLE);
          const rowText = text.slice(rowStart, at - 1);
          const isNone = code === CLOSE_LIST && rows === 0 && rowText.trim() === '';
          if (!isNone) {
            rows += 1;
            const problem = table.add(readRow(rowText, row.keys));
            if (problem !== null) return { ok: false, problem };
          }
          row.values = 0;
          row.keys = 0;
          rowStart = code === COMMA ? at : -1;
          if (code === CLOSE_LIST) listEnd = at;
        }
        if (depth === 1 && code === COMMA) isData = false;
        break;
      }
      default:
        break;
    }
    if (row.values > MAX_ROW_VALUES || (rowStart >= 0 && at - rowStart > MAX_ROW_LENGTH))
      throw new AnswerError('A row of the answer is too long.');
    if (rows > MAX_ROWS) throw new AnswerError('The answer holds too many rows.');
    if (around.values > MAX_AROUND_VALUES) throw new AnswerError('The answer is too long.');
  }
  if (stringStart >= 0 || rowStart >= 0) throw new AnswerError(NOT_WHOLE);
  const rest = listStart < 0 ? text : `${text.slice(0, listStart)}[]${text.slice(listEnd)}`;
  if (rest.length > MAX_AROUND_LENGTH) throw new AnswerError('The answer is too long.');
  return readPage(readAround(rest, around.keys), table);
}

/** Reads an answer (spec 2); values keep their text. Throws AnswerError, or rejects with the signal's reason. */
export async function readAnswer(text: string, signal: AbortSignal): Promise<PageReading> {
  const steps = readInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
