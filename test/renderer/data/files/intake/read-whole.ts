import { readTableFile } from '#renderer/data/files/intake/read-table-file.ts';
import { IntakeRefusedError } from '#renderer/data/files/intake/refusals.ts';
import { type FileRow, fileCellText, type MergedCells } from '#renderer/data/model/file-cells.ts';
import type { IntakeRefusal, TableFileFacts } from '#renderer/data/model/table-file.ts';

type WholeFile = {
  readonly facts: TableFileFacts;
  readonly sheets: ReadonlyMap<string, readonly FileRow[]>;
  readonly merged: ReadonlyMap<string, readonly MergedCells[]>;
};

/** All rows of a file, by sheet; or why it is refused. */
export async function readWhole(content: Uint8Array<ArrayBuffer> | Blob): Promise<WholeFile | IntakeRefusal> {
  const sheets = new Map<string, FileRow[]>();
  const merged = new Map<string, readonly MergedCells[]>();
  const reading = readTableFile(
    content instanceof Blob ? content : new Blob([content]),
    async () => undefined,
  );
  try {
    for (;;) {
      const { done, value } = await reading.next();
      if (done === true) return { facts: value, sheets, merged };
      if (value.merged !== undefined) merged.set(value.sheet, value.merged);
      const rows = sheets.get(value.sheet) ?? [];
      for (const row of value.rows) rows.push(row);
      sheets.set(value.sheet, rows);
    }
  } catch (error) {
    if (error instanceof IntakeRefusedError) return error.refusal;
    throw error;
  }
}

/** The texts of a sheet, with the line of each row. */
export function textsOf(
  file: WholeFile | IntakeRefusal,
  sheet = '',
): readonly (readonly [number, ...string[]])[] {
  if (!('sheets' in file)) throw new Error(`Refused: ${JSON.stringify(file)}`);
  return (file.sheets.get(sheet) ?? []).map(({ line, cells }) => [line, ...cells.map(fileCellText)]);
}
