import { expect, test } from 'vitest';
import {
  type Answer,
  bringFiles,
  cameInText,
  type DemoRun,
  nothingCame,
} from '#renderer/reconciliation/statements/screen/bring-files.ts';
import type { PreviewPhase } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import type { DemoFile } from '#shared/contract/app-streams.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What becomes of files that come in one after another. */

const files = (...names: readonly string[]): readonly DemoFile[] =>
  names.map((name) => ({ name, of: 'account', text: `of ${name}` }));

type Understood = { readonly rows: number; readonly asks?: boolean; readonly same?: readonly boolean[] };
const previewOf = (file: File, { rows, asks = false, same = [] }: Understood): PreviewPhase => ({
  ...{ kind: 'preview', file, hints: { sheet: null, mapping: null }, account: null, bankAccount: null },
  found: {
    ...{ rows, kind: 'ripley', nets: [], accounts: [], changes: [], notUnderstood: { count: asks ? 1 : 0 } },
    ...{ proof: { holds: true, checks: [], covered: 0, doubts: 0 } },
    overlap: { fresh: rows, shared: same.map((isSame) => ({ id: 'x', name: 'x', lines: 1, isSame })) },
  } as unknown as PreviewPhase['found'],
  isStoring: false,
});

/** Files as they are understood, by name; of those that are asked about, what the user does. */
function world(understood: { readonly [name: string]: Understood | null }) {
  const abort = new AbortController();
  const shown: DemoRun[] = [];
  const stored: string[] = [];
  const answer: { current: Answer | null } = { current: null };
  const preview: { current: PreviewPhase | null } = { current: null };
  const unread: { current: { kind: 'failed'; file: File; detail: string } | null } = { current: null };
  const came = nothingCame();
  const start = (all: readonly DemoFile[], act: (run: DemoRun) => void = () => undefined) =>
    bringFiles(all, came, {
      ...{ scopes: [], signal: abort.signal, answer, preview, text },
      show: (run) => {
        shown.push(run);
        // As the user does, once whoever waits for it is there.
        queueMicrotask(() => act(run));
      },
      work: {
        unread,
        read: async (file) => {
          unread.current = null;
          const own = understood[file.name];
          expect(await file.text()).toBe(`of ${file.name}`);
          if (own != null) return previewOf(file, own);
          unread.current = { kind: 'failed', file, detail: `${file.name} is broken` };
          return null;
        },
        store: async ({ file }) => {
          stored.push(file.name);
          return `id of ${file.name}`;
        },
      },
    });
  return { start, came, stored, shown, abort, answer, preview };
}

test('each is stored, known, empty or broken by itself, and what came in of all is told', async () => {
  const { start, came, stored, shown } = world({
    ...{ a: { rows: 3 }, b: null, c: { rows: 0 }, d: { rows: 7, same: [false, true] } },
    e: { rows: 4, same: [false] },
  });
  const all = files('a', 'b', 'c', 'd', 'e');
  await start(all);
  expect(came).toEqual({
    ...{ files: 2, lines: 7, known: 1, isCut: false, ids: ['id of a', 'id of e'] },
    left: [
      { name: 'b', reason: 'b is broken' },
      { name: 'c', reason: text('demo-files.no-lines') },
    ],
  });
  expect(stored).toEqual(['a', 'e']);
  expect(shown).toEqual(all.map(({ name }, at) => ({ kind: 'reading', name, at, total: 5, asks: false })));
  expect([
    cameInText(came, all, { aborted: false }, text),
    cameInText(came, all, { aborted: true }, text),
  ]).toEqual(['2 extractos de ejemplo', 'Extractos de ejemplo: se detuvo con 2 de 5']);
});

test('one that asks waits for the user, and has the lines that it was read with at last', async () => {
  const { start, came, stored, shown, answer, preview } = world({
    ...{ a: { rows: 3, asks: true }, b: { rows: 5, asks: true }, c: { rows: 1 } },
  });
  await start(files('a', 'b', 'c'), (run) => {
    if (run.kind !== 'reading' || !run.asks) return;
    preview.current = previewOf(new File([], run.name), { rows: 9 });
    answer.current?.(run.name === 'a' ? 'by hand' : null);
  });
  expect(came).toEqual({
    ...{ files: 2, lines: 10, known: 0, isCut: false, ids: ['by hand', 'id of c'] },
    left: [{ name: 'b', reason: null }],
  });
  expect(stored).toEqual(['c']);
  expect(shown.map((run) => run.kind === 'reading' && [run.at, run.asks])).toEqual([
    ...[
      [0, false],
      [0, true],
      [1, false],
      [1, true],
      [2, false],
    ],
  ]);
});

test('given up, no other is read, and one that waits is not told as left out', async () => {
  const { start, came, stored, abort, answer } = world({
    ...{ a: { rows: 3 }, b: { rows: 5, asks: true }, c: { rows: 1 } },
  });
  await start(files('a', 'b', 'c'), (run) => {
    if (run.kind !== 'reading' || !run.asks) return;
    abort.abort();
    answer.current?.(null);
  });
  expect([came.files, came.lines, came.left, stored]).toEqual([1, 3, [], ['a']]);
});
