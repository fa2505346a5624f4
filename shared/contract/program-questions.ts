import { z } from 'zod';
import { PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { type Frozen, RpcError } from './rpc.ts';
import { localDate, monthSchema } from './wire-dates.ts';

/**
 * What other programs of this user may ask of the open copy, and what they are answered: the command line is one of them.
 * A program asks the host over a socket of the profile, the host hands the question to the page that has the copy, and the
 * page answers as its screens do. Of its own version: a program that knows another one is told so.
 */
export const PROGRAM_CONTRACT_VERSION = 1;

const MAX_TEXT = 500;
const MAX_CONDITIONS = 50;
const MAX_VALUES = 1000;
/** Lines of one answer: what is more is an export's. */
export const MAX_PROGRAM_ROWS = 10_000;
const word = z.string().min(1).max(MAX_TEXT);

const periodSchema = z.union([
  z.object({ month: monthSchema }),
  z
    .object({ from: localDate, to: localDate })
    .refine(({ from, to }) => from <= to, 'The days are in the wrong order.'),
]);

/** Of whom, and in what money. */
const viewSchema = z.object({
  /** The account's name or id; absent: the one that is open. */
  account: word.optional(),
  /** ISO 4217; absent: the account's main one. */
  currency: word.optional(),
  /** With the costs that the user gave where the source has none. */
  ownCosts: z.boolean().optional(),
});
export type AskedView = Frozen<z.infer<typeof viewSchema>>;

/** Which rows are meant. Columns are named as the API spells them, without regard to case or accents. */
const selectionSchema = viewSchema.extend({
  /** Absent: all there is. */
  period: periodSchema.optional(),
  periodColumn: z.enum(PERIOD_COLUMNS).optional(),
  /** AND between columns, OR within one. */
  filters: z
    .array(z.object({ column: word, values: z.array(z.string().max(MAX_TEXT)).min(1).max(MAX_VALUES) }))
    .max(MAX_CONDITIONS)
    .optional(),
  search: z.string().max(MAX_TEXT).optional(),
  /** As Cuadra's dashboard of the source counts (spec 4.2.14). */
  dashboard: z.boolean().optional(),
});

const tableLinesSchema = selectionSchema.extend({
  grouping: z.enum(['orders', 'rows']).optional(),
  /** Absent: those that the table opens with. */
  columns: z.array(word).min(1).max(300).optional(),
  /** Absent: the newest purchase first. */
  sort: z.object({ column: word, direction: z.enum(['ascending', 'descending']) }).optional(),
});
export type AskedLines = Frozen<z.infer<typeof tableLinesSchema>>;

/** A folder of this machine that something is written to. */
const folderSchema = z.string().min(1).max(4096);

/** Exact CSV for programs, or a workbook with its evidence. */
export const PROGRAM_FILE_FORMS = ['csv', 'xlsx'] as const;

export const PROGRAM_SCOPES = ['marketplace', 'comercial', 'total', 'all'] as const;
export type ProgramScope = (typeof PROGRAM_SCOPES)[number];

/** The states of exceptions; all of them. */
export const PROGRAM_STATES = ['open', 'explained', 'accepted', 'claimed', 'resolved', 'all'] as const;

export const programQuestionSchema = z.discriminatedUnion('ask', [
  /** The account that is open, and what its copy holds. */
  z.object({ ask: z.literal('status'), account: word.optional() }),
  /** Sums and profitabilities, by a column or a part of the calendar where one is named. */
  selectionSchema.extend({
    ask: z.literal('totals'),
    by: word.optional(),
    scope: z.enum(PROGRAM_SCOPES).optional(),
  }),
  /** Lines of the table of orders, newest purchase first. */
  tableLinesSchema.extend({
    ask: z.literal('orders'),
    limit: z.int().min(1).max(MAX_PROGRAM_ROWS).optional(),
  }),
  /** The same table, all of it, as a file in a folder of this machine. The page does not learn which. */
  tableLinesSchema.extend({
    ask: z.literal('export'),
    form: z.enum(PROGRAM_FILE_FORMS),
    folder: folderSchema,
  }),
  /** All rows of the account and the tables beside them, for engines, below a folder of this machine. It takes no selection. */
  z.strictObject({ ask: z.literal('dataset'), account: word.optional(), folder: folderSchema }),
  /** The queue of exceptions, of a month or of all. */
  viewSchema.extend({
    ask: z.literal('exceptions'),
    month: monthSchema.optional(),
    /** Absent: what waits for somebody, as the queue opens. */
    state: z.enum(PROGRAM_STATES).optional(),
  }),
  /** The entries of a closed month, line by line. */
  viewSchema.extend({ ask: z.literal('journal'), month: monthSchema }),
  /** Whether a workbook of Cuadra's was altered, and what its figures come to by now. The page gets its name alone. */
  z.object({ ask: z.literal('check'), account: word.optional(), path: z.string().min(1).max(4096) }),
  /** Reads the changes now, and answers once that run has ended: all that a program can make Cuadra do. */
  z.object({ ask: z.literal('sync'), account: word.optional() }),
]);
export type ProgramQuestion = Frozen<z.infer<typeof programQuestionSchema>>;
export type QuestionOf<Ask extends ProgramQuestion['ask']> = Extract<ProgramQuestion, { ask: Ask }>;
export type AskedSelection = Frozen<z.infer<typeof selectionSchema>>;

/** Kinds of values of a column: exact decimal text, whole numbers as text, percent rounded to two places, texts. */
export const PROGRAM_COLUMN_KINDS = ['text', 'decimal', 'count', 'percent'] as const;

const rowSchema = z.array(z.string().nullable());
const tableSchema = z.object({
  /** Columns of the API by their own key; what is Cuadra's own in English. */
  columns: z.array(z.object({ key: z.string(), kind: z.enum(PROGRAM_COLUMN_KINDS) })),
  /** Null: nothing is there, or rows of an order differ. */
  rows: z.array(rowSchema),
  /** Of all rows of the selection, in the same columns; null: a sum of these lines says nothing. */
  total: rowSchema.nullable(),
  /** Lines that the limit left out. */
  leftOut: z.int(),
});
export type ProgramTable = Frozen<z.infer<typeof tableSchema>>;

/** What an answer rests on: with it the same figure is found on the screens. */
const evidenceSchema = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  app: z.string(),
  currency: z.string().nullable(),
  /** Null: the answer is of the whole copy. */
  selection: z.custom<Selection>((value) => value === null || typeof value === 'object').nullable(),
  /** Counts the commits of the copy: two answers of one revision are of the same rows. */
  revision: z.int(),
  /** Rows and orders that the answer is of. */
  rows: z.int(),
  orders: z.int(),
  /** The last reading that the rows hold, by the server's clock; null before the first. */
  readUntil: z.string().nullable(),
});
export type ProgramEvidence = Frozen<z.infer<typeof evidenceSchema>>;

