import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ChangesAnswer } from '#renderer/data/engine/changes/change-query.ts';
import { createAnswerCache } from '#renderer/data/engine/columns/derived.ts';
import type { AnnotationKind } from '#renderer/data/model/annotations.ts';
import { type ChangesQuery, EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { SUPERSEDED } from '#renderer/data/model/slots.ts';
import { changesOf, readChanges, readOrderHistory } from '#renderer/data/worker/changes.ts';
import { findWhenIdle } from '#renderer/data/worker/idle-findings.ts';
import { workedExceptions } from '#renderer/data/worker/worked-exceptions.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Answers of the worker that are kept, wait for others, or leave a part out. */

function copyOfChanges() {
  const index = createChangeIndex();
  const figures = { rows: 1, states: ['Regular'], payments: ['Pagado'], amounts: {} };
  index.add({
    ...{ runId: 'r', purpose: 'changes', windowId: 'w', readAt: '2026-04-01T00:00:00.000Z' as UtcInstant },
    window: { field: 'updated_at', from: '' as UtcInstant, to: '' as UtcInstant },
    changes: ['1', '2', '3'].map((order) => ({
      ...{ order: JSON.stringify(['Falabella', 'Uno', order]) as OrderKey, correlationIds: [order] },
      ...{
        before: figures,
        after: { ...figures, rows: 2 },
        purchase: '2026-03-05T10:00:00.000' as LocalDateTime,
      },
    })),
  });
  const store = storeOf(['1', '2', '3'].map((Orden) => rowOf({ Orden })));
  const copy = {
    ledger: { reads: { changes: async () => index }, store },
    changes: createAnswerCache<ChangesAnswer>(() => store.numbering),
  };
  return { copy: copy as unknown as Parameters<typeof changesOf>[0], store };
}
test('changes are answered by the whole of their query, page by page of one answer', async () => {
  const { copy, store } = copyOfChanges();
  const of = (values: readonly string[]) => ({ ...EVERYTHING, filters: [{ column: 'Orden', values }] });
  const orders = async (query: Partial<ChangesQuery>, offset = 0, limit = 9) => {
    const page = await readChanges.answer(copy, { ...EVERY_CHANGE, ...query, offset, limit });
    expect([page.revision, page.offset]).toEqual([store.revision, offset]);
    return [page.total, ...page.lines.map(({ Orden }) => Orden)];
  };
  expect(await orders({})).toEqual([3, '3', '2', '1']);
  expect(await orders({ selection: of(['1']) })).toEqual([1, '1']);
  expect(await orders({ selection: of(['2', '3']) })).toEqual([2, '3', '2']);
  expect(await orders({ selection: null })).toEqual([3, '3', '2', '1']);
  expect(await orders({ search: '2' })).toEqual([1, '2']);
  expect(await orders({}, 1, 1)).toEqual([3, '2']);
  expect(await changesOf(copy, EVERY_CHANGE)).toBe(await changesOf(copy, { ...EVERY_CHANGE }));
  const identity = { Cuenta: 'Uno', Orden: '2', Canal: 'Falabella' };
  const { changes } = await readOrderHistory.answer(copy, { identity });
  expect(changes.map(({ Orden, correlationIds }) => [Orden, correlationIds])).toEqual([['2', ['2']]]);
});

test('a newer question takes the place of the one that waits in its slot, and of no other', async () => {
  let answerAll = (): Task<undefined> => (function* () {})() as Task<undefined>;
  const [wakes, stops, quiet]: readonly [number[], number[], number[]] = [[], [], []];
  const idle = findWhenIdle(
    {
      runWhenQuiet: (task: () => Task<undefined>, quietMs: number) => {
        answerAll = task;
        quiet.push(quietMs);
        return { wake: () => void wakes.push(1), stop: () => void stops.push(1) };
      },
    } as never,
    5,
  );
  const ended: string[] = [];
  const ask = (name: string, slot?: string) =>
    idle
      .read(function* (): Task<string> {
        yield;
        if (name === 'fails') throw new Error('It fails.');
        return name;
      }, slot)
      .then(
        (answer) => ended.push(answer),
        (error) => ended.push(`${name}: ${error.code ?? error.message}`),
      );
  const asked = [
    ask('a', 's'),
    ask('free'),
    ask('other', 't'),
    ask('also free'),
    ask('fails'),
    ask('b', 's'),
  ];
  await asked[0];
  expect(ended).toEqual([`a: ${SUPERSEDED}`]);
  expect(wakes).toHaveLength(6);
  atOnce(answerAll());
  await Promise.all(asked);
  expect(ended.slice(1)).toEqual(['free', 'other', 'also free', 'fails: It fails.', 'b']);
  // Also where it is being answered by then.
  const [current, newer] = [ask('current', 's'), ask('behind')];
  const working = answerAll();
  working.next();
  const newest = ask('newest', 's');
  await current;
  expect(ended.at(-1)).toBe(`current: ${SUPERSEDED}`);
  atOnce(working);
  await Promise.all([newer, newest]);
  expect(ended.slice(-2)).toEqual(['behind', 'newest']);
  idle.work.wake();
  expect([wakes.length, quiet, stops]).toEqual([10, [5], []]);
  const last = ask('never', 's');
  idle.work.stop();
  await last;
  expect([stops, ended.at(-1)]).toEqual([[1], 'never: not-open']);
  atOnce(answerAll());
});

test('exceptions are told with their cases where these are asked for, and without them else', () => {
  const finding = {
    ...{ kind: 'rate', subject: { rule: 'r' }, evidence: 'e', rows: 2, orders: 2, amount: '3' },
    ...{ firstPurchase: null, lastPurchase: null, affects: [] },
    cases: ['1', '2'].map((id) => ({
      ...{ id, name: `N-${id}`, month: '2026-03', day: '2026-03-05', amount: '1.5', rows: 1, evidence: id },
      account: { Canal: 'A', Cuenta: 'B' },
    })),
  } as unknown as Finding;
  const annotations = { of: (_: AnnotationKind) => new Map() } as never;
  const told = (withCases: boolean) =>
    workedExceptions([finding], annotations, { scope: null, today: '2026-04-01' as LocalDate, withCases });
  const [whole, short] = [told(true), told(false)];
  expect(whole.groups.map(({ cases }) => cases.map(({ name }) => name))).toEqual([['N-1', 'N-2']]);
  expect(short.groups).toEqual(whole.groups.map((group) => ({ ...group, cases: [] })));
  expect([whole.exceptions, short.exceptions].map((all) => all.map((each) => 'cases' in each))).toEqual([
    [false],
    [false],
  ]);
});
