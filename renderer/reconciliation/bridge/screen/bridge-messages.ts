import { sectionName } from '#renderer/features/income-statement/income-statement-lines.ts';
import { describePeriod, wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import {
  type Bridge,
  type BridgeGroup,
  type BridgePart,
  rankedParts,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { differenceShown } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { COST_SECTIONS, type CostSection } from '#shared/domain/column-catalogue.ts';
import {
  add,
  type Decimal,
  differenceBetween,
  fromDecimal,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';

/** How the bridge is told in words. Pure. */

export function isSection(part: BridgePart): part is CostSection {
  return (COST_SECTIONS as readonly string[]).includes(part);
}

export function partName(part: BridgePart, text: Text): string {
  if (isSection(part)) return text('period-bridge.part.section', { section: text(`section.${part}`) });
  switch (part) {
    case 'product-cost':
      return text.column('Costo de Producto');
    case 'rest':
      return text('panel.unexplained');
    default:
      return text(`period-bridge.part.${part}`);
  }
}

/** Definition of a part, with its formula. */
export function partDefinition(part: BridgePart, text: Text): string {
  return isSection(part)
    ? text('period-bridge.about.section', { section: sectionName(part, text) })
    : text(`period-bridge.about.${part}`);
}

/** «menos unidades», «más publicidad»: a part as what it did, by its sign. */
function causeName(part: BridgePart, amount: Decimal, text: Text): string {
  const way = amount.startsWith('-') ? 'falls' : 'rises';
  return isSection(part)
    ? text(`period-bridge.cause.section-${way}`, {
        section: text(`section.${part}`).toLocaleLowerCase(text.locale),
      })
    : text(`period-bridge.cause.${part}-${way}`);
}

/** «octubre», «octubre de 2025» beside a month of another year, else its days. */
function periodName(period: Period, beside: Period, text: Text): string {
  const months = wholeMonths(period);
  if (months === null || months.first !== months.last) return describePeriod(period, text);
  const month = monthNames(text.locale).long[Number(months.first.slice(5, 7)) - 1] ?? months.first;
  const year = months.first.slice(0, 4);
  const isAlone = beside.from.slice(0, 4) === year && beside.to.slice(0, 4) === year;
  return isAlone ? month : text('period-bridge.month-of-year', { month, year });
}

const capitalised = (words: string, locale: string): string =>
  words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1);

/** So many causes, and so many that went against them, are named. */
const CAUSES_NAMED = 3;
const AGAINST_NAMED = 2;

/**
 * The bridge in one sentence: from one period to the other, the greatest causes with their amounts, the greatest that went the
 * other way, and what all others come to, so that what is said adds up.
 */
export function bridgeSentence(bridge: Bridge, places: number, text: Text, formats: Formats): string {
  const { before, after, from, to, parts, scope } = bridge;
  const difference = differenceBetween(from ?? undefined, to ?? undefined);
  const isFall = difference.startsWith('-');
  const { causes, against } = rankedParts(parts, isFall);
  const named = [...causes.slice(0, CAUSES_NAMED), ...against.slice(0, AGAINST_NAMED)];
  const signed = (amount: Decimal): string => differenceShown(amount, 'money', places, 1, formats).text;
  const said = (list: readonly BridgePart[]): string =>
    list
      .map((part) => {
        const amount = parts[part] ?? toDecimal(ZERO);
        return `${causeName(part, amount, text)} (${signed(amount)})`;
      })
      .join(', ');
  const others = subtract(
    fromDecimal(difference),
    named.reduce((sum, part) => add(sum, fromDecimal(parts[part] ?? toDecimal(ZERO))), ZERO),
  );
  const size = difference.replace('-', '') as Decimal;
  const isSame = fromDecimal(difference).units === 0n;
  const words = {
    scope: text.column(SCOPE_COLUMNS[scope].profitability),
    after: periodName(after, before, text),
    before: periodName(before, after, text),
    amount: formats.money(size, places),
    from: formats.money(from ?? '0', places),
    to: formats.money(to ?? '0', places),
  };
  const head = text(`period-bridge.said-${isSame ? 'same' : isFall ? 'fall' : 'rise'}`, words);
  const rest = [
    ...(causes.length === 0 ? [] : [said(causes.slice(0, CAUSES_NAMED))]),
    ...(against.length === 0
      ? []
      : [text('period-bridge.said-against', { causes: said(against.slice(0, AGAINST_NAMED)) })]),
    ...(others.units === 0n
      ? []
      : [text('period-bridge.said-others', { amount: signed(toDecimal(others)) })]),
  ];
  return capitalised(rest.length === 0 ? `${head}.` : `${head}: ${rest.join('; ')}.`, text.locale);
}

/** A group by its value; small products of one period, told together, by their category. */
export function groupName(
  { value, pooled }: Pick<BridgeGroup, 'value' | 'pooled'>,
  text: Text,
  shown: string,
) {
  const name = value === '' ? text('filter.blank') : value;
  return pooled === null ? name : text('period-bridge.pooled', { category: name, count: pooled, shown });
}

/** Change of a group. */
export function changeOf({ from, to }: Pick<BridgeGroup, 'from' | 'to'>): Decimal {
  return differenceBetween(from, to);
}
