import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { SourceAnswer } from '#test/model/source.ts';
import { timesAhead } from '#test/model/watch.ts';
import { note } from '#test/soak/tally.ts';
import { createLoad, type Load } from './load.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let load: Load;
let faults = 0;
afterEach(async () => {
  await load.close();
  note({ part: 'faults', faults });
  faults = 0;
});

const checkpointOf = async (): Promise<Checkpoint> => {
  const { checkpoint } = await load.page().call('readState', null);
  if (checkpoint === null) throw new Error('Nothing was read.');
  return checkpoint;
};

async function expectWhole(): Promise<void> {
  expect(load.differences()).toEqual({ lost: [], tooMany: [] });
  expect(timesAhead(await checkpointOf(), load.source.dateMs())).toEqual([]);
}

function live(): void {
  load.life.happen({ kind: 'change', pick: 3, wholeOrder: true });
  load.life.happen({ kind: 'birth', rowsOfSubOrders: [2, 1] });
  load.life.happen({ kind: 'remove-row', pick: 2 });
  load.advance(2 * HOUR_MS);
}

const dated = (ms: number) => new Date(load.nowMs() + ms).toUTCString();
const page = (status: number, ms: number): SourceAnswer => ({
  status,
  headers: { 'content-type': 'text/html', date: dated(ms), location: 'http://127.0.0.1/elsewhere' },
  body: '<h1>Proxy</h1>',
});

describe('error pages of a proxy with a clock of its own', () => {
  it.each([
    [302, 400 * DAY_MS],
    [403, 50 * DAY_MS],
    [503, -400 * DAY_MS],
  ])('%i, in the middle of a load and of a reading of changes, by %i ms', async (status, ms) => {
    load = await createLoad({ orders: 16 });
    const befall = (at: number) => {
      const since = load.http.requests().length;
      load.http.misbehave(({ serial }) => {
        if (serial !== since + at) return undefined;
        faults += 1;
        return { kind: 'answer', answer: page(status, ms) };
      });
    };
    for (const at of [1, 3, 1]) {
      befall(at);
      await load.sync();
      load.http.misbehave(() => undefined);
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      await expectWhole();
      live();
    }
    expect(faults).toBe(3);
    await load.sync();
    await expectWhole();
  });
});

describe('pages with a Date that is wrong', () => {
  it.each([
    [25 * MINUTE_MS, 0],
    [45 * DAY_MS, 3 * DAY_MS],
    [-9 * DAY_MS, 0],
    // This machine's clock agrees with the pages that are wrong.
    [20 * HOUR_MS, 20 * HOUR_MS],
    [-20 * HOUR_MS, -20 * HOUR_MS],
  ])(
    'every third one, by %i ms, whatever this machine’s own clock says (wrong by %i ms)',
    async (ms, wallErrorMs) => {
      load = await createLoad({ orders: 16 });
      load.setWallError(wallErrorMs);
      load.http.misbehave(({ serial }, honest) => {
        if (serial % 3 !== 0) return undefined;
        faults += 1;
        const answer = honest();
        return { kind: 'answer', answer: { ...answer, headers: { ...answer.headers, date: dated(ms) } } };
      });
      for (let round = 0; round < 3; round += 1) {
        expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
        await expectWhole();
        live();
      }
      expect(faults).toBeGreaterThan(3);
      expect(load.source.offences).toEqual([]);
    },
  );
});

describe('a server whose clocks are set back', () => {
  it.each([20 * MINUTE_MS, 20 * HOUR_MS])('by %i ms is followed, and nothing is lost', async (ms) => {
    load = await createLoad({ orders: 16 });
    for (let round = 0; round < 2; round += 1) {
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      live();
      await load.sync();
      if (round === 0) load.source.clockSetMs -= ms;
      faults += 1;
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      live();
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null });
      await expectWhole();
    }
    const { changes } = await checkpointOf();
    expect((changes.knownUntil ?? '') > (changes.from ?? ('9999' as UtcInstant))).toBe(true);
  });
});
