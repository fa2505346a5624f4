import { readXlsx } from 'hucre/xlsx';
import { zipParts } from '#renderer/data/files/streams/zip.ts';
import { type WorkbookPlan, workbookParts } from '#renderer/data/files/xlsx/workbook.ts';
import type { Table } from '#renderer/data/model/sheet-table.ts';

/** Workbooks written by the product, and read back by a library that shares no code with it. */

export const PLAIN_PLAN: WorkbookPlan = {
  title: 'Demo',
  look: { places: { ofWhole: 2, ofBroken: 2 }, negatives: 'minus' },
  facts: [{ name: 'Cuenta', value: 'Demo' }],
};

export async function writeWorkbook(
  tables: Table | readonly Table[],
  plan: WorkbookPlan = PLAIN_PLAN,
): Promise<Uint8Array> {
  const parts = workbookParts([tables].flat(), plan);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipParts(parts, async () => {})) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function readWorkbook(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes);
  return sheets;
}
