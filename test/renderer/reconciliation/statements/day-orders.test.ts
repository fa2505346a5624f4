import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import { namedDayOrder } from '#renderer/data/model/written-dates.ts';
import { readDateTexts } from '#renderer/reconciliation/statements/model/date-columns.ts';
import { decideDayOrder, type KnownOrders } from '#renderer/reconciliation/statements/model/day-orders.ts';
import {
  chosenDayOrders,
  NO_MAPPING,
  type StatementMapping,
} from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';

const TODAY = '2026-11-23' as LocalDate;
type Said = Partial<Pick<StatementMapping, 'dayOrder' | 'dayOrders'>>;

function read(
  rows: readonly (readonly FileCell[])[],
  said: Said | null = null,
  today = TODAY,
): StatementReading {
  const given = rows.map((cells, at) => ({ line: at + 1, cells }));
  const first = readStatementAtOnce(given, { today, mappings: new Map() });
  if (said === null) return first;
  const mappings = new Map([[first.fingerprint, { ...NO_MAPPING, ...said }]]);
  return readStatementAtOnce(given, { today, mappings });
}

const daysOf = ({ lines }: StatementReading) => lines.map(({ date }) => date?.day ?? null);
const asked = ({ notUnderstood }: StatementReading) =>
  notUnderstood.filter(({ why }) => why === 'day-order').map(({ line }) => line);

/** A bank of no country, with days as they are given. */
const HEADER = ['Fecha', 'Concepto', 'Referencia', 'Importe', 'Estado'];
const linesOf = (days: readonly FileCell[]) =>
  days.map((day, at) => [day, 'Pago', `R${at}`, '10,00', 'Confirmado']);
const bank = (days: readonly FileCell[], titles: readonly string[] = []) => [
  ...titles.map((title) => [title]),
  HEADER,
  ...linesOf(days),
];
/** One of Chile. */
const chilean = (days: readonly string[]) => [
  ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo', 'Docto. Nro.'],
  ...days.map((day) => [day, 'Pago', '', '1000', '', '1']),
];

it('what a user says of all days is of each of their columns, but for one of which something else is said', () => {
  const fields = { date: 'Fecha  de VENTA', released: 'Pago', order: 'Orden' };
  const chosen = (said: Said) => [...chosenDayOrders({ ...NO_MAPPING, fields, ...said })];
  const both = chosen({ dayOrder: 'month-first' });
  expect(both.map(([, order]) => order)).toEqual(['month-first', 'month-first']);
  expect(both.map(([heading]) => heading)).toEqual(['Fecha de venta', 'pago'].map(normalHeader));
  expect(chosen({ dayOrder: 'month-first', dayOrders: { PAGO: 'day-first' } })).toEqual([
    [normalHeader('Fecha de venta'), 'month-first'],
    [normalHeader('Pago'), 'day-first'],
  ]);
  expect(chosen({})).toEqual([]);
  expect([
    ...chosenDayOrders({ ...NO_MAPPING, fields: { released: 'Pago' }, dayOrder: 'day-first' }),
  ]).toEqual([[normalHeader('Pago'), 'day-first']]);
});

