import { PROGRAM_FAILURES, type ProgramFailureCode } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import type { CommandWordId, SayCommand } from '../i18n/command/command-words.ts';

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
  /** A file that was checked is not as it was written, or its figures are others by now. */
  differs: 5,
} as const;

/** There is no app to ask, and none could be begun: why, and what to do, in words of the command or of the app. */
export class CannotAsk extends Error {
  readonly say: (words: SayCommand) => string;
  /** The desktop app has a copy, and was not to be begun. */
  readonly isClosedApp: boolean;
  constructor(say: (words: SayCommand) => string, isClosedApp = false) {
    super('There is no app to ask.');
    this.say = say;
    this.isClosedApp = isClosedApp;
  }
}

/** Why there is no answer, in words, and what the command ends with. */
const FAILURES: {
  readonly [code in ProgramFailureCode]: { readonly exit: number; readonly words: CommandWordId };
} = {
  'no-page': { exit: EXIT.unreachable, words: 'command.failure-no-page' },
  'page-gone': { exit: EXIT.failed, words: 'command.failure-page-gone' },
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
  'file-gone': { exit: EXIT.unknown, words: 'command.failure-file-gone' },
  'folder-gone': { exit: EXIT.unknown, words: 'command.failure-folder-gone' },
  'folder-taken': { exit: EXIT.unknown, words: 'command.failure-folder-taken' },
  'dataset-busy': { exit: EXIT.failed, words: 'command.failure-dataset-busy' },
  'file-refused': { exit: EXIT.unknown, words: 'command.failure-file-refused' },
  'assistants-off': { exit: EXIT.unreachable, words: 'command.failure-assistants-off' },
  'assistants-read': { exit: EXIT.unknown, words: 'command.failure-assistants-read' },
  'buyers-hidden': { exit: EXIT.unknown, words: 'command.failure-buyers-hidden' },
  failed: { exit: EXIT.failed, words: 'command.failure-failed' },
};

/** Throws what no program's question ends with. */
export function failureOf(
  error: unknown,
  words: SayCommand,
): { readonly exit: number; readonly said: string } {
  if (error instanceof CannotAsk) return { exit: EXIT.unreachable, said: error.say(words) };
  if (!(error instanceof RpcError)) throw error;
  if (error.code === CHANNEL_CLOSED) return { exit: EXIT.unreachable, said: words('command.app-ended') };
  const { exit, words: id } = FAILURES[PROGRAM_FAILURES.find((each) => each === error.code) ?? 'failed'];
  return { exit, said: words(id, { detail: error.message }) };
}
