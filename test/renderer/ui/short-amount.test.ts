import { expect, test } from 'vitest';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { shortAmount, shortRange } from '#renderer/ui/short-amount.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

test('a range has its two ends in one unit, and where they are written alike one figure', () => {
  const range = (low: string, high: string) => shortRange(low as Decimal, high as Decimal, 0, text, formats);
  expect(range('37000000', '40000000')).toBe('37–40 M');
  expect(range('36800000', '37200000')).toBe('36,8–37,2 M');
  expect(range('36810000', '36849999.99')).toBe('36,8 M');
  expect(range('-2000000', '1000000')).toBe('−2,0 M a 1,0 M');
  expect(range('12300', '12300.4')).toBe('12.300');
  // Two millions apart whole ones tell them apart; less, tenths do.
  expect(range('1000000', '3000000')).toBe('1–3 M');
  expect(range('1000000.5', '3000000')).toBe('1,0–3,0 M');
  // An end below a million is said by itself.
  expect(range('999999', '5000000')).toBe('999.999 a 5,0 M');
});

test('of amounts that are covered no size is told', () => {
  const covered = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
  const range = (low: string, high: string) => shortRange(low as Decimal, high as Decimal, 0, text, covered);
  expect([range('1', '2'), range('1000000', '90000000')]).toEqual(['•••••', '•••••']);
  expect(shortAmount('8200000' as Decimal, 0, text, covered)).toBe('•••••');
});
