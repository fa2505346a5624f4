import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { periodNamed } from '#renderer/reconciliation/statements/model/statement-period.ts';
import { assignYears } from '#renderer/reconciliation/statements/model/years-of-days.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';

const HEADER = ['FECHA DIA/MES', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'];

const daysBelow = (...titles: readonly string[]) =>
  readStatementAtOnce(
    [
      ...titles.map((title) => [title]),
      HEADER,
      ['30/12', 'TRASPASO', '', '2.000', '12.000'],
      ['02/01', 'COMISION', '500', '', '11.500'],
    ].map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-05-01' as LocalDate, mappings: new Map() },
  ).lines.map(({ date }) => date?.day);

const NEWEST = ['2025-12-30', '2026-01-02'];

it.each([
  ['Cliente desde 12/05/2010'],
  ['Cuenta 12-05-12345-6'],
  ['Cuenta N° 12-05-12'],
  ['Vencimiento 31/12/2028'],
  ['Fecha de emisión: 03/02/2019'],
  ['Período 01/12/2027 al 31/01/2028'],
])('days without a year take none of «%s»', (title) => {
  expect(daysBelow(title)).toEqual(NEWEST);
});

it.each([
  ['Cartola desde 01/12/2023 hasta 31/01/2024'],
  ['Período: 01/12/2023 - 31/01/2024'],
  ['Movimientos del 01-12-2023 al 31-01-2024'],
  ['Desde 01/12/2023 Hasta 31/01/2024'],
])('days without a year take that of the period «%s», whatever else stands beside it', (title) => {
  const days = ['2023-12-30', '2024-01-02'];
  expect(daysBelow(title)).toEqual(days);
  expect(daysBelow('Cliente desde 12/05/2025', title, 'Vencimiento 01/03/2026')).toEqual(days);
});

it('a period that is not over ends today', () => {
  const reading = readStatementAtOnce(
    [['Período 01/05/2026 al 31/05/2026'], HEADER, ['15/05', 'TRASPASO', '', '2.000', '12.000']].map(
      (cells, at) => ({ line: at + 1, cells }),
    ),
    { today: '2026-05-20' as LocalDate, mappings: new Map() },
  );
  expect(reading.lines.map(({ date }) => date?.day)).toEqual(['2026-05-15']);
});

const yearless = (days: readonly string[], title: string, today: string) =>
  readStatementAtOnce(
    [[title], HEADER, ...days.map((day) => [day, 'TRASPASO', '', '2.000', ''])].map((cells, at) => ({
      line: at + 1,
      cells,
    })),
    { today: today as LocalDate, mappings: new Map() },
  );

it.each([
  [['30 dic', '2 ene']],
  [['30-dic', '02-ene']],
  [['30 de diciembre', '2 de enero']],
  [['Dec 30', 'Jan 2']],
  [['30 dez', '2 jan']],
  [['30 de dezembro', '2 de janeiro']],
  [['dic. 30', 'ene. 2']],
  [['30 dic 2025', '2 ene 2026']],
  [['30-dic-25', '2-ene-26']],
  [['Dec 30, 2025', 'Jan 2, 2026']],
  [['30 de dezembro de 2025', '2 de janeiro de 2026']],
  [['30th December 2025', '2nd January 2026']],
])('months by their names: %j', (days) => {
  expect(yearless(days, 'Cartola', '2026-05-01').lines.map(({ date }) => date?.day)).toEqual(NEWEST);
});

it.each([
  ['Período: 1 de diciembre de 2023 al 31 de enero de 2024'],
  ['Extrato de 01/12/2023 a 31/01/2024'],
  ['Movimientos de diciembre 2023 a enero 2024'],
])('a period of «%s» gives days in any order of lines each its year', (title) => {
  const days = ['02/01', '30/12', '15/01', '28/12', '31/01', '01/12'];
  expect(yearless(days, title, '2026-05-01').lines.map(({ date }) => date?.day)).toEqual([
    ...['2024-01-02', '2023-12-30', '2024-01-15', '2023-12-28', '2024-01-31', '2023-12-01'],
  ]);
});

it('a day just beside the period is of the year that is nearest, and one far from it a doubt', () => {
  const reading = yearless(['30/12', '02/01', '15/07'], 'Período 01/12/2023 - 31/12/2023', '2026-05-01');
  expect(reading.lines.map(({ date }) => date?.day)).toEqual(['2023-12-30', '2024-01-02', undefined]);
  expect(reading.notUnderstood.map(({ line, why }) => [line, why])).toEqual([[5, 'date']]);
});

it('every day of a period of up to ten months has its right year, in any order of lines', () => {
  const first = '2023-01-01' as LocalDate;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 27, max: 300 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (start, length, places) => {
        const [from, to] = [shiftDay(first, start), shiftDay(first, start + length)];
        const days = places.map((place) => shiftDay(from, Math.round(place * length)));
        const written = days.map((day) => `${day.slice(8)}/${day.slice(5, 7)}`);
        const reading = yearless(written, `Período ${from} al ${to}`, '2026-05-01');
        expect(reading.lines.map(({ date }) => date?.day)).toEqual(days);
      },
    ),
    { numRuns: randomCases(80) },
  );
});

