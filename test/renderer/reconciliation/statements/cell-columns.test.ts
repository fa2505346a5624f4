import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import {
  amountColumn,
  isNothing,
  isOpenIn,
  keeping,
  type OpenMeaning,
  readAmountTexts,
  textColumn,
} from '#renderer/reconciliation/statements/model/cell-columns.ts';
import { fieldsWithin } from '#renderer/reconciliation/statements/model/cell-contents.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** What the cells of a column are: amounts by one decimal sign, ids, words. */

const number = (text: string): FileCell => ({ kind: 'number', text });
const read = (cells: readonly (FileCell | undefined)[], open: OpenMeaning | null = null) => {
  const texts = atOnce(readAmountTexts(cells));
  const { units, scale, doubts } = atOnce(amountColumn(texts, open));
  return {
    amounts: units.map((value) => (value === null ? null : Number(value) / 10 ** scale)),
    doubts: doubts.map(({ at, text, why }) => [at, text, why]),
    convention: texts.convention,
    isOpen: texts.cells.map((cell) => isOpenIn(cell, texts)),
  };
};
const amountsOf = (...cells: readonly (FileCell | undefined)[]) => read(cells).amounts;

describe('a column of amounts', () => {
  test('is written by one decimal sign', () => {
    expect(amountsOf('1.234,50', '12', '-7,25', '1.234.567', '(3,00)')).toEqual([
      1234.5, 12, -7.25, 1234567, -3,
    ]);
    expect(amountsOf('1,234.50', '12', '-7.25', '1,234,567', '-0.5')).toEqual([
      1234.5, 12, -7.25, 1234567, -0.5,
    ]);
    expect(amountsOf(number('1234.5'), number('-2'), '7,25')).toEqual([1234.5, -2, 7.25]);
    expect(amountsOf('123.456.789', '-123.456.789,01', '999,99')).toEqual([123456789, -123456789.01, 999.99]);
    expect(amountsOf('123,456,789', '-123,456,789.01', '999.99')).toEqual([123456789, -123456789.01, 999.99]);
    expect(amountsOf('0', '-0', '-0.10', '0.10')).toEqual([0, 0, -0.1, 0.1]);
    expect(read(['1.50', '2.5']).convention).toBe('.');
    expect(read(['1,50', '2.000']).convention).toBe(',');
    expect(read(['1.000', '2']).convention).toBe('unclear');
  });

  test('has nothing where nothing stands', () => {
    const nothing = ['', '-', '--', '---', 'N/A', 'na', 'NULL'];
    expect(nothing.map(isNothing)).toEqual(nothing.map(() => true));
    expect(['0', '- -', 'nada', 'nulls', '-1', 'n//a', 'x-'].map(isNothing)).toEqual(Array(7).fill(false));
    expect(read([...nothing, ' ', undefined])).toMatchObject({ amounts: Array(9).fill(null), doubts: [] });
  });

  test('asks about what is no amount', () => {
    expect(read(['doce', '1.2.3', '7,5,0', '5.50']).doubts).toEqual([
      [0, 'doce', 'amount'],
      [1, '1.2.3', 'amount'],
      [2, '7,5,0', 'amount'],
    ]);
    expect(
      read([{ kind: 'number', text: '5', isShownNegative: true } as FileCell, number('6')]),
    ).toMatchObject({
      amounts: [null, 6],
      doubts: [[0, '−5 (5)', 'amount']],
    });
  });

  test('that decides nothing is as somebody says, and else each that is two is asked about', () => {
    const cells = ['12.500', '7', '1.250'];
    expect(read(cells)).toMatchObject({
      ...{ amounts: [null, 7, null], isOpen: [true, false, true] },
      doubts: [
        [0, '', 'scale'],
        [2, '', 'scale'],
      ],
    });
    expect(read(cells, '.')).toMatchObject({ amounts: [12.5, 7, 1.25], doubts: [] });
    expect(read(cells, ',')).toMatchObject({ amounts: [12500, 7, 1250], doubts: [] });
    expect(read(cells, 'thousands')).toMatchObject({ amounts: [12500, 7, 1250], doubts: [] });
    expect(read(['12,500'], 'thousands').amounts).toEqual([12500]);
  });

  test('of both signs tells those by the sign of the fewer, and of as many those with a comma', () => {
    expect(read(['1.50', '2.50', '3,50'])).toMatchObject({
      ...{ convention: 'mixed', amounts: [1.5, 2.5, 3.5], doubts: [[2, '', 'mixed-convention']] },
    });
    expect(read(['1,50', '2,50', '3.50']).doubts).toEqual([[2, '', 'mixed-convention']]);
    expect(read(['1,50', '2.50']).doubts).toEqual([[0, '', 'mixed-convention']]);
    expect(read(['1,50', '2.50', '3.000'])).toMatchObject({
      isOpen: [false, false, true],
      amounts: [1.5, 2.5, null],
    });
  });

  test('asks about three places where no other has as many, and about none where one is plainly so', () => {
    expect(read(['12.50', '1.234'])).toMatchObject({ amounts: [12.5, null], doubts: [[1, '', 'scale']] });
    expect(read(['12,50', '1,234'])).toMatchObject({ amounts: [12.5, null], doubts: [[1, '', 'scale']] });
    expect(read(['12.50', '1.234', '0.125'])).toMatchObject({ amounts: [12.5, 1.234, 0.125], doubts: [] });
    expect(read(['12.50', '1.234', '0.1251'])).toMatchObject({ amounts: [12.5, 1.234, 0.1251], doubts: [] });
    expect(read(['12.50', '1.234', number('2.125')])).toMatchObject({
      amounts: [12.5, 1.234, 2.125],
      doubts: [],
    });
    expect(read(['12.50', '1,234', '7.00']).doubts).toEqual([]);
    expect(read([number('1.234'), '12.50', ''])).toMatchObject({ amounts: [1.234, 12.5, null], doubts: [] });
  });
});

