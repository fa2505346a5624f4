import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import {
  type CommitResult,
  type Judgement,
  LEDGER_CALL_NAMES,
  type LedgerCalls,
  type LedgerState,
  ledgerChecks,
  type OpenWindow,
  type PendingRemoval,
  type StagedPage,
  type StagePage,
  type StoredCount,
  type VerificationRange,
} from '#shared/contract/ledger.ts';
import { judge, type Reading } from '#shared/contract/readings.ts';
import { type Caller, RpcError } from '#shared/contract/rpc.ts';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import {
  type LocalDateTime,
  localFromMs,
  localToMs,
  type Month,
  monthOf,
  parseUtcInstant,
} from '#shared/domain/dates.ts';
import { counterpartReader, itemReader, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { placeInWindow, type SyncWindow, windowColumn } from '#shared/domain/window.ts';

/**
 * A ledger in memory that does what the contract says in the plainest way: lists of rows, searched from end to end.
 * For tests of the sync; it shares nothing with the real one but the vocabulary.
 */

const KEYS = COLUMNS.map((column) => column.key);
const TABLE = { columns: KEYS };
const orderOf = readOnce(orderKeyReader(TABLE));
const counterpartOf = readOnce(counterpartReader(TABLE));
const itemOf = readOnce(itemReader(TABLE));
const at = (key: string) => KEYS.indexOf(key);
const PURCHASE = at('Fecha de compra');
const UPDATE = at('Fecha de actualización');

export type StoredRow = readonly Cell[];

type StagedReading = StagePage & { readonly outline: StagedPage; readonly rows: readonly StoredRow[] };
type Staged = OpenWindow & { readonly pages: StagedReading[] };

const GAP_MS = 60 * 60 * 1000;
const KEEP_NEWEST = 300;

/** A row that is kept is never changed: what it says of itself is read once. */
function readOnce<Text extends string>(read: (row: StoredRow) => Text): (row: StoredRow) => Text {
  const known = new WeakMap<StoredRow, Text>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const text = read(row);
    known.set(row, text);
    return text;
  };
}

