import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { codesOfTexts } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import { DASHBOARD_FILTERS } from '#shared/domain/selection.ts';
import { keepTexts } from './code-conditions.ts';

const presetMasks = defineDerivation<Segment, Uint8Array>();

/** Rows that the dashboard's preset holds, alive or not: the one selection that nearly every screen begins with. */
export function presetRows(segment: Segment): Uint8Array {
  return presetMasks.of(segment, () => makeMask(segment));
}

function makeMask(segment: Segment): Uint8Array {
  const rows = new Uint8Array(segment.rowCount).fill(1);
  for (const { column, values } of DASHBOARD_FILTERS) {
    const found = segment.columns.get(column);
    if (found?.kind === 'text' && found.codes !== null) {
      loopsOver(found.codes).keep(rows, found.codes, codesOfTexts(found.dictionary, values));
    } else keepTexts(rows, segment, { column, values });
  }
  return rows;
}
