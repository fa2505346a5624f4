import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { RowAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { Account, SourceRow } from './books.ts';
import type { MadeFile, Movement } from './files.ts';

/** What the worker was told so far, as a history knows it: what it has to hold, and nothing else. All of it can be copied. */

export type Decision = Annotation<'match-decision'>;
export type DecisionKind = 'match-decision' | 'payout-decision';

/** A decision as it was written, with the movements that its lines are. */
export type ExpectedDecision = {
  readonly kind: DecisionKind;
  readonly key: string;
  readonly value: Decision;
  readonly movements: readonly string[];
};

export type ExpectedImport = {
  readonly id: string;
  /** Its movements as they were read: with what was said by then of the row in doubt. */
  readonly file: Omit<MadeFile, 'bytes'>;
  /** What that was; null: nothing was said, or there is none. */
  readonly answer: RowAnswer | null;
  readonly account: Account | null;
};

/** What was said of a row, and what it is kept under. */
export type AnsweredRow = { readonly key: string; readonly answer: RowAnswer };

/** What an order held of a month: units of 10^-12 by column. */
export type ClosedOrder = { readonly rows: number; readonly sums: { readonly [column: string]: bigint } };
export type ClosedMonth = ReadonlyMap<string, ClosedOrder>;

export type ExpectedClose = {
  readonly isOpen: boolean;
  readonly countsOwnCosts: boolean;
  readonly orders: ClosedMonth;
  readonly log: readonly string[];
  /** What it held when somebody looked; null: nobody did since it was closed. */
  readonly seen: ClosedMonth | null;
  /** Nothing could have moved since then. */
  readonly isFresh: boolean;
  readonly adjustments: readonly unknown[];
};

export type ExpectedAcceptance = {
  readonly value: Annotation<'exception'>;
  /** The cases that it was said of. */
  readonly cases: readonly string[];
};

/** What was said of one exception, or claimed of it, and of which case that was. */
export type ToldOfCase<Kind extends 'exception-saying' | 'claim'> = {
  readonly value: Annotation<Kind>;
  /** The key of the exception. */
  readonly key: string;
  /** Where it is found: the statement and why. */
  readonly place: string;
  readonly orders: readonly string[];
  readonly content: string;
};

/** What is not needed of a step of a month in an account, and of which figure that was said, as one text. */
export type ToldWaiver = {
  readonly key: string;
  readonly value: Annotation<'month-waiver'>;
  readonly figure: string;
};

/** What a sign-off is of, as texts: another figure lets it fall; where nothing of all moved it holds. */
export type SignedTexts = { readonly figure: string; readonly all: string };

/** What was signed of a step of a month in an account. */
export type ToldSign = {
  readonly key: string;
  readonly value: Annotation<'month-sign-off'>;
  readonly month: string;
  readonly step: WaivableStep;
  readonly account: string;
  readonly of: SignedTexts;
};

export type Expected = {
  rows: readonly SourceRow[];
  /** The oldest first. */
  imports: ExpectedImport[];
  /** Taken out last, and nothing was since: it can be brought back. */
  takenOut: ExpectedImport | null;
  decisions: Map<string, ExpectedDecision>;
  ownCosts: Map<string, Annotation<'own-cost'>>;
  acceptances: Map<string, ExpectedAcceptance>;
  /** By their own keys. */
  sayings: Map<string, ToldOfCase<'exception-saying'>>;
  /** By their numbers. */
  claims: Map<string, ToldOfCase<'claim'>>;
  closes: Map<string, ExpectedClose>;
  /** What the user said of rows of files, by what was asked. */
  answers: Map<string, AnsweredRow>;
  /** By month, step and account. */
  waivers: Map<string, ToldWaiver>;
  signs: Map<string, ToldSign>;
  /** What was said that statements are held against, by layout and account. */
  bases: Map<string, Annotation<'statement-basis'>>;
  /** Words of bank lines that were said to be no channel's. */
  noChannel: Map<string, Annotation<'no-channel'>>;
};

export const NOTHING_EXPECTED: Expected = {
  rows: [],
  imports: [],
  takenOut: null,
  decisions: new Map(),
  ownCosts: new Map(),
  acceptances: new Map(),
  sayings: new Map(),
  claims: new Map(),
  closes: new Map(),
  answers: new Map(),
  waivers: new Map(),
  signs: new Map(),
  bases: new Map(),
  noChannel: new Map(),
};

export const copyOf = (expected: Expected): Expected => structuredClone(expected);

/** A bank's extract; and one that the user named the columns of, where it names no order that is here. */
export const isOfBank = ({ kind, accounts }: ImportedStatement): boolean =>
  kind === 'bank' || (kind === 'unknown' && accounts.length === 0);

/** Whether advertising is billed apart by a statement: it was said of its layout with each account that it is of. */
export function isBilledApart(
  { kind, layout, account, accounts }: ImportedStatement,
  { bases }: Pick<Expected, 'bases'>,
): boolean {
  const own = account == null ? accounts : [{ canal: account.Canal, cuenta: account.Cuenta }];
  const keys =
    own.length === 0
      ? [[kind, layout]]
      : own.map(({ canal, cuenta }) => [kind, layout, canal, cuenta] as const);
  return keys.every((key) => bases.get(JSON.stringify(key))?.apart.includes(APART) === true);
}

/** The section that is said to be billed apart, where one is. */
export const APART = 'advertising';

/** Of some imports, every movement once. */
export function movementsOf(imports: readonly ExpectedImport[]): ReadonlyMap<string, Movement> {
  return new Map(
    imports.flatMap(({ file }) => [...file.movements.values()].map((each) => [each.id, each] as const)),
  );
}

export const movementAt = (
  imports: readonly ExpectedImport[],
  statementId: string,
  line: number,
): Movement | undefined => imports.find(({ id }) => id === statementId)?.file.movements.get(line);
