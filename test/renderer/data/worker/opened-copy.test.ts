import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  checkpoint,
  commitOf,
  openWindow,
  pagesOf,
  row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount,
  LINE,
  load,
  MARCH,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from './pull-file.ts';

/** What comes of opening a copy, what is over with it, and which rows its tools are asked of. */

/** A database as another version of the app left it; Dexie counts its versions by tens. */
function writtenBy(version: number): Promise<string> {
  const accountId = freshServiceAccount();
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName(accountId), version * 10);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      opening.result.close();
      resolve(accountId);
    };
  });
}

describe('a copy', () => {
  test('of an earlier or a later version is not opened, and nobody is kept from it', async () => {
    const locks = createFakeLocks();
    const [older, newer] = [await writtenBy(SCHEMA_VERSION - 1), await writtenBy(SCHEMA_VERSION + 1)];
    for (const page of [startPage(locks), startPage(locks)]) {
      expect(await page.service.open({ accountId: older, line: LINE })).toEqual({ kind: 'outdated' });
      expect(await page.service.open({ accountId: newer, line: LINE, migrates: true })).toMatchObject({
        ...{ kind: 'failed', reason: 'newer-schema' },
      });
      expect(() => page.service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
    }
  });

  test('that was left tells nothing more, and what was pulled of it is over', async () => {
    const page = startPage(createFakeLocks());
    const [first, second] = [freshServiceAccount(), freshServiceAccount()];
    await page.service.open({ accountId: first, line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({})]);
    const query = { selection: EVERYTHING, measure: 'Ventas', amount: '1' as Decimal, currency: null };
    const explanation = streamsOf(page.service).explainFigure(query);
    await explanation.next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let time = 0; time < 3; time += 1) await calls.saveCheckpoint(checkpoint());
      const told = page.events.length;
      await page.service.open({ accountId: second, line: LINE });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(page.events.slice(told)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    await expect(explanation.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('keeps as many rows in memory as is said, open or not', async () => {
    const page = startPage(createFakeLocks());
    expect(await page.service.boundRows({ bound: { kind: 'all' } as never })).toBeNull();
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    expect(await page.service.boundRows({ bound: { kind: 'all' } as never })).not.toBeNull();
  });

  test('that another line comes for lets go of the one before', async () => {
    const page = startPage(createFakeLocks());
    const accountId = freshServiceAccount();
    await page.service.open({ accountId, line: LINE });
    const first = await page.main(0);
    let isClosed = false;
    first.end.onClose(() => {
      isClosed = true;
    });
    await page.service.open({ accountId, line: LINE });
    await page.main(1);
    expect(isClosed).toBe(true);
  });

  test('tells each time that something was said beside its rows, once it is written', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const said = () => page.events.filter(([event]) => event === 'annotated').length;
    await page.service.writeAnnotations({ kind: 'claim-rule', puts: [], deletes: [] });
    expect(said()).toBe(1);
    const bad = { kind: 'claim-rule', puts: [{ key: 'k', value: { no: 'rule' } }], deletes: [] } as never;
    await expect(page.service.writeAnnotations(bad)).rejects.toMatchObject({ code: 'invalid-annotation' });
    expect(said()).toBe(1);
  });
});

describe('while figures stand still', () => {
  const asked = {
    ...{ scope: null, currency: null, thresholds: DEFAULT_THRESHOLDS, withCases: true },
    ...{ tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal }, today: '2026-04-10' as LocalDate },
  };
  const below = (Orden: string, Ventas: string, Canal = 'Mercado Uno') =>
    row({ Orden, 'Estado de Orden': 'Regular', Ventas, Canal });

  test('exceptions and explanations are of the rows that stand, closes of the newest', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [below('A', '-10.00'), below('B', '-2.50')]);
    const found = async (scope: typeof asked.scope | object = null) => {
      const { rows, exceptions, groups } = await page.service.readExceptions({ ...asked, scope } as never);
      const kinds = exceptions.map(({ finding }) => finding.kind).toSorted();
      const closes = groups.flatMap(({ head, cases }) => (/close/.test(head.kind) ? [cases.length] : []));
      return { rows, kinds, closes };
    };
    const before = await found();
    expect(before).toMatchObject({ rows: 2, closes: [] });
    expect(before.kinds).toContain('negative-sale');
    await page.service.closeMonth({ month: '2026-03' as Month, owner: 'Ana', note: '', ownCosts: [] });
    const quiet = await found();
    await page.service.freeze(null);
    await load(calls, 'w2', [below('A', '-10.00'), below('B', '7.50'), below('C', '1')]);
    const frozen = await found();
    expect(frozen.rows).toBe(2);
    // What was closed has moved, whatever is shown.
    expect(frozen.kinds.length).toBeGreaterThan(quiet.kinds.length);
    const own = { accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: false };
    expect(await found(own)).toMatchObject({ rows: 0 });
    expect((await found(own)).kinds).not.toEqual(expect.arrayContaining(frozen.kinds));
    await page.service.release(null);
    const after = await found();
    expect(after.rows).toBe(3);
  });

  test('the log tells nothing of a figure, and tells of it again once they are released', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [below('A', '10.00'), below('B', '2.50')]);
    const now = [below('A', '10.00'), below('B', '7.25')];
    await calls.openWindow(openWindow('w2', MARCH, 'reread'));
    const columns = Object.keys(now[0] ?? {});
    for (const staged of pagesOf('w2', MARCH, now, { columns })) await calls.stagePage(staged);
    expect(await calls.judgeWindow({ windowId: 'w2' })).toMatchObject({ kind: 'settled' });
    await calls.commitWindow(commitOf('w2', { completes: ['2026-03' as Month] }));
    // As it was before the last reading.
    const query = { selection: EVERYTHING, measure: 'Ventas', amount: '12.50' as Decimal, currency: null };
    const explained = async () => {
      const explanation = streamsOf(page.service).explainFigure(query);
      for (;;) {
        const { done, value } = await explanation.next();
        if (done === true) return value.results.flatMap(({ changes }) => changes.map(({ kind }) => kind));
      }
    };
    const live = await explained();
    await page.service.freeze(null);
    const frozen = await explained();
    await page.service.release(null);
    expect(await explained()).toEqual(live);
    expect(live).not.toEqual(frozen);
  });
});
