import { expect, test, vi } from 'vitest';
import { readTotals } from '#renderer/data/engine/answers/figures.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import {
  answersOver,
  factsOf,
  firstAnswers,
  freeze,
  type OpenCopy,
  overLatest,
  shownOf,
} from '#renderer/data/worker/open-copy.ts';
import { QUESTIONS } from '#renderer/data/worker/questions.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { closeMonth, readCloses } from '#renderer/reconciliation/closing/worker/closings.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { checkpoint, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { openCopy } from './opened-copy.ts';

/** Figures that stand still while the rows go on: which questions are of which rows. */

const none = { absolute: '0', percent: '0' };
const day = '2026-04-01';
const month = '2026-03';
const scope = null;
const page = { offset: 0, limit: 9 };
const selection = EVERYTHING;
/** What is asked by each question of rows. */
const ASKED: { readonly [name: string]: object | null } = {
  readTotals: { selection, columns: [] },
  readLatestTotals: { selection, columns: [] },
  readGroups: { selection, dimension: 'Canal', columns: [] },
  readTableRows: { selection, grouping: 'rows', sort: null, columns: [], ...page },
  readValues: { selection, column: 'Canal' },
  readRowRules: { selection },
  readRates: { selection },
  readAnomalies: { selection, thresholds: DEFAULT_THRESHOLDS },
  readExceptions: { scope, currency: null, thresholds: DEFAULT_THRESHOLDS, tolerance: none, today: day },
  readClaims: { scope },
  readClaimFigures: { orders: [] },
  readMatches: { statementIds: [], tolerance: none, states: [], sort: null, search: '', ...page },
  readSettlements: { scope, day, ...page },
  readPayoutForecast: { scope, today: day, from: day, to: day },
  readReceivables: { scope, month, today: day },
  readReceivableOrders: { canal: 'A', cuenta: 'B', month, today: day, place: 'closing', ...page },
  readPayouts: { scope, day },
  readOrderPayouts: { identity: { Orden: 'A' }, day },
  readMonthMatch: { scope, day, month },
  readCloses: null,
  readClosePreview: { month, ownCosts: [] },
  readJournal: { scope, month, currency: null, day, ownCosts: [] },
  readTaxes: { scope, month, currency: null, today: day },
  readMonths: { scope, currency: null, countsOwnCosts: false, tolerance: none, today: day },
  readMonth: { scope, month, currency: null, countsOwnCosts: false, tolerance: none, today: day },
  readMissingCosts: { selection },
};

/** Of which rows each is while figures are frozen: closes are made of the newest, and so is what is written of them. */
const OF_NEWEST = ['readLatestTotals', 'readCloses', 'readClosePreview', 'readJournal'];
/** Of the tools, those that tables for engines are made with. */
const NOT_FOR_ENGINES = ['readTaxes', 'readMonths', 'readMonth'];

/** The revision that each answer says to be of, less that of the rows. */
async function askedOf(of: OpenCopy, revision: number) {
  const told = new Map<string, number>();
  for (const { name, answer } of QUESTIONS) {
    if (!(name in ASKED)) continue;
    const ask = answer as (of: unknown, input: unknown) => Promise<{ readonly revision: number }>;
    told.set(name, (await ask(of, ASKED[name])).revision - revision);
  }
  return Object.fromEntries(told);
}
const each = (of: (name: string) => number) =>
  Object.fromEntries(Object.keys(ASKED).map((name) => [name, of(name)]));

test('each question is of the rows that are shown, or of the newest, until figures are released', async () => {
  const { copy, ledger, sync } = await openCopy([row({ Orden: 'A', Ventas: '1' })]);
  const { revision } = ledger.store;
  expect(await askedOf(copy, revision)).toEqual(each(() => 0));
  expect(overLatest(copy)).toBe(copy);
  await freeze(copy);
  await sync([row({ Orden: 'A', Ventas: '2' }), row({ Orden: 'B' })]);
  expect(ledger.store.revision).toBe(revision + 1);
  expect(await askedOf(copy, revision)).toEqual(each((name) => (OF_NEWEST.includes(name) ? 1 : 0)));
  const { readTaxes, readMonths, readMonth, ...forEngines } = await askedOf(overLatest(copy), revision);
  const newest = each(() => 1);
  for (const name of NOT_FOR_ENGINES) delete newest[name];
  expect(forEngines).toEqual(newest);
  copy.frozen = null;
  expect(await askedOf(copy, revision)).toEqual(each(() => 1));
});

