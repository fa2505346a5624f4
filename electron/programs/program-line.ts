import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Asker,
  LINE_FILE,
  type LineCalls,
  type LineEvents,
  type LineFile,
  lineInputs,
  PROGRAM_CONTRACT_VERSION,
  ProgramRefusal,
} from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, emitEvent, type Handlers, RpcError, serveCalls } from '#shared/contract/rpc.ts';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import type { AskPage } from './asked-questions.ts';
import { lineChannel, MAX_QUESTION_CHARACTERS } from './line-channel.ts';

/**
 * The line on which this user's other programs ask: a socket of the file system (on Windows a pipe), never a port, so that
 * no page of a browser and no other machine can reach it. It lies in a folder that is this user's alone; who connects has
 * to know the secret besides, which a file of the profile (0600) tells.
 */
export type ProgramLine = { readonly stop: () => Promise<void> };

/** The longest path of a socket that every system takes (`sun_path`). */
const LONGEST_SOCKET_PATH = 100;
const GREETING_WITHIN_MS = 5000;
/** A person has one or two, and each assistant one as long as it is there; a program that opens more than these is refused. */
const MAX_CONNECTIONS = 60;

const secretsAreEqual = (given: string, secret: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
};

type Place = { readonly path: string; readonly remove: () => Promise<void> };

async function placeOf(profileDirectory: string, platform: NodeJS.Platform): Promise<Place> {
  if (platform === 'win32')
    return { path: `\\\\.\\pipe\\cuadra-${randomUUID()}`, remove: async () => undefined };
  const own = join(profileDirectory, 'programs.sock');
  if (Buffer.byteLength(own) <= LONGEST_SOCKET_PATH) {
    const remove = () => rm(own, { force: true });
    // Who holds the profile's lock is the only host: whatever lies there is of one that died.
    await remove();
    return { path: own, remove };
  }
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-'));
  return { path: join(folder, 's'), remove: () => rm(folder, { recursive: true, force: true }) };
}

function serve(socket: Socket, secret: string, app: string, ask: AskPage, isEnding: () => boolean): void {
  const channel = lineChannel(socket, MAX_QUESTION_CHARACTERS);
  let letIn: Asker | null = null;
  const gone = new AbortController();
  // One for each question that waits.
  setMaxListeners(0, gone.signal);
  const patience = setTimeout(() => socket.destroy(), GREETING_WITHIN_MS);
  patience.unref();
  channel.onClose(() => {
    clearTimeout(patience);
    gone.abort();
  });
  const refuse = (code: 'not-let-in' | 'other-version'): never => {
    setImmediate(channel.close);
    throw new ProgramRefusal(code);
  };
  const handlers: Handlers<LineCalls> = {
    greet: ({ secret: given, version, asker }) => {
      if (!secretsAreEqual(given, secret)) return refuse('not-let-in');
      if (version !== PROGRAM_CONTRACT_VERSION) return refuse('other-version');
      clearTimeout(patience);
      letIn = asker;
      return { app, version: PROGRAM_CONTRACT_VERSION };
    },
    ask: (question) => {
      if (letIn === null) return refuse('not-let-in');
      const progress = (done: number, of: number): void =>
        emitEvent<LineEvents, 'progress'>(channel, 'progress', { done, of });
      return ask(question, { asker: letIn, progress, signal: gone.signal }).catch((error: unknown) => {
        // Its page goes first: that is not what there is to say.
        throw isEnding() ? new RpcError(CHANNEL_CLOSED, 'The app is ending.') : error;
      });
    },
  };
  serveCalls<LineCalls>(channel, handlers, lineInputs);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Listens until it is stopped. Call it while the profile is locked; rejects with the system's error. */
export async function openProgramLine(options: {
  readonly profileDirectory: string;
  readonly app: string;
  readonly ask: AskPage;
  /** True once the app is ending, and its window before it. */
  readonly isEnding?: () => boolean;
  /** Hears how many programs are on the line, whenever one comes or goes until it is stopped. */
  readonly onAskers?: (count: number) => void;
  readonly platform?: NodeJS.Platform;
}): Promise<ProgramLine> {
  const { profileDirectory, app, ask, platform = process.platform } = options;
  const { isEnding = () => false, onAskers = () => undefined } = options;
  const file = join(profileDirectory, LINE_FILE);
  // Of one that died: its secret opens nothing here.
  await rm(file, { force: true });
  const secret = randomBytes(32).toString('base64url');
  const place = await placeOf(profileDirectory, platform);
  const open = new Set<Socket>();
  let isStopped = false;
  const server = createServer((socket) => {
    open.add(socket);
    onAskers(open.size);
    socket.once('close', () => {
      open.delete(socket);
      if (!isStopped) onAskers(open.size);
    });
    serve(socket, secret, app, ask, isEnding);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, place.path);
  if (platform !== 'win32') await chmod(place.path, 0o600);
  await writeFileAtomically(
    file,
    `${JSON.stringify({ path: place.path, secret, app } satisfies LineFile)}\n`,
  );
  return {
    stop: async () => {
      isStopped = true;
      await rm(file, { force: true });
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
      await place.remove();
    },
  };
}
