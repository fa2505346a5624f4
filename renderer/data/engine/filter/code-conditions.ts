import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import { addByMember, loopsOver, placeByMember } from '#renderer/data/engine/columns/code-kernels.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import {
  type Codes,
  cellAt,
  codeAt,
  type Segment,
  type SegmentColumn,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import { codesOfTexts, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { DAY_MS, dayNumber } from '#shared/domain/dates.ts';
import {
  type AccountsScope,
  type ColumnFilter,
  DASHBOARD_FILTERS,
  type DateFilter,
  inScope,
  type Period,
  type PeriodColumn,
  SEARCH_COLUMNS,
} from '#shared/domain/selection.ts';
import { entriesWith } from './folded-texts.ts';

/** Conditions that are tried on the distinct values of a segment, not on its rows. */

/** Which codes pass. Codes null: every row carries code 0. */
export type CodeCondition = { readonly codes: Codes | null; readonly passes: Uint8Array };

/** 'all': every row of the segment passes; 'none': no row does. */
export type SegmentCondition = CodeCondition | 'all' | 'none';

/** The days of a period; an unreadable date lies in none. */
export function periodCondition(
  segment: StoredSegment,
  period: Period,
  column: PeriodColumn,
): SegmentCondition {
  if (column === 'Fecha de compra' && !isBoughtWithin(segment, period)) return 'none';
  const { codes, days } = dayCodesOf(segment, column);
  if (codes === null) return 'none';
  const first = dayNumber(period.from);
  const last = dayNumber(period.to);
  const passes = Uint8Array.from(days, (day, code) => (code > 0 && day >= first && day <= last ? 1 : 0));
  return decided({ codes, passes });
}

export function dateCondition(segment: Segment, { column, beyond }: DateFilter): SegmentCondition {
  const { codes, days } = dayCodesOf(segment, column);
  if (codes === null) return beyond === null ? 'all' : 'none';
  const bound = beyond === null ? 0 : dayNumber(beyond.day);
  const passes = Uint8Array.from(days, (day, code) => {
    if (code === 0 || beyond === null) return code === 0 && beyond === null ? 1 : 0;
    return (beyond.side === '<' ? day < bound : day > bound) ? 1 : 0;
  });
  return decided({ codes, passes });
}

/** Told by the segment's bounds, without looking at its days. */
function isBoughtWithin({ firstPurchase, lastPurchase }: StoredSegment, { from, to }: Period): boolean {
  const fromMs = dayNumber(from) * DAY_MS;
  // Reckoned in days: after 9999-12-31 there is no day to name.
  const toMs = (dayNumber(to) + 1) * DAY_MS;
  return lastPurchase >= fromMs && firstPurchase < toMs;
}

/** The filter of a column of texts, or of one the segment does not carry; null where its values have no codes. */
export function textCondition(segment: Segment, { column, values }: ColumnFilter): SegmentCondition | null {
  const found = segment.columns.get(column);
  if (found === undefined) return values.includes('') ? 'all' : 'none';
  if (found.kind !== 'text') return null;
  return decided({ codes: found.codes, passes: codesOfTexts(found.dictionary, values) });
}

function decided(condition: CodeCondition): SegmentCondition {
  if (!condition.passes.includes(1)) return 'none';
  return condition.passes.includes(0) ? condition : 'all';
}

/** The filter of a column that has no codes: cell by cell, where the row is still in. */
export function keepTexts(part: Uint8Array, segment: Segment, { column, values }: ColumnFilter): void {
  const wanted = new Set(values);
  const found = segment.columns.get(column);
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 1 && !wanted.has(cellAt(found, row) ?? '')) part[row] = 0;
  }
}

/** By column, the condition of a search; a row that meets one of them is found. */
export function searchConditions(
  store: ColumnStore,
  segment: StoredSegment,
  needle: string,
): readonly CodeCondition[] {
  return SEARCH_COLUMNS.flatMap((key) => {
    const column = segment.columns.get(key);
    if (column?.kind !== 'text') return [];
    const passes = entriesWith(store, column.dictionary, needle);
    return passes === null ? [] : [{ codes: column.codes, passes }];
  });
}

const presetMasks = defineDerivation<Segment, Uint8Array>();

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

/**
 * Accounts are named by two columns at once: each row's pair of codes finds its answer in a table. Only the texts that
 * the scope names have places of their own there; all others of a column share one, so that the table is as small as the
 * scope whatever the segment holds.
 */
export function keepScope(part: Uint8Array, segment: Segment, scope: AccountsScope): void {
  const canal = placesOf(segment.columns.get('Canal'), new Set(scope.accounts.map(({ Canal }) => Canal)));
  const cuenta = placesOf(segment.columns.get('Cuenta'), new Set(scope.accounts.map(({ Cuenta }) => Cuenta)));
  const width = cuenta.texts.length;
  // Place 0 is that of rows that are out already.
  const passes = new Uint8Array(1 + canal.texts.length * width);
  for (const [first, Canal] of canal.texts.entries()) {
    for (const [second, Cuenta] of cuenta.texts.entries()) {
      // A text that the scope does not name is in no account of it.
      const isIn = Canal === null || Cuenta === null ? scope.isExcluded : inScope(scope, { Canal, Cuenta });
      passes[1 + first * width + second] = isIn ? 1 : 0;
    }
  }
  const places = new Uint32Array(part.length);
  const canalTable = tableOf(canal.placeOfCode, (place) => 1 + place * width);
  const cuentaTable = tableOf(cuenta.placeOfCode, (place) => place);
  if (canal.codes === null) placeByMember(places, part, canalTable);
  else loopsOver(canal.codes).placeByCode(places, part, canal.codes, canalTable, canal.placeOfCode.length);
  if (cuenta.codes === null) addByMember(places, part, cuentaTable);
  else loopsOver(cuenta.codes).addByCode(places, part, cuenta.codes, cuentaTable, cuenta.placeOfCode.length);
  for (let row = 0; row < part.length; row += 1) part[row] = passes[places[row] ?? 0] ?? 0;
}

/** By code, its addition to the place of a row that is in; nothing for one that is out. */
function tableOf(placeOfCode: readonly number[], factor: (place: number) => number): Uint32Array {
  return Uint32Array.from([...placeOfCode.map(() => 0), ...placeOfCode.map(factor)]);
}

/** The place of each code of a column, and the text behind each place; null: all texts that are not named. */
function placesOf(column: SegmentColumn | undefined, named: ReadonlySet<string>) {
  const texts: (string | null)[] = [null, ...named];
  const placeOf = (text: string): number => Math.max(0, texts.indexOf(text));
  if (column?.kind !== 'text') return { codes: null, texts, placeOfCode: [placeOf('')] };
  const { codes, dictionary } = column;
  if (codes === null) {
    return { codes, texts, placeOfCode: [placeOf(textAt(dictionary, codeAt(column, 0)) ?? '')] };
  }
  const placeOfCode = Array.from({ length: dictionary.size }, (_, code) =>
    placeOf(textAt(dictionary, code) ?? ''),
  );
  return { codes, texts, placeOfCode };
}
