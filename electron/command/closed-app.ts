import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramFailureCode } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import type { SayCommand } from '../i18n/command/command-words.ts';
import type { AppLine } from '../programs/ask-app.ts';
import { CannotAsk } from './failures.ts';
import type { AppEnd, StandbyApp } from './standby-app.ts';

/** Begins the desktop app on a profile, on standby; null: its program is not on this machine. */
export type BeginApp = (profileDirectory: string) => Promise<StandbyApp | null>;

/** How whoever waits for a closed app hears of it: the seconds that it has been waited for, 0 when it is begun. */
export type Waiting = (seconds: number) => void;

/** Tells whoever typed that a closed app is being begun, and that it takes long. */
export const waitingIn =
  (words: SayCommand, say: (text: string) => void): Waiting =>
  (seconds) =>
    say(
      `${seconds === 0 ? words('command.app-begins') : words('command.app-still-begins', { seconds: String(seconds) })}\n`,
    );

/** So long a closed app may take to be there, on a slow machine that has just begun. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;
const SAY_EVERY_MS = 5000;
/**
 * One that gave way to another of its profile is begun again after so long, for the other may have been ending; then after twice
 * as long each time, for it may be beginning, on a slow machine.
 */
const AGAIN_AFTER_MS = 2000;

type NextStep = 'wait' | 'begin' | 'failed' | 'late';

/** What to do while the app does not answer. `end`: of the one that was begun last, the `begun`-th, so long ago. */
export function nextStep(now: {
  readonly end: AppEnd | null;
  readonly begun: number;
  readonly sinceBegunMs: number;
  readonly waitedMs: number;
}): NextStep {
  const { end, begun, sinceBegunMs, waitedMs } = now;
  if (end !== null && end.how !== '0') return 'failed';
  if (waitedMs >= PATIENCE_MS) return 'late';
  return end !== null && sinceBegunMs >= AGAIN_AFTER_MS * 2 ** (begun - 1) ? 'begin' : 'wait';
}

/** Failures of a line to an app that is coming or going: its file is of the one before, or it ends at this moment. */
const PASSING: ReadonlySet<string> = new Set([CHANNEL_CLOSED, 'not-let-in' satisfies ProgramFailureCode]);

/** @param open the line of the app that runs on the profile; null where none does */
export async function passingLine(open: () => Promise<AppLine | null>): Promise<AppLine | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof RpcError && PASSING.has(error.code)) return null;
    throw error;
  }
}

/**
 * The line of an app that is begun for it, once it answers. Rejects with CannotAsk where it cannot be begun or is not there
 * within a minute.
 */
export async function lineToClosedApp(options: {
  readonly begin: () => Promise<StandbyApp | null>;
  readonly open: () => Promise<AppLine | null>;
  readonly waiting: Waiting;
  readonly nowMs?: () => number;
}): Promise<AppLine> {
  const { open, waiting, nowMs = () => performance.now() } = options;
  const begin = async (): Promise<StandbyApp> => {
    const begun = await options.begin();
    if (begun === null) throw new CannotAsk((words) => words('command.not-running'));
    return begun;
  };
  let app = await begin();
  let begun = 1;
  waiting(0);
  const beganMs = nowMs();
  let begunMs = beganMs;
  let saidMs = beganMs;
  for (;;) {
    const line = await passingLine(open);
    if (line !== null) return line;
    const atMs = nowMs();
    const end = app.ended();
    switch (nextStep({ end, begun, sinceBegunMs: atMs - begunMs, waitedMs: atMs - beganMs })) {
      case 'failed':
        throw new CannotAsk((words) => end?.why ?? words('command.app-failed', { detail: end?.how ?? '' }));
      case 'late':
        if (!app.isOpened()) app.kill();
        throw new CannotAsk((words) =>
          words('command.app-late', { seconds: String(Math.round(PATIENCE_MS / 1000)) }),
        );
      case 'begin':
        app = await begin();
        begun += 1;
        begunMs = nowMs();
        break;
      case 'wait':
        break;
    }
    if (atMs - saidMs >= SAY_EVERY_MS) {
      saidMs = atMs;
      waiting(Math.round((atMs - beganMs) / 1000));
    }
    await delay(LOOK_EVERY_MS);
  }
}
