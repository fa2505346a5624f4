import { readGroups } from '#renderer/data/engine/answers/figures.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { readingCause } from '#renderer/data/engine/changes/change-groups.ts';
import { latestIds } from '#renderer/data/engine/changes/change-query.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import type { Groups } from '#renderer/data/model/groups.ts';
import { BOOKED_COLUMNS } from '#renderer/data/model/section-columns.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { command, question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import {
  driftByAccount,
  evidenceOfLines,
  proposedAdjustment,
} from '#renderer/reconciliation/closing/model/adjustment.ts';
import { driftsOfAccounts } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type {
  AdjustmentDecision,
  CloseDecision,
  CloseOfMonth,
  ClosePreview,
  DriftPage,
  DriftQuery,
  MonthDecision,
} from '#renderer/reconciliation/closing/model/closes.ts';
import {
  type Drift,
  type DriftedOrder,
  summariseDrift,
} from '#renderer/reconciliation/closing/model/drift.ts';
import { CLOSE_COLUMNS, type CountedOwnCosts } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { filterInSteps, type Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type Month, parseUtcInstant } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, ZERO } from '#shared/domain/decimal.ts';
import { cellsOfKey, type OrderKey } from '#shared/domain/order-identity.ts';
import { type AccountsScope, inScope, type Selection, selectionOfMonth } from '#shared/domain/selection.ts';
import { type LedgerWithCloses, packOrders } from './closed-months.ts';
import { driftNow, driftOfSameRows } from './month-drift.ts';
import { readMonth } from './month-orders.ts';
import { touchedOrders } from './touched-orders.ts';

type Close = Annotation<'month-close'>;
type Figures = Close['figures'];

/** RpcError code: the month is not closed, so that it can neither drift nor be reopened. */
export const NOT_CLOSED = 'not-closed';

/** RpcError code: figures stand still, so that a close would book what no screen shows. */
export const FIGURES_FROZEN = 'figures-frozen';

type Dependencies = {
  readonly ledger: LedgerWithCloses;
  /** The newest rows, whether figures are frozen or not: what is closed is what there is. */
  readonly rows: QueriedRows;
  /** While other rows are shown than the newest, nothing is closed. */
  readonly isFrozen: () => boolean;
  readonly answer: <T>(start: () => Task<T>) => Promise<T>;
  readonly nowMs: () => number;
};

/** Closing months and what becomes of closed ones, over one open copy, with what was read of them last. */
type Closings = Dependencies & {
  readonly lastDrift: Map<Month, ReturnType<typeof rememberLast<Drift>>>;
  readonly lastCloses: ReturnType<typeof rememberLast<readonly CloseOfMonth[]>>;
};

/** Closing months and what becomes of closed ones, over one open copy. */
export function createClosings(dependencies: Dependencies) {
  const inTurn = createSequencer();
  const closings: Closings = { ...dependencies, lastDrift: new Map(), lastCloses: rememberLast() };
  return {
    // One after another: each writes the close as the one before left it, and two presses take an adjustment once.
    closeMonth: (decision: CloseDecision) => inTurn(() => writeClose(closings, decision)),
    reopenMonth: (decision: MonthDecision) => inTurn(() => writeReopening(closings, decision)),
    seeDrift: (decision: MonthDecision) => inTurn(() => writeSeen(closings, decision)),
    takeAdjustment: (decision: AdjustmentDecision) => inTurn(() => writeAdjustment(closings, decision)),
    removeAdjustment: (decision: RemovedAdjustment) =>
      inTurn(() => writeAdjustmentRemoved(closings, decision)),
    readCloses: () => closesNow(closings),
    readPreview: (query: ClosePreviewQuery) => preview(closings, query),
    readDrift: (query: DriftQuery & PageRange) => driftPage(closings, query),
  };
}

type RemovedAdjustment = MonthDecision & { readonly id: string };

function needClose({ ledger }: Closings, month: Month): Close {
  const close = ledger.annotations.of('month-close').get(month);
  if (close === undefined || close.state !== 'closed') {
    throw new RpcError(NOT_CLOSED, `${month} is not closed.`);
  }
  return close;
}

const figuresNow = ({ rows, answer }: Closings, month: Month, { ownCosts }: Close): Promise<Figures> =>
  answer(() => monthFigures(rows, month, ownCosts));

const put = ({ ledger }: Closings, month: Month, close: Close): Promise<void> =>
  ledger.closedMonths.put({ month, close, bytes: null });

const noted = (
  { nowMs }: Closings,
  log: Close['log'],
  what: Close['log'][number]['what'],
  { owner, note }: MonthDecision,
): Close['log'] => [...log, { what, owner, note, atMs: nowMs() }];

