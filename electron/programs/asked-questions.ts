import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { AppCalls } from '#shared/contract/app.ts';
import {
  ASSISTANT_QUESTIONS,
  type AskedOutcome,
  type AskedQuestion,
  type Asker,
  type AssistantAccess,
  type ProgramAnswer,
  type ProgramFailureCode,
  type ProgramQuestion,
  ProgramRefusal,
} from '#shared/contract/program-questions.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { ExportTarget } from '../export/export-target.ts';
import { askedFolder, openAskedTarget, readAskedFile } from './asked-file.ts';

/** Questions of programs on their way to a page: the page that has the copy takes them, and answers them one by one. */

type PageCalls = Handlers<Pick<AppCalls, 'takeAsked' | 'answerAsked'>>;
export type AskedPage = {
  readonly calls: PageCalls;
  /** The page has gone: what it took has no answer. */
  readonly end: () => void;
};

/** `progress` hears how far the answer is; an aborted `signal` gives the question up. */
type Listening = {
  readonly progress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
};
export type AskPage = (
  question: ProgramQuestion,
  asking: Listening & { readonly asker: Asker },
) => Promise<ProgramAnswer>;

export type AskedQuestions = ReturnType<typeof createAskedQuestions>;

type Waiting = AskedQuestion & {
  takenBy: AskedPage | null;
  readonly hear: (outcome: AskedOutcome) => void;
  readonly fail: (code: ProgramFailureCode, detail?: string) => void;
};

/** So long a question waits for a page to take it. */
type Patience = {
  /** A page that has the copy takes it at once; one that is being opened needs a moment. */
  readonly withPageMs: number;
  /** Where there is no page at all, one that is loaded again may come back. */
  readonly withoutMs: number;
};
export const PATIENCE: Patience = { withPageMs: 20_000, withoutMs: 3000 };
/** A window of the app's own is there or about to be, and opens the copy, however large. */
export const PATIENCE_WITH_WINDOW: Patience = { withPageMs: 60_000, withoutMs: 60_000 };
/** Whoever asks more at a time waits for nothing. */
const MAX_WAITING = 50;

/**
 * Questions wait here until a page takes them. Long, for its functions share the questions that wait.
 * @param emit tells the pages that something waits
 * @param readAccess what the user lets assistants ask
 */
export function createAskedQuestions(
  emit: () => void,
  readAccess: () => Promise<AssistantAccess>,
  patience: Patience = PATIENCE,
) {
  const waiting = new Map<string, Waiting>();
  const pages = new Set<AskedPage>();

  const ask: AskPage = async (question, { asker, ...listening }) => {
    if (asker === 'command') return wait(question, false, listening);
    const access = await readAccess();
    if (access === 'off') throw new ProgramRefusal('assistants-off');
    if (!ASSISTANT_QUESTIONS.some((ask) => ask === question.ask)) throw new ProgramRefusal('assistants-read');
    return wait(question, access !== 'buyers', listening);
  };

  const wait = (
    question: ProgramQuestion,
    hidesBuyers: boolean,
    { progress, signal }: Listening,
  ): Promise<ProgramAnswer> =>
    new Promise((resolve, reject) => {
      const id = randomUUID();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        waiting.delete(id);
      };
      const fail: Waiting['fail'] = (code, detail = '') => {
        end();
        reject(new ProgramRefusal(code, detail));
      };
      const giveUp = (): void => fail('failed', 'It was given up.');
      const timer = setTimeout(
        () => {
          if (waiting.get(id)?.takenBy === null) fail('no-page');
        },
        pages.size === 0 ? patience.withoutMs : patience.withPageMs,
      );
      if (signal.aborted || waiting.size >= MAX_WAITING)
        return fail('failed', 'Too much is asked at a time.');
      signal.addEventListener('abort', giveUp);
      waiting.set(id, {
        id,
        question,
        hidesBuyers,
        takenBy: null,
        fail,
        hear: (outcome) => {
          if (outcome.kind === 'progress') return progress(outcome.done, outcome.of);
          if (outcome.kind === 'failure') return fail(outcome.code, outcome.detail);
          end();
          resolve(outcome.answer);
        },
      });
      emit();
    });

  return {
    ask,
    /** A new file in the folder that a question names. Who knows its id has taken it. */
    open: async (id: string, fileName: string): Promise<ExportTarget> => {
      const asked = waiting.get(id);
      if (asked?.question.ask !== 'export') throw new ProgramRefusal('folder-gone');
      return openAskedTarget(asked.question.folder, fileName);
    },
    /** The folder that a question names for an export for engines. Refuses where there is none. */
    folderOf: async (id: string): Promise<string> => {
      const asked = waiting.get(id);
      if (asked?.question.ask !== 'dataset') throw new ProgramRefusal('folder-gone');
      return askedFolder(asked.question.folder);
    },
    /** A part of the file that a question is about; nothing where it ends. */
    read: async (id: string, offset: number): Promise<Uint8Array> => {
      const asked = waiting.get(id);
      if (asked?.question.ask !== 'check') throw new ProgramRefusal('file-gone');
      return readAskedFile(asked.question.path, offset);
    },
    /** A page that may answer. */
    connect: (): AskedPage => {
      const page: AskedPage = {
        calls: {
          takeAsked: () => {
            const taken = [...waiting.values()].filter(({ takenBy }) => takenBy === null);
            for (const each of taken) each.takenBy = page;
            return taken.map(({ id, question, hidesBuyers }) => ({
              id,
              question: withoutPath(question),
              hidesBuyers,
            }));
          },
          answerAsked: ({ id, outcome }) => {
            const asked = waiting.get(id);
            // Given up meanwhile, or another page's.
            if (asked?.takenBy === page) asked.hear(outcome);
            return null;
          },
        },
        end: () => {
          pages.delete(page);
          for (const asked of [...waiting.values()]) if (asked.takenBy === page) asked.fail('page-gone');
        },
      };
      pages.add(page);
      return page;
    },
    stop: (): void => {
      for (const asked of [...waiting.values()]) asked.fail('no-page');
    },
  };
}

/** The page learns no path. */
function withoutPath(question: ProgramQuestion): ProgramQuestion {
  switch (question.ask) {
    case 'check':
      return { ...question, path: basename(question.path) };
    case 'export':
    case 'dataset':
      return { ...question, folder: basename(question.folder) };
    default:
      return question;
  }
}
