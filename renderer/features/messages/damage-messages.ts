import type { Damage } from '#renderer/data/api.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { purchasesMessage } from './window-messages.ts';

/** What was lost to damaged storage, what is done about it, and what cannot be. Pure. */
export function damageMessage(damage: Damage, text: Text, formats: Formats): string {
  const range =
    damage.from === null || damage.to === null
      ? null
      : text('window.purchases', { range: purchasesMessage(damage.from, damage.to, text) });
  const rows =
    damage.rowsLost === null
      ? text('damage.rows-unknown')
      : text('count.rows', { count: damage.rowsLost, shown: formats.count(damage.rowsLost) });
  return [
    range === null ? text('damage.missing', { rows }) : text('damage.missing-of', { rows, range }),
    text(damage.outsidePlan ? 'damage.outside-plan' : 'damage.reading'),
  ].join(' ');
}