describe('an order of day and month that no day decides', () => {
  it('is asked: no day is read before it is said', () => {
    const rows = bank(['04/03/2026', '03/05/2026', '06/02/2026']);
    const open = read(rows);
    expect(daysOf(open)).toEqual([null, null, null]);
    expect(asked(open)).toEqual([2, 3, 4]);
    expect(open.dayOrders).toEqual([{ column: 'Fecha', order: null, by: null }]);
    const said = read(rows, { dayOrders: { FECHA: 'month-first' } });
    expect(daysOf(said)).toEqual(['2026-04-03', '2026-03-05', '2026-06-02']);
    expect(said.dayOrders).toEqual([{ column: 'Fecha', order: 'month-first', by: 'said' }]);
    expect([asked(said), said.kind, said.notUnderstood]).toEqual([[], 'bank', []]);
    expect(daysOf(read(rows, { dayOrders: { fecha: 'day-first' } }))[0]).toBe('2026-03-04');
  });

  it('is that by which the lines follow one another in time, which is said', () => {
    const days = ['01/02/2026', '05/02/2026', '03/03/2026', '01/04/2026'];
    const reading = read(bank(days));
    expect(daysOf(reading)).toEqual(['2026-02-01', '2026-02-05', '2026-03-03', '2026-04-01']);
    expect(reading.dayOrders).toEqual([{ column: 'Fecha', order: 'day-first', by: 'chronology' }]);
    expect(daysOf(read(bank(days.toReversed())))).toEqual(daysOf(reading).toReversed());
  });

  it('is that by which none is later than today, where the lines follow one another by both', () => {
    const reading = read(bank(['03/09/2026', '04/09/2026', '05/09/2026', '12/09/2026']));
    expect(daysOf(reading)).toEqual(['2026-09-03', '2026-09-04', '2026-09-05', '2026-09-12']);
    expect(asked(read(bank(['03/09/2025', '04/09/2025', '05/09/2025'])))).toEqual([2, 3, 4]);
  });

  it('is that by which all lie within the named period, in any order of lines', () => {
    const title = 'Movimientos del 28/02/2026 al 31/03/2026';
    const reading = read(bank(['09/03/2026', '04/03/2026', '07/03/2026'], [title]));
    expect(daysOf(reading)).toEqual(['2026-03-09', '2026-03-04', '2026-03-07']);
    expect(reading.dayOrders).toEqual([{ column: 'Fecha', order: 'day-first', by: 'period' }]);
    expect(asked(read(bank(['09/03/2026', '04/05/2026', '07/03/2026'], [title])))).toEqual([3, 4, 5]);
  });

  it('is that of a bank whose country is certain; days or lines that speak against it are asked', () => {
    const settled = read(chilean(['04/03/2026', '03/05/2026']));
    expect(daysOf(settled)).toEqual(['2026-03-04', '2026-05-03']);
    expect(settled.dayOrders).toEqual([{ column: 'Fecha', order: 'day-first', by: 'layout' }]);
    const against = read(chilean(['03/15/2026', '03/05/2026']));
    expect([daysOf(against), asked(against)]).toEqual([['2026-03-15', null], [3]]);
    expect(
      daysOf(read(chilean(['03/15/2026', '03/05/2026']), { dayOrders: { Fecha: 'month-first' } })),
    ).toEqual(['2026-03-15', '2026-03-05']);
    const inTime = read(chilean(['02/01/2026', '02/05/2026', '03/03/2026', '04/01/2026']));
    expect(asked(inTime)).toEqual([2, 3, 5]);
  });

  it('is that of another column of the file, which its own days decide', () => {
    const header = ['Fecha', 'Fecha valor', 'Descripción', 'Comprobante', 'Importe', 'D/C', 'Saldo'];
    const line = (date: string, paid: string) => [date, paid, 'Pago', '1', '10', 'C', ''];
    const reading = read([header, line('04/03/2026', '04/28/2026'), line('03/05/2026', '04/01/2026')]);
    expect(reading.dayOrders).toEqual([{ column: 'Fecha', order: 'month-first', by: 'column' }]);
    expect(daysOf(reading)).toEqual(['2026-04-03', '2026-03-05']);
  });

  it('is that of both in a column of both, only where the user says which of the others', () => {
    const rows = bank(['03/15/2026', '15/03/2026', '04/03/2026']);
    const mixed = read(rows);
    expect([daysOf(mixed), asked(mixed)]).toEqual([['2026-03-15', '2026-03-15', null], [4]]);
    const said = read(rows, { dayOrders: { Fecha: 'day-first' } });
    expect(daysOf(said)).toEqual(['2026-03-15', '2026-03-15', '2026-03-04']);
    expect(said.notUnderstood.map(({ line, why }) => [line, why])).toEqual([[2, 'mixed-convention']]);
  });

  it.each([
    ['Fecha (dd-mm-aaaa)', 'day-first'],
    ['Fecha(dd-mm-yyyy)', 'day-first'],
    ['Sale Date (dd_mm_yyyy)', 'day-first'],
    ['FECHA DIA/MES', 'day-first'],
    ['Date (MM/DD/YYYY)', 'month-first'],
    ['Fecha', null],
    ['Comando', null],
  ])('«%s» says %s', (heading, order) => {
    expect(namedDayOrder(heading)).toBe(order);
  });

  it('never makes another day of one: over random files each is right, asked, or said to be deduced', () => {
    const pad = (value: string) => value.padStart(2, '0');
    let [deduced, wrong, certain] = [0, 0, 0];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 12 })), {
          minLength: 1,
          maxLength: 9,
        }),
        fc.constantFrom<'day-first' | 'month-first'>('day-first', 'month-first'),
        fc.constantFrom('sorted', 'reversed', 'shuffled'),
        (start, places, order, lie) => {
          // Days up to the 12th of months up to August 2026.
          const all = places.map(([month, day]) => {
            const at = start + month;
            return `${2024 + Math.floor(at / 12)}-${pad(String((at % 12) + 1))}-${pad(String(day))}` as LocalDate;
          });
          const sorted = all.toSorted();
          const days = lie === 'sorted' ? sorted : lie === 'reversed' ? sorted.toReversed() : all;
          const written = days.map((day) => {
            const [year = '', month = '', each = ''] = day.split('-');
            const [one, other] = order === 'day-first' ? [each, month] : [month, each];
            return `${pad(one)}/${pad(other)}/${year}`;
          });
          const reading = read(bank(written));
          const by = reading.dayOrders[0]?.by ?? null;
          const found = daysOf(reading);
          const isWrong = found.some((day, at) => day !== null && day !== days[at]);
          if (by === null) {
            // What is not said to be deduced is right or null.
            expect(isWrong).toBe(false);
            certain += 1;
          } else {
            deduced += 1;
            if (isWrong) wrong += 1;
            // In files in order of time what is deduced is right.
            if (lie !== 'shuffled') expect([written, isWrong]).toEqual([written, false]);
          }
        },
      ),
      { numRuns: randomCases(240) },
    );
    expect(certain).toBeGreaterThan(50);
    expect(deduced).toBeGreaterThan(50);
    expect(wrong).toBeLessThanOrEqual(deduced / 20);
  }, 60_000);
});

