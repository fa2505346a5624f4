import { randomUUID } from 'node:crypto';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { type App, createApp } from './app.ts';
import { checkChangeLog } from './change-log.ts';
import { FAR_DATES, type History, type Step } from './history.ts';
import {
  isFar,
  isUndated,
  monthOfRow,
  purchaseMsOf,
  purchaseOf,
  rowsOfLedger,
  surplus,
  surplusRows,
} from './ledger-rows.ts';
import { Life } from './life.ts';
import { type Oddity, printOfRow, Source, type SubOrder, type WireRow, wireRow } from './source.ts';
import { Violation } from './violation.ts';
import { createVirtualTime, StuckError, type VirtualTime } from './virtual-time.ts';
import { createWatch, seeWatermarkAtRest, timesAhead, type Watch } from './watch.ts';

/**
 * Plays one history: the real engine, the real client, the real limiter and the real ledger against a source that
 * lives. Ends quietly when everything held, or throws the Violation of what did not.
 */

export type Played = {
  readonly requests: number;
  readonly commits: number;
  /** What of all that is odd was met. */
  readonly oddities: ReadonlySet<Oddity>;
};

const START = '2026-05-20T15:30:00.000Z';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Requests a run of the sync may take in a model of some hundred rows, before it counts as endless. */
const ENDLESS_REQUESTS = 4_000;
/**
 * Questions a sync may ask where nothing has happened since the last one; more where the margin before the last change
 * holds more rows of one instant than a page does, which are read by parts each time.
 */
const QUIET_QUESTIONS = 120;
const QUIET_QUESTIONS_AFTER_BURST = 240;
/** Syncs until nothing is left to be read again, before that counts as endless. */
const ENDLESS_SYNCS = 40;

type World = {
  readonly accountId: string;
  readonly time: VirtualTime;
  readonly source: Source;
  readonly life: Life;
  readonly app: App;
  readonly watch: Watch;
  readonly history: History;
  /** The furthest ahead that the server's clock was ever set. */
  latestClockSetMs: number;
};

export async function play(history: History): Promise<Played> {
  const time = createVirtualTime(Date.parse(START));
  const source = new Source(history.freedom, history.plan, time.nowMs);
  const life = new Life(source, source.dataMs);
  life.hasSilence = history.hasSilence;
  life.populate(history.orders);
  const watch = createWatch((row) => life.wasGiven(row), source);
  time.setWallError(history.wallErrorMinutes * MINUTE_MS);
  if (history.wallErrorMinutes !== 0 || history.freedom.dataBehindMinutes !== 0) {
    source.oddities.add('clocks set');
  }
  const accountId = `model-${randomUUID()}`;
  const app = createApp({
    accountId,
    time,
    source,
    plan: history.plan,
    periodMs: history.periodMinutes === null ? null : history.periodMinutes * MINUTE_MS,
    watch,
    // Of the history alone, so that it is lived alike whatever was lived before it.
    rowsLie: history.orders % 2 === 0 ? 'in a file' : 'in memory',
  });
  const world: World = { accountId, time, source, life, app, watch, history, latestClockSetMs: 0 };
  // Every request takes a while, now more, now less.
  source.beforeAnswer = () => time.advance(300 + ((source.requests * 7919) % 1700));
  try {
    for (const step of history.steps) {
      await take(world, step);
      throwIfBroken(world);
      // Time passes between any two things.
      time.advance(1_500);
    }
    await comeToRest(world);
    await compare(world);
    return { requests: source.requests, commits: watch.commits(), oddities: source.oddities };
  } catch (error) {
    if (error instanceof StuckError) throw new Violation('end', error.message);
    throw error;
  } finally {
    app.foresee(null);
    await app.close().catch(() => undefined);
  }
}

function throwIfBroken({ watch, source }: World): void {
  const breach = watch.breach();
  if (breach !== null) throw breach;
  const [offence] = source.offences;
  if (offence !== undefined)
    throw new Violation(offence.startsWith('limits') ? 'limits' : 'requests', offence);
}

