import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageErrorOf, reportUncaught } from '#renderer/data/transport/uncaught.ts';
import { type PageError, pageErrorSchema } from '#shared/contract/page-errors.ts';

const PAGE = 'app://bundle/index.html';
const SECRET = 'k-7f3a9c1e5b2d8046';
const ROW = '20099887766;Polera;15990';

function failed(message: string, lines: readonly string[], name = 'TypeError'): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = [`${name}: ${message}`, ...lines.map((line) => `    at ${line}`)].join('\n');
  return error;
}

describe('what is told of an error of the page', () => {
  it('is its name and its places in files of the page’s own, without what an address asks', () => {
    const lines = [
      `readRow (app://bundle/assets/app-x1.js?k=${SECRET}:1:20)`,
      'app://bundle/assets/app-x1.js:3:4',
      'async app://bundle/assets/app-x1.js:3:4',
      'https://evil.example/assets/app-x1.js:3:4',
      'app://bundle/assets/../../etc.js:1:1',
      `app://bundle/${encodeURIComponent(ROW)}.js:1:1`,
      'new Promise (<anonymous>)',
    ];
    const cause = failed(ROW, [], SECRET);
    expect(pageErrorOf('page-exception', Object.assign(failed(ROW, lines), { cause }), PAGE)).toEqual({
      kind: 'page-exception',
      errors: [
        {
          name: 'TypeError',
          places: [
            { file: 'assets/app-x1.js', row: 1, column: 20 },
            { file: 'assets/app-x1.js', row: 3, column: 4 },
            { file: 'etc.js', row: 1, column: 1 },
          ],
        },
        { name: 'Error', places: [] },
      ],
    });
    expect(pageErrorOf('worker-rejection', ROW, PAGE).errors).toEqual([null]);
  });

  it('holds nothing that it says, however it says it, and is always what the contract takes', () => {
    const secret = fc.constantFrom(SECRET, ROW, `\n    at ${SECRET} (app://bundle/${SECRET}.js:1:1)`);
    const text = fc.tuple(fc.string(), secret, fc.string()).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.option(text, { nil: undefined }), (message, name, cause) => {
        const error = failed(message, ['app://bundle/a.js:1:1'], name);
        if (cause !== undefined) error.cause = failed(cause, []);
        const view = pageErrorOf('page-rejection', error, PAGE);
        expect(pageErrorSchema.parse(view)).toEqual(view);
        expect(JSON.stringify(view)).not.toMatch(/k-7f3a|Polera|20099887766/);
      }),
      { numRuns: 200 },
    );
  });

  it('is handed on once each, and no more than a few', () => {
    const views: PageError[] = [];
    const scope = Object.assign(new EventTarget(), { location: { href: PAGE } });
    const report = reportUncaught(scope, 'page', (error) => views.push(error));
    for (let time = 0; time < 3; time += 1) report('page-exception', failed('x', ['app://bundle/a.js:1:1']));
    expect(views).toHaveLength(1);
    report('page-rejection', failed('x', ['app://bundle/a.js:1:1']));
    expect(views).toHaveLength(2);
    for (let row = 0; row < 100; row += 1)
      report('page-exception', failed('x', [`app://bundle/a.js:${row}:1`]));
    expect(views).toHaveLength(20);
  });
});

it('tells what nobody caught in a page or its worker, where there is an error, and prevents nothing', () => {
  const scope = Object.assign(new EventTarget(), { location: { href: 'app://bundle/index.html' } });
  const views: PageError[] = [];
  const report = reportUncaught(scope, 'worker', (error) => views.push(error));
  const happens = (type: string, facts: object): boolean =>
    scope.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), facts));
  expect(happens('error', { error: new RangeError('k-secret') })).toBe(true);
  expect(happens('unhandledrejection', { reason: 'k-secret' })).toBe(true);
  // As a worker's own arrives at its page, and an image that did not come.
  happens('error', { error: null });
  happens('error', {});
  report('page-screen', new TypeError('k-secret'));
  expect(views).toEqual([
    { kind: 'worker-exception', errors: [{ name: 'RangeError', places: [] }] },
    { kind: 'worker-rejection', errors: [null] },
    { kind: 'page-screen', errors: [{ name: 'TypeError', places: [] }] },
  ]);
});

it('tells what nobody caught in a page as the page’s, with places of its own protocol and host alone', () => {
  const scope = Object.assign(new EventTarget(), { location: { href: 'http://host:81/index.html' } });
  const views: PageError[] = [];
  reportUncaught(scope, 'page', (error) => views.push(error));
  const places = ['http://host:81/a.js', 'https://host:81/b.js', 'http://host:82/c.js', 'http://other/d.js'];
  const error = failed(
    'x',
    places.map((file) => `${file}:1:2`),
  );
  scope.dispatchEvent(Object.assign(new Event('error'), { error }));
  scope.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
  const errors = [{ name: 'TypeError', places: [{ file: 'a.js', row: 1, column: 2 }] }];
  expect(views).toEqual(['page-exception', 'page-rejection'].map((kind) => ({ kind, errors })));
});
