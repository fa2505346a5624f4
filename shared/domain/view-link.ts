import { type LocalDate, parseLocalDate } from './dates.ts';
import { SCREEN_IDS, type ScreenId } from './screens.ts';
import type { Period, PeriodColumn } from './selection.ts';

/**
 * A link to a view, «cuadra://view/panel?period=month-before&rows=dashboard»: a screen, days and which rows, each of a closed
 * set. Anybody can send one, so nothing else can stand in it: no filter, no order, no name, no text.
 */

/** Every name of a period. */
export const LINK_PRESETS = [
  'day',
  'month',
  'quarter',
  'year',
  'month-before',
  'month-year-before',
  'quarter-before',
  'quarter-year-before',
  'year-before',
  'twelve-months',
] as const;
export type LinkPreset = (typeof LINK_PRESETS)[number];

export type LinkPeriod =
  | { readonly kind: 'all' }
  | ({ readonly kind: 'days' } & Period)
  | { readonly kind: 'preset'; readonly preset: LinkPreset }
  | { readonly kind: 'since'; readonly from: LocalDate };

/** All rows, or those of the dashboard. */
export type LinkRows = 'all' | 'dashboard';

export type ViewLink = {
  readonly screen: ScreenId;
  /** Null: a screen alone, and the rows in view stay as they are. */
  readonly shows: {
    readonly period: LinkPeriod;
    readonly column: PeriodColumn;
    readonly rows: LinkRows;
  } | null;
};

export const LINK_SCHEME = 'cuadra';
const HEAD = `${LINK_SCHEME}://view/`;
/** The longest there is has half as many characters. */
export const MAX_LINK_CHARACTERS = 160;

const COLUMNS = { purchase: 'Fecha de compra', payment: 'Fecha de Pago' } as const;
const DAYS = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)?$/;
const SHAPE =
  /^cuadra:\/\/view\/([a-z]{1,20})\/?(?:\?period=([a-z0-9.-]{1,24})&of=(purchase|payment)&rows=(all|dashboard))?$/;

export function writeViewLink({ screen, shows }: ViewLink): string {
  if (shows === null) return `${HEAD}${screen}`;
  const of = shows.column === COLUMNS.payment ? 'payment' : 'purchase';
  return `${HEAD}${screen}?period=${periodText(shows.period)}&of=${of}&rows=${shows.rows}`;
}

function periodText(period: LinkPeriod): string {
  switch (period.kind) {
    case 'all':
      return 'all';
    case 'days':
      return `${period.from}..${period.to}`;
    case 'preset':
      return period.preset;
    case 'since':
      return `${period.from}..`;
  }
}

/** Reads a link whole or not at all: null is anything that `writeViewLink` does not write. Never throws. */
export function readViewLink(text: string): ViewLink | null {
  if (text.length > MAX_LINK_CHARACTERS) return null;
  const [, named, days, of, rows] = SHAPE.exec(text) ?? [];
  const screen = SCREEN_IDS.find((each) => each === named);
  if (screen === undefined) return null;
  if (days === undefined) return { screen, shows: null };
  const period = readPeriod(days);
  if (period === null) return null;
  const column = of === 'payment' ? COLUMNS.payment : COLUMNS.purchase;
  return { screen, shows: { period, column, rows: rows === 'dashboard' ? 'dashboard' : 'all' } };
}

function readPeriod(text: string): LinkPeriod | null {
  if (text === 'all') return { kind: 'all' };
  const preset = LINK_PRESETS.find((each) => each === text);
  if (preset !== undefined) return { kind: 'preset', preset };
  const [, first, last] = DAYS.exec(text) ?? [];
  const from = parseDay(first);
  if (from === null) return null;
  if (last === undefined) return { kind: 'since', from };
  const to = parseDay(last);
  return to === null || to < from ? null : { kind: 'days', from, to };
}

/** A day in the years that screens know how to show. */
function parseDay(text: string | undefined): LocalDate | null {
  const day = text === undefined ? undefined : parseLocalDate(text);
  return day !== undefined && day >= '1900-01-01' && day <= '2199-12-31' ? day : null;
}
