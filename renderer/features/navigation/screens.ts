import type { MessageId } from '#renderer/i18n/text.tsx';
import type { IconName } from '#renderer/ui/icon.tsx';

/** The screens that exist, in the order of their shortcuts. */
export const SCREENS = [
  { id: 'panel', name: 'nav.panel', icon: 'panel' },
  { id: 'orders', name: 'nav.orders', icon: 'orders' },
  { id: 'profitability', name: 'nav.profitability', icon: 'profitability' },
  { id: 'changes', name: 'nav.changes', icon: 'changes' },
  { id: 'sync', name: 'nav.sync', icon: 'sync' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId; readonly icon: IconName }[];

export type ScreenId = (typeof SCREENS)[number]['id'];

/** Where one is: a screen, and what of it is looked at (a month, a run), if anything. */
export type Address = { readonly screen: ScreenId; readonly detail: string | null };

/** «#sync/2025-03»: the address of the page carries both, so that Back works. */
export function addressOf(hash: string): Address {
  const [id = '', ...rest] = hash.replace(/^#/, '').split('/');
  const screen = SCREENS.find((other) => other.id === id)?.id ?? SCREENS[0].id;
  const detail = rest.join('/');
  return { screen, detail: detail === '' ? null : decoded(detail) };
}

/** An address may have been typed, or cut by whoever sent it: what no name can be read from is none. */
function decoded(detail: string): string | null {
  try {
    return decodeURIComponent(detail);
  } catch {
    return null;
  }
}

export function hashOf(address: Address): string {
  const detail = address.detail?.split('/').map(encodeURIComponent).join('/');
  return detail === undefined ? `#${address.screen}` : `#${address.screen}/${detail}`;
}
