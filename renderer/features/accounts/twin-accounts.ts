import { fold } from '#shared/base/fold.ts';
import type { Account } from '#shared/contract/app.ts';
import type { BackupAccount } from '#shared/contract/backups.ts';
import { hostOf } from '#shared/domain/base-url.ts';

type Named = Pick<Account | BackupAccount, 'id' | 'kind' | 'name' | 'baseUrl'>;

/** The host of another account that is named like `account` and is another's; null: there is none. */
export function twinHost(account: Named, accounts: readonly Named[]): string | null {
  const nameOf = ({ name }: Named) => fold(name.trim().normalize('NFKC'));
  const own = nameOf(account);
  if (account.kind === 'demo' || own === '') return null;
  const twin = accounts.find(
    (other) =>
      other.id !== account.id &&
      other.kind === 'api' &&
      nameOf(other) === own &&
      hostOf(other.baseUrl) !== hostOf(account.baseUrl),
  );
  return twin === undefined ? null : hostOf(twin.baseUrl);
}