describe('the order of one column', () => {
  const decide = (
    days: readonly string[],
    known: Partial<KnownOrders> = {},
    {
      today = TODAY,
      period = null,
    }: { readonly today?: string; readonly period?: readonly string[] | null } = {},
  ) => {
    const [from, to] = (period ?? []) as readonly LocalDate[];
    const own = from === undefined || to === undefined ? null : { from, to };
    const bounds = { today: today as LocalDate, period: () => own };
    const column = atOnce(readDateTexts(days, bounds));
    const { order, by } = atOnce(
      decideDayOrder(column, bounds, {
        ...{ said: null, layout: null, heading: 'Fecha', isPast: true },
        ...known,
      }),
    );
    return [order, by];
  };
  const [OPEN, DAY, MONTH] = [[null, null], 'day-first', 'month-first'] as const;
  const [OF_DAYS, OF_MONTHS] = ['Date (DD/MM/YYYY)', 'Date (MM/DD/YYYY)'];

  it('is its own where none of its days is two, and no one’s where all are written alike by both', () => {
    expect(decide(['13/04/2026', '04/04/2026'], { said: MONTH })).toEqual([DAY, null]);
    expect(decide(['04/13/2026'], { layout: DAY })).toEqual([MONTH, null]);
    expect(decide(['04/04/2026'], { said: DAY })).toEqual(OPEN);
    expect(decide(['13/04/2026', '04/13/2026'], { said: DAY })).toEqual(OPEN);
  });

  it('is that of its own days, unless another is known', () => {
    const own = ['13/04/2026', '03/04/2026'];
    expect(decide(own)).toEqual([DAY, null]);
    expect(decide(own, { said: DAY })).toEqual([DAY, null]);
    for (const known of [{ said: MONTH }, { layout: MONTH }, { heading: OF_MONTHS }] as const)
      expect(decide(own, known)).toEqual(OPEN);
  });

  it('is what the user says, else the heading, else the layout', () => {
    const open = ['04/03/2025', '03/05/2025', '06/02/2025'];
    expect(decide(open)).toEqual(OPEN);
    expect(decide(open, { said: DAY, heading: OF_MONTHS, layout: MONTH })).toEqual([DAY, 'said']);
    expect(decide(open, { heading: OF_MONTHS, layout: DAY })).toEqual([MONTH, 'heading']);
    expect(decide(open, { layout: DAY })).toEqual([DAY, 'layout']);
  });

  it('in a column of both is what the user says alone', () => {
    const both = ['13/04/2026', '04/13/2026', '03/04/2026'];
    expect(decide(both, { said: MONTH, layout: DAY })).toEqual([MONTH, 'said']);
    expect(decide(both, { layout: DAY, heading: OF_DAYS })).toEqual(OPEN);
  });

  it('is that by which no day is to come, however few there are: tomorrow is not to come yet', () => {
    // By the other order one of them is in December.
    const days = ['09/10/2026', '09/12/2026'];
    expect(decide(days)).toEqual([MONTH, 'chronology']);
    expect(decide(['10/09/2026', '12/09/2026'])).toEqual([DAY, 'chronology']);
    expect(decide(days, { isPast: false })).toEqual(OPEN);
    expect(decide(days, {}, { today: '2026-12-07' })).toEqual([MONTH, 'chronology']);
    expect(decide(days, {}, { today: '2026-12-08' })).toEqual(OPEN);
  });

  it('is told by three changes of day and no fewer, where they go one way by one order alone', () => {
    const [byDays, byMonths] = [
      ['01/02/2025', '05/02/2025', '03/03/2025', '01/04/2025'],
      ['02/01/2025', '02/05/2025', '03/03/2025', '04/01/2025'],
    ];
    expect(decide(byDays.slice(0, 3))).toEqual(OPEN);
    expect(decide(byDays)).toEqual([DAY, 'chronology']);
    expect(decide(byMonths)).toEqual([MONTH, 'chronology']);
    // Against what is known of it.
    expect(decide(byMonths, { layout: DAY })).toEqual(OPEN);
    expect(decide(byMonths, { layout: MONTH })).toEqual([MONTH, 'layout']);
  });

  it('is that by which all days lie within the period, its ends among them', () => {
    const march = { period: ['2026-03-02', '2026-03-09'] };
    expect(decide(['09/03/2026', '02/03/2026'], {}, march)).toEqual([DAY, 'period']);
    expect(decide(['03/09/2026', '03/02/2026'], {}, march)).toEqual([MONTH, 'period']);
    for (const beside of ['01/03/2026', '10/03/2026'])
      expect(decide(['09/03/2026', '02/03/2026', beside], {}, march)).toEqual(OPEN);
    // Nor are they told by their order in time then.
    expect(decide(['01/02/2025', '05/02/2025', '03/03/2025', '01/04/2025'], {}, march)).toEqual(OPEN);
  });
});

