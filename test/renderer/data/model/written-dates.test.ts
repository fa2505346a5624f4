import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnReading, readBy } from '#renderer/data/model/column-reading.ts';
import { DAY_ORDERS, isSameDate, readWrittenDate, serialDate } from '#renderer/data/model/written-dates.ts';

const ES = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
);
const PT = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(
  ' ',
);
const EN = 'January February March April May June July August September October November December'.split(' ');

type Day = { readonly year: number; readonly month: number; readonly day: number };
const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

const FORMS: { readonly [name: string]: (day: Day) => string } = {
  'DD-MM-YYYY': ({ year, month, day }) => `${two(day)}-${two(month)}-${year}`,
  'D/M/YYYY': ({ year, month, day }) => `${day}/${month}/${year}`,
  'DD.MM.YY': ({ year, month, day }) => `${two(day)}.${two(month)}.${two(year - 2000)}`,
  DD_MM_YYYY: ({ year, month, day }) => `${two(day)}_${two(month)}_${year}`,
  'M/D/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'MM-DD-YYYY hh:mm': ({ year, month, day }) => `${two(month)}-${two(day)}-${year} 10:15`,
  'YYYY-MM-DD': ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  'YYYY/M/D': ({ year, month, day }) => `${year}/${month}/${day}`,
  YYYYMMDD: ({ year, month, day }) => `${year}${two(month)}${two(day)}`,
  'ISO with offset': ({ year, month, day }) => `${year}-${two(month)}-${two(day)}T22:39:50.000-03:00`,
  Shopify: ({ year, month, day }) => `${year}-${two(month)}-${two(day)} 07:33:09 +0200`,
  'd de mes': ({ year, month, day }) => `${day} de ${ES[month - 1]} de ${year} 09:05 hs.`,
  'd de mês': ({ year, month, day }) => `${day} de ${PT[month - 1]} de ${year}`,
  'Month d, y': ({ year, month, day }) => `${EN[month - 1]} ${day}, ${year}`,
  'd-mmm-yy': ({ year, month, day }) => `${two(day)}-${ES[month - 1]?.slice(0, 3)}-${two(year - 2000)}`,
};
const ORDERED = ['DD-MM-YYYY', 'D/M/YYYY', 'DD.MM.YY', 'DD_MM_YYYY', 'M/D/YYYY', 'MM-DD-YYYY hh:mm'];

const DAYS = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map(
    (date): Day => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }),
  );

test('a column of dates in one form is read back, or said to be unclear; never as other days', () => {
  let asked = 0;
  let columns = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(FORMS)),
      fc.array(DAYS, { minLength: 1, maxLength: 10 }),
      (form, days) => {
        const column = createColumnReading(DAY_ORDERS);
        const readings = days.map((day) => readWrittenDate(FORMS[form]?.(day) ?? ''));
        for (const each of readings) {
          const [one, other] = [each['day-first'], each['month-first']];
          column.add(each, one !== undefined && other !== undefined && isSameDate(one, other));
        }
        const convention = column.convention();
        columns += 1;
        if (convention === 'unclear') asked += 1;
        expect(convention).not.toBe('mixed');
        if (!ORDERED.includes(form)) expect(convention).toBe('none');
        for (const [at, { year, month, day }] of days.entries()) {
          const found = readBy(readings[at] ?? readWrittenDate(''), convention, isSameDate);
          if (found === 'unclear') {
            expect(convention).toBe('unclear');
            continue;
          }
          expect(found?.day).toBe(`${year}-${two(month)}-${two(day)}`);
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(asked).toBeLessThan(columns / 4);
});

test('serial numbers are the days that spreadsheets show for them', () => {
  fc.assert(
    fc.property(DAYS, fc.integer({ min: 0, max: 86_399 }), ({ year, month, day }, second) => {
      const days = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000);
      const found = serialDate(days + second / 86_400, 1900);
      const time = new Date(second * 1000).toISOString().slice(11, 23);
      expect(found?.day).toBe(`${year}-${two(month)}-${two(day)}`);
      expect(found?.time).toBe(second === 0 ? null : time);
      expect(serialDate(days - 1462, 1904)?.day).toBe(found?.day);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['2026-08-31T22:39:50.000-03:00', { day: '2026-08-31', time: '22:39:50.000', offset: -180 }],
  ['2026-07-01 07:33:09 +0200', { day: '2026-07-01', time: '07:33:09.000', offset: 120 }],
  ['5 de marzo de 2026 14:05 hs.', { day: '2026-03-05', time: '14:05:00.000', offset: null }],
  ['2026-03-05T10:00:00Z', { day: '2026-03-05', time: '10:00:00.000', offset: 0 }],
  ['31/01/2026 12:30 p. m.', { day: '2026-01-31', time: '12:30:00.000', offset: null }],
  ['31/01/2026 12:30 AM', { day: '2026-01-31', time: '00:30:00.000', offset: null }],
  ['lunes, 5 de enero de 2026', { day: '2026-01-05', time: null, offset: null }],
  ['46265', { day: '2026-08-31', time: null, offset: null }],
])('%s', (text, date) => {
  expect(readWrittenDate(text)['day-first']).toEqual(date);
});

test.each([
  '',
  '31-02-2026',
  '2026-13-01',
  '99/99/2026',
  'ayer',
  '12',
  '1.234',
  '31/08',
  '2026-08-31 25:00',
  '10:15',
])('%j is no date', (text) => {
  expect(readWrittenDate(text)).toEqual({ 'day-first': undefined, 'month-first': undefined });
});