test('facts, and what was known, stand still with the rows; what the user says does not', async () => {
  const { copy, ledger, sync } = await openCopy([row({ Orden: 'A', 'Costo de Producto': null })]);
  const readAt = (lastReadAt: string) => {
    const { changes, ...rest } = checkpoint();
    const [from, at] = [`${lastReadAt} from`, lastReadAt].map((text) => text as UtcInstant) as [never, never];
    return ledger.calls.saveCheckpoint({ ...rest, changes: { from, knownUntil: at, lastReadAt: at } });
  };
  const counted = async (): Promise<readonly unknown[]> => {
    const columns = ['Rentabilidad Comercial'];
    const answer = await readTotals.answer(copy, {
      selection: { ...EVERYTHING, ownCosts: { currency: 'CLP' } },
      columns,
    });
    return [answer.rows, answer.rowsWithoutProductCost];
  };
  await readAt('2026-04-01T10:00:00.000Z');
  const before = factsOf(copy);
  const known = shownOf(copy).known();
  expect(known).toEqual({
    readUntil: '2026-04-01T10:00:00.000Z',
    knownUntil: '2026-04-01T10:00:00.000Z',
    watermark: '2026-04-01T10:00:00.000Z from',
  });
  expect(await freeze(copy)).toEqual(before);
  await readAt('2026-04-01T11:00:00.000Z');
  await sync([row({ Orden: 'A', 'Costo de Producto': null }), row({ Orden: 'B' })]);
  await readAt('2026-04-01T12:00:00.000Z');
  expect([factsOf(copy), shownOf(copy).known()]).toEqual([before, known]);
  expect(copy.shownRows()).toBe(copy.frozen?.rows);
  const latest = overLatest(copy);
  expect(factsOf(latest)).toMatchObject({ rows: 2, readUntil: '2026-04-01T12:00:00.000Z' });
  expect(latest.shownRows()).toBe(copy.latest.rows);
  expect(copy.latest.known()).toMatchObject({ knownUntil: '2026-04-01T12:00:00.000Z' });
  expect(await counted()).toEqual([1, 1]);
  const cost: OwnCost = {
    ...{ sku: 'SKU-1', currency: 'CLP', from: null, to: null, note: '', owner: '', atMs: 0 },
    cost: '1' as Decimal,
  };
  await ledger.annotate({ kind: 'own-cost', puts: [{ key: ownCostKey(cost), value: cost }], deletes: [] });
  expect(await counted()).toEqual([1, 0]);
  copy.frozen = null;
  expect(await counted()).toEqual([2, 0]);
  expect(factsOf(copy)).toMatchObject({ rows: 2, readUntil: '2026-04-01T12:00:00.000Z' });
});

test('the log tells nothing of frozen rows, and a month is closed of the newest alone', async () => {
  const { copy, sync } = await openCopy([row({ Orden: 'A', Ventas: '1' })]);
  await sync([row({ Orden: 'A', Ventas: '2' })]);
  const identity = { Canal: 'Mercado Uno', Cuenta: 'Principal', Orden: 'A' } as never;
  const ids = async (of: OpenCopy) => (await of.readCorrelationIds())(identity).length > 0;
  expect(await ids(copy)).toBe(true);
  const decision = { month: '2026-03' as Month, owner: 'Ana', note: '', ownCosts: [] };
  await freeze(copy);
  expect([await ids(copy), await ids(overLatest(copy))]).toEqual([false, true]);
  await expect(closeMonth.answer(copy, decision)).rejects.toMatchObject({ code: 'figures-frozen' });
  copy.frozen = null;
  expect(await ids(copy)).toBe(true);
  await closeMonth.answer(copy, decision);
  expect((await readCloses.answer(copy, null)).months).toMatchObject([{ month: '2026-03', state: 'closed' }]);
});

test('an answer is asked for in its slot and its turn, of the rows as they are then, and storage’s failures have codes', async () => {
  const asked: unknown[] = [];
  let failure: unknown = null;
  const scheduler = {
    answer: async (slot: unknown, start: () => unknown, isAhead: unknown) => {
      asked.push([slot, isAhead]);
      if (failure !== null) throw failure;
      return start();
    },
  };
  let rows = 'first' as never;
  const answer = answersOver(scheduler as never, () => ({ rows }));
  const echo = (of: unknown) => of as never;
  expect(await answer('s', echo, true)).toBe('first');
  rows = 'second' as never;
  expect(await answer(undefined, echo)).toBe('second');
  expect(asked).toEqual([
    ['s', true],
    [undefined, undefined],
  ]);
  failure = Object.assign(new Error(''), { name: 'QuotaExceededError' });
  await expect(answer('s', echo)).rejects.toMatchObject({ code: 'storage-full' });
  failure = new RangeError('Array buffer allocation failed');
  await expect(answer('s', echo)).rejects.toMatchObject({ code: 'memory-refused' });
  failure = new Error('other');
  await expect(answer('s', echo)).rejects.toBe(failure);
});

test('the sync asks of the copy once the page has had time for its first questions, and these are answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let answered = (): void => {};
    const told: string[] = [];
    const activity = {
      idle: () => {
        told.push('waits');
        return new Promise<void>((resolve) => {
          answered = resolve;
        });
      },
    };
    void firstAnswers({ activity } as never).then(() => told.push('done'));
    await vi.advanceTimersByTimeAsync(299);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['waits']);
    answered();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['waits', 'done']);
  } finally {
    vi.useRealTimers();
  }
});

test('exceptions are of the rows that stand, closes of the newest', async () => {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  const below = (Orden: string, Ventas: string) => row({ Orden, 'Estado de Orden': 'Regular', Ventas });
  const found = async (accounts: AccountsScope | null = null) => {
    const { rows, exceptions } = await page.service.readExceptions({
      ...{ scope: accounts, currency: null, thresholds: DEFAULT_THRESHOLDS, withCases: true },
      ...{
        tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
        today: '2026-04-10' as LocalDate,
      },
    });
    return { rows, kinds: exceptions.map(({ finding }) => finding.kind).toSorted() };
  };
  await load(calls, 'w1', [below('A', '-10.00'), below('B', '-2.50')]);
  const before = await found();
  expect(before.rows).toBe(2);
  expect(before.kinds).toContain('negative-sale');
  await page.service.closeMonth({ month: '2026-03' as Month, owner: 'Ana', note: '', ownCosts: [] });
  const quiet = await found();
  await page.service.freeze(null);
  await load(calls, 'w2', [below('A', '-10.00'), below('B', '7.50'), below('C', '1')]);
  const frozen = await found();
  expect(frozen.rows).toBe(2);
  // What was closed has moved, whatever is shown.
  expect(frozen.kinds.length).toBeGreaterThan(quiet.kinds.length);
  const elsewhere = await found({ accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: false });
  expect(elsewhere.rows).toBe(0);
  expect(elsewhere.kinds).not.toEqual(expect.arrayContaining(frozen.kinds));
  await page.service.release(null);
  expect((await found()).rows).toBe(3);
});
