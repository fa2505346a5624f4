import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { parseUtcInstant, startOfDay, type UtcInstant } from '#shared/domain/dates.ts';
import type { UpdateWindow } from '#shared/domain/window.ts';
import { changesWindow, divideChanges, isPresentReached, knownAfter, presentPart } from '../plan/changes.ts';
import { afterChangesWindow, noteUnsettled } from '../plan/checkpoints.ts';
import type { RunContext } from './context.ts';
import { partsAfter, type Settled, type WindowReading } from './read-window.ts';
import { readVerification } from './verification.ts';

/** `meta.to` of an `updated_at` answer is UTC without saying so (spec 2.3). */
function effectiveEnd(reading: Settled): UtcInstant | null {
  return reading.effectiveTo === null ? null : (parseUtcInstant(`${reading.effectiveTo}Z`) ?? null);
}

/**
 * Reads every change up to the present, one window at a time, oldest first (rules 5, 7 and 8). One function makes it: the
 * steps move one small state together, what is left of a window that was cut and when the pass is over.
 */
export type ChangesPass = {
  /** Reads and commits one window, or learns how to cut it. False once the present is reached. */
  readonly step: () => Promise<boolean>;
};

export function createChangesPass(run: RunContext): ChangesPass {
  const { marginMs, traffic, journal } = run;
  /** The server's time at the first answer of this pass: the pass is over once a window reaches it. */
  let present: UtcInstant | null = null;
  /** Parts of a window that was cut, oldest first. They follow each other whatever the watermark says. */
  const pieces: UpdateWindow[] = [];
  /** Where the changes stood before the window that is being read, whole or in pieces. */
  let before: Checkpoint['changes'] | null = null;

  /** Whether a whole window has moved anything: if not, the same again would bring nothing more (rule 15). */
  const hasMoved = () => {
    const { from, knownUntil } = run.checkpoint().changes;
    return from !== before?.from || knownUntil !== before.knownUntil;
  };

  async function commit(window: UpdateWindow, reading: Settled): Promise<void> {
    const verified = await readVerification(run, reading.judgement.verification, reading.firstPageDate);
    const next = afterChangesWindow(run.checkpoint(), window, {
      firstPageDate: reading.firstPageDate,
      effectiveTo: effectiveEnd(reading),
      greatestUpdate: reading.greatestUpdate,
      marginMs,
    });
    await run.commit(reading, verified, next);
  }

  /** True when it was cut and its parts follow. */
  function cut(part: UpdateWindow, reading: Exclude<WindowReading, Settled>): boolean {
    const divided = divideChanges(part, partsAfter(reading, run.size()));
    if (divided.length <= 1) return false;
    pieces.unshift(...divided);
    return true;
  }

  return {
    step: async () => {
      const { from } = run.checkpoint().changes;
      if (from === null) return false;
      if (pieces.length === 0) before = run.checkpoint().changes;
      const window = pieces.shift() ?? changesWindow(from);
      const requestsBefore = traffic.requestsMade();
      const reading = await run.read(window, 'changes');
      if (reading.kind === 'settled') {
        if (traffic.requestsMade() > requestsBefore) present ??= reading.firstPageDate;
        await commit(window, reading);
        if (pieces.length > 0 || present === null) return true;
        const reached = knownAfter(window.to, reading.firstPageDate, effectiveEnd(reading));
        return hasMoved() && !isPresentReached(window.to, reached, present);
      }
      present ??= run.serverNow();
      if (reading.kind === 'unsettled') await journal.writeUnsettled(reading.report, reading.doubt);
      if (reading.kind === 'too-old' && !run.isStaleAgain(window)) {
        pieces.unshift(window);
        return true;
      }
      const part = presentPart(window, run.serverNow());
      if (cut(part, reading)) return true;
      // A second that will not settle is noted and tried again; what follows it must not wait for it for ever.
      journal.add({ notices: 1 });
      const doubt = reading.kind === 'unsettled' ? reading.doubt : reading.kind;
      await run.save(noteUnsettled(run.checkpoint(), part, doubt));
      if (pieces.length === 0 && part.to < present) pieces.push(changesWindow(part.to));
      return pieces.length > 0;
    },
  };
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
