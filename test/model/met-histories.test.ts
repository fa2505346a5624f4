import { expect, test, vi } from 'vitest';
import type { History } from './history.ts';
import { play } from './play.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Histories that the soak met and that broke a promise then. */

/** What is healed after a death is dated by an answer, never by the latest that a resumed time can be. */
const HEALED_BY_A_RESUMED_TIME: History = {
  steps: [
    { kind: 'reread', pick: 0 },
    {
      kind: 'happen',
      what: { kind: 'move-purchase', pick: 47, hours: -1, wholeOrder: false },
      lateSeconds: 1,
    },
    { kind: 'server-plan', isLowered: true },
    { kind: 'poison', minutes: 1200, what: 'changes' },
    { kind: 'happen', what: { kind: 'birth', rowsOfSubOrders: [1] }, lateSeconds: 0 },
  ],
  freedom: {
    pageSize: 4,
    fromInclusive: false,
    toInclusive: false,
    cutsSeconds: false,
    reshuffles: false,
    clipsTo: 'end-of-day',
    limitWindows: 'sliding',
    reachMonths: null,
    othersTake: 0,
    failsEvery: 0,
    dataBehindMinutes: 0,
    liesEvery: 0,
    lieMinutes: 25,
    tellsFarRows: true,
  },
  plan: 'pro',
  ending: 'time',
  periodMinutes: null,
  orders: 4,
  wallErrorMinutes: 0,
  hasSilence: false,
};

test.each([['healed by a resumed time', HEALED_BY_A_RESUMED_TIME]])('%s', async (_, history) => {
  await expect(play(history)).resolves.toBeDefined();
});
