import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { EVERYTHING, type SellerAccount } from '#shared/domain/selection.ts';

/** Channels' accounts of the rows that are here. */

export type CountedAccount = SellerAccount & { readonly rows: number };

const BY_ACCOUNT: GroupsQuery = {
  selection: EVERYTHING,
  dimension: 'Canal',
  within: 'Cuenta',
  columns: ['Ventas'],
};

/** Null until it is known; `isAsked` false: it is not asked for. */
export function useSellerAccounts(isAsked: boolean): readonly CountedAccount[] | null {
  const { output } = useLiveQuery('seller-accounts', isAsked ? BY_ACCOUNT : null, (call, asked, slot) =>
    call.readGroups({ ...asked, slot }),
  );
  return output === null ? null : countedOf(output);
}

function countedOf({ groups }: Groups): readonly CountedAccount[] {
  return groups.flatMap(({ value: Canal, groups: accounts = [] }) =>
    accounts.map(({ value: Cuenta, totals: { rows } }) => ({ Canal, Cuenta, rows })),
  );
}
