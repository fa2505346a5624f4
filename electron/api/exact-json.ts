/**
 * What JSON.parse loses of a text that it has accepted: the digits that a number was written with, and all but the last
 * of several values of one name. Texts are skipped from quote to quote, so that their length costs next to nothing.
 */

/** A name has two different values: to keep one of them would be to lose the other. */
export class TwoValuesError extends Error {}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
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

  /** The character code that comes next, white space left out. */
  function next(): number {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
      at += 1;
    }
  }

  /** A text with its quotes, as it is written. */
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

  /** What stands between an opening bracket, which comes next, and its closing one. */
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

/** The text of a JSON text in quotes. */
function textOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/**
 * The values of an object by name: a text as it is, `true`, `false` and `null` too, and numbers and whatever is nested
 * as their JSON text, with every number as it is written. Throws TwoValuesError.
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
