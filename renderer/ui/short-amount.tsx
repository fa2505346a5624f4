import { type Text, useText } from '#renderer/i18n/text.tsx';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
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

/** «37–40 M», «36,8–37,2 M», «−2 M a 1 M»: both ends in one unit, as finely as tells them apart; ends that are written alike are one. */
export function shortRange(
  low: Decimal,
  high: Decimal,
  places: number,
  text: Text,
  formats: Formats,
): string {
  const [least, most] = [fromDecimal(low), fromDecimal(high)];
  const million = 10n ** BigInt(MILLION_DIGITS);
  const isWhole = (value: { readonly units: bigint; readonly scale: number }): boolean =>
    value.units >= million * 10n ** BigInt(value.scale);
  if (formats.hidesAmounts || !isWhole(least) || !isWhole(most)) {
    const ends = {
      low: shortAmount(low, places, text, formats),
      high: shortAmount(high, places, text, formats),
    };
    return ends.low === ends.high ? ends.low : text('amount.range', ends);
  }
  const room = subtract(most, least);
  const digits = room.units < 2n * million * 10n ** BigInt(room.scale) ? 1 : 0;
  const of = ({ units, scale }: { readonly units: bigint; readonly scale: number }): string =>
    formats.money(toDecimal({ units, scale: scale + MILLION_DIGITS }), digits);
  const [from, to] = [of(least), of(most)];
  return text('amount.millions', { amount: from === to ? from : `${from}–${to}` });
}

/** The same as a figure, its exact decimal in `data-value` and in its title. */
export function ShortAmount(props: {
  readonly value: Decimal;
  readonly places: number;
  readonly signed?: boolean;
  readonly className?: string | undefined;
  readonly testId?: string;
}) {
  const text = useText();
  const formats = useFormats();
  const { value, places } = props;
  const shown = shortAmount(value, places, text, formats);
  const sign = props.signed === true && !value.startsWith('-') && !formats.hidesAmounts ? '+' : '';
  return (
    <data
      value={value}
      data-value={value}
      data-testid={props.testId}
      className={props.className}
      title={formats.title(value)}
    >
      {sign}
      {shown}
    </data>
  );
}
