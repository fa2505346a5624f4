import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { purchasesMessage } from '#renderer/features/messages/window-messages.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';

/** Beside every total while rows lost to damaged storage are missing from it. */
export function DamageMark() {
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const damage = ledger.kind === 'open' ? ledger.facts.damage : null;
  return damage === null ? null : (
    <span className={ui.bad} data-testid="damage" title={damageMessage(damage, text, formats)}>
      {text('damage.mark')}
    </span>
  );
}

/** The losses to damaged storage, what is done about them, and what cannot be. Pure. */
export function damageMessage(damage: Damage, text: Text, formats: Formats): string {
  const range =
    damage.from === null || damage.to === null
      ? null
      : text('window.purchases', { range: purchasesMessage(damage.from, damage.to, text) });
  const rows =
    damage.rowsLost === null
      ? text('damage.rows-unknown')
      : text('count.rows', { count: damage.rowsLost, shown: formats.count(damage.rowsLost) });
  // How many is not known: several, as far as words go.
  const count = damage.rowsLost ?? 2;
  return [
    range === null
      ? text('damage.missing', { count, rows })
      : text('damage.missing-of', { count, rows, range }),
    text(damage.outsidePlan ? 'damage.outside-plan' : 'damage.reading'),
  ].join(' ');
}
