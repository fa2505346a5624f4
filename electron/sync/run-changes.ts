import { parseUtcInstant, startOfDay, type UtcInstant } from '#shared/dates.ts';
import type { UpdateWindow } from '#shared/windows/window.ts';
import { afterChangesWindow, noteUnsettled } from './checkpoints.ts';
import { changesWindow, divideChanges, presentPart } from './plan-changes.ts';
import { partsFor } from './plan-history.ts';
import type { Settled } from './read-window.ts';
import type { RunContext } from './run-context.ts';
import { readVerification } from './run-verification.ts';

/** `meta.to` of an `updated_at` answer is UTC without saying so (spec 2.3). */
function effectiveEnd(reading: Settled): UtcInstant | null {
  return reading.effectiveTo === null ? null : (parseUtcInstant(`${reading.effectiveTo}Z`) ?? null);
}

/** Reads every change up to the present: windows of at most seven days, oldest first (rules 5, 7 and 8). */
export async function readChanges(run: RunContext): Promise<void> {
  const { marginMs, requestsMade } = run.tools;
  /** The server's time when it was first heard in this pass: the pass is over once a window reaches it. */
  let present: UtcInstant | null = null;
  /** Parts of a window that was cut, oldest first. They follow each other whatever the watermark says. */
  const pieces: UpdateWindow[] = [];
  for (;;) {
    const { from } = run.checkpoint().changes;
    if (from === null) return;
    const window = pieces.shift() ?? changesWindow(from);
    const requestsBefore = requestsMade();
    const reading = await run.read(window, 'changes');
    if (reading.kind === 'settled') {
      if (requestsMade() > requestsBefore) present ??= reading.firstPageDate;
      const verified = await readVerification(run, reading.judgement.verification);
      const next = afterChangesWindow(run.checkpoint(), window, {
        firstPageDate: reading.firstPageDate,
        effectiveTo: effectiveEnd(reading),
        greatestUpdate: reading.judgement.greatestUpdate,
        marginMs,
      });
      await run.commit(reading, verified, next);
      if (pieces.length === 0 && present !== null && window.to >= present) return;
      continue;
    }
    present ??= run.serverNow();
    const part = presentPart(window, run.serverNow());
    if (reading.kind === 'too-many') {
      pieces.unshift(...divideChanges(part, Math.max(2, partsFor(reading.totalRows, run.size()))));
    } else if (reading.kind === 'too-old' && !run.isStaleAgain(window)) {
      pieces.unshift(window);
    } else {
      const halves = divideChanges(part, 2);
      if (halves.length > 1) {
        pieces.unshift(...halves);
        continue;
      }
      const doubt = reading.kind === 'unsettled' ? reading.doubt : reading.kind;
      await run.save(noteUnsettled(run.checkpoint(), part, doubt));
      if (pieces.length > 0) continue;
      if (part.to >= present) return;
      // Nothing moved the watermark here, and the window behind it must not be read for ever.
      pieces.push(changesWindow(part.to));
    }
  }
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
    const verified = await readVerification(run, reading.judgement.verification);
    const isOther = (one: typeof note) =>
      one.field !== note.field || one.from !== note.from || one.to !== note.to;
    const { unsettled } = run.checkpoint();
    await run.commit(reading, verified, { ...run.checkpoint(), unsettled: unsettled.filter(isOther) });
  }
}
