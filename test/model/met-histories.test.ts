import { expect, test, vi } from 'vitest';
import type { History } from './history.ts';
import { play } from './play.ts';
import { HONEST } from './source.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Histories that the soak met and that broke a promise then. */

/** Exclusive bounds, as the histories below met them. */
const EXCLUSIVE: History['freedom'] = {
  ...HONEST,
  pageSize: 4,
  fromInclusive: false,
  toInclusive: false,
  lieMinutes: 25,
};

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
  freedom: EXCLUSIVE,
  plan: 'pro',
  ending: 'time',
  periodMinutes: null,
  orders: 4,
  wallErrorMinutes: 0,
  hasSilence: false,
};

/** A difference that held rows made is not the one that is left once they are decided, though the number is the same. */
const SAME_DIFFERENCE_AFTER_A_DECISION: History = {
  steps: [
    { kind: 'wait', minutes: 973, isClosed: false },
    { kind: 'poison', minutes: 72000, what: 'changes' },
    { kind: 'wait', minutes: 101, isClosed: false },
    { kind: 'poison', minutes: 4320, what: 'changes' },
    { kind: 'sync', meanwhile: [], kill: null, sleep: null },
    { kind: 'wait', minutes: 147, isClosed: false },
    {
      kind: 'sync',
      meanwhile: [{ afterRequests: 0, what: { kind: 'vanish', pick: 0, what: 'row' }, lateSeconds: 0 }],
      kill: null,
      sleep: null,
    },
    { kind: 'happen', what: { kind: 'swap', pick: 0 }, lateSeconds: 1 },
  ],
  freedom: { ...EXCLUSIVE, reachMonths: 8, liesEvery: 5 },
  plan: 'free',
  ending: 'time',
  periodMinutes: null,
  orders: 4,
  wallErrorMinutes: 0,
  hasSilence: true,
};

/** What was read before a moment and written after it: the moment tells neither side of it. */
const WRITTEN_AFTER_A_DEATH: History = {
  steps: [
    {
      kind: 'sync',
      meanwhile: [{ afterRequests: 3, what: { kind: 'birth', rowsOfSubOrders: [1] }, lateSeconds: 0 }],
      kill: { victim: 'page', at: 'store', count: 156, isDone: false },
      sleep: { afterRequests: 2, minutes: 12960 },
    },
  ],
  freedom: { ...EXCLUSIVE, reachMonths: 8 },
  plan: 'free',
  ending: 'time',
  periodMinutes: 60,
  orders: 4,
  wallErrorMinutes: 0,
  hasSilence: false,
};

test.each([
  ['healed by a resumed time', HEALED_BY_A_RESUMED_TIME],
  ['the same difference after a decision', SAME_DIFFERENCE_AFTER_A_DECISION],
  ['written after a death', WRITTEN_AFTER_A_DEATH],
])('%s', async (_, history) => {
  await expect(play(history)).resolves.toBeDefined();
});
