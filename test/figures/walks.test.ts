import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSources, type Source } from './sources.ts';
import { brokenSteps, FIGURE_TO_CELL, LINE_TO_MATCH, PRESS_TO_TOTALS } from './walks.ts';

const sources = await readSources(fileURLToPath(new URL('../..', import.meta.url)));

it('the walks through the sources go where they say', () => {
  expect(brokenSteps(FIGURE_TO_CELL, sources)).toEqual([]);
  expect(brokenSteps(PRESS_TO_TOTALS, sources)).toEqual([]);
  expect(brokenSteps(LINE_TO_MATCH, sources)).toEqual([]);
});

it('a step to a file that is gone, or that nothing leads to, is found', () => {
  const few: readonly Source[] = [
    { path: 'renderer/a.ts', text: "import './b.ts'; ask('rows');" },
    { path: 'renderer/b.ts', text: '' },
    { path: 'renderer/c.ts', text: "answer('rows');" },
  ];
  const from = ['renderer/a.ts', null] as const;
  expect(brokenSteps([from, ['renderer/b.ts', null]], few)).toEqual([]);
  expect(brokenSteps([from, ['renderer/c.ts', 'rows']], few)).toEqual([]);
  expect(brokenSteps([from, ['renderer/c.ts', null]], few)).toHaveLength(1);
  expect(brokenSteps([from, ['renderer/b.ts', 'rows']], few)).toHaveLength(1);
  expect(brokenSteps([from, ['renderer/d.ts', null]], few)).toEqual(['renderer/d.ts is not there']);
});
