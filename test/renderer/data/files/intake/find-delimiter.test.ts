import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDelimiter } from '#renderer/data/files/intake/find-delimiter.ts';
import { IntakeRefusedError } from '#renderer/data/files/intake/refusals.ts';

/** What parts the cells of a text, by its beginning. */

const HEADING = ['Fecha', 'Orden', 'Monto', 'Estado'];
const linesOf = (delimiter: string, rows: readonly (readonly string[])[], heading = HEADING) =>
  [heading, ...rows].map((cells) => cells.join(delimiter)).join('\n');
const row = (at: number, amount = String(1000 + at)) => ['2026-03-01', `O${at}`, amount, 'Pagado'];
const ROWS = Array.from({ length: 12 }, (_, at) => row(at));
const found = (text: string, isWhole = true) => {
  const { delimiter, width, declaredLength, joinsDecimals } = findDelimiter(text, isWhole);
  return [delimiter, width, declaredLength, joinsDecimals];
};

/** The same, or why it is refused and on which line. */
const refusal = (text: string, isWhole = true) => {
  try {
    return found(text, isWhole);
  } catch (error) {
    return error instanceof IntakeRefusedError ? [error.refusal.reason, error.refusal.line] : error;
  }
};

describe('the delimiter of a text', () => {
  test('is what cuts its rows alike, whatever else stands in their cells', () => {
    const delimiter = fc.constantFrom(';', '\t', '|');
    const words = fc.constantFrom('a, b', 'x - y', 'uno', 'dos (2)', '');
    fc.assert(
      fc.property(
        delimiter,
        fc.array(words, { minLength: 2, maxLength: 20 }),
        fc.boolean(),
        (sign, some, isWhole) => {
          const rows = some.map((word, at) => ['2026-03-01', word, `${at},50`, 'Pagado']);
          expect(found(`${linesOf(sign, rows)}\n`, isWhole)).toEqual([sign, 4, 0, false]);
        },
      ),
    );
    expect(found(linesOf(',', ROWS))).toEqual([',', 4, 0, false]);
  });

  test('is the one that is told, and what tells it is no row', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(found(`sep=;${end}${linesOf(';', ROWS)}`)).toEqual([';', 4, 5 + end.length, false]);
    expect(found(`SEP=#\n${linesOf('#', ROWS)}`)).toEqual(['#', 4, 6, false]);
    expect(found(`sep=;;\n${linesOf(';', ROWS)}`).slice(2)).toEqual([0, false]);
  });

  test('cuts a table as wide as its heading, though a row below has as many words and more cells', () => {
    const wider = ['Nota', 'sin', 'orden', 'anulada', '9'];
    expect(found(linesOf(';', [wider, ...ROWS]))).toEqual([';', 4, 0, false]);
  });

  test('is none of a text without one', () => {
    expect(found('Fecha\n1\n2')).toEqual([null, null, 0, false]);
  });

  test('is told below titles, forty lines down and no further', () => {
    const titled = (count: number) =>
      `${'Cartola de movimientos\n'.repeat(count)}${linesOf(
        ';',
        Array.from({ length: 150 }, (_, at) => row(at)),
      )}`;
    expect(found(titled(39))).toEqual([';', 4, 0, false]);
    expect(found(titled(40)).slice(0, 2)).toEqual([';', null]);
  });

  test('joins amounts again where commas are both, and most rows have one', () => {
    const commas = ROWS.map((_, at) => row(at, `${1000 + at},50`));
    expect(found(linesOf(',', commas))).toEqual([',', 4, 0, true]);
    // In half of the rows it is their own doubt.
    const half = ROWS.map((_, at) => row(at, at % 2 === 0 ? `${1000 + at},50` : '7'));
    expect(found(linesOf(',', half))).toEqual([',', 4, 0, false]);
  });

  test('is none where most rows have more cells than the heading, and it is said on which line they begin', () => {
    const moved = ROWS.map((_, at) => ['2026-03-01', `O${at}`, 'Pago', 'factura', '12', '1']);
    expect(refusal(linesOf(';', moved))).toEqual(['moved-cells', 2]);
    expect(refusal(`sep=;\n${linesOf(';', moved)}`)).toEqual(['moved-cells', 3]);
    expect(refusal(linesOf(';', [...ROWS.slice(0, 4), ...moved]))).toEqual(['moved-cells', 6]);
  });

  test('is another that cuts them alike, where the best would move them', () => {
    // Semicolons part the cells; each amount has commas enough to make more of them.
    const rows = ROWS.map((_, at) => ['2026-03-01', `O${at}`, '1,2,3,4,5,6', 'a,b,c,d,e']);
    expect(found(linesOf(';', rows))).toEqual([';', 4, 0, false]);
  });
});

