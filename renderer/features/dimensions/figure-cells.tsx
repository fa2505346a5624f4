import type { ComponentProps } from 'react';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { division } from './division.ts';

/** A figure in a cell of a plain table. */
export function FigureCell(props: ComponentProps<typeof Figure>) {
  return (
    <td className={ui.number}>
      <Figure {...props} />
    </td>
  );
}

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
  const formats = useFormats();
  const title =
    part === null || base === undefined ? {} : { title: division(part, base, formats, name) + note };
  return <Figure value={rate} kind="points" places={1} className={className} {...title} />;
}

/** The same in a cell. */
export function RateCell(props: RateProps) {
  return (
    <td className={ui.number}>
      <RateFigure {...props} />
    </td>
  );
}
