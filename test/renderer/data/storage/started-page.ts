import 'fake-indexeddb/auto';
import { expect, onTestFinished } from 'vitest';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerConnection } from '#renderer/data/model/ledger.ts';
import type { Locks } from '#renderer/data/storage/database/ledger-access.ts';
import { NO_BOUND, type RowMemoryOptions } from '#renderer/data/storage/memory/row-memory.ts';
import { createDataService } from '#renderer/data/worker/data-service.ts';
import {
  type LedgerCalls,
  type LedgerHello,
  ledgerHelloSchema,
  ledgerReplyChecks,
} from '#shared/contract/ledger.ts';
import { type Caller, type Channel, createCaller } from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import { openReaderBeside } from '#test/renderer/data/worker/reader-beside.ts';
import { COLUMNS_SENT, commitOf, openWindow, pagesOf, purchases, type Row } from './ledger-fixtures.ts';

/** The data worker as a page and a main process meet it, on an imitated IndexedDB. */

export const LINE: LedgerConnection = { kind: 'socket', url: 'ws://unused', secret: '' };
export const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

/** Two ends of one channel; what is sent arrives in a later turn, as plain data. */
function channelPair(): readonly [Channel, Channel] {
  const listeners: [Set<(message: unknown) => void>, Set<(message: unknown) => void>] = [
    new Set(),
    new Set(),
  ];
  const closers = new Set<() => void>();
  const close = () => {
    for (const closer of [...closers]) closer();
    closers.clear();
  };
  const end = (mine: 0 | 1): Channel => ({
    send: (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as unknown;
      queueMicrotask(() => {
        for (const listener of listeners[mine === 0 ? 1 : 0]) listener(copy);
      });
    },
    onMessage: (listener) => listeners[mine].add(listener),
    onClose: (listener) => closers.add(listener),
    close,
  });
  return [end(0), end(1)];
}

type Main = {
  readonly hello: Promise<LedgerHello>;
  readonly calls: Caller<LedgerCalls>;
  readonly end: Channel;
};

/** A page's data worker with a main process that accepts every line; closed after the test. */
export function startPage(locks: Locks, spill: Omit<RowMemoryOptions, 'bound'> = NO_BOUND) {
  const events: [keyof DataEvents, unknown][] = [];
  const mains: Main[] = [];
  const awaiting: (() => void)[] = [];
  let refusals = 0;
  const service = createDataService({
    openReader: openReaderBeside,
    locks,
    spill,
    // Nobody looks on: what is found in idle moments is found at once.
    quietMs: 0,
    channelOpener: () => async () => {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('No answer.');
      }
      const [workerEnd, mainEnd] = channelPair();
      const hello = new Promise<LedgerHello>((resolve) => {
        mainEnd.onMessage((message) => {
          const parsed = ledgerHelloSchema.safeParse(message);
          if (parsed.success) resolve(parsed.data);
        });
      });
      mains.push({
        hello,
        calls: createCaller<LedgerCalls>(mainEnd, ledgerReplyChecks),
        end: mainEnd,
      });
      for (const tell of awaiting.splice(0)) tell();
      return workerEnd;
    },
    emit: (event, payload) => {
      events.push([event, payload]);
    },
  });
  onTestFinished(async () => void (await service.close(null)));
  return {
    service,
    events,
    main: async (index = 0): Promise<Main> => {
      let main = mains[index];
      for (; main === undefined; main = mains[index])
        await new Promise<void>((resolve) => void awaiting.push(resolve));
      await main.hello;
      return main;
    },
    refuse: (times: number) => {
      refusals = times;
    },
  };
}

let accounts = 0;
export function freshServiceAccount(): string {
  accounts += 1;
  return `service-${accounts}`;
}

/** Reads March whole: stages, judges and commits these rows as all there are. */
export async function load(
  calls: Caller<LedgerCalls>,
  windowId: string,
  rows: readonly Row[],
  columns: readonly string[] = COLUMNS_SENT,
): Promise<void> {
  await calls.openWindow(openWindow(windowId, MARCH));
  for (const page of pagesOf(windowId, MARCH, rows, { columns })) await calls.stagePage(page);
  expect(await calls.judgeWindow({ windowId })).toMatchObject({ kind: 'settled' });
  await calls.commitWindow(commitOf(windowId, { completes: ['2026-03' as Month] }));
}
