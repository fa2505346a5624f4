import type {
  CommitResult,
  Judgement,
  LedgerCalls,
  LedgerState,
  OpenWindow,
  StagedPage,
  StagePage,
  VerificationRange,
} from '#shared/bridge/ledger.ts';
import { ledgerChecks } from '#shared/bridge/ledger.ts';
import { BridgeError, type Caller } from '#shared/bridge/rpc.ts';
import { COLUMNS } from '#shared/columns/catalogue.ts';
import { type LocalDateTime, localFromMs, localToMs, parseUtcInstant } from '#shared/dates.ts';
import { counterpartReader, orderKeyReader } from '#shared/orders/identity.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import { judge, type Reading } from '#shared/windows/readings.ts';
import { placeInWindow, type SyncWindow, windowColumn } from '#shared/windows/window.ts';
import type { Cell } from '#shared/wire/row-table.ts';

/**
 * A ledger in memory that does what the contract says in the plainest way: lists of rows, searched from end to end.
 * For tests of the sync; it shares nothing with the real one but the vocabulary.
 */

const KEYS = COLUMNS.map((column) => column.key);
const TABLE = { columns: KEYS };
const orderOf = orderKeyReader(TABLE);
const counterpartOf = counterpartReader(TABLE);
const PURCHASE = KEYS.indexOf('Fecha de compra');
const UPDATE = KEYS.indexOf('Fecha de actualización');

export type StoredRow = readonly Cell[];

type Staged = OpenWindow & { readonly pages: (StagePage & { readonly outline: StagedPage })[] };

const GAP_MS = 60 * 60 * 1000;

function readingsOf(staged: Staged): readonly Reading[] {
  const numbers = [...new Set(staged.pages.map((page) => page.reading))].sort((a, b) => a - b);
  return numbers
    .map((number) => staged.pages.filter((page) => page.reading === number))
    .map((pages) => pages.sort((a, b) => a.outline.page - b.outline.page))
    .filter((pages) => pages.length >= Math.max(1, pages[0]?.outline.totalPages ?? 0))
    .map((pages) => ({ pages: pages.map(({ page }) => page) }));
}

function rowsInside(window: SyncWindow, reading: Reading): readonly StoredRow[] {
  const rows: StoredRow[] = [];
  for (const { table } of reading.pages) {
    const positions = KEYS.map((key) => table.columns.indexOf(key));
    const date = table.columns.indexOf(windowColumn(window));
    for (const row of table.rows) {
      if (placeInWindow(window, row[date] ?? null) !== 'inside') continue;
      rows.push(positions.map((position) => row[position] ?? null));
    }
  }
  return rows;
}