async function take(world: World, step: Step): Promise<void> {
  const { time, life, app, source } = world;
  switch (step.kind) {
    case 'happen':
      life.happen(step.what, step.lateSeconds);
      return;
    case 'wait':
      if (step.isClosed) await app.close();
      time.sleep(step.minutes * MINUTE_MS);
      return;
    case 'restart':
      await app.close();
      return;
    case 'upgrade':
      await app.close();
      source.plan = 'pro';
      app.plan = 'pro';
      return;
    case 'server-plan':
      if (app.plan === 'pro') source.plan = step.isLowered ? 'free' : 'pro';
      return;
    case 'sync': {
      const begin = source.requests;
      const due = [...step.meanwhile];
      const whileAnswering = source.beforeAnswer;
      source.beforeAnswer = (query) => {
        whileAnswering(query);
        for (const event of due.splice(0)) {
          if (source.requests - begin > event.afterRequests) life.happen(event.what, event.lateSeconds);
          else due.push(event);
        }
        if (step.sleep !== null && source.requests - begin === step.sleep.afterRequests + 1)
          time.sleep(step.sleep.minutes * MINUTE_MS);
      };
      app.foresee(step.kill);
      await sync(world);
      app.foresee(null);
      source.beforeAnswer = whileAnswering;
      return;
    }
    case 'pause': {
      const begin = source.requests;
      const whileAnswering = source.beforeAnswer;
      source.beforeAnswer = (query) => {
        whileAnswering(query);
        if (source.requests - begin === step.afterRequests + 1) app.engine().pause();
      };
      await sync(world);
      source.beforeAnswer = whileAnswering;
      return;
    }
    case 'reread': {
      const month = life.monthOf(step.pick);
      if (month === undefined) return;
      await sync(world);
      app.engine().rereadMonths([month as Month]);
      await untilAtRest(world);
      return;
    }
    case 'foreign-key':
      await readForeignKey(world, step.shared);
      return;
    case 'own-key':
      await readOwnKey(world);
      return;
    case 'set-clock': {
      // What is stamped between the setting and the next answer of a clock set back nobody can tell from before.
      await sync(world);
      source.oddities.add('clocks set');
      // Rows stamped before it was set back look like proof that the clock of the data is not behind: both at once is
      // more than any client can tell.
      const isBehind = world.history.freedom.dataBehindMinutes > 0;
      const setMs = source.clockSetMs + (isBehind ? Math.abs(step.minutes) : step.minutes) * MINUTE_MS;
      source.clockSetMs = Math.max(setMs, world.latestClockSetMs - FURTHEST_BACK_MS);
      world.latestClockSetMs = Math.max(world.latestClockSetMs, source.clockSetMs);
      await sync(world);
      throwIfAhead(await stateOf(world), world);
      return;
    }
    case 'poison':
      await sync(world);
      await poison(world, step.minutes * MINUTE_MS, step.what);
      // It heals when opened, or with the next run of the app that is open.
      if (step.minutes % 20 === 0) await app.close();
      await sync(world);
      throwIfAhead(await stateOf(world), world);
  }
}

/** Purchases of the future can be asked for once it has come: within the time that a history rests in the end. */
const FURTHEST_BACK_MS = 20 * 60 * MINUTE_MS;

