import { cellAt } from '#renderer/data/engine/columns/segment.ts';
import { createScheduler, createYieldToEventLoop } from '#renderer/data/scheduling/scheduler.ts';
import { keepCompacted } from '#renderer/data/storage/compaction/compactor.ts';
import { defineDatabase } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { median, startBench } from '#test/bench/browser/bench-worker.ts';
import { ACCOUNT, openAccount } from '#test/bench/million/account.ts';

/** Merges all that is to be merged, in idle moments as the data worker does, and watches how long messages wait. */

export type MergeResult = {
  readonly rows: number;
  readonly segmentsBefore: number;
  readonly segmentsAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly rowsWritten: number;
  /** Of the merges of over 40,000 rows, by 50,000 rows. */
  readonly mergeMs: number;
  /** The same rows read cell by cell and encoded. */
  readonly cellsMs: number;
  readonly longestWaitMs: number;
  /** 99 of 100 messages wait less. */
  readonly usualWaitMs: number;
};

startBench<null, MergeResult>(async () => {
  const ledger = await openAccount();
  const { store } = ledger;
  const before = await stored();
  const cellsMs = encodeCells(ledger);
  const times: number[] = [];
  let rowsWritten = 0;
  let isDone: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const waits = watchMessages();
  const scheduler = createScheduler({
    activity: ledger.activity,
    changes: () => store.changes,
    yieldToEventLoop: createYieldToEventLoop(),
    now: () => performance.now(),
  });
  const compactor: typeof ledger.merger = {
    async mergeOnce(options) {
      const from = performance.now();
      const result = await ledger.merger.mergeOnce(options);
      if (result === 'nothing-to-do') isDone();
      else if (result === 'merged') {
        const rows = store.segments.at(-1)?.rowCount ?? 0;
        rowsWritten += rows;
        if (rows > 40_000) times.push(((performance.now() - from) / rows) * 50_000);
      }
      return result;
    },
  };
  const keeping = keepCompacted(scheduler, compactor, () => undefined);
  await done;
  const sorted = [...waits.stop()].sort((a, b) => a - b);
  keeping.stop();
  const after = await stored();
  const segmentsAfter = store.segments.filter(({ retired }) => !retired).length;
  ledger.close();
  return {
    rows: store.liveRows,
    segmentsBefore: before.segments,
    segmentsAfter,
    bytesBefore: before.bytes,
    bytesAfter: after.bytes,
    rowsWritten,
    mergeMs: median(times),
    cellsMs,
    longestWaitMs: sorted.at(-1) ?? Number.NaN,
    usualWaitMs: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
});

async function stored() {
  const database = await defineDatabase(ACCOUNT).open();
  const records = await database.table<{ readonly byteLength: number }>('segments').toArray();
  database.close();
  return {
    segments: records.length,
    bytes: records.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** Milliseconds to write 50,000 rows anew the plain way: as cells. */
function encodeCells({ store }: Ledger): number {
  const from = performance.now();
  const columns = [...store.columnKeys()];
  const rows = [];
  for (const segment of store.segments) {
    for (let at = 0; at < segment.rowCount && rows.length < 50_000; at += 1) {
      rows.push(columns.map((key) => cellAt(segment.columns.get(key), at)));
    }
  }
  encodeSegment({ columns, rows });
  return ((performance.now() - from) / rows.length) * 50_000;
}

/** A message to oneself every few milliseconds; how long each waits until it is taken. */
function watchMessages() {
  const waits: number[] = [];
  const { port1, port2 } = new MessageChannel();
  let sentMs = 0;
  let going = true;
  const send = () => {
    sentMs = performance.now();
    port1.postMessage(null);
  };
  port2.onmessage = () => {
    waits.push(performance.now() - sentMs);
    if (going) setTimeout(send, 2);
  };
  send();
  return {
    stop() {
      going = false;
      port1.close();
      return waits;
    },
  };
}