export const programAnswerSchema = z.object({
  version: z.literal(PROGRAM_CONTRACT_VERSION),
  ask: z.string(),
  evidence: evidenceSchema,
  table: tableSchema,
  /** Of a check alone: the file is as it was written, and its figures are those of today. */
  agrees: z.boolean().optional(),
});
export type ProgramAnswer = Frozen<z.infer<typeof programAnswerSchema>>;

/** Why a question has no answer: codes that stay, said in words by who asked. */
export const PROGRAM_FAILURES = [
  /** No page of Cuadra is there to answer, or none that has the copy. */
  'no-page',
  /** The page that was answering failed, or was closed or loaded again, before it was done. */
  'page-gone',
  /** The program and the app are of different versions of this contract. */
  'other-version',
  'not-let-in',
  'no-account',
  'unknown-account',
  /** The account is there, and another one is open. `detail`: its name. */
  'other-account-open',
  /** The copy cannot be opened: the app says why. */
  'copy-closed',
  'no-rows-yet',
  /** `detail`: the first and the last month there are. */
  'unknown-month',
  /** `detail`: the column. */
  'unknown-column',
  /** `detail`: those there are. */
  'unknown-currency',
  /** Entries are of closed months alone. `detail`: the month. */
  'month-open',
  /** The run of the sync did not end well. `detail`: its failure's code, and the server's words. */
  'sync-failed',
  /** `detail`: its path. */
  'file-gone',
  /** The folder that a file is to go to. `detail`: its path. */
  'folder-gone',
  /** What lies where an export is to go is none of this account's, and stays. `detail`: its path. */
  'folder-taken',
  /** It is being written already. */
  'dataset-busy',
  /** The file is not checked. `detail`: why, by a code. */
  'file-refused',
  /** The user lets no assistant ask. */
  'assistants-off',
  /** Something else than figures was asked by an assistant. */
  'assistants-read',
  /** What was asked says who bought, and the user keeps that from assistants. */
  'buyers-hidden',
  'failed',
] as const;
export type ProgramFailureCode = (typeof PROGRAM_FAILURES)[number];