describe('the period that titles name', () => {
  const of = (titles: readonly string[], order: 'day-first' | 'month-first' = 'day-first') => {
    const found = periodNamed(
      titles.map((title, at) => ({ line: at + 1, cells: title.split('|') })),
      order,
    );
    return found === null ? null : [found.from, found.to];
  };

  it.each([
    ['Período 01/12/2023 al 31/01/2024', '2023-12-01', '2024-01-31'],
    ['Período|31/01/2024|01/12/2023', '2023-12-01', '2024-01-31'],
    ['PERIODO: 2023-12-01 - 2024-01-31', '2023-12-01', '2024-01-31'],
    ['Cartola del 1.12.23 al 31.1.24', '2023-12-01', '2024-01-31'],
    ['Cartola 12 diciembre 2023', '2023-12-01', '2023-12-31'],
    ['Cartola N° 12 de diciembre de 2023', '2023-12-01', '2023-12-31'],
    ['Estado de cuenta febrero 2024', '2024-02-01', '2024-02-29'],
    ['Movimientos de febrero del 2023', '2023-02-01', '2023-02-28'],
    ['Movimientos abril-2024 a junio/2024', '2024-04-01', '2024-06-30'],
    ['Extrato 1-dez-2023 até 5/jan/2024', '2023-12-01', '2024-01-05'],
    ['Período: 1º de diciembre de 2023 al 31 de enero del 2024', '2023-12-01', '2024-01-31'],
    ['del 01/12/2023 al 31/01/2024', '2023-12-01', '2024-01-31'],
    ['1 de diciembre de 2023 a 31 de enero de 2024', '2023-12-01', '2024-01-31'],
    ['Hasta 31/01/2024', null, '2024-01-31'],
    ['Desde 01/12/2023 al 31/01/2024', '2023-12-01', '2024-01-31'],
  ])('%s', (title, from, to) => {
    expect(of([title])).toEqual([from, to]);
  });

  it.each([
    'Cuenta 01/12/2023',
    'Desde 01/12/2023',
    'Cliente del 01/12/2023 al 31/01/2024',
    'Período 01/12/2023 al 31/01/2024, emitida',
    'Período',
    'Período 12.345-01-12',
    'Cartola 1234/01/12/2023',
    'Cartola n° 12 de foo de 2023',
    'Movimientos diciembre 20234',
    'Periodos 01/12/2023',
    'Vence hasta 31/01/2024',
    'Impreso hasta 31/01/2024',
    'Emisión hasta 31/01/2024',
    'Vencimiento hasta 31/01/2024',
    `Período ${'x'.repeat(500)} 31/01/2024`,
  ])('none: %s', (title) => {
    expect(of([title])).toBeNull();
  });

  it('is from the first to the last that any of them names, and from none that is after it', () => {
    expect(of(['Desde 05/12/2023', 'Hasta 31/01/2024'])).toEqual(['2023-12-05', '2024-01-31']);
    expect(of(['Hasta 31/01/2024', 'Desde 05/12/2023'])).toEqual(['2023-12-05', '2024-01-31']);
    expect(of(['Período 01/12/2023 al 31/12/2023', 'Período 01/11/2023 al 31/01/2024'])).toEqual([
      ...['2023-11-01', '2024-01-31'],
    ]);
    expect(of(['Período 01/11/2023 al 31/01/2024', 'Período 01/12/2023 al 31/12/2023'])).toEqual([
      ...['2023-11-01', '2024-01-31'],
    ]);
    expect(of(['Desde 05/02/2024', 'Hasta 31/01/2024'])).toEqual([null, '2024-01-31']);
    expect(of(['Desde 31/01/2024', 'Hasta 31/01/2024'])).toEqual(['2024-01-31', '2024-01-31']);
    expect(of(['Período', 'Emitido 05/02/2024', 'Hasta 31/01/2024'])).toEqual([null, '2024-01-31']);
    expect(of([])).toBeNull();
  });

  it('has its days by the order of the file, where they are days by it', () => {
    expect(of(['Período 03/04/2024 al 05/06/2024'])).toEqual(['2024-04-03', '2024-06-05']);
    expect(of(['Período 03/04/2024 al 05/06/2024'], 'month-first')).toEqual(['2024-03-04', '2024-05-06']);
    expect(of(['Período 13/04/2024 al 04/15/2024'])).toEqual(['2024-04-13', '2024-04-15']);
    expect(of(['Período 13/04/2024 al 04/15/2024'], 'month-first')).toEqual(['2024-04-13', '2024-04-15']);
  });
});

