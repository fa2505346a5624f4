import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { CommitWindow, ControlCount, LedgerState, OpenWindow } from '#shared/contract/ledger.ts';
import { type Figures, type FirstFigures, figuresByOrder, orderOf } from './change-log.ts';
import { monthOfRow, purchaseMsOf, purchaseOf, rowsOfLedger } from './ledger-rows.ts';
import type { LedgerWatch } from './mortal-ledger.ts';
import { printOfRow, type Source, type SubOrder, type WireRow } from './source.ts';
import { type Invariant, Violation } from './violation.ts';

/** Watches every call of the ledger for what must hold at each of them. The first breach is kept. */

export type Watch = LedgerWatch & {
  readonly breach: () => Violation | null;
  readonly commits: () => number;
  /** Whether a window of changes that was committed told of a sub-order as it is. */
  readonly wasGivenOf: (subOrder: SubOrder) => boolean;
  /** The checkpoint was changed behind the sync's back. */
  readonly replaced: (checkpoint: Checkpoint) => void;
  /** What was visible after each commit, and how long the change log was then; deaths cut it into parts. */
  readonly revisions: () => readonly (readonly Revision[])[];
  /** Orders as they were when the historical load first brought them. */
  readonly loaded: () => FirstFigures;
};

/** Rows and their Ventas in hundredths. */
export type Totals = { readonly rows: number; readonly ventas: bigint };
export type Revision = {
  readonly atMs: number;
  /** Changes of the log so far. */
  readonly changes: number;
  readonly totals: Totals;
  /** Of them, what the load brought since the first revision of its part that was no change: nobody had asked before. */
  readonly loaded: Totals;
};

type Kept = { readonly revision: number; readonly rows: number; readonly commits: number };
const DAY_MS = 86_400_000;
/** Purchases so long before a window of changes are not told of by it (spec 4.2.7). */
const REACH_MS = 120 * DAY_MS;
/** More than this share of a month needs the user's word (rule 11). */
const GUARD_SHARE = 0.05;

/** By so much clocks may differ and still count as one. */
const TOLERANCE_MS = 2 * 60_000 + 1_000;

/** Every time that a checkpoint holds, by its place. */
function timesOf({ history, changes, reads, rereads }: Checkpoint): ReadonlyMap<string, string> {
  const named: readonly (readonly [string, string | null])[] = [
    ['startedAt', history.startedAt],
    ['finishedAt', history.finishedAt],
    ['from', changes.from],
    ['knownUntil', changes.knownUntil],
    ['lastReadAt', changes.lastReadAt],
    ...reads.map(({ from, to, readAt }) => [`read ${from} ${to}`, readAt] as const),
    ...rereads.map(({ from, to, askedAt }) => [`reread ${from} ${to}`, askedAt] as const),
  ];
  return new Map(named.flatMap(([name, time]) => (time === null ? [] : [[name, time] as const])));
}

/** What of a checkpoint lies after the source's Date. */
export function timesAhead(checkpoint: Checkpoint, dateMs: number): readonly string[] {
  return [...timesOf(checkpoint)].flatMap(([name, time]) =>
    Date.parse(time) > dateMs + TOLERANCE_MS ? [`${name} at ${time}`] : [],
  );
}

/**
 * @param wasGiven whether an update told of a row's order: the guard is for what is gone without a word
 * @param source the clock its answers are dated by, how much it was asked, and what it truly holds
 */
