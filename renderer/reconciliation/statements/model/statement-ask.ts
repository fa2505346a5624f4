import type { WholeRowAnswer } from '#renderer/data/model/statement-answers.ts';
import type { StatementPreview } from './imported.ts';
import type { StatementMapping } from './mapping.ts';
import type { RowAnswer } from './row-answers.ts';

/** A statement is wanted of a table file. */
export type StatementAsk = {
  readonly kind: 'statement';
  /** Null: the sheet that has the most lines of a statement. */
  readonly sheet: string | null;
  /** The user's mapping of an unknown header, before it is kept: it counts before what was kept. */
  readonly mapping: { readonly fingerprint: string; readonly mapping: StatementMapping } | null;
  readonly rows?: RowAnswersAsk | undefined;
  /** The name of the file. */
  readonly name?: string | undefined;
};

/** The user's answers about rows that were not understood, before they are kept: they count before what was kept. */
export type RowAnswersAsk = {
  /** Null: what was said is to be asked again. */
  readonly said: readonly { readonly key: string; readonly answer: RowAnswer | null }[];
  readonly others: WholeRowAnswer | null;
};

export type StatementAnswer = { readonly kind: 'statement'; readonly statement: StatementPreview };
