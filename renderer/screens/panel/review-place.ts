import {
  listItem,
  partPlace,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { dayNumber, dayOf, type LocalDate, type LocalDateTime } from '#shared/domain/dates.ts';
import type { ReviewItem } from './review.ts';

/** Where what waits is worked: its list, narrowed to it. Pure. */

/** The ages that the queue tells apart: up to so many days. */
const AGES = [
  ['week', 7],
  ['month', 30],
  ['bimester', 60],
  ['older', Number.POSITIVE_INFINITY],
] as const;

/** The age of all of them; null: they are of several, or of an unknown one. */
function ageOfAll({ since, until }: ReviewItem, present: LocalDateTime | null): string | null {
  if (present === null || since === null || until === null) return null;
  const ageOf = (day: LocalDate): string | undefined =>
    AGES.find(([, most]) => dayNumber(dayOf(present)) - dayNumber(day) <= most)?.[0];
  const age = ageOf(since);
  return age !== undefined && age === ageOf(until) ? age : null;
}

/** A closed month that changed is looked into where it was closed; all else in the queue, of its month where it is of one. */
export function listOf(item: ReviewItem, present: LocalDateTime | null): ReconciliationPlace {
  const { kind, account, month } = item;
  if (kind === 'closed-month' && month !== null) return partPlace('close', month);
  const [canal, cuenta] = account === null ? [null, null] : [account.Canal, account.Cuenta];
  return partPlace('exceptions', month, listItem({ kind, canal, cuenta, age: ageOfAll(item, present) }));
}
