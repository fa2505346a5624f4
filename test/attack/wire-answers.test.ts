import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnswer } from '#electron/api/answer.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { baseRow, envelope, serveAnswers } from '#test/electron/api/answers.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

/** Answers made to use up the host: refused in words, in little memory, while everything else goes on. */

const HOST = fileURLToPath(new URL('wire-answers.ts', import.meta.url));

function page(rows: readonly unknown[], meta: { readonly [key: string]: unknown } = {}): string {
  return JSON.stringify(envelope(rows, meta));
}
/** A page of one row, with a column of this JSON besides. */
function rowWith(json: string): string {
  return page([baseRow({ X: 0 })]).replace('"X":0', () => `"X":${json}`);
}
const named = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${from + at}`, '']));

/** The members of an object, as text. */
const written = (count: number) => Array.from({ length: count }, (_, at) => `"c${at}":""`).join(',');

const TOO_LONG = 'The answer is too long.';
const ROW_TOO_LONG = 'A row of the answer is too long.';
const TOO_DEEP = 'The answer is nested too deeply.';

/** What is sent, and what is said of it. Longer ones are sent bit by bit. */
const HOSTILE: {
  readonly [name: string]: { readonly parts: () => Iterable<string>; readonly detail: string };
} = {
  'a million columns': { parts: () => [rowWith(`"",${written(1_000_000)}`)], detail: ROW_TOO_LONG },
  'columns just over the limit': {
    parts: () => [page([{ ...baseRow(), ...named(2_000) }])],
    detail: 'the rows have more than 2000 columns',
  },
  'other columns in every row': {
    parts: () => [page(Array.from({ length: 250 }, (_, at) => ({ ...baseRow(), ...named(10, at * 10) })))],
    detail: 'the rows have more than 2000 columns',
  },
  'more cells than a page may have': {
    parts: () => [page([{ ...baseRow(), ...named(1_900) }, ...new Array(2_000).fill(baseRow())])],
    detail: 'the rows have more than 2000000 cells',
  },
  'rows without end': {
    parts: () => [page(new Array(11_000).fill(baseRow()))],
    detail: 'The answer holds too many rows.',
  },
  'rows that are none': {
    parts: () => [`{"data":[${'[],'.repeat(1_000_000)}`],
    detail: 'a row is not an object',
  },
  'forty megabytes of nested lists': {
    parts: function* () {
      for (let at = 0; at < 40; at += 1) yield '['.repeat(1_000_000);
    },
    detail: TOO_LONG,
  },
  'ten megabytes of nested lists': { parts: () => ['['.repeat(10_000_000)], detail: TOO_DEEP },
  'nested objects in a cell': {
    parts: () => [rowWith(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
    detail: TOO_DEEP,
  },
  'a list of a million in a cell': {
    parts: () => [rowWith(`[${'1,'.repeat(1_000_000)}1]`)],
    detail: ROW_TOO_LONG,
  },
  'a cell of two megabytes': { parts: () => [rowWith(`"${'x'.repeat(2_000_000)}"`)], detail: ROW_TOO_LONG },
  'a million fields of meta': {
    parts: () => [page([], { fields: { x: 0 } }).replace('"x":0', () => written(1_000_000))],
    detail: TOO_LONG,
  },
};

describe('an answer that is too much', () => {
  const closers: (() => Promise<void>)[] = [];
  const addresses: string[] = [];
  beforeAll(async () => {
    for (const { parts } of Object.values(HOSTILE)) {
      const server = await serveAnswers((_, response) => {
        response.on('error', () => undefined);
        response.setHeader('Date', 'Wed, 20 May 2026 12:00:05 GMT');
        const rest = parts()[Symbol.iterator]();
        const send = (): void => {
          const part = rest.next();
          if (part.done === true) response.end();
          else if (response.write(part.value)) setImmediate(send);
          else response.once('drain', send);
        };
        send();
      });
      closers.push(server.close);
      addresses.push(server.baseUrl);
    }
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  it('is a failure in words, in a process of 192 MB that lives on and reads the next', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--max-old-space-size=192', '--import', TYPESCRIPT_LOADER, HOST, ...addresses],
      { timeout: 50_000 },
    );
    const views = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const expected = Object.entries(HOSTILE).map(([, { detail }]) => ({ kind: 'bad-answer', detail }));
    expect(views).toEqual(expected);
  });
});

describe('a large page that is one', () => {
  it('is read while the event loop goes on', async () => {
    const rows = Array.from({ length: 500 }, (_, at) =>
      Object.fromEntries([
        ...COLUMNS.map(({ key }, column) => [key, `${at * column}.50`]),
        ['Descripción', 'x "y" '.repeat(1_000)],
      ]),
    );
    const text = page(rows);
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const reading = await readAnswer(text, new AbortController().signal);
    isDone = true;
    expect(reading).toMatchObject({ ok: true, page: { meta: { count: 500 } } });
    // One for every bit of text that is some milliseconds' work, whatever the machine.
    expect(turns).toBeGreaterThan(text.length / 200_000);
  });

  it('is given up at once when nobody waits for it any more', async () => {
    const text = page(new Array(1_000).fill(baseRow({ Producto: 'x'.repeat(1_000) })));
    const cancel = new AbortController();
    setImmediate(() => cancel.abort());
    await expect(readAnswer(text, cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('may have as many unknown columns as known ones, and long texts', async () => {
    const wide = { ...baseRow(), ...named(300), Nota: 'ñ'.repeat(5_000) };
    const rows = new Array(1_000).fill(wide);
    const reading = await readAnswer(page(rows), new AbortController().signal);
    expect(reading.ok).toBe(true);
  });
});