describe('amounts that commas cut, in rows whose last cells are empty', () => {
  const heading = ['Fecha', 'Monto', 'Estado', 'Nota'];
  const rows = (...amounts: readonly string[]) =>
    amounts.map((amount) => ['2026-03-01', amount, 'Pagado', '']);
  const read = (...amounts: readonly string[]) => found(linesOf(',', rows(...amounts), heading));

  test('are put together where their decimals can be nothing else', () => {
    expect(read('15106,96', '3358,08', '41109,00')).toEqual([',', 4, 0, true]);
  });

  test('are refused where their last cell may as well be one too many', () => {
    const unclear = linesOf(',', rows('15106,96', '3358,18', '41109,25'), heading);
    expect(refusal(unclear)).toEqual(['moved-cells', 2]);
    expect(refusal(`Cartola\nMarzo\n${unclear}`)).toEqual(['moved-cells', 4]);
  });

  test('are none where nothing goes together, or the heading has that cell too', () => {
    const ended = [...ROWS.map((cells) => [...cells, ''])];
    expect(found(linesOf(',', ended))).toEqual([',', 4, 0, false]);
    // In half of the rows only: each is as long as the heading, or has one empty cell too many.
    expect(read('15106,18', '7', '3358,25', '9')).toEqual([',', 4, 0, false]);
    const counted = rows('15106,96', '3358,08').map((cells) => cells.join(','));
    expect(found(['Fecha,Monto,Cuotas,Estado,', ...counted].join('\n'))[3]).toBe(false);
  });
});

describe('the limits of what a beginning tells', () => {
  const many = (count: number, of: (at: number) => readonly string[] = row) =>
    Array.from({ length: count }, (_, at) => of(at));

  test('two hundred rows are looked at', () => {
    const others = many(400).map((cells) => cells.join(','));
    expect(found([linesOf(';', many(199)), ...others].join('\n'))).toEqual([';', 4, 0, false]);
    expect(found([linesOf(';', many(49)), ...others].join('\n')).slice(0, 2)).toEqual([',', null]);
  });

  test('another delimiter than the best is meant where it cuts four rows of five alike', () => {
    // Commas cut all of them alike, and each has a cell more than the heading.
    const text = (alike: number) =>
      [
        'Fecha, hora;Orden;Monto, total;Estado',
        ...many(199, (at) => [`2026-03-01;O${at};1,2,3,4`, ...(at < alike - 1 ? ['x'] : [])]).map((cells) =>
          cells.join(';'),
        ),
      ].join('\n');
    expect(refusal(text(160))).toEqual([';', 4, 0, false]);
    expect(refusal(text(159))).toEqual(['moved-cells', 2]);
  });

  test('a heading has more words than figures, and the first of those with as many is it', () => {
    expect(
      found(
        linesOf(
          ';',
          many(3, () => ['Pago', 'O', '12', '34']),
          ['Ajuste', 'P', '1', '2'],
        ),
      ),
    ).toEqual([...[';', null, 0, false]]);
    expect(found(linesOf(';', many(3), ['Fecha', 'Orden', 'Nota', 'Cuota 1'])).slice(0, 2)).toEqual([
      ...[';', 4],
    ]);
  });

  test('of two that cut all rows alike it is the one that makes more cells, of which a hundred count', () => {
    expect(
      found(
        many(5, () => ['a;b', 'c', 'd'])
          .map((cells) => cells.join('|'))
          .join('\n'),
      )[0],
    ).toBe('|');
    // Of as many cells the semicolon comes first, then the comma.
    expect(['x;y,z', 'x|y,z', 'x|y;z'].map((each) => found(`${each}\n`.repeat(4))[0])).toEqual([
      ';',
      ',',
      ';',
    ]);
    const line = (commas: number) => `a;${'x,'.repeat(commas)};c`;
    const text = (commas: number) => [line(0), ...many(9).map(() => line(commas))].join('\n');
    for (const commas of [99, 109, 400]) expect(found(text(commas))[0], String(commas)).toBe(';');
  });

  test('rows of one cell tell nothing, however many', () => {
    const titled = `${'Cartola de movimientos\n'.repeat(30)}${linesOf('\t', ROWS.slice(0, 9))}`;
    expect(found(titled)).toEqual(['\t', 4, 0, false]);
  });

  test('more than half of the rows below have to be longer, where notes of one cell are no rows', () => {
    const longer = many(6, (at) => [...row(at), '7']);
    expect(refusal(linesOf(';', [...ROWS.slice(0, 6), ...longer]))).toEqual([';', 4, 0, false]);
    expect(refusal(linesOf(';', [...ROWS.slice(0, 5), ...longer]))).toEqual(['moved-cells', 7]);
    const notes = many(6, () => ['Nota']);
    expect(refusal(linesOf(';', [...notes, ...ROWS.slice(0, 5), ...longer]))).toEqual(['moved-cells', 13]);
  });

  test('the last row counts where the text ends with it', () => {
    const text = linesOf(';', [['1', '2', '3', '4', '5']]);
    expect(refusal(text, true)).toEqual(['moved-cells', 2]);
    expect(refusal(text, false)).toEqual([';', 4, 0, false]);
  });

  test('one that is told is meant, though it cuts nothing', () => {
    expect(found('sep=;\nFecha\n1\n2')).toEqual([';', null, 6, false]);
  });

  test('rows before a quote that nobody closes tell it; of more cells than any table it is', () => {
    expect(found(`${linesOf('\t', ROWS)}\n2026-03-01\t"abierto`)).toEqual(['\t', 4, 0, false]);
    expect(found(`${'|'.repeat(20_000)}\n1|2\n`).slice(0, 2)).toEqual(['|', null]);
  });
});