/** Leaves times ahead in the checkpoint as a version of before did that had read changes with one wrong Date. */
async function poison(
  { app, source, watch }: World,
  aheadMs: number,
  what: 'changes' | 'all',
): Promise<void> {
  const { calls } = app.page().ledger;
  const { checkpoint } = await calls.readState(null);
  if (checkpoint === null) return;
  const ahead = new Date(source.dateMs() + aheadMs).toISOString() as UtcInstant;
  const from = new Date(source.dateMs() + Math.max(aheadMs - DAY_MS, 0)).toISOString() as UtcInstant;
  const { history, reads } = checkpoint;
  const poisoned: Checkpoint = {
    ...checkpoint,
    changes: { from: aheadMs < DAY_MS ? ahead : from, knownUntil: ahead, lastReadAt: ahead },
    ...(what === 'changes'
      ? {}
      : {
          history: { ...history, startedAt: ahead, finishedAt: ahead },
          reads: reads.map((read, index) => (index % 2 === 0 ? { ...read, readAt: ahead } : read)),
        }),
  };
  watch.replaced(poisoned);
  await calls.saveCheckpoint(poisoned);
}

function throwIfAhead({ checkpoint }: LedgerState, { source }: World): void {
  const ahead = checkpoint === null ? [] : timesAhead(checkpoint, source.dateMs());
  if (ahead.length > 0) throw new Violation('clock', `after a sync it still holds ${ahead.join(', ')}`);
}

/** Lets the sync run to its rest, whoever dies on the way. */
async function sync(world: World): Promise<void> {
  const { app } = world;
  if (app.isOpen()) app.engine().syncNow();
  else await app.revive();
  await untilAtRest(world);
  if (app.status().state === 'paused') {
    app.engine().syncNow();
    await untilAtRest(world);
  }
}

const AT_REST = new Set(['idle', 'error', 'paused']);

async function untilAtRest(world: World): Promise<void> {
  const { app, time, source } = world;
  const begin = source.requests;
  for (;;) {
    await time.until(
      () => app.isDown() || AT_REST.has(app.status().state) || source.requests - begin > ENDLESS_REQUESTS,
      'end of the sync',
    );
    if (source.requests - begin > ENDLESS_REQUESTS) throw new Violation('end', 'the sync goes on and on');
    if (!app.isDown()) break;
    await app.revive();
  }
  throwIfBroken(world);
  const status = app.status();
  if (status.state === 'error') {
    throw new Violation('end', `the sync ended with ${JSON.stringify(status.failure)}`);
  }
}

const stateOf = ({ app }: World): Promise<LedgerState> => app.page().call('readState', null);

const orderName = ({ canal, cuenta, orden }: SubOrder) => `${canal} ${cuenta} ${orden}`;
const orderAndTime = (row: WireRow) => `${row.Canal} ${row.Cuenta} ${row.Orden} ${purchaseOf(row)}`;

/** Another key of the company itself: where enough of its orders are stored it is believed without a question. */
async function readOwnKey(world: World): Promise<void> {
  const { app, time, source } = world;
  await sync(world);
  const longAgo = new Date(time.nowMs() - 3 * DAY_MS).toISOString();
  const [earliestMs, presentMs] = [source.earliestMs(), source.dataMs()];
  const there = source
    .rows()
    .filter((row) => purchaseMsOf(row) >= earliestMs && purchaseMsOf(row) <= presentMs);
  const stored = new Set(rowsOfLedger(app.page().ledger).map(orderAndTime));
  const namesOf = (rows: readonly WireRow[]) => new Set(rows.map(orderAndTime)).size;
  const known = namesOf(there.filter((row) => stored.has(orderAndTime(row)) && purchaseOf(row) < longAgo));
  // Where stored times were put right, little counts as read whole until it is read again.
  const isHealed = world.history.steps.some(({ kind }) => kind === 'poison' || kind === 'set-clock');
  const isClear = !isHealed && known >= 12 && known * 1.25 >= namesOf(there);
  await app.close();
  app.isKeyProven = false;
  time.sleep(2 * MINUTE_MS);
  await app.revive();
  await time.until(() => AT_REST.has(app.status().state), 'end of the sync with another key');
  const { failure } = app.status();
  if (failure !== null && (isClear || failure.code !== 'other-company')) {
    throw new Violation('mixing', `the company's own key ended with ${JSON.stringify(failure)}`);
  }
  // Else the user says that it is the same company.
  app.isKeyProven = true;
  if (failure !== null) await sync(world);
}

