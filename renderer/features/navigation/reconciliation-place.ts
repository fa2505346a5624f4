import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';

/** The places of Conciliación, each with an address of its own. Pure. */

/** What is opened beside the steps, filled with what one came from. */
export const TOOLS = ['exceptions', 'claims', 'explain', 'bridge', 'rates', 'anomalies', 'taxes'] as const;
export type Tool = (typeof TOOLS)[number];

export type Part = MonthStepId | Tool;
const PARTS: readonly string[] = [...STEP_IDS, ...TOOLS];

export type ReconciliationPlace =
  /** All months. */
  | { readonly at: 'months' }
  /**
   * A month, at a step or a tool of it; `part` null: at what is to be done next. `item`: what is opened there (an exception's
   * key).
   */
  | { readonly at: 'month'; readonly month: Month; readonly part: Part | null; readonly item: string | null }
  /** A tool, or what a step of a month is made of, over the rows in view whatever their months. */
  | { readonly at: 'tool'; readonly part: TimelessPart; readonly item: string | null };

/** What there is of a month alone stands in none of these. */
export type TimelessPart = Exclude<Part, 'data'>;

const MONTHS = 'months';
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const isPart = (text: string | undefined): text is Part => text !== undefined && PARTS.includes(text);

export const isStep = (part: Part): part is MonthStepId => (STEP_IDS as readonly string[]).includes(part);

/**
 * «2026-10/differences», «explain», «exceptions/KEY». What names no place is the key of an exception, as addresses of before
 * had it; none at all is `remembered`.
 */
export function placeOf(detail: string | null, remembered: ReconciliationPlace): ReconciliationPlace {
  if (detail === null) return remembered;
  if (detail === MONTHS) return { at: 'months' };
  const [first = '', ...rest] = detail.split('/');
  if (MONTH.test(first)) {
    const [part, ...item] = rest;
    const month = first as Month;
    return isPart(part)
      ? { at: 'month', month, part, item: itemOf(item) }
      : { at: 'month', month, part: null, item: null };
  }
  if (isPart(first)) return partPlace(first, null, itemOf(rest));
  return { at: 'tool', part: 'exceptions', item: detail };
}

const itemOf = (rest: readonly string[]): string | null => (rest.length === 0 ? null : rest.join('/'));

/** The way to a place, after «#reconciliation/». */
export function detailOf(place: ReconciliationPlace): string {
  switch (place.at) {
    case 'months':
      return MONTHS;
    case 'month':
      return [place.month, place.part, place.item].filter((each) => each !== null).join('/');
    case 'tool':
      return [place.part, place.item].filter((each) => each !== null).join('/');
  }
}

/** What begins the item of a list that is asked for narrowed, in the place of one of its lines. */
export const LIST_ITEM = 'list?';

/** The queue narrowed to a kind, an account and an age, as the item of its place. */
export function listItem(of: { readonly [name: string]: string | null }): string {
  const given = Object.entries(of).filter((each): each is [string, string] => each[1] !== null);
  return LIST_ITEM + new URLSearchParams(given).toString();
}

/** A part of a month; of none, of all rows in view, and where there is no such part all months. */
export function partPlace(part: Part, month: Month | null, item: string | null = null): ReconciliationPlace {
  if (month !== null) return { at: 'month', month, part, item };
  return part === 'data' ? { at: 'months' } : { at: 'tool', part, item };
}
