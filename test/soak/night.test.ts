import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTallies, roundOf, summaryOf } from './night.ts';
import { note } from './tally.ts';

const project = (path: string): URL => new URL(`../../${path}.test.ts`, import.meta.url);

test('every round of a night has a seed of its own, and both models live in it', () => {
  const rounds = [0, 1, 2, 3].flatMap((shard) =>
    Array.from({ length: 40 }, (_, round) => roundOf(7_000, shard, round)),
  );
  expect(new Set(rounds.map(({ seed }) => seed)).size).toBe(rounds.length);
  const ofSync = rounds.filter(({ model }) => model === 'sync');
  expect(ofSync).toHaveLength(rounds.length / 4);
  for (const { path } of rounds) expect(existsSync(project(path)), path).toBe(true);
});

test('a night says what it lived, and is red with the seed where anything was found', () => {
  const lived = [
    { part: 'model', runs: 40, kills: 3, faults: 1 },
    { part: 'reconciliation', runs: 20, steps: 200, imports: 31, decisions: 50, restores: 4, kills: 5 },
    { part: 'reconciliation', runs: 22, steps: 210, imports: 30, decisions: 51, restores: 3, faults: 7 },
  ];
  const quiet = summaryOf(lived, []);
  expect(quiet.isFinding).toBe(false);
  const figures = quiet.lines.map((line) => line.trim().split(/\s{2,}/));
  expect(figures).toContainEqual(['histories of the sync', '40']);
  expect(figures).toContainEqual(['histories of reconciliation', '42']);
  expect(figures).toContainEqual(['steps', '410']);
  expect(figures).toContainEqual(['deaths', '8']);
  expect(figures).toContainEqual(['decisions lost', '0']);
  const lost = summaryOf(
    [...lived, { part: 'reconciliation', runs: 1, decisionsLost: 1, finding: 'seed 9: x' }],
    [],
  );
  expect(lost.isFinding).toBe(true);
  expect(lost.lines).toContain('seed 9: x');
  const killed = summaryOf(lived, [roundOf(100, 0, 0)]);
  expect(killed.isFinding).toBe(true);
  expect(killed.lines.at(-1)).toContain('CUADRA_RECONCILIATION_SEED=100 npx vitest run');
  // Nothing lived is nothing proved.
  expect(summaryOf([], []).isFinding).toBe(true);
});

test('what processes note is read again, and of a night without any nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-night-'));
  const file = join(folder, 'reports', 'soak.jsonl');
  const former = process.env.CUADRA_TALLY;
  try {
    expect(readTallies(file)).toEqual([]);
    process.env.CUADRA_TALLY = file;
    note({ part: 'model', runs: 1 });
    note({ part: 'reconciliation', runs: 2, steps: 9 });
    expect(readTallies(file)).toEqual([
      { part: 'model', runs: 1 },
      { part: 'reconciliation', runs: 2, steps: 9 },
    ]);
  } finally {
    if (former === undefined) delete process.env.CUADRA_TALLY;
    else process.env.CUADRA_TALLY = former;
    await rm(folder, { recursive: true });
  }
});