describe('a serial number in a column of days', () => {
  const serial = (text: string, system?: 1904): FileCell =>
    system === undefined ? { kind: 'number', text } : { kind: 'number', text, system };

  it('is of the system of its workbook', () => {
    // 46023 days after 1899-12-30, 44561 after 1904-01-01.
    expect(daysOf(read(bank([serial('46023'), serial('44561', 1904)])))).toEqual([
      '2026-01-01',
      '2026-01-01',
    ]);
    expect(daysOf(read(bank([serial('20260115')])))).toEqual(['2026-01-15']);
  });

  it('is a doubt as a text that may be of either system, and the day of 1900 where the other is to come', () => {
    const reading = read(bank(['46023', '44561', '2026-01-02']));
    expect(daysOf(reading)).toEqual(['2026-01-01', null, '2026-01-02']);
    expect(reading.notUnderstood.map(({ line, why }) => [line, why])).toEqual([[3, 'serial-date']]);
  });
});

describe('a day years away from the reading', () => {
  const doubts = ({ notUnderstood }: StatementReading) => notUnderstood.map(({ line, why }) => [line, why]);

  it('is asked about and is no day of a line, whichever way its year was mistyped', () => {
    const reading = read(bank(['2126-01-05', '2029-01-05', '1989-12-31', '25/01/2206', '2026-01-06']));
    expect(daysOf(reading)).toEqual([null, null, null, null, '2026-01-06']);
    expect(doubts(reading)).toEqual([2, 3, 4, 5].map((line) => [line, 'far-date']));
  });

  it('is one of any earlier month, and one to which money is promised', () => {
    const reading = read(bank(['1990-01-01', '2028-12-31']));
    expect(daysOf(reading)).toEqual(['1990-01-01', '2028-12-31']);
    expect(doubts(reading)).toEqual([]);
  });
});

describe('years of two digits', () => {
  it('stand first where that alone makes all of them days of about now', () => {
    const reading = read(bank(['26/08/15', '26/08/17', '26/09/02']));
    expect(daysOf(reading)).toEqual(['2026-08-15', '2026-08-17', '2026-09-02']);
    expect([reading.notUnderstood, reading.dayOrders]).toEqual([[], []]);
  });

  it('are asked about where too few days tell it', () => {
    const reading = read(bank(['26/08/15', '26/08/15']));
    expect(daysOf(reading)).toEqual([null, null]);
    expect(reading.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
      [2, 'date'],
      [3, 'date'],
    ]);
  });

  it('stand last in all other files, old ones among them', () => {
    const last = ['25/10/26', '26/10/26', '27/10/26', '26/11/25'];
    expect(daysOf(read(bank(last)))).toEqual(['2026-10-25', '2026-10-26', '2026-10-27', '2025-11-26']);
    expect(daysOf(read(bank(['26/08/15', '14/08/15', '17/08/15'])))).toEqual([
      '2015-08-26',
      '2015-08-14',
      '2015-08-17',
    ]);
  });
});
