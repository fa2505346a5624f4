import { randomUUID } from 'node:crypto';
import type { LedgerState } from '#shared/contract/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { createApp } from '#test/model/app.ts';
import type { Kill } from '#test/model/history.ts';
import { rowsOfLedger, surplus } from '#test/model/ledger-rows.ts';
import { Life } from '#test/model/life.ts';
import { HONEST, Source } from '#test/model/source.ts';
import { createVirtualTime } from '#test/model/virtual-time.ts';
import { watchStagedPages } from './staged-pages.ts';

/**
 * One life of the app, small enough to be lived again with a death at each of its steps: a first load, a sync whose
 * changes need verification, a month that is read again. Nothing moves while anything is read.
 */

export type Lived = {
  /** Rows of the source that the ledger lacks in the end, and rows that it should not have. */
  readonly lost: readonly string[];
  readonly tooMany: readonly string[];
  /** Answers asked for again or thrown away though they were staged; what else must not be left behind. */
  readonly breaches: readonly string[];
  readonly requests: number;
  readonly steps: { readonly [at in Kill['at']]: number };
};

const START = Date.parse('2026-05-20T15:30:00.000Z');
const HOUR_MS = 3_600_000;
const AT_REST = new Set(['idle', 'error', 'paused']);

export async function live(kill: Kill | null): Promise<Lived> {
  const time = createVirtualTime(START);
  const source = new Source(HONEST, 'free', time.nowMs);
  const life = new Life(source, time.nowMs);
  for (let days = 3; days < 45; days += 8) life.birthOf([2, 1], time.nowMs() - days * 24 * HOUR_MS);
  const staged = watchStagedPages();
  source.beforeAnswer = (query) => {
    staged.seeRequest(query);
    time.advance(700);
  };
  const app = createApp({
    accountId: `kills-${randomUUID()}`,
    time,
    source,
    plan: 'free',
    periodMs: null,
    watch: staged,
    rowsLie: 'in a file',
  });
  app.foresee(kill);
  const breaches: string[] = [];

  async function untilAtRest(): Promise<void> {
    for (;;) {
      await time.until(() => app.isDown() || AT_REST.has(app.status().state), 'end of the sync');
      if (!app.isDown()) break;
      await app.revive();
    }
    const { state, failure } = app.status();
    if (state !== 'idle') breaches.push(`${state}: ${JSON.stringify(failure)}`);
  }
  async function readState(): Promise<LedgerState> {
    for (;;) {
      try {
        return await app.page().call('readState', null);
      } catch {
        // The page died over the question.
        await app.revive();
        await untilAtRest();
      }
    }
  }
  async function sync(): Promise<void> {
    if (app.isOpen()) app.engine().syncNow();
    else await app.revive();
    await untilAtRest();
  }

  await sync();
  life.happen({ kind: 'remove-row', pick: 1 });
  life.happen({ kind: 'change', pick: 4, wholeOrder: true });
  life.happen({ kind: 'move-purchase', pick: 5, hours: -30, wholeOrder: false });
  life.happen({ kind: 'birth', rowsOfSubOrders: [1, 2] });
  time.sleep(2 * HOUR_MS);
  await sync();
  life.happen({ kind: 'vanish', pick: 3, what: 'row' });
  app.engine().rereadMonths(['2026-05', '2026-04'] as Month[]);
  await untilAtRest();
  // A death in the last moment may have taken the wish with it.
  const before = await readState();
  if (
    before.checkpoint?.reads.some(({ readAt }) => readAt < new Date(time.nowMs() - HOUR_MS).toISOString())
  ) {
    app.engine().rereadMonths(['2026-05', '2026-04'] as Month[]);
    await untilAtRest();
  }
  for (let isHeld = true; isHeld; ) {
    const [held] = (await readState()).held;
    isHeld = held !== undefined;
    if (held === undefined) break;
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    // Where the page dies over it, the user decides again.
    app.engine().resolveMissing({ month: held.month, decision: 'remove' }).then(end, end);
    await time.until(() => isDone || app.isDown(), 'removal');
    await app.revive();
    await untilAtRest();
  }
  const steps = app.counts();
  app.foresee(null);
  const state = await readState();
  if (state.windows.length > 0) breaches.push(`${state.windows.length} windows are left`);
  if (state.checkpoint?.history.finishedAt == null) breaches.push('the load is not finished');
  if ((state.checkpoint?.rereads.length ?? 0) > 0) breaches.push('a re-read is left');
  if (state.ordersQueued > 0) breaches.push('orders are left to be verified');
  const here = rowsOfLedger(app.page().ledger);
  const lived: Lived = {
    lost: surplus(source.rows(), here),
    tooMany: surplus(here, source.rows()),
    breaches: [...breaches, ...staged.breaches(), ...source.offences],
    requests: source.requests,
    steps,
  };
  await app.close();
  return lived;
}
