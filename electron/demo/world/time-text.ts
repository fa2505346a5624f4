import { DAY_MS } from '#shared/domain/dates.ts';

/** Days already written out; a world has about a thousand. */
const dayTexts = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Milliseconds of a zoneless axis as `YYYY-MM-DDTHH:MM:SS.mmm`. Quicker than Date for the same few days again and again. */
export function timeText(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let dayText = dayTexts.get(day);
  if (dayText === undefined) {
    dayText = new Date(day * DAY_MS).toISOString().slice(0, 11);
    dayTexts.set(day, dayText);
  }
  const inDay = ms - day * DAY_MS;
  const seconds = Math.floor(inDay / 1000);
  const rest = inDay - seconds * 1000;
  const minutes = Math.floor(seconds / 60);
  const milliseconds = rest < 10 ? `00${rest}` : rest < 100 ? `0${rest}` : rest;
  return `${dayText}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.${milliseconds}`;
}
