import type { MonthCoverage } from '#renderer/data/api.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { searchMessage } from './coverage-messages.ts';
import { differingControl } from './coverage-state.ts';

/** How the search for a difference stands or ended, and the button that begins it at once. */
export function FindDifference(props: {
  readonly range: ControlTotal['range'];
  readonly controls: MonthCoverage['controls'];
  readonly search: Search | null;
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const action = useAction();
  const { range, search } = props;
  const differs = differingControl(props.controls) !== null;
  const words = searchMessage(search, differs, props.nowMs, text, formats);
  if (words === null && !differs) return null;
  return (
    <p className="search" data-testid={`search-${range}`} data-over={search === null ? '' : search.isOver}>
      {words === null ? null : <span>{words}</span>}
      {differs ? (
        <button
          type="button"
          className="btn sm"
          data-testid={range === 'all' ? 'find-difference-all' : 'find-difference'}
          disabled={action.busy}
          title={text('control.find-title')}
          onClick={() => void action.run(() => bridge.call.findDifferences({ ranges: [range] }))}
        >
          {text('control.find')}
        </button>
      ) : null}
      {action.failed === null ? null : (
        <span className="neg words" role="alert">
          {action.failed}
        </span>
      )}
    </p>
  );
}