/** Ends a question without an answer: no screen shows it, the program that asked says it in its own words. */
export class ProgramRefusal extends RpcError {
  constructor(code: ProgramFailureCode, detail = '') {
    super(code, detail);
  }
}

/** Who asks: the command line, or an assistant over MCP, which may only read, and only what the user lets it. */
export const ASKERS = ['command', 'assistant'] as const;
export type Asker = (typeof ASKERS)[number];

/** What reads figures, which is all that assistants may ask: no files of this machine, and no sync. */
export const ASSISTANT_QUESTIONS = [
  'status',
  'totals',
  'orders',
  'exceptions',
  'journal',
] as const satisfies readonly ProgramQuestion['ask'][];
export type AssistantQuestion = (typeof ASSISTANT_QUESTIONS)[number];

/** What assistants may ask: nothing, figures and orders without their buyers, or these too. */
export const ASSISTANT_ACCESS = ['off', 'figures', 'buyers'] as const;
export type AssistantAccess = (typeof ASSISTANT_ACCESS)[number];

/** A question as the page gets it; `hidesBuyers`: nothing of who bought may be in its answer, nor be looked for. */
export type AskedQuestion = {
  readonly id: string;
  readonly question: ProgramQuestion;
  readonly hidesBuyers: boolean;
};

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.number(), of: z.number() }),
  z.object({ kind: z.literal('answer'), answer: programAnswerSchema }),
  z.object({
    kind: z.literal('failure'),
    code: z.enum(PROGRAM_FAILURES),
    detail: z.string().max(2000),
  }),
]);
export type AskedOutcome = Frozen<z.infer<typeof outcomeSchema>>;

export const askedInputs = {
  /** The questions of programs that wait for a page, which then answers them. */
  takeAsked: z.null(),
  answerAsked: z.object({ id: z.string().min(1).max(100), outcome: outcomeSchema }),
  readAssistantAccess: z.null(),
  changeAssistantAccess: z.object({ access: z.enum(ASSISTANT_ACCESS) }),
};
export type AskedOutputs = {
  takeAsked: readonly AskedQuestion[];
  answerAsked: null;
  readAssistantAccess: AssistantAccess;
  changeAssistantAccess: AssistantAccess;
};

/** Calls of a program to the host. The first one is `greet`, with the secret that this user's file tells. */
export const lineInputs = {
  greet: z.object({ secret: z.string().max(200), version: z.int(), asker: z.enum(ASKERS) }),
  ask: programQuestionSchema,
};
export type LineCalls = {
  readonly greet: {
    readonly input: { readonly secret: string; readonly version: number; readonly asker: Asker };
    readonly output: { readonly app: string; readonly version: number };
  };
  readonly ask: { readonly input: ProgramQuestion; readonly output: ProgramAnswer };
};
export type LineEvents = { readonly progress: { readonly done: number; readonly of: number } };

/** Where a host listens for programs: in the profile folder, for its user's eyes only. */
export const LINE_FILE = 'programs.json';
export const lineFileSchema = z.object({
  path: z.string().min(1),
  secret: z.string().min(1),
  app: z.string(),
});
export type LineFile = Readonly<z.infer<typeof lineFileSchema>>;
