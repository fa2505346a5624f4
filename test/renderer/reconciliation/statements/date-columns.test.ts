import { describe, expect, it } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import {
  chronologyOf,
  dateColumn,
  readDateTexts,
} from '#renderer/reconciliation/statements/model/date-columns.ts';
import { readDateColumns } from '#renderer/reconciliation/statements/model/date-columns-of-file.ts';
import { decideDayOrder } from '#renderer/reconciliation/statements/model/day-orders.ts';
import { amount, date, layoutOf, text } from '#renderer/reconciliation/statements/model/layout.ts';
import { matchHeader } from '#renderer/reconciliation/statements/model/recognition.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Cells as days: what each means, and why one means none. */

const TODAY = '2026-05-01' as LocalDate;
const read = (cells: readonly (FileCell | undefined)[], order: DayOrder | null = null) => {
  const bounds = { today: TODAY, period: () => null };
  const texts = atOnce(readDateTexts(cells, bounds));
  const { dates, doubts } = atOnce(dateColumn(texts, order, bounds));
  return {
    days: dates.map((date) => date?.day ?? null),
    dates,
    doubts: doubts.map(({ at, text, why }) => [at, text, why]),
    convention: texts.convention,
    isOpen: texts.isOpen,
  };
};
const dateOf = (text: string) => read([text]).dates[0];

