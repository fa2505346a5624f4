import { useCallback } from 'react';
import { z } from 'zod';
import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { type ColumnMapping, headerKey } from '#renderer/data/model/file-columns.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import type { CostField } from '#renderer/reconciliation/costs/model/own-costs-import.ts';

/** Which column was what in files that were imported, by the words of their header: the next one needs no correction. */

const place = z.int().min(0).nullable();
const schema = z.array(
  z.object({
    header: z.string(),
    columns: z.object({ sku: place, cost: place, from: place, to: place, note: place }),
  }),
);
export type RememberedColumns = z.infer<typeof schema>;
const NONE: RememberedColumns = [];
/** Lists of so many suppliers. */
const MAX_REMEMBERED = 30;

/** The same header written otherwise (case, accents, «N°») is the same; null: the row names nothing. */
function headerOf({ cells }: FileRow): string | null {
  const keys = cells.map((cell) => headerKey(fileCellText(cell)));
  return keys.every((key) => key === '') ? null : keys.join('|');
}

/** The first row whose header is known. */
export function recall(head: readonly FileRow[], known: RememberedColumns) {
  for (const row of head) {
    const header = headerOf(row);
    const found = header === null ? undefined : known.find((each) => each.header === header);
    if (found !== undefined) return { line: row.line, columns: found.columns };
  }
  return undefined;
}

export function useRememberedColumns() {
  const [known, set] = useScreenState('reconciliation.cost-columns', schema, NONE);
  const remember = useCallback(
    (row: FileRow | undefined, columns: ColumnMapping<CostField>): void => {
      const header = row === undefined ? null : headerOf(row);
      if (header === null) return;
      const others = known.filter((each) => each.header !== header);
      set([{ header, columns }, ...others].slice(0, MAX_REMEMBERED));
    },
    [known, set],
  );
  return { known, remember };
}
