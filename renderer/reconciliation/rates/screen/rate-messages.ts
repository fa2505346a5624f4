import type { Text } from '#renderer/i18n/text.tsx';
import {
  PAID_SHIPPING_COLUMN,
  RATE_SOURCES,
  type RateFormula,
  type RateLine,
  type RateNames,
  SALES_COLUMN,
} from '#renderer/reconciliation/rates/model/rates.ts';
import { formatDay } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

type Words = { readonly text: Text; readonly formats: Formats };

const isNothing = (amount: Decimal): boolean => /^0(\.0*)?$/.test(amount);

/** «17,5 % de Ventas + 700 por unidad, más IVA de 19 %, sin decimales». */
export function formulaWords(formula: RateFormula, { text, formats }: Words): string {
  const { percent, tax, fixed, fixedPer, band, rounding, withPaidShipping, withoutInstallments } = formula;
  const base = (withPaidShipping ? [SALES_COLUMN, PAID_SHIPPING_COLUMN] : [SALES_COLUMN])
    .map(text.column)
    .join(' + ');
  const taxText = tax === null ? '' : formats.percent(String(tax.percent), 0);
  const share = formats.percent(percent, percent.split('.')[1]?.length ?? 0);
  const amount = (value: Decimal): string => formats.money(value, formats.places([value]));
  const each = (value: Decimal): string => text(`rates.per-${fixedPer}`, { amount: amount(value) });
  const bandWords = (): string => {
    if (band === null) return each(fixed);
    const below = amount(band.below);
    if (isNothing(band.fixed)) return text('rates.band-below', { low: each(fixed), below });
    if (isNothing(fixed)) return text('rates.band-from', { high: each(band.fixed), below });
    return text('rates.band', { low: each(fixed), below, high: each(band.fixed) });
  };
  const parts = [
    isNothing(percent)
      ? null
      : tax?.how === 'removed'
        ? text('rates.share-without-tax', { share, base, tax: taxText })
        : text('rates.share', { share, base }),
    band === null && isNothing(fixed) && !isNothing(percent) ? null : bandWords(),
  ].filter((part) => part !== null);
  const more = [
    tax?.how === 'added' ? text('rates.tax-added', { tax: taxText }) : null,
    withoutInstallments ? text('rates.without-installments') : null,
    /^1(\.0*)?$/.test(rounding.to) ? text('rates.to-whole') : null,
    rounding.mode === 'half-up' ? null : text(`rates.mode-${rounding.mode}`),
    rounding.per === 'unit' ? text('rates.rounded-per-unit') : null,
    rounding.beforeTax ? text('rates.rounded-before-tax') : null,
  ].filter((part) => part !== null);
  return [parts.join(' + '), ...more].join(', ');
}

const NAMES_SHOWN = 3;

function namesWords({ count, first }: RateNames, { text, formats }: Words): string {
  const shown = first.slice(0, NAMES_SHOWN).map((name) => (name === '' ? text('filter.blank') : name));
  const more = count - shown.length;
  return more > 0
    ? text('rates.names-more', { names: shown.join(', '), more: formats.count(more) })
    : shown.join(', ');
}

/** «Mercado Austral · Lumbre Oficial · Hogar, Jardín»: whose charge it is. */
export function groupWords({ canal, cuenta, groups, publications }: RateLine, words: Words): string {
  const { text, formats } = words;
  return [
    canal === '' ? text('filter.blank') : canal,
    cuenta === '' ? text('filter.blank') : cuenta,
    groups === null ? null : namesWords(groups, words),
    publications === null
      ? null
      : publications.count <= NAMES_SHOWN
        ? namesWords(publications, words)
        : text('rates.publications', {
            count: publications.count,
            shown: formats.count(publications.count),
          }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** «desde el 01-03-2026»; null where it holds on all days. */
export function daysWords(
  { from, to }: Pick<RateLine, 'from' | 'to'>,
  { text, formats }: Words,
): string | null {
  const day = (value: string) => formatDay(value, formats.dates);
  if (from !== null && to !== null) return text('rates.between', { from: day(from), to: day(to) });
  if (from !== null) return text('rates.since', { from: day(from) });
  return to === null ? null : text('rates.until', { to: day(to) });
}

/** The rule in one sentence, as it stands at the head of a claim. */
export function ruleWords(line: RateLine, formula: RateFormula, words: Words): string {
  const said = [groupWords(line, words), RATE_SOURCES[line.kind].charge, formulaWords(formula, words)];
  return said.join(': ');
}
