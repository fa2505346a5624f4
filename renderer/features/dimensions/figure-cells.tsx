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

/** A rate in percent, whose unit stands in the header; its title is the division, `name` what is divided. */
export function RateCell(props: {
  readonly rate: string | null;
  readonly part: string | null;
  readonly base: string | undefined;
  readonly name: string;
  /** Follows the division. */
  readonly note?: string;
  readonly className?: string | undefined;
}) {
  const formats = useFormats();
  const { part, base, note = '' } = props;
  const title =
    part === null || base === undefined ? {} : { title: division(part, base, formats, props.name) + note };
  return <FigureCell value={props.rate} kind="points" places={1} className={props.className} {...title} />;
}
