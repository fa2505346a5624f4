import { expect, test } from 'vitest';
import { describeDays } from '#renderer/reconciliation/costs/screen/own-cost-entry.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

test('the days of an own cost are told by the ends that it has', () => {
  const of = (from: string | null, to: string | null) =>
    describeDays(
      { from: from as LocalDate | null, to: to as LocalDate | null },
      text,
      formatsOf(DEFAULT_CHOICES),
    );
  expect([
    of(null, null),
    of('2026-10-01', null),
    of(null, '2026-10-31'),
    of('2026-10-01', '2026-10-31'),
  ]).toEqual(['siempre', 'desde 01-10-2026', 'hasta 31-10-2026', '01-10-2026 a 31-10-2026']);
});
