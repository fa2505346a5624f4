import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { scopeOfResult } from './column-sections.ts';

type Props = {
  readonly column: string;
  /** A result's mark alone: its name is for those who cannot see it. */
  readonly isBrief?: boolean;
};

/** A column's name; of a profitability its scope's mark, and which one it is. */
export function ColumnName({ column, isBrief = false }: Props) {
  const text = useText();
  const scope = scopeOfResult(column);
  if (scope === undefined) return text.column(column);
  return (
    <>
      <ScopeMark scope={scope} />
      {isBrief ? (
        <span className={ui.visuallyHidden}>{text.column(column)}</span>
      ) : (
        <> {text(`scope.${scope}`)}</>
      )}
    </>
  );
}
