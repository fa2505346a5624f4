import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { division } from './division.ts';

type RateProps = {
  readonly rate: string | null;
  readonly part: string | null;
  readonly base: string | undefined;
  readonly name: string;
  /** Follows the division. */
  readonly note?: string;
  readonly className?: string | undefined;
};

/** A rate in percent, whose unit stands in the header; its title is the division, `name` what is divided. */
export function RateFigure({ rate, part, base, name, note = '', className }: RateProps) {
  const text = useText();
  const formats = useFormats();
  const title =
    part === null || base === undefined
      ? {}
      : { title: division(part, base, formats, text, text.column(name)) + note };
  return <Figure value={rate} kind="points" places={1} className={className} {...title} />;
}
