import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { RowAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { Account, SourceRow } from './books.ts';
import type { MadeFile, Movement } from './files.ts';

/** What the worker was told so far, as a history knows it: what it has to hold, and nothing else. All of it can be copied. */

export type Decision = Annotation<'match-decision'>;
export type DecisionKind = 'match-decision' | 'payout-decision';

/** A decision as it was written, with the movements that its lines are. */
export type ToldDecision = {
  readonly kind: DecisionKind;
  readonly key: string;
  readonly value: Decision;
  readonly movements: readonly string[];
};

export type ToldImport = {
  readonly id: string;
  /** Its movements as they were read: with what was said by then of the row in doubt. */
  readonly file: Omit<MadeFile, 'bytes'>;
  /** What that was; null: nothing was said, or there is none. */
  readonly answer: RowAnswer | null;
  readonly account: Account | null;
};

/** What was said of a row, and what it is kept under. */
export type ToldRow = { readonly key: string; readonly answer: RowAnswer };

/** What an order held of a month: units of 10^-12 by column. */
export type HeldOrder = { readonly rows: number; readonly sums: { readonly [column: string]: bigint } };
export type HeldMonth = ReadonlyMap<string, HeldOrder>;

export type ToldClose = {
  readonly isOpen: boolean;
  readonly countsOwnCosts: boolean;
  readonly orders: HeldMonth;
  readonly log: readonly string[];
  /** What it held when somebody looked; null: nobody did since it was closed. */
  readonly seen: HeldMonth | null;
  /** Nothing could have moved since then. */
  readonly isFresh: boolean;
  readonly adjustments: readonly unknown[];
};

export type ToldAcceptance = {
  readonly value: Annotation<'exception'>;
  /** The cases that it was said of. */
  readonly cases: readonly string[];
};

/** What is not needed of a step of a month in an account, and of which figure that was said, as one text. */
export type ToldWaiver = {
  readonly key: string;
  readonly value: Annotation<'month-waiver'>;
  readonly figure: string;
};

export type Told = {
  rows: readonly SourceRow[];
  /** The oldest first. */
  imports: ToldImport[];
  /** Taken out last, and nothing was since: it can be brought back. */
  takenOut: ToldImport | null;
  decisions: Map<string, ToldDecision>;
  ownCosts: Map<string, Annotation<'own-cost'>>;
  acceptances: Map<string, ToldAcceptance>;
  closes: Map<string, ToldClose>;
  /** What the user said of rows of files, by what was asked. */
  answers: Map<string, ToldRow>;
  /** By month, step and account. */
  waivers: Map<string, ToldWaiver>;
};

export const NOTHING_TOLD: Told = {
  rows: [],
  imports: [],
  takenOut: null,
  decisions: new Map(),
  ownCosts: new Map(),
  acceptances: new Map(),
  closes: new Map(),
  answers: new Map(),
  waivers: new Map(),
};

export const copyOf = (told: Told): Told => structuredClone(told);

/** A bank's extract; and one that the user named the columns of, where it names no order that is here. */
export const isOfBank = ({ kind, accounts }: ImportedStatement): boolean =>
  kind === 'bank' || (kind === 'unknown' && accounts.length === 0);

/** Of some imports, every movement once. */
export function movementsOf(imports: readonly ToldImport[]): ReadonlyMap<string, Movement> {
  return new Map(
    imports.flatMap(({ file }) => [...file.movements.values()].map((each) => [each.id, each] as const)),
  );
}

export const movementAt = (
  imports: readonly ToldImport[],
  statementId: string,
  line: number,
): Movement | undefined => imports.find(({ id }) => id === statementId)?.file.movements.get(line);
