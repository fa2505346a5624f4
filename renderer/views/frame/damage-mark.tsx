import { useText } from '../../i18n/text.tsx';
import { useLedger } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { damageWords } from './damage-words.ts';

/** Beside every total while rows lost to damaged storage are missing from it. */
export function DamageMark() {
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const damage = ledger.kind === 'open' ? ledger.facts.damage : null;
  return damage === null ? null : (
    <span className="tag k-neg" data-testid="damage" title={damageWords(damage, text, formats)}>
      {text('damage.mark')}
    </span>
  );
}
