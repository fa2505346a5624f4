import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Asker,
  LINE_FILE,
  type LineCalls,
  type LineEvents,
  type LineFile,
  lineFileSchema,
  PROGRAM_CONTRACT_VERSION,
  type ProgramAnswer,
  type ProgramQuestion,
  programAnswerSchema,
} from '#shared/contract/program-questions.ts';
import { createCaller, listenToEvents, type ReplyChecks } from '#shared/contract/rpc.ts';
import { lineChannel, MAX_ANSWER_CHARACTERS } from './line-channel.ts';

/** The other end of the line: how a program of this user asks the app that runs on a profile. */

export type AppLine = {
  /** Rejects with a RpcError whose code is one of PROGRAM_FAILURES, or CHANNEL_CLOSED where the app ends meanwhile. */
  readonly ask: (question: ProgramQuestion) => Promise<ProgramAnswer>;
  readonly close: () => void;
  /** False once either end is gone. */
  readonly isOpen: () => boolean;
};

const replyChecks: ReplyChecks<LineCalls> = {
  greet: z.object({ app: z.string(), version: z.int() }),
  ask: programAnswerSchema,
};
const progressSchema = z.object({ done: z.number(), of: z.number() });

/** An app that is only slow greets within so long. */
const GREETED_WITHIN_MS = 10_000;

/**
 * The line of the app that runs on a profile; null where none does. Rejects with CHANNEL_CLOSED where it hangs: its system
 * takes connections for it all the same.
 */
export async function openAppLine(
  profileDirectory: string,
  asker: Asker,
  progress: (done: number, of: number) => void,
  greetedWithinMs = GREETED_WITHIN_MS,
): Promise<AppLine | null> {
  const file = await readLineFile(profileDirectory);
  if (file === null) return null;
  const socket = await connected(file.path);
  if (socket === null) return null;
  const channel = lineChannel(socket, MAX_ANSWER_CHARACTERS);
  const caller = createCaller<LineCalls>(channel, replyChecks);
  listenToEvents<LineEvents>(
    channel,
    { progress: ({ done, of }) => progress(done, of) },
    { progress: progressSchema },
  );
  const patience = setTimeout(() => socket.destroy(), greetedWithinMs);
  await caller
    .greet({ secret: file.secret, version: PROGRAM_CONTRACT_VERSION, asker })
    .finally(() => clearTimeout(patience));
  return { ask: caller.ask, close: () => socket.destroy(), isOpen: () => socket.readyState === 'open' };
}

async function readLineFile(profileDirectory: string): Promise<LineFile | null> {
  try {
    return lineFileSchema.parse(JSON.parse(await readFile(join(profileDirectory, LINE_FILE), 'utf8')));
  } catch {
    return null;
  }
}

/** Null where nobody listens: the app that wrote the file has died. */
function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