async function writeClose(closings: Closings, decision: CloseDecision): Promise<null> {
  const { ledger, rows, isFrozen, answer } = closings;
  if (isFrozen()) throw new RpcError(FIGURES_FROZEN, 'The figures shown are not the newest.');
  const { month, ownCosts, evidence } = decision;
  // Of one state of the rows: where they change meanwhile, both are read again.
  const { figures, results, orders } = await answer(function* () {
    const figures = yield* monthFigures(rows, month, ownCosts);
    const results = yield* monthFigures(rows, month, ownCosts, BOOKED_COLUMNS);
    return { figures, results, orders: yield* readMonth(rows, month, ownCosts) };
  });
  if (evidence !== undefined && evidence !== evidenceOfFigures(figures)) {
    throw new RpcError(OUTDATED, 'The month comes to other figures by now.');
  }
  const { bytes, checksum } = await packOrders(orders);
  const former = ledger.annotations.of('month-close').get(month);
  const close: Close = {
    state: 'closed',
    // Behind all others: what is closed while a backup is written stands after what it counted.
    snapshot: `z${Date.now().toString(36).padStart(10, '0')}-${crypto.randomUUID()}`,
    checksum,
    readUntil: ledger.readUntil(),
    figures,
    ownCosts,
    results: results.map(({ Canal, Cuenta, sums }) => ({ Canal, Cuenta, sums })),
    // Adjustments taken stand in the books: where the month counts them itself by now, their reversal is proposed.
    adjustments: former?.adjustments ?? [],
    seen: null,
    log: [...(former?.log ?? []), closedEntry(closings, decision)],
  };
  await ledger.closedMonths.put({ month, close, bytes });
  return null;
}

function closedEntry(
  { nowMs }: Closings,
  { owner, note, reviewer = '', reasons = [], wasRunning = false }: CloseDecision,
): Close['log'][number] {
  return { what: 'closed', owner, note, atMs: nowMs(), reviewer, reasons, wasRunning };
}

async function writeReopening(closings: Closings, decision: MonthDecision): Promise<null> {
  const close = needClose(closings, decision.month);
  const log = noted(closings, close.log, 'reopened', decision);
  await put(closings, decision.month, { ...close, state: 'reopened', log });
  return null;
}

async function writeSeen(closings: Closings, decision: MonthDecision): Promise<null> {
  const { month, owner, note } = decision;
  const close = needClose(closings, month);
  const touched = (await touchedSince(closings, [[month, close]])).get(month) ?? [];
  const now = await figuresNow(closings, month, close);
  const drift = driftsOfAccounts(close.figures, now);
  const log = [...close.log, { what: 'seen', owner, note, atMs: closings.nowMs(), drift } as const];
  await put(closings, month, { ...close, seen: evidenceOfDrift(now, touched), log });
  return null;
}

async function writeAdjustment(
  closings: Closings,
  decision: AdjustmentDecision,
): Promise<{ readonly id: string }> {
  const { month, datedIn, scope, evidence, owner } = decision;
  const drift = await driftOfMonth(closings, month);
  const close = needClose(closings, month);
  const lines = proposedAdjustment(driftByAccount(drift.orders), close.adjustments, scope);
  if (lines.length === 0 || evidenceOfLines(lines) !== evidence) {
    throw new RpcError(OUTDATED, 'Another adjustment is proposed by now.');
  }
  const taken = { id: crypto.randomUUID(), datedIn, lines, owner, atMs: closings.nowMs() };
  const log = noted(closings, close.log, 'adjusted', decision);
  await put(closings, month, { ...close, adjustments: [...close.adjustments, taken], log });
  return { id: taken.id };
}

async function writeAdjustmentRemoved(
  closings: Closings,
  { id, ...decision }: RemovedAdjustment,
): Promise<null> {
  const close = needClose(closings, decision.month);
  const adjustments = close.adjustments.filter((each) => each.id !== id);
  if (adjustments.length === close.adjustments.length) return null;
  const log = noted(closings, close.log, 'adjustment-removed', decision);
  await put(closings, decision.month, { ...close, adjustments, log });
  return null;
}

