import type { MessageId } from '../../i18n/text.tsx';
import type { IconName } from '../../ui/icon.tsx';

/** The screens that exist, in the order of their shortcuts. */
export const SCREENS = [
  { id: 'orders', name: 'nav.orders', icon: 'orders' },
  { id: 'profitability', name: 'nav.profitability', icon: 'profitability' },
  { id: 'sync', name: 'nav.sync', icon: 'sync' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId; readonly icon: IconName }[];

export type ScreenId = (typeof SCREENS)[number]['id'];

export function screenOf(hash: string): ScreenId {
  return SCREENS.find((screen) => `#${screen.id}` === hash)?.id ?? 'orders';
}
