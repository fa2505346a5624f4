import type { Text } from '#renderer/i18n/text.tsx';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** «Mercado Austral · Lumbre»: what an account of the rows is called; a part that they do not have is said to be blank. */
export const accountName = ({ Canal, Cuenta }: SellerAccount, text: Text): string =>
  `${Canal || text('filter.blank')} · ${Cuenta || text('filter.blank')}`;
