import { useLedger } from '#renderer/data/client/session-context.tsx';
import { damageMessage } from '#renderer/features/messages/damage-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';

/** Beside every total while rows lost to damaged storage are missing from it. */
export function DamageMark() {
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const damage = ledger.kind === 'open' ? ledger.facts.damage : null;
  return damage === null ? null : (
    <span className="tag k-neg" data-testid="damage" title={damageMessage(damage, text, formats)}>
      {text('damage.mark')}
    </span>
  );
}
