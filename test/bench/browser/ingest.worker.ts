import { z } from 'zod';
import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import {
  type CommitWindow,
  type LedgerCalls,
  ledgerChecks,
  type OpenWindow,
  type StagePage,
} from '#shared/contract/ledger.ts';
import { type Channel, serveCalls } from '#shared/contract/rpc.ts';
import { median, startBench } from './bench-worker.ts';

/**
 * From a message of the main process to its acknowledgement, in a worker, through the product's own modules and a
 * real IndexedDB: pages staged, windows judged and committed. The time of a page holds the parsing of the message, the
 * check, the transaction flushed to the disk and the answer's text.
 */

export type IngestWindow = {
  readonly open: OpenWindow;
  readonly commit: CommitWindow;
  /** Names of the files with the messages of its pages: as they are sent now, and with rows as they were before. */
  readonly pages: readonly { readonly now: string; readonly formerly: string; readonly isFull: boolean }[];
};
export type IngestInput = { readonly windows: readonly IngestWindow[] };
export type IngestResult = {
  readonly stageMs: number;
  readonly stageSlowestMs: number;
  readonly stageBusyMs: number;
  readonly formerStageMs: number;
  readonly formerStageBusyMs: number;
  readonly judgeMs: number;
  readonly commitMs: number;
  readonly rows: number;
  readonly pages: number;
};

type Line = (text: string) => Promise<unknown>;

/** A line as the worker has it: text comes in, text goes out. */
function lineTo(ledger: Ledger): Line {
  let receive: (message: unknown) => void = () => {};
  let answered: (text: string) => void = () => {};
  const channel: Channel = {
    send: (message) => answered(JSON.stringify(message)),
    onMessage: (listener) => {
      receive = listener;
    },
    onClose: () => {},
    close: () => {},
  };
  serveCalls<LedgerCalls>(channel, ledger.calls, ledgerChecks);
  return async (text) => {
    const answer = new Promise<string>((resolve) => {
      answered = resolve;
    });
    receive(JSON.parse(text));
    const { ok, value, error } = JSON.parse(await answer);
    if (ok !== true) throw new Error(`${error.code}: ${error.message}`);
    return value;
  };
}

const call = (name: keyof LedgerCalls, input: unknown) =>
  JSON.stringify({ type: 'call', id: 1, name, input });

/** The message as it was before: rows as lists, checked cell by cell, written as text again to be staged. */
const formerPage = z.array(z.array(z.string().nullable()));
type FormerMessage = {
  readonly input: Omit<StagePage, 'page'> & {
    readonly page: Omit<StagePage['page'], 'columns' | 'rowsJson'> & {
      readonly table: { readonly columns: string[]; readonly rows: unknown };
    };
  };
};

/** The worker's own time within a wall time: what a second chain of short tasks could not get. */
async function withBusy<T>(
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly busyMs: number }> {
  const { port1, port2 } = new MessageChannel();
  let busyMs = 0;
  let last = performance.now();
  let going = true;
  port2.addEventListener('message', () => {
    const now = performance.now();
    // A turn of an idle loop takes a few hundredths of a millisecond.
    if (now - last > 0.5) busyMs += now - last;
    last = now;
    if (going) port1.postMessage(null);
  });
  port2.start();
  port1.postMessage(null);
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  going = false;
  port1.close();
  port2.close();
  return { ms, busyMs };
}

startBench<IngestInput, IngestResult>(async ({ windows }, { say }) => {
  const ledger = await openLedger('bench', {
    onCommitted: () => {},
    onMetadataChanged: () => {},
    onOwnershipLost: () => {},
    onLedgerLost: () => {},
  });
  const line = lineTo(ledger);
  const stage: number[] = [];
  const busy: number[] = [];
  const former: number[] = [];
  const formerBusy: number[] = [];
  const judge: number[] = [];
  const commit: number[] = [];
  const text = async (name: string) => (await fetch(`/files/${name}`)).text();
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  for (const [index, { open, commit: request, pages }] of windows.entries()) {
    const formerId = `former-${open.windowId}`;
    await line(call('openWindow', open));
    await line(call('openWindow', { ...open, windowId: formerId }));
    for (const [number, page] of pages.entries()) {
      const now = await text(page.now);
      const before = await text(page.formerly);
      const stageNow = async () => {
        // Wall time alone: watching a task takes time of its own. Every other page is watched.
        if (number % 2 === 0) stage.push(await timed(() => line(now)));
        else busy.push((await withBusy(() => line(now))).busyMs);
      };
      const formerWay = async () => {
        const { input } = JSON.parse(before) as FormerMessage;
        const { table, ...rest } = input.page;
        const rowsJson = JSON.stringify(formerPage.parse(table.rows));
        const staged = { ...input, windowId: formerId, page: { ...rest, columns: table.columns, rowsJson } };
        return JSON.stringify(await ledger.calls.stagePage(ledgerChecks.stagePage.parse(staged)));
      };
      const stageFormerly = async () => {
        if (number % 2 === 0) former.push(await timed(formerWay));
        else formerBusy.push((await withBusy(formerWay)).busyMs);
      };
      if (!page.isFull) {
        await line(now);
        continue;
      }
      // In turns, so that neither always comes second.
      await (index % 2 === 0 ? stageNow() : stageFormerly());
      await (index % 2 === 0 ? stageFormerly() : stageNow());
    }
    await line(call('dropWindows', { windowIds: [formerId] }));
    let judgement: unknown;
    const judgeOnce = () =>
      timed(async () => {
        judgement = await line(call('judgeWindow', { windowId: open.windowId }));
      });
    const isSettled = () => (judgement as { readonly kind: string }).kind === 'settled';
    judge.push(await judgeOnce());
    if (!isSettled()) {
      // Twins on two pages are believed when they come a second time.
      for (const page of pages) {
        const again = JSON.parse(await text(page.now)) as { readonly input: StagePage };
        await line(call('stagePage', { ...again.input, reading: 2 }));
      }
      await judgeOnce();
    }
    if (!isSettled()) throw new Error(`${open.windowId} did not settle: ${JSON.stringify(judgement)}`);
    commit.push(await timed(() => line(call('commitWindow', request))));
    say(`window ${index + 1} of ${windows.length}: ${ledger.store.liveRows} rows`);
  }
  const result = {
    stageMs: median(stage),
    stageSlowestMs: Math.max(...stage),
    stageBusyMs: median(busy),
    formerStageMs: median(former),
    formerStageBusyMs: median(formerBusy),
    judgeMs: median(judge),
    commitMs: median(commit),
    rows: ledger.store.liveRows,
    pages: stage.length + busy.length,
  };
  ledger.close();
  return result;
});
