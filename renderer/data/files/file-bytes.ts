import type { Table } from '#renderer/data/model/sheet-table.ts';
import { type CsvFormat, csvPieces } from '#renderer/data/model/spreadsheet.ts';
import type { FileFormat } from '#renderer/data/model/table-files.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { EvidenceStart } from './evidence/evidence.ts';
import { encodePieces } from './streams/encode-pieces.ts';
import { zipParts } from './streams/zip.ts';
import { workbookParts } from './xlsx/workbook.ts';

/** Tables as the bytes of a file, made while they are read. A CSV is of one table, the first. */
export function fileBytes(
  tables: readonly Table[],
  format: FileFormat,
  proof: EvidenceStart,
  pause: Pause,
): ReadableStream<Uint8Array> {
  switch (format.kind) {
    case 'csv':
      return encodePieces(csvOf(tables, format.csv), pause);
    case 'xlsx':
      return zipParts(workbookParts(tables, { ...format, proof }), pause);
  }
}

function* csvOf([table]: readonly Table[], csv: CsvFormat): Generator<string> {
  if (table !== undefined) yield* csvPieces(table, csv);
}
