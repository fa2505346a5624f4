/** What is worth being told to who does not see the screen change. Pure. */

/** What was said of a selection, or would be. */
export type Heard = {
  /** The selection, as text that is equal for equal ones. */
  readonly selection: string;
  readonly orders: number;
  readonly ventas: string | null;
};

/** filter: another selection; reading: the same, with other figures; later: a reading that still goes on. */
export type News = 'first' | 'none' | 'filter' | 'reading' | 'later';

export function newsOf(before: Heard | null, now: Heard, isResting: boolean): News {
  if (before === null) return 'first';
  if (before.selection !== now.selection) return 'filter';
  if (before.orders === now.orders && before.ventas === now.ventas) return 'none';
  return isResting ? 'reading' : 'later';
}
