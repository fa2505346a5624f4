import { commandWordsOf, type SayCommand } from '../i18n/command/command-words.ts';
import type { AppLine } from '../programs/ask-app.ts';
import { lineToApp } from './app-profile.ts';
import { type BeginApp, waitingIn } from './closed-app.ts';
import { EXIT, failureOf } from './failures.ts';
import { helpIn } from './help.ts';
import { type CommandOptions, languageOf, readCommand } from './options.ts';
import { serveMcp } from './serve-mcp.ts';
import { writeAnswer } from './write-answer.ts';

/** The ends of the process of a command: what it writes what was asked for to, and all else; what it reads, if it reads. */
export type Ends = {
  readonly out: (text: string) => void;
  readonly say: (text: string) => void;
  readonly isTerminal: boolean;
  readonly input: NodeJS.ReadableStream;
  /** Begins a closed app so that it answers; null: its program is not at hand. */
  readonly begin: BeginApp | null;
  /** Where it is typed: paths that are not whole lie below it. */
  readonly directory: string;
};

/** Runs one command of this `version`; returns its exit code. */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  version: string,
  ends: Ends,
): Promise<number> {
  const words = commandWordsOf(languageOf(args, environment));
  const read = readCommand(args, ends.isTerminal, ends.directory);
  switch (read.kind) {
    case 'help':
      ends.out(helpIn(words));
      return EXIT.answered;
    case 'wrong':
      ends.say(`${words(read.wrong, read.values)}\n${words('command.see-help')}\n`);
      return EXIT.wrong;
    case 'mcp': {
      const { profileDirectory } = read;
      await serveMcp({ profileDirectory, environment, words, version }, ends);
      return EXIT.answered;
    }
    case 'command':
      return answer(read.options, words, environment, ends);
  }
}

async function answer(
  { question, format, profileDirectory }: CommandOptions,
  words: SayCommand,
  environment: NodeJS.ProcessEnv,
  { out, say, begin }: Ends,
): Promise<number> {
  let line: AppLine | null = null;
  try {
    line = await lineToApp({
      profileDirectory,
      environment,
      asker: 'command',
      begin,
      progress: (done, of) => say(`${done} / ${of}\n`),
      waiting: waitingIn(words, say),
    });
    const answered = await line.ask(question);
    out(writeAnswer(answered, format));
    return answered.agrees === false ? EXIT.differs : EXIT.answered;
  } catch (error) {
    const { exit, said } = failureOf(error, words);
    say(`${said}\n`);
    return exit;
  } finally {
    line?.close();
  }
}
