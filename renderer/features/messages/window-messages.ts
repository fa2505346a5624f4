import { describeMonth, describePeriod, wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import { formatDayOfYear, formatMoment, formatTime } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { RunWindow } from '#shared/contract/run-log.ts';
import { firstDay, type LocalDate, lastDay, type Month, monthOf, shiftDay } from '#shared/domain/dates.ts';

/** Begins with a capital, as a sentence does. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** «Octubre de 2024», or «octubre de 2024» inside a sentence. */
export function monthInSentence(month: string, text: Text): string {
  const name = monthNames(text.locale).long[Number(month.slice(5, 7)) - 1] ?? month;
  return text('sync.month', { month: name, year: month.slice(0, 4) });
}

export function monthTitle(month: string, text: Text): string {
  return sentence(monthInSentence(month, text));
}

/** «oct 2024». */
export function monthShort(month: string, text: Text): string {
  return describeMonth(month, text);
}

/** First and last day of a range of purchases: its end is not in it when it is a midnight. */
function daysOf(from: string, to: string): { readonly from: LocalDate; readonly to: LocalDate } {
  const first = from.slice(0, 10) as LocalDate;
  const last = to.slice(0, 10) as LocalDate;
  const midnight = /T00:00:00(\.0+)?$/.test(to) && last > first;
  return { from: first, to: midnight ? shiftDay(last, -1) : last };
}

/** «oct 2024», «ene – sep 2024», «1–9 nov 2024»: the purchases of a range, as short as they can be told. */
export function purchasesMessage(from: string, to: string, text: Text): string {
  const days = daysOf(from, to);
  const months = wholeMonths(days);
  return months !== null && months.first === months.last
    ? describeMonth(months.first, text)
    : describePeriod(days, text);
}

/** «oct 2024», «ene – sep 2024», «ene 2024 – nov 2026»: the months of a range, be they whole or not. */
export function monthsMessage(from: string, to: string, text: Text): string {
  const { first, last } = monthsTouched(from, to);
  const period = { from: firstDay(first), to: lastDay(last) };
  return first === last ? describeMonth(first, text) : describePeriod(period, text);
}

/** Months that a range of purchases touches, [first, last]. */
export function monthsTouched(from: string, to: string): { readonly first: Month; readonly last: Month } {
  const days = daysOf(from, to);
  return { first: monthOf(days.from), last: monthOf(days.to) };
}

/** «20-11 14:03 – 14:28 UTC»; the second day only where it is another. */
function updatesMessage(from: string, to: string, formats: Formats): string {
  const sameDay = from.slice(0, 10) === to.slice(0, 10);
  const end = sameDay
    ? formatTime(to)
    : from.slice(0, 4) === to.slice(0, 4)
      ? formatMoment(to, formats.dates, true)
      : formatMoment(to, formats.dates);
  return `${formatDayOfYear(from, formats.dates)} ${formatTime(from)} – ${end} UTC`;
}

/** The range of a window on its own axis: «compras de nov 2024», «20-11 14:03 – 14:28 UTC». */
export function rangeMessage(
  window: { readonly field: RunWindow['field']; readonly from: string; readonly to: string },
  text: Text,
  formats: Formats,
): string {
  return window.field === 'updated_at'
    ? updatesMessage(window.from, window.to, formats)
    : text('window.purchases', { range: purchasesMessage(window.from, window.to, text) });
}

/** The same where only the bounds are known: instants end in Z (spec 2.2), purchases have no zone. */
export function boundsMessage(from: string, to: string, text: Text, formats: Formats): string {
  return rangeMessage(
    { field: from.endsWith('Z') ? 'updated_at' : 'purchase_date', from, to },
    text,
    formats,
  );
}
