import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { ProgramAnswer, ProgramQuestion } from '#shared/contract/program-questions.ts';
import type { SayCommand } from '../i18n/command/command-words.ts';
import { lineToApp } from './app-profile.ts';
import { failureOf } from './failures.ts';
import { createMcpServer } from './mcp-server.ts';
import { mcpTools } from './mcp-tools.ts';

type McpEnds = {
  readonly input: NodeJS.ReadableStream;
  readonly out: (text: string) => void;
  readonly say: (text: string) => void;
};

/** Serves an assistant over standard input and output until it goes: a message a line. Each question asks the app anew. */
export async function serveMcp(
  options: {
    readonly profileDirectory: string | null;
    readonly environment: NodeJS.ProcessEnv;
    readonly words: SayCommand;
    readonly version: string;
  },
  { input, out, say }: McpEnds,
): Promise<void> {
  const { profileDirectory, environment, words, version } = options;
  const ask = async (question: ProgramQuestion): Promise<ProgramAnswer> => {
    const line = await lineToApp(profileDirectory, environment, 'assistant', () => undefined);
    return line.ask(question).finally(line.close);
  };
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
  // Whoever starts it by hand, or looks into the assistant's log, reads at once what is missing.
  void ask({ ask: 'status' }).catch((error: unknown) => say(`${wordsOf(error)}\n`));
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    const answered = server.answer(line).then((answer) => {
      if (answer !== null) out(`${JSON.stringify(answer)}\n`);
    });
    pending.add(answered);
    void answered.finally(() => pending.delete(answered));
  }
  await Promise.all(pending);
}