export function createMemoryLedger() {
  let rows: StoredRow[] = [];
  let checkpoint: Checkpoint | null = null;
  const windows = new Map<string, Staged>();
  const committed = new Set<string>();
  /** Purchase instants still to be read for each order "por verificar". */
  const queue = new Map<string, Set<LocalDateTime>>();
  const log: { name: string; input: unknown }[] = [];

  function windowOf(windowId: string): Staged {
    const staged = windows.get(windowId);
    if (staged === undefined) throw new BridgeError('unknown-window', windowId);
    return staged;
  }

  function purchaseOf(row: StoredRow): LocalDateTime {
    return (row[PURCHASE] ?? '') as LocalDateTime;
  }

  function byOrder(of: readonly StoredRow[]): Map<string, StoredRow[]> {
    const groups = new Map<string, StoredRow[]>();
    for (const row of of) {
      const key = orderOf(row);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    return groups;
  }

  /** Stored rows of incoming orders that no incoming row stands for. */
  function unmatched(stored: readonly StoredRow[], incoming: readonly StoredRow[]): readonly StoredRow[] {
    const keys = incoming.map((row) => counterpartOf(row));
    return stored.filter((row) => {
      const place = keys.indexOf(counterpartOf(row));
      if (place >= 0) keys.splice(place, 1);
      return place < 0;
    });
  }

  /** Every purchase instant of the orders that an answer of changes leaves in doubt. */
  function doubts(incoming: readonly StoredRow[]): Map<string, Set<LocalDateTime>> {
    const found = new Map<string, Set<LocalDateTime>>();
    const stored = byOrder(rows);
    for (const [key, fresh] of byOrder(incoming)) {
      const old = stored.get(key) ?? [];
      if (unmatched(old, fresh).length > 0) found.set(key, new Set([...old, ...fresh].map(purchaseOf)));
    }
    return found;
  }

  function rangesOf(instants: Iterable<LocalDateTime>): readonly VerificationRange[] {
    const ranges: { from: number; to: number }[] = [];
    for (const at of [...new Set(instants)].map(localToMs).sort((a, b) => b - a)) {
      const last = ranges.at(-1);
      if (last !== undefined && last.from - at < GAP_MS) last.from = at;
      else ranges.push({ from: at, to: at + 1 });
    }
    return ranges.map(({ from, to }) => {
      const range = { from: localFromMs(from), to: localFromMs(to) };
      const storedRows = rows.filter(
        (row) => purchaseOf(row) >= range.from && purchaseOf(row) < range.to,
      ).length;
      return { ...range, storedRows };
    });
  }

  function applyPurchases(window: SyncWindow, fresh: readonly StoredRow[]): void {
    rows = [...rows.filter((row) => placeInWindow(window, row[PURCHASE] ?? null) !== 'inside'), ...fresh];
    for (const [key, instants] of queue) {
      for (const at of instants) if (at >= window.from && at < window.to) instants.delete(at);
      if (instants.size === 0) queue.delete(key);
    }
  }

  function settledRows(staged: Staged): readonly StoredRow[] {
    const readings = readingsOf(staged);
    if (judge(readings).kind !== 'settled') throw new BridgeError('not-settled', staged.windowId);
    const last = readings.at(-1);
    return last === undefined ? [] : rowsInside(staged.window, last);
  }

  const calls: {
    readonly [K in keyof LedgerCalls]: (input: LedgerCalls[K]['input']) => LedgerCalls[K]['output'];
  } = {
    readState: (): LedgerState => ({
      checkpoint,
      windows: [...windows.values()].map(({ pages, ...open }) => ({
        ...open,
        pages: pages.map((page) => page.outline),
      })),
      rows: rows.length,
      verificationQueue: rangesOf([...queue.values()].flatMap((instants) => [...instants])),
    }),
    saveCheckpoint: (next) => {
      checkpoint = next;
      return null;
    },
    openWindow: (open) => {
      if (!windows.has(open.windowId)) windows.set(open.windowId, { ...open, pages: [] });
      return null;
    },
    stagePage: (input) => {
      const staged = windowOf(input.windowId);
      const { meta, table, correlationId } = input.page;
      const outline: StagedPage = {
        reading: input.reading,
        page: meta.page,
        totalRows: meta.totalRows,
        totalPages: meta.totalPages,
        count: table.rows.length,
        metaTo: meta.to,
        correlationId,
        serverDate: input.serverDate,
      };
      const isSame = (page: Staged['pages'][number]) =>
        page.reading === input.reading && page.outline.page === meta.page;
      const kept = staged.pages.filter((page) => !isSame(page));
      staged.pages.splice(0, staged.pages.length, ...kept, { ...input, outline });
      return outline;
    },
    judgeWindow: ({ windowId }): Judgement => {
      const staged = windowOf(windowId);
      const verdict = judge(readingsOf(staged));
      if (verdict.kind !== 'settled') return verdict;
      const own = settledRows(staged);
      const updates = own.map((row) => parseUtcInstant(row[UPDATE] ?? '')).filter((at) => at !== undefined);
      const doubtful = staged.purpose === 'changes' ? doubts(own) : new Map<string, Set<LocalDateTime>>();
      return {
        kind: 'settled',
        ownRows: own.length,
        greatestUpdate: updates.sort().at(-1) ?? null,
        verification: rangesOf([...doubtful.values()].flatMap((instants) => [...instants])),
        ordersToVerify: doubtful.size,
      };
    },
    commitWindow: ({ windowId, verifiedBy, checkpoint: next }): CommitResult => {
      const unchanged = { rowsAdded: 0, rowsRemoved: 0, ordersNew: 0, ordersChanged: 0, ordersUnchanged: 0 };
      if (committed.has(windowId)) return { ...unchanged, ordersQueued: queue.size };
      const staged = windowOf(windowId);
      const verifying = verifiedBy.map(windowOf);
      const before = byOrder(rows);
      const rowsBefore = new Set(rows);
      const fresh = settledRows(staged);
      if (staged.purpose === 'changes') {
        for (const [key, instants] of doubts(fresh)) {
          queue.set(key, new Set([...(queue.get(key) ?? []), ...instants]));
        }
        const incoming = byOrder(fresh);
        const stays = [...before].flatMap(([key, old]) => unmatched(old, incoming.get(key) ?? []));
        rows = [...stays, ...fresh];
        for (const one of verifying) applyPurchases(one.window, settledRows(one));
      } else {
        applyPurchases(staged.window, fresh);
      }
      checkpoint = next;
      for (const id of [windowId, ...verifiedBy]) {
        windows.delete(id);
        committed.add(id);
      }
      const after = byOrder(rows);
      const text = (of: readonly StoredRow[] | undefined) => JSON.stringify([...(of ?? [])].sort());
      // Orders of which a row was put in place or taken away; a row that stays is the same object.
      const isTouched = (old: readonly StoredRow[] | undefined, now: readonly StoredRow[] | undefined) =>
        old?.length !== now?.length || now?.some((row) => !rowsBefore.has(row)) === true;
      const keys = [...after.keys()].filter((key) => isTouched(before.get(key), after.get(key)));
      const isNew = (key: string) => !before.has(key);
      const isChanged = (key: string) => before.has(key) && text(before.get(key)) !== text(after.get(key));
      const added = rows.filter((row) => !rowsBefore.has(row)).length;
      return {
        rowsAdded: added,
        rowsRemoved: rowsBefore.size + added - rows.length,
        ordersNew: keys.filter(isNew).length,
        ordersChanged: keys.filter(isChanged).length,
        ordersUnchanged: 0,
        ordersQueued: queue.size,
      };
    },
    dropWindows: ({ windowIds }) => {
      for (const id of windowIds) windows.delete(id);
      return null;
    },
  };

  /** Every input is checked and copied, as a channel would. */
  async function serve<K extends keyof LedgerCalls>(name: K, input: LedgerCalls[K]['input']) {
    const copy = structuredClone(input);
    ledgerChecks[name].parse(copy);
    log.push({ name, input: copy });
    return structuredClone(calls[name](copy)) as LedgerCalls[K]['output'];
  }

  const caller: Caller<LedgerCalls> = {
    readState: (input) => serve('readState', input),
    saveCheckpoint: (input) => serve('saveCheckpoint', input),
    openWindow: (input) => serve('openWindow', input),
    stagePage: (input) => serve('stagePage', input),
    judgeWindow: (input) => serve('judgeWindow', input),
    commitWindow: (input) => serve('commitWindow', input),
    dropWindows: (input) => serve('dropWindows', input),
  };

  return {
    caller,
    rows: () => rows,
    checkpoint: () => checkpoint,
    windows: () => [...windows.values()],
    queued: () => queue.size,
    /** Calls so far, oldest first. */
    log,
    /** Changes the checkpoint behind the sync's back. */
    setCheckpoint: (change: (checkpoint: Checkpoint) => Checkpoint) => {
      if (checkpoint !== null) checkpoint = change(checkpoint);
    },
  };
}

export type MemoryLedger = ReturnType<typeof createMemoryLedger>;

/**
 * How two multisets of rows differ: a few rows of each kind, named shortly. Empty when they are equal.
 */
export function differences(ledger: Iterable<StoredRow>, truth: Iterable<StoredRow>): readonly string[] {
  const balance = new Map<string, number>();
  const count = (rows: Iterable<StoredRow>, by: 1 | -1) => {
    for (const row of rows) {
      const text = JSON.stringify(row);
      balance.set(text, (balance.get(text) ?? 0) + by);
    }
  };
  count(ledger, 1);
  count(truth, -1);
  const found = [...balance].filter(([, surplus]) => surplus !== 0);
  const named = found.slice(0, 6).map(([text, surplus]) => {
    const row = JSON.parse(text) as StoredRow;
    const at = (key: string) => row[KEYS.indexOf(key)];
    const name = ['Tipo de Dato', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Fecha de actualización'].map(
      at,
    );
    return `${surplus > 0 ? 'only in the ledger' : 'only in the service'} x${Math.abs(surplus)}: ${name.join(' | ')}`;
  });
  return found.length > named.length ? [...named, `and ${found.length - named.length} more`] : named;
}

/** Rows as sorted text: two multisets of rows are equal when these are. */
export function rowTexts(rows: Iterable<StoredRow>): readonly string[] {
  return [...rows].map((row) => JSON.stringify(row)).sort();
}

/** A row of the service's own truth in the ledger's column order. */
export function truthRow(row: { readonly [key: string]: string }): StoredRow {
  return KEYS.map((key) => row[key] ?? null);
}

export const rowKeys = { orderOf, purchase: PURCHASE, update: UPDATE, keys: KEYS };
