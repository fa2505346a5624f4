import { expect, test } from 'vitest';
import { MAX_PLACES, placesOf, readError } from '#shared/base/read-error.ts';

const own = (file: string): string | null => (file.startsWith('app/') ? file.slice(4) : null);
const read = (message: string, stack: string) =>
  placesOf({ name: 'Error', code: undefined, message, stack, cause: undefined }, own);

test('an error is read with what it was because of, four at most, until what is none', () => {
  const chain = (length: number, end?: unknown): Error =>
    new Error(`e${length}`, { cause: length > 1 ? chain(length - 1, end) : end });
  const messages = (error: unknown) => readError(error).map((each) => each?.message ?? null);
  expect(messages(chain(3))).toEqual(['e3', 'e2', 'e1']);
  expect(messages(chain(6))).toEqual(['e6', 'e5', 'e4', 'e3']);
  expect(messages(chain(2, 'text'))).toEqual(['e2', 'e1', null]);
  expect(messages(chain(1, null))).toEqual(['e1']);
  expect(messages('text')).toEqual([null]);
  const odd = Object.assign(new TypeError('m'), { name: 7, stack: 8, code: 'ENOENT' });
  expect(readError(odd)).toMatchObject([{ name: '', stack: '', message: 'm', code: 'ENOENT' }]);
  const hostile = Object.defineProperty(new Error('m'), 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  expect(readError(hostile)).toEqual([null]);
});

test('the places of an error are those of our files after its message, innermost first', () => {
  const frames =
    '    at f (app/a.ts:3:7)\n    at node:fs:1:2\n    at app/b.ts:10:20\n    at async g (app/c.ts:1:1)';
  const places = [
    { file: 'a.ts', row: 3, column: 7 },
    { file: 'b.ts', row: 10, column: 20 },
    { file: 'c.ts', row: 1, column: 1 },
  ];
  expect(read('m', `Error: m\n${frames}`)).toEqual(places);
  expect(read('', `Error\n${frames}`)).toEqual(places);
  // Lines of a message that look like places are none.
  expect(read('m\n    at x (app/z.ts:1:1)', `Error: m\n    at x (app/z.ts:1:1)\n${frames}`)).toEqual(places);
  expect(read('other', `Error: m\n${frames}`)).toEqual([]);
  expect(read('m', `Error: x\n: m\n${frames}`)).toEqual([]);
  const many = Array.from({ length: MAX_PLACES + 5 }, (_, at) => `    at f (app/a.ts:${at + 1}:1)`);
  expect(read('m', `Error: m\n${many.join('\n')}`).map(({ row }) => row)).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 1),
  );
});
