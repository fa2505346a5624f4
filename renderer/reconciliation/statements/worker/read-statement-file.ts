import { withCovered } from '#renderer/data/files/intake/merged-cells.ts';
import type { RowsRead } from '#renderer/data/files/intake/read-table-file.ts';
import { refuse } from '#renderer/data/files/intake/refusals.ts';
import { type FileRow, isBlankRow, type MergedCells } from '#renderer/data/model/file-cells.ts';
import type { SheetOfFile, TableFileFacts } from '#renderer/data/model/table-file.ts';
import {
  readStatement,
  type StatementQuestion,
} from '#renderer/reconciliation/statements/model/read-statement.ts';
import { NO_ANSWERS, type RowAnswers } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type {
  RowAnswersAsk,
  StatementAnswer,
  StatementAsk,
} from '#renderer/reconciliation/statements/model/statement-ask.ts';
import type { Pause } from '#shared/base/tasks.ts';

/**
 * A statement in a table file: every sheet is tried, and that with the most lines is it; one that is hidden only where no other
 * has any.
 */

/** A reading, and where it was found. */
export type FoundStatement = {
  readonly facts: TableFileFacts;
  readonly sheet: string;
  readonly sheets: readonly SheetOfFile[];
  readonly head: readonly FileRow[];
  readonly reading: StatementReading;
};

export type StatementTools = {
  readonly question: () => StatementQuestion;
  /** Keeps what was read, and says what stands beside it. */
  readonly describe: (
    found: FoundStatement,
    ask: StatementAsk,
    /** Aborted where the reading was given up: nothing of it is kept then. */
    signal?: AbortSignal,
  ) => Promise<StatementAnswer>;
};
/** Limit of one statement's rows: beyond it memory would not do. */
const MAX_ROWS = 1_000_000;
const HEAD_ROWS = 40;

/** The answers kept, with those given now. */
function answersOf(
  kept: RowAnswers = NO_ANSWERS,
  asked: RowAnswersAsk = { said: [], others: null },
): RowAnswers {
  const now = asked.said.map(({ key, answer }) => [key, answer] as const);
  return { said: new Map([...kept.said, ...now]), others: asked.others };
}

export function createStatementReader(ask: StatementAsk, tools: StatementTools, pause: Pause) {
  type Sheet = { isHidden: boolean; readonly rows: FileRow[]; readonly merged: MergedCells[] };
  const sheets = new Map<string, Sheet>();
  let count = 0;
  return {
    add({ sheet, isHidden, rows, merged = [] }: RowsRead): void {
      if (rows.length === 0 && !sheets.has(sheet)) return;
      const own = sheets.get(sheet) ?? { isHidden, rows: [], merged: [] };
      own.isHidden ||= isHidden;
      for (const cells of merged) own.merged.push(cells);
      sheets.set(sheet, own);
      count += rows.length;
      if (count > MAX_ROWS) throw refuse('too-many-lines', { sheet: sheet === '' ? null : sheet });
      for (const row of rows) own.rows.push(row);
    },
    async *end(facts: TableFileFacts): AsyncGenerator<undefined, StatementAnswer> {
      const given = tools.question();
      const said = ask.mapping;
      const mappings =
        said === null
          ? given.mappings
          : new Map([...given.mappings, [said.fingerprint, said.mapping] as const]);
      const rowAnswers = answersOf(given.rows, ask.rows);
      const found: Found[] = [];
      for (const [sheet, { isHidden, rows: bare, merged }] of sheets) {
        const rows = withCovered(bare, merged);
        const task = readStatement(rows, { ...given, mappings, rows: rowAnswers });
        let step = task.next();
        for (; step.done !== true; step = task.next()) {
          await pause();
          yield;
        }
        found.push({
          sheet,
          isHidden,
          reading: step.value,
          rows: rows.filter((row) => !isBlankRow(row)).length,
        });
      }
      const best = found.find(({ sheet }) => sheet === ask.sheet) ?? found.toSorted(byLikelihood)[0];
      if (best === undefined || best.rows === 0) throw refuse('empty');
      return tools.describe(
        {
          facts,
          sheet: best.sheet,
          sheets: found.map(({ sheet, isHidden, reading }) => {
            return { name: sheet, isHidden, lines: reading.lines.length };
          }),
          head: (sheets.get(best.sheet)?.rows ?? []).slice(0, HEAD_ROWS),
          reading: best.reading,
        },
        ask,
      );
    },
  };
}

type Found = {
  readonly sheet: string;
  readonly isHidden: boolean;
  readonly reading: StatementReading;
  readonly rows: number;
};

function byLikelihood(one: Found, other: Found): number {
  const lines = ({ reading }: Found): number => reading.lines.length;
  return (
    Number(lines(one) === 0) - Number(lines(other) === 0) ||
    Number(one.isHidden) - Number(other.isHidden) ||
    lines(other) - lines(one) ||
    other.rows - one.rows
  );
}