function driftOfMonth(closings: Closings, month: Month): Promise<Drift> {
  const { ledger, rows, answer, lastDrift } = closings;
  const close = needClose(closings, month);
  // Own costs move only a close that counts them.
  const said = close.ownCosts.length === 0 ? '' : ledger.annotations.revision();
  const last = lastDrift.get(month) ?? rememberLast<Drift>();
  lastDrift.set(month, last);
  return last(`${close.snapshot}/${ledger.store.numbering}/${said}`, async () => {
    const log = await ledger.reads.changes();
    const causeOf = (key: OrderKey) => {
      const [newest] = log.changesOf(key);
      return newest === undefined ? 'source' : readingCause(log, newest);
    };
    const asked = { month, close, causeOf };
    const same = await answer(() => driftOfSameRows(rows, asked));
    if (same !== null) return same;
    const closed = await ledger.closedMonths.orders(close);
    return answer(() => driftNow(rows, asked, closed));
  });
}

/** Two orders of an account can move one against the other. What cannot be read any more is told elsewhere. */
const hasMovedByOrder = (closings: Closings, month: Month): Promise<boolean> =>
  driftOfMonth(closings, month).then(
    ({ orders }) => orders.length > 0,
    () => true,
  );

/** Which orders of closed months moved since, by the log. */
async function touchedSince(
  { ledger, answer }: Closings,
  months: readonly (readonly [Month, Close])[],
): Promise<ReadonlyMap<Month, readonly string[]>> {
  const log = await ledger.reads.changes();
  return answer(() =>
    touchedOrders(
      log,
      months.map(([month, { readUntil }]) => ({
        month,
        since: readUntil === null ? null : (parseUtcInstant(readUntil) ?? null),
      })),
    ),
  );
}

/** How a closed month stands: by account, and where these are what they were, order by order. */
async function standing(
  closings: Closings,
  month: Month,
  close: Close,
  touched: readonly string[],
): Promise<CloseOfMonth> {
  const now = await figuresNow(closings, month, close);
  const evidence = evidenceOfDrift(now, touched);
  const state = async (): Promise<CloseOfMonth['state']> => {
    if (close.state === 'reopened') return 'open';
    // Own costs are no changes of the log.
    const mayHaveMoved = touched.length > 0 || close.ownCosts.length > 0;
    const isSame = sayTheSame(close.figures, now);
    if (isSame && !(mayHaveMoved && (await hasMovedByOrder(closings, month)))) return 'closed';
    // A close seen before orders were looked at, was seen by the accounts' figures.
    const isSeen = close.seen === evidence || (!isSame && close.seen === evidenceOfFigures(now));
    return isSeen ? 'seen' : 'drifted';
  };
  return { month, close, now, evidence, state: await state() };
}

type ClosePreviewQuery = Pick<CloseDecision, 'month' | 'ownCosts'>;

async function preview(
  { ledger, rows, answer }: Closings,
  { month, ownCosts }: ClosePreviewQuery,
): Promise<ClosePreview> {
  const figures = await answer(() => monthFigures(rows, month, ownCosts));
  return { revision: ledger.store.revision, figures, evidence: evidenceOfFigures(figures) };
}

