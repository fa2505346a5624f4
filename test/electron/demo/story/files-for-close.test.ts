import { describe, expect, test } from 'vitest';
import { startDemoService } from '#electron/demo/demo-account.ts';
import { filesOfMonth } from '#electron/demo/statements/company-files.ts';
import { createStory } from '#electron/demo/story/story.ts';
import { createWorld } from '#electron/demo/world/world.ts';
import type { DemoFilesPiece } from '#shared/contract/app-streams.ts';
import { DAY_MS, type Month } from '#shared/domain/dates.ts';

/** What the app gets to close a month of the demo company: the files that `npm run api` writes, and no others. */

const NOW = Date.parse('2026-11-20T12:00:00Z');
const OPTIONS = { seed: 11, orders: 4_000 } as const;

async function piecesOf(month: string, stopAfter = Number.POSITIVE_INFINITY) {
  const demo = await startDemoService({ ...OPTIONS, clock: () => NOW, beganAt: NOW });
  const pieces: DemoFilesPiece[] = [];
  try {
    for await (const piece of demo.files(month as Month)) {
      if (pieces.push(piece) === stopAfter) break;
    }
  } finally {
    await demo.close();
  }
  return pieces;
}

describe('the files of a close', () => {
  test('are the statements from the month before to the one after, and the extracts from the month on', async () => {
    const story = createStory();
    const world = createWorld({ ...OPTIONS, clock: () => NOW, company: story.company });
    const { books } = story.write([...world.truth()]);
    const of = (month: string) => filesOfMonth(books, month, Math.floor(NOW / DAY_MS));
    const [before, month, after] = [of('2026-09'), of('2026-10'), of('2026-11')];
    const expected = [
      ...before.statements,
      ...[month, after].flatMap(({ statements, banks }) => [...statements, ...banks]),
    ].map(({ name, text }) => [name, text]);
    const files = (await piecesOf('2026-10')).flatMap((piece) => (piece.kind === 'file' ? [piece] : []));
    expect(files.map(({ file }) => [file.name, file.text])).toEqual(expected);
    expect(files.map(({ at, total }) => [at, total])).toEqual(files.map((_, at) => [at, expected.length]));
    for (const { file } of files) expect(file.name.startsWith('banco_')).toBe(file.of === 'bank');
  });

  test('can be given up while they are made', async () => {
    expect(await piecesOf('2026-10', 2)).toEqual([{ kind: 'making' }, { kind: 'making' }]);
  });

  test('are none of a month in which nothing was paid', async () => {
    const files = (await piecesOf('2019-01')).filter(({ kind }) => kind === 'file');
    expect(files).toEqual([]);
  });
});