export function createWatch(
  wasGiven: (row: WireRow) => boolean,
  source: Pick<Source, 'dateMs' | 'purchases' | 'requests'>,
): Watch {
  const { dateMs, purchases } = source;
  let breach: Violation | null = null;
  /** Rows that were visible when the last change of them was over; null while it is not known whether one was made. */
  let rowsVisible: number | null = 0;
  let commitsBegun = 0;
  let commitsDone = 0;
  let lastHistoryFrom: string | null = null;
  let checkpoint: Checkpoint | null = null;
  /** What the ledger says was read by purchase date; told again at every start. */
  let reads: Checkpoint['reads'] = [];
  const windows = new Map<string, OpenWindow & { readonly openedAfter: number }>();
  /** Windows of changes that were committed, on the axis of updates. */
  const changesRead: { readonly fromMs: number; readonly toMs: number; readonly openedAfter: number }[] = [];
  const loaded = new Map<string, Figures>();
  let logged: { readonly size: number } | null = null;
  const parts: Revision[][] = [[]];
  const find = (invariant: Invariant, detail: string) => {
    breach ??= new Violation(invariant, detail);
  };

  function seeCheckpoint(next: Checkpoint): void {
    const before = checkpoint;
    checkpoint = next;
    const [was, is] = [before?.changes.from ?? null, next.changes.from];
    const isSameLoad = before?.history.startedAt === next.history.startedAt;
    // Until changes have been read once, the load itself moves the first watermark back (rule 7).
    const wasAhead = before === null ? [] : timesAhead(before, dateMs());
    const hasRead = isSameLoad && before?.changes.lastReadAt != null && wasAhead.length === 0;
    if (hasRead && was !== null && (is === null || is < was)) {
      find('watermark', `went back from ${was} to ${is}`);
    }
    // What was ahead before may stay so until the server has been heard.
    const fresh = timesAhead(next, dateMs()).filter((time) => !wasAhead.includes(time));
    if (fresh.length > 0) {
      find('clock', `at ${new Date(dateMs()).toISOString()} it stores ${fresh.join(', ')}`);
    }
  }

  function seeHistoryCommit(window: OpenWindow, startedAt: string | null): void {
    // What the server had nothing to say of when the load began (its `to` was clipped) is read when it has.
    const newest = startedAt === null ? '9999' : new Date(Date.parse(startedAt) - DAY_MS).toISOString();
    if (window.window.from >= newest) return;
    if (lastHistoryFrom !== null && window.window.from > lastHistoryFrom) {
      find('order', `${window.window.from} was committed after ${lastHistoryFrom}`);
    }
    lastHistoryFrom = window.window.from;
  }

  function seeRevision(rows: readonly WireRow[], brought: Totals): void {
    if (logged === null) return;
    const part = parts.at(-1) ?? [];
    const before = part.at(-1)?.loaded ?? NOTHING;
    part.push({
      atMs: dateMs(),
      changes: logged.size,
      totals: totalsOf(rows),
      loaded: plus(before, brought),
    });
  }

  return {
    breach: () => breach,
    revisions: () => parts,
    commits: () => commitsDone,
    loaded: () => loaded,
    wasGivenOf: ({ updatedMs, changedAfter, purchase }) =>
      changesRead.some(
        ({ fromMs, toMs, openedAfter }) =>
          fromMs <= updatedMs &&
          updatedMs < toMs &&
          changedAfter <= openedAfter &&
          Date.parse(`${purchase}Z`) >= fromMs - REACH_MS,
      ),
    replaced: (fresh) => {
      checkpoint = fresh;
    },
    opened: ({ ledger }) => {
      // Whether what was in hand was made, and so what it brought, is not known.
      parts.push([]);
      logged = null;
      void ledger.reads.changes().then(
        (index) => {
          logged = index;
        },
        // A death may close it at once: then nothing is known of this part.
        () => undefined,
      );
      if (ledger.damage() !== null) find('staging', `a death damaged it: ${JSON.stringify(ledger.damage())}`);
      if (rowsVisible !== null && rowsVisible !== ledger.store.liveRows) {
        find('staging', `${rowsVisible} rows were visible, ${ledger.store.liveRows} are after opening`);
      }
      rowsVisible = ledger.store.liveRows;
    },
    before: (name, input, page) => {
      if (name === 'readState') lastHistoryFrom = null;
      if (name === 'openWindow') {
        const window = input as OpenWindow;
        windows.set(window.windowId, { ...window, openedAfter: source.requests });
      }
      if (name === 'commitWindow') {
        commitsBegun += 1;
        rowsVisible = null;
        const window = windows.get((input as CommitWindow).windowId);
        const isReading = window?.purpose === 'history' || window?.purpose === 'reread';
        return isReading ? rowsOfLedger(page.ledger) : null;
      }
      if (name === 'resolveMissing') {
        commitsBegun += 1;
        rowsVisible = null;
      }
      const { store } = page.ledger;
      return { revision: store.revision, rows: store.liveRows, commits: commitsBegun } satisfies Kept;
    },
    after: (name, input, output, kept, page) => {
      const { store } = page.ledger;
      if (name === 'commitWindow' || name === 'resolveMissing') rowsVisible = store.liveRows;
      if (name === 'commitWindow') {
        commitsDone += 1;
        const { windowId, checkpoint: next } = input as CommitWindow;
        const readsBefore = reads;
        seeCheckpoint(next);
        reads = next.reads;
        const window = windows.get(windowId);
        const rows = rowsOfLedger(page.ledger);
        const known = window?.purpose === 'history' && kept !== null ? (kept as readonly WireRow[]) : rows;
        seeRevision(rows, firstBrought(known, rows, readsBefore));
        if (window?.window.field === 'updated_at') {
          const { from, to } = window.window;
          changesRead.push({
            fromMs: Date.parse(from),
            toMs: Date.parse(to),
            openedAfter: window.openedAfter,
          });
        }
        if (window?.purpose === 'history') {
          seeHistoryCommit(window, next.history.startedAt);
          // An order keeps growing while the load comes by its older parts: those are changes again.
          for (const [order, figures] of figuresByOrder(rows))
            if (!loaded.has(order)) loaded.set(order, figures);
        }
        if (kept !== null) seeRemovals(kept as readonly WireRow[], rows, wasGiven, find);
        return;
      }
      if (name === 'readState') reads = (output as LedgerState).checkpoint?.reads ?? [];
      if (name === 'saveCheckpoint') reads = (input as Checkpoint).reads;
      if (name === 'resolveMissing') {
        seeRevision(rowsOfLedger(page.ledger), NOTHING);
        return;
      }
      const was = kept as Kept;
      if (was.commits === commitsBegun && (was.revision !== store.revision || was.rows !== store.liveRows)) {
        find('staging', `${name} changed what is visible`);
      }
      if (name === 'saveCheckpoint') seeCheckpoint(input as Checkpoint);
      if (name === 'recordControl') {
        const control = output as ControlTotal;
        seeControl(input as ControlCount, control, rowsOfLedger(page.ledger), purchases(control.scope), find);
      }
    },
  };
}

