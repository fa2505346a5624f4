import type { Text } from '#renderer/i18n/text.tsx';
import { type LocalDate, monthOf } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { monthName, wholeMonths } from './period.ts';

/**
 * The name of a period that another is held against, as short as it can be told: «sep», «1–23 oct», «jul–sep», with its
 * year in two digits where that is not the other's: «oct 25», «1–23 nov 25», «20 dic 25–10 ene 26». Pure.
 */
export function comparedName(other: Period, own: Period | null, text: Text): string {
  const { from, to } = other;
  const day = (date: LocalDate): string => String(Number(date.slice(8, 10)));
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const isOwnYear = isOneYear && own?.from.slice(0, 4) === from.slice(0, 4);
  const year = (date: LocalDate): string => ` ${date.slice(2, 4)}`;
  const ending = isOwnYear ? '' : year(to);
  const beginning = isOneYear ? '' : year(from);
  const months = wholeMonths(other);
  if (months !== null) {
    const last = `${monthName(to, text)}${ending}`;
    return months.first === months.last ? last : `${monthName(from, text)}${beginning}–${last}`;
  }
  const last = `${day(to)} ${monthName(to, text)}${ending}`;
  if (from === to) return last;
  return monthOf(from) === monthOf(to)
    ? `${day(from)}–${last}`
    : `${day(from)} ${monthName(from, text)}${beginning}–${last}`;
}
