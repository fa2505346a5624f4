import { useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useCurrency } from './currency.tsx';

/** More than these are a list. */
const MAX_SIDE_BY_SIDE = 3;

/** Which currency the figures are in; nothing where there is one. */
export function CurrencySwitch() {
  const text = useText();
  const { code, codes, choose } = useCurrency();
  if (code === null || codes.length < 2) return null;
  const options = codes.map((value) => ({ value, label: value }));
  const label = text('currency.label');
  return (
    <span
      className="currency-switch"
      data-testid="currency-switch"
      data-value={code}
      title={text('currency.title')}
    >
      {codes.length > MAX_SIDE_BY_SIDE ? (
        <ChoiceMenu label={label} value={code} options={options} onChange={choose} />
      ) : (
        <Segmented label={label} value={code} options={options} onChange={choose} />
      )}
    </span>
  );
}
