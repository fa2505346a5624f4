import type { Account } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { hostOf } from '#shared/domain/base-url.ts';

/** The address came from a file, and the user has not said that keys may go there. */
export const UNCONFIRMED_ADDRESS = 'unconfirmed-address';
/** The address that the user confirmed is not the account's: it was restored anew, or is another one. */
const OTHER_ADDRESS = 'other-address';

type AddressOf = Pick<Account, 'baseUrl' | 'isAddressConfirmed'>;

/**
 * Whether a key may be sent to `baseUrl`, which was typed: not to a host that only accounts from files name and nobody
 * confirmed. Compared by host: another path of it is the same server's.
 */
export function mayTakeKeys(accounts: readonly AddressOf[], baseUrl: string): boolean {
  const sameHost = accounts.filter((account) => hostOf(account.baseUrl) === hostOf(baseUrl));
  return sameHost.length === 0 || sameHost.some(({ isAddressConfirmed }) => isAddressConfirmed);
}

/** @throws RpcError UNCONFIRMED_ADDRESS where no key may be taken for, or go to, the account's address */
export function mustBeConfirmed({ baseUrl, isAddressConfirmed }: AddressOf): void {
  if (isAddressConfirmed) return;
  throw new RpcError(
    UNCONFIRMED_ADDRESS,
    `The address ${hostOf(baseUrl)} came from a file: confirm it in Cuadra, at the account that names it, before a key is used.`,
  );
}

/** @throws RpcError OTHER_ADDRESS where `confirmed`, which the user saw, is not the account's address */
export function mustBeAddressOf({ baseUrl }: AddressOf, confirmed: string): void {
  if (baseUrl === confirmed) return;
  throw new RpcError(OTHER_ADDRESS, 'The account has another address now: look at it once more.');
}
