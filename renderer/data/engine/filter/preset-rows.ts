import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { codesOfTexts } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import { DASHBOARD_FILTERS } from '#shared/domain/selection.ts';
import { keepTexts } from './code-conditions.ts';
import { keep } from './mask-kernels.ts';

const presetMasks = new WeakMap<Segment, Uint8Array>();

/** Rows that the dashboard's preset holds, alive or not: the one selection that nearly every screen begins with. */
export function presetRows(segment: Segment): Uint8Array {
  const known = presetMasks.get(segment);
  if (known !== undefined) return known;
  const rows = new Uint8Array(segment.rowCount).fill(1);
  for (const { column, values } of DASHBOARD_FILTERS) {
    const found = segment.columns.get(column);
    if (found?.kind === 'text' && found.codes !== null) {
      keep(rows, found.codes, codesOfTexts(found.dictionary, values));
    } else keepTexts(rows, segment, { column, values });
  }
  presetMasks.set(segment, rows);
  return rows;
}
