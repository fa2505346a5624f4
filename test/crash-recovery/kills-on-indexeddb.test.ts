import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { everyNth } from '#test/random-cases.ts';
import { note } from '#test/soak/tally.ts';
import { expectSurvived } from './expect-survived.ts';
import { live } from './scenario.ts';

vi.setConfig({ testTimeout: 900_000 });

/** Each so manieth step of the database. */
const STRIDE = Number(process.env.CUADRA_STORE_STRIDE ?? everyNth(400));

it('the page killed between two steps of a transaction: it is there whole or not at all', async () => {
  const { steps } = await live(null);
  let deaths = 0;
  for (let count = 1; count <= steps.store; count += STRIDE) {
    await expectSurvived({ victim: deaths % 2 === 0 ? 'page' : 'both', at: 'store', count, isDone: false });
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(5);
  note({ part: 'kills', kills: deaths });
});
