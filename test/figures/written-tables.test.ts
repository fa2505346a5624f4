import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** Most tables that are drawn without a list of columns. */
const MAX_BY_HAND = 3;
/** Draws the others. */
const DRAWS = 'renderer/ui/list-table/list-table.tsx';
/** So many lines above a table its reason may begin. */
const REASON_LINES = 4;

it('a table is drawn from its columns (ui/list-table), but for a few that say why not', async () => {
  const sources = (await readSources(process.cwd())).filter(
    ({ path }) => path.startsWith('renderer/') && path.endsWith('.tsx') && path !== DRAWS,
  );
  const byHand = sources.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) =>
      /<table\b/.test(line)
        ? [{ place: `${path}:${at + 1}`, above: lines.slice(Math.max(0, at - REASON_LINES), at).join('\n') }]
        : [],
    );
  });
  expect(byHand.filter(({ above }) => !/\bBy hand: \w+/.test(above)).map(({ place }) => place)).toEqual([]);
  expect(byHand.length, byHand.map(({ place }) => place).join('\n')).toBeLessThanOrEqual(MAX_BY_HAND);
});
