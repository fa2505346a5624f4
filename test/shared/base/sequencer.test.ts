import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSequencer } from '#shared/base/sequencer.ts';

it('runs works one at a time in their order, and gives each its own result or failure', async () => {
  const work = fc.record({ fails: fc.boolean(), turns: fc.nat({ max: 4 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 8 }), async (works) => {
      const inTurn = createSequencer();
      const seen: string[] = [];
      const results = await Promise.allSettled(
        works.map(({ fails, turns }, index) =>
          inTurn(async () => {
            seen.push(`begin ${index}`);
            for (let turn = 0; turn < turns; turn += 1) await null;
            seen.push(`end ${index}`);
            if (fails) throw index;
            return index;
          }),
        ),
      );
      expect(seen).toEqual(works.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
      expect(results).toEqual(
        works.map(({ fails }, index) =>
          fails ? { status: 'rejected', reason: index } : { status: 'fulfilled', value: index },
        ),
      );
    }),
    { seed: 13, numRuns: 60 },
  );
});

it('a work may ask for another, which runs after it', async () => {
  const inTurn = createSequencer();
  const seen: number[] = [];
  let inner: Promise<void> | undefined;
  await inTurn(async () => {
    inner = inTurn(async () => {
      seen.push(2);
    });
    await null;
    seen.push(1);
  });
  await inner;
  expect(seen).toEqual([1, 2]);
});
