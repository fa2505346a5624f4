import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { BackupOrder } from '#renderer/data/model/backups.ts';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import type { Opening } from '#renderer/data/model/ledger.ts';
import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { createDataService, type DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeAsk } from '#renderer/data/worker/reader/intake.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import { type LedgerCalls, ledgerHelloSchema, ledgerReplyChecks } from '#shared/contract/ledger.ts';
import { type Caller, type Channel, createCaller, type Handlers } from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import { watchCrashes } from '#test/model/crashes.ts';
import { clearDisks, listDatabases } from '#test/model/memory-dexie.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  commitOf,
  openWindow,
  pagesOf,
  purchases,
  type Row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import { spillInMemory } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { clonedChannelPair, openReaderBeside } from '#test/renderer/data/worker/reader-beside.ts';
import type { Machine } from './machine.ts';

/** The data worker as a page has it, on the machine of a history: it is started, dies, finds its storage full, and starts again. */

export type Service = Handlers<DataCalls>;
export type Asked = Extract<IntakeAsk, { readonly kind: 'statement' }>;
export const ACCOUNT = 'tienda';
const LINE = { kind: 'socket', url: 'ws://unused', secret: '' } as const;

/** What befalls the worker: at which step of its databases, counted from the beginning of what it does. */
export type Mishap = { readonly kind: 'death' | 'full'; readonly at: number };

/** How something that was tried ended. */
export type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'dead' };

export type Desk = ReturnType<typeof createDesk>;

const crashes = watchCrashes();

