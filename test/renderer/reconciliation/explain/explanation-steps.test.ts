import { expect, test } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import { explanationSteps } from '#renderer/reconciliation/explain/worker/explanation-steps.ts';

/** How far an explanation has come is told now and then; where the rows change meanwhile it begins again with the new ones. */

/** Of four steps, each of so many ms; it comes to how often it was begun. */
function begun(stepMs = 50) {
  const store = { changes: 1 };
  const controller = new AbortController();
  let [begins, clock, pauses] = [0, 0, 0];
  const steps = explanationSteps(
    store as unknown as ColumnStore,
    function* (onProgress) {
      begins += 1;
      const own = begins;
      for (const share of [0.25, 0.5, 0.75, 1]) {
        onProgress(share);
        yield;
      }
      return { revision: own } as Explanations;
    },
    {
      pause: async () => {
        pauses += 1;
        clock += stepMs;
      },
      now: () => clock,
      signal: controller.signal,
    },
  );
  return { store, steps, abort: () => controller.abort(), pauses: () => pauses };
}

test('it tells how far it has come, and what was found', async () => {
  const { steps, pauses } = begun();
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.75 } });
  expect(pauses()).toBe(3);
  expect(await steps.next()).toEqual({ done: true, value: { revision: 1 } });
});

test('where other rows follow it begins again', async () => {
  const { steps, store } = begun();
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.75 } });
  store.changes = 2;
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.75 } });
  expect(await steps.next()).toEqual({ done: true, value: { revision: 2 } });
});

test('given up, it ends with that', async () => {
  const { steps, abort, pauses } = begun();
  await steps.next();
  abort();
  await expect(steps.next()).rejects.toThrow(/abort/i);
  expect(pauses()).toBe(4);
});

test('begun again it has come no way yet, and it tells so as soon as its time is over', async () => {
  const { steps, store, pauses } = begun(120);
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.25 } });
  expect(pauses()).toBe(1);
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.5 } });
  store.changes = 2;
  expect(await steps.next()).toEqual({ done: false, value: { share: 0.25 } });
  // What tells nothing of itself has come as far as nothing.
  const rows = { changes: 1 };
  let clock = 0;
  const silent = explanationSteps(
    rows as unknown as ColumnStore,
    function* (onProgress) {
      if (rows.changes === 1) onProgress(0.5);
      yield;
      return { revision: rows.changes } as Explanations;
    },
    {
      pause: async () => {
        clock += 120;
      },
      now: () => clock,
      signal: new AbortController().signal,
    },
  );
  expect((await silent.next()).value).toEqual({ share: 0.5 });
  rows.changes = 2;
  expect((await silent.next()).value).toEqual({ share: 0 });
  expect(await silent.next()).toEqual({ done: true, value: { revision: 2 } });
});