/** Another company's service answers under this account: the sync must stop before anything is mixed. */
async function readForeignKey(world: World, shared: number): Promise<void> {
  const { app, time, source, history } = world;
  await sync(world);
  // Orders are compared by their purchases: where no row has one that can be asked for, there is nothing to prove a key by.
  const presentMs = source.dataMs();
  if (rowsOfLedger(app.page().ledger).every((row) => isUndated(row) || isFar(row, presentMs))) return;
  // The company's own, of a month that left the plan while it was read, may still lie there.
  const pagesOf = ({ windows }: LedgerState) => windows.flatMap((window) => window.pages).length;
  const pagesBefore = pagesOf(await stateOf(world));
  await app.close();
  const foreign = new Source(history.freedom, source.plan, time.nowMs);
  foreign.clockSetMs = source.clockSetMs;
  // It counts its orders as this company does, and has sold some of them with it.
  new Life(foreign, foreign.dataMs).populate(8);
  const newest = source.subOrders
    .filter(({ orden }) => orden !== '')
    .sort((a, b) => (a.purchase < b.purchase ? 1 : -1));
  const common = [...new Set(newest.map(orderName))].slice(0, shared);
  foreign.subOrders.push(...newest.filter((one) => common.includes(orderName(one))));
  foreign.beforeAnswer = () => time.advance(500);
  app.source = foreign;
  app.isKeyProven = false;
  time.sleep(2 * MINUTE_MS);
  await app.revive();
  const before = rowsOfLedger(app.page().ledger);
  await time.until(() => AT_REST.has(app.status().state), 'end of the sync with another key');
  const after = rowsOfLedger(app.page().ledger);
  const pagesAfter = pagesOf(await stateOf(world));
  if (surplus(after, before).length + surplus(before, after).length > 0) {
    throw new Violation('mixing', 'rows of another company were written');
  }
  if (pagesAfter > pagesBefore) {
    throw new Violation('mixing', 'pages of another company were staged');
  }
  const { failure } = app.status();
  if (failure?.code !== 'other-company') {
    throw new Violation('mixing', `it ended with ${JSON.stringify(failure)}`);
  }
  await app.close();
  app.source = source;
  app.isKeyProven = true;
  time.sleep(2 * MINUTE_MS);
}

/** The source is quiet from here on. Time passes, re-reads that fall due are read, what is held is confirmed. */
async function comeToRest(world: World): Promise<void> {
  const { time, source, history, app } = world;
  // Allowed again what the account's plan is: the history extends by itself.
  source.plan = app.plan;
  // What was bought before the service's clock was set back lies in its future until then: nobody can read it.
  time.sleep(20 * MINUTE_MS + setBackMs(world));
  await syncUntilNothingIsDue(world);
  await checkSaid(world);
  await syncInQuiet(world);
  // Purchases of a channel ahead of UTC lie beyond the service's «today» until its clock has come as far (4.2.8).
  time.sleep(26 * 60 * MINUTE_MS);
  await syncUntilNothingIsDue(world);
  // Where updates tell of everything, nothing else is needed.
  if (!history.hasSilence) compareRows(world, (row) => !isOfFarDay(row));
  if (source.plan === 'pro') {
    const [days, rounds] = history.ending === 'time' ? [46, 4] : [33, 1];
    for (let round = 0; round < rounds; round += 1) {
      time.sleep(days * DAY_MS);
      await syncUntilNothingIsDue(world);
    }
  }
  // After so much time nothing may differ any more; else what differs is searched for, by itself or when asked.
  const isOver = history.ending === 'time' && source.plan === 'pro';
  for (let tries = 0; ; tries += 1) {
    // The newest days are counted once they are over everywhere.
    time.sleep(2 * DAY_MS);
    await syncUntilNothingIsDue(world);
    const reachable = monthsOfPlan(world);
    world.app.engine().checkMonths(reachable);
    await untilAtRest(world);
    const differing = (await stateOf(world)).controls.filter(
      ({ range, agrees }) => !agrees && (range === 'all' || reachable.includes(range)),
    );
    const ranges = new Set(differing.map(({ range }) => range));
    if (ranges.size === 0) return;
    const isMonth = [...ranges].some((range) => range !== 'all');
    // A count of everything from before a month left the plan is made good by the next one.
    if (tries > 4 || (isOver && isMonth)) {
      throw new Violation('controls', `in the end ${JSON.stringify(differing)}`);
    }
    if (history.ending !== 'controls') continue;
    world.app.engine().findDifferences([...ranges]);
    await untilAtRest(world);
  }
}