test('a text that comes again is read once', () => {
  const texts: string[] = [];
  const lengthOf = keeping((text) => texts.push(text));
  expect([lengthOf('a'), lengthOf('b'), lengthOf('a')]).toEqual([1, 2, 1]);
  expect(texts).toEqual(['a', 'b']);
});

describe('a column of texts', () => {
  const readTexts = (
    cells: readonly (FileCell | undefined)[],
    isId = true,
    nothing: readonly string[] = [],
  ) => {
    const { texts, doubts } = atOnce(textColumn(cells, { isId, nothing }));
    return [texts, doubts.map(({ at, text, why }) => [at, text, why])];
  };

  test('has what stands there, and nothing by blanks or by what stands for it', () => {
    expect(readTexts([' a ', '', undefined, 'Ninguno', 'x'], false, ['ninguno'])).toEqual([
      ...[['a', null, null, null, 'x'], []],
    ]);
  });

  test('of ids has them as they were before a program wrote them otherwise', () => {
    const cells = ["'0012", '’77', "'12a", '123456789.0', '12345678.0', '123456789.05', '123.456.789.012'];
    expect(readTexts([...cells, '1,234,567,890', '1.234.567', '1,234.567,890', 'x123456789.0'])[0]).toEqual([
      ...['0012', '77', "'12a", '123456789', '12345678.0', '123456789.05', '123456789012'],
      ...['1234567890', '1.234.567', '1,234.567,890', 'x123456789.0'],
    ]);
    expect(readTexts(["'0012"], false)[0]).toEqual(["'0012"]);
  });

  test('of ids asks about those that lost digits, or may have', () => {
    expect(readTexts(['9,00000E+10', 'A-1'])).toEqual([[null, 'A-1'], [[0, '9,00000E+10', 'lost-digits']]]);
    const long = ['2000001234567890', '2000001234567880'].map(number);
    expect(readTexts([...long, '9E+10'])).toEqual([
      ['2000001234567890', '2000001234567880', null],
      [
        [2, '9E+10', 'lost-digits'],
        [0, '2000001234567890', 'maybe-lost-digits'],
        [1, '2000001234567880', 'maybe-lost-digits'],
      ],
    ]);
    expect(readTexts([...long, number('2000001234567891')])[1]).toEqual([]);
    expect(readTexts(long, false)[1]).toEqual([]);
  });
});

describe('the fields that a column may be of', () => {
  const has = (field: string, ...cells: readonly string[]) =>
    (fieldsWithin(cells) as ReadonlySet<string>).has(field);

  test('are money in and out where nothing stands', () => {
    expect([...fieldsWithin(['', ' '])]).toEqual(['in', 'out']);
  });

  test('are told by its cells, of which one in five may be something else', () => {
    const words = (...others: readonly string[]) =>
      fieldsWithin(['uno', 'dos', 'tres', 'cuatro', ...others]).has('description');
    expect([words('5'), words('5', '6')]).toEqual([true, false]);
    const day = '21/03/2026';
    expect(has('date', day, day, day, day, 'x')).toBe(true);
    expect(has('date', day, day, day, 'x')).toBe(false);
    expect([has('released', day), has('amount', day), has('order', day), has('sku', day)]).toEqual([
      ...[true, false, false, false],
    ]);
    expect(has('amount', '5', '6', '7', '8', 'x')).toBe(true);
    expect(has('amount', '5', '6', '7', 'x')).toBe(false);
    expect(has('amount', '-', 'n/a')).toBe(false);
    expect(['amount', 'in', 'balance', 'gross', 'taxes'].map((field) => has(field, '1.234,50'))).toEqual([
      ...[true, true, true, true, true],
    ]);
    expect([has('order', '1.234,50'), has('order', '1234'), has('order', '$ 12,5')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([has('order', 'A-1'), has('order', 'A'), has('order', 'A-1 B'), has('order', 'A-1 B C')]).toEqual([
      ...[true, false, true, false],
    ]);
    expect([has('sku', 'ROJA'), has('sku', 'ROJA M L'), has('sku', 'a b c d'), has('sku', '12,50')]).toEqual([
      ...[true, true, false, false],
    ]);
    for (const field of ['suborder', 'settlement', 'operation']) expect(has(field, 'P-1')).toBe(true);
    expect([has('description', 'Pago'), has('movement', 'Pago'), has('description', '123')]).toEqual([
      ...[true, true, false],
    ]);
    expect(has('description', '21 de marzo de 2026')).toBe(false);
    expect([
      has('currency', 'CLP'),
      has('currency', 'US$'),
      has('currency', 'UF'),
      has('currency', 'Pesos'),
    ]).toEqual([...[true, true, true, false]]);
    for (const letter of [
      'A',
      'c.',
      'D',
      'H',
      '+',
      '-',
      'CR',
      'db',
      'Abono',
      'crédito',
      'Debit',
      'haber'.slice(0, 1),
    ])
      expect([letter, has('letter', letter)]).toEqual([letter, true]);
    expect([has('letter', 'X'), has('letter', 'AC'), has('letter', 'abonos')]).toEqual([false, false, false]);
    // By both orders: no days.
    expect(has('date', '13/04/2026', '04/13/2026')).toBe(false);
  });
});
