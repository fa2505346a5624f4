import { expect, test } from 'vitest';
import { isIncomplete } from '#renderer/screens/panel/incomplete.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Which results are drawn as incomplete: those with product costs in them, while some are missing. */

test.each<
  readonly [scope: Scope, rowsWithoutProductCost: number, value: string | null, isIncomplete: boolean]
>([
  ['total', 1, '5', true],
  ['comercial', 7, '-5', true],
  ['total', 1, '0', true],
  ['total', 0, '5', false],
  ['comercial', 0, '5', false],
  ['total', 1, null, false],
  ['comercial', 1, null, false],
  ['marketplace', 1, '5', false],
  ['marketplace', 1, null, false],
  ['marketplace', 0, '5', false],
])('%s, %d rows without a cost, %s: %s', (scope, rowsWithoutProductCost, value, expected) => {
  expect(isIncomplete({ rowsWithoutProductCost }, scope, value as Decimal | null)).toBe(expected);
});