async function closesNow(closings: Closings) {
  const { annotations, store } = closings.ledger;
  return {
    revision: store.revision,
    months: await closings.lastCloses(`${annotations.revision()}/${store.numbering}`, async () => {
      const closes = [...annotations.of('month-close')]
        .map(([month, close]) => [month as Month, close] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      if (closes.length === 0) return [];
      const touched = await touchedSince(closings, closes);
      return Promise.all(
        closes.map(([month, close]) => standing(closings, month, close, touched.get(month) ?? [])),
      );
    }),
  };
}

async function driftPage(
  closings: Closings,
  { month, scope, cause, offset, limit }: DriftQuery & PageRange,
): Promise<DriftPage> {
  const { ledger, answer } = closings;
  const whole = await driftOfMonth(closings, month);
  const own = scope === null ? whole : await answer(() => driftInScope(whole, scope));
  const ofCause =
    cause === null
      ? own.orders
      : own.orders.filter(({ parts }) => parts.some((part) => part.cause === cause));
  const log = await ledger.reads.changes();
  const withRuns = (order: DriftedOrder): DriftPage['orders'][number] => ({
    ...order,
    correlationIds: latestIds(log, cellsOfKey(order.key)),
  });
  const { orders: _, ...head } = own;
  return {
    ...head,
    byAccount: driftByAccount(own.orders),
    revision: ledger.store.revision,
    total: ofCause.length,
    offset,
    orders: ofCause.slice(offset, offset + limit).map(withRuns),
  };
}

function* driftInScope({ orders }: Drift, scope: AccountsScope): Task<Drift> {
  return yield* summariseDrift(
    yield* filterInSteps(orders, ({ key }) => inScope(scope, accountOf(cellsOfKey(key)))),
  );
}

function accountOf({ Canal = null, Cuenta = null }: ReturnType<typeof cellsOfKey>) {
  return { Canal: Canal ?? '', Cuenta: Cuenta ?? '' };
}

/** A month by account: of the source, but for the accounts whose own costs count. */
export function* monthFigures(
  rows: QueriedRows,
  month: Month,
  counted: readonly CountedOwnCosts[],
  columns: readonly string[] = CLOSE_COLUMNS,
): Task<Figures> {
  let figures = yield* figuresOf(rows, selectionOfMonth(month), columns);
  for (const { currency, scope } of counted) {
    const selection = { ...selectionOfMonth(month), scope, ownCosts: { currency } };
    const own = new Map(
      (yield* figuresOf(rows, selection, columns)).map((each) => [keyOfAccount(each), each]),
    );
    figures = figures.map((each) => own.get(keyOfAccount(each)) ?? each);
  }
  return figures;
}

function* figuresOf(rows: QueriedRows, selection: Selection, columns: readonly string[]): Task<Figures> {
  const groups: Groups = yield* readGroups.task(rows, {
    selection,
    dimension: 'Canal',
    within: 'Cuenta',
    columns,
  });
  return groups.groups
    .flatMap(({ value: Canal, groups: accounts = [] }) =>
      accounts.map(({ value: Cuenta, totals: { rows, orders, sums } }) => ({
        Canal,
        Cuenta,
        rows,
        orders,
        sums: { ...sums },
      })),
    )
    .sort((one, other) => (keyOfAccount(one) < keyOfAccount(other) ? -1 : 1));
}

const keyOfAccount = ({ Canal, Cuenta }: Figures[number]): string => accountKey(Canal, Cuenta);

/** Of the accounts' figures and of every order that moved: another order that does is another evidence. */
const evidenceOfDrift = (figures: Figures, touched: readonly string[]): string =>
  evidenceOf([...figures.map((each) => JSON.stringify(each)), ...touched]);

const evidenceOfFigures = (figures: Figures): string =>
  evidenceOf(figures.map((each) => JSON.stringify(each)));

/** To the cent, by channel and account; numbers are compared, not how they are written. */
function sayTheSame(closed: Figures, now: Figures): boolean {
  const others = new Map(now.map((each) => [keyOfAccount(each), each]));
  return (
    closed.length === now.length &&
    closed.every((each) => {
      const other = others.get(keyOfAccount(each));
      if (other === undefined || other.rows !== each.rows || other.orders !== each.orders) return false;
      return CLOSE_COLUMNS.every(
        (column) => compare(scaled(each.sums[column]), scaled(other.sums[column])) === 0,
      );
    })
  );
}

const scaled = (text: string | undefined) => (text === undefined ? ZERO : fromDecimal(text as Decimal));

type ClosingsOfCopy = { readonly closings: ReturnType<typeof createClosings> };

/** Oldest first, as the newest rows have them. */
export const readCloses = question('readCloses', {
  freshness: 'commits-and-metadata',
  answer: ({ closings }: ClosingsOfCopy) => closings.readCloses(),
});

/** What a month would be closed with by now. */
export const readClosePreview = question('readClosePreview', {
  freshness: 'commits-and-metadata',
  answer: ({ closings }: ClosingsOfCopy, query: ClosePreviewQuery) => closings.readPreview(query),
});

export const readDrift = question('readDrift', {
  freshness: 'commits-and-metadata',
  answer: ({ closings }: ClosingsOfCopy, query: DriftQuery & PageRange) => closings.readDrift(query),
});

/** Keeps what a month holds by now, order by order; a close before goes. */
export const closeMonth = command('closeMonth', ({ closings }: ClosingsOfCopy, decision: CloseDecision) =>
  closings.closeMonth(decision),
);

/** The same month is open again; what it held stays until it is closed anew. */
export const reopenMonth = command('reopenMonth', ({ closings }: ClosingsOfCopy, decision: MonthDecision) =>
  closings.reopenMonth(decision),
);

/** Says that somebody has looked at what became of a closed month. */
export const seeDrift = command('seeDrift', ({ closings }: ClosingsOfCopy, decision: MonthDecision) =>
  closings.seeDrift(decision),
);

export const takeAdjustment = command(
  'takeAdjustment',
  ({ closings }: ClosingsOfCopy, decision: AdjustmentDecision) => closings.takeAdjustment(decision),
);

/** It was not taken: it is proposed again. */
export const removeAdjustment = command(
  'removeAdjustment',
  ({ closings }: ClosingsOfCopy, decision: MonthDecision & { readonly id: string }) =>
    closings.removeAdjustment(decision),
);
