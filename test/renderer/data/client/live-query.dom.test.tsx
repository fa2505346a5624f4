import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { KeptInSight } from '#renderer/data/client/kept-in-sight.tsx';
import { createStore, type LedgerView, type Session } from '#renderer/data/client/session.ts';
import { type LiveAnswer, SessionProvider, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';

type Input = { readonly of: number };
type Question = {
  readonly input: Input;
  readonly slot: string;
  readonly resolve: (output: string) => void;
  readonly reject: (error: unknown) => void;
};
type Asker = { readonly name: string; readonly input: Input | null };

const opened = (accountId: string): LedgerView => ({ kind: 'open', accountId, facts: {} as LedgerFacts });
const settle = (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));

/** A page whose questions are answered by hand, in any order; on it stands one component that asks, or none. */
async function openPage(first: Asker | null, isFrozen = false) {
  const ledger = createStore<LedgerView>(opened('a'));
  const revision = createStore(1);
  const latest = createStore(1);
  const frozen = createStore(isFrozen ? ({ revision: 1 } as LedgerFacts) : null);
  const notes = createStore(0);
  const annotations = createStore(0);
  const asked: Question[] = [];
  const session = {
    ledger,
    revision,
    latest,
    frozen,
    notes,
    annotations,
    data: {
      call: { readTotals: null, readCoverage: null },
      freshnessOf: (question: string) => (question === 'readCoverage' ? 'commits-and-metadata' : 'commits'),
    },
  } as unknown as Session;
  /** The place «coverage» asks for coverage, «both» for a total beside it, any other for a total alone. */
  const read = (call: DataReader, input: Input, slot: string): Promise<string> =>
    new Promise((resolve, reject) => {
      if (slot !== 'coverage') void call.readTotals;
      if (slot === 'coverage' || slot === 'both') void call.readCoverage;
      asked.push({ input, slot, resolve, reject });
    });
  const seen: LiveAnswer<Input, string>[] = [];
  function Asking({ name, input }: Asker) {
    seen.push(useLiveQuery(name, input, read));
    return null;
  }
  const drawn = (asker: Asker | null, isShown = true) => (
    <SessionProvider session={session}>
      <KeptInSight isShown={isShown}>
        <KeptInSight isShown>{asker === null ? null : <Asking key={asker.name} {...asker} />}</KeptInSight>
      </KeptInSight>
    </SessionProvider>
  );
  const view = render(drawn(first));
  await settle();
  return {
    asked,
    seen,
    now: () => {
      const { refresh: _, ...answer } = seen.at(-1) as LiveAnswer<Input, string>;
      return answer;
    },
    refresh: () => act(() => seen.at(-1)?.refresh()),
    show: async (asker: Asker | null, isShown?: boolean) => {
      view.rerender(drawn(asker, isShown));
      await settle();
    },
    commit: () =>
      act(() => {
        latest.set(latest.get() + 1);
        revision.set(latest.get());
      }),
    /** Figures that stood still are those of the last commit again. */
    thaw: () =>
      act(() => {
        frozen.set(null);
        revision.set(revision.get() + 1);
        latest.set(revision.get());
      }),
    /** While figures are frozen. */
    commitBehind: () => act(() => latest.set(latest.get() + 1)),
    annotate: () => act(() => annotations.set(annotations.get() + 1)),
    note: () => act(() => notes.set(notes.get() + 1)),
    /** As the session does it. */
    activate: async (accountId: string) => {
      act(() => {
        latest.set(0);
        revision.set(0);
        ledger.set({ kind: 'opening', accountId, progress: null });
      });
      await settle();
      act(() => {
        latest.set(1);
        revision.set(1);
        ledger.set(opened(accountId));
      });
      await settle();
    },
    /** Another page takes the copy over, and this one takes it back. */
    loseAndTakeOver: async () => {
      act(() => ledger.set({ kind: 'elsewhere', accountId: 'a', takenOver: true }));
      await settle();
      act(() => ledger.set(opened('a')));
      await settle();
    },
    readFacts: () => act(() => ledger.set({ ...ledger.get() })),
    answer: async (index: number, output: string) => {
      asked[index]?.resolve(output);
      await settle();
    },
    fail: async (index: number, error: Error) => {
      asked[index]?.reject(error);
      await settle();
    },
  };
}

const of = (number: number, name: string = 'statement'): Asker => ({ name, input: { of: number } });

