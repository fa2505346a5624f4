import { expect, test } from 'vitest';
import { readTogether } from '#renderer/data/client/queries.ts';

test('answers of two revisions are asked for again, together', async () => {
  let round = 0;
  const answers = await readTogether(async () => {
    round += 1;
    return [{ revision: 5 + round }, { revision: round === 1 ? 5 : 5 + round }] as const;
  });
  expect(answers).toEqual([{ revision: 7 }, { revision: 7 }]);
});

test('answers that never agree are given as they are after six times', async () => {
  let round = 0;
  const answers = await readTogether(async () => {
    round += 1;
    return [{ revision: 0 }, { revision: round }, { revision: 0 }] as const;
  });
  expect([round, answers.map(({ revision }) => revision)]).toEqual([6, [0, 6, 0]]);
});
