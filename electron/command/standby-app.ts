import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { OPENED_LINE, startFailureIn } from '../desktop/standby-lines.ts';
import { STANDBY_FLAG } from '../desktop/start-kind.ts';
import { childEnvironment } from '../launch/child-environment.ts';

/** The desktop app, begun out of sight to answer: by itself a process, which outlives the command. */
export type StandbyApp = {
  /** How it ended; null: it runs. */
  readonly ended: () => AppEnd | null;
  /** Whether its user has opened it meanwhile: from then on it is nobody else's to end. */
  readonly isOpened: () => boolean;
  /** Ends one that never came to answer. */
  readonly kill: () => void;
};
export type AppEnd = {
  /** The exit code or the signal; 0 too where another one of its profile was there. */
  readonly how: string;
  /** Why it could not start, in words for the user; null: it said nothing. */
  readonly why: string | null;
};

/** A program that is the desktop app with these arguments. */
export type AppProgram = { readonly file: string; readonly args: readonly string[] };

/** Its last words are kept, and no more of what Chromium says. */
const MAX_SAID = 2 ** 16;

/** Begins the desktop app on a profile, on standby. */
export function startStandby({ file, args }: AppProgram, profileDirectory: string): StandbyApp {
  const program = resolve(file);
  const child = spawn(program, [...args, STANDBY_FLAG, `--profile-dir=${profileDirectory}`], {
    // Of its own: Ctrl+C at the command does not reach it. On Windows nothing is to be hidden here: its window would stay so.
    detached: true,
    // It may stay: the folder of who typed is not held.
    cwd: dirname(program),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Set, it would be a Node.
    env: childEnvironment({ ELECTRON_RUN_AS_NODE: undefined }),
  });
  let said = '';
  let isOpened = false;
  let end: AppEnd | null = null;
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-MAX_SAID);
    isOpened ||= said.includes(OPENED_LINE);
  });
  child.once('error', ({ message }) => {
    end = { how: message, why: null };
  });
  child.once('close', (code, signal) => {
    end ??= { how: String(code ?? signal), why: startFailureIn(said) };
  });
  // The command ends whether it has ended or not.
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return { ended: () => end, isOpened: () => isOpened, kill: () => void child.kill() };
}