describe('a live query', () => {
  test('keeps the last whole answer until the next one is whole', async () => {
    const page = await openPage(of(1));
    expect(page.now()).toEqual({ output: null, input: null, isStale: true, error: null });
    await page.answer(0, 'one');
    expect(page.now()).toEqual({ output: 'one', input: { of: 1 }, isStale: false, error: null });
    await page.show(of(2));
    expect(page.now()).toEqual({ output: 'one', input: { of: 1 }, isStale: true, error: null });
    await page.answer(1, 'two');
    expect(page.now()).toEqual({ output: 'two', input: { of: 2 }, isStale: false, error: null });
  });

  test('waits for nothing while it is kept out of sight, and asks anew once it is seen again', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    await page.show(of(2));
    expect(page.now()).toMatchObject({ output: 'one', isStale: true });
    await page.show(of(2), false);
    expect(page.now()).toMatchObject({ output: 'one', isStale: false });
    await page.show(of(2));
    expect(page.now()).toMatchObject({ output: 'one', isStale: true });
    await page.answer(page.asked.length - 1, 'two');
    expect(page.now()).toMatchObject({ output: 'two', isStale: false });
  });

  test('drops the answer to an input that was given up, however late it comes; both are asked in one slot', async () => {
    const page = await openPage(of(1));
    await page.show(of(2));
    await page.answer(1, 'two');
    await page.answer(0, 'one');
    expect(page.now()).toMatchObject({ output: 'two', isStale: false });
    expect(new Set(page.asked.map(({ slot }) => slot)).size).toBe(1);
  });

  test('many commits while it asks cost one more question, and its answer is shown meanwhile', async () => {
    const page = await openPage(of(1));
    page.commit();
    page.commit();
    page.commit();
    await page.answer(0, 'first');
    expect(page.now()).toMatchObject({ output: 'first', isStale: true });
    expect(page.asked).toHaveLength(2);
    await page.answer(1, 'second');
    expect(page.now()).toMatchObject({ output: 'second', isStale: false });
    expect(page.asked).toHaveLength(2);
  });

  test('a commit does not give up what is being asked because of the one before', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'first');
    page.commit();
    page.commit();
    await settle();
    expect(page.asked).toHaveLength(2);
    await page.answer(1, 'second');
    expect(page.now()).toMatchObject({ output: 'second', isStale: true });
    await page.answer(2, 'third');
    expect(page.now()).toMatchObject({ output: 'third', isStale: false });
  });

  test('is drawn twice for a commit: as old, and anew', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    const before = page.seen.length;
    page.commit();
    await page.answer(1, 'two');
    expect(page.seen.slice(before).map(({ output, isStale }) => [output, isStale])).toEqual([
      ['one', true],
      ['two', false],
    ]);
    page.readFacts();
    expect(page.seen).toHaveLength(before + 2);
  });

  test('a failure leaves the figures and says so until the next answer', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    page.commit();
    await page.fail(1, new Error('gone'));
    const failed = { output: 'one', input: { of: 1 }, isStale: true, error: new Error('gone') };
    expect(page.now()).toEqual(failed);
    await page.show(of(2));
    expect(page.now()).toEqual(failed);
    await page.fail(2, new Error('again'));
    expect(page.now()).toEqual({ ...failed, error: new Error('again') });
    page.refresh();
    expect(page.now()).toEqual({ ...failed, error: new Error('again') });
    await page.answer(3, 'two');
    expect(page.now()).toEqual({ output: 'two', input: { of: 2 }, isStale: false, error: null });
    expect(page.asked).toHaveLength(4);
  });

  test('a question that fails because of a commit is asked again', async () => {
    const page = await openPage(of(1));
    page.commit();
    await page.fail(0, new Error('revision'));
    expect(page.now()).toMatchObject({ output: null, isStale: true, error: null });
    await page.answer(1, 'one');
    expect(page.now()).toMatchObject({ output: 'one', isStale: false });
  });

  test('the same input, and what the window does, ask nothing', async () => {
    const page = await openPage(of(1));
    await page.show(of(1));
    await page.answer(0, 'one');
    await page.show(of(1));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('offline'));
    });
    await page.show(of(2));
    await page.answer(1, 'two');
    expect(page.now()).toMatchObject({ output: 'two', isStale: false });
    act(() => window.dispatchEvent(new Event('online')));
    await settle();
    expect(page.asked).toHaveLength(2);
  });

  test('asking nothing forgets the answer', async () => {
    const page = await openPage(of(1));
    await page.show({ name: 'statement', input: null });
    await page.answer(0, 'late');
    expect(page.now()).toEqual({ output: null, input: null, isStale: false, error: null });
  });

  test('what is written without being a figure makes only those old that follow it', async () => {
    const figures = await openPage(of(1, 'statement'));
    await figures.answer(0, 'one');
    figures.note();
    await settle();
    expect(figures.now().isStale).toBe(false);
    const coverage = await openPage(of(1, 'coverage'));
    await coverage.answer(0, 'one');
    coverage.note();
    await coverage.answer(1, 'two');
    expect(coverage.now()).toMatchObject({ output: 'two', isStale: false });
  });

  test('what is said beside the rows makes every answer old, also one that is on its way', async () => {
    for (const name of ['statement', 'coverage']) {
      const page = await openPage(of(1, name));
      page.annotate();
      await page.answer(0, 'before');
      expect(page.now()).toMatchObject({ output: 'before', isStale: true });
      await page.answer(1, 'one');
      expect(page.now()).toMatchObject({ output: 'one', isStale: false });
      page.annotate();
      await settle();
      expect(page.now()).toMatchObject({ output: 'one', isStale: true });
      await page.answer(2, 'two');
      expect(page.now()).toMatchObject({ output: 'two', isStale: false });
      // Nor is it found once one comes back.
      await page.show(null);
      page.annotate();
      await page.show(of(1, name));
      expect(page.now()).toMatchObject({ output: null, isStale: true });
      cleanup();
    }
  });

  test('a commit behind frozen figures makes only those old that follow more than the figures', async () => {
    const figures = await openPage(of(1));
    figures.commitBehind();
    await figures.answer(0, 'one');
    figures.commitBehind();
    await settle();
    expect([figures.now().isStale, figures.asked.length]).toEqual([false, 1]);
    cleanup();
    const coverage = await openPage(of(1, 'coverage'));
    coverage.commitBehind();
    await coverage.answer(0, 'before');
    expect(coverage.now()).toMatchObject({ output: 'before', isStale: true });
    await coverage.answer(1, 'one');
    coverage.commitBehind();
    await settle();
    expect(coverage.now()).toMatchObject({ output: 'one', isStale: true });
    await coverage.answer(2, 'two');
    expect(coverage.now()).toMatchObject({ output: 'two', isStale: false });
  });

  test('a commit costs one question, also of what follows more than the figures', async () => {
    const page = await openPage(of(1, 'coverage'));
    await page.answer(0, 'one');
    page.commit();
    await page.answer(1, 'two');
    expect(page.now()).toMatchObject({ output: 'two', isStale: false });
    expect(page.asked).toHaveLength(2);
  });

  test('figures that are released make every answer old, also one that is on its way', async () => {
    for (const name of ['statement', 'coverage']) {
      const page = await openPage(of(1, name), true);
      page.thaw();
      await page.answer(0, 'of frozen rows');
      expect(page.now()).toMatchObject({ output: 'of frozen rows', isStale: true });
      await page.answer(1, 'one');
      expect(page.now()).toMatchObject({ output: 'one', isStale: false });
      page.thaw();
      await settle();
      expect(page.now()).toMatchObject({ output: 'one', isStale: true });
      cleanup();
    }
  });

  test('is old with any of the questions that its place asks', async () => {
    const both = await openPage(of(1, 'both'));
    // The first answer tells nothing of what was noted while it was made.
    both.note();
    await both.answer(0, 'one');
    expect(both.now()).toMatchObject({ output: 'one', isStale: true });
    await both.answer(1, 'two');
    expect(both.now()).toMatchObject({ output: 'two', isStale: false });
    both.note();
    await both.answer(2, 'three');
    expect(both.now()).toMatchObject({ output: 'three', isStale: false });
  });
});