function readingsOf(staged: Staged): readonly Reading[] {
  const numbers = [...new Set(staged.pages.map((page) => page.reading))].sort((a, b) => a - b);
  return numbers
    .map((number) => staged.pages.filter((page) => page.reading === number))
    .map((pages) => pages.sort((a, b) => a.outline.page - b.outline.page))
    .filter((pages) => pages.length >= Math.max(1, pages[0]?.outline.totalPages ?? 0))
    .map((pages) => ({
      pages: pages.map(({ page, rows }) => ({
        meta: page.meta,
        table: { columns: page.columns, rows },
      })),
    }));
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

function purchaseOf(row: StoredRow): LocalDateTime {
  return (row[PURCHASE] ?? '') as LocalDateTime;
}

/** A row without a readable purchase date is in no month. */
const monthOfRow = (row: StoredRow): Month => monthOf(purchaseOf(row));

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

/** Stored rows that no incoming row of their order stands for. */
function unmatched(stored: readonly StoredRow[], incoming: readonly StoredRow[]): readonly StoredRow[] {
  const keys = incoming.map((row) => counterpartOf(row));
  return stored.filter((row) => {
    const place = keys.indexOf(counterpartOf(row));
    if (place >= 0) keys.splice(place, 1);
    return place < 0;
  });
}

export function createMemoryLedger() {
  let rows: StoredRow[] = [];
  let checkpoint: Checkpoint | null = null;
  const windows = new Map<string, Staged>();
  const committed = new Set<string>();
  /** Purchase instants still to be read for each order "por verificar". */
  const queue = new Map<string, Set<LocalDateTime>>();
  /** Stored rows that a reading by purchase date did not find, and months of which the user must say what to do. */
  let missing = new Set<StoredRow>();
  const held = new Map<Month, PendingRemoval['readAt']>();
  const controls = new Map<string, ControlTotal>();
  const runs = new Map<string, RunEntry>();
  const runWindows: RunWindow[] = [];
  const log: { name: string; input: unknown }[] = [];

  function windowOf(windowId: string): Staged {
    const staged = windows.get(windowId);
    if (staged === undefined) throw new RpcError('unknown-window', windowId);
    return staged;
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
    for (const instant of [...new Set(instants)].map(localToMs).sort((a, b) => b - a)) {
      const last = ranges.at(-1);
      if (last !== undefined && last.from - instant < GAP_MS) last.from = instant;
      else ranges.push({ from: instant, to: instant + 1 });
    }
    return ranges.map(({ from, to }) => {
      const range = { from: localFromMs(from), to: localFromMs(to) };
      const storedRows = rows.filter(
        (row) => purchaseOf(row) >= range.from && purchaseOf(row) < range.to,
      ).length;
      return { ...range, storedRows };
    });
  }

  function remove(gone: ReadonlySet<StoredRow>): void {
    rows = rows.filter((row) => !gone.has(row));
    missing = new Set([...missing].filter((row) => !gone.has(row)));
  }

  /** What came takes the place of its counterparts; what did not come stays, and is missing. */
  function applyPurchases(
    window: SyncWindow,
    fresh: readonly StoredRow[],
    verified: ReadonlySet<string>,
  ): void {
    const isInside = (row: StoredRow) => placeInWindow(window, row[PURCHASE] ?? null) === 'inside';
    const incoming = byOrder(fresh);
    const gone = new Set<StoredRow>();
    for (const [key, old] of byOrder(rows.filter(isInside))) {
      const lost = new Set(verified.has(key) ? [] : unmatched(old, incoming.get(key) ?? []));
      for (const row of old) {
        if (lost.has(row)) missing.add(row);
        else gone.add(row);
      }
    }
    remove(gone);
    rows = [...rows, ...fresh];
    for (const [key, instants] of queue) {
      for (const instant of instants)
        if (instant >= window.from && instant < window.to) instants.delete(instant);
      if (instants.size === 0) queue.delete(key);
    }
  }

  /** Missing rows of a month whose order has the same item at another purchase date: they have only moved. */
  function sortMissing(month: Month) {
    const inMonth = [...missing].filter((row) => monthOfRow(row) === month);
    if (inMonth.length === 0) return { inMonth, gone: [] };
    const here = byOrder(rows.filter((row) => !missing.has(row)));
    const moved = inMonth.filter((row) =>
      here
        .get(orderOf(row))
        ?.some((other) => itemOf(other) === itemOf(row) && purchaseOf(other) !== purchaseOf(row)),
    );
    return { inMonth, gone: inMonth.filter((row) => !moved.includes(row)) };
  }

  function describeHeld(month: Month, readAt: PendingRemoval['readAt']): PendingRemoval {
    const { gone } = sortMissing(month);
    const live = rows.filter((row) => monthOfRow(row) === month);
    const groups = (keys: readonly string[]) => (row: StoredRow) =>
      JSON.stringify(keys.map((key) => row[at(key)]));
    const emptied = [['Canal'], ['Canal', 'Cuenta']].flatMap((keys) => {
      const nameOf = groups(keys);
      const stays = new Set(live.filter((row) => !gone.includes(row)).map(nameOf));
      return [...new Set(gone.map(nameOf))]
        .filter((name) => !stays.has(name))
        .map((name) => {
          const [Canal, Cuenta] = JSON.parse(name) as string[];
          return { Canal: Canal ?? '', Cuenta: Cuenta ?? null };
        });
    });
    const ordersMissing = new Set(gone.map((row) => orderOf(row))).size;
    return { month, rowsMissing: gone.length, rows: live.length, ordersMissing, emptied, readAt };
  }

  /** Lets missing rows go, unless they are too many (rule 11). */
  function decide(month: Month, readAt: PendingRemoval['readAt']): number {
    const { inMonth } = sortMissing(month);
    if (inMonth.length === 0) {
      held.delete(month);
      return 0;
    }
    const found = describeHeld(month, readAt);
    if (found.rowsMissing > 0 && (found.rowsMissing * 20 > found.rows || found.emptied.length > 0)) {
      held.set(month, readAt);
      return found.rowsMissing;
    }
    remove(new Set(inMonth));
    held.delete(month);
    return 0;
  }

  function settledRows(staged: Staged): readonly StoredRow[] {
    const readings = readingsOf(staged);
    if (judge(readings).kind !== 'settled') throw new RpcError('not-settled', staged.windowId);
    const last = readings.at(-1);
    return last === undefined ? [] : rowsInside(staged.window, last);
  }

  function readDate(staged: Staged): PendingRemoval['readAt'] {
    const date = staged.pages.at(-1)?.serverDate;
    if (date == null) throw new RpcError('no-date', staged.windowId);
    return date;
  }

  function countHere({ from, to, scope }: StoredCount): number {
    const isWanted = (row: StoredRow) =>
      scope === 'everything' ||
      (['Orden', 'Publicación'].includes(row[at('Tipo de Dato')] ?? '') &&
        ['Pagado', 'Informado', 'No Pagado'].includes(row[at('Estado de Pago')] ?? '') &&
        row[at('Estado de Orden')] === 'Regular');
    return rows
      .filter(isWanted)
      .map(purchaseOf)
      .filter((date) => date >= from && date < to).length;
  }

  function nearestFree(point: LocalDateTime, from: LocalDateTime, to: LocalDateTime): LocalDateTime | null {
    const taken = new Set(rows.map((row) => purchaseOf(row).slice(0, 19)));
    const seconds = (localToMs(to) - localToMs(from)) / 1000;
    const first = localToMs(`${point.slice(0, 19)}.000` as LocalDateTime);
    for (let away = 0; away <= seconds; away += 1) {
      for (const second of [first - away * 1000, first + away * 1000].map(localFromMs)) {
        if (second >= from && second < to && !taken.has(second.slice(0, 19))) return second;
      }
    }
    return null;
  }

  const calls: {
    readonly [K in keyof LedgerCalls]: (input: LedgerCalls[K]['input']) => LedgerCalls[K]['output'];
  } = {
    readState: (): LedgerState => {
      const counts = new Map<Month, number>();
      for (const row of rows) counts.set(monthOfRow(row), (counts.get(monthOfRow(row)) ?? 0) + 1);
      return {
        checkpoint,
        windows: [...windows.values()].map(({ pages, ...open }) => ({
          ...open,
          pages: pages.map((page) => page.outline),
        })),
        rows: rows.length,
        verificationQueue: rangesOf([...queue.values()].flatMap((instants) => [...instants])),
        ordersQueued: queue.size,
        months: [...counts].map(([month, count]) => ({ month, rows: count })),
        controls: [...controls.values()],
        held: [...held].map(([month, readAt]) => describeHeld(month, readAt)),
      };
    },
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
      const { meta, rowsJson, correlationId } = input.page;
      const pageRows = JSON.parse(rowsJson) as readonly StoredRow[];
      const outline: StagedPage = {
        reading: input.reading,
        page: meta.page,
        totalRows: meta.totalRows,
        totalPages: meta.totalPages,
        count: pageRows.length,
        metaTo: meta.to,
        correlationId,
        serverDate: input.serverDate,
      };
      const isSame = (page: StagedReading) =>
        page.reading === input.reading && page.outline.page === meta.page;
      const kept = staged.pages.filter((page) => !isSame(page));
      staged.pages.splice(0, staged.pages.length, ...kept, { ...input, outline, rows: pageRows });
      return outline;
    },
    judgeWindow: ({ windowId }): Judgement => {
      const staged = windowOf(windowId);
      const verdict = judge(readingsOf(staged));
      if (verdict.kind !== 'settled') return verdict;
      const own = settledRows(staged);
      const updates = own
        .map((row) => parseUtcInstant(row[UPDATE] ?? ''))
        .filter((date) => date !== undefined);
      const doubtful = staged.purpose === 'changes' ? doubts(own) : new Map<string, Set<LocalDateTime>>();
      return {
        kind: 'settled',
        ownRows: own.length,
        greatestUpdate: updates.sort().at(-1) ?? null,
        verification: rangesOf([...doubtful.values()].flatMap((instants) => [...instants])),
        ordersToVerify: doubtful.size,
      };
    },
    commitWindow: ({ windowId, verifiedBy, checkpoint: next, completes }): CommitResult => {
      const unchanged = { rowsAdded: 0, rowsRemoved: 0, ordersNew: 0, ordersChanged: 0, ordersUnchanged: 0 };
      if (committed.has(windowId)) return { ...unchanged, ordersQueued: queue.size, rowsHeld: 0 };
      const staged = windowOf(windowId);
      const verifying = verifiedBy.map(windowOf);
      const before = byOrder(rows);
      const rowsBefore = new Set(rows);
      const fresh = settledRows(staged);
      const toDecide = new Set(completes);
      const isVerification = staged.purpose === 'verification';
      if (staged.purpose === 'changes') {
        for (const [key, instants] of doubts(fresh)) {
          queue.set(key, new Set([...(queue.get(key) ?? []), ...instants]));
        }
        const incoming = byOrder(fresh);
        const stays = new Set([...before].flatMap(([key, old]) => unmatched(old, incoming.get(key) ?? [])));
        remove(new Set(rows.filter((row) => !stays.has(row))));
        rows = [...rows, ...fresh];
      }
      const missingBefore = new Set(missing);
      const verified = new Set(queue.keys());
      for (const one of isVerification ? [staged] : verifying) {
        applyPurchases(one.window, settledRows(one), verified);
      }
      for (const row of missing) if (!missingBefore.has(row)) toDecide.add(monthOfRow(row));
      if (staged.purpose === 'history' || staged.purpose === 'reread') {
        applyPurchases(staged.window, fresh, new Set());
      }
      for (const month of held.keys()) toDecide.add(month);
      const rowsHeld = [...toDecide].reduce((sum, month) => sum + decide(month, readDate(staged)), 0);
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
        rowsHeld,
      };
    },
    dropWindows: ({ windowIds }) => {
      for (const id of windowIds) windows.delete(id);
      return null;
    },
    writeRun: (entry) => {
      runs.set(entry.runId, entry);
      return null;
    },
    writeRunWindow: (window) => {
      runWindows.push(window);
      return null;
    },
    freeSeconds: ({ points, from, to }) => points.map((point) => nearestFree(point, from, to)),
    countStored: countHere,
    recordControl: (count) => {
      const here = countHere(count);
      const total: ControlTotal = { ...count, here, agrees: here === count.there };
      controls.set(`${count.range} ${count.scope}`, total);
      return total;
    },
    resolveMissing: ({ month, decision }) => {
      const { inMonth } = sortMissing(month);
      held.delete(month);
      if (decision === 'remove') remove(new Set(inMonth));
      else missing = new Set([...missing].filter((row) => !inMonth.includes(row)));
      return { rowsRemoved: decision === 'remove' ? inMonth.length : 0 };
    },
    readNewestRange: (range) => {
      const bought = rows.map(purchaseOf).filter((at) => at >= range.from && at < range.to);
      const newest = bought.sort().slice(-KEEP_NEWEST);
      const [from, to] = [newest[0], newest.at(-1)];
      if (from === undefined || to === undefined) return null;
      return { from, to: localFromMs(localToMs(to) + 1), storedRows: newest.length };
    },
    countKnownOrders: ({ columns, rows: foreign }) => {
      const nameOf = orderKeyReader({ columns });
      const bought = columns.indexOf('Fecha de compra');
      const place = (order: string, purchase: Cell) => `${order} ${purchase}`;
      const stored = new Set(rows.map((row) => place(orderOf(row), purchaseOf(row))));
      const known = foreign.filter((row) => stored.has(place(nameOf(row), row[bought] ?? null)));
      const count = (of: readonly StoredRow[]) => new Set(of.map((row) => nameOf(row))).size;
      return { orders: count(foreign), known: count(known) };
    },
  };

  /** Every input is checked and copied, as a channel would. */
  async function serve<K extends keyof LedgerCalls>(name: K, input: LedgerCalls[K]['input']) {
    const copy = structuredClone(input);
    ledgerChecks[name].parse(copy);
    log.push({ name, input: copy });
    return structuredClone(calls[name](copy)) as LedgerCalls[K]['output'];
  }

  const caller = Object.fromEntries(
    LEDGER_CALL_NAMES.map((name) => [name, (input: LedgerCalls[typeof name]['input']) => serve(name, input)]),
  ) as unknown as Caller<LedgerCalls>;

  return {
    caller,
    rows: () => rows,
    checkpoint: () => checkpoint,
    windows: () => [...windows.values()],
    queued: () => queue.size,
    runs: () => [...runs.values()],
    runWindows: () => runWindows,
    controls: () => [...controls.values()],
    held: () => [...held].map(([month, readAt]) => describeHeld(month, readAt)),
    /** Calls so far, oldest first. */
    log,
    /** Changes the checkpoint behind the sync's back. */
    setCheckpoint: (change: (checkpoint: Checkpoint) => Checkpoint) => {
      if (checkpoint !== null) checkpoint = change(checkpoint);
    },
    /** Changes the rows behind the sync's back. */
    setRows: (change: (rows: readonly StoredRow[]) => readonly StoredRow[]) => {
      rows = [...change(rows)];
    },
  };
}

export type MemoryLedger = ReturnType<typeof createMemoryLedger>;

/**
 * How two multisets of rows differ: a few rows of each kind, named shortly. Empty when they are equal.
 */
export function differences(ledger: Iterable<StoredRow>, truth: Iterable<StoredRow>): readonly string[] {
  const balance = new Map<string, number>();
  const count = (of: Iterable<StoredRow>, by: 1 | -1) => {
    for (const row of of) {
      const text = JSON.stringify(row);
      balance.set(text, (balance.get(text) ?? 0) + by);
    }
  };
  count(ledger, 1);
  count(truth, -1);
  const found = [...balance].filter(([, surplus]) => surplus !== 0);
  const named = found.slice(0, 6).map(([text, surplus]) => {
    const row = JSON.parse(text) as StoredRow;
    const name = ['Tipo de Dato', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Fecha de actualización'].map(
      (key) => row[at(key)],
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
