import { checkExport, type Today, type TodayTable } from '#renderer/data/files/check/check-export.ts';
import type { EvidenceStart } from '#renderer/data/files/evidence/evidence.ts';
import type { CheckStep } from '#renderer/data/model/export-check.ts';
import { readPieces, type Table } from '#renderer/data/model/sheet-table.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { PLAIN_PLAN } from './workbook-file.ts';

/** Workbooks that are checked against a table in the place of an account's rows. */

const START: EvidenceStart = {
  account: 'a',
  content: {
    kind: 'rows',
    query: { selection: EVERYTHING, grouping: 'rows', sort: null, columns: [] },
  },
  readUntil: '2026-04-01T12:00:00.000Z' as UtcInstant,
  knownUntil: null,
  watermark: null,
  controls: [],
};
/** With the evidence of all rows of an account. */
export const CHECKED_PLAN = { ...PLAIN_PLAN, proof: START };

function slicedTable(table: Table): TodayTable {
  async function* slices() {
    for (const lines of readPieces(table, 0, table.lineCount)) yield lines.map(({ cells }) => cells);
  }
  return { columns: table.columns, lineCount: table.lineCount, slices };
}

/** Today's rows are those of a table. */
export const todayOf = (table: Table): Today => ({
  account: 'a',
  anyAccount: false,
  table: async () => ({ table: slicedTable(table), readUntil: null }),
  totals: async () => ({ rows: 0, sums: {}, readUntil: null }),
  ordersSince: async () => ({ by: 'log', counts: { new: 0, changed: 0, removed: 0 }, lines: [] }),
});

export async function checkBytes(bytes: Uint8Array, today: Today): Promise<CheckStep> {
  const steps = checkExport(new Blob([new Uint8Array(bytes)]), today, async () => {});
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
  }
}
