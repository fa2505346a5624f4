import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAPER_REST_MS, usePaperLines } from '#renderer/features/paper/paper-lines.ts';
import { MAX_PRINTED } from '#renderer/ui/grid/grid-paper.tsx';

/** The lines of a long list that a print needs: read ahead once the table rests, and of what it shows. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Asked = readonly [from: number, to: number, isQuiet: boolean];

/** A table of `total` lines, of which the first two are on hand, and a source that reads what it is asked. */
function table(total: number, answer: (from: number, to: number) => readonly string[] | null = lines) {
  const asked: Asked[] = [];
  const source = {
    readRange: async (from: number, to: number, isQuiet: boolean) => {
      asked.push([from, to, isQuiet]);
      return answer(from, to);
    },
  } as never;
  const view = (part: object = {}) =>
    ({
      query: { of: 'all' },
      revision: 1,
      stale: false,
      total,
      pages: new Map([[0, ['0', '1']]]),
      ...part,
    }) as never;
  const { result, rerender, unmount } = renderHook(
    ({ of }) => usePaperLines<unknown, string, unknown>(source, of),
    {
      initialProps: { of: view() },
    },
  );
  return {
    asked,
    printed: () => result.current(),
    show: (part: object) => rerender({ of: view(part) }),
    unmount,
  };
}
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
const rest = (ms = PAPER_REST_MS) => act(() => vi.advanceTimersByTimeAsync(ms));

test('are those on hand until the table rested; then all of them, read a few at a time', async () => {
  const { asked, printed } = table(450);
  expect(printed()).toEqual(['0', '1']);
  await rest(PAPER_REST_MS - 1);
  expect(asked).toEqual([]);
  await rest(1);
  expect(asked).toEqual([
    [0, 199, true],
    [200, 399, true],
    [400, 449, true],
  ]);
  expect(printed()).toEqual(lines(0, 449));
});

test('are as many as a print takes', async () => {
  const { asked, printed } = table(MAX_PRINTED + 5);
  await rest();
  expect([printed().length, asked.at(-1)?.[1]]).toEqual([MAX_PRINTED, MAX_PRINTED - 1]);
});

test('are of what is shown: another question, or another revision, is read anew, and the same one is not', async () => {
  const { asked, printed, show } = table(3);
  await rest();
  show({ pages: new Map([[0, ['x']]]) });
  await rest();
  expect([asked.length, printed()]).toEqual([1, ['0', '1', '2']]);
  show({ revision: 2 });
  expect(printed()).toEqual(['0', '1']);
  await rest();
  expect(asked).toHaveLength(2);
  show({ revision: 2, query: { of: 'some' } });
  await rest();
  expect(asked).toHaveLength(3);
});

test('are not read of what is on its way, of no question, nor once the table is gone', async () => {
  const { asked, show, unmount } = table(3);
  show({ stale: true });
  await rest();
  show({ query: null });
  await rest();
  show({});
  await rest(PAPER_REST_MS - 1);
  unmount();
  await rest();
  expect(asked).toEqual([]);
});

test.each([
  ['null', () => null],
  ['nothing', () => []],
  [
    'a failure',
    () => {
      throw new Error('gone');
    },
  ],
])('that cannot be read are not printed, those on hand are: %s', async (_, answer) => {
  const { asked, printed } = table(450, (from, to) => (from === 0 ? lines(from, to) : answer()));
  await rest();
  expect([asked.length, printed()]).toEqual([2, ['0', '1']]);
});

test('that are on their way when another question comes are given up, and never take the place of its own', async () => {
  const gates: (() => void)[] = [];
  const asked: number[] = [];
  const source = {
    readRange: async (from: number, to: number) => {
      asked.push(from);
      await new Promise<void>((resolve) => gates.push(resolve));
      return lines(from, to).map((line) => `${asked.length}:${line}`);
    },
  } as never;
  const view = (revision: number) =>
    ({ query: {}, revision, stale: false, total: 201, pages: new Map([[0, ['on hand']]]) }) as never;
  const { result, rerender } = renderHook(({ of }) => usePaperLines<unknown, string, unknown>(source, of), {
    initialProps: { of: view(1) },
  });
  await rest();
  rerender({ of: view(2) });
  await rest();
  expect(asked).toEqual([0, 0]);
  // The newer one goes on where it is answered first; the older asks for nothing more, whenever it is.
  gates[1]?.();
  await rest(0);
  gates[0]?.();
  await rest(0);
  expect(asked).toEqual([0, 0, 200]);
  gates[2]?.();
  await rest(0);
  expect([result.current().length, result.current().at(-1)]).toEqual([201, '3:200']);
});