describe('years of days that have none', () => {
  const years = (
    days: readonly string[],
    today: string,
    period: readonly [string | null, string] | null = null,
  ) =>
    atOnce(
      assignYears(
        days.map((day, at) => ({ at, month: Number(day.slice(3)), day: Number(day.slice(0, 2)) })),
        period === null ? null : { from: period[0] as LocalDate | null, to: period[1] as LocalDate },
        today as LocalDate,
      ),
    )
      .toSorted((one, other) => one.at - other.at)
      .map(({ day }) => day);

  it('are the latest by which none is to come, in either order of time', () => {
    expect(years(['30/12', '02/01', '03/01'], '2026-05-01')).toEqual([
      '2025-12-30',
      '2026-01-02',
      '2026-01-03',
    ]);
    expect(years(['03/01', '02/01', '30/12'], '2026-05-01')).toEqual([
      '2026-01-03',
      '2026-01-02',
      '2025-12-30',
    ]);
    expect(years(['01/05'], '2026-05-01')).toEqual(['2026-05-01']);
    expect(years(['02/05'], '2026-05-01')).toEqual(['2025-05-02']);
    expect(years(['01/06'], '2026-05-31')).toEqual(['2025-06-01']);
    expect(years(['10/03', '10/03', '09/03'], '2026-05-01')).toEqual([
      '2026-03-10',
      '2026-03-10',
      '2026-03-09',
    ]);
    expect(years(['02/12', '03/05', '02/11', '03/04'], '2026-05-04')).toEqual([
      ...['2024-12-02', '2025-05-03', '2025-11-02', '2026-04-03'],
    ]);
    expect(years(['03/04', '02/11', '03/05', '02/12'], '2026-05-04')).toEqual([
      ...['2026-04-03', '2025-11-02', '2025-05-03', '2024-12-02'],
    ]);
    expect(years(['05/01', '05/07', '05/01', '05/07'], '2026-02-01')).toEqual([
      ...['2026-01-05', '2025-07-05', '2025-01-05', '2024-07-05'],
    ]);
    expect(years(['02/01', '31/12', '01/01', '30/12'], '2026-02-01')).toEqual([
      ...['2026-01-02', '2025-12-31', '2026-01-01', '2025-12-30'],
    ]);
    expect(years(['31/12', '30/06'], '2026-11-28')).toEqual(['2025-12-31', '2026-06-30']);
    expect(years(['01/06', '31/12'], '2026-11-28')).toEqual(['2026-06-01', '2025-12-31']);
    // Out of order by a month, and still none to come.
    expect(years(['05/11', '12/12', '10/11'], '2026-11-28')).toEqual([
      ...['2025-11-05', '2025-12-12', '2026-11-10'],
    ]);
    expect(years(['29/02', '01/03'], '2025-05-01')).toEqual([null, '2025-03-01']);
    expect(years([], '2026-05-01')).toEqual([]);
  });

  it('are of no day to come, in whatever order they stand', () => {
    const written = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), fc.integer({ min: 0, max: 730 }), (all, days) => {
        const today = shiftDay('2025-01-01' as LocalDate, days);
        const read = years(
          all.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('/')),
          today,
        );
        for (const day of read) expect((day ?? '') <= today, `${day} is after ${today}`).toBe(true);
      }),
    );
  });

  it('are those of the period, or of just beside it, and none elsewhere', () => {
    const december = ['2023-12-01', '2023-12-31'] as const;
    expect(years(['01/12', '31/12'], '2026-05-01', december)).toEqual(['2023-12-01', '2023-12-31']);
    expect(years(['30/10', '31/01', '31/10'], '2026-05-01', december)).toEqual([
      null,
      '2024-01-31',
      '2023-10-31',
    ]);
    expect(years(['01/02', '30/06'], '2026-05-01', december)).toEqual([null, null]);
    expect(years(['30/12', '02/01'], '2026-05-01', ['2023-12-31', '2024-01-01'])).toEqual([
      '2023-12-30',
      '2024-01-02',
    ]);
  });

  it('are counted back from its end where it has no beginning, is too long, or has not begun', () => {
    expect(years(['31/12', '01/12'], '2026-05-01', [null, '2023-12-30'])).toEqual([
      '2022-12-31',
      '2022-12-01',
    ]);
    expect(years(['20/11'], '2026-05-01', ['2023-01-01', '2023-11-01'])).toEqual(['2023-11-20']);
    expect(years(['20/11'], '2026-05-01', ['2023-01-01', '2023-11-02'])).toEqual(['2022-11-20']);
    expect(years(['02/12'], '2026-05-01', ['2026-05-02', '2026-06-30'])).toEqual(['2025-12-02']);
    expect(years(['20/05', '10/05'], '2026-05-10', ['2026-05-01', '2026-05-31'])).toEqual([
      '2026-05-20',
      '2026-05-10',
    ]);
  });
});
