import { expect, test } from 'vitest';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { type CallsOf, freshnessOf, handlersOf, question } from '#renderer/data/questions/question.ts';
import { sourcesOf, stream } from '#renderer/data/questions/stream.ts';
import { BACKUP_STREAMS, COMMANDS, QUESTIONS, STREAMS } from '#renderer/data/worker/questions.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import { pullStreams, serveStreams } from '#shared/contract/streams.ts';

type Copy = { readonly rows: number };

const readRows = question('readRows', {
  freshness: 'commits',
  answer: ({ rows }: Copy, { times }: { readonly times: number }) => rows * times,
});
const readNotes = question('readNotes', {
  freshness: 'commits-and-metadata',
  answer: async ({ rows }: Copy) => [`${rows} rows`],
});
const unlisted = question('unlisted', { freshness: 'commits', answer: ({ rows }: Copy) => rows });
const LIST = [readRows, readNotes] as const;

test('a listed question is answered of the copy that is open when it is asked', async () => {
  let copy: Copy = { rows: 2 };
  const handlers = handlersOf(LIST, (work: (of: Copy) => unknown) => work(copy));
  expect(handlers.readRows({ times: 3 })).toBe(6);
  copy = { rows: 5 };
  expect(handlers.readRows({ times: 3 })).toBe(15);
  expect(await handlers.readNotes(null)).toEqual(['5 rows']);
  expect(freshnessOf(LIST)).toEqual({ readRows: 'commits', readNotes: 'commits-and-metadata' });
});

test('two records of one name are refused', () => {
  expect(() => handlersOf([readRows, readRows], (work: (of: Copy) => unknown) => work({ rows: 1 }))).toThrow(
    '«readRows»',
  );
});

/** The compiler holds this one: where a line below compiled, it would say so. */
test('what is not listed, is asked wrongly, or writes, cannot be called by who reads', () => {
  const reader = (calls: Caller<CallsOf<typeof LIST>>, real: DataReader) => [
    () => calls.readRows({ times: 1 }),
    // @ts-expect-error It is in no list.
    () => calls.unlisted(null),
    // @ts-expect-error Its input is another.
    () => calls.readRows({ time: 1 }),
    // @ts-expect-error Who reads does not write.
    () => real.closeMonth(null),
  ];
  expect(reader).toBeTypeOf('function');
  expect(unlisted.answer({ rows: 1 }, null)).toBe(1);
});

test('nothing of the worker is called by two names, nor two by one', () => {
  const names = [...QUESTIONS, ...COMMANDS, ...STREAMS, ...BACKUP_STREAMS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a listed stream is made of what is there when it is opened', async () => {
  const countdown = stream(
    'countdown',
    async function* ({ rows }: Copy, { from }: { readonly from: number }) {
      for (let at = from; at > 0; at -= 1) yield at * rows;
      return 'over';
    },
  );
  let copy: Copy | null = { rows: 10 };
  const need = (): Copy => {
    if (copy === null) throw new Error('No copy is open.');
    return copy;
  };
  const pull = pullStreams<{
    readonly countdown: {
      readonly input: { readonly from: number };
      readonly feed: undefined;
      readonly piece: number;
      readonly end: string;
    };
  }>(serveStreams(sourcesOf([countdown] as const, need)).calls);
  const stepping = pull.countdown({ from: 2 });
  expect(await stepping.next()).toEqual({ done: false, value: 20 });
  copy = null;
  expect(await stepping.next()).toEqual({ done: false, value: 10 });
  expect(await stepping.next()).toEqual({ done: true, value: 'over' });
  await expect(pull.countdown({ from: 1 }).next()).rejects.toThrow('No copy is open.');
});
