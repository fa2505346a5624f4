import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { parseUtcInstant, startOfDay, type UtcInstant } from '#shared/domain/dates.ts';
import { requestRange, type UpdateWindow } from '#shared/domain/window.ts';
import {
  type Burst,
  changesWindow,
  cutAround,
  divideChanges,
  findBurst,
  isPresentReached,
  knownAfter,
  markDue,
  mayStand,
  presentPart,
  remember,
} from '../plan/changes.ts';
import { afterChangesWindow, noteUnsettled } from '../plan/checkpoints.ts';
import { isDivisible } from '../plan/history.ts';
import type { RunContext } from './context.ts';
import { COUNT_ROWS } from './controls.ts';
import { partsAfter } from './read-window.ts';
import { readVerification } from './verification.ts';
import type { Settled, WindowReading } from './window-reading.ts';

/** `meta.to` of an `updated_at` answer is UTC without saying so (spec 2.3). */
function effectiveEnd(reading: Settled): UtcInstant | null {
  return reading.effectiveTo === null ? null : (parseUtcInstant(`${reading.effectiveTo}Z`) ?? null);
}

/**
 * Reads every change up to the present, one window at a time, oldest first (rules 5, 7 and 8). Each call reads and
 * commits a window, or learns how to cut it; false once the present is reached.
 */
export type ChangesPass = () => Promise<boolean>;

export function createChangesPass(run: RunContext): ChangesPass {
  const pass = beginPass(run);
  return () => step(pass);
}

type Pass = ReturnType<typeof beginPass>;

function beginPass(run: RunContext) {
  return {
    run,
    /** The server's time at the first answer of this pass: it is over once a window reaches it. */
    present: null as UtcInstant | null,
    /** Parts of a window that was cut, oldest first. They follow each other whatever the watermark says. */
    pieces: [] as UpdateWindow[],
    /** Where the changes stood before the window that is being read, whole or in pieces. */
    before: null as Checkpoint['changes'] | null,
    /** The earliest second that was counted and not read since the watermark was taken: pieces come oldest first. */
    standing: null as UtcInstant | null,
  };
}

async function step(pass: Pass): Promise<boolean> {
  const { run, pieces } = pass;
  const { memory, traffic } = run;
  const { changes } = run.checkpoint();
  if (changes.from === null) return false;
  if (pieces.length === 0) {
    pass.before = changes;
    pass.standing = null;
    pieces.push(...cutAround(changesWindow(changes.from), memory.bursts));
  }
  const window = pieces.shift() ?? changesWindow(changes.from);
  // The last piece is read: what is known moves with it.
  if (pieces.length > 0 && (await stands(run, window))) {
    pass.standing ??= window.from;
    return true;
  }
  const requestsBefore = traffic.requestsMade();
  const reading = await run.read(window, 'changes');
  if (reading.kind !== 'settled') return afterUnread(pass, window, reading);
  if (traffic.requestsMade() > requestsBefore) pass.present ??= reading.firstPageDate;
  await commit(pass, window, reading);
  if (pieces.length > 0 || pass.present === null) return true;
  const reached = knownAfter(window.to, reading.firstPageDate, effectiveEnd(reading));
  return hasMoved(pass) && !isPresentReached(window.to, reached, pass.present);
}

/** Whether a whole window has moved anything: if not, the same again would bring nothing more (rule 15). */
function hasMoved({ run, before }: Pass): boolean {
  const { from, knownUntil } = run.checkpoint().changes;
  return from !== before?.from || knownUntil !== before.knownUntil;
}

/** Whether a second of many rows may be left as it was read: as many rows are in it as there were then. */
async function stands(run: RunContext, window: UpdateWindow): Promise<boolean> {
  const burst = findBurst(run.memory.bursts, window);
  if (burst === undefined || !mayStand(burst, run.serverNow(), run.marginMs)) return false;
  return (await countChanges(run, window)) === burst.rows;
}

async function countChanges(run: RunContext, window: UpdateWindow): Promise<number> {
  const { from, to } = window;
  run.reporter.update({
    activity: { purpose: 'changes', from, to, page: 1, pages: 1, reading: 1 },
  });
  const { page } = await run.fetchPage({
    date: window.field,
    ...requestRange(window, startOfDay(run.checkpoint().earliest)),
    page: 1,
    limit: COUNT_ROWS,
    withCategories: false,
  });
  return page.meta.totalRows;
}

async function commit({ run, standing }: Pass, window: UpdateWindow, reading: Settled): Promise<void> {
  const { memory, marginMs } = run;
  const { firstPageDate, greatestUpdate, totalRows } = reading;
  const verified = await readVerification(run, reading.judgement.verification, firstPageDate);
  const effectiveTo = effectiveEnd(reading);
  const facts = { firstPageDate, effectiveTo, greatestUpdate, marginMs };
  const next = afterChangesWindow(run.checkpoint(), window, facts);
  const wanted = next.changes.from;
  const from = standing !== null && wanted !== null && standing < wanted ? standing : wanted;
  await run.commit(reading, verified, { ...next, changes: { ...next.changes, from } });
  const isBurst = !isDivisible(window) && reading.report.pages > 1;
  const burst: Burst = { window, rows: totalRows, readAt: firstPageDate, isDue: false };
  memory.bursts = remember(memory.bursts, window, isBurst ? burst : null);
  if (from !== null && wanted !== null) memory.bursts = markDue(memory.bursts, from, wanted);
}

/** A window was not read to its end: cuts it, or leaves the second that will not settle behind. False: nothing follows. */
async function afterUnread(
  pass: Pass,
  window: UpdateWindow,
  reading: Exclude<WindowReading, Settled>,
): Promise<boolean> {
  const { run, pieces } = pass;
  const { journal } = run;
  const present = pass.present ?? run.serverNow();
  pass.present = present;
  if (reading.kind === 'unsettled') await journal.writeUnsettled(reading.report, reading.doubt);
  if (reading.kind === 'too-old' && !run.isStaleAgain(window)) {
    pieces.unshift(window);
    return true;
  }
  const part = presentPart(window, run.serverNow());
  const parts = divideChanges(part, partsAfter(reading, run.size()));
  if (parts.length > 1) {
    pieces.unshift(...parts);
    return true;
  }
  // A second that will not settle is noted and tried again; what follows it must not wait for it for ever.
  journal.add({ notices: 1 });
  const doubt = reading.kind === 'unsettled' ? reading.doubt : reading.kind;
  await run.save(noteUnsettled(run.checkpoint(), part, doubt));
  if (pieces.length === 0 && part.to < present) pieces.push(changesWindow(part.to));
  return pieces.length > 0;
}

/** Tries again the windows of changes that would not settle and that the watermark has left behind (rule 3). */
export async function retryUnsettledChanges(run: RunContext): Promise<void> {
  for (const note of run.checkpoint().unsettled) {
    const from = parseUtcInstant(note.from);
    const to = parseUtcInstant(note.to);
    if (note.field !== 'updated_at' || from === undefined || to === undefined) continue;
    const { changes, earliest } = run.checkpoint();
    if (changes.from === null || to > changes.from || from < `${startOfDay(earliest)}Z`) continue;
    const reading = await run.read({ field: 'updated_at', from, to }, 'changes');
    if (reading.kind !== 'settled') continue;
    const verified = await readVerification(run, reading.judgement.verification, reading.firstPageDate);
    const isOther = (one: typeof note) =>
      one.field !== note.field || one.from !== note.from || one.to !== note.to;
    const { unsettled } = run.checkpoint();
    await run.commit(reading, verified, { ...run.checkpoint(), unsettled: unsettled.filter(isOther) });
  }
}
