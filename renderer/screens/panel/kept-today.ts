import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { readStored, writeStored } from '#renderer/features/preferences/stored.ts';
import { storedDay, storedDecimal, storedMonth } from '#renderer/features/preferences/stored-values.ts';
import { useSame } from '#renderer/ui/hooks.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { type MissedStatements, type ReviewItem, reviewedToday } from './review.ts';

/** What was to be done when it was last looked for: shown after a reload, until it is found anew. */

const count = z.int().min(0);
const itemSchema = z.object({
  ...{ kind: z.string(), currency: z.string(), cases: count, groups: count },
  amount: storedDecimal.nullable(),
  head: z.object({
    kind: z.string(),
    subject: z.record(z.string(), z.string()),
    name: z.string().optional(),
    currency: z.string().optional(),
    affects: z.array(z.enum(['marketplace', 'comercial', 'total'])),
  }),
  account: z.object({ Canal: z.string(), Cuenta: z.string() }).nullable(),
  month: storedMonth.nullable(),
  ...{ since: storedDay.nullable(), until: storedDay.nullable() },
});
const keptSchema = z
  .object({
    /** The accounts in view, their currency and whether own costs counted. */
    of: z.string(),
    /** All that waited. */
    count,
    reviews: z.array(itemSchema),
    missed: z.array(z.object({ month: storedMonth, count })),
  })
  .nullable();
export type KeptToday = Omit<NonNullable<z.infer<typeof keptSchema>>, 'of'>;

const keyOf = (accountId: string): string => `cuadra.today.${accountId}`;

/** All that waits. */
export const countOf = (reviews: readonly ReviewItem[]): number =>
  reviews.reduce((sum, { cases }) => sum + cases, 0);

/**
 * What was found last of the same accounts, and what is found now, once it is whole, in its place; null: nothing.
 * @param of whose it is
 */
export function useKeptToday(
  of: string,
  found: {
    readonly reviews: readonly ReviewItem[] | null;
    readonly missed: readonly MissedStatements[] | null;
    readonly last: LocalDateTime | null;
  },
): KeptToday | null {
  const accountId = useAccounts()?.activeId ?? '';
  const [kept] = useState(() => readStored(keyOf(accountId), keptSchema, null));
  const { reviews, missed, last } = found;
  const now = useSame(
    reviews === null || missed === null
      ? null
      : { of, count: countOf(reviews), reviews: reviewedToday(reviews, last), missed },
  );
  useEffect(() => {
    if (now !== null) writeStored(keyOf(accountId), now);
  }, [accountId, now]);
  return kept?.of === of ? kept : null;
}
