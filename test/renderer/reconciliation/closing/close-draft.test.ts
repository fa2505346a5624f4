import { expect, test } from 'vitest';
import { clearedDraft, draftOf } from '#renderer/reconciliation/closing/screen/close-draft.ts';
import type { Month } from '#shared/domain/dates.ts';

/** What is typed before a month is closed. */

test('it is of its month; another begins anew with the same reviewer', () => {
  const [march, april] = ['2026-03', '2026-04'] as [Month, Month];
  const nothing = { note: '', reasons: {} };
  expect(draftOf(null, march)).toEqual({ month: march, reviewer: '', ...nothing });
  const typed = { month: march, reviewer: 'Luz', note: 'visto', reasons: { costs: 'llega', rows: 'no' } };
  expect(draftOf(typed, march)).toEqual(typed);
  expect(draftOf(typed, april)).toEqual({ month: april, reviewer: 'Luz', ...nothing });
  expect(clearedDraft(typed)).toEqual({ month: march, reviewer: 'Luz', ...nothing });
});
