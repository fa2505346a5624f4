import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerError, parseAnswer } from '#electron/api/answer.ts';
import { BASE_COLUMN_KEYS } from '#shared/columns/catalogue.ts';
import { type Page, readPage } from '#shared/wire/page.ts';
import { baseRow, envelope } from '#test/electron/api/answers.ts';

/** An answer of one row with these members, written as they are. */
function answerWith(...members: readonly (readonly [key: string, json: string])[]): string {
  const named = new Set(members.map(([key]) => key));
  const rest = Object.entries(baseRow()).filter(([key]) => !named.has(key));
  const row = [...rest.map(([key, value]) => [key, JSON.stringify(value)] as const), ...members]
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`)
    .join(',');
  return JSON.stringify(envelope([{}])).replace('"data":[{}]', () => `"data":[{${row}}]`);
}

function pageOf(text: string): Page {
  const reading = readPage(parseAnswer(text));
  if (!reading.ok) throw new Error(reading.problem);
  return reading.page;
}

function cellOf(text: string, column: string): unknown {
  const { columns, rows } = pageOf(text).table;
  return rows[0]?.[columns.indexOf(column)];
}

describe('the JSON of an answer', () => {
  it('is parsed once, the ordinary way, where its values are text', () => {
    const body = envelope([baseRow({ Ventas: '1.10', Producto: 'a "quoted": text \\": \\' })]);
    expect(parseAnswer(JSON.stringify(body))).toEqual(body);
    expect(parseAnswer(JSON.stringify(body, null, 2))).toEqual(body);
    expect(parseAnswer(JSON.stringify(body).replaceAll('":', '" :'))).toEqual(
      JSON.parse(JSON.stringify(body).replaceAll('":', '" :')),
    );
  });

  it.each([
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['0.1234567890123456789012345678901234567890', '0.1234567890123456789012345678901234567890'],
    ['-0', '-0'],
    ['2.00', '2.00'],
    ['1e400', '1e400'],
    ['null', null],
    ['true', 'true'],
    ['"1.234,56"', '1.234,56'],
    [`"${'9'.repeat(40)}.10"`, `${'9'.repeat(40)}.10`],
    ['{"amount":1.10,"of":[2.50,{"x":3.0}]}', '{"amount":1.10,"of":[2.50,{"x":3.0}]}'],
    ['[1.10]', '[1.10]'],
    ['{"es":"x"}', '{"es":"x"}'],
    ['{"isLosslessNumber":true}', '{"isLosslessNumber":true}'],
  ])('keeps %s as it was sent', (json, cell) => {
    expect(cellOf(answerWith(['Ventas', json]), 'Ventas')).toBe(cell);
    // Beside a number too, where the whole answer is read in another way.
    expect(cellOf(answerWith(['Ventas', json], ['Unidades', '1.0']), 'Ventas')).toBe(cell);
  });

  it('keeps the digits of any decimal, wherever in a row it stands', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,40})?$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...BASE_COLUMN_KEYS), fc.boolean(), (text, column, isNested) => {
        const cell = cellOf(answerWith([column, isNested ? `{"a":${text}}` : text]), column);
        expect(cell).toBe(isNested ? `{"a":${text}}` : text);
      }),
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'length', '0'])(
    'keeps a column called «%s», and is no different for it',
    (name) => {
      for (const beside of ['"x"', '1.0']) {
        const text = answerWith([name, '"1.10"'], ['Producto', beside]);
        expect(cellOf(text, name)).toBe('1.10');
        expect(cellOf(text, 'Canal')).toBe('');
        expect(pageOf(text).table.columns).toHaveLength(BASE_COLUMN_KEYS.length + 1);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it('refuses two values for one column instead of losing one', () => {
    for (const second of ['"2.00"', '2.00', 'null', '{"a":1}']) {
      const text = answerWith(['Ventas', '"1.00"'], ['Ventas', second]);
      expect(() => parseAnswer(text), second).toThrow(AnswerError);
    }
    expect(() => parseAnswer(answerWith(['X', '{"a":1,"a":2}']))).toThrow(AnswerError);
    // Said twice, the same.
    expect(cellOf(answerWith(['Ventas', '"1.00"'], ['Ventas', '"1.00"']), 'Ventas')).toBe('1.00');
    const twice = JSON.stringify(envelope([baseRow()])).replace(/\}$/, ',"data":[]}');
    expect(() => parseAnswer(twice)).toThrow(AnswerError);
  });

  it('sees through any text what is said twice', () => {
    const awkward = fc.string({ unit: fc.constantFrom('"', ':', '\\', ' ', 'a', '\n', 'ñ') });
    fc.assert(
      fc.property(awkward, awkward, awkward, (name, value, other) => {
        fc.pre(!BASE_COLUMN_KEYS.includes(name));
        const once = answerWith([name, JSON.stringify(value)], ['Producto', JSON.stringify(other)]);
        expect(cellOf(once, name)).toBe(value);
        const twice = answerWith([name, JSON.stringify(value)], [name, JSON.stringify(`${value}x`)]);
        expect(() => parseAnswer(twice)).toThrow(AnswerError);
      }),
    );
  });

  it('cut at any byte is not whole', () => {
    const text = answerWith(['Ventas', '1.10'], ['Producto', '"ñandú \\"x\\": 🦙"']);
    const bytes = new TextEncoder().encode(text);
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = new TextDecoder().decode(bytes.subarray(0, length));
      expect(() => parseAnswer(cut), cut.slice(-20)).toThrow(AnswerError);
    }
  });

  it('of any other kind is refused, or is no page', () => {
    for (const text of [
      '',
      ' ',
      'null',
      '1',
      '"x"',
      '[]',
      '{}',
      '{"data":{}}',
      '{"data":[1]}',
      'NaN',
      '<html>',
      'undefined',
    ]) {
      let body: unknown;
      try {
        body = parseAnswer(text);
      } catch (error) {
        expect(error).toBeInstanceOf(AnswerError);
        continue;
      }
      expect(readPage(body).ok).toBe(false);
    }
    const deep = answerWith(['X', `${'['.repeat(100_000)}${']'.repeat(100_000)}`]);
    expect(() => pageOf(deep)).toThrow();
  });
});
