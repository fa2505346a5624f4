import type { FileRow } from '#renderer/data/model/file-cells.ts';
import type {
  IntakeProgress,
  IntakeRefusal,
  SheetLook,
  TableFileFacts,
} from '#renderer/data/model/table-file.ts';
import type { CostAnswer, CostAsk } from '#renderer/reconciliation/costs/model/cost-ask.ts';
import type {
  StatementAnswer,
  StatementAsk,
} from '#renderer/reconciliation/statements/model/statement-ask.ts';

/** All rows of a small table: of the first sheet in sight that has any; more than `most` of them are refused. */
type RowsAsk = { readonly kind: 'rows'; readonly most: number };

/** A request for a table file from elsewhere: a look at it, its rows, own costs out of one of its sheets, or a statement. */
export type IntakeAsk = { readonly kind: 'look' } | RowsAsk | CostAsk | StatementAsk;

export type IntakeAnswer =
  | { readonly kind: 'look'; readonly facts: TableFileFacts; readonly sheets: readonly SheetLook[] }
  | { readonly kind: 'rows'; readonly rows: readonly FileRow[] }
  | CostAnswer
  | StatementAnswer;

export type IntakeEnd =
  | { readonly kind: 'refused'; readonly refusal: IntakeRefusal }
  | { readonly kind: 'done'; readonly answer: IntakeAnswer };

/** A step of reading a file: how far it has come, or its end. */
export type IntakeStep = IntakeProgress | IntakeEnd;
