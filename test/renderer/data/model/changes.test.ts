import { expect, test } from 'vitest';
import { justAfter } from '#renderer/data/model/changes.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';

test('a reading after another is at least a thousandth of a second later', () => {
  expect(justAfter('2026-03-31T23:59:59.999Z' as UtcInstant)).toBe('2026-04-01T00:00:00.000Z');
});
