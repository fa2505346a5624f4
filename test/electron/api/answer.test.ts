import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerError, readAnswer } from '#electron/api/answer.ts';
import type { Page, PageReading } from '#shared/contract/page.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import { randomCases } from '#test/random-cases.ts';
import { baseRow, envelope } from './answers.ts';

/** An answer of one row with these members, written as they are. */
function answerWith(...members: readonly (readonly [key: string, json: string])[]): string {
  const named = new Set(members.map(([key]) => key));
  const rest = Object.entries(baseRow()).filter(([key]) => !named.has(key));
  const row = [...rest.map(([key, value]) => [key, JSON.stringify(value)] as const), ...members]
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`)
    .join(',');
  return JSON.stringify(envelope([{}])).replace('"data":[{}]', () => `"data":[{${row}}]`);
}

function read(text: string): Promise<PageReading> {
  return readAnswer(text, new AbortController().signal);
}

async function pageOf(text: string): Promise<Page> {
  const reading = await read(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.page;
}

async function cellOf(text: string, column: string): Promise<unknown> {
  const { columns, rows } = (await pageOf(text)).table;
  return rows[0]?.[columns.indexOf(column)];
}

describe('the JSON of an answer', () => {
  it('is the same however it is written', async () => {
    const Producto = 'a "quoted": text \\": \\ [{]},';
    const body = envelope([baseRow({ Ventas: '1.10', Producto }), baseRow({ Producto: '"data":[1]' })]);
    const compact = JSON.stringify(body);
    const page = await pageOf(compact);
    expect(page.table.rows.map((row) => row[page.table.columns.indexOf('Producto')])).toEqual([
      Producto,
      '"data":[1]',
    ]);
    expect(page.table.rows[0]?.[page.table.columns.indexOf('Ventas')]).toBe('1.10');
    for (const written of [
      JSON.stringify(body, null, 2),
      JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'),
      compact.replace('"data"', '"d\\u0061ta"'),
      compact.replace('"data"', '"fields":{"data":[{"a":1}],"x":[[],{}]},"data"'),
      `{"correlation_id":${JSON.stringify((body as { correlation_id: string }).correlation_id)},${compact.slice(1).replace(/,"correlation_id".*$/, '}')}`,
    ]) {
      expect(await pageOf(written), written.slice(0, 200)).toEqual(page);
    }
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
    ['{"__proto__":1.10,"a":2.0}', '{"__proto__":1.10,"a":2.0}'],
    ['{"isLosslessNumber":true}', '{"isLosslessNumber":true}'],
  ])('keeps %s as it was sent', async (json, cell) => {
    expect(await cellOf(answerWith(['Ventas', json]), 'Ventas')).toBe(cell);
    // Beside a number too, where the whole answer is read in another way.
    expect(await cellOf(answerWith(['Ventas', json], ['Unidades', '1.0']), 'Ventas')).toBe(cell);
  });

  it('keeps the digits of any decimal, wherever in a row it stands', async () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,40})?$/);
    await fc.assert(
      fc.asyncProperty(
        digits,
        fc.constantFrom(...BASE_COLUMN_KEYS),
        fc.boolean(),
        async (text, column, isNested) => {
          const cell = await cellOf(answerWith([column, isNested ? `{"a":${text}}` : text]), column);
          expect(cell).toBe(isNested ? `{"a":${text}}` : text);
        },
      ),
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'length', '0'])(
    'keeps a column called «%s», and is no different for it',
    async (name) => {
      for (const beside of ['"x"', '1.0']) {
        const text = answerWith([name, '"1.10"'], ['Producto', beside]);
        expect(await cellOf(text, name)).toBe('1.10');
        expect(await cellOf(text, 'Canal')).toBe('');
        expect((await pageOf(text)).table.columns).toHaveLength(BASE_COLUMN_KEYS.length + 1);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it('reads an empty list as one, whatever blanks stand in it', async () => {
    const none = JSON.stringify(envelope([]));
    for (const list of ['[]', '[ ]', '[\n\t]'])
      expect((await pageOf(none.replace('"data":[]', `"data":${list}`))).table.rows).toEqual([]);
  });

  it('refuses two values for one column instead of losing one', async () => {
    for (const second of ['"2.00"', '2.00', 'null', '{"a":1}']) {
      const text = answerWith(['Ventas', '"1.00"'], ['Ventas', second]);
      await expect(read(text), second).rejects.toThrow(AnswerError);
    }
    await expect(read(answerWith(['X', '{"a":1,"a":2}']))).rejects.toThrow(AnswerError);
    // Said twice, the same.
    expect(await cellOf(answerWith(['Ventas', '"1.00"'], ['Ventas', '"1.00"']), 'Ventas')).toBe('1.00');
    for (const more of ['"data":[]', '"data":null', '"correlation_id":"x"', '"meta":{}']) {
      const twice = JSON.stringify(envelope([baseRow()])).replace(/\}$/, `,${more}}`);
      await expect(read(twice), more).rejects.toThrow(AnswerError);
      await expect(read(twice.replace(`,${more}}`, '}').replace('{', `{${more},`)), more).rejects.toThrow(
        AnswerError,
      );
    }
  });

  it('sees through any text what is said twice', async () => {
    const awkward = fc.string({ unit: fc.constantFrom('"', ':', '\\', ' ', 'a', '\n', 'ñ') });
    await fc.assert(
      fc.asyncProperty(awkward, awkward, awkward, async (name, value, other) => {
        fc.pre(!BASE_COLUMN_KEYS.includes(name));
        const once = answerWith([name, JSON.stringify(value)], ['Producto', JSON.stringify(other)]);
        expect(await cellOf(once, name)).toBe(value);
        const twice = answerWith([name, JSON.stringify(value)], [name, JSON.stringify(`${value}x`)]);
        await expect(read(twice)).rejects.toThrow(AnswerError);
      }),
    );
  });

  it('is whole where JSON is, and the same: one wrong character anywhere is seen', async () => {
    const row = { ...baseRow(), Ventas: '1.10', Producto: 'a \\ "b"', Extra: { a: [1, { b: null }] } };
    const text = JSON.stringify(envelope([row, row], { fields: { Ventas: ['x'] } }), null, 1);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: text.length }),
        fc.constantFrom('', '"', ',', ':', '[', ']', '{', '}', '\\', 'x', '1', ' '),
        fc.boolean(),
        async (at, put, isKept) => {
          const changed = text.slice(0, at) + put + text.slice(isKept ? at : at + 1);
          let isWhole = true;
          try {
            JSON.parse(changed);
          } catch {
            isWhole = false;
          }
          const end = await read(changed).catch((error: unknown) => error);
          const saidNotWhole = end instanceof AnswerError && end.message === 'The answer is not whole JSON.';
          if (isWhole) expect(saidNotWhole).toBe(false);
          else expect(end instanceof AnswerError || (end as PageReading).ok === false).toBe(true);
        },
      ),
      { seed: 12_051, numRuns: randomCases(800) },
    );
  });

  it('gives every row’s values, whatever stands between and in them', async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a', ' ', '\u2028'),
    });
    const value = fc.oneof(
      text,
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.array(fc.oneof(text, fc.integer()), { maxLength: 3 }),
      fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.dictionary(
            text.map((name) => `x${name}`),
            value,
            { maxKeys: 4 },
          ),
          { maxLength: 5 },
        ),
        fc.constantFrom(undefined, 1, '\t'),
        async (extras, indent) => {
          const rows = extras.map((extra) => ({ ...baseRow({ Canal: 'c' }), ...extra }));
          const { columns, rows: cells } = (await pageOf(JSON.stringify(envelope(rows), null, indent))).table;
          expect(cells).toHaveLength(rows.length);
          for (const [at, row] of rows.entries()) {
            for (const [position, column] of columns.entries()) {
              const sent: unknown = (row as { [key: string]: unknown })[column] ?? null;
              const expected = sent === null || typeof sent === 'string' ? sent : JSON.stringify(sent);
              expect(cells[at]?.[position]).toBe(expected);
            }
          }
        },
      ),
      { seed: 12_052, numRuns: randomCases(120) },
    );
  });

  it('cut at any byte is not whole', async () => {
    const text = answerWith(['Ventas', '1.10'], ['Producto', '"ñandú \\"x\\": 🦙"']);
    const bytes = new TextEncoder().encode(text);
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = new TextDecoder().decode(bytes.subarray(0, length));
      await expect(read(cut), cut.slice(-20)).rejects.toThrow(AnswerError);
    }
  });

  it('of any other kind is refused, or is no page', async () => {
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
      const end = await read(text).catch((error: unknown) => error);
      if (!(end instanceof AnswerError)) expect(end).toMatchObject({ ok: false });
    }
    const deep = answerWith(['X', `${'['.repeat(100_000)}${']'.repeat(100_000)}`]);
    await expect(pageOf(deep)).rejects.toThrow(AnswerError);
  });
});