/** How long until the service's clock shows again what it showed before it was set back, in every zone; 0: it was not. */
function setBackMs({ source, latestClockSetMs }: World): number {
  return latestClockSetMs > source.clockSetMs
    ? latestClockSetMs - source.clockSetMs + 14 * 60 * MINUTE_MS
    : 0;
}

/** Nothing has happened and nothing is due: a sync reads the last changes, counts, and is done. */
async function syncInQuiet(world: World): Promise<void> {
  const { time, source, history } = world;
  time.sleep(10 * MINUTE_MS);
  const before = source.questions;
  await sync(world);
  // How often each is tried again is the source's doing.
  const questions = source.questions - before;
  const hasBurst = history.steps.some(
    (step) =>
      (step.kind === 'happen' && step.what.kind === 'burst') ||
      (step.kind === 'sync' && step.meanwhile.some(({ what }) => what.kind === 'burst')),
  );
  if (questions > (hasBurst ? QUIET_QUESTIONS_AFTER_BURST : QUIET_QUESTIONS))
    throw new Violation('end', `a sync in quiet asks ${questions} questions`);
}

/** Every month that the plan reaches, up to the present one. */
function monthsOfPlan({ source }: World): Month[] {
  const months: Month[] = [];
  const at = new Date(source.earliestMs());
  for (; at.getTime() <= source.dataMs(); at.setUTCMonth(at.getUTCMonth() + 1)) {
    months.push(at.toISOString().slice(0, 7) as Month);
  }
  return months;
}

async function syncUntilNothingIsDue(world: World): Promise<void> {
  for (let syncs = 0; ; syncs += 1) {
    await sync(world);
    const state = await stateOf(world);
    for (const { month } of state.held) {
      let isDone = false;
      void world.app
        .engine()
        .resolveMissing({ month, decision: 'remove' })
        .then(() => {
          isDone = true;
        });
      await world.time.until(() => isDone, 'removal that was asked for');
    }
    throwIfBroken(world);
    throwIfAhead(state, world);
    const { checkpoint } = state;
    if (checkpoint === null) throw new Violation('end', 'nothing was read');
    const breach = seeWatermarkAtRest(checkpoint);
    if (breach !== null) throw breach;
    const isQuiet =
      checkpoint.rereads.length === 0 &&
      state.held.length === 0 &&
      checkpoint.unsettled.length === 0 &&
      checkpoint.searches.every(({ isOver }) => isOver) &&
      !isReadOnce(world, checkpoint) &&
      state.verificationQueue.length === 0 &&
      checkpoint.history.finishedAt !== null;
    if (isQuiet) return;
    if (syncs > ENDLESS_SYNCS) {
      throw new Violation(
        'end',
        `something is always left: ${JSON.stringify({ rereads: checkpoint.rereads, held: state.held, unsettled: checkpoint.unsettled, ordersQueued: state.ordersQueued, searches: checkpoint.searches, readOnce: checkpoint.readOnce, queue: state.verificationQueue, finishedAt: checkpoint.history.finishedAt })}`,
      );
    }
    world.time.advance(10 * MINUTE_MS);
  }
}

