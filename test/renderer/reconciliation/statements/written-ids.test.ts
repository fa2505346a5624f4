import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { textColumn } from '#renderer/reconciliation/statements/model/cell-columns.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Long numbers of orders, payouts and operations, as programs that took them for figures write them. */

const read = (texts: readonly string[], isId = true) =>
  atOnce(textColumn(texts, { isId, nothing: [] })).texts;
const long = fc.stringMatching(/^[1-9]\d{9,16}$/);
const inGroups = (id: string, sign: string): string => id.replace(/\B(?=(?:\d{3})+$)/g, sign);

test('the number is the one that was written', () => {
  fc.assert(
    fc.property(long, (id) => {
      const written = [`'${id}`, `’${id}`, `${id}.0`, `${id}.00`, inGroups(id, '.'), inGroups(id, ',')];
      expect(read(written)).toEqual(written.map(() => id));
    }),
  );
});

it.each(['12.0', '1.234.567', '12345678.0', '12.345.678-9', "'A-1", '2000009.5', '1,234.567.890', 'MLC-1.0'])(
  '«%s» is no long number and stays as it is',
  (text) => expect(read([text])).toEqual([text]),
);

test('words stay as they are', () => {
  expect(read(["'2000009000000144", '2000009000000144.0'], false)).toEqual([
    "'2000009000000144",
    '2000009000000144.0',
  ]);
});
