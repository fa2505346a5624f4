import {
  cellAt,
  type DateColumn,
  type DecimalColumn,
  findRow,
  powerOfTen,
  type SegmentColumn,
  type TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { textMatcher } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { CollectedColumn, DateCells, DecimalCells, TextCells } from './collected-rows.ts';
import { cellHolder } from './held-cells.ts';

/** Stored cells of a column beside those that came in their places, which were collected: neither is made a text. */

/** Pairs of rows by their places in both columns, ascending by the stored one. */
export type RowPlaces = { readonly stored: Uint32Array; readonly given: Uint32Array };

/** Calls `visit` with each pair whose cells are not the same text. `given` undefined: nothing came, all are null. */
export function eachDifference(
  column: SegmentColumn | undefined,
  given: CollectedColumn | undefined,
  pairs: RowPlaces,
  visit: (pair: number) => void,
): void {
  if (column?.kind === 'decimal' && given?.kind === 'decimal') compareDecimals(column, given, pairs, visit);
  else if (column?.kind === 'text' && given?.kind === 'text') compareTexts(column, given, pairs, visit);
  else if (column?.kind === 'date' && given?.kind === 'date' && column.utc === given.utc)
    compareDates(column, given, pairs, visit);
  else {
    // One of them has no such column, or another version of the catalogue took it for another kind.
    const holds = cellHolder(column);
    for (let pair = 0; pair < pairs.stored.length; pair += 1) {
      const cell = given === undefined ? null : given.cellAt(pairs.given[pair] ?? 0);
      if (!holds(pairs.stored[pair] ?? 0, cell)) visit(pair);
    }
  }
}

/** What the arrays carry was written in its one canonical form, on both sides: equal numbers with equal places are equal texts. */
function compareDecimals(
  column: DecimalColumn,
  given: DecimalCells,
  { stored, given: givenAt }: RowPlaces,
  visit: (pair: number) => void,
): void {
  const { rows, values, places, restPlaces, scale } = column;
  const exceptional = column.exceptions.rows;
  const { units: ownUnits, places: ownPlaces } = given;
  const least = rows === null ? 0 : rows.length;
  let low = 0;
  for (let pair = 0; pair < stored.length; pair += 1) {
    const row = stored[pair] ?? 0;
    const at = givenAt[pair] ?? 0;
    if (exceptional.length > 0 && findRow(exceptional, row) >= 0) {
      if (cellAt(column, row) !== given.cellAt(at)) visit(pair);
      continue;
    }
    let place = row;
    if (rows !== null) {
      // `nearPartitionPoint` in place: it is most of what there is to do.
      let step = 1;
      while (low + step <= least && (rows[low + step - 1] ?? 0) < row) {
        low += step;
        step *= 2;
      }
      let high = Math.min(low + step - 1, least);
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((rows[middle] ?? 0) < row) low = middle + 1;
        else high = middle;
      }
      place = low < least && rows[low] === row ? low : -1;
    }
    const own = ownPlaces[at] ?? 0;
    const units = ownUnits[at] ?? 0;
    if (place < 0) {
      if (units !== 0 || own !== restPlaces) visit(pair);
    } else if (
      own !== (typeof places === 'number' ? places : (places[place] ?? 0)) ||
      units !== (values[place] ?? 0) / powerOfTen(scale - own)
    ) {
      visit(pair);
    }
  }
}

function compareDates(
  column: DateColumn,
  given: DateCells,
  { stored, given: givenAt }: RowPlaces,
  visit: (pair: number) => void,
): void {
  const { base, offsets } = column;
  const exceptional = column.exceptions.rows;
  const { values } = given;
  for (let pair = 0; pair < stored.length; pair += 1) {
    const row = stored[pair] ?? 0;
    const at = givenAt[pair] ?? 0;
    const isSame =
      exceptional.length > 0 && findRow(exceptional, row) >= 0
        ? cellAt(column, row) === given.cellAt(at)
        : values[at] === base + (offsets[row] ?? 0);
    if (!isSame) visit(pair);
  }
}

/** Codes of so many pairs are told once. */
const MOST_KNOWN = 4096;
const SAME = 1;
const OTHER = 2;

function compareTexts(
  { codes, dictionary }: TextColumn,
  { codes: ownCodes, texts }: TextCells,
  { stored, given: givenAt }: RowPlaces,
  visit: (pair: number) => void,
): void {
  const matches = textMatcher(dictionary);
  const { size } = dictionary;
  const known = size * texts.length <= MOST_KNOWN ? new Uint8Array(size * texts.length) : null;
  for (let pair = 0; pair < stored.length; pair += 1) {
    const code = codes === null ? 0 : (codes[stored[pair] ?? 0] ?? 0);
    const own = ownCodes[givenAt[pair] ?? 0] ?? 0;
    if (known === null) {
      if (!matches(code, texts[own] ?? null)) visit(pair);
      continue;
    }
    const at = own * size + code;
    if (known[at] === 0) known[at] = matches(code, texts[own] ?? null) ? SAME : OTHER;
    if (known[at] === OTHER) visit(pair);
  }
}
