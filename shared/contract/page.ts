import { z } from 'zod';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';

/** The envelope of GET /data (spec 2.1 to 2.3), checked before anything else touches it. */

export const pageMetaSchema = z.object({
  page: z.int().min(1),
  pageSize: z.int().min(1),
  count: z.int().min(0),
  from: z.string(),
  to: z.string(),
  date: z.enum(['purchase_date', 'updated_at']),
  totalRows: z.int().min(0),
  totalPages: z.int().min(0),
  window: z.object({
    field: z.string(),
    timezone: z.enum(['local', 'UTC']),
    purchaseDateFrom: z.string().optional(),
  }),
});

const envelopeSchema = z.object({
  // Rows are read one by one as they are parsed: a page holds over 100,000 values.
  data: z.array(z.never()),
  meta: pageMetaSchema,
  correlation_id: z.string(),
});

export type PageMeta = z.infer<typeof pageMetaSchema>;

export type Page = {
  readonly meta: PageMeta;
  readonly correlationId: string;
  readonly table: RowTable;
};

export type PageReading =
  | { readonly ok: true; readonly page: Page }
  /** `problem` names what is wrong with the answer, in plain English for the log. */
  | { readonly ok: false; readonly problem: string };

/** The text of a value where the API promises a string. Numbers are text already: the caller keeps their digits. */
function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Columns of one page: the documented ones are 114, unknown ones are kept. */
const MAX_COLUMNS = 2_000;
/** Cells of one page, empty ones included: every row has all columns of its page. */
const MAX_CELLS = 2_000_000;

/** Puts a page's table together from its parsed rows. */
type TableReader = {
  /** Takes a row whose values are scalars in their sent text. Gives what is wrong with it, in plain English, or null. */
  readonly add: (row: unknown) => string | null;
  readonly table: () => RowTable;
};

/** Unknown columns are kept; a row that lacks a base column is none. */
export function createTableReader(): TableReader {
  const columns = [...BASE_COLUMN_KEYS];
  const positions = new Map(columns.map((key, position) => [key, position]));
  const rows: Cell[][] = [];
  return {
    add: (row) => {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'a row is not an object';
      const cells: Cell[] = new Array(columns.length).fill(null);
      let baseKeys = 0;
      const values = row as { readonly [key: string]: unknown };
      for (const key of Object.keys(values)) {
        let position = positions.get(key);
        if (position === undefined) {
          position = columns.length;
          if (position >= MAX_COLUMNS) return `the rows have more than ${MAX_COLUMNS} columns`;
          positions.set(key, position);
          columns.push(key);
        }
        if (position < BASE_COLUMN_KEYS.length) baseKeys += 1;
        cells[position] = toCell(values[key]);
      }
      if (baseKeys < BASE_COLUMN_KEYS.length) {
        const missing = BASE_COLUMN_KEYS.find((key) => !Object.hasOwn(row, key));
        return `a row lacks the base column «${missing}»`;
      }
      rows.push(cells);
      return rows.length * columns.length > MAX_CELLS ? `the rows have more than ${MAX_CELLS} cells` : null;
    },
    table: () => {
      // Rows read before a later row brought one more column.
      for (const cells of rows) while (cells.length < columns.length) cells.push(null);
      return { columns, rows };
    },
  };
}

/**
 * Checks what surrounds the rows of an answer: a broken envelope or a wrong count make it unusable.
 * @param body the parsed answer with an empty list of rows
 */
export function readPage(body: unknown, rows: TableReader): PageReading {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) {
    const issue = envelope.error.issues[0];
    return {
      ok: false,
      problem: `${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'not the expected shape'}`,
    };
  }
  const { meta, correlation_id: correlationId } = envelope.data;
  const table = rows.table();
  if (table.rows.length !== meta.count) {
    return {
      ok: false,
      problem: `meta.count says ${meta.count} rows, the answer holds ${table.rows.length}`,
    };
  }
  return { ok: true, page: { meta, correlationId, table } };
}
