import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { PivotResult } from './pivot-data.ts';

/** How many groups there are, how many are shown, and in what order these are the first. */
export function PivotCounts(props: { readonly result: PivotResult; readonly onAll: (() => void) | null }) {
  const text = useText();
  const formats = useFormats();
  const { shown, leftOut, orderedAmong } = props.result;
  const count = shown.length;
  if (leftOut === 0)
    return <span className="dim">{text('groups.count', { count, shown: formats.count(count) })}</span>;
  return (
    <span className="dim" data-testid="pivot-left-out" data-value={leftOut}>
      {text('pivot.first', { shown: formats.count(count), all: formats.count(count + leftOut) })}
      {orderedAmong === null
        ? ''
        : ` · ${text('pivot.ordered-among', { among: formats.count(orderedAmong) })}`}
      {props.onAll === null ? null : (
        <>
          {' '}
          <button type="button" className="link" data-testid="show-all-groups" onClick={props.onAll}>
            {text('groups.show-all')}
          </button>
        </>
      )}
    </span>
  );
}
