import type { PendingRemoval } from '#shared/contract/ledger.ts';

/**
 * The guard against mass removal (rule 11): rows that a complete reading of a month no longer finds go,
 * unless that would be over 5 % of the month or all of a channel or account in it.
 */

export type Tally = ReturnType<typeof createTally>;

/** Rows by channel and account. An absent channel or account counts as "". */
export function createTally() {
  const channels = new Map<string, Map<string, number>>();
  const groups = () =>
    [...channels].flatMap(([Canal, accounts]) =>
      [...accounts].map(([Cuenta, rows]) => ({ Canal, Cuenta, rows })),
    );
  return {
    groups,
    add(canal: string, cuenta: string, by: number): void {
      const accounts = channels.get(canal) ?? new Map<string, number>();
      channels.set(canal, accounts.set(cuenta, (accounts.get(cuenta) ?? 0) + by));
    },
    total: (): number => groups().reduce((sum, { rows }) => sum + rows, 0),
    of: (canal: string, cuenta: string): number => channels.get(canal)?.get(cuenta) ?? 0,
  };
}

/** The rows of a month: all that are shown, those of them that are gone, those that came again elsewhere. */
export type MonthTallies = { readonly rows: Tally; readonly gone: Tally; readonly moved: Tally };

/** Whether the rows that are gone may be removed without the user's word. */
export function mayRemove(tallies: MonthTallies): boolean {
  const gone = tallies.gone.total();
  if (gone === 0) return true;
  return gone * 100 <= tallies.rows.total() * 5 && emptiedBy(tallies).length === 0;
}

/** The channels, and the accounts of other channels, of which nothing would be left; in alphabetical order. */
export function emptiedBy({ rows, gone, moved }: MonthTallies): PendingRemoval['emptied'] {
  const accounts = rows.groups().map(({ Canal, Cuenta, rows: all }) => ({
    Canal,
    Cuenta,
    all: all - moved.of(Canal, Cuenta),
    gone: gone.of(Canal, Cuenta),
  }));
  const isEmptied = (group: readonly { readonly all: number; readonly gone: number }[]) => {
    const sum = (of: 'all' | 'gone') => group.reduce((total, each) => total + each[of], 0);
    return sum('gone') > 0 && sum('gone') >= sum('all');
  };
  return [...new Set(accounts.map(({ Canal }) => Canal))]
    .sort()
    .flatMap((Canal): PendingRemoval['emptied'] => {
      const own = accounts.filter((each) => each.Canal === Canal);
      if (isEmptied(own)) return [{ Canal, Cuenta: null }];
      const emptied = own.filter((each) => isEmptied([each])).map(({ Cuenta }) => Cuenta);
      return emptied.sort().map((Cuenta) => ({ Canal, Cuenta }));
    });
}