/** Whether something that several pages brought is still to be read once more, but for days that may go on somewhere. */
function isReadOnce({ source, time }: World, { readOnce }: Checkpoint): boolean {
  const quiet = new Date(time.nowMs() - DAY_MS / 2).toISOString().slice(0, 10);
  const earliest = new Date(source.earliestMs()).toISOString().slice(0, 10);
  return readOnce.some(({ from, to }) => from < quiet && to > `${earliest}T00:00:00.000`);
}

/**
 * Of what was far before the first load, or while the app was away for longer than the plan reaches, no change tells, and
 * once its day has come only a reading of all does.
 */
const isOfFarDay = (row: WireRow) => FAR_DATES.includes(purchaseOf(row));

/** What the ledger holds of the plan's window, against what the source holds of it. */
function compareRows({ source, app, history }: World, isCompared: (row: WireRow) => boolean): void {
  const earliest = source.earliestMs() + (history.freedom.fromInclusive ? 0 : 1_000);
  const isInPlan = (row: WireRow) => purchaseMsOf(row) >= earliest && isCompared(row);
  const here = rowsOfLedger(app.page().ledger);
  const there = source.rows();
  const lost = surplus(there.filter(isInPlan), here.filter(isInPlan));
  const doubled = surplus(here.filter(isInPlan), there.filter(isInPlan));
  if (lost.length > 0 || doubled.length > 0) {
    throw new Violation(
      'equality',
      `${lost.length} rows lost, ${doubled.length} too many\n- ${lost.slice(0, 4).join('\n- ')}\n+ ${doubled.slice(0, 4).join('\n+ ')}`,
      lost.length,
      doubled.length,
    );
  }
}

const withoutDates = (row: WireRow) =>
  printOfRow({ ...row, 'Fecha de compra': '', 'Fecha de actualización': '' });

/**
 * Rows without a readable purchase date, or with one that no request can name yet or any more. No reading by purchase
 * date brings them: what is owed of them is what the changes of their sub-order said last, and that none stays beside its
 * dated self.
 */
function compareMisdated({ source, app, watch, history }: World): void {
  const afterMs = source.dataMs() + FRESH_MS;
  const isMisdated = (row: WireRow) => isUndated(row) || isFar(row, afterMs);
  const here = rowsOfLedger(app.page().ledger).filter(isMisdated);
  for (const subOrder of source.subOrders) {
    const there = subOrder.items.map((item) => wireRow(subOrder, item));
    const isInPlan = Date.parse(`${subOrder.purchase}Z`) >= source.earliestMs() + 1_000;
    // What got its date in silence is known once it is read by that date.
    if (!watch.wasGivenOf(subOrder) || (subOrder.isDatedSilently === true && !isInPlan)) continue;
    // Where far rows are not told of, nothing tells that the last other row of a sub-order has become one.
    if (!history.freedom.givesFarRows && there.every((row) => isFar(row, afterMs))) continue;
    const isOwn = (row: WireRow) =>
      ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', ...(subOrder.orden === '' ? ['Producto'] : [])].every(
        (column) => row[column] === there[0]?.[column],
      );
    const own = here.filter(isOwn);
    const views = there.filter(history.freedom.givesFarRows ? isMisdated : isUndated);
    const lost = surplus(views, own);
    const left = surplusRows(own, views);
    // A movement has nothing by which it is known for certain: it counts as dated once all else of it is the same.
    const dated = there.filter((row) => !isMisdated(row)).map(withoutDates);
    const doubled = subOrder.orden === '' ? left.filter((row) => dated.includes(withoutDates(row))) : left;
    if (lost.length + doubled.length > 0) {
      throw new Violation(
        'misdated',
        `${lost.length} rows lost, ${doubled.length} too many\n- ${lost.join('\n- ')}\n+ ${doubled.map(printOfRow).join('\n+ ')}`,
        lost.length,
        doubled.length,
      );
    }
  }
}