const NOTHING: Totals = { rows: 0, ventas: 0n };
const plus = (left: Totals, right: Totals): Totals => ({
  rows: left.rows + right.rows,
  ventas: left.ventas + right.ventas,
});

function totalsOf(rows: readonly WireRow[]): Totals {
  return [...figuresByOrder(rows).values()].reduce<Totals>(
    (sum, figures) => (figures === null ? sum : plus(sum, figures)),
    NOTHING,
  );
}

/**
 * What the load's own reading brought of orders that were not there, bought neither in what had been read before nor
 * after all of that: the load goes from the present backwards.
 */
function firstBrought(
  before: readonly WireRow[],
  after: readonly WireRow[],
  reads: Checkpoint['reads'],
): Totals {
  const known = figuresByOrder(before);
  const fresh = after.filter((row) => !known.has(orderOf(row)));
  const end = reads
    .map(({ to }) => to as string)
    .sort()
    .at(-1);
  const isNews = (purchase: string) =>
    end !== undefined && (purchase >= end || reads.some(({ from, to }) => purchase >= from && purchase < to));
  const first = new Map<string, string>();
  for (const row of fresh) {
    const order = orderOf(row);
    const purchase = purchaseOf(row);
    if (purchase < (first.get(order) ?? '9999')) first.set(order, purchase);
  }
  return totalsOf(fresh.filter((row) => !isNews(first.get(orderOf(row)) ?? '')));
}

type Find = (invariant: Invariant, detail: string) => void;

/** What of an order a row is about, apart from when it was bought. */
function subjectOf(row: WireRow): string {
  return ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Producto', 'SKU Producto', 'Tipo de Dato']
    .map((column) => row[column])
    .join(' | ');
}

