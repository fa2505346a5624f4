import { expect, test } from 'vitest';
import { digestsOf } from '#renderer/reconciliation/matching/worker/found-in-statements.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { lineOf } from './statement-world.ts';

/** By what a statement is known again: what it says, whatever its file. */

const readingOf = (lines: readonly object[], kind = 'falabella-transactions') =>
  ({ kind, lines }) as unknown as StatementReading;

test('a long statement gives way every two thousand lines, and each line counts', async () => {
  const lines = Array.from({ length: 4001 }, (_, at) => ({
    ...lineOf('10.00', { order: String(at) }),
    cells: [],
  }));
  let pauses = 0;
  const whole = await digestsOf(readingOf(lines), async () => {
    pauses += 1;
  });
  expect(pauses).toBe(2);
  const other = [...lines.slice(0, -1), { ...lineOf('10.01', { order: '4000' }), cells: [] }];
  const never = async () => undefined;
  expect((await digestsOf(readingOf(other), never)).digest).not.toBe(whole.digest);
  expect((await digestsOf(readingOf(lines, 'bank'), never)).digest).not.toBe(whole.digest);
});