describe('a day as programs write it', () => {
  it('has its time, and is a moment where its zone is told', () => {
    expect(dateOf('2026-03-14')).toEqual({ day: '2026-03-14', time: null, instant: null });
    expect(dateOf('2026-03-14 09:30:15')).toEqual({
      ...{ day: '2026-03-14', time: '09:30:15.000', instant: null },
    });
    const momentOf = (text: string) => {
      const date = dateOf(text);
      return [date?.day, date?.time, date?.instant];
    };
    expect(momentOf('2026-03-14T23:59:59.250Z')).toEqual([
      ...['2026-03-14', '23:59:59.250', '2026-03-14T23:59:59.250Z'],
    ]);
    // Its own day stays its day, whatever day it is elsewhere.
    expect(momentOf('2026-03-14T23:30:00-03:00')).toEqual([
      ...['2026-03-14', '23:30:00.000', '2026-03-15T02:30:00.000Z'],
    ]);
    expect(momentOf('2026-03-14T00:10:00+05:30')).toEqual([
      ...['2026-03-14', '00:10:00.000', '2026-03-13T18:40:00.000Z'],
    ]);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-03-14T24:00:00', '2026-03-14T10:60:00', 'ayer', '31/13/2026'])(
    '«%s» is none, and is asked about',
    (text) => {
      const { days, doubts } = read([text]);
      expect([days, doubts]).toEqual([[null], [[0, text, 'date']]]);
    },
  );

  it('is nothing, and no doubt, where nothing stands', () => {
    expect(read(['', '-', '--', 'N/A', 'null', undefined])).toMatchObject({
      days: [null, null, null, null, null, null],
      doubts: [],
    });
  });

  it('lies within two years from today and not before 1990: what lies further is asked about', () => {
    const { days, doubts } = read(['2028-12-31', '2029-01-01', '1990-01-01', '1989-12-31']);
    expect(days).toEqual(['2028-12-31', null, '1990-01-01', null]);
    expect(doubts).toEqual([
      [1, '2029-01-01', 'far-date'],
      [3, '1989-12-31', 'far-date'],
    ]);
  });
});

describe('a number of a spreadsheet', () => {
  const number = (text: string, system?: 1904): FileCell => ({
    ...{ kind: 'number', text },
    ...(system === undefined ? {} : { system }),
  });
  it('is a day since 1900, or since 1904 where the workbook says so', () => {
    expect(read([number('46000'), number('46000.5'), number('44538', 1904)])).toMatchObject({
      days: ['2025-12-09', '2025-12-09', '2025-12-09'],
      doubts: [],
    });
    expect(read([number('46000.5')]).dates[0]?.time).toBe('12:00:00.000');
  });

  it('as a text is asked about where it may be of 1904 too: where that would not be later than tomorrow', () => {
    // Of 1904 they would be 2026-05-02 and the day after.
    expect(read(['44682', '44683'])).toMatchObject({
      days: [null, '2022-05-02'],
      doubts: [[0, '44682', 'serial-date']],
    });
  });
});

describe('a column of days', () => {
  it('that only an order tells is asked about cell by cell, and is read by the order that is given', () => {
    const cells = ['03/04/2026', '05/05/2026', '06/04/2026'];
    expect(read(cells)).toMatchObject({
      ...{ isOpen: true, days: [null, '2026-05-05', null] },
      doubts: [
        [0, '03/04/2026', 'day-order'],
        [2, '06/04/2026', 'day-order'],
      ],
    });
    expect(read(cells, 'day-first')).toMatchObject({
      days: ['2026-04-03', '2026-05-05', '2026-04-06'],
      doubts: [],
    });
    expect(read(cells, 'month-first').days).toEqual(['2026-03-04', '2026-05-05', '2026-06-04']);
  });

  it('written by both orders tells the cells that are written otherwise than most', () => {
    const cells = ['13/04/2026', '14/04/2026', '04/15/2026'];
    expect(read(cells, 'day-first')).toMatchObject({
      ...{ convention: 'mixed', isOpen: false },
      days: ['2026-04-13', '2026-04-14', '2026-04-15'],
      doubts: [[2, '04/15/2026', 'mixed-convention']],
    });
    expect(read(cells).doubts).toEqual([[2, '04/15/2026', 'mixed-convention']]);
    expect(read(cells, 'month-first').doubts.map(([at]) => at)).toEqual([0, 1]);
    expect(read(['04/15/2026', '04/16/2026', '13/04/2026']).doubts).toEqual([
      [2, '13/04/2026', 'mixed-convention'],
    ]);
    expect(read(['04/15/2026', '13/04/2026']).doubts).toEqual([[0, '04/15/2026', 'mixed-convention']]);
    // Days that are two by the two orders tell nothing of what is usual.
    const open = ['03/04/2026', '05/06/2026', '07/08/2026'];
    expect(
      read([...open, '04/15/2026', '04/16/2026', '13/04/2026']).doubts.filter(
        ([, , why]) => why !== 'day-order',
      ),
    ).toEqual([[5, '13/04/2026', 'mixed-convention']]);
  });

  it('with a month by its name, or a day that is both, needs no order', () => {
    expect(read(['4 de marzo de 2026', '04/04/2026', '5-abr-2026'])).toMatchObject({
      ...{ isOpen: false, doubts: [] },
      days: ['2026-03-04', '2026-04-04', '2026-04-05'],
    });
  });

  it('without years has them where at least half of it is written so, and else they are no days', () => {
    expect(read(['13/04', '14/04/2026'])).toMatchObject({ days: ['2026-04-13', '2026-04-14'], doubts: [] });
    expect(read(['13/04', '14/04/2026', '15/04/2026'])).toMatchObject({
      days: [null, '2026-04-14', '2026-04-15'],
      doubts: [[0, '13/04', 'date']],
    });
  });
});

describe('days without years', () => {
  it('that are two by the two orders are asked about, and those that are one are not', () => {
    expect(read(['03/04', '04/04'])).toMatchObject({
      ...{ isOpen: true, days: [null, '2026-04-04'] },
      doubts: [[0, '03/04', 'day-order']],
    });
    expect(read(['03/04', '04/04'], 'month-first').days).toEqual(['2026-03-04', '2026-04-04']);
    expect(read(['04/04', '5 de abril'])).toMatchObject({ isOpen: false, doubts: [] });
  });

  it('by both orders tell those that are written otherwise', () => {
    expect(read(['13/04', '14/04', '04/15'])).toMatchObject({
      ...{ convention: 'mixed', days: ['2026-04-13', '2026-04-14', '2026-04-15'] },
      doubts: [[2, '04/15', 'mixed-convention']],
    });
  });

  it('of a month by its name that no year about has are none', () => {
    expect(read(['29 de febrero', '28 de febrero'])).toMatchObject({
      ...{ days: [null, '2026-02-28'], doubts: [[0, '29 de febrero', 'date']] },
    });
  });
});

it('a day has underscores, or the name of a zone that is no other', () => {
  expect(read(['14_03_2026', '15-03-2026 10:20:30 UTC'])).toMatchObject({
    ...{ days: ['2026-03-14', '2026-03-15'], doubts: [] },
  });
});

describe('an order that was said', () => {
  it('counts whatever the lines tell by their order', () => {
    const cells = ['05/01/2026', '06/01/2026', '02/02/2026', '03/02/2026'];
    const bounds = { today: TODAY, period: () => null };
    const texts = atOnce(readDateTexts(cells, bounds));
    const decide = (said: DayOrder | null) =>
      atOnce(decideDayOrder(texts, bounds, { said, layout: null, heading: 'Fecha', isPast: true }));
    expect([decide(null), decide('day-first'), decide('month-first')]).toEqual([
      { order: 'day-first', by: 'chronology' },
      { order: 'day-first', by: 'said' },
      { order: 'month-first', by: 'said' },
    ]);
  });
});

describe('the chronology of a file', () => {
  const told = (...days: readonly (string | null)[]) =>
    atOnce(
      chronologyOf(
        days.map((day) => (day === null ? null : { day: day as LocalDate, time: null, offset: null })),
      ),
    );
  it('counts each change of day, and holds where all go one way', () => {
    const [one, two, three] = ['2026-03-01', '2026-03-02', '2026-03-05'];
    expect(told(one, one, null, two, three)).toEqual({ isOrdered: true, steps: 2, last: three });
    expect(told(three, two, null, one)).toEqual({ isOrdered: true, steps: 2, last: three });
    expect(told(one, three, two)).toEqual({ isOrdered: false, steps: 2, last: three });
    expect(told(one, one)).toEqual({ isOrdered: true, steps: 0, last: one });
    expect(told(null)).toEqual({ isOrdered: true, steps: 0, last: null });
  });
});

describe('all columns of days of a file', () => {
  const layout = layoutOf({
    id: 'x',
    kind: 'bank',
    columns: [
      date('gone', 'date', 'optional', 'No está'),
      date('aside', null, 'optional', 'Impreso'),
      date('date', 'date', 'needed', 'Fecha'),
      text('words', 'description', 'optional', 'Glosa'),
      date('released', 'released', 'optional', 'Pago'),
      amount('net', 'net', 'needed', 'Neto'),
    ],
    net: [['net', 1]],
  });
  const readRows = (rows: readonly (readonly string[])[], of: typeof layout = layout) => {
    const headers = ['Impreso', 'Glosa', 'Fecha', 'Pago', 'Neto'];
    const { columns, orders, decided } = atOnce(
      readDateColumns(
        rows.map((cells, at) => ({ line: at + 2, cells })),
        matchHeader(of, { at: 0, rows: 1, headers }),
        { today: TODAY, period: () => null },
      ),
    );
    const views = [...columns].map(([key, { dates }]) => [key, dates.map((each) => each?.day ?? null)]);
    return { columns: Object.fromEntries(views), orders: Object.fromEntries(orders), decided };
  };
  const row = (day: string, paid: string) => ['nunca', '13/01/2026', day, paid, '5'];

  it('are those that are there and that a line takes', () => {
    expect(readRows([row('13/04/2026', '15/04/2026')])).toEqual({
      columns: { date: ['2026-04-13'], released: ['2026-04-15'] },
      orders: { date: 'day-first', released: 'day-first' },
      decided: [],
    });
  });

  it('are written as those that their own days decide, where these do so alike', () => {
    expect(readRows([row('03/04/2026', '04/15/2026')])).toEqual({
      columns: { date: ['2026-03-04'], released: ['2026-04-15'] },
      orders: { date: 'month-first', released: 'month-first' },
      decided: [{ column: 'Fecha', order: 'month-first', by: 'column' }],
    });
    expect(readRows([row('03/04/2026', '05/06/2026')])).toMatchObject({
      columns: { date: [null], released: [null] },
      decided: [
        { column: 'Fecha', order: null, by: null },
        { column: 'Pago', order: null, by: null },
      ],
    });
  });

  it('give way where what is known of the layout is another than what a column’s own days say', () => {
    const known = { ...layout, dayOrder: 'day-first' } as const;
    expect(readRows([row('03/04/2026', '04/15/2026')], known)).toMatchObject({
      columns: { date: [null] },
      decided: [{ column: 'Fecha', order: null, by: null }],
    });
    expect(readRows([row('03/04/2026', '15/04/2026')], known)).toMatchObject({
      columns: { date: ['2026-04-03'] },
      decided: [{ column: 'Fecha', order: 'day-first', by: 'layout' }],
    });
    const chosen = { ...layout, chosenDayOrders: new Map([['fecha', 'day-first' as const]]) };
    expect(readRows([row('03/04/2026', '04/15/2026')], chosen)).toMatchObject({
      columns: { date: ['2026-04-03'] },
      decided: [{ column: 'Fecha', order: 'day-first', by: 'said' }],
    });
  });

  it('of when it happened are not to come; of when it is paid they may be', () => {
    expect(readRows([row('12/03/2026', '12/03/2026')]).decided).toEqual([
      { column: 'Fecha', order: 'day-first', by: 'chronology' },
      { column: 'Pago', order: null, by: null },
    ]);
  });
});
