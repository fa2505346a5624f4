import { type Text, useText } from '#renderer/i18n/text.tsx';
import { type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { type Formats, useFormats } from './formats.tsx';

/** From here on an amount said in passing is told in millions. */
const MILLION_DIGITS = 6;

/** «8,2 M» of a million and more, else the amount to `places`: for sentences, never in the place of a figure in a table. */
export function shortAmount(value: Decimal, places: number, text: Text, formats: Formats): string {
  const { units, scale } = fromDecimal(value);
  const size = units < 0n ? -units : units;
  if (formats.hidesAmounts || size < 10n ** BigInt(MILLION_DIGITS + scale))
    return formats.money(value, places);
  const millions = formats.money(toDecimal({ units, scale: scale + MILLION_DIGITS }), 1);
  return text('amount.millions', { amount: millions });
}

/** The same as a figure, its exact decimal in `data-value` and in its title. */
export function ShortAmount(props: {
  readonly value: Decimal;
  readonly places: number;
  readonly signed?: boolean;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const formats = useFormats();
  const { value, places } = props;
  const shown = shortAmount(value, places, text, formats);
  const sign = props.signed === true && !value.startsWith('-') && !formats.hidesAmounts ? '+' : '';
  return (
    <data value={value} data-value={value} className={props.className} title={formats.title(value)}>
      {sign}
      {shown}
    </data>
  );
}
