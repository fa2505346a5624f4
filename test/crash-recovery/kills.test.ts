import { describe, expect, it, vi } from 'vitest';
import { everyNth } from '#test/random-cases.ts';
import { note } from '#test/soak/tally.ts';
import { expectSurvived } from './expect-survived.ts';
import { type Lived, live } from './scenario.ts';

// On IndexedDB a life takes five times as long: kills-on-indexeddb.test.ts dies there.
vi.mock('dexie', async () => (await import('#test/model/memory-dexie.ts')).dexieModule);
vi.setConfig({ testTimeout: 900_000 });

/** Each so manieth place for each of three victims in turn: at 3, as in the long form, every place is somebody's. */
const STRIDE = Number(process.env.CUADRA_KILL_STRIDE ?? everyNth(40));

let uninterrupted: Lived | undefined;
async function lifeWithoutDeath(): Promise<Lived> {
  uninterrupted ??= await live(null);
  return uninterrupted;
}

describe('killed at any step, the resumed run ends like one without interruption and asks for nothing twice', () => {
  it('ends equal to the source without a death', async () => {
    const whole = await lifeWithoutDeath();
    expect(whole).toMatchObject({ lost: [], tooMany: [], breaches: [] });
    expect(whole.steps.call).toBeGreaterThan(30);
    expect(whole.steps.request).toBeGreaterThan(10);
  });

  for (const at of ['request', 'call'] as const) {
    for (const isDone of [false, true]) {
      for (const victim of ['main', 'page', 'both'] as const) {
        it(`${victim} killed ${isDone ? 'after' : 'before'} a ${at} took effect`, async () => {
          const { steps } = await lifeWithoutDeath();
          let deaths = 0;
          const first = 1 + (((isDone ? 3 : 0) + { main: 0, page: 1, both: 2 }[victim]) % STRIDE);
          for (let count = first; count <= steps[at]; count += STRIDE) {
            await expectSurvived({ victim, at, count, isDone });
            deaths += 1;
          }
          expect(deaths).toBeGreaterThan(0);
          note({ part: 'kills', kills: deaths });
        });
      }
    }
  }
});
