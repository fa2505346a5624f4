import { expect, test } from 'vitest';
import type { NotUnderstood, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { numbersInDoubt, withKnownNumbers } from '#renderer/reconciliation/statements/model/whole-numbers.ts';

/** What of a reading's doubts is looked up among the orders, and what is left as it is. */

const doubt = (line: number, text: string, parts: Partial<NotUnderstood> = {}): NotUnderstood =>
  ({ line, column: 'Orden', text, why: 'maybe-lost-digits', field: 'order', ...parts }) as NotUnderstood;
const reading = (...notUnderstood: readonly NotUnderstood[]) =>
  ({
    notUnderstood,
    lines: notUnderstood.map(({ line, text }) => ({ line, order: text })),
  }) as unknown as StatementReading;

test('are numbers of a field that may have lost digits, each once', () => {
  const other = { why: 'not-a-number' as NotUnderstood['why'] };
  const found = reading(doubt(2, '10'), doubt(3, '20', other), doubt(4, '10'), {
    ...doubt(5, '30'),
    field: undefined,
  } as unknown as NotUnderstood);
  expect(numbersInDoubt(found)).toEqual(['10']);
  const after = withKnownNumbers(found, new Set(['10', '20', '30']));
  expect(after.notUnderstood.map(({ line }) => line)).toEqual([3, 5]);
});

test('are damaged in each column of a line by itself', () => {
  const texts = ['10', '20', '30'];
  const found = reading(
    ...texts.flatMap((text, at) => [
      doubt(at + 2, text),
      doubt(at + 2, `${text}0`, { column: 'Pago', field: 'settlement' }),
    ]),
  );
  const { lines } = withKnownNumbers(found, new Set());
  expect(lines[0]).toEqual({ line: 2, order: null, settlement: null });
});

test('are damaged by column: three of one, and none of the other', () => {
  const found = reading(
    ...['10', '20', '30'].map((text, at) => doubt(at + 2, text)),
    ...['40', '50', '50'].map((text, at) => doubt(at + 2, text, { column: 'Pago', field: 'settlement' })),
  );
  const { notUnderstood, lines } = withKnownNumbers(found, new Set());
  expect(notUnderstood.map(({ column, why }) => `${column} ${why}`)).toEqual([
    ...Array(3).fill('Orden lost-digits'),
    ...Array(3).fill('Pago maybe-lost-digits'),
  ]);
  expect(lines.map(({ order }) => order).slice(0, 3)).toEqual([null, null, null]);
});