/** What is told of days so near to the present depends on the zones of those who tell it. */
const FRESH_MS = 3 * DAY_MS;

/** Every visible row is counted: in its month, or beside the months where it lies in none that anybody could have read. */
async function checkSaid({ app, source }: World): Promise<void> {
  const rows = rowsOfLedger(app.page().ledger);
  const { months, undatedRows, outOfRangeRows } = await app.page().ledger.reads.coverage();
  const shown = new Set<string>(months.map(({ month }) => month));
  const of = (isCounted: (row: WireRow) => boolean) => rows.filter(isCounted).length;
  const counts = [
    ...months.map((one) => [one.month, one.rows, of((row) => monthOfRow(row) === one.month)] as const),
    ['no date', undatedRows, of(isUndated)] as const,
    ['out of range', outOfRangeRows, of((row) => !isUndated(row) && !shown.has(monthOfRow(row)))] as const,
  ];
  for (const [name, said, held] of counts) {
    if (said !== held) throw new Violation('said', `${name}: ${said} rows are said, ${held} are held`);
  }
  const clocks = [source.dataMs(), source.dateMs()];
  const tooLate = monthAt(Math.max(...clocks) + FRESH_MS);
  const strange = [...shown].find((month) => month < '2000-01' || month > tooLate);
  if (strange !== undefined) throw new Violation('said', `${strange} is shown as a month of the copy`);
  const past = monthAt(Math.min(...clocks) - FRESH_MS);
  const hidden = rows
    .filter((row) => !isUndated(row))
    .map(monthOfRow)
    .find((month) => month >= '2000-01' && month <= past && !shown.has(month));
  if (hidden !== undefined) throw new Violation('said', `${hidden} holds rows and is not shown`);
}

const monthAt = (ms: number) => new Date(ms).toISOString().slice(0, 7);

/** The ledger in the end, with all that it says of itself. */
async function compare(world: World): Promise<void> {
  const { source, app, history, watch } = world;
  const untilMs = source.dataMs() - FRESH_MS;
  const isAllReadAgain = source.plan === 'pro' && history.ending === 'time';
  compareRows(world, (row) => purchaseMsOf(row) <= untilMs && (isAllReadAgain || !isOfFarDay(row)));
  compareMisdated(world);
  await checkSaid(world);
  const here = rowsOfLedger(app.page().ledger);
  const planMonth = monthAt(source.earliestMs());
  for (const row of here) {
    if (monthOfRow(row) < planMonth && !source.everHeld.has(printOfRow(row))) {
      throw new Violation('outside', `a row that never was: ${printOfRow(row)}`);
    }
  }
  // Since a moment that the service's clock showed twice means two things.
  const isOneTime = !history.steps.some((step) => step.kind === 'set-clock' && step.minutes < 0);
  await checkChangeLog(world.accountId, watch.loaded(), here, source.requests, watch.revisions(), isOneTime);
  const { months } = await app.page().ledger.reads.coverage();
  for (const { month, reach, held, reread } of months) {
    const isOutside = month < planMonth;
    // What a server allows less than its plan promises is only learnt by asking for more.
    const isKnown = history.freedom.reachMonths === null || source.plan === 'free';
    // Where the clock of the answers has begun the next month and that of the data has not, the plan may be told by either.
    const isNamed = month >= monthAt(source.earliestMs(source.dateMs())) === !isOutside;
    if (isKnown && isNamed && isOutside !== (reach === 'outside'))
      throw new Violation('outside', `${month} is said to be ${reach}`);
    if (reach === 'queued' || held !== null || reread !== null) {
      throw new Violation('end', `${month} is left ${reach}, held ${held?.rowsMissing}, re-read ${reread}`);
    }
  }
  const { controls } = await stateOf(world);
  const broken = controls.find(({ range, agrees }) => !agrees && (range === 'all' || range >= planMonth));
  if (broken !== undefined) throw new Violation('controls', `in the end ${JSON.stringify(broken)}`);
}
