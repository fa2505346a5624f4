import type { FileFormat } from '#renderer/data/api.ts';
import type { Table } from '#shared/domain/sheet-table.ts';
import { csvSlices } from '#shared/domain/spreadsheet.ts';
import type { ProofStart } from './proof/proof.ts';
import { encodeSlices, type Pause } from './streams/encode-slices.ts';
import { zipParts } from './streams/zip.ts';
import { workbookParts } from './xlsx/workbook.ts';

/** A table as the bytes of a file, made while they are read. */
export function fileBytes(
  table: Table,
  format: FileFormat,
  proof: ProofStart,
  pause: Pause,
): ReadableStream<Uint8Array> {
  switch (format.kind) {
    case 'csv':
      return encodeSlices(csvSlices(table, format.csv), pause);
    case 'xlsx':
      return zipParts(workbookParts(table, { ...format, proof }), pause);
  }
}
