import { describe, expect, test } from 'vitest';
import { createLiveQuery, readTogether } from '#renderer/data/client/live-query.ts';

/** Questions that are answered by hand, in any order. */
function manual<I, O>() {
  const asked: { input: I; resolve: (output: O) => void; reject: (error: unknown) => void }[] = [];
  return {
    asked,
    fetch: (input: I): Promise<O> => new Promise((resolve, reject) => asked.push({ input, resolve, reject })),
  };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('a live query', () => {
  test('keeps the last whole answer until the next one is whole', async () => {
    const { asked, fetch } = manual<number, string>();
    const query = createLiveQuery(fetch);
    query.ask(1);
    asked[0]?.resolve('one');
    await settle();
    query.ask(2);
    expect(query.store.get()).toMatchObject({ output: 'one', input: 1, stale: true });
    asked[1]?.resolve('two');
    await settle();
    expect(query.store.get()).toMatchObject({ output: 'two', input: 2, stale: false });
  });

  test('drops the answer to an input that was given up, however late it comes', async () => {
    const { asked, fetch } = manual<number, string>();
    const query = createLiveQuery(fetch);
    query.ask(1);
    query.ask(2);
    asked[1]?.resolve('two');
    await settle();
    asked[0]?.resolve('one');
    await settle();
    expect(query.store.get().output).toBe('two');
  });

  test('many commits while it asks cost one more question, and its answer is shown meanwhile', async () => {
    const { asked, fetch } = manual<number, string>();
    const query = createLiveQuery(fetch);
    query.ask(1);
    query.refresh();
    query.refresh();
    query.refresh();
    asked[0]?.resolve('first');
    await settle();
    expect(query.store.get()).toMatchObject({ output: 'first', stale: true });
    expect(asked).toHaveLength(2);
    asked[1]?.resolve('second');
    await settle();
    expect(query.store.get()).toMatchObject({ output: 'second', stale: false });
    expect(asked).toHaveLength(2);
  });

  test('a failure leaves the figures and says so; the same input is not asked twice', async () => {
    const { asked, fetch } = manual<{ a: number }, string>();
    const query = createLiveQuery(fetch);
    query.ask({ a: 1 });
    query.ask({ a: 1 });
    expect(asked).toHaveLength(1);
    asked[0]?.resolve('one');
    await settle();
    query.refresh();
    asked[1]?.reject(new Error('gone'));
    await settle();
    expect(query.store.get()).toMatchObject({ output: 'one', stale: true, error: new Error('gone') });
  });

  test('asking nothing forgets the answer', async () => {
    const { asked, fetch } = manual<number, string>();
    const query = createLiveQuery(fetch);
    query.ask(1);
    query.ask(null);
    asked[0]?.resolve('late');
    await settle();
    expect(query.store.get()).toEqual({ output: null, input: null, stale: false, error: null });
  });
});

test('answers of two revisions are asked for again, together', async () => {
  let round = 0;
  const answers = await readTogether(async () => {
    round += 1;
    return [{ revision: 5 + round }, { revision: round === 1 ? 5 : 5 + round }] as const;
  });
  expect(answers).toEqual([{ revision: 7 }, { revision: 7 }]);
});
