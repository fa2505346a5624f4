import { expect, test } from 'vitest';
import { shortRange } from '#renderer/ui/short-amount.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

test('a range has its two ends in one unit, and where they are written alike one figure', () => {
  const range = (low: string, high: string) => shortRange(low as Decimal, high as Decimal, 0, text, formats);
  expect(range('37000000', '40000000')).toBe('37–40 M');
  expect(range('36800000', '37200000')).toBe('36,8–37,2 M');
  expect(range('36810000', '36849999.99')).toBe('36,8 M');
  expect(range('-2000000', '1000000')).toBe('−2,0 M a 1,0 M');
  expect(range('12300', '12300.4')).toBe('12.300');
});
