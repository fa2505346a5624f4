import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
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
