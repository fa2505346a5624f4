import { withCovered } from '#renderer/data/files/intake/merged-cells.ts';
import { type RowsRead, readTableFile } from '#renderer/data/files/intake/read-table-file.ts';
import { IntakeRefusedError, refuse } from '#renderer/data/files/intake/refusals.ts';
import { type FileRow, isBlankRow, type MergedCells } from '#renderer/data/model/file-cells.ts';
import type { SheetLook, TableFileFacts } from '#renderer/data/model/table-file.ts';
import { createCostReading } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import {
  createStatementReader,
  type StatementTools,
} from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import { type Pause, ROWS_A_STEP } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { IntakeAnswer, IntakeAsk, IntakeStep } from './intake.ts';

/** A table file read for what is wanted of it, step by step. */

/** Headers stand below titles, never further down. */
const HEAD_ROWS = 40;
const HEAD_COLUMNS = 256;
/** Lines without a cost are none, and many of them may stand beside the others. */
const MAX_COST_ROWS = 1_000_000;
/** Tells how far it has come so often. */
const PROGRESS_EVERY_MS = 100;

type Reader = {
  readonly add: (read: RowsRead) => void;
  /** Gives way while it lasts. */
  readonly end: (facts: TableFileFacts) => AsyncGenerator<undefined, IntakeAnswer>;
};

export type IntakeTools = {
  readonly pause: Pause;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
  readonly statements: StatementTools;
};

export async function* readIntake(
  file: Blob,
  ask: IntakeAsk,
  { pause, now, statements }: IntakeTools,
): AsyncGenerator<IntakeStep, IntakeStep> {
  const reader = readerOf(ask, statements, pause);
  const reading = readTableFile(file, pause);
  let lines = 0;
  let reportedAt = now();
  const isDue = (): boolean => {
    if (now() - reportedAt < PROGRESS_EVERY_MS) return false;
    reportedAt = now();
    return true;
  };
  try {
    for (;;) {
      const { done, value } = await reading.next();
      if (done === true) {
        const end = reader.end(value);
        for (;;) {
          const step = await end.next();
          if (step.done === true) return { kind: 'done', answer: step.value };
          if (isDue()) yield { kind: 'running', share: 1, lines };
        }
      }
      lines += value.rows.length;
      reader.add(value);
      if (isDue()) yield { kind: 'running', share: value.share, lines };
    }
  } catch (error) {
    if (error instanceof IntakeRefusedError) return { kind: 'refused', refusal: error.refusal };
    throw error;
  } finally {
    // Whoever ends this one early gives the file up.
    await reading.return({ format: 'text', encoding: null, delimiter: null, notes: [] });
  }
}

function readerOf(ask: IntakeAsk, statements: StatementTools, pause: Pause): Reader {
  switch (ask.kind) {
    case 'look':
      return createLook();
    case 'rows':
      return createRows(ask.most);
    case 'own-costs':
      return createCosts(ask, statements.question().today);
    case 'statement':
      return createStatementReader(ask, statements, pause);
  }
}

/** An answer that is there at once. */
// biome-ignore lint/correctness/useYield: it never has to give way
async function* atOnce(answer: IntakeAnswer): AsyncGenerator<undefined, IntakeAnswer> {
  return answer;
}

function createLook(): Reader {
  type Look = { -readonly [key in keyof SheetLook]: SheetLook[key] } & { readonly head: FileRow[] };
  const sheets = new Map<string, Look>();
  return {
    add({ sheet, isHidden, rows }) {
      let look = sheets.get(sheet);
      if (look === undefined) {
        look = { name: sheet, isHidden, lines: 0, columns: 0, head: [] };
        sheets.set(sheet, look);
      }
      look.isHidden ||= isHidden;
      look.lines += rows.length;
      for (const row of rows) {
        look.columns = Math.max(look.columns, row.cells.length);
        if (look.head.length < HEAD_ROWS) look.head.push({ ...row, cells: row.cells.slice(0, HEAD_COLUMNS) });
      }
    },
    end: (facts) =>
      atOnce({ kind: 'look', facts, sheets: [...sheets.values()].filter(({ lines }) => lines > 0) }),
  };
}

/** A sheet's being hidden may be told after its rows. */
function createRows(most: number): Reader {
  const sheets = new Map<string, { isHidden: boolean; readonly rows: FileRow[] }>();
  return {
    add({ sheet, isHidden, rows }) {
      const own = sheets.get(sheet) ?? { isHidden, rows: [] };
      sheets.set(sheet, own);
      own.isHidden ||= isHidden;
      own.rows.push(...rows.filter((row) => !isBlankRow(row)));
      if (own.rows.length > most) throw refuse('too-many-lines', { sheet: sheet === '' ? null : sheet });
    },
    end: () => {
      const first = [...sheets.values()].find((sheet) => !sheet.isHidden && sheet.rows.length > 0);
      return atOnce({ kind: 'rows', rows: first?.rows ?? [] });
    },
  };
}

/** Rows are held until their sheet has ended: which of its cells are merged is told there. */
function createCosts(ask: Extract<IntakeAsk, { readonly kind: 'own-costs' }>, today: LocalDate): Reader {
  const rows: FileRow[] = [];
  const merged: MergedCells[] = [];
  const tooLong = () => refuse('too-many-costs', { sheet: ask.sheet === '' ? null : ask.sheet });
  return {
    add(read) {
      if (read.sheet !== ask.sheet) return;
      for (const row of read.rows) rows.push(row);
      for (const cells of read.merged ?? []) merged.push(cells);
      if (rows.length > MAX_COST_ROWS) throw tooLong();
    },
    async *end() {
      const reading = createCostReading(ask.columns, ask.headerLine, ask.currency, today);
      for (const [at, row] of withCovered(rows, merged).entries()) {
        reading.add(row);
        if (reading.isTooLong()) throw tooLong();
        if (at % ROWS_A_STEP === 0) yield;
      }
      return { kind: 'own-costs', read: reading.end(ask.said) };
    },
  };
}
