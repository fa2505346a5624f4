import { fold } from '#shared/base/fold.ts';
import { shownName } from '#shared/base/shown-name.ts';
import type { Account } from '#shared/contract/app.ts';
import type { BackupAccount } from '#shared/contract/backups.ts';
import { hostOf } from '#shared/domain/base-url.ts';

type Named = Pick<Account | BackupAccount, 'id' | 'kind' | 'name' | 'baseUrl'>;

/** What nobody sees of a name: signs without a width. */
const WIDTHLESS = /\p{Cf}+/gu;

/** The host of another account that is named like `account` and is another's; null: there is none. */
export function twinHost(account: Named, accounts: readonly Named[]): string | null {
  const nameOf = ({ name }: Named) => fold(shownName(name.replace(WIDTHLESS, '').normalize('NFKC')));
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
