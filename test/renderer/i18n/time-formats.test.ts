import { describe, expect, test } from 'vitest';
import { dayName, monthNames, span, timeAgo } from '#renderer/i18n/time-formats.ts';
import { LANGUAGE_FACTS, LANGUAGES } from '#shared/contract/languages.ts';

const EXPECTED = {
  es: {
    long: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    short: 'ene feb mar abr may jun jul ago sep oct nov dic',
    days: ['ayer', 'hoy', 'mañana'],
    ago: /^hace 12 (d|días)$/,
    span: '2 h 5 min',
  },
  en: {
    long: 'January February March April May June July August September October November December',
    short: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    days: ['yesterday', 'today', 'tomorrow'],
    ago: /^12 ?d(ays)? ago$/,
    span: '2 hr 5 min',
  },
  pt: {
    long: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    short: 'jan fev mar abr mai jun jul ago set out nov dez',
    days: ['ontem', 'hoje', 'amanhã'],
    ago: /^há 12 dias$/,
    span: '2 h 5 min',
  },
};

// What the platform says follows its own version of the languages: both forms that were met are good.
describe.each(LANGUAGES)('times in %s', (language) => {
  const locale = LANGUAGE_FACTS[language].locale;
  const expected = EXPECTED[language];

  test('names months, long and in three letters', () => {
    expect(monthNames(locale).long.join(' ')).toBe(expected.long);
    expect(monthNames(locale).short.join(' ')).toBe(expected.short);
  });

  test('names the days around today, and tells how long ago something was', () => {
    expect(([-1, 0, 1] as const).map((day) => dayName(day, locale))).toEqual(expected.days);
    expect(timeAgo(12, 'day', locale)).toMatch(expected.ago);
  });

  test('tells spans', () => {
    expect(
      span(
        [
          [2, 'hour'],
          [5, 'minute'],
        ],
        locale,
      ),
    ).toBe(expected.span);
  });
});