/** `rowMemory`: what its rows may take in memory. Long, for its functions share which worker is alive. */
export function createDesk(machine: Machine, rowMemory: RowMemoryBound) {
  clearDisks();
  const place = globalThis as { indexedDB?: unknown };
  const formerIndexedDb = place.indexedDB;
  place.indexedDB = { databases: listDatabases };
  let isDead = false;
  let service: Service | null = null;
  let main: Caller<LedgerCalls> | null = null;
  let serial = 0;
  /** What was taken of the storage's steps. */
  const counts = { deaths: 0, faults: 0 };

  const need = (): Service => {
    if (service === null) throw new Error('The worker is not there.');
    return service;
  };
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    const ended = await machine.until(work);
    if (ended.kind === 'failed') throw ended.error;
    if (ended.kind === 'over') throw new Error('The worker is dead.');
    return ended.value;
  };
  /** Asks the worker, whatever it takes. */
  const ask = <K extends keyof DataCalls>(
    name: K,
    input: DataCalls[K]['input'],
  ): Promise<DataCalls[K]['output']> =>
    wait(
      (async () => (need()[name] as (asked: unknown) => unknown)(input))() as Promise<DataCalls[K]['output']>,
    );

  async function start(): Promise<void> {
    isDead = false;
    const lines: Channel[] = [];
    let greeted: () => void = () => undefined;
    const greeting = new Promise<void>((resolve) => {
      greeted = resolve;
    });
    service = createDataService({
      openReader: openReaderBeside,
      locks: createFakeLocks(),
      quietMs: 0,
      spill: spillInMemory(),
      channelOpener: () => async () => {
        const [workerEnd, mainEnd] = clonedChannelPair();
        lines.push(mainEnd);
        mainEnd.onMessage((message) => {
          if (!ledgerHelloSchema.safeParse(message).success) return;
          main = createCaller<LedgerCalls>(mainEnd, ledgerReplyChecks);
          greeted();
        });
        return workerEnd;
      },
      emit: <K extends keyof DataEvents & string>(_event: K, _payload: DataEvents[K]) => undefined,
    });
    main = null;
    await ask('boundRows', { bound: rowMemory });
    const opened: Opening = await ask('open', { accountId: ACCOUNT, line: LINE });
    if (opened.kind !== 'open') throw new Error(`The copy did not open: ${JSON.stringify(opened)}`);
    await wait(greeting);
  }

  /** Everything that was not stored is gone. */
  function die(): void {
    isDead = true;
    crashes.onStep = () => undefined;
    crashes.crash();
    machine.forget();
    service = null;
    main = null;
  }

  /** Lets something befall the worker while it does something. */
  async function attempt<T>(work: () => Promise<T>, mishap: Mishap | null): Promise<Attempt<T>> {
    let steps = 0;
    if (mishap !== null) {
      crashes.onStep = () => {
        steps += 1;
        if (steps !== mishap.at || isDead) return;
        if (mishap.kind === 'full') {
          counts.faults += 1;
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
        isDead = true;
        counts.deaths += 1;
        crashes.crash();
      };
    }
    const ended = await machine.until(work(), () => isDead);
    crashes.onStep = () => undefined;
    if (ended.kind !== 'over') return ended;
    die();
    return { kind: 'dead' };
  }

  /** Ends the worker as a page does, and starts it from its storage. */
  async function restart(): Promise<void> {
    await ask('close', null);
    die();
    await start();
  }

  /** What a worker is asked without waiting in between: for what is tried while something befalls it. */
  const now = (): Service => need();

  /** Reads months whole, as the sync does, and removes what the source gives no more. */
  async function sync(
    months: readonly { readonly month: string; readonly rows: readonly Row[] }[],
    columns: readonly string[],
  ) {
    const calls = main;
    if (calls === null) throw new Error('Nobody reads for the worker.');
    const { windows } = await calls.readState(null);
    if (windows.length > 0) await calls.dropWindows({ windowIds: windows.map(({ windowId }) => windowId) });
    for (const { month, rows } of months) {
      serial += 1;
      const windowId = `w${serial}`;
      const [from, to] = monthBounds(month);
      const window = purchases(from, to);
      await calls.openWindow(openWindow(windowId, window, 'reread'));
      for (const page of pagesOf(windowId, window, rows, { columns, pages: 1 })) await calls.stagePage(page);
      const judged = await calls.judgeWindow({ windowId });
      if (judged.kind !== 'settled') throw new Error(`A reading was not settled: ${JSON.stringify(judged)}`);
      const { rowsHeld } = await calls.commitWindow(
        commitOf(windowId, { completes: [month as Month], runId: `run-${serial}` }),
      );
      if (rowsHeld > 0) {
        await calls.resolveMissing({ month: month as Month, decision: 'remove', decidedAt: null });
      }
    }
  }

  /** Reads a file as a statement. Tells why where it is refused. */
  async function preview(
    bytes: Uint8Array<ArrayBuffer>,
    asked: Partial<Asked> = {},
  ): Promise<StatementPreview> {
    const service = need();
    const end = await runIntake(
      streamsOf(service),
      new Blob([bytes]),
      { kind: 'statement', sheet: null, mapping: null, ...asked },
      () => undefined,
      new AbortController().signal,
    );
    if (end?.kind !== 'done' || end.answer.kind !== 'statement') {
      throw new Error(`A file was refused: ${JSON.stringify(end)}`);
    }
    return end.answer.statement;
  }

  async function backUp(): Promise<Uint8Array<ArrayBuffer>> {
    const service = need();
    const backup = streamsOf(service).backUp({ accountId: ACCOUNT, order: BACKUP_ORDER });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    try {
      const begun = await backup.next();
      if (begun.done === true) throw new Error('There is nothing to back up.');
      for (;;) {
        const { done, value } = await backup.next();
        if (done === true) break;
        if (value.kind === 'chunk') parts.push(value.bytes);
      }
    } finally {
      // As the page does: whoever holds the copy for a backup lets go.
      await backup.cancel();
    }
    return new Uint8Array(Buffer.concat(parts));
  }

  /** Puts a backup in the place of the copy; the page opens it again. */
  async function restore(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const service = need();
    const reading = streamsOf(service).restore(null);
    await reading.next();
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      await reading.next({ kind: 'bytes', bytes: bytes.slice(at, at + PIECE_BYTES) });
    }
    const { value: read } = await reading.next({ kind: 'all' });
    if (read?.kind !== 'read' || read.end.kind !== 'ready' || !read.end.summary.isWhole) {
      throw new Error(`A whole backup was not read whole: ${JSON.stringify(read)}`);
    }
    await reading.next({ kind: 'commit', accountId: ACCOUNT });
  }

  return {
    start,
    restart,
    attempt,
    ask,
    /** What is pulled of the worker, which may be another one by the next history. */
    streams: () => streamsOf(need()),
    wait,
    now,
    sync,
    preview,
    backUp,
    restore,
    counts,
    isAlive: () => service !== null,
    /** After a history: whatever is left of it is gone. */
    end: () => {
      die();
      place.indexedDB = formerIndexedDb;
    },
  };
}

const PIECE_BYTES = 2 ** 16;
const BACKUP_ORDER: BackupOrder = {
  account: {
    id: ACCOUNT,
    kind: 'api',
    name: 'Tienda',
    baseUrl: 'https://api.example',
    plan: 'pro',
    syncEveryMinutes: 60,
    currencies: { main: 'CLP', own: [] },
  },
  settings: {},
  app: '0.1.0',
  reason: 'manual',
};

function monthBounds(month: string): readonly [string, string] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  return [`${month}-01T00:00:00.000`, `${next}-01T00:00:00.000`];
}
