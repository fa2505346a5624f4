import { formatExact, type NumberStyle } from '#renderer/ui/number-format.ts';
import { compare, type Decimal, fromDecimal, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import type { NumberFilter } from '#shared/domain/selection.ts';

/** «Less than 0», «more than 0» as included ends: no readable value (60 digits, decimal.ts) lies between. */
const NEAREST = `0.${'0'.repeat(58)}1`;
export const JUST_BELOW_ZERO = `-${NEAREST}` as Decimal;
export const JUST_ABOVE_ZERO = NEAREST as Decimal;
const ZERO = '0' as Decimal;

export const NUMBER_SHAPES = ['negative', 'positive', 'zero', 'at-least', 'at-most', 'between'] as const;
export type NumberShape = (typeof NUMBER_SHAPES)[number];

/** The shape of a filter, by its ends. */
export function shapeOf({ from, to }: NumberFilter): NumberShape {
  if (from === null && to === JUST_BELOW_ZERO) return 'negative';
  if (from === JUST_ABOVE_ZERO && to === null) return 'positive';
  if (from === ZERO && to === ZERO) return 'zero';
  if (from !== null && to === null) return 'at-least';
  return from === null ? 'at-most' : 'between';
}

/** The ends that a filter is shown and edited with: those typed, none of those that stand for «less than 0». */
export function typedEnds(filter: NumberFilter): {
  readonly from: Decimal | null;
  readonly to: Decimal | null;
} {
  const shape = shapeOf(filter);
  return shape === 'negative' || shape === 'positive' || shape === 'zero'
    ? { from: null, to: null }
    : { from: filter.from, to: filter.to };
}

type FilterMistake = 'missing' | 'unreadable' | 'reversed';
type MadeFilter =
  | { readonly kind: 'filter'; readonly filter: NumberFilter }
  | { readonly kind: 'mistake'; readonly mistake: FilterMistake; readonly end: 'from' | 'to' };

/** A filter from its shape and what was typed, in the user's own number style. */
export function makeFilter(
  column: string,
  shape: NumberShape,
  typed: { readonly from: string; readonly to: string },
  style: NumberStyle,
): MadeFilter {
  const made = (from: Decimal | null, to: Decimal | null): MadeFilter => ({
    kind: 'filter',
    filter: { column, from, to },
  });
  const mistake = (end: 'from' | 'to', what: FilterMistake): MadeFilter => ({
    kind: 'mistake',
    mistake: what,
    end,
  });
  if (shape === 'negative') return made(null, JUST_BELOW_ZERO);
  if (shape === 'positive') return made(JUST_ABOVE_ZERO, null);
  if (shape === 'zero') return made(ZERO, ZERO);
  const from = shape === 'at-most' ? null : readTyped(typed.from, style);
  const to = shape === 'at-least' ? null : readTyped(typed.to, style);
  if (from === undefined) return mistake('from', typed.from.trim() === '' ? 'missing' : 'unreadable');
  if (to === undefined) return mistake('to', typed.to.trim() === '' ? 'missing' : 'unreadable');
  if (from !== null && to !== null && compare(fromDecimal(from), fromDecimal(to)) > 0)
    return mistake('to', 'reversed');
  return made(from, to);
}

/** A number as typed in this style; undefined for anything else: «1.5» is none where the dot parts thousands. */
export function readTyped(text: string, { group, decimal }: NumberStyle): Decimal | undefined {
  const plain = text.replace(/\s/g, '').replace(/%$/, '').replace('−', '-');
  const bracketed = /^\((.+)\)$/.exec(plain)?.[1];
  const signed = bracketed === undefined ? plain : `-${bracketed}`;
  const [whole = '', fraction, ...more] = signed.split(decimal);
  if (more.length > 0) return undefined;
  const digits = whole.replace(/^-/, '');
  const groups = digits.split(group);
  const isGrouped =
    groups.length === 1 || groups.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
  if (!isGrouped) return undefined;
  const written = `${signed.startsWith('-') ? '-' : ''}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`;
  const value = parseDecimal(written);
  if (value === undefined) return undefined;
  const canonical = toDecimal(value);
  return /[1-9]/.test(canonical) ? canonical : ZERO;
}

/** A number for the field it was typed into: all its digits, no groups. */
export function typedText(value: Decimal | null, { decimal }: NumberStyle): string {
  return value === null ? '' : value.replace('.', decimal);
}

/** «< 0», «≥ 1.000», «1 a 5», «= 0». `to` joins two ends. */
export function describeNumbers(filter: NumberFilter, style: NumberStyle, to: string): string {
  const shown = (value: Decimal | null): string =>
    value === null ? '' : (formatExact(value, style) ?? value);
  switch (shapeOf(filter)) {
    case 'negative':
      return '< 0';
    case 'positive':
      return '> 0';
    case 'zero':
      return '= 0';
    case 'at-least':
      return `≥ ${shown(filter.from)}`;
    case 'at-most':
      return filter.to === null ? '' : `≤ ${shown(filter.to)}`;
    case 'between':
      return filter.from === filter.to
        ? `= ${shown(filter.from)}`
        : `${shown(filter.from)} ${to} ${shown(filter.to)}`;
  }
}
