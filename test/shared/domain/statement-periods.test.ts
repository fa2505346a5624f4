import { expect, it } from 'vitest';
import type { LocalDate } from '#shared/domain/dates.ts';
import { readStatementAtOnce } from '#shared/domain/statements/read-statement.ts';

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