/** A reading of purchases removed rows: never too many of a month, never the last of a channel or account. */
function seeRemovals(
  before: readonly WireRow[],
  after: readonly WireRow[],
  wasGiven: (row: WireRow) => boolean,
  find: Find,
): void {
  const placeOf = (row: WireRow) => `${subjectOf(row)} | ${purchaseOf(row)}`;
  const left = new Map<string, number>();
  for (const row of after) left.set(placeOf(row), (left.get(placeOf(row)) ?? 0) + 1);
  const elsewhere = new Map<string, string[]>();
  for (const row of after) {
    elsewhere.set(subjectOf(row), [...(elsewhere.get(subjectOf(row)) ?? []), purchaseOf(row)]);
  }
  const missing = before.filter((row) => {
    const count = left.get(placeOf(row)) ?? 0;
    left.set(placeOf(row), count - 1);
    if (count > 0 || wasGiven(row)) return false;
    // One row at another purchase date explains one that is no longer at its own: it moved.
    const dates = elsewhere.get(subjectOf(row)) ?? [];
    const other = dates.findIndex((date) => date !== purchaseOf(row));
    if (other >= 0) dates.splice(other, 1);
    return other < 0;
  });
  for (const month of new Set(missing.map(monthOfRow))) {
    const lost = missing.filter((row) => monthOfRow(row) === month);
    const were = before.filter((row) => monthOfRow(row) === month);
    // Rows that came with the same reading belong to the month as well.
    const rows = Math.max(were.length, after.filter((row) => monthOfRow(row) === month).length + lost.length);
    if (lost.length > rows * GUARD_SHARE) {
      find(
        'guard',
        `${lost.length} of ${were.length} rows of ${month} were removed\n- ${lost.map(printOfRow).join('\n- ')}`,
      );
    }
    for (const { Canal, Cuenta } of lost) {
      const isOf = (row: WireRow) =>
        monthOfRow(row) === month && row.Canal === Canal && row.Cuenta === Cuenta;
      if (!after.some(isOf)) find('guard', `all rows of ${Canal} ${Cuenta} in ${month} were removed`);
    }
  }
}

function isDashboard(row: WireRow): boolean {
  return (
    (row['Tipo de Dato'] === 'Orden' || row['Tipo de Dato'] === 'Publicación') &&
    (row['Estado de Pago'] === 'Pagado' || row['Estado de Pago'] === 'Informado') &&
    row['Estado de Orden'] === 'Regular'
  );
}

/**
 * A control says how many rows the ledger holds over its bounds, and whether that is what the server said. No row lies in
 * the seconds of the bounds: whichever way a server reads them, the count is the same. It says that they agree only where
 * the source itself holds as many; of rows of its own in those seconds a server may count all or none.
 * @param there when the rows of the scope were bought that the source holds
 */
function seeControl(
  asked: ControlCount,
  control: ControlTotal,
  rows: readonly WireRow[],
  there: readonly number[],
  find: Find,
): void {
  const counted = asked.scope === 'dashboard' ? rows.filter(isDashboard) : rows;
  const name = `${asked.range} ${asked.scope}, ${asked.from} to ${asked.to}`;
  const inSecondOf = (bound: string) =>
    rows.filter((row) => Math.floor(purchaseMsOf(row) / 1000) === Math.floor(Date.parse(`${bound}Z`) / 1000));
  const onBounds = [...inSecondOf(asked.from), ...inSecondOf(asked.to)];
  if (onBounds.length > 0) find('controls', `${name}: ${onBounds.length} rows lie on the bounds`);
  const [fromMs, toMs] = [Date.parse(`${asked.from}Z`), Date.parse(`${asked.to}Z`)];
  const held = counted.filter((row) => purchaseMsOf(row) >= fromMs && purchaseMsOf(row) < toMs).length;
  if (control.from !== asked.from || control.to !== asked.to || control.there !== asked.there) {
    find('controls', `${name}: ${asked.there} was said, ${JSON.stringify(control)} was recorded`);
  }
  if (control.here !== held) find('controls', `${name}: ${control.here} rows are said, ${held} are held`);
  if (control.agrees !== (asked.there === held)) {
    find('controls', `${name}: ${asked.there} there, ${held} here, and it says ${control.agrees}`);
  }
  const least = there.filter((ms) => ms >= fromMs + 1000 && ms < toMs).length;
  const most = there.filter((ms) => ms >= fromMs && ms < toMs + 1000).length;
  if (control.agrees && (held < least || held > most)) {
    find('controls', `${name}: it agrees, with ${held} rows here and ${least} to ${most} there`);
  }
}

/** After a sync that left nothing unsettled: the watermark is no further back than a day. */
export function seeWatermarkAtRest(checkpoint: Checkpoint): Violation | null {
  const { from, knownUntil } = checkpoint.changes;
  if (from === null || knownUntil === null || checkpoint.unsettled.length > 0) return null;
  if (Date.parse(from) >= Date.parse(knownUntil) - DAY_MS) return null;
  return new Violation('watermark', `it sticks at ${from}, changes are known until ${knownUntil}`);
}
