import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFileReading } from '#renderer/reconciliation/parts/use-file-reading.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** Files that are read one after another, and why the last of them was not. */

const CHOOSE = { kind: 'choose' } as const;
type Preview = { readonly kind: 'preview'; readonly of: string };
const REFUSAL = { reason: 'not-table', line: 2 };

test('each file is read for itself: why one was not read is no reason of the next, and one given up has none', async () => {
  let hook: ReturnType<typeof useFileReading<typeof CHOOSE | Preview>> | null = null;
  const shown: string[] = [];
  let begun: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  function Reads() {
    hook = useFileReading<typeof CHOOSE | Preview>(CHOOSE);
    const { phase } = hook;
    const what = phase.kind === 'preview' ? phase.of : phase.kind;
    // How far it is may be over before it is drawn.
    if (what !== 'reading' && shown.at(-1) !== what) shown.push(what);
    return null;
  }
  await openPage(
    {
      dataStreams: {
        intake: async function* ({ file }: { readonly file: Blob }) {
          const { name } = file as File;
          yield { kind: 'running', share: 0.5, lines: 1 };
          if (name === 'broken') throw new Error('the worker is gone');
          if (name === 'refused') return { kind: 'refused', refusal: REFUSAL };
          return { kind: 'done', answer: { kind: 'costs', name } };
        } as never,
      },
    },
    () => (
      <InAccount>
        <Reads />
      </InAccount>
    ),
  );
  const now = () => {
    if (hook === null) throw new Error('It was drawn.');
    return hook;
  };
  const read = async (name: string, then: (of: string) => Preview = (of) => ({ kind: 'preview', of })) => {
    const file = new File(['x'], name);
    let end: Preview | null = null;
    await act(async () => {
      end = await now().read(file, { kind: 'costs' } as never, (answer) =>
        then((answer as unknown as { readonly name: string }).name),
      );
    });
    const why = now().unread.current;
    return [end, why === null ? null : why.kind === 'refused' ? why.refusal : why.detail];
  };
  expect(await read('one')).toEqual([{ kind: 'preview', of: 'one' }, null]);
  expect(await read('refused')).toEqual([null, REFUSAL]);
  expect(await read('two')).toEqual([{ kind: 'preview', of: 'two' }, null]);
  expect(await read('broken')).toEqual([null, expect.stringContaining('the worker is gone')]);
  // Given up while it is made ready: it is shown no more, and nothing was wrong with it.
  const stopped = read('three', (of) => {
    now().stop(CHOOSE);
    return { kind: 'preview', of };
  });
  expect(await stopped).toEqual([null, null]);
  const failing = read('four', () => {
    now().stop(CHOOSE);
    throw new Error('too late');
  });
  expect(await failing).toEqual([null, null]);
  // Of two at once the later one counts, whichever comes first.
  let give: (preview: Preview) => void = () => {};
  const ask = { kind: 'costs' } as never;
  let first: Promise<Preview | null> = Promise.resolve(null);
  await act(async () => {
    first = now().read(new File(['x'], 'slow'), ask, () => {
      const later = new Promise<Preview>((resolve) => {
        give = resolve;
      });
      begun();
      return later;
    });
    await hasBegun;
  });
  expect(await read('five')).toEqual([{ kind: 'preview', of: 'five' }, null]);
  await act(async () => {
    give({ kind: 'preview', of: 'slow' });
    expect(await first).toBeNull();
  });
  expect(shown).toEqual(['choose', 'one', 'refused', 'two', 'failed', 'choose', 'five']);
});