describe('who comes back to a screen', () => {
  async function leftWith(output: string, name: string = 'statement') {
    const page = await openPage(of(1, name));
    await page.answer(0, output);
    await page.show(null);
    return page;
  }

  test('with the same question of the same rows finds its answer, and nothing is asked', async () => {
    const page = await leftWith('one');
    const before = page.seen.length;
    page.readFacts();
    await page.show(of(1));
    expect(page.seen.slice(before).map(({ output, isStale }) => [output, isStale])).toEqual([['one', false]]);
    expect(page.asked).toHaveLength(1);
  });

  test('finds its answer, whatever other places were left since', async () => {
    const page = await leftWith('one');
    await page.show(of(1, 'other'));
    await page.answer(1, 'elsewhere');
    await page.show(of(2, 'other'));
    await page.answer(2, 'elsewhere too');
    await page.show(of(1));
    expect(page.now()).toMatchObject({ output: 'one', isStale: false });
    await page.show(of(2, 'other'));
    expect(page.now()).toMatchObject({ output: 'elsewhere too', isStale: false });
    expect(page.asked).toHaveLength(3);
  });

  test('with another question finds nothing', async () => {
    const page = await leftWith('one');
    await page.show(of(2));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
    expect(page.asked).toHaveLength(2);
  });

  test('after a commit finds nothing', async () => {
    const page = await leftWith('one');
    page.commit();
    await page.show(of(1));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
    expect(page.asked).toHaveLength(2);
  });

  test('having left while a commit was being asked about finds nothing of before', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    page.commit();
    await page.show(null);
    await page.show(of(1));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
    expect(page.asked).toHaveLength(3);
  });

  test('finds only the last answer of a screen', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    await page.show(of(2));
    await page.answer(1, 'two');
    await page.show(null);
    await page.show(of(1));
    expect(page.now().output).toBeNull();
  });

  test('asks what follows more than commits anew', async () => {
    const page = await leftWith('one', 'coverage');
    await page.show(of(1, 'coverage'));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
  });

  test('after another page had the copy finds nothing', async () => {
    const page = await leftWith('one');
    await page.loseAndTakeOver();
    await page.show(of(1));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
  });

  test('of another account is shown nothing of the one before, of which nothing more is asked', async () => {
    const page = await openPage(of(1));
    await page.answer(0, 'one');
    await page.activate('b');
    expect(page.now()).toEqual({ output: null, input: null, isStale: true, error: null });
    expect(page.asked).toHaveLength(2);
  });

  test('of another account finds nothing, though its revisions have the same numbers', async () => {
    const page = await leftWith('one');
    await page.activate('b');
    await page.show(of(1));
    expect(page.now()).toMatchObject({ output: null, isStale: true });
  });
});

