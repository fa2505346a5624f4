import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { ProgramAnswer, ProgramQuestion } from '#shared/contract/program-questions.ts';
import type { SayCommand } from '../i18n/command/command-words.ts';
import type { AppLine } from '../programs/ask-app.ts';
import { lineToApp } from './app-profile.ts';
import { type BeginApp, waitingIn } from './closed-app.ts';
import { CannotAsk, failureOf } from './failures.ts';
import { createMcpServer } from './mcp-server.ts';
import { mcpTools } from './mcp-tools.ts';

type McpEnds = {
  readonly begin: BeginApp | null;
  readonly input: NodeJS.ReadableStream;
  readonly out: (text: string) => void;
  readonly say: (text: string) => void;
};

/**
 * Serves an assistant over standard input and output until it goes: a message a line. Its first question takes a line to the
 * app, begun where it is closed, and keeps it: an app on standby stays as long as the assistant does.
 */
export async function serveMcp(
  options: {
    readonly profileDirectory: string | null;
    readonly environment: NodeJS.ProcessEnv;
    readonly words: SayCommand;
    readonly version: string;
  },
  { input, out, say, begin }: McpEnds,
): Promise<void> {
  const { profileDirectory, environment, words, version } = options;
  const lineWith = (beginning: BeginApp | null): Promise<AppLine> =>
    lineToApp({
      profileDirectory,
      environment,
      asker: 'assistant',
      begin: beginning,
      progress: () => undefined,
      waiting: waitingIn(words, say),
    });
  const kept = keepLine(() => lineWith(begin));
  const ask = async (question: ProgramQuestion): Promise<ProgramAnswer> => (await kept.take()).ask(question);
  const wordsOf = (error: unknown): string => {
    if (error instanceof z.ZodError) {
      const [issue] = error.issues;
      return words('command.wrong-value', {
        value: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
      });
    }
    return failureOf(error, words).said;
  };
  const server = createMcpServer({
    version,
    instructions: words('mcp.instructions'),
    tools: mcpTools(words),
    ask,
    wordsOf,
  });
  // Whoever starts it by hand, or looks into the assistant's log, reads at once what is missing. Nothing is begun for that.
  void lineWith(null)
    .then((line) => line.ask({ ask: 'status' }).finally(line.close))
    .catch((error: unknown) => {
      const willBegin = begin !== null && error instanceof CannotAsk && error.isClosedApp;
      if (!willBegin) say(`${wordsOf(error)}\n`);
    });
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    const answered = server.answer(line).then((answer) => {
      if (answer !== null) out(`${JSON.stringify(answer)}\n`);
    });
    pending.add(answered);
    void answered.finally(() => pending.delete(answered));
  }
  await Promise.all(pending);
  await kept.end();
}

/** One line for all questions, taken at the first, and anew after it is gone. */
function keepLine(open: () => Promise<AppLine>) {
  let line: Promise<AppLine | null> = Promise.resolve(null);
  return {
    take: (): Promise<AppLine> => {
      const before = line;
      const taken = before.then((held) => (held?.isOpen() === true ? held : open()));
      // Where it could not be had, the next question tries again.
      line = taken.catch(() => null);
      return taken;
    },
    end: async (): Promise<void> => (await line)?.close(),
  };
}
