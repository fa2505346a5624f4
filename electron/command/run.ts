import { homedir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM_FAILURES, type ProgramFailureCode } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { defaultProfileDirectory } from '../browser-host/options.ts';
import { type Say, type WordId, wordsOf } from '../i18n/words.ts';
import { type AppLine, openAppLine } from '../programs/ask-app.ts';
import { type CommandOptions, languageOf, readCommand } from './options.ts';
import { writeAnswer } from './write-answer.ts';

/** The exit codes of the command, as the help names them. */
export const EXIT = {
  answered: 0,
  failed: 1,
  /** What was typed is no command. */
  wrong: 2,
  /** Cuadra cannot be asked: it does not run, nobody has its copy open, or it is of another version. */
  unreachable: 3,
  /** Cuadra answers that there is no such account, month, column or currency, or no rows yet. */
  unknown: 4,
} as const;

const EXIT_WORDS: { readonly [name in keyof typeof EXIT]: WordId } = {
  answered: 'command.exit-answered',
  failed: 'command.exit-failed',
  wrong: 'command.exit-wrong',
  unreachable: 'command.exit-unreachable',
  unknown: 'command.exit-unknown',
};

/** Why there is no answer, in words, and what the command ends with. */
const FAILURES: { readonly [code in ProgramFailureCode]: { readonly exit: number; readonly words: WordId } } =
  {
    'no-page': { exit: EXIT.unreachable, words: 'command.failure-no-page' },
    'other-version': { exit: EXIT.unreachable, words: 'command.failure-other-version' },
    'not-let-in': { exit: EXIT.unreachable, words: 'command.failure-not-let-in' },
    'copy-closed': { exit: EXIT.unreachable, words: 'command.failure-copy-closed' },
    'no-account': { exit: EXIT.unknown, words: 'command.failure-no-account' },
    'unknown-account': { exit: EXIT.unknown, words: 'command.failure-unknown-account' },
    'other-account-open': { exit: EXIT.unknown, words: 'command.failure-other-account-open' },
    'no-rows-yet': { exit: EXIT.unknown, words: 'command.failure-no-rows-yet' },
    'unknown-month': { exit: EXIT.unknown, words: 'command.failure-unknown-month' },
    'unknown-column': { exit: EXIT.unknown, words: 'command.failure-unknown-column' },
    'unknown-currency': { exit: EXIT.unknown, words: 'command.failure-unknown-currency' },
    'month-open': { exit: EXIT.unknown, words: 'command.failure-month-open' },
    'sync-failed': { exit: EXIT.failed, words: 'command.failure-sync-failed' },
    failed: { exit: EXIT.failed, words: 'command.failure-failed' },
  };

/** The ends of the process that a command writes to: what it was asked for, and all else. */
export type Ends = {
  readonly out: (text: string) => void;
  readonly say: (text: string) => void;
  readonly isTerminal: boolean;
};

/** Runs one command; returns its exit code. */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  ends: Ends,
): Promise<number> {
  const words = wordsOf(languageOf(args, environment));
  const read = readCommand(args, ends.isTerminal);
  switch (read.kind) {
    case 'help':
      ends.out(helpIn(words));
      return EXIT.answered;
    case 'wrong':
      ends.say(`${words(read.wrong, { value: read.value })}\n${words('command.see-help')}\n`);
      return EXIT.wrong;
    case 'command':
      return answer(read.options, words, environment, ends);
  }
}

async function answer(
  options: CommandOptions,
  words: Say,
  environment: NodeJS.ProcessEnv,
  { out, say }: Ends,
): Promise<number> {
  const progress = (done: number, of: number): void => say(`${done} / ${of}\n`);
  let line: AppLine | null = null;
  try {
    line = await lineTo(options.profileDirectory, environment, progress);
    if (line === null) {
      say(`${words('command.not-running')}\n`);
      return EXIT.unreachable;
    }
    out(writeAnswer(await line.ask(options.question), options.format));
    return EXIT.answered;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const code = PROGRAM_FAILURES.find((each) => each === error.code);
    if (code !== undefined) {
      const { exit, words: id } = FAILURES[code];
      say(`${words(id, { detail: error.message })}\n`);
      return exit;
    }
    const isGone = error.code === CHANNEL_CLOSED;
    say(
      `${isGone ? words('command.app-ended') : words('command.failure-failed', { detail: error.message })}\n`,
    );
    return isGone ? EXIT.unreachable : EXIT.failed;
  } finally {
    line?.close();
  }
}

/** The app on the profile that was named, else on the desktop app's, else on that of the browser host. */
async function lineTo(
  named: string | null,
  environment: NodeJS.ProcessEnv,
  progress: (done: number, of: number) => void,
): Promise<AppLine | null> {
  const profiles =
    named === null
      ? [desktopProfileDirectory(process.platform, environment, homedir()), defaultProfileDirectory()]
      : [named];
  for (const profile of profiles) {
    const line = await openAppLine(profile, progress);
    if (line !== null) return line;
  }
  return null;
}

/** Where Electron keeps what is of this user: `appData`, and in it the app's folder. */
export function desktopProfileDirectory(
  platform: NodeJS.Platform,
  environment: { readonly [name: string]: string | undefined },
  home: string,
): string {
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Cuadra');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cuadra');
  const configured = environment.XDG_CONFIG_HOME ?? '';
  return join(configured === '' ? join(home, '.config') : configured, 'Cuadra');
}

function helpIn(words: Say): string {
  const codes = (Object.keys(EXIT) as (keyof typeof EXIT)[]).map(
    (name) => `  ${EXIT[name]}  ${words(EXIT_WORDS[name])}`,
  );
  return `${words('command.help')}\n\n${words('command.exit-codes')}\n${codes.join('\n')}\n`;
}