/** What a page may go through, in any order. */
type Step =
  | { readonly kind: 'ask'; readonly input: number | null; readonly name: string }
  | { readonly kind: 'leave' | 'commit' | 'annotate' | 'note' | 'activate' | 'refresh' }
  | { readonly kind: 'answer' | 'fail'; readonly index: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    input: fc.option(fc.nat(2)),
    name: fc.constantFrom('statement', 'coverage', 'both'),
  }),
  fc.record({ kind: fc.constantFrom('leave' as const, 'commit', 'annotate', 'note', 'activate', 'refresh') }),
  fc.record({ kind: fc.constantFrom('answer' as const, 'answer', 'fail'), index: fc.nat(3) }),
);

test('whatever happens, what is shown answers its own input, is of this account, and is the newest in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const page = await openPage(null);
      let asker: Asker | null = null;
      let account = 0;
      let written = 0;
      /** What each question is answered with: of which input, account and moment. */
      const moments: string[] = [];
      const stamp = () => {
        while (moments.length < page.asked.length) {
          const { input } = page.asked[moments.length] as Question;
          moments.push(JSON.stringify({ of: input.of, account, written }));
        }
      };
      const pending = new Set<number>();
      const track = () => {
        for (let index = moments.length; index < page.asked.length; index += 1) pending.add(index);
        stamp();
      };
      const respond = async (index: number, how: 'answer' | 'fail') => {
        pending.delete(index);
        if (how === 'answer') await page.answer(index, moments[index] ?? '');
        else await page.fail(index, new Error('no'));
        track();
      };
      for (const next of steps) {
        if (next.kind === 'ask') {
          asker = { name: next.name, input: next.input === null ? null : { of: next.input } };
          await page.show(asker);
        } else if (next.kind === 'leave') {
          asker = null;
          await page.show(null);
        } else if (next.kind === 'commit' || next.kind === 'annotate') {
          written += 1;
          page[next.kind]();
          await settle();
        } else if (next.kind === 'note') page.note();
        else if (next.kind === 'refresh' && asker !== null) page.refresh();
        else if (next.kind === 'activate') {
          account += 1;
          written += 1;
          await page.activate(`account ${account}`);
        } else if (next.kind === 'answer' || next.kind === 'fail') {
          const index = [...pending][next.index];
          if (index !== undefined) await respond(index, next.kind);
        }
        track();
        if (asker === null) continue;
        const { output, input, isStale } = page.now();
        if (asker.input === null) expect(output).toBeNull();
        if (output === null) continue;
        const said = JSON.parse(output);
        expect(said).toMatchObject({ of: input?.of, account });
        if (!isStale) expect(said).toEqual({ of: asker.input?.of, account, written });
      }
      for (let rounds = 0; pending.size > 0; rounds += 1) {
        expect(rounds).toBeLessThan(10);
        for (const index of [...pending]) await respond(index, 'answer');
      }
      if (asker === null || asker.input === null) return;
      page.refresh();
      track();
      for (const index of [...pending]) await respond(index, 'answer');
      expect(page.now()).toMatchObject({ isStale: false, error: null });
      expect(JSON.parse(page.now().output ?? '')).toEqual({ of: asker.input.of, account, written });
    }),
    { numRuns: 40 },
  );
});
