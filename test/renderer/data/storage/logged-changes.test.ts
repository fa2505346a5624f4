import { expect, test } from 'vitest';
import { queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import { EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { checkpoint, local, purchases, type Row, row, utc } from './ledger-fixtures.ts';
import { freshAccount, open, read } from './real-ledger.ts';

/** What changed since a moment is what the totals moved by since then (rule 13). */

const MONTH = '2026-03' as Month;
/** Every answer of these tests is of this moment. */
const READ_AT = utc('2026-03-11T00:00:00.000Z');

async function changesSince(ledger: Ledger, since: UtcInstant | null) {
  const { counts, rowsBefore, rowsAfter, sums } = queryChanges(await ledger.reads.changes(), {
    ...EVERY_CHANGE,
    since,
  });
  return { ...counts, rows: rowsAfter - rowsBefore, ventas: Number(sums.Ventas?.difference) };
}

const day = (date: number, over: Row = {}) =>
  row({
    Orden: `O-${date}`,
    'Fecha de compra': `2026-03-${String(date).padStart(2, '0')}T12:00:00.000`,
    ...over,
  });
const march = (from: number, to: number) =>
  purchases(
    `2026-03-${String(from).padStart(2, '0')}T00:00:00.000`,
    `2026-03-${String(to).padStart(2, '0')}T00:00:00.000`,
  );
const reading = (from: string, to: string): { commit: { checkpoint: Checkpoint } } => ({
  commit: { checkpoint: { ...checkpoint(), reads: [{ from: local(from), to: local(to), readAt: READ_AT }] } },
});

test('rows held back days ago and removed now are a change of now, also after a restart', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  const rows = Array.from({ length: 20 }, (_, index) => day(index + 1));
  await read(ledger, 'load', march(1, 31), rows, { commit: { completes: [MONTH] } });
  await read(ledger, 'again', march(1, 31), rows.slice(4), {
    purpose: 'reread',
    commit: { completes: [MONTH] },
  });
  expect(ledger.store.liveRows).toBe(20);
  const decidedAt = utc('2026-04-05T09:00:00.000Z');
  await ledger.calls.resolveMissing({ month: MONTH, decision: 'remove', decidedAt });
  expect(ledger.store.liveRows).toBe(16);
  const view = { new: 0, changed: 0, removed: 4, rows: -4, ventas: -400 };
  expect(await changesSince(ledger, utc('2026-04-05T00:00:00.000Z'))).toEqual(view);
  expect(await changesSince(ledger, utc('2026-04-06T00:00:00.000Z'))).toMatchObject({ removed: 0, rows: 0 });
  ledger.close();
  expect(await changesSince(await open(account), utc('2026-04-05T00:00:00.000Z'))).toEqual(view);
});

test('an order born after the load’s first readings is new; what lies further back was only not asked for', async () => {
  const ledger = await open(freshAccount());
  const first = reading('2026-03-05T00:00:00.000', '2026-03-10T00:00:00.000');
  await read(ledger, 'newest', march(5, 10), [day(6), day(8)], first);
  expect(await changesSince(ledger, null)).toMatchObject({ new: 0, rows: 0 });
  // Time went on: the load's next days.
  const next = reading('2026-03-05T00:00:00.000', '2026-03-12T00:00:00.000');
  await read(ledger, 'next days', march(10, 12), [day(10), day(11)], next);
  expect(await changesSince(ledger, null)).toEqual({ new: 2, changed: 0, removed: 0, rows: 2, ventas: 200 });
  const back = reading('2026-03-01T00:00:00.000', '2026-03-12T00:00:00.000');
  await read(ledger, 'further back', march(1, 5), [day(2), day(3)], back);
  expect(await changesSince(ledger, null)).toMatchObject({ new: 2, rows: 2 });
  // Read again for another load: nobody had seen this one.
  await read(ledger, 'again', march(1, 5), [day(2), day(3), day(4)], back);
  expect(await changesSince(ledger, null)).toMatchObject({ new: 3, rows: 3, ventas: 300 });
});

test('an order bought between two readings of the load is not new, one after the last of them is', async () => {
  const ledger = await open(freshAccount());
  const reads = [march(20, 25), march(1, 5)].flatMap(
    ({ from, to }) => reading(from, to).commit.checkpoint.reads,
  );
  const both = { commit: { checkpoint: { ...checkpoint(), reads } } };
  await read(ledger, 'first', march(20, 25), [day(21)], both);
  await read(ledger, 'between', march(5, 20), [day(10)], both);
  expect(await changesSince(ledger, null)).toMatchObject({ new: 0 });
  await read(ledger, 'later', march(25, 31), [day(25)], both);
  expect(await changesSince(ledger, null)).toMatchObject({ new: 1, ventas: 100 });
});
